//! Brings a form to the vertices of the rest. Programs split vertices at seams and edges in different ways, so this compares the
//! corners of faces.

use std::collections::BTreeSet;

use glam::Vec3;

use super::{Faces, Mesh, same_points};
use crate::Error;
use crate::finding::{Criterion, Finding, Subject};

/// Positions nearer to each other than this part of the mesh's size are the same.
const SAME: f32 = 1e-6;

/// A form with the vertices, faces and parts of the rest; missing texture coordinates, colours and weights are the rest's.
/// Positions stay as they are, in their own unit. A form may also be one of the rest's first mesh alone: the others stay as they are.
///
/// # Errors
/// [`Error::File`] with both files and the first difference, if faces do not connect the same points.
pub fn conform(form: &Mesh, rest: &Mesh) -> Result<Mesh, Error> {
    let whole = conform_all(form, rest);
    let Some(first) = rest.first.filter(|_| whole.is_err() && form.first.is_none()) else { return whole };
    let Ok(part) = conform_all(form, &beginning(rest, first)) else { return whole };
    fn joined<T: Clone>(part: Option<Vec<T>>, rest: Option<&Vec<T>>) -> Option<Vec<T>> {
        part.zip(rest).map(|(part, rest)| [&part[..], &rest[part.len()..]].concat())
    }
    Ok(Mesh {
        file: part.file,
        name: part.name,
        positions: [&part.positions[..], &rest.positions[first..]].concat(),
        normals: joined(part.normals, rest.normals.as_ref()),
        tangents: joined(part.tangents, rest.tangents.as_ref()),
        colours: joined(part.colours, rest.colours.as_ref()),
        uvs: joined(part.uvs, rest.uvs.as_ref()),
        ..rest.clone()
    })
}

/// The first mesh of several.
fn beginning(mesh: &Mesh, vertices: usize) -> Mesh {
    let all: Vec<u32> = (0..vertices as u32).collect();
    let faces = mesh.faces.iter().filter(|face| face.iter().all(|&v| (v as usize) < vertices));
    let points = mesh.points.as_ref().map(|points| points[..vertices].to_vec());
    Mesh { faces: faces.map(<[u32]>::to_vec).collect(), points, ..mesh.picked(&all) }
}

fn conform_all(form: &Mesh, rest: &Mesh) -> Result<Mesh, Error> {
    let differs = |what: String| Error::File {
        file: form.file.clone(),
        problem: format!(
            "its connectivity is not that of {}: {} here, {} there; {what}",
            rest.file,
            counts(form),
            counts(rest)
        ),
    };
    let (own, others) = corners(form, rest).map_err(differs)?;
    let mut vertices = None;
    if form.positions.len() != rest.positions.len() || own.items() != others.items() {
        let picked = mapped(form, rest, &own, &others).map_err(differs)?;
        vertices = Some(picked);
    }
    let mut conformed = match &vertices {
        None => form.clone(),
        Some(picked) => {
            let mut mesh = form.picked(picked);
            mesh.normals = form.normals.as_ref().map(|normals| mean(normals, rest, &own, &others, picked));
            mesh
        }
    };
    if let Some(uvs) = conformed.uvs.as_mut().filter(|_| form.v_up != rest.v_up) {
        uvs.iter_mut().for_each(|uv| uv.y = 1.0 - uv.y);
    }
    conformed.v_up = rest.v_up;
    conformed.uvs = conformed.uvs.or_else(|| rest.uvs.clone());
    conformed.colours = conformed.colours.or_else(|| rest.colours.clone());
    conformed.influences = conformed.influences.or_else(|| rest.influences.clone());
    conformed.points = rest.points.clone();
    conformed.faces = rest.faces.clone();
    conformed.parts = rest.parts.clone();
    conformed.first = rest.first;
    Ok(conformed)
}

/// The warning about seams in a form's texture coordinates that the rest lacks: [`conform`] keeps one side of each.
pub(crate) fn joined_seams(form: &Mesh, rest: &Mesh, subject: &Subject) -> Option<Finding> {
    let uvs = form.uvs.as_ref()?;
    let (own, others) = corners(form, rest).ok()?;
    let mut first = vec![None; rest.positions.len()];
    let (mut turned, mut at) = (0, BTreeSet::new());
    for (&here, &there) in own.items().iter().zip(others.items()) {
        let uv = uvs[here as usize];
        if *first[there as usize].get_or_insert(uv) != uv {
            turned += 1;
            at.insert(there);
        }
    }
    (turned > 0).then(|| {
        let message = format!(
            "its texture coordinates have a seam at {} vertices of {}, which has none there: {turned} of {} corners of faces take those \
             of the other side",
            at.len(),
            rest.file,
            own.items().len()
        );
        Finding::warning(Criterion::JoinedSeams, subject.clone(), message)
            .of(f64::from(turned), "corners")
            .remedy(format!("Take {} as rest.", form.file))
    })
}

