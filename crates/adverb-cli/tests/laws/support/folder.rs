//! Folders and files for tests to work in.

use std::path::{Path, PathBuf};

use super::call::{fine, text};

/// A folder of its own for each test, empty. Names are free within a file of tests: the folder of its module is around it.
pub fn folder(name: &str) -> PathBuf {
    let thread = std::thread::current();
    let module =
        thread.name().and_then(|test| test.split("::").next()).expect("tests run on threads of their name");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(module).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a writable target folder");
    folder
}

pub fn written(path: PathBuf, contents: impl AsRef<[u8]>) -> PathBuf {
    std::fs::write(&path, contents).expect("a writable folder");
    path
}

pub fn text_of(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a text file")
}

/// The three walks of figures 4.13 to 4.16 in a project, twice as happy at its ends as its examples: `[verbs.walk]` written by hand, their motions by `adverb annotate`.
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
    let verb = "# How happy?\n[verbs.walk]\nadverbs = { happiness = [-20, 20] }\nextrapolate = \"free\"\ncycle = true\n";
    let example =
        |(walk, at)| format!("[[verbs.walk.examples]]\nmotion = \"{walk}\"\nat = {{ happiness = {at} }}\n");
    let examples: String = [("walk_sad", -10), ("walk_neutral", 0), ("walk_happy", 10)].map(example).concat();
    std::fs::write(project.join("adverb.toml"), format!("{verb}{examples}# the end\n"))
        .expect("a writable folder");
    let [sad, neutral, happy] = &walks;
    fine(&["annotate", text(sad), text(neutral), text(happy), "-p", text(&project)]);
    project
}
