//! `adverb annotate` as a person calls it.

use std::path::{Path, PathBuf};

use adverb_author::import::{ImportOptions, import};

use crate::support::call::{adverb, errors, fine, messages, refused, text};
use crate::support::folder::{folder, text_of, three_walks};

#[test]
fn a_project_is_made_where_there_is_none_and_every_command_takes_it() {
    let here = folder("annotate-new");
    fine(&["demo", text(&here.join("hero"))]);
    let walk = here.join("hero/walk_happy.bvh");
    let project = here.join("new/mine");
    let said = messages(&["annotate", text(&walk), text(&walk), "-p", text(&project)]);
    assert_eq!(said.matches("left-down").count(), 2, "one file, once: {said}");
    let written = text_of(&project.join("adverb.toml"));
    assert!(written.contains("file = \"../../hero/walk_happy.bvh\""), "{written}");
    assert!(written.contains("keys = [{ left-down = "), "{written}");
    assert!(written.contains("# annotate: speed 1.5"), "{written}");
    fine(&["motion", text(&project), "walk_happy", "-o", text(&here.join("out.bvh"))]);
    // Again: it has its keys.
    let said = messages(&["annotate", text(&walk), "-p", text(&project)]);
    assert!(said.contains("keeps its range (--replace") && said.contains("stays as it is"), "{said}");
    assert_eq!(text_of(&project.join("adverb.toml")), written);
}

#[test]
fn what_the_author_wrote_stays_and_verbs_find_their_motions() {
    let project = three_walks("annotate-verb");
    let written = text_of(&project.join("adverb.toml"));
    assert!(
        written.starts_with("# How happy?\n[verbs.walk]\n") && written.contains("# the end"),
        "{written}"
    );
    fine(&["build", text(&project), "-o", text(&project.join("out.adverb"))]);
    // Other keys stay until they are to be replaced.
    let by_hand = written.replacen("right-down = ", "right-down = 0x", 1);
    std::fs::write(project.join("adverb.toml"), &by_hand).unwrap();
    let walks = ["walk_sad", "walk_neutral", "walk_happy"].map(|walk| project.join(format!("{walk}.bvh")));
    let [sad, neutral, happy] = walks.each_ref().map(|walk| text(walk));
    let all = ["annotate", sad, neutral, happy, "-p", text(&project)];
    fine(&all);
    assert_eq!(text_of(&project.join("adverb.toml")), by_hand);
    fine(&[&all[..], &["--replace"]].concat());
    assert_eq!(text_of(&project.join("adverb.toml")), written);
}

#[test]
fn a_dry_run_prints_what_would_be_written() {
    let project = three_walks("annotate-dry");
    let before = text_of(&project.join("adverb.toml"));
    let run = project.join("../hero/run.bvh");
    let run = if run.exists() { run } else { project.join("../hero/walk_angry.bvh") };
    let output = adverb(&["annotate", text(&run), "-p", text(&project), "--dry-run"]);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(text_of(&project.join("adverb.toml")), before);
    fine(&["annotate", text(&run), "-p", text(&project)]);
    assert_eq!(text_of(&project.join("adverb.toml")), printed);
}

#[test]
fn nothing_is_written_when_anything_is_wrong() {
    let project = three_walks("annotate-wrong");
    let toml = project.join("adverb.toml");
    let before = text_of(&toml);
    let (good, broken, missing) =
        (project.join("../hero/walk_angry.bvh"), project.join("broken.bvh"), project.join("missing.bvh"));
    std::fs::write(&broken, "HIERARCHY\nROOT Hips\n{\n").unwrap();
    refused(&["annotate", text(&good), text(&broken), "-p", text(&project)], 1, &["broken.bvh:"]);
    refused(
        &["annotate", text(&good), text(&missing), "-p", text(&project)],
        1,
        &["missing.bvh", "cannot be read"],
    );
    refused(&["annotate", "-p", text(&project)], 2, &["FILE"]);
    refused(&["annotate", text(&good), "-p", text(&good)], 2, &["walk_angry.bvh"]);
    assert_eq!(text_of(&toml), before);
    // TOML that is none, with its line.
    std::fs::write(&toml, "[project]\nname = \"x\n").unwrap();
    refused(&["annotate", text(&good), "-p", text(&project)], 1, &["adverb.toml:2:", "name = \"x"]);
    assert_eq!(text_of(&toml), "[project]\nname = \"x\n");
    // A project that would not load.
    let astray = before.replace("motion = \"walk_sad\"", "motion = \"walk_bad\"");
    std::fs::write(&toml, &astray).unwrap();
    refused(&["annotate", text(&good), "-p", text(&project)], 1, &["walk_bad", "nothing was written"]);
    assert_eq!(text_of(&toml), astray);
    assert!(std::fs::read_dir(&project).unwrap().all(|file| !text(&file.unwrap().path()).ends_with(".part")));
}

