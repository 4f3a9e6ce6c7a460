//! What a shape is made of.

use adverb::shape::{Attribute, Interpolation, PoseAxis};
use adverb::space::Axis;
use adverb::{Shape, Skeleton};
use wasm_bindgen::prelude::*;

use crate::records::Example;

/// A knob of a shape.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone)]
pub struct Adjective {
    /// As its author calls it.
    #[wasm_bindgen(readonly)]
    pub name: String,
    /// The low end of its range; beyond, a shape is extrapolated.
    #[wasm_bindgen(readonly)]
    pub low: f32,
    /// The high end of its range.
    #[wasm_bindgen(readonly)]
    pub high: f32,
    /// Its value at first.
    #[wasm_bindgen(readonly)]
    pub default: f32,
    /// Whether its ends are one point, as on a circle.
    #[wasm_bindgen(readonly)]
    pub periodic: bool,
    /// The part of a pose that drives it, such as `RightForeArm.swing`, if any does.
    #[wasm_bindgen(readonly)]
    pub read: Option<String>,
}

/// An attribute of the vertices of a shape.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone)]
pub struct AttributeInfo {
    /// `position`, `normal`, `tangent`, `colour` or `uv`.
    #[wasm_bindgen(readonly)]
    pub name: String,
    /// How many numbers each vertex has of it.
    #[wasm_bindgen(readonly)]
    pub width: u32,
    /// How it is computed: `fixed`, `linear`, `normalised`, `spherical`, `recomputed` or `other`.
    #[wasm_bindgen(readonly)]
    pub interpolation: String,
    /// How else it can be computed, if there is a choice.
    #[wasm_bindgen(readonly)]
    pub alternatives: Vec<String>,
}

/// A form with knobs.
#[wasm_bindgen(getter_with_clone)]
pub struct ShapeInfo {
    /// As its author calls it.
    #[wasm_bindgen(readonly)]
    pub name: String,
    /// Its knobs.
    #[wasm_bindgen(readonly)]
    pub adjectives: Vec<Adjective>,
    /// The forms that it was made from.
    #[wasm_bindgen(readonly)]
    pub examples: Vec<Example>,
    /// Names of what is added to the blended form, each with a weight of its own.
    #[wasm_bindgen(readonly)]
    pub features: Vec<String>,
    /// Whether these weights are limited to 0 … 1.
    #[wasm_bindgen(readonly)]
    pub clamped: bool,
    /// How many vertices each form has.
    #[wasm_bindgen(readonly)]
    pub vertices: u32,
    /// Three vertices for each triangle.
    #[wasm_bindgen(readonly)]
    pub triangles: Vec<u32>,
    /// Positions first.
    #[wasm_bindgen(readonly)]
    pub attributes: Vec<AttributeInfo>,
}

impl ShapeInfo {
    pub(crate) fn of(shape: &Shape, skeleton: &Skeleton) -> Self {
        let parts = shape.parts();
        let read = |axis: &PoseAxis| {
            let joint = skeleton.dofs()[axis.dof.index()].joint;
            format!("{}.{}", skeleton.joint(joint).name, axis.turn.name())
        };
        let adjective = |(a, axis): (&adverb::shape::Adjective, &Axis)| Adjective {
            name: a.name.clone(),
            low: a.range[0],
            high: a.range[1],
            default: a.default,
            periodic: matches!(axis, Axis::Periodic { .. }),
            read: a.read.as_ref().map(read),
        };
        let attribute = |channel: &adverb::shape::Channel| AttributeInfo {
            name: channel.attribute.name().into(),
            width: channel.attribute.width() as u32,
            interpolation: channel.interpolation.name().into(),
            alternatives: match channel.attribute {
                Attribute::Normal => shape.normals().map(|by| by.name().into()).collect(),
                _ => Vec::new(),
            },
        };
        Self {
            name: shape.name().into(),
            adjectives: shape.adjectives().iter().zip(&parts.space.embedding.axes).map(adjective).collect(),
            examples: shape.examples().iter().map(Example::of).collect(),
            features: parts.features.features.iter().map(|feature| feature.name.clone()).collect(),
            clamped: parts.features.clamped,
            vertices: parts.vertices as u32,
            triangles: parts.triangles.concat(),
            attributes: parts.channels.iter().map(attribute).collect(),
        }
    }
}

/// A way to compute normals, by its name.
pub(crate) fn normals_by(shape: &Shape, name: &str) -> Option<Interpolation> {
    shape.normals().find(|by| by.name() == name)
}
