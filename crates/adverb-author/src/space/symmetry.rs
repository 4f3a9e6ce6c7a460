//! Spaces in which left and right are alike: every example has its mirror image among the others, where the axes that a mirror
//! turns round have the opposite sign.
//!
//! An example on the mirror plane is at the place of its own image. The two share it, half and half: that blend is its own mirror
//! image, whatever the example is.

use super::{Axis, Example, PseudoExample, Space};

/// Which axes a mirror turns round. The second half of the examples are the mirror images of the first half, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symmetry {
    /// The axes that change their sign, by number. The others keep their value.
    pub axes: Vec<usize>,
    /// Half of the examples.
    pub pairs: usize,
}

impl Symmetry {
    /// Whether an example was added as the image of another.
    pub fn is_image(&self, example: usize) -> bool {
        example >= self.pairs
    }

    /// The example that is the mirror image of this one.
    pub fn partner(&self, example: usize) -> usize {
        if self.is_image(example) { example - self.pairs } else { example + self.pairs }
    }

    /// The sign that a mirror gives to an axis.
    pub fn sign(&self, axis: usize) -> f64 {
        if self.axes.contains(&axis) { -1.0 } else { 1.0 }
    }

    /// The mirror image of a point.
    pub fn mirrored(&self, point: &[f64]) -> Vec<f64> {
        // Without a minus before 0.
        point.iter().enumerate().map(|(axis, value)| self.sign(axis) * value + 0.0).collect()
    }

    /// The mirror image of a pseudo-example.
    pub fn image_of(&self, pseudo: &PseudoExample) -> PseudoExample {
        PseudoExample { from: self.mirrored(&pseudo.from), to: self.mirrored(&pseudo.to) }
    }
}

impl Space<Option<f64>> {
    /// The space with the mirror image of every example and pseudo-example, for axes that change their sign. `name` names images.
    #[must_use]
    pub fn symmetric(mut self, axes: Vec<usize>, name: impl Fn(&str) -> String) -> Self {
        let pairs = self.examples.len();
        let symmetry = Symmetry { axes, pairs };
        let image = |example: &Example<Option<f64>>| {
            let at = example.at.iter().enumerate();
            Example {
                name: name(&example.name),
                at: at.map(|(axis, value)| value.map(|value| symmetry.sign(axis) * value + 0.0)).collect(),
                radius: example.radius,
                content: example.content.map(|content| content + pairs as u64),
                refines: example.refines,
            }
        };
        let images: Vec<_> = self.examples.iter().map(image).collect();
        let pseudo_images: Vec<_> = self.pseudo_examples.iter().map(|own| symmetry.image_of(own)).collect();
        for image in pseudo_images {
            if !self.pseudo_examples.contains(&image) {
                self.pseudo_examples.push(image);
            }
        }
        self.examples.extend(images);
        self.symmetry = Some(symmetry);
        self
    }
}

impl<C> Space<C> {
    /// The examples, without those that are only the mirror images of others.
    pub fn own_examples(&self) -> &[Example<C>] {
        let count = self.symmetry.as_ref().map_or(self.examples.len(), |symmetry| symmetry.pairs);
        &self.examples[..count]
    }
}

impl Axis {
    /// How far a value is from the mirror plane, where it is its own image.
    pub(crate) fn off_plane(&self, value: f64) -> f64 {
        if !self.periodic {
            return value.abs();
        }
        // A ring has two such places, half a round apart.
        let half = 0.5 * (self.range[1] - self.range[0]);
        (value - half * (value / half).round()).abs()
    }
}
