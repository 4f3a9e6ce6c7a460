//! Shapes as files: what a program reads out of them is what the designers made.

use std::collections::BTreeMap;

use adverb::glam::{Mat4, Vec2, Vec3, Vec4};
use adverb_author::finding::{Criterion, Finding};
use adverb_author::formats::{self, gltf, obj, ply};
use adverb_author::mesh::{Faces, Influences, Joint, Mesh, MeshFile};
use adverb_author::project::Project;
use adverb_author::shape::{Built, Weighted, file, form_mesh, placed, rest_of, standing};

/// A sheet of quads with texture coordinates, bulging by so much.
fn sheet(bulge: f32) -> Mesh {
    const SIDE: u32 = 6;
    let at = |v: u32| (v % SIDE, v / SIDE);
    let unit = |v: u32| (at(v).0 as f32 / (SIDE - 1) as f32, at(v).1 as f32 / (SIDE - 1) as f32);
    let position = |v: u32| {
        let (x, y) = unit(v);
        Vec3::new(x, y, 16.0 * bulge * x * (1.0 - x) * y * (1.0 - y))
    };
    let corners = (0..SIDE * SIDE).filter(|&v| at(v).0 + 1 < SIDE && at(v).1 + 1 < SIDE);
    Mesh {
        positions: (0..SIDE * SIDE).map(position).collect(),
        faces: corners.map(|v| [v, v + 1, v + SIDE + 1, v + SIDE]).collect::<Faces>(),
        ..Mesh::default()
    }
}

fn glb(file: &MeshFile) -> Vec<u8> {
    gltf::mesh::write(file).unwrap_or_else(|e| panic!("{e}"))
}

fn read(name: &str, bytes: &[u8]) -> MeshFile {
    formats::read_mesh(name, bytes, &mut |_| None).unwrap_or_else(|e| panic!("{e}"))
}

fn project(text: &str, files: &BTreeMap<&str, Vec<u8>>) -> Project {
    let mut read = |file: &str| files.get(file).cloned().ok_or_else(|| "it is not there".to_string());
    Project::load("adverb.toml", text, &mut read).unwrap_or_else(|e| panic!("{e}"))
}

fn built(project: &Project) -> Built {
    project.build_shape(&project.shapes[0]).unwrap_or_else(|e| panic!("{e}"))
}

/// A flat and a round form, with something to say about the latter.
fn flat_and_round(flat: &str, round: &str, more: &str) -> String {
    format!(
        "[shapes.s]\nadjectives = {{ round = [0, 1] }}\n[[shapes.s.examples]]\nform = {flat:?}\nat = {{ round = 0 }}\n\
         [[shapes.s.examples]]\nform = {round:?}\nat = {{ round = 1 }}\n{more}"
    )
}

fn at(built: &Built, round: f32) -> Weighted {
    let mut examples = vec![0.0; 2];
    built.shape.weights(&[round], &mut examples);
    Weighted { secs: 0.0, examples, features: vec![] }
}

/// A sheet that eight joints hold everywhere, which its file lists neither parents first nor children next to their parents.
fn held_by_eight() -> MeshFile {
    let mut influences = Influences::default();
    for position in &sheet(0.0).positions {
        let weight = |j: usize| (1.0 + j as f32) * (0.2 + (position.x - j as f32 / 7.0).abs());
        let sum: f32 = (0..8).map(weight).sum();
        influences.push((0..8).map(|j| (j as u32, weight(j) / sum)));
    }
    let parents = [None, Some(0), Some(0), Some(1), Some(2), Some(1), Some(3), Some(0)];
    let joint = |j: usize| Joint {
        name: format!("joint {j}"),
        parent: parents[j],
        rest: Mat4::from_translation(Vec3::X * 0.1),
        inverse_bind: Mat4::IDENTITY,
    };
    let mut joints: Vec<Joint> = (0..8).map(joint).collect();
    let mut world: Vec<Mat4> = Vec::new();
    for joint in &mut joints {
        world.push(joint.parent.map_or(joint.rest, |parent| world[parent] * joint.rest));
        joint.inverse_bind = world[world.len() - 1].inverse();
    }
    MeshFile { joints, ..Mesh { influences: Some(influences), ..sheet(0.0) }.into() }
}

