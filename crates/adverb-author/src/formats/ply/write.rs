//! Stanford PLY out, binary and little-endian.

use crate::mesh::Mesh;

/// Writes a mesh as binary PLY: vertices as they are drawn, with normals, colours (as floats) and texture coordinates, and polygons.
#[must_use]
pub fn write(mesh: &Mesh) -> Vec<u8> {
    let mut header = format!(
        "ply\nformat binary_little_endian 1.0\nelement vertex {}\n\
         property float x\nproperty float y\nproperty float z\n",
        mesh.positions.len()
    );
    let given = [
        (mesh.normals.is_some(), &["nx", "ny", "nz"][..]),
        (mesh.colours.is_some(), &["red", "green", "blue", "alpha"]),
        (mesh.uvs.is_some(), &["s", "t"]),
    ];
    for name in given.iter().filter(|(is_given, _)| *is_given).flat_map(|(_, names)| *names) {
        header += &format!("property float {name}\n");
    }
    // Programs expect a byte for the number of corners, unless a face has too many.
    let is_small = mesh.faces.iter().all(|face| face.len() < 256);
    let count_type = if is_small { "uchar" } else { "uint" };
    header += &format!(
        "element face {}\nproperty list {count_type} uint vertex_indices\nend_header\n",
        mesh.faces.len()
    );
    let mut out = header.into_bytes();
    for v in 0..mesh.positions.len() {
        let mut put = |values: &[f32]| out.extend(values.iter().flat_map(|x| x.to_le_bytes()));
        put(&mesh.positions[v].to_array());
        mesh.normals.iter().for_each(|n| put(&n[v].to_array()));
        mesh.colours.iter().for_each(|c| put(&c[v].to_array()));
        mesh.uvs.iter().for_each(|uv| put(&[uv[v].x, if mesh.v_up { uv[v].y } else { 1.0 - uv[v].y }]));
    }
    for face in mesh.faces.iter() {
        match is_small {
            true => out.push(face.len() as u8),
            false => out.extend((face.len() as u32).to_le_bytes()),
        }
        out.extend(face.iter().flat_map(|corner| corner.to_le_bytes()));
    }
    out
}
