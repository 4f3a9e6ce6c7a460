//! Characters of the caller's own: a body is described joint by joint, bound to a hero, and follows its actors.

use core::cell::RefCell;

use adverb::body::{self, Binding, Figure, NoHips, Transform, Tree, Vertex};
use adverb::glam::{DQuat, DVec3};
use adverb::kinematics::LOCAL_NUMBERS;
use js_sys::Float32Array;
use wasm_bindgen::prelude::*;

use crate::actor::Actor;
use crate::named::{self, Named};
use crate::world::{Ground, World};
use crate::{Hero, view};

/// A body in the pose in which its skin was bound, in any unit, facing anywhere: joints, and vertices of its skin.
#[wasm_bindgen]
#[derive(Default)]
pub struct Body {
    tree: Tree,
    rest: Vec<Transform>,
    skin: Vec<Vertex>,
    /// Names of the hero's joints, and who follows them.
    given: Vec<(String, usize)>,
}

#[wasm_bindgen]
impl Body {
    /// Adds a joint and returns its index. `parent` is one that was added before, or `undefined`; `rest` is where the joint is below it:
    /// x, y, z and a quaternion x, y, z, w. `end` says that it is the tip of a bone, which turns nothing.
    pub fn joint(
        &mut self,
        name: String,
        parent: Option<Named>,
        rest: &[f64],
        end: Option<bool>,
    ) -> Result<usize, JsError> {
        let parent = parent.map(|parent| self.index(&parent)).transpose()?;
        let &[x, y, z, a, b, c, d] = rest else {
            return Err(JsError::new(&format!(
                "joint {name:?} is placed by 7 numbers: x, y, z and a quaternion"
            )));
        };
        let (translation, rotation) = (DVec3::new(x, y, z), DQuat::from_xyzw(a, b, c, d));
        let length = rotation.length();
        if !(translation.is_finite() && length.is_finite() && length > 0.0) {
            return Err(JsError::new(&format!("joint {name:?} is placed by numbers that place nothing")));
        }
        self.tree.names.push(name);
        self.tree.parents.push(parent);
        self.tree.ends.push(end.unwrap_or(false));
        self.rest.push(Transform { translation, rotation: rotation / length });
        Ok(self.rest.len() - 1)
    }

    /// Adds vertices of its skin where they were bound, three numbers each, with the joints that hold them and how much they do: as many of
    /// either for every vertex. Soles are read off them. A body without any stands on the ground below its lowest joint.
    pub fn vertices(&mut self, places: &[f32], joints: &[u16], weights: &[f32]) -> Result<(), JsError> {
        let (places, rest) = places.as_chunks::<3>();
        let held = if places.is_empty() { 0 } else { joints.len() / places.len() };
        let fits = rest.is_empty() && joints.len() == weights.len() && held * places.len() == joints.len();
        if !fits || (held == 0 && !places.is_empty()) {
            return Err(JsError::new("vertices have three numbers each, and all as many joints as weights"));
        }
        let mut skin = Vec::with_capacity(places.len());
        for (v, place) in places.iter().enumerate() {
            let place = DVec3::from_array(place.map(f64::from));
            if !place.is_finite() {
                return Err(JsError::new(&format!("the place of vertex {v} is not finite")));
            }
            let own = v * held..(v + 1) * held;
            let mut held_by = Vec::with_capacity(held);
            for (&joint, &weight) in joints[own.clone()].iter().zip(&weights[own]) {
                if !(weight > 0.0 && weight.is_finite()) {
                    continue;
                }
                let joint = usize::from(joint);
                if joint >= self.rest.len() {
                    let count = self.rest.len();
                    return Err(JsError::new(&format!(
                        "vertex {v} is held by joint {joint}: there are {count}"
                    )));
                }
                held_by.push((joint, f64::from(weight)));
            }
            // What nothing holds is not drawn where it is.
            if !held_by.is_empty() {
                skin.push(Vertex { place, held_by });
            }
        }
        self.skin.extend(skin);
        Ok(())
    }

    /// Says that a joint follows one of the hero's, where neither names nor anatomy tell.
    pub fn follow(
        &mut self,
        #[wasm_bindgen(js_name = heroJoint)] hero_joint: String,
        joint: &Named,
    ) -> Result<(), JsError> {
        let joint = self.index(joint)?;
        self.given.push((hero_joint, joint));
        Ok(())
    }

    /// Frees its memory; wearers made from it live on.
    pub fn dispose(self) {}
}

impl Body {
    fn index(&self, joint: &Named) -> Result<usize, JsError> {
        let names = &self.tree.names;
        named::index(joint, "joint", names.len(), |i| &names[i])
    }
}

#[wasm_bindgen]
impl Hero {
    /// A body to describe, without joints yet.
    pub fn body(&self) -> Body {
        Body::default()
    }

