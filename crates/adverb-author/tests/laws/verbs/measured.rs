//! Adverbs that are measured mean what they say: what is asked for is what is shown.

use adverb::{Setting, Verb};
use adverb_author::verb::{Built, Measure};

use super::demo;
use super::measure;
use super::real;

fn built(name: &str) -> (Built, Vec<Option<Measure>>) {
    let project = demo::project();
    let definition = project.verbs.iter().find(|verb| verb.name == name).expect("a verb");
    (project.build(definition).expect("a verb"), definition.measures.clone())
}

/// The largest difference between what is asked for and what is shown, over points of the hull.
fn off(verb: &Verb, axis: usize, measure: Measure, points: usize, relative: bool) -> f64 {
    let differences = measure::points_of_the_hull(verb, points).into_iter().map(|point| {
        let shown = measure.at(verb, &Setting::new(verb, &point));
        let asked = f64::from(point[axis]);
        (shown - asked).abs() / if relative { asked } else { 1.0 }
    });
    differences.fold(0.0, f64::max)
}

#[test]
fn a_speed_asked_for_is_the_speed_shown() {
    for name in ["pace", "run"] {
        let (built, _) = built(name);
        let most = off(&built.verb, 0, Measure::Speed, 500, true);
        println!("{name}: {:.3} % off, {} corrections", 100.0 * most, built.space.corrections.len());
        assert!(most < 1e-5, "{name}: {most}");
        assert!(built.warnings.is_empty(), "{:?}", built.warnings);
    }
}

#[test]
fn recorded_speeds_and_turns_are_what_is_asked_for() {
    let real = real::speeds();
    let most = off(&real.built.verb, 0, Measure::Speed, 500, true);
    let speeds: Vec<f32> = real.built.verb.examples().iter().map(|e| e.at[0]).collect();
    println!("{speeds:.3?} m/s: {:.3} % off", 100.0 * most);
    assert!(most < 1e-5, "{most}");
    let real = real::turns();
    let most = off(&real.built.verb, 0, Measure::Turn, 500, false);
    let turns: Vec<f32> = real.built.verb.examples().iter().map(|e| e.at[0]).collect();
    println!("{turns:.2?}°: {most:.4}° off");
    assert!(most < 0.5, "{most}°");
}

#[test]
fn a_turn_asked_for_is_the_turn_shown() {
    let (built, _) = built("run");
    let most = off(&built.verb, 1, Measure::Turn, 500, false);
    println!("run: turn {most:.4}° off");
    assert!(most < 0.5, "{most}°");
}
