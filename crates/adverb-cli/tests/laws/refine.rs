//! The design loop (thesis 4.5): what a verb shows is taken out, worked on and put back as an example.

use std::path::{Path, PathBuf};

use adverb_author::clip::{Clip, Transform};
use adverb_author::formats::bvh;
use adverb_author::import::{ImportOptions, import};
use adverb_author::project::Project;
use adverb_author::sample::{Rate, Take, sample_verb};
use adverb_author::verb;

use crate::support::call::{errors, fine, messages, refused, text};
use crate::support::folder::{folder, text_of, three_walks};

fn loaded(project: &Path) -> Project {
    let mut read = |file: &str| std::fs::read(project.join(file)).map_err(|e| e.to_string());
    let text = String::from_utf8(read("adverb.toml").expect("a project")).expect("text");
    Project::load("adverb.toml", &text, &mut read).expect("a good project")
}

fn walk(project: &Project) -> verb::Built {
    project
        .build(project.verbs.iter().find(|verb| verb.name == "walk").expect("a walk"))
        .expect("a good verb")
}

/// What the walk shows, its feet not held: what the blend itself has of them.
fn shown(project: &Path, happiness: f32) -> Take {
    let project = loaded(project);
    sample_verb(&walk(&project).verb, &[happiness], 1, Rate::Near(60.0), false, project.source.clone())
        .unwrap()
}

fn clip(file: &Path) -> Clip {
    import(text(file), &std::fs::read(file).expect("a file"), &ImportOptions::default()).expect("a good file")
}

/// What an animator would see at once.
#[derive(Debug)]
struct Seen {
    /// How far a foot that stands slides, at most.
    slide_mm: f64,
    /// How far the back leans backwards, on average, and how far the arms swing forward, at most; degrees.
    lean_back_deg: f64,
    arm_deg: f64,
    /// How far above the ground the balls of the feet come at least, which is how far they are when they stand.
    lowest_mm: f64,
}

fn seen(take: &Take) -> Seen {
    let clip = &take.clip;
    let joint = |name: &str| clip.joints.iter().position(|joint| joint.name == name).expect(name);
    let at = |frame: usize, name: &str| clip.world_of(clip.frame(frame), joint(name)).translation;
    let frames = 0..clip.frame_count();
    let mut slide_mm: f64 = 0.0;
    for (side, ball) in [("L", "LeftToeBase"), ("R", "RightToeBase")] {
        for [from, to] in &take.phases()[side] {
            let place = at((from + to) / 2, ball);
            let away = (*from..=*to).map(|frame| 1000.0 * (at(frame, ball) - place).with_y(0.0).length());
            slide_mm = away.fold(slide_mm, f64::max);
        }
    }
    // It walks towards +z.
    let ahead_deg = |frame, low: &str, high: &str| {
        let way = at(frame, high) - at(frame, low);
        way.z.atan2(way.y).to_degrees()
    };
    let lean: f64 = frames.clone().map(|frame| -ahead_deg(frame, "Hips", "Neck")).sum();
    let arm = |frame| 180.0 - ahead_deg(frame, "LeftArm", "LeftForeArm").abs();
    let lowest = |frame| 1000.0 * at(frame, "LeftToeBase").y.min(at(frame, "RightToeBase").y);
    Seen {
        slide_mm,
        lean_back_deg: lean / clip.frame_count() as f64,
        arm_deg: frames.clone().map(arm).fold(0.0, f64::max),
        lowest_mm: frames.map(lowest).fold(f64::INFINITY, f64::min),
    }
}

/// What an animator does to the walk that is too happy: back and arms halfway to what they do in the happy one.
fn calmed(mut clip: Clip, calm: &Clip) -> Clip {
    let last = clip.frame_count() - 1;
    let names: Vec<String> = clip.joints.iter().map(|joint| joint.name.clone()).collect();
    let above = ["Spine", "Chest", "Neck", "Head", "Shoulder", "Arm", "Hand"];
    for frame in 0..=last {
        let calm_frame = (frame * (calm.frame_count() - 1) + last / 2) / last;
        for (j, name) in names.iter().enumerate() {
            if above.iter().any(|part| name.contains(part)) {
                let calm = calm.frame(calm_frame)[j].rotation;
                let own = &mut clip.locals[frame * names.len() + j].rotation;
                *own = own.slerp(calm, 0.7);
            }
        }
    }
    clip
}

