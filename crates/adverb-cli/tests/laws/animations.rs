//! Several animations in one file, as a person meets them: `inspect`, `annotate`, `convert`, `refine`.

use std::path::{Path, PathBuf};

use adverb_author::Clip;
use adverb_author::import::{ImportOptions, import};

use crate::support::call::{adverb, fine, messages, refused, text};
use crate::support::folder::{folder, text_of, written};
use crate::support::several::several;

/// The built-in character's recordings as a GLB with four animations, as Blender would name one of them.
fn hero(name: &str) -> (PathBuf, PathBuf) {
    let here = folder(name);
    fine(&["demo", text(&here.join("hero"))]);
    let clip = |file: &str| {
        let path = here.join("hero").join(file);
        import(file, &std::fs::read(path).expect("a recording"), &ImportOptions::default())
            .expect("a good file")
    };
    let clips = ["idle_neutral.bvh", "walk_slow.bvh", "walk_fast.bvh", "walk_sad.bvh"].map(clip);
    let names = ["idle", "slow", "Armature|fast", "sad"];
    let named: Vec<(&str, &Clip)> = names.into_iter().zip(&clips).collect();
    let file = written(here.join("hero.glb"), several(&named));
    (here, file)
}

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_slice(&fine(arguments).stdout).expect("JSON")
}

#[test]
fn inspect_lists_animations_and_meshes_beside_the_skeleton() {
    let (_, file) = hero("inspect");
    let said = String::from_utf8(fine(&["inspect", text(&file)]).stdout).unwrap();
    for words in ["animation  idle ", "animation  slow ", "animation  Armature|fast ", "mesh ", " a skin on "]
    {
        assert!(said.contains(words), "{words:?} is missing: {said}");
    }
    let report = json(&["inspect", text(&file), "--json", "--animation", "slow"]);
    let all = report["animations"].as_array().unwrap();
    assert_eq!(all.len(), 4);
    let read: Vec<&serde_json::Value> = all.iter().filter(|own| own["read"] == true).collect();
    assert_eq!((read.len(), &read[0]["name"]), (1, &"slow".into()));
    assert_eq!(read[0]["duration_s"], report["duration_s"]);
    assert_eq!(report["meshes"].as_array().unwrap().len(), 1);
    assert!(report["meshes"][0]["vertices"].as_u64().unwrap() > 0);
}

#[test]
fn annotate_makes_a_motion_of_every_animation_named_after_it() {
    let (here, file) = hero("annotate-all");
    let project = here.join("mine");
    let said = messages(&["annotate", text(&file), "-p", text(&project)]);
    assert!(said.contains("hero.glb#slow: [motions.slow], new, left-down"), "{said}");
    let toml = text_of(&project.join("adverb.toml"));
    for (motion, animation) in [("idle", "idle"), ("slow", "slow"), ("fast", "Armature|fast"), ("sad", "sad")]
    {
        let table = format!("[motions.{motion}]\nfile = \"../hero.glb\"\nanimation = \"{animation}\"\n");
        assert!(toml.contains(&table), "{table} is missing: {toml}");
    }
    let said = messages(&["annotate", text(&file), "-p", text(&project)]);
    assert!(said.contains("stays as it is"), "{said}");
    fine(&["motion", text(&project), "fast", "-o", text(&here.join("fast.bvh"))]);
}

#[test]
fn annotate_takes_named_animations_as_examples_of_a_verb() {
    let (here, file) = hero("annotate-named");
    let project = here.join("mine");
    let annotate = ["annotate", text(&file), "-p", text(&project), "--verb", "walk"];
    let said = messages(&[&annotate[..], &["--animation", "slow,2"]].concat());
    assert!(said.contains("[verbs.walk]: speed slow 0.8") && said.contains(", fast 2.0"), "{said}");
    let toml = text_of(&project.join("adverb.toml"));
    assert!(!toml.contains("idle") && toml.contains("animation = \"Armature|fast\""), "{toml}");
    // A motion that names its animation by number is the same one.
    let by_number = toml.replace("animation = \"slow\"", "animation = 1");
    std::fs::write(project.join("adverb.toml"), &by_number).unwrap();
    messages(&[&annotate[..], &["--animation", "slow,2"]].concat());
    assert_eq!(text_of(&project.join("adverb.toml")), by_number);
    // An animation that is none of its examples' yet.
    messages(&[&annotate[..], &["--animation", "sad"]].concat());
    assert!(text_of(&project.join("adverb.toml")).contains("motion = \"sad\""));
}

#[test]
fn an_unknown_animation_is_the_command_lines_fault_and_the_known_ones_are_listed() {
    let (here, file) = hero("unknown");
    let out = here.join("out.bvh");
    let (file, hero) = (text(&file), here.join("hero"));
    for call in [
        &["inspect", file, "--animation", "wlak"][..],
        &["convert", file, "--animation", "wlak", "-o", text(&out)],
        &["render", file, "--animation", "wlak", "-o", text(&here.join("out.svg"))],
        &["annotate", file, "--animation", "wlak", "-p", text(&here.join("mine"))],
        &["refine", text(&hero), "walk", file, "--animation", "wlak", "--at", "happiness=0.3"],
    ] {
        refused(call, 2, &["no animation \"wlak\"", "idle, slow, Armature|fast, sad"]);
    }
    assert!(!out.exists() && !here.join("mine").exists());
}

#[test]
fn one_of_several_animations_is_read_with_a_word_about_it() {
    let (here, file) = hero("one");
    let out = here.join("out.bvh");
    let frames = |arguments: &[&str]| {
        let said = messages(&[&["convert", text(&file), "-o", text(&out)], arguments].concat());
        (said, json(&["inspect", text(&out), "--json"])["frames"].as_u64().unwrap())
    };
    let (said, idle) = frames(&[]);
    assert!(said.contains("animation 'idle' was read; there are also: slow, Armature|fast, sad"), "{said}");
    let (said, slow) = frames(&["--animation", "slow"]);
    assert!(!said.contains("was read") && slow != idle, "{said}");
    refused(
        &["inspect", text(&here.join("hero")), "--animation", "slow"],
        2,
        &["in [project] and [motions]"],
    );
}

#[test]
fn refine_puts_back_the_animation_that_it_is_told() {
    let (here, _) = hero("refine");
    let project = here.join("hero");
    let calm = here.join("calm.bvh");
    fine(&["extract", text(&project), "walk", "--at", "happiness=0.5,energy=-0.5", "-o", text(&calm)]);
    let clip = |path: &Path| {
        import("a.bvh", &std::fs::read(path).unwrap(), &ImportOptions::default()).expect("a good file")
    };
    let (calm, idle) = (clip(&calm), clip(&project.join("idle_neutral.bvh")));
    let file = written(here.join("edited.glb"), several(&[("idle", &idle), ("calm", &calm)]));
    let refine = ["refine", text(&project), "walk", text(&file), "--at", "happiness=0.5,energy=-0.5"];
    messages(&[&refine[..], &["--animation", "calm"]].concat());
    let toml = text_of(&project.join("adverb.toml"));
    assert!(toml.contains("file = \"edited.glb\"\nanimation = \"calm\"\n"), "{toml}");
    assert_eq!(adverb(&["check", text(&project)]).status.code(), Some(0));
}
