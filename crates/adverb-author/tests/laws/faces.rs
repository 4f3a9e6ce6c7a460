//! Faces (principal-animation-components, 7.1) and morph nodes (7.3) in a project: expressions as a space and as features, on any
//! identity, and attributes that are found otherwise.

use std::collections::BTreeMap;

use adverb::Shape;
use adverb::glam::Vec3;
use adverb::shape::{Attribute, Interpolation};
use adverb_author::formats::{self, gltf, ply};
use adverb_author::mesh::{self, Faces, Mesh};
use adverb_author::project::Project;
use adverb_author::shape::{Built, Weighted, file, form_mesh};

use crate::support::head::{self, expressing, face, head};

/// A round head with expressions, the same wide and long, and a smile with an open mouth that is not the sum of both.
fn files() -> BTreeMap<String, Vec<u8>> {
    let neutral = head("face.glb", 1.0, 1.0);
    let mut grin = expressing(&neutral, "grin.ply", &["smile", "open"]);
    grin.positions.iter_mut().filter(|p| p.y < -0.5).for_each(|p| p.z += 0.1);
    let mut reversed = face(&neutral);
    let last = neutral.positions.len() as u32 - 1;
    reversed.mesh = Mesh {
        file: "reversed.glb".into(),
        positions: neutral.positions.iter().rev().copied().collect(),
        normals: None,
        colours: None,
        faces: neutral.faces.triangles().map(|t| t.map(|v| last - v)).collect::<Faces>(),
        ..Mesh::default()
    };
    for target in &mut reversed.targets {
        target.vertices = target.vertices.iter().rev().map(|v| last - v).collect();
        target.positions.reverse();
    }
    let glb = |file: &mesh::MeshFile| gltf::mesh::write(file).unwrap_or_else(|e| panic!("{e}"));
    BTreeMap::from([
        ("face.glb".into(), glb(&face(&neutral))),
        ("reversed.glb".into(), glb(&reversed)),
        ("wide.ply".into(), ply::write(&head("wide.ply", 1.5, 1.0))),
        ("long.ply".into(), ply::write(&head("long.ply", 1.0, 1.4))),
        ("grin.ply".into(), ply::write(&grin)),
    ])
}

fn loaded(text: &str) -> Result<Project, adverb_author::Error> {
    let files = files();
    let mut read = |file: &str| files.get(file).cloned().ok_or_else(|| "it is not there".to_string());
    Project::load("adverb.toml", text, &mut read)
}

#[track_caller]
fn built(text: &str) -> Vec<Built> {
    let project = loaded(text).unwrap_or_else(|e| panic!("{e}"));
    let build = |shape| project.build_shape(shape).unwrap_or_else(|e| panic!("{e}"));
    project.shapes.iter().map(build).collect()
}

fn at(shape: &Shape, point: &[f32], features: &[f32]) -> Vec<Vec3> {
    let mut examples = vec![0.0; shape.examples().len()];
    shape.weights(point, &mut examples);
    form_mesh(shape, None, &Weighted { secs: 0.0, examples, features: features.to_vec() }).positions
}

#[track_caller]
fn same(a: &[Vec3], b: &[Vec3], within: f32) {
    let far = a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
    assert!(a.len() == b.len() && far <= within, "{far}");
}

const BOTH: &str = "[shapes.space]\nrest = \"face.glb\"\ntargets = true\n\
                    [shapes.added]\nrest = \"face.glb\"\nfeatures = true\n";

/// Representations 7.1 and 7.3 are transformations of each other: in a space of its targets alone a face is what it is with features.
#[test]
fn targets_as_a_space_are_the_same_face() {
    let [space, added] = &built(BOTH)[..] else { panic!("two shapes") };
    assert!(space.warnings.is_empty(), "{:?}", space.warnings);
    let names: Vec<&str> = space.shape.adjectives().iter().map(|own| own.name.as_str()).collect();
    assert_eq!(names, ["smile", "blink", "open"]);
    let neutral = head("face.glb", 1.0, 1.0);
    same(&at(&space.shape, &[0.0; 3], &[]), &neutral.positions, 1e-6);
    for (i, name) in names.iter().enumerate() {
        let point: Vec<f32> = (0..3).map(|k| if k == i { 1.0 } else { 0.0 }).collect();
        same(&at(&space.shape, &point, &[]), &expressing(&neutral, "", &[name]).positions, 1e-6);
    }
    for point in [[0.5, 0.5, 0.5], [0.3, 0.0, 1.0], [1.0, 1.0, 1.0]] {
        same(&at(&space.shape, &point, &[]), &at(&added.shape, &[], &point), 1e-5);
    }
}

