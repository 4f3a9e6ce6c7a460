//! Two hundred points within the hull of each real verb: nothing pops, flips or slides, and cycles close.

use super::measure::{self, bends, played, pose_distance, recorded, slide, supported};
use super::real::{self, Real};

const POINTS: usize = 200;

/// What is allowed: two fifths more than the examples' own bends, and three millimetres.
fn allowed_bends(real: &Real) -> Vec<f64> {
    let own: Vec<Vec<f64>> = real.definition.motions.iter().map(|motion| bends(&recorded(motion))).collect();
    let joints = own[0].len();
    (0..joints).map(|j| 1.4 * own.iter().map(|bends| bends[j]).fold(0.0, f64::max) + 3e-3).collect()
}

fn holds(name: &str, real: &Real, down: f64) {
    let verb = &real.built.verb;
    let fps = real.definition.motions[0].fps();
    let allowed = allowed_bends(real);
    let (mut slides, mut loose, mut least_support, mut gaps) = (0.0f64, Vec::new(), 1.0f64, 0.0f64);
    for point in measure::points_of_the_hull(verb, POINTS) {
        let duration_secs = adverb::Setting::new(verb, &point).duration().0;
        let steps = (duration_secs * fps).round() as usize;
        let cycles = if verb.is_cyclic() { 2 } else { 1 };
        let played = self::played(verb, &point, cycles, steps, true);
        let finite = played.frames.iter().flatten().all(|p| p.is_finite());
        assert!(finite, "{name} at {point:?}: a joint is nowhere");
        for (j, (bend, allowed)) in bends(&played.frames).iter().zip(&allowed).enumerate() {
            let joint = measure::name(verb.skeleton(), j);
            assert!(bend <= allowed, "{name} at {point:?}: {joint} pops, {bend} m, {allowed} m allowed");
        }
        let own = slide(&played);
        assert!(own < 5e-3, "{name} at {point:?}: a foot slides {own} m");
        slides = slides.max(own);
        loose.push(slide(&measure::played(verb, &point, cycles, steps, false)));
        if verb.is_cyclic() {
            let (first, last) = (&played.frames[0], &played.frames[played.frames.len() - 1]);
            let (_, gap) = pose_distance(std::slice::from_ref(first), std::slice::from_ref(last));
            // Where a leg is all but straight, the last digit of an f32 is a third of a millimetre at the knee.
            assert!(gap < 5e-4, "{name} at {point:?}: the loop is {gap} m open");
            gaps = gaps.max(gap);
        }
        let support = supported(&played);
        assert!(support >= down, "{name} at {point:?}: a foot is down for {support} of it");
        least_support = least_support.min(support);
    }
    println!(
        "{name}: feet slide {:.3} mm at most, {:.1} mm on average without constraints; a foot is down for {:.1} % at least; \
         loops close within {:.5} mm",
        1e3 * slides,
        1e3 * loose.iter().sum::<f64>() / loose.len() as f64,
        100.0 * least_support,
        1e3 * gaps
    );
}

#[test]
fn styles_hold_together_all_over_their_hull() {
    // Feet are held while their balls rest, not while they roll.
    holds("styles", &real::styles(), 0.82);
}

#[test]
fn styles_over_four_adverbs_hold_together_all_over_their_hull() {
    // The angry walk, at two metres a second, is nearly a run.
    holds("styles over four adverbs", &real::styles_over_four_adverbs(), 0.85);
}

#[test]
fn turns_hold_together_all_over_their_hull() {
    holds("turns", &real::turns(), 0.92);
}

#[test]
fn speeds_hold_together_all_over_their_hull() {
    holds("speeds", &real::speeds(), 0.75);
}

#[test]
fn gestures_hold_together_all_over_their_hull() {
    holds("byes", &real::byes(), 0.98);
}
