//! `adverb shape`, `space` and `inspect` on faces: expressions as features and as a space, on any identity.

use std::path::PathBuf;

use adverb_author::formats::{gltf, ply, read_mesh};

use crate::support::call::{adverb, fine, messages, refused, text};
use crate::support::folder::{folder, text_of};
use crate::support::head;

const PROJECT: &str = "[shapes.face]\nadjectives = { width = [0, 1] }\nfeatures = true\n\
                       [[shapes.face.examples]]\nform = \"face.glb\"\nat = { width = 0 }\n\
                       [[shapes.face.examples]]\nform = \"wide.ply\"\nat = { width = 1 }\n\
                       [shapes.mimic]\nrest = \"face.glb\"\ntargets = true\n";

fn faces(name: &str) -> PathBuf {
    let here = folder(name);
    let put = |file: &str, bytes: &[u8]| std::fs::write(here.join(file), bytes).expect("a writable folder");
    put("adverb.toml", PROJECT.as_bytes());
    put("face.glb", &gltf::mesh::write(&head::face(&head::head("face.glb", 1.0, 1.0))).expect("a file"));
    put("wide.ply", &ply::write(&head::head("wide.ply", 1.5, 1.0)));
    here
}

#[test]
fn an_identity_changes_while_expressions_play() {
    let here = faces("an_identity_changes");
    let (pack, out) = (here.join("face.adverb"), here.join("out.glb"));
    fine(&["build", text(&here), "-o", text(&pack)]);
    for hero in [&here, &pack] {
        let over = ["--over", "width,open", "--features", "smile=0.5", "--secs", "1", "-o", text(&out)];
        fine(&[&["shape", text(hero), "face"], &over[..]].concat());
        let bytes = std::fs::read(&out).expect("a file");
        adverb_testdata::keep_glb("command-face", &bytes);
        let file = read_mesh("out.glb", &bytes, &mut |_| None).unwrap_or_else(|e| panic!("{e}"));
        let names: Vec<&str> = file.targets.iter().map(|target| target.name.as_str()).collect();
        assert_eq!(names, ["wide", "smile", "blink", "open"]);
        let row = |k: usize| &file.animations[0].weights[4 * k..][..4];
        let near = |row: &[f32], expected: [f32; 4]| {
            let far = row.iter().zip(expected).map(|(a, b)| (a - b).abs());
            assert!(far.fold(0.0, f32::max) < 1e-5, "{row:?}");
        };
        near(row(0), [0.0, 0.5, 0.0, 0.0]);
        near(row(15), [1.0, 0.5, 0.0, 1.0]);
        near(row(30), [0.0, 0.5, 0.0, 0.0]);
    }
    let hero = text(&here);
    refused(
        &["shape", hero, "face", "--over", "frown", "-o", text(&out)],
        2,
        &["no adjective or feature \"frown\""],
    );
}

