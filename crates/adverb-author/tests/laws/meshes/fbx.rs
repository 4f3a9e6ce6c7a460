//! Meshes of made FBX files.
#![cfg(feature = "fbx")]

use std::collections::BTreeSet;

use adverb_author::finding::{Criterion, Verdict};
use adverb_author::formats::{MeshOptions, is_of_meshes_alone, read_mesh_with};
use adverb_author::mesh::{MeshFile, check, repair};
use adverb_testdata::fbx::{Record, Value, binary, mesh, properties, property, statue, text, whole};
use adverb_testdata::mixamo::{Figure, Part, Pictures};
use glam::Vec3;

use super::made::{read, refusal};
use super::skins::skinned;

#[test]
fn a_made_mesh_is_read_with_its_blend_shape_and_its_skin() {
    for bytes in [text(&mesh()), binary(&mesh())] {
        let file = read("pyramid.fbx", &bytes);
        assert_eq!((file.mesh.faces.len(), file.mesh.point_count()), (5, 5));
        assert_eq!(file.mesh.faces.get(0).len(), 4);
        assert!(file.mesh.positions.len() > 5, "its texture has seams");
        // FBX is in centimetres unless it says otherwise.
        assert!((file.mesh.size() - 0.01 * 12f32.sqrt()).abs() < 1e-6);
        assert_eq!((file.targets[0].name.as_str(), file.weights[0]), ("lift", 0.25));
        let tips = file.mesh.points.as_ref().unwrap().iter().filter(|&&point| point == 4).count();
        assert_eq!(file.targets[0].positions, vec![Vec3::Y * 0.01; tips]);
        assert_eq!(file.joints.len(), 1);
        for (at, own) in skinned(&file).iter().zip(&file.mesh.positions) {
            assert!(at.distance(own.as_dvec3()) < 1e-6 || at.distance(0.5 * own.as_dvec3()) < 1e-6);
        }
        assert!(
            check(&file.mesh)
                .iter()
                .any(|f| f.verdict == Verdict::Repaired && f.criterion == Criterion::WeightSums)
        );
        let mut mended = file.clone();
        repair(&mut mended);
        assert!(
            skinned(&mended).iter().zip(&file.mesh.positions).all(|(a, b)| a.distance(b.as_dvec3()) < 1e-6)
        );
    }
}

#[test]
fn a_vertex_that_is_not_finite_is_named_with_its_mesh() {
    let sound = binary(&statue(2, 0.5));
    assert_eq!(read("statue.fbx", &sound).mesh.point_count(), 5);
    assert!(is_of_meshes_alone("statue.fbx", &sound), "so what is wrong is wrong with its mesh");
    assert!(!is_of_meshes_alone("pyramid.fbx", &binary(&mesh())), "it has a bone");
    for height in [f32::NAN, f32::INFINITY] {
        let broken = binary(&statue(2, height));
        let words = "statue.fbx: mesh 'Pyramid': the position of vertex 2 is not finite";
        assert_eq!(refusal("statue.fbx", &broken), words);
        assert!(is_of_meshes_alone("statue.fbx", &broken));
    }
}

/// The file with settings of its own, and its mesh's node with a property.
fn with(settings: Vec<Record>, node: Option<Record>) -> Vec<u8> {
    let mut records = mesh();
    let list = vec![Record("Version", vec![Value::Int(1000)], vec![]), properties(settings)];
    records.insert(1, Record("GlobalSettings", vec![], list));
    let Record(_, _, objects) = &mut records[2];
    node.into_iter().for_each(|node| objects[1].2.push(properties(vec![node])));
    binary(&records)
}