#[test]
fn a_walk_that_is_too_happy_is_refined() {
    let project = three_walks("refine-loop");
    let here = project.parent().unwrap();
    let sheet = |name: &str| {
        let out = here.join(name);
        fine(&[
            "sheet",
            text(&project),
            "walk",
            "--x",
            "happiness",
            "--columns",
            "9",
            "--moments",
            "3",
            "-o",
            text(&out),
        ]);
    };
    sheet("4.13.png");
    let points = [-10.0, 0.0, 10.0, 14.0, 18.0, 20.0];
    let before = points.map(|point| seen(&shown(&project, point)));
    let (happier, calm) = (here.join("happier.bvh"), here.join("calm.bvh"));
    let said = messages(&["extract", text(&project), "walk", "--at", "happiness=18", "-o", text(&happier)]);
    assert!(said.contains("left-down 0, right-down"), "{said}");
    fine(&["extract", text(&project), "walk", "--at", "happiness=10", "-o", text(&calm)]);
    let edited = calmed(clip(&happier), &clip(&calm));
    let repaired = here.join("repaired.bvh");
    std::fs::write(&repaired, bvh::write(&edited, &bvh::WriteOptions::default())).unwrap();
    let old = text_of(&project.join("adverb.toml"));
    let said = messages(&["refine", text(&project), "walk", text(&repaired), "--at", "happiness=18"]);
    assert!(said.contains("repaired.bvh, is an example of walk at happiness=18"), "{said}");
    let new = text_of(&project.join("adverb.toml"));
    assert!(old.lines().all(|line| new.contains(line)) && new.contains("at = { happiness = 18 }"), "{new}");
    assert!(project.join("repaired.bvh").exists(), "it is copied into the project");
    sheet("4.15.png");
    for (file, out) in [("happier.bvh", "4.14.png"), ("repaired.bvh", "4.16.png")] {
        fine(&["render", text(&here.join(file)), "--view", "side", "-o", text(&here.join(out))]);
    }
    let after = points.map(|point| seen(&shown(&project, point)));
    for ((point, before), after) in points.iter().zip(&before).zip(&after) {
        println!("happiness {point:3}: {before:.1?}\n           now {after:.1?}");
    }
    let built = walk(&loaded(&project));
    println!("{:?} {:?}", built.verb.examples(), built.deviations);
    // The new example comes back, and so do the old ones.
    assert!(built.deviations.iter().all(|deviation| deviation.rms_m < 1e-3), "{:?}", built.deviations);
    for k in 0..3 {
        assert!((before[k].slide_mm - after[k].slide_mm).abs() < 2.0, "{:?} {:?}", before[k], after[k]);
        assert!(
            (before[k].lean_back_deg - after[k].lean_back_deg).abs() < 0.5,
            "{:?} {:?}",
            before[k],
            after[k]
        );
    }
    assert!(after.iter().all(|seen| seen.lowest_mm > 15.0), "nobody sinks in: {after:?}");
    // Beyond them the extrapolation was bad, and is less so.
    for k in 4..6 {
        assert!(before[k].lean_back_deg > after[k].lean_back_deg + 3.0, "{:?} {:?}", before[k], after[k]);
        assert!(after[k].arm_deg < before[k].arm_deg - 5.0, "{:?} {:?}", before[k], after[k]);
    }
}

#[test]
fn what_is_extracted_and_put_back_unchanged_changes_nothing_there() {
    let project = three_walks("refine-unchanged");
    let out = project.join("between.glb");
    let before = shown(&project, 5.0);
    fine(&["extract", text(&project), "walk", "--at", "happiness=5", "-o", text(&out)]);
    fine(&["refine", text(&project), "walk", text(&out), "--at", "happiness=5"]);
    let after = shown(&project, 5.0);
    // A file within the project is named, not copied; keys are those of the verb, where they were.
    assert!(text_of(&project.join("adverb.toml")).contains("file = \"between.glb\""));
    assert_eq!(before.clip.frame_count(), after.clip.frame_count());
    let (mut sum, mut count) = (0.0, 0);
    for frame in 0..before.clip.frame_count() {
        for joint in 0..before.clip.joints.len() {
            let [a, b] = [&before, &after].map(|take| take.clip.world_of(take.clip.frame(frame), joint));
            sum += (a.translation - b.translation).length_squared();
            count += 1;
        }
    }
    let rms_mm = 1000.0 * (sum / f64::from(count)).sqrt();
    println!("{rms_mm:.2} mm");
    // The blend's feet slide a little, those of the file are held.
    assert!(rms_mm < 10.0, "{rms_mm} mm");
}