    /// Binds a body to the skeleton. What it returns follows this hero's actors. Throws if it is not known which joint is the hips, which
    /// carry a body.
    pub fn wear(&self, body: &Body) -> Result<Wearer, JsError> {
        let joints = self.pack.skeleton().joints();
        let named = |(name, joint): &(String, usize)| {
            let wanted: Named = JsValue::from_str(name).unchecked_into();
            let own = named::index(&wanted, "joint of the hero", joints.len(), |i| &joints[i].name)?;
            Ok((own, *joint))
        };
        let given = body.given.iter().map(named).collect::<Result<Vec<_>, JsError>>()?;
        let skeleton = Figure::of_verbs(self.pack.skeleton(), self.pack.verbs());
        let figure = Figure::bound(body.tree.clone(), body.rest.clone(), body.skin.clone());
        let binding = body::bind(&skeleton, &figure, &given)
            .map_err(|no_hips| unknown(&no_hips, &skeleton, &figure))?;
        Ok(Wearer::new(&binding, &skeleton, &figure))
    }
}

/// Whose hips are not known.
fn unknown(no_hips: &NoHips, skeleton: &Figure, figure: &Figure) -> JsError {
    let (whose, of) = match no_hips.source {
        None => ("hero", skeleton),
        Some(_) => ("body", figure),
    };
    let hips = no_hips.source.map_or("Hips", |hips| &skeleton.tree.names[hips]);
    let names = match of.tree.names.is_empty() {
        true => "there are none".into(),
        false => of.tree.names.join(", "),
    };
    JsError::new(&format!(
        "no joint of the {whose} is known to be its hips: say follow({hips:?}, joint), a joint of the body; the {whose} has {names}"
    ))
}

/// A body that follows an actor. It lives in a space of its own; drawn at 1 / `scale`, at the actor's origin, it stands where the actor does.
#[wasm_bindgen]
pub struct Wearer {
    wearer: body::Wearer,
    /// Of the hero.
    joints: usize,
    missing: Vec<String>,
    still: Vec<String>,
    locals: Vec<f32>,
}

impl Wearer {
    fn new(binding: &Binding, skeleton: &Figure, figure: &Figure) -> Self {
        Self {
            wearer: body::Wearer::new(binding),
            joints: skeleton.tree.names.len(),
            missing: binding.map.lost.iter().map(|&j| skeleton.tree.names[j].clone()).collect(),
            still: binding.map.open(figure).map(|j| figure.tree.names[j].clone()).collect(),
            locals: vec![0.0; LOCAL_NUMBERS * binding.joints.len()],
        }
    }
}

#[wasm_bindgen]
impl Wearer {
    /// How large the body is beside the hero.
    #[wasm_bindgen(getter)]
    pub fn scale(&self) -> f32 {
        self.wearer.scale()
    }

    /// Names of joints of the hero's arms and legs that no joint of the body follows.
    #[wasm_bindgen(getter)]
    pub fn missing(&self) -> Vec<String> {
        self.missing.clone()
    }

    /// Names of joints of the body that follow none and keep their rest pose, apart from those that go along, as fingers do.
    #[wasm_bindgen(getter)]
    pub fn still(&self) -> Vec<String> {
        self.still.clone()
    }

    /// Takes on the pose of an actor, so many seconds after the one before. `ground` is what the actor was stepped with, if anything; what
    /// it throws is thrown when the body is posed.
    pub fn pose(&mut self, actor: &Actor, seconds: f64, ground: Option<Ground>) -> Result<(), JsValue> {
        let actor = actor.inner();
        if actor.graph().skeleton().joints().len() != self.joints {
            return Err(JsError::new("the actor has another skeleton").into());
        }
        let thrown = RefCell::new(None);
        let world = World { ground: ground.as_ref(), actor: 0, thrown: &thrown };
        self.wearer.pose(actor, &world, seconds as f32);
        self.wearer.write_locals(&mut self.locals);
        thrown.into_inner().map_or(Ok(()), Err)
    }

    /// Forgets where feet stood: after the actor was placed elsewhere.
    pub fn reset(&mut self) {
        self.wearer.reset();
    }

    /// Its joints below their parents, in the order in which they were added: per joint 7 numbers, the translation and the quaternion x, y,
    /// z, w. Joints without a parent are seen from the actor's origin, times `scale`. A view, valid until the next call.
    pub fn locals(&self) -> Float32Array {
        view::f32s(self.local_numbers())
    }

    /// Frees its memory; it can no longer be used.
    pub fn dispose(self) {}
}

/// For callers in Rust.
impl Wearer {
    /// The numbers of [`Self::locals`].
    pub fn local_numbers(&self) -> &[f32] {
        &self.locals
    }
}
