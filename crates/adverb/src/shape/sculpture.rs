//! One instance of a shape: its knobs and features, its form, and that form in a pose if it has a skin.

use std::sync::Arc;

use glam::Affine3A;

use super::{Attribute, Expression, Form, Interpolation, Shape};
use crate::kinematics::{self, LocalTransform};
use crate::skeleton::{JointId, Skeleton};

/// One instance of a shape. Allocates once, when made.
#[derive(Debug, Clone)]
pub struct Sculpture {
    shape: Arc<Shape>,
    skeleton: Arc<Skeleton>,
    point: Vec<f32>,
    features: Vec<f32>,
    weights: Vec<f32>,
    /// What the form was blended by.
    blended: Vec<f32>,
    form: Form,
    expression: Expression,
    posed: Option<Posed>,
}

/// A form moved by its skin.
#[derive(Debug, Clone)]
struct Posed {
    /// The skeleton's joints that those of the skin are.
    joints: Vec<JointId>,
    dofs: Vec<f32>,
    world: Vec<Affine3A>,
    world_from_joint: Vec<Affine3A>,
    palette: Vec<[f32; 16]>,
    positions: Vec<f32>,
    normals: Vec<f32>,
}

impl Posed {
    /// None where the shape has no skin, or the skeleton not all of its joints.
    fn new(shape: &Shape, skeleton: &Skeleton, form: &Form) -> Option<Self> {
        let skin = shape.parts().skin.as_ref()?;
        let joints: Vec<JointId> =
            skin.joints.iter().map(|name| skeleton.joint_named(name)).collect::<Option<_>>()?;
        let normals = shape.channel(Attribute::Normal).map_or(Vec::new(), |c| form.attribute(c).to_vec());
        Some(Self {
            dofs: skeleton.rest_pose(),
            world: vec![Affine3A::IDENTITY; skeleton.joints().len()],
            world_from_joint: vec![Affine3A::IDENTITY; joints.len()],
            palette: vec![[0.0; 16]; joints.len()],
            joints,
            positions: form.positions().to_vec(),
            normals,
        })
    }

    /// Eq. 8 of shape-by-example.
    fn take(&mut self, shape: &Shape, skeleton: &Skeleton, form: &Form) {
        let Some(skin) = &shape.parts().skin else { return };
        kinematics::world_transforms(skeleton, &self.dofs, &mut self.world);
        for (joint, to) in self.joints.iter().zip(&mut self.world_from_joint) {
            // The skin's joints have the axes of their file.
            let rotation = skeleton.joint(*joint).rig_axes;
            let axes = kinematics::affine(&LocalTransform { rotation, ..LocalTransform::IDENTITY });
            *to = self.world[joint.index()] * axes;
        }
        skin.palette(&self.world_from_joint, &mut self.palette);
        skin.positions(&self.palette, form.positions(), &mut self.positions);
        if let Some(channel) = shape.channel(Attribute::Normal) {
            skin.directions(&self.palette, form.attribute(channel), &mut self.normals);
        }
    }
}

impl Sculpture {
    /// A shape at the defaults of its knobs, without features, in the rest pose of the skeleton.
    pub fn new(shape: impl Into<Arc<Shape>>, skeleton: impl Into<Arc<Skeleton>>) -> Self {
        let (shape, skeleton) = (shape.into(), skeleton.into());
        let form = shape.form();
        let features = &shape.parts().features;
        let mut sculpture = Self {
            point: shape.default_point().collect(),
            features: vec![0.0; features.features.len()],
            weights: vec![0.0; shape.examples().len()],
            // By nothing yet: weights sum to one.
            blended: vec![0.0; shape.examples().len()],
            expression: Expression::new(features, form.positions()),
            posed: Posed::new(&shape, &skeleton, &form),
            form,
            shape,
            skeleton,
        };
        sculpture.turn();
        sculpture.update();
        sculpture
    }

    /// The same state for a shape with the same knobs, features and skin.
    #[must_use]
    pub fn like(&self, shape: impl Into<Arc<Shape>>) -> Self {
        let mut other = Self::new(shape, self.skeleton.clone());
        other.point.copy_from_slice(&self.point);
        other.features.copy_from_slice(&self.features);
        if let (Some(other), Some(own)) = (&mut other.posed, &self.posed) {
            other.dofs.copy_from_slice(&own.dofs);
        }
        other.update();
        other
    }

    /// What it is an instance of.
    pub fn shape(&self) -> &Arc<Shape> {
        &self.shape
    }

    /// One value per adjective.
    pub fn point(&self) -> &[f32] {
        &self.point
    }

    /// One weight per example, at the point as it was at the last [`Self::update`].
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Whether a skeleton poses it.
    pub fn is_posed(&self) -> bool {
        self.posed.is_some()
    }

    /// Turns the knob of the i-th adjective. The pose follows where knobs are read from poses. NaN is ignored.
    pub fn set_knob(&mut self, adjective: usize, value: f32) {
        if !value.is_nan() {
            self.point[adjective] = value;
            self.turn();
        }
    }

    /// Sets the weight of a feature. NaN is ignored.
    pub fn set_feature(&mut self, feature: usize, weight: f32) {
        if !weight.is_nan() {
            self.features[feature] = weight;
        }
    }

    /// Takes on a pose of the skeleton: knobs that are read from poses turn with it. One with a number that is not finite, or
    /// beyond a million kilometres, is ignored.
    pub fn follow(&mut self, dofs: &[f32]) {
        if !dofs.iter().all(|dof| dof.abs() < 1e9) {
            return;
        }
        self.shape.read_pose(dofs, &mut self.point);
        if let Some(posed) = &mut self.posed {
            posed.dofs.copy_from_slice(dofs);
        }
    }

    fn turn(&mut self) {
        if let Some(posed) = &mut self.posed {
            self.shape.pose(&self.point, &mut posed.dofs);
        }
    }

    /// Computes the form for the current knobs, features and pose.
    pub fn update(&mut self) {
        let Self { shape, skeleton, point, features, weights, blended, form, expression, posed } = self;
        shape.weights(point, weights);
        let (expressive, own) = (!features.is_empty(), &shape.parts().features);
        // A face that only makes another expression is not blended again, unless its normals wait for their frame.
        let waits = |by: Interpolation| matches!(by, Interpolation::Recomputed { every } if every > 1);
        let channels = &shape.parts().channels;
        if !expressive || weights != blended || channels.iter().any(|channel| waits(channel.interpolation)) {
            shape.blend(weights, form);
            expression.set_base(own, form.positions());
            blended.copy_from_slice(weights);
        }
        if expressive {
            shape.express(features, expression, form);
        }
        if let Some(posed) = posed {
            posed.take(shape, skeleton, form);
        }
    }

    /// Where its vertices are, three numbers each: in the pose, where a skeleton poses it.
    pub fn positions(&self) -> &[f32] {
        self.posed.as_ref().map_or(self.form.positions(), |posed| &posed.positions)
    }

    /// The numbers of the i-th channel of its shape, positions and normals in the pose.
    pub fn attribute(&self, channel: usize) -> &[f32] {
        match (&self.posed, self.shape.parts().channels[channel].attribute) {
            (Some(posed), Attribute::Position) => &posed.positions,
            (Some(posed), Attribute::Normal) => &posed.normals,
            _ => self.form.attribute(channel),
        }
    }
}