#[test]
fn refine_loses_nothing() {
    let project = three_walks("refine-mistakes");
    let here = project.parent().unwrap();
    let toml = project.join("adverb.toml");
    let file = here.join("walk_happy.bvh");
    fine(&["extract", text(&project), "walk", "--at", "happiness=14", "-o", text(&file)]);
    let (before, happy) = (text_of(&toml), text_of(&project.join("walk_happy.bvh")));
    let refine = |verb: &'static str, more: &[&'static str]| -> Vec<String> {
        let all = [&["refine", text(&project), verb, text(&file)], more].concat();
        all.iter().map(|word| word.to_string()).collect()
    };
    let cases: [(Vec<String>, i32, &[&str]); 8] = [
        (refine("wolk", &["--at", "happiness=14"]), 2, &["no verb named \"wolk\"", "walk"]),
        (refine("walk_sad", &["--at", "happiness=14"]), 2, &["no verb named"]),
        (refine("walk", &["--at", "happyness=14"]), 2, &["no adverb", "did you mean \"happiness\""]),
        (refine("walk", &["--at", "happiness=21"]), 2, &["beyond its range, -20 to 20", "widen"]),
        (
            refine("walk", &["--at", "happiness=10"]),
            2,
            &["walk_happy", "is already at that point", "or remove it"],
        ),
        (refine("walk", &["--at", "happiness=14", "--keys", "0,20"]), 2, &["has 3 key-times", "right-down"]),
        (refine("walk", &["--at", "happiness=14", "--keys", "0,40,20"]), 1, &["20", "nothing was written"]),
        (refine("walk", &[]), 2, &["--at"]),
    ];
    for (arguments, code, words) in &cases {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        refused(&arguments, *code, words);
        assert_eq!(text_of(&toml), before, "{arguments:?}");
    }
    let (out, gone) = (here.join("out.bvh"), here.join("gone.bvh"));
    refused(
        &["extract", text(&project), "walk", "--at", "happiness=21", "-o", text(&out)],
        2,
        &["beyond its range"],
    );
    refused(&["extract", text(&project), "wolk", "-o", text(&out)], 2, &["no verb named"]);
    refused(&["extract", text(&project), "walk", "-o", text(&here.join("out.png"))], 2, &[".bvh or .glb"]);
    assert!(!out.exists());
    refused(&["refine", text(&project), "walk", text(&gone), "--at", "happiness=14"], 1, &["gone.bvh"]);
    let other = here.join("other.bvh");
    std::fs::write(&other, "HIERARCHY\nROOT Pelvis\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\nEnd Site\n{\nOFFSET 0 9 0\n}\n}\nMOTION\nFrames: 9\nFrame Time: 0.1\n".to_string() + &"0 90 0\n".repeat(9)).unwrap();
    refused(
        &["refine", text(&project), "walk", text(&other), "--at", "happiness=14"],
        1,
        &["other.bvh", "nothing was written"],
    );
    assert_eq!(text_of(&toml), before);
    assert!(!project.join("other.bvh").exists());
    // A file of a name that is taken, and a motion of one.
    let words = refine("walk", &["--at", "happiness=14"]);
    let said = messages(&words.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(said.contains("[motions.walk_happy_2], walk_happy_2.bvh"), "{said}");
    assert_eq!(text_of(&project.join("walk_happy.bvh")), happy);
}

