//! Each example of a real verb from the others, beside the nearest of them, their plane and their mean.

use adverb_author::accuracy::{Guess, LeftOut};
use adverb_author::report::{Report, of_verb};

use super::real::{self, Real};

fn report(real: &Real) -> Report {
    of_verb(&real.project, &real.definition, &mut |_| ()).unwrap_or_else(|e| panic!("{e}"))
}

/// Millimetres of every guess, on average over some examples.
fn means<'a>(left_out: impl Iterator<Item = &'a LeftOut> + Clone) -> [f64; 4] {
    Guess::ALL.map(|guess| {
        let all: Vec<f64> = left_out.clone().map(|left| 1e3 * left.error(guess).motion_m).collect();
        all.iter().sum::<f64>() / all.len() as f64
    })
}

fn table(name: &str, all: &[LeftOut]) {
    for left in all {
        let motions = Guess::ALL.map(|guess| 1e3 * left.error(guess).motion_m);
        let poses = Guess::ALL.map(|guess| 1e3 * left.error(guess).pose_m);
        let place = if left.is_corner { "corner" } else { "inside" };
        println!(
            "{name} {} ({place}), mm, verb, nearest ({}), linear, mean: {motions:.1?}; poses alone {poses:.1?}",
            left.example, left.nearest
        );
    }
    println!("{name}, mean of all: {:.1?}", means(all.iter()));
}

/// Where adverbs are measured and others surround it, an example is nearer to the verb of the others than to any one of them.
fn found_from_the_others(name: &str, real: &Real) {
    let all = report(real).left_out;
    assert_eq!(all.len(), real.motions.len());
    table(name, &all);
    let inside = all.iter().filter(|left| !left.is_corner);
    assert_eq!(inside.clone().count(), all.len() - 2, "along one axis there are two corners");
    let [verb, nearest, ..] = means(inside);
    assert!(verb < nearest, "{name}: {verb} mm, nearest {nearest} mm");
}

#[test]
fn a_turn_left_out_is_found_from_the_others() {
    found_from_the_others("turns", &real::turns());
}

#[test]
fn a_speed_left_out_is_found_from_the_others() {
    found_from_the_others("speeds", &real::speeds());
}

/// On labels there is nothing to hold the numbers against: styles are as unlike as they are.
#[test]
fn styles_left_out_are_told_with_what_they_mean() {
    let all = [("byes", real::byes()), ("styles", real::styles_over_four_adverbs())];
    for (name, real) in all {
        let report = report(&real);
        table(name, &report.left_out);
        assert_eq!(report.left_out.len(), real.motions.len());
        let page = adverb_author::report::page("styles", &[report], &[]).expect("a page");
        assert!(page.contains("Leaving out a corner of the space asks for extrapolation"));
    }
}
