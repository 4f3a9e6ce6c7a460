//! Life between cycles: rounds of a verb with variations differ, by chance that repeats, and meet at the seam.

use std::sync::Arc;

use adverb::curve::Derivative;
use adverb::graph::{Graph, KnobId};
use adverb::verb::{AT_THE_SEAM, Coefficients, Parts, Variations};
use adverb::{Actor, CanonicalTime, Setting, Verb};

use crate::packs::made;

/// The made walk with variations, and without.
fn walks() -> [Verb; 2] {
    [made::varied(12), made::pack(12)].map(|pack| pack.verbs()[0].clone())
}

fn actor(verb: &Verb, seed: u64) -> Actor {
    Actor::new(Graph::of_verb(verb.clone()), seed)
}

/// The bits of poses, with knobs that move.
fn bits(actor: &mut Actor, frames: usize) -> Vec<u32> {
    let mut all = Vec::new();
    for frame in 0..frames {
        actor.set_knob(KnobId(0), 0.5 + 0.1 * (frame % 16) as f32);
        actor.step(1.0 / 30.0, &mut ());
        all.extend(actor.dofs().iter().map(|dof| dof.to_bits()));
    }
    all
}

/// All ways to draw cycles for three examples.
fn draws(counts: &[usize]) -> Vec<[u16; 3]> {
    let one = |count: usize| 0..count.max(1) as u16;
    let [a, b, c] = [counts[0], counts[1], counts[2]];
    one(a).flat_map(|i| one(b).flat_map(move |j| one(c).map(move |k| [i, j, k]))).collect()
}

#[test]
fn all_rounds_meet_at_the_seam() {
    let [varied, plain] = walks();
    let dofs = varied.skeleton().dofs().len();
    for point in [[0.5, 0.0], [1.2, 130.0], [2.0, 90.0]] {
        let at = |verb: &Verb, setting: &Setting, t: f64, derivative| {
            let mut pose = vec![0.0; dofs];
            verb.in_frame(setting, CanonicalTime(t), derivative, &mut pose);
            pose
        };
        let loops = Setting::new(&plain, &point);
        let mut setting = Setting::new(&varied, &point);
        let mut most = 0.0f32;
        for cycles in draws(&varied.parts().variations.counts) {
            setting.vary(&varied, cycles);
            for derivative in [Derivative::Position, Derivative::Velocity, Derivative::Acceleration] {
                assert_eq!(at(&varied, &setting, 0.0, derivative), at(&plain, &loops, 0.0, derivative));
            }
            // Time runs as fast there, in whichever round.
            let rate = |setting: &Setting, t: f64| setting.timeline().verb_time_rate(CanonicalTime(t));
            for t in [0.0, 1.0] {
                assert!((rate(&setting, t) - rate(&loops, t)).abs() < 1e-12, "{cycles:?}");
            }
            let [own, other] = [
                at(&varied, &setting, 0.5, Derivative::Position),
                at(&plain, &loops, 0.5, Derivative::Position),
            ];
            most = own.iter().zip(&other).map(|(a, b)| (a - b).abs()).fold(most, f32::max);
        }
        assert!(most > 0.01, "rounds differ between seams: {most}");
    }
}

#[test]
fn the_same_seed_gives_the_same_bits_and_another_gives_others() {
    let [varied, _] = walks();
    let of = |seed: u64| bits(&mut actor(&varied, seed), 200);
    assert!(of(7) == of(7));
    assert!(of(7) != of(8));
}

#[test]
fn an_actor_without_variations_plays_the_loop_to_the_bit() {
    let [varied, plain] = walks();
    let mut still = actor(&varied, 3);
    still.set_variations(false);
    assert!(bits(&mut still, 200) == bits(&mut actor(&plain, 3), 200));
    assert!(bits(&mut actor(&varied, 3), 200) != bits(&mut actor(&plain, 3), 200));
}

#[test]
fn rounds_do_not_depend_on_the_length_of_steps() {
    let [varied, _] = walks();
    let played = |steps: u32| {
        let mut actor = actor(&varied, 5);
        for _ in 0..steps {
            actor.step(8.0 / f64::from(steps), &mut ());
        }
        actor.setting().drawn().to_vec()
    };
    assert_eq!(played(64), played(512));
}

#[test]
fn a_snapshot_holds_the_drawn_cycles_and_the_chance_that_draws() {
    let [varied, _] = walks();
    let graph: Arc<Graph> = Graph::of_verb(varied.clone()).into();
    for frames in [0, 11, 47, 123] {
        let mut first = Actor::new(graph.clone(), 9);
        bits(&mut first, frames);
        let mut state = Vec::new();
        first.snapshot(&mut state);
        let mut second = Actor::new(graph.clone(), 1);
        bits(&mut second, 30);
        second.restore(&state).expect("its own snapshot");
        assert_eq!(second.state_hash(), first.state_hash());
        assert_eq!(second.setting().drawn(), first.setting().drawn());
        assert!(bits(&mut second, 150) == bits(&mut first, 150), "after {frames} frames");
    }
}

