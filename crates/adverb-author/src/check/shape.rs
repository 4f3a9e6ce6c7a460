//! Whether forms can be blended, criterion by criterion: one connectivity, a sound surface, the same size and side, poses that could
//! be undone, forms that add something, and features that move something.

use super::{largest, unbuilt};
use crate::accuracy::{LeftOutForm, left_out_forms};
use crate::error::Error;
use crate::finding::{Criterion, Finding, Heading, Verdict, counted};
use crate::mesh::{self, Mesh};
use crate::shape::{self, Built, Definition};

/// The most examples for leave-one-out, which solves the space for each.
const MOST_LEFT_OUT: usize = 100;
/// An example that the others predict within this part of its size adds nothing.
const NOTHING_NEW: f64 = 1e-4;

/// Checks the forms of one shape.
#[must_use]
pub fn of_shape(shape: &Definition) -> Vec<Finding> {
    let mut all = connectivity(shape);
    all.extend(surface(shape));
    if all.iter().any(|finding| finding.verdict == Verdict::Error) {
        return all;
    }
    match shape::build(shape) {
        Ok(built) => {
            // Surfaces were looked at above.
            let rest = built.warnings.iter().filter(|own| own.criterion.heading() != Heading::SoundSurface);
            all.extend(rest.cloned());
            all.extend(news(shape, &built));
            for good in [size(shape), poses(shape, &built), features(shape, &built), Some(kept(shape))] {
                let is_said = |good: &Finding| {
                    all.iter().any(|own| own.criterion.heading() == good.criterion.heading())
                };
                all.extend(good.filter(|good| !is_said(good)));
            }
        }
        Err(error) => all.push(unbuilt(&error, shape.subject(), Criterion::Unformed)),
    }
    all.sort_by_key(|finding| finding.criterion.heading());
    all
}

fn connectivity(shape: &Definition) -> Vec<Finding> {
    let rest = &shape.rest.mesh;
    let wrong = |form: &Mesh| {
        let message = match mesh::conform(form, rest).err()? {
            Error::File { problem, .. } => problem,
            other => other.to_string(),
        };
        let found = Finding::error(Criterion::Connectivity, shape.form(&form.file), message);
        Some(found.remedy("Export all forms from one mesh, without adding, removing or sorting anything."))
    };
    let wrong: Vec<Finding> = shape.forms.iter().filter_map(|form| wrong(&form.mesh)).collect();
    if !wrong.is_empty() {
        return wrong;
    }
    let (vertices, faces) = (rest.positions.len(), rest.faces.len());
    let message =
        format!("{} and {}, the same in every form", counted(vertices, "vertex"), counted(faces, "face"));
    let unit = if vertices == 1 { "vertex" } else { "vertices" };
    vec![Finding::good(Criterion::Connectivity, shape.subject(), message).of(vertices as f64, unit)]
}

fn surface(shape: &Definition) -> Vec<Finding> {
    let meshes = || std::iter::once(&shape.rest.mesh).chain(shape.forms.iter().map(|form| &form.mesh));
    let mut all: Vec<Finding> = Vec::new();
    for own in meshes() {
        for found in mesh::check(own).into_iter().filter(|found| found.verdict >= Verdict::Warning) {
            // What the rest has as well stands once.
            if !all.iter().any(|told| told.says_the_same(&found)) {
                all.push(found.about(shape.form(&own.file)));
            }
        }
    }
    if all.is_empty() {
        let message = "every triangle has an area, and is listed once";
        all.push(Finding::good(Criterion::SoundSurface, shape.subject(), message));
    }
    all
}

/// The form whose size differs most from the rest's.
fn size(shape: &Definition) -> Option<Finding> {
    let rest = &shape.rest.mesh;
    let forms = shape.forms.iter().filter_map(|form| mesh::conform(&form.mesh, rest).ok());
    let factors = forms.filter_map(|form| {
        let factor = shape::factor(&form, rest)?;
        Some((libm::log(factor).abs(), (factor, form.file)))
    });
    let (_, (factor, file)) = largest(factors)?;
    let message = format!("{factor:.2} times the size of the rest, the farthest from it");
    Some(Finding::good(Criterion::Size, shape.form(&file), message).of(factor, "times the size"))
}

