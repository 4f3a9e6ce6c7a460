//! Warnings about a space, found while it is solved.

use super::layout::Layout;
use super::span::Span;
use super::{Extrapolation, Levels, Space, Warning};

/// A least spread below this part of the largest gets a warning.
const NEARLY_FLAT: f64 = 0.01;
/// Examples that span less of a range get a warning.
const NARROW: f64 = 0.2;
/// Spreads farther apart than this get a warning.
const UNEVEN: f64 = 1e4;

/// An example outside its range by less than this part of it gets no warning: measured values are never round.
const SLACK: f64 = 0.005;

/// Adds the warnings.
pub(super) fn remark(space: &Space, layout: &Layout, lines: &Span, factor: f64, warnings: &mut Vec<Warning>) {
    let points: Vec<&[f64]> = (layout.sites.iter())
        .map(|site| match (site.examples.first(), site.pseudo_examples.first()) {
            (Some(&example), _) => &space.examples[example].at[..],
            (None, Some(&pseudo)) => &space.pseudo_examples[pseudo].to[..],
            (None, None) => &[],
        })
        .collect();
    undetermined(space, layout, lines, &points, warnings);
    if let Extrapolation::Hull(factor) = space.extrapolation
        && factor < 1.0
    {
        warnings.push(Warning::HeldWithin { factor });
    }
    if factor < 1.0 {
        warnings.push(Warning::RadiiShrunk { factor });
    }
    for example in space.own_examples() {
        for (axis, &value) in space.axes.iter().zip(&example.at) {
            let ([low, high], slack) = (axis.range, SLACK * (axis.range[1] - axis.range[0]));
            if !axis.periodic && !(low - slack..=high + slack).contains(&value) {
                let (example, axis, range) = (example.name.clone(), axis.name.clone(), axis.range);
                warnings.push(Warning::OutsideRange { example, axis, value, range });
            }
        }
    }
    if space.levels != Levels::One {
        return;
    }
    let name = |site: usize| space.examples[layout.sites[site].examples[0]].name.clone();
    // Two mirror images are as close as what they are the images of.
    let is_image = |site: usize| layout.sites[site].examples[0] >= space.own_examples().len();
    warnings.extend(
        layout
            .close_pairs()
            .into_iter()
            .filter(|pair| !pair.sites.into_iter().all(is_image))
            .map(|pair| Warning::Close { examples: pair.sites.map(name), relative: pair.relative }),
    );
}

/// Axes and directions that the sites leave open.
fn undetermined(
    space: &Space,
    layout: &Layout,
    lines: &Span,
    points: &[&[f64]],
    warnings: &mut Vec<Warning>,
) {
    let straight: Vec<usize> = (0..space.axes.len()).filter(|&a| !space.axes[a].periodic).collect();
    let unmixed = space.metric.is_some().then(|| Span::of_axes(space, points));
    let span = unmixed.as_ref().unwrap_or(lines);
    let name = |s: usize| space.axes[straight[s]].name.clone();
    let still = |s: usize| span.determined[s] == 0.0;
    for s in (0..straight.len()).filter(|&s| still(s)) {
        warnings.push(Warning::UnvariedAxis { axis: name(s), value: points[0][straight[s]] });
    }
    for (axis, circle) in layout.circles().into_iter().enumerate() {
        if circle.is_some_and(|circle| layout.is_still(circle)) {
            let name = space.axes[axis].name.clone();
            warnings.push(Warning::UnvariedAxis { axis: name, value: points[0][axis] });
        }
    }
    let dependent: Vec<usize> =
        (0..straight.len()).filter(|&s| !still(s) && span.determined[s] < 1.0 - 1e-9).collect();
    if !dependent.is_empty() {
        warnings.push(Warning::DependentAxes { axes: dependent.into_iter().map(name).collect() });
    } else if span.flatness < NEARLY_FLAT {
        let most = span.flattest.iter().copied().fold(0.0, f64::max);
        let axes = (0..straight.len()).filter(|&s| span.flattest[s] > 0.3 * most).map(name).collect();
        warnings.push(Warning::NearlyDependentAxes { axes, flatness: span.flatness });
    }
    let varied = || (0..straight.len()).filter(|&s| !still(s));
    for s in varied() {
        let axis = &space.axes[straight[s]];
        let values = || points.iter().map(|point| point[straight[s]]);
        let spanned = values().fold(f64::NEG_INFINITY, f64::max) - values().fold(f64::INFINITY, f64::min);
        let part = spanned / (axis.range[1] - axis.range[0]);
        if part < NARROW {
            warnings.push(Warning::Narrow { axis: name(s), part });
        }
    }
    let widest = varied().max_by(|&a, &b| span.spread[a].total_cmp(&span.spread[b]));
    for s in varied() {
        if let Some(widest) = widest
            && span.spread[widest] > UNEVEN * span.spread[s]
        {
            let (axis, against, ratio) = (name(s), name(widest), span.spread[widest] / span.spread[s]);
            warnings.push(Warning::Scales { axis, against, ratio });
        }
    }
}
