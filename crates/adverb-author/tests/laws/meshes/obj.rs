//! OBJ in and out.

use adverb_author::finding::{Criterion, Finding, Verdict};
use adverb_author::formats::obj;
use adverb_author::mesh::{Mesh, check};
use glam::{Vec3, Vec4};

use super::made::{CUBE, bits, cube, everything, read, refusal};

fn again(mesh: &Mesh) -> Mesh {
    read(&mesh.file, obj::write(mesh).as_bytes()).mesh
}

#[test]
fn a_mesh_that_is_written_and_read_is_the_same() {
    let all =
        Mesh { file: "all.obj".into(), v_up: true, tangents: None, influences: None, ..everything().mesh };
    for mesh in [cube(), all] {
        assert_eq!(again(&mesh), mesh);
    }
}

#[test]
fn polygons_and_the_numbers_of_points_come_out_as_they_went_in() {
    let plain = |text: &str, word: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.split(' ').next() == Some(word));
        lines
            .map(|line| line.split(' ').map(|w| w.split('/').next().unwrap().to_string() + " ").collect())
            .collect()
    };
    let written = obj::write(&cube());
    for word in ["v", "f", "g", "usemtl", "o"] {
        assert_eq!(plain(&written, word), plain(CUBE, word), "{word}");
    }
}

#[test]
fn corners_are_split_where_texture_coordinates_differ_and_nowhere_else() {
    let mesh = cube();
    assert_eq!(mesh.point_count(), 8);
    assert_eq!(mesh.faces.items().len(), 24);
    for (a, b) in (0..mesh.positions.len()).flat_map(|a| (0..a).map(move |b| (a, b))) {
        let same =
            mesh.point(a) == mesh.point(b) && mesh.uvs.as_ref().unwrap()[a] == mesh.uvs.as_ref().unwrap()[b];
        assert!(!same, "vertices {a} and {b} are one");
    }
    assert!(mesh.positions.len() > 8);
    // Equal values under other numbers are no seam, and a mesh without seams has the file's own points.
    let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nvn 0 0 1\nvn 0 0 2\nf 1//1 2//2 3//1\nf 3//2 2//1 4//1\n";
    let flat = read("flat.obj", text.as_bytes()).mesh;
    assert_eq!((flat.positions.len(), flat.points), (4, None));
}

#[test]
fn points_on_no_face_keep_their_numbers() {
    let mesh = read("a.obj", b"v 9 9 9\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 8 8 8\nf 2 3 4\n").mesh;
    assert_eq!(mesh.positions.len(), 5);
    assert_eq!(mesh.positions[0], Vec3::splat(9.0));
    assert_eq!(again(&mesh), mesh);
}

#[test]
fn all_ways_to_write_the_same_square_are_read_alike() {
    let square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";
    let want = read("s.obj", square.as_bytes()).mesh;
    assert_eq!(want.faces.iter().collect::<Vec<_>>(), [&[0, 1, 2, 3]]);
    for text in [
        square.replace('\n', "\r\n"),
        square.replace('\n', "\r"),
        square.trim_end().into(),
        format!("\u{feff}# head\nmtllib a.mtl\ns off\n{square}"),
        square.replace("f 1 2 3 4", "f -4 -3 -2 -1 # last"),
        square.replace("f 1 2 3 4", "f 1 2 \\\n 3 4"),
        square.replace("f 1 2 3 4\n", "f 1 2 3 4\\"),
        square.replace("v 1 0 0", "v\t1.0   0e0 0.0 1.0"),
        format!("f 1 2 3 4\n{}", square.replace("f 1 2 3 4", "")),
    ] {
        assert_eq!(read("s.obj", text.as_bytes()).mesh, want, "{text}");
    }
}

#[test]
fn colours_are_read_and_written() {
    let mesh = read("c.obj", b"v 0 0 0 1 0.5 0\nv 1 0 0 0 0 1\nv 0 1 0\nf 1 2 3\n").mesh;
    let colours = mesh.colours.clone().unwrap();
    assert_eq!(colours, [Vec4::new(1.0, 0.5, 0.0, 1.0), Vec4::new(0.0, 0.0, 1.0, 1.0), Vec4::ONE]);
    assert_eq!(again(&mesh), mesh);
}

#[test]
fn every_finite_number_comes_back_bit_by_bit() {
    let numbers = [0.1, 1.0 / 3.0, f32::MIN_POSITIVE, 1e-45, f32::MAX, -0.0, 16777217.0, 1e-7];
    let positions = numbers.iter().map(|&x| Vec3::new(x, -x, x * 0.5)).collect();
    let mesh = Mesh { file: "n.obj".into(), v_up: true, positions, ..Mesh::default() };
    assert_eq!(bits(&again(&mesh)), bits(&mesh));
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let square = "v 0 0 0\nv 1 0 0\nv 1 1 0\n";
    for (text, word) in [
        ("f 1 2 4\n", "a.obj:4: a face refers to vertex 4, but there are 3"),
        ("f 1 2 0\n", "a.obj:4: '0' refers to no vertex"),
        ("f 1 2 -4\n", "'-4' refers to no vertex"),
        ("f 1/1 2/1 3/1\n", "texture coordinates 1, but there are 0"),
        ("f 1 2 x\n", "'x'"),
        ("f 1/2/3/4 2 3\n", "not a corner of a face"),
        ("f 1 2 99999999999999999999\n", "refers to no vertex"),
        ("v nan 0 0\n", "a.obj:4: the position of vertex 4 is not finite"),
        ("v 1 2\n", "a position has 2 numbers"),
        ("v 1 2 z\n", "'z' is not a number"),
        ("v 1,5 2 3\n", "decimal point"),
        ("v 1e39 2 3\n", "not finite"),
    ] {
        let told = refusal("a.obj", format!("{square}{text}").as_bytes());
        assert!(told.contains(word), "{text:?}: {told}");
    }
    assert!(refusal("a.obj", b"hello\n").contains("no vertices"));
    assert!(refusal("a.obj", b"").contains("no vertices"));
}

#[test]
fn what_can_be_left_out_is_and_is_told() {
    let text = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nvn nan 0 0\nwhatever 3\nf 1 2\nf 1//1 2//1 3//1\n";
    let file = read("a.obj", text);
    assert_eq!(file.mesh.faces.len(), 1);
    let told = file.warnings.iter().map(Finding::said).collect::<Vec<_>>().join("\n");
    for word in ["a normal is not finite", "unknown OBJ keyword 'whatever'", "a face of 2 corners"] {
        assert!(told.contains(word), "{word}: {told}");
    }
    assert!(
        check(&file.mesh)
            .iter()
            .any(|f| f.verdict == Verdict::Repaired && f.criterion == Criterion::NormalLength)
    );
}
