//! What an unlucky animator gives to the command, and what an attacker does: every command that reads says what is wrong in words
//! that help, in memory that the file justifies, and leaves every file as it was.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::call::{adverb, errors, failed, fine, text};
use crate::support::folder::{folder, written};

/// Bytes of memory that a program has before it has read anything: itself, its libraries and the stacks of its threads.
const OWN_BYTES: u64 = 192 << 20;

const WALK: &str = "HIERARCHY
ROOT Hips
{
OFFSET 0 90 0
CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
JOINT Spine
{
OFFSET 0 30.5 0
CHANNELS 3 Zrotation Xrotation Yrotation
}
}
MOTION
Frames: 3
Frame Time: 0.033333
0 90 0 0 0 0 0 0 0
1 90 0 0 0 0 5 0 0
2 90 0 0 0 0 9 0 0
";

fn utf_16(text: &str) -> Vec<u8> {
    "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
}

#[test]
fn a_folder_without_a_project_is_told_with_what_makes_one() {
    let (empty, out) = (folder("empty"), folder("no-project-out"));
    let words = format!("{}: there is no adverb.toml in this folder; `adverb annotate FILE…", text(&empty));
    let (pack, motion, page) = (out.join("a.adverb"), out.join("a.bvh"), out.join("a.html"));
    for call in [
        &["check", text(&empty)][..],
        &["inspect", text(&empty)],
        &["space", text(&empty)],
        &["build", text(&empty), "-o", text(&pack)],
        &["report", text(&empty), "-o", text(&page)],
        &["sample", text(&empty), "walk", "-o", text(&motion)],
        &["motion", text(&empty), "walk", "-o", text(&motion)],
        &["refine", text(&empty), "walk", "a.bvh"],
    ] {
        failed(call, &words);
    }
    let recorded = folder("recorded");
    written(recorded.join("walk.bvh"), WALK);
    let name = text(&recorded);
    failed(
        &["check", name],
        &format!("`adverb annotate {name}/*.bvh -p {name}` makes one of the recordings in it"),
    );
    let walk = recorded.join("walk.bvh");
    let output = adverb(&["check", text(&walk)]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        errors(&output).contains("is a motion file, not a project; `adverb annotate"),
        "{}",
        errors(&output)
    );
}

#[test]
fn a_script_that_is_none_is_told_before_anything_is_built() {
    let here = folder("script");
    let script = written(here.join("a.toml"), "secs = forty\n");
    // The hero is not even there.
    let (hero, out) = (here.join("hero"), here.join("a.bvh"));
    failed(
        &["play", text(&hero), text(&script), "-o", text(&out)],
        "a.toml:1:8: forty is neither a number nor a text in quotes",
    );
}

