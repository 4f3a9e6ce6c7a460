//! An actor on a verb graph, or on that of one verb alone.
//!
//! Methods have the names of the runtime's. Verbs, knobs, gestures, hands, feet and objects are given by name or by index. What
//! cannot be done is thrown and changes nothing. Reading where the actor is and what happened takes no memory.

use core::cell::RefCell;
use std::sync::Arc;

use adverb::actor::{self, Heard, Idle};
use adverb::{CanonicalTime, DPlacement, Graph, Placement, WorldTransform};
use js_sys::Float32Array;
use wasm_bindgen::prelude::*;

use crate::named::{self, Named};
use crate::pose::Poses;
use crate::records::GraphInfo;
use crate::view;
use crate::world::{Ground, World};

/// A character on a verb graph. The first step poses it.
#[wasm_bindgen]
pub struct Actor {
    actor: adverb::Actor,
    /// In the last step.
    events: Vec<Heard>,
    moved: Placement,
    poses: Poses,
}

/// The ground under an actor, and the list of what happens to it.
struct Listening<'a> {
    world: World<'a>,
    events: &'a mut Vec<Heard>,
}

impl actor::World for Listening<'_> {
    fn ground(&self, at: [f64; 3]) -> Option<actor::Ground> {
        self.world.ground(at)
    }

    fn hear(&mut self, event: Heard) {
        self.events.push(event);
    }
}

impl Actor {
    pub(crate) fn new(graph: Arc<Graph>, seed: u64) -> Self {
        Self {
            actor: adverb::Actor::new(graph, seed),
            events: Vec::new(),
            moved: Placement::default(),
            poses: Poses::default(),
        }
    }

    #[cfg(feature = "migration")]
    pub(crate) fn migrate(&mut self, graph: Arc<Graph>) -> Vec<String> {
        let (actor, lost) = self.actor.migrated(graph);
        self.actor = actor;
        lost
    }

    #[cfg(feature = "bodies")]
    pub(crate) fn inner(&self) -> &adverb::Actor {
        &self.actor
    }

    #[cfg(feature = "shapes")]
    pub(crate) fn dofs(&self) -> &[f32] {
        self.actor.dofs()
    }
}

#[wasm_bindgen]
impl Actor {
    /// Lets seconds pass, at most ten minutes at once, and finds the pose then. `ground` answers where it knows the ground; what it throws is thrown when the
    /// step is done.
    pub fn step(&mut self, seconds: f64, ground: Option<Ground>) -> Result<(), JsValue> {
        self.events.clear();
        let thrown = RefCell::new(None);
        let world = World { ground: ground.as_ref(), actor: 0, thrown: &thrown };
        self.moved = self.actor.step(seconds, &mut Listening { world, events: &mut self.events });
        thrown.into_inner().map_or(Ok(()), Err)
    }

    /// Asks for a verb: the quickest way there replaces what was queued. Throws if no way leads there.
    pub fn request(&mut self, verb: &Named) -> Result<(), JsError> {
        let id = named::verb(self.actor.graph(), verb)?;
        Ok(self.actor.request(id)?)
    }

    /// Starts anew with a verb at a canonical time, where the actor stands.
    pub fn start(
        &mut self,
        verb: &Named,
        #[wasm_bindgen(js_name = canonicalTime)] t: f64,
    ) -> Result<(), JsError> {
        let id = named::verb(self.actor.graph(), verb)?;
        self.actor.start(id, CanonicalTime(t));
        Ok(())
    }

    /// Sets a knob. It moves there at its own rate. A value beyond its range stops at the end; NaN is ignored.
    #[wasm_bindgen(js_name = setKnob)]
    pub fn set_knob(&mut self, knob: &Named, value: f32) -> Result<(), JsError> {
        let id = named::knob(self.actor.graph(), knob)?;
        self.actor.set_knob(id, value);
        Ok(())
    }

