//! Packs whose checksums are right and whose contents are not: checksums are no secret. Each is refused, or plays poses that are
//! numbers; none takes for ever or more memory than its size explains.

use std::sync::Arc;

use adverb::actor::{Ground, World};
use adverb::graph::{
    Claim, Constraint, Deed, Gesture, GestureId, GraphError, HandId, Mode, ObjectId, Parts, Usage, VerbId,
};
use adverb::verb::Coefficients;
use adverb::{Actor, Graph, Pack, Skeleton, Verb, WorldTransform};

use super::{formed, made, played};

/// A pack of any two sections, its header as it should be.
fn sealed(numbers: &[u8], description: &[u8]) -> Vec<u8> {
    let mut bytes = b"ADVERB\r\n\x02\0\0\0".to_vec();
    let mut rest = Vec::new();
    let total = 80 + numbers.len() + description.len();
    rest.extend((total as u64).to_le_bytes());
    rest.extend(2u64.to_le_bytes());
    let mut offset = 80;
    for (kind, section) in [(1u32, numbers), (2, description)] {
        rest.extend(kind.to_le_bytes());
        rest.extend(crc32fast::hash(section).to_le_bytes());
        rest.extend((offset as u64).to_le_bytes());
        rest.extend((section.len() as u64).to_le_bytes());
        offset += section.len();
    }
    let checksum = crc32fast::hash(&[&bytes[..], &rest].concat());
    bytes.extend(checksum.to_le_bytes());
    [&bytes[..], &rest, numbers, description].concat()
}

/// The two sections of a small pack.
fn sections() -> [Vec<u8>; 2] {
    let bytes = made::shaped(4).save();
    let length = u64::from_le_bytes(bytes[48..56].try_into().expect("eight bytes")) as usize;
    let (numbers, description) = bytes[80..].split_at(length);
    assert_eq!(sealed(numbers, description), bytes, "this test knows the layout");
    [numbers.to_vec(), description.to_vec()]
}

/// Loads a pack and, should it be one, plays all of it. Whether it was one.
fn survives(numbers: &[u8], description: &[u8]) -> bool {
    let Ok(pack) = Pack::load(&sealed(numbers, description)) else { return false };
    for verb in pack.verbs() {
        let bits = played(verb, 4);
        assert!(bits.iter().all(|bits| f32::from_bits(*bits).is_finite()), "{:?}", verb.parts());
    }
    pack.graphs().iter().for_each(|graph| look_up_everything(graph));
    for shape in pack.shapes() {
        assert!(formed(shape).iter().all(|number| number.is_finite()), "{:?}", shape.parts());
    }
    true
}

/// Whatever a graph that was let in names is there.
fn look_up_everything(graph: &Graph) {
    for id in graph.nodes() {
        let exits = graph.exits(id).iter().map(|exit| graph.transition(*exit));
        exits.for_each(|exit| assert_eq!(graph.verb(exit.from), graph.verb(id)));
    }
    let parts = graph.parts();
    for gesture in &parts.gestures {
        assert!(graph.gesture_named(&gesture.name).is_some());
        assert!(graph.verb(gesture.verb).adverbs().iter().all(|knob| graph.knob_named(&knob.name).is_some()));
    }
    for constraint in &parts.constraints {
        assert!(graph.object_named(&constraint.object).is_some());
    }
    for hand in &parts.hands {
        assert!(graph.hand_named(&graph.skeleton().joint(hand.joint).name).is_some());
    }
}

/// Numbers and counts at which something might break: some that are refused, some just within what is let in.
fn extremes() -> Vec<Vec<u8>> {
    let counts = [1, 65_536, u32::MAX];
    let small = [0.0, -1.0, 9e5, -9e5, 9e11, f32::MAX, f32::NAN];
    let large = [-1.0, 1e-9, 9e5, -9e5, 8e4, 9e29, -9e29, 1e-59, f64::MAX, 5e-324, f64::INFINITY, f64::NAN];
    let counts = counts.iter().map(|count: &u32| count.to_le_bytes().to_vec());
    let small = small.iter().map(|number| number.to_le_bytes().to_vec());
    let large = large.iter().map(|number: &f64| number.to_le_bytes().to_vec());
    counts.chain(small).chain(large).collect()
}

