//! Findings: one table of criteria, and lines that sum up what is alike without losing anything.

mod examples;
mod files;
mod forms;
mod projects;
mod spaces;
pub mod told;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use adverb_author::finding::{
    Criterion, Finding, Heading, Place, Quantity, Subject, Verdict, alike, summed_up, told,
};

fn scaled(file: &str, by: f64) -> Finding {
    let message = format!("another body: its travel is scaled by {by}");
    let subject = Subject::Recording(file.into());
    let quantity = Some(Quantity { value: by, unit: "", limit: None });
    Finding { quantity, ..Finding::new(Criterion::TravelScaled, Verdict::Repaired, subject, message) }
}

#[test]
fn every_criterion_and_every_heading_has_a_name_of_its_own() {
    let names: BTreeSet<&str> = Criterion::ALL.iter().map(|criterion| criterion.name()).collect();
    assert_eq!(names.len(), Criterion::ALL.len());
    let is_kebab = |name: &&str| name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    assert!(names.iter().all(is_kebab), "{names:?}");
    let titles: BTreeSet<&str> = Heading::ALL.iter().map(|heading| heading.title()).collect();
    assert_eq!(titles.len(), Heading::ALL.len());
    for (number, heading) in Heading::ALL.into_iter().enumerate() {
        assert_eq!(heading.number(), number);
        assert!(Criterion::ALL.iter().any(|criterion| criterion.heading() == heading), "{heading:?}");
    }
}

#[test]
fn many_alike_are_one_line_and_nothing_is_lost() {
    let all: Vec<Finding> =
        [0.92, 1.0, 1.05].iter().map(|by| scaled(&format!("walk_{by}.bvh"), *by)).collect();
    let [line] = &told(&all)[..] else { panic!("{:?}", told(&all)) };
    assert_eq!(
        line,
        "3 recordings: another body; travel scaled by 0.92–1.05 (walk_0.92.bvh: 0.92, walk_1.bvh: 1, walk_1.05.bvh: 1.05)"
    );
    // What differs in more than its subject is told one by one while that is short.
    assert_eq!(told(&all[..2]).len(), 2);
    assert_eq!(alike(&all)[0].findings().len(), 3);
}

#[test]
fn summed_up_every_criterion_is_one_line_with_its_first_subjects() {
    let all: Vec<Finding> = (0..5).map(|n| scaled(&format!("{n}.bvh"), f64::from(n))).collect();
    let [(_, line)] = &summed_up(&all)[..] else { panic!("{:?}", summed_up(&all)) };
    assert_eq!(
        line,
        "5 recordings: another body; travel scaled by 0–4 (0.bvh: 0, 1.bvh: 1, 2.bvh: 2 and 2 more)"
    );
    // What differs in its words stands behind the first.
    let unsure = |file: &str, message: &str| {
        let subject = Subject::Recording(file.into());
        let remedy = format!("Look at {file}.");
        Finding { remedy, ..Finding::new(Criterion::Contacts, Verdict::Warning, subject, message) }
    };
    let doubts =
        [unsure("a.bvh", "short touches"), unsure("b.bvh", "two left feet"), unsure("c.bvh", "no feet")];
    let both: Vec<Finding> = doubts.into_iter().chain(all).collect();
    let lines: Vec<String> = summed_up(&both).into_iter().map(|(_, line)| line).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0], "a.bvh: short touches (and 2 more like it). Look at a.bvh.");
}

#[test]
fn places_and_remedies_of_many_are_kept_each_once() {
    let at = |line: usize, remedy: &str| Finding {
        place: Place { line: Some(line), ..Place::default() },
        quantity: Some(Quantity { value: line as f64, unit: "numbers", limit: None }),
        remedy: remedy.into(),
        ..Finding::new(
            Criterion::Rows,
            Verdict::Repaired,
            Subject::Recording("a.bvh".into()),
            format!("{line} numbers"),
        )
    };
    let all = [at(3, "Mend it."), at(7, "Mend it."), at(9, "")];
    assert_eq!(
        told(&all),
        ["a.bvh: 3–9 numbers in a row instead of as many as there are channels; the frame before is held \
          (line 3: 3 numbers, line 7: 7 numbers, line 9: 9 numbers). Mend it."]
    );
    assert_eq!(all[0].told(), "a.bvh:3: 3 numbers. Mend it.");
    assert_eq!(all[0].said(), "line 3: 3 numbers. Mend it.");
}

