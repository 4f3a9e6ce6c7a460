//! FBX of other people's programs, held against the meshes that those programs wrote.
#![cfg(feature = "fbx")]

use adverb_author::formats::gltf;
use adverb_author::mesh::{Mesh, MeshFile, conform};
use adverb_testdata::data_dir;
use glam::{DVec3, Vec3};

use super::made::{apart, bits, read};
use super::real::load;
use super::skins::skinned;

/// OBJ files have the file's own unit, FBX becomes metres.
fn in_metres(mesh: Mesh, unit_m: f32) -> Mesh {
    Mesh { positions: mesh.positions.iter().map(|p| *p * unit_m).collect(), ..mesh }
}

#[test]
fn an_fbx_mesh_conforms_to_the_same_mesh_as_obj() {
    let Some(data) = data_dir() else { return };
    let folder = data.join("mesh/dem-bones");
    let frame = load(&folder.join("bone_frame0.obj")).mesh;
    for name in ["Bone_Geom.fbx", "Bone_Skin.fbx", "Bone_All.fbx", "Decomposition_20.fbx"] {
        let file = load(&folder.join(name));
        assert_eq!(file.mesh.point_count(), 754, "{name}");
        let mut conformed = conform(&file.mesh, &frame).unwrap();
        // The node stands higher than its geometry; the sequence is that of the geometry, and of less digits.
        conformed.positions.iter_mut().for_each(|p| p.y -= 0.003_851_149);
        let off = apart(&conformed, &in_metres(frame.clone(), 0.01));
        assert!(off < 5e-5, "{name}: {off}");
        let back = conform(&frame, &file.mesh).unwrap();
        assert_eq!(back.faces, file.mesh.faces);
    }
}

#[test]
fn a_skin_at_rest_is_where_ufbx_has_it() {
    let Some(data) = data_dir() else { return };
    let files = [
        "mesh/dem-bones/Bone_Skin.fbx",
        "mesh/dem-bones/Bone_All.fbx",
        "mesh/dem-bones/Decomposition_20.fbx",
        "formats/fbx/blender_279_sausage_7400_binary.fbx",
        "formats/fbx/blender_279_sausage_6100_ascii.fbx",
        "formats/fbx/maya_game_sausage_7500_binary_combined.fbx",
        "formats/fbx/max7_skin_5000_binary.fbx",
    ];
    for name in files {
        let path = data.join(name);
        let file = load(&path);
        let bytes = std::fs::read(&path).unwrap();
        // ufbx's own conversion and skinning, apart from ours.
        let options = ufbx::LoadOpts {
            evaluate_skinning: true,
            target_axes: ufbx::CoordinateAxes::right_handed_y_up(),
            target_unit_meters: 1.0,
            ..ufbx::LoadOpts::default()
        };
        let scene = ufbx::load_memory(&bytes, options).ok().unwrap();
        let mesh = scene.meshes.iter().find(|mesh| !mesh.skin_deformers.is_empty()).unwrap();
        assert!(!mesh.skinned_is_local);
        let own = skinned(&file);
        let size = f64::from(file.mesh.size());
        let mut worst: f64 = 0.0;
        for (v, at) in own.iter().enumerate() {
            let there = mesh.skinned_position.values.as_ref()[file.mesh.point(v) as usize];
            let sum: f32 = file.mesh.influences.as_ref().unwrap().get(v).iter().map(|l| l.1).sum();
            worst = worst.max((*at / f64::from(sum)).distance(DVec3::new(there.x, there.y, there.z)));
        }
        assert!(worst < 1e-5 * size, "{name}: {worst} of {size}");
    }
}

/// The mesh as the weights of a moment show it.
fn shown(file: &MeshFile, weights: &[f32]) -> Vec<Vec3> {
    let mut positions = file.mesh.positions.clone();
    for (target, &weight) in file.targets.iter().zip(weights) {
        for (&vertex, &delta) in target.vertices.iter().zip(&target.positions) {
            positions[vertex as usize] += weight * delta;
        }
    }
    positions
}

#[test]
fn blend_shapes_and_their_weights_over_time_are_those_of_ufbx() {
    let Some(data) = data_dir() else { return };
    let [text, binary] = ["ascii", "binary"]
        .map(|form| load(&data.join(format!("formats/fbx/maya_blend_shape_cube_7700_{form}.fbx"))));
    assert_eq!((text.targets.len(), text.mesh.point_count()), (2, 8));
    assert!(apart(&text.mesh, &binary.mesh) < 1e-6);
    assert_eq!((&text.targets, &text.weights), (&binary.targets, &binary.weights));
    let bytes = std::fs::read(data.join("formats/fbx/maya_blend_shape_cube_7700_binary.fbx")).unwrap();
    let scene = ufbx::load_memory(&bytes, ufbx::LoadOpts::default()).ok().unwrap();
    let animation = &binary.animations[0];
    assert!(animation.times.len() > 2);
    let mut moves: f32 = 0.0;
    for (key, (&secs, weights)) in animation.times.iter().zip(animation.weights.chunks_exact(2)).enumerate() {
        let stack = &scene.anim_stacks[0];
        let options = ufbx::EvaluateOpts { evaluate_skinning: true, ..Default::default() };
        let time = stack.time_begin + f64::from(secs);
        let then = ufbx::evaluate_scene(&scene, &stack.anim, time, options).ok().unwrap();
        let mesh = &then.meshes[0];
        let node = &mesh.element.instances[0];
        for (v, at) in shown(&binary, weights).into_iter().enumerate() {
            let there = mesh.skinned_position.values.as_ref()[binary.mesh.point(v) as usize];
            let there = match mesh.skinned_is_local {
                true => ufbx::transform_position(&node.geometry_to_world, there),
                false => there,
            };
            let there = Vec3::new(there.x as f32, there.y as f32, there.z as f32) * 0.01;
            assert!(at.distance(there) < 1e-5 * binary.mesh.size(), "key {key}, vertex {v}: {at} {there}");
            moves = moves.max(at.distance(binary.mesh.positions[v]));
        }
    }
    assert!(moves > 0.05 * binary.mesh.size(), "{moves}");
}

#[test]
fn an_fbx_mesh_written_as_glb_comes_back_with_its_skin_and_shapes() {
    let Some(data) = data_dir() else { return };
    for name in [
        "mesh/dem-bones/Decomposition_20.fbx",
        "formats/fbx/maya_blend_shape_cube_7700_ascii.fbx",
        "formats/fbx/max7_skin_5000_binary.fbx",
    ] {
        let file = load(&data.join(name));
        let bytes = gltf::mesh::write(&file).unwrap();
        adverb_testdata::keep_glb(name, &bytes);
        let back = read("back.glb", &bytes);
        assert_eq!(bits(&back.mesh), bits(&file.mesh), "{name}");
        assert_eq!(
            (&back.targets, back.joints.len(), &back.animations),
            (&file.targets, file.joints.len(), &file.animations)
        );
    }
}