/// What an engine does with a file: targets by their weights, then all the joints that it lists.
fn skinned(file: &MeshFile) -> Vec<Vec3> {
    let mut positions = file.mesh.positions.clone();
    for (target, weight) in file.targets.iter().zip(&file.weights) {
        let deltas = target.dense(positions.len());
        positions.iter_mut().zip(deltas).for_each(|(sum, delta)| *sum += *weight * delta);
    }
    let world = placed(&file.joints, &file.joints).expect("its own joints");
    let influences = file.mesh.influences.as_ref().expect("a skin");
    let one = |(position, held): (&Vec3, &[(u32, f32)])| {
        let moved =
            |joint: usize| (world[joint] * file.joints[joint].inverse_bind).transform_point3(*position);
        held.iter().map(|&(joint, weight)| weight * moved(joint as usize)).sum()
    };
    positions.iter().zip(influences.iter()).map(one).collect()
}

/// Forms are brought to the rest pose by four influences (eq. 7), so those are what the file has: with others eq. 8 is another's.
#[test]
fn a_form_on_eight_joints_comes_back_in_any_engine() {
    let rest = read("rest.glb", &glb(&held_by_eight()));
    let turn = |j: usize| Mat4::from_rotation_z(0.1 + 0.1 * j as f32);
    let mut bent = rest.clone();
    bent.joints.iter_mut().enumerate().for_each(|(j, joint)| joint.rest *= turn(j));
    let form = sheet(0.3);
    let files = BTreeMap::from([
        ("rest.glb", glb(&rest)),
        ("bent.glb", glb(&bent)),
        ("round.ply", ply::write(&form)),
    ]);
    let text = flat_and_round("rest.glb", "round.ply", "pose = { file = \"bent.glb\" }\n");
    let project = project(&text.replace("[shapes.s]\n", "[shapes.s]\nrest = \"rest.glb\"\n"), &files);
    let built = built(&project);
    let joints = placed(&rest.joints, &bent.joints).expect("the same joints");
    let stands = standing(&project.shapes[0].rest, &joints);
    let bytes = glb(&file(&built.shape, &stands, &[at(&built, 1.0)]));
    adverb_testdata::keep_glb("shape-eight-joints", &bytes);
    let written = read("out.glb", &bytes);
    assert!(written.kept.is_some());
    let most = written.mesh.influences.as_ref().expect("a skin").iter().map(<[_]>::len).max();
    assert_eq!(most, Some(4));
    let shown = skinned(&written);
    let off = shown.iter().zip(&form.positions).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
    assert!(off < 1e-4 * form.size(), "{off}");
}

/// Texture coordinates, upwards, by the place of each vertex in the plane.
fn upwards(mesh: &Mesh) -> BTreeMap<[i32; 2], Vec2> {
    let uvs = mesh.uvs.as_ref().expect("texture coordinates");
    let place = |p: &Vec3| [p.x, p.y].map(|x| (100.0 * x).round() as i32);
    let up = |uv: &Vec2| if mesh.v_up { *uv } else { Vec2::new(uv.x, 1.0 - uv.y) };
    mesh.positions.iter().map(place).zip(uvs.iter().map(up)).collect()
}

/// OBJ, PLY and FBX count V upwards, glTF downwards, and a pack does not tell: it is one way in all packs.
#[test]
fn texture_coordinates_of_a_project_and_its_pack_are_those_of_its_forms() {
    let with_uvs = |bulge: f32, v_up: bool| {
        let mesh = sheet(bulge);
        let uv = |p: &Vec3| Vec2::new(0.5 * p.x, if v_up { 0.25 * p.y } else { 1.0 - 0.25 * p.y });
        Mesh { uvs: Some(mesh.positions.iter().map(uv).collect()), v_up, ..mesh }
    };
    let files = BTreeMap::from([
        ("flat.obj", obj::write(&with_uvs(0.0, true)).into_bytes()),
        ("flat.ply", ply::write(&with_uvs(0.0, true))),
        ("flat.glb", glb(&with_uvs(0.0, false).into())),
    ]);
    let made = upwards(&with_uvs(0.0, true));
    for rest in files.keys() {
        let project = project(&flat_and_round(rest, "flat.glb", ""), &files);
        let built = built(&project);
        let packed = project.pack(|_| ()).unwrap_or_else(|e| panic!("{e}")).pack;
        let alone = packed.shape_named("s").expect("a shape");
        let of_pack = rest_of(alone, packed.skeleton());
        for (shape, rest) in [(&built.shape, &project.shapes[0].rest), (alone, &of_pack)] {
            let form = form_mesh(shape, Some(&rest.mesh), &at(&built, 1.0));
            let written = [
                read("out.obj", obj::write(&form).as_bytes()),
                read("out.ply", &ply::write(&form)),
                read("out.glb", &glb(&file(shape, rest, &[at(&built, 1.0)]))),
            ];
            for written in written.map(|written| written.mesh) {
                let uvs = upwards(&written);
                assert_eq!(uvs.len(), made.len());
                let off = uvs.iter().map(|(place, uv)| uv.distance(made[place])).fold(0.0, f32::max);
                assert!(off < 1e-6, "{}: {off}", written.file);
            }
        }
    }
}

