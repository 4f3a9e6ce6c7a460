//! One attribute of a shape's vertices: which vertices its examples differ in, and their numbers there (chapter 7.3: what is equal
//! is not touched).

use super::forms::Forms;
use super::runs::{Run, counted};
use crate::numbers::Numbers;

/// What a vertex of a form has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Attribute {
    /// x, y, z.
    Position,
    /// A unit vector.
    Normal,
    /// A unit vector, and 1 or −1 for the side on which the other tangent lies.
    Tangent,
    /// Red, green, blue, opacity.
    Colour,
    /// Where in a texture.
    Uv,
}

impl Attribute {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Position, Self::Normal, Self::Tangent, Self::Colour, Self::Uv];

    /// How many numbers a vertex has.
    pub fn width(self) -> usize {
        match self {
            Self::Uv => 2,
            Self::Position | Self::Normal => 3,
            Self::Tangent | Self::Colour => 4,
        }
    }

    /// Its keyword in project files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Normal => "normal",
            Self::Tangent => "tangent",
            Self::Colour => "colour",
            Self::Uv => "uv",
        }
    }
}

/// How an attribute of a form is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interpolation {
    /// The same at every point.
    Fixed,
    /// The sum by the shape's weights.
    Linear,
    /// The sum by weights, then of unit length.
    Normalised,
    /// The mean by weights on the sphere.
    Spherical,
    /// From the positions, in every frame that is a multiple of this one.
    Recomputed {
        /// 1: in every frame.
        every: u32,
    },
    /// By weights that the application brings: [`super::Shape::blend_attribute`].
    Other,
}

impl Interpolation {
    /// Its keyword in project files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Linear => "linear",
            Self::Normalised => "normalised",
            Self::Spherical => "spherical",
            Self::Recomputed { .. } => "recomputed",
            Self::Other => "other",
        }
    }
}

/// The numbers of one attribute.
#[derive(Debug, Clone, PartialEq)]
pub struct Channel {
    /// Of what.
    pub attribute: Attribute,
    /// How it is computed.
    pub interpolation: Interpolation,
    /// Of all vertices; those that no example moves keep them.
    pub rest: Numbers,
    /// Vertices that examples differ in.
    pub moved: Vec<Run>,
    /// The examples' numbers of these alone.
    pub forms: Forms,
}

impl Channel {
    /// Finds where examples differ. `value(example, number)` is called for all numbers of all vertices; a vertex that no example
    /// moves from the first one's by more than a threshold is left out.
    pub fn of(
        attribute: Attribute,
        interpolation: Interpolation,
        counts: [usize; 2],
        threshold: f32,
        value: impl Fn(usize, usize) -> f32,
    ) -> Self {
        let ([examples, vertices], width) = (counts, attribute.width());
        let differs = |vertex: usize| {
            let away = |example: usize| {
                let apart = |c: usize| value(example, vertex * width + c) - value(0, vertex * width + c);
                (0..width).map(|c| apart(c) * apart(c)).sum::<f32>()
            };
            (1..examples).any(|example| away(example) > threshold * threshold)
        };
        let blended = !matches!(interpolation, Interpolation::Fixed | Interpolation::Recomputed { .. });
        let moved: Vec<usize> = (0..vertices).filter(|vertex| blended && differs(*vertex)).collect();
        let number = |example: usize, j: usize| value(example, moved[j / width] * width + j % width);
        Self {
            attribute,
            interpolation,
            rest: (0..vertices * width).map(|j| value(0, j)).collect::<Vec<f32>>().into(),
            forms: Forms::of(examples, moved.len() * width, number),
            moved: Run::of(moved.iter().map(|vertex| *vertex as u32)),
        }
    }

    /// Whether it is found from positions.
    pub(super) fn is_recomputed(&self) -> bool {
        matches!(self.interpolation, Interpolation::Recomputed { .. })
    }

    /// Whether its counts fit together, for this many vertices and examples.
    pub(super) fn fits(&self, vertices: usize, examples: usize) -> bool {
        let width = self.attribute.width();
        self.rest.len() == vertices * width
            && counted(&self.moved, vertices).is_some_and(|moved| self.forms.width() == moved * width)
            && self.forms.examples() == examples
    }

    /// Sums up what examples differ in; all else is left as it is.
    pub(super) fn blend(&self, weights: &[f32], scratch: &mut [f32], out: &mut [f32]) {
        let width = self.attribute.width();
        if let [all] = self.moved[..] {
            self.forms.blend(weights, &mut out[all.numbers(width)]);
            return;
        }
        let scratch = &mut scratch[..self.forms.width()];
        self.forms.blend(weights, scratch);
        let mut from = &scratch[..];
        for run in &self.moved {
            let to = &mut out[run.numbers(width)];
            let (own, rest) = from.split_at(to.len());
            to.copy_from_slice(own);
            from = rest;
        }
    }
}
