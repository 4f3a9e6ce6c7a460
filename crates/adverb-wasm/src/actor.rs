//! An actor on a verb graph, or on that of one verb alone.
//!
//! Verbs, knobs, gestures, hands and objects are told by their names or by their places in [`crate::GraphInfo`] (verbs: in
//! [`crate::Hero::verbs`]). What cannot be done now, because of where the actor is, is returned as words; what never can,
//! such as a knob that there is not, is thrown. Either changes nothing.

use std::sync::Arc;

use adverb::actor::{self, Idle};
use adverb::graph::{FootId, GestureId, HandId, KnobId, ObjectId, VerbId};
use adverb::{CanonicalTime, DPlacement, Graph, Placement, WorldTransform};
use wasm_bindgen::prelude::*;

use crate::named::{Named, place, thrown};
use crate::pose::Pose;

#[wasm_bindgen]
extern "C" {
    /// The height of the ground at a place; of several storeys the one near `y`.
    #[wasm_bindgen(typescript_type = "((x: number, z: number, y: number) => number | undefined)")]
    pub type Ground;

    #[wasm_bindgen(method, catch, js_name = call)]
    fn height(this: &Ground, of: &JsValue, x: f64, z: f64, y: f64) -> Result<Option<f64>, JsValue>;
}

/// An event that has happened.
#[wasm_bindgen(getter_with_clone)]
pub struct Heard {
    /// What was said.
    pub name: String,
    /// When, in seconds since the actor began.
    pub at: f64,
}

/// A character on a verb graph. The first step poses it.
#[wasm_bindgen]
pub struct Actor {
    actor: adverb::Actor,
    /// In the last step.
    heard: Vec<actor::Heard>,
    moved: Placement,
    pose: Pose,
}

/// What an actor's step asks and tells.
struct World<'a> {
    ground: Option<Ground>,
    /// What the ground threw first.
    thrown: core::cell::RefCell<Option<JsValue>>,
    heard: &'a mut Vec<actor::Heard>,
}

impl actor::World for World<'_> {
    fn ground(&self, [x, y, z]: [f64; 3]) -> Option<actor::Ground> {
        match self.ground.as_ref()?.height(&JsValue::UNDEFINED, x, z, y) {
            Ok(height) => height.map(actor::Ground::from),
            Err(thrown) => {
                self.thrown.borrow_mut().get_or_insert(thrown);
                None
            }
        }
    }

    fn hear(&mut self, event: actor::Heard) {
        self.heard.push(event);
    }
}

impl Actor {
    pub(crate) fn new(graph: Arc<Graph>, seed: u64) -> Self {
        Self {
            actor: adverb::Actor::new(graph.clone(), seed),
            heard: Vec::new(),
            moved: Placement::default(),
            pose: Pose::new(graph.skeleton()),
        }
    }

    /// Its pose.
    #[cfg(feature = "shapes")]
    pub(crate) fn dofs(&self) -> &[f32] {
        self.actor.dofs()
    }

    fn verb_told(&self, told: &Named) -> Result<VerbId, String> {
        let graph = self.actor.graph();
        let named = |name: &str| graph.verb_named(name).map(|id| id.0);
        let place = place(told, "verb", graph.verbs().len(), named)?;
        let node = graph.nodes().find(|id| id.0 == place);
        node.ok_or_else(|| format!("{:?} is no verb of the graph", graph.verbs()[place].name()))
    }

    fn gesture_told(&self, told: &Named) -> Result<GestureId, String> {
        let graph = self.actor.graph();
        let named = |name: &str| graph.gesture_named(name).map(|id| id.0);
        place(told, "gesture", graph.parts().gestures.len(), named).map(GestureId)
    }

    fn knob_told(&self, told: &Named) -> Result<KnobId, String> {
        let graph = self.actor.graph();
        let named = |name: &str| graph.knob_named(name).map(|id| id.0);
        place(told, "knob", graph.knobs().len(), named).map(KnobId)
    }

    fn hand_told(&self, told: &Named) -> Result<HandId, String> {
        let graph = self.actor.graph();
        let named = |name: &str| graph.hand_named(name).map(|id| id.0);
        place(told, "hand", graph.hands().len(), named).map(HandId)
    }

    fn object_told(&self, told: &Named) -> Result<ObjectId, String> {
        let graph = self.actor.graph();
        let named = |name: &str| graph.object_named(name).map(|id| id.0);
        place(told, "object", graph.objects().len(), named).map(ObjectId)
    }
}

#[wasm_bindgen]
impl Actor {
    /// Asks for a verb: the quickest way there takes the place of what was queued. Returns why not, if there is no way.
    pub fn request(&mut self, verb: &Named) -> Option<String> {
        let id = match self.verb_told(verb) {
            Ok(id) => id,
            Err(why) => return Some(why),
        };
        self.actor.request(id).err().map(|why| why.to_string())
    }

