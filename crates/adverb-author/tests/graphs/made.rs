//! Small projects over recordings of the built-in character.

use adverb_author::demo;
use adverb_author::pack::Packed;
use adverb_author::project::Project;

/// Motions and a verb with knobs; a graph is to follow.
pub const BEFORE: &str = r#"
[motions.slow]
file = "walk_neutral.bvh"
keys = [{ left-down = 12 }, { right-down = 45 }, { left-down = 78 }]
[motions.fast]
file = "run.bvh"
keys = [{ left-down = 12 }, { right-down = 34 }, { left-down = 56 }]
[motions.wave]
file = "walk_neutral.bvh"
frames = [12, 45]
[motions.loop]
cycle = "slow"
[verbs.walk]
adverbs = { hurry = [0, 1] }
cycle = true
control-points = 16
[[verbs.walk.examples]]
motion = "slow"
at = { hurry = 0 }
[[verbs.walk.examples]]
motion = "fast"
at = { hurry = 1 }
"#;

/// A graph of the verb and two motions.
pub const GRAPH: &str = r#"
[graph.main]
start = ["walk"]
[[graph.main.transitions]]
from = "walk"
leave = [0.8, 1.2]
to = "wave"
enter = [0, 0.3]
[[graph.main.transitions]]
from = "wave"
leave = [0.7, 1]
to = "loop"
enter = [0.1, 0.4]
blend = "linear"
likelihood = 0.0
[[graph.main.transitions]]
from = "loop"
leave = "any"
secs = 0.2
to = "walk"
enter = "matching"
blend = "inertial"
[[graph.main.events]]
verb = "walk"
at = "left-down"
emit = "footfall"
"#;

fn load(text: &str) -> Result<Project, adverb_author::Error> {
    let files = demo::project();
    let mut read = |name: &str| {
        let found = files.iter().find(|(file, _)| file == name);
        found.map(|(_, bytes)| bytes.clone()).ok_or_else(|| "no such file".to_string())
    };
    Project::load("adverb.toml", text, &mut read)
}

/// The project of a text, loaded.
pub fn project(text: &str) -> Project {
    load(text).unwrap_or_else(|error| panic!("{error}"))
}

/// The project of a text, built.
pub fn packed(text: &str) -> Packed {
    project(text).pack(|_| ()).unwrap_or_else(|error| panic!("{error}"))
}

/// [`GRAPH`] with a piece exchanged.
pub fn with(replace: &str, by: &str) -> String {
    let text = format!("{BEFORE}{GRAPH}");
    assert!(text.contains(replace), "{replace}");
    text.replacen(replace, by, 1)
}

/// The whole of what is said of a project that is wrong, when it is loaded or built.
pub fn complaint(text: &str) -> String {
    match load(text).and_then(|project| project.pack(|_| ())) {
        Ok(_) => panic!("nothing is wrong with it"),
        Err(error) => error.to_string(),
    }
}

/// What is said must have these words, and show the line in which `at` stands.
#[track_caller]
pub fn refused(text: &str, at: &str, words: &[&str]) {
    let said = complaint(text);
    for word in words {
        assert!(said.contains(word), "{word:?} is not in: {said}");
    }
    let line = text.lines().position(|line| line.contains(at)).expect("a line of the text") + 1;
    assert!(said.starts_with(&format!("adverb.toml:{line}:")), "{said}\nis not about line {line}: {at}");
}
