//! PLY in and out.

use adverb_author::formats::ply;
use adverb_author::mesh::Mesh;

use super::made::{cube, everything, read, refusal, sheet};

const HEADER: &str = "element vertex 3\nproperty float z\nproperty list uchar short junk\nproperty double x\nproperty uchar red\n\
    property uchar green\nproperty uchar blue\nproperty float y\nelement odd 2\nproperty int a\nelement face 1\n\
    property uchar flag\nproperty list uchar ushort vertex_index\nend_header\n";

/// Three vertices and a triangle, their numbers one by one: a list of two and a colour within each vertex.
fn made(format: &str, big_endian: bool) -> Vec<u8> {
    let mut bytes = format!("ply\nformat {format} 1.0\ncomment made\n{HEADER}").into_bytes();
    if format == "ascii" {
        bytes.extend(b"3 2 7 8 1 255 0 51 2\n6 0 4 255 0 51 5\n9 1 -1 7.5 0 0 255 8\n1\n2\n0 3 0 1 2\n");
        return bytes;
    }
    let mut put = |mut value: Vec<u8>| {
        if big_endian {
            value.reverse();
        }
        bytes.extend(value);
    };
    for (z, junk, x, colour, y) in [
        (3f32, vec![7i16, 8], 1f64, [255u8, 0, 51], 2f32),
        (6.0, vec![], 4.0, [255, 0, 51], 5.0),
        (9.0, vec![-1], 7.5, [0, 0, 255], 8.0),
    ] {
        put(z.to_le_bytes().to_vec());
        put(vec![junk.len() as u8]);
        junk.iter().for_each(|j| put(j.to_le_bytes().to_vec()));
        put(x.to_le_bytes().to_vec());
        colour.iter().for_each(|&c| put(vec![c]));
        put(y.to_le_bytes().to_vec());
    }
    [1i32, 2].iter().for_each(|odd| put(odd.to_le_bytes().to_vec()));
    put(vec![0]);
    put(vec![3]);
    [0u16, 1, 2].iter().for_each(|corner| put(corner.to_le_bytes().to_vec()));
    bytes
}

fn three() -> [Vec<u8>; 3] {
    [made("ascii", false), made("binary_little_endian", false), made("binary_big_endian", true)]
}

#[test]
fn text_and_both_byte_orders_are_the_same_mesh() {
    let [ascii, little, big] = three().map(|bytes| read("a.ply", &bytes).mesh);
    assert_eq!(ascii.positions[2], glam::Vec3::new(7.5, 8.0, 9.0));
    assert_eq!(ascii.colours.as_ref().unwrap()[0], glam::Vec4::new(1.0, 0.0, 0.2, 1.0));
    assert_eq!(ascii.faces.get(0), [0, 1, 2]);
    assert_eq!(ascii, little);
    assert_eq!(ascii, big);
    let windows = String::from_utf8(made("ascii", false)).unwrap().replace('\n', "\r\n");
    assert_eq!(read("a.ply", windows.as_bytes()).mesh, ascii);
}

#[test]
fn a_mesh_that_is_written_and_read_is_the_same() {
    let all = everything().mesh;
    let all =
        Mesh { v_up: true, tangents: None, influences: None, parts: vec![], name: String::new(), ..all };
    let cube = Mesh { points: None, parts: vec![], name: String::new(), ..cube() };
    let sheet = Mesh { v_up: true, ..sheet(40) };
    for mesh in [all, cube, sheet] {
        assert_eq!(read(&mesh.file, &ply::write(&mesh)).mesh, mesh);
    }
}

#[test]
fn a_file_is_known_by_how_it_begins() {
    assert_eq!(read("a", &made("ascii", false)).mesh.positions.len(), 3);
}

#[test]
fn every_beginning_of_a_file_is_refused() {
    for whole in three() {
        // Text may lack its last line end; a number that is cut within is another number.
        let last = if whole.ends_with(b"\n") { whole.len() - 1 } else { whole.len() };
        for length in 0..last {
            refusal("a.ply", &whole[..length]);
        }
    }
}

#[test]
fn counts_that_the_file_does_not_hold_are_refused_before_anything_is_made_of_them() {
    let text = String::from_utf8(made("ascii", false)).unwrap();
    for (from, to, word) in [
        ("vertex 3", "vertex 4000000000", "claims 4000000000"),
        ("vertex 3", "vertex 18446744073709551615", "claims"),
        ("vertex 3", "vertex 18446744073709551616", "not a count"),
        ("vertex 3", "vertex -1", "not a count"),
        ("face 1", "face 999999999999", "claims"),
        ("0 3 0 1 2", "0 4000000000 0 1 2", "a list claims 4000000000 values"),
        ("0 3 0 1 2", "0 -3 0 1 2", "a list claims -3 values"),
        ("0 3 0 1 2", "0 3 0 1 3", "face 0: it refers to vertex 3, but there are 3"),
        ("0 3 0 1 2", "0 3 0 1 -2", "vertex -2"),
        ("9 1 -1 7.5", "9 1 -1 nan", "the position of vertex 2 is not finite"),
        ("property double x\n", "", "no x, y and z"),
        ("property float y", "property real y", "'real' is unknown"),
        ("format ascii", "format utf8", "unknown PLY header line"),
        ("element vertex", "element vertices", "no vertices"),
    ] {
        let told = refusal("a.ply", text.replace(from, to).as_bytes());
        assert!(told.contains(word), "{to}: {told}");
    }
    // A remark without the word `comment`.
    let remarked = text.replacen("element", "made by hand\nelement", 1);
    assert_eq!(read("a.ply", remarked.as_bytes()).mesh.positions.len(), 3);
    // Elements without properties take no bytes, and no time however many there are.
    let many = text.replace("element odd 2", "element none 18446744073709551615\nelement odd 2");
    assert_eq!(read("a.ply", many.as_bytes()).mesh.positions.len(), 3);
}
