//! A verb played at a point, as frames: what a game would see, feet held and all.

use std::collections::BTreeMap;

use adverb::{Player, Verb};

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
/// as [`Player::turn`] limits them.
pub fn sample_verb(
    verb: &Verb,
    point: &[f32],
    cycles: usize,
    rate: Rate,
    constraints: bool,
    source: Source,
) -> Result<Take, Error> {
    let mut player = Player::new(verb);
    player.set(verb, point);
    player.set_constraints(constraints);
    let rounds = if verb.is_cyclic() { cycles.max(1) } else { 1 };
    let skeleton = verb.skeleton();
    let (steps, fps) =
        checked_steps(rounds as f64 * player.setting().duration().0, rate, skeleton.joints().len())?;
    let mut locals = Vec::with_capacity((steps + 1) * skeleton.joints().len());
    let mut dofs = vec![0.0; skeleton.dofs().len()];
    let names: Vec<String> =
        verb.feet().iter().map(|foot| foot_name(&skeleton.joint(foot.ball).name)).collect();
    let mut phases: BTreeMap<String, Vec<[usize; 2]>> =
        names.iter().map(|name| (name.clone(), Vec::new())).collect();
    for frame in 0..=steps {
        if frame > 0 {
            player.step(verb, 1.0 / fps);
        }
        player.pose(verb, &mut dofs);
        locals.extend(rig_locals(skeleton, &dofs));
        for (foot, name) in names.iter().enumerate() {
            if !player.stands(verb, foot) {
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
