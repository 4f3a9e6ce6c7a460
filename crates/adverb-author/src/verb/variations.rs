//! The other cycles of an example's recording, as variations of it: what `variations = "auto"` keeps.
//!
//! ```text
//!   recording ── cycles ──▶ canonical timeline, frame of travel ── minus the example ──▶ deviation ── closed at the seam,
//!                                                              feet planted ──▶ from the mean of all ── fit ──▶ Variations
//! ```

mod cycles;
mod planted;

use std::sync::Arc;

use adverb::curve::Encoding;
use adverb::kinematics::world_transforms;
use adverb::rotation;
use adverb::screw::Screw;
use adverb::verb::{AT_THE_SEAM, Coefficients, Foot, Variations};
use adverb::{Skeleton, VerbTime};
use glam::Affine3A;

use super::Definition;
use super::canonical::{Canonical, Laying, vector};
use super::curves::Fitted;
use crate::figure::percentile;
use crate::finding::{Criterion, Finding, Verdict};
use crate::fit;
use crate::jolts::{glitch_from, jolt};
use crate::motion::Motion;
use crate::rig::balls;
use cycles::Cycle;

/// So many are kept besides the example's own.
const MOST: usize = 7;
/// A cycle that differs more from the example than this many times the median is another kind of cycle.
const OUTLIER: f64 = 2.0;
/// It goes as fast, turns as far and is where the example is, within these.
const FAR_SPEED: f64 = 0.2;
const FAR_TURN_RAD: f64 = 0.3;
const FARTHEST_M: f64 = 0.12;
/// τ of what closes a deviation at the seam, in cycles.
const CALM: f64 = 0.1;

/// A deviation of one cycle from the example.
struct Deviation {
    /// At equal distances in canonical time.
    rows: Vec<Vec<f64>>,
    /// Logarithms of the intervals between key-times, longer than the example's.
    intervals: Vec<f64>,
    /// Over all joints.
    rms_m: f64,
}

/// The variations of all examples.
pub(super) fn found(
    definition: &Definition,
    motions: &[Arc<Motion>],
    examples: &[Canonical],
    fitted: &Fitted,
    feet: &[Foot],
    laying: Laying,
    warnings: &mut Vec<Finding>,
) -> Variations {
    let all: Vec<Vec<Deviation>> = motions
        .iter()
        .zip(examples)
        .zip(&definition.space.examples)
        .enumerate()
        .map(|(number, ((motion, example), named))| {
            let (mut kept, seen) = of_example(motion, example, laying);
            for own in &mut kept {
                planted::plant(motion.skeleton(), feet, number, &example.rows, &mut own.rows);
            }
            let subject = definition.example(&named.name);
            let message = match kept.len() {
                0 => format!("no variations: of {seen} other cycles none is like it"),
                count => format!("{count} variations, of {seen} other cycles of its recording"),
            };
            let found = Finding::new(Criterion::Variations, Verdict::Note, subject, message);
            warnings.push(found.of(kept.len() as f64, "cycles"));
            kept
        })
        .collect();
    if all.iter().all(Vec::is_empty) {
        return Variations::default();
    }
    let counts: Vec<usize> = all.iter().map(|own| if own.is_empty() { 0 } else { own.len() + 1 }).collect();
    let cycles: Vec<Deviation> = all.into_iter().filter(|own| !own.is_empty()).flat_map(from_mean).collect();
    let control_points = fitted.control_points;
    let curves: Vec<Vec<Vec<f64>>> = cycles.iter().map(|own| fit_one(&own.rows, control_points)).collect();
    let dofs = examples[0].rows[0].len();
    Variations {
        counts,
        intervals: cycles.iter().flat_map(|own| own.intervals.iter().copied()).collect(),
        coefficients: Coefficients::of([control_points, cycles.len(), dofs], |k, i, d| {
            curves[i][d][k] as f32
        }),
    }
}

/// The deviations of the cycles that are kept, and how many cycles were seen.
fn of_example(motion: &Arc<Motion>, example: &Canonical, laying: Laying) -> (Vec<Deviation>, usize) {
    let Some(of) = motion.before_cycle() else { return (Vec::new(), 0) };
    let cycles = cycles::cycles(motion, &of);
    let seen = cycles.len();
    let mut jolts: Vec<f64> = cycles.iter().map(|cycle| cycle.jolt(&of)).collect();
    jolts.push(jolt(&of, VerbTime::ZERO, motion.duration()));
    let glitch = glitch_from(&jolts);
    let sound = cycles.iter().zip(&jolts).filter(|(_, jolt)| **jolt <= glitch).map(|(cycle, _)| cycle);
    let mut all: Vec<Deviation> = sound.filter_map(|cycle| deviation(cycle, &of, example, laying)).collect();
    let mut sizes: Vec<f64> = all.iter().map(|own| own.rms_m).collect();
    sizes.sort_by(f64::total_cmp);
    let most = FARTHEST_M.min(OUTLIER * percentile(&sizes, 0.5));
    all.retain(|own| own.rms_m <= most);
    all.sort_by(|a, b| a.rms_m.total_cmp(&b.rms_m));
    all.truncate(MOST);
    (all, seen)
}