    /// Where a knob is now, on its way to where it was set.
    pub fn knob(&self, knob: &Named) -> Result<f32, JsError> {
        Ok(self.actor.knob(named::knob(self.actor.graph(), knob)?))
    }

    /// Takes all knobs to where they were set, without waiting; feet are set down anew.
    #[wasm_bindgen(js_name = snapKnobs)]
    pub fn snap_knobs(&mut self) {
        self.actor.snap_knobs();
    }

    /// Starts a gesture. Throws if it cannot start now.
    #[wasm_bindgen(js_name = startGesture)]
    pub fn start_gesture(&mut self, gesture: &Named) -> Result<(), JsError> {
        let id = named::gesture(self.actor.graph(), gesture)?;
        Ok(self.actor.start_gesture(id)?)
    }

    /// Ends a gesture smoothly, if it plays.
    #[wasm_bindgen(js_name = endGesture)]
    pub fn end_gesture(&mut self, gesture: &Named) -> Result<(), JsError> {
        let id = named::gesture(self.actor.graph(), gesture)?;
        self.actor.end_gesture(id);
        Ok(())
    }

    /// How much of a gesture shows now, from 0 to 1.
    #[wasm_bindgen(js_name = gestureWeight)]
    pub fn gesture_weight(&self, gesture: &Named) -> Result<f32, JsError> {
        Ok(self.actor.gesture_weight(named::gesture(self.actor.graph(), gesture)?))
    }

    /// Whether the actor stirs by itself when nothing has been asked of it for a while.
    #[wasm_bindgen(js_name = setIdle)]
    pub fn set_idle(&mut self, on: bool) {
        self.actor.set_idle(on.then(Idle::default));
    }

    /// Looks at a point of the world from now on.
    #[wasm_bindgen(js_name = lookAt)]
    pub fn look_at(&mut self, x: f64, y: f64, z: f64) {
        self.actor.look_at(Some([x, y, z]));
    }

    /// Looks ahead again.
    #[wasm_bindgen(js_name = lookAhead)]
    pub fn look_ahead(&mut self) {
        self.actor.look_at(None);
    }

    /// Brings a hand to a point of the world from now on.
    pub fn reach(&mut self, hand: &Named, x: f64, y: f64, z: f64) -> Result<(), JsError> {
        let id = named::hand(self.actor.graph(), hand)?;
        self.actor.reach(id, Some([x, y, z]));
        Ok(())
    }

    /// Lets a hand follow the motion again.
    #[wasm_bindgen(js_name = letGo)]
    pub fn let_go(&mut self, hand: &Named) -> Result<(), JsError> {
        let id = named::hand(self.actor.graph(), hand)?;
        self.actor.reach(id, None);
        Ok(())
    }

    /// Places an object in the world: x, y, z and a quaternion x, y, z, w. `undefined` takes it away.
    #[wasm_bindgen(js_name = placeObject)]
    pub fn place_object(&mut self, object: &Named, at: Option<Vec<f64>>) -> Result<(), JsError> {
        let id = named::object(self.actor.graph(), object)?;
        let at = at.map(|at| match at[..] {
            [x, y, z, ref turn @ ..] if turn.len() == 4 => Ok(WorldTransform {
                translation: [x, y, z],
                rotation: core::array::from_fn(|i| turn[i] as f32),
            }),
            _ => Err(JsError::new("an object is placed by 7 numbers: x, y, z and a quaternion")),
        });
        self.actor.place_object(id, at.transpose()?);
        Ok(())
    }

    /// Where the actor holds an object, as in `placeObject`, or `undefined` if it does not hold it.
    #[wasm_bindgen(js_name = heldObject)]
    pub fn held_object(&self, object: &Named) -> Result<Option<Vec<f64>>, JsError> {
        let held = self.actor.held_object(named::object(self.actor.graph(), object)?);
        let numbers = |at: WorldTransform| [&at.translation[..], &at.rotation.map(f64::from)].concat();
        Ok(held.map(numbers))
    }

