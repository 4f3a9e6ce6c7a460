//! A mesh on the skeleton's own joints moves exactly as the skeleton does: nothing is mapped, aligned or planted.

use adverb::Skeleton;

use super::binding::{Binding, BoundJoint};
use crate::clip::{Clip, ClipJoint, Source, Transform};
use crate::formats::gltf::skins::Skins;
use crate::sample;

/// Bones that differ by less than this part of the mean bone, in length and direction, are the same.
const SAME_BONE: f64 = 0.05;
/// Units that files are in: metres, centimetres, millimetres, inches, feet. A skeleton of any other size is another one.
const UNITS_M: [f64; 5] = [1.0, 0.01, 0.001, 0.0254, 0.3048];
/// A unit this near to one of them is that.
const SAME_UNIT: f64 = 0.01;

/// Of each joint of the mesh, the joint of the clip that has its name.
fn namesakes(clip: &Clip, figure: &Clip) -> Vec<Option<usize>> {
    let named = |joint: &ClipJoint| clip.joints.iter().position(|own| own.name == joint.name);
    figure.joints.iter().map(named).collect()
}

/// A clip of the skeleton's joints on those of the mesh, in the unit of its file; `None` if they are not the skeleton's own.
pub(super) fn driven(clip: &Clip, figure: &Clip) -> Option<Clip> {
    let source = namesakes(clip, figure);
    let unit_m = unit_m(clip, figure, &source)?;
    Some(placed(clip, figure, &source, unit_m))
}

/// A clip of the joints of the mesh's own file, on those of the mesh, whatever pose each of them was bound in.
pub(super) fn of_its_file(clip: &Clip, figure: &Clip) -> Clip {
    placed(clip, figure, &namesakes(clip, figure), clip.source.unit_m)
}

/// Joints with a namesake where that is, all others as they rest on the joint above.
fn placed(clip: &Clip, figure: &Clip, source: &[Option<usize>], unit_m: f64) -> Clip {
    let mut locals = Vec::with_capacity(clip.frame_count() * figure.joints.len());
    for frame in 0..clip.frame_count() {
        let own = clip.world(clip.frame(frame));
        let mut world: Vec<Transform> = Vec::with_capacity(figure.joints.len());
        for (joint, source) in figure.joints.iter().zip(source) {
            let parent = joint.parent.map_or(Transform::IDENTITY, |parent| world[parent]);
            world.push(match source {
                Some(s) => Transform { translation: own[*s].translation / unit_m, ..own[*s] },
                None => parent.compose(joint.rest),
            });
            locals.push(parent.inverse().compose(world[world.len() - 1]));
        }
    }
    let source = Source { unit_m, ..figure.source.clone() };
    Clip { joints: figure.joints.clone(), fps: clip.fps, locals, source }
}

/// How a mesh on the skeleton's own joints follows it: each joint as its namesake, the hips where the root is; `None` if they are not its own.
pub(super) fn binding(skeleton: &Skeleton, mesh: &Skins) -> Option<Binding> {
    let figure = &mesh.figure;
    let rest = Clip { joints: sample::joints(skeleton), ..figure.clone() };
    let source = namesakes(&rest, figure);
    let unit_m = unit_m(&rest, figure, &source)?;
    let joint = |(t, joint): (usize, &ClipJoint)| BoundJoint {
        node: mesh.nodes[t],
        parent: joint.parent,
        source: source[t],
        turn: source[t].map_or([0.0, 0.0, 0.0, 1.0], |s| skeleton.joints()[s].rig_axes.as_dquat().to_array()),
        rest: joint.rest.rotation.to_array(),
        place: joint.rest.translation.to_array(),
    };
    Some(Binding {
        joints: figure.joints.iter().enumerate().map(joint).collect(),
        hips: source.iter().position(|s| *s == Some(skeleton.root().index()))?,
        middle: [0.0; 3],
        scale: 1.0 / unit_m,
        ankle: [0.0; 2],
        ball: [0.0; 2],
        legs: Vec::new(),
        warnings: figure.source.warnings.clone(),
    })
}

/// A clip of a frame with the skeleton's joints where those of the mesh are, the others as they are at rest; `None` as above.
pub(super) fn undriven(rest: &Clip, figure: &Clip, of_mesh: &[Transform]) -> Option<Clip> {
    let source = namesakes(rest, figure);
    let unit_m = unit_m(rest, figure, &source)?;
    let mut world: Vec<Transform> = Vec::with_capacity(rest.joints.len());
    let mut locals = Vec::with_capacity(rest.joints.len());
    for (s, joint) in rest.joints.iter().enumerate() {
        let parent = joint.parent.map_or(Transform::IDENTITY, |parent| world[parent]);
        world.push(match source.iter().position(|of| *of == Some(s)) {
            Some(t) => Transform { translation: unit_m * of_mesh[t].translation, ..of_mesh[t] },
            None => parent.compose(joint.rest),
        });
        locals.push(parent.inverse().compose(world[s]));
    }
    Some(Clip { locals, ..rest.clone() })
}

/// How many metres the unit of a mesh is, if its joints are the skeleton's own.
pub(super) fn unit_m_on(rest: &Clip, figure: &Clip) -> Option<f64> {
    unit_m(rest, figure, &namesakes(rest, figure))
}

/// How many metres the unit of the mesh's file is, if each of its joints with a namesake hangs from the same joint as that does,
/// by the same bone, seen in the axes of the joint above.
fn unit_m(clip: &Clip, figure: &Clip, source: &[Option<usize>]) -> Option<f64> {
    let mut bones = Vec::new();
    for (joint, s) in figure.joints.iter().zip(source).filter_map(|(joint, s)| Some((joint, (*s)?))) {
        let above = std::iter::successors(joint.parent, |&p| figure.joints[p].parent);
        let Some(nearest) = above.clone().find(|&p| source[p].is_some()) else { continue };
        if Some(nearest) != joint.parent || clip.joints[s].parent != source[nearest] {
            return None;
        }
        bones.push((joint.rest.translation, clip.joints[s].rest.translation));
    }
    let length = |of: fn(&(glam::DVec3, glam::DVec3)) -> f64| bones.iter().map(of).sum::<f64>();
    let (meshs, own) = (length(|bone| bone.0.length()), length(|bone| bone.1.length()));
    if !(meshs > 0.0 && own > 0.0) {
        return None;
    }
    let is_near = |unit: &f64| (own / meshs / unit - 1.0).abs() < SAME_UNIT;
    let unit_m = UNITS_M.into_iter().chain([clip.source.unit_m]).find(is_near)?;
    let most = SAME_BONE * meshs / bones.len() as f64;
    bones.iter().all(|(mesh, own)| mesh.distance(*own / unit_m) <= most).then_some(unit_m)
}
