//! What a hero tells about itself.

use adverb::graph::{self, TransitionId, VerbId};
use adverb::shape::{Attribute, Interpolation, PoseAxis};
use adverb::space::Axis;
use adverb::{Graph, Setting, Shape, Skeleton, Verb};
use wasm_bindgen::prelude::*;

/// A joint of the skeleton.
#[wasm_bindgen(getter_with_clone)]
pub struct Joint {
    /// As the rig calls it.
    pub name: String,
    /// −1 for the root, and for what lies above it and moves nothing.
    pub parent: i32,
    /// The tip of a bone, which turns nothing.
    pub end: bool,
    /// Its axes in the file it came from, a quaternion, w last: docs/pose-contract.md tells what for.
    #[wasm_bindgen(js_name = rigAxes)]
    pub rig_axes: Vec<f32>,
}

impl Joint {
    pub(crate) fn all(skeleton: &Skeleton) -> Vec<Self> {
        let ids = skeleton.joint_ids().zip(skeleton.joints());
        let parent = |id, joint: &adverb::skeleton::Joint| joint.parent.filter(|_| id != skeleton.root());
        ids.map(|(id, joint)| Self {
            name: joint.name.clone(),
            parent: parent(id, joint).map_or(-1, |parent| i32::from(parent.0)),
            end: joint.end,
            rig_axes: joint.rig_axes.to_array().to_vec(),
        })
        .collect()
    }
}

/// A knob of a verb.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone)]
pub struct Adverb {
    /// As its author calls it.
    pub name: String,
    /// Where it can be turned from.
    pub low: f32,
    /// Where it can be turned to.
    pub high: f32,
    /// Its default.
    pub default: f32,
}

impl Adverb {
    fn of(a: &adverb::verb::Adverb) -> Self {
        Self { name: a.name.clone(), low: a.range[0], high: a.range[1], default: a.default }
    }
}

/// A motion that a verb was made from, or a form that a shape was.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone)]
pub struct Example {
    /// The motion's or the form's name.
    pub name: String,
    /// One value per adverb or adjective.
    pub at: Vec<f32>,
}

impl Example {
    fn of(example: &adverb::verb::Example) -> Self {
        Self { name: example.name.clone(), at: example.at.clone() }
    }
}

/// A verb that can be played.
#[wasm_bindgen(getter_with_clone)]
pub struct VerbInfo {
    /// As its author calls it.
    pub name: String,
    /// Whether it repeats.
    pub cyclic: bool,
    /// Its knobs.
    pub adverbs: Vec<Adverb>,
    /// What it was made from.
    pub examples: Vec<Example>,
    /// Names of its key-times.
    pub keys: Vec<String>,
}

impl VerbInfo {
    pub(crate) fn of(verb: &Verb) -> Self {
        Self {
            name: verb.name().into(),
            cyclic: verb.is_cyclic(),
            adverbs: verb.adverbs().iter().map(Adverb::of).collect(),
            examples: verb.examples().iter().map(Example::of).collect(),
            keys: verb.keys().to_vec(),
        }
    }
}

/// Which verbs follow which.
#[wasm_bindgen(getter_with_clone)]
pub struct GraphInfo {
    /// As its author calls it.
    pub name: String,
    /// Its verbs, by their places in the hero's.
    pub nodes: Vec<u32>,
    /// The verbs to begin with; the first is where an actor does.
    pub starts: Vec<u32>,
    /// The verbs that are meant to have no way out.
    pub ends: Vec<u32>,
    /// The ways between them.
    pub transitions: Vec<TransitionInfo>,
    /// What may be laid over a verb.
    pub gestures: Vec<GestureInfo>,
    /// The knobs of all its verbs and gestures: adverbs of one name are one knob.
    pub knobs: Vec<Adverb>,
    /// The joints that can reach for a point.
    pub hands: Vec<u32>,
    /// Names of the objects that its verbs reach for, look at or hold.
    pub objects: Vec<String>,
}

/// A way from one verb to another.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub struct TransitionInfo {
    /// The verb it leaves, by its place in the hero's.
    pub from: u32,
    /// The verb it leads to.
    pub to: u32,
    /// How likely an actor takes it that nobody steers; 0 is never.
    pub likelihood: f32,
}

/// What may be laid over a verb.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone)]
pub struct GestureInfo {
    /// As its author calls it.
    pub name: String,
    /// What is played, by its place in the hero's verbs.
    pub verb: u32,
}

