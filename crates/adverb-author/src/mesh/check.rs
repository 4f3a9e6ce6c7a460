//! Checks a mesh, and repairs what can be repaired automatically.

use std::collections::HashMap;

use glam::Vec3;

use crate::finding::{Criterion, Finding, Place, Subject, Verdict, counted, counted_as};

use super::{Influences, Mesh, MeshFile, normals, same_points};

/// A triangle whose height is below this part of its longest side is flat.
const FLAT: f64 = 1e-6;
/// The tolerance for sums of weights: weights in bytes are rounded.
const WEIGHT_TOLERANCE: f32 = 2e-2;
/// The tolerance for the length of normals.
const LENGTH_TOLERANCE: f32 = 1e-2;

/// A vertex farther off than this, in the unit of its file, is an accident, and sums of such overflow.
const FARTHEST: f32 = 1e9;

/// The findings about a mesh, the worst first. [`repair`] mends those that are [`Verdict::Repaired`].
#[must_use]
pub fn check(mesh: &Mesh) -> Vec<Finding> {
    let subject = Subject::Mesh(mesh.file.clone());
    let of_mesh =
        |criterion, verdict, message: String| Finding::new(criterion, verdict, subject.clone(), message);
    let mut found = Vec::new();
    let count = mesh.positions.len();
    if count == 0 {
        found.push(of_mesh(Criterion::NoVertices, Verdict::Error, "no vertices".into()));
    }
    if let Some(v) = mesh.positions.iter().position(|p| !p.is_finite()) {
        let bad = mesh.positions.iter().filter(|p| !p.is_finite()).count();
        let positions = counted_as(bad, "position is", "positions are");
        let message = format!("{positions} not finite{}", first_of(bad));
        let bad = of_mesh(Criterion::NotFinite, Verdict::Error, message).of(bad as f64, "positions");
        found.push(bad.at(Place::vertex(v)));
    }
    let is_far = |p: &Vec3| p.is_finite() && p.abs().max_element() > FARTHEST;
    if let Some(v) = mesh.positions.iter().position(is_far) {
        let far = mesh.positions.iter().filter(|p| is_far(p)).count();
        let positions = counted_as(far, "position is", "positions are");
        let message = format!("{positions} farther off than {FARTHEST:e}{}", first_of(far));
        let far = of_mesh(Criterion::TooFar, Verdict::Error, message).of(far as f64, "positions");
        found.push(far.at(Place::vertex(v)).remedy("Use a larger unit."));
    }
    let beyond = |face: &[u32]| face.iter().copied().find(|&corner| corner as usize >= count);
    let wrong = mesh.faces.iter().enumerate().find_map(|(f, face)| Some((f, beyond(face)?)));
    match wrong {
        Some((face, corner)) => {
            let message = format!("face {face} refers to vertex {corner}, but there are {count} vertices");
            found.push(of_mesh(Criterion::UnknownVertex, Verdict::Error, message));
        }
        None if mesh.faces.is_empty() => {
            found.push(of_mesh(Criterion::NoFaces, Verdict::Warning, "no faces, only vertices".into()));
        }
        None => found.extend(faces(mesh, &subject)),
    }
    match &mesh.normals {
        None if !mesh.faces.is_empty() => {
            let message = "no normals; they are computed from the faces";
            found.push(of_mesh(Criterion::NoNormals, Verdict::Repaired, message.into()));
        }
        None => {}
        Some(own) => {
            let bad = |n: &Vec3| !is_near_one(n.length(), LENGTH_TOLERANCE);
            if let Some(v) = own.iter().position(bad) {
                let all = own.iter().filter(|n| bad(n)).count();
                let message = format!(
                    "{} not of unit length{}; scaled, or computed where zero",
                    counted_as(all, "normal is", "normals are"),
                    first_of(all)
                );
                let bad =
                    of_mesh(Criterion::NormalLength, Verdict::Repaired, message).of(all as f64, "normals");
                found.push(bad.at(Place::vertex(v)));
            }
        }
    }
    found.extend(mesh.influences.iter().flat_map(|influences| weights(influences, &subject)));
    found.sort_by_key(|finding| std::cmp::Reverse(finding.verdict));
    found
}

fn is_near_one(value: f32, tolerance: f32) -> bool {
    (1.0 - tolerance..=1.0 + tolerance).contains(&value)
}

/// A note that the place is that of the first of several.
fn first_of(count: usize) -> &'static str {
    if count > 1 { ", this being the first" } else { "" }
}

