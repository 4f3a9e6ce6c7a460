//! Forms and projects that are not right: they work, or it is said why not, with the file and the line, and nothing is written.

use std::path::{Path, PathBuf};

use adverb::glam::{Mat4, Vec2, Vec3};
use adverb_author::formats::{gltf, obj, ply, read_mesh};
use adverb_author::mesh::{Influences, Joint, Mesh, MeshFile};

use crate::support::call::{adverb, errors, fine, messages, refused, text};
use crate::support::folder::folder;
use crate::support::head::{face, head};

const PROJECT: &str = "[shapes.face]\nadjectives = { width = [0, 1] }\n\
                       [[shapes.face.examples]]\nform = \"round.ply\"\nat = { width = 0 }\n\
                       [[shapes.face.examples]]\nform = \"wide.ply\"\nat = { width = 1 }\n";
/// Where the wide form is named.
const LINE: &str = "adverb.toml:7:";

/// A round and a wide head in a project.
fn heads(name: &str) -> PathBuf {
    let here = folder(name);
    put(&here, "adverb.toml", PROJECT);
    put(&here, "round.ply", ply::write(&head("round.ply", 1.0, 1.0)));
    put(&here, "wide.ply", ply::write(&head("wide.ply", 1.5, 1.0)));
    here
}

fn put(here: &Path, file: &str, bytes: impl AsRef<[u8]>) {
    std::fs::write(here.join(file), bytes).expect("a writable folder");
}

fn glb(file: &MeshFile) -> Vec<u8> {
    gltf::mesh::write(file).unwrap_or_else(|e| panic!("{e}"))
}

/// Where a pack and a form are to be written; nothing is there yet.
fn outputs(here: &Path) -> (PathBuf, PathBuf) {
    let outputs = (here.join("out.adverb"), here.join("out.obj"));
    [&outputs.0, &outputs.1].map(std::fs::remove_file).into_iter().for_each(drop);
    outputs
}

/// Neither a pack nor a form is written, and the reason has these words.
#[track_caller]
fn fails(here: &Path, words: &[&str]) {
    let (pack, form) = outputs(here);
    refused(&["build", text(here), "-o", text(&pack)], 1, words);
    refused(&["shape", text(here), "face", "-o", text(&form)], 1, words);
    assert!(!pack.exists() && !form.exists());
    for command in ["check", "inspect"] {
        let output = adverb(&[command, text(here)]);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{command}: {}", errors(&output));
    }
}

/// A pack and a form are written, and these words are said; none, if there are none.
#[track_caller]
fn works(here: &Path, words: &[&str]) -> Mesh {
    let (pack, form) = outputs(here);
    let said = messages(&["build", text(here), "-o", text(&pack), "--verbose"]);
    words.iter().for_each(|words| assert!(said.contains(words), "lacks {words:?}: {said}"));
    assert!(!words.is_empty() || !said.contains("warning") && !said.contains("remark"), "{said}");
    fine(&["inspect", text(&pack)]);
    fine(&["check", text(here)]);
    fine(&["shape", text(&pack), "face", "-o", text(&form)]);
    read_mesh("out.obj", &std::fs::read(&form).expect("a form"), &mut |_| None).expect("a mesh").mesh
}

#[test]
fn forms_that_are_as_they_should_be_are_not_remarked() {
    works(&heads("as_they_should_be"), &[]);
}

#[test]
fn another_connectivity_is_told_with_file_line_and_counts() {
    let here = heads("another_connectivity");
    let mut fewer = head("wide.ply", 1.5, 1.0);
    fewer.faces = fewer.faces.triangles().take(435).collect();
    put(&here, "wide.ply", ply::write(&fewer));
    fails(&here, &[LINE, "wide.ply: its connectivity", "240 vertices and 435 faces", "440 faces there"]);
    let mut turned = head("wide.ply", 1.5, 1.0);
    turned.faces = turned.faces.triangles().map(|[a, b, c]| [a, c, b]).collect();
    put(&here, "wide.ply", ply::write(&turned));
    fails(&here, &[LINE, "wide.ply", "at face"]);
}

