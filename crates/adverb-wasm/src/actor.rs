//! An actor on a verb graph, or on that of one verb alone.
//!
//! Verbs, knobs, gestures, hands and objects are told by their names or by their places in [`crate::GraphInfo`] (verbs: in
//! [`crate::Hero::verbs`]). What cannot be done now, because of where the actor is, is returned as words; what never can,
//! such as a knob that there is not, is thrown. Either changes nothing.

use adverb::actor::{self, Idle, Refused};
use adverb::glam::{Quat, Vec3};
use adverb::graph::{GestureId, KnobId, ObjectId, VerbId};
use adverb::kinematics::LocalTransform;
use adverb::time::CanonicalTime;
use adverb::{Graph, Placement};
use wasm_bindgen::prelude::*;

use crate::named::{Named, place, thrown};
use crate::pose::Pose;

#[wasm_bindgen]
extern "C" {
    /// The height of the ground at a place.
    #[wasm_bindgen(typescript_type = "((x: number, z: number) => number | undefined)")]
    pub type Ground;

    #[wasm_bindgen(method, catch, js_name = call)]
    fn height(this: &Ground, of: &JsValue, x: f32, z: f32) -> Result<Option<f32>, JsValue>;
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
    graph: Graph,
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
    fn ground(&self, x: f32, z: f32) -> Option<f32> {
        match self.ground.as_ref()?.height(&JsValue::UNDEFINED, x, z) {
            Ok(height) => height.filter(|height| height.is_finite()),
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
    pub(crate) fn new(graph: Graph, seed: u64) -> Self {
        Self {
            actor: adverb::Actor::new(&graph, seed),
            heard: Vec::new(),
            moved: Placement::default(),
            pose: Pose::new(graph.skeleton()),
            graph,
        }
    }

    /// Its pose.
    pub(crate) fn dofs(&self) -> &[f32] {
        self.actor.dofs()
    }

    fn verb_told(&self, told: &Named) -> Result<VerbId, String> {
        let graph = &self.graph;
        let named = |name: &str| graph.verb_named(name).map(|id| id.0);
        let place = place(told, "verb", graph.verbs().len(), named)?;
        let node = graph.nodes().find(|id| id.0 == place);
        node.ok_or_else(|| format!("{:?} is no verb of the graph", graph.verbs()[place].name()))
    }

    fn gesture_told(&self, told: &Named) -> Result<GestureId, String> {
        let graph = &self.graph;
        let named = |name: &str| graph.gesture_named(name).map(|id| id.0);
        place(told, "gesture", graph.parts().gestures.len(), named).map(GestureId)
    }

    fn knob_told(&self, told: &Named) -> Result<KnobId, String> {
        let graph = &self.graph;
        let named = |name: &str| graph.knob_named(name).map(|id| id.0);
        place(told, "knob", graph.knobs().len(), named).map(KnobId)
    }

    fn hand_told(&self, told: &Named) -> Result<usize, String> {
        let graph = &self.graph;
        place(told, "hand", graph.parts().hands.len(), |name| graph.hand_named(name))
    }

    fn object_told(&self, told: &Named) -> Result<ObjectId, String> {
        let graph = &self.graph;
        let named = |name: &str| graph.object_named(name).map(|id| id.0);
        place(told, "object", graph.objects().len(), named).map(ObjectId)
    }

    /// Why a gesture is refused, with names.
    fn reason(&self, id: GestureId, refused: Refused) -> String {
        let graph = &self.graph;
        let name = |id: GestureId| &graph.parts().gestures[id.0].name;
        match refused {
            Refused::UnderWay => format!("{} is under way already", name(id)),
            Refused::ByVerb(verb) => format!("{} needs what {} needs", name(id), graph.verb(verb).name()),
            Refused::ByGesture(other) => format!("{} needs what {} needs", name(id), name(other)),
        }
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
        self.actor.request(&self.graph, id).err().map(|why| why.in_words(&self.graph))
    }

    /// Turns a knob; it follows at a limited rate. Throws if there is no such knob.
    pub fn turn(&mut self, knob: &Named, value: f32) -> Result<(), JsError> {
        let id = self.knob_told(knob).map_err(thrown)?;
        self.actor.turn(&self.graph, id, value);
        Ok(())
    }

    /// Where a knob is now, on its way to where it was turned. Throws if there is no such knob.
    pub fn knob(&self, knob: &Named) -> Result<f32, JsError> {
        Ok(self.actor.knob(self.knob_told(knob).map_err(thrown)?))
    }

    /// Takes all knobs to where they were turned, without waiting; feet are set down anew.
    pub fn jump(&mut self) {
        self.actor.jump(&self.graph);
    }

    /// Begins a gesture. Returns why not, if it is refused.
    pub fn gesture(&mut self, gesture: &Named) -> Option<String> {
        let id = match self.gesture_told(gesture) {
            Ok(id) => id,
            Err(why) => return Some(why),
        };
        let outcome = self.actor.gesture(&self.graph, id);
        outcome.err().map(|refused| self.reason(id, refused))
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
        Ok(self.actor.gesture_weight(&self.graph, self.gesture_told(gesture).map_err(thrown)?))
    }

    /// Lets seconds pass and poses. `ground` tells heights where it knows them. What it throws is thrown when the step is
    /// done.
    pub fn step(&mut self, seconds: f64, ground: Option<Ground>) -> Result<(), JsValue> {
        let mut heard = core::mem::take(&mut self.heard);
        heard.clear();
        let mut world = World { ground, thrown: None.into(), heard: &mut heard };
        self.moved = self.actor.step(&self.graph, seconds, &mut world);
        self.pose.take(self.graph.skeleton(), self.actor.dofs());
        let thrown = world.thrown.into_inner();
        self.heard = heard;
        thrown.map_or(Ok(()), Err)
    }

    /// What happened in the last step.
    pub fn events(&self) -> Vec<Heard> {
        let events = &self.graph.parts().events;
        let event = |heard: &actor::Heard| Heard { name: events[heard.event.0].emit.clone(), at: heard.at.0 };
        self.heard.iter().map(event).collect()
    }

    /// How the actor's place moved in the last step, as seen from where it was: x, z, and the heading in radians.
    pub fn moved(&self) -> Vec<f32> {
        vec![self.moved.x, self.moved.z, self.moved.heading]
    }

    /// Where the character is: x, z, and the heading in radians.
    pub fn placement(&self) -> Vec<f32> {
        let at = self.actor.placement();
        vec![at.x, at.z, at.heading]
    }

    /// Metres that it has risen since it began, as verbs climb slopes.
    #[wasm_bindgen(getter)]
    pub fn climbed(&self) -> f64 {
        self.actor.climbed(&self.graph)
    }

    /// Puts it somewhere else; feet are set down anew.
    pub fn place(&mut self, x: f32, z: f32, heading: f32) {
        self.actor.place(Placement { x, z, heading });
    }

    /// Moves it a little, as a wall would: feet that stand stay where they are.
    #[wasm_bindgen(js_name = pushTo)]
    pub fn push_to(&mut self, x: f32, z: f32, heading: f32) {
        self.actor.push_to(Placement { x, z, heading });
    }

    /// Begins anew with a verb, at a canonical time of it, where the actor stands. Throws if there is no such verb.
    pub fn start(&mut self, verb: &Named, phase: f64) -> Result<(), JsError> {
        let id = self.verb_told(verb).map_err(thrown)?;
        self.actor.start(&self.graph, id, CanonicalTime(phase));
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
        self.actor.time().0
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
        self.pose.locals_address(self.graph.skeleton(), self.actor.dofs())
    }

    /// Which joints support the body at times: the balls of the feet.
    pub fn feet(&self) -> Vec<u32> {
        self.graph.feet().iter().map(|foot| foot.ball.0.into()).collect()
    }

    /// Whether a foot, by its place in [`Self::feet`], stands on the ground.
    #[wasm_bindgen(js_name = isPlanted)]
    pub fn is_planted(&self, foot: usize) -> bool {
        foot < self.graph.feet().len() && self.actor.stands(foot)
    }

    /// Whether planted feet are kept where they stand.
    #[wasm_bindgen(js_name = setConstraints)]
    pub fn set_constraints(&mut self, on: bool) {
        self.actor.set_constraints(on);
    }

    /// Looks at a point of the world from now on.
    #[wasm_bindgen(js_name = lookAt)]
    pub fn look_at(&mut self, x: f32, y: f32, z: f32) {
        self.actor.look_at(Some(Vec3::new(x, y, z)));
    }

    /// Looks ahead again.
    #[wasm_bindgen(js_name = lookAhead)]
    pub fn look_ahead(&mut self) {
        self.actor.look_at(None);
    }

    /// Brings a hand to a point of the world from now on. Throws if there is no such hand.
    pub fn reach(&mut self, hand: &Named, x: f32, y: f32, z: f32) -> Result<(), JsError> {
        self.actor.reach(self.hand_told(hand).map_err(thrown)?, Some(Vec3::new(x, y, z)));
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
    pub fn put(&mut self, object: &Named, at: Option<Vec<f32>>) -> Result<(), JsError> {
        let id = self.object_told(object).map_err(thrown)?;
        let at = at.map(|at| match at[..] {
            [x, y, z, qx, qy, qz, qw] => Ok(LocalTransform {
                translation: Vec3::new(x, y, z),
                rotation: Quat::from_xyzw(qx, qy, qz, qw),
            }),
            _ => Err(JsError::new("a place has 7 numbers")),
        });
        self.actor.put(id, at.transpose()?);
        Ok(())
    }

    /// Where the actor holds an object, if it does, as [`Self::put`] is told it. Throws if there is no such object.
    pub fn held(&self, object: &Named) -> Result<Option<Vec<f32>>, JsError> {
        let held = self.actor.held(self.object_told(object).map_err(thrown)?);
        let numbers = |at: LocalTransform| [&at.translation.to_array()[..], &at.rotation.to_array()].concat();
        Ok(held.map(numbers))
    }

    /// Its whole state: give it to [`Self::restore`] to come back to this moment.
    pub fn snapshot(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.actor.snapshot(&self.graph, &mut bytes);
        bytes
    }

    /// Comes back to a state; the pose follows with the next step. Returns why not, if the bytes are those of another graph or
    /// damaged.
    pub fn restore(&mut self, bytes: &[u8]) -> Option<String> {
        self.actor.restore(&self.graph, bytes).err().map(|why| why.to_string())
    }
}
