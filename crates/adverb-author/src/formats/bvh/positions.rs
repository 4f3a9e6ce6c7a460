//! What position channels mean: the whole local translation, or a displacement from the `OFFSET`.
//!
//! Nothing in the file says it. A joint that stands still tells by its own length: channels near the `OFFSET`
//! replace it, channels near zero add to it. A joint that travels may have its `OFFSET` anywhere on the ground,
//! so only its height tells. For that the up axis must be known, and it is: the direction from hips to head
//! does not depend on where the travelling joint is.

use glam::DVec3;

use super::hierarchy::Channel;
use super::{Positions, ReadOptions};
use crate::clip::{Clip, Up};
use crate::figure;
use crate::finding::Criterion;

/// Ranges below this share of the `OFFSET` are rounding, not travel.
const STILL: f64 = 1e-5;
/// Shorter offsets than this, in units of the file, are zero: adding or replacing comes to the same.
const NO_LENGTH: f64 = 1e-6;
/// An `OFFSET` below this share of the channel's range says nothing.
const DROWNED: f64 = 0.05;
/// Channels below this share of the `OFFSET` are displacements from it.
const DISPLACEMENT: f64 = 0.4;

/// Which axes have a position channel.
pub(super) fn axes(channels: &[Channel]) -> [bool; 3] {
    [0, 1, 2].map(|axis| channels.contains(&Channel::Position(axis)))
}

/// Adds the `OFFSET` where the channels are displacements, corrects the rest pose where they replace it, and
/// notes both.
pub(super) fn resolve(clip: &mut Clip, axes: &[[bool; 3]], options: &ReadOptions) {
    if clip.locals.is_empty() {
        return;
    }
    let joints: Vec<usize> = (0..axes.len()).filter(|&j| axes[j].contains(&true)).collect();
    let (travelling, still): (Vec<_>, Vec<_>) = joints.into_iter().partition(|&j| travels(clip, j));
    let mut found = Found::default();
    for joint in still {
        let offset = clip.joints[joint].rest.translation;
        let judged_by = offset.abs().max_position();
        if settle(clip, joint, &axes[joint], judged_by, options.positions, &mut found) == Positions::Replace {
            clip.joints[joint].rest.translation = clip.locals[joint].translation;
        }
    }
    if !travelling.is_empty() {
        let up = options.up.unwrap_or_else(|| figure::up(clip).0);
        for joint in travelling {
            let judged_by = if up == Up::Y { 1 } else { 2 };
            settle(clip, joint, &axes[joint], judged_by, options.positions, &mut found);
        }
    }
    let told = found.told(options.positions);
    for told in told {
        match options.positions {
            Positions::Auto => clip.source.assume(Criterion::Positions, told),
            _ => clip.source.given(Criterion::Positions, told),
        }
    }
}

/// Decides for a joint, and adds the `OFFSET` where that is the decision.
fn settle(
    clip: &mut Clip,
    joint: usize,
    axes: &[bool; 3],
    judged_by: usize,
    positions: Positions,
    found: &mut Found,
) -> Positions {
    let offset = clip.joints[joint].rest.translation;
    let decided = match positions {
        Positions::Auto => guess(offset[judged_by], column(clip, joint, judged_by, axes[judged_by])),
        given => given,
    };
    if decided == Positions::Add {
        let shift = DVec3::from_array([0, 1, 2].map(|k| if axes[k] { offset[k] } else { 0.0 }));
        let count = clip.joints.len();
        clip.locals.iter_mut().skip(joint).step_by(count).for_each(|local| local.translation += shift);
    }
    if offset.length() >= NO_LENGTH {
        let list = if decided == Positions::Add { &mut found.add } else { &mut found.replace };
        list.push(clip.joints[joint].name.clone());
    }
    decided
}

fn guess(offset: f64, mut channel: Vec<f64>) -> Positions {
    channel.sort_by(f64::total_cmp);
    let range = channel[channel.len() - 1] - channel[0];
    if offset.abs() < NO_LENGTH || offset.abs() < DROWNED * range {
        return Positions::Replace;
    }
    let median = figure::percentile(&channel, 0.5);
    if (median / offset).abs() < DISPLACEMENT { Positions::Add } else { Positions::Replace }
}

/// A position channel over the frames; zeros where the joint has none on that axis.
fn column(clip: &Clip, joint: usize, axis: usize, has_channel: bool) -> Vec<f64> {
    let all = clip.locals.iter().skip(joint).step_by(clip.joints.len());
    all.map(|local| if has_channel { local.translation[axis] } else { 0.0 }).collect()
}

fn travels(clip: &Clip, joint: usize) -> bool {
    figure::translation_range(clip, joint).max_element()
        > STILL * clip.joints[joint].rest.translation.length()
}

/// Which joints were decided how, where it makes a difference.
#[derive(Default)]
struct Found {
    replace: Vec<String>,
    add: Vec<String>,
}

impl Found {
    fn told(&self, positions: Positions) -> Vec<String> {
        let why = if positions == Positions::Auto { "judged by the resulting figure" } else { "as asked" };
        [(&self.replace, "replace"), (&self.add, "add to")]
            .iter()
            .filter(|(joints, _)| !joints.is_empty())
            .map(|(joints, what)| {
                let more =
                    if joints.len() > 3 { format!(" and {} more", joints.len() - 3) } else { String::new() };
                let names = joints[..joints.len().min(3)].join(", ");
                format!("positions of {names}{more} {what} their OFFSET, {why}")
            })
            .collect()
    }
}