#[test]
fn what_is_often_given_in_place_of_a_motion_is_said() {
    let here = folder("instead");
    for (contents, words) in [
        (&b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n"[..], "git lfs pull"),
        (b"<!DOCTYPE html>\n<title>404</title>", "it is a web page"),
        (b"\x1f\x8b\x08\0\0\0\0\0", "unpack it first"),
        (b"PK\x03\x04\0\0\0\0\0", "unpack it first"),
        (b"PK\x03\x04\x0a\0\0\0hero.usdc", "it is USD; import it into Blender"),
        (b"#usda 1.0\n", "it is USD; import it into Blender"),
        (b"<?xml version=\"1.0\"?>\n<COLLADA version=\"1.4.1\">", "it is Collada; import it into Blender"),
        (b"BLENDER-v402", "open it in Blender and export it as glTF 2.0"),
        (b"//Maya ASCII 2024 scene\n", "open it in Maya and export it as FBX"),
        (b"Ogawa\xff\0\x01", "Alembic, which holds no skeleton"),
        (&utf_16(WALK), "UTF-16; save it as UTF-8"),
    ] {
        for file in ["a.bvh", "a.glb", "a.gltf", "a.fbx", "a.asf", "a.amc", "a.txt"] {
            failed(&["inspect", text(&written(here.join(file), contents))], words);
        }
    }
    failed(&["inspect", text(&written(here.join("a.toml"), utf_16("[motions]\n")))], "UTF-16");
    let windows = written(here.join("w.toml"), "[motions.a]\nfile = \"mocap\\walk.bvh\"\n");
    failed(&["inspect", text(&windows)], "write / instead of \\");
}

#[test]
fn numbers_as_people_write_them_are_refused_with_what_to_write() {
    let here = folder("numbers");
    let changed = |from: &str, to: &str| {
        assert!(WALK.contains(from), "{from}");
        written(here.join("a.bvh"), WALK.replace(from, to))
    };
    for (from, to, words) in [
        (
            "Time: 0.033333",
            "Time: 0,033333",
            ":14: Frame Time: 0,033333 is not valid; write the seconds from frame to frame; write a decimal point",
        ),
        (
            "0 30.5 0",
            "0 30,5 0",
            ":8: OFFSET of `Spine` needs three numbers, found `30,5`; write a decimal point",
        ),
        ("0 30.5 0", "0 1e30 0", ":8: OFFSET of `Spine` holds `1e30`, which is not a length"),
        ("1 90 0", "1,5 90 0", ":16: `1,5` is not a number; write a decimal point"),
        ("2 90 0", "MOTION\n2 90 0", ":17: `MOTION` is not a number; a second motion begins here"),
    ] {
        failed(&["inspect", text(&changed(from, to))], words);
    }
    let slow = fine(&["inspect", text(&changed("0.033333", "30"))]);
    let said = String::from_utf8_lossy(&slow.stdout).into_owned();
    assert!(said.contains("If it is frames per second, write 0.033333."), "{said}");
}

#[test]
fn a_unit_that_cannot_be_is_not_said_to_be_the_files() {
    let here = folder("unit");
    let made = String::from_utf8(adverb_hostile_fbx()).unwrap();
    for unit in ["0", "-1", "1e300"] {
        let path = here.join("a.fbx");
        let stated = "\"UnitScaleFactor\", \"double\", \"\", \"A\", ";
        assert!(made.contains(stated));
        written(path.clone(), made.replace(&format!("{stated}1"), &format!("{stated}{unit}")));
        let said = String::from_utf8_lossy(&fine(&["inspect", text(&path)]).stdout).into_owned();
        assert!(
            said.contains("which is impossible") && !said.contains("as stated in the file"),
            "{unit}: {said}"
        );
    }
    // A mark of UTF-8 is no part of the text.
    let marked = [b"\xef\xbb\xbf", made.as_bytes()].concat();
    fine(&["inspect", text(&written(here.join("a.fbx"), marked))]);
}

/// Two bones as FBX text.
fn adverb_hostile_fbx() -> Vec<u8> {
    use adverb_testdata::fbx::{Curve, Made, property, text, whole};
    let bone = |y: f64| vec![property("Lcl Translation", "Vector3D", &[0.0, y, 0.0])];
    let turn = Curve(2, "Lcl Rotation", "d|X", [0.0; 3], vec![(0.0, 0.0), (1.0, 90.0)]);
    let made = Made {
        settings: vec![whole("TimeMode", "enum", 6), property("UnitScaleFactor", "double", &[1.0])],
        bones: vec![("Hips", 0, bone(90.0)), ("Knee", 1, bone(-40.0))],
        takes: vec![("Bend", 1.0, vec![turn])],
    };
    text(&made.records())
}

#[test]
fn of_a_mesh_without_a_skeleton_the_broken_vertex_is_said() {
    use adverb_testdata::fbx::{binary, statue};
    let path = folder("vertex").join("statue.fbx");
    fine(&["inspect", text(&written(path.clone(), binary(&statue(2, 0.5))))]);
    for call in [&["inspect", text(&path)][..], &["inspect", text(&path), "--json"]] {
        written(path.clone(), binary(&statue(2, f32::NAN)));
        failed(call, "statue.fbx: mesh 'Pyramid': the position of vertex 2 is not finite");
    }
}

#[test]
fn what_a_file_names_is_read_only_if_it_is_a_file() {
    let here = folder("named");
    std::fs::create_dir(here.join("folder")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", here.join("endless.bin")).unwrap();
    std::os::unix::fs::symlink("loop.bin", here.join("loop.bin")).unwrap();
    assert!(Command::new("mkfifo").arg(here.join("pipe.bin")).status().unwrap().success());
    let names =
        ["folder", "endless.bin", "loop.bin", "pipe.bin", "missing.bin", "/dev/zero", "../named/pipe.bin"];
    for name in names {
        let project = written(here.join("adverb.toml"), format!("[motions.a]\nfile = \"{name}\"\n"));
        failed(&["inspect", text(&project)], "cannot be read");
        let document = format!(
            r#"{{ "asset": {{ "version": "2.0" }}, "nodes": [{{ "name": "Hips" }}], "skins": [{{ "joints": [0], "inverseBindMatrices": 0 }}],
            "buffers": [{{ "byteLength": 64, "uri": "{name}" }}], "bufferViews": [{{ "buffer": 0, "byteLength": 64 }}],
            "accessors": [{{ "bufferView": 0, "componentType": 5126, "count": 1, "type": "MAT4" }}] }}"#
        );
        let mesh = written(here.join("mesh.gltf"), document);
        let walk = written(here.join("walk.bvh"), WALK);
        let out = here.join("out.glb");
        let convert = ["convert", text(&walk), "--character", text(&mesh), "-o", text(&out)];
        failed(
            &convert,
            if name == "endless.bin" { "a link out of its folder, to /dev/zero" } else { "buffer 0" },
        );
        assert!(!out.exists());
    }
    // A person may give a pipe.
    let piped = Command::new("sh")
        .args([
            "-c",
            "cat \"$1\" | \"$0\" inspect /dev/stdin",
            env!("CARGO_BIN_EXE_adverb"),
            text(&here.join("walk.bvh")),
        ])
        .output()
        .unwrap();
    assert!(piped.status.success(), "{}", errors(&piped));
    failed(&["inspect", "/dev/null"], "/dev/null");
}

