//! From a scene to the clip.

use std::collections::BTreeSet;

use glam::{DQuat, DVec3};
use ufbx::{AnimStack, Node, Scene};

use super::joints::{self, Joints};
use super::take::{self, Frames, Takes};
use super::{ReadOptions, rest};
use crate::Error;
use crate::clip::{Clip, ClipJoint, Format, Source, Transform};
use crate::finding::Criterion;
use crate::formats::fbx::load;
use crate::formats::fbx::settings::{axes, damages, unit};
use crate::formats::log::Log;
use crate::formats::nodes::{self, Local, flatten, is_sane, is_uniform, mean, with_one_sign};

/// Frames may take this much memory, and this many times the data.
const FREE_BYTES: usize = 24 << 20;
const TIMES: usize = 10;

/// Reads an FBX file into a clip in the file's own unit and axes, which its source names.
///
/// # Errors
/// [`Error::File`] for what cannot be read or has no skeleton; [`Error::Binary`] with the node or the take at fault.
pub fn read(file: &str, bytes: &[u8], options: ReadOptions) -> Result<Clip, Error> {
    let whole = |problem: String| Error::File { file: file.into(), problem };
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let scene = load::scene(file, bytes)?;
    let mut log = Log::of_recording(file);
    damages(&scene, &mut log);
    let joints = joints::choose(&scene, &mut log).map_err(whole)?;
    if joints.animated_elsewhere > 0 {
        let count = joints.animated_elsewhere;
        log.assume(Criterion::LeftOut, format!("{count} animated nodes are not joints and were left out"));
    }
    let (up, turn) = axes(scene.settings.axes, &mut log);
    let standing = |node: &Node| local(&node.local_transform, node, file);
    let above = above(&joints, turn, &standing)?;
    let pose: Vec<Local> = joints.nodes.iter().map(|node| standing(node)).collect::<Result<_, _>>()?;
    let mut rest = Vec::with_capacity(pose.len());
    flatten(&joints.parents, &above, pose.iter().copied(), &mut Vec::new(), &mut rest);
    warn_of_scales(&joints, &mut log);

    let chosen = Takes::of(&scene, Some(&joints)).choose(options.animation, &mut log);
    let wanted = || options.animation.unwrap_or_default().to_owned();
    let chosen = chosen.map_err(|known| Error::Animation { file: file.into(), wanted: wanted(), known })?;
    let (mut locals, mut fps) = (Vec::new(), 30.0);
    match chosen {
        None => log.warn(Criterion::NoMotion, "no take moves a joint; only the rest pose was read", ""),
        Some(stack) => {
            let per_frame = joints.nodes.len() * size_of::<Transform>();
            let most_frames = (FREE_BYTES + TIMES * load::data_len(bytes)) / per_frame;
            let place = format!("take '{}'", stack.element.name);
            let frames = take::frames(&scene, stack, &joints, most_frames, &mut log)
                .map_err(|problem| Error::Binary { file: file.into(), place, problem })?;
            fps = frames.fps;
            locals = sample(file, stack, &joints, &frames, &above, &pose)?;
            warn_of_stretching(&scene, stack, &joints, &mut log);
        }
    }
    let (rest, bound) = rest::pose(&scene, &joints, &rest, turn);
    if bound > 0 {
        let message = format!("rest pose: the one in which the skin was bound ({bound} joints)");
        log.assume(Criterion::RestPose, message);
    }
    if let Some(at) = rest.iter().chain(&locals).position(|local| !is_sane(local)) {
        let joint = at % joints.nodes.len();
        let place = format!("node '{}'", joints.names[joint]);
        return Err(Error::Binary {
            file: file.into(),
            place,
            problem: "its position is out of range".into(),
        });
    }
    let unit_m = unit(scene.settings.unit_meters, &mut log);
    let (warnings, assumptions) = log.into_findings();
    let source = Source { file: file.into(), format: Format::Fbx, unit_m, up, warnings, assumptions };
    let Joints { names, parents, ends, .. } = joints;
    let joints = names.into_iter().zip(parents).zip(ends).zip(rest);
    let joints = joints.map(|(((name, parent), end), rest)| ClipJoint { name, parent, rest, end }).collect();
    Ok(Clip { joints, fps, locals, source })
}

fn vector(v: ufbx::Vec3) -> DVec3 {
    DVec3::new(v.x, v.y, v.z)
}

