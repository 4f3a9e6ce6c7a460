//! The built-in character as a complete project: its recordings and its `adverb.toml`.

use std::fmt::Write as _;

use crate::bvh;
use crate::gait::{self, Pace, Style};

/// Every file of the project: name and contents.
pub fn project() -> Vec<(String, Vec<u8>)> {
    let styles = gait::styles();
    let gaits: Vec<_> = styles.iter().map(|style| (style, gait::synthesise(style))).collect();
    let in_cm = bvh::WriteOptions { unit_m: Some(0.01), ..Default::default() };
    let mut files: Vec<(String, Vec<u8>)> = gaits
        .iter()
        .map(|(style, gait)| (file_name(style), bvh::write(&gait.clip, &in_cm).into_bytes()))
        .collect();
    let keys: Vec<_> = gaits.iter().map(|(style, gait)| (*style, gait.keys)).collect();
    files.push(("adverb.toml".into(), project_file(&keys).into_bytes()));
    files
}

fn file_name(style: &Style) -> String {
    match style.pace {
        Pace::Walk => format!("walk_{}.bvh", style.name),
        Pace::Run => format!("{}.bvh", style.name),
    }
}

fn project_file(gaits: &[(&Style, [usize; 3])]) -> String {
    let mut text = format!(
        "# The built-in character of adverb: walks and a run made from published joint-angle curves.\n\
         # Look at it with: adverb render . neutral -o neutral.png\n\n\
         [project]\nname = \"hero\"\nskeleton = {:?}\n\n\
         # --- recordings: one cycle each, from one left foot-down to the next; frames count from 0\n",
        file_name(gaits[0].0)
    );
    for (style, [left, right, next]) in gaits {
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "[motions.{}]\nfile = {:?}\nkeys = [{{ left-down = {left} }}, {{ right-down = {right} }}, {{ left-down = {next} }}]",
            style.name,
            file_name(style)
        );
    }
    text + EXPRESSIONS + VERBS
}

/// Motions with knobs. Coordinates are what the styles were made to show.
const VERBS: &str = r#"
# --- verbs: motions with knobs; steer them with: adverb studio .
[verbs.walk]
adverbs = { happiness = [-1, 1], energy = [-1, 1], turn = [-45, 45] }    # turn: degrees per cycle, + is left
cycle = true
[[verbs.walk.examples]]
motion = "neutral"
at = { happiness = 0, energy = 0 }      # what is left out is 0 where the range contains it
[[verbs.walk.examples]]
motion = "happy"
at = { happiness = 1, energy = 0.5 }
[[verbs.walk.examples]]
motion = "sad"
at = { happiness = -1, energy = -0.6 }
[[verbs.walk.examples]]
motion = "angry"
at = { happiness = -0.7, energy = 0.9 }
[[verbs.walk.examples]]
motion = "tired"
at = { happiness = -0.2, energy = -1 }
[[verbs.walk.examples]]
motion = "turn-left"
at = { turn = 45 }
[[verbs.walk.examples]]
motion = "turn-right"
at = { turn = -45 }

[verbs.pace]
adverbs = { speed = [0.8, 2.05] }       # metres per second
cycle = true
[[verbs.pace.examples]]
motion = "slow"
at = { speed = 0.8 }
[[verbs.pace.examples]]
motion = "neutral"
at = { speed = 1.3 }
[[verbs.pace.examples]]
motion = "brisk"
at = { speed = 1.65 }
[[verbs.pace.examples]]
motion = "fast"
at = { speed = 2.05 }

[verbs.sneak]                           # a plain motion is a verb of one example
motion = "sneaky"
cycle = true
[verbs.run]
motion = "run"
cycle = true
"#;

/// Motions made of other motions, to begin with.
const EXPRESSIONS: &str = r#"
# --- expressions: motions made of motions, never copies
[motions.neutral_loop]
cycle = "neutral"                       # the best seam near by, gap spread: repeats without a jerk
[motions.tired_other_leg]
mirror = "tired"                        # limps on the other side
[motions.stroll]
affine = "happy"
stretch = 1.25                          # the same steps, a quarter slower
[motions.half_step]
clip = "neutral"
from = 0.0
to = 0.5                                # canonical time: left foot-down to right foot-down
[motions.there_and_back]
concatenate = ["neutral_loop", "turn-left", "turn-left", "turn-left", "turn-left", "neutral_loop"]
"#;
