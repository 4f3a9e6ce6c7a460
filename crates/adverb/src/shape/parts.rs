//! What a shape is made of.

use super::channel::{Attribute, Channel, Interpolation};
use super::features::Features;
use super::pose::PoseAxis;
use super::skin::Skin;
use crate::space;
use crate::verb::Example;

/// A knob of a shape.
#[derive(Debug, Clone, PartialEq)]
pub struct Adjective {
    /// Its name, as its author gave it.
    pub name: String,
    /// Its intended range.
    pub range: [f32; 2],
    /// Its default.
    pub default: f32,
    /// What it reads from a pose, if anything.
    pub read: Option<PoseAxis>,
}

/// Everything about a shape; see the module.
#[derive(Debug, Clone, PartialEq)]
pub struct Parts {
    /// Its name, as its author gave it.
    pub name: String,
    /// Its knobs, an axis of its space each.
    pub adjectives: Vec<Adjective>,
    /// Its example forms.
    pub examples: Vec<Example>,
    /// From a point to a weight per example.
    pub space: space::Parts,
    /// How many vertices each form has.
    pub vertices: usize,
    /// Corners of its triangles.
    pub triangles: Vec<[u32; 3]>,
    /// Where seams split vertices, which of them are one point of the surface; empty: none.
    pub points: Vec<u32>,
    /// Positions first, then whatever else vertices have.
    pub channels: Vec<Channel>,
    /// What is added to the blended form.
    pub features: Features,
    /// What moves it with a skeleton.
    pub skin: Option<Skin>,
}

/// Why parts do not make a shape.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShapeError(pub String);

impl core::fmt::Display for ShapeError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for ShapeError {}

/// No number of a form is larger: sums of more are no numbers.
const LARGEST: f32 = 1e9;

impl Parts {
    /// Whether all counts fit together and all numbers are some.
    pub(super) fn check(&self) -> Result<(), ShapeError> {
        let wrong = |what: &str| Err(ShapeError(what.into()));
        let axes = self.space.embedding.axes.len();
        if self.adjectives.len() != axes || self.examples.len() != self.space.examples {
            return wrong("its space has other knobs or examples");
        }
        if self.examples.iter().any(|example| example.at.len() != axes) {
            return wrong("an example's point does not have one value per adjective");
        }
        if self.channels.first().is_none_or(|first| first.attribute != Attribute::Position) {
            return wrong("its vertices have no positions");
        }
        if self.channels.windows(2).any(|pair| pair[0].attribute >= pair[1].attribute) {
            return wrong("its vertices have an attribute twice, or out of order");
        }
        for channel in &self.channels {
            let name = channel.attribute.name();
            if !channel.fits(self.vertices, self.examples.len()) {
                return Err(ShapeError(format!("the counts of its {name}s contradict each other")));
            }
            let number = |number: &f32| number.abs() <= LARGEST;
            if !channel.rest.iter().all(number) || !channel.forms.numbers().iter().all(number) {
                return Err(ShapeError(format!("a number of its {name}s is not finite, or out of range")));
            }
            let direction = matches!(channel.attribute, Attribute::Normal | Attribute::Tangent);
            let allowed = match channel.interpolation {
                Interpolation::Fixed | Interpolation::Linear | Interpolation::Other => true,
                Interpolation::Normalised | Interpolation::Spherical => direction,
                Interpolation::Recomputed { every } => channel.attribute == Attribute::Normal && every > 0,
            };
            if !allowed {
                return Err(ShapeError(format!("its {name}s cannot be computed that way")));
            }
        }
        if self.triangles.iter().flatten().any(|v| *v as usize >= self.vertices) {
            return wrong("a triangle refers to a missing vertex");
        }
        let points_fit =
            self.points.len() == self.vertices && self.points.iter().all(|p| (*p as usize) < self.vertices);
        if !self.points.is_empty() && !points_fit {
            return wrong("its seams are those of another mesh");
        }
        if !self.features.fits(self.vertices) {
            return wrong("a feature moves missing vertices");
        }
        let deltas = self.features.features.iter().flat_map(|feature| feature.deltas.iter());
        if !deltas.into_iter().all(|number| number.abs() <= LARGEST) {
            return wrong("a number of its features is not finite, or out of range");
        }
        if self.skin.as_ref().is_some_and(|skin| !skin.fits(self.vertices)) {
            return wrong("its skin is that of another mesh");
        }
        let sound = |adjective: &Adjective| {
            let [low, high] = adjective.range;
            low.is_finite() && high.is_finite() && low <= high && adjective.default.is_finite()
        };
        if !self.adjectives.iter().all(sound) {
            return wrong("the range of an adjective is not valid");
        }
        Ok(())
    }
}
