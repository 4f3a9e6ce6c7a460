//! `adverb shape` and `adverb demo --shapes`.

use adverb_author::formats::{self, gltf};
use adverb_author::mesh;

use crate::support::call::{adverb, errors, fine, messages, refused, text};
use crate::support::folder::{folder, text_of};

#[test]
fn the_built_in_shapes_are_written_in_every_format() {
    let here = folder("the_built_in_shapes");
    let shapes = here.join("shapes");
    fine(&["demo", "--shapes", text(&shapes)]);
    let pack = here.join("shapes.adverb");
    fine(&["build", text(&shapes), "-o", text(&pack)]);
    for hero in [&shapes, &pack] {
        for extension in ["glb", "obj", "ply"] {
            let out = here.join(format!("blob.{extension}"));
            fine(&["shape", text(hero), "blob", "--at", "bend=0.5,thickness=0.3", "-o", text(&out)]);
            let bytes = std::fs::read(&out).expect("a file");
            let file =
                formats::read_mesh(text(&out), &bytes, &mut |_| None).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!((file.mesh.positions.len(), file.mesh.faces.len()), (642, 1280));
            assert_eq!(file.targets.len(), if extension == "glb" { 4 } else { 0 });
        }
        let out = here.join("blob.png");
        fine(&["shape", text(hero), "blob", "--at", "bend=2", "--paint", "wireframe", "-o", text(&out)]);
        assert!(std::fs::read(&out).expect("a file").starts_with(b"\x89PNG"));
    }
}

#[test]
fn an_animation_of_weights_goes_through_an_adjective_and_back() {
    let here = folder("an_animation_of_weights");
    let (shapes, out) = (here.join("shapes"), here.join("arm.glb"));
    fine(&["demo", "--shapes", text(&shapes)]);
    fine(&["shape", text(&shapes), "arm", "--over", "elbow", "--secs", "1", "-o", text(&out)]);
    let bytes = std::fs::read(&out).expect("a file");
    adverb_testdata::keep_glb("command-arm", &bytes);
    let file = formats::read_mesh(text(&out), &bytes, &mut |_| None).unwrap_or_else(|e| panic!("{e}"));
    let [animation] = &file.animations[..] else { panic!("one animation") };
    assert_eq!((animation.times.len(), file.targets.len(), file.joints.len()), (31, 7, 4));
    assert!((animation.times[30] - 1.0).abs() < 1e-6);
    assert_eq!(animation.weights[..7], animation.weights[30 * 7..], "and back again");
}

/// The built-in arm on a skeleton of its own that bends the elbow; its bulge reads that.
fn bending(here: &std::path::Path) -> std::path::PathBuf {
    let project = here.join("bender");
    fine(&["demo", "--shapes", text(&project)]);
    let joint = |name: &str, x: f32, inside: &str| {
        format!("JOINT {name}\n{{\nOFFSET {x} 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n{inside}}}\n")
    };
    let hand = joint("RightHand", -0.25, "End Site\n{\nOFFSET -0.17 0 0\n}\n");
    let arm = joint("RightArm", 0.0, &joint("RightForeArm", -0.285, &hand));
    let frame = |f: usize| {
        let degrees = 2.1f64.to_degrees() * f as f64 / 20.0;
        format!("0 1 {} 0 0 0 0 0 0 0 0 {degrees} 0 0 0\n", f as f64 / 20.0)
    };
    let bvh = format!(
        "HIERARCHY\nROOT RightShoulder\n{{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n\
         {arm}}}\nMOTION\nFrames: 21\nFrame Time: 0.05\n{}",
        (0..=20).map(frame).collect::<String>()
    );
    std::fs::write(project.join("bend.bvh"), bvh).expect("a file");
    let toml = "[project]\nunit = \"m\"\nup = \"y\"\n[motions.bend]\nfile = \"bend.bvh\"\n[character]\nmesh = \"arm.glb\"\n\
        [shapes.arm]\nrest = \"arm.glb\"\nadjectives = { \"RightForeArm.swing_y\" = { range = [-3, 3], read = \"pose\" } }\n\
        [[shapes.arm.examples]]\nform = \"arm.glb\"\n\
        [[shapes.arm.examples]]\nform = \"arm_slender-bent.ply\"\npose = { file = \"arm_pose_bent.glb\" }\n";
    std::fs::write(project.join("adverb.toml"), toml).expect("a file");
    project
}

