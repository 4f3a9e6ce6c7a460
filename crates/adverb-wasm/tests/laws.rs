//! The adapter passes on what the runtime computes, and nothing else. (What JavaScript sees of names and errors is tested under Node, in
//! studio/test/engine.test.ts: on this machine there is no JavaScript to throw to.)

use adverb::kinematics::{LocalTransform, local_transforms, world_transforms};
use adverb::{DPlacement, Graph, Pack};
use adverb_wasm::{Actor, Hero};

/// A pack with verbs and a graph, kept for the tests of packs.
const PACK: &[u8] = include_bytes!("../../adverb/tests/packs/v2.adverb");
const SEED: u32 = 7;
const FRAME_SECS: f64 = 1.0 / 60.0;

fn hero() -> Hero {
    Hero::read(PACK).unwrap_or_else(|_| panic!("a good pack"))
}

fn actor(hero: &Hero) -> Actor {
    hero.act(None, Some(SEED)).unwrap_or_else(|_| panic!("a graph"))
}

fn step(actor: &mut Actor, secs: f64) {
    actor.step(secs, None).unwrap_or_else(|_| panic!("no ground, so nothing that throws"));
}

fn placement(actor: &Actor) -> DPlacement {
    DPlacement { x: actor.x(), y: actor.y(), z: actor.z(), heading: actor.heading() }
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
        assert_eq!(bits(own.world_numbers()), bits(&world), "frame {frame}");
        let local =
            |joint: &LocalTransform| [&joint.translation.to_array()[..], &joint.rotation.to_array()].concat();
        let locals: Vec<f32> = locals.iter().flat_map(local).collect();
        assert_eq!(bits(own.local_numbers()), bits(&locals), "frame {frame}");
        let own_moved = [own.moved_x(), own.moved_z(), own.moved_heading()];
        assert_eq!(own_moved, [moved.x, moved.z, moved.heading], "frame {frame}");
        assert_eq!(placement(&own), plain.placement(), "frame {frame}");
        let times = (own.canonical_time(), plain.canonical_time().0);
        assert_eq!((own.verb(), times.0), (plain.verb().0, times.1), "frame {frame}");
        assert_eq!(own.state_hash(), plain.state_hash(), "frame {frame}");
    }
}

#[test]
fn a_crowd_does_what_its_actors_would_do_alone() {
    const ACTORS: usize = 5;
    let (hero, pack) = (hero(), Pack::load(PACK).expect("a good pack"));
    let graph = &pack.graphs()[0];
    let mut own = hero.crowd(ACTORS as f64, None, Some(SEED)).unwrap_or_else(|_| panic!("a graph"));
    let mut plain = adverb::Crowd::new(graph.clone(), ACTORS, SEED.into());
    let joints = graph.skeleton().joints().len();
    let mut locals = vec![0.0; 7 * joints * ACTORS];
    for frame in 0..240 {
        own.step(FRAME_SECS, None).unwrap_or_else(|_| panic!("no ground, so nothing that throws"));
        plain.step(FRAME_SECS, |_| ());
        plain.write_locals(&mut locals);
        assert_eq!(bits(own.local_numbers()), bits(&locals), "frame {frame}");
        let moved: Vec<f32> =
            (0..ACTORS).map(|i| plain.moved(i)).flat_map(|m| [m.x, m.z, m.heading]).collect();
        assert_eq!(bits(own.moved_numbers()), bits(&moved), "frame {frame}");
        assert_eq!(own.event_count(), plain.events().count(), "frame {frame}");
    }
    assert_eq!(own.length(), ACTORS);
}

#[test]
fn an_actor_that_comes_back_goes_on_as_it_did() {
    let hero = hero();
    let mut own = actor(&hero);
    (0..90).for_each(|_| step(&mut own, FRAME_SECS));
    let kept = own.snapshot();
    (0..90).for_each(|_| step(&mut own, FRAME_SECS));
    let mut other = actor(&hero);
    assert!(other.restore(&kept).is_ok());
    (0..90).for_each(|_| step(&mut other, FRAME_SECS));
    assert_eq!(placement(&other), placement(&own));
    assert_eq!(other.state_hash(), own.state_hash());
}

#[test]
fn poses_are_seen_from_the_origin_wherever_that_is() {
    let hero = hero();
    let (mut here, mut far) = (actor(&hero), actor(&hero));
    far.place(1e6, 20.0, -3e5, 0.0);
    for frame in 0..60 {
        step(&mut here, FRAME_SECS);
        step(&mut far, FRAME_SECS);
        let apart = here
            .world_numbers()
            .iter()
            .zip(far.world_numbers())
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f32::max);
        assert!(apart < 1e-4, "frame {frame}: {apart} m apart");
    }
    assert_eq!([far.origin_x(), far.origin_y(), far.origin_z()], [1e6, 20.0, -3e5]);
    let before = placement(&far);
    far.shift_origin(1e6 + 1.0, 20.0, -3e5, 0.0);
    assert!((far.x() - before.x).abs() < 1e-6, "only the origin moves");
}