/// What a cycle deviates by from the example, closed onto its seam; `None` if it goes elsewhere.
fn deviation(cycle: &Cycle, of: &Motion, example: &Canonical, laying: Laying) -> Option<Deviation> {
    let count = example.rows.len();
    let mut rows: Vec<Vec<f64>> = (0..=count).map(|k| cycle.pose(of, k as f64 / count as f64)).collect();
    let height = Skeleton::HEIGHT.index();
    let climb = if example.travel.climb == 0.0 { 0.0 } else { rows[count][height] - rows[0][height] };
    let travel = laying.lay(&mut rows, climb);
    let own: Vec<f64> = intervals(&cycle.keys);
    let logs: Vec<f64> = own.iter().zip(example.intervals()).map(|(own, e)| libm::log(own / e)).collect();
    if !is_alike(&travel, own.iter().sum(), &example.travel, example.intervals().sum()) {
        return None;
    }
    let skeleton = of.skeleton();
    for (_, dofs) in balls(skeleton) {
        for (k, row) in rows.iter_mut().enumerate() {
            let near = vector(&example.rows[k % count], &dofs);
            let own = rotation::log_near(rotation::exp(vector(row, &dofs)), near);
            dofs.iter().zip(own.to_array()).for_each(|(&d, value)| row[d] = f64::from(value));
        }
    }
    for (k, row) in rows.iter_mut().enumerate() {
        row.iter_mut().zip(&example.rows[k % count]).for_each(|(own, e)| *own -= e);
    }
    close(&mut rows);
    let rms_m = size_m(skeleton, &example.rows, &rows);
    Some(Deviation { rows, intervals: logs, rms_m })
}

fn intervals(keys: &adverb::KeyTimes) -> Vec<f64> {
    let secs: Vec<VerbTime> = keys.iter().map(|(_, key)| key).collect();
    secs.windows(2).map(|pair| pair[1] - pair[0]).collect()
}

/// Whether a cycle goes about where the example goes.
fn is_alike(own: &Screw, own_secs: f64, example: &Screw, secs: f64) -> bool {
    let (speed, wanted) = (own.stride() / own_secs, example.stride() / secs);
    (own.rate - example.rate).abs() < FAR_TURN_RAD && (speed - wanted).abs() <= FAR_SPEED * wanted.max(0.2)
}

/// Takes value and slope at both ends off a deviation; its last row, which is the seam again, goes. Of all changes c that do so
/// this is the one with the least ∫ c² + τ⁴ c″², where c + τ⁴ c⁗ = 0: a sudden one would show as a jerk in every round.
fn close(rows: &mut Vec<Vec<f64>>) {
    let count = rows.len() - 1;
    let per_step = 1.0 / (count as f64 * 2.0f64.sqrt() * CALM);
    let stride = (count / 48).max(1);
    for d in 0..rows[0].len() {
        // What is changed at one end reaches the other, though hardly: once more takes that off.
        for _ in 0..3 {
            let slope = |a: usize, b: usize| (rows[b][d] - rows[a][d]) / ((b - a) as f64 * per_step);
            let ends = [(rows[0][d], slope(0, stride)), (rows[count][d], -slope(count - stride, count))];
            for (k, row) in rows.iter_mut().enumerate() {
                for ((value, slope), steps) in ends.iter().zip([k, count - k]) {
                    let s = steps as f64 * per_step;
                    let (sin, cos) = (libm::sin(s), libm::cos(s));
                    row[d] -= libm::exp(-s) * (value * (cos + sin) + slope * sin);
                }
            }
        }
    }
    rows.pop();
}

/// Root mean square over joints and time of what deviations move.
fn size_m(skeleton: &Skeleton, example: &[Vec<f64>], deviation: &[Vec<f64>]) -> f64 {
    const EVERY: usize = 4;
    let joints = skeleton.joints().len();
    let mut world = [vec![Affine3A::IDENTITY; joints], vec![Affine3A::IDENTITY; joints]];
    let (mut squares, mut count) = (0.0, 0);
    for (row, by) in example.iter().zip(deviation).step_by(EVERY) {
        let own: Vec<f32> = row.iter().map(|v| *v as f32).collect();
        let varied: Vec<f32> = row.iter().zip(by).map(|(v, by)| (v + by) as f32).collect();
        for (pose, world) in [own, varied].iter().zip(&mut world) {
            world_transforms(skeleton, pose, world);
        }
        for (a, b) in world[0].iter().zip(&world[1]) {
            squares += f64::from(a.translation.distance_squared(b.translation));
        }
        count += joints;
    }
    (squares / f64::from(count.max(1) as u32)).sqrt()
}

/// The deviations of an example's cycles from their mean, its own first.
fn from_mean(others: Vec<Deviation>) -> Vec<Deviation> {
    let share = 1.0 / (others.len() + 1) as f64;
    let mut own = Deviation {
        rows: others[0].rows.iter().map(|row| vec![0.0; row.len()]).collect(),
        intervals: vec![0.0; others[0].intervals.len()],
        rms_m: 0.0,
    };
    for other in &others {
        own.each(other, |own, other| *own -= share * other);
    }
    let mut all = others;
    all.iter_mut().for_each(|other| other.each(&own, |other, own| *other += own));
    all.insert(0, own);
    all
}

impl Deviation {
    /// All numbers, each with that of another.
    fn each(&mut self, other: &Self, change: impl Fn(&mut f64, &f64)) {
        for (own, other) in self.rows.iter_mut().zip(&other.rows) {
            own.iter_mut().zip(other).for_each(|(own, other)| change(own, other));
        }
        self.intervals.iter_mut().zip(&other.intervals).for_each(|(own, other)| change(own, other));
    }
}

/// Control points per DOF; those that count at the seam are zero.
fn fit_one(rows: &[Vec<f64>], count: usize) -> Vec<Vec<f64>> {
    let fit_dof = |d: usize| {
        let column: Vec<f64> = rows.iter().map(|row| row[d]).collect();
        let mut control = fit::nearest(&column, Encoding::Cyclic, count, AT_THE_SEAM);
        control[..AT_THE_SEAM].fill(0.0);
        control
    };
    (0..rows[0].len()).map(fit_dof).collect()
}