    /// Puts the actor and its origin somewhere else in the world; feet are set down anew.
    pub fn place(&mut self, x: f64, y: f64, z: f64, heading: f64) {
        self.actor.place(DPlacement { x, y, z, heading });
    }

    /// Moves the actor a little, as a wall would: feet that stand stay where they are.
    #[wasm_bindgen(js_name = pushTo)]
    pub fn push_to(&mut self, x: f64, y: f64, z: f64, heading: f64) {
        self.actor.push_to(DPlacement { x, y, z, heading });
    }

    /// Moves the origin, from which poses are seen, and nothing else.
    #[wasm_bindgen(js_name = shiftOrigin)]
    pub fn shift_origin(&mut self, x: f64, y: f64, z: f64, heading: f64) {
        self.actor.shift_origin(DPlacement { x, y, z, heading });
    }

    /// Whether planted feet are held where they stand; they are unless this is off.
    #[wasm_bindgen(js_name = setFootPlanting)]
    pub fn set_foot_planting(&mut self, on: bool) {
        self.actor.set_foot_planting(on);
    }

    /// Whether a foot stands on the ground, by the name of the joint at its ball or by its index in `graph()`.
    #[wasm_bindgen(js_name = isPlanted)]
    pub fn is_planted(&self, foot: &Named) -> Result<bool, JsError> {
        Ok(self.actor.is_planted(named::foot(self.actor.graph(), foot)?))
    }

    /// Its state: `restore` comes back to it.
    pub fn snapshot(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.actor.snapshot(&mut bytes);
        bytes
    }

    /// Comes back to the state of a snapshot; the next step poses it. Throws if the bytes are damaged or of another graph.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), JsError> {
        Ok(self.actor.restore(bytes)?)
    }

    /// A hash of its state: equal states have equal hashes on every machine.
    #[wasm_bindgen(js_name = stateHash)]
    pub fn state_hash(&self) -> u64 {
        self.actor.state_hash()
    }

    /// Frees its memory; it can no longer be used.
    pub fn dispose(self) {}
}

/// Where it is and what happens: numbers, which take no memory.
#[wasm_bindgen]
impl Actor {
    /// The graph it plays.
    pub fn graph(&self) -> GraphInfo {
        GraphInfo::of(self.actor.graph())
    }

    /// Seconds since it began.
    #[wasm_bindgen(getter)]
    pub fn now(&self) -> f64 {
        self.actor.now().0
    }

    /// Where it is, metres.
    #[wasm_bindgen(getter)]
    pub fn x(&self) -> f64 {
        self.actor.placement().x
    }

    /// The height of the ground it is on, or what its verbs have climbed, metres.
    #[wasm_bindgen(getter)]
    pub fn y(&self) -> f64 {
        self.actor.placement().y
    }

    /// Where it is, metres.
    #[wasm_bindgen(getter)]
    pub fn z(&self) -> f64 {
        self.actor.placement().z
    }

    /// How far below the ground is, metres, if it has walked off a ledge: it goes on at its height until it is placed.
    #[wasm_bindgen(getter)]
    pub fn ledge(&self) -> Option<f32> {
        self.actor.ledge()
    }

    /// Where it faces, radians: 0 is +z, π/2 is +x.
    #[wasm_bindgen(getter)]
    pub fn heading(&self) -> f64 {
        self.actor.placement().heading
    }

    /// What poses are seen from, metres.
    #[wasm_bindgen(getter, js_name = originX)]
    pub fn origin_x(&self) -> f64 {
        self.actor.origin().x
    }

    /// What poses are seen from, metres.
    #[wasm_bindgen(getter, js_name = originY)]
    pub fn origin_y(&self) -> f64 {
        self.actor.origin().y
    }

    /// What poses are seen from, metres.
    #[wasm_bindgen(getter, js_name = originZ)]
    pub fn origin_z(&self) -> f64 {
        self.actor.origin().z
    }

    /// What poses are seen from, radians.
    #[wasm_bindgen(getter, js_name = originHeading)]
    pub fn origin_heading(&self) -> f64 {
        self.actor.origin().heading
    }

