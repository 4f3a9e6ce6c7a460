//! Knees do not snap: a foot that is held, let go or set down bends its knee about as suddenly as the motion does without.

use adverb::{Graph, Setting, Verb};

use super::demo;
use super::measure::{at, points_of_the_hull};
use super::real;
use crate::support::knees::knees;

const FPS: f64 = 120.0;
/// What a judge would allow: a third more than the motion's own, and a degree from frame to frame at 60 frames per second; radians
/// per second per second.
const TIMES: f64 = 1.3;
const UNSEEN: f64 = 63.0;

/// The most that a knee is accelerated while a verb is played at a point, its feet held or not; radians per second per second.
fn most_sudden(verb: &Verb, point: &[f32], held: bool) -> f64 {
    let graph = Graph::of_verb(verb.clone());
    let mut actor = at(&graph, point);
    actor.set_foot_planting(held);
    let secs = Setting::new(verb, point).duration().0 * if verb.is_cyclic() { 2.0 } else { 1.0 };
    let bends: Vec<Vec<f64>> = (0..(secs * FPS) as usize)
        .map(|_| {
            actor.step(1.0 / FPS, &mut ());
            knees(verb.skeleton(), verb.feet(), actor.dofs())
        })
        .collect();
    let acceleration = |w: &[Vec<f64>], knee: usize| (w[2][knee] - 2.0 * w[1][knee] + w[0][knee]) * FPS * FPS;
    let of_all = |w: &[Vec<f64>]| (0..w[0].len()).map(|k| acceleration(w, k).abs()).fold(0.0, f64::max);
    bends.windows(3).map(of_all).fold(0.0, f64::max)
}

/// At the examples and at points of the hull. Returns what would be too sudden.
fn too_sudden(verb: &Verb, points: usize) -> Option<String> {
    let mut all = Vec::new();
    let examples = verb.examples().iter().map(|example| example.at.clone());
    for point in examples.chain(points_of_the_hull(verb, points)) {
        let [held, free] = [true, false].map(|held| most_sudden(verb, &point, held));
        all.push((held / (TIMES * free + UNSEEN), point, held, free));
    }
    let ratio = |(_, _, held, free): &(f64, Vec<f32>, f64, f64)| held / (free + UNSEEN);
    let mean = all.iter().map(ratio).sum::<f64>() / all.len() as f64;
    let (most, point, held, free) = all.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)).expect("examples");
    let said = format!(
        "{}: {mean:.2} times as sudden on average; at {point:?} {held:.0} rad/s², {free:.0} if not held",
        verb.name()
    );
    println!("{said}");
    (most > 1.0 || mean > 1.0).then_some(said)
}

#[test]
fn built_in_knees_do_not_snap() {
    let snaps: Vec<String> = demo::hero().iter().filter_map(|built| too_sudden(&built.verb, 40)).collect();
    assert!(snaps.is_empty(), "{snaps:#?}");
}

#[test]
fn real_knees_do_not_snap() {
    let all = [real::styles(), real::styles_over_four_adverbs(), real::turns(), real::speeds(), real::byes()];
    let snaps: Vec<String> = all.iter().filter_map(|real| too_sudden(&real.built.verb, 60)).collect();
    assert!(snaps.is_empty(), "{snaps:#?}");
}
