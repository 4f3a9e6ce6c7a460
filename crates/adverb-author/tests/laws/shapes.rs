//! Shapes from forms: every form comes back, skins bend them, features are added, and what does not fit is told.

use std::collections::BTreeMap;

use adverb::Shape;
use adverb::glam::{Affine3A, Mat4, Vec3};
use adverb::shape::{Attribute, Interpolation, Sculpture};
use adverb_author::finding::Criterion;
use adverb_author::formats::{self, gltf};
use adverb_author::project::Project;
use adverb_author::sculpt::{arm, blob};
use adverb_author::shape::{ARKIT, Built, Weighted, arkit, file, form_mesh};
use adverb_author::{demo, mesh};

/// The built-in shapes, with the project file as a test wants it.
fn project(change: impl Fn(String) -> String) -> Result<Project, adverb_author::Error> {
    let files: BTreeMap<String, Vec<u8>> = demo::shapes().expect("forms").into_iter().collect();
    let text = change(String::from_utf8(files["adverb.toml"].clone()).expect("text"));
    let mut read = |file: &str| files.get(file).cloned().ok_or_else(|| "it is not there".to_string());
    Project::load("adverb.toml", &text, &mut read)
}

fn built(name: &str) -> Built {
    let project = project(|text| text).unwrap_or_else(|e| panic!("{e}"));
    let shape = project.shapes.iter().find(|shape| shape.name == name).expect("a shape");
    project.build_shape(shape).unwrap_or_else(|e| panic!("{e}"))
}

fn at(shape: &Shape, point: &[f32], features: Vec<f32>) -> mesh::Mesh {
    let mut examples = vec![0.0; shape.examples().len()];
    shape.weights(point, &mut examples);
    form_mesh(shape, None, &Weighted { secs: 0.0, examples, features })
}

fn farthest(a: &[Vec3], b: &[Vec3]) -> f32 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max)
}

#[test]
fn every_form_of_the_blob_comes_back_at_its_point() {
    let built = built("blob");
    assert!(built.warnings.is_empty(), "{:?}", built.warnings);
    let shape = &built.shape;
    assert_eq!((shape.parts().vertices, shape.examples().len()), (642, 5));
    assert_eq!(built.space.pseudo_examples.len(), 2);
    for form in &blob::FORMS {
        let made = form.mesh();
        let off = farthest(&at(shape, &[form.bend, form.thickness], vec![]).positions, &made.positions);
        assert!(off < 1e-5 * made.size(), "{}: {off}", form.name);
    }
}

/// Eq. 7 and 8: brought to the rest pose, blended, and moved by the skin, a form is where its designer put it.
#[test]
fn every_form_of_the_arm_comes_back_in_its_pose() {
    let built = built("arm");
    assert!(built.warnings.is_empty(), "{:?}", built.warnings);
    let shape = &built.shape;
    assert_eq!((shape.parts().vertices, shape.adjectives().len(), shape.examples().len()), (1335, 4, 8));
    assert_eq!(built.space.pseudo_examples.len(), 6);
    let skin = shape.parts().skin.as_ref().expect("a skin");
    for form in &arm::FORMS {
        let made = form.mesh();
        let [shoulder, elbow, wrist] = [0, 1, 2].map(|joint| arm::TURNS[joint] * form.pose[joint]);
        let rest = at(shape, &[form.build, shoulder, elbow, wrist], vec![]);
        let world: Vec<Affine3A> = form.joints().into_iter().map(Affine3A::from_mat4).collect();
        let mut palette = vec![[0.0; 16]; skin.joints.len()];
        skin.palette(&world, &mut palette);
        let flat: Vec<f32> = rest.positions.iter().flat_map(|p| p.to_array()).collect();
        let mut moved = vec![0.0; flat.len()];
        skin.positions(&palette, &flat, &mut moved);
        let moved: Vec<Vec3> = moved.chunks_exact(3).map(Vec3::from_slice).collect();
        let off = farthest(&moved, &made.positions) / made.size();
        println!("{}: {off:.1e} of its size", form.name);
        assert!(off < 1e-4, "{}: {off}", form.name);
    }
}

