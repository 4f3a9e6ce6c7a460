//! Spaces as they are written: what a verb measures in its motions is open until they are known.

use super::{Axis, Example, Space};
use crate::error::Error;

/// A space in which ranges and coordinates may be missing, because they are yet to be measured.
pub type Draft = Space<Option<f64>>;

impl Axis<Option<f64>> {
    /// The default of a knob, if the range is known.
    #[must_use]
    pub fn default_value(&self) -> Option<f64> {
        let [Some(low), Some(high)] = self.range else { return None };
        Some(Axis::new("", [low, high]).default_value())
    }
}

impl Draft {
    /// The space, once nothing is missing.
    pub fn settled(&self) -> Result<Space, Error> {
        let axis = |axis: &Axis<Option<f64>>| match axis.range {
            [Some(low), Some(high)] => Ok(Axis {
                name: axis.name.clone(),
                range: [low, high],
                scale: axis.scale,
                periodic: axis.periodic,
                measured: axis.measured,
            }),
            _ => Err(open(format!("the range of {} is neither written nor measured", axis.name))),
        };
        let example = |example: &Example<Option<f64>>| match example.at.iter().copied().collect() {
            Some(at) => Ok(Example {
                name: example.name.clone(),
                at,
                radius: example.radius,
                content: example.content,
                refines: example.refines,
            }),
            None => Err(open(format!("the point of {} is neither written nor measured", example.name))),
        };
        let axes = self.axes.iter().map(axis).collect::<Result<_, _>>()?;
        let examples = self.examples.iter().map(example).collect::<Result<_, _>>()?;
        Ok(self.with(axes, examples))
    }
}

fn open(problem: String) -> Error {
    Error::Space { problem, remedy: "write it, or say what the axis measures".into() }
}

impl<C> Space<C> {
    /// Other axes and examples, interpolated in the same way.
    fn with<D>(&self, axes: Vec<Axis<D>>, examples: Vec<Example<D>>) -> Space<D> {
        Space {
            axes,
            examples,
            pseudo_examples: self.pseudo_examples.clone(),
            corrections: self.corrections.clone(),
            kernel: self.kernel,
            radius: self.radius,
            metric: self.metric.clone(),
            extrapolation: self.extrapolation,
            smoothing: self.smoothing,
            levels: self.levels.clone(),
            symmetry: self.symmetry.clone(),
        }
    }
}

impl From<Axis> for Axis<Option<f64>> {
    fn from(axis: Axis) -> Self {
        let Axis { name, range, scale, periodic, measured } = axis;
        Self { name, range: range.map(Some), scale, periodic, measured }
    }
}

impl From<Example> for Example<Option<f64>> {
    fn from(example: Example) -> Self {
        let at = example.at.iter().copied().map(Some).collect();
        let Example { name, radius, content, refines, .. } = example;
        Self { name, at, radius, content, refines }
    }
}

impl From<Space> for Draft {
    fn from(space: Space) -> Self {
        let axes = space.axes.iter().cloned().map(Into::into).collect();
        let examples = space.examples.iter().cloned().map(Into::into).collect();
        space.with(axes, examples)
    }
}