#[test]
fn targets_are_adjectives_of_a_space() {
    let here = faces("targets_are_adjectives");
    let output = adverb(&["space", text(&here), "mimic", "--at", "smile=0.5,open=1"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    for words in ["smile", "example  rest", "example  blink"] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let [blended, summed] = ["mimic", "face"].map(|shape| {
        let out = here.join(format!("{shape}.obj"));
        let knobs = if shape == "mimic" { "--at" } else { "--features" };
        fine(&["shape", text(&here), shape, knobs, "smile=0.5,open=1", "-o", text(&out)]);
        read_mesh("out.obj", &std::fs::read(&out).expect("a form"), &mut |_| None)
            .expect("a mesh")
            .mesh
            .positions
    });
    let far = blended.iter().zip(&summed).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
    assert!(far < 1e-5, "{far}");
}

#[test]
fn inspect_tells_of_a_mesh_and_of_shapes() {
    let here = faces("inspect_tells");
    let said = |path: &std::path::Path| {
        String::from_utf8_lossy(&adverb(&["inspect", text(path)]).stdout).into_owned()
    };
    let of_mesh = said(&here.join("face.glb"));
    for words in ["240 vertices, 440 faces", "normal, colour", "target   smile"] {
        assert!(of_mesh.contains(words), "{words}: {of_mesh}");
    }
    assert!(said(&here.join("wide.ply")).contains("a mesh of 240 vertices"));
    assert!(
        said(&here).contains("shape face: 240 vertices, 1 adjective, 2 forms, 3 features"),
        "{}",
        said(&here)
    );
    let nothing = here.join("nothing.ply");
    std::fs::write(&nothing, "ply\n").expect("a writable folder");
    refused(&["inspect", text(&nothing)], 1, &["nothing.ply"]);
}

#[test]
fn check_and_report_tell_of_faces() {
    let here = faces("check_and_report");
    let output = adverb(&["check", text(&here)]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    for words in [
        "shapes.face",
        "240 vertices and 440 faces",
        "times the size of the rest",
        "14 features",
        "no warnings, no errors",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let page = here.join("report.html");
    fine(&["report", text(&here), "mimic", "-o", text(&page)]);
    let page = text_of(&page);
    for words in
        ["<h2 id=\"shapes.mimic\">mimic</h2>", "Made of 4 forms of 240 vertices over smile", "corner"]
    {
        assert!(page.contains(words), "{words}");
    }
    assert!(!page.contains("shapes.face"), "only what was asked for");
    let found = |criterion: &str, verdict: &str| {
        let output = adverb(&["check", text(&here), "--json"]);
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let is_it = |finding: &&serde_json::Value| {
            finding["verb"] == "shapes.face"
                && finding["criterion_name"] == criterion
                && finding["verdict"] == verdict
        };
        let all = report["findings"].as_array().expect("findings");
        let finding =
            all.iter().find(is_it).unwrap_or_else(|| panic!("{criterion} is not {verdict}: {report}"));
        assert!(finding["remedy"].as_str().is_some_and(|remedy| !remedy.is_empty()));
        output.status.code()
    };
    let mut wide = head::head("wide.ply", 1.5, 1.0);
    wide.positions.iter_mut().for_each(|p| *p *= 100.0);
    std::fs::write(here.join("wide.ply"), ply::write(&wide)).expect("a writable folder");
    assert_eq!(found("size and side", "warning"), Some(0));
    wide.faces = wide.faces.triangles().skip(1).collect();
    std::fs::write(here.join("wide.ply"), ply::write(&wide)).expect("a writable folder");
    assert_eq!(found("one connectivity", "error"), Some(1));
}

/// A sheet's cells are pictures: those of a feature differ where it is on.
#[test]
fn a_feature_is_an_axis_of_a_sheet() {
    let here = faces("a_feature_is_an_axis");
    let (hero, out) = (text(&here), here.join("sheet.svg"));
    let sheet = |more: &[&str]| {
        let size = ["--columns", "2", "--rows", "2", "-o", text(&out)];
        fine(&[&["sheet", hero, "face"], more, &size].concat());
        std::fs::read_to_string(&out).expect("a sheet")
    };
    let images = |svg: &str| -> Vec<String> {
        svg.split("href=\"data:")
            .skip(1)
            .map(|image| image.split('"').next().unwrap_or_default().into())
            .collect()
    };
    let both = sheet(&["--x", "width", "--y", "open"]);
    assert!(both.contains(">open<") && both.contains(">width<"), "the axes have their names");
    let all = images(&both);
    assert_eq!(all.len(), 4);
    assert!((1..4).all(|i| (0..i).all(|j| all[i] != all[j])), "each cell has its own form");
    let smiling = sheet(&["--x", "width", "--y", "open", "--features", "smile=1"]);
    assert!(both.contains(">example<") && !smiling.contains(">example<"), "nobody made a form that smiles");
    assert_ne!(all, images(&smiling));
    let sheet = |more: &[&str], words: &[&str]| {
        refused(&[&["sheet", hero, "face", "-o", text(&out)], more].concat(), 2, words)
    };
    sheet(&["--x", "open", "--y", "open"], &["\"open\" cannot be both axes"]);
    sheet(&["--x", "width", "--y", "width"], &["\"width\" cannot be both axes"]);
    sheet(&["--x", "opne"], &["no adjective or feature \"opne\"", "did you mean \"open\"?"]);
    sheet(&["--x", "width", "--features", "frown=1"], &["no feature \"frown\""]);
}

#[test]
fn clamped_features_are_told() {
    let here = faces("clamped_features");
    let out = here.join("out.obj");
    let told = || messages(&["shape", text(&here), "face", "--features", "smile=2", "-o", text(&out)]);
    assert!(!told().contains("smile=2"), "{}", told());
    let clamped = PROJECT.replace("features = true", "features = true\nclamp = true");
    std::fs::write(here.join("adverb.toml"), clamped).expect("a writable folder");
    assert!(told().contains("note: smile=2 is clamped to 0 to 1; using 1"), "{}", told());
    let twice = ["shape", text(&here), "face", "--features", "smile=1,smile=0", "-o", text(&out)];
    refused(&twice, 2, &["--features names \"smile\" twice"]);
}
