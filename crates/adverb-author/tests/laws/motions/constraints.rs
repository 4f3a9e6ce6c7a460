use std::sync::Arc;

use adverb::{AnimationTime, CanonicalTime, Placement, VerbTime};
use adverb_author::motion::*;
use glam::Vec3;

use super::made;

/// A walk whose left foot stays put from 0.1 s to 0.5 s.
fn walk() -> Arc<Motion> {
    let clip = made::clip(181, 60.0, 0.7, 0.03);
    let skeleton = made::skeleton(&clip);
    let foot = skeleton.joint_named("LeftFoot").unwrap();
    let constraint = Constraint::stays(foot, [VerbTime(0.1), VerbTime(0.5)], Vec3::new(0.3, 0.0, 1.0));
    made::motion(
        &clip,
        &skeleton,
        &[("left-down", 0.8), ("right-down", 1.2), ("left-down", 1.8)],
        vec![constraint],
    )
}

fn only(motion: &Motion, time: f64) -> Constraint {
    let mut all = motion.constraints(VerbTime(time));
    assert_eq!(all.len(), 1, "at {time}");
    all.remove(0)
}

#[test]
fn constraints_hold_only_in_their_time() {
    let walk = walk();
    for (time, count) in [(0.0, 0), (0.1, 1), (0.3, 1), (0.5, 1), (0.6, 0)] {
        assert_eq!(walk.constraints(VerbTime(time)).len(), count, "at {time}");
    }
}

#[test]
fn mirror_moves_constraints_to_the_other_foot() {
    let image = mirror(walk());
    let c = only(&image, 0.3);
    assert_eq!(image.skeleton().joint(c.joint).name, "RightFoot");
    assert_eq!(c.point, Vec3::new(-0.3, 0.0, 1.0));
}

#[test]
fn a_clip_asks_the_clipped_motion_and_cuts_to_itself() {
    let walk = walk();
    let piece = clip(walk.clone(), CanonicalTime(0.25), CanonicalTime(1.0)).unwrap();
    let start = walk.verb_time(CanonicalTime(0.25)).0;
    let c = only(&piece, 0.1);
    assert_eq!(c.from.0, 0.0);
    assert!((c.to.0 - (0.5 - start)).abs() < 1e-9);
    assert!(piece.constraints(VerbTime(0.5 - start + 0.05)).is_empty());
}

#[test]
fn an_affine_stretches_constraints() {
    let slow = affine(walk(), AnimationTime(0.0), 2.0).unwrap();
    let c = only(&slow, 0.9);
    assert_eq!((c.from.0, c.to.0), (0.2, 1.0));
}

#[test]
fn concatenations_and_cycles_move_constraints_along_with_the_body() {
    let walk = walk();
    let duration = walk.duration().0;
    let joined = concatenation(vec![walk.clone(), walk.clone()]).unwrap();
    let (first, second) = (only(&joined, 0.3), only(&joined, duration + 0.3));
    assert!((second.from.0 - (duration + 0.1)).abs() < 1e-9);
    let moved = Placement::reposition(
        Placement::of(&walk.pose(VerbTime(0.0))),
        Placement::of(&walk.pose(walk.duration())),
    );
    let (x, z) = moved.turn(first.point.x, first.point.z);
    assert!(second.point.distance(Vec3::new(moved.x + x, 0.0, moved.z + z)) < 1e-5);

    let cyclic = cycle(walk, Search::Exact).unwrap();
    let again = only(&cyclic, cyclic.duration().0 + 0.3);
    assert!(again.point.distance(second.point) < 1e-4, "{} {}", again.point, second.point);
}
