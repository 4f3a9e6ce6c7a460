//! A verb being played.

use adverb::glam::{Affine3A, Vec3};
use adverb::graph::{KnobId, VerbId};
use adverb::{Actor, Graph, Pack, Verb, kinematics};
use wasm_bindgen::prelude::*;

/// Numbers per joint: the columns of the rotation, then the place.
const NUMBERS_PER_JOINT: usize = 12;

/// A verb being played.
#[wasm_bindgen]
pub struct Player {
    graph: Graph,
    actor: Actor,
    world: Vec<Affine3A>,
    /// `world` as the page reads it.
    numbers: Vec<f32>,
}

impl Player {
    pub(crate) fn new(pack: &Pack, verb: usize) -> Self {
        let joints = pack.skeleton().joints().len();
        let graph = Graph::of_verb(pack.verbs()[verb].clone());
        let mut player = Self {
            actor: Actor::new(&graph, 0),
            graph,
            world: vec![Affine3A::IDENTITY; joints],
            numbers: vec![0.0; NUMBERS_PER_JOINT * joints],
        };
        player.step(0.0);
        player
    }

    fn verb(&self) -> &Verb {
        self.graph.verb(VerbId(0))
    }
}

#[wasm_bindgen]
impl Player {
    /// Turns a knob; it follows at a limited rate. Throws if the verb has no such adverb.
    #[wasm_bindgen(js_name = setKnob)]
    pub fn set_knob(&mut self, adverb: usize, value: f32) -> Result<(), JsError> {
        if adverb >= self.verb().adverbs().len() {
            return Err(JsError::new("there is no such adverb"));
        }
        self.actor.turn(&self.graph, KnobId(adverb), value);
        Ok(())
    }

    /// Turns all knobs at once, without waiting. Throws if there is not one value per adverb.
    #[wasm_bindgen(js_name = setKnobs)]
    pub fn set_knobs(&mut self, values: &[f32]) -> Result<(), JsError> {
        if values.len() != self.verb().adverbs().len() {
            return Err(JsError::new("there is one value per adverb"));
        }
        for (knob, value) in values.iter().enumerate() {
            self.actor.turn(&self.graph, KnobId(knob), *value);
        }
        self.actor.jump(&self.graph);
        Ok(())
    }

    /// Where a knob is now, on its way to where it was turned.
    pub fn knob(&self, adverb: usize) -> f32 {
        if adverb < self.graph.knobs().len() { self.actor.knob(KnobId(adverb)) } else { 0.0 }
    }

    /// Lets seconds pass and poses.
    pub fn step(&mut self, seconds: f64) {
        self.actor.step(&self.graph, seconds, &mut ());
        kinematics::world_transforms(self.graph.skeleton(), self.actor.dofs(), &mut self.world);
        for (joint, numbers) in self.world.iter().zip(self.numbers.as_chunks_mut().0) {
            *numbers = joint.to_cols_array();
        }
    }

    /// Canonical time, 0 to 1.
    #[wasm_bindgen(getter)]
    pub fn phase(&self) -> f64 {
        self.actor.time().0
    }

    /// Of the verb at the present point, seconds.
    #[wasm_bindgen(getter)]
    pub fn duration(&self) -> f64 {
        self.actor.setting().duration().0
    }

    /// Where the weights of the examples are: one f32 each.
    #[wasm_bindgen(js_name = weightsAddress)]
    pub fn weights_address(&self) -> usize {
        self.actor.setting().weights().as_ptr() as usize
    }

    /// Where the pose is: per joint 12 f32, the columns of the rotation and then the place.
    #[wasm_bindgen(js_name = worldAddress)]
    pub fn world_address(&self) -> usize {
        self.numbers.as_ptr() as usize
    }

    /// Which joints support the body at times: the balls of the feet.
    pub fn feet(&self) -> Vec<u32> {
        self.verb().feet().iter().map(|foot| foot.ball.0.into()).collect()
    }

    /// Whether a foot, by its place in [`Self::feet`], stands on the ground.
    #[wasm_bindgen(js_name = isPlanted)]
    pub fn is_planted(&self, foot: usize) -> bool {
        foot < self.verb().feet().len() && self.actor.stands(foot)
    }

    /// Where the character is: x, z, and the heading in radians.
    pub fn placement(&self) -> Vec<f32> {
        let at = self.actor.placement();
        vec![at.x, at.z, at.heading]
    }

    /// How many metres the character has risen on slopes; part of the height in the pose.
    #[wasm_bindgen(getter)]
    pub fn climbed(&self) -> f64 {
        self.actor.climbed(&self.graph)
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
}
