//! Which take is read, and which frames it becomes.
//!
//! Files often hold takes without keys beside the one that is meant ("Default Take"), so the first one that moves a joint
//! is taken. A take has a range and curves whose keys have times; a clip has frames. The rate is the scene's if all keys
//! fall on its frames, else the first of the usual ones on which they do; curves are baked at that rate.

use ufbx::{AnimStack, Scene};

use super::joints::{Joints, curves};
use crate::finding::Criterion;
use crate::formats::contents::{self, Animation};
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

/// The takes of a scene, with the joints that they may move.
pub(in crate::formats::fbx) struct Takes<'s> {
    stacks: Vec<&'s AnimStack>,
    joints: Option<&'s Joints<'s>>,
    titles: Vec<String>,
}

impl<'s> Takes<'s> {
    /// Without joints, none moves any.
    pub(in crate::formats::fbx) fn of(scene: &'s Scene, joints: Option<&'s Joints<'s>>) -> Self {
        let stacks: Vec<&AnimStack> = scene.anim_stacks.iter().map(AsRef::as_ref).collect();
        let titles = contents::titles(stacks.iter().map(|stack| Some(stack.element.name.as_ref())));
        Self { stacks, joints, titles }
    }

    /// The take asked for, or the first that turns or moves a joint over time, or the first that does anything to one. The error
    /// lists those that do.
    pub(super) fn choose(
        &self,
        wish: Option<&str>,
        log: &mut Log,
    ) -> Result<Option<&'s AnimStack>, Vec<String>> {
        let all = 0..self.stacks.len();
        let title = |i: usize| self.titles[i].clone();
        if let Some(wish) = wish {
            let found = contents::find(&self.titles, wish).filter(|&i| self.moves(i, Motion::Any));
            let known = || all.filter(|&i| self.moves(i, Motion::Any)).map(title).collect();
            return found.map(|i| Some(self.stacks[i])).ok_or_else(known);
        }
        let first = |motion| all.clone().find(|&i| self.moves(i, motion));
        let chosen = first(Motion::Rigid).or_else(|| first(Motion::Scale)).or_else(|| first(Motion::Any));
        if let Some(chosen) = chosen.filter(|_| all.len() > 1) {
            let other = |i: usize| match self.moves(i, Motion::Any) {
                true => title(i),
                false => format!("{} (without keys)", title(i)),
            };
            let others = listed(all.filter(|&i| i != chosen).map(other));
            let message = format!("take '{}' was read; there are also: {others}", title(chosen));
            log.assume(Criterion::Animation, message);
        }
        Ok(chosen.map(|i| self.stacks[i]))
    }

    /// All of them, with their durations.
    pub(in crate::formats::fbx) fn list(&self) -> Vec<Animation> {
        let entry = |(i, title): (usize, &String)| Animation {
            name: title.clone(),
            secs: Some(self.secs(i)),
            moves_joints: self.moves(i, Motion::Rigid),
        };
        self.titles.iter().enumerate().map(entry).collect()
    }

    /// Of its range, or from its first key to its last, as [`frames`] has it.
    fn secs(&self, take: usize) -> f64 {
        let [from, to] = range(self.stacks[take]).unwrap_or_else(|| {
            let keys = self.joints.map_or_else(Vec::new, |joints| keys(self.stacks[take], joints));
            ends(&keys)
        });
        to - from
    }

    fn moves(&self, take: usize, motion: Motion) -> bool {
        let layers = self.stacks[take].layers.iter();
        let is_of_a_joint = |node: usize| self.joints.is_some_and(|joints| joints.of_node[node].is_some());
        let mut driven = layers.flat_map(|layer| curves(layer)).filter(|c| is_of_a_joint(c.0));
        driven.any(|(_, what, curve)| {
            let varies = curve.keyframes.len() > 1 && curve.min_value != curve.max_value;
            match motion {
                Motion::Rigid => varies && what != "Lcl Scaling",
                Motion::Scale => varies,
                Motion::Any => !curve.keyframes.is_empty(),
            }
        })
    }
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

/// A take's own range, if it has one.
fn range(stack: &AnimStack) -> Option<[f64; 2]> {
    let (from, to) = (stack.time_begin, stack.time_end);
    (from < to && from.is_finite() && to.is_finite()).then_some([from, to])
}

/// The times of all keys that drive a joint, in order.
fn keys(stack: &AnimStack, joints: &Joints) -> Vec<f64> {
    let layers = stack.layers.iter();
    let driven = layers.flat_map(|layer| curves(layer)).filter(|c| joints.of_node[c.0].is_some());
    let mut keys: Vec<f64> = driven.flat_map(|c| c.2.keyframes.iter().map(|key| key.time)).collect();
    keys.retain(|time| time.is_finite());
    keys.sort_by(f64::total_cmp);
    keys.dedup();
    keys
}

fn ends(keys: &[f64]) -> [f64; 2] {
    [keys.first(), keys.last()].map(|key| key.copied().unwrap_or(0.0))
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
    let mut keys = keys(stack, joints);
    let [first_key, last_key] = ends(&keys);
    let own_range = range(stack);
    let [first_secs, last_secs] = own_range.unwrap_or([first_key, last_key]);
    if own_range.is_none() {
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
