//! The verbs of `real` where there are no recordings: out of the walks and reaches of the built-in character.

use std::collections::BTreeMap;

use adverb_author::formats::bvh;
use adverb_author::gait::{Style, styles, synthesise};
use adverb_author::project::Project;

use super::real::{Example, Real, feet, text_of};
use crate::support::hero;

/// Happiness, energy, age, confidence.
const STYLES: [(&str, [f64; 4]); 9] = [
    ("neutral", [0.0, 0.0, 0.0, 0.0]),
    ("happy", [1.0, 0.5, 0.0, 0.3]),
    ("sad", [-1.0, -0.6, 0.0, -0.5]),
    ("angry", [-0.7, 0.8, 0.0, 0.5]),
    ("tired", [-0.3, -1.0, 0.0, -0.2]),
    ("brisk", [0.3, 1.0, 0.0, 0.4]),
    ("slow", [0.0, -0.6, 1.0, -0.2]),
    ("fast", [0.5, 0.4, -1.0, 0.0]),
    ("sneaky", [-0.4, -0.4, 0.0, -1.0]),
];

fn style(name: &str) -> Style {
    styles().into_iter().find(|style| style.name == name).expect("a style")
}

/// The first of the styles over happiness and energy.
pub fn styles_over_two_adverbs() -> Real {
    let rows: Vec<(Style, &[f64])> = STYLES[..6].iter().map(|(name, at)| (style(name), &at[..2])).collect();
    walks("happiness = [-1, 1], energy = [-1, 1]", &rows)
}

pub fn styles_over_four_adverbs() -> Real {
    let rows: Vec<(Style, &[f64])> = STYLES.iter().map(|(name, at)| (style(name), &at[..])).collect();
    walks("happiness = [-1, 1], energy = [-1, 1], age = [-1, 1], confidence = [-1, 1]", &rows)
}

/// As far to each side as those of CMU.
pub fn turns() -> Real {
    let turns = [("2", 2.0), ("31", 31.0), ("-36", -36.0), ("86", 86.0), ("-96", -96.0)];
    let turning = |(name, turn_deg_per_cycle)| Style { name, turn_deg_per_cycle, ..style("slow") };
    let rows: Vec<(Style, &[f64])> = turns.map(|turn| (turning(turn), &[][..])).into();
    walks("turn = { measure = \"turn\" }", &rows)
}

pub fn speeds() -> Real {
    let rows: Vec<(Style, &[f64])> = ["slow", "neutral", "fast"].map(|name| (style(name), &[][..])).into();
    walks("speed = { measure = \"speed\" }", &rows)
}

/// What is done on the spot, once.
pub fn reaches() -> Real {
    let project = hero::load(|own| own).unwrap_or_else(|e| panic!("{e}"));
    let definition = project.verbs.iter().find(|verb| verb.name == "reach").expect("a verb").clone();
    Real::of(project, definition)
}

fn walks(adverbs: &str, rows: &[(Style, &[f64])]) -> Real {
    let gaits: Vec<_> = rows.iter().map(|(style, _)| synthesise(style)).collect();
    let file = |style: &Style| format!("{}.bvh", style.name);
    let written = |clip| bvh::write(clip, &bvh::WriteOptions::default()).into_bytes();
    let files: BTreeMap<String, Vec<u8>> =
        rows.iter().zip(&gaits).map(|((style, _), gait)| (file(style), written(&gait.clip))).collect();
    let examples: Vec<Example> =
        rows.iter().zip(&gaits).map(|((style, at), gait)| (style.name, feet(gait.keys), *at)).collect();
    let mut read = |name: &str| files.get(name).cloned().ok_or_else(|| "no such file".to_string());
    let text = text_of("", "", adverbs, true, &examples);
    let project = Project::load("adverb.toml", &text, &mut read).unwrap_or_else(|e| panic!("{e}"));
    let definition = project.verbs[0].clone();
    Real::of(project, definition)
}
