//! What is said of meshes that are not quite right, and what is repaired.

use adverb_author::finding::{Criterion, Finding, Verdict};
use adverb_author::formats::gltf;
use adverb_author::mesh::{Faces, Influences, Mesh, MeshFile, check, normals, repair, same_points};
use glam::Vec3;

use super::made::{cube, everything, read, refusal, sheet};

/// Whether something is told with these words, its place first.
#[track_caller]
fn tells(mesh: &Mesh, verdict: Verdict, criterion: Criterion, words: &str) {
    let found = check(mesh);
    let is_it = |f: &&Finding| f.verdict == verdict && f.criterion == criterion;
    let own = found.iter().find(is_it).unwrap_or_else(|| panic!("{criterion:?}: {found:?}"));
    assert!(own.said().contains(words), "{words}: {own}");
}

#[test]
fn a_good_mesh_has_nothing_to_be_said_of() {
    assert_eq!(check(&sheet(4)), []);
    let mut all = everything();
    tells(
        &all.mesh,
        Verdict::Note,
        Criterion::ManyInfluences,
        "1 vertex is held by more than four joints, at most by 6",
    );
    repair(&mut all);
    assert_eq!(all.mesh, everything().mesh);
}

#[test]
fn what_cannot_be_worked_with_is_an_error() {
    tells(&Mesh::default(), Verdict::Error, Criterion::NoVertices, "no vertices");
    let mut bad = sheet(4);
    bad.positions[5].y = f32::NAN;
    bad.positions[7].x = f32::INFINITY;
    tells(
        &bad,
        Verdict::Error,
        Criterion::NotFinite,
        "vertex 5: 2 positions are not finite, this being the first",
    );
    let mut bad = sheet(4);
    bad.positions[5].y = 2e9;
    tells(&bad, Verdict::Error, Criterion::TooFar, "vertex 5: 1 position is farther off than 1e9");
    let mut bad = sheet(4);
    bad.faces.push([0, 1, 16]);
    tells(
        &bad,
        Verdict::Error,
        Criterion::UnknownVertex,
        "face 9 refers to vertex 16, but there are 16 vertices",
    );
    // And is left as it is.
    let mut file = MeshFile::from(Mesh { normals: None, ..bad });
    repair(&mut file);
    assert_eq!(file.mesh.normals, None);
}

#[test]
fn what_will_look_wrong_is_a_warning() {
    let mut flat = sheet(4);
    flat.positions[1] = flat.positions[0];
    tells(&flat, Verdict::Warning, Criterion::FlatTriangles, "triangle 0: 1 triangle has no area");
    let mut line = sheet(4);
    line.faces.push([0, 1, 2]);
    tells(&line, Verdict::Warning, Criterion::FlatTriangles, "triangle 18: 1 triangle has no area");
    let mut twice = sheet(4);
    twice.faces.push([5, 1, 0]);
    tells(
        &twice,
        Verdict::Warning,
        Criterion::TwiceTriangles,
        "triangle 18: 1 triangle is listed twice, before as triangle 0",
    );
    tells(&Mesh { faces: Faces::default(), ..sheet(3) }, Verdict::Warning, Criterion::NoFaces, "no faces");
}

#[test]
fn small_and_large_triangles_are_not_degenerate() {
    for scale in [1e-6, 1e6] {
        let mut mesh = sheet(4);
        mesh.positions.iter_mut().for_each(|p| *p *= scale);
        assert_eq!(check(&mesh), []);
    }
}

#[test]
fn weights_are_scaled_to_one_and_that_is_said() {
    let influences: Influences =
        [vec![(0, 0.5), (1, 0.25)], vec![], vec![(1, 2.0), (1, 2.0)], vec![(0, 0.5), (1, 0.5)]]
            .into_iter()
            .collect();
    let mut file = everything();
    file.mesh.influences = Some(influences);
    tells(
        &file.mesh,
        Verdict::Repaired,
        Criterion::WeightSums,
        "vertex 0: the weights of 2 vertices do not sum to one but here to 0.75, this being the first",
    );
    tells(&file.mesh, Verdict::Warning, Criterion::Unheld, "vertex 1: no joint holds 1 vertex");
    repair(&mut file);
    let mended = file.mesh.influences.unwrap();
    assert_eq!(mended.get(0), [(0, 2.0 / 3.0), (1, 1.0 / 3.0)]);
    assert_eq!(mended.get(1), []);
    assert_eq!(mended.get(2), [(1, 1.0)]);
    assert_eq!(mended.get(3), [(0, 0.5), (1, 0.5)]);
    assert_eq!(file.warnings.len(), 1);
}

#[test]
fn missing_normals_are_computed_and_given_ones_stay() {
    let mut file = MeshFile::from(Mesh { normals: None, ..sheet(5) });
    tells(&file.mesh, Verdict::Repaired, Criterion::NoNormals, "no normals");
    repair(&mut file);
    assert_eq!(file.mesh.normals.unwrap(), vec![Vec3::Z; 25]);
    let mut own = sheet(3);
    own.normals = Some(vec![Vec3::X; 9]);
    own.normals.as_mut().unwrap()[4] = Vec3::ZERO;
    own.normals.as_mut().unwrap()[5] = Vec3::Y * 3.0;
    tells(&own, Verdict::Repaired, Criterion::NormalLength, "vertex 4: 2 normals are not of unit length");
    let mut file = MeshFile::from(own);
    repair(&mut file);
    let mended = file.mesh.normals.unwrap();
    assert_eq!((mended[3], mended[4], mended[5]), (Vec3::X, Vec3::Z, Vec3::Y));
}

