//! From the joints of files to a skeleton and back: which joint travels, how the joints' axes are aligned with the body,
//! where rotation vectors are zero (architecture, Numbers).
//!
//! A file's joint axes may point anywhere. Here every joint gets axes that are the world's (x left, y up, z forward) in a
//! pose in which the body is symmetric, so that mirroring is a matter of signs. The rest pose is that pose where it is
//! symmetric itself; otherwise (files whose zero pose is not a figure at all) the mean pose over the frames is, with axes
//! snapped so that left and right correspond exactly.

mod axes;

use std::ops::Range;

use adverb::Skeleton;
use adverb::body::twist_y;
use adverb::skeleton::{DofKind, JointSpec, ROTATION_VECTOR, TRANSLATIONS, UNLIMITED};
use glam::{DQuat, DVec3};

use crate::clip::{Clip, ClipJoint};
use crate::error::Error;
use crate::sides::Sides;

/// A translation that moves by less than this over a recording is a bone's length, not a DOF.
const STILL_M: f64 = 2e-5;

/// More joints than any figure has, few enough for every DOF to have a number.
pub(crate) const MOST_JOINTS: usize = 10_000;

/// Frames of a clip that count as examples.
pub struct Extract<'a> {
    /// Its joints must be those of the skeleton's clip, in order.
    pub clip: &'a Clip,
    /// Which frames.
    pub frames: Range<usize>,
}

/// The skeleton of a clip alone: its references are the means over its own frames.
pub fn skeleton_of(clip: &Clip) -> Result<Skeleton, Error> {
    skeleton(clip, &[Extract { clip, frames: 0..clip.frame_count() }], &[])
}

/// A skeleton with the joints of `base`, whose references are the means over all `examples`. `sides` are pairs of joint names, left
/// and right, where the names themselves do not show the side.
pub fn skeleton(base: &Clip, examples: &[Extract], sides: &[(String, String)]) -> Result<Skeleton, Error> {
    let fail = |problem: String| Error::File { file: base.source.file.clone(), problem };
    if base.joints.is_empty() {
        return Err(fail("it has no joints".into()));
    }
    if base.joints.len() > MOST_JOINTS {
        return Err(fail(format!(
            "it has {} joints; a skeleton has at most {MOST_JOINTS}",
            base.joints.len()
        )));
    }
    let given = sides.iter().map(|(left, right)| {
        let find = |name: &String| {
            base.joint_named(name)
                .ok_or_else(|| fail(format!("[sides] names {name:?}, which is not a joint of it")))
        };
        Ok((find(left)?, find(right)?))
    });
    let given: Vec<_> = given.collect::<Result<_, Error>>()?;
    let root = root(base, examples);
    let rest = base.world(&base.rest());
    let positions: Vec<DVec3> = rest.iter().map(|t| t.translation).collect();
    let sides = Sides::find(&base.joints, &positions, &given);
    let axes = axes::aligned(base, examples, root, &sides);
    let references = references(base, examples, root, &sides, &axes);
    let above = above(&base.joints, root);
    let translations: Vec<(DVec3, bool)> =
        (0..base.joints.len()).map(|j| translation(base, examples, j)).collect();
    let specs = base.joints.iter().enumerate().map(|(j, joint)| {
        let parent_axes = joint.parent.map_or(DQuat::IDENTITY, |p| axes[p]);
        let (translation, moves) = &translations[j];
        // Partners have the same DOFs, or they could not exchange them.
        let moves = *moves || translations[sides.partner[j]].1;
        let mut dofs: Vec<DofKind> = Vec::new();
        if !joint.end && !above[j] {
            // A second root rides on the placement, so even what stands still moves.
            let translates = moves || joint.parent.is_none();
            dofs.extend(translates.then_some(TRANSLATIONS).into_iter().flatten());
            dofs.extend(ROTATION_VECTOR);
        }
        let rest = parent_axes.inverse() * joint.rest.rotation * axes[j];
        // Joints above the root stand as they do where they stand still.
        let still = examples.iter().find(|e| !e.frames.is_empty() && !self::moves(e, j));
        let still = still.map(|e| e.clip.frame(e.frames.start)[j].rotation);
        let stands = parent_axes.inverse() * still.unwrap_or(joint.rest.rotation) * axes[j];
        let offset = match (joint.parent, above[j]) {
            (None, false) => DVec3::ZERO,
            _ if moves => joint.rest.translation,
            _ => *translation,
        };
        JointSpec {
            name: joint.name.clone(),
            parent: joint.parent,
            offset: (parent_axes.inverse() * offset).as_vec3(),
            rest: if above[j] { stands } else { rest }.as_quat(),
            reference: if dofs.is_empty() && j != root { stands } else { references[j] }.as_quat(),
            dofs: dofs.into_iter().map(|kind| (kind, UNLIMITED)).collect(),
            end: joint.end,
            partner: sides.partner[j],
            rig_axes: axes[j].inverse().as_quat(),
        }
    });
    Skeleton::new(specs.collect(), root).map_err(|e| fail(e.to_string()))
}