#[test]
fn a_name_of_a_hundred_thousand_letters_is_drawn_and_written() {
    let here = folder("long");
    let name = "x".repeat(100_000);
    let document = format!(
        r#"{{ "asset": {{ "version": "2.0" }}, "skins": [{{ "joints": [0, 1] }}],
        "nodes": [{{ "name": "Hips", "children": [1] }}, {{ "name": "{name}", "translation": [0, 1, 0] }}],
        "animations": [{{ "samplers": [{{ "input": 0, "output": 1 }}], "channels": [{{ "sampler": 0, "target": {{ "node": 1, "path": "translation" }} }}] }}],
        "accessors": [{{ "bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR" }}, {{ "bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC3" }}],
        "bufferViews": [{{ "buffer": 0, "byteLength": 8 }}, {{ "buffer": 0, "byteOffset": 8, "byteLength": 24 }}],
        "buffers": [{{ "byteLength": 32, "uri": "data:;base64,AAAAAAAAgD8AAAAAAACAPwAAAAAAAAAAAAAAQAAAAAA=" }}] }}"#
    );
    let first = written(here.join("first.gltf"), document);
    let (bvh, png) = (here.join("second.bvh"), here.join("curves.png"));
    fine(&["convert", text(&first), "-o", text(&bvh)]);
    fine(&["inspect", text(&bvh)]);
    fine(&["render", text(&first), "--curves", "-o", text(&png)]);
    written(here.join("walk.bvh"), WALK);
    let project = written(here.join("adverb.toml"), format!("[motions.{name}]\nfile = \"walk.bvh\"\n"));
    fine(&["render", text(&project), &name, "-o", text(&png)]);
    let said = errors(&adverb(&["motion", text(&project), "y", "-o", text(&bvh)]));
    assert!(said.len() < 5000, "{} letters", said.len());
}

