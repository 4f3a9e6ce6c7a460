//! Verbs from real recordings: styles of a walk, turns, speeds, a gesture. Windows and coordinates are those of the notes
//! beside the recordings. Where there are none, verbs of the built-in character stand in.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use adverb_author::Error;
use adverb_author::motion::{self, Motion, Search};
use adverb_author::project::Project;
use adverb_author::verb::{Built, Definition};

use super::stand_in;

/// A verb, and the motions it was made from, cycles where it is cyclic.
pub struct Real {
    pub project: Project,
    pub built: Built,
    pub definition: Definition,
    pub motions: Vec<Arc<Motion>>,
}

impl Real {
    pub fn of(project: Project, definition: Definition) -> Self {
        let built = project.build(&definition).unwrap_or_else(|e| panic!("{e}"));
        let ready = |motion: &Arc<Motion>| match definition.cycle {
            true => Arc::new(motion::cycle(motion.clone(), Search::Default).expect("a cycle")),
            false => motion.clone(),
        };
        Self { built, motions: definition.motions.iter().map(ready).collect(), definition, project }
    }
}

/// Name, first foot-down, other foot-down, foot-down again; then coordinates.
type Row<'a> = (&'a str, [usize; 3], &'a [f64]);

/// Happiness, energy, age, confidence. Giant and masculinity would be neighbours: giant is made older.
const STYLES: [Row; 14] = [
    ("normal", [108, 124, 140], &[0.0, 0.0, 0.0, 0.0]),
    ("happy", [101, 117, 132], &[1.0, 0.5, 0.0, 0.3]),
    ("sad", [111, 136, 160], &[-1.0, -0.6, 0.0, -0.5]),
    ("active", [74, 90, 106], &[0.3, 1.0, 0.0, 0.4]),
    ("tired", [167, 186, 204], &[-0.3, -1.0, 0.0, -0.2]),
    ("angry", [68, 80, 91], &[-0.7, 0.8, 0.0, 0.5]),
    ("old", [43, 62, 79], &[0.0, -0.6, 1.0, -0.2]),
    ("childish", [61, 77, 95], &[0.5, 0.4, -1.0, 0.0]),
    ("proud", [175, 201, 223], &[0.2, -0.1, 0.1, 1.0]),
    ("not-confident", [342, 363, 384], &[-0.4, -0.4, 0.0, -1.0]),
    ("chimpira", [121, 135, 148], &[-0.2, 0.4, -0.1, 0.8]),
    ("feminine", [129, 148, 168], &[0.1, 0.0, 0.0, 0.2]),
    ("giant", [129, 148, 166], &[0.0, 0.2, 0.4, 0.4]),
    ("masculinity", [47, 63, 78], &[0.0, 0.2, 0.0, 0.5]),
];
/// Degrees per cycle are measured.
const TURNS: [Row; 5] = [
    ("16_15", [135, 202, 274], &[]),
    ("16_11", [114, 182, 250], &[]),
    ("16_13", [63, 130, 202], &[]),
    ("16_17", [204, 268, 332], &[]),
    ("16_19", [151, 217, 305], &[]),
];
/// Metres per second are.
const SPEEDS: [Row; 3] =
    [("07_04", [52, 145, 230], &[]), ("07_01", [57, 124, 188], &[]), ("07_12", [28, 82, 136], &[])];
const TURN: &str = "turn = { measure = \"turn\" }";
/// Start, waving, done, end. Half of them come with the hand up already.
const BYES: [(&str, [usize; 4], &[f64]); 8] = [
    ("normal", [0, 10, 93, 110], &[0.0, 0.0]),
    ("happy", [0, 21, 199, 222], &[1.0, 0.5]),
    ("sad", [0, 20, 198, 252], &[-1.0, -0.6]),
    ("active", [0, 18, 166, 184], &[0.3, 1.0]),
    ("tired", [0, 20, 190, 209], &[-0.3, -1.0]),
    ("childish", [0, 12, 110, 122], &[0.5, 0.4]),
    ("angry", [0, 26, 76, 109], &[-0.7, 0.8]),
    ("old", [0, 14, 126, 140], &[0.0, -0.6]),
];

/// Ten styles over happiness and energy.
pub fn styles() -> Real {
    let rows: Vec<Example> =
        STYLES[..10].iter().map(|(name, keys, at)| (*name, feet(*keys), &at[..2])).collect();
    real("walk-styles", "dataset-1_walk_", "_001", "happiness = [-1, 1], energy = [-1, 1]", true, &rows)
        .unwrap_or_else(stand_in::styles_over_two_adverbs)
}

/// All styles over four adverbs; musical does not repeat over a stride.
pub fn styles_over_four_adverbs() -> Real {
    let rows = STYLES.map(|(name, keys, at)| (name, feet(keys), at));
    let adverbs = "happiness = [-1, 1], energy = [-1, 1], age = [-1, 1], confidence = [-1, 1]";
    real("walk-styles", "dataset-1_walk_", "_001", adverbs, true, &rows)
        .unwrap_or_else(stand_in::styles_over_four_adverbs)
}