#[test]
fn a_figure_without_feet_and_one_that_stands_are_told() {
    let here = folder("annotate-feet");
    let rows: String =
        (0..120).map(|f| format!("0 90 0 0 0 0 {} 0 0\n", (f as f64 / 9.0).sin() * 60.0)).collect();
    let bvh = format!(
        "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 90 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n\
         JOINT Head\n{{\nOFFSET 0 80 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{{\nOFFSET 0 20 0\n}}\n}}\n}}\n\
         MOTION\nFrames: 120\nFrame Time: 0.0333333\n{rows}"
    );
    std::fs::write(here.join("nod.bvh"), bvh).unwrap();
    let said = messages(&["annotate", text(&here.join("nod.bvh")), "-p", text(&here)]);
    assert!(said.contains("no two feet are recognisable"), "{said}");
    assert!(text_of(&here.join("adverb.toml")).contains("start = "));
}

/// Three walks of the built-in character at three speeds, in a folder with nothing else.
fn paces(name: &str) -> (PathBuf, [PathBuf; 3]) {
    let here = folder(name);
    fine(&["demo", text(&here.join("hero"))]);
    let walks = ["slow", "neutral", "fast"].map(|pace| here.join(format!("hero/walk_{pace}.bvh")));
    (here.join("mine"), walks)
}

/// The speed of a verb where it is asked for, over the ground from the first frame to the last.
fn speed_shown(project: &Path, asked: f64) -> f64 {
    let out = project.join("shown.bvh");
    let at = format!("speed={asked}");
    fine(&[
        "sample",
        text(project),
        "walk",
        "--at",
        &at,
        "--cycles",
        "4",
        "--no-constraints",
        "-o",
        text(&out),
    ]);
    let clip =
        import(text(&out), &std::fs::read(&out).unwrap(), &ImportOptions::default()).expect("a good file");
    let hips = clip.joints.iter().position(|joint| joint.name.ends_with("Hips")).expect("hips");
    let [first, last] = [0, clip.frame_count() - 1].map(|f| clip.world_of(clip.frame(f), hips).translation);
    (last - first).with_y(0.0).length() / clip.duration_secs()
}

#[test]
fn recordings_become_a_verb_that_shows_the_speed_it_is_asked_for() {
    let (project, [slow, neutral, fast]) = paces("annotate-measured");
    let toml = project.join("adverb.toml");
    let all = ["annotate", text(&slow), text(&neutral), text(&fast), "-p", text(&project), "--verb", "walk"];
    let said = messages(&all);
    assert!(said.contains("[verbs.walk]: speed walk_slow 0.8"), "{said}");
    let written = text_of(&toml);
    let verb = "[verbs.walk]\nadverbs = { speed = { measure = \"speed\" } }\ncycle = true\n";
    assert!(written.contains(verb) && !written.contains("at = "), "{written}");
    assert_eq!(written.matches("[[verbs.walk.examples]]").count(), 3, "{written}");
    fine(&["check", text(&project)]);
    for asked in [0.8, 1.0, 1.4, 1.9] {
        let shown = speed_shown(&project, asked);
        assert!((shown - asked).abs() < 0.01 * asked, "{asked} asked for, {shown} shown");
    }
    // Again: nothing is left to do.
    assert!(messages(&all).contains("stays as it is"));
    assert_eq!(text_of(&toml), written);
}