impl GraphInfo {
    pub(crate) fn of(graph: &Graph) -> Self {
        let parts = graph.parts();
        let places = |ids: &[VerbId]| ids.iter().map(|id| id.0 as u32).collect();
        let transition = |(number, t): (usize, &graph::Transition)| TransitionInfo {
            from: t.from.0 as u32,
            to: t.to.0 as u32,
            likelihood: graph.likelihood(TransitionId(number)),
        };
        let gesture = |g: &graph::Gesture| GestureInfo { name: g.name.clone(), verb: g.verb.0 as u32 };
        Self {
            name: graph.name().into(),
            nodes: graph.nodes().map(|id| id.0 as u32).collect(),
            starts: places(&parts.starts),
            ends: places(&parts.ends),
            transitions: parts.transitions.iter().enumerate().map(transition).collect(),
            gestures: parts.gestures.iter().map(gesture).collect(),
            knobs: graph.knobs().iter().map(Adverb::of).collect(),
            hands: parts.hands.iter().map(|hand| hand.joint.0.into()).collect(),
            objects: graph.objects().to_vec(),
        }
    }
}

/// What a verb does to the figure's place.
#[wasm_bindgen]
pub struct Travel {
    /// To the left, metres in a round.
    pub x: f32,
    /// Ahead, metres in a round.
    pub z: f32,
    /// To the left, radians in a round.
    pub heading: f32,
    /// How long a round takes, seconds.
    pub duration: f64,
}

impl Travel {
    pub(crate) fn of(verb: &Verb, point: &[f32]) -> Self {
        let setting = Setting::new(verb, point);
        let placement = setting.travel().placement(1.0);
        Self { x: placement.x, z: placement.z, heading: placement.heading, duration: setting.duration().0 }
    }
}

/// A knob of a shape.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone)]
pub struct Adjective {
    /// As its author calls it.
    pub name: String,
    /// Where it is meant to be turned from; beyond, a shape is extrapolated.
    pub low: f32,
    /// Where it is meant to be turned to.
    pub high: f32,
    /// Its default.
    pub default: f32,
    /// Whether its ends are the same.
    pub periodic: bool,
    /// What of a pose turns it, such as `RightForeArm.swing`, if anything does.
    pub read: Option<String>,
}

/// What vertices of a shape have.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone)]
pub struct AttributeInfo {
    /// `position`, `normal`, `tangent`, `colour` or `uv`.
    pub name: String,
    /// How many numbers each vertex has of it.
    pub width: u32,
    /// How it is found: `fixed`, `linear`, `normalised`, `spherical`, `recomputed` or `other`.
    pub interpolation: String,
    /// In which ways else it could be found, if it is one that can be told to be.
    pub alternatives: Vec<String>,
}

/// A form with knobs.
#[wasm_bindgen(getter_with_clone)]
pub struct ShapeInfo {
    /// As its author calls it.
    pub name: String,
    /// Its knobs.
    pub adjectives: Vec<Adjective>,
    /// The forms that it was made from.
    pub examples: Vec<Example>,
    /// What is added to the blended form, by weights of its own.
    pub features: Vec<String>,
    /// Whether these weights are brought to 0 … 1.
    pub clamped: bool,
    /// How many each form has.
    pub vertices: u32,
    /// Three vertices for each triangle.
    pub triangles: Vec<u32>,
    /// Positions first.
    pub attributes: Vec<AttributeInfo>,
}

impl ShapeInfo {
    pub(crate) fn of(shape: &Shape, skeleton: &Skeleton) -> Self {
        let parts = shape.parts();
        let read = |axis: &PoseAxis| {
            let joint = skeleton.dofs()[axis.dof.index()].joint;
            format!("{}.{}", skeleton.joint(joint).name, axis.turn.name())
        };
        let adjective = |(a, axis): (&adverb::shape::Adjective, &Axis)| Adjective {
            name: a.name.clone(),
            low: a.range[0],
            high: a.range[1],
            default: a.default,
            periodic: matches!(axis, Axis::Periodic { .. }),
            read: a.read.as_ref().map(read),
        };
        let attribute = |channel: &adverb::shape::Channel| AttributeInfo {
            name: channel.attribute.name().into(),
            width: channel.attribute.width() as u32,
            interpolation: channel.interpolation.name().into(),
            alternatives: match channel.attribute {
                Attribute::Normal => shape.normals().map(|by| by.name().into()).collect(),
                _ => Vec::new(),
            },
        };
        Self {
            name: shape.name().into(),
            adjectives: shape.adjectives().iter().zip(&parts.space.embedding.axes).map(adjective).collect(),
            examples: shape.examples().iter().map(Example::of).collect(),
            features: parts.features.features.iter().map(|feature| feature.name.clone()).collect(),
            clamped: parts.features.clamped,
            vertices: parts.vertices as u32,
            triangles: parts.triangles.concat(),
            attributes: parts.channels.iter().map(attribute).collect(),
        }
    }
}

/// A way to find normals by its name.
pub(crate) fn normals_by(shape: &Shape, name: &str) -> Option<Interpolation> {
    shape.normals().find(|by| by.name() == name)
}
