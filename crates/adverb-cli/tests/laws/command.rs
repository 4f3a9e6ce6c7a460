//! The command as a person calls it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::call::{adverb, errors, text};
use crate::support::folder::folder;

fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}

/// The built-in project in a folder.
fn hero(name: &str) -> PathBuf {
    let hero = folder(name).join("hero");
    let output = adverb(&["demo", text(&hero)]);
    assert_eq!(code(&output), 0, "{}", errors(&output));
    hero
}

#[test]
fn demo_writes_a_project_that_every_command_takes() {
    let hero = hero("demo");
    let inspected = adverb(&["inspect", text(&hero), "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&inspected.stdout).unwrap();
    assert!(report["motions"].as_array().unwrap().len() > 12);
    for (motion, file) in [("neutral", "a.bvh"), ("neutral_loop", "b.glb"), ("there_and_back", "c.bvh")] {
        let out = hero.join(file);
        let output = adverb(&["motion", text(&hero), motion, "-o", text(&out)]);
        assert_eq!(code(&output), 0, "{}", errors(&output));
        assert_eq!(code(&adverb(&["inspect", text(&out)])), 0);
    }
    // The project file itself is as good as its folder.
    let file = hero.join("adverb.toml");
    assert_eq!(code(&adverb(&["motion", text(&file), "run", "-o", text(&hero.join("d.bvh"))])), 0);
    // A folder that holds something is left alone.
    assert_eq!(code(&adverb(&["demo", text(&hero)])), 2);
}

#[test]
fn inspect_reports_the_documented_fields() {
    let hero = hero("inspect");
    let output = adverb(&["inspect", text(&hero.join("walk_neutral.bvh")), "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["format"], "bvh");
    assert_eq!(report["joints"], 21);
    assert_eq!(report["fps"], 60.0);
    assert_eq!(report["up"], "y");
    assert_eq!(report["unit_m"], 0.01);
    assert_eq!(report["warnings"].as_array().unwrap().len(), 0);
    let frames = report["frames"].as_f64().unwrap();
    assert!((report["duration_s"].as_f64().unwrap() - (frames - 1.0) / 60.0).abs() < 1e-3);
    let height = report["height_m"].as_f64().unwrap();
    assert!((1.5..1.9).contains(&height), "{height}");
}

#[test]
fn convert_there_and_back_keeps_the_figure() {
    let hero = hero("convert");
    let (glb, back) = (hero.join("walk.glb"), hero.join("back.bvh"));
    assert_eq!(code(&adverb(&["convert", text(&hero.join("walk_happy.bvh")), "-o", text(&glb)])), 0);
    assert_eq!(code(&adverb(&["convert", text(&glb), "-o", text(&back), "--fps", "30"])), 0);
    let report = |file: &Path| -> serde_json::Value {
        serde_json::from_slice(&adverb(&["inspect", text(file), "--json"]).stdout).unwrap()
    };
    let (original, glb, back) = (report(&hero.join("walk_happy.bvh")), report(&glb), report(&back));
    assert_eq!(original["joints"], glb["joints"]);
    assert_eq!(original["frames"], glb["frames"]);
    assert_eq!(back["fps"], 30.0);
    assert!((original["height_m"].as_f64().unwrap() - back["height_m"].as_f64().unwrap()).abs() < 0.01);
}

#[test]
fn render_draws_files_and_motions_as_png_and_svg() {
    let hero = hero("render");
    let walk = hero.join("walk_neutral.bvh");
    let (hero, walk) = (text(&hero), text(&walk));
    let cases: [(&[&str], &str); 6] = [
        (&[walk], "file.png"),
        (&[walk, "--curves"], "curves.png"),
        (&[hero, "happy", "--view", "side"], "side.svg"),
        (&[hero, "tired", "tired_other_leg", "--view", "above"], "together.svg"),
        (&[hero, "neutral", "sad", "--layout", "row", "--view", "front"], "row.png"),
        (&[hero, "neutral_loop", "--animate"], "animation.svg"),
    ];
    for (arguments, file) in cases {
        let out = Path::new(hero).join(file);
        let output = adverb(&[&["render"], arguments, &["-o", text(&out)]].concat());
        assert_eq!(code(&output), 0, "{file}: {}", errors(&output));
        let bytes = std::fs::read(&out).unwrap();
        let begins: &[u8] = if file.ends_with("png") { b"\x89PNG\r\n\x1a\n" } else { b"<svg " };
        assert!(bytes.starts_with(begins) && bytes.len() > 5000, "{file}: {} bytes", bytes.len());
    }
    let animation = std::fs::read_to_string(Path::new(hero).join("animation.svg")).unwrap();
    assert!(animation.contains("@keyframes"));
}

#[test]
fn exit_codes_tell_bad_input_from_misuse() {
    let here = folder("codes");
    let broken = here.join("broken.bvh");
    std::fs::write(&broken, "HIERARCHY\nROOT Hips\n{\n").unwrap();
    let out = here.join("out.glb");
    let bad = adverb(&["convert", text(&broken), "-o", text(&out)]);
    assert_eq!(code(&bad), 1);
    assert!(errors(&bad).contains("broken.bvh:"), "{}", errors(&bad));
    assert_eq!(code(&adverb(&["inspect", text(&here.join("missing.bvh"))])), 1);
    assert_eq!(code(&adverb(&["convert", text(&broken)])), 2);
    assert_eq!(code(&adverb(&["frobnicate"])), 2);
    assert_eq!(code(&adverb(&["convert", text(&broken), "-o", text(&here.join("out.mp4"))])), 2);
    assert_eq!(code(&adverb(&["convert", text(&broken), "-o", text(&out), "--fps", "-3"])), 2);
    assert_eq!(code(&adverb(&["--help"])), 0);
    assert!(!out.exists());
}

#[test]
fn a_failed_write_leaves_no_file_behind() {
    let hero = hero("failed_write");
    let walk = hero.join("walk_sad.bvh");
    // A folder stands where the file should go: the rename fails after everything is written.
    let taken = hero.join("taken.bvh");
    std::fs::create_dir(&taken).unwrap();
    std::fs::write(taken.join("inside"), "x").unwrap();
    let output = adverb(&["convert", text(&walk), "-o", text(&taken)]);
    assert_eq!(code(&output), 1);
    assert!(errors(&output).contains("cannot be written"), "{}", errors(&output));
    let left: Vec<_> = std::fs::read_dir(&hero)
        .unwrap()
        .flatten()
        .filter(|e| e.file_name().to_string_lossy().contains("part"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
    let missing = hero.join("no/such/folder/out.bvh");
    assert_eq!(code(&adverb(&["convert", text(&walk), "-o", text(&missing)])), 1);
}

#[test]
fn a_reader_who_has_seen_enough_is_no_failure() {
    let hero = hero("pipe");
    let mut child = Command::new(env!("CARGO_BIN_EXE_adverb"))
        .args(["inspect", text(&hero.join("walk_sad.bvh")), "--json"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((code(&output), errors(&output).as_str()), (0, ""));
    if let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adverb"));
        let output = command.args(["inspect", text(&hero)]).stdout(full).output().unwrap();
        assert_eq!(code(&output), 1, "{}", errors(&output));
    }
}

#[test]
fn flags_that_cannot_mean_anything_are_misuse() {
    let hero = hero("flags");
    let (hero, png) = (text(&hero), hero.join("x.png"));
    let out = text(&png);
    for arguments in [
        &["inspect", hero, "--up", "z"][..],
        &["render", hero, "run", "--unit", "cm", "-o", out],
        &["render", hero, "-o", out],
        &["render", hero, "run", "--animate", "-o", out],
        &["render", hero, "run", "--curves", "--joint", "Wing", "-o", out],
        &["convert", hero, "-o", "x.bvh"],
    ] {
        let output = adverb(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}: {}", errors(&output));
    }
    assert!(!png.exists());
}

#[test]
fn a_loop_is_written_so_that_it_closes_and_a_rate_so_that_it_is_that_rate() {
    let hero = hero("rates");
    let report = |file: &Path| -> serde_json::Value {
        serde_json::from_slice(&adverb(&["inspect", text(file), "--json"]).stdout).unwrap()
    };
    let (own, asked) = (hero.join("own.bvh"), hero.join("asked.bvh"));
    assert_eq!(code(&adverb(&["motion", text(&hero), "stroll", "-o", text(&own)])), 0);
    let output = adverb(&["motion", text(&hero), "stroll", "--fps", "25", "-o", text(&asked)]);
    assert!(errors(&output).contains("before the end"), "{}", errors(&output));
    assert_eq!(report(&asked)["fps"], 25.0);
    let duration = report(&own)["duration_s"].as_f64().unwrap();
    let project: serde_json::Value =
        serde_json::from_slice(&adverb(&["inspect", text(&hero), "--json"]).stdout).unwrap();
    let stroll = project["motions"].as_array().unwrap().iter().find(|m| m["name"] == "stroll").unwrap();
    assert!((duration - stroll["duration_s"].as_f64().unwrap()).abs() < 1e-3);
}

#[test]
fn what_was_written_is_named_unless_quiet() {
    let hero = hero("quiet");
    let output = adverb(&["-q", "motion", text(&hero), "run", "-o", text(&hero.join("out.bvh"))]);
    assert_eq!((code(&output), output.stdout.len(), output.stderr.len()), (0, 0, 0));
    let output = adverb(&["motion", text(&hero), "run", "-o", text(&hero.join("out.bvh"))]);
    let wrote = format!("wrote {}\n", text(&hero.join("out.bvh")));
    assert!(errors(&output).ends_with(&wrote), "{}", errors(&output));
}

#[test]
fn an_unknown_output_type_is_answered_with_the_known_ones() {
    let here = folder("types");
    let refused = |words: &[&str], expected: &str| {
        let output = adverb(words);
        assert_eq!((code(&output), errors(&output).as_str()), (2, format!("error: {expected}\n").as_str()));
    };
    let (here, film) = (text(&here), "w9.mp4");
    refused(
        &["sample", here, "walk", "-o", film],
        "unknown output type .mp4; verbs are written as .bvh, .glb, .png or .svg",
    );
    refused(&["convert", here, "-o", film], "unknown output type .mp4; motions are written as .bvh or .glb");
    refused(&["build", here, "-o", "hero"], "hero has no extension; packs are written as .adverb");
}

#[test]
fn completions_are_offered_for_every_usual_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = adverb(&["completions", shell]);
        assert_eq!(code(&output), 0);
        assert!(String::from_utf8_lossy(&output.stdout).contains("convert"), "{shell}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let pages = folder("man");
    assert_eq!(code(&adverb(&["man", text(&pages)])), 0);
    let help = String::from_utf8_lossy(&adverb(&["--help"]).stdout).into_owned();
    let (_, commands) = help.split_once("Commands:\n").expect("a list of commands");
    let commands = commands
        .lines()
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<&str> =
        commands.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect();
    assert!(names.len() > 15, "{names:?}");
    for name in names {
        let page = std::fs::read_to_string(pages.join(format!("adverb-{name}.1"))).expect(name);
        assert!(page.contains(".SH SYNOPSIS"), "{name}");
    }
    assert!(std::fs::read_to_string(pages.join("adverb.1")).unwrap().contains("adverb\\-build(1)"));
}

#[test]
fn damaged_files_end_in_an_error_or_a_warning_never_a_crash() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let out = folder("damaged").join("out.bvh");
    let mut seen = 0;
    for entry in std::fs::read_dir(data.join("formats/corrupt")).unwrap().flatten() {
        let path = entry.path();
        if !path.extension().is_some_and(|e| e == "bvh" || e == "glb") {
            continue;
        }
        seen += 1;
        let output = adverb(&["convert", text(&path), "-o", text(&out)]);
        assert!(
            code(&output) == 1 || (code(&output) == 0 && !output.stderr.is_empty()),
            "{}",
            path.display()
        );
        assert!(!errors(&output).contains("panicked"), "{}: {}", path.display(), errors(&output));
    }
    assert!(seen > 25);
}

/// The animations and the meshes of a GLB.
fn animations_and_meshes(path: &Path) -> (usize, serde_json::Value) {
    let bytes = std::fs::read(path).unwrap();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let json: serde_json::Value = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
    (json["animations"].as_array().unwrap().len(), json["meshes"].clone())
}

#[test]
fn a_character_moves_by_every_command_that_writes_motion() {
    let hero = hero("character");
    let mesh = hero.join("mesh.glb");
    assert_eq!(code(&adverb(&["motion", text(&hero), "neutral", "-o", text(&mesh)])), 0);
    let (_, meshes) = animations_and_meshes(&mesh);
    let check = |arguments: &[&str]| {
        let out = hero.join("out.glb");
        let _ = std::fs::remove_file(&out);
        let output = adverb(&[arguments, &["-o", text(&out)]].concat());
        assert_eq!(code(&output), 0, "{arguments:?}: {}", errors(&output));
        // The mesh's own animation follows.
        assert_eq!(animations_and_meshes(&out), (2, meshes.clone()), "{arguments:?}");
    };
    let (happy, mesh) = (hero.join("walk_happy.bvh"), text(&mesh));
    check(&["convert", text(&happy), "--character", mesh]);
    check(&[
        "convert",
        text(&happy),
        "--character",
        mesh,
        "--joints",
        "Hips=Hips,Spine=Spine",
        "--fps",
        "24",
    ]);
    // A project that says so needs no flag.
    let file = hero.join("adverb.toml");
    let project = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, format!("{project}\n[character]\nmesh = \"mesh.glb\"\n")).unwrap();
    check(&["motion", text(&hero), "happy"]);
    check(&["sample", text(&hero), "walk", "--at", "happiness=1"]);
    let script = hero.join("script.toml");
    std::fs::write(&script, "secs = 1\n").unwrap();
    check(&["play", text(&hero), text(&script)]);
    // Where no mesh can be, none is.
    let bvh = hero.join("out.bvh");
    assert_eq!(code(&adverb(&["motion", text(&hero), "happy", "-o", text(&bvh)])), 0);
    let refused = adverb(&["convert", text(&happy), "--character", mesh, "-o", text(&bvh)]);
    assert_eq!(code(&refused), 2);
    assert!(errors(&refused).contains("a character is written as .glb"), "{}", errors(&refused));
    let wrong =
        adverb(&["convert", text(&happy), "--character", mesh, "--joints", "Hip=Hips", "-o", "x.glb"]);
    assert_eq!(code(&wrong), 1);
    assert!(errors(&wrong).contains("did you mean \"Hips\"?"), "{}", errors(&wrong));
    let statue = adverb(&["convert", text(&happy), "--character", text(&happy), "-o", "x.glb"]);
    assert_eq!(code(&statue), 1);
}