#[test]
fn normals_of_a_cube_point_from_its_centre_however_its_faces_are_cut() {
    let mesh = cube();
    let computed = normals(&mesh.positions, mesh.faces.triangles(), &same_points(&mesh));
    for (normal, position) in computed.iter().zip(&mesh.positions) {
        assert!(normal.distance(position.normalize()) < 1e-6, "{normal} at {position}");
    }
    // By position where the file has no points.
    let apart = Mesh { points: None, ..mesh.clone() };
    assert_eq!(normals(&apart.positions, apart.faces.triangles(), &same_points(&apart)), computed);
    // And seamed where nothing is shared.
    let own: Vec<u32> = (0..mesh.positions.len() as u32).collect();
    assert!(normals(&mesh.positions, mesh.faces.triangles(), &own) != computed);
}

#[test]
fn normals_of_a_sphere_are_its_radii() {
    // Rings and sectors, the poles of fans.
    let (rings, sectors) = (24, 48);
    let mut positions = vec![Vec3::Y, Vec3::NEG_Y];
    for ring in 1..rings {
        for sector in 0..sectors {
            let (a, b) = (
                ring as f32 / rings as f32 * std::f32::consts::PI,
                sector as f32 / sectors as f32 * std::f32::consts::TAU,
            );
            positions.push(Vec3::new(a.sin() * b.sin(), a.cos(), a.sin() * b.cos()));
        }
    }
    let at = |ring: u32, sector: u32| 2 + (ring - 1) * sectors + sector % sectors;
    let mut faces = Faces::default();
    for s in 0..sectors {
        faces.push([0, at(1, s), at(1, s + 1)]);
        faces.push([1, at(rings - 1, s + 1), at(rings - 1, s)]);
        for r in 1..rings - 1 {
            faces.push([at(r, s), at(r + 1, s), at(r + 1, s + 1), at(r, s + 1)]);
        }
    }
    let mesh = Mesh { positions, faces, ..Mesh::default() };
    let computed = normals(&mesh.positions, mesh.faces.triangles(), &same_points(&mesh));
    let worst = computed.iter().zip(&mesh.positions).map(|(n, p)| n.angle_between(*p)).fold(0.0, f32::max);
    assert!(worst < 0.01, "{worst}");
}

#[test]
fn a_point_that_no_face_has_gets_no_normal() {
    let positions = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::ONE];
    assert_eq!(normals(&positions, [[0, 1, 2]].into_iter(), &[0, 1, 2, 3])[3], Vec3::ZERO);
}

/// As OBJ and PLY have it; a position stays refused.
#[test]
fn what_shades_and_is_not_finite_is_mended_aloud() {
    let glb = gltf::mesh::write(&everything()).unwrap();
    let spoilt = |numbers: &[f32]| {
        let plain: Vec<u8> = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
        let at = glb.windows(plain.len()).position(|window| window == plain).expect("its bytes");
        let mut bytes = glb.clone();
        bytes[at..at + 4].copy_from_slice(&f32::NAN.to_le_bytes());
        bytes
    };
    let made = everything().mesh;
    let normals: Vec<f32> = made.normals.as_ref().unwrap().iter().flat_map(|n| n.to_array()).collect();
    let mut file = read("odd.glb", &spoilt(&normals));
    assert!(
        file.warnings.iter().any(|own| own.message.contains("1 normals are not finite")),
        "{:?}",
        file.warnings
    );
    assert_eq!(file.mesh.normals.as_ref().unwrap()[0], Vec3::ZERO);
    // Found from the faces where it is used, and written so.
    repair(&mut file);
    let written = read("again.glb", &gltf::mesh::write(&file).unwrap());
    assert!(written.warnings.is_empty(), "{:?}", written.warnings);
    assert!(written.mesh.normals.unwrap().iter().all(|n| n.is_normalized()));
    let tangents: Vec<f32> = made.tangents.as_ref().unwrap().iter().flat_map(|t| t.to_array()).collect();
    let file = read("odd.glb", &spoilt(&tangents));
    assert!(
        file.warnings.iter().any(|own| own.message.contains("1 tangents are not finite")),
        "{:?}",
        file.warnings
    );
    assert!(read("again.glb", &gltf::mesh::write(&file).unwrap()).warnings.is_empty());
    let file = read("odd.glb", &spoilt(&[0.0, 0.1, 0.0].repeat(4)));
    let told = "1 normals and tangents of morph targets are not finite";
    assert!(file.warnings.iter().any(|warning| warning.message.contains(told)), "{:?}", file.warnings);
    assert!(read("again.glb", &gltf::mesh::write(&file).unwrap()).warnings.is_empty());
    let positions: Vec<f32> = made.positions.iter().flat_map(|p| p.to_array()).collect();
    assert!(refusal("odd.glb", &spoilt(&positions)).contains("element 0 holds NaN"));
}
