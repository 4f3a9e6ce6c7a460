//! Errors of spaces, with the culprit's name.

use adverb::space::{MAX_COORDINATES, MAX_ROWS};

use super::{Axis, Extrapolation, Space, Symmetry};
use crate::error::Error;

fn wrong(problem: String, remedy: &str) -> Error {
    Error::Space { problem, remedy: remedy.into() }
}

/// Checks everything that only other input can mend.
pub(super) fn check(space: &Space) -> Result<(), Error> {
    axes(&space.axes)?;
    if space.examples.is_empty() {
        return Err(wrong("the space has no example".into(), "a space needs at least one"));
    }
    let coordinates: usize = space.axes.iter().map(|axis| if axis.periodic { 2 } else { 1 }).sum();
    if coordinates > MAX_COORDINATES {
        let problem = format!("the space has {coordinates} coordinates (a periodic axis counts twice)");
        return Err(wrong(problem, &format!("a space holds at most {MAX_COORDINATES}")));
    }
    let rows = 1 + coordinates + space.examples.len() + space.pseudo_examples.len();
    if rows > MAX_ROWS {
        let problem = format!(
            "the space has {} examples and {} pseudo-examples",
            space.examples.len(),
            space.pseudo_examples.len()
        );
        return Err(wrong(problem, &format!("a space holds at most {} of both", MAX_ROWS - 1 - coordinates)));
    }
    for example in &space.examples {
        point(&space.axes, &example.at, &example.name)?;
        radius(example.radius, &example.name)?;
    }
    for (i, pseudo) in space.pseudo_examples.iter().enumerate() {
        point(&space.axes, &pseudo.from, &format!("the source of pseudo-example {}", i + 1))?;
        point(&space.axes, &pseudo.to, &format!("the place of pseudo-example {}", i + 1))?;
    }
    if let Some(symmetry) = &space.symmetry {
        self::symmetry(space, symmetry)?;
    }
    radius(space.radius, "the space")?;
    if !(space.smoothing.is_finite() && space.smoothing >= 0.0) {
        let problem = format!("smoothing = {} is not 0 or more", space.smoothing);
        return Err(wrong(problem, "0 is exact, 0.1 is gentle"));
    }
    match space.extrapolation {
        Extrapolation::Hull(factor) if !(0.0..=1e6).contains(&factor) => {
            let problem = format!("the hull cannot be scaled by {factor:e}");
            Err(wrong(
                problem,
                "1 is the hull itself, 1.2 a little more; without limit, extrapolation is free",
            ))
        }
        _ => Ok(()),
    }
}

/// What is seen in a mirror must be the same space again.
fn symmetry(space: &Space, symmetry: &Symmetry) -> Result<(), Error> {
    if space.examples.len() != 2 * symmetry.pairs {
        let problem = "not every example of the symmetric space has a mirror image".into();
        return Err(wrong(problem, "let the images follow the examples, in their order"));
    }
    if symmetry.axes.is_empty() || symmetry.axes.iter().any(|axis| *axis >= space.axes.len()) {
        return Err(wrong("the space is symmetric about no axis of its own".into(), "name at least one"));
    }
    for &axis in &symmetry.axes {
        let Axis { name, range: [low, high], periodic, .. } = &space.axes[axis];
        if !periodic && (low + high).abs() > 1e-9 * (high - low) {
            let problem = format!("{name} is symmetric, but its range, {low} to {high}, is not");
            let most = low.abs().max(high.abs());
            return Err(wrong(problem, &format!("write {name} = [-{most}, {most}]")));
        }
        let across = |other: &usize| !symmetry.axes.contains(other);
        let joins = |other: &usize| space.metric.as_ref().is_some_and(|rows| joined(rows, axis, *other));
        if let Some(other) = (0..space.axes.len()).filter(across).find(joins) {
            let other = &space.axes[other].name;
            let problem = format!("the metric joins {name}, which is symmetric, and {other}, which is not");
            return Err(wrong(problem, "write 0 there"));
        }
    }
    Ok(())
}

fn joined(metric: &[Vec<f64>], a: usize, b: usize) -> bool {
    metric.get(a).and_then(|row| row.get(b)).is_some_and(|joined| *joined != 0.0)
}

fn axes(axes: &[Axis]) -> Result<(), Error> {
    for (i, axis) in axes.iter().enumerate() {
        let Axis { name, range: [low, high], scale, .. } = axis;
        if axes[..i].iter().any(|other| other.name == *name) {
            return Err(wrong(format!("two axes are named {name:?}"), "give each its own name"));
        }
        if !(low.is_finite() && high.is_finite() && low < high && (high - low).is_finite()) {
            let problem = format!("the range of {name}, {low:?} to {high:?}, is not a range");
            return Err(wrong(problem, "it goes from a smaller to a larger number, neither of them huge"));
        }
        if let Some(scale) = scale
            && !(scale.is_finite() && *scale > 0.0)
        {
            let problem = format!("the natural scale of {name} is {scale}");
            return Err(wrong(problem, "it must be a positive number"));
        }
    }
    Ok(())
}

fn point(axes: &[Axis], at: &[f64], whose: &str) -> Result<(), Error> {
    if at.len() != axes.len() {
        let problem = format!("{whose} has {} values where the space has {} axes", at.len(), axes.len());
        return Err(wrong(problem, "give one value per axis"));
    }
    for (axis, value) in axes.iter().zip(at) {
        if !value.is_finite() {
            let problem = format!("{whose} is at {} = {value}", axis.name);
            let remedy = format!("give a number in or near {:?} to {:?}", axis.range[0], axis.range[1]);
            return Err(wrong(problem, &remedy));
        }
        // Squares of distances must stay finite.
        let away = ((value - axis.range[0]) / axis.natural_scale()).abs();
        if away > 1e100 {
            let problem = format!("{whose} is at {} = {value:?}, {away:e} natural scales away", axis.name);
            return Err(wrong(
                problem,
                &format!("bring it nearer, or give {} a larger natural scale", axis.name),
            ));
        }
    }
    Ok(())
}

fn radius(radius: Option<f64>, whose: &str) -> Result<(), Error> {
    match radius {
        Some(radius) if !(1e-50..=1e50).contains(&radius) => {
            let problem = format!("the radius of {whose} is {radius:e}");
            Err(wrong(problem, "it must be a positive number, in natural scales, neither tiny nor huge"))
        }
        _ => Ok(()),
    }
}