#[test]
fn vertices_in_another_order_follow_their_faces_or_are_remarked() {
    let here = heads("another_order");
    let mut sorted = head("wide.ply", 1.5, 1.0);
    let last = sorted.positions.len() as u32 - 1;
    (sorted.normals, sorted.colours) = (None, None);
    let mut mixed = sorted.clone();
    mixed.positions = (0..240).map(|i| sorted.positions[77 * i % 240]).collect();
    put(&here, "wide.ply", ply::write(&mixed));
    works(&here, &["wide.ply: half of its edges are", "another order"]);
    sorted.positions.reverse();
    sorted.faces = sorted.faces.triangles().map(|t| t.map(|v| last - v)).collect();
    put(&here, "wide.ply", ply::write(&sorted));
    works(&here, &["wide.ply: no normals"]);
    let out = here.join("wide.obj");
    fine(&["shape", text(&here), "face", "--at", "width=1", "-o", text(&out)]);
    let back =
        read_mesh("wide.obj", &std::fs::read(&out).expect("a form"), &mut |_| None).expect("a mesh").mesh;
    let far = back.positions.iter().zip(head("", 1.5, 1.0).positions).map(|(a, b)| a.distance(b));
    assert!(far.fold(0.0, f32::max) < 1e-5);
}

#[test]
fn other_units_and_mirror_images_are_remarked() {
    let here = heads("other_units");
    let with = |change: fn(Vec3) -> Vec3| {
        let mut wide = head("wide.ply", 1.5, 1.0);
        wide.positions.iter_mut().for_each(|p| *p = change(*p));
        put(&here, "wide.ply", ply::write(&wide));
    };
    with(|p| 100.0 * p);
    works(&here, &["wide.ply: 1", " times as large as round.ply", "the same unit"]);
    with(|p| Vec3::new(-p.x, p.y, p.z));
    works(&here, &["wide.ply: turned inside out", "mirrored"]);
}

#[test]
fn surfaces_that_are_not_sound_work_or_are_told() {
    let here = heads("not_sound");
    let with = |change: fn(&mut Mesh)| {
        let mut wide = head("wide.ply", 1.5, 1.0);
        change(&mut wide);
        put(&here, "wide.ply", ply::write(&wide));
    };
    with(|wide| wide.positions[21] = wide.positions[20]);
    works(&here, &["wide.ply (triangle ", "triangles have no area, this being the first"]);
    with(|wide| wide.positions[7].y = f32::NAN);
    fails(&here, &["wide.ply", "7"]);
    with(|wide| wide.normals = None);
    works(&here, &["wide.ply: no normals; they are computed"]);
    with(|wide| wide.colours = None);
    works(&here, &[]);
    put(&here, "wide.ply", "");
    fails(&here, &[LINE, "wide.ply"]);
}

#[test]
fn a_skin_is_made_whole() {
    let here = heads("a_skin");
    let mut rest = face(&head("rest.glb", 1.0, 1.0));
    let joint = |i: usize| Joint {
        name: format!("joint{i}"),
        parent: None,
        rest: Mat4::from_translation(Vec3::X * i as f32),
        inverse_bind: Mat4::from_translation(-Vec3::X * i as f32),
    };
    rest.joints = (0..6).map(joint).collect();
    let held = |weights: [f32; 6]| {
        let all = (0..6u32).zip(weights).filter(|(_, weight)| *weight > 0.0);
        (0..rest.mesh.positions.len()).map(|_| all.clone().collect::<Vec<_>>()).collect::<Influences>()
    };
    let [whole, many] = [held([0.25, 0.75, 0.0, 0.0, 0.0, 0.0]), held([0.3, 0.2, 0.2, 0.1, 0.1, 0.1])];
    put(&here, "adverb.toml", PROJECT.replace("[shapes.face]\n", "[shapes.face]\nrest = \"rest.glb\"\n"));
    rest.mesh.influences = Some(whole);
    // What is written is whole; three quarters become one.
    let mut half = glb(&rest);
    for number in half.chunks_exact_mut(4).filter(|bytes| *bytes == 0.75f32.to_le_bytes()) {
        number.copy_from_slice(&0.25f32.to_le_bytes());
    }
    put(&here, "rest.glb", half);
    works(&here, &["rest.glb", "do not sum to one"]);
    rest.mesh.influences = Some(many);
    put(&here, "rest.glb", glb(&rest));
    works(&here, &["rest.glb: 240 vertices are held by more than four joints", "20.0 %"]);
    let said = checked(&here);
    assert!(
        said.contains("240 vertices are held by more than four joints") && said.contains("20.0 %"),
        "{said}"
    );
}

