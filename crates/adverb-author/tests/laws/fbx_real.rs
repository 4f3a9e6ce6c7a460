//! FBX from other people's programs, held against the meshes that those programs deformed themselves.
#![cfg(feature = "fbx")]

use std::path::Path;

use adverb_author::clip::{Clip, Transform};
use adverb_author::formats::fbx::{self, clip::ReadOptions};
use adverb_author::formats::gltf;
use adverb_author::import::{ImportOptions, import};
use glam::{DMat4, DVec3, DVec4};

fn load(path: &Path, take: Option<&str>) -> Clip {
    let bytes = std::fs::read(path).unwrap();
    fbx::clip::read(&path.display().to_string(), &bytes, ReadOptions { animation: take }).unwrap()
}

fn matrix(m: &ufbx::Matrix) -> DMat4 {
    DMat4::from_cols(
        DVec4::new(m.m00, m.m10, m.m20, 0.0),
        DVec4::new(m.m01, m.m11, m.m21, 0.0),
        DVec4::new(m.m02, m.m12, m.m22, 0.0),
        DVec4::new(m.m03, m.m13, m.m23, 1.0),
    )
}

/// The vertices of the file's only skinned mesh with the joints as they are in `pose`: every vertex goes from where it was
/// bound along with its joints. Only the weights and where it was bound are ufbx's; joints and rest pose are ours.
fn skinned(path: &Path, clip: &Clip, pose: &[Transform]) -> Vec<DVec3> {
    let bytes = std::fs::read(path).unwrap();
    let scene = ufbx::load_memory(&bytes, ufbx::LoadOpts::default()).ok().unwrap();
    let mesh = scene.meshes.iter().find(|mesh| !mesh.skin_deformers.is_empty()).unwrap();
    let skin = &mesh.skin_deformers[0];
    let (rest, now) = (clip.world(&clip.rest()), clip.world(pose));
    let moved: Vec<_> = skin
        .clusters
        .iter()
        .map(|cluster| {
            let name: &str = &cluster.bone_node.as_ref().unwrap().element.name;
            let joint = clip.joint_named(name).unwrap();
            let bound = matrix(&cluster.bind_to_world) * matrix(&cluster.geometry_to_bone);
            (now[joint].compose(rest[joint].inverse()), bound)
        })
        .collect();
    let vertex = |(at, weights): (&ufbx::Vec3, &ufbx::SkinVertex)| {
        let weights = &skin.weights.as_ref()[weights.weight_begin as usize..][..weights.num_weights as usize];
        let at = DVec3::new(at.x, at.y, at.z);
        let (mut sum, mut total) = (DVec3::ZERO, 0.0);
        for weight in weights {
            let (moved, bound) = &moved[weight.cluster_index as usize];
            let place = bound.transform_point3(at);
            sum += weight.weight * (moved.translation + moved.rotation * place);
            total += weight.weight;
        }
        sum / total
    };
    mesh.vertices.iter().zip(&skin.vertices).map(vertex).collect()
}

fn obj(path: &Path) -> Vec<DVec3> {
    let text = std::fs::read_to_string(path).unwrap();
    let vertices = text.lines().filter_map(|line| line.strip_prefix("v "));
    let number = |line: &str| line.split_whitespace().map(|w| w.parse().unwrap()).collect::<Vec<f64>>();
    vertices.map(|line| DVec3::from_slice(&number(line))).collect()
}

fn worst(a: &[DVec3], b: &[DVec3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max)
}

const BLENDER: [&str; 2] = ["blender_279_sausage_6100_ascii", "blender_279_sausage_7400_binary"];
const MAYA: [&str; 3] = [
    "maya_game_sausage_6100_ascii_combined",
    "maya_game_sausage_7500_ascii_combined",
    "maya_game_sausage_7500_binary_combined",
];

/// File, take, deformed mesh, the frame of the take that it is, and how near of the mesh's size. Takes begin where they
/// begin: frame 10 of the scene is frame 9 of a take from frame 1 on.
fn truths() -> Vec<(&'static str, &'static str, &'static str, usize, f64)> {
    let blender = [
        ("Base", "blender_279_sausage_base_0", 0, 0),
        ("Spin", "blender_279_sausage_spin_15", 16, 15),
        ("Wiggle", "blender_279_sausage_wiggle_20", 19, 19),
    ];
    let skeletons = ["Skeleton|Base", "Skeleton|Spin", "Skeleton|Wiggle"];
    let blender = blender.into_iter().zip(skeletons).flat_map(|((take, mesh, ascii, binary), full)| {
        [(BLENDER[0], take, mesh, ascii, 1e-6), (BLENDER[1], full, mesh, binary, 1e-6)]
    });
    let maya = MAYA.into_iter().flat_map(|file| {
        [("wiggle", "maya_game_sausage_wiggle_10", 9), ("spin", "maya_game_sausage_spin_15", 15)]
            .map(|(take, mesh, frame)| (file, take, mesh, frame, 1e-6))
    });
    // Those meshes are themselves 4e-5 off: ufbx's own skinning is as far from them.
    let max = [("max7_skin_5", 5), ("max7_skin_15", 15)]
        .map(|(mesh, frame)| ("max7_skin_5000_binary", "Take 001", mesh, frame, 5e-5));
    blender.chain(maya).chain(max).collect()
}

