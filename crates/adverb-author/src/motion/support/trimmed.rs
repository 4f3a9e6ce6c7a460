//! Phases of all feet of a motion, without what the motion does not keep.
//!
//! Phases are found in the recording; the cycle made from it has closed a gap, which moves feet that stood. Where a ball strays
//! far from its place at the beginning or the end of its phase, and another foot carries meanwhile, the phase is shortened:
//! holding it there would bend the leg for nothing.

use adverb::kinematics::world_transforms;
use adverb::{CanonicalTime, JointId, Placement, VerbTime};
use glam::{Affine3A, Vec2};

use super::{Foot, Phase, of_source, phases};
use crate::limbs::leg_m;
use crate::motion::Motion;

/// How far the ball may be from its usual place over the ground, in legs.
const STRAY_LEGS: f64 = 0.025;
/// Phases are looked at in steps of this.
const STEP_SECS: f64 = 1.0 / 256.0;
/// A gap between two feet's phases that is closed. Flights are longer, in a clip of any length.
const SMALL_GAP_SECS: f64 = 0.03;
/// No phase is shortened by more than this at each end, of its length.
const MOST: f64 = 0.3;

/// When each foot carries.
#[must_use]
pub fn phases_of_all(motion: &Motion, feet: &[Foot], cyclic: bool) -> Vec<Vec<Phase>> {
    if let Some(of_source) = of_source(motion, feet, cyclic, phases_of_all) {
        return of_source;
    }
    let mut all: Vec<Vec<Phase>> = feet.iter().map(|foot| phases(motion, foot, cyclic)).collect();
    for f in 0..feet.len() {
        for k in 0..all[f].len() {
            if all[f][k] != Phase::WHOLE {
                all[f][k] = trimmed(motion, feet, &all, f, k, cyclic);
            }
        }
    }
    meet(&mut all, SMALL_GAP_SECS / motion.duration().0, cyclic);
    all
}

/// Lets a foot hold on until the next one stands where hardly anything is between: a cycle's end and start are not the same
/// moment, so the one may leave a little before the other comes.
fn meet(all: &mut [Vec<Phase>], small_gap: f64, cyclic: bool) {
    for f in 0..all.len() {
        for k in 0..all[f].len() {
            let end = all[f][k].to.0;
            let others = || all.iter().enumerate().filter(|(other, _)| *other != f).flat_map(|(_, p)| p);
            let until = |other: &Phase| {
                let until = other.from.0 - end;
                if cyclic { until.rem_euclid(1.0) } else { until }
            };
            if others().any(|other| other.holds(end, cyclic)) {
                continue;
            }
            let gap = others().map(until).filter(|gap| (0.0..small_gap).contains(gap)).reduce(f64::min);
            all[f][k].to.0 += gap.unwrap_or(0.0);
            // One that would hold on until it stands again never leaves.
            if all[f][k].length() >= 1.0 {
                all[f][k] = Phase::WHOLE;
            }
        }
    }
}

fn trimmed(motion: &Motion, feet: &[Foot], all: &[Vec<Phase>], foot: usize, k: usize, cyclic: bool) -> Phase {
    let phase = all[foot][k];
    let stray_m = STRAY_LEGS * leg_m(motion.skeleton(), &feet[foot]);
    let place = |t: f64| ball(motion, feet[foot].ball, t, cyclic);
    let secs = phase.length() * motion.duration().0;
    let count = (secs / STEP_SECS).ceil().max(2.0) as usize;
    let moments: Vec<f64> =
        (0..=count).map(|i| phase.from.0 + phase.length() * i as f64 / count as f64).collect();
    let places: Vec<Vec2> = moments.iter().map(|t| place(*t)).collect();
    let home = Vec2::new(median(places.iter().map(|p| p.x)), median(places.iter().map(|p| p.y)));
    let others = || all.iter().enumerate().filter(|(other, _)| *other != foot).flat_map(|(_, phases)| phases);
    let needless = |i: &usize| {
        let strays = f64::from(places[*i].distance(home)) > stray_m;
        strays && others().any(|other| other.holds(moments[*i], cyclic))
    };
    let most = (MOST * count as f64) as usize;
    let first = (0..most).find(|i| !needless(i)).unwrap_or(most);
    let last = (count - most..=count).rev().find(|i| !needless(i)).unwrap_or(count - most);
    Phase { from: CanonicalTime(moments[first]), to: CanonicalTime(moments[last]) }
}

impl Phase {
    /// Whether a canonical time lies in it; of a cycle, whatever the round.
    fn holds(&self, t: f64, cyclic: bool) -> bool {
        let since = t - self.from.0;
        let since = if cyclic { since.rem_euclid(1.0) } else { since };
        (0.0..=self.length()).contains(&since)
    }
}

/// A joint over the ground at a canonical time, beyond the end of a cycle too.
fn ball(motion: &Motion, ball: JointId, t: f64, cyclic: bool) -> Vec2 {
    let rounds = if cyclic { t.floor() } else { 0.0 };
    let secs = motion.verb_time(CanonicalTime(t - rounds)).0;
    let mut pose = motion.pose(VerbTime(secs));
    let place = |time| Placement::of(&motion.pose(time));
    let on = Placement::reposition(place(VerbTime::ZERO), place(motion.duration()));
    for _ in 0..rounds as usize {
        on.apply(&mut pose);
    }
    let mut world = vec![Affine3A::IDENTITY; motion.skeleton().joints().len()];
    world_transforms(motion.skeleton(), &pose, &mut world);
    let at = world[ball.index()].translation;
    Vec2::new(at.x, at.z)
}

fn median(values: impl Iterator<Item = f32>) -> f32 {
    let mut values: Vec<f32> = values.collect();
    values.sort_by(f32::total_cmp);
    values[values.len() / 2]
}