/// Halfway to a bent elbow the skin alone loses flesh (figure 6); with the forms' it does not.
/// Eight at a time are placed together where they can be; who holds a vertex by how much is as the file says.
#[test]
fn vertices_in_a_row_share_their_joints() {
    let project = project(|text| text).unwrap_or_else(|e| panic!("{e}"));
    let arm = project.build_shape(&project.shapes[1]).unwrap_or_else(|e| panic!("{e}")).shape;
    let skin = arm.parts().skin.as_ref().expect("a skin");
    let influences = project.shapes[1].rest.mesh.influences.as_ref().expect("influences");
    for (v, file) in influences.iter().enumerate() {
        for joint in 0..skin.joints.len() {
            let own = skin.vertex_joints[v].iter().zip(skin.vertex_weights[v]);
            let own: f32 = own.filter(|(j, _)| usize::from(**j) == joint).map(|(_, weight)| weight).sum();
            let told: f32 = file.iter().filter(|(j, _)| *j as usize == joint).map(|(_, weight)| weight).sum();
            assert!((own - told).abs() < 1e-6, "vertex {v}, joint {joint}: {own} for {told}");
        }
    }
    // It has four joints, which is enough for all.
    let (blocks, _) = skin.vertex_joints.as_chunks::<8>();
    assert!(blocks.iter().all(|block| block.iter().all(|own| *own == block[0])));
}

#[test]
fn an_elbow_keeps_its_flesh_between_examples() {
    let built = built("arm");
    let shape = &built.shape;
    let skin = shape.parts().skin.as_ref().expect("a skin");
    let pose = [0.0, 0.5, 0.0];
    let world: Vec<Affine3A> =
        arm::Form { name: "half", build: 0.0, pose }.joints().into_iter().map(Affine3A::from_mat4).collect();
    let made = arm::Form { name: "half", build: 0.0, pose }.mesh();
    let mut palette = vec![[0.0; 16]; skin.joints.len()];
    skin.palette(&world, &mut palette);
    let off = |elbow: f32| {
        let rest = at(shape, &[0.0, 0.0, elbow, 0.0], vec![]);
        let flat: Vec<f32> = rest.positions.iter().flat_map(|p| p.to_array()).collect();
        let mut moved = vec![0.0; flat.len()];
        skin.positions(&palette, &flat, &mut moved);
        let moved: Vec<Vec3> = moved.chunks_exact(3).map(Vec3::from_slice).collect();
        let squares: f32 = moved.iter().zip(&made.positions).map(|(a, b)| a.distance_squared(*b)).sum();
        (squares / moved.len() as f32).sqrt()
    };
    let (naive, blended) = (off(0.0), off(0.5 * arm::TURNS[1]));
    println!("half bent: {:.2} mm by the skin alone, {:.2} mm with its forms", 1e3 * naive, 1e3 * blended);
    assert!(blended < 0.6 * naive, "{naive} {blended}");
}

/// Half a turn against each other, and nothing is left of one direction: held back and told, not thrown away.
#[test]
fn a_skin_that_folds_flat_is_told() {
    let project = project(|text| text).unwrap_or_else(|e| panic!("{e}"));
    let mut shape = project.shapes.iter().find(|shape| shape.name == "arm").expect("an arm").clone();
    let turned = Mat4::from_rotation_y(std::f32::consts::PI);
    let rest: Vec<Mat4> = arm::Form { name: "rest", build: 0.0, pose: [0.0; 3] }.joints();
    let flat: Vec<Mat4> = (0..rest.len())
        .map(|j| if j < 2 { rest[j] } else { rest[2] * turned * rest[2].inverse() * rest[j] })
        .collect();
    shape.forms[2].pose = Some(flat);
    // Around the elbow, as much of the one as of the other.
    let influences = shape.rest.mesh.influences.as_mut().expect("a skin").items_mut();
    influences
        .iter_mut()
        .filter(|(_, weight)| (0.2..0.8).contains(weight))
        .for_each(|(_, weight)| *weight = 0.5);
    let built = project.build_shape(&shape).unwrap_or_else(|e| panic!("{e}"));
    assert!(!built.unposed[2].flat.is_empty());
    assert!(built.warnings.iter().any(|own| own.criterion == Criterion::FoldedFlat), "{:?}", built.warnings);
    let size = project.shapes[1].rest.mesh.size();
    let form = at(&built.shape, &[0.0, 0.0, arm::TURNS[1], 0.0], vec![]);
    assert!(form.positions.iter().all(|p| p.length() < 30.0 * size), "nothing is thrown away");
}

