//! Wavefront OBJ out, with the points and polygons of the file it came from.

use std::fmt::Write;

use crate::mesh::{Mesh, Part};

/// Writes a mesh as OBJ: one `v` per point, numbers in the shortest form that comes back bit by bit. Positions of vertices at one point are
/// those of the first.
#[must_use]
pub fn write(mesh: &Mesh) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write_into(mesh, &mut out);
    out
}

fn write_into(mesh: &Mesh, out: &mut String) -> std::fmt::Result {
    if !mesh.name.is_empty() {
        writeln!(out, "o {}", on_one_line(&mesh.name))?;
    }
    let mut vertex_of: Vec<Option<usize>> = vec![None; mesh.point_count()];
    for v in 0..mesh.positions.len() {
        vertex_of[mesh.point(v) as usize].get_or_insert(v);
    }
    for vertex in vertex_of {
        let [x, y, z] = vertex.map_or([0.0; 3], |v| mesh.positions[v].to_array());
        write!(out, "v {x} {y} {z}")?;
        if let (Some(colours), Some(v)) = (&mesh.colours, vertex) {
            let [r, g, b, a] = colours[v].to_array();
            write!(out, " {r} {g} {b}")?;
            if a != 1.0 {
                write!(out, " {a}")?;
            }
        }
        writeln!(out)?;
    }
    for uv in mesh.uvs.iter().flatten() {
        writeln!(out, "vt {} {}", uv.x, if mesh.v_up { uv.y } else { 1.0 - uv.y })?;
    }
    for n in mesh.normals.iter().flatten() {
        writeln!(out, "vn {} {} {}", n.x, n.y, n.z)?;
    }
    let mut parts = mesh.parts.iter();
    let (mut left, mut last) = (usize::MAX, (&None, &None));
    if let Some(part) = parts.next() {
        left = part.faces;
        begin(part, &mut last, out)?;
    }
    for face in mesh.faces.iter() {
        while left == 0 {
            let Some(part) = parts.next() else {
                left = usize::MAX;
                break;
            };
            left = part.faces;
            begin(part, &mut last, out)?;
        }
        left -= 1;
        write!(out, "f")?;
        for &v in face {
            let (point, v) = (mesh.point(v as usize) + 1, v + 1);
            match (&mesh.uvs, &mesh.normals) {
                (None, None) => write!(out, " {point}")?,
                (Some(_), None) => write!(out, " {point}/{v}")?,
                (None, Some(_)) => write!(out, " {point}//{v}")?,
                (Some(_), Some(_)) => write!(out, " {point}/{v}/{v}")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// What changes where a part begins.
fn begin<'a>(
    part: &'a Part,
    last: &mut (&'a Option<String>, &'a Option<String>),
    out: &mut String,
) -> std::fmt::Result {
    let now = (&part.group, &part.material);
    for (word, now, last) in [("g", now.0, last.0), ("usemtl", now.1, last.1)] {
        if now != last {
            writeln!(out, "{word} {}", on_one_line(now.as_deref().unwrap_or_default()))?;
        }
    }
    *last = now;
    Ok(())
}

fn on_one_line(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").replace(['#', '\\'], "_")
}
