//! The animations of a file: what each is called, what it moves, and which one is meant.

use super::accessor::Accessors;
use super::document::{Channel, Document};
use super::fault::{Checked, Fault};
use super::joints::Joints;
use crate::finding::Criterion;
use crate::formats::contents::{self, Animation};
use crate::formats::log::Log;
use crate::formats::nodes::listed;

/// All of them, with the joints that they may move.
pub(super) struct Animations<'d> {
    document: &'d Document,
    /// `None` for a file without a skeleton.
    joints: Option<&'d Joints>,
    titles: Vec<String>,
}

/// What an animation may do to a joint.
const RIGID: [&str; 2] = ["translation", "rotation"];
const ANY: [&str; 3] = ["translation", "rotation", "scale"];

impl<'d> Animations<'d> {
    pub(super) fn of(document: &'d Document, joints: Option<&'d Joints>) -> Self {
        let titles = contents::titles(document.animations.iter().map(|animation| animation.name.as_deref()));
        Self { document, joints, titles }
    }

    /// The one asked for, or the first that turns or moves a joint over time, or the first that poses one.
    pub(super) fn choose(&self, wish: Option<&str>, log: &mut Log) -> Checked<Option<usize>> {
        let all = 0..self.titles.len();
        if let Some(wish) = wish {
            let found = contents::find(&self.titles, wish).filter(|&i| self.drives(i, &ANY, 1));
            let known = || all.filter(|&i| self.drives(i, &ANY, 1)).map(|i| self.titles[i].clone());
            return found
                .map(Some)
                .ok_or_else(|| Fault::NoAnimation { wanted: wish.into(), known: known().collect() });
        }
        let first = |paths: &[&str], keys| all.clone().find(|&i| self.drives(i, paths, keys));
        let chosen = first(&RIGID, 2).or_else(|| first(&["scale"], 2)).or_else(|| first(&ANY, 1));
        if let Some(chosen) = chosen.filter(|_| all.len() > 1) {
            let others = listed(all.filter(|&i| i != chosen).map(|i| self.titles[i].clone()));
            let message = format!("animation '{}' was read; there are also: {others}", self.titles[chosen]);
            log.assume(Criterion::Animation, message);
        }
        Ok(chosen)
    }

    /// All of them, with their durations.
    pub(super) fn list(&self, accessors: &mut Accessors) -> Vec<Animation> {
        let entry = |(i, title): (usize, &String)| Animation {
            name: title.clone(),
            secs: self.secs(i, accessors),
            moves_joints: self.drives(i, &RIGID, 2),
        };
        self.titles.iter().enumerate().map(entry).collect()
    }

    /// Whether an animation has a channel of that kind, with so many keys, on a joint.
    fn drives(&self, animation: usize, paths: &[&str], keys: u64) -> bool {
        let own = &self.document.animations[animation];
        own.channels.iter().any(|channel| {
            let input = own.samplers.get(channel.sampler as usize).map(|s| s.input as usize);
            let count = input.and_then(|input| self.document.accessors.get(input)).map_or(keys, |a| a.count);
            self.is_of_a_joint(channel) && paths.contains(&channel.target.path.as_str()) && count >= keys
        })
    }

    fn is_of_a_joint(&self, channel: &Channel) -> bool {
        let joints = self.joints.map(|joints| &joints.of_node);
        channel.target.node.is_some_and(|node| joints.is_some_and(|of_node| of_node.contains_key(&node)))
    }

    /// From the first key to the last: of joints if it moves any, else of whatever it moves.
    fn secs(&self, animation: usize, accessors: &mut Accessors) -> Option<f64> {
        let own = &self.document.animations[animation];
        let of_joints = self.drives(animation, &ANY, 1);
        let mut ends: Option<[f64; 2]> = None;
        for channel in own.channels.iter().filter(|channel| !of_joints || self.is_of_a_joint(channel)) {
            let input = own.samplers.get(channel.sampler as usize)?.input;
            let times = accessors.floats(input, "SCALAR").ok()?;
            let (first, last) = (f64::from(*times.first()?), f64::from(*times.last()?));
            let [from, to] = ends.unwrap_or([first, last]);
            ends = Some([from.min(first), to.max(last)]);
        }
        ends.map(|[from, to]| to - from)
    }
}