#[test]
fn extreme_numbers_anywhere_are_refused_or_played() {
    let [numbers, description] = sections();
    let extremes = extremes();
    let mut loaded = 0;
    for at in 0..description.len() {
        for extreme in extremes.iter().filter(|extreme| at + extreme.len() <= description.len()) {
            let mut description = description.clone();
            description[at..at + extreme.len()].copy_from_slice(extreme);
            loaded += usize::from(survives(&numbers, &description));
        }
    }
    assert!(loaded > 1000, "{loaded}: what loads is what is tested");
    for at in (0..numbers.len()).step_by(4 * 11) {
        for extreme in extremes.iter().filter(|extreme| extreme.len() == 4) {
            let mut numbers = numbers.clone();
            numbers[at..at + 4].copy_from_slice(extreme);
            survives(&numbers, &description);
        }
    }
}

#[test]
fn arbitrary_changes_are_refused_or_played() {
    let [numbers, description] = sections();
    let extremes = extremes();
    let mut state = 11u64;
    let mut below = |limit: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % limit
    };
    for _ in 0..10_000 {
        let (mut numbers, mut description) = (numbers.clone(), description.clone());
        for _ in 0..1 + below(6) {
            let section = if below(8) == 0 { &mut numbers } else { &mut description };
            let (at, byte) = (below(section.len() - 8), below(256) as u8);
            match below(6) {
                0 => section[at] = byte,
                1 => section[at] = section[at].wrapping_add(1),
                2 => section.insert(at, byte),
                3 => drop(section.drain(at..at + 1 + below(8))),
                4 => section.truncate(at.max(16)),
                _ => {
                    let extreme = &extremes[below(extremes.len())];
                    section[at..at + extreme.len()].copy_from_slice(extreme);
                }
            }
            if section.len() < 16 {
                break;
            }
        }
        survives(&numbers, &description);
    }
}

#[test]
fn a_limb_above_the_root_is_refused() {
    // Joints above the root stand still and are in no chain: a leg there would have nothing to hang from.
    let pack = made::pack(4);
    let skeleton = adverb::Skeleton::new(pack.skeleton().specs(), 3).expect("any joint may travel");
    let mut walk = pack.verb_named("walk").expect("it is there").parts().clone();
    let first = |walk: &mut adverb::verb::Parts, ball: u16, limb: [u16; 3]| {
        let [upper, middle, end] = limb.map(adverb::JointId);
        walk.feet.truncate(1);
        walk.feet[0].ball = adverb::JointId(ball);
        walk.feet[0].limb = adverb::ik::two_bone::Limb { upper, middle, end };
    };
    first(&mut walk, 3, [0, 1, 3]);
    walk.gaze = None;
    assert_eq!(adverb::Verb::new(skeleton.into(), walk), Err(adverb::verb::VerbError::Joints));
}

/// A graph of parts that would take more to make than to write down.
#[track_caller]
fn too_much(change: impl Fn(&mut Parts), said: &str) {
    let pack = made::pack(4);
    let mut parts = pack.graphs()[0].parts().clone();
    change(&mut parts);
    match Graph::new(pack.verbs().to_vec().into(), parts) {
        Err(GraphError::Numbers(why)) => assert!(why.contains(said), "{why}"),
        other => panic!("{said}: {other:?}"),
    }
}

#[test]
fn graphs_that_multiply_what_they_hold_are_refused() {
    let claim = || Claim { during: [0.0, 1.0], usage: Usage::Defined, dofs: Vec::new() };
    too_much(|parts| parts.usage[0].claims = vec![claim(); 65], "at most 64 claims");
    let gesture = |claims: usize| Gesture {
        name: "g".into(),
        verb: VerbId(2),
        fade_in: 0.0,
        fade_out: 1.0,
        mode: Mode::Replace,
        usage: vec![claim(); claims],
    };
    too_much(|parts| parts.gestures = vec![gesture(64); 60_000], "claims times DOFs");
    let on = |i: usize| Constraint {
        verb: VerbId(1),
        during: [0.0, 1.0],
        object: i.to_string(),
        deed: Deed::Look,
        ease_secs: 0.0,
    };
    too_much(|parts| parts.constraints = (0..65).map(on).collect(), "at most 64 objects");
}

