//! Many actors on one graph: one call steps them all, one view shows all their poses.

use core::cell::RefCell;
use std::sync::Arc;

use adverb::actor::{Heard, Idle};
use adverb::{CanonicalTime, DPlacement, Graph};
use js_sys::{Float32Array, Float64Array};
use wasm_bindgen::prelude::*;

use crate::actor::heard;
use crate::named::{self, Named};
use crate::pose::Poses;
use crate::records::GraphInfo;
use crate::view;
use crate::world::{Ground, World};

/// Many actors on one graph, numbered from 0.
#[wasm_bindgen]
pub struct Crowd {
    crowd: adverb::Crowd,
    /// In the last step, and to whom.
    events: Vec<(usize, Heard)>,
    poses: Poses,
    placements: Vec<f64>,
    origins: Vec<f64>,
    moved: Vec<f32>,
}

impl Crowd {
    pub(crate) fn new(graph: Arc<Graph>, count: usize, seed: u64) -> Self {
        Self {
            crowd: adverb::Crowd::new(graph, count, seed),
            events: Vec::new(),
            poses: Poses::default(),
            placements: Vec::new(),
            origins: Vec::new(),
            moved: Vec::new(),
        }
    }

    #[cfg(feature = "migration")]
    pub(crate) fn migrate(&mut self, graph: Arc<Graph>) -> Vec<String> {
        self.crowd.migrate(graph)
    }

    fn actor(&self, number: f64) -> Result<&adverb::Actor, JsError> {
        Ok(self.crowd.actor(self.number(number)?))
    }

    fn actor_mut(&mut self, number: f64) -> Result<adverb::ActorMut<'_>, JsError> {
        let number = self.number(number)?;
        Ok(self.crowd.actor_mut(number))
    }

    fn number(&self, actor: f64) -> Result<usize, JsError> {
        named::numbered(actor, "actor", self.crowd.len())
    }
}