fn read(path: &std::path::Path) -> mesh::MeshFile {
    let bytes = std::fs::read(path).expect("a file");
    formats::read_mesh(text(path), &bytes, &mut |_| None).unwrap_or_else(|e| panic!("{e}"))
}

fn apart(a: &mesh::Mesh, b: &mesh::Mesh) -> f32 {
    assert_eq!(a.positions.len(), b.positions.len());
    a.positions.iter().zip(&b.positions).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max) / b.size()
}

/// Of a project and of its pack; the motion has moved it by a metre upwards and one forward.
#[test]
fn a_form_comes_back_in_the_pose_of_a_motion_and_of_a_file() {
    let here = folder("a_form_comes_back");
    let (project, pack, out) = (bending(&here), here.join("bender.adverb"), here.join("out.obj"));
    fine(&["build", text(&project), "-o", text(&pack)]);
    let mut made = read(&project.join("arm_slender-bent.ply")).mesh;
    let posed = project.join("arm_pose_bent.glb");
    for hero in [&project, &pack] {
        fine(&["shape", text(hero), "arm", "--pose", text(&posed), "-o", text(&out)]);
        let off = apart(&read(&out).mesh, &made);
        assert!(off < 1e-4, "{off}");
    }
    made.positions.iter_mut().for_each(|at| (at.y, at.z) = (at.y + 1.0, at.z + 1.0));
    for hero in [&project, &pack] {
        fine(&["shape", text(hero), "arm", "--pose", "bend@1", "-o", text(&out)]);
        let off = apart(&read(&out).mesh, &made);
        assert!(off < 1e-4, "{off}");
    }
    // What --at gives stays: without its bulge the elbow is another.
    fine(&[
        "shape",
        text(&project),
        "arm",
        "--pose",
        "bend@1",
        "--at",
        "RightForeArm.swing_y=0",
        "-o",
        text(&out),
    ]);
    assert!(apart(&read(&out).mesh, &made) > 0.005);
    refused(
        &["shape", text(&project), "arm", "--pose", "bent@1", "-o", text(&out)],
        2,
        &["\"bent\"", "bend"],
    );
    refused(&["shape", text(&project), "arm", "--pose", "bend@2", "-o", text(&out)], 2, &["0 to 1"]);
}

/// What a file shows: morph targets by the node's weights, moved by the joints as the nodes stand.
fn shown(file: &mesh::MeshFile, weights: &[f32]) -> mesh::Mesh {
    let mut sum = file.mesh.clone();
    for (target, weight) in file.targets.iter().zip(weights) {
        let deltas = target.dense(sum.positions.len());
        deltas.iter().zip(&mut sum.positions).for_each(|(delta, sum)| *sum += *weight * *delta);
    }
    let world = adverb_author::shape::placed(&file.joints, &file.joints).expect("its own joints");
    let influences = file.mesh.influences.as_ref().expect("a skin");
    for (at, held) in sum.positions.iter_mut().zip(influences.iter()) {
        let moved = |(j, w): &(u32, f32)| {
            *w * (world[*j as usize] * file.joints[*j as usize].inverse_bind).transform_point3(*at)
        };
        *at = held.iter().map(moved).sum();
    }
    sum
}

