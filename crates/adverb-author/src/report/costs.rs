//! Sizes and costs (thesis 4.7).

use std::sync::Arc;
use std::time::Instant;

use adverb::graph::KnobId;
use adverb::pack::{self, Pack};
use adverb::{Actor, Graph, Verb};

use crate::error::Error;
use crate::verb::Built;

/// What a verb takes.
#[derive(Debug, Clone, PartialEq)]
pub struct Costs {
    /// N of them.
    pub examples: usize,
    /// Of the skeleton.
    pub dofs: usize,
    /// Of every curve.
    pub control_points: usize,
    /// Rows of the table: examples, pseudo-examples and corrections, which weights go through.
    pub rows: usize,
    /// Bytes of the pack of this verb alone.
    pub pack_bytes: usize,
    /// Products that a pose takes: four control points of each DOF of each example.
    pub products: usize,
    /// Seconds for a frame of one character here, with its knobs turning: the median.
    pub frame_secs: f64,
}

impl Costs {
    /// Numbers of all curves.
    pub fn coefficients(&self) -> usize {
        self.examples * self.dofs * self.control_points
    }
}

/// Counts what a verb takes, and times it.
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
