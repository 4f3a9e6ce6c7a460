//! Sizes and costs (thesis 4.7).

use std::sync::Arc;
use std::time::Instant;

use adverb::graph::KnobId;
use adverb::pack::{self, Pack};
use adverb::{Actor, Graph, Verb};

use crate::error::Error;
use crate::verb::Built;

/// The sizes and costs of a verb.
#[derive(Debug, Clone, PartialEq)]
pub struct Costs {
    /// The number of examples.
    pub examples: usize,
    /// Of the skeleton.
    pub dofs: usize,
    /// Of every curve.
    pub control_points: usize,
    /// Rows of the table of weights: examples, pseudo-examples and corrections.
    pub rows: usize,
    /// Bytes of a pack with this verb alone.
    pub pack_bytes: usize,
    /// Multiplications per pose: four control points of each DOF of each example.
    pub products: usize,
    /// Median time for a frame of one character on this machine, with moving knobs, in seconds.
    pub frame_secs: f64,
}

impl Costs {
    /// Numbers of all curves.
    pub fn coefficients(&self) -> usize {
        self.examples * self.dofs * self.control_points
    }
}

/// Counts the costs of a verb, and times it.
pub fn costs(built: &Built) -> Result<Costs, Error> {
    let verb = &built.verb;
    let source = pack::Source { unit_m: 1.0, up: crate::clip::Up::Y, fps: 60.0 };
    let verbs: Arc<[Verb]> = [verb.clone()].into();
    let alone = Pack::new(verb.name().into(), verb.skeleton().clone(), source, verbs, Vec::new())
        .map_err(|why| Error::Motion { problem: why.to_string() })?;
    let (examples, dofs) = (verb.examples().len(), verb.skeleton().dofs().len());
    let space = &built.space;
    Ok(Costs {
        examples,
        dofs,
        control_points: verb.parts().control_points,
        rows: examples + space.pseudo_examples.len() + space.corrections.len(),
        pack_bytes: alone.save().len(),
        products: 4 * examples * dofs,
        frame_secs: frame_secs(verb),
    })
}

fn frame_secs(verb: &Verb) -> f64 {
    let mut actor = Actor::new(Graph::of_verb(verb.clone()), 0);
    let mut frame = |i: usize| {
        for (k, adverb) in verb.adverbs().iter().enumerate() {
            let [low, high] = adverb.range;
            let share = (i * (k + 3)) % 97;
            actor.set_knob(KnobId(k), low + (high - low) * share as f32 / 96.0);
        }
        let before = Instant::now();
        actor.step(1.0 / 60.0, &mut ());
        before.elapsed().as_secs_f64()
    };
    let mut secs: Vec<f64> = (0..1000).map(&mut frame).collect();
    secs.sort_by(f64::total_cmp);
    secs[secs.len() / 2]
}