#[test]
fn a_verb_that_is_there_gets_what_it_lacks_and_keeps_its_comments() {
    let (project, [slow, neutral, fast]) = paces("annotate-more");
    let toml = project.join("adverb.toml");
    let annotate = |files: &[&Path], more: &[&str]| {
        let files: Vec<&str> = files.iter().map(|file| text(file)).collect();
        [&["annotate"], &files[..], &["-p", text(&project), "--verb", "walk"], more].concat().join("\n")
    };
    let call = |line: String| fine(&line.split('\n').collect::<Vec<_>>());
    call(annotate(&[&slow, &fast], &[]));
    let by_hand = text_of(&toml)
        .replace("[verbs.walk]\n", "[verbs.walk]   # how fast\n")
        .replace("motion = \"walk_fast\"\n", "motion = \"walk_fast\"   # out of breath\n# the end\n");
    std::fs::write(&toml, &by_hand).unwrap();
    call(annotate(&[&neutral], &[]));
    let more = text_of(&toml);
    assert!(more.lines().count() > by_hand.lines().count());
    let mut rest = more.lines();
    by_hand.lines().for_each(|line| assert!(rest.any(|own| own == line), "{line:?} is gone: {more}"));
    // An adverb more.
    let turn = toml.with_file_name("../hero/walk_turn-left.bvh");
    call(annotate(&[&turn], &["--measure", "speed,turn"]));
    let turned = text_of(&toml);
    assert!(
        turned.contains("adverbs = { speed = { measure = \"speed\" }, turn = { measure = \"turn\" } }"),
        "{turned}"
    );
    assert!(turned.contains("# out of breath") && turned.contains("# how fast"), "{turned}");
    call(annotate(&[&slow, &neutral, &fast, &turn], &["--measure", "speed,turn"]));
    assert_eq!(text_of(&toml), turned);
}

#[test]
fn what_makes_no_verb_is_refused_and_nothing_is_written() {
    let (project, [slow, neutral, fast]) = paces("annotate-refused");
    let hero = slow.parent().unwrap();
    let [slow, neutral, fast] = [&slow, &neutral, &fast].map(|walk| text(walk));
    let (sad, wave) = (hero.join("walk_sad.bvh"), hero.join("wave.bvh"));
    let verb = ["-p", text(&project), "--verb", "walk"];
    let refuse = |files: &[&str], more: &[&str], code: i32, words: &[&str]| {
        refused(&[&["annotate"], files, &verb, more].concat(), code, words);
        assert!(!project.exists(), "nothing is written");
    };
    refuse(&[slow, fast], &["--measure", "tempo"], 2, &["tempo", "speed, turn, slope, stride, duration"]);
    refuse(&[slow, fast], &["--measure", "turn"], 1, &["turn", "nothing was written"]);
    refuse(&[slow], &[], 1, &["speed", "the same", "nothing was written"]);
    refuse(
        &[slow, text(&wave), fast],
        &[],
        1,
        &[
            "start, arrive, leave, end",
            "walk_slow has left-down, right-down, left-down",
            "nothing was written",
        ],
    );
    refused(&["annotate", slow, "-p", text(&project), "--measure", "speed"], 2, &["--verb"]);
    // A verb whose adverbs somebody has to say.
    std::fs::create_dir(&project).unwrap();
    let toml = project.join("adverb.toml");
    let by_hand = "[motions.a]\nfile = \"../hero/walk_sad.bvh\"\nkeys = [{ left-down = 12 }, { right-down = 42 }, { left-down = 72 }]\n\
                   [verbs.walk]\nadverbs = { happiness = [-1, 1] }\ncycle = true\n[[verbs.walk.examples]]\nmotion = \"a\"\nat = { happiness = -1 }\n\
                   [verbs.wait]\nmotion = \"a\"\n";
    let refuse = |written: &str, files: &[&str], more: &[&str], words: &[&str]| {
        std::fs::write(&toml, written).unwrap();
        refused(&[&["annotate"], files, &verb, more].concat(), 1, words);
        assert_eq!(text_of(&toml), written);
    };
    refuse(
        by_hand,
        &[neutral],
        &[],
        &["happiness is not measured", "--at happiness=…", "nothing was written"],
    );
    let named = by_hand.replace("happiness", "speed");
    refuse(&named, &[neutral], &["--measure", "speed"], &["its adverb speed is not measured"]);
    let twice = by_hand
        .replace("[verbs.walk]", "[motions.b]\nfile = \"../hero/walk_sad.bvh\"\n[verbs.other]")
        .replace("verbs.walk", "verbs.other");
    refuse(&twice, &[text(&sad), fast], &[], &["several motions, a, b", "[[verbs.walk.examples]]"]);
}

