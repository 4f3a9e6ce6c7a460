//! Meshes as the scene of their file shows them: upright, in its size, and all of them.

use adverb_author::finding::Criterion;
use adverb_author::formats::gltf as written;
use adverb_author::mesh::{MeshFile, Target, conform};
use adverb_testdata::gltf::Buffer;
use adverb_testdata::mixamo::{Figure, Part};
use glam::{Mat4, Quat, Vec3};
use serde_json::{Value, json};

use super::made::read;
use crate::support::gltf::taken_apart;
use adverb_testdata::gltf::glb;

/// A tetrahedron whose second vertex a target moves.
fn tetrahedron(buffer: &mut Buffer, name: &str, targets: &[&str]) -> Value {
    let places = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    let slanted = Vec3::ONE.normalize();
    let normals: Vec<f32> =
        [-Vec3::ONE.normalize(), Vec3::X, Vec3::Y, slanted].iter().flat_map(|n| n.to_array()).collect();
    let (position, normal) = (buffer.floats("VEC3", &places), buffer.floats("VEC3", &normals));
    let indices = buffer.shorts("SCALAR", &[0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]);
    let moved: Vec<Value> = targets
        .iter()
        .map(|_| json!({ "POSITION": buffer.floats("VEC3", &[0., 0., 0., 0., 0., 0.5, 0., 0., 0., 0., 0., 0.]) }))
        .collect();
    let mut primitive =
        json!({ "attributes": { "POSITION": position, "NORMAL": normal }, "indices": indices });
    let mut mesh = json!({ "name": name });
    if !targets.is_empty() {
        primitive["targets"] = json!(moved);
        mesh["extras"] = json!({ "targetNames": targets });
    }
    mesh["primitives"] = json!([primitive]);
    mesh
}

/// Two tetrahedra below a node that is turned about x by −90° and half as large, one of them beside the other.
fn turned(scale: [f32; 3]) -> Vec<u8> {
    let mut buffer = Buffer::default();
    let meshes =
        [tetrahedron(&mut buffer, "head", &["open", "smile"]), tetrahedron(&mut buffer, "teeth", &["open"])];
    let back = Quat::from_rotation_x(-std::f32::consts::FRAC_PI_2);
    buffer.into_glb(json!({
        "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": [0] }],
        "nodes": [
            { "name": "Root", "children": [1, 2], "rotation": back.to_array(), "scale": scale },
            { "name": "head", "mesh": 0 },
            { "name": "teeth", "mesh": 1, "translation": [2.0, 0.0, 0.0] },
            { "name": "elsewhere", "mesh": 1 },
        ],
        "meshes": meshes,
    }))
}

#[track_caller]
fn near(own: Vec3, x: f32, y: f32, z: f32) {
    assert!(own.distance(Vec3::new(x, y, z)) < 1e-6, "{own} is not {x} {y} {z}");
}

#[test]
fn nodes_above_a_mesh_turn_and_scale_it_and_its_targets() {
    let file = read("turned.glb", &turned([0.5; 3]));
    assert_eq!(file.mesh.positions.len(), 8, "what no scene shows is not there");
    near(file.mesh.positions[3], 0.0, 0.5, 0.0);
    near(file.mesh.positions[5], 1.5, 0.0, 0.0);
    near(file.mesh.normals.as_ref().unwrap()[2], 0.0, 0.0, -1.0);
    // What has the same name in two meshes is one target, and moves both.
    let names: Vec<&str> = file.targets.iter().map(|target| target.name.as_str()).collect();
    assert_eq!(names, ["open", "smile"]);
    assert_eq!((&file.targets[0].vertices[..], &file.targets[1].vertices[..]), (&[1, 5][..], &[1][..]));
    near(file.targets[0].positions[1], 0.0, 0.25, 0.0);
    assert!(
        file.assumptions[0].said().contains("'head', and as parts of it 'teeth'"),
        "{:?}",
        file.assumptions
    );
}

/// Six times the volume that its faces enclose; negative if it is inside out.
fn volume(file: &MeshFile) -> f32 {
    let corner = |v: u32| file.mesh.positions[v as usize];
    file.mesh.faces.triangles().map(|[a, b, c]| corner(a).dot(corner(b).cross(corner(c)))).sum()
}

#[test]
fn a_mirrored_mesh_is_not_inside_out() {
    let [plain, mirrored] = [[0.5; 3], [-0.5, 0.5, 0.5]].map(|scale| read("m.glb", &turned(scale)));
    assert!((volume(&plain) - 0.25).abs() < 1e-6, "{}", volume(&plain));
    assert!((volume(&mirrored) - 0.25).abs() < 1e-6, "{}", volume(&mirrored));
}

#[test]
fn what_is_changed_in_the_scene_is_written_where_the_file_has_it() {
    let bytes = turned([0.5; 3]);
    let mut file = read("turned.glb", &bytes);
    let before = file.clone();
    file.mesh.positions[7] += Vec3::Y;
    let moved = Target { vertices: vec![0, 6], positions: vec![Vec3::X, Vec3::Y], ..Target::default() };
    file.targets.push(Target { name: "new".into(), ..moved });
    file.weights.push(0.25);
    let out = written::mesh::write(&file).expect("a file");
    let (json, _) = taken_apart(&out);
    assert_eq!(json["nodes"], taken_apart(&bytes).0["nodes"]);
    let again = read("again.glb", &out);
    for (own, there) in again.mesh.positions.iter().zip(&file.mesh.positions) {
        near(*own, there.x, there.y, there.z);
    }
    assert_eq!(again.targets.len(), 3);
    for (own, there) in again.targets.iter().zip(&file.targets) {
        assert_eq!((&own.name, &own.vertices), (&there.name, &there.vertices));
        own.positions
            .iter()
            .zip(&there.positions)
            .for_each(|(own, there)| near(*own, there.x, there.y, there.z));
    }
    assert_eq!(again.weights, [0.0, 0.0, 0.25]);
    // And what is not changed stays to the byte.
    assert_eq!(taken_apart(&written::mesh::write(&before).expect("a file")), taken_apart(&bytes));
}

