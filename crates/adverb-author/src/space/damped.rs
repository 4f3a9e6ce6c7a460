//! Damping outside the examples, along all directions but those of measured axes.
//!
//! A measured adverb shows what is asked for, also outside the examples; damped, a walk asked for 2 m/s would go at 1.7. So the hull
//! that points are brought back to is endless along measured axes: a prism over the hull of the others, its ends far away.

use adverb::space::{self, Hull};

use super::Space;
use super::layout::Layout;
use super::span::Span;

/// How far away the ends of the prism are: in natural scales, or in extents of the examples if those are larger.
const FAR: f64 = 10.0;
/// A direction with less than this left beside others is one of theirs.
const NONE: f64 = 1e-9;

/// Beyond the hull, a step counts less the farther out it is; altogether at most half the hull's radius.
pub(super) fn damped(space: &Space, layout: &Layout, lines: &Span) -> space::Extrapolation {
    let free = free_directions(space, layout, lines);
    if !free.is_empty() && free.len() == lines.rank() {
        return space::Extrapolation::Free;
    }
    let mean = layout.mean_of_examples();
    let hull = layout.hull(1.0);
    let across = |vertex: &[f64]| {
        let mut offset: Vec<f64> = vertex.iter().zip(&mean).map(|(v, m)| v - m).collect();
        free.iter().for_each(|direction| remove(&mut offset, direction));
        offset
    };
    let mut offsets: Vec<Vec<f64>> = hull.vertices().chunks_exact(mean.len().max(1)).map(across).collect();
    let radius = offsets.iter().map(|offset| dot(offset, offset)).fold(0.0, f64::max).sqrt();
    let reach = if radius > 0.0 { radius / 2.0 } else { 1.0 };
    if free.is_empty() {
        return space::Extrapolation::Damped { reach, hull };
    }
    // Those that differ along measured axes only are one.
    let mut kept: Vec<Vec<f64>> = Vec::new();
    for offset in offsets.drain(..) {
        let is_new = |other: &Vec<f64>| {
            offset.iter().zip(other).any(|(a, b)| (a - b).abs() > 1e-12 * radius.max(layout.extent))
        };
        if kept.iter().all(is_new) {
            kept.push(offset);
        }
    }
    let far = FAR * layout.extent.max(1.0);
    let ends = simplex(&free);
    let vertices =
        kept.iter().flat_map(|offset| ends.iter().map(move |end| (offset, end))).flat_map(|(offset, end)| {
            let along = mean.iter().zip(offset).zip(end);
            along.map(|((m, o), e)| m + o + far * e).collect::<Vec<f64>>()
        });
    let hull = Hull::new(mean.len(), vertices.collect()).expect("whole vertices, and at least one example");
    space::Extrapolation::Damped { reach, hull }
}

/// Orthonormal directions that span those of the measured axes, as far as the examples determine them.
fn free_directions(space: &Space, layout: &Layout, lines: &Span) -> Vec<Vec<f64>> {
    let straight = layout.embedding.straight();
    let axes = space.axes.iter().filter(|axis| !axis.periodic).enumerate();
    let mut free: Vec<Vec<f64>> = Vec::new();
    for (own, _) in axes.filter(|(_, axis)| axis.measured) {
        let mut direction: Vec<f64> = (0..straight)
            .map(|c| match &layout.embedding.affine {
                Some(affine) => affine.matrix[c * straight + own],
                None => f64::from(u8::from(c == own)),
            })
            .collect();
        let length = dot(&direction, &direction).sqrt();
        // Points off the examples' own plane are brought to it, so directions are, too.
        let mut within = vec![0.0; straight];
        for k in 0..lines.rank() {
            let part = dot(lines.directions.column(k), &direction);
            within.iter_mut().zip(lines.directions.column(k)).for_each(|(w, d)| *w += part * d);
        }
        direction = within;
        free.iter().for_each(|other| remove(&mut direction, other));
        let left = dot(&direction, &direction).sqrt();
        if left > NONE * length {
            direction.iter_mut().for_each(|x| *x /= left);
            free.push(direction);
        }
    }
    free
}

/// The corners of a simplex around zero, in orthonormal directions: one more than there are directions.
fn simplex(directions: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let sum = |signed: &dyn Fn(usize) -> f64| -> Vec<f64> {
        let along = |c: usize| directions.iter().enumerate().map(|(k, d)| signed(k) * d[c]).sum();
        (0..directions[0].len()).map(along).collect()
    };
    let corner = |k: usize| sum(&|other| if other == k { directions.len() as f64 } else { -1.0 });
    (0..directions.len()).map(corner).chain([sum(&|_| -1.0)]).collect()
}

/// Takes the part along a direction of length one away.
fn remove(vector: &mut [f64], direction: &[f64]) {
    let part = dot(vector, direction);
    vector.iter_mut().zip(direction).for_each(|(v, d)| *v -= part * d);
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
