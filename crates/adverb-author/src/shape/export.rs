//! Shapes as files: one form as a mesh, or all forms as morph targets of a mesh, which with a skin is eq. 8 in any engine; also with
//! an animation of joints and weights.

use std::sync::Arc;

use adverb::shape::{Attribute, Expression, Form, Skin};
use adverb::{Shape, Skeleton, VerbTime};
use glam::{Mat4, Vec2, Vec3, Vec4};

use crate::character;
use crate::clip::{Clip, ClipJoint, Transform};
use crate::error::Error;
use crate::finding::{Criterion, Finding, Subject, Verdict};
use crate::mesh::{self, Faces, Interpolation, Joint, Mesh, MeshFile, Target, WeightAnimation};
use crate::motion::{Recording, basic};
use crate::shape::skin;

/// A shape at a moment: the weights of its examples and of its features.
#[derive(Debug, Clone, PartialEq)]
pub struct Weighted {
    /// Seconds from the beginning.
    pub secs: f32,
    /// One per example.
    pub examples: Vec<f32>,
    /// One per feature.
    pub features: Vec<f32>,
}

/// The form of a shape at some weights, with its features.
#[must_use]
pub fn formed(shape: &Shape, at: &Weighted) -> Form {
    let mut form = shape.form();
    shape.blend(&at.examples, &mut form);
    let features = &shape.parts().features;
    if !features.features.is_empty() {
        let mut expression = Expression::new(features, form.positions());
        shape.express(&at.features, &mut expression, &mut form);
    }
    form
}

/// The same as a mesh; `like` supplies everything else.
#[must_use]
pub fn form_mesh(shape: &Shape, like: Option<&Mesh>, at: &Weighted) -> Mesh {
    let plain = || {
        let faces: Faces = shape.parts().triangles.iter().copied().collect();
        Mesh { faces, ..Mesh::default() }
    };
    filled(shape, &formed(shape, at), like.cloned().unwrap_or_else(plain))
}

/// A mesh with the attributes of a form.
fn filled(shape: &Shape, form: &Form, mut mesh: Mesh) -> Mesh {
    mesh.name = shape.name().into();
    for (channel, own) in shape.parts().channels.iter().enumerate() {
        let numbers = form.attribute(channel);
        match own.attribute {
            Attribute::Position => mesh.positions = numbers.chunks_exact(3).map(Vec3::from_slice).collect(),
            Attribute::Normal => mesh.normals = Some(numbers.chunks_exact(3).map(Vec3::from_slice).collect()),
            Attribute::Tangent => {
                mesh.tangents = Some(numbers.chunks_exact(4).map(Vec4::from_slice).collect())
            }
            Attribute::Colour => mesh.colours = Some(numbers.chunks_exact(4).map(Vec4::from_slice).collect()),
            Attribute::Uv => {
                mesh.uvs = Some(numbers.chunks_exact(2).map(Vec2::from_slice).collect());
                mesh.v_up = false;
            }
        }
    }
    mesh
}

/// All forms of a shape as one mesh with morph targets: the first example, the differences of the others from it, and its features.
/// Weights sum to one, so the first example's is implied. Moments become an animation of weights; the first moment is the pose
/// without animation. Colours and texture coordinates are those of the first moment, with a warning if forms differ in them: glTF
/// allows them in targets, but few engines read them there.
#[must_use]
pub fn file(shape: &Shape, rest: &MeshFile, moments: &[Weighted]) -> MeshFile {
    let examples = shape.examples();
    let features = &shape.parts().features.features;
    let only = |i: Option<usize>, f: Option<usize>| Weighted {
        secs: 0.0,
        examples: (0..examples.len()).map(|k| if k == i.unwrap_or(0) { 1.0 } else { 0.0 }).collect(),
        features: (0..features.len()).map(|k| if Some(k) == f { 1.0 } else { 0.0 }).collect(),
    };
    let mut first = form_mesh(shape, Some(&rest.mesh), &only(None, None));
    let of_examples = (1..examples.len()).map(|i| (&examples[i].name, only(Some(i), None)));
    let of_features = (0..features.len()).map(|f| (&features[f].name, only(None, Some(f))));
    let (mut colours_differ, mut uvs_differ) = (false, false);
    let targets = of_examples.chain(of_features).map(|(name, at)| {
        let form = form_mesh(shape, Some(&rest.mesh), &at);
        colours_differ |= form.colours != first.colours;
        uvs_differ |= form.uvs != first.uvs;
        Target::between(name, &first, &form)
    });
    let row = |at: &Weighted| at.examples[1..].iter().chain(&at.features).copied().collect::<Vec<f32>>();
    let targets: Vec<Target> = targets.collect();
    let differing = [(colours_differ, "colours"), (uvs_differ, "texture coordinates")];
    let differing = differing.into_iter().filter(|(differ, _)| *differ).map(|(_, name)| name);
    let warnings = differing.map(|name| still(name, moments.len(), &rest.mesh.file)).collect();
    if let Some(now) = moments.first() {
        let now = form_mesh(shape, Some(&rest.mesh), now);
        (first.colours, first.uvs) = (now.colours, now.uvs);
    }
    let weights = moments.first().map_or(vec![0.0; targets.len()], row);
    let animation = WeightAnimation {
        name: shape.name().into(),
        interpolation: Interpolation::Linear,
        times: moments.iter().map(|at| at.secs).collect(),
        weights: moments.iter().flat_map(row).collect(),
    };
    let animations = if moments.len() > 1 { vec![animation] } else { Vec::new() };
    MeshFile {
        mesh: match shape.parts().skin.as_ref().filter(|skin| is_on(skin, rest)) {
            Some(skin) => skin::held(first, skin),
            None => first,
        },
        targets,
        weights,
        animations,
        warnings,
        assumptions: Vec::new(),
        ..rest.clone()
    }
}

