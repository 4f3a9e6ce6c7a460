//! Shapes: forms with knobs (shape-by-example), blended attribute by attribute (chapter 7.3), with features on top (7.1) and a
//! skin (section 5).
//!
//! ```text
//!   point ── Table ──▶ weights ── Forms::blend, channel by channel ──▶ Form ── Expression::express ──▶ Form ── Skin ──▶ drawn
//!     ▲                   └── or the application's own, e.g. on its GPU
//!   dofs ── PoseAxis (an elbow turns its own knob)
//! ```
//!
//! Forms of a skinned shape are those of the rest pose (eq. 7): what they become in a pose is the skin's matter.

mod channel;
mod directions;
mod features;
mod forms;
mod parts;
mod pose;
mod runs;
mod sculpture;
mod skin;

pub use channel::{Attribute, Channel, Interpolation};
pub use features::{Expression, Feature, Features};
pub use forms::{Forms, TILE};
pub use parts::{Adjective, Parts, ShapeError};
pub use pose::{PoseAxis, Turn};
pub use runs::Run;
pub use sculpture::Sculpture;
pub use skin::{INFLUENCES, Matrix, Skin};

use crate::space::Table;
use crate::verb::Example;
use directions::{Surface, normalise, spherical};

/// No weight counts for more: sums by weights that grow without end would end at infinity.
const LARGEST_WEIGHT: f32 = 1e4;

/// A form with knobs.
#[derive(Debug, Clone, PartialEq)]
pub struct Shape {
    parts: Parts,
    table: Table,
    /// What normals are found from, where they are: all that may change, and those around each feature.
    surface: Option<Surface>,
    around: Vec<Surface>,
}

/// The attributes of one form of a shape, and room for what blending needs meanwhile. Takes memory once, when made.
#[derive(Debug, Clone, PartialEq)]
pub struct Form {
    /// In the order of the shape's channels.
    attributes: Vec<Vec<f32>>,
    scratch: Vec<f32>,
    frame: u32,
    /// Whether features are on it.
    expressed: bool,
}

impl Form {
    /// The numbers of the i-th channel of its shape.
    pub fn attribute(&self, channel: usize) -> &[f32] {
        &self.attributes[channel]
    }

    /// Where its vertices are, three numbers each.
    pub fn positions(&self) -> &[f32] {
        &self.attributes[0]
    }
}

impl Shape {
    /// A shape from its parts, all of which are checked.
    pub fn new(parts: Parts) -> Result<Self, ShapeError> {
        parts.check()?;
        let table = Table::new(parts.space.clone()).map_err(|why| ShapeError(why.to_string()))?;
        let Parts { vertices, triangles, points, features, channels, .. } = &parts;
        let around = |moved: &mut dyn Iterator<Item = u32>| Surface::of(triangles, points, *vertices, moved);
        let is_recomputed = channels.iter().any(Channel::is_recomputed);
        let surface = is_recomputed.then(|| {
            let blended = channels[0].moved.iter().flat_map(|run| run.start..run.start + run.count);
            around(&mut blended.chain(features.order.iter().copied()))
        });
        let of_features = features.features.iter().filter(|_| is_recomputed).map(|feature| {
            let moved = feature.moved.iter().flat_map(|run| &features.order[run.numbers(1)]);
            around(&mut moved.copied())
        });
        let around = of_features.collect();
        Ok(Self { parts, table, surface, around })
    }

    /// The ways in which its normals can be computed: all of them if they are blended; otherwise the forms' own are not kept.
    pub fn normals(&self) -> impl Iterator<Item = Interpolation> + use<> {
        let own = self.channel(Attribute::Normal).map(|channel| self.parts.channels[channel].interpolation);
        let unblended = matches!(own, Some(Interpolation::Fixed | Interpolation::Recomputed { .. }));
        let ways = [
            Interpolation::Fixed,
            Interpolation::Linear,
            Interpolation::Normalised,
            Interpolation::Spherical,
            Interpolation::Recomputed { every: 1 },
        ];
        let possible = move |by: &Interpolation| {
            !unblended || matches!(by, Interpolation::Fixed | Interpolation::Recomputed { .. })
        };
        ways.into_iter().filter(move |by| own.is_some() && possible(by))
    }

    /// The same shape with normals computed in one of these ways; `None` for any other.
    #[must_use]
    pub fn with_normals(&self, by: Interpolation) -> Option<Self> {
        let channel = self.channel(Attribute::Normal)?;
        self.normals().find(|own| *own == by)?;
        let mut parts = self.parts.clone();
        parts.channels[channel].interpolation = by;
        Self::new(parts).ok()
    }

    /// What it is made of.
    pub fn parts(&self) -> &Parts {
        &self.parts
    }

    /// Its name, as its author gave it.
    pub fn name(&self) -> &str {
        &self.parts.name
    }

    /// Its knobs.
    pub fn adjectives(&self) -> &[Adjective] {
        &self.parts.adjectives
    }

    /// Its example forms.
    pub fn examples(&self) -> &[Example] {
        &self.parts.examples
    }

    /// Which channel an attribute is, if vertices have it.
    pub fn channel(&self, attribute: Attribute) -> Option<usize> {
        self.parts.channels.iter().position(|channel| channel.attribute == attribute)
    }