#[test]
fn unit_and_up_axis_are_settled() {
    let plain = read("a.fbx", &binary(&mesh())).mesh;
    let metres = read("a.fbx", &with(vec![property("UnitScaleFactor", "double", &[100.0])], None)).mesh;
    assert!(metres.positions.iter().zip(&plain.positions).all(|(a, b)| a.distance(*b * 100.0) < 1e-5));
    let axis = |name, value| whole(name, "int", value);
    let z_up = ["UpAxis", "FrontAxis", "CoordAxis"].into_iter().zip([2, 1, 0]);
    let signs = ["UpAxisSign", "FrontAxisSign", "CoordAxisSign"].into_iter().zip([1, -1, 1]);
    let settings = z_up.chain(signs).map(|(name, value)| axis(name, value)).collect();
    let turned = read("a.fbx", &with(settings, None)).mesh;
    let stood = |p: &Vec3| Vec3::new(p.x, p.z, -p.y);
    assert!(turned.positions.iter().zip(&plain.positions).all(|(a, b)| a.distance(stood(b)) < 1e-6));
}

#[test]
fn a_mirrored_node_keeps_its_outside_outside() {
    let plain = read("a.fbx", &binary(&mesh())).mesh;
    let node = property("Lcl Scaling", "Lcl Scaling", &[-1.0, 1.0, 1.0]);
    let mirrored = read("a.fbx", &with(vec![], Some(node))).mesh;
    let volume = |mesh: &adverb_author::mesh::Mesh| -> f32 {
        let at = |v: u32| mesh.positions[v as usize];
        mesh.faces.triangles().map(|[a, b, c]| at(a).dot(at(b).cross(at(c)))).sum()
    };
    assert!((volume(&plain) - volume(&mirrored)).abs() < 1e-9, "{} {}", volume(&plain), volume(&mirrored));
    assert!(plain.positions.iter().zip(&mirrored.positions).any(|(a, b)| a.distance(*b) > 1e-3));
}

#[test]
fn every_beginning_of_a_file_is_refused() {
    let whole = binary(&mesh());
    for length in 0..whole.len() {
        refusal("a.fbx", &whole[..length]);
    }
    let mut without = mesh();
    without[1].2.retain(|Record(kind, ..)| *kind == "Deformer");
    assert!(refusal("a.fbx", &binary(&without)).contains("it has no mesh"));
}

#[test]
fn all_meshes_of_a_file_are_one_as_those_of_a_glb() {
    let figure = Figure { parts: &Part::ALL, ..Figure::default() };
    let pictures = Pictures { embedded: Vec::new(), beside: ["a.png"; 4] };
    let (fbx, glb) = (read("figure.fbx", &figure.fbx(&pictures)), read("figure.glb", &figure.glb()));
    let triangles = |file: &MeshFile| file.mesh.faces.triangles().count();
    assert_eq!(triangles(&fbx), triangles(&glb));
    assert!((fbx.mesh.size() - glb.mesh.size()).abs() < 1e-5, "{} {}", fbx.mesh.size(), glb.mesh.size());
    let holding = |file: &MeshFile| -> BTreeSet<String> {
        let held = file.mesh.influences.as_ref().expect("a skin").items();
        held.iter().map(|(joint, _)| file.joints[*joint as usize].name.clone()).collect()
    };
    assert_eq!(holding(&fbx), holding(&glb));
    assert!(fbx.joints.iter().enumerate().all(|(j, joint)| joint.parent.is_none_or(|parent| parent < j)));
    for (at, own) in skinned(&fbx).iter().zip(&fbx.mesh.positions) {
        assert!(at.distance(own.as_dvec3()) < 1e-5, "a skin at rest is where it was bound: {at} for {own}");
    }
    assert!(fbx.mesh.first.is_some_and(|first| first < fbx.mesh.positions.len()));
    let said: Vec<&str> = fbx.assumptions.iter().map(|own| own.message.as_str()).collect();
    assert!(said.iter().any(|own| own.contains("and as parts of it 'Eyes', 'Hair'")), "{said:?}");
    let options = MeshOptions { mesh: Some("Eyes") };
    let eyes = read_mesh_with("figure.fbx", &figure.fbx(&pictures), options, &mut |_| None).unwrap();
    assert!(eyes.mesh.positions.len() < fbx.mesh.positions.len(), "one that is asked for comes alone");
}