pub fn turns() -> Real {
    let rows = TURNS.map(|(name, keys, at)| (name, feet(keys), at));
    real("cmu", "", "", TURN, true, &rows).unwrap_or_else(stand_in::turns)
}

pub fn speeds() -> Real {
    real(
        "cmu",
        "",
        "",
        "speed = { measure = \"speed\" }",
        true,
        &SPEEDS.map(|(name, keys, at)| (name, feet(keys), at)),
    )
    .unwrap_or_else(stand_in::speeds)
}

pub fn byes() -> Real {
    let names = ["start", "waving", "done", "end"];
    let rows = BYES.map(|(name, keys, at)| (name, names.into_iter().zip(keys).collect::<Vec<_>>(), at));
    real("gestures", "dataset-1_bye_", "_001", "happiness = [-1, 1], energy = [-1, 1]", false, &rows)
        .unwrap_or_else(stand_in::reaches)
}

/// Name, named keys, coordinates.
pub type Example<'a> = (&'a str, Vec<(&'a str, usize)>, &'a [f64]);

pub fn feet([left, right, next]: [usize; 3]) -> Vec<(&'static str, usize)> {
    vec![("left-down", left), ("right-down", right), ("left-down", next)]
}

/// Writes the project as a person would, loads it and builds its verb.
fn real(
    folder: &str,
    before: &str,
    after: &str,
    adverbs: &str,
    cycle: bool,
    rows: &[Example],
) -> Option<Real> {
    let folder = adverb_testdata::recordings_dir()?.join(folder);
    Some(load(&folder, &text_of(before, after, adverbs, cycle, rows)))
}

/// The project file with the verb `real`.
pub fn text_of(before: &str, after: &str, adverbs: &str, cycle: bool, rows: &[Example]) -> String {
    let mut text = format!("[project]\nskeleton = \"{before}{}{after}.bvh\"\n", rows[0].0);
    let axes: Vec<&str> =
        adverbs.split(", ").filter_map(|a| a.split_once(" = ")).map(|(name, _)| name).collect();
    for (name, keys, _) in rows {
        let keys: Vec<String> = keys.iter().map(|(key, frame)| format!("{{ {key} = {frame} }}")).collect();
        text += &format!(
            "[motions.\"{name}\"]\nfile = \"{before}{name}{after}.bvh\"\nkeys = [{}]\n",
            keys.join(", ")
        );
    }
    text += &format!("[verbs.real]\nadverbs = {{ {adverbs} }}\ncycle = {cycle}\n");
    for (name, _, at) in rows {
        let at: Vec<String> = axes.iter().zip(*at).map(|(axis, value)| format!("{axis} = {value}")).collect();
        text += &format!("[[verbs.real.examples]]\nmotion = \"{name}\"\nat = {{ {} }}\n", at.join(", "));
    }
    text
}

fn project(folder: &Path, text: &str) -> Project {
    let mut read = |file: &str| std::fs::read(folder.join(file)).map_err(|e| e.to_string());
    Project::load("adverb.toml", text, &mut read).unwrap_or_else(|e| panic!("{e}"))
}

fn load(folder: &Path, text: &str) -> Real {
    let project = project(folder, text);
    let definition = project.verbs[0].clone();
    Real::of(project, definition)
}

/// A verb of whole files along one adverb.
pub fn of_files(files: &[PathBuf]) -> Built {
    try_of_files(files).unwrap_or_else(|e| panic!("{e}"))
}

pub fn try_of_files(files: &[PathBuf]) -> Result<Built, Error> {
    let mut text = String::new();
    let last = files.len() - 1;
    for (i, file) in files.iter().enumerate() {
        text += &format!("[motions.m{i}]\nfile = {:?}\n", file.display().to_string());
    }
    text += &format!("[verbs.v]\nadverbs = {{ k = [0, {last}] }}\n");
    for i in 0..files.len() {
        text += &format!("[[verbs.v.examples]]\nmotion = \"m{i}\"\nat = {{ k = {i} }}\n");
    }
    let project = project(Path::new(""), &text);
    project.build(&project.verbs[0])
}

/// A part of a file as a verb of one example.
pub fn of_range(file: &Path, [from, to]: [usize; 2]) -> Built {
    one(file, &format!("frames = [{from}, {to}]"), false)
}

/// The same, made to repeat.
pub fn cycle_of(file: &Path, [from, to]: [usize; 2]) -> Built {
    one(file, &format!("frames = [{from}, {to}]"), true)
}

fn one(file: &Path, range: &str, cycle: bool) -> Built {
    let file = file.display().to_string();
    let text = format!("[motions.m]\nfile = {file:?}\n{range}\n[verbs.v]\nmotion = \"m\"\ncycle = {cycle}\n");
    load(Path::new(""), &text).built
}