/// The scale of a transform, with one sign.
fn one_signed(transform: &ufbx::Transform) -> DVec3 {
    with_one_sign(DQuat::IDENTITY, vector(transform.scale)).1
}

/// A node's transform, with one number for its scale.
fn local(transform: &ufbx::Transform, node: &Node, file: &str) -> Result<Local, Error> {
    let scale = mean(one_signed(transform));
    let rigid = rest::rigid(transform).filter(|_| scale.is_finite() && scale.abs() < 1e12);
    let rigid = rigid.ok_or_else(|| Error::Binary {
        file: file.into(),
        place: format!("node '{}'", node.element.name),
        problem: "its transform is not a translation, rotation and scale; the file is damaged".into(),
    })?;
    Ok(Local { rigid, scale })
}

/// What lies above each joint that has no parent among the joints, in one transform.
fn above(
    joints: &Joints,
    turn: DQuat,
    standing: &dyn Fn(&Node) -> Result<Local, Error>,
) -> Result<Vec<Local>, Error> {
    let mut above = Vec::new();
    for (node, _) in joints.nodes.iter().zip(&joints.parents).filter(|(_, parent)| parent.is_none()) {
        let mut folded = Local::IDENTITY;
        let mut next = node.parent.as_ref();
        while let Some(ancestor) = next {
            folded = standing(ancestor)?.then(folded);
            next = ancestor.parent.as_ref();
        }
        let turn = Local { rigid: Transform { rotation: turn, ..Transform::IDENTITY }, scale: 1.0 };
        above.push(turn.then(folded));
    }
    Ok(above)
}

fn warn_of_scales(joints: &Joints, log: &mut Log) {
    let mut has_child = vec![false; joints.nodes.len()];
    joints.parents.iter().flatten().for_each(|&parent| has_child[parent] = true);
    let uneven = |&joint: &usize| !is_uniform(one_signed(&joints.nodes[joint].local_transform));
    let uneven = (0..has_child.len()).filter(|&joint| has_child[joint]).filter(uneven);
    let names = nodes::listed(uneven.map(|joint| joints.names[joint].clone()));
    if !names.is_empty() {
        let message =
            format!("non-uniform scales were replaced by their mean, joints below may shift: {names}");
        log.warn(Criterion::Scales, message, "");
    }
}

/// The take at its frames. A node that the take does not drive stands as it does.
fn sample(
    file: &str,
    stack: &AnimStack,
    joints: &Joints,
    frames: &Frames,
    above: &[Local],
    standing: &[Local],
) -> Result<Vec<Transform>, Error> {
    let mut driven = vec![false; joints.nodes.len()];
    for (node, _, _) in stack.layers.iter().flat_map(|layer| joints::curves(layer)) {
        joints.of_node[node].into_iter().for_each(|joint| driven[joint] = true);
    }
    let mut locals = Vec::with_capacity(frames.count * joints.nodes.len());
    let mut scales = Vec::with_capacity(joints.nodes.len());
    let mut pose = standing.to_vec();
    for frame in 0..frames.count {
        let secs = frames.first_secs + frame as f64 / frames.fps;
        for joint in (0..pose.len()).filter(|&joint| driven[joint]) {
            let node = joints.nodes[joint];
            pose[joint] = local(&ufbx::evaluate_transform(&stack.anim, node, secs), node, file)?;
        }
        flatten(&joints.parents, above, pose.iter().copied(), &mut scales, &mut locals);
    }
    Ok(locals)
}

/// Joints have no scale: where a take animates one, the joints below move along, but no mesh would stretch.
fn warn_of_stretching(scene: &Scene, stack: &AnimStack, joints: &Joints, log: &mut Log) {
    let mut stretched = BTreeSet::new();
    for (node, what, curve) in stack.layers.iter().flat_map(|layer| joints::curves(layer)) {
        let joint = joints.of_node[joints::own(&scene.nodes[node]).element.typed_id as usize];
        let size = curve.min_value.abs().max(curve.max_value.abs());
        if what == "Lcl Scaling" && curve.max_value - curve.min_value > nodes::SCALE_TOLERANCE * size {
            stretched.extend(joint);
        }
    }
    if !stretched.is_empty() {
        let names = nodes::listed(stretched.into_iter().map(|joint| joints.names[joint].clone()));
        let message =
            format!("scales are animated, which joints cannot have; a mesh would not stretch along: {names}");
        log.warn(Criterion::Scales, message, "");
    }
}
