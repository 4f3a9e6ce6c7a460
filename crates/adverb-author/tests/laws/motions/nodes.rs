//! What each kind of motion is for: warps that start from rest, waves over walks, bridges without a seam, edits that copy nothing.

use std::sync::Arc;

use adverb::curve::Derivative::{Acceleration, Position, Velocity};
use adverb::graph::{Blend, Claim};
use adverb::{AnimationTime, CanonicalTime, DofId, Skeleton, VerbTime};
use adverb_author::motion::*;

use super::made::{self, most_apart, values};

/// The DOFs of joints whose names begin so.
fn dofs_of(skeleton: &Skeleton, start: &str) -> Vec<DofId> {
    let named = skeleton.joints().iter().filter(|joint| joint.name.starts_with(start));
    named.flat_map(|joint| joint.dofs.clone()).map(DofId).collect()
}

fn claim(usage: Usage, dofs: Vec<DofId>) -> Claim {
    Claim { during: [0.0, 1.0], usage, dofs }
}

#[test]
fn a_warp_shows_the_motion_at_another_pace() {
    let walk = made::walk();
    let duration = walk.duration().0;
    let points = Pace::Through(vec![[0.0, 0.0], [0.3, 0.5], [1.0, 1.0]]);
    for pace in [Pace::EaseIn, Pace::EaseOut, Pace::EaseInOut, Pace::Sigmoid, points] {
        let warped = warp(walk.clone(), pace.clone()).unwrap();
        assert_eq!(warped.duration(), walk.duration());
        for i in 0..=20 {
            let t = f64::from(i) / 20.0;
            let [u, ..] = pace.derivatives(t);
            assert!((pace.inverse(u) - t).abs() < 1e-7, "{pace:?} at {t}");
            let (own, original) =
                (values(&warped, duration * t, Position), values(&walk, duration * u, Position));
            assert!(most_apart(&own, &original) < 1e-5, "{pace:?} at {t}");
        }
        // What happens at a key happens at the moved key.
        for ((name, key), (own_name, own)) in walk.key_times().iter().zip(warped.key_times().iter()) {
            assert_eq!(name, own_name);
            let apart = most_apart(&values(&warped, own.0, Position), &values(&walk, key.0, Position));
            assert!(apart < 1e-5, "{pace:?}: {name} is {apart} off");
        }
    }
    let still = |motion: &Motion, time: f64| values(motion, time, Velocity).iter().all(|v| v.abs() < 1e-6);
    assert!(still(&warp(walk.clone(), Pace::EaseIn).unwrap(), 0.0), "an ease-in starts from rest");
    assert!(still(&warp(walk.clone(), Pace::EaseOut).unwrap(), duration), "an ease-out comes to rest");
}

/// A walk whose right arm is only defined, and a wave of the right arm alone, half a second later.
fn walk_and_wave() -> [Arc<Motion>; 2] {
    let clip = made::clip(240, 60.0, 0.2, 0.0);
    let skeleton = made::skeleton(&clip);
    let walk = made::motion(&clip, &skeleton, &[("left-down", 0.3), ("left-down", 3.3)], vec![]);
    let other = made::clip(90, 60.0, 0.0, 0.6);
    let wave = made::motion(&other, &skeleton, &[("", 0.0), ("apex", 0.7), ("", 1.4)], vec![]);
    let arm = dofs_of(&skeleton, "Right").into_iter().filter(|d| {
        let joint = skeleton.dofs()[d.index()].joint;
        ["RightArm", "RightHand"].contains(&skeleton.joint(joint).name.as_str())
    });
    let arm: Vec<DofId> = arm.collect();
    let rest = (0..skeleton.dofs().len() as u16).map(DofId).filter(|d| !arm.contains(d)).collect();
    let walk = selection(walk, vec![claim(Usage::Defined, arm.clone())]).unwrap();
    let wave = selection(wave, vec![claim(Usage::Undefined, rest)]).unwrap();
    [Arc::new(walk), Arc::new(affine(Arc::new(wave), AnimationTime(0.5), 1.0).unwrap())]
}