    /// How far it moved to its left in the last step, metres, seen from where it was.
    #[wasm_bindgen(getter, js_name = movedX)]
    pub fn moved_x(&self) -> f32 {
        self.moved.x
    }

    /// How far it moved ahead in the last step, metres, seen from where it was.
    #[wasm_bindgen(getter, js_name = movedZ)]
    pub fn moved_z(&self) -> f32 {
        self.moved.z
    }

    /// How far it turned to its left in the last step, radians.
    #[wasm_bindgen(getter, js_name = movedHeading)]
    pub fn moved_heading(&self) -> f32 {
        self.moved.heading
    }

    /// How many events happened in the last step.
    #[wasm_bindgen(getter, js_name = eventCount)]
    pub fn event_count(&self) -> usize {
        self.events.len()
    }

    /// An event of the last step, by its index in `graph()`.
    pub fn event(&self, number: f64) -> Result<usize, JsError> {
        heard(&self.events, number).map(|heard| heard.event.0)
    }

    /// When an event of the last step happened, in seconds since the actor began.
    #[wasm_bindgen(js_name = eventTime)]
    pub fn event_time(&self, number: f64) -> Result<f64, JsError> {
        heard(&self.events, number).map(|heard| heard.at.0)
    }

    /// The verb that plays, by its index in the hero's; in a transition the one that it leaves.
    #[wasm_bindgen(getter)]
    pub fn verb(&self) -> usize {
        self.actor.verb().0
    }

    /// How far through the verb that plays, from 0 to 1.
    #[wasm_bindgen(getter, js_name = canonicalTime)]
    pub fn canonical_time(&self) -> f64 {
        self.actor.canonical_time().0
    }

    /// How long the verb that plays takes as its knobs are, seconds.
    #[wasm_bindgen(getter)]
    pub fn duration(&self) -> f64 {
        self.actor.setting().duration().0
    }

    /// The transition that plays, by its index in `graph()`.
    #[wasm_bindgen(getter)]
    pub fn transition(&self) -> Option<usize> {
        self.actor.transition().map(|(id, _)| id.0)
    }

    /// How far that transition has come, from 0 to 1.
    #[wasm_bindgen(getter)]
    pub fn progress(&self) -> f32 {
        self.actor.transition().map_or(0.0, |(_, progress)| progress)
    }

    /// The transitions that follow, by their indices in `graph()`.
    pub fn queue(&self) -> Vec<u32> {
        self.actor.queue().map(|id| id.0 as u32).collect()
    }

    /// The weights of the examples of the verb that plays. A view, valid until the next call.
    pub fn weights(&self) -> Float32Array {
        view::f32s(self.actor.setting().weights())
    }

    /// The pose in the world, as seen from the origin: per joint 12 numbers, the columns of the rotation and the translation. A
    /// view, valid until the next call.
    pub fn world(&mut self) -> Float32Array {
        view::f32s(self.world_numbers())
    }

    /// The pose below parents: per joint 7 numbers, the translation and the quaternion x, y, z, w. Joints without a parent are
    /// seen from the origin. A view, valid until the next call.
    pub fn locals(&mut self) -> Float32Array {
        view::f32s(self.local_numbers())
    }
}

/// For callers in Rust.
impl Actor {
    /// The numbers of [`Self::world`].
    pub fn world_numbers(&mut self) -> &[f32] {
        self.poses.worlds(self.actor.graph().skeleton(), [&self.actor].into_iter())
    }

    /// The numbers of [`Self::locals`].
    pub fn local_numbers(&mut self) -> &[f32] {
        self.poses.locals(self.actor.graph().skeleton(), [&self.actor].into_iter())
    }
}

/// An item of a list of what happened.
pub(crate) fn heard<T: Copy>(events: &[T], number: f64) -> Result<T, JsError> {
    named::numbered(number, "event", events.len()).map(|number| events[number])
}