#[test]
fn recordings_become_examples_at_the_points_that_they_are_given() {
    let (project, [_, neutral, _]) = paces("annotate-at");
    let toml = project.join("adverb.toml");
    let walk = |mood: &str| neutral.with_file_name(format!("walk_{mood}.bvh"));
    let (sad, happy, tired, angry) = (walk("sad"), walk("happy"), walk("tired"), walk("angry"));
    let verb = ["-p", text(&project), "--verb", "walk"];
    let said =
        messages(&[&["annotate", text(&sad)], &verb[..], &["--at", "happiness=-1,energy=-0.6"]].concat());
    assert!(said.contains("[verbs.walk] gets the adverb happiness, -1 to 1"), "{said}");
    assert!(!said.contains("warning"), "a verb may begin with one example: {said}");
    let written = text_of(&toml);
    let table = "[verbs.walk]\nadverbs = { happiness = [-1, 1], energy = [-1, 1] }\ncycle = true\n\n\
                 [[verbs.walk.examples]]\nmotion = \"walk_sad\"\nat = { happiness = -1, energy = -0.6 }\n";
    assert!(written.contains(table), "{written}");
    // Two at once, each at its own point; then an adverb more.
    let two =
        [&["annotate", text(&happy), text(&tired)], &verb[..], &["--at", "happiness=1", "--at", "energy=-1"]]
            .concat();
    fine(&two);
    let said =
        messages(&[&["annotate", text(&angry)], &verb[..], &["--at", "happiness=-0.5,age=40"]].concat());
    assert!(said.contains("gets the adverb age, 0 to 40; the examples that were there"), "{said}");
    let written = text_of(&toml);
    for line in [
        "motion = \"walk_happy\"\nat = { happiness = 1 }",
        "motion = \"walk_tired\"\nat = { energy = -1 }",
        "age = [0, 40]",
    ] {
        assert!(written.contains(line), "{line:?} is missing: {written}");
    }
    fine(&["check", text(&project)]);
    let point = ["space", text(&project), "walk", "--at", "happiness=1", "--json"];
    let weights: serde_json::Value = serde_json::from_slice(&fine(&point).stdout).unwrap();
    assert_eq!(weights["weights"][0]["example"], "walk_happy");
    // Again: nothing changes.
    let said = messages(&two);
    assert!(
        said.contains("walk_happy is already an example of walk") && said.contains("stays as it is"),
        "{said}"
    );
    assert_eq!(text_of(&toml), written);
}

#[test]
fn points_that_cannot_be_are_refused_and_nothing_is_written() {
    let (project, [slow, neutral, fast]) = paces("annotate-at-refused");
    let toml = project.join("adverb.toml");
    let [slow, neutral, fast] = [&slow, &neutral, &fast].map(|walk| text(walk));
    let verb = ["-p", text(&project), "--verb", "walk"];
    let call = |files: &[&str], more: &[&str]| {
        [&["annotate"], files, &verb, more].concat().into_iter().map(String::from).collect::<Vec<_>>()
    };
    let refuse = |call: Vec<String>, code: i32, words: &[&str]| {
        let before = std::fs::read(&toml).ok();
        refused(&call.iter().map(String::as_str).collect::<Vec<_>>(), code, words);
        assert_eq!(std::fs::read(&toml).ok(), before, "nothing is written");
    };
    refuse(
        call(&[slow, neutral, fast], &["--at", "mood=1", "--at", "mood=0"]),
        2,
        &["2 times for 3 recordings", "once for each"],
    );
    refuse(call(&[slow, fast], &["--at", "mood=1"]), 1, &["both at mood = 1", "a point of its own"]);
    refuse(call(&[slow], &["--at", "mood"]), 2, &["AXIS=VALUE"]);
    refused(&["annotate", slow, "-p", text(&project), "--at", "mood=1"], 2, &["--verb"]);
    let begun = call(&[slow], &["--at", "mood=1"]);
    fine(&begun.iter().map(String::as_str).collect::<Vec<_>>());
    refuse(call(&[fast], &["--at", "mood=1"]), 1, &["walk_slow and walk_fast are both at mood = 1"]);
    refuse(
        call(&[fast], &["--at", "mood=1.5"]),
        1,
        &["mood = 1.5 is beyond its range, -1 to 1", "mood = [-1, 1.5]"],
    );
    refuse(call(&[fast], &[]), 1, &["mood is not measured", "--at mood=…"]);
    // What is measured needs no value.
    let measured = call(&[fast], &["--at", "mood=0", "--measure", "speed"]);
    fine(&measured.iter().map(String::as_str).collect::<Vec<_>>());
    refuse(
        call(&[neutral], &["--at", "mood=0.5,speed=1"]),
        1,
        &["its speed is measured; leave it out of --at"],
    );
}

#[test]
fn without_a_project_the_one_of_this_folder_is_meant() {
    let (_, [slow, ..]) = paces("annotate-here");
    let here = folder("annotate-here-too");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_adverb"))
        .args(["annotate", text(&slow)])
        .current_dir(&here)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    assert!(text_of(&here.join("adverb.toml")).contains("[motions.walk_slow]"));
}