/// A feature moves the surface, and with it where that faces; as in a space, whose forms have normals of their own.
#[test]
fn normals_follow_what_features_move() {
    let [space, added] = &built(BOTH)[..] else { panic!("two shapes") };
    let formed = |shape: &Shape, point: &[f32], features: &[f32]| {
        let mut examples = vec![0.0; shape.examples().len()];
        shape.weights(point, &mut examples);
        let form = form_mesh(shape, None, &Weighted { secs: 0.0, examples, features: features.to_vec() });
        form.normals.expect("normals")
    };
    let neutral = formed(&added.shape, &[], &[0.0; 3]);
    for point in [[1.0, 0.0, 0.0], [0.3, 0.0, 1.0], [1.0, 1.0, 1.0]] {
        let turned = formed(&added.shape, &[], &point);
        same(&turned, &formed(&space.shape, &point, &[]), 1e-3);
        assert!(turned.iter().zip(&neutral).any(|(a, b)| a.distance(*b) > 0.05), "{point:?}");
    }
}

/// Where the rest has an edge, all forms have it; where a seam splits what is smooth, none has.
#[test]
fn hard_edges_stay_hard() {
    let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let (mut positions, mut normals) = (Vec::new(), Vec::new());
    for side in 0..6 {
        let (axis, sign) = (side % 3, if side < 3 { 1.0 } else { -1.0 });
        let mut normal = Vec3::ZERO;
        normal[axis] = sign;
        for [u, v] in if sign > 0.0 { corners } else { [corners[0], corners[3], corners[2], corners[1]] } {
            let mut at = Vec3::ZERO;
            (at[axis], at[(axis + 1) % 3], at[(axis + 2) % 3]) = (0.5 + 0.5 * sign, u, v);
            positions.push(at);
            normals.push(normal);
        }
    }
    let faces: Faces =
        (0..6).flat_map(|f| [[4 * f, 4 * f + 1, 4 * f + 2], [4 * f, 4 * f + 2, 4 * f + 3]]).collect();
    let cube = Mesh { positions, normals: Some(normals.clone()), faces, ..Mesh::default() };
    let mut tall = cube.clone();
    tall.normals = None;
    tall.positions.iter_mut().for_each(|p| p.y *= 3.0);
    let target = mesh::Target { normals: None, ..mesh::Target::between("tall", &cube, &tall) };
    let file = mesh::MeshFile { targets: vec![target], weights: vec![0.0], ..cube.into() };
    let bytes = gltf::mesh::write(&file).unwrap_or_else(|e| panic!("{e}"));
    let text = "[shapes.space]\nrest = \"cube.glb\"\ntargets = true\n\
                [shapes.added]\nrest = \"cube.glb\"\nfeatures = true\n";
    let project = Project::load("adverb.toml", text, &mut |_: &str| Ok(bytes.clone()));
    let project = project.unwrap_or_else(|e| panic!("{e}"));
    for (definition, by) in project.shapes.iter().zip(["adjective", "feature"]) {
        let shape = project.build_shape(definition).unwrap_or_else(|e| panic!("{e}")).shape;
        for tall in [0.0, 0.5, 1.0] {
            let mut examples = vec![0.0; shape.examples().len()];
            let point = if by == "adjective" { vec![tall] } else { vec![] };
            shape.weights(&point, &mut examples);
            let features = if by == "feature" { vec![tall] } else { vec![] };
            let form = form_mesh(&shape, None, &Weighted { secs: 0.0, examples, features });
            same(&form.normals.expect("normals"), &normals, 1e-5);
        }
    }
}

