//! A shape whose knobs are turned, and the numbers of its form where callers look at them.

use std::sync::Arc;

use adverb::shape::{self, Attribute};
use adverb::{Shape, Skeleton};
use wasm_bindgen::prelude::*;

use crate::Hero;
use crate::actor::Actor;
use crate::named::{Named, place, thrown};
use crate::shape_info::{ShapeInfo, normals_by};

#[wasm_bindgen]
impl Hero {
    /// The forms with knobs that it has.
    pub fn shapes(&self) -> Vec<ShapeInfo> {
        self.pack.shapes().iter().map(|shape| ShapeInfo::of(shape, self.pack.skeleton())).collect()
    }

    /// One of its shapes to turn the knobs of, by its name or its place in [`Self::shapes`]. Throws if there is none.
    pub fn sculpt(&self, shape: &Named) -> Result<Sculpture, JsError> {
        let shapes = self.pack.shapes();
        let named = |name: &str| shapes.iter().position(|shape| shape.name() == name);
        let shape = &shapes[place(shape, "shape", shapes.len(), named).map_err(thrown)?];
        Ok(Sculpture::new(shape.clone(), self.pack.skeleton().clone()))
    }
}

/// A form with knobs as it stands. What was turned shows after [`Self::shape`].
#[wasm_bindgen]
pub struct Sculpture {
    sculpture: shape::Sculpture,
    dofs: usize,
}

impl Sculpture {
    pub(crate) fn new(shape: Arc<Shape>, skeleton: Arc<Skeleton>) -> Self {
        let dofs = skeleton.dofs().len();
        Self { sculpture: shape::Sculpture::new(shape, skeleton), dofs }
    }
}

#[wasm_bindgen]
impl Sculpture {
    /// Turns a knob, by its name or its place; the pose turns with it, where the knob is read from poses. Beyond its range the shape
    /// is extrapolated. Throws if there is no such knob, or the value is no number.
    pub fn set(&mut self, adjective: &Named, value: f32) -> Result<(), JsError> {
        let all = self.sculpture.shape().adjectives();
        let named = |name: &str| all.iter().position(|own| own.name == name);
        let index = place(adjective, "adjective", all.len(), named).map_err(thrown)?;
        self.sculpture.set_knob(index, finite(value)?);
        Ok(())
    }

    /// How much of a feature there is to be, by its name or its place. Throws if there is no such feature, or the weight is no number.
    #[wasm_bindgen(js_name = setFeature)]
    pub fn set_feature(&mut self, feature: &Named, weight: f32) -> Result<(), JsError> {
        let all = &self.sculpture.shape().parts().features.features;
        let named = |name: &str| all.iter().position(|own| own.name == name);
        let index = place(feature, "feature", all.len(), named).map_err(thrown)?;
        self.sculpture.set_feature(index, finite(weight)?);
        Ok(())
    }

    /// Takes on the pose of an actor of the same hero; knobs that are read from poses turn with it. Throws if it is another hero's.
    pub fn follow(&mut self, actor: &Actor) -> Result<(), JsError> {
        let dofs = actor.dofs();
        if dofs.len() != self.dofs {
            return Err(JsError::new("the actor has another skeleton"));
        }
        self.sculpture.follow(dofs);
        Ok(())
    }

    /// Finds normals in another way from now on: one of the alternatives that [`crate::AttributeInfo`] tells. Throws if it is none.
    #[wasm_bindgen(js_name = setNormals)]
    pub fn set_normals(&mut self, by: &str) -> Result<(), JsError> {
        let shape = self.sculpture.shape();
        let found = normals_by(shape, by).and_then(|by| shape.with_normals(by));
        let anew = found.ok_or_else(|| thrown(format!("normals cannot be found by {by:?}")))?;
        self.sculpture = self.sculpture.like(anew);
        Ok(())
    }

    /// Makes the form of where knobs, features and pose are now.
    pub fn shape(&mut self) {
        self.sculpture.update();
    }

    /// Whether a skeleton poses it.
    #[wasm_bindgen(getter)]
    pub fn posed(&self) -> bool {
        self.sculpture.is_posed()
    }

    /// Where its knobs are.
    pub fn point(&self) -> Vec<f32> {
        self.sculpture.point().to_vec()
    }

    /// Where in the module's memory the weights of its examples are.
    #[wasm_bindgen(js_name = weightsAddress)]
    pub fn weights_address(&self) -> usize {
        self.sculpture.weights().as_ptr() as usize
    }

    /// Where in the module's memory its positions are, three numbers for each vertex; in the pose, where a skeleton poses it.
    #[wasm_bindgen(js_name = positionsAddress)]
    pub fn positions_address(&self) -> usize {
        self.sculpture.positions().as_ptr() as usize
    }

    /// The same of its normals, if it has any.
    #[wasm_bindgen(js_name = normalsAddress)]
    pub fn normals_address(&self) -> Option<usize> {
        self.address(Attribute::Normal)
    }

    /// The same of its colours, four numbers for each vertex.
    #[wasm_bindgen(js_name = coloursAddress)]
    pub fn colours_address(&self) -> Option<usize> {
        self.address(Attribute::Colour)
    }

    /// The same of its texture coordinates, two numbers for each vertex.
    #[wasm_bindgen(js_name = uvsAddress)]
    pub fn uvs_address(&self) -> Option<usize> {
        self.address(Attribute::Uv)
    }
}

impl Sculpture {
    fn address(&self, attribute: Attribute) -> Option<usize> {
        let channel = self.sculpture.shape().channel(attribute)?;
        Some(self.sculpture.attribute(channel).as_ptr() as usize)
    }
}

fn finite(value: f32) -> Result<f32, JsError> {
    if value.is_finite() { Ok(value) } else { Err(JsError::new("that is no number")) }
}
