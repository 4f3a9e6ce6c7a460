//! Variations: the other cycles of recordings, kept so that rounds differ as recorded ones do.

use adverb::graph::{FootId, KnobId};
use adverb::kinematics::world_transforms;
use adverb::verb::{Parts, Variations};
use adverb::{Actor, Graph, Verb};
use adverb_author::verb::Definition;
use glam::{Affine3A, DVec3};

use super::measure::*;
use super::real::{self, Real};

/// Walks whose recordings have several cycles, without and with variations. Made recordings have cycles that are all alike.
fn walks() -> Option<(Real, Verb)> {
    adverb_testdata::recordings_dir()?;
    let real = real::styles();
    let varied = Definition { variations: true, ..real.definition.clone() };
    let verb = real.project.build(&varied).unwrap_or_else(|e| panic!("{e}")).verb;
    Some((real, verb))
}

/// So many seconds of a verb at a point, 60 frames a second.
fn rounds(verb: &Verb, point: &[f32], secs: usize, seed: u64, life: bool) -> Played {
    let mut actor = Actor::new(Graph::of_verb(verb.clone()), seed);
    actor.set_variations(life);
    point.iter().enumerate().for_each(|(knob, &value)| actor.set_knob(KnobId(knob), value));
    actor.snap_knobs();
    let skeleton = verb.skeleton();
    let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
    let mut played = Played { frames: vec![], standing: vec![], balls: vec![] };
    for _ in 0..60 * secs {
        actor.step(1.0 / 60.0, &mut ());
        played.frames.push(positions(skeleton, actor.dofs()));
        played.standing.push((0..verb.feet().len()).map(|foot| actor.is_planted(FootId(foot))).collect());
        world_transforms(skeleton, actor.dofs(), &mut world);
        let ball = |foot: &adverb::verb::Foot| world[foot.ball.index()].translation.as_dvec3();
        played.balls.push(verb.feet().iter().map(ball).collect());
    }
    played
}

fn points(verb: &Verb, between: usize) -> Vec<Vec<f32>> {
    let own = verb.examples().iter().map(|example| example.at.clone());
    own.chain(points_of_the_hull(verb, between)).collect()
}

#[test]
fn variations_change_nothing_else_of_a_verb() {
    let (real, varied) = match walks() {
        Some(walks) => walks,
        None => {
            // Cycles that are all alike are variations too, if small ones.
            let real = real::styles();
            let definition = Definition { variations: true, ..real.definition.clone() };
            let verb = real.project.build(&definition).unwrap_or_else(|e| panic!("{e}")).verb;
            (real, verb)
        }
    };
    assert_eq!(real.built.verb.parts().variations, Variations::default(), "none unless asked for");
    let without = Parts { variations: Variations::default(), ..varied.parts().clone() };
    assert!(*real.built.verb.parts() == without);
}

#[test]
fn recorded_cycles_are_found() {
    let Some((_, varied)) = walks() else { return };
    let counts = &varied.parts().variations.counts;
    assert!(counts.iter().all(|count| (3..=8).contains(count)), "{counts:?}");
}

#[test]
fn feet_stand_within_5_mm_in_every_round() {
    let Some((_, varied)) = walks() else { return };
    for (k, point) in points(&varied, 10).iter().enumerate() {
        let slid = slide(&rounds(&varied, point, 12, k as u64, true));
        assert!(slid < 0.005, "{:.1} mm at {point:?}", 1000.0 * slid);
    }
}

/// Rounds bend no more than the loop does, but for what recordings themselves vary by.
#[test]
fn rounds_do_not_pop() {
    let Some((_, varied)) = walks() else { return };
    for (k, point) in points(&varied, 10).iter().enumerate() {
        let most = |life: bool| {
            bends(&rounds(&varied, point, 12, k as u64, life).frames).into_iter().fold(0.0, f64::max)
        };
        let (own, looped) = (most(true), most(false));
        assert!(own < 1.5 * looped, "{:.2} instead of {:.2} mm at {point:?}", 1000.0 * own, 1000.0 * looped);
    }
}

/// How far, on average over joints, a walk is from what it was a round before; hips are left out of account.
fn between_rounds_m(played: &Played) -> f64 {
    let local = |frame: &Positions| -> Vec<DVec3> { frame.iter().map(|p| *p - frame[0]).collect() };
    let frames: Vec<Vec<DVec3>> = played.frames.iter().map(local).collect();
    let gap = |lag: usize| {
        let pairs = frames.iter().zip(&frames[lag..]);
        let squares = pairs.flat_map(|(a, b)| a.iter().zip(b).map(|(a, b)| a.distance_squared(*b)));
        let (sum, count) = squares.fold((0.0, 0.0), |(sum, count), square| (sum + square, count + 1.0));
        (sum / count).sqrt()
    };
    (35..150).map(gap).fold(f64::INFINITY, f64::min)
}

#[test]
fn rounds_differ_as_recorded_ones_do() {
    let Some((real, varied)) = walks() else { return };
    let mut ratios: Vec<f64> = Vec::new();
    for (k, example) in varied.examples().iter().enumerate() {
        let own = between_rounds_m(&rounds(&varied, &example.at, 12, k as u64, true));
        let looped = between_rounds_m(&rounds(&varied, &example.at, 12, k as u64, false));
        let of = real.motions[k].before_cycle().expect("it was made from a recording");
        let (first, last) = of.reach();
        let count = ((last.0 - first.0) * 60.0) as usize;
        let at = |k: usize| positions(of.skeleton(), &of.pose(first + k as f64 / 60.0));
        let taken = Played { frames: (0..count).map(at).collect(), standing: vec![], balls: vec![] };
        let recorded = between_rounds_m(&taken);
        assert!(own > 2.0 * looped, "{}: {own} against {looped}", example.name);
        ratios.push(own / recorded);
    }
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    assert!((0.5..1.2).contains(&mean), "{mean}: {ratios:?}");
}
