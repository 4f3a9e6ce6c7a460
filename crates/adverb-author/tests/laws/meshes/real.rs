//! Meshes of other people's programs.

use std::path::Path;

use adverb_author::finding::Verdict;
use adverb_author::formats::{gltf, obj, ply};
use adverb_author::mesh::{Interpolation, MeshFile, check, conform, repair};
use adverb_testdata::{data_dir, files_below};

use glam::Vec3;

use super::made::{apart, bits, read, refusal};
use super::skins::skinned;

pub fn load(path: &Path) -> MeshFile {
    read(&path.display().to_string(), &std::fs::read(path).unwrap())
}

#[test]
fn a_neutral_face_with_a_target_is_the_mesh_of_that_expression() {
    let Some(data) = data_dir() else { return };
    let face = load(&data.join("mesh/face/ict_expressions.glb"));
    assert_eq!((face.mesh.positions.len(), face.targets.len()), (9409, 55));
    let neutral = load(&data.join("mesh/face/ict_neutral.obj"));
    assert_eq!((neutral.mesh.faces.len(), neutral.mesh.point_count()), (9230, 9409));
    let mut compared = 0;
    for path in files_below(&data.join("mesh/face"), "obj") {
        let expression = load(&path).mesh;
        let name = path.file_stem().unwrap().to_str().unwrap().strip_prefix("ict_").unwrap().to_owned();
        // Quads there, triangles here: the same vertices.
        let conformed = conform(&expression, &face.mesh).unwrap();
        let form = match face.targets.iter().position(|target| target.name == name) {
            Some(target) => face.form(target),
            None => face.mesh.clone(),
        };
        let off = apart(&form, &conformed);
        assert!(off < 1e-5, "{name}: {off}");
        assert_eq!(conform(&face.form(3), &expression).unwrap().faces, expression.faces);
        compared += 1;
    }
    assert_eq!(compared, 7);
}

#[test]
fn real_files_come_back_bit_by_bit_from_every_format() {
    let Some(data) = data_dir() else { return };
    let mut files = files_below(&data.join("mesh/gltf"), "glb");
    files.extend(files_below(&data.join("mesh/gltf"), "gltf"));
    files.extend(files_below(&data.join("mesh/sequences"), "glb"));
    files.extend(files_below(&data.join("mesh/face"), "obj"));
    files.push(data.join("mesh/dem-bones/bone_frame0.obj"));
    assert!(files.len() >= 20, "{}", files.len());
    for path in files {
        let mut file = load(&path);
        let name = path.display();
        assert!(file.mesh.faces.len() > 1, "{name}");
        let obj = read("a.obj", obj::write(&file.mesh).as_bytes());
        assert_eq!(bits(&obj.mesh), bits(&file.mesh), "{name}");
        let ply = read("a.ply", &ply::write(&file.mesh));
        assert_eq!((bits(&ply.mesh), &ply.mesh.faces), (bits(&file.mesh), &file.mesh.faces), "{name}");
        let kept = read(&file.mesh.file, &gltf::mesh::write(&file).unwrap());
        assert_eq!(
            (&kept.targets, &kept.animations, &kept.joints),
            (&file.targets, &file.animations, &file.joints)
        );
        let is_obj = path.extension().unwrap() == "obj";
        assert!(is_obj || kept.mesh == file.mesh, "{name}");
        // As if other targets had been made of its forms, and one frame of another shape.
        file.mesh.positions[0].x += 0.25;
        file.targets.reverse();
        file.animations.truncate(1);
        let bytes = gltf::mesh::write(&file).unwrap();
        // The samples of glTF have remarks of the validator's coming to themselves.
        if !path.parent().is_some_and(|folder| folder.ends_with("gltf")) {
            adverb_testdata::keep_glb(&path.file_stem().unwrap().to_string_lossy(), &bytes);
        }
        let changed = read(&file.mesh.file, &bytes);
        let size = file.mesh.size();
        // What nodes turn is turned back and forth, to within rounding.
        for (own, there) in changed.mesh.positions.iter().zip(&file.mesh.positions) {
            assert!(own.distance(*there) <= 1e-6 * size, "{name}");
        }
        assert_eq!(changed.targets.len(), file.targets.len(), "{name}");
        for (own, there) in changed.targets.iter().zip(&file.targets) {
            assert_eq!((&own.name, &own.vertices), (&there.name, &there.vertices), "{name}");
            let near = |(own, there): (&Vec3, &Vec3)| own.distance(*there) <= 1e-6 * size;
            assert!(own.positions.iter().zip(&there.positions).all(near), "{name}");
        }
    }
}