#[test]
fn the_same_words_of_two_are_told_once_and_other_verbs_and_verdicts_stay_apart() {
    let of = |verb: &str, name: &str, verdict| {
        let subject = Subject::Example { verb: verb.into(), name: name.into() };
        Finding::new(Criterion::FrameRate, verdict, subject, "30 frames per second")
    };
    let two = [of("walk", "sad", Verdict::Repaired), of("walk", "old", Verdict::Repaired)];
    assert_eq!(told(&two), ["2 examples: 30 frames per second (sad, old)"]);
    let apart = [of("walk", "sad", Verdict::Repaired), of("run", "sad", Verdict::Repaired)];
    assert_eq!(told(&apart).len(), 2);
    let apart = [of("walk", "sad", Verdict::Repaired), of("walk", "old", Verdict::Warning)];
    assert_eq!(told(&apart).len(), 2);
}

#[test]
fn quantities_are_written_as_people_write_them() {
    let text = |value: f64, unit| Quantity { value, unit, limit: None }.to_string();
    assert_eq!(text(29.97, "frames per second"), "29.97 frames per second");
    assert_eq!(text(90.0, "°"), "90°");
    assert_eq!(text(1234.5, "mm"), "1234 mm");
    assert_eq!(text(0.0, "%"), "0 %");
    assert_eq!(text(-40.06, "°"), "-40.06°");
}

fn sources(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for path in fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push((path.clone(), fs::read_to_string(&path).expect("text")));
        }
    }
}

fn all_sources() -> Vec<(PathBuf, String)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for own in ["adverb-author/src", "adverb-cli/src", "adverb-hostile/src"] {
        sources(&crates.join(own), &mut found);
    }
    found
}

#[test]
fn every_criterion_is_told_by_somebody() {
    let table = Path::new("finding").join("criterion.rs");
    let code: String =
        all_sources().into_iter().filter(|(path, _)| !path.ends_with(&table)).map(|(_, text)| text).collect();
    let silent: Vec<&Criterion> = Criterion::ALL.iter().filter(|own| !is_named(own, &code)).collect();
    assert!(silent.is_empty(), "nobody tells {silent:?}");
}

/// Every criterion is provoked by a test that names it.
#[test]
fn every_criterion_is_named_in_a_test() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut tests = Vec::new();
    for own in ["adverb-author/tests", "adverb-cli/tests"] {
        sources(&crates.join(own), &mut tests);
    }
    let code: String = tests.into_iter().map(|(_, text)| text).collect();
    let untested: Vec<&Criterion> = Criterion::ALL.iter().filter(|own| !is_named(own, &code)).collect();
    assert!(untested.is_empty(), "no test provokes {untested:?}");
}

fn is_named(criterion: &Criterion, code: &str) -> bool {
    let name = format!("Criterion::{criterion:?}");
    code.match_indices(&name).any(|(at, _)| !code[at + name.len()..].starts_with(char::is_alphanumeric))
}

/// No name, title or message of a finding is read back.
#[test]
fn nobody_reads_a_message_back() {
    let read_back = [".name() ==", ".title() ==", ".contains(", ".starts_with(", ".ends_with(", ".split"];
    for (path, text) in all_sources() {
        for line in text.lines() {
            let is_read_back =
                |of: &&str| read_back.iter().any(|words| line.contains(&format!("{of}{words}")));
            let own =
                ["criterion", "heading()", "message", "told()", "said()"].into_iter().find(is_read_back);
            assert!(own.is_none(), "{}: {line}", path.display());
        }
    }
}

#[test]
fn what_the_built_in_character_is_told_is_written_as_promised() {
    let project = crate::support::hero::load(|own| own).expect("a project");
    for finding in adverb_author::check::check(&project) {
        let Finding { message, remedy, .. } = &finding;
        assert!(!message.is_empty() && !message.ends_with('.'), "{finding:?}");
        let is_sentence = remedy.ends_with('.') && remedy.starts_with(char::is_uppercase);
        assert!(remedy.is_empty() || is_sentence, "{finding:?}");
    }
}
