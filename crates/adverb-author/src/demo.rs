//! The built-in character as a complete project: its recordings and its `adverb.toml`.

mod shapes;

use std::fmt::Write as _;

use crate::clip::Clip;
use crate::formats::bvh;
use crate::gait::stance::{self, Idle, Reach, Turn};
use crate::gait::{self, Gait, Pace, Style};

pub use shapes::shapes;

/// A motion of the project and the file that holds it.
struct Take {
    motion: String,
    file: String,
    clip: Clip,
    /// Names of key-times, and their frames.
    keys: Vec<(&'static str, usize)>,
}

/// Every file of the project: name and contents.
pub fn project() -> Vec<(String, Vec<u8>)> {
    let styles = gait::styles();
    let (idles, reaches, turns) = (stance::idles(), stance::reaches(), stance::turns());
    let gaits: Vec<Take> = styles.iter().map(|style| gait_take(style, gait::synthesise(style))).collect();
    let acts: Vec<Take> = idles
        .iter()
        .map(|idle| &idle.act)
        .chain(reaches.iter().map(|reach| &reach.act))
        .chain(&stance::gestures())
        .chain(turns.iter().map(|turn| &turn.act))
        .map(act_take)
        .collect();
    let in_cm = bvh::WriteOptions { unit_m: Some(0.01), ..Default::default() };
    let mut files: Vec<(String, Vec<u8>)> = gaits
        .iter()
        .chain(&acts)
        .map(|take| (take.file.clone(), bvh::write(&take.clip, &in_cm).into_bytes()))
        .collect();
    let text = project_file(&gaits, &acts, &idles, &reaches, &turns);
    files.push(("adverb.toml".into(), text.into_bytes()));
    files
}

fn gait_take(style: &Style, gait: Gait) -> Take {
    let file = match style.pace {
        Pace::Walk => format!("walk_{}.bvh", style.name),
        Pace::Run => format!("{}.bvh", style.name),
    };
    let keys = ["left-down", "right-down", "left-down"].into_iter().zip(gait.keys).collect();
    Take { motion: style.name.into(), file, clip: gait.clip, keys }
}

fn act_take(act: &stance::Act) -> Take {
    Take {
        motion: act.name.clone(),
        file: format!("{}.bvh", act.name),
        clip: act.clip.clone(),
        keys: act.keys.clone(),
    }
}

fn project_file(gaits: &[Take], acts: &[Take], idles: &[Idle], reaches: &[Reach], turns: &[Turn]) -> String {
    let mut text = format!(
        "# The built-in character of adverb: walks and runs made from published joint-angle curves, idles, reaches, gestures.\n\
         # Look at it with: adverb render . neutral -o neutral.png\n\n\
         [project]\nname = \"hero\"\nskeleton = {:?}\n\n\
         # --- recordings: one cycle each, from one left foot-down to the next; frames count from 0\n",
        gaits[0].file
    );
    gaits.iter().for_each(|take| text += &motion(take));
    text += "\n# --- on the spot: idles in three moods, the right hand to points around the body, gestures\n";
    acts.iter().for_each(|take| text += &motion(take));
    text + EXPRESSIONS + VERBS + &idle_verbs(idles) + &reach_verb(reaches) + &turn_verbs(turns) + GRAPH
}

fn motion(take: &Take) -> String {
    let keys: Vec<String> = take.keys.iter().map(|(name, frame)| format!("{{ {name} = {frame} }}")).collect();
    format!("[motions.{}]\nfile = {:?}\nkeys = [{}]\n", take.motion, take.file, keys.join(", "))
}

/// One verb for each way of waiting.
fn idle_verbs(idles: &[Idle]) -> String {
    let mut text = String::from("\n# --- waiting: the same happiness as the walk's\n");
    let mut set = "";
    for idle in idles {
        // Writing to a String cannot fail.
        if idle.set != set {
            let _ = writeln!(text, "[verbs.{}]\nadverbs = {{ happiness = [-1, 1] }}\ncycle = true", idle.set);
            set = idle.set;
        }
        let happiness = idle.mood.happiness();
        let _ = writeln!(
            text,
            "[[verbs.{set}.examples]]\nmotion = {:?}\nat = {{ happiness = {happiness} }}",
            idle.act.name
        );
    }
    text
}

/// The verb of all reaches.
fn reach_verb(reaches: &[Reach]) -> String {
    let mut text = String::from(REACH);
    for Reach { act, .. } in reaches {
        let _ = writeln!(text, "[[verbs.reach.examples]]\nmotion = {:?}", act.name);
    }
    text
}

/// One verb for each side; to the right go the mirror images.
fn turn_verbs(turns: &[Turn]) -> String {
    let mut text = String::from("\n# --- turning in place: degrees, + is left\n");
    for Turn { act, .. } in turns {
        let name = &act.name;
        let _ = writeln!(text, "[motions.{}]\nmirror = {name:?}", right_of(name));
    }
    for (verb, sign) in [("turn-in-place-left", 1.0), ("turn-in-place-right", -1.0)] {
        let angles = turns.iter().map(|turn| sign * turn.deg);
        let [low, high] = [angles.clone().fold(0.0, f64::min), angles.fold(0.0, f64::max)];
        let _ = writeln!(
            text,
            "[verbs.{verb}]\nadverbs = {{ angle = {{ range = [{low}, {high}], measure = \"turn\" }} }}\ncycle = false"
        );
        for Turn { act, .. } in turns {
            let name = if sign > 0.0 { act.name.clone() } else { right_of(&act.name) };
            let _ = writeln!(text, "[[verbs.{verb}.examples]]\nmotion = {name:?}");
        }
    }
    text
}

fn right_of(name: &str) -> String {
    format!("{name}-right")
}

/// Motions with knobs. Coordinates are what the styles were made to show.
const VERBS: &str = r#"
# --- verbs: motions with knobs; steer them with: adverb studio .
[verbs.walk]
# turn: degrees per cycle, + is left; slope: degrees, + is uphill
adverbs = { happiness = [-1, 1], energy = [-1, 1], turn = [-45, 45], slope = [-10, 10] }
extrapolate = "free"                    # a happy walk turns as far as a neutral one, though no example does
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
[[verbs.walk.examples]]
motion = "uphill"
at = { slope = 10 }
[[verbs.walk.examples]]
motion = "downhill"
at = { slope = -10 }

[verbs.pace]
adverbs = { speed = { range = [0.8, 2.05], measure = "speed" } }   # metres per second, as the examples show it
cycle = true
[[verbs.pace.examples]]
motion = "slow"
[[verbs.pace.examples]]
motion = "neutral"
[[verbs.pace.examples]]
motion = "brisk"
[[verbs.pace.examples]]
motion = "fast"

[verbs.sneak]                           # a plain motion is a verb of one example
motion = "sneaky"
cycle = true

[verbs.run]
# metres per second; degrees per cycle, as in the walk
adverbs = { speed = { range = [2.4, 4.2], measure = "speed" }, turn = { range = [-45, 45], measure = "turn" } }
cycle = true
[[verbs.run.examples]]
motion = "run"
[[verbs.run.examples]]
motion = "run-slow"
[[verbs.run.examples]]
motion = "run-slow-left"
[[verbs.run.examples]]
motion = "run-slow-right"
[[verbs.run.examples]]
motion = "run-fast"
[[verbs.run.examples]]
motion = "run-fast-left"                # who runs fast turns less sharply
[[verbs.run.examples]]
motion = "run-fast-right"
"#;

/// What may follow what, like figure 6.12 of the thesis.
const GRAPH: &str = include_str!("demo/graph.toml");

/// The head of the verb whose examples are reaches.
const REACH: &str = r#"
# --- the right hand to a point and back: metres from where the body stands, x to its left, y up, z ahead
[verbs.reach]
kernel = "thin-plate"                   # the smoothest: the hand comes nearest to points between the examples
cycle = false
usage = { Hips = "required", "*Leg" = "required", "*Foot" = "required", "*ToeBase" = "required", "RightShoulder" = "required", "RightArm" = "required", "RightForeArm" = "required", "RightHand" = "required", others = "defined" }   # no waving while it reaches
[verbs.reach.adverbs]
x = { range = [-0.66, 0.35], measure = { position = "RightHand", at = "reach", of = "x" } }
y = { range = [0.4, 1.88], measure = { position = "RightHand", at = "reach", of = "y" } }
z = { range = [0.2, 0.72], measure = { position = "RightHand", at = "reach", of = "z" } }
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