#[test]
fn few_examples_are_enough_and_none_is_told() {
    let here = heads("few_examples");
    put(&here, "adverb.toml", "[shapes.face]\nadjectives = { width = [0, 1] }\n");
    fails(&here, &["adverb.toml:1:", "has no form", "write rest"]);
    let one = PROJECT.lines().take(5).collect::<Vec<_>>().join("\n");
    put(&here, "adverb.toml", &one);
    works(&here, &["width changes nothing"]);
    put(&here, "adverb.toml", "[shapes.face]\nrest = \"round.ply\"\n");
    works(&here, &[]);
}

#[test]
fn points_and_nothing_are_forms_or_not() {
    let here = heads("points");
    let obj = PROJECT.replace(".ply", ".obj");
    put(&here, "adverb.toml", &obj);
    put(&here, "round.obj", "v 0 0 0\n");
    put(&here, "wide.obj", "v 1 0 0\n");
    assert_eq!(works(&here, &["round.obj: no faces"]).positions.len(), 1);
    put(&here, "wide.obj", "# nothing\n");
    fails(&here, &[LINE, "wide.obj"]);
    put(&here, "wide.obj", "v 1 0 0\nv 2 0 0\n");
    fails(&here, &[LINE, "wide.obj: its connectivity", "2 vertices"]);
}

#[test]
fn seams_may_split_vertices_differently() {
    let here = heads("seams");
    let mut wide = head("wide.obj", 1.5, 1.0);
    (wide.normals, wide.colours) = (None, None);
    wide.uvs = Some(wide.positions.iter().map(|p| Vec2::new(p.x, p.y)).collect());
    let mut seam = obj::write(&wide);
    // Of every other face, the first corner has texture coordinates of its own.
    let mut count = 0;
    let faces = seam.lines().map(|line| match line.strip_prefix("f ") {
        Some(corners) if count % 2 == 0 => {
            count += 1;
            let (first, rest) = corners.split_once(' ').expect("three corners");
            let (point, _) = first.split_once('/').expect("texture coordinates");
            format!("f {point}/1 {rest}\n")
        }
        _ => {
            count += usize::from(line.starts_with("f "));
            format!("{line}\n")
        }
    });
    seam = faces.collect();
    put(&here, "wide.obj", &seam);
    put(&here, "adverb.toml", PROJECT.replace("wide.ply", "wide.obj"));
    let split = read_mesh("wide.obj", seam.as_bytes(), &mut |_| None).expect("a mesh").mesh;
    assert!(split.positions.len() > 240);
    assert_eq!(works(&here, &["wide.obj: no normals"]).positions.len(), 240);
}

#[test]
fn files_that_are_no_forms_are_told_with_their_line() {
    let here = heads("no_forms");
    put(&here, "wide.png", b"\x89PNG\r\n\x1a\n");
    for (form, words) in [
        ("wide.png", &[LINE, "wide.png", ".glb, .gltf, .obj, .ply or .fbx"][..]),
        ("wider.ply", &[LINE, "wider.ply", "cannot be read"]),
        ("wide.ply#smile", &[LINE, "wide.ply has no morph target \"smile\"", "it has none"]),
    ] {
        put(&here, "adverb.toml", PROJECT.replace("wide.ply", form));
        fails(&here, words);
    }
}

