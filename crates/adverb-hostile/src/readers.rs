//! Motion files of all formats: read, and made a motion that can be played and written.

use std::sync::Arc;

use adverb::VerbTime;
use adverb_author::character::Character;
use adverb_author::clip::{Clip, Transform};
use adverb_author::finding::Verdict;
use adverb_author::formats::{self, gltf, obj, ply};
use adverb_author::import::{ImportOptions, import, import_with};
use adverb_author::mesh::{self, MeshFile};
use adverb_author::motion::{Motion, Recording, basic};
use adverb_author::{Error, rig};

use crate::seeds;

pub fn bvh(bytes: &[u8]) -> bool {
    read("made.bvh", bytes, &[])
}

/// A GLB is recognised by how it begins.
pub fn gltf(bytes: &[u8]) -> bool {
    read("made.gltf", bytes, &[])
}

/// A skinned mesh that walks a few frames.
pub fn character(bytes: &[u8]) -> bool {
    let Ok(character) = Character::read("made.gltf", bytes, &mut |_| None) else { return false };
    let rest = character.figure().joints.iter().map(|joint| &joint.rest);
    assert_eq!(rest.into_iter().find(|local| !is_sound(local)), None, "every transform is finite");
    let (skeleton, clip) = seeds::take();
    let Ok(driven) = character.driven(skeleton, clip, &[], &[]) else { return true };
    check(&driven.clip);
    let written = character.glb(&driven.clip);
    import("written.glb", &written, &ImportOptions::default()).expect("what is written is read");
    true
}

pub fn fbx(bytes: &[u8]) -> bool {
    read("made.fbx", bytes, &[])
}

/// A mesh of any format, told by how it begins; what is not told is OBJ. It is repaired, written in every format and read again.
pub fn mesh(bytes: &[u8]) -> bool {
    let Ok(mut file) = formats::read_mesh("made.obj", bytes, &mut |_| None) else { return false };
    // The check, not the reader, reports vertices out of range.
    if file.mesh.positions.iter().any(|position| position.abs().max_element() > 1e9) {
        assert!(mesh::check(&file.mesh).iter().any(|finding| finding.verdict == Verdict::Error));
        return false;
    }
    check_mesh(&file);
    let positions = file.mesh.positions.clone();
    mesh::repair(&mut file);
    check_mesh(&file);
    let again = |name: &str, bytes: &[u8]| {
        let read = formats::read_mesh(name, bytes, &mut |_| None);
        read.unwrap_or_else(|error| panic!("what is written is read: {error}"))
    };
    assert_eq!(again("w.ply", &ply::write(&file.mesh)).mesh.positions, positions);
    again("w.obj", obj::write(&file.mesh).as_bytes());
    for kept in [file.kept.take(), None] {
        file.kept = kept;
        if let Ok(written) = gltf::mesh::write(&file) {
            let read = again("w.glb", &written);
            check_mesh(&read);
            assert_eq!(read.targets.len(), file.targets.len());
        }
    }
    assert_eq!(mesh::conform(&file.mesh, &file.mesh).expect("it conforms to itself").positions, positions);
    true
}

/// One of everything per vertex, and indices that are there.
fn check_mesh(file: &MeshFile) {
    let mesh = &file.mesh;
    let count = mesh.positions.len();
    let worst = mesh::check(mesh).into_iter().find(|finding| finding.verdict == Verdict::Error);
    assert_eq!(worst, None);
    let lengths = [
        mesh.normals.as_ref().map(Vec::len),
        mesh.tangents.as_ref().map(Vec::len),
        mesh.colours.as_ref().map(Vec::len),
        mesh.uvs.as_ref().map(Vec::len),
        mesh.points.as_ref().map(Vec::len),
        mesh.influences.as_ref().map(mesh::Influences::len),
    ];
    assert!(lengths.into_iter().flatten().all(|length| length == count), "{lengths:?} for {count} vertices");
    assert!(
        mesh.parts.is_empty() || mesh.parts.iter().map(|part| part.faces).sum::<usize>() == mesh.faces.len()
    );
    assert!(file.joints.iter().enumerate().all(|(j, joint)| joint.parent.is_none_or(|parent| parent < j)));
    let held = mesh.influences.iter().flat_map(|influences| influences.items());
    assert!(
        held.into_iter().all(|&(joint, weight)| (joint as usize) < file.joints.len() && weight.is_finite())
    );
    for target in &file.targets {
        assert!(target.vertices.iter().all(|&vertex| (vertex as usize) < count), "{}", target.name);
        assert!(
            target.vertices.windows(2).all(|pair| pair[0] < pair[1])
                && target.positions.len() == target.vertices.len()
        );
    }
    assert_eq!(file.weights.len(), file.targets.len());
}

/// A skeleton and, behind a zero byte, a motion of it.
pub fn acclaim(bytes: &[u8]) -> bool {
    match bytes.iter().position(|byte| *byte == 0) {
        Some(end) => read("made.amc", &bytes[end + 1..], &bytes[..end]),
        None => read("made.asf", bytes, &[]),
    }
}

/// A file with another beside it: of an AMC, its ASF.
fn read(file: &str, bytes: &[u8], beside: &[u8]) -> bool {
    let mut fetch = |_: &str| Some(beside.to_vec());
    let Ok(clip) = import_with(file, bytes, &ImportOptions::default(), &mut fetch) else { return false };
    check(&clip);
    // A skeleton alone is a good clip and no motion.
    if let Ok(motion) = motion(&clip) {
        check_motion(&motion);
    }
    true
}

fn motion(clip: &Clip) -> Result<Motion, Error> {
    let skeleton = Arc::new(rig::skeleton_of(clip)?);
    let recording = Recording::raw(&skeleton, clip)?;
    basic::whole(skeleton, Arc::new(recording))
}

/// Parents before children, frames for all joints, and numbers throughout.
fn check(clip: &Clip) {
    assert!(!clip.joints.is_empty() && clip.locals.len() == clip.joints.len() * clip.frame_count());
    assert!(clip.fps.is_finite() && clip.fps > 0.0, "{} frames per second", clip.fps);
    assert!(clip.source.unit_m.is_finite() && clip.source.unit_m > 0.0, "a unit of {} m", clip.source.unit_m);
    assert!(clip.joints.iter().enumerate().all(|(j, joint)| joint.parent.is_none_or(|parent| parent < j)));
    let wrong =
        clip.joints.iter().map(|joint| &joint.rest).chain(&clip.locals).find(|local| !is_sound(local));
    assert_eq!(wrong, None, "every transform is finite");
}

fn is_sound(local: &Transform) -> bool {
    local.translation.is_finite() && local.rotation.is_normalized()
}

/// Numbers at its ends and between.
pub fn check_motion(motion: &Motion) {
    let duration = motion.duration();
    assert!(duration.0.is_finite() && duration.0 >= 0.0, "it lasts {duration:?}");
    for part in [0.0, 0.37, 1.0] {
        let pose = motion.pose(VerbTime(part * duration.0));
        assert!(pose.iter().all(|dof| dof.is_finite()), "{part} of {duration:?}: {pose:?}");
    }
}