#[test]
fn a_posed_file_has_its_joints_and_its_weights_in_the_pose() {
    let here = folder("a_posed_file");
    let (project, pack) = (bending(&here), here.join("bender.adverb"));
    fine(&["build", text(&project), "-o", text(&pack)]);
    let (glb, obj) = (here.join("out.glb"), here.join("out.obj"));
    for (number, hero) in [&project, &pack].into_iter().enumerate() {
        fine(&["shape", text(hero), "arm", "--pose", "bend@0.6", "-o", text(&glb)]);
        adverb_testdata::keep_glb(&format!("command-posed-{number}"), &std::fs::read(&glb).expect("a file"));
        fine(&["shape", text(hero), "arm", "--pose", "bend@0.6", "-o", text(&obj)]);
        let file = read(&glb);
        let off = apart(&shown(&file, &file.weights), &read(&obj).mesh);
        assert!(off < 1e-4, "{off}");
    }
}

#[test]
fn a_motion_of_a_character_moves_its_forms_too() {
    let here = folder("a_motion_of_a_character");
    let (project, out) = (bending(&here), here.join("moving.glb"));
    // As it was recorded, and as an actor plays it.
    for command in ["motion", "sample"] {
        fine(&[command, text(&project), "bend", "-o", text(&out)]);
        let bytes = std::fs::read(&out).expect("a file");
        adverb_testdata::keep_glb(&format!("command-moving-{command}"), &bytes);
        let file = read(&out);
        let [animation] = &file.animations[..] else { panic!("one animation") };
        assert_eq!((animation.name.as_str(), animation.times.len(), file.targets.len()), ("bend", 21, 1));
        let clip =
            adverb_author::formats::gltf::clip::read("moving.glb", &bytes).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(clip.frame_count(), 21);
        let [first, last] = [animation.weights[0], animation.weights[20]];
        assert!(first.abs() < 0.01 && (last - 1.0).abs() < 0.01, "{command}: {first} to {last}");
    }
}

#[test]
fn a_sheet_shows_a_shape_over_two_adjectives() {
    let here = folder("a_sheet_shows_a_shape");
    let (shapes, out) = (here.join("shapes"), here.join("sheet.svg"));
    fine(&["demo", "--shapes", text(&shapes)]);
    fine(&["sheet", text(&shapes), "blob", "--x", "bend", "--y", "thickness", "-o", text(&out)]);
    let svg = text_of(&out);
    assert_eq!(svg.matches("<image").count(), 25);
    for word in ["bend", "thickness", "pseudo-example", "blob_thick"] {
        assert!(svg.contains(word), "{word}");
    }
    refused(
        &["sheet", text(&shapes), "blob", "--x", "bent", "-o", text(&out)],
        2,
        &["no adjective \"bent\""],
    );
}

/// Three examples close together, and a ring that nobody needs to see twice.
#[test]
fn on_a_sheet_examples_stand_where_they_are_nearest() {
    let here = folder("on_a_sheet_examples_stand");
    let (shapes, out) = (here.join("shapes"), here.join("sheet.svg"));
    fine(&["demo", "--shapes", text(&shapes)]);
    let forms = [("straight", "0.12"), ("bent-left", "0.32"), ("bent-right", "0.72")];
    let example = |(name, at): (&str, &str)| {
        format!("[[shapes.x.examples]]\nform = \"blob_{name}.ply\"\nat = {{ a = {at} }}\n")
    };
    let project = |axis: &str| {
        let examples: String = forms.into_iter().map(example).collect();
        format!("[shapes.x]\nadjectives = {{ a = {axis} }}\n{examples}")
    };
    for (axis, values) in [
        ("[0, 1]", ["0", "0.25", "0.5", "0.75", "1"]),
        ("{ range = [0, 1], periodic = true }", ["0", "0.2", "0.4", "0.6", "0.8"]),
    ] {
        std::fs::write(shapes.join("adverb.toml"), project(axis)).expect("a writable folder");
        fine(&["sheet", text(&shapes), "x", "--x", "a", "-o", text(&out)]);
        let svg = text_of(&out);
        for value in values {
            assert!(svg.contains(&format!(">{value}<")), "{axis}: {value}");
        }
        for (_, at) in forms {
            assert!(svg.contains(&format!(">a {at}<")), "{axis}: {at}");
        }
    }
}

