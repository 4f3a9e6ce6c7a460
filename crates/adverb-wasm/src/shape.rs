//! A shape with its knobs set, and the numbers of its form where callers see them.

mod info;

use std::sync::Arc;

use adverb::shape::{self, Attribute};
use adverb::{Shape, Skeleton};
use js_sys::Float32Array;
use wasm_bindgen::prelude::*;

use crate::actor::Actor;
use crate::named::{self, Named};
use crate::{Hero, view};

use info::normals_by;
pub use info::{Adjective, AttributeInfo, ShapeInfo};

#[wasm_bindgen]
impl Hero {
    /// Its forms with knobs.
    pub fn shapes(&self) -> Vec<ShapeInfo> {
        self.pack.shapes().iter().map(|shape| ShapeInfo::of(shape, self.pack.skeleton())).collect()
    }

    /// One of its shapes, to set the knobs of.
    pub fn sculpt(&self, shape: &Named) -> Result<Sculpture, JsError> {
        let shapes = self.pack.shapes();
        let index = named::index(shape, "shape", shapes.len(), |i| shapes[i].name())?;
        Ok(Sculpture::new(shapes[index].clone(), self.pack.skeleton().clone()))
    }
}

/// A form with knobs. What was set shows after `update()`.
#[wasm_bindgen]
pub struct Sculpture {
    sculpture: shape::Sculpture,
    dofs: usize,
}

impl Sculpture {
    fn new(shape: Arc<Shape>, skeleton: Arc<Skeleton>) -> Self {
        let dofs = skeleton.dofs().len();
        Self { sculpture: shape::Sculpture::new(shape, skeleton), dofs }
    }
}

#[wasm_bindgen]
impl Sculpture {
    /// Sets an adjective; where it is read from poses, the pose turns with it. Beyond its range the shape is extrapolated.
    #[wasm_bindgen(js_name = setKnob)]
    pub fn set_knob(&mut self, adjective: &Named, value: f32) -> Result<(), JsError> {
        let all = self.sculpture.shape().adjectives();
        let index = named::index(adjective, "adjective", all.len(), |i| &all[i].name)?;
        self.sculpture.set_knob(index, finite(value)?);
        Ok(())
    }

    /// Sets the weight of a feature.
    #[wasm_bindgen(js_name = setFeature)]
    pub fn set_feature(&mut self, feature: &Named, weight: f32) -> Result<(), JsError> {
        let all = &self.sculpture.shape().parts().features.features;
        let index = named::index(feature, "feature", all.len(), |i| &all[i].name)?;
        self.sculpture.set_feature(index, finite(weight)?);
        Ok(())
    }

    /// Takes on the pose of an actor of the same hero; adjectives that are read from poses follow.
    pub fn follow(&mut self, actor: &Actor) -> Result<(), JsError> {
        let dofs = actor.dofs();
        if dofs.len() != self.dofs {
            return Err(JsError::new("the actor has another skeleton"));
        }
        self.sculpture.follow(dofs);
        Ok(())
    }

    /// Finds normals in another way from now on: one of the alternatives that `shapes()` lists.
    #[wasm_bindgen(js_name = setNormals)]
    pub fn set_normals(&mut self, by: &str) -> Result<(), JsError> {
        let shape = self.sculpture.shape();
        let found = normals_by(shape, by).and_then(|by| shape.with_normals(by));
        let anew = found.ok_or_else(|| JsError::new(&format!("normals cannot be computed by {by:?}")))?;
        self.sculpture = self.sculpture.like(anew);
        Ok(())
    }

    /// Computes the form at its adjectives, features and pose.
    pub fn update(&mut self) {
        self.sculpture.update();
    }

    /// Whether a skeleton poses it.
    #[wasm_bindgen(getter)]
    pub fn posed(&self) -> bool {
        self.sculpture.is_posed()
    }

    /// The values of its adjectives.
    pub fn point(&self) -> Vec<f32> {
        self.sculpture.point().to_vec()
    }

    /// The weights of its examples. A view, valid until the next call, as are all below.
    pub fn weights(&self) -> Float32Array {
        view::f32s(self.sculpture.weights())
    }

    /// Its positions: three numbers per vertex, posed where a skeleton poses it.
    pub fn positions(&self) -> Float32Array {
        view::f32s(self.sculpture.positions())
    }

    /// Its normals: three numbers per vertex.
    pub fn normals(&self) -> Option<Float32Array> {
        self.attribute(Attribute::Normal)
    }

    /// Its colours: four numbers per vertex.
    pub fn colours(&self) -> Option<Float32Array> {
        self.attribute(Attribute::Colour)
    }

    /// Its texture coordinates: two numbers per vertex.
    pub fn uvs(&self) -> Option<Float32Array> {
        self.attribute(Attribute::Uv)
    }

    /// Frees its memory; it can no longer be used.
    pub fn dispose(self) {}
}

impl Sculpture {
    fn attribute(&self, attribute: Attribute) -> Option<Float32Array> {
        let channel = self.sculpture.shape().channel(attribute)?;
        Some(view::f32s(self.sculpture.attribute(channel)))
    }
}

fn finite(value: f32) -> Result<f32, JsError> {
    if value.is_finite() { Ok(value) } else { Err(JsError::new(&format!("{value} is not a finite number"))) }
}