#[test]
fn a_composition_gives_each_dof_to_who_needs_it_most() {
    let [walk, wave] = walk_and_wave();
    let both = composition(vec![walk.clone(), wave.clone()]).unwrap();
    assert_eq!((both.start(), both.duration()), (walk.start(), walk.duration()));
    assert!(both.conflicts().is_empty());
    assert!(both.key_times().iter().any(|(name, key)| name == "apex" && (key.0 - 1.2).abs() < 1e-9));
    let skeleton = walk.skeleton();
    let arm = dofs_of(skeleton, "RightArm");
    for (time, owner) in [(0.2, None), (1.2, Some(0.7)), (2.8, None)] {
        let (own, of_walk) = (values(&both, time, Position), values(&walk, time, Position));
        for d in 0..own.len() {
            let dof = DofId(d as u16);
            let expected = match owner {
                Some(inner) if arm.contains(&dof) => values(&wave, inner, Position)[d],
                _ => of_walk[d],
            };
            let is_hand = skeleton.joint(skeleton.dofs()[d].joint).name == "RightHand";
            assert!(is_hand || (own[d] - expected).abs() < 1e-6, "DOF {d} at {time}");
        }
        let usage = if owner.is_some() { Usage::Required } else { Usage::Defined };
        assert_eq!(both.usage(VerbTime(time), arm[0]), usage, "the arm at {time}: figure 3.31");
    }
    // It goes over without a step.
    let step = 1.0 / 240.0;
    for d in arm.iter().map(|d| d.index()) {
        for i in 0..(both.duration().0 / step) as usize {
            let [a, b] = [0, 1].map(|k| values(&both, (i + k) as f64 * step, Position)[d]);
            assert!((b - a).abs() < 0.1, "DOF {d} steps by {} at {} s", b - a, i as f64 * step);
        }
    }
}

#[test]
fn who_comes_first_has_what_both_require_and_it_is_said() {
    let walk = made::walk();
    let image = Arc::new(mirror(walk.clone()));
    let both = composition(vec![walk.clone(), image]).unwrap();
    for i in 0..=10 {
        let time = walk.duration().0 * f64::from(i) / 10.0;
        assert_eq!(values(&both, time, Position), values(&walk, time, Position));
    }
    let named: Vec<&str> =
        both.conflicts().iter().map(|c| walk.skeleton().joint(c.joint).name.as_str()).collect();
    assert!(named.contains(&"Hips") && named.contains(&"RightArm"), "{named:?}");
    for conflict in both.conflicts() {
        assert_eq!((conflict.parts, conflict.during), ([0, 1], [VerbTime::ZERO, walk.duration()]));
    }
}

#[test]
fn a_bridge_has_no_seam() {
    let walk = made::walk();
    let other = Arc::new(affine(Arc::new(mirror(walk.clone())), AnimationTime(0.0), 1.3).unwrap());
    let t = CanonicalTime;
    let bridge =
        transition([walk.clone(), other.clone()], [[t(0.6), t(1.0)], [t(0.0), t(0.5)]], Blend::Sigmoid)
            .unwrap();
    let spans = [walk.verb_time(t(0.6)).0, walk.verb_time(t(1.0)).0, 0.0, other.verb_time(t(0.5)).0];
    let mean = 0.5 * (spans[1] - spans[0] + spans[3] - spans[2]);
    assert!((bridge.duration().0 - mean).abs() < 1e-12, "D is the mean of both parts");
    let before = Arc::new(clip(walk, t(0.0), t(0.6)).unwrap());
    let after = Arc::new(clip(other, t(0.5), t(1.0)).unwrap());
    let seam = [before.duration().0, before.duration().0 + bridge.duration().0];
    let whole = concatenation(vec![before, Arc::new(bridge), after]).unwrap();
    let h = 1e-6;
    for at in seam {
        for (derivative, allowed) in [(Position, 1e-4), (Velocity, 2e-3)] {
            let apart = most_apart(&values(&whole, at - h, derivative), &values(&whole, at + h, derivative));
            assert!(apart < allowed, "{derivative:?} steps by {apart} at {at} s");
        }
    }
}