#[test]
fn a_mirrored_walk_is_told_by_its_feet() {
    let project = three_walks("refine-mirrored");
    let toml = project.join("adverb.toml");
    let written = text_of(&toml);
    std::fs::write(&toml, format!("{written}\n[motions.image]\nmirror = \"walk_happy\"\n")).unwrap();
    let (own, image) = (project.join("own.bvh"), project.join("image.bvh"));
    fine(&["motion", text(&project), "walk_happy", "-o", text(&own)]);
    fine(&["motion", text(&project), "image", "-o", text(&image)]);
    let said = messages(&["refine", text(&project), "walk", text(&own), "--at", "happiness=14"]);
    assert!(!said.contains("warning"), "{said}");
    let before = text_of(&toml);
    let mirrored = ["refine", text(&project), "walk", text(&image), "--at", "happiness=16"];
    refused(&mirrored, 1, &["it does something else than the other examples of walk", "mirror", "--force"]);
    assert_eq!(text_of(&toml), before);
    let said = messages(&[&mirrored[..], &["--force"]].concat());
    assert!(said.contains("what is called left-down is right-down"), "{said}");
    // The next one is told of itself alone.
    let said = messages(&["refine", text(&project), "walk", text(&own), "--at", "happiness=18"]);
    assert!(!said.contains("what is called left-down"), "{said}");
}

#[test]
fn a_file_of_another_length_has_its_keys_in_proportion_or_as_given() {
    let project = three_walks("refine-length");
    let slow = project.join("slow.bvh");
    fine(&["extract", text(&project), "walk", "--at", "happiness=14", "-o", text(&slow)]);
    let mut longer = clip(&slow);
    longer.fps *= 0.8;
    std::fs::write(&slow, bvh::write(&longer, &bvh::WriteOptions::default())).unwrap();
    let said = messages(&["refine", text(&project), "walk", text(&slow), "--at", "happiness=14"]);
    assert!(said.contains("in proportion, --keys gives others"), "{said}");
    let last = longer.frame_count() - 1;
    assert!(text_of(&project.join("adverb.toml")).contains(&format!("left-down = {last} }}]")));
    let keys = format!("1,20,{last}");
    fine(&["refine", text(&project), "walk", text(&slow), "--at", "happiness=16", "--keys", &keys]);
    let written = text_of(&project.join("adverb.toml"));
    assert!(written.contains("[motions.slow_2]") && written.contains("{ right-down = 20 }"), "{written}");
}

/// A walk whose speed is measured from three examples, in a folder of its own; `[verbs.walk]` comes from `adverb annotate`.
fn paces(name: &str) -> PathBuf {
    let here = folder(name);
    fine(&["demo", text(&here.join("hero"))]);
    let [slow, neutral, fast] =
        ["slow", "neutral", "fast"].map(|pace| here.join(format!("hero/walk_{pace}.bvh")));
    let project = here.join("mine");
    let [slow, neutral, fast] = [&slow, &neutral, &fast].map(|walk| text(walk));
    fine(&["annotate", slow, neutral, fast, "-p", text(&project), "--verb", "walk"]);
    project
}

/// What the walk shows at a speed, played at another rate: so many times as fast.
fn hurried(project: &Path, speed: f64, times: f64) -> PathBuf {
    let out = project.with_file_name("hurried.bvh");
    fine(&["extract", text(project), "walk", "--at", &format!("speed={speed}"), "-o", text(&out)]);
    let mut faster = clip(&out);
    faster.fps *= times;
    std::fs::write(&out, bvh::write(&faster, &bvh::WriteOptions::default())).unwrap();
    out
}

fn speeds(project: &Path) -> Vec<(String, f32)> {
    let examples = walk(&loaded(project)).verb.examples().to_vec();
    examples.into_iter().map(|example| (example.name, example.at[0])).collect()
}

#[test]
fn a_measured_example_stands_where_it_is_measured() {
    let project = paces("refine-measured");
    let toml = project.join("adverb.toml");
    let (before, old) = (text_of(&toml), speeds(&project));
    let file = hurried(&project, 1.6, 1.1);
    let said = messages(&["refine", text(&project), "walk", text(&file)]);
    assert!(said.contains("is an example of walk at speed=1.7") && !said.contains("as in --at"), "{said}");
    let after = text_of(&toml);
    assert!(before.lines().all(|line| after.contains(line)) && !after.contains("at = {"), "{after}");
    let new = speeds(&project);
    assert_eq!(new[..3], old, "the old examples stand where they stood");
    assert_eq!(new[3].0, "hurried");
    assert!((f64::from(new[3].1) - 1.76).abs() < 0.02, "{new:?}");
    // What is asked for of it is not what makes it so, and a value beyond the range is none to stumble over.
    let file = hurried(&project, 1.1, 1.1);
    let said = messages(&["refine", text(&project), "walk", text(&file), "--at", "speed=9"]);
    assert!(said.contains("its speed is measured as 1.2") && said.contains("not 9 as in --at"), "{said}");
    assert!((f64::from(speeds(&project)[4].1) - 1.21).abs() < 0.02);
    assert!(!text_of(&toml).contains("at = {"));
    // Faster than all: a range that is measured goes along.
    let file = hurried(&project, 2.0, 1.1);
    fine(&["refine", text(&project), "walk", text(&file)]);
    assert!((f64::from(speeds(&project)[5].1) - 2.2).abs() < 0.03, "{:?}", speeds(&project));
    fine(&["sample", text(&project), "walk", "--at", "speed=2.2", "-o", text(&project.join("fast.bvh"))]);
}

