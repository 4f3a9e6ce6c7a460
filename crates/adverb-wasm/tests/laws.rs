//! The adapter passes on what the runtime computes, and nothing else. (What JavaScript sees of names and errors is tested under Node, in
//! studio/test/engine.test.ts: on this machine there is no JavaScript to throw to.)
#![allow(unsafe_code)] // numbers lie at addresses, where JavaScript looks at them

use adverb::kinematics::{LocalTransform, local_transforms, world_transforms};
use adverb::{Graph, Pack};
use adverb_wasm::{Actor, Hero};

/// A pack with verbs and a graph, kept for the tests of packs.
const PACK: &[u8] = include_bytes!("../../adverb/tests/packs/v2.adverb");
const SEED: u32 = 7;
const FRAME_SECS: f64 = 1.0 / 60.0;

fn hero() -> Hero {
    Hero::load(PACK).unwrap_or_else(|_| panic!("a good pack"))
}

fn actor(hero: &Hero) -> Actor {
    hero.act(None, Some(SEED)).unwrap_or_else(|_| panic!("a graph"))
}

fn step(actor: &mut Actor, secs: f64) {
    actor.step(secs, None).unwrap_or_else(|_| panic!("no ground, so nothing that throws"));
}

/// The numbers at an address.
fn numbers(address: usize, count: usize) -> Vec<f32> {
    // SAFETY: the actor keeps so many there until its next call.
    unsafe { std::slice::from_raw_parts(address as *const f32, count) }.to_vec()
}

fn bits(numbers: &[f32]) -> Vec<u32> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

#[test]
fn a_hero_has_the_joints_verbs_and_graphs_of_its_pack() {
    let (hero, pack) = (hero(), Pack::load(PACK).expect("a good pack"));
    assert_eq!(hero.name(), pack.name());
    assert_eq!(hero.joints().len(), pack.skeleton().joints().len());
    assert_eq!(hero.verbs().len(), pack.verbs().len());
    assert_eq!(hero.graphs().len(), pack.graphs().len());
    assert!(!pack.graphs().is_empty(), "the kept pack has a graph");
}

#[test]
fn poses_are_the_runtimes_bit_by_bit() {
    let (hero, pack) = (hero(), Pack::load(PACK).expect("a good pack"));
    let graph: &Graph = &pack.graphs()[0];
    let (mut own, mut plain) = (actor(&hero), adverb::Actor::new(graph.clone(), SEED.into()));
    let skeleton = graph.skeleton();
    let joints = skeleton.joints().len();
    let mut world = vec![adverb::glam::Affine3A::IDENTITY; joints];
    let mut locals = vec![LocalTransform::IDENTITY; joints];
    for frame in 0..240 {
        step(&mut own, FRAME_SECS);
        let moved = plain.step(FRAME_SECS, &mut ());
        world_transforms(skeleton, plain.dofs(), &mut world);
        local_transforms(skeleton, plain.dofs(), &mut locals);
        let world: Vec<f32> = world.iter().flat_map(|joint| joint.to_cols_array()).collect();
        assert_eq!(bits(&numbers(own.world_address(), 12 * joints)), bits(&world), "frame {frame}");
        let local =
            |joint: &LocalTransform| [&joint.translation.to_array()[..], &joint.rotation.to_array()].concat();
        let locals: Vec<f32> = locals.iter().flat_map(local).collect();
        assert_eq!(bits(&numbers(own.locals_address(), 7 * joints)), bits(&locals), "frame {frame}");
        assert_eq!(own.moved(), [moved.x, moved.z, moved.heading], "frame {frame}");
        let at = plain.placement().on_ground();
        assert_eq!(own.placement(), [at.x, at.z, at.heading], "frame {frame}");
        assert_eq!((own.verb(), own.phase()), (plain.verb().0, plain.canonical_time().0), "frame {frame}");
    }
}

#[test]
fn an_actor_that_comes_back_goes_on_as_it_did() {
    let hero = hero();
    let mut own = actor(&hero);
    (0..90).for_each(|_| step(&mut own, FRAME_SECS));
    let kept = own.snapshot();
    let mut onward = || -> Vec<f32> {
        (0..90).for_each(|_| step(&mut own, FRAME_SECS));
        own.placement()
    };
    let first = onward();
    let mut other = actor(&hero);
    assert_eq!(other.restore(&kept), None);
    (0..90).for_each(|_| step(&mut other, FRAME_SECS));
    assert_eq!(bits(&other.placement()), bits(&first));
    assert!(other.restore(&kept[..kept.len() / 2]).is_some(), "half a snapshot is refused");
}

#[test]
fn a_foot_that_there_is_not_is_not_planted() {
    let mut own = actor(&hero());
    step(&mut own, FRAME_SECS);
    assert!(!own.is_planted(own.feet().len()));
    assert!(!own.is_planted(usize::MAX));
}
