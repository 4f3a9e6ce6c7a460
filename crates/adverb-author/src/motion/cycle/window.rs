//! The search for the ends of a cycle (3.10): two moments near the given ones at which the body is most alike.

use adverb::curve::Derivative;
use adverb::kinematics::world_transforms;
use adverb::{Placement, Skeleton, VerbTime};
use glam::{Affine3A, Vec3A};

use super::Search;
use crate::motion::Motion;

/// A second of difference in velocity counts as much as this many seconds of difference in place.
const VELOCITY_SECS: f32 = 0.05;
/// Being a whole search width away from the given ends costs as much as this much difference in place.
const STRAY_M: f32 = 0.005;

/// How many frames to each side are looked at in a first round.
const COARSE: i64 = 60;

/// The body at a moment, as seen from where it stands and faces; on a slope, from where that has climbed to.
pub(crate) struct Snapshot {
    pub(crate) secs: f64,
    positions: Vec<Vec3A>,
    velocities: Vec<Vec3A>,
}

/// Two moments of a motion, and how far apart the body is between them, root mean square over the joints.
pub(super) struct Window {
    pub(super) from: VerbTime,
    pub(super) to: VerbTime,
    pub(super) gap_m: f64,
}

/// The window of `of` whose ends are most alike; none is farther apart than the motion's own ends.
pub(super) fn best(of: &Motion, search: Search) -> Window {
    let climb = climb(of);
    let window = |(from, to): (VerbTime, VerbTime)| {
        let (a, b) = (snapshot(of, from, climb), snapshot(of, to, climb));
        Window { from, to, gap_m: gap_m(&a, &b) }
    };
    let (own, found) = (window((VerbTime::ZERO, of.duration())), window(ends(of, search)));
    if found.gap_m < own.gap_m { found } else { own }
}

/// How far apart the body is between two moments of a motion, in place; and in place and velocity.
pub(crate) fn apart(of: &Motion, from: VerbTime, to: VerbTime) -> (f64, f64) {
    let climb = super::travel(of, from, to).climb;
    let (a, b) = (snapshot(of, from, climb), snapshot(of, to, climb));
    (gap_m(&a, &b), f64::from(difference(&a, &b)))
}

fn gap_m(a: &Snapshot, b: &Snapshot) -> f64 {
    let squares: f32 = a.positions.iter().zip(&b.positions).map(|(p, q)| p.distance_squared(*q)).sum();
    f64::from((squares / a.positions.len() as f32).sqrt())
}

/// Metres per second, from the motion's own start to its end.
fn climb(of: &Motion) -> f64 {
    super::travel(of, VerbTime::ZERO, of.duration()).climb
}

fn ends(of: &Motion, search: Search) -> (VerbTime, VerbTime) {
    let given = (VerbTime::ZERO, of.duration());
    let width = match search {
        Search::Exact => return given,
        Search::Near(secs) => secs,
        Search::Default => 0.15 * of.duration().0,
    };
    let climb = climb(of);
    let (reach_from, reach_to) = of.reach();
    // The ends stay at least half a duration apart, and no key between them is passed.
    let keys: Vec<f64> = of.key_times().iter().map(|(_, key)| key.0).collect();
    let nearest_key = (keys[1] - keys[0]).min(keys[keys.len() - 1] - keys[keys.len() - 2]);
    let width = width.min(0.25 * of.duration().0).min(0.45 * nearest_key);
    // Frames `stride` apart around two moments, each start against each end.
    let search = |middle: (VerbTime, VerbTime), count: i64, stride: i64| {
        let around = |middle: VerbTime, given: VerbTime| -> Vec<Snapshot> {
            (-count..=count)
                .map(|k| middle + (k * stride) as f64 / of.fps())
                .filter(|t| t.0 >= reach_from.0 - 1e-9 && t.0 <= reach_to.0 + 1e-9)
                .filter(|t| (*t - given).abs() <= width + 1e-9)
                .map(|t| snapshot(of, t, climb))
                .collect()
        };
        let (starts, ends) = (around(middle.0, given.0), around(middle.1, given.1));
        let mut best = (f32::INFINITY, middle);
        for start in &starts {
            for end in &ends {
                let stray = (start.secs.abs() + (end.secs - given.1.0).abs()) / width.max(1e-9);
                let cost = difference(start, end) + STRAY_M * stray as f32;
                if cost < best.0 {
                    best = (cost, (VerbTime(start.secs), VerbTime(end.secs)));
                }
            }
        }
        best.1
    };
    // A wide search looks at a coarse grid first and then around the best of it.
    let frames = (width * of.fps()).floor() as i64;
    let stride = frames / COARSE + 1;
    let coarse = search(given, frames / stride, stride);
    if stride == 1 { coarse } else { search(coarse, stride, 1) }
}

impl Snapshot {
    /// Of a motion that climbs so many metres per second.
    pub(crate) fn of(motion: &Motion, time: VerbTime, climb: f64) -> Self {
        snapshot(motion, time, climb)
    }

    /// How far apart the body is in two, in place and velocity.
    pub(crate) fn apart(&self, other: &Self) -> f64 {
        f64::from(difference(self, other))
    }
}

fn snapshot(of: &Motion, time: VerbTime, climb: f64) -> Snapshot {
    let half = 0.5 / of.fps();
    let positions = |t: VerbTime| {
        let mut dofs = vec![0.0; of.skeleton().dofs().len()];
        of.evaluate(t, Derivative::Position, &mut dofs);
        Placement::ORIGIN.store(&mut dofs);
        dofs[Skeleton::HEIGHT.index()] -= (climb * t.0) as f32;
        let mut world = vec![Affine3A::IDENTITY; of.skeleton().joints().len()];
        world_transforms(of.skeleton(), &dofs, &mut world);
        world.into_iter().map(|w| w.translation).collect::<Vec<_>>()
    };
    let (before, after) = (positions(time - half), positions(time + half));
    let velocities = before.iter().zip(&after).map(|(a, b)| (*b - *a) * of.fps() as f32).collect();
    Snapshot { secs: time.0, positions: positions(time), velocities }
}

/// Root mean square over the joints, in metres.
fn difference(a: &Snapshot, b: &Snapshot) -> f32 {
    let pairs = a.positions.iter().zip(&b.positions).zip(a.velocities.iter().zip(&b.velocities));
    let sum: f32 = pairs
        .map(|((p, q), (v, w))| p.distance_squared(*q) + ((*v - *w) * VELOCITY_SECS).length_squared())
        .sum();
    (sum / a.positions.len().max(1) as f32).sqrt()
}