fn faces(mesh: &Mesh, subject: &Subject) -> Vec<Finding> {
    let mut found = Vec::new();
    let is_flat = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|v| mesh.positions[v as usize].as_dvec3());
        let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
        // A height is twice the area over its side.
        (b - a).cross(c - a).length() <= FLAT * longest * longest
    };
    let mut flat = mesh.faces.triangles().enumerate().filter(|(_, triangle)| is_flat(triangle));
    if let Some((first, _)) = flat.next() {
        let more = 1 + flat.count();
        let message = format!(
            "{} no area{}, and so no normal",
            counted_as(more, "triangle has", "triangles have"),
            first_of(more)
        );
        let flat = Finding::warning(Criterion::FlatTriangles, subject.clone(), message);
        found.push(flat.of(more as f64, "triangles").at(Place::triangle(first)));
    }
    let mut seen: HashMap<[u32; 3], usize> = HashMap::new();
    let (mut twice, mut first) = (0, None);
    for (number, mut triangle) in mesh.faces.triangles().enumerate() {
        triangle.sort_unstable();
        if let Some(before) = seen.insert(triangle, number) {
            twice += 1;
            first = first.or(Some((before, number)));
        }
    }
    if let Some((before, number)) = first {
        let message = format!(
            "{} listed twice{}, before as triangle {before}",
            counted_as(twice, "triangle is", "triangles are"),
            first_of(twice)
        );
        let again = Finding::warning(Criterion::TwiceTriangles, subject.clone(), message);
        found.push(again.of(twice as f64, "triangles").at(Place::triangle(number)));
    }
    found
}

fn weights(influences: &Influences, subject: &Subject) -> Vec<Finding> {
    let mut found = Vec::new();
    let sum = |list: &[(u32, f32)]| list.iter().map(|(_, weight)| weight).sum::<f32>();
    let is_off = |list: &[(u32, f32)]| !list.is_empty() && !is_near_one(sum(list), WEIGHT_TOLERANCE);
    let mut off = influences.iter().enumerate().filter(|(_, list)| is_off(list));
    if let Some((vertex, list)) = off.next() {
        let total = sum(list);
        let all = 1 + off.count();
        let message = format!(
            "the weights of {} do not sum to one but here to {total}{}; they are scaled",
            counted(all, "vertex"),
            first_of(all)
        );
        let off = Finding::repaired(Criterion::WeightSums, subject.clone(), message);
        found.push(off.of(all as f64, "vertices").at(Place::vertex(vertex)));
    }
    let mut none = influences.iter().enumerate().filter(|(_, list)| list.is_empty());
    if let Some((vertex, _)) = none.next() {
        let all = 1 + none.count();
        let message = format!(
            "no joint holds {}{}, so nothing moves what is not held",
            counted(all, "vertex"),
            first_of(all)
        );
        let none = Finding::warning(Criterion::Unheld, subject.clone(), message);
        found.push(none.of(all as f64, "vertices").at(Place::vertex(vertex)));
    }
    let most = influences.iter().map(<[_]>::len).max().unwrap_or(0);
    if most > 4 {
        let many = influences.iter().filter(|list| list.len() > 4).count();
        let message = format!(
            "{} held by more than four joints, at most by {most}; all are kept, though some engines take only four",
            counted_as(many, "vertex is", "vertices are")
        );
        let held = Finding::new(Criterion::ManyInfluences, Verdict::Note, subject.clone(), message);
        found.push(held.of(many as f64, "vertices"));
    }
    found
}

/// Mends weights that do not sum to one, and normals that are missing or not of unit length, and adds warnings to the file.
pub fn repair(file: &mut MeshFile) {
    let found = check(&file.mesh);
    if found.iter().any(|finding| finding.verdict == Verdict::Error) {
        return;
    }
    file.warnings.extend(found.into_iter().filter(|finding| finding.verdict == Verdict::Repaired));
    let mesh = &mut file.mesh;
    if let Some(influences) = &mut mesh.influences {
        *influences = influences.iter().map(summing_to_one).collect();
    }
    let own = mesh.normals.take();
    let is_whole = own.as_ref().is_some_and(|own| own.iter().all(|n| n.is_normalized()));
    mesh.normals = match own {
        Some(own) if is_whole => Some(own),
        None if mesh.faces.is_empty() => None,
        own => {
            let computed = normals(&mesh.positions, mesh.faces.triangles(), &same_points(mesh));
            let own = own.unwrap_or_else(|| vec![Vec3::ZERO; computed.len()]);
            Some(
                own.iter()
                    .zip(computed)
                    .map(|(own, computed)| own.try_normalize().unwrap_or(computed))
                    .collect(),
            )
        }
    };
}

/// The positive weights of a vertex, each joint once.
pub(crate) fn summing_to_one(list: &[(u32, f32)]) -> Vec<(u32, f32)> {
    let mut kept: Vec<(u32, f32)> = Vec::with_capacity(list.len());
    for &(joint, weight) in list.iter().filter(|(_, weight)| weight.is_finite() && *weight > 0.0) {
        match kept.iter_mut().find(|(own, _)| *own == joint) {
            Some((_, sum)) => *sum += weight,
            None => kept.push((joint, weight)),
        }
    }
    let sum: f64 = kept.iter().map(|&(_, weight)| f64::from(weight)).sum();
    if (sum - 1.0).abs() > f64::from(f32::EPSILON) {
        kept.iter_mut().for_each(|(_, weight)| *weight = (f64::from(*weight) / sum) as f32);
    }
    kept
}
