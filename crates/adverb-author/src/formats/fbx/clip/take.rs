//! Which take is read, and which frames it becomes.
//!
//! Files often hold takes without keys beside the one that is meant ("Default Take"), so the first one that moves a joint
//! is taken. A take has a range and curves whose keys have times; a clip has frames. The rate is the scene's if all keys
//! fall on its frames, else the first of the usual ones on which they do; curves are baked at that rate.

use ufbx::{AnimStack, Scene};

use super::joints::{Joints, curves};
use crate::finding::Criterion;
use crate::formats::log::Log;
use crate::formats::nodes::listed;

/// The frames of a take.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Frames {
    pub(super) fps: f64,
    pub(super) count: usize,
    /// Time of frame 0.
    pub(super) first_secs: f64,
}

/// Of a frame: how far a key may lie from one.
const TOLERANCE: f64 = 1e-3;
const USUAL: [f64; 10] = [24.0, 25.0, 30.0, 48.0, 50.0, 60.0, 90.0, 100.0, 120.0, 240.0];
const DEFAULT_FPS: f64 = 30.0;
/// Every layer costs time in every frame of every joint; no one animates with more than a few.
const MOST_LAYERS: usize = 64;

/// The take asked for, or the first that turns or moves a joint over time, or the first that does anything to one.
pub(super) fn choose<'s>(
    scene: &'s Scene,
    joints: &Joints,
    wish: Option<&str>,
    log: &mut Log,
) -> Result<Option<&'s AnimStack>, String> {
    let stacks: Vec<&AnimStack> = scene.anim_stacks.iter().map(AsRef::as_ref).collect();
    let title = |i: usize| match stacks[i].element.name.as_ref() {
        "" => i.to_string(),
        name => name.to_owned(),
    };
    if let Some(wish) = wish {
        let named = stacks.iter().position(|stack| stack.element.name.as_ref() == wish);
        let found = named.or_else(|| wish.parse().ok().filter(|&i: &usize| i < stacks.len()));
        let found = found.filter(|&i| moves(stacks[i], joints, Motion::Any));
        return found.map(|i| Some(stacks[i])).ok_or_else(|| {
            format!(
                "no take called '{wish}' moves a joint; there are: {}",
                listed((0..stacks.len()).map(title))
            )
        });
    }
    let first = |motion| (0..stacks.len()).find(|&i| moves(stacks[i], joints, motion));
    let chosen = first(Motion::Rigid).or_else(|| first(Motion::Scale)).or_else(|| first(Motion::Any));
    if let Some(chosen) = chosen.filter(|_| stacks.len() > 1) {
        let others: Vec<String> = (0..stacks.len())
            .filter(|&i| i != chosen)
            .map(|i| match moves(stacks[i], joints, Motion::Any) {
                true => title(i),
                false => format!("{} (without keys)", title(i)),
            })
            .collect();
        let others = listed(others.into_iter());
        let message = format!("take '{}' was read; there are also: {others}", title(chosen));
        log.assume(Criterion::Animation, message);
    }
    Ok(chosen.map(|i| stacks[i]))
}

/// What a take may do to a joint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Motion {
    /// Turns or moves it over time.
    Rigid,
    /// Scales it over time.
    Scale,
    /// Has a key for it.
    Any,
}

fn moves(stack: &AnimStack, joints: &Joints, motion: Motion) -> bool {
    let layers = stack.layers.iter();
    let mut driven = layers.flat_map(|layer| curves(layer)).filter(|c| joints.of_node[c.0].is_some());
    driven.any(|(_, what, curve)| {
        let varies = curve.keyframes.len() > 1 && curve.min_value != curve.max_value;
        match motion {
            Motion::Rigid => varies && what != "Lcl Scaling",
            Motion::Scale => varies,
            Motion::Any => !curve.keyframes.is_empty(),
        }
    })
}

/// The frames of a take; `most_frames` is what the file justifies.
pub(super) fn frames(
    scene: &Scene,
    stack: &AnimStack,
    joints: &Joints,
    most_frames: usize,
    log: &mut Log,
) -> Result<Frames, String> {
    if stack.layers.len() > MOST_LAYERS {
        let count = stack.layers.len();
        return Err(format!("it has {count} animation layers, more than {MOST_LAYERS}; bake them into one"));
    }
    let layers = stack.layers.iter();
    let driven = layers.flat_map(|layer| curves(layer)).filter(|c| joints.of_node[c.0].is_some());
    let mut keys: Vec<f64> = driven.flat_map(|c| c.2.keyframes.iter().map(|key| key.time)).collect();
    keys.retain(|time| time.is_finite());
    keys.sort_by(f64::total_cmp);
    keys.dedup();
    let (first_key, last_key) = match keys[..] {
        [] => (0.0, 0.0),
        [first, .., last] => (first, last),
        [only] => (only, only),
    };
    let (mut first_secs, mut last_secs) = (stack.time_begin, stack.time_end);
    if !(first_secs < last_secs && first_secs.is_finite() && last_secs.is_finite()) {
        (first_secs, last_secs) = (first_key, last_key);
        let message = "the take has no range of its own; it was read from its first key to its last";
        log.assume(Criterion::Choice, message);
    } else if first_key < first_secs - 1e-6 || last_key > last_secs + 1e-6 {
        let message = format!(
            "the take's own range of {first_secs:.3} s to {last_secs:.3} s was read; its keys reach from {first_key:.3} s to \
             {last_key:.3} s"
        );
        log.assume(Criterion::Choice, message);
    }
    keys.retain(|time| (first_secs..=last_secs).contains(time));
    let own = scene.settings.frames_per_second;
    let own = if (1e-3..=1e5).contains(&own) { own } else { DEFAULT_FPS };
    let falls = |fps: f64| {
        keys.iter().all(|time| {
            let frame = (time - first_secs) * fps;
            (frame - frame.round()).abs() <= TOLERANCE
        })
    };
    let (fps, why) = if falls(own) {
        (own, "the scene's, on which all keys fall".into())
    } else if let Some(fps) = USUAL.into_iter().filter(|fps| *fps > own).find(|&fps| falls(fps)) {
        (fps, format!("on which all keys fall, which they do not at the scene's {own}"))
    } else {
        (own, "the scene's, at which the curves were sampled, since their keys fall on no common rate".into())
    };
    let message = format!("rate: {} frames per second, {why}", (fps * 1e3).round() / 1e3);
    log.assume(Criterion::Rate, message);
    let steps = ((last_secs - first_secs) * fps + TOLERANCE).floor();
    if steps < most_frames as f64 {
        return Ok(Frames { fps, count: steps as usize + 1, first_secs });
    }
    Err(format!(
        "{:?} s would take {:?} frames, which so small a file does not justify; cut it shorter",
        last_secs - first_secs,
        steps + 1.0
    ))
}
