//! The shapes of a pack, which stand last in its description but for credits: a reader without the feature `shapes` stops before them.

use std::sync::Arc;

use super::{Pack, PackError, different_names, sections};
use crate::encoding::{Field, Reader, Writer, choices, records};
use crate::shape::{
    Adjective, Attribute, Channel, Feature, Features, Forms, Interpolation, Parts, PoseAxis, Run, Shape,
    Skin, Turn,
};

records! {
    Parts { name, adjectives, examples, space, vertices, triangles, points, channels, features, skin }
    Adjective { name, range, default, read }
    PoseAxis { dof, bone, turn }
    Channel { attribute, interpolation, rest, moved, forms }
    Run { start, count }
    Features { order, features, clamped }
    Feature { name, moved, deltas }
    Skin { joints, inverse_bind, vertex_joints, vertex_weights }
}

choices! {
    Attribute: "attribute" {
        0 => Position {},
        1 => Normal {},
        2 => Tangent {},
        3 => Colour {},
        4 => Uv {}
    }
    Interpolation: "interpolation" {
        0 => Fixed {},
        1 => Linear {},
        2 => Normalised {},
        3 => Spherical {},
        4 => Recomputed { every: every },
        5 => Other {}
    }
    Turn: "turn of a joint" {
        0 => Twist {},
        1 => Swing {},
        2 => SwingX {},
        3 => SwingY {},
        4 => SwingZ {}
    }
}

impl Field for Forms {
    fn write(&self, to: &mut Writer) {
        (self.examples(), self.width()).write(to);
        self.numbers().write(to);
    }
    fn read(from: &mut Reader) -> Self {
        let (examples, width) = Field::read(from);
        Self::new(examples, width, Field::read(from)).unwrap_or_else(|| {
            from.fail("a shape has more or fewer numbers than its forms");
            Self::of(0, 0, |_, _| 0.0)
        })
    }
}

/// The parts of shapes in a description of that version.
pub(super) fn read(version: u32, from: &mut Reader) -> Vec<Parts> {
    if version == sections::FIRST { Vec::new() } else { Field::read(from) }
}

/// What they make.
pub(super) fn made(parts: Vec<Parts>) -> Result<Vec<Shape>, PackError> {
    let shape = |parts: Parts| {
        let name = parts.name.clone();
        Shape::new(parts).map_err(|why| PackError::Inconsistent(format!("shape {name:?}: {why}")))
    };
    parts.into_iter().map(shape).collect()
}

impl Pack {
    /// The same with shapes, each with a name of its own, that read poses of its skeleton where they read any.
    pub fn with_shapes(self, shapes: Vec<Shape>) -> Result<Self, PackError> {
        different_names("shapes", &mut shapes.iter().map(Shape::name))?;
        let dofs = self.skeleton.dofs().len();
        for shape in &shapes {
            let name = shape.name();
            let reads = |axis: &PoseAxis| axis.dof.index() + 2 < dofs && axis.bone.is_finite();
            if !shape.adjectives().iter().filter_map(|adjective| adjective.read.as_ref()).all(reads) {
                return Err(PackError::Inconsistent(format!("shape {name:?} reads another skeleton")));
            }
        }
        Ok(Self { shapes: shapes.into_iter().map(Arc::new).collect(), ..self })
    }

    /// In its author's order.
    pub fn shapes(&self) -> &[Arc<Shape>] {
        &self.shapes
    }

    /// The shape of that name. A look-up for load time.
    pub fn shape_named(&self, name: &str) -> Option<&Arc<Shape>> {
        self.shapes.iter().find(|shape| shape.name() == name)
    }

    /// Writes them behind verbs and graphs, where there are any, or credits follow.
    pub(super) fn write_shapes(&self, to: &mut Writer) {
        if self.format_version() > sections::FIRST {
            to.count(self.shapes.len());
            self.shapes.iter().for_each(|shape| shape.parts().write(to));
        }
    }
}
