//! Folders and calls of the command, for tests of what it writes.

use std::path::{Path, PathBuf};
use std::process::Output;

use super::call::{adverb, errors, text};

/// A folder of its own for each test, empty.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a writable target folder");
    folder
}

#[track_caller]
pub fn fine(arguments: &[&str]) -> String {
    let output = adverb(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", errors(&output));
    errors(&output)
}

/// Ends with a code and a message that has all these words.
#[track_caller]
pub fn refused(arguments: &[&str], code: i32, words: &[&str]) {
    let output: Output = adverb(arguments);
    let said = errors(&output);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    words.iter().for_each(|words| assert!(said.contains(words), "{arguments:?} lacks {words:?}: {said}"));
}

pub fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a text file")
}

/// The three walks of figures 4.13 to 4.16 in a project: `[verbs.walk]` written by hand, their motions by `adverb annotate`.
pub fn three_walks(name: &str) -> PathBuf {
    let here = folder(name);
    let (hero, project) = (here.join("hero"), here.join("loop"));
    fine(&["demo", text(&hero)]);
    std::fs::create_dir(&project).expect("a writable folder");
    let walks = ["walk_sad", "walk_neutral", "walk_happy"].map(|walk| {
        let file = project.join(format!("{walk}.bvh"));
        std::fs::copy(hero.join(format!("{walk}.bvh")), &file).expect("a walk");
        file
    });
    let verb = "# How happy?\n[verbs.walk]\nadverbs = { happiness = [-20, 20] }\ncycle = true\n";
    let example =
        |(walk, at)| format!("[[verbs.walk.examples]]\nmotion = \"{walk}\"\nat = {{ happiness = {at} }}\n");
    let examples: String = [("walk_sad", -10), ("walk_neutral", 0), ("walk_happy", 10)].map(example).concat();
    std::fs::write(project.join("adverb.toml"), format!("{verb}{examples}# the end\n"))
        .expect("a writable folder");
    let [sad, neutral, happy] = &walks;
    fine(&["annotate", text(sad), text(neutral), text(happy), "-p", text(&project)]);
    project
}