#[wasm_bindgen]
impl Crowd {
    /// How many actors there are.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> usize {
        self.crowd.len()
    }

    /// The graph that all play.
    pub fn graph(&self) -> GraphInfo {
        GraphInfo::of(self.crowd.graph())
    }

    /// Lets seconds pass for all. `ground` is also given the actor's number; what it throws is thrown when the step is done.
    pub fn step(&mut self, seconds: f64, ground: Option<Ground>) -> Result<(), JsValue> {
        let thrown = RefCell::new(None);
        let (ground, kept) = (ground.as_ref(), &thrown);
        self.crowd.step(seconds, |actor| World { ground, actor, thrown: kept });
        self.events.clear();
        self.events.extend(self.crowd.events());
        thrown.into_inner().map_or(Ok(()), Err)
    }

    /// Updates an actor only once in so many seconds, along the same path; 0 is every step.
    #[wasm_bindgen(js_name = setUpdateInterval)]
    pub fn set_update_interval(&mut self, actor: f64, seconds: f64) -> Result<(), JsError> {
        self.crowd.set_update_interval(self.number(actor)?, seconds);
        Ok(())
    }

    /// Asks an actor for a verb. Throws if no way leads there.
    pub fn request(&mut self, actor: f64, verb: &Named) -> Result<(), JsError> {
        let id = named::verb(self.crowd.graph(), verb)?;
        Ok(self.actor_mut(actor)?.request(id)?)
    }

    /// Sets a knob of an actor.
    #[wasm_bindgen(js_name = setKnob)]
    pub fn set_knob(&mut self, actor: f64, knob: &Named, value: f32) -> Result<(), JsError> {
        let id = named::knob(self.crowd.graph(), knob)?;
        self.actor_mut(actor)?.set_knob(id, value);
        Ok(())
    }

    /// Sets a knob of all actors: one value each.
    #[wasm_bindgen(js_name = setKnobs)]
    pub fn set_knobs(&mut self, knob: &Named, values: &[f32]) -> Result<(), JsError> {
        let id = named::knob(self.crowd.graph(), knob)?;
        if values.len() != self.crowd.len() {
            let (values, actors) = (values.len(), self.crowd.len());
            return Err(JsError::new(&format!("{values} values for {actors} actors")));
        }
        values.iter().enumerate().for_each(|(actor, value)| self.crowd.actor_mut(actor).set_knob(id, *value));
        Ok(())
    }

    /// Takes all knobs of an actor to where they were set, without waiting.
    #[wasm_bindgen(js_name = snapKnobs)]
    pub fn snap_knobs(&mut self, actor: f64) -> Result<(), JsError> {
        self.actor_mut(actor)?.snap_knobs();
        Ok(())
    }

    /// Starts a gesture of an actor. Throws if it cannot start now.
    #[wasm_bindgen(js_name = startGesture)]
    pub fn start_gesture(&mut self, actor: f64, gesture: &Named) -> Result<(), JsError> {
        let id = named::gesture(self.crowd.graph(), gesture)?;
        Ok(self.actor_mut(actor)?.start_gesture(id)?)
    }

    /// Ends a gesture of an actor smoothly, if it plays.
    #[wasm_bindgen(js_name = endGesture)]
    pub fn end_gesture(&mut self, actor: f64, gesture: &Named) -> Result<(), JsError> {
        let id = named::gesture(self.crowd.graph(), gesture)?;
        self.actor_mut(actor)?.end_gesture(id);
        Ok(())
    }

    /// Starts an actor anew with a verb at a canonical time, where it stands.
    pub fn start(
        &mut self,
        actor: f64,
        verb: &Named,
        #[wasm_bindgen(js_name = canonicalTime)] t: f64,
    ) -> Result<(), JsError> {
        let id = named::verb(self.crowd.graph(), verb)?;
        self.actor_mut(actor)?.start(id, CanonicalTime(t));
        Ok(())
    }

    /// Whether an actor stirs by itself when nothing has been asked of it for a while.
    #[wasm_bindgen(js_name = setIdle)]
    pub fn set_idle(&mut self, actor: f64, on: bool) -> Result<(), JsError> {
        self.actor_mut(actor)?.set_idle(on.then(Idle::default));
        Ok(())
    }

    /// The verb that an actor plays, by its index in the hero's; in a transition the one that it leaves.
    pub fn verb(&self, actor: f64) -> Result<usize, JsError> {
        Ok(self.actor(actor)?.verb().0)
    }

    /// Where a knob of an actor is now, on its way to where it was set.
    pub fn knob(&self, actor: f64, knob: &Named) -> Result<f32, JsError> {
        let id = named::knob(self.crowd.graph(), knob)?;
        Ok(self.actor(actor)?.knob(id))
    }

    /// The state of an actor: `restore` comes back to it.
    pub fn snapshot(&self, actor: f64) -> Result<Vec<u8>, JsError> {
        let mut bytes = Vec::new();
        self.actor(actor)?.snapshot(&mut bytes);
        Ok(bytes)
    }

    /// Brings an actor back to the state of a snapshot, also of one that acted alone. Throws if the bytes are damaged or of another graph.
    pub fn restore(&mut self, actor: f64, bytes: &[u8]) -> Result<(), JsError> {
        Ok(self.actor_mut(actor)?.restore(bytes)?)
    }

    /// A hash of an actor's state: equal states have equal hashes on every machine.
    #[wasm_bindgen(js_name = stateHash)]
    pub fn state_hash(&self, actor: f64) -> Result<u64, JsError> {
        Ok(self.actor(actor)?.state_hash())
    }

    /// An actor looks at a point of the world from now on.
    #[wasm_bindgen(js_name = lookAt)]
    pub fn look_at(&mut self, actor: f64, x: f64, y: f64, z: f64) -> Result<(), JsError> {
        self.actor_mut(actor)?.look_at(Some([x, y, z]));
        Ok(())
    }

    /// An actor looks ahead again.
    #[wasm_bindgen(js_name = lookAhead)]
    pub fn look_ahead(&mut self, actor: f64) -> Result<(), JsError> {
        self.actor_mut(actor)?.look_at(None);
        Ok(())
    }

    /// Puts an actor and its origin somewhere else in the world; feet are set down anew.
    pub fn place(&mut self, actor: f64, x: f64, y: f64, z: f64, heading: f64) -> Result<(), JsError> {
        self.actor_mut(actor)?.place(DPlacement { x, y, z, heading });
        Ok(())
    }

    /// Moves an actor a little, as a wall would: feet that stand stay where they are.
    #[wasm_bindgen(js_name = pushTo)]
    pub fn push_to(&mut self, actor: f64, x: f64, y: f64, z: f64, heading: f64) -> Result<(), JsError> {
        self.actor_mut(actor)?.push_to(DPlacement { x, y, z, heading });
        Ok(())
    }

    /// Moves the origin of an actor, from which its poses are seen, and nothing else.
    #[wasm_bindgen(js_name = shiftOrigin)]
    pub fn shift_origin(&mut self, actor: f64, x: f64, y: f64, z: f64, heading: f64) -> Result<(), JsError> {
        self.actor_mut(actor)?.shift_origin(DPlacement { x, y, z, heading });
        Ok(())
    }

    /// How many events happened in the last step.
    #[wasm_bindgen(getter, js_name = eventCount)]
    pub fn event_count(&self) -> usize {
        self.events.len()
    }

    /// Whose event it was.
    #[wasm_bindgen(js_name = eventActor)]
    pub fn event_actor(&self, number: f64) -> Result<usize, JsError> {
        heard(&self.events, number).map(|(actor, _)| actor)
    }

    /// An event of the last step, by its index in `graph()`.
    pub fn event(&self, number: f64) -> Result<usize, JsError> {
        heard(&self.events, number).map(|(_, heard)| heard.event.0)
    }

    /// When an event of the last step happened, in seconds since its actor began.
    #[wasm_bindgen(js_name = eventTime)]
    pub fn event_time(&self, number: f64) -> Result<f64, JsError> {
        heard(&self.events, number).map(|(_, heard)| heard.at.0)
    }

    /// Where all are: per actor x, y, z and heading. A view, valid until the next call.
    pub fn placements(&mut self) -> Float64Array {
        view::f64s(write(&mut self.placements, self.crowd.actors().map(adverb::Actor::placement)))
    }

    /// What the poses of all are seen from: per actor x, y, z and heading. A view, valid until the next call.
    pub fn origins(&mut self) -> Float64Array {
        view::f64s(write(&mut self.origins, self.crowd.actors().map(adverb::Actor::origin)))
    }

    /// How all moved in the last step: per actor metres to its left and ahead and radians to its left, seen from where it was. A
    /// view, valid until the next call.
    pub fn moved(&mut self) -> Float32Array {
        view::f32s(self.moved_numbers())
    }

    /// The poses of all in the world, one actor after another: as `world()` of an actor. A view, valid until the next call.
    pub fn world(&mut self) -> Float32Array {
        view::f32s(self.poses.worlds(self.crowd.graph().skeleton(), self.crowd.actors()))
    }

    /// The poses of all below parents, one actor after another: as `locals()` of an actor. A view, valid until the next call.
    pub fn locals(&mut self) -> Float32Array {
        view::f32s(self.local_numbers())
    }

    /// Frees its memory; it can no longer be used.
    pub fn dispose(self) {}
}

/// For callers in Rust.
impl Crowd {
    /// The numbers of [`Self::moved`].
    pub fn moved_numbers(&mut self) -> &[f32] {
        self.moved.clear();
        let moved = (0..self.crowd.len()).map(|actor| self.crowd.moved(actor));
        self.moved.extend(moved.flat_map(|moved| [moved.x, moved.z, moved.heading]));
        &self.moved
    }

    /// The numbers of [`Self::locals`].
    pub fn local_numbers(&mut self) -> &[f32] {
        self.poses.locals(self.crowd.graph().skeleton(), self.crowd.actors())
    }
}

/// Placements as numbers.
fn write(numbers: &mut Vec<f64>, placements: impl Iterator<Item = DPlacement>) -> &[f64] {
    numbers.clear();
    numbers.extend(placements.flat_map(|DPlacement { x, y, z, heading }| [x, y, z, heading]));
    numbers
}
