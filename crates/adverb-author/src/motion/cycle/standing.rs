//! Feet that stand where a cycle is closed.
//!
//! Steps begin where feet come down, so the seam of a walk lies where one foot lands and the other still stands. Fading the gap beside the
//! seam drags both: what the body may do within a tenth of a second, a foot on the ground may not. So the ball of a foot that stands keeps
//! its own way, as recorded, and what its two ends lie apart is made up while it is in the air:
//!
//! ```text
//!              stands before the seam   stands after it    in the air                 lands, stands …
//!   moved by   ──────── μ D ──────────┃─── (μ − 1) D ───╲______________ 0 ______________╱── μ D ────
//! ```
//!
//! D is the way from where it stands before to where it stands after the seam, and μ is the share of the time after it: so the whole
//! stance is moved as little as can be. Legs are bent to follow their balls as an actor's are.

use std::f64::consts::PI;

use adverb::curve::Derivative;
use adverb::kinematics::world_transforms;
use adverb::limbs::planted;
use adverb::screw::Screw;
use adverb::verb;
use adverb::{JointId, Placement, Skeleton};
use glam::{Affine3A, DVec2, DVec3, Vec3, Vec3A};

use super::{FADE, closed};
use crate::limbs::{self, Foot, REST_GAP_SECS, REST_OVER_SECS, leg_m, unrest};

/// A foot that is in the air for less than this has no time to make up for anything.
const SHORTEST_SWING_SECS: f64 = 0.15;
/// What two stances lie apart is made up within this part of the way between them, from each end.
const MADE_UP: f64 = 0.7;
/// Feet move no less than this, in metres.
const LEAST_M: f32 = 1e-5;

/// The samples of a cycle, in the frame that moves along with it, with some beyond each of its ends.
pub(super) struct Samples<'a> {
    pub(super) skeleton: &'a Skeleton,
    pub(super) screw: &'a Screw,
    pub(super) step_secs: f64,
    /// So many before the cycle begins, and after it has ended.
    pub(super) beyond: usize,
    /// As recorded.
    pub(super) rows: &'a [Vec<f64>],
}

/// A foot that stands at the seam, or lands or leaves near it.
struct Stance {
    /// For how many steps before the seam and after it.
    before: f64,
    after: f64,
    /// From where it leaves, after the seam, to where it lands again.
    swing: [f64; 2],
}

