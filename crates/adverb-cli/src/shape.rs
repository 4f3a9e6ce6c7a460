//! `adverb shape HERO NAME --at k=v,… -o OUT`: a shape at a point, as a mesh or a picture, in any pose of its skin.

mod found;
mod posed;

use adverb::Shape;
use adverb::glam::Mat4;
use adverb_author::formats::{gltf, obj, ply};
use adverb_author::mesh::Mesh;
use adverb_author::names::suggestion;
use adverb_author::picture::{FormOptions, FormView, Picture, form};
use adverb_author::shape::{Posed, Weighted, arkit, file, form_mesh, formed, standing};

use crate::args;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{files, findings, output, point};
use found::found;
pub use found::{Found, named};

pub fn run(args: &args::Shape, progress: &Progress) -> Result<(), Failure> {
    let extension = output::extension(&args.output, "shapes", &["glb", "obj", "ply", "png", "svg"])?;
    if !args.over.is_empty() && extension != "glb" {
        return Err(Failure::Misuse("--over is an animation; write it as .glb".into()));
    }
    let found = found(&args.hero, &args.shape, progress)?;
    let Found { shape, rest, .. } = &found;
    progress.step(format!("writing {}", args.output.display()));
    let features = features(shape, &args.features, progress)?;
    let mut at = point(shape, &args.at, progress)?;
    found.tell_unknown(&args.pose, progress);
    let joints = found.joints(&args.pose, &mut at, &args.at, progress)?;
    let now = weighted(shape, 0.0, &at, &features);
    let bytes = match extension.as_str() {
        "obj" => obj::write(&posed_mesh(&found, &now, joints.as_deref())).into_bytes(),
        "ply" => ply::write(&posed_mesh(&found, &now, joints.as_deref())),
        "glb" => {
            let moments = match &args.over[..] {
                [] => vec![now],
                names => over(shape, [&at, &features], names, args.secs)?,
            };
            let stands = joints.as_deref().map(|joints| standing(rest, joints));
            let written = file(shape, stands.as_ref().unwrap_or(rest), &moments);
            findings::note(&written.warnings, progress);
            gltf::mesh::write(&written)?
        }
        _ => output::picture(&drawn(&found, &now, joints.as_deref(), args), &args.output)?,
    };
    files::write(&args.output, &bytes, progress)
}

/// One value per adjective; those left out have their defaults. Beyond its range a shape is extrapolated, with a note.
pub fn point(shape: &Shape, given: &[(String, f64)], progress: &Progress) -> Result<Vec<f32>, Failure> {
    point::named_once("--at", given)?;
    let mut point: Vec<f32> = shape.default_point().collect();
    for (name, value) in given {
        let index = adjective(shape, name)?;
        let [low, high] = shape.adjectives()[index].range;
        point[index] = *value as f32;
        // A ring has no beyond.
        if !(low..=high).contains(&point[index]) && !is_ring(shape, index) {
            let [low, high] = [low, high].map(point::round);
            progress.note(format!("note: {name}={value} is beyond its range, {low} to {high}: extrapolated"));
        }
    }
    Ok(point)
}

/// Whether an adjective comes round.
fn is_ring(shape: &Shape, adjective: usize) -> bool {
    matches!(shape.parts().space.embedding.axes[adjective], adverb::space::Axis::Periodic { .. })
}

pub fn adjective(shape: &Shape, name: &str) -> Result<usize, Failure> {
    shape.adjectives().iter().position(|adjective| adjective.name == name).ok_or_else(|| {
        let names: Vec<&str> = shape.adjectives().iter().map(|adjective| adjective.name.as_str()).collect();
        let hint = if names.is_empty() { "it has none".into() } else { suggestion(name, &names) };
        Failure::Misuse(format!("{} has no adjective {name:?}; {hint}", shape.name()))
    })
}

/// A shape at a moment.
pub fn weighted(shape: &Shape, secs: f32, point: &[f32], features: &[f32]) -> Weighted {
    let mut examples = vec![0.0; shape.examples().len()];
    shape.weights(point, &mut examples);
    // A weight of −10⁻¹⁷ is none.
    examples.iter_mut().filter(|weight| weight.abs() < 1e-12).for_each(|weight| *weight = 0.0);
    Weighted { secs, examples, features: features.to_vec() }
}