/// What a file with so many moments has of an attribute that no target changes.
fn still(name: &str, moments: usize, file: &str) -> Finding {
    let which = match moments {
        0 => "those of the first form",
        1 => "those of this point",
        _ => "those of the first moment",
    };
    let message = format!(
        "forms differ in their {name}, which few engines morph: the file has {which}, whatever its weights"
    );
    Finding::new(Criterion::Unmorphed, Verdict::Note, Subject::Mesh(file.into()), message)
}

/// Whether the joints of a file are those of a skin.
fn is_on(skin: &Skin, rest: &MeshFile) -> bool {
    rest.joints.iter().map(|joint| &joint.name).eq(&skin.joints)
}

/// A mesh whose joints stand there (`world_from_joint`).
#[must_use]
pub fn standing(rest: &MeshFile, joints: &[Mat4]) -> MeshFile {
    let mut file = rest.clone();
    for (j, joint) in file.joints.iter_mut().enumerate() {
        joint.rest = joint.parent.map_or(joints[j], |parent| mesh::seen_from(&joints[parent], &joints[j]));
    }
    file
}

/// An animated character's file ([`crate::character::Character::animated`]) with the forms of the shape whose rest is its mesh:
/// adjectives that read the pose follow it frame by frame; the others keep their defaults. `clip` is the motion of the skeleton that
/// drives it.
///
/// # Errors
/// If the file is not one of the mesh that the shape was made from.
pub fn moving(
    shape: &Shape,
    rest: &MeshFile,
    skeleton: &Arc<Skeleton>,
    clip: &Clip,
) -> Result<MeshFile, Error> {
    let recording = Arc::new(Recording::raw(skeleton, clip)?);
    let motion = basic::whole(skeleton.clone(), recording)?;
    let mut point: Vec<f32> = shape.default_point().collect();
    let mut moment = |frame: usize| {
        let secs = frame as f64 / clip.fps;
        shape.read_pose(&motion.pose(VerbTime(secs)), &mut point);
        let mut examples = vec![0.0; shape.examples().len()];
        shape.weights(&point, &mut examples);
        let features = vec![0.0; shape.parts().features.features.len()];
        Weighted { secs: secs as f32, examples, features }
    };
    let moments: Vec<Weighted> = (0..clip.frame_count()).map(&mut moment).collect();
    let mut moving = file(shape, rest, &moments);
    // One animation moves joints and forms: that of the motion, which comes first.
    let of_joints = rest.kept.as_ref().and_then(mesh::Kept::first_animation).unwrap_or_default();
    moving.animations.iter_mut().for_each(|animation| animation.name = of_joints.clone());
    Ok(moving)
}

/// The rest of a shape from a pack: the first example with its skin, whose joints have the parents of their namesakes in the
/// skeleton.
#[must_use]
pub fn rest_of(shape: &Shape, skeleton: &Skeleton) -> MeshFile {
    let first = Weighted {
        secs: 0.0,
        examples: (0..shape.examples().len()).map(|i| if i == 0 { 1.0 } else { 0.0 }).collect(),
        features: vec![0.0; shape.parts().features.features.len()],
    };
    let mesh = form_mesh(shape, None, &first);
    let Some(skin) = &shape.parts().skin else { return mesh.into() };
    let mesh = Mesh { influences: Some(skin::influences(skin)), ..mesh };
    let joints = joints_of(skin, skeleton);
    let unit_m = character::unit_m(skeleton, joints.iter().map(rigid).collect());
    MeshFile { joints, unit_m, ..mesh.into() }
}

fn rigid(joint: &Joint) -> ClipJoint {
    let (_, rotation, translation) = joint.rest.as_dmat4().to_scale_rotation_translation();
    let rest = Transform { translation, rotation };
    ClipJoint { name: joint.name.clone(), parent: joint.parent, rest, end: false }
}

fn joints_of(skin: &Skin, skeleton: &Skeleton) -> Vec<Joint> {
    let world = |j: usize| mesh::inverse(&Mat4::from_cols_array(&skin.inverse_bind[j]));
    let one = |j: usize| {
        let own = skeleton.joint_named(&skin.joints[j]);
        let above = own.into_iter().flat_map(|own| skeleton.ancestors(own).skip(1));
        let mut names = above.map(|joint| &skeleton.joint(joint).name);
        let parent = names.find_map(|name| skin.joints[..j].iter().position(|other| other == name));
        let rest = parent.map_or(world(j), |parent| mesh::seen_from(&world(parent), &world(j)));
        let inverse_bind = Mat4::from_cols_array(&skin.inverse_bind[j]);
        Joint { name: skin.joints[j].clone(), parent, rest, inverse_bind }
    };
    (0..skin.joints.len()).map(one).collect()
}
