//! Where an actor is in a world of any size.

use adverb::glam::Affine3A;
use adverb::graph::{HandId, VerbId};
use adverb::kinematics::world_transforms;
use adverb::{Actor, DPlacement, Ground, World};

use crate::packs::made;

/// Far out, high up and turned.
const FAR: DPlacement = DPlacement { x: 1e6, y: 4e3, z: -7e5, heading: 2.3 };

/// Where the joints of an actor are in the world.
fn joints(actor: &Actor) -> Vec<[f64; 3]> {
    let mut all = vec![Affine3A::IDENTITY; actor.graph().skeleton().joints().len()];
    world_transforms(actor.graph().skeleton(), actor.dofs(), &mut all);
    all.iter().map(|joint| actor.origin().to_world(joint.translation.to_array())).collect()
}

fn farthest(a: &[[f64; 3]], b: &[[f64; 3]]) -> f64 {
    let far = |(a, b): (&[f64; 3], &[f64; 3])| (0..3).map(|i| (a[i] - b[i]).abs()).fold(0.0, f64::max);
    a.iter().zip(b).map(far).fold(0.0, f64::max)
}

/// Ground that is level at a height.
struct Level(f64);

impl World for Level {
    fn ground(&self, _: [f64; 3]) -> Option<Ground> {
        Some(self.0.into())
    }
}

#[test]
fn the_pose_does_not_depend_on_the_place() {
    let pack = made::pack(6);
    let graph = &pack.graphs()[0];
    let (mut here, mut there) = (Actor::new(graph.clone(), 3), Actor::new(graph.clone(), 3));
    there.place(FAR);
    here.place(DPlacement::ORIGIN);
    for frame in 0..300 {
        if frame % 70 == 20 {
            let _ = here.request(VerbId(frame / 70 % 2));
            let _ = there.request(VerbId(frame / 70 % 2));
        }
        here.step(1.0 / 60.0, &mut Level(0.0));
        there.step(1.0 / 60.0, &mut Level(FAR.y));
        assert_eq!(here.dofs(), there.dofs(), "frame {frame}");
    }
    assert!((there.placement().y - FAR.y).abs() < 0.1);
}

#[test]
fn shifting_the_origin_moves_nothing_in_the_world() {
    let pack = made::pack(6);
    let graph = &pack.graphs()[0];
    let (mut still, mut shifted) = (Actor::new(graph.clone(), 3), Actor::new(graph.clone(), 3));
    let (mut most, mut stood) = (0.0, 0);
    for actor in [&mut still, &mut shifted] {
        actor.place(FAR);
        actor.reach(HandId(0), Some([FAR.x, FAR.y + 1.0, FAR.z + 0.5]));
        actor.look_at(Some([FAR.x + 3.0, FAR.y + 1.0, FAR.z]));
    }
    for frame in 0..400 {
        if frame % 70 == 20 {
            let _ = still.request(VerbId(frame / 70 % 2));
            let _ = shifted.request(VerbId(frame / 70 % 2));
        }
        if frame % 9 == 0 {
            let before = joints(&shifted);
            let origin = DPlacement { heading: 0.1 * frame as f64, ..shifted.placement() };
            shifted.shift_origin(origin);
            assert_eq!(shifted.origin(), origin);
            let moved = farthest(&before, &joints(&shifted));
            assert!(moved < 1e-5, "{moved} m");
        }
        still.step(1.0 / 60.0, &mut Level(FAR.y));
        shifted.step(1.0 / 60.0, &mut Level(FAR.y));
        let far = farthest(&joints(&still), &joints(&shifted));
        most = if far > most { far } else { most };
        for foot in graph.foot_ids() {
            assert_eq!(still.is_planted(foot), shifted.is_planted(foot), "frame {frame}");
            stood += usize::from(still.is_planted(foot));
        }
    }
    println!("{} mm apart", 1e3 * most);
    assert!(most < 1e-3 && stood > 20, "{most} m, {stood} stood");
}

#[test]
fn an_origin_that_follows_leaves_only_the_sway_in_the_pose() {
    let pack = made::pack(6);
    let (mut still, mut followed) =
        (Actor::new(pack.graphs()[0].clone(), 0), Actor::new(pack.graphs()[0].clone(), 0));
    for _ in 0..600 {
        still.step(1.0 / 60.0, &mut ());
        followed.step(1.0 / 60.0, &mut ());
        followed.shift_origin(followed.placement());
        let (at, dofs, own) = (still.placement(), still.dofs(), followed.dofs());
        let sway = (f64::from(dofs[0]) - at.x).hypot(f64::from(dofs[2]) - at.z);
        assert!((sway - f64::from(own[0].hypot(own[2]))).abs() < 1e-4, "{sway} {:?}", &own[..4]);
    }
    let origin = followed.origin();
    assert!(origin.x.hypot(origin.z) > 0.2, "it has gone somewhere: {origin:?}");
}