impl Samples<'_> {
    /// Bends the legs of the closed cycle, so that feet which stand at its seam stand still.
    pub(super) fn stand(&self, closed: &mut [Vec<f64>]) {
        // What spins within its frame has no feet that stand.
        if self.screw.spin != 0.0 {
            return;
        }
        let (mut feet, mut ways) = (Vec::new(), Vec::new());
        for foot in limbs::feet(self.skeleton) {
            let Some(limb) = foot.limb else { continue };
            let balls: Vec<DVec3> = self.rows.iter().map(|row| self.places(row, [foot.ball])[0]).collect();
            if let Some(stance) = self.stance(&foot, &balls) {
                let hinge = limbs::hinge(self.skeleton, limb, closed.iter().map(|row| in_f32(row)), Vec3A::X);
                feet.push(verb::Foot { ball: foot.ball, limb, hinge, ease_secs: 0.0, phases: Vec::new() });
                ways.push(self.way(&stance, &balls));
            }
        }
        for (i, row) in closed.iter_mut().enumerate() {
            let to = |(foot, way): (&verb::Foot, &Vec<DVec3>)| {
                (way[i] - self.places(row, [foot.ball])[0]).as_vec3()
            };
            let corrections: Vec<Vec3> = feet.iter().zip(&ways).map(to).collect();
            if corrections.iter().all(|by| by.length() < LEAST_M) {
                continue;
            }
            let before = in_f32(row);
            let mut after = before.clone();
            planted(self.skeleton, &feet, &corrections, None, &mut after);
            for (value, (after, before)) in row.iter_mut().zip(after.iter().zip(&before)) {
                *value += f64::from(after - before);
            }
        }
    }

    /// Steps of the cycle.
    fn count(&self) -> usize {
        self.rows.len() - 1 - 2 * self.beyond
    }

    /// Where joints of a pose are in the frame.
    fn places<const N: usize>(&self, row: &[f64], joints: [JointId; N]) -> [DVec3; N] {
        let mut world = vec![Affine3A::IDENTITY; self.skeleton.joints().len()];
        world_transforms(self.skeleton, &in_f32(row), &mut world);
        joints.map(|joint| world[joint.index()].translation.as_dvec3())
    }

    fn secs(&self, i: usize) -> f64 {
        (i as f64 - self.beyond as f64) * self.step_secs
    }

    /// Where what is somewhere in the frame is over the ground.
    fn over_ground(&self, i: usize, place: DVec3) -> DVec2 {
        let relative = [[place.x, place.z, 0.0], [0.0; 3], [0.0; 3]];
        let [x, z, _] = self.screw.put_on(self.secs(i), relative, Derivative::Position);
        DVec2::new(x, z)
    }

    /// How a foot stands about the seam; `None` where it is in the air there, or never leaves.
    fn stance(&self, foot: &Foot, balls: &[DVec3]) -> Option<Stance> {
        let (first, count) = (self.beyond, self.count());
        let root: Vec<DVec3> =
            self.rows.iter().map(|row| self.places(row, [self.skeleton.root()])[0]).collect();
        let speed = |points: &[DVec3], i: usize, reach: usize| {
            let (before, after) = (i.saturating_sub(reach), (i + reach).min(points.len() - 1));
            let way = self.over_ground(after, points[after]) - self.over_ground(before, points[before]);
            way.length() / ((after - before) as f64 * self.step_secs)
        };
        let reach = ((REST_OVER_SECS / self.step_secs).round() as usize).max(1);
        let body_speed = speed(&root, first + count / 2, count / 2);
        let lowest = balls.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
        let leg_m = leg_m(self.skeleton, foot);
        let rests: Vec<bool> = (first..=first + count)
            .map(|i| unrest(speed(balls, i, reach), body_speed, balls[i].y - lowest, leg_m) < 0.0)
            .collect();
        let near = (FADE * count as f64) as usize;
        let gap = (REST_GAP_SECS / self.step_secs) as usize;
        let after = first_rest(rests.iter().copied(), near, gap);
        let before = first_rest(rests.iter().rev().copied(), near, gap);
        let [leaves, lands] =
            [after.map_or(0, |[_, to]| to), count - before.map_or(0, |[_, to]| to).min(count)];
        let swings = lands.saturating_sub(leaves) as f64 * self.step_secs >= SHORTEST_SWING_SECS;
        let length = |rest: Option<[usize; 2]>| rest.map_or(0.0, |[from, to]| (to - from) as f64);
        let stance =
            Stance { before: length(before), after: length(after), swing: [leaves as f64, lands as f64] };
        (swings && stance.before + stance.after > 0.0).then_some(stance)
    }

    /// The way of its ball in the closed cycle: as recorded over the ground, moved while it stands.
    fn way(&self, stance: &Stance, balls: &[DVec3]) -> Vec<DVec3> {
        let (first, count) = (self.beyond, self.count());
        let apart = balls[first] - balls[first + count];
        let share = stance.after / (stance.before + stance.after);
        let [leaves, lands] = stance.swing;
        let swing = MADE_UP * (lands - leaves);
        let fade = |since: f64| match since / swing {
            u if u <= 0.0 => 1.0,
            u if u < 1.0 => 0.5 + 0.5 * libm::cos(PI * u),
            _ => 0.0,
        };
        let moved = |i: usize| {
            let k = i as f64 - first as f64;
            let way = apart * (share * fade(lands - k) - (1.0 - share) * fade(k - leaves));
            // It stands still over the ground, so it turns back in the frame: from where it was at the seam.
            let seam = if k > 0.5 * (leaves + lands) { count as f64 } else { 0.0 };
            let heading = (-self.screw.rate * (k - seam) * self.step_secs) as f32;
            let (x, z) = Placement { x: 0.0, z: 0.0, heading }.turn(way.x as f32, way.z as f32);
            balls[i] + DVec3::new(f64::from(x), way.y, f64::from(z))
        };
        let ways: Vec<DVec3> = (0..balls.len()).map(moved).collect();
        let column = |of: fn(&DVec3) -> f64| closed(&ways.iter().map(of).collect::<Vec<f64>>(), self.beyond);
        let (x, y, z) = (column(|p| p.x), column(|p| p.y), column(|p| p.z));
        (0..count).map(|i| DVec3::new(x[i], y[i], z[i])).collect()
    }
}

/// From where to where a foot rests first, if it begins to near enough; short gaps are noise.
fn first_rest(rests: impl Iterator<Item = bool>, near: usize, gap: usize) -> Option<[usize; 2]> {
    let mut found: Option<[usize; 2]> = None;
    for (i, _) in rests.enumerate().filter(|(_, rests)| *rests) {
        match &mut found {
            None if i > near => return None,
            None => found = Some([i, i]),
            Some([_, to]) if i - *to <= gap + 1 => *to = i,
            Some(_) => break,
        }
    }
    found
}

fn in_f32(row: &[f64]) -> Vec<f32> {
    row.iter().map(|value| *value as f32).collect()
}
