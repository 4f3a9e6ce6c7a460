//! Doubts about a form before it is blended: its faces fit the rest, and still it may not be the intended one.

use adverb::shape::Channel;
use glam::{DVec3, Vec3};

use super::Definition;
use crate::finding::{Criterion, Finding, Subject};
use crate::mesh::{self, Mesh};
use crate::numbers::cubed;

/// A form that is this many times as large or as small as the rest is in another unit.
const OTHER_UNIT: f64 = 8.0;
/// If half of the edges are this many times as long as in the rest, apart from its size, the vertices are in another order.
const TORN: f64 = 4.0;
/// A surface that encloses less than this part of the cube of its size has no inside.
const HOLLOW: f64 = 1e-3;
/// Percent of normals that may point inwards.
const MOST_INWARD: f64 = 50.0;
/// Forms nearer than this part of their size are the same.
const SAME: f32 = 1e-6;

/// The doubts about a form. A doubt that follows from another is left out.
pub(super) fn all(form: &Mesh, rest: &Mesh, subject: &Subject) -> Vec<Finding> {
    let torn = order(form, rest, subject);
    let turned = if torn.is_none() { inside_out(form, rest, subject) } else { None };
    let looking = if torn.is_none() && turned.is_none() { normals(form, subject) } else { None };
    [unit(form, rest, subject), torn, turned, looking].into_iter().flatten().collect()
}

/// How many times as large as the rest a form is.
pub(crate) fn factor(form: &Mesh, rest: &Mesh) -> Option<f64> {
    let [form, rest] = [form, rest].map(|mesh| f64::from(mesh.size()));
    (form > 0.0 && rest > 0.0).then(|| form / rest)
}

/// Another unit.
fn unit(form: &Mesh, rest: &Mesh, subject: &Subject) -> Option<Finding> {
    let number = factor(form, rest).filter(|factor| !(1.0 / OTHER_UNIT..=OTHER_UNIT).contains(factor))?;
    let message = match number > 1.0 {
        true => format!("{} times as large as {}", rounded(number), rest.file),
        false => format!("{} times as small as {}", rounded(1.0 / number), rest.file),
    };
    let found = Finding::warning(Criterion::OtherUnit, subject.clone(), message).of(number, "times as large");
    Some(found.limit(OTHER_UNIT).remedy("Save both in the same unit."))
}

/// Vertices in another order, with the same faces.
fn order(form: &Mesh, rest: &Mesh, subject: &Subject) -> Option<Finding> {
    let factor = factor(form, rest)?;
    let length = |mesh: &Mesh, [a, b]: [u32; 2]| {
        f64::from(mesh.positions[a as usize].distance(mesh.positions[b as usize]))
    };
    let edges = rest.faces.triangles().flat_map(|[a, b, c]| [[a, b], [b, c], [c, a]]);
    let mut ratios: Vec<f64> = edges
        .map(|edge| (length(form, edge), factor * length(rest, edge)))
        .filter(|(_, expected)| *expected > 0.0)
        .map(|(own, expected)| own / expected)
        .collect();
    ratios.sort_by(f64::total_cmp);
    let number = *ratios.get(ratios.len() / 2).filter(|ratio| **ratio > TORN)?;
    let message = format!(
        "half of its edges are {} times as long as those of {} or longer, so its vertices seem to be in another order",
        rounded(number),
        rest.file
    );
    let found = Finding::warning(Criterion::OtherOrder, subject.clone(), message).of(number, "times as long");
    Some(found.limit(TORN).remedy("Save it without sorting or merging vertices."))
}

/// A mirrored form, turned inside out.
fn inside_out(form: &Mesh, rest: &Mesh, subject: &Subject) -> Option<Finding> {
    let [own, others] = [form, rest].map(|mesh| held(mesh) / cubed(f64::from(mesh.size())));
    let is_turned = own * others < 0.0 && own.abs().min(others.abs()) > HOLLOW;
    is_turned.then(|| {
        let message = format!("turned inside out against {}: it was mirrored", rest.file);
        Finding::warning(Criterion::InsideOut, subject.clone(), message)
            .of(100.0 * own, "% of the cube of its size inside")
            .remedy("Mirror it back, or mirror the rest and all other forms too.")
    })
}

