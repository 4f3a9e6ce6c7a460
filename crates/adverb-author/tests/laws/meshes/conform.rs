//! Forms brought to the vertices of the rest.

use adverb_author::formats::{gltf, obj};
use adverb_author::mesh::{Faces, Mesh, conform};
use glam::Vec3;

use super::made::{CUBE, apart, bits, cube, read, sheet};

/// The same, elsewhere.
fn moved(mesh: &Mesh) -> Mesh {
    let along = |p: &Vec3| *p * 1.5 + Vec3::new(0.1 * p.y, 0.2, 0.3 * p.x * p.z);
    Mesh { positions: mesh.positions.iter().map(along).collect(), ..mesh.clone() }
}

fn problem(form: &Mesh, rest: &Mesh) -> String {
    conform(form, rest).expect_err("another connectivity").to_string()
}

#[test]
fn a_form_of_the_same_vertices_is_as_it_is() {
    for rest in [cube(), sheet(5)] {
        let form = moved(&rest);
        assert_eq!(conform(&form, &rest).unwrap(), form);
    }
}

#[test]
fn forms_split_in_any_way_conform_to_rests_split_in_any_other() {
    let split = cube();
    let joined = read("joined.obj", CUBE.lines().map(without_uv).collect::<String>().as_bytes()).mesh;
    assert!(split.positions.len() > 8 && joined.positions.len() == 8);
    let apart_everywhere = unshared(&split);
    let rests = [&split, &joined, &apart_everywhere];
    for rest in rests {
        let want = bits(&moved(rest));
        for form in rests {
            let conformed = conform(&moved(form), rest).unwrap();
            assert_eq!(bits(&conformed), want);
            assert_eq!((&conformed.faces, &conformed.points), (&rest.faces, &rest.points));
        }
    }
}

fn without_uv(line: &str) -> String {
    let words = line.split(' ').map(|word| word.split('/').next().unwrap());
    words.collect::<Vec<_>>().join(" ") + "\n"
}

/// Every corner a vertex of its own.
fn unshared(mesh: &Mesh) -> Mesh {
    let corners = mesh.faces.items();
    let mut next = 0..;
    Mesh {
        file: "unshared.glb".into(),
        positions: corners.iter().map(|&v| mesh.positions[v as usize]).collect(),
        faces: mesh.faces.iter().map(|face| next.by_ref().take(face.len()).collect::<Vec<u32>>()).collect(),
        ..Mesh::default()
    }
}

#[test]
fn polygons_and_their_triangles_conform_to_each_other() {
    let rest = cube();
    let form = moved(&rest);
    let glb = read("cube.glb", &gltf::mesh::write(&form.clone().into()).unwrap()).mesh;
    assert!(glb.faces.iter().all(|face| face.len() == 3));
    // The triangles of one material follow those of another in the file, so groups of faces are compared as they stand.
    assert!(apart(&conform(&glb, &rest).unwrap(), &form) == 0.0);
    let back = conform(&form, &glb).unwrap();
    assert_eq!(bits(&back), bits(&glb));
}

#[test]
fn texture_coordinates_turn_with_the_rests() {
    let rest = cube();
    let glb = read("cube.glb", &gltf::mesh::write(&rest.clone().into()).unwrap()).mesh;
    assert!(rest.v_up && !glb.v_up);
    assert_eq!(conform(&glb, &rest).unwrap().uvs, rest.uvs);
}

#[test]
fn points_on_no_face_are_told_by_their_numbers() {
    let text = "v 5 5 5\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 1\nf 2 3 4\nf 4/1 3/1 2/2\n";
    let rest = read("rest.obj", text.as_bytes()).mesh;
    let plain = read(
        "form.obj",
        text.lines().map(without_uv).collect::<String>().replace("5 5 5", "6 6 6").as_bytes(),
    );
    let conformed = conform(&plain.mesh, &rest).unwrap();
    assert_eq!(conformed.positions[0], Vec3::splat(6.0));
    let without = read("less.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 3 2 1\n").mesh;
    assert!(
        problem(&without, &rest).contains("1 vertices of rest.obj are on no face"),
        "{}",
        problem(&without, &rest)
    );
}

#[test]
fn another_connectivity_is_told_with_both_files_and_their_counts() {
    let rest = Mesh { file: "rest.obj".into(), ..cube() };
    let swapped = CUBE.replace("f 5/1 6/2 7/3 8/4", "f 5/1 6/2 8/3 7/4");
    let welded = CUBE.replace("f 5/1 6/2 7/3 8/4", "f 5/1 6/2 7/3 4/4");
    let fewer = CUBE.replace("f 4/1 1/2 5/3 8/4\n", "");
    let cut = CUBE.replace("f 3/1 4/2 8/3 7/4", "f 3/1 4/2 8/3\nf 3/1 8/3 7/4");
    for (text, words) in [
        (swapped.as_str(), &["face 3, counted from 0", "which are apart"][..]),
        (&welded, &["which are apart"]),
        (&fewer, &["5 faces here", "6 faces there"]),
        (&cut, &["7 faces here", "face 4, counted from 0, has 3 corners here and 4 there"]),
    ] {
        let form = read("form.obj", text.as_bytes()).mesh;
        let told = problem(&form, &rest);
        for word in ["form.obj", "rest.obj", "8 points"].iter().chain(words) {
            assert!(told.contains(word), "{word}: {told}");
        }
    }
}

#[test]
fn faces_in_another_order_are_another_connectivity() {
    let rest = sheet(6);
    let mut faces: Vec<Vec<u32>> = rest.faces.iter().map(<[u32]>::to_vec).collect();
    faces.swap(3, 17);
    let form = Mesh { file: "other".into(), faces: faces.into_iter().collect::<Faces>(), ..rest.clone() };
    assert!(problem(&form, &rest).contains("face 3"), "{}", problem(&form, &rest));
}

#[test]
fn a_conformed_form_is_written_with_the_rests_own_points() {
    let rest = cube();
    let joined = read("joined.obj", CUBE.lines().map(without_uv).collect::<String>().as_bytes()).mesh;
    let written = obj::write(&conform(&moved(&joined), &rest).unwrap());
    let back = read("back.obj", written.as_bytes()).mesh;
    assert_eq!(back.point_count(), 8);
    assert_eq!(bits(&back), bits(&moved(&rest)));
}
