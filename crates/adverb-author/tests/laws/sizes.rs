//! Whatever is written reads back at the same size, however small or large: files state their unit, since a figure cannot.

use std::sync::Arc;

use adverb_author::Clip;
use adverb_author::character::Character;
use adverb_author::clip::{ClipJoint, Transform, Up};
use adverb_author::figure;
use adverb_author::finding::{Criterion, Finding};
use adverb_author::formats::{bvh, gltf, obj, ply, read_mesh};
use adverb_author::gait::{humanoid, styles, synthesise};
use adverb_author::import::{ImportOptions, import};
use adverb_author::project::Project;
use adverb_author::rig;
use adverb_author::shape::standing;
use glam::Mat4;

use crate::characters::made::t_pose;
use crate::support::gltf::taken_apart;
use adverb_testdata::gltf::glb;

/// From a gnat to a hill.
const SIZES: [f64; 7] = [0.01, 0.027, 0.2, 1.0, 9.0, 60.0, 1000.0];

/// The built-in figure's walk, so many times as large; `named` as a person's joints are, or so that nothing is known of them.
fn walk(larger: f64, named: bool) -> Clip {
    let style = styles().into_iter().find(|style| style.name == "neutral").expect("a neutral style");
    let mut clip = synthesise(&style).clip;
    let enlarge = |local: &mut Transform| local.translation *= larger;
    clip.locals.iter_mut().for_each(enlarge);
    clip.joints.iter_mut().for_each(|joint| enlarge(&mut joint.rest));
    if !named {
        clip.joints.iter_mut().enumerate().for_each(|(j, joint)| joint.name = format!("part {j}"));
    }
    clip
}