#[test]
fn a_speed_that_differs_from_the_recordings_has_its_reason_beside_it() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let project = folder("annotate-why").join("mine");
    let files = ["07_01", "16_15"].map(|name| data.join(format!("motion/cmu/{name}.bvh")));
    let [first, other] = files.each_ref().map(|file| text(file));
    let said = messages(&["annotate", first, other, "-p", text(&project), "--verb", "walk"]);
    let line = said.lines().find(|line| line.starts_with("[verbs.walk]: speed ")).expect("the speeds");
    assert!(line.contains(" as recorded; the skeleton's legs are shorter: times 0.966)"), "{line}");
}

#[test]
fn a_take_with_a_t_pose_is_annotated_without_a_word_about_it() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let project = folder("annotate-t-pose").join("mine");
    let said = messages(&["annotate", text(&data.join("motion/cmu/07_01.bvh")), "-p", text(&project)]);
    assert!(!said.contains("T-pose") && !said.contains("unsure"), "{said}");
    assert!(text_of(&project.join("adverb.toml")).contains("m/s, turn "));
}

#[test]
fn recorded_walks_become_a_verb_that_shows_the_speed_it_is_asked_for() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let project = folder("annotate-recorded").join("mine");
    let files = ["07_01", "07_04", "07_12"].map(|name| data.join(format!("motion/cmu/{name}.bvh")));
    let [a, b, c] = files.each_ref().map(|file| text(file));
    fine(&["annotate", a, b, c, "-p", text(&project), "--verb", "walk"]);
    fine(&["build", text(&project), "-o", text(&project.join("mine.adverb"))]);
    fine(&["check", text(&project)]);
    for asked in [1.0, 1.2, 1.5, 1.9] {
        let shown = speed_shown(&project, asked);
        println!("{asked} m/s asked for, {shown:.4} shown");
        assert!((shown - asked).abs() < 0.01 * asked, "{asked} asked for, {shown} shown");
    }
}

#[test]
fn recorded_bows_have_a_duration_and_no_speed() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let project = folder("annotate-bows").join("mine");
    let bow = |style: &str| data.join(format!("motion/gestures/dataset-1_bow_{style}_001.bvh"));
    let bows = ["normal", "proud", "tired"].map(bow);
    let bows = bows.each_ref().map(|bow| text(bow));
    let all = [&["annotate"], &bows[..], &["-p", text(&project), "--verb", "bow"]].concat();
    refused(&all, 1, &["nobody could see its examples differ", "they do vary ", "duration (--measure)"]);
    assert!(!project.join("adverb.toml").exists());
    let said = messages(&[&all[..], &["--measure", "duration"]].concat());
    assert!(said.contains("[verbs.bow]: duration"), "{said}");
}

#[test]
fn what_was_mended_in_a_damaged_file_is_told_and_written() {
    let here = folder("annotate-damaged");
    fine(&["demo", text(&here.join("hero"))]);
    let walk = text_of(&here.join("hero/walk_happy.bvh"));
    let lines: Vec<&str> = walk.lines().collect();
    let cut = here.join("cut.bvh");
    std::fs::write(&cut, lines[..lines.len() - 3].join("\n") + "\n").unwrap();
    let project = here.join("mine");
    let said = messages(&["annotate", text(&cut), "-p", text(&project)]);
    let mended: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("unsure: ")).collect();
    assert!(!mended.is_empty(), "{said}");
    let written = text_of(&project.join("adverb.toml"));
    // There the file's name is above.
    let (_, words) = mended[0].split_once("cut.bvh").expect("the file's name");
    assert!(written.contains(words.trim_start_matches([':', ' '])), "{words}: {written}");
}

#[test]
fn a_take_with_a_turn_gives_an_example_of_it_and_one_straight_on() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let project = folder("annotate-turn").join("mine");
    let take = data.join("motion/cmu/16_17.bvh");
    let asked = ["annotate", text(&take), "-p", text(&project), "--verb", "walk", "--measure", "turn"];
    let said = messages(&asked);
    let written = text_of(&project.join("adverb.toml"));
    assert!(said.contains("[motions.16_17], new") && said.contains("[motions.16_17_2], new"), "{said}");
    assert!(written.contains("motion = \"16_17\"") && written.contains("motion = \"16_17_2\""), "{written}");
    fine(&asked);
    assert_eq!(text_of(&project.join("adverb.toml")), written);
}
