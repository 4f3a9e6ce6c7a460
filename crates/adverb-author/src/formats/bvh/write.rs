//! Writing BVH so that every reader sees the same motion.
//!
//! Parentless joints and joints whose translation varies get six channels, all others three; rotations are Z,
//! X, Y. A joint with position channels has `OFFSET 0 0 0`: its channels are then its whole translation both
//! for readers that replace the `OFFSET` (Blender) and for those that add to it (three.js). The price is the rest
//! position of such a joint, for which BVH has no other place: it reads back as zero, or as the constant
//! position if it does not move.
//!
//! What else BVH cannot hold: rest rotations (its rest pose is the identity; the motion is unharmed), names of
//! end sites, the order of joints where a clip does not list them depth first, and leaves without an end site.
//! A leaf gets one of no length, which reads back as one more joint marked as an end, `<leaf>_End`, in the same
//! place as the leaf.

use std::fmt::Write;

use glam::{DQuat, DVec3};

use super::stated::blanks;
use super::{WriteOptions, zxy_degrees};
use crate::clip::{self, Clip, Stated, Transform};
use crate::figure;

/// Lengths are written at least as finely as this, in metres, those of figures with short bones more finely; translations that vary by
/// less over a clip are constant.
const FINE_M: f64 = 1e-6;
/// The longest bone, in metres, of a figure with short bones.
const SHORT_M: f64 = 0.1;
/// Decimals of angles, and of lengths in a file in metres or less.
const DECIMALS: usize = 6;
/// An f64 has no more.
const MOST_DECIMALS: usize = 15;

/// A clip (in metres, Y up) as the text of a BVH file, which states its unit and its up axis. For another up axis, the parentless joints
/// are turned, exactly as [`crate::import`] undoes it.
#[must_use]
pub fn write(clip: &Clip, options: &WriteOptions) -> String {
    let unit_m = options.unit_m.unwrap_or(clip.source.unit_m);
    let up = options.up.unwrap_or(clip.source.up);
    let fine_m = FINE_M * (longest_bone_m(clip) / SHORT_M).min(1.0);
    let file = File {
        clip,
        units_per_m: 1.0 / unit_m,
        file_from_y_up: clip::y_up_from(up).inverse(),
        fine_m,
        decimals: (libm::log10(unit_m / fine_m).ceil() as usize).clamp(DECIMALS, MOST_DECIMALS),
    };
    let (order, channels) = (depth_first(clip), file.channels());
    let mut text = String::from("HIERARCHY\n");
    file.hierarchy(&order, &channels, &blanks(Stated { unit_m, up }), &mut text);
    file.motion(&order, &channels, &mut text);
    text
}

/// In the first frame, or at rest without frames.
fn longest_bone_m(clip: &Clip) -> f64 {
    let locals = if clip.locals.is_empty() { &clip.rest()[..] } else { clip.frame(0) };
    let bones = clip.joints.iter().zip(locals).filter(|(joint, _)| joint.parent.is_some());
    bones.map(|(_, local)| local.translation.length()).fold(0.0, f64::max)
}

/// What a joint becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Channels {
    /// Positions and rotations.
    Six,
    /// Rotations.
    Three,
    /// An end site.
    None,
}

/// A step of the walk over the hierarchy.
#[derive(Debug, Clone, Copy)]
enum Step {
    Enter(usize),
    Leave(usize),
}

/// Every joint entered and left, children in the clip's order. The walk keeps its own stack: skeletons may be deep.
fn depth_first(clip: &Clip) -> Vec<Step> {
    let mut children = vec![Vec::new(); clip.joints.len()];
    let mut stack = Vec::new();
    for (joint, parent) in clip.joints.iter().map(|j| j.parent).enumerate().rev() {
        match parent {
            Some(parent) => children[parent].push(Step::Enter(joint)),
            None => stack.push(Step::Enter(joint)),
        }
    }
    let mut steps = Vec::with_capacity(2 * clip.joints.len());
    while let Some(step) = stack.pop() {
        steps.push(step);
        if let Step::Enter(joint) = step {
            stack.push(Step::Leave(joint));
            stack.append(&mut children[joint]);
        }
    }
    steps
}

struct File<'a> {
    clip: &'a Clip,
    units_per_m: f64,
    file_from_y_up: DQuat,
    fine_m: f64,
    decimals: usize,
}