/// The joint that travels: in each example the first, or below it the first that moves or branches, past joints that only hold
/// the origin, and past a still one that also holds helpers (Unreal's `ik_foot_root`) beside the body. Where examples differ (one carries its travel in a joint above the hips) the lowest, whose place in the world
/// holds whatever those above it do.
fn root(base: &Clip, examples: &[Extract]) -> usize {
    let mut children = base.children();
    for below in &mut children {
        below.retain(|&j| !base.joints[j].end);
    }
    let sizes = sizes(base);
    let of_example = |e: &Extract| {
        let mut candidate = 0;
        loop {
            match children[candidate][..] {
                [only] if !moves(e, candidate) => candidate = only,
                [] if !moves(e, candidate) => return 0, // nothing moves
                ref several if !moves(e, candidate) => match body(e, several, &sizes) {
                    Some(body) => candidate = body,
                    None => return candidate,
                },
                _ => return candidate,
            }
        }
    };
    let nothing = [Extract { clip: base, frames: 0..0 }];
    let examples = if examples.is_empty() { &nothing } else { examples };
    examples.iter().map(of_example).max().unwrap_or(0)
}

/// How many joints hang from each, itself included.
fn sizes(base: &Clip) -> Vec<usize> {
    let mut sizes = vec![1; base.joints.len()];
    for (j, joint) in base.joints.iter().enumerate().rev() {
        if let Some(parent) = joint.parent {
            sizes[parent] += sizes[j];
        }
    }
    sizes
}

/// Of several joints the one with most joints, if it goes somewhere: hips do, a spine that hangs from still hips does not.
fn body(example: &Extract, several: &[usize], sizes: &[usize]) -> Option<usize> {
    let most = several.iter().copied().max_by_key(|&j| sizes[j])?;
    translation(example.clip, std::slice::from_ref(example), most).1.then_some(most)
}

/// Whether a joint moves within an example.
fn moves(example: &Extract, j: usize) -> bool {
    let Some(first) = example.frames.clone().next().map(|f| example.clip.frame(f)[j]) else { return false };
    example.frames.clone().any(|f| {
        let t = example.clip.frame(f)[j];
        t.translation.distance(first.translation) > STILL_M
            || t.rotation.dot(first.rotation).abs() < 1.0 - 1e-9
    })
}

/// Which joints are ancestors of the root.
fn above(joints: &[ClipJoint], root: usize) -> Vec<bool> {
    let mut above = vec![false; joints.len()];
    let mut next = joints[root].parent;
    while let Some(j) = next {
        above[j] = true;
        next = joints[j].parent;
    }
    above
}

/// The mean local translation of a joint, and whether it moves.
fn translation(base: &Clip, examples: &[Extract], j: usize) -> (DVec3, bool) {
    let (mut sum, mut count) = (DVec3::ZERO, 0.0);
    let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for t in examples.iter().flat_map(|e| e.frames.clone().map(|f| e.clip.frame(f)[j].translation)) {
        (low, high) = (low.min(t), high.max(t));
        sum += t;
        count += 1.0;
    }
    if count == 0.0 {
        (base.joints[j].rest.translation, false)
    } else {
        (sum / count, (high - low).length() > STILL_M)
    }
}

/// Mean local rotations over all frames in the aligned axes, made symmetric. The root's is its tilt: heading taken off.
fn references(base: &Clip, examples: &[Extract], root: usize, sides: &Sides, axes: &[DQuat]) -> Vec<DQuat> {
    let n = base.joints.len();
    let mut means = vec![Mean::default(); n];
    for e in examples {
        for f in e.frames.clone() {
            let locals = e.clip.frame(f);
            for (j, joint) in base.joints.iter().enumerate() {
                let parent = joint.parent.map_or(DQuat::IDENTITY, |p| axes[p]);
                if j != root {
                    means[j].add(parent.inverse() * locals[j].rotation * axes[j]);
                }
            }
            let upright = e.clip.world_of(locals, root).rotation * axes[root];
            means[root].add(DQuat::from_rotation_y(-twist_y(upright)) * upright);
        }
    }
    let mirrored = |q: DQuat| DQuat::from_xyzw(q.x, -q.y, -q.z, q.w);
    let own: Vec<DQuat> = (0..n)
        .map(|j| {
            let parent = base.joints[j].parent.map_or(DQuat::IDENTITY, |p| axes[p]);
            means[j].value().unwrap_or(parent.inverse() * base.joints[j].rest.rotation * axes[j])
        })
        .collect();
    (0..n)
        .map(|j| {
            let mut mean = Mean::default();
            mean.add(own[j]);
            mean.add(mirrored(own[sides.partner[j]]));
            mean.value().unwrap_or(own[j])
        })
        .collect()
}

/// A mean of rotations: the sum of their quaternions, all taken from the same side.
#[derive(Debug, Clone, Default)]
struct Mean {
    sum: Option<glam::DVec4>,
}

impl Mean {
    fn add(&mut self, q: DQuat) {
        let v = glam::DVec4::from(q);
        self.sum = Some(match self.sum {
            None => v,
            Some(sum) => sum + if sum.dot(v) < 0.0 { -v } else { v },
        });
    }

    fn value(&self) -> Option<DQuat> {
        self.sum.and_then(|s| s.try_normalize()).map(DQuat::from_vec4)
    }
}

/// Joints that turn as a ball, and the DOFs that hold the three components of their rotation vectors.
pub(crate) fn balls(skeleton: &Skeleton) -> impl Iterator<Item = (usize, [usize; 3])> + '_ {
    skeleton.joints().iter().enumerate().filter_map(|(j, joint)| {
        let is_component = |d: &usize| matches!(skeleton.dofs()[*d].kind, DofKind::RotationVector(_));
        let dofs: Vec<usize> = joint.dofs.clone().map(usize::from).filter(is_component).collect();
        Some((j, dofs.try_into().ok()?))
    })
}
