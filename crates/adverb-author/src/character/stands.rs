//! When the feet of legs stand, in frames: as whoever played the motion knows, else as the motion shows.

use std::sync::Arc;

use adverb::ik::two_bone::Limb;
use adverb::{JointId, Skeleton};

use super::legs::Leg;
use super::plant::Span;
use crate::clip::Clip;
use crate::error::Error;
use crate::motion::{Motion, Recording, basic};
use crate::support::{self, Foot, Stood};

/// When the foot of each leg stood in a clip of so many frames.
pub(super) fn known(
    skeleton: &Skeleton,
    stood: &[Stood],
    legs: &[Leg],
    count: usize,
    cyclic: bool,
) -> Vec<Vec<Span>> {
    let of_leg = |leg: &Leg| {
        let ankle = JointId(leg.source[2] as u16);
        let foot = stood.iter().find(|foot| skeleton.ancestors(foot.ball).any(|joint| joint == ankle));
        let span = |&[first, last]: &[usize; 2]| Span { from: first as f64, to: last as f64 };
        let spans = foot.into_iter().flat_map(|foot| foot.frames.iter().map(span)).collect();
        if cyclic { around_the_seam(spans, count) } else { spans }
    };
    legs.iter().map(of_leg).collect()
}

/// What ends at the end of a cycle goes on at its start.
fn around_the_seam(mut spans: Vec<Span>, count: usize) -> Vec<Span> {
    let last = (count - 1) as f64;
    if let [first, .., end] = &spans[..]
        && first.from == 0.0
        && end.to == last
    {
        let over = Span { from: end.from, to: last + first.to };
        spans.remove(0);
        spans.pop();
        spans.push(over);
    }
    spans
}

/// When the foot of each leg stands in a clip.
pub(super) fn found(
    skeleton: &Arc<Skeleton>,
    clip: &Clip,
    legs: &[Leg],
    cyclic: bool,
) -> Result<Vec<Vec<Span>>, Error> {
    if legs.is_empty() || clip.frame_count() < 3 {
        return Ok(vec![Vec::new(); legs.len()]);
    }
    let recording = Arc::new(Recording::raw(skeleton, clip)?);
    let motion: Motion = basic::whole(skeleton.clone(), recording)?;
    let foot = |leg: &Leg| {
        let [upper, middle, end, ball] = leg.source.map(|j| JointId(j as u16));
        Foot { side: Some(leg.side), ball, limb: Some(Limb { upper, middle, end }) }
    };
    // Several legs may step as one does.
    let mut feet: Vec<Foot> = Vec::new();
    for foot in legs.iter().map(foot) {
        if feet.iter().all(|other| other.ball != foot.ball) {
            feet.push(foot);
        }
    }
    let phases = support::phases_of_all(&motion, &feet, cyclic);
    let own = |leg: &Leg| feet.iter().position(|foot| foot.ball.index() == leg.source[3]).unwrap_or(0);
    let last = (clip.frame_count() - 1) as f64;
    // The whole of a recording has no keys between its ends, so canonical time runs evenly.
    let span = |phase: &support::Phase| Span { from: phase.from.0 * last, to: phase.to.0 * last };
    Ok(legs.iter().map(|leg| phases[own(leg)].iter().map(span).collect()).collect())
}