impl File<'_> {
    fn channels(&self) -> Vec<Channels> {
        let joints = &self.clip.joints;
        let mut leaf = vec![true; joints.len()];
        joints.iter().filter_map(|j| j.parent).for_each(|parent| leaf[parent] = false);
        let of = |(j, joint): (usize, &crate::clip::ClipJoint)| {
            if joint.parent.is_none() || figure::translation_range(self.clip, j).max_element() > self.fine_m {
                Channels::Six
            } else if joint.end && leaf[j] {
                Channels::None
            } else {
                Channels::Three
            }
        };
        joints.iter().enumerate().map(of).collect()
    }

    /// `stated` ends the first line of `CHANNELS`, which is that of a parentless joint.
    fn hierarchy(&self, steps: &[Step], channels: &[Channels], mut stated: &str, text: &mut String) {
        let joints = &self.clip.joints;
        let mut has_child: Vec<bool> = vec![false; joints.len()];
        let mut depth = 0;
        for &step in steps {
            match step {
                Step::Enter(j) => {
                    let indent = "\t".repeat(depth);
                    let head = match (channels[j], joints[j].parent) {
                        (Channels::None, _) => "End Site".to_owned(),
                        (_, None) => format!("ROOT {}", one_line(&joints[j].name)),
                        (_, Some(_)) => format!("JOINT {}", one_line(&joints[j].name)),
                    };
                    let [x, y, z] = self.offset(j, channels[j]).to_array().map(|v| fixed(v, self.decimals));
                    let _ = write!(text, "{indent}{head}\n{indent}{{\n{indent}\tOFFSET {x} {y} {z}\n");
                    let _ = match channels[j] {
                        Channels::Six => writeln!(
                            text,
                            "{indent}\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation{}",
                            std::mem::take(&mut stated)
                        ),
                        Channels::Three => {
                            writeln!(text, "{indent}\tCHANNELS 3 Zrotation Xrotation Yrotation")
                        }
                        Channels::None => Ok(()),
                    };
                    if let Some(parent) = joints[j].parent {
                        has_child[parent] = true;
                    }
                    depth += 1;
                }
                Step::Leave(j) => {
                    depth -= 1;
                    let indent = "\t".repeat(depth);
                    if !has_child[j] && channels[j] != Channels::None {
                        let inner = "\t".repeat(depth + 1);
                        let _ =
                            write!(text, "{inner}End Site\n{inner}{{\n{inner}\tOFFSET 0 0 0\n{inner}}}\n");
                    }
                    let _ = writeln!(text, "{indent}}}");
                }
            }
        }
    }

    fn motion(&self, steps: &[Step], channels: &[Channels], text: &mut String) {
        let count = self.clip.frame_count();
        let _ = write!(text, "MOTION\nFrames: {count}\nFrame Time: {}\n", 1.0 / self.clip.fps);
        let mut angles = vec![[0.0; 3]; self.clip.joints.len()];
        for frame in 0..count {
            let mut gap = "";
            let mut put = |value: f64, decimals| {
                let _ = write!(text, "{gap}{}", fixed(value, decimals));
                gap = " ";
            };
            for &step in steps {
                let Step::Enter(j) = step else { continue };
                let local = self.in_file(j, self.clip.frame(frame)[j]);
                if channels[j] == Channels::Six {
                    local.translation.to_array().into_iter().for_each(|v| put(v, self.decimals));
                }
                if channels[j] != Channels::None {
                    angles[j] = zxy_degrees(local.rotation, angles[j]);
                    angles[j].into_iter().for_each(|v| put(v, DECIMALS));
                }
            }
            text.push('\n');
        }
    }

    /// The `OFFSET` of a joint: none where channels hold it all, else the constant translation.
    fn offset(&self, joint: usize, channels: Channels) -> DVec3 {
        if self.clip.locals.is_empty() {
            return self.in_file(joint, self.clip.joints[joint].rest).translation;
        }
        match channels {
            Channels::Six => DVec3::ZERO,
            _ => self.in_file(joint, self.clip.frame(0)[joint]).translation,
        }
    }

    /// A local transform in the file's unit and axes.
    fn in_file(&self, joint: usize, mut local: Transform) -> Transform {
        if self.clip.joints[joint].parent.is_none() {
            local = Transform { rotation: self.file_from_y_up, ..Transform::IDENTITY }.compose(local);
        }
        Transform { translation: local.translation * self.units_per_m, ..local }
    }
}

/// A number with this many decimals, and no minus before zero.
fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(zero) if zero.bytes().all(|b| b == b'0' || b == b'.') => zero.to_owned(),
        _ => text,
    }
}

/// A name that BVH can hold: not empty, on one line, without braces.
fn one_line(name: &str) -> String {
    let name = name.replace(['\n', '\r', '{', '}'], "_");
    if name.trim().is_empty() { "joint".into() } else { name.trim().into() }
}