#[test]
fn what_a_shape_has_not_is_refused_with_what_it_has() {
    let here = folder("what_a_shape_has_not");
    let (shapes, out) = (here.join("shapes"), here.join("x.obj"));
    fine(&["demo", "--shapes", text(&shapes)]);
    let hero = text(&shapes);
    refused(&["shape", hero, "blop", "-o", text(&out)], 2, &["no shape named \"blop\"", "blob"]);
    refused(
        &["shape", hero, "blob", "--at", "bent=1", "-o", text(&out)],
        2,
        &["no adjective \"bent\"", "bend"],
    );
    refused(
        &["shape", hero, "blob", "--features", "smile=1", "-o", text(&out)],
        2,
        &["no feature \"smile\""],
    );
    refused(&["shape", hero, "blob", "-o", "x.stl"], 2, &[".glb"]);
    refused(&["shape", hero, "blob", "--over", "bend", "-o", text(&out)], 2, &[".glb"]);
    assert!(!out.exists());
}

#[test]
fn space_has_forms_where_their_poses_have_them() {
    let here = folder("space_has_forms");
    let project = bending(&here);
    let space = |project: &std::path::Path| {
        let output = adverb(&["space", text(project), "--at", "RightForeArm.swing_y=2.1"]);
        assert!(output.status.success(), "{}", errors(&output));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let said = space(&project);
    assert!(!said.contains("same point"), "{said}");
    let weight = |name: &str| {
        let line = said.lines().rev().find(|line| line.trim_start().starts_with(name)).expect("a weight");
        line.split_whitespace().last().expect("a number").parse::<f64>().expect("a number")
    };
    assert!((weight("arm_slender-bent") - 1.0).abs() < 1e-3, "{said}");
    assert!(weight("arm ").abs() < 1e-3, "{said}");
}

/// The pose of a form is known to some digits only, and two that were made in one pose stand at one point.
#[test]
fn forms_of_nearly_one_pose_stand_at_one_point() {
    let here = folder("nearly_one_pose");
    let project = bending(&here);
    let file = project.join("adverb.toml");
    let toml = std::fs::read_to_string(&file).expect("a file");
    let third = |at: f64| {
        let motion = format!("pose = {{ motion = \"bend\", at = {at} }}\n");
        std::fs::write(&file, format!("{toml}[[shapes.arm.examples]]\nform = \"arm_slender.ply\"\n{motion}"))
            .expect("a file");
        let output = adverb(&["space", text(&project)]);
        assert!(output.status.success(), "{}", errors(&output));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let said = third(0.99999);
    assert!(said.contains("arm_slender: differs from arm_slender-bent at the same point"), "{said}");
    let said = third(0.99);
    assert!(!said.contains("same point"), "{said}");
}

/// Modelled lying on its back, as characters of Z-up programs are; the nodes of its file stand it up.
#[test]
fn a_skin_at_rest_is_drawn_as_its_scene_has_it() {
    use adverb::glam::{Mat4, Vec3};
    use mesh::{Faces, Influences, Joint, Mesh, MeshFile};
    let here = folder("as_its_scene_has_it");
    let up = Mat4::from_rotation_x(-std::f32::consts::FRAC_PI_2);
    let joint = |name: &str, parent, rest: Mat4, at: Vec3| Joint {
        name: name.into(),
        parent,
        rest,
        inverse_bind: Mat4::from_translation(-at),
    };
    // A pole of three sides along z.
    let corner = |v: usize| Vec3::new([0.1, -0.1, 0.0][v % 3], [0.1, 0.1, -0.1][v % 3], (v / 3) as f32);
    let mut faces = Faces::default();
    for (row, side) in (0..2).flat_map(|row| (0..3).map(move |side| (row, side))) {
        let [a, b] = [side, (side + 1) % 3].map(|side| (3 * row + side) as u32);
        [[a, b, b + 3], [a, b + 3, a + 3]].into_iter().for_each(|face| faces.push(face));
    }
    let held = |v: usize| vec![(u32::from(v >= 6), 1.0)];
    let mesh = Mesh {
        positions: (0..9).map(corner).collect(),
        faces,
        influences: Some((0..9).map(held).collect::<Influences>()),
        ..Mesh::default()
    };
    let along = Mat4::from_translation(2.0 * Vec3::Z);
    let joints = vec![joint("low", None, up, Vec3::ZERO), joint("high", Some(0), along, 2.0 * Vec3::Z)];
    let pole = MeshFile { joints, ..mesh.into() };
    std::fs::write(here.join("pole.glb"), gltf::mesh::write(&pole).expect("a file"))
        .expect("a writable folder");
    std::fs::write(here.join("adverb.toml"), "[shapes.pole]\nrest = \"pole.glb\"\n").expect("a file");
    let (posed, rest) = (here.join("posed.svg"), here.join("rest.svg"));
    let pole = here.join("pole.glb");
    let view = ["--view", "front", "-o"];
    fine(&[&["shape", text(&here), "pole", "--pose", text(&pole)], &view[..], &[text(&posed)]].concat());
    fine(&[&["shape", text(&here), "pole"], &view[..], &[text(&rest)]].concat());
    let size = |svg: &std::path::Path| {
        let svg = std::fs::read_to_string(svg).expect("a picture");
        svg.split_once('>').expect("a tag").0.to_string()
    };
    assert_eq!(size(&rest), size(&posed), "it stands");
    let report = here.join("report.html");
    fine(&["report", text(&here), "-o", text(&report)]);
    let page = std::fs::read_to_string(&report).expect("a report");
    let side = |name: &str| {
        let svg = page.split("<svg ").nth(1).expect("a form");
        let value = svg.split_once(&format!(" {name}=\"")).expect("a size").1.split('"').next();
        value.expect("a number").parse::<f64>().expect("a number")
    };
    assert!(side("height") > 2.0 * side("width"), "it stands in the report too");
    let out = here.join("rest.obj");
    fine(&["shape", text(&here), "pole", "-o", text(&out)]);
    let tallest = read(&out).mesh.positions.iter().map(|p| p.y).fold(0.0, f32::max);
    assert!((tallest - 2.0).abs() < 1e-5, "a mesh is written as its scene has it: {tallest}");
}

#[test]
fn a_ring_has_no_beyond() {
    let here = folder("a_ring_has_no_beyond");
    let (shapes, out) = (here.join("shapes"), here.join("blob.obj"));
    fine(&["demo", "--shapes", text(&shapes)]);
    let toml = "[shapes.blob]\nadjectives = { turn = { range = [0, 3], periodic = true } }\n\
        [[shapes.blob.examples]]\nform = \"blob_straight.ply\"\nat = { turn = 0 }\n\
        [[shapes.blob.examples]]\nform = \"blob_thick.ply\"\nat = { turn = 1.5 }\n";
    std::fs::write(shapes.join("adverb.toml"), toml).expect("a file");
    let [there, round] = ["turn=0.5", "turn=-2.5"].map(|at| {
        let said = messages(&["shape", text(&shapes), "blob", "--at", at, "-o", text(&out)]);
        assert!(!said.contains("beyond its range"), "{said}");
        read(&out).mesh
    });
    assert!(apart(&there, &round) < 1e-5);
    let twice = ["shape", text(&shapes), "blob", "--at", "turn=1,turn=0", "-o", text(&out)];
    refused(&twice, 2, &["--at names \"turn\" twice"]);
}

#[test]
fn weights_at_an_example_are_one_and_zeros() {
    let here = folder("weights_at_an_example");
    let (shapes, out) = (here.join("shapes"), here.join("blob.glb"));
    fine(&["demo", "--shapes", text(&shapes)]);
    fine(&["shape", text(&shapes), "blob", "--at", "bend=1,thickness=0", "-o", text(&out)]);
    let weights = read(&out).weights;
    assert!(weights.iter().all(|weight| *weight == 0.0 || weight.abs() > 1e-9), "{weights:?}");
}
