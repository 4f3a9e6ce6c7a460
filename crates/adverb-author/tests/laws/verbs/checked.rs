//! Recordings that belong together are not said to disagree; what does not belong to them is.

use std::sync::Arc;

use adverb_author::check::of_verb;
use adverb_author::finding::{Criterion, Finding, Heading, Verdict};
use adverb_author::motion::mirror;
use adverb_author::verb::Definition;

use super::real;
use crate::support::recordings;

/// Criteria 0 and 1: what the examples do, and where they stand.
fn disagreements(verb: &Definition) -> Vec<Finding> {
    let all = of_verb(verb, &[]);
    // The byes wave as often as their actor liked: `byes_wave_differently_often`.
    all.into_iter()
        .filter(|f| f.criterion != Criterion::Strokes)
        .filter(|f| f.criterion.heading() <= Heading::SimilarStructure && f.verdict >= Verdict::Warning)
        .collect()
}

#[test]
fn recordings_that_belong_together_agree() {
    let verbs =
        [real::styles(), real::styles_over_four_adverbs(), real::turns(), real::speeds(), real::byes()];
    for verb in verbs {
        assert_eq!(disagreements(&verb.definition), [], "{:?}", verb.definition.space.axes);
    }
}

#[test]
fn the_mirror_image_of_a_walk_among_walks_is_in_step() {
    for verb in [real::styles(), real::turns(), real::speeds()] {
        for i in 0..verb.definition.motions.len() {
            let mut mirrored = verb.definition.clone();
            mirrored.motions[i] = Arc::new(mirror(mirrored.motions[i].clone()));
            let mut all = disagreements(&mirrored);
            // On the other side it may be close to another.
            all.retain(|finding| finding.criterion.heading() == Heading::SimilarStructure);
            assert_eq!(all, [], "{}", verb.definition.space.examples[i].name);
        }
    }
}

#[test]
fn one_that_is_mirrored_among_gestures_is_named() {
    // The reaches that stand in for them are measured at the right hand: mirrored, one is also somewhere else in the space.
    let verbs = if recordings::are_real() { vec![real::byes()] } else { Vec::new() };
    for verb in verbs {
        let count = verb.definition.motions.len();
        for (i, example) in verb.definition.space.examples.iter().enumerate() {
            let mut mirrored = verb.definition.clone();
            mirrored.motions[i] = Arc::new(mirror(mirrored.motions[i].clone()));
            let all = disagreements(&mirrored);
            let named: Vec<String> = all.iter().map(|finding| finding.subject.name()).collect();
            println!("{i} of {count}, {}: {named:?}", example.name);
            assert!(named.contains(&example.name), "{}: {all:#?}", example.name);
            assert!(named.iter().all(|name| *name == example.name), "{}: {all:#?}", example.name);
            // It is a mirror image already.
            assert!(all.iter().all(|finding| !finding.remedy.contains("mirror =")), "{all:#?}");
        }
    }
}

#[test]
fn byes_wave_differently_often() {
    if !recordings::are_real() {
        return;
    }
    let all = of_verb(&real::byes().definition, &[]);
    let waving: Vec<String> =
        all.iter().filter(|f| f.criterion == Criterion::Strokes).map(|f| f.subject.name()).collect();
    println!("{waving:?}");
    assert!(waving.contains(&"active".to_string()) && waving.len() < 8, "{waving:?}");
}

#[test]
fn recorded_joints_are_within_the_ranges_of_people() {
    let verbs =
        [real::styles(), real::styles_over_four_adverbs(), real::turns(), real::speeds(), real::byes()];
    for verb in verbs {
        let all = of_verb(&verb.definition, &[]);
        let found = all.iter().find(|f| f.criterion == Criterion::BeyondRange).expect("looked at");
        println!("{found}");
        assert_eq!(found.verdict, Verdict::Good, "{found:?}");
    }
}