#[test]
fn attributes_are_found_as_the_project_says() {
    let with = |how: &str| {
        let project = project(|text| {
            text.replacen(
                "[shapes.blob]\n",
                &format!("[shapes.blob]\nattributes = {{ normal = {how} }}\n"),
                1,
            )
        });
        project.and_then(|project| Ok(project.build_shape(&project.shapes[0])?.shape))
    };
    let interpolation = |shape: &Shape| {
        let channel = shape.channel(Attribute::Normal).expect("normals");
        shape.parts().channels[channel].interpolation
    };
    for (how, expected) in [
        ("\"fixed\"", Interpolation::Fixed),
        ("\"mean\"", Interpolation::Fixed),
        ("\"normalised\"", Interpolation::Normalised),
        ("\"spherical\"", Interpolation::Spherical),
        ("{ recomputed = 4 }", Interpolation::Recomputed { every: 4 }),
        ("\"other\"", Interpolation::Other),
    ] {
        assert_eq!(interpolation(&with(how).unwrap_or_else(|e| panic!("{e}"))), expected, "{how}");
    }
    let said = with("\"smooth\"").map(|_| ()).expect_err("no such way").to_string();
    assert!(said.contains("recomputed"), "{said}");
}

#[test]
fn what_does_not_fit_is_told_with_its_file() {
    let refused = |from: &str, to: &str| {
        let project = project(|text| text.replace(from, to));
        let outcome = project
            .and_then(|project| project.shapes.iter().try_for_each(|s| project.build_shape(s).map(|_| ())));
        outcome.expect_err("it does not fit").to_string()
    };
    let said = refused("\"blob_thick.ply\"", "\"arm_slender.ply\"");
    assert!(said.contains("arm_slender.ply") && said.contains("642") && said.contains("1335"), "{said}");
    let said = refused("\"blob_thick.ply\"", "\"blob_fat.ply\"");
    assert!(said.contains("blob_fat.ply") && said.contains("cannot be read"), "{said}");
    let said = refused("\"blob_thick.ply\"", "\"blob_thick.ply#smile\"");
    assert!(said.contains("no morph target \"smile\""), "{said}");
    let said = refused("rest = \"arm.glb\"", "rest = \"arm_slender.ply\"");
    assert!(said.contains("no skin"), "{said}");
}

#[test]
fn forms_are_morph_targets_of_one_file() {
    let project = project(|text| text).unwrap_or_else(|e| panic!("{e}"));
    let shape = project.shapes.iter().find(|shape| shape.name == "arm").expect("an arm");
    let built = project.build_shape(shape).unwrap_or_else(|e| panic!("{e}"));
    let moment = |secs: f32, elbow: f32| {
        let mut examples = vec![0.0; 8];
        built.shape.weights(&[0.5, 0.0, elbow, 0.0], &mut examples);
        Weighted { secs, examples, features: vec![] }
    };
    let moments = [moment(0.0, 0.3), moment(1.0, 0.9)];
    let bytes =
        gltf::mesh::write(&file(&built.shape, &shape.rest, &moments)).unwrap_or_else(|e| panic!("{e}"));
    adverb_testdata::keep_glb("shape-arm", &bytes);
    let back = formats::read_mesh("arm.glb", &bytes, &mut |_| None).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!((back.targets.len(), back.joints.len(), back.animations.len()), (7, 4, 1));
    // Eq. 8 in any engine: base and targets by their weights.
    let own = form_mesh(&built.shape, None, &moments[0]);
    let mut sum = back.mesh.positions.clone();
    for (target, weight) in back.targets.iter().zip(&back.weights) {
        target.dense(sum.len()).iter().zip(&mut sum).for_each(|(delta, sum)| *sum += *weight * *delta);
    }
    assert!(farthest(&sum, &own.positions) < 1e-6 * own.size());
}