#[test]
fn three_or_more_cycles_never_come_twice_in_a_row_and_all_come() {
    let [varied, _] = walks();
    let mut chance = adverb::chance::Chance(4);
    let mut setting = Setting::new(&varied, &[1.0, 0.0]);
    let counts = varied.parts().variations.counts.clone();
    let mut seen = vec![0u64; counts.len()];
    let mut last = vec![u16::MAX; counts.len()];
    for _ in 0..200 {
        setting.draw(&varied, &mut chance);
        for ((own, last), (count, seen)) in
            setting.drawn().iter().zip(&mut last).zip(counts.iter().zip(&mut seen))
        {
            assert!(*count < 3 || own != last);
            if *count > 0 {
                *seen |= 1 << own;
            }
            *last = *own;
        }
    }
    let all: Vec<u64> = counts.iter().map(|count| (1 << count) - 1).collect();
    assert_eq!(seen, all);
}

/// Independent deviations, summed by weights, would shrink by √Σw².
#[test]
fn deviations_are_as_large_between_examples_as_at_them() {
    let [varied, _] = walks();
    let dofs = varied.skeleton().dofs().len();
    // Every example has the same deviations.
    let parts = varied.parts().clone();
    let wave = |k: usize, cycle: usize, d: usize| match k {
        ..AT_THE_SEAM => 0.0,
        _ => 0.1 * (((k + d) * (1 + cycle % 3)) % 7) as f32,
    };
    let variations = Variations {
        counts: vec![3; 3],
        intervals: vec![0.0; 18],
        coefficients: Coefficients::of([12, 9, dofs], wave),
    };
    let verb = Verb::new(varied.skeleton().clone(), Parts { variations, ..parts }).expect("a verb");
    let mut chance = adverb::chance::Chance(11);
    let mut variance = |point: [f32; 2]| {
        const ROUNDS: u32 = 3000;
        let mut setting = Setting::new(&verb, &point);
        let (mut pose, mut sums) = (vec![0.0f32; dofs], vec![[0.0f64; 2]; dofs]);
        for _ in 0..ROUNDS {
            setting.draw(&verb, &mut chance);
            verb.in_frame(&setting, CanonicalTime(0.5), Derivative::Position, &mut pose);
            for ([sum, squares], value) in sums.iter_mut().zip(pose.iter().map(|value| f64::from(*value))) {
                (*sum, *squares) = (*sum + value, *squares + value * value);
            }
        }
        let mean = |sum: f64| sum / f64::from(ROUNDS);
        sums.iter().map(|[sum, squares]| mean(*squares) - mean(*sum) * mean(*sum)).sum::<f64>()
    };
    let [first, between, other] = [[0.5, 0.0], [1.1, 120.0], [1.7, 60.0]].map(&mut variance);
    assert!(first > 0.01, "{first}");
    for other in [between, other] {
        assert!((0.9..1.1).contains(&(other / first)), "{other} instead of {first}");
    }
}

#[test]
fn variations_that_do_not_fit_are_refused() {
    let [varied, _] = walks();
    let refused = |change: &dyn Fn(&mut Parts)| {
        let mut parts = varied.parts().clone();
        change(&mut parts);
        Verb::new(varied.skeleton().clone(), parts).expect_err("they do not fit").to_string()
    };
    let dofs = varied.skeleton().dofs().len();
    let moved = |k: usize| {
        let cycles = varied.parts().variations.cycles();
        Coefficients::of([12, cycles, dofs], |own, _, _| if own == k { 0.1 } else { 0.0 })
    };
    for k in 0..AT_THE_SEAM {
        let said = refused(&|parts| parts.variations.coefficients = moved(k));
        assert!(said.contains("variations"), "{said}");
    }
    let mut fine = varied.parts().clone();
    fine.variations.coefficients = moved(AT_THE_SEAM);
    assert!(Verb::new(varied.skeleton().clone(), fine).is_ok());
    for change in [
        |own: &mut Variations| own.counts.truncate(2),
        |own: &mut Variations| own.counts[0] += 1,
        |own: &mut Variations| own.counts[0] = usize::MAX,
        |own: &mut Variations| own.counts.clear(),
        |own: &mut Variations| own.intervals.truncate(1),
        |own: &mut Variations| own.intervals[0] = f64::NAN,
        |own: &mut Variations| own.coefficients = Variations::default().coefficients,
    ] {
        refused(&|parts| change(&mut parts.variations));
    }
    refused(&|parts| parts.cyclic = false);
}
