//! When the feet of legs stand, in frames: as whoever played the motion knows, else as the motion shows.

use std::sync::Arc;

use adverb::body::{Side, Span};
use adverb::ik::two_bone::Limb;
use adverb::{JointId, Skeleton};

use crate::clip::Clip;
use crate::error::Error;
use crate::motion::{Motion, Recording, basic};
use crate::support::{self, Foot, Stood};

/// When the foot of each limb stood in a clip of so many frames.
pub(super) fn known(
    skeleton: &Skeleton,
    stood: &[Stood],
    limbs: &[(Side, [usize; 4])],
    count: usize,
    cyclic: bool,
) -> Vec<Vec<Span>> {
    let of_limb = |(_, limb): &(Side, [usize; 4])| {
        let ankle = JointId(limb[2] as u16);
        let foot = stood.iter().find(|foot| skeleton.ancestors(foot.ball).any(|joint| joint == ankle));
        let span = |&[first, last]: &[usize; 2]| Span { from: first as f64, to: last as f64 };
        let spans = foot.into_iter().flat_map(|foot| foot.frames.iter().map(span)).collect();
        if cyclic { around_the_seam(spans, count) } else { spans }
    };
    limbs.iter().map(of_limb).collect()
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

/// When the foot of each limb stands in a clip.
pub(super) fn found(
    skeleton: &Arc<Skeleton>,
    clip: &Clip,
    limbs: &[(Side, [usize; 4])],
    cyclic: bool,
) -> Result<Vec<Vec<Span>>, Error> {
    if limbs.is_empty() || clip.frame_count() < 3 {
        return Ok(vec![Vec::new(); limbs.len()]);
    }
    let recording = Arc::new(Recording::raw(skeleton, clip)?);
    let motion: Motion = basic::whole(skeleton.clone(), recording)?;
    let foot = |&(side, limb): &(Side, [usize; 4])| {
        let [upper, middle, end, ball] = limb.map(|j| JointId(j as u16));
        Foot { side: Some(side), ball, limb: Some(Limb { upper, middle, end }) }
    };
    let feet: Vec<Foot> = limbs.iter().map(foot).collect();
    let last = (clip.frame_count() - 1) as f64;
    // The whole of a recording has no keys between its ends, so canonical time runs evenly.
    let span = |phase: &support::Phase| Span { from: phase.from.0 * last, to: phase.to.0 * last };
    let phases = support::phases_of_all(&motion, &feet, cyclic);
    Ok(phases.iter().map(|phases| phases.iter().map(span).collect()).collect())
}