#[test]
fn sequences_show_one_target_after_the_other() {
    let Some(data) = data_dir() else { return };
    for (name, targets) in [("Flamingo", 14), ("Horse", 15), ("Parrot", 12), ("Stork", 13)] {
        let file = load(&data.join(format!("mesh/sequences/{name}.glb")));
        assert_eq!(file.targets.len(), targets);
        let animation = &file.animations[0];
        assert_eq!(animation.interpolation, Interpolation::Linear);
        for (key, weights) in animation.weights.chunks_exact(targets).enumerate() {
            assert_eq!(weights.iter().sum::<f32>(), 1.0, "{name}, key {key}");
        }
        assert!(
            file.mesh.colours.is_some()
                && file.targets.iter().skip(1).all(|target| !target.vertices.is_empty())
        );
    }
}

#[test]
fn targets_are_read_with_their_normals_tangents_and_names() {
    let Some(data) = data_dir() else { return };
    let cube = load(&data.join("mesh/gltf/AnimatedMorphCube.glb"));
    assert_eq!(cube.targets.len(), 2);
    assert!(cube.targets.iter().all(|t| t.normals.is_some() && t.tangents.is_some()));
    assert_eq!(cube.animations[0].weights.len(), 2 * cube.animations[0].times.len());
    let stress = load(&data.join("mesh/gltf/MorphStressTest.glb"));
    let names: Vec<&str> = stress.targets.iter().map(|target| target.name.as_str()).collect();
    assert_eq!(names, (1..=8).map(|key| format!("Key {key}")).collect::<Vec<_>>());
    let animations: Vec<&str> = stress.animations.iter().map(|animation| animation.name.as_str()).collect();
    assert_eq!(animations, ["Individuals", "TheWave", "Pulse"]);
    assert_eq!(stress.mesh.parts.len(), 2);
}

#[test]
fn skins_at_rest_have_the_size_of_their_mesh() {
    let Some(data) = data_dir() else { return };
    for (name, joints) in [("CesiumMan", 19), ("RiggedFigure", 19), ("RiggedSimple", 2), ("Fox", 24)] {
        let mut file = load(&data.join(format!("mesh/gltf/{name}.glb")));
        assert_eq!(file.joints.len(), joints, "{name}");
        repair(&mut file);
        let influences = file.mesh.influences.as_ref().unwrap();
        assert!(
            influences.iter().all(|list| (list.iter().map(|l| l.1).sum::<f32>() - 1.0).abs() < 1e-5),
            "{name}"
        );
        let extent = |places: &[glam::DVec3]| {
            let low = places.iter().copied().fold(glam::DVec3::INFINITY, glam::DVec3::min);
            let high = places.iter().copied().fold(glam::DVec3::NEG_INFINITY, glam::DVec3::max);
            low.distance(high)
        };
        let own: Vec<glam::DVec3> = file.mesh.positions.iter().map(|p| p.as_dvec3()).collect();
        let ratio = extent(&skinned(&file)) / extent(&own);
        assert!((0.7..1.4).contains(&ratio), "{name}: {ratio}");
        assert!(file.mesh.normals.is_some(), "{name}: the Fox has none of its own");
    }
    let simple = load(&data.join("mesh/gltf/SimpleSkin.gltf"));
    assert_eq!((simple.joints.len(), simple.mesh.positions.len()), (2, 10));
}

#[test]
fn real_meshes_have_no_errors() {
    let Some(data) = data_dir() else { return };
    for extension in ["glb", "gltf", "obj"] {
        for path in files_below(&data.join("mesh"), extension) {
            let found = check(&load(&path).mesh);
            assert!(
                found.iter().all(|finding| finding.verdict < Verdict::Error),
                "{}: {found:?}",
                path.display()
            );
        }
    }
}

#[test]
fn damaged_meshes_are_refused_with_the_place() {
    let Some(data) = data_dir() else { return };
    for (file, word) in [
        ("s_face_index_out_of_range.obj", "refers to no vertex"),
        ("s_nan_vertex.obj", "not finite"),
        ("s_accessor_too_long.glb", "accessor"),
        ("s_bad_magic.glb", "byte 0"),
        ("s_joint_index_out_of_range.glb", "joint 0 is node 99999"),
        ("s_node_cycle.glb", "node"),
        ("s_truncated.glb", "byte 8"),
        ("s_truncated_json.glb", ""),
        ("s_view_out_of_buffer.glb", "buffer view"),
        ("s_wrong_total_length.glb", "byte"),
    ] {
        let told = refusal(file, &std::fs::read(data.join("formats/corrupt").join(file)).unwrap());
        assert!(told.contains(word) && told.contains(file), "{told}");
    }
}