    /// Turns a knob; it follows at a limited rate. Throws if there is no such knob.
    pub fn turn(&mut self, knob: &Named, value: f32) -> Result<(), JsError> {
        let id = self.knob_told(knob).map_err(thrown)?;
        self.actor.set_knob(id, value);
        Ok(())
    }

    /// Where a knob is now, on its way to where it was turned. Throws if there is no such knob.
    pub fn knob(&self, knob: &Named) -> Result<f32, JsError> {
        Ok(self.actor.knob(self.knob_told(knob).map_err(thrown)?))
    }

    /// Takes all knobs to where they were turned, without waiting; feet are set down anew.
    pub fn jump(&mut self) {
        self.actor.snap_knobs();
    }

    /// Begins a gesture. Returns why not, if it is refused.
    pub fn gesture(&mut self, gesture: &Named) -> Option<String> {
        let id = match self.gesture_told(gesture) {
            Ok(id) => id,
            Err(why) => return Some(why),
        };
        self.actor.start_gesture(id).err().map(|refused| refused.to_string())
    }

    /// Ends a gesture smoothly, if it is under way. Throws if there is no such gesture.
    #[wasm_bindgen(js_name = endGesture)]
    pub fn end_gesture(&mut self, gesture: &Named) -> Result<(), JsError> {
        self.actor.end_gesture(self.gesture_told(gesture).map_err(thrown)?);
        Ok(())
    }

    /// How much of a gesture there is now, from 0 to 1. Throws if there is no such gesture.
    #[wasm_bindgen(js_name = gestureWeight)]
    pub fn gesture_weight(&self, gesture: &Named) -> Result<f32, JsError> {
        Ok(self.actor.gesture_weight(self.gesture_told(gesture).map_err(thrown)?))
    }

    /// Lets seconds pass and poses. `ground` tells heights where it knows them. What it throws is thrown when the step is
    /// done.
    pub fn step(&mut self, seconds: f64, ground: Option<Ground>) -> Result<(), JsValue> {
        let mut heard = core::mem::take(&mut self.heard);
        heard.clear();
        let mut world = World { ground, thrown: None.into(), heard: &mut heard };
        self.moved = self.actor.step(seconds, &mut world);
        self.pose.take(self.actor.graph().skeleton(), self.actor.dofs());
        let thrown = world.thrown.into_inner();
        self.heard = heard;
        thrown.map_or(Ok(()), Err)
    }

    /// What happened in the last step.
    pub fn events(&self) -> Vec<Heard> {
        let graph = self.actor.graph();
        let event =
            |heard: &actor::Heard| Heard { name: graph.event(heard.event).emit.clone(), at: heard.at.0 };
        self.heard.iter().map(event).collect()
    }

    /// How the actor's place moved in the last step, as seen from where it was: x, z, and the heading in radians.
    pub fn moved(&self) -> Vec<f32> {
        vec![self.moved.x, self.moved.z, self.moved.heading]
    }

    /// Where the character is: x, z, and the heading in radians.
    pub fn placement(&self) -> Vec<f32> {
        let Placement { x, z, heading } = self.actor.placement().on_ground();
        vec![x, z, heading]
    }

    /// Metres that it has risen since it began, as verbs climb slopes.
    #[wasm_bindgen(getter)]
    pub fn climbed(&self) -> f64 {
        self.actor.placement().y
    }

    /// Puts it somewhere else; feet are set down anew.
    pub fn place(&mut self, x: f32, z: f32, heading: f32) {
        self.actor.place(Placement { x, z, heading }.into());
        // Poses are of the world.
        self.actor.shift_origin(DPlacement::ORIGIN);
    }

    /// Moves it a little, as a wall would: feet that stand stay where they are.
    #[wasm_bindgen(js_name = pushTo)]
    pub fn push_to(&mut self, x: f32, z: f32, heading: f32) {
        let y = self.actor.placement().y;
        self.actor.push_to(DPlacement { y, ..Placement { x, z, heading }.into() });
    }

    /// Begins anew with a verb, at a canonical time of it, where the actor stands. Throws if there is no such verb.
    pub fn start(&mut self, verb: &Named, phase: f64) -> Result<(), JsError> {
        let id = self.verb_told(verb).map_err(thrown)?;
        self.actor.start(id, CanonicalTime(phase));
        Ok(())
    }

    /// Whether it stirs by itself when nobody has asked for anything for a while.
    #[wasm_bindgen(js_name = setIdle)]
    pub fn set_idle(&mut self, on: bool) {
        self.actor.set_idle(on.then(Idle::default));
    }

    /// Seconds since it began.
    #[wasm_bindgen(getter)]
    pub fn now(&self) -> f64 {
        self.actor.now().0
    }

    /// The verb that plays, by its place in the hero's; in a transition the one that it leaves.
    #[wasm_bindgen(getter)]
    pub fn verb(&self) -> usize {
        self.actor.verb().0
    }