#[test]
fn what_does_something_else_is_refused_and_a_range_that_grows_is_told() {
    let project = paces("refine-other");
    let before = text_of(&project.join("adverb.toml"));
    let run = project.with_file_name("hero").join("run.bvh");
    refused(&["refine", text(&project), "walk", text(&run)], 1, &["it does something else", "--force"]);
    assert_eq!(text_of(&project.join("adverb.toml")), before);
    let said = messages(&["refine", text(&project), "walk", text(&hurried(&project, 2.0, 1.2))]);
    assert!(said.contains("note: the range of speed was ") && said.contains(", and is now "), "{said}");
}

#[test]
fn a_measured_example_takes_nobodys_place() {
    let project = paces("refine-place");
    let toml = project.join("adverb.toml");
    let before = text_of(&toml);
    // What the verb shows at an example is that example, whatever --at says.
    let fast = speeds(&project)[2].1;
    let file = hurried(&project, f64::from(fast), 1.0);
    for more in [&[][..], &["--at", "speed=1.5"]] {
        let words = [&["refine", text(&project), "walk", text(&file)], more].concat();
        refused(
            &words,
            2,
            &["the example \"walk_fast\" of walk, at speed=2.05, is already at that point", "or remove it"],
        );
    }
    assert_eq!(text_of(&toml), before);
    // A range that somebody wrote is somebody's to widen.
    let ranged = before.replace("{ measure = \"speed\" }", "{ range = [0.8, 2.1], measure = \"speed\" }");
    std::fs::write(&toml, &ranged).unwrap();
    let file = hurried(&project, 2.0, 1.2);
    let words = ["refine", text(&project), "walk", text(&file)];
    refused(&words, 2, &["its speed is measured as 2.4", "beyond its range, 0.8 to 2.1", "widen"]);
    assert_eq!(text_of(&toml), ranged);
    // Beside a measured adverb, the others have to be said.
    let mixed =
        ranged.replace("adverbs = { ", "adverbs = { mood = [0, 1], ").replace("[0.8, 2.1]", "[0.8, 2.5]");
    let mixed = mixed.replace("motion = \"walk_", "at = { mood = 0 }\nmotion = \"walk_").replacen(
        "mood = 0 }",
        "mood = 1 }",
        1,
    );
    std::fs::write(&toml, &mixed).unwrap();
    refused(&words, 2, &["not every adverb of walk is measured; give its point with --at mood=…"]);
    refused(&[&words[..], &["--at", "mood=3"]].concat(), 2, &["mood=3 is beyond its range"]);
    assert_eq!(text_of(&toml), mixed);
    fine(&[&words[..], &["--at", "mood=0.5"]].concat());
    assert!(text_of(&toml).contains("at = { mood = 0.5 }"));
    assert!(!project.join("hurried_2.bvh").exists());
}

#[test]
#[cfg(unix)]
fn a_write_that_fails_leaves_the_project_and_no_copy() {
    let project = paces("refine-failing");
    let toml = project.join("adverb.toml");
    let before = text_of(&toml);
    let file = hurried(&project, 1.6, 1.1);
    let names = || {
        let entries = std::fs::read_dir(&project).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let there = names();
    let words = ["refine", text(&project), "walk", text(&file)];
    // No room for the copy.
    let limited = std::process::Command::new("sh")
        .args(["-c", "ulimit -f 1\nexec \"$@\"", "sh", env!("CARGO_BIN_EXE_adverb")])
        .args(words)
        .output()
        .expect("a shell");
    assert_eq!(limited.status.code(), Some(1), "{}", errors(&limited));
    assert_eq!((text_of(&toml), names()), (before.clone(), there.clone()));
    // A project file that is not to be written, when the copy is made already.
    let mut permissions = std::fs::metadata(&toml).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&toml, permissions.clone()).unwrap();
    refused(&words, 1, &["adverb.toml", "cannot be written"]);
    assert_eq!((text_of(&toml), names()), (before, there));
}