    /// The defaults of all knobs.
    pub fn default_point(&self) -> impl Iterator<Item = f32> + '_ {
        self.parts.adjectives.iter().map(|adjective| adjective.default)
    }

    /// Turns the knobs that a pose turns; all others are left as they are.
    ///
    /// # Panics
    /// If the point does not have one value per adjective.
    pub fn read_pose(&self, dofs: &[f32], point: &mut [f32]) {
        assert_eq!(point.len(), self.parts.adjectives.len(), "a value per adjective");
        for (adjective, value) in self.parts.adjectives.iter().zip(point) {
            if let Some(axis) = &adjective.read {
                let [low, high] = adjective.range;
                *value = axis.value(dofs).clamp(low, high);
            }
        }
    }

    /// Turns the joints that knobs are read from, so that a pose shows this point: the opposite of [`Shape::read_pose`]. What is
    /// not read stays as it is.
    ///
    /// # Panics
    /// If the point does not have one value per adjective.
    pub fn pose(&self, point: &[f32], dofs: &mut [f32]) {
        assert_eq!(point.len(), self.parts.adjectives.len(), "a value per adjective");
        // Two knobs of one joint may pull at each other.
        const ROUNDS: usize = 8;
        for _ in 0..ROUNDS {
            for (adjective, value) in self.parts.adjectives.iter().zip(point) {
                if let Some(axis) = &adjective.read {
                    axis.set(*value, dofs);
                }
            }
        }
    }

    /// How much of each example a point asks for: for [`Shape::blend`], or for the application's own.
    ///
    /// # Panics
    /// If the point does not have one value per adjective, or there is no room for one weight per example.
    pub fn weights(&self, point: &[f32], weights: &mut [f32]) {
        self.table.weights(point, weights);
        weights.iter_mut().for_each(|weight| *weight = weight.clamp(-LARGEST_WEIGHT, LARGEST_WEIGHT));
    }

    /// A form to blend into: the first example's.
    pub fn form(&self) -> Form {
        let moved = self.parts.channels.iter().map(|channel| channel.forms.width()).max().unwrap_or(0);
        let room = self.surface.as_ref().map_or(0, Surface::room);
        Form {
            attributes: self.parts.channels.iter().map(|channel| channel.rest.to_vec()).collect(),
            scratch: vec![0.0; moved.max(room)],
            frame: 0,
            expressed: false,
        }
    }

    /// Blends all attributes that the shape's weights decide. What no example moves is not touched. Features that were on are off again:
    /// after [`Expression::set_base`], [`Shape::express`] puts them on the new form.
    ///
    /// # Panics
    /// If there is not one weight per example, or the form is another shape's.
    pub fn blend(&self, weights: &[f32], form: &mut Form) {
        for channel in 0..self.parts.channels.len() {
            if self.parts.channels[channel].interpolation != Interpolation::Other {
                self.blend_attribute(channel, weights, form);
            }
        }
        form.frame = form.frame.wrapping_add(1);
    }

    /// Blends one attribute by weights of its own.
    ///
    /// # Panics
    /// If there is not one weight per example, or the form is another shape's.
    pub fn blend_attribute(&self, channel: usize, weights: &[f32], form: &mut Form) {
        let own = &self.parts.channels[channel];
        let Form { attributes, scratch, frame, expressed } = form;
        // What features moved and no example does would stay moved.
        if channel == 0 && core::mem::take(expressed) {
            for vertex in &self.parts.features.order {
                let numbers = 3 * *vertex as usize..3 * *vertex as usize + 3;
                attributes[0][numbers.clone()].copy_from_slice(&own.rest[numbers]);
            }
        }
        match own.interpolation {
            Interpolation::Fixed => {}
            Interpolation::Recomputed { every } => {
                if let Some(surface) = self.surface.as_ref().filter(|_| frame.is_multiple_of(every)) {
                    let (positions, others) = attributes.split_at_mut(channel);
                    surface.normals(&positions[0], scratch, &own.rest, &mut others[0]);
                }
            }
            Interpolation::Linear | Interpolation::Other => {
                own.blend(weights, scratch, &mut attributes[channel]);
            }
            Interpolation::Normalised => {
                own.blend(weights, scratch, &mut attributes[channel]);
                normalise(own, &mut attributes[channel]);
            }
            Interpolation::Spherical => {
                own.blend(weights, scratch, &mut attributes[channel]);
                spherical(own, weights, &mut attributes[channel]);
            }
        }
    }

    /// Adds features to a blended form by their weights: where they move vertices, and the normals around these if those are found
    /// from positions. The expression is one of this form, on positions that [`Shape::blend`] left.
    ///
    /// # Panics
    /// If there is not one weight per feature, or the form or the expression is another shape's.
    pub fn express(&self, weights: &[f32], expression: &mut Expression, form: &mut Form) {
        let Form { attributes, scratch, frame, expressed } = form;
        expression.express(&self.parts.features, weights, &mut attributes[0]);
        *expressed = true;
        for (channel, own) in self.parts.channels.iter().enumerate() {
            if let Interpolation::Recomputed { every } = own.interpolation
                && frame.is_multiple_of(every)
            {
                let (positions, others) = attributes.split_at_mut(channel);
                for (surface, _) in self.around.iter().zip(expression.touched()).filter(|(_, own)| **own) {
                    surface.normals(&positions[0], scratch, &own.rest, &mut others[0]);
                }
            }
        }
    }
}
