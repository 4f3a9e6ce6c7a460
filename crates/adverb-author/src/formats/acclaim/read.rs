//! From bones and values to local transforms.

use glam::{DQuat, DVec3};

use super::motion::{self, Motion};
use super::skeleton::{self, Bone, Dof, Skeleton, about};
use super::{ReadOptions, USUAL_RATE};
use crate::Error;
use crate::clip::{Clip, ClipJoint, Format, Source, Transform, Up};
use crate::finding::Criterion;
use crate::formats::log::Log;
use crate::formats::text::decoded;
use crate::formats::text::scan::Scanner;
use crate::limits::Limits;

/// Transforms may take this much memory, and this many times the files' own size.
const MEMORY_BYTES: usize = 40 << 20;
const MEMORY_TIMES: usize = 12;

/// Reads an AMC file into a clip in the unit and axes of its skeleton. `fetch` yields the skeleton by its possible names: the motion's
/// own, the part of it before a `_` (CMU's subjects), its own without a number at the end (`charleston1`), or the name that the motion states.
///
/// # Errors
/// [`Error::Text`] with the line; [`Error::File`] without a skeleton, with the names tried.
pub fn read(
    file: &str,
    bytes: &[u8],
    options: &ReadOptions,
    fetch: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<Clip, Error> {
    let mut log = Log::of_recording(file);
    let text = decoded(file, bytes, &mut log)?;
    let names = skeleton_names(file, &text);
    let folder = file.rfind(['/', '\\']).map_or("", |at| &file[..=at]);
    let found = names.iter().find_map(|name| Some((format!("{folder}{name}"), fetch(name)?)));
    let Some((skeleton_file, asf)) = found else {
        let problem = format!(
            "this is only the motion, and its skeleton is missing: put the .asf beside it as {}",
            names.first().map_or("a file of the same name", |name| name)
        );
        return Err(Error::File { file: file.into(), problem });
    };
    let mut of_skeleton = Log::of_recording(&skeleton_file);
    let skeleton_text = decoded(&skeleton_file, &asf, &mut of_skeleton)?;
    let skeleton = skeleton::parse(&Scanner::new(&skeleton_file, &skeleton_text), &mut of_skeleton)?;
    log.assume(Criterion::Choice, format!("skeleton: {skeleton_file}, beside the motion"));
    let joints = joints(&skeleton);
    let per_frame = joints.len() * size_of::<Transform>()
        + skeleton.bones.iter().map(|bone| bone.dofs.len() * size_of::<f64>()).sum::<usize>();
    let most_frames = (MEMORY_BYTES + MEMORY_TIMES * (bytes.len() + asf.len())) / per_frame;
    let most_frames = most_frames.min(Limits::current().frames);
    let motion = motion::parse(&Scanner::new(file, &text), &skeleton, &skeleton_file, most_frames, &mut log)?;
    let mut clip = clip_of(file, Format::Amc, &skeleton, joints, log);
    clip.locals = locals(&skeleton, &motion, &clip.joints);
    clip.source.warnings.splice(0..0, of_skeleton.into_findings().0);
    let (rate, why) = match (options.rate, motion.rate) {
        (Some(rate), _) => (rate, "as asked"),
        (None, Some(rate)) => (rate, "as stated in the file"),
        (None, None) => (USUAL_RATE, "the usual one, because the file states none"),
    };
    clip.fps = rate;
    let message = format!("rate: {rate} frames per second, {why}");
    match options.rate {
        Some(_) => clip.source.given(Criterion::Rate, message),
        None => clip.source.assume(Criterion::Rate, message),
    }
    Ok(clip)
}

/// Reads an ASF file into a clip without frames.
///
/// # Errors
/// [`Error::Text`] with the line.
pub fn read_skeleton(file: &str, bytes: &[u8]) -> Result<Clip, Error> {
    let mut log = Log::of_recording(file);
    let text = decoded(file, bytes, &mut log)?;
    let skeleton = skeleton::parse(&Scanner::new(file, &text), &mut log)?;
    let joints = joints(&skeleton);
    let mut clip = clip_of(file, Format::Asf, &skeleton, joints, log);
    clip.source.warn(
        Criterion::NoMotion,
        "this is only the skeleton",
        "Give the .amc beside it to read a motion.",
    );
    Ok(clip)
}

fn clip_of(file: &str, format: Format, skeleton: &Skeleton, joints: Vec<ClipJoint>, mut log: Log) -> Clip {
    let root = &skeleton.bones[0];
    if root.place != DVec3::ZERO || root.axes != DQuat::IDENTITY {
        let message = "root: its position is added to the motion's, its orientation gives the axes that its angles turn about";
        log.assume(Criterion::Axes, message);
    }
    let (warnings, assumptions) = log.into_findings();
    let unit_m = skeleton.length.map_or(1.0, super::unit_m);
    let source = Source { file: file.into(), format, unit_m, up: Up::Y, warnings, assumptions };
    Clip { joints, fps: USUAL_RATE, locals: Vec::new(), source }
}

/// The names that the skeleton of a motion may have, most likely first.
fn skeleton_names(file: &str, text: &str) -> Vec<String> {
    let base = |path: &str| path.rsplit(['/', '\\']).next().unwrap_or(path).trim().to_owned();
    let stem = |name: &str| name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned();
    let own = stem(&base(file));
    let subject = own.split_once('_').map(|(subject, _)| subject.to_owned());
    let unnumbered = Some(own.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned());
    // `#!OML:ASF F:\VICON\USERDATA\rory3.ASF`, as Vicon writes it.
    let said = text.lines().take(8).find_map(|line| line.trim().strip_prefix("#!OML:ASF"));
    let said = said.map(|path| stem(&base(path)));
    let mut names = Vec::new();
    for stem in [Some(own), subject, unnumbered, said].into_iter().flatten().filter(|stem| !stem.is_empty()) {
        for extension in ["asf", "ASF"] {
            let name = format!("{stem}.{extension}");
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// A joint at the upper end of every bone, and an end site at the lower end of those that end in nothing.
fn joints(skeleton: &Skeleton) -> Vec<ClipJoint> {
    let bones = &skeleton.bones;
    let at = |translation| Transform { translation, ..Transform::IDENTITY };
    let mut leaf = vec![true; bones.len()];
    let mut joints: Vec<ClipJoint> = Vec::with_capacity(bones.len());
    for bone in bones {
        let rest = at(bone.place + bone.parent.map_or(DVec3::ZERO, |p| bones[p].extent));
        joints.push(ClipJoint { name: bone.name.clone(), parent: bone.parent, rest, end: false });
        if let Some(parent) = bone.parent {
            leaf[parent] = false;
        }
    }
    for (b, bone) in bones.iter().enumerate().filter(|(b, _)| leaf[*b]) {
        let name = format!("{}_End", bone.name);
        joints.push(ClipJoint { name, parent: Some(b), rest: at(bone.extent), end: true });
    }
    joints
}

fn locals(skeleton: &Skeleton, motion: &Motion, joints: &[ClipJoint]) -> Vec<Transform> {
    let mut locals = Vec::with_capacity(motion.frame_count * joints.len());
    let mut values = motion.values.iter();
    let axes: Vec<(DQuat, DQuat)> = skeleton.bones.iter().map(|b| (b.axes, b.axes.inverse())).collect();
    for _ in 0..motion.frame_count {
        for ((bone, joint), axes) in skeleton.bones.iter().zip(joints).zip(&axes) {
            locals.push(local(bone, joint.rest, *axes, &mut values));
        }
        locals.extend(joints[skeleton.bones.len()..].iter().map(|end| end.rest));
    }
    locals
}

/// C·M·C⁻¹, and where the bone moves to.
fn local<'v>(
    bone: &Bone,
    rest: Transform,
    (axes, back): (DQuat, DQuat),
    values: &mut impl Iterator<Item = &'v f64>,
) -> Transform {
    let (mut turn, mut shift) = (DQuat::IDENTITY, DVec3::ZERO);
    for (dof, &value) in bone.dofs.iter().zip(values) {
        match *dof {
            Dof::Turn(axis) => turn = about(axis, value) * turn,
            Dof::Move(axis) => shift[axis] += value,
            Dof::Length => {}
        }
    }
    // The root moves along the axes of the file, a bone along its own.
    let shift = if bone.parent.is_some() { axes * shift } else { shift };
    Transform { translation: rest.translation + shift, rotation: (axes * turn * back).normalize() }
}