#[test]
fn what_a_project_says_wrong_of_a_shape_is_told_with_its_line() {
    let here = heads("says_wrong");
    put(&here, "other.glb", glb(&face(&Mesh { faces: Default::default(), ..head("other.glb", 1.0, 1.0) })));
    put(&here, "face.glb", glb(&face(&head("face.glb", 1.0, 1.0))));
    let line = |line: &str| PROJECT.replace("[shapes.face]\n", &format!("[shapes.face]\n{line}\n"));
    for (project, words) in [
        (PROJECT.replace("width = 1 }", "width = nan }"), &["adverb.toml:8:", "finite number"][..]),
        (PROJECT.replace("width = 1 }", "widht = 1 }"), &["adverb.toml:8:", "did you mean \"width\"?"]),
        (
            format!("{PROJECT}pose = {{ file = \"wide.ply\" }}\n"),
            &["adverb.toml:9:", "no skin", "leave pose out"],
        ),
        (line("threshold = -0.1"), &["adverb.toml:2:", "threshold = -0.1 is less than 0", "write 0 or more"]),
        (line("attributes = { normal = { recomputed = 0 } }"), &["adverb.toml:2:", "write 1 or more"]),
        (line("attributes = { norma = \"fixed\" }"), &["adverb.toml:2:", "did you mean \"normal\"?"]),
        (line("features = true"), &["adverb.toml:2:", "round.ply has no morph targets"]),
        (
            line("features = \"other.glb\""),
            &["adverb.toml:2:", "other.glb: its connectivity", "0 faces here"],
        ),
        (
            line("rest = \"face.glb\"\nfeatures = [\"smile\", \"smile\"]"),
            &["adverb.toml:3:", "\"smile\" is named twice"],
        ),
        (line("rest = \"face.glb\"\ntargets = [\"grin\"]"), &["adverb.toml:3:", "no morph target \"grin\""]),
    ] {
        put(&here, "adverb.toml", &project);
        fails(&here, words);
    }
}

#[test]
fn a_target_of_other_counts_is_told() {
    let here = heads("other_counts");
    let mut bytes = glb(&face(&head("face.glb", 1.0, 1.0)));
    let count = b"\"count\":240";
    let last = bytes.windows(count.len()).rposition(|window| window == count).expect("the last target's");
    bytes[last..last + count.len()].copy_from_slice(b"\"count\":239");
    put(&here, "face.glb", bytes);
    put(&here, "adverb.toml", "[shapes.face]\nrest = \"face.glb\"\nfeatures = true\n");
    fails(&here, &["adverb.toml:2:", "face.glb", "morph target 2 does not have one element per vertex"]);
}

#[test]
fn two_forms_at_one_point_share_it_and_features_that_move_nothing_are_remarked() {
    let here = heads("one_point");
    put(&here, "adverb.toml", PROJECT.replace("width = 1 }", "width = 0 }"));
    works(&here, &["wide: differs from round at the same point"]);
    put(&here, "face.glb", glb(&face(&head("face.glb", 1.0, 1.0))));
    put(&here, "adverb.toml", "[shapes.face]\nrest = \"face.glb\"\nfeatures = true\nthreshold = 10\n");
    works(&here, &["no vertex moved by more than the threshold", "smile"]);
    put(&here, "again.ply", ply::write(&head("again.ply", 1.5, 1.0)));
    let again = "[[shapes.face.examples]]\nform = \"again.ply\"\nat = { width = 0.5 }\n";
    put(&here, "adverb.toml", format!("{PROJECT}{again}"));
    works(&here, &["again: the same form as wide"]);
}

