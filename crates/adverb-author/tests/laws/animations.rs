//! Files with several animations: all are listed, and every one of them can be read.

use adverb_author::finding::{Criterion, Verdict};
use adverb_author::formats::contents;
use adverb_author::import::{ImportOptions, import};
use adverb_author::project::Project;
use adverb_author::{Clip, Error, demo};

use crate::support::gltf::taken_apart;
use crate::support::several::several;
use adverb_testdata::gltf::glb;

const NAMES: [&str; 3] = ["idle", "walk", "run"];

/// Recordings of the built-in character: it stands, walks and runs.
fn recordings() -> [Clip; 3] {
    let files = demo::project();
    ["idle_neutral.bvh", "walk_neutral.bvh", "run.bvh"].map(|name| {
        let (_, bytes) = files.iter().find(|(file, _)| file == name).expect("a recording");
        import(name, bytes, &ImportOptions::default()).expect("a good file")
    })
}

fn hero() -> Vec<u8> {
    let clips = recordings();
    let named: Vec<(&str, &Clip)> = NAMES.into_iter().zip(&clips).collect();
    several(&named)
}

fn load(text: &str) -> Result<Project, Error> {
    let bytes = hero();
    let mut read =
        |name: &str| if name == "hero.glb" { Ok(bytes.clone()) } else { Err("no such file".into()) };
    Project::load("adverb.toml", text, &mut read)
}

fn nothing(_: &str) -> Option<Vec<u8>> {
    None
}

#[test]
fn every_animation_is_listed_with_its_duration_and_can_be_read() {
    let bytes = hero();
    let held = contents("hero.glb", &bytes, &mut nothing).expect("a good file");
    let clips = recordings();
    assert_eq!(held.animations.iter().map(|own| own.name.as_str()).collect::<Vec<_>>(), NAMES);
    for (number, (own, clip)) in held.animations.iter().zip(&clips).enumerate() {
        assert!(own.moves_joints, "{}", own.name);
        assert!((own.secs.expect("keys") - clip.duration_secs()).abs() < 1e-3, "{own:?}");
        for wish in [own.name.clone(), number.to_string()] {
            let options = ImportOptions { animation: Some(wish), ..ImportOptions::default() };
            let read = import("hero.glb", &bytes, &options).expect("a good file");
            assert_eq!(read.frame_count(), clip.frame_count(), "{}", own.name);
        }
    }
    // The bones that any viewer shows.
    assert_eq!((held.meshes.len(), held.meshes[0].targets.len()), (1, 0));
    assert!(held.meshes[0].vertices > 0 && held.meshes[0].joints > 0);
}

#[test]
fn animations_without_a_name_of_their_own_are_asked_for_by_number() {
    let [idle, walk, run] = recordings();
    let bytes = several(&[("walk", &idle), ("", &walk), ("walk", &run)]);
    let held = contents("hero.glb", &bytes, &mut nothing).expect("a good file");
    assert_eq!(held.animations.iter().map(|own| own.name.as_str()).collect::<Vec<_>>(), ["walk", "1", "2"]);
    let options = ImportOptions { animation: Some("2".into()), ..ImportOptions::default() };
    assert_eq!(import("hero.glb", &bytes, &options).expect("a good file").frame_count(), run.frame_count());
}

#[test]
fn a_motion_takes_the_animation_that_it_names() {
    let project = load(
        "[motions.stroll]\nfile = \"hero.glb\"\nanimation = \"walk\"\n[motions.dash]\nfile = \"hero.glb\"\nanimation = 2\n",
    )
    .expect("a good project");
    let [_, walk, run] = recordings();
    for (name, clip) in [("stroll", walk), ("dash", run)] {
        let secs = project.motions[name].duration().0;
        assert!((secs - clip.duration_secs()).abs() < 1e-6, "{name} lasts {secs} s");
    }
    assert!(project.warnings.is_empty(), "{:?}", project.warnings);
}

#[test]
fn a_project_says_which_of_several_animations_was_read_if_none_is_named() {
    let project = load("[motions.stroll]\nfile = \"hero.glb\"\n").expect("a good project");
    let [note] = &project.warnings[..] else { panic!("{:?}", project.warnings) };
    assert_eq!((note.criterion, note.verdict), (Criterion::Animation, Verdict::Note));
    assert!(note.told().contains("'idle' was read; there are also: walk, run"), "{}", note.told());
}