#[test]
fn a_cycle_by_transition_meets_itself() {
    let walk = made::walk();
    let cyclic = cycle_through(walk.clone(), 0.2).unwrap();
    assert!(cyclic.duration().0 < walk.duration().0);
    assert!(cyclic.cycle_gap_m().unwrap() < 1e-4, "{:?} m", cyclic.cycle_gap_m());
    let twice = concatenation(vec![Arc::new(cyclic.clone()), Arc::new(cyclic.clone())]).unwrap();
    let (at, h) = (cyclic.duration().0, 1e-6);
    for (derivative, allowed) in [(Position, 1e-4), (Velocity, 1e-2), (Acceleration, 0.5)] {
        let apart = most_apart(&values(&twice, at - h, derivative), &values(&twice, at + h, derivative));
        assert!(apart < allowed, "{derivative:?} steps by {apart}");
    }
    assert!(cycle_through(walk, 0.6).is_err());
}

#[test]
fn an_edit_remakes_what_lies_above_and_shares_the_rest() {
    let walk = made::walk();
    let t = CanonicalTime;
    let piece = Arc::new(clip(walk.clone(), t(0.0), t(0.5)).unwrap());
    let image = Arc::new(mirror(walk.clone()));
    let whole = Arc::new(concatenation(vec![piece, image.clone()]).unwrap());
    let longer = whole.edited(&[0], |node| clip(node.parts()[0].clone(), t(0.0), t(0.8))).unwrap();
    assert!(longer.duration().0 > whole.duration().0);
    assert!(Arc::ptr_eq(longer.parts()[1], &image), "what lies beside is shared");
    assert!(Arc::ptr_eq(longer.parts()[0].parts()[0], &walk), "what lies below is shared");
    let made_so = concatenation(vec![Arc::new(clip(walk.clone(), t(0.0), t(0.8)).unwrap()), image]).unwrap();
    for i in 0..=20 {
        let time = longer.duration().0 * f64::from(i) / 20.0;
        assert_eq!(values(&longer, time, Position), values(&made_so, time, Position), "re-evaluated");
    }
    // The recording is replaced at the bottom; everything above follows.
    let slow = longer.edited(&[0, 0], |node| affine(node.clone(), AnimationTime(0.0), 2.0)).unwrap();
    assert!(slow.duration().0 > longer.duration().0 + 0.5);
    assert!(whole.edited(&[7], |node| Ok((**node).clone())).is_err(), "there is no such part");
}

#[test]
fn a_tree_says_what_it_is_made_of() {
    let walk = made::walk();
    let image = Arc::new(mirror(walk));
    let nodes = tree(&warp(image, Pace::EaseIn).unwrap());
    let said: Vec<(usize, &str)> = nodes.iter().map(|node| (node.depth, node.what.as_str())).collect();
    assert_eq!(said, [(0, "warp with ease-in"), (1, "mirror"), (2, "made.bvh from 0.800 to 1.800 s")]);
    assert_eq!(nodes[2].keys[1].0, "right-down");
    assert_eq!(nodes[1].keys[1].0, "left-down");
}

#[test]
fn an_expression_costs_as_much_as_it_has_nodes_and_has_not_too_many() {
    // Thirty warps, one in another: three derivatives each asked for at every level would be 3³⁰ answers.
    let deep = (0..30).fold(made::walk(), |walk, _| Arc::new(warp(walk, Pace::EaseInOut).unwrap()));
    assert!(values(&deep, 0.4, Acceleration).iter().all(|a| a.is_finite()));
    // Of parts that are shared there are twice as many with every level.
    let double = |of: &Arc<Motion>| composition(vec![of.clone(), of.clone()]);
    let bridge = |of: &Arc<Motion>| {
        let regions = [[0.7, 1.0], [0.0, 0.3]].map(|region| region.map(CanonicalTime));
        transition([of.clone(), of.clone()], regions, Blend::Sigmoid)
    };
    for made in [&double as &dyn Fn(&Arc<Motion>) -> _, &bridge] {
        let mut motion = made::walk();
        let refused = (0..40).find_map(|_| match made(&motion) {
            Ok(more) => {
                motion = Arc::new(more);
                None
            }
            Err(problem) => Some(problem.to_string()),
        });
        assert_eq!(refused.unwrap(), "the motion would be made of 2047 others at once; 1024 are enough");
    }
}