#[test]
fn inspect_tells_what_is_wrong_with_a_mesh_not_that_it_is_no_skeleton() {
    let here = folder("inspect_broken_mesh");
    let mesh = head("round.ply", 1.0, 1.0);
    let mut bytes = glb(&mesh.clone().into());
    let first: Vec<u8> = mesh.positions[0].to_array().iter().flat_map(|x| x.to_le_bytes()).collect();
    let at = bytes.windows(12).position(|window| window == first).expect("the first position");
    bytes[at..at + 4].copy_from_slice(&f32::NAN.to_le_bytes());
    put(&here, "broken.glb", bytes);
    let output = adverb(&["inspect", text(&here.join("broken.glb"))]);
    let told = errors(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(told.contains("element 0 holds NaN") && !told.contains("skeleton"), "{told}");
}

/// What the check of a project prints.
fn checked(here: &Path) -> String {
    String::from_utf8_lossy(&adverb(&["check", text(here)]).stdout).into_owned()
}

#[test]
fn a_threshold_that_no_vertex_moves_by_is_told() {
    let here = heads("a_threshold");
    let with = |threshold: f32| {
        let line = format!("[shapes.face]\nthreshold = {threshold}\n");
        put(&here, "adverb.toml", PROJECT.replace("[shapes.face]\n", &line));
    };
    with(1.0);
    works(&here, &["no vertex moves by more than the threshold, 1 of the size of round.ply"]);
    let said = checked(&here);
    assert!(said.contains("no vertex moves by more than the threshold"), "{said}");
    with(0.01);
    works(&here, &[]);
    assert!(!checked(&here).contains("threshold"), "{}", checked(&here));
}

/// A check tells what a build does.
#[test]
fn what_is_lost_or_there_twice_is_found_by_a_check() {
    let here = heads("what_is_lost");
    let sound = checked(&here);
    assert!(sound.contains("15 nothing lost") && sound.contains("no warnings"), "{sound}");
    let mut wide = head("wide.ply", 1.5, 1.0);
    wide.uvs = Some(wide.positions.iter().map(|p| Vec2::new(p.x, p.y)).collect());
    put(&here, "wide.ply", ply::write(&wide));
    let said = checked(&here);
    assert!(said.contains("round.ply: no uvs, so the shape has none"), "{said}");
    put(&here, "wide.ply", ply::write(&head("wide.ply", 1.0, 1.0)));
    let said = checked(&here);
    assert!(said.contains("13 something new") && said.contains("wide: the same form as round"), "{said}");
    put(&here, "adverb.toml", PROJECT.replace("wide.ply", "round.ply"));
    let said = checked(&here);
    assert!(said.contains("round.ply is at two points, as round and as round (2)"), "{said}");
}

#[test]
fn positions_beyond_all_measure_are_told_with_file_and_vertex() {
    let here = heads("beyond_all_measure");
    let mut wide = head("wide.ply", 1.5, 1.0);
    wide.positions[7].y = -1e30;
    put(&here, "wide.ply", ply::write(&wide));
    fails(&here, &[LINE, "wide.ply: vertex 7: 1 position is farther off than 1e9. Use a larger unit."]);
}

#[test]
fn a_form_in_another_unit_is_told_once_in_numbers() {
    let here = heads("once_in_numbers");
    let mut wide = head("wide.ply", 1.0, 1.0);
    wide.positions.iter_mut().for_each(|p| *p *= 100.0);
    put(&here, "wide.ply", ply::write(&wide));
    let said = checked(&here);
    assert!(said.contains("wide.ply: 100 times as large as round.ply"), "{said}");
    assert_eq!(said.matches("100").count(), 1, "{said}");
}

#[test]
fn a_shape_is_told_of_its_own_files_only() {
    let here = heads("its_own_files");
    let mut bare = head("bare.ply", 1.2, 1.0);
    bare.normals = None;
    put(&here, "bare.ply", ply::write(&bare));
    put(&here, "adverb.toml", format!("{PROJECT}[shapes.other]\nrest = \"bare.ply\"\n"));
    let out = here.join("out.obj");
    let said = messages(&["shape", text(&here), "face", "-o", text(&out)]);
    assert!(!said.contains("warning"), "{said}");
    let said = messages(&["shape", text(&here), "other", "-o", text(&out)]);
    assert!(said.contains("bare.ply: no normals"), "{said}");
    let said = messages(&["build", text(&here), "-o", text(&here.join("out.adverb")), "-v"]);
    assert!(said.contains("bare.ply: no normals"), "{said}");
}