#[test]
fn what_comes_back_unchanged_changes_nothing() {
    let project = three_walks("refine-copy");
    let copy = project.parent().unwrap().join("copy.bvh");
    let points = [-9.0, -5.0, -2.0, 0.0, 1.0, 2.0, 5.0, 9.0, 18.0];
    let before: Vec<Take> = points.iter().map(|&happiness| shown(&project, happiness)).collect();
    let at = ["--at", "happiness=1"];
    fine(&[&["extract", text(&project), "walk"], &at[..], &["-o", text(&copy)]].concat());
    fine(&[&["refine", text(&project), "walk", text(&copy)], &at[..]].concat());
    for (happiness, before) in points.into_iter().zip(before) {
        let after = shown(&project, happiness);
        assert_eq!(before.clip.frame_count(), after.clip.frame_count(), "at {happiness}");
        for f in 0..before.clip.frame_count() {
            let [was, is] = [&before.clip, &after.clip].map(|clip| clip.world(clip.frame(f)));
            let moved = |(a, b): (&Transform, &Transform)| a.translation.distance(b.translation);
            let most = was.iter().zip(&is).map(moved).fold(0.0, f64::max);
            assert!(most < 1e-3, "{most} m at {happiness}, frame {f}");
        }
    }
}

#[test]
fn too_close_to_another_example_the_verb_would_jump() {
    let project = three_walks("refine-close");
    let file = project.parent().unwrap().join("copy.bvh");
    fine(&["extract", text(&project), "walk", "--at", "happiness=5", "-o", text(&file)]);
    fine(&["refine", text(&project), "walk", text(&file), "--at", "happiness=5"]);
    let toml = project.join("adverb.toml");
    let before = text_of(&toml);
    // Ranges are 40 wide: 0.3 is less than a hundredth of them, 0.5 is more.
    for at in ["happiness=4.7", "happiness=10.3"] {
        let words = ["is less than a hundredth of the range from that point", "farther away"];
        refused(&["refine", text(&project), "walk", text(&file), "--at", at], 2, &words);
    }
    assert_eq!(text_of(&toml), before);
    fine(&["refine", text(&project), "walk", text(&file), "--at", "happiness=4.5"]);
}

#[test]
fn on_the_mirror_plane_an_example_shares_its_point_with_its_image() {
    let here = folder("refine-plane");
    let (project, file) = (here.join("hero"), here.join("bent.bvh"));
    fine(&["demo", text(&project)]);
    let toml = project.join("adverb.toml");
    let veer = "\n[verbs.veer]\nadverbs = { turn = [-45, 45] }\nsymmetric = [\"turn\"]\ncycle = true\n\
        examples = [{ motion = \"neutral\", at = { turn = 20 } }, { motion = \"turn-left\", at = { turn = 45 } }]\n";
    std::fs::write(&toml, text_of(&toml) + veer).unwrap();
    fine(&["extract", text(&project), "veer", "--at", "turn=45", "-o", text(&file)]);
    let before = text_of(&toml);
    let refine = |at: &'static str| ["refine", text(&project), "veer", text(&file), "--at", at];
    let words = ["the mirror image of the new example, at turn=-0.3", "give turn=0", "would jump"];
    refused(&refine("turn=0.3"), 2, &words);
    assert_eq!(text_of(&toml), before);
    let said = messages(&refine("turn=0"));
    let (_, far) = said.split_once("the verb shows half of each there, ").expect(&said);
    let far: f64 = far.split_once(" mm").and_then(|(mm, _)| mm.parse().ok()).expect(&said);
    assert!(far > 5.0, "a turn and its image are apart: {said}");
    refused(&refine("turn=0.5"), 2, &["is less than a hundredth of the range from that point"]);
}