/// What a space is for: where two expressions meet, their designer's form.
#[test]
fn a_space_reaches_a_combination_that_features_only_add_up() {
    let text = format!(
        "{BOTH}[shapes.sculpted]\nrest = \"face.glb\"\ntargets = [\"open\", \"smile\"]\n\
         [[shapes.sculpted.examples]]\nform = \"grin.ply\"\nat = {{ smile = 1, open = 1 }}\n"
    );
    let all = built(&text);
    let grin = formats::read_mesh("grin.ply", &files()["grin.ply"], &mut |_| None).expect("a form").mesh;
    let (added, sculpted) = (&all[1].shape, &all[2].shape);
    assert_eq!(sculpted.adjectives()[0].name, "open", "in the order of the file");
    same(&at(sculpted, &[1.0, 1.0], &[]), &grin.positions, 1e-5);
    let sum = at(added, &[], &[1.0, 0.0, 1.0]);
    assert!(sum.iter().zip(&grin.positions).any(|(a, b)| a.distance(*b) > 0.05));
    same(&at(sculpted, &[1.0, 0.0], &[]), &at(added, &[], &[0.0, 0.0, 1.0]), 1e-5);
}

const IDENTITIES: &str = "adjectives = { width = [0, 1], length = [0, 1] }\n\
     [[shapes.face.examples]]\nform = \"face.glb\"\nat = { width = 0, length = 0 }\n\
     [[shapes.face.examples]]\nform = \"wide.ply\"\nat = { width = 1, length = 0 }\n\
     [[shapes.face.examples]]\nform = \"long.ply\"\nat = { width = 0, length = 1 }\n";

#[test]
fn identity_is_interpolated_while_expressions_play() {
    let text = format!("[shapes.face]\nfeatures = true\n{IDENTITIES}");
    let project = loaded(&text).unwrap_or_else(|e| panic!("{e}"));
    let built = project.build_shape(&project.shapes[0]).unwrap_or_else(|e| panic!("{e}"));
    let neutral = head("", 1.0, 1.0).positions;
    let half = head("", 1.25, 1.0).positions;
    let smile: Vec<Vec3> = neutral.iter().map(|p| head::moves("smile", *p)).collect();
    let expected: Vec<Vec3> = half.iter().zip(&smile).map(|(p, delta)| *p + 0.6 * *delta).collect();
    same(&at(&built.shape, &[0.5, 0.0], &[0.6, 0.0, 0.0]), &expected, 1e-5);
    // Both as morph targets of one file, with their weights over time.
    let moment = |secs: f32, width: f32, open: f32| {
        let mut examples = vec![0.0; 3];
        built.shape.weights(&[width, 0.0], &mut examples);
        Weighted { secs, examples, features: vec![0.6, 0.0, open] }
    };
    let moments = [moment(0.0, 0.5, 0.0), moment(1.0, 1.0, 1.0)];
    let bytes = gltf::mesh::write(&file(&built.shape, &project.shapes[0].rest, &moments)).expect("a file");
    adverb_testdata::keep_glb("face-identity", &bytes);
    let back = formats::read_mesh("face.glb", &bytes, &mut |_| None).unwrap_or_else(|e| panic!("{e}"));
    let names: Vec<&str> = back.targets.iter().map(|target| target.name.as_str()).collect();
    assert_eq!(names, ["wide", "long", "smile", "blink", "open"]);
    assert_eq!(back.animations[0].weights.len(), 2 * 5);
    for (k, moment) in moments.iter().enumerate() {
        let mut sum = back.mesh.positions.clone();
        for (target, weight) in back.targets.iter().zip(&back.animations[0].weights[5 * k..]) {
            target.dense(sum.len()).iter().zip(&mut sum).for_each(|(delta, sum)| *sum += *weight * *delta);
        }
        same(&sum, &form_mesh(&built.shape, None, moment).positions, 1e-5);
    }
}

/// Frame after frame, as a game does it: nothing of an earlier expression stays where no example moves a vertex.
#[test]
fn expressions_stay_on_a_face_that_changes_and_go_without_a_trace() {
    let text = "[shapes.face]\nadjectives = { closed = [0, 1] }\nfeatures = [\"smile\", \"open\"]\n\
                [[shapes.face.examples]]\nform = \"face.glb\"\nat = { closed = 0 }\n\
                [[shapes.face.examples]]\nform = \"face.glb#blink\"\nat = { closed = 1 }\n";
    let built = built(text);
    let shape = &built[0].shape;
    let features = &shape.parts().features;
    let (mut form, mut weights) = (shape.form(), vec![0.0; 2]);
    let mut expression = adverb::shape::Expression::new(features, form.positions());
    for frame in 0..12 {
        let (closed, on) = (frame as f32 / 11.0, [(frame % 4) as f32 / 3.0, (frame % 3) as f32 / 2.0]);
        shape.weights(&[closed], &mut weights);
        shape.blend(&weights, &mut form);
        expression.set_base(features, form.positions());
        shape.express(&on, &mut expression, &mut form);
        let positions: Vec<Vec3> = form.positions().chunks(3).map(Vec3::from_slice).collect();
        same(&positions, &at(shape, &[closed], &on), 1e-6);
    }
}

