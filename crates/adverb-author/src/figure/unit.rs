//! The unit of a figure whose file does not state it, or not believably: the one that makes it about a person's size.

use super::{head_to_ankle, size};
use crate::clip::{Clip, Format};
use crate::finding::Criterion;

/// An adult's length along the bones from head joint to ankle.
const HEAD_TO_ANKLE_M: f64 = 1.45;
/// How far a figure may deviate from that in a usual unit.
const BELIEVABLE: std::ops::Range<f64> = 0.65..1.5;
/// Plausible sizes in a format that is in metres by definition.
const METRES: std::ops::Range<f64> = 0.05..10.0;
/// Figures below this, in units of the file, are too small to find the unit.
const NO_SIZE: f64 = 1e-9;
const INCH_M: f64 = 0.0254;
/// The units that motion comes in. CMU's is an inch over its ASF files' `length` of 0.45.
const UNITS_M: [f64; 5] = [1.0, 0.01, 0.001, INCH_M, INCH_M / 0.45];

/// The unit of an ASF file if the figure is a person's size in it. What its `length` scales is not written down
/// anywhere, and other programs mean other things by it.
fn acclaims_unit(clip: &mut Clip) -> Option<f64> {
    let stated = matches!(clip.source.format, Format::Asf | Format::Amc).then_some(clip.source.unit_m)?;
    let size = head_to_ankle(clip)?;
    let believable = BELIEVABLE.contains(&(size * stated / HEAD_TO_ANKLE_M));
    believable.then(|| {
        let length = INCH_M / stated;
        let message = format!("unit: {stated:.6} m, an inch over the skeleton's length of {length:.4}");
        clip.source.assume(Criterion::Unit, message);
        stated
    })
}

/// The unit that an FBX file states, unless it makes a person, recognised by joint names, a dwarf or a giant: many programs write
/// metres and state centimetres.
fn fbxs_unit(clip: &mut Clip) -> Option<f64> {
    let stated = (clip.source.format == Format::Fbx).then_some(clip.source.unit_m)?;
    let person = head_to_ankle(clip).map(|size| size * stated);
    if let Some(metres) = person.filter(|metres| !METRES.contains(metres)) {
        let message = format!(
            "the file states a unit of {stated} m, which would make the figure {metres:.3} m long from head to ankle; that is not \
             believed"
        );
        clip.source.warn(Criterion::Unit, message, "Give the unit if it is right.");
        return None;
    }
    if !clip.source.assumptions.iter().any(|assumption| assumption.criterion == Criterion::Unit) {
        clip.source.assume(Criterion::Unit, format!("unit: {stated} m, as stated in the file"));
    }
    Some(stated)
}

/// The unit of a clip in its file's unit, with a note or a warning of how it was found.
pub(crate) fn unit_m(clip: &mut Clip) -> f64 {
    let in_metres = matches!(clip.source.format, Format::Glb | Format::Gltf);
    if let Some(unit_m) = acclaims_unit(clip).or_else(|| fbxs_unit(clip)) {
        return unit_m;
    }
    let whole = size(clip);
    if in_metres && (METRES.contains(&whole) || whole == 0.0) {
        return 1.0;
    }
    let (size, what) = match head_to_ankle(clip) {
        Some(length) => (length, "head to ankle"),
        None => (whole, "the figure's largest extent"),
    };
    let source = &mut clip.source;
    if size < NO_SIZE {
        let message = "the skeleton has no size; its unit is taken for the metre";
        source.warn(Criterion::Unit, message, "Give another unit if it is not.");
        return 1.0;
    }
    let misfit = |unit: &f64| libm::log(size * unit / HEAD_TO_ANKLE_M).abs();
    let nearest = UNITS_M.into_iter().min_by(|a, b| misfit(a).total_cmp(&misfit(b))).unwrap_or(1.0);
    if in_metres {
        let message = format!("the figure spans {whole:.3} m, which is unlikely for a format in metres");
        source.warn(Criterion::Unit, message, "Give the unit if another is meant than the one assumed.");
    }
    if BELIEVABLE.contains(&(size * nearest / HEAD_TO_ANKLE_M)) {
        let metres = size * nearest;
        let message =
            format!("unit: {nearest:.6} m, assuming that {what} of {size:.3} units is {metres:.2} m");
        source.assume(Criterion::Unit, message);
        return nearest;
    }
    let unit_m = HEAD_TO_ANKLE_M / size;
    let message = format!(
        "{what} is {size:.3} units, which no usual unit makes a person; scaled to {HEAD_TO_ANKLE_M} m"
    );
    source.warn(Criterion::Unit, message, "Give the unit if that is wrong.");
    unit_m
}
