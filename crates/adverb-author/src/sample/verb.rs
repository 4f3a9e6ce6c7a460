//! A verb played at a point, as frames: what a game shows, with planted feet.

use std::collections::BTreeMap;

use adverb::graph::{FootId, KnobId};
use adverb::verb::Foot;
use adverb::{Actor, Graph, Verb};

use super::{Rate, checked_steps, joints, rig_locals};
use crate::clip::{Clip, Source};
use crate::error::Error;
use crate::sides::{self, Side};
use crate::support::Stood;

/// Frames of a verb or an actor, and the frames in which each foot stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Take {
    /// The frames.
    pub clip: Clip,
    /// The support phases of each foot.
    pub stood: Vec<Stood>,
}

impl Take {
    /// For each foot (`L`, `R`, or the joint's name if its side is unknown), the first and last frame of every support phase.
    pub fn phases(&self) -> BTreeMap<String, Vec<[usize; 2]>> {
        let name = |foot: &Stood| foot_name(&self.clip.joints[foot.ball.index()].name);
        self.stood.iter().map(|foot| (name(foot), foot.frames.clone())).collect()
    }
}

/// A verb played from its start this many times over, its knobs still, every round the same. The point has one value per adverb;
/// values are limited as [`Actor::set_knob`] limits them.
pub fn sample_verb(
    verb: &Verb,
    point: &[f32],
    cycles: usize,
    rate: Rate,
    constraints: bool,
    source: Source,
) -> Result<Take, Error> {
    let mut actor = actor(verb, point, constraints, 0);
    actor.set_variations(false);
    let rounds = if verb.is_cyclic() { cycles.max(1) } else { 1 };
    let secs = rounds as f64 * actor.setting().duration().0;
    recorded(verb, actor, secs, rate, source)
}

/// A verb that repeats, played from its start for some time, its knobs still. Where it varies, which of its cycles a round is follows
/// from the seed.
pub fn sample_rounds(
    verb: &Verb,
    point: &[f32],
    secs: f64,
    rate: Rate,
    constraints: bool,
    source: Source,
    seed: u64,
) -> Result<Take, Error> {
    recorded(verb, actor(verb, point, constraints, seed), secs, rate, source)
}

fn actor(verb: &Verb, point: &[f32], constraints: bool, seed: u64) -> Actor {
    let mut actor = Actor::new(Graph::of_verb(verb.clone()), seed);
    point.iter().enumerate().for_each(|(knob, &value)| actor.set_knob(KnobId(knob), value));
    actor.snap_knobs();
    actor.set_foot_planting(constraints);
    actor
}

fn recorded(verb: &Verb, mut actor: Actor, secs: f64, rate: Rate, source: Source) -> Result<Take, Error> {
    let skeleton = verb.skeleton();
    let (steps, fps) = checked_steps(secs, rate, skeleton.joints().len())?;
    let mut locals = Vec::with_capacity((steps + 1) * skeleton.joints().len());
    let mut standing = Standing::of(verb.feet());
    for frame in 0..=steps {
        actor.step(if frame > 0 { 1.0 / fps } else { 0.0 }, &mut ());
        locals.extend(rig_locals(skeleton, actor.dofs()));
        standing.note(frame, |foot| actor.supports(FootId(foot)));
    }
    Ok(Take { clip: Clip { joints: joints(skeleton), fps, locals, source }, stood: standing.0 })
}

/// The frames in which each foot stands, noted one after another.
pub(crate) struct Standing(pub(crate) Vec<Stood>);

impl Standing {
    pub(crate) fn of(feet: &[Foot]) -> Self {
        Self(feet.iter().map(|foot| Stood { ball: foot.ball, frames: Vec::new() }).collect())
    }

    /// Frames come one after another.
    pub(crate) fn note(&mut self, frame: usize, stands: impl Fn(usize) -> bool) {
        for (_, foot) in self.0.iter_mut().enumerate().filter(|(foot, _)| stands(*foot)) {
            match foot.frames.last_mut() {
                Some([_, last]) if *last + 1 == frame => *last = frame,
                _ => foot.frames.push([frame, frame]),
            }
        }
    }
}

fn foot_name(joint: &str) -> String {
    match sides::exchanged(joint) {
        Some((_, Side::Left)) => "L".into(),
        Some((_, Side::Right)) => "R".into(),
        None => joint.into(),
    }
}