#[test]
fn a_figure_below_a_turned_node_stands_as_one_that_is_not() {
    let plain = Figure { parts: &Part::ALL, ..Figure::default() };
    let turned = Figure { turned_parent: true, ..plain };
    let [plain, turned] = [plain, turned].map(|figure| read("figure.glb", &figure.glb()));
    assert_eq!(plain.joints.len(), 65, "three skins have the joints of one skeleton");
    assert_eq!(plain.mesh.positions.len(), turned.mesh.positions.len());
    for (own, there) in turned.mesh.positions.iter().zip(&plain.mesh.positions) {
        assert!(own.distance(*there) < 1e-4, "{own} {there}");
    }
    let normals = |file: &MeshFile| file.mesh.normals.clone().expect("it has normals");
    for (own, there) in normals(&turned).iter().zip(&normals(&plain)) {
        assert!(own.distance(*there) < 1e-4, "{own} {there}");
    }
    // As bound, joints leave vertices where they are.
    let mut world: Vec<Mat4> = Vec::new();
    for joint in &turned.joints {
        world.push(joint.parent.map_or(joint.rest, |parent| world[parent] * joint.rest));
    }
    let influences = turned.mesh.influences.as_ref().expect("a skin");
    for (v, at) in turned.mesh.positions.iter().enumerate() {
        for (joint, _) in influences.get(v) {
            let moved = world[*joint as usize] * turned.joints[*joint as usize].inverse_bind;
            assert!(moved.transform_point3(*at).distance(*at) < 1e-4, "vertex {v}");
        }
    }
}

#[test]
fn a_mesh_that_hangs_from_a_joint_moves_with_it() {
    let figure = Figure { turned_parent: true, ..Figure::default() }.glb();
    let (mut json, bin) = taken_apart(&figure);
    let head = json["nodes"].as_array().unwrap().iter().position(|n| n["name"] == "mixamorig:Head").unwrap();
    let hat = json["nodes"].as_array().unwrap().len();
    let positions = json["meshes"][0]["primitives"][0]["attributes"]["POSITION"].clone();
    let indices = json["meshes"][0]["primitives"][0]["indices"].clone();
    let hat_mesh = json!({ "name": "Hat", "primitives": [{ "attributes": { "POSITION": positions }, "indices": indices }] });
    json["meshes"].as_array_mut().unwrap().push(hat_mesh);
    json["nodes"]
        .as_array_mut()
        .unwrap()
        .push(json!({ "name": "Hat", "mesh": 1, "translation": [0.0, 30.0, 0.0] }));
    match json["nodes"][head]["children"].as_array_mut() {
        Some(children) => children.push(json!(hat)),
        None => json["nodes"][head]["children"] = json!([hat]),
    }
    let file = read("hat.glb", &glb(&json, bin));
    let count = file.mesh.positions.len() / 2;
    let influences = file.mesh.influences.as_ref().expect("a skin");
    let joint = file.joints.iter().position(|joint| joint.name == "mixamorig:Head").unwrap() as u32;
    assert_eq!(influences.get(count), [(joint, 1.0)]);
    // Where the nodes have it.
    let mut world: Vec<Mat4> = Vec::new();
    for joint in &file.joints {
        world.push(joint.parent.map_or(joint.rest, |parent| world[parent] * joint.rest));
    }
    let own = Vec3::from_slice(&read_floats(&json, bin, &positions)[..3]);
    let expected = world[joint as usize].transform_point3(own + Vec3::Y * 30.0);
    assert!(
        file.mesh.positions[count].distance(expected) < 1e-4,
        "{} {expected}",
        file.mesh.positions[count]
    );
}

fn read_floats(json: &Value, bin: &[u8], accessor: &Value) -> Vec<f32> {
    let accessor = &json["accessors"][accessor.as_u64().unwrap() as usize];
    let view = &json["bufferViews"][accessor["bufferView"].as_u64().unwrap() as usize];
    let start = view["byteOffset"].as_u64().unwrap() as usize;
    bin[start..].chunks_exact(4).take(3).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect()
}

#[test]
fn a_form_of_the_first_mesh_alone_leaves_the_others_as_they_are() {
    let rest = read("turned.glb", &turned([0.5; 3])).mesh;
    let head = "v 0 0 0\nv 0.5 0 0.1\nv 0 0 -0.5\nv 0 0.5 0\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    let form = read("head.obj", head.as_bytes()).mesh;
    let formed = conform(&form, &rest).expect("it is one of the first mesh");
    near(formed.positions[1], 0.5, 0.0, 0.1);
    assert_eq!(formed.positions[4..], rest.positions[4..]);
    let other = read("other.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").mesh;
    assert!(conform(&other, &rest).is_err());
}

#[test]
fn a_mesh_that_its_nodes_flatten_is_as_it_is_in_its_own_space() {
    let file = read("flat.glb", &turned([0.5, 0.0, 0.5]));
    near(file.mesh.positions[3], 0.0, 0.0, 1.0);
    let told = &file.warnings[0];
    assert_eq!(told.criterion, Criterion::Matrices);
    assert!(told.said().contains("flatten"), "{told:?}");
}