/// Files that claim more than they hold, each with what it is to be called.
fn claims(here: &Path) -> Vec<PathBuf> {
    let sparse = r#"{ "asset": { "version": "2.0" }, "nodes": [{ "name": "Hips" }], "skins": [{ "joints": [0], "inverseBindMatrices": 0 }],
        "buffers": [{ "byteLength": 4, "uri": "data:,aaaa" }], "bufferViews": [{ "buffer": 0, "byteLength": 4 }],
        "accessors": [{ "componentType": 5126, "count": 4000000000, "type": "MAT4", "sparse": { "count": 1,
        "indices": { "bufferView": 0, "componentType": 5121 }, "values": { "bufferView": 0 } } }] }"#;
    let files = [
        ("frames.bvh", WALK.replace("Frames: 3", "Frames: 99999999")),
        ("channels.bvh", WALK.replace("CHANNELS 3", "CHANNELS 999999999")),
        ("sparse.gltf", sparse.into()),
        ("nested.fbx", format!("; FBX 7.4.0 project file\n{}", "a: {\n".repeat(50_000))),
        ("keys.fbx", String::from_utf8(adverb_hostile_fbx()).unwrap().replace("*2", "*2000000000")),
        ("bones.asf", format!(":root\n:bonedata\n{}", "begin\nend\n".repeat(50_000))),
    ];
    files.map(|(name, contents)| written(here.join(name), contents)).to_vec()
}

/// The command, with no more memory than a file of that size justifies.
fn within(size: u64, arguments: &[&str]) -> Output {
    let most = OWN_BYTES + (64 << 20) + 20 * size;
    let mut command = Command::new("sh");
    command.args([
        "-c",
        &format!("ulimit -v {}; exec \"$@\"", most / 1024),
        "sh",
        env!("CARGO_BIN_EXE_adverb"),
    ]);
    // Each thread would set aside as much again.
    command.env("MALLOC_ARENA_MAX", "1").args(arguments).output().expect("a shell")
}

#[test]
fn every_command_on_a_broken_file_ends_within_its_memory_and_keeps_what_was_there() {
    let here = folder("broken");
    let mut files = claims(&here);
    if let Some(data) = adverb_testdata::data_dir() {
        let corrupt = data.join("formats/corrupt");
        let endings = ["bvh", "glb", "fbx", "asf", "amc"];
        files.extend(endings.iter().flat_map(|ending| adverb_testdata::files_below(&corrupt, ending)));
    }
    let walk = written(here.join("walk.bvh"), WALK);
    let project = here.join("adverb.toml");
    for path in &files {
        let named = format!("[motions.a]\nfile = {:?}\n", text(path));
        written(project.clone(), named);
        let size = std::fs::metadata(path).unwrap().len();
        let (file, project) = (text(path), text(&project));
        for (arguments, ending) in [
            (&["inspect", file][..], ""),
            (&["inspect", file, "--json"], ""),
            (&["convert", file], "bvh"),
            (&["convert", file], "glb"),
            (&["convert", text(&walk), "--character", file], "glb"),
            (&["render", file], "png"),
            (&["render", file, "--curves"], "svg"),
            (&["inspect", project], ""),
            (&["motion", project, "a"], "bvh"),
            (&["build", project], "adverb"),
        ] {
            let out = here.join(format!("out.{ending}"));
            let mut arguments = arguments.to_vec();
            if !ending.is_empty() {
                written(out.clone(), "before");
                arguments.extend(["-o", text(&out)]);
            }
            let output = within(size, &arguments);
            let said = errors(&output);
            assert!(matches!(output.status.code(), Some(0 | 1)), "{arguments:?}: {:?} {said}", output.status);
            if output.status.code() == Some(1) {
                let name = path.file_stem().unwrap().to_str().unwrap();
                assert!(said.contains("error: ") && said.contains(name), "{arguments:?}: {said}");
                assert!(said.len() < 2000, "{arguments:?}: {} letters", said.len());
                assert!(ending.is_empty() || std::fs::read(&out).unwrap() == b"before", "{arguments:?}");
            }
        }
    }
}
