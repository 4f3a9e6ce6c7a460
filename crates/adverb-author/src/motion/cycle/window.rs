//! The search for the ends of a cycle (3.10): two moments near the given ones at which the body is most alike.

use adverb::curve::Derivative;
use adverb::kinematics::world_transforms;
use adverb::{Placement, VerbTime};
use glam::{Affine3A, Vec3A};

use super::Search;
use crate::motion::Motion;

/// A second of difference in velocity counts as much as this many seconds of difference in place.
const VELOCITY_SECS: f32 = 0.05;
/// Being a whole search width away from the given ends costs as much as this much difference in place.
const STRAY_M: f32 = 0.005;

/// The body at a moment, as seen from where it stands and faces.
struct Snapshot {
    secs: f64,
    positions: Vec<Vec3A>,
    velocities: Vec<Vec3A>,
}

/// The window of `of` whose ends are most alike.
pub(super) fn best(of: &Motion, search: Search) -> (VerbTime, VerbTime) {
    let given = (VerbTime::ZERO, of.duration());
    let width = match search {
        Search::Exact => return given,
        Search::Near(secs) => secs,
        Search::Default => 0.15 * of.duration().0,
    };
    let (reach_from, reach_to) = of.reach();
    // The two ends stay at least half a duration apart.
    let width = width.min(0.25 * of.duration().0);
    let around = |middle: VerbTime| -> Vec<Snapshot> {
        let steps = (width * of.fps()).floor() as i64;
        (-steps..=steps)
            .map(|k| middle + k as f64 / of.fps())
            .filter(|t| t.0 >= reach_from.0 - 1e-9 && t.0 <= reach_to.0 + 1e-9)
            .map(|t| snapshot(of, t))
            .collect()
    };
    let (starts, ends) = (around(given.0), around(given.1));
    let mut best = (f32::INFINITY, given);
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
}

fn snapshot(of: &Motion, time: VerbTime) -> Snapshot {
    let half = 0.5 / of.fps();
    let positions = |t: VerbTime| {
        let mut dofs = vec![0.0; of.skeleton().dofs().len()];
        of.evaluate(t, Derivative::Position, &mut dofs);
        Placement::ORIGIN.store(&mut dofs);
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
