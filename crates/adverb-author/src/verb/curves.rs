//! The same encoding for every example (thesis 4.1, criterion 8): as many control points for each, chosen so that all of them
//! come back.

use adverb::Skeleton;
use adverb::curve::{Curve, Derivative, Encoding};
use adverb::kinematics::world_transforms;
use adverb::verb::Coefficients;
use glam::Affine3A;

use super::canonical::Canonical;
use crate::fit;

/// What most motions need.
const CONTROL_POINTS: usize = 24;
const MOST_CONTROL_POINTS: usize = 1024;
/// The error, over all joints, above which an example gets more control points.
const CLOSE: Deviation = Deviation { rms_m: 0.0009, max_m: 0.009 };

/// The error of fitted curves, over all joints and times.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Deviation {
    /// Root mean square, metres.
    pub rms_m: f64,
    /// Largest, metres.
    pub max_m: f64,
}

/// The curves of all examples.
pub(super) struct Fitted {
    pub(super) control_points: usize,
    /// Of each example, one curve per DOF over canonical time.
    pub(super) curves: Vec<Vec<Curve>>,
    pub(super) deviations: Vec<Deviation>,
}

impl Fitted {
    pub(super) fn coefficients(&self) -> Coefficients {
        let dofs = self.curves.first().map_or(0, Vec::len);
        Coefficients::of([self.control_points, self.curves.len(), dofs], |k, i, d| {
            self.curves[i][d].coefficients()[k]
        })
    }

    /// The DOFs of an example in its frame at a canonical time.
    pub(super) fn pose(&self, example: usize, t: f64) -> Vec<f32> {
        self.curves[example].iter().map(|curve| curve.evaluate(t, Derivative::Position)).collect()
    }
}

/// Fits all examples with the given number of control points, or with as few as suffice. Half a round later, an even number of them
/// makes the same curve, as symmetric verbs need.
pub(super) fn fit(
    skeleton: &Skeleton,
    examples: &[Canonical],
    cyclic: bool,
    control_points: Option<usize>,
    even: bool,
) -> Fitted {
    let samples = examples[0].rows.len();
    let encoding = if cyclic { Encoding::Cyclic } else { Encoding::Open };
    let whole = |count: usize| if even { count.next_multiple_of(2) } else { count };
    let mut count =
        whole(control_points.unwrap_or(CONTROL_POINTS)).clamp(4, MOST_CONTROL_POINTS.min(samples));
    loop {
        let curves: Vec<Vec<Curve>> = examples.iter().map(|e| fit_one(e, encoding, count)).collect();
        let deviations: Vec<Deviation> =
            examples.iter().zip(&curves).map(|(e, curves)| deviation(skeleton, e, curves, cyclic)).collect();
        let close = deviations.iter().all(|d| d.rms_m <= CLOSE.rms_m && d.max_m <= CLOSE.max_m);
        // There is nothing more to be had from samples half as many again.
        let more = whole(count + count.div_ceil(3));
        if close || control_points.is_some() || 2 * more > samples || more > MOST_CONTROL_POINTS {
            return Fitted { control_points: count, curves, deviations };
        }
        count = more;
    }
}

fn fit_one(example: &Canonical, encoding: Encoding, count: usize) -> Vec<Curve> {
    (0..example.rows[0].len())
        .map(|d| {
            let column: Vec<f64> = example.rows.iter().map(|row| row[d]).collect();
            let control = fit::least_squares(&column, encoding, count);
            Curve::new(encoding, 1.0, control.into_iter().map(|c| c as f32).collect())
        })
        .collect()
}

fn deviation(skeleton: &Skeleton, example: &Canonical, curves: &[Curve], cyclic: bool) -> Deviation {
    let joints = skeleton.joints().len();
    let mut world = [vec![Affine3A::IDENTITY; joints], vec![Affine3A::IDENTITY; joints]];
    let steps = (example.rows.len() - usize::from(!cyclic)) as f64;
    let (mut squares, mut most) = (0.0, 0.0f64);
    for (k, row) in example.rows.iter().enumerate() {
        let own: Vec<f32> = row.iter().map(|v| *v as f32).collect();
        let fitted: Vec<f32> =
            curves.iter().map(|curve| curve.evaluate(k as f64 / steps, Derivative::Position)).collect();
        for (pose, world) in [own, fitted].iter().zip(&mut world) {
            world_transforms(skeleton, pose, world);
        }
        for (a, b) in world[0].iter().zip(&world[1]) {
            let square = f64::from(a.translation.distance_squared(b.translation));
            squares += square;
            most = most.max(square);
        }
    }
    Deviation { rms_m: (squares / (example.rows.len() * joints) as f64).sqrt(), max_m: most.sqrt() }
}
