//! Forms in a pose: blended in the rest pose, then moved by the skin (eq. 8 of shape-by-example).

use adverb::Shape;
use adverb::shape::{Attribute, Form};
use glam::{Affine3A, Mat4, Vec3, Vec4};

use crate::mesh::Mesh;
use crate::picture::FormView;

/// A form moved by its skin, three numbers per vertex.
#[derive(Debug, Clone, PartialEq)]
pub struct Posed {
    /// Positions.
    pub positions: Vec<f32>,
    /// Normals, if the form has them.
    pub normals: Option<Vec<f32>>,
    /// Tangents, if the form has them.
    pub tangents: Option<Vec<Vec4>>,
}

impl Posed {
    /// A form of a shape with the joints of its skin at `world_from_joint`; `None` for a shape without a skin.
    ///
    /// # Panics
    /// Unless there is one transform per joint of the skin and the form is this shape's.
    pub fn of(shape: &Shape, form: &Form, joints: &[Mat4]) -> Option<Self> {
        let skin = shape.parts().skin.as_ref()?;
        let world: Vec<Affine3A> = joints.iter().map(|joint| Affine3A::from_mat4(*joint)).collect();
        let mut palette = vec![[0.0; 16]; world.len()];
        skin.palette(&world, &mut palette);
        let mut positions = vec![0.0; form.positions().len()];
        skin.positions(&palette, form.positions(), &mut positions);
        let turned = |rest: &[f32]| {
            let mut turned = vec![0.0; rest.len()];
            skin.directions(&palette, rest, &mut turned);
            turned
        };
        let normals = shape.channel(Attribute::Normal).map(|channel| turned(form.attribute(channel)));
        let tangents = shape.channel(Attribute::Tangent).map(|channel| {
            let (own, _) = form.attribute(channel).as_chunks::<4>();
            let along: Vec<f32> = own.iter().flat_map(|t| [t[0], t[1], t[2]]).collect();
            let along = turned(&along);
            along.chunks_exact(3).zip(own).map(|(t, own)| Vec3::from_slice(t).extend(own[3])).collect()
        });
        Some(Self { positions, normals, tangents })
    }

    /// As pictures show it.
    pub fn view<'a>(&'a self, shape: &'a Shape, form: &'a Form) -> FormView<'a> {
        FormView { positions: &self.positions, normals: self.normals.as_deref(), ..FormView::of(shape, form) }
    }

    /// A mesh with its vertices.
    pub fn mesh(self, like: Mesh) -> Mesh {
        let vectors = |numbers: &[f32]| numbers.chunks_exact(3).map(Vec3::from_slice).collect();
        let normals = self.normals.as_deref().map(vectors);
        Mesh { positions: vectors(&self.positions), normals, tangents: self.tangents, ..like }
    }
}