#[test]
fn an_animation_that_a_file_lacks_is_refused_with_its_line_and_those_that_it_has() {
    let motion = "[motions.stroll]\nfile = \"hero.glb\"\n";
    for (animation, words) in [
        ("\"wlak\"", "it has: idle, walk, run"),
        ("3", "it has: idle, walk, run"),
        ("-1", "a number from 0"),
        ("true", "a name in"),
    ] {
        let error =
            load(&format!("{motion}animation = {animation}\n")).expect_err("no such animation").to_string();
        assert!(error.starts_with("adverb.toml:3:13: ") && error.contains(words), "{error}");
    }
    let bytes = hero();
    let options = ImportOptions { animation: Some("wlak".into()), ..ImportOptions::default() };
    let error = import("hero.glb", &bytes, &options).expect_err("no such animation");
    assert!(matches!(&error, Error::Animation { known, .. } if *known == NAMES), "{error}");
    let (_, bvh) = demo::project().into_iter().find(|(file, _)| file == "run.bvh").expect("a run");
    let error = import("run.bvh", &bvh, &options).expect_err("a format without names").to_string();
    assert!(error.contains("it holds one animation, without a name"), "{error}");
}

#[test]
fn animations_of_one_file_have_its_one_unit() {
    // Too large for metres, and without a name by which a person could be recognised: each animation alone has another unit.
    let mut clips = recordings();
    for clip in &mut clips {
        clip.joints.iter_mut().for_each(|joint| joint.rest.translation *= 7.0);
        clip.locals.iter_mut().for_each(|local| local.translation *= 7.0);
        clip.joints.iter_mut().enumerate().for_each(|(number, joint)| joint.name = format!("part {number}"));
    }
    let named: Vec<(&str, &Clip)> = NAMES.into_iter().zip(&clips).collect();
    // What we write states its unit.
    let stated = several(&named);
    let (mut document, bin) = taken_apart(&stated);
    document["asset"].as_object_mut().expect("an asset").remove("extras");
    let bytes = glb(&document, bin);
    let unit = |name: &str| {
        let options = ImportOptions { animation: Some(name.into()), ..ImportOptions::default() };
        import("hero.glb", &bytes, &options).expect("a good file").source.unit_m
    };
    assert_ne!(unit("idle"), unit("run"));
    let motions =
        NAMES.map(|name| format!("[motions.{name}]\nfile = \"hero.glb\"\nanimation = \"{name}\"\n"));
    let project = Project::load("adverb.toml", &motions.concat(), &mut |_: &str| Ok(bytes.clone()));
    let warnings = project.expect("a good project").warnings;
    let of = |criterion: Criterion| warnings.iter().filter(|found| found.criterion == criterion).count();
    assert_eq!(of(Criterion::TravelScaled), 0, "{warnings:?}");
}

#[test]
fn recorded_files_with_several_animations_list_what_they_hold() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let held = |name: &str| {
        let bytes = std::fs::read(data.join(name)).expect("a file");
        contents(name, &bytes, &mut nothing).expect("a good file")
    };
    let of = |name: &str| -> Vec<(String, f64, bool)> {
        let one = |own: &adverb_author::formats::Animation| {
            (own.name.clone(), (100.0 * own.secs.expect("keys")).round() / 100.0, own.moves_joints)
        };
        held(name).animations.iter().map(one).collect()
    };
    let listed = |all: &[(&str, f64, bool)]| -> Vec<(String, f64, bool)> {
        all.iter().map(|(name, secs, moves)| ((*name).into(), *secs, *moves)).collect()
    };
    let fox = listed(&[("Survey", 3.42, true), ("Walk", 0.71, true), ("Run", 1.16, true)]);
    assert_eq!(of("mesh/gltf/Fox.glb"), fox);
    let maya = listed(&[("wiggle", 0.79, true), ("spin", 0.83, true), ("deform", 0.83, true)]);
    assert_eq!(of("formats/fbx/maya_game_sausage_7500_binary_combined.fbx"), maya);
    let blender = of("formats/fbx/blender_279_sausage_6100_ascii.fbx");
    assert_eq!(blender.iter().map(|own| own.2).collect::<Vec<_>>(), [true, false, true, true], "{blender:?}");
    let morphed = &held("mesh/gltf/MorphStressTest.glb");
    assert_eq!(morphed.meshes[0].targets.len(), 8);
    assert!(morphed.animations.iter().all(|own| !own.moves_joints));
    let cube = &held("formats/fbx/maya_blend_shape_cube_7700_binary.fbx");
    assert_eq!(cube.meshes[0].targets, ["Squish.TopH", "Squish.TopV"]);
}
