//! Variations: the other cycles of recordings, kept so that rounds differ as recorded ones do.

use adverb::graph::{FootId, KnobId};
use adverb::kinematics::world_transforms;
use adverb::verb::{Parts, Variations};
use adverb::{Actor, Graph, Verb};
use adverb_author::finding::Criterion;
use adverb_author::motion::Motion;
use adverb_author::project::Project;
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
    let own = real.built.verb.parts();
    // Hands are as near to the body as in the nearest of all cycles.
    let without = Parts {
        variations: Variations::default(),
        clearance: own.clearance.clone(),
        ..varied.parts().clone()
    };
    assert!(*own == without);
}

#[test]
fn recorded_cycles_are_found() {
    let Some((_, varied)) = walks() else { return };
    let counts = &varied.parts().variations.counts;
    assert!(counts.iter().all(|count| (3..=8).contains(count)), "{counts:?}");
}

#[test]
fn a_note_tells_how_many_cycles_there_are() {
    let real = real::styles();
    let definition = Definition { variations: true, ..real.definition.clone() };
    let told = real.project.build(&definition).unwrap_or_else(|e| panic!("{e}")).warnings;
    let notes = told.iter().filter(|found| found.criterion == Criterion::Variations).count();
    assert_eq!(notes, real.motions.len());
}

/// A walk of one example, with an arm that leaps by 25° in one frame of one cycle.
#[test]
fn cycles_with_glitches_are_left_out() {
    let Some(folder) = adverb_testdata::recordings_dir() else { return };
    let counts = |glitch: Option<usize>| {
        let mut read = |file: &str| {
            let text =
                std::fs::read_to_string(folder.join("walk-styles").join(file)).map_err(|e| e.to_string())?;
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            let first = lines.iter().position(|line| line.starts_with("Frame Time")).expect("a BVH file") + 1;
            if let Some(frame) = glitch {
                let mut numbers: Vec<f64> = lines[first + frame]
                    .split_whitespace()
                    .map(|word| word.parse().expect("a number"))
                    .collect();
                numbers[6 * 7 + 3] += 25.0; // the eighth joint, an upper arm
                lines[first + frame] = numbers.iter().map(|n| format!("{n} ")).collect();
            }
            Ok(lines.join("\n").into_bytes())
        };
        let text = "[motions.walk]\nfile = \"dataset-1_walk_normal_001.bvh\"\n\
            keys = [{ left-down = 108 }, { right-down = 124 }, { left-down = 140 }]\n\
            [verbs.walk]\nmotion = \"walk\"\ncycle = true\nvariations = \"auto\"\n";
        let project = Project::load("adverb.toml", text, &mut read).unwrap_or_else(|e| panic!("{e}"));
        let built = project.build(&project.verbs[0]).unwrap_or_else(|e| panic!("{e}"));
        built.verb.parts().variations.counts.iter().sum::<usize>()
    };
    let all = counts(None);
    assert!(all > 3, "{all}");
    assert_eq!(counts(Some(60)), all - 1);
}

#[test]
fn feet_stand_within_5_mm_in_every_round() {
    let Some((_, varied)) = walks() else { return };
    for (k, point) in points(&varied, 10).iter().enumerate() {
        let slid = slide(&rounds(&varied, point, 12, k as u64, true));
        assert!(slid < 0.005, "{:.1} mm at {point:?}", 1000.0 * slid);
    }
}

/// The recording of an example, so many frames a second.
fn recorded_whole(of: &Motion, per_sec: f64) -> Vec<Positions> {
    let of = of.before_cycle().expect("it was made from a recording");
    let (first, last) = of.reach();
    let count = ((last.0 - first.0) * per_sec) as usize;
    (0..count).map(|k| positions(of.skeleton(), &of.pose(first + k as f64 / per_sec))).collect()
}

/// Rounds bend little more than the recordings they are from, or the loop does: the seam adds nothing.
#[test]
fn rounds_do_not_pop() {
    let Some((real, varied)) = walks() else { return };
    let most = |frames: &[Positions]| bends(frames).into_iter().fold(0.0, f64::max);
    let recorded: Vec<f64> = real.motions.iter().map(|motion| most(&recorded_whole(motion, 60.0))).collect();
    let all = recorded.iter().copied().fold(0.0, f64::max);
    for (k, point) in points(&varied, 10).iter().enumerate() {
        let [own, looped] =
            [true, false].map(|life| most(&rounds(&varied, point, 12, k as u64, life).frames));
        let most = looped.max(*recorded.get(k).unwrap_or(&all));
        assert!(own < 1.25 * most, "{:.2} instead of {:.2} mm at {point:?}", 1000.0 * own, 1000.0 * most);
    }
}

/// How far, root mean square over joints, a walk is from what it was a round before, as seen from the hips and their way.
fn between_rounds_m(frames: &[Positions]) -> f64 {
    let local = |frame: &Positions| -> Vec<DVec3> { frame.iter().map(|p| *p - frame[0]).collect() };
    let frames: Vec<Vec<DVec3>> = frames.iter().map(local).collect();
    let gap = |lag: usize| {
        let pairs = frames.iter().zip(&frames[lag..]).step_by(4);
        let squares = pairs.flat_map(|(a, b)| a.iter().zip(b).map(|(a, b)| a.distance_squared(*b)));
        let (sum, count) = squares.fold((0.0, 0.0), |(sum, count), square| (sum + square, count + 1.0));
        f64::sqrt(sum / count)
    };
    (FINE / 2..2 * FINE).map(gap).fold(f64::INFINITY, f64::min)
}

/// Frames per second that tell rounds of any length from each other.
const FINE: usize = 240;

#[test]
fn rounds_differ_as_recorded_ones_do() {
    let Some((real, varied)) = walks() else { return };
    let (mut ratios, mut still) = (Vec::new(), Vec::new());
    for (k, example) in varied.examples().iter().enumerate() {
        let recorded = between_rounds_m(&recorded_whole(&real.motions[k], FINE as f64));
        let [own, looped] = [true, false].map(|life| {
            let mut actor = Actor::new(Graph::of_verb(varied.clone()), k as u64);
            actor.set_variations(life);
            example.at.iter().enumerate().for_each(|(knob, &value)| actor.set_knob(KnobId(knob), value));
            actor.snap_knobs();
            let frame = |_| {
                actor.step(1.0 / FINE as f64, &mut ());
                positions(varied.skeleton(), actor.dofs())
            };
            between_rounds_m(&(0..8 * FINE).map(frame).collect::<Vec<_>>())
        });
        ratios.push(own / recorded);
        still.push(looped / recorded);
    }
    let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
    assert!(mean(&still) < 0.25, "a loop repeats: {still:?}");
    assert!((0.55..1.25).contains(&mean(&ratios)), "{}: {ratios:?}", mean(&ratios));
}