#[test]
fn a_skinned_mesh_is_where_the_program_that_wrote_the_file_has_it() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let folder = data.join("formats/fbx");
    for (file, take, mesh, frame, most) in truths() {
        let path = folder.join(format!("{file}.fbx"));
        let clip = load(&path, Some(take));
        let truth = obj(&folder.join(format!("{mesh}.obj")));
        let ours = skinned(&path, &clip, clip.frame(frame));
        assert_eq!(ours.len(), truth.len(), "{file}");
        let size = truth.iter().map(|v| v.distance(truth[0])).fold(0.0, f64::max);
        let off = worst(&ours, &truth) / size;
        println!("{file} '{take}' frame {frame}: {off:.1e} of the size of {mesh}");
        assert!(off < most, "{file} '{take}' {mesh}: {off:.1e}");
    }
}

/// In all frames of all takes, not only where there is a mesh to compare with; the bones that stretch are the exception.
#[test]
fn a_skinned_mesh_moves_as_ufbx_moves_it() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    for file in BLENDER.into_iter().chain(MAYA).chain(["max7_skin_5000_binary"]) {
        let path = data.join(format!("formats/fbx/{file}.fbx"));
        let bytes = std::fs::read(&path).unwrap();
        let scene = ufbx::load_memory(&bytes, ufbx::LoadOpts::default()).ok().unwrap();
        for stack in &scene.anim_stacks {
            let wish = ReadOptions { animation: Some(&stack.element.name) };
            let Ok(clip) = fbx::clip::read(file, &bytes, wish) else { continue };
            let told = clip.source.warnings.iter().any(|w| w.said().contains("scales are animated"));
            assert_eq!(told, &*stack.element.name == "deform", "{:?}", clip.source.warnings);
            for frame in (0..clip.frame_count()).filter(|_| !told) {
                let secs = stack.time_begin + frame as f64 / clip.fps;
                let options = ufbx::EvaluateOpts { evaluate_skinning: true, ..Default::default() };
                let posed = ufbx::evaluate_scene(&scene, &stack.anim, secs, options).ok().unwrap();
                let mesh = posed.meshes.iter().find(|mesh| !mesh.skin_deformers.is_empty()).unwrap();
                let theirs: Vec<_> =
                    mesh.skinned_position.values.iter().map(|v| DVec3::new(v.x, v.y, v.z)).collect();
                let ours = skinned(&path, &clip, clip.frame(frame));
                let size = theirs.iter().map(|v| v.distance(theirs[0])).fold(0.0, f64::max);
                let off = worst(&ours, &theirs) / size;
                assert!(off < 1e-6, "{file} '{}' frame {frame}: {off:.1e}", stack.element.name);
            }
        }
    }
}

/// All rotation orders and pre- and post-rotations, of nodes that bear a mesh; without the mesh they are joints.
#[test]
fn nodes_turn_in_every_rotation_order() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let folder = data.join("formats/fbx");
    let text = std::fs::read_to_string(folder.join("casegen_rotation_order_7500_ascii.fbx")).unwrap();
    let clip = fbx::clip::read(
        "casegen",
        text.replace("Geometry: ", "Ignored: ").as_bytes(),
        ReadOptions::default(),
    )
    .unwrap();
    let truth = obj(&folder.join("casegen_rotation_order.obj"));
    let corners = [
        [0.0, 0.0, -1.5],
        [1.5, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.5, 0.0, 0.0],
        [0.0, 0.5, 0.0],
        [0.5, 0.0, 1.5],
        [0.0, 0.5, 1.5],
        [0.0, 0.0, 1.5],
    ];
    assert_eq!(truth.len(), clip.joints.len() * corners.len());
    let world = clip.world(&clip.rest());
    for ((joint, world), truth) in clip.joints.iter().zip(&world).zip(truth.chunks(corners.len())) {
        let ours = corners.map(|v| world.translation + world.rotation * DVec3::from_array(v));
        assert!(worst(&ours, truth) < 1e-5, "{}: {:.1e}", joint.name, worst(&ours, truth));
    }
}