/// Hardly an engine takes colours or texture coordinates from targets, so they are in the mesh itself, and what that leaves out is told.
#[test]
fn a_file_has_the_colours_and_texture_coordinates_of_the_point_that_it_shows() {
    let painted = |bulge: f32| {
        let mesh = sheet(bulge);
        let count = mesh.positions.len();
        let uvs = mesh.positions.iter().map(|p| Vec2::new((1.0 - bulge) * p.x, p.y)).collect();
        let colours = vec![Vec4::new(2.0 * bulge, 1.0 - 2.0 * bulge, 0.25, 1.0); count];
        Mesh { colours: Some(colours), uvs: Some(uvs), ..mesh }
    };
    let files = BTreeMap::from([
        ("flat.glb", glb(&painted(0.0).into())),
        ("round.glb", glb(&painted(0.5).into())),
        ("plain.glb", glb(&Mesh { positions: sheet(0.5).positions, ..painted(0.0) }.into())),
    ]);
    let project_of = |round: &str| project(&flat_and_round("flat.glb", round, ""), &files);
    let own = project_of("round.glb");
    let built_own = built(&own);
    let half = at(&built_own, 0.5);
    for moments in [vec![half.clone()], vec![half.clone(), Weighted { secs: 1.0, ..at(&built_own, 1.0) }]] {
        let made = file(&built_own.shape, &own.shapes[0].rest, &moments);
        let told = made.warnings.iter().map(Finding::said).collect::<Vec<_>>().join("\n");
        assert!(told.contains("colours") && told.contains("texture coordinates"), "{told}");
        let bytes = glb(&made);
        adverb_testdata::keep_glb(&format!("shape-painted-{}", moments.len()), &bytes);
        let written = read("out.glb", &bytes);
        let shown = form_mesh(&built_own.shape, None, &half);
        for (a, b) in written.mesh.colours.expect("colours").iter().zip(shown.colours.expect("colours")) {
            assert!(a.distance(b) < 1e-6 && (a.x - 0.5).abs() < 1e-5, "{a} {b}");
        }
        for (a, b) in written.mesh.uvs.expect("coordinates").iter().zip(shown.uvs.expect("coordinates")) {
            assert!(a.distance(b) < 1e-6, "{a} {b}");
        }
    }
    let plain = project_of("plain.glb");
    let built_plain = built(&plain);
    let made = file(&built_plain.shape, &plain.shapes[0].rest, &[at(&built_plain, 0.5)]);
    assert!(made.warnings.is_empty(), "{:?}", made.warnings);
}

/// Two triangles; cut along the edge that they share, each has texture coordinates of its own.
#[test]
fn a_seam_that_the_rest_has_not_is_told_with_its_counts() {
    let points = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";
    let plain = format!("{points}vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nf 1/1 2/2 3/3\nf 1/1 3/3 4/4\n");
    let cut =
        format!("{points}vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvt 0.5 0\nvt 0.5 1\nf 1/1 2/2 3/3\nf 1/5 3/6 4/4\n");
    let cut = cut.replace("v 1 1 0", "v 1 1 1");
    let files = BTreeMap::from([("plain.obj", plain.into_bytes()), ("cut.obj", cut.into_bytes())]);
    let told = |rest: &str| {
        let text = flat_and_round("plain.obj", "cut.obj", "");
        let text = text.replace("[shapes.s]\n", &format!("[shapes.s]\nrest = {rest:?}\n"));
        built(&project(&text, &files))
            .warnings
            .into_iter()
            .filter(|found| found.criterion == Criterion::JoinedSeams)
            .map(|found| found.told())
            .collect::<Vec<_>>()
    };
    let [told_once] = &told("plain.obj")[..] else { panic!("{:?}", told("plain.obj")) };
    for words in ["cut.obj: ", "seam at 2 vertices of plain.obj", "2 of 6 corners", "Take cut.obj as rest."] {
        assert!(told_once.contains(words), "{words}: {told_once}");
    }
    assert!(told("cut.obj").is_empty(), "{:?}", told("cut.obj"));
}
