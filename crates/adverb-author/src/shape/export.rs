//! Shapes as files: a form as a mesh, and all forms as morph targets of one, which is eq. 8 in any engine when it has a skin.

use adverb::Shape;
use adverb::shape::{Attribute, Expression, Form};
use glam::{Vec2, Vec3, Vec4};

use crate::mesh::{Faces, Interpolation, Mesh, MeshFile, Target, WeightAnimation};

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

/// The form of a shape by weights, with its features on.
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

/// The same with the vertices of a mesh: what that has besides stays.
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
            Attribute::Uv => mesh.uvs = Some(numbers.chunks_exact(2).map(Vec2::from_slice).collect()),
        }
    }
    mesh
}

/// All forms of a shape as one mesh with morph targets: the first example, the differences of the others from it, and its features.
/// Weights sum to one, so the first example's need not be told. Moments, if there are any, become an animation of weights; the first
/// is what is shown without.
pub fn file(shape: &Shape, rest: &MeshFile, moments: &[Weighted]) -> MeshFile {
    let examples = shape.examples();
    let features = &shape.parts().features.features;
    let only = |i: Option<usize>, f: Option<usize>| Weighted {
        secs: 0.0,
        examples: (0..examples.len()).map(|k| if k == i.unwrap_or(0) { 1.0 } else { 0.0 }).collect(),
        features: (0..features.len()).map(|k| if Some(k) == f { 1.0 } else { 0.0 }).collect(),
    };
    let first = form_mesh(shape, Some(&rest.mesh), &only(None, None));
    let of_examples = (1..examples.len()).map(|i| (&examples[i].name, only(Some(i), None)));
    let of_features = (0..features.len()).map(|f| (&features[f].name, only(None, Some(f))));
    let targets = of_examples
        .chain(of_features)
        .map(|(name, at)| Target::between(name, &first, &form_mesh(shape, Some(&rest.mesh), &at)));
    let row = |at: &Weighted| at.examples[1..].iter().chain(&at.features).copied().collect::<Vec<f32>>();
    let targets: Vec<Target> = targets.collect();
    let weights = moments.first().map_or(vec![0.0; targets.len()], row);
    let animation = WeightAnimation {
        name: shape.name().into(),
        interpolation: Interpolation::Linear,
        times: moments.iter().map(|at| at.secs).collect(),
        weights: moments.iter().flat_map(row).collect(),
    };
    let animations = if moments.len() > 1 { vec![animation] } else { Vec::new() };
    MeshFile {
        mesh: first,
        targets,
        weights,
        animations,
        warnings: Vec::new(),
        assumptions: Vec::new(),
        ..rest.clone()
    }
}