/// Whatever form is the rest, and however the file of the expressions counts its vertices.
#[test]
fn features_are_differences_from_the_neutral_form_they_were_made_on() {
    let neutral = head("", 1.0, 1.0);
    let wide = head("", 1.5, 1.0).positions;
    let delta = |i: usize| head::moves("smile", neutral.positions[i]);
    let expected: Vec<Vec3> = wide.iter().enumerate().map(|(i, p)| *p + delta(i)).collect();
    for features in ["\"face.glb\"", "\"reversed.glb\"", "{ smile = \"face.glb#smile\" }"] {
        let built = built(&format!("[shapes.face]\nrest = \"wide.ply\"\nfeatures = {features}\n"));
        let mut on = vec![0.0; built[0].shape.parts().features.features.len()];
        on[0] = 1.0;
        same(&at(&built[0].shape, &[], &on), &expected, 1e-5);
    }
    // A form of its own is a difference from the rest.
    let built = built("[shapes.face]\nrest = \"face.glb\"\nfeatures = { grin = \"grin.ply\" }\n");
    let grin = formats::read_mesh("grin.ply", &files()["grin.ply"], &mut |_| None).expect("a form").mesh;
    same(&at(&built[0].shape, &[], &[1.0]), &grin.positions, 1e-6);
    same(&at(&built[0].shape, &[], &[0.0]), &neutral.positions, 1e-6);
}

#[test]
fn attributes_are_fixed_to_a_form_or_to_a_constant() {
    let text = "[shapes.face]\nrest = \"face.glb\"\ntargets = true\n\
                attributes = { normal = { fixed = \"grin.ply\" }, colour = { fixed = [0.2, 0.4, 0.6, 1] }, uv = { fixed = [0.5, 0.25] } }\n";
    let built = built(text);
    let shape = &built[0].shape;
    let mut form = shape.form();
    shape.blend(&[0.0, 0.4, 0.3, 0.3], &mut form);
    let attribute = |of| form.attribute(shape.channel(of).expect("an attribute"));
    let grin = formats::read_mesh("grin.ply", &files()["grin.ply"], &mut |_| None).expect("a form").mesh;
    let normals: Vec<f32> = grin.normals.expect("normals").iter().flat_map(|n| n.to_array()).collect();
    let apart = attribute(Attribute::Normal).iter().zip(&normals).map(|(a, b)| (a - b).abs());
    assert!(apart.fold(0.0, f32::max) < 1e-6);
    assert!(attribute(Attribute::Colour).chunks(4).all(|colour| colour == [0.2, 0.4, 0.6, 1.0]));
    assert!(attribute(Attribute::Uv).chunks(2).all(|uv| uv == [0.5, 0.25]));
}

/// `other`: the same examples by weights of another space, here of a shape over an adjective of its own.
#[test]
fn another_space_may_drive_an_attribute() {
    let mood = "adjectives = { mood = [0, 2] }\n\
         [[shapes.mood.examples]]\nform = \"face.glb\"\nat = { mood = 0 }\n\
         [[shapes.mood.examples]]\nform = \"wide.ply\"\nat = { mood = 1 }\n\
         [[shapes.mood.examples]]\nform = \"long.ply\"\nat = { mood = 2 }\n";
    let all = built(&format!(
        "[shapes.face]\nattributes = {{ normal = \"other\" }}\n{IDENTITIES}[shapes.mood]\n{mood}"
    ));
    let (face, mood) = (&all[0].shape, &all[1].shape);
    let normal = face.channel(Attribute::Normal).expect("normals");
    assert_eq!(face.parts().channels[normal].interpolation, Interpolation::Other);
    let (mut weights, mut others, mut form) = (vec![0.0; 3], vec![0.0; 3], face.form());
    face.weights(&[1.0, 0.0], &mut weights);
    face.blend(&weights, &mut form);
    let before = form.attribute(normal).to_vec();
    mood.weights(&[2.0], &mut others);
    face.blend_attribute(normal, &others, &mut form);
    let [wide, long] = [head("", 1.5, 1.0), head("", 1.0, 1.4)];
    let positions: Vec<Vec3> = form.positions().chunks(3).map(Vec3::from_slice).collect();
    let normals: Vec<Vec3> = form.attribute(normal).chunks(3).map(Vec3::from_slice).collect();
    same(&positions, &wide.positions, 1e-5);
    same(&normals, &long.normals.expect("normals"), 1e-5);
    assert_ne!(before, form.attribute(normal), "the shape's own weights leave it alone");
}

