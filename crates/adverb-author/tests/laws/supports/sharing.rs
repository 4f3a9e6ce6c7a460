//! Phases that examples share.

use adverb::CanonicalTime;
use adverb_author::support::{Phase, shared};

fn phase(from: f64, to: f64) -> Phase {
    Phase { from: CanonicalTime(from), to: CanonicalTime(to) }
}

fn examples(phases: &[&[(f64, f64)]]) -> Vec<(String, Vec<Phase>)> {
    let names = ["a", "b", "c", "d"].map(String::from);
    let lists = phases.iter().map(|list| list.iter().map(|&(from, to)| phase(from, to)).collect());
    names.into_iter().zip(lists).collect()
}

#[test]
fn bounds_are_on_the_same_round() {
    let (found, notes) = shared(&examples(&[&[(0.95, 1.5)], &[(0.02, 0.55)], &[(0.98, 1.52)]]), true);
    assert_eq!(found.len(), 1);
    for (found, wanted) in found[0].iter().zip([(0.95, 1.5), (1.02, 1.55), (0.98, 1.52)]) {
        assert!((found.from.0 - wanted.0).abs() < 1e-12 && (found.to.0 - wanted.1).abs() < 1e-12);
    }
    assert!(notes.is_empty(), "{notes:?}");
}

#[test]
fn what_one_example_lacks_is_left_out_and_said() {
    let (found, notes) = shared(&examples(&[&[(0.1, 0.3), (0.6, 0.8)], &[(0.1, 0.3)], &[(0.1, 0.3)]]), false);
    assert_eq!(found, [[phase(0.1, 0.3); 3]]);
    assert_eq!(notes.len(), 1);
    assert!(notes[0].0 == "a" && notes[0].1.contains("0.60 to 0.80"), "{notes:?}");
    let (found, notes) = shared(&examples(&[&[(0.1, 0.3)], &[]]), true);
    assert_eq!((found.len(), notes.len()), (0, 1));
    let (found, notes) = shared(&examples(&[&[(0.1, 0.3)], &[(0.5, 0.9)]]), true);
    assert_eq!((found.len(), notes.len()), (0, 2));
    assert_eq!(shared(&[], true), (vec![], vec![]));
}

#[test]
fn who_stands_longer_takes_part_in_every_phase() {
    let (found, notes) =
        shared(&examples(&[&[(0.0, 1.0)], &[(0.9, 1.4)], &[(0.0, 0.5)], &[(0.0, 1.0)]]), true);
    assert_eq!(found.len(), 1);
    let mean = &found[0][0];
    assert!((mean.from.0 - 0.95).abs() < 1e-12 && (mean.to.0 - 1.45).abs() < 1e-12, "{mean:?}");
    assert_eq!(found[0][0], found[0][3]);
    assert_eq!(notes.len(), 2);
    let (found, notes) =
        shared(&examples(&[&[(0.05, 0.8)], &[(0.0, 0.3), (0.5, 0.8)], &[(0.1, 0.3), (0.5, 0.9)]]), false);
    assert_eq!(found[0][0], phase(0.05, 0.3));
    assert!((found[1][0].from.0 - 0.5).abs() < 1e-12 && found[1][0].to.0 == 0.8);
    assert_eq!(notes.len(), 1);
    assert_eq!(notes[0].0, "a");
}

#[test]
fn whoever_all_stand_stand() {
    let (found, notes) = shared(&examples(&[&[(0.0, 1.0)], &[(0.0, 1.0)]]), true);
    assert_eq!(found, [[Phase::WHOLE; 2]]);
    assert!(notes.is_empty());
}
