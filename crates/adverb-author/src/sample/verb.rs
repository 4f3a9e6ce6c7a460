//! A verb played at a point, as frames: what a game would see, feet held and all.

use std::collections::BTreeMap;

use adverb::graph::KnobId;
use adverb::{Actor, Graph, Verb};

use super::{Rate, checked_steps, joints, rig_locals};
use crate::clip::{Clip, Source};
use crate::error::Error;
use crate::sides::{self, Side};

/// Frames of a verb, and which of them each foot stands in.
#[derive(Debug, Clone, PartialEq)]
pub struct Take {
    /// The frames.
    pub clip: Clip,
    /// By foot (`L`, `R`, or the joint's name where that does not tell): first and last frame of every support phase.
    pub phases: BTreeMap<String, Vec<[usize; 2]>>,
}

/// A verb played from its start so many times over, its knobs still. The point has one value per adverb; values are limited
/// as [`Actor::turn`] limits them.
pub fn sample_verb(
    verb: &Verb,
    point: &[f32],
    cycles: usize,
    rate: Rate,
    constraints: bool,
    source: Source,
) -> Result<Take, Error> {
    let graph = Graph::of_verb(verb.clone());
    let mut actor = Actor::new(&graph, 0);
    point.iter().enumerate().for_each(|(knob, &value)| actor.turn(&graph, KnobId(knob), value));
    actor.jump(&graph);
    actor.set_constraints(constraints);
    let rounds = if verb.is_cyclic() { cycles.max(1) } else { 1 };
    let skeleton = verb.skeleton();
    let (steps, fps) =
        checked_steps(rounds as f64 * actor.setting().duration().0, rate, skeleton.joints().len())?;
    let mut locals = Vec::with_capacity((steps + 1) * skeleton.joints().len());
    let names: Vec<String> =
        verb.feet().iter().map(|foot| foot_name(&skeleton.joint(foot.ball).name)).collect();
    let mut phases: BTreeMap<String, Vec<[usize; 2]>> =
        names.iter().map(|name| (name.clone(), Vec::new())).collect();
    for frame in 0..=steps {
        actor.step(&graph, if frame > 0 { 1.0 / fps } else { 0.0 }, &mut ());
        locals.extend(rig_locals(skeleton, actor.dofs()));
        for (foot, name) in names.iter().enumerate() {
            if !actor.supports(&graph, foot) {
                continue;
            }
            let phases = phases.entry(name.clone()).or_default();
            match phases.last_mut() {
                Some([_, last]) if *last + 1 == frame => *last = frame,
                _ => phases.push([frame, frame]),
            }
        }
    }
    Ok(Take { clip: Clip { joints: joints(skeleton), fps, locals, source }, phases })
}

fn foot_name(joint: &str) -> String {
    match sides::exchanged(joint) {
        Some((_, Side::Left)) => "L".into(),
        Some((_, Side::Right)) => "R".into(),
        None => joint.into(),
    }
}