fn read(file: &str, bytes: &[u8]) -> Clip {
    import(file, bytes, &ImportOptions::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// The largest distance of joints of the same name, as a part of the figure's size.
fn apart(a: &Clip, b: &Clip) -> f64 {
    assert_eq!(a.frame_count(), b.frame_count());
    let there = b.joints_named(a.joints.iter().map(|joint| joint.name.as_str()));
    let of_frame = |f: usize| {
        let (here, back) = (a.world(a.frame(f)), b.world(b.frame(f)));
        let apart = |(j, own): (usize, &Transform)| {
            // BVH has no names for ends.
            there[j].map_or(0.0, |other| own.translation.distance(back[other].translation))
        };
        here.iter().enumerate().map(apart).fold(0.0, f64::max)
    };
    (0..a.frame_count()).map(of_frame).fold(0.0, f64::max) / figure::size(a)
}

/// What is told of a clip's unit.
fn unit_told(clip: &Clip) -> Vec<String> {
    let told = clip.source.warnings.iter().chain(&clip.source.assumptions);
    told.filter(|found| found.criterion == Criterion::Unit).map(Finding::said).collect()
}

#[test]
fn motions_of_any_size_read_back_at_that_size() {
    for (larger, named) in SIZES.into_iter().flat_map(|size| [(size, true), (size, false)]) {
        let clip = walk(larger, named);
        let glb = read("walk.glb", &gltf::clip::write(&clip));
        assert!(apart(&clip, &glb) < 1e-6, "{larger}: {} off as GLB", apart(&clip, &glb));
        assert_eq!(unit_told(&glb), ["unit: 1 m, as stated in the file"]);
        let units = [
            (1.0, "1", Up::Y),
            (0.01, "0.01", Up::Z),
            (0.0254 / 0.45, "0.0564444", Up::Y),
            (7.0, "7", Up::Z),
        ];
        for (unit_m, told, up) in units {
            let text = bvh::write(&clip, &bvh::WriteOptions { unit_m: Some(unit_m), up: Some(up) });
            let back = read("walk.bvh", text.as_bytes());
            assert_eq!((back.source.unit_m, back.source.up), (unit_m, up));
            assert!(apart(&clip, &back) < 2e-5, "{larger} in {unit_m}: {} off as BVH", apart(&clip, &back));
            assert_eq!(unit_told(&back), [format!("unit: {told} m, as stated in the file")]);
        }
    }
}

#[test]
fn a_bvh_states_its_unit_in_blanks_that_line_ends_do_not_change_and_an_editor_may_trim() {
    let clip = walk(30.0, false);
    let text = bvh::write(&clip, &bvh::WriteOptions { unit_m: Some(0.01), up: Some(Up::Z) });
    let trimmed: Vec<&str> = text.lines().map(str::trim_end).collect();
    let changed = text.lines().zip(&trimmed).filter(|(line, trimmed)| line != *trimmed);
    let changed: Vec<&str> = changed.map(|(_, trimmed)| *trimmed).collect();
    assert!(matches!(changed[..], [line] if line.trim().starts_with("CHANNELS 6")), "{changed:?}");
    for ends in ["\n", "\r\n", "\r"] {
        let other = read("other.bvh", text.replace('\n', ends).as_bytes());
        assert_eq!((other.source.unit_m, other.source.up), (0.01, Up::Z));
        let found = read("trimmed.bvh", trimmed.join(ends).as_bytes());
        assert!((0.9..2.5).contains(&figure::size(&found)), "a person, as ever: {}", figure::size(&found));
    }
    // Blanks that mean nothing.
    for blanks in [" ", "\t", &" ".repeat(64), &"\t".repeat(64), &" \t".repeat(31), &"\t ".repeat(40)] {
        let first = text.find("Yrotation").expect("channels") + "Yrotation".len();
        let line_end = first + text[first..].find('\n').expect("a line's end");
        let other = read("other.bvh", format!("{}{blanks}{}", &text[..first], &text[line_end..]).as_bytes());
        assert!(!unit_told(&other).concat().contains("stated"), "{blanks:?}");
    }
}

#[test]
fn a_file_that_states_no_possible_unit_has_the_one_that_is_found() {
    let bytes = gltf::clip::write(&walk(1.0, true));
    let (mut json, bin) = taken_apart(&bytes);
    assert_eq!(json["asset"]["extras"]["adverb"]["unit_m"], 1.0);
    for unit_m in ["0", "-1", "1e300", "\"cm\"", "[1]", "{}"] {
        json["asset"]["extras"]["adverb"]["unit_m"] = serde_json::from_str(unit_m).expect("JSON");
        let clip = read("odd.glb", &glb(&json, bin));
        assert_eq!((clip.source.unit_m, unit_told(&clip)), (1.0, vec![]), "{unit_m}");
    }
    json["asset"]["extras"] = "of another program".into();
    assert_eq!(read("odd.glb", &glb(&json, bin)).source.unit_m, 1.0);
}

#[test]
fn what_is_asked_for_overrules_what_is_stated_and_a_projects_unit_does_not() {
    let clip = walk(0.3, true);
    let asked = ImportOptions { unit_m: Some(0.5), up: Some(Up::Z), ..ImportOptions::default() };
    let of_project = ImportOptions { of_project: true, ..asked.clone() };
    let text = bvh::write(&clip, &bvh::WriteOptions { unit_m: Some(0.01), up: Some(Up::Y) });
    for (file, bytes) in [("walk.glb", gltf::clip::write(&clip)), ("walk.bvh", text.into_bytes())] {
        let source = import(file, &bytes, &asked).expect("a clip").source;
        assert_eq!((source.unit_m, source.up), (0.5, Up::Z), "{file}");
        let own = import(file, &bytes, &of_project).expect("a clip");
        assert!(apart(&clip, &own) < 2e-5, "{file}");
        let text = format!("[project]\nunit = \"cm\"\nup = \"z\"\n[motions.walk]\nfile = \"{file}\"\n");
        let project =
            Project::load("adverb.toml", &text, &mut |_: &str| Ok(bytes.clone())).expect("a project");
        let bones =
            project.skeleton.joints().iter().map(|joint| f64::from(joint.offset.length())).sum::<f64>();
        let made: f64 = clip.joints.iter().map(|joint| joint.rest.translation.length()).sum();
        assert!((0.8..1.1).contains(&(bones / made)), "{file}: {bones} m of bones, not {made} m");
    }
}

#[test]
fn a_character_on_the_skeletons_own_joints_has_the_skeletons_size() {
    for larger in SIZES {
        let clip = walk(larger, true);
        let skeleton = Arc::new(rig::skeleton_of(&clip).expect("a skeleton"));
        for unit_m in [1.0, 0.01] {
            // The file is in that unit, though glTF is in metres.
            let figure = t_pose().larger(larger / unit_m);
            let character = figure.character();
            let driven = character.driven(&skeleton, &clip, &[], &[]).expect("it is driven").clip;
            assert_eq!(driven.source.unit_m, unit_m);
            let back = read("walk.glb", &character.glb(&driven));
            assert!(apart(&clip, &back) < 1e-5, "{larger} in {unit_m}: {}", apart(&clip, &back));
            let mesh = character.animated(&driven).expect("a mesh");
            let back = read("walk.glb", &gltf::mesh::write(&mesh).expect("a file"));
            assert!(apart(&clip, &back) < 1e-5, "{larger} in {unit_m}: {}", apart(&clip, &back));
        }
    }
}

#[test]
fn any_other_character_keeps_the_size_that_its_file_has() {
    let clip = walk(1.0, true);
    let skeleton = Arc::new(rig::skeleton_of(&clip).expect("a skeleton"));
    for larger in SIZES {
        let figure = t_pose().with_longer(&["UpLeg", "Leg"], 1.2).larger(larger);
        let alone = read("figure.glb", &figure.glb());
        let character = figure.character();
        let driven = character.driven(&skeleton, &clip, &[], &[]).expect("it is driven").clip;
        let back = read("walk.glb", &character.glb(&driven));
        assert_eq!(back.source.unit_m, alone.source.unit_m, "{larger}");
        // And again.
        let again = Character::read("walk.glb", &character.glb(&driven), &mut |_| None).expect("a character");
        assert_eq!(read("file.glb", &again.file()).source.unit_m, alone.source.unit_m, "{larger}");
    }
}

#[test]
fn a_mesh_that_is_posed_and_written_keeps_its_unit_and_its_numbers() {
    for larger in SIZES {
        let bytes = t_pose().larger(larger).glb();
        let before = read("figure.glb", &bytes);
        let mesh = read_mesh("figure.glb", &bytes, &mut |_| None).expect("a mesh");
        // All joints at one place: a figure without size.
        let fallen = standing(&mesh, &vec![Mat4::IDENTITY; mesh.joints.len()]);
        let written = gltf::mesh::write(&fallen).expect("a file");
        assert_eq!(read("fallen.glb", &written).source.unit_m, before.source.unit_m, "{larger}");
        let positions = &mesh.mesh.positions;
        for (file, bytes) in [
            ("m.glb", written),
            ("m.obj", obj::write(&mesh.mesh).into_bytes()),
            ("m.ply", ply::write(&mesh.mesh)),
        ] {
            let back = read_mesh(file, &bytes, &mut |_| None).expect("a mesh").mesh;
            assert_eq!(&back.positions, positions, "{larger}, {file}");
        }
    }
}

#[test]
fn a_mesh_in_metres_is_written_so_without_the_file_it_came_from() {
    for larger in SIZES {
        let mut mesh =
            read_mesh("figure.glb", &t_pose().larger(larger).glb(), &mut |_| None).expect("a mesh");
        mesh.kept = None;
        mesh.unit_m = Some(1.0);
        let back = read("alone.glb", &gltf::mesh::write(&mesh).expect("a file"));
        let joints: Vec<ClipJoint> = humanoid();
        let length = |joints: &[ClipJoint]| joints.iter().map(|j| j.rest.translation.length()).sum::<f64>();
        let made: f64 = length(&joints) * larger;
        assert!((length(&back.joints) / made - 1.0).abs() < 1e-5, "{larger}");
    }
}