#[test]
fn what_a_face_cannot_be_made_of_is_told_with_its_line() {
    for (lines, words) in [
        ("targets = true", &["adverb.toml:2", "write rest"][..]),
        ("rest = \"wide.ply\"\ntargets = true", &["adverb.toml:3", "wide.ply has no morph targets"]),
        ("rest = \"face.glb\"\ntargets = [\"smlie\"]", &["adverb.toml:3", "did you mean \"smile\"?"]),
        ("rest = \"face.glb\"\nfeatures = [\"smile\", \"smile\"]", &["adverb.toml:3:22", "named twice"]),
        ("rest = \"wide.ply\"\nfeatures = true", &["adverb.toml:3", "wide.ply has no morph targets"]),
        ("rest = \"face.glb\"\nfeatures = 3", &["adverb.toml:3", "features must be"]),
        ("rest = \"face.glb\"\nthreshold = -1", &["adverb.toml:3", "threshold = -1 is less than 0"]),
        (
            "rest = \"face.glb\"\nattributes = { normal = { recomputed = 0 } }",
            &["adverb.toml:3", "write 1 or more"],
        ),
        ("rest = \"face.glb\"\nattributes = { colour = \"recomputed\" }", &["adverb.toml:3", "only normals"]),
        (
            "rest = \"face.glb\"\nattributes = { normal = { fixed = [0, 0, 2] } }",
            &["adverb.toml:3", "2.000 long"],
        ),
        (
            "rest = \"face.glb\"\nattributes = { position = { fixed = [0, 0, 2] } }",
            &["adverb.toml:3", "a form"],
        ),
    ] {
        let said = loaded(&format!("[shapes.face]\n{lines}\n")).expect_err("it cannot be").to_string();
        words.iter().for_each(|word| assert!(said.contains(word), "{lines}: lacks {word:?}: {said}"));
    }
    let project =
        loaded("[shapes.face]\nrest = \"face.glb\"\nattributes = { uv = { fixed = \"wide.ply\" } }\n");
    let project = project.unwrap_or_else(|e| panic!("{e}"));
    let said = project.build_shape(&project.shapes[0]).expect_err("no uvs").to_string();
    assert!(said.contains("wide.ply: it has no uvs"), "{said}");
}

/// The 55 expressions of ../shared/data/mesh/face as a space of 55 adjectives.
#[test]
fn fifty_five_expressions_are_a_space() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let folder = data.join("mesh/face");
    let mut read = |file: &str| std::fs::read(folder.join(file)).map_err(|e| e.to_string());
    let text = BOTH.replace("face.glb", "ict_expressions.glb");
    let project = Project::load("adverb.toml", &text, &mut read).unwrap_or_else(|e| panic!("{e}"));
    let [space, added] = [0, 1].map(|i| {
        let started = std::time::Instant::now();
        let built = project.build_shape(&project.shapes[i]).unwrap_or_else(|e| panic!("{e}"));
        println!("{}: built in {:.0} ms", built.shape.name(), 1e3 * started.elapsed().as_secs_f64());
        assert!(built.warnings.is_empty(), "{:?}", built.warnings);
        built.shape
    });
    let rest = &project.shapes[0].rest;
    let size = rest.mesh.size();
    assert_eq!((space.adjectives().len(), space.examples().len()), (55, 56));
    same(&at(&space, &[0.0; 55], &[]), &rest.mesh.positions, 1e-6 * size);
    for i in 0..55 {
        let point: Vec<f32> = (0..55).map(|k| if k == i { 1.0 } else { 0.0 }).collect();
        same(&at(&space, &point, &[]), &rest.form(i).positions, 1e-6 * size);
    }
    let halves = vec![0.5; 55];
    let (blended, summed) = (at(&space, &halves, &[]), at(&added, &[], &halves));
    let far = blended.iter().zip(&summed).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
    println!("all at a half: {:.1e} of the size between both", far / size);
    assert!(far < 1e-5 * size);
}
