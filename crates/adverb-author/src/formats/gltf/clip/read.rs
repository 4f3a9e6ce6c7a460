//! From the document to the clip.

use super::ReadOptions;
use super::rate::{self, Frames};
use super::track::{self, Track, Tracks};
use crate::Clip;
use crate::clip::{ClipJoint, Source, Transform, Up};
use crate::finding::Criterion;
use crate::formats::gltf::accessor::{self, Accessors};
use crate::formats::gltf::animations::Animations;
use crate::formats::gltf::buffers::Buffers;
use crate::formats::gltf::container;
use crate::formats::gltf::document::{self, Document, Notes, Wanted};
use crate::formats::gltf::fault::{Checked, Fault};
use crate::formats::gltf::joints::{self, Joints};
use crate::formats::gltf::pose::{self, AtRest};
use crate::formats::gltf::references::check_meshes;
use crate::formats::gltf::tree::{self, place};
use crate::formats::log::Log;
use crate::formats::nodes::{self, Local};
use glam::{DQuat, DVec3};

/// Reads a file; the fault lacks only the file's name.
pub(super) fn clip(
    file: &str,
    bytes: &[u8],
    options: ReadOptions,
    fetch: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Checked<Clip> {
    let mut log = Log::of_recording(file);
    let parts = container::split(bytes)?;
    if parts.trailing > 0 {
        let place = format!("byte {}", bytes.len() - parts.trailing);
        log.repaired(
            Criterion::Trailing,
            place,
            format!("{} bytes after the end that the header states were ignored", parts.trailing),
        );
    }
    let document = document::parse(parts.format, parts.json, Wanted::Motion)?;
    accessor::check(&document)?;
    check_meshes(&document, &mut log)?;
    let buffers = Buffers::new(&document.buffers, parts.bin, fetch)?;
    let mut accessors = Accessors::new(&document, buffers, bytes.len());

    let tree = tree::build(&document)?;
    let joints = joints::choose(&document, &tree, &mut log)?;
    if joints.animated_elsewhere > 0 {
        let message =
            format!("{} animated nodes are not joints and were left out", joints.animated_elsewhere);
        log.assume(Criterion::LeftOut, message);
    }
    let rest = AtRest::of(&document, &tree, &joints, &mut log)?;

    let mut locals = Vec::new();
    let mut fps = 30.0;
    match Animations::of(&document, Some(&joints)).choose(options.animation, &mut log)? {
        None => log.warn(Criterion::NoMotion, "no animation moves a joint; only the rest pose was read", ""),
        Some(number) => {
            let animation = &document.animations[number];
            let joint_of = |node| joints.of_node.get(&node).copied();
            let count = joints.nodes.len();
            let mut tracks = track::load(animation, number, count, joint_of, &mut accessors, &mut log)?;
            for (tracks, &node) in tracks.iter_mut().zip(&joints.nodes) {
                settle_scale(tracks, &place(&document, node), &mut log);
            }
            let most_frames = (FREE_BYTES + 12 * accessors.data_len()) / (count * size_of::<Transform>());
            let all: Vec<&Track> = tracks.iter().flat_map(Tracks::iter).collect();
            let frames = rate::find(&all, Notes::of(&animation.extras).fps, most_frames)
                .map_err(|problem| Fault::at(format!("animation {number}"), problem))?;
            log.assume(Criterion::Rate, &frames.why);
            fps = frames.fps;
            let node = |&n: &u32| &document.nodes[n as usize];
            let half_turns: Vec<DQuat> =
                joints.nodes.iter().map(|n| nodes::half_turn(pose::scale(node(n)))).collect();
            locals = sample(&mut tracks, &frames, &joints.parents, &rest, &half_turns);
        }
    }
    check_finite(&document, &joints, &rest.rigid)?;
    check_finite(&document, &joints, &locals)?;

    let names = joints.names.into_iter().zip(joints.parents).zip(joints.ends).zip(rest.rigid);
    let joints = names.map(|(((name, parent), end), rest)| ClipJoint { name, parent, rest, end }).collect();
    let (unit_m, up) = (1.0, Up::Y);
    let (warnings, assumptions) = log.into_findings();
    let source = Source { file: file.to_owned(), format: parts.format, unit_m, up, warnings, assumptions };
    Ok(Clip { joints, fps, locals, source })
}

/// Sparse keys make more frames than data; up to this many bytes that is fine for any file.
const FREE_BYTES: usize = 40 << 20;

/// Exporters write scale channels that say 1 throughout, give or take a bit: takes the first key for all where that is
/// so. Real ones deserve a word.
fn settle_scale(tracks: &mut Tracks, place: &str, log: &mut Log) {
    let Some(track) = &tracks.scale else { return };
    let Some(first) = track.key_vectors().next() else { return };
    let most = nodes::SCALE_TOLERANCE * first.abs().max_element();
    if track.key_vectors().any(|scale| (scale - first).abs().max_element() > most) {
        log.repaired(
            Criterion::Scales,
            place,
            "its scale is animated, so that the joints below move along their bones",
        );
        return;
    }
    if !nodes::is_uniform(nodes::with_one_sign(DQuat::IDENTITY, first).1) {
        log.repaired(
            Criterion::Scales,
            place,
            "its scale is non-uniform; the mean was used, joints below may shift",
        );
    }
    tracks.steady_scale = Some(signed_mean(first));
}

/// The one number that stands for a scale; what mirrors is negative.
fn signed_mean(scale: DVec3) -> f64 {
    nodes::mean(nodes::with_one_sign(DQuat::IDENTITY, scale).1)
}

fn sample(
    tracks: &mut [Tracks],
    frames: &Frames,
    parents: &[Option<usize>],
    at_rest: &AtRest,
    half_turns: &[DQuat],
) -> Vec<Transform> {
    let rest = &at_rest.locals;
    let mut locals = Vec::with_capacity(frames.count * rest.len());
    let mut scales = Vec::with_capacity(rest.len());
    for frame in 0..frames.count {
        let (time, tolerance) = (frames.time_secs(frame), frames.tolerance_secs);
        let pose = tracks.iter_mut().zip(rest).zip(half_turns).map(|((tracks, rest), half_turn)| Local {
            rigid: Transform {
                translation: tracks
                    .translation
                    .as_mut()
                    .map_or(rest.rigid.translation, |t| t.vector(time, tolerance)),
                rotation: tracks
                    .rotation
                    .as_mut()
                    .map_or(rest.rigid.rotation, |t| t.rotation(time, tolerance) * *half_turn),
            },
            scale: match (tracks.steady_scale, &mut tracks.scale) {
                (Some(scale), _) => scale,
                (None, Some(track)) => signed_mean(track.vector(time, tolerance)),
                (None, None) => rest.scale,
            },
        });
        nodes::flatten(parents, &at_rest.above, pose, &mut scales, &mut locals);
    }
    locals
}

/// What comes out must still be a pose.
fn check_finite(document: &Document, joints: &Joints, locals: &[Transform]) -> Checked<()> {
    match locals.iter().position(|local| !nodes::is_sane(local)) {
        None => Ok(()),
        Some(i) => {
            let (frame, joint) = (i / joints.nodes.len(), i % joints.nodes.len());
            let problem = format!("in frame {frame} it ends up at {:?}", locals[i].translation.to_array());
            Err(Fault::at(place(document, joints.nodes[joint]), problem))
        }
    }
}