/// The enclosed volume, negative if faces look inwards.
fn held(mesh: &Mesh) -> f64 {
    let sum: DVec3 = mesh.positions.iter().map(|p| p.as_dvec3()).sum();
    let middle = sum / mesh.positions.len().max(1) as f64;
    let corner = |v: u32| mesh.positions[v as usize].as_dvec3() - middle;
    mesh.faces.triangles().map(|[a, b, c]| corner(a).dot(corner(b).cross(corner(c))) / 6.0).sum()
}

/// Normals that point to the inner side of the faces.
fn normals(form: &Mesh, subject: &Subject) -> Option<Finding> {
    let own = form.normals.as_ref()?;
    let found = mesh::normals(&form.positions, form.faces.triangles(), &mesh::same_points(form));
    let against = own.iter().zip(&found).filter(|(own, found)| own.dot(**found) < 0.0).count();
    let number = 100.0 * against as f64 / own.len().max(1) as f64;
    (number > MOST_INWARD).then(|| {
        let message = format!("{} % of its normals point to the inner side of its faces", rounded(number));
        Finding::warning(Criterion::NormalsInward, subject.clone(), message)
            .of(number, "% of its normals")
            .limit(MOST_INWARD)
            .remedy("Recalculate its normals, or flip its faces, where it was made.")
    })
}

/// Equal forms of different files or targets.
pub(super) fn repeated(forms: &[Mesh], definition: &Definition) -> Vec<Finding> {
    let examples = &definition.space.examples;
    let is_same = |a: &Mesh, b: &Mesh| {
        let reach = SAME * a.size();
        let near = |(a, b): (&Vec3, &Vec3)| a.distance(*b) <= reach;
        let differs = a.file != b.file;
        differs && a.positions.iter().zip(&b.positions).all(near) && a.colours == b.colours && a.uvs == b.uvs
    };
    let earlier = |own: usize| (0..own).find(|&first| is_same(&forms[first], &forms[own]));
    let told = |own: usize| {
        let [name, first] = [own, earlier(own)?].map(|i| &examples[i].name);
        let message = format!("the same form as {first}");
        let found = Finding::warning(Criterion::SameForm, definition.form(name), message);
        Some(found.remedy("Leave one of them out, or see which was meant."))
    };
    (1..forms.len()).filter_map(told).collect()
}

/// Forms that differ by less than the threshold.
pub(super) fn frozen(forms: &[Mesh], positions: &Channel, definition: &Definition) -> Option<Finding> {
    let (threshold, rest) = (definition.threshold, &definition.rest.mesh);
    let first = forms.first()?;
    let far = |form: &Mesh| {
        let moved = form.positions.iter().zip(&first.positions).map(|(a, b)| a.distance(*b));
        moved.fold(0.0, f32::max)
    };
    let farthest = forms.iter().map(far).fold(0.0, f32::max) / rest.size();
    let is_frozen = threshold > 0.0 && positions.moved.is_empty() && farthest > SAME;
    is_frozen.then(|| {
        let farthest = brief(farthest.into());
        let message = format!(
            "no vertex moves by more than the threshold, {threshold} of the size of {}, so the shape is the same everywhere; the \
             farthest moves by {farthest} of it",
            rest.file
        );
        Finding::warning(Criterion::Frozen, definition.subject(), message)
            .of(farthest, "of its size")
            .limit(threshold.into())
            .remedy("Lower the threshold.")
    })
}

/// Two digits, however small.
fn brief(number: f64) -> f64 {
    format!("{number:.1e}").parse().unwrap_or(number)
}

/// Two digits and more.
fn rounded(number: f64) -> f64 {
    if number >= 10.0 { number.round() } else { (10.0 * number).round() / 10.0 }
}
