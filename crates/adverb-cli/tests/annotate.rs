//! `adverb annotate` as a person calls it.

#[path = "support/call.rs"]
mod call;
#[path = "support/folder.rs"]
mod folder;

use call::{adverb, errors, text};
use folder::{fine, folder, read, refused, three_walks};

#[test]
fn a_project_is_made_where_there_is_none_and_every_command_takes_it() {
    let here = folder("annotate-new");
    fine(&["demo", text(&here.join("hero"))]);
    let walk = here.join("hero/walk_happy.bvh");
    let project = here.join("new/mine");
    let said = fine(&["annotate", text(&walk), text(&walk), "-p", text(&project)]);
    assert_eq!(said.matches("left-down").count(), 2, "one file, once: {said}");
    let written = read(&project.join("adverb.toml"));
    assert!(written.contains("file = \"../../hero/walk_happy.bvh\""), "{written}");
    assert!(written.contains("keys = [{ left-down = "), "{written}");
    assert!(written.contains("# annotate: speed 1.5"), "{written}");
    fine(&["motion", text(&project), "walk_happy", "-o", text(&here.join("out.bvh"))]);
    // Again: it has its keys.
    let said = fine(&["annotate", text(&walk), "-p", text(&project)]);
    assert!(said.contains("is kept (--replace)") && said.contains("stays as it is"), "{said}");
    assert_eq!(read(&project.join("adverb.toml")), written);
}

#[test]
fn what_the_author_wrote_stays_and_verbs_find_their_motions() {
    let project = three_walks("annotate-verb");
    let written = read(&project.join("adverb.toml"));
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
    assert_eq!(read(&project.join("adverb.toml")), by_hand);
    fine(&[&all[..], &["--replace"]].concat());
    assert_eq!(read(&project.join("adverb.toml")), written);
}

#[test]
fn a_dry_run_prints_what_would_be_written() {
    let project = three_walks("annotate-dry");
    let before = read(&project.join("adverb.toml"));
    let run = project.join("../hero/run.bvh");
    let run = if run.exists() { run } else { project.join("../hero/walk_angry.bvh") };
    let output = adverb(&["annotate", text(&run), "-p", text(&project), "--dry-run"]);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(read(&project.join("adverb.toml")), before);
    fine(&["annotate", text(&run), "-p", text(&project)]);
    assert_eq!(read(&project.join("adverb.toml")), printed);
}

#[test]
fn nothing_is_written_when_anything_is_wrong() {
    let project = three_walks("annotate-wrong");
    let toml = project.join("adverb.toml");
    let before = read(&toml);
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
    refused(&["annotate", text(&good), "-p", text(&good)], 1, &["walk_angry.bvh"]);
    assert_eq!(read(&toml), before);
    // TOML that is none, with its line.
    std::fs::write(&toml, "[project]\nname = \"x\n").unwrap();
    refused(&["annotate", text(&good), "-p", text(&project)], 1, &["adverb.toml:2:", "name = \"x"]);
    assert_eq!(read(&toml), "[project]\nname = \"x\n");
    // A project that would not load.
    let astray = before.replace("motion = \"walk_sad\"", "motion = \"walk_bad\"");
    std::fs::write(&toml, &astray).unwrap();
    refused(&["annotate", text(&good), "-p", text(&project)], 1, &["walk_bad", "nothing was written"]);
    assert_eq!(read(&toml), astray);
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
    let said = fine(&["annotate", text(&here.join("nod.bvh")), "-p", text(&here)]);
    assert!(said.contains("tell no two feet"), "{said}");
    assert!(read(&here.join("adverb.toml")).contains("start = "));
}
