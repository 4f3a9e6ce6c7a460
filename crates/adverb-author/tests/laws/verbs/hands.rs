//! Hands and bodies: between examples hands stay as clear of the body as in them, smoothly, and examples stay as they are.

use adverb::body::{Part, Roles, Side};
use adverb::graph::KnobId;
use adverb::pack::{Pack, Source, Up};
use adverb::{Actor, Graph, Setting, Skeleton, Verb};
use adverb_author::verb::Definition;
use glam::DVec3;

use super::demo;
use super::measure::{Positions, place, played, points_of_the_hull, positions};
use super::real::{self, Real};

/// Farther than this from a bone, metres, no hand is near it.
const NEAR_M: f64 = 0.2;
/// An onlooker does not see that a hand is nearer than in the examples by less, metres.
const SEEN_M: f64 = 0.01;
const POINTS: usize = 200;

/// How far a point is from a bone.
fn distance(p: DVec3, a: DVec3, b: DVec3) -> f64 {
    let line = b - a;
    let part = ((p - a).dot(line) / line.length_squared()).clamp(0.0, 1.0);
    p.distance(a + line * part)
}

fn joint(skeleton: &Skeleton, part: Part, side: Option<Side>) -> usize {
    let names = skeleton.joints().iter().map(|joint| if joint.end { "" } else { &joint.name });
    let joint = Roles::by_name(names).joint(part, side).expect("a person's joint");
    place(skeleton, &skeleton.joints()[joint].name).expect("a joint below the root")
}

/// How near both wrists and forearms come to the pelvis, the thighs and the spine up to the head.
fn nearest(verb: &Verb, frames: &[Positions]) -> Vec<f64> {
    let of = |part, side| joint(verb.skeleton(), part, Some(side));
    let [hips, head] = [Part::Hips, Part::Head].map(|part| joint(verb.skeleton(), part, None));
    let legs = Side::BOTH.map(|side| [Part::UpLeg, Part::Knee].map(|part| of(part, side)));
    let arms = Side::BOTH.map(|side| [Part::Elbow, Part::Hand].map(|part| of(part, side)));
    let bones = [[legs[0][0], legs[1][0]], legs[0], legs[1], [hips, head]];
    let of_frame = |frame: &Positions| -> Vec<f64> {
        let points = arms.iter().flat_map(|[elbow, wrist]| {
            let [elbow, wrist] = [elbow, wrist].map(|joint| frame[*joint]);
            [wrist, wrist.midpoint(elbow)]
        });
        points.flat_map(|p| bones.map(|[a, b]| distance(p, frame[a], frame[b]))).collect()
    };
    let smaller = |a: Vec<f64>, b: Vec<f64>| a.iter().zip(&b).map(|(a, b)| a.min(*b)).collect();
    frames.iter().map(of_frame).reduce(smaller).expect("frames")
}

/// One round of a verb at a point.
fn round(verb: &Verb, point: &[f32]) -> Vec<Positions> {
    let steps = (Setting::new(verb, point).duration().0 * 60.0).round() as usize;
    played(verb, point, 1, steps, true).frames
}

/// By how much hands come nearer to the body at points than the examples' by weights.
fn nearer(verb: &Verb, points: &[Vec<f32>]) -> Vec<f64> {
    let own: Vec<Vec<f64>> = verb.examples().iter().map(|example| nearest(verb, &round(verb, &example.at))).collect();
    let of_point = |point: &Vec<f32>| {
        let setting = Setting::new(verb, point);
        let allowed = |k: usize| {
            let weights = setting.weights().iter().zip(&own);
            weights.map(|(weight, own)| f64::from(*weight) * own[k].min(NEAR_M)).sum::<f64>()
        };
        let near = nearest(verb, &round(verb, point));
        near.iter().enumerate().map(|(k, near)| allowed(k) - near).fold(0.0, f64::max)
    };
    points.iter().map(of_point).collect()
}

/// The same verb whose hands go where they go.
fn free(real: &Real) -> Verb {
    let definition = Definition { clear_hands: false, ..real.definition.clone() };
    real.project.build(&definition).unwrap_or_else(|e| panic!("{e}")).verb
}