/// The 55 expressions of ../shared/data/mesh/face, as features and as forms.
#[test]
fn a_face_makes_expressions() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let folder = data.join("mesh/face");
    let mut read = |file: &str| std::fs::read(folder.join(file)).map_err(|e| e.to_string());
    let text = "[shapes.face]\nrest = \"ict_expressions.glb\"\nfeatures = true\nclamp = true\nthreshold = 0.001\nattributes = { normal = \"recomputed\" }\n\
                [shapes.mouth]\nadjectives = { open = [0, 1], smile = [0, 1] }\n\
                [[shapes.mouth.examples]]\nform = \"ict_neutral.obj\"\nat = { open = 0, smile = 0 }\n\
                [[shapes.mouth.examples]]\nform = \"ict_jawOpen.obj\"\nat = { open = 1, smile = 0 }\n\
                [[shapes.mouth.examples]]\nform = \"ict_expressions.glb#mouthSmile_L\"\nat = { open = 0, smile = 1 }\n";
    let project = Project::load("adverb.toml", text, &mut read).unwrap_or_else(|e| panic!("{e}"));
    let built: Vec<Built> = project
        .shapes
        .iter()
        .map(|shape| project.build_shape(shape).unwrap_or_else(|e| panic!("{e}")))
        .collect();
    let face = &built[0].shape;
    let features = &face.parts().features.features;
    assert_eq!((features.len(), face.parts().vertices), (55, 9409));
    let names: Vec<String> = features.iter().map(|feature| feature.name.clone()).collect();
    let known = arkit(&names).iter().filter(|(_, turned)| !turned.is_empty()).count();
    println!("{known} of {} of ARKit's names", ARKIT.len());
    assert!(known >= 45, "{known}");
    // Features move a part of the face, each its own.
    let moved: usize = features.iter().map(|feature| feature.deltas.len() / 3).sum();
    println!("a feature moves {} of 9409 vertices on average", moved / features.len());
    assert!(moved / features.len() < 4000);
    let jaw = names.iter().position(|name| name == "jawOpen").expect("a jaw");
    let on: Vec<f32> = (0..features.len()).map(|f| if f == jaw { 1.0 } else { 0.0 }).collect();
    let open = at(face, &[], on);
    let truth =
        formats::read_mesh("ict_jawOpen.obj", &read("ict_jawOpen.obj").expect("a file"), &mut |_| None);
    let truth = mesh::conform(&truth.expect("a mesh").mesh, &project.shapes[0].rest.mesh)
        .unwrap_or_else(|e| panic!("{e}"));
    let off = farthest(&open.positions, &truth.positions) / truth.size();
    assert!(off < 1.1e-3, "{off}: no more than the threshold");
    // The same as a form of a space.
    let mouth = at(&built[1].shape, &[1.0, 0.0], vec![]);
    assert!(
        farthest(
            &mouth.positions,
            &mesh::conform(&truth, &project.shapes[1].rest.mesh).expect("one mesh").positions
        ) < 1e-5 * truth.size()
    );
}

/// Twelve and more targets of a gallop, on a ring of time.
#[test]
fn morph_targets_over_time_are_a_shape_on_a_ring() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    for name in ["Horse", "Flamingo", "Parrot", "Stork"] {
        let bytes = std::fs::read(data.join(format!("mesh/sequences/{name}.glb"))).expect("a sequence");
        let file = formats::read_mesh("x.glb", &bytes, &mut |_| None).unwrap_or_else(|e| panic!("{e}"));
        let count = file.targets.len();
        let mut text = format!(
            "[shapes.{name}]\nadjectives = {{ phase = {{ range = [0, {count}], periodic = true }} }}\n"
        );
        for (i, target) in file.targets.iter().enumerate() {
            text += &format!(
                "[[shapes.{name}.examples]]\nform = \"x.glb#{}\"\nat = {{ phase = {i} }}\n",
                target.name
            );
        }
        let mut read = |_: &str| Ok(bytes.clone());
        let project = Project::load("adverb.toml", &text, &mut read).unwrap_or_else(|e| panic!("{e}"));
        let shape = project.build_shape(&project.shapes[0]).unwrap_or_else(|e| panic!("{e}")).shape;
        for i in 0..count {
            let off = farthest(&at(&shape, &[i as f32], vec![]).positions, &file.form(i).positions);
            assert!(off < 1e-4 * file.mesh.size(), "{name} {i}: {off}");
        }
        let [last, first] = [count as f32 - 0.001, 0.001].map(|phase| at(&shape, &[phase], vec![]));
        assert!(
            farthest(&last.positions, &first.positions) < 0.01 * file.mesh.size(),
            "{name}: the ring is closed"
        );
        println!("{name}: {count} forms of {} vertices", shape.parts().vertices);
    }
}