    /// Canonical time of the verb that plays, 0 to 1.
    #[wasm_bindgen(getter)]
    pub fn phase(&self) -> f64 {
        self.actor.canonical_time().0
    }

    /// Of the verb that plays, seconds.
    #[wasm_bindgen(getter)]
    pub fn duration(&self) -> f64 {
        self.actor.setting().duration().0
    }

    /// The transition under way, by its place in the graph's.
    #[wasm_bindgen(getter)]
    pub fn transition(&self) -> Option<usize> {
        self.actor.transition().map(|(id, _)| id.0)
    }

    /// How far that transition has come, from 0 to 1.
    #[wasm_bindgen(getter)]
    pub fn progress(&self) -> f32 {
        self.actor.transition().map_or(0.0, |(_, progress)| progress)
    }

    /// The transitions that are to follow, by their places in the graph's.
    pub fn queue(&self) -> Vec<u32> {
        self.actor.queue().map(|id| id.0 as u32).collect()
    }

    /// Where the weights of the examples of the verb that plays are: one f32 each.
    #[wasm_bindgen(js_name = weightsAddress)]
    pub fn weights_address(&self) -> usize {
        self.actor.setting().weights().as_ptr() as usize
    }

    /// Where the pose is: per joint 12 f32, the columns of the rotation and then the place.
    #[wasm_bindgen(js_name = worldAddress)]
    pub fn world_address(&self) -> usize {
        self.pose.world_address()
    }

    /// Where the joints are below their parents: per joint 7 f32, the place and then the quaternion, w last. What has no
    /// parent is placed in the world.
    #[wasm_bindgen(js_name = localsAddress)]
    pub fn locals_address(&mut self) -> usize {
        self.pose.locals_address(self.actor.graph().skeleton(), self.actor.dofs())
    }

    /// Which joints support the body at times: the balls of the feet.
    pub fn feet(&self) -> Vec<u32> {
        self.actor.graph().feet().iter().map(|foot| foot.ball.0.into()).collect()
    }

    /// Whether a foot, by its place in [`Self::feet`], stands on the ground.
    #[wasm_bindgen(js_name = isPlanted)]
    pub fn is_planted(&self, foot: usize) -> bool {
        foot < self.actor.graph().feet().len() && self.actor.is_planted(FootId(foot))
    }

    /// Whether planted feet are kept where they stand.
    #[wasm_bindgen(js_name = setConstraints)]
    pub fn set_constraints(&mut self, on: bool) {
        self.actor.set_foot_planting(on);
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

    /// Brings a hand to a point of the world from now on. Throws if there is no such hand.
    pub fn reach(&mut self, hand: &Named, x: f64, y: f64, z: f64) -> Result<(), JsError> {
        self.actor.reach(self.hand_told(hand).map_err(thrown)?, Some([x, y, z]));
        Ok(())
    }

    /// Lets a hand go where the motion takes it again. Throws if there is no such hand.
    #[wasm_bindgen(js_name = letGo)]
    pub fn let_go(&mut self, hand: &Named) -> Result<(), JsError> {
        self.actor.reach(self.hand_told(hand).map_err(thrown)?, None);
        Ok(())
    }

    /// Says where an object is: 7 numbers, the place and then the quaternion, w last; `undefined` where there is none. Throws
    /// if there is no such object, or not 7 numbers.
    pub fn put(&mut self, object: &Named, at: Option<Vec<f64>>) -> Result<(), JsError> {
        let id = self.object_told(object).map_err(thrown)?;
        let at = at.map(|at| match at[..] {
            [x, y, z, ref turn @ ..] if turn.len() == 4 => Ok(WorldTransform {
                translation: [x, y, z],
                rotation: core::array::from_fn(|i| turn[i] as f32),
            }),
            _ => Err(JsError::new("a place has 7 numbers")),
        });
        self.actor.place_object(id, at.transpose()?);
        Ok(())
    }

    /// Where the actor holds an object, if it does, as [`Self::put`] is told it. Throws if there is no such object.
    pub fn held(&self, object: &Named) -> Result<Option<Vec<f64>>, JsError> {
        let held = self.actor.held_object(self.object_told(object).map_err(thrown)?);
        let numbers = |at: WorldTransform| [&at.translation[..], &at.rotation.map(f64::from)].concat();
        Ok(held.map(numbers))
    }

    /// Its whole state: give it to [`Self::restore`] to come back to this moment.
    pub fn snapshot(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.actor.snapshot(&mut bytes);
        bytes
    }

    /// Comes back to a state; the pose follows with the next step. Returns why not, if the bytes are those of another graph or
    /// damaged.
    pub fn restore(&mut self, bytes: &[u8]) -> Option<String> {
        self.actor.restore(bytes).err().map(|why| why.to_string())
    }
}