/// The parts of a verb with some of their numbers, a bit for each kind, as large as they may be and of changing sign.
fn largest(mut parts: adverb::verb::Parts, kinds: usize) -> adverb::verb::Parts {
    let is = |kind: usize| kinds >> kind & 1 == 1;
    let sign = |i: usize| if (i * i / 3).is_multiple_of(2) { 1.0 } else { -1.0 };
    let examples = parts.examples.len();
    if is(0) {
        let points = parts.control_points;
        let dofs = parts.coefficients.numbers().len() / points / examples;
        let number = |k: usize, i: usize, d: usize| (1e6 * sign(k + 2 * i + 3 * d)) as f32;
        parts.coefficients = Coefficients::of([points, examples, dofs], number);
    }
    if is(1) {
        let numbers = parts.space.coefficients.iter_mut().enumerate();
        numbers.for_each(|(i, number)| *number = 1e30 * sign(i));
    }
    if is(2) {
        let all = parts.intervals.iter_mut().enumerate();
        all.for_each(|(i, secs)| *secs = if sign(i) > 0.0 { 1e-9 } else { 8e4 });
    }
    if is(3) {
        for screw in &mut parts.travel {
            (screw.velocity, screw.climb, screw.rate) = ([1e6, -1e6], 1e6, 1e6);
        }
    }
    if is(4) {
        for (i, phase) in parts.feet.iter_mut().flat_map(|foot| &mut foot.phases).flatten().enumerate() {
            let most = [1e6, -1e6 * sign(i)];
            (phase.settle, phase.arriving, phase.leaving) = (most, most, most);
        }
        parts.feet.iter_mut().for_each(|foot| foot.ease_secs = 60.0);
    }
    parts
}

#[test]
fn the_largest_numbers_that_are_let_in_play_poses_of_numbers() {
    let pack = made::pack(4);
    for kinds in 1..1 << 6 {
        let mut specs = pack.skeleton().specs();
        let stretched = if kinds >> 5 == 1 { 1e5 } else { 1.0 };
        specs.iter_mut().for_each(|joint| joint.offset *= stretched);
        let skeleton = Arc::new(Skeleton::new(specs, 0).expect("not farther than may be"));
        let verb =
            |verb: &Verb| Verb::new(skeleton.clone(), largest(verb.parts().clone(), kinds)).expect("a verb");
        let verbs: Vec<Verb> = pack.verbs().iter().map(verb).collect();
        for verb in &verbs {
            let bits = played(verb, 12);
            let wrong = bits.iter().position(|bits| !f32::from_bits(*bits).is_finite());
            assert_eq!(wrong, None, "{}, kinds {kinds:06b}", verb.name());
        }
        let graph = Graph::new(verbs.into(), pack.graphs()[0].parts().clone()).expect("a graph");
        let mut actor = Actor::new(graph.clone(), 1);
        actor.place_object(ObjectId(0), Some(WorldTransform::at([1.0; 3])));
        for step in 0..40 {
            // What cannot be done is refused.
            let _ = actor.start_gesture(GestureId(0));
            let _ = actor.request(VerbId(step / 5 % 2));
            actor.reach(HandId(0), (step % 3 == 0).then_some([1.0; 3]));
            actor.step([0.004, 0.05, 0.5][step % 3], &mut Hill);
            assert!(actor.dofs().iter().all(|dof| dof.is_finite()), "kinds {kinds:06b}, step {step}");
        }
    }
}

/// Ground that rises.
struct Hill;

impl World for Hill {
    fn ground(&self, [x, ..]: [f64; 3]) -> Option<Ground> {
        Some((0.1 * x).into())
    }
}
