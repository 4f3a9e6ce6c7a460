//! Whether a mesh can be worked with, in words that a person can act on, and the repairs that need no person.

use std::collections::HashMap;

use glam::Vec3;

use super::{Influences, Mesh, MeshFile, normals, same_points};

/// A triangle whose height is below this part of its longest side has no area to speak of.
const FLAT: f64 = 1e-6;
/// By how much weights may miss one, which files with weights in bytes do by rounding.
const WEIGHT_TOLERANCE: f32 = 2e-2;
/// Beyond this a normal is not of unit length.
const LENGTH_TOLERANCE: f32 = 1e-2;

/// A vertex that is farther off than this in the unit of its file is there by an accident, and sums of such are no numbers.
const FARTHEST: f32 = 1e9;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// [`repair`] mends it.
    Repairable,
    /// It works, and will look wrong.
    Warning,
    /// It cannot be worked with.
    Error,
}

/// Something about a mesh.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// What it is, and what to do about it where that is not plain. Vertices and faces are counted from 0.
    pub problem: String,
}

/// All that is wrong with a mesh, the worst first.
pub fn check(mesh: &Mesh) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut say = |severity, problem: String| found.push(Finding { severity, problem });
    let count = mesh.positions.len();
    if count == 0 {
        say(Severity::Error, "it has no vertices".into());
    }
    if let Some(v) = mesh.positions.iter().position(|p| !p.is_finite()) {
        let bad = mesh.positions.iter().filter(|p| !p.is_finite()).count();
        let bad = counted(bad, "position is", "positions are");
        say(Severity::Error, format!("{bad} not finite, the first that of vertex {v}"));
    }
    let is_far = |p: &Vec3| p.is_finite() && p.abs().max_element() > FARTHEST;
    if let Some(v) = mesh.positions.iter().position(is_far) {
        let far = mesh.positions.iter().filter(|p| is_far(p)).count();
        let far = counted(far, "position is", "positions are");
        let problem =
            format!("{far} farther off than {FARTHEST:e}, the first that of vertex {v}; use a larger unit");
        say(Severity::Error, problem);
    }
    let beyond = |face: &[u32]| face.iter().copied().find(|&corner| corner as usize >= count);
    let wrong = mesh.faces.iter().enumerate().find_map(|(f, face)| Some((f, beyond(face)?)));
    match wrong {
        Some((face, corner)) => {
            say(
                Severity::Error,
                format!("face {face} refers to vertex {corner}, but there are {count} vertices"),
            );
        }
        None if mesh.faces.is_empty() => say(Severity::Warning, "it has no faces, only vertices".into()),
        None => faces(mesh, &mut say),
    }
    match &mesh.normals {
        None if !mesh.faces.is_empty() => {
            say(Severity::Repairable, "it has no normals; they are computed from its faces".into());
        }
        None => {}
        Some(own) => {
            let bad = |n: &Vec3| !is_near_one(n.length(), LENGTH_TOLERANCE);
            if let Some(v) = own.iter().position(bad) {
                let all = own.iter().filter(|n| bad(n)).count();
                let all = counted(all, "normal is", "normals are");
                let problem = format!(
                    "{all} not of unit length, the first that of vertex {v}; they are scaled, or computed where there is none"
                );
                say(Severity::Repairable, problem);
            }
        }
    }
    mesh.influences.iter().for_each(|influences| weights(influences, &mut say));
    found.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    found
}

fn is_near_one(value: f32, tolerance: f32) -> bool {
    (1.0 - tolerance..=1.0 + tolerance).contains(&value)
}

/// So many of something, in words.
pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn faces(mesh: &Mesh, say: &mut dyn FnMut(Severity, String)) {
    let is_flat = |triangle: &[u32; 3]| {
        let [a, b, c] = triangle.map(|v| mesh.positions[v as usize].as_dvec3());
        let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
        // A height is twice the area over its side.
        (b - a).cross(c - a).length() <= FLAT * longest * longest
    };
    let mut flat = mesh.faces.triangles().enumerate().filter(|(_, triangle)| is_flat(triangle));
    if let Some((first, _)) = flat.next() {
        let more = 1 + flat.count();
        say(
            Severity::Warning,
            format!(
                "{} no area, the first is triangle {first}; their normals are unknown",
                counted(more, "triangle has", "triangles have")
            ),
        );
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
        let problem = format!(
            "{} listed twice, the first is triangle {number}, which {before} was before",
            counted(twice, "triangle is", "triangles are")
        );
        say(Severity::Warning, problem);
    }
}

fn weights(influences: &Influences, say: &mut dyn FnMut(Severity, String)) {
    let sum = |list: &[(u32, f32)]| list.iter().map(|(_, weight)| weight).sum::<f32>();
    let is_off = |list: &[(u32, f32)]| !list.is_empty() && !is_near_one(sum(list), WEIGHT_TOLERANCE);
    let mut off = influences.iter().enumerate().filter(|(_, list)| is_off(list));
    if let Some((vertex, list)) = off.next() {
        let total = sum(list);
        let all = 1 + off.count();
        let problem = format!(
            "the weights of {} do not sum to one, the first are those of vertex {vertex} with {total}; they are scaled",
            counted(all, "vertex", "vertices")
        );
        say(Severity::Repairable, problem);
    }
    let mut none = influences.iter().enumerate().filter(|(_, list)| list.is_empty());
    if let Some((vertex, _)) = none.next() {
        let all = 1 + none.count();
        say(
            Severity::Warning,
            format!(
                "no joint holds {}, the first is vertex {vertex}; they stay where they are",
                counted(all, "vertex", "vertices")
            ),
        );
    }
    let most = influences.iter().map(<[_]>::len).max().unwrap_or(0);
    if most > 4 {
        let many = influences.iter().filter(|list| list.len() > 4).count();
        let problem = format!(
            "{} held by more than four joints, at most by {most}; all are kept, though some engines take four only",
            counted(many, "vertex is", "vertices are")
        );
        say(Severity::Note, problem);
    }
}

/// Mends what needs no person: weights that do not sum to one, normals that are missing or not of unit length. What it did is added to the
/// file's warnings.
pub fn repair(file: &mut MeshFile) {
    let found = check(&file.mesh);
    if found.iter().any(|finding| finding.severity == Severity::Error) {
        return;
    }
    let mended = found.into_iter().filter(|finding| finding.severity == Severity::Repairable);
    file.warnings.extend(mended.map(|finding| finding.problem));
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

/// The weights of a vertex without those that are nothing, each joint once.
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