/// The form with the largest error after its pose is undone and applied again.
fn poses(shape: &Definition, built: &Built) -> Option<Finding> {
    let posed = shape.forms.iter().zip(&built.unposed).filter(|(form, _)| form.pose.is_some());
    let missed = posed.map(|(form, unposed)| (100.0 * unposed.missed, (form, unposed)));
    let (number, (form, unposed)) = largest(missed)?;
    let folded = counted(unposed.flat.len(), "vertex");
    let message = format!("{number:.2} % of its size beside where it was put, {folded} folded flat");
    Some(Finding::good(Criterion::FoldedFlat, shape.form(&form.mesh.file), message).of(number, "%"))
}

/// Forms that the others already predict.
fn news(shape: &Definition, built: &Built) -> Vec<Finding> {
    let is_too_much = built.space.examples.len() > MOST_LEFT_OUT;
    let left_out = if is_too_much { Vec::new() } else { left_out_forms(built) };
    let mut all = used_again(shape);
    let twice = || built.warnings.iter().filter(|own| own.criterion == Criterion::SameForm);
    let is_twice = |name: &str| twice().chain(&all).any(|own| own.subject.name() == name);
    let told = |left: &LeftOutForm, more: &str| {
        let percent = 100.0 * left.farthest;
        let message = format!("{percent:.2} % of its size from what the others give at its point{more}");
        Finding::good(Criterion::NothingNew, shape.form(&left.example), message).of(percent, "%")
    };
    let known = left_out.iter().filter(|left| left.farthest < NOTHING_NEW && !is_twice(&left.example));
    let known: Vec<Finding> = known
        .map(|left| Finding {
            verdict: Verdict::Warning,
            ..told(left, "").remedy("Leave it out, or see whether it is the form that was meant.")
        })
        .collect();
    let is_fine = all.is_empty() && known.is_empty() && twice().next().is_none();
    all.extend(known);
    let least = left_out.iter().min_by(|a, b| a.farthest.total_cmp(&b.farthest));
    all.extend(least.filter(|_| is_fine).map(|least| told(least, ", and more in all others")));
    all
}

/// How many vertices features move.
fn features(shape: &Definition, built: &Built) -> Option<Finding> {
    let features = &built.shape.parts().features.features;
    let moved: usize = features.iter().map(|feature| feature.deltas.len() / 3).sum();
    let number = (moved as f64 / features.len() as f64).round();
    let all = built.shape.parts().vertices;
    let message = format!("{number} of {all} vertices moved by a feature on average");
    let found = Finding::good(Criterion::Moved, shape.subject(), message).of(number, "vertices");
    (!features.is_empty()).then_some(found)
}

/// One file in one pose at several points: intended perhaps, or a forgotten file.
fn used_again(shape: &Definition) -> Vec<Finding> {
    let (forms, examples) = (&shape.forms, &shape.space.examples);
    let is_same = |a: usize, b: usize| {
        forms[a].mesh.file == forms[b].mesh.file
            && forms[a].pose == forms[b].pose
            && examples[a].at != examples[b].at
    };
    let told = |own: usize| {
        let first = (0..own).find(|&first| is_same(first, own))?;
        let [name, other] = [own, first].map(|i| &examples[i].name);
        let message = format!("{} is at two points, as {other} and as {name}", forms[own].mesh.file);
        let found = Finding::warning(Criterion::FileTwice, shape.form(name), message);
        Some(found.remedy("See whether both were meant."))
    };
    (1..forms.len()).filter_map(told).collect()
}

/// The finding that a shape keeps all that its forms have.
fn kept(shape: &Definition) -> Finding {
    let message = "every attribute that a form has, every joint that holds a vertex";
    Finding::good(Criterion::AllKept, shape.subject(), message)
}