fn counts(mesh: &Mesh) -> String {
    let points = mesh.point_count();
    let split = if points == mesh.positions.len() { String::new() } else { format!(" at {points} points") };
    format!("{} vertices{split} and {} faces", mesh.positions.len(), mesh.faces.len())
}

/// The faces of both, in triangles if only those agree.
fn corners(form: &Mesh, rest: &Mesh) -> Result<(Faces, Faces), String> {
    if form.faces.is_shaped_like(&rest.faces) {
        return Ok((form.faces.clone(), rest.faces.clone()));
    }
    let triangles = |mesh: &Mesh| mesh.faces.triangles().collect::<Faces>();
    let is_cut = |mesh: &Mesh| mesh.faces.iter().all(|face| face.len() == 3);
    if is_cut(form) || is_cut(rest) {
        let (own, others) = (triangles(form), triangles(rest));
        if own.is_shaped_like(&others) {
            return Ok((own, others));
        }
        return Err(format!("in triangles, {} here and {} there", own.len(), others.len()));
    }
    let differing = form.faces.iter().zip(rest.faces.iter()).position(|(a, b)| a.len() != b.len());
    Err(match differing {
        Some(face) => {
            let (here, there) = (form.faces.get(face).len(), rest.faces.get(face).len());
            format!("face {face}, counted from 0, has {here} corners here and {there} there")
        }
        None => "all faces that both have agree in their corners".into(),
    })
}

/// For each vertex of the rest one of the form.
fn mapped(form: &Mesh, rest: &Mesh, own: &Faces, others: &Faces) -> Result<Vec<u32>, String> {
    const UNKNOWN: u32 = u32::MAX;
    let mut picked = vec![UNKNOWN; rest.positions.len()];
    // Of each point of the form, the vertex of the rest that it was first met at.
    let mut met = vec![UNKNOWN; form.positions.len()];
    let (own_points, rest_points) = (same_points(form), same_points(rest));
    let near = |mesh: &Mesh| {
        let reach = SAME * mesh.size();
        move |a: Vec3, b: Vec3| a.distance(b) <= reach
    };
    let (near_here, near_there) = (near(form), near(rest));
    for (face, (here, there)) in own.iter().zip(others.iter()).enumerate() {
        for (&h, &t) in here.iter().zip(there) {
            let pick = &mut picked[t as usize];
            if *pick == UNKNOWN {
                *pick = h;
            } else if own_points[*pick as usize] != own_points[h as usize]
                && !near_here(form.positions[*pick as usize], form.positions[h as usize])
            {
                return Err(format!(
                    "at face {face}, counted from 0, vertex {t} of {} is both vertex {pick} and vertex {h} here, which are apart",
                    rest.file
                ));
            }
            let first = &mut met[own_points[h as usize] as usize];
            if *first == UNKNOWN {
                *first = t;
            } else if rest_points[*first as usize] != rest_points[t as usize]
                && !near_there(rest.positions[*first as usize], rest.positions[t as usize])
            {
                return Err(format!(
                    "at face {face}, counted from 0, vertex {h} here is both vertex {first} and vertex {t} of {}, which are apart",
                    rest.file
                ));
            }
        }
    }
    // Vertices on no face can only be identified by their numbers.
    if picked.contains(&UNKNOWN) {
        if form.point_count() != rest.point_count() {
            let alone = picked.iter().filter(|&&pick| pick == UNKNOWN).count();
            return Err(format!(
                "{alone} vertices of {} are on no face, and there are {} points here, {} there",
                rest.file,
                form.point_count(),
                rest.point_count()
            ));
        }
        let mut of_point = vec![UNKNOWN; form.point_count()];
        (0..form.positions.len()).for_each(|v| of_point[form.point(v) as usize] = v as u32);
        for v in 0..picked.len() {
            if picked[v] == UNKNOWN {
                picked[v] = of_point[rest.point(v) as usize];
            }
            if picked[v] == UNKNOWN {
                return Err(format!("point {} of {} is not here", rest.point(v), rest.file));
            }
        }
    }
    Ok(picked)
}

/// Where the form has several normals for one vertex of the rest, their mean.
fn mean(normals: &[Vec3], rest: &Mesh, own: &Faces, others: &Faces, picked: &[u32]) -> Vec<Vec3> {
    let mut used: Vec<(u32, u32)> = others.items().iter().copied().zip(own.items().iter().copied()).collect();
    used.sort_unstable();
    used.dedup();
    let mut sums = vec![(Vec3::ZERO, 0); rest.positions.len()];
    for (there, here) in used {
        let (sum, count) = &mut sums[there as usize];
        *sum += normals[here as usize];
        *count += 1;
    }
    let sums = sums.into_iter().zip(picked);
    sums.map(|((sum, count), &pick)| match count {
        0 | 1 => normals[pick as usize],
        _ => sum.try_normalize().unwrap_or(normals[pick as usize]),
    })
    .collect()
}