/// A knob that is read from poses poses: what the sculpture shows is the form in the pose that its designer made it in.
#[test]
fn a_knob_that_a_pose_turns_turns_the_pose() {
    let project = project(|text| text).unwrap_or_else(|e| panic!("{e}"));
    assert!(project.warnings.is_empty(), "{:?}", project.warnings);
    let packed = project.pack(|_| ()).unwrap_or_else(|e| panic!("{e}"));
    let (shape, skeleton) = (packed.pack.shape_named("arm").expect("an arm"), packed.pack.skeleton());
    let mut sculpture = Sculpture::new(shape.clone(), skeleton.clone());
    assert!(sculpture.is_posed());
    for form in &arm::FORMS {
        sculpture.set_knob(0, form.build);
        (0..3).for_each(|joint| sculpture.set_knob(1 + joint, arm::TURNS[joint] * form.pose[joint]));
        sculpture.update();
        let shown: Vec<Vec3> = sculpture.positions().chunks_exact(3).map(Vec3::from_slice).collect();
        let made = form.mesh();
        let off = farthest(&shown, &made.positions) / made.size();
        assert!(off < 1e-4, "{}: {off}", form.name);
    }
}

/// The other way round: an elbow that bends by itself drives its bulge.
#[test]
fn a_pose_turns_the_knobs_that_are_read_from_it() {
    let project = project(|text| text).unwrap_or_else(|e| panic!("{e}"));
    let packed = project.pack(|_| ()).unwrap_or_else(|e| panic!("{e}"));
    let (shape, skeleton) = (packed.pack.shape_named("arm").expect("an arm"), packed.pack.skeleton());
    let (mut turned, mut read) =
        (Sculpture::new(shape.clone(), skeleton.clone()), Sculpture::new(shape.clone(), skeleton.clone()));
    let point = [0.3, -0.4, 1.2, 0.5];
    (0..4).for_each(|knob| turned.set_knob(knob, point[knob]));
    read.set_knob(0, point[0]);
    let mut dofs = skeleton.rest_pose();
    shape.pose(&point, &mut dofs);
    read.follow(&dofs);
    for (read, asked) in read.point().iter().zip(point) {
        assert!((read - asked).abs() < 1e-5, "{read} {asked}");
    }
    read.update();
    turned.update();
    let apart = read.positions().iter().zip(turned.positions()).map(|(a, b)| (a - b).abs());
    assert!(apart.fold(0.0, f32::max) < 1e-5);
}

/// Vertices that features move and examples do not: they come back when the feature goes, whatever else is turned meanwhile.
#[test]
fn a_feature_that_goes_leaves_nothing_behind() {
    let project = project(|text| text).unwrap_or_else(|e| panic!("{e}"));
    let mut definition = project.shapes[0].clone();
    let smile = mesh::Target::between("smile", &definition.forms[0].mesh, &definition.forms[4].mesh);
    definition.features = vec![smile];
    let all = definition.forms[0].mesh.clone();
    // Half of the vertices are where the first form has them in all forms.
    for form in &mut definition.forms {
        form.mesh.positions[..321].copy_from_slice(&all.positions[..321]);
    }
    let shape = project.build_shape(&definition).unwrap_or_else(|e| panic!("{e}")).shape;
    let mut sculpture = Sculpture::new(shape, project.skeleton);
    let before = sculpture.positions().to_vec();
    for knob in [0.5, -0.5, 1.0, 0.0] {
        sculpture.set_knob(0, knob);
        sculpture.set_feature(0, knob.abs());
        sculpture.update();
    }
    assert_eq!(sculpture.positions(), before);
    sculpture.set_feature(0, 1.0);
    sculpture.update();
    assert_ne!(sculpture.positions(), before);
}

#[test]
fn normals_can_be_found_in_every_way_that_the_pack_has_numbers_for() {
    let built = built("blob");
    let shape = &built.shape;
    assert_eq!(shape.normals().count(), 5);
    let recomputed =
        shape.with_normals(Interpolation::Recomputed { every: 1 }).expect("found from positions");
    assert_eq!(recomputed.normals().map(Interpolation::name).collect::<Vec<_>>(), ["fixed", "recomputed"]);
    assert!(recomputed.with_normals(Interpolation::Linear).is_none());
    let skeleton = project(|text| text).unwrap_or_else(|e| panic!("{e}")).skeleton;
    let mut own = Sculpture::new(shape.clone(), skeleton);
    own.set_knob(0, 0.5);
    let [own, other] = [shape, &recomputed].map(|shape| {
        let mut like = own.like(shape.clone());
        like.update();
        like
    });
    assert_eq!(own.positions(), other.positions());
    assert_ne!(own.attribute(1), other.attribute(1));
}