fn all() -> [(&'static str, Real); 5] {
    [
        ("styles", real::styles()),
        ("styles over four adverbs", real::styles_over_four_adverbs()),
        ("turns", real::turns()),
        ("speeds", real::speeds()),
        ("byes", real::byes()),
    ]
}

#[test]
fn hands_stay_as_clear_of_the_body_as_in_the_examples() {
    for (name, real) in all() {
        let (free, verb) = (free(&real), &real.built.verb);
        let points = points_of_the_hull(verb, POINTS);
        let [before, after] = [&free, verb].map(|verb| nearer(verb, &points));
        let share = |all: &[f64]| all.iter().filter(|by_m| **by_m > SEEN_M).count() as f64 / POINTS as f64;
        let most = |all: &[f64]| all.iter().copied().fold(0.0, f64::max);
        println!(
            "{name}: hands nearer than in the examples at {:.1} % of points, {:.0} mm at most; {:.1} % and {:.0} mm without care{}",
            100.0 * share(&after),
            1e3 * most(&after),
            100.0 * share(&before),
            1e3 * most(&before),
            if verb.clears_hands() { "" } else { ", which it does not need" }
        );
        assert_eq!(share(&after), 0.0, "{name}: {} m", most(&after));
        assert!(!verb.clears_hands() || share(&before) > 0.0, "{name} takes care for nothing");
        assert!(!free.clears_hands());
    }
}

#[test]
fn examples_keep_their_hands() {
    for (name, real) in all() {
        let (free, verb) = (free(&real), &real.built.verb);
        for example in verb.examples() {
            let [before, after] = [&free, verb].map(|verb| round(verb, &example.at));
            let moved = before.iter().flatten().zip(after.iter().flatten()).map(|(a, b)| a.distance(*b));
            let most = moved.fold(0.0, f64::max);
            assert!(most < 1e-4, "{name}, {}: {most} m", example.name);
        }
    }
}

/// The largest acceleration of any joint of a verb at a point whose knobs stand or wave, metres per second per second.
fn most_sudden(verb: &Verb, point: &[f32], waving: f32) -> f64 {
    const FPS: f64 = 120.0;
    let mut actor = super::measure::at(&Graph::of_verb(verb.clone()), point);
    let frames = (2.0 * FPS) as usize;
    let played: Vec<Positions> = (0..frames)
        .map(|frame| {
            for (knob, (value, adverb)) in point.iter().zip(verb.adverbs()).enumerate() {
                let wave = libm::sinf((0.05 + 0.02 * knob as f32) * frame as f32);
                let by = waving * wave * (adverb.range[1] - adverb.range[0]);
                actor.set_knob(KnobId(knob), value + by);
            }
            actor.step(1.0 / FPS, &mut ());
            positions(verb.skeleton(), actor.dofs())
        })
        .collect();
    let of_three = |w: &[Positions]| {
        let joints = w[0].iter().zip(&w[1]).zip(&w[2]);
        joints.map(|((a, b), c)| (*a - 2.0 * *b + *c).length() * FPS * FPS).fold(0.0, f64::max)
    };
    played.windows(3).map(of_three).fold(0.0, f64::max)
}

/// What is taken out of the body comes and goes about as smoothly as the motion itself.
#[test]
fn hands_are_kept_clear_without_pops() {
    for (name, real) in all() {
        let (free, verb) = (free(&real), &real.built.verb);
        if !verb.clears_hands() {
            continue;
        }
        let own = verb.examples().iter().map(|example| most_sudden(&free, &example.at, 0.0)).fold(0.0, f64::max);
        for waving in [0.0, 0.15] {
            let mut ratios = Vec::new();
            for point in points_of_the_hull(verb, 60) {
                let [before, after] = [&free, verb].map(|verb| most_sudden(verb, &point, waving));
                ratios.push((after / before.max(own), after, before));
            }
            let worst = ratios.iter().copied().reduce(|a, b| if b.0 > a.0 { b } else { a }).expect("points");
            println!("{name}, waving {waving}: at most {:.2} times as sudden, {:.0} m/s², {:.0} without care; examples {own:.0}", worst.0, worst.1, worst.2);
        }
    }
}

/// The care of a pose follows from the setting and the time alone.
#[test]
fn steps_of_any_length_keep_hands_clear_alike() {
    let real = real::styles();
    let graph = Graph::of_verb(real.built.verb.clone());
    let mut actors = [Actor::new(graph.clone(), 0), Actor::new(graph, 0)];
    for actor in &mut actors {
        for (knob, value) in [0.4, -0.3].into_iter().enumerate() {
            actor.set_knob(KnobId(knob), value);
        }
    }
    let [one, many] = &mut actors;
    one.step(1.5, &mut ());
    (0..90).for_each(|_| {
        many.step(1.0 / 60.0, &mut ());
    });
    let bits = |actor: &Actor| actor.dofs().iter().map(|x| (x * 1e4).round() as i64).collect::<Vec<_>>();
    assert_eq!(bits(one), bits(many));
}

#[test]
fn packs_keep_hands_clear() {
    let verbs: Vec<Verb> = all().into_iter().map(|(_, real)| real.built.verb).collect();
    for verb in verbs.into_iter().chain(demo::hero().into_iter().map(|built| built.verb)) {
        println!("{} {} {}", verb.name(), verb.examples().len(), verb.clears_hands());
        let source = Source { unit_m: 0.01, up: Up::Y, fps: 60.0 };
        let pack = Pack::new("hands".into(), verb.skeleton().clone(), source, vec![verb].into(), Vec::new());
        let pack = pack.expect("a pack");
        if let Ok(dir) = std::env::var("SAVE_PACKS") { std::fs::write(format!("{dir}/{}_{}.adverb", pack.verbs()[0].name(), pack.verbs()[0].examples().len()), pack.save()).unwrap(); }
        let loaded = Pack::load(&pack.save()).expect("a sound pack");
        assert!(loaded == pack);
        if pack.verbs()[0].clears_hands() {
            assert_eq!(pack.format_version(), 5);
        }
    }
}