#[test]
fn every_file_is_read_or_says_what_it_lacks() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let files = [
        ("formats/fbx/blender_279_sausage_7400_binary.fbx", Ok((5, 20))),
        ("formats/fbx/maya_anim_interpolation_7700_ascii.fbx", Ok((1, 61))),
        ("formats/fbx/maya_game_sausage_7500_ascii_combined.fbx", Ok((4, 20))),
        ("formats/fbx/nurbs.fbx", Ok((1, 0))),
        ("mesh/dem-bones/Bone_All.fbx", Ok((6, 400))),
        ("mesh/dem-bones/Bone_Trans.fbx", Ok((6, 400))),
        ("mesh/dem-bones/Bone_Skin.fbx", Ok((6, 0))),
        ("mesh/dem-bones/Decomposition_20.fbx", Ok((20, 400))),
        ("mesh/dem-bones/Bone_Geom.fbx", Err("no skeleton")),
        ("formats/fbx/casegen_rotation_order_7500_binary.fbx", Err("no skeleton")),
        ("formats/fbx/maya_blend_shape_cube_7700_ascii.fbx", Err("blend shapes are a shape's")),
        ("formats/fbx/maya_blend_shape_cube_7700_binary.fbx", Err("blend shapes are a shape's")),
        ("formats/corrupt/s_truncated.fbx", Err("the file is truncated")),
        (
            "formats/corrupt/s_bad_node_offset.fbx",
            Err("byte 27: its record claims to end at byte 2147483647"),
        ),
    ];
    for (file, wanted) in files {
        let bytes = std::fs::read(data.join(file)).unwrap();
        match (import(file, &bytes, &ImportOptions::default()), wanted) {
            (Ok(clip), Ok(wanted)) => assert_eq!((clip.joints.len(), clip.frame_count()), wanted, "{file}"),
            (Err(error), Err(words)) => assert!(error.to_string().contains(words), "{error}"),
            (found, _) => panic!("{file}: {:?}", found.map(|clip| clip.source)),
        }
    }
    assert_eq!(
        adverb_testdata::files_below(&data.join("formats/corrupt"), "fbx").len(),
        2,
        "a file has no test"
    );
}

/// What is read can be written and read again.
#[test]
fn a_take_goes_to_glb_and_back_within_a_hundredth_of_a_millimetre() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    for file in ["formats/fbx/blender_279_sausage_7400_binary.fbx", "mesh/dem-bones/Decomposition_20.fbx"] {
        let bytes = std::fs::read(data.join(file)).unwrap();
        let clip = import(file, &bytes, &ImportOptions::default()).unwrap();
        let back = import(
            "back.glb",
            &gltf::clip::write(&clip),
            &ImportOptions { unit_m: Some(1.0), ..Default::default() },
        );
        let back = back.unwrap();
        assert_eq!(back.frame_count(), clip.frame_count());
        for frame in 0..clip.frame_count() {
            let (a, b) = (clip.world(clip.frame(frame)), back.world(back.frame(frame)));
            let off =
                a.iter().zip(&b).map(|(a, b)| a.translation.distance(b.translation)).fold(0.0, f64::max);
            assert!(off < 1e-5, "{file} frame {frame}: {off}");
        }
    }
}

/// Bytes changed, left out and doubled at random, always the same ones.
#[test]
fn real_files_damaged_at_random_are_an_error_or_a_clip() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let mut state = 1u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for file in BLENDER.into_iter().chain(MAYA).chain(["max7_skin_5000_binary", "nurbs"]) {
        let whole = std::fs::read(data.join(format!("formats/fbx/{file}.fbx"))).unwrap();
        let mut read = 0;
        for _ in 0..150 {
            let mut bytes = whole.clone();
            for _ in 0..=random(8) {
                let (at, length) = (random(bytes.len()), random(40));
                let part = at..(at + length).min(bytes.len());
                match random(4) {
                    0 => bytes[at] = random(256) as u8,
                    1 => bytes[at] ^= 1 << random(8),
                    2 => drop(bytes.drain(part)),
                    _ => bytes.extend_from_within(part),
                }
            }
            if let Ok(clip) = import(file, &bytes, &ImportOptions::default()) {
                assert!(clip.locals.iter().all(|l| l.translation.is_finite() && l.rotation.is_normalized()));
                read += 1;
            }
        }
        println!("{file}: {read} of 150 are still read");
    }
}
