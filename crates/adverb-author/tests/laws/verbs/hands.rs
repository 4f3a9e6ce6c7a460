//! Hands and bodies: between examples hands stay as clear of the body as in them, smoothly, and examples stay as they are.

use adverb::body::{Part, Roles, Side};
use adverb::graph::KnobId;
use adverb::pack::{Pack, Source, Up};
use adverb::{Graph, Setting, Skeleton, Verb};
use adverb_author::verb::Definition;
use glam::DVec3;

use super::demo;
use super::measure::{Positions, at, name, place, played, points_of_the_hull, positions};
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
    let own: Vec<Vec<f64>> =
        verb.examples().iter().map(|example| nearest(verb, &round(verb, &example.at))).collect();
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
        let nearer_than =
            |all: &[f64], m: f64| all.iter().filter(|by_m| **by_m > m).count() as f64 / POINTS as f64;
        let share = |all: &[f64]| nearer_than(all, SEEN_M);
        let most = |all: &[f64]| all.iter().copied().fold(0.0, f64::max);
        let told = |all: &[f64]| {
            let [seen, far] = [SEEN_M, 0.04].map(|m| 100.0 * nearer_than(all, m));
            format!(
                "by 10 mm at {seen:.1} % of points, by 40 mm at {far:.1} %, by {:.0} mm at most",
                1e3 * most(all)
            )
        };
        let unneeded = if verb.clears_hands() { "" } else { ", which it does not need" };
        println!(
            "{name}: hands nearer than in the examples {}; without care{unneeded} {}",
            told(&after),
            told(&before)
        );
        assert!(share(&after) <= 0.01 && most(&after) < 0.013, "{name}: {} m", most(&after));
        assert!(!verb.clears_hands() || share(&before) > 0.05, "{name} takes care for nothing");
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

/// The largest acceleration of any joint of a verb at a point whose knobs stand, or wave by a part of their ranges; metres per second per
/// second.
fn most_sudden(verb: &Verb, point: &[f32], waving: f32) -> f64 {
    const FPS: f64 = 120.0;
    let mut actor = at(&Graph::of_verb(verb.clone()), point);
    let mut frame = |k: usize| {
        for (knob, (value, adverb)) in point.iter().zip(verb.adverbs()).enumerate() {
            let wave = libm::sinf((0.025 + 0.01 * knob as f32) * k as f32);
            actor.set_knob(KnobId(knob), value + waving * wave * (adverb.range[1] - adverb.range[0]));
        }
        actor.step(1.0 / FPS, &mut ());
        positions(verb.skeleton(), actor.dofs())
    };
    let frames: Vec<Positions> = (0..(3.0 * FPS) as usize).map(&mut frame).collect();
    let of_three = |w: &[Positions]| {
        let joints = w[0].iter().zip(&w[1]).zip(&w[2]);
        joints.map(|((a, b), c)| (*a - 2.0 * *b + *c).length() * FPS * FPS).fold(0.0, f64::max)
    };
    frames.windows(3).map(of_three).fold(0.0, f64::max)
}

/// What is taken out of the body comes and goes about as smoothly as the examples move.
#[test]
fn hands_are_kept_clear_without_pops() {
    for (name, real) in all() {
        let (free, verb) = (free(&real), &real.built.verb);
        if !verb.clears_hands() {
            continue;
        }
        let own =
            verb.examples().iter().map(|example| most_sudden(&free, &example.at, 0.0)).fold(0.0, f64::max);
        for waving in [0.0, 0.1] {
            for point in points_of_the_hull(verb, 60) {
                let [before, after] = [&free, verb].map(|verb| most_sudden(verb, &point, waving));
                let allowed = 1.3 * before.max(own);
                assert!(
                    after < allowed,
                    "{name} at {point:?}: {after} m/s², {before} without care, {own} in examples"
                );
            }
        }
    }
}

/// It follows from the setting and the time alone.
#[test]
fn steps_of_any_length_keep_hands_clear_alike() {
    let real = real::styles();
    assert!(real.built.verb.clears_hands());
    let mut actors = [0, 1].map(|_| at(&Graph::of_verb(real.built.verb.clone()), &[-0.2, -0.2]));
    actors.iter_mut().for_each(|actor| actor.set_knob(KnobId(0), 0.3));
    let [one, many] = &mut actors;
    one.step(1.5, &mut ());
    for k in 1..=48 {
        many.step(f64::from(k) * 1.5 / 1176.0, &mut ());
    }
    let farthest = one.dofs().iter().zip(many.dofs()).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    assert!(farthest < 1e-6, "{farthest}");
}

/// Only arms are moved.
#[test]
fn the_rest_of_the_body_stays_as_it_is() {
    let real = real::styles();
    let [before, after] = [&free(&real), &real.built.verb].map(|verb| round(verb, &[-0.2, -0.2]));
    let skeleton = real.built.verb.skeleton();
    let moves = |place: usize| before.iter().zip(&after).any(|(a, b)| a[place] != b[place]);
    let moved: Vec<&str> = (0..before[0].len()).filter(|j| moves(*j)).map(|j| name(skeleton, j)).collect();
    println!("{moved:?}");
    assert!(!moved.is_empty());
    let arms = ["Arm", "Hand", "Finger", "Thumb", "wrist", "End"];
    assert!(moved.iter().all(|name| arms.iter().any(|part| name.contains(part))), "{moved:?}");
}

#[test]
fn packs_keep_hands_clear() {
    let verbs: Vec<Verb> = all().into_iter().map(|(_, real)| real.built.verb).collect();
    for verb in verbs.into_iter().chain(demo::hero().into_iter().map(|built| built.verb)) {
        let source = Source { unit_m: 0.01, up: Up::Y, fps: 60.0 };
        let pack = Pack::new("hands".into(), verb.skeleton().clone(), source, vec![verb].into(), Vec::new());
        let pack = pack.expect("a pack");
        let loaded = Pack::load(&pack.save()).expect("a sound pack");
        assert!(loaded == pack);
        assert!(!pack.verbs()[0].clears_hands() || pack.format_version() == 5);
    }
}
