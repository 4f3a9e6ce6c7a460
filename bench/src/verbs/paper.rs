//! Made verbs of as many DOFs and adverbs as those of shape-and-animation-by-example 6.3, beside the frames per second that
//! it tells: a robot warrior of 60 DOFs over slope and damage, and Stan, a human figure of 138 over three moods.
//!
//! The paper's figures are raw interpolation, without rendering; it does not speak of inverse kinematics there. That is
//! `pose` here: a verb set to another point and posed. It names seven styles of Stan's walk; how many examples the robot's
//! verbs have it does not tell, only that they lie at regular places, so here they are nine.

use std::hint::black_box;
use std::sync::Arc;

use adverb::glam::Vec3;
use adverb::graph::FootId;
use adverb::skeleton::{self, DofKind, ROTATION_VECTOR};
use adverb::{CanonicalTime, Setting, Verb};
use adverb_author::space::{Axis, Example, Space};

use super::made::{WAY, verb_of, way};
use super::{FRAME_SECS, Stage, frames_of};
use crate::instructions::per_call;
use crate::timing::{Work, measured, medians, repeated};
use crate::world::humanoid::{Figure, parents_of, skeleton_of};

/// Of the paper, and when it appeared.
const PROCESSOR: &str = "450 MHz Pentium II, 2000";
const SIDES: [&str; 3] = ["pose", "free", "held"];

struct Character {
    name: &'static str,
    dofs: usize,
    /// Where its examples are.
    points: &'static [&'static [f64]],
    /// Frames per second.
    paper: f64,
    /// After the pelvis, as (the joint they hang on, how many joints): spine, neck and head, two legs, two arms, fingers.
    chains: &'static [(usize, usize)],
}

const ROBOT: Character = Character {
    name: "robot",
    dofs: 60,
    points: &[
        &[-1.0, -1.0],
        &[0.0, -1.0],
        &[1.0, -1.0],
        &[-1.0, 0.0],
        &[0.0, 0.0],
        &[1.0, 0.0],
        &[-1.0, 1.0],
        &[0.0, 1.0],
        &[1.0, 1.0],
    ],
    paper: 9700.0,
    chains: &[(0, 3), (0, 4), (0, 4), (1, 4), (1, 4)],
};
const STAN: Character = Character {
    name: "Stan",
    dofs: 138,
    points: &[
        &[0.0, 0.0, 0.0],
        &[1.0, 0.2, 0.5],
        &[-1.0, -0.3, -0.8],
        &[0.4, 1.0, 0.3],
        &[0.5, -1.0, 0.7],
        &[-0.7, 0.5, 1.0],
        &[-0.4, -0.6, -1.0],
    ],
    paper: 3900.0,
    chains: &[
        (0, 7),
        (0, 4),
        (0, 4),
        (5, 4),
        (5, 4),
        (19, 2),
        (19, 2),
        (19, 2),
        (19, 2),
        (19, 3),
        (23, 2),
        (23, 2),
        (23, 2),
        (23, 2),
        (23, 3),
    ],
};

impl Character {
    /// Ball joints, but for toes of one axis.
    fn figure(&self) -> Figure {
        let head = self.chains[0].1;
        let leg = |first: usize| std::array::from_fn(|i| first + i);
        let legs: [[usize; 4]; 2] = [leg(head + 1), leg(head + 5)];
        let kinds = |joint: usize| match legs.iter().any(|leg| leg[3] == joint) {
            true => vec![DofKind::Rotation(skeleton::Axis::X)],
            false => ROTATION_VECTOR.to_vec(),
        };
        let skeleton = skeleton_of(&parents_of(self.chains), legs, || Vec3::new(0.0, 0.1, 0.0), kinds);
        assert_eq!(skeleton.dofs().len(), self.dofs);
        Figure { skeleton: Arc::new(skeleton), legs, head, neck: Some(head - 1) }
    }

    fn adverbs(&self) -> usize {
        self.points[0].len()
    }

    fn verb(&self) -> Verb {
        let axis = |a: usize| Axis::new(format!("adverb {a}"), [-1.0, 1.0]);
        let example = |(i, at): (usize, &&[f64])| Example::new(format!("example {i}"), *at);
        let axes = (0..self.adverbs()).map(axis).collect();
        let space = Space::new(axes, self.points.iter().enumerate().map(example).collect());
        verb_of(&self.figure(), "walk", &space, 0)
    }

    fn work(&self, side: &str) -> Work<'static> {
        match self.adverbs() {
            2 => work_of::<2>(self.verb(), side),
            _ => work_of::<3>(self.verb(), side),
        }
    }
}

/// `pose` is a pose at another point each time; `free` and `held` are all that a frame costs, with feet free and held.
fn work_of<const D: usize>(verb: Verb, side: &str) -> Work<'static> {
    if side != "pose" {
        let stage = || Stage::<D>::new(verb.clone(), 1, side == "held");
        check(stage(), side == "held");
        return frames_of(stage());
    }
    let (way, mut frame) = (way::<D>(), 0);
    let mut setting = Setting::new(&verb, &way[0]);
    let mut dofs = vec![0.0; verb.skeleton().dofs().len()];
    repeated(move || {
        frame += 1;
        setting.set(&verb, &way[frame % WAY]);
        verb.pose(&setting, CanonicalTime((frame as f64 * FRAME_SECS) % 1.0), black_box(&mut dofs));
    })
}

/// Feet that are to be held must stand for their times to mean anything: at least one in most frames.
fn check<const D: usize>(mut stage: Stage<D>, held: bool) {
    let mut standing = || {
        stage.frame();
        stage.actors[0].is_planted(FootId(0)) || stage.actors[0].is_planted(FootId(1))
    };
    let frames = (0..WAY).filter(|_| standing()).count();
    assert_eq!(frames > WAY * 3 / 4, held, "feet stand in {frames} frames of {WAY}");
}

/// `NAME-SIDE`.
pub fn work(name: &str) -> Option<Work<'static>> {
    let (name, side) = name.rsplit_once('-')?;
    let character = [ROBOT, STAN].into_iter().find(|character| character.name == name)?;
    SIDES.contains(&side).then(|| character.work(side))
}

pub fn time() -> Result<(), String> {
    heading("poses per second | frames per second | with feet held");
    for character in [ROBOT, STAN] {
        let Character { name, dofs, points, paper, .. } = character;
        let (adverbs, examples) = (character.adverbs(), points.len());
        let nanos = medians(&mut SIDES.map(|side| measured(character.work(side))));
        let per_second: Vec<String> = nanos.iter().map(|nanos| format!("{:.0}", 1e9 / nanos)).collect();
        println!("| {dofs} | {adverbs} | {examples} | {} |", per_second.join(" | "));
        println!("| {dofs}, the paper's {name} on a {PROCESSOR} | {adverbs} | | {paper:.0} | | |");
    }
    Ok(())
}

pub fn instructions() -> Result<(), String> {
    heading("instructions, a pose | a frame | with feet held");
    for character in [ROBOT, STAN] {
        let Character { name, dofs, points, .. } = character;
        let mut counts = Vec::new();
        for side in SIDES {
            counts.push(format!("{:.0}", per_call(&format!("paper-{name}-{side}"), 2000)?));
        }
        println!("| {dofs} | {} | {} | {} |", character.adverbs(), points.len(), counts.join(" | "));
    }
    Ok(())
}

fn heading(columns: &str) {
    println!("\n## Verbs of as many DOFs as the paper's\n");
    println!("| DOFs | adverbs | examples | {columns} |");
    println!("|---|---|---|{}", "---|".repeat(columns.split('|').count()));
}