/// One weight per feature, by their own names or by ARKit's. A note names weights that the shape clamps.
pub fn features(shape: &Shape, given: &[(String, f64)], progress: &Progress) -> Result<Vec<f32>, Failure> {
    point::named_once("--features", given)?;
    let mut weights = vec![0.0; shape.parts().features.features.len()];
    for (name, value) in given {
        let turned = feature(shape, name)
            .map_err(|hint| Failure::Misuse(format!("{} has no feature {name:?}; {hint}", shape.name())))?;
        turned.into_iter().for_each(|feature| weights[feature] = *value as f32);
        if shape.parts().features.clamped && !(0.0..=1.0).contains(value) {
            let taken = value.clamp(0.0, 1.0);
            progress.note(format!("note: {name}={value} is clamped to 0 to 1; using {taken}"));
        }
    }
    Ok(weights)
}

/// The features of a name, or what there is instead.
fn feature(shape: &Shape, name: &str) -> Result<Vec<usize>, String> {
    let names: Vec<String> =
        shape.parts().features.features.iter().map(|feature| feature.name.clone()).collect();
    let own = names.iter().position(|own| own == name).map(|feature| vec![feature]);
    let by_arkit = || arkit(&names).into_iter().find(|(arkit, _)| *arkit == name).map(|(_, turned)| turned);
    own.or_else(by_arkit).filter(|turned| !turned.is_empty()).ok_or_else(|| {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        if names.is_empty() { "it has none".into() } else { suggestion(name, &names) }
    })
}

/// Something of a shape that can be turned.
pub enum Knob {
    Adjective(usize),
    /// One of its own, or all that one of ARKit's names means.
    Features(Vec<usize>),
}

/// The adjective of a name, or else the features.
pub fn knob(shape: &Shape, name: &str) -> Result<Knob, Failure> {
    if shape.parts().features.features.is_empty() || shape.adjectives().iter().any(|own| own.name == name) {
        return adjective(shape, name).map(Knob::Adjective);
    }
    feature(shape, name).map(Knob::Features).map_err(|_| {
        let features = shape.parts().features.features.iter().map(|feature| feature.name.as_str());
        let names: Vec<&str> =
            shape.adjectives().iter().map(|own| own.name.as_str()).chain(features).collect();
        let hint = suggestion(name, &names);
        Failure::Misuse(format!("{} has no adjective or feature {name:?}; {hint}", shape.name()))
    })
}

/// Adjectives through their ranges, features from 0 to 1, all at once, and, what is not a ring, back again.
fn over(
    shape: &Shape,
    [at, features]: [&[f32]; 2],
    names: &[String],
    secs: f64,
) -> Result<Vec<Weighted>, Failure> {
    /// Moments a second.
    const PER_SEC: f64 = 30.0;
    let (mut axes, mut expressions) = (Vec::new(), Vec::new());
    for name in names {
        match knob(shape, name)? {
            Knob::Adjective(axis) => axes.push(axis),
            Knob::Features(turned) => expressions.extend(turned),
        }
    }
    let steps = (secs * PER_SEC).round().max(2.0) as usize;
    let moment = |k: usize| {
        let round = k as f32 / steps as f32;
        let there_and_back = 1.0 - (2.0 * round - 1.0).abs();
        let (mut point, mut features) = (at.to_vec(), features.to_vec());
        for &axis in &axes {
            let [low, high] = shape.adjectives()[axis].range;
            point[axis] = low + (high - low) * if is_ring(shape, axis) { round } else { there_and_back };
        }
        expressions.iter().for_each(|feature| features[*feature] = there_and_back);
        weighted(shape, (secs * k as f64 / steps as f64) as f32, &point, &features)
    };
    Ok((0..=steps).map(moment).collect())
}

/// A form as a mesh, where the joints of its skin have it.
fn posed_mesh(found: &Found, at: &Weighted, joints: Option<&[Mat4]>) -> Mesh {
    let mesh = form_mesh(&found.shape, Some(&found.rest.mesh), at);
    let posed = joints.and_then(|joints| Posed::of(&found.shape, &formed(&found.shape, at), joints));
    match posed {
        Some(posed) => posed.mesh(mesh),
        None => mesh,
    }
}

fn drawn(found: &Found, at: &Weighted, joints: Option<&[Mat4]>, args: &args::Shape) -> Picture {
    let options = FormOptions { view: args.view.view(), paint: args.paint.paint(), ..FormOptions::default() };
    let shape = &found.shape;
    let own = formed(shape, at);
    let posed = joints.and_then(|joints| Posed::of(shape, &own, joints));
    let view = posed.as_ref().map_or_else(|| FormView::of(shape, &own), |posed| posed.view(shape, &own));
    form(&view.covered(found.covers.as_ref()), &options)
}
