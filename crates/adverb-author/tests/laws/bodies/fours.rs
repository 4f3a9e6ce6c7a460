//! A body on four legs follows one on two.

use adverb::body::{BoundLeg, Figure, Transform, Tree, Wearer, bind};
use adverb::glam::Vec3;
use adverb::graph::FootId;
use adverb::{Actor, Ground, World};
use adverb_author::gait::humanoid;
use glam::{DQuat, DVec3};

use crate::actors::stage;

struct Floor;

impl World for Floor {
    fn ground(&self, _: [f64; 3]) -> Option<Ground> {
        Some(0.0.into())
    }
}

/// The built-in figure on four legs: its back is level, and its arms, of so much of the legs' length, hang to the ground.
fn quadruped(fore: f64) -> Figure {
    let joints = humanoid();
    let high = |part: f64| DVec3::new(0.0, -part * fore, 0.0);
    let place = |name: &str| -> Option<DVec3> {
        let bare = name.trim_start_matches("Left").trim_start_matches("Right");
        let side = if name.starts_with("Left") { 1.0 } else { -1.0 };
        Some(match bare {
            "Hips" => DVec3::new(0.0, 0.95, 0.0),
            "Spine" => DVec3::new(0.0, 0.05, 0.2),
            "Chest" => DVec3::new(0.0, 0.0, 0.25),
            "Neck" => DVec3::new(0.0, 0.05, 0.25),
            "Head" => DVec3::new(0.0, 0.1, 0.12),
            "Shoulder" => DVec3::new(0.03 * side, -0.05, 0.2),
            "Arm" => DVec3::new(0.08 * side, 0.0, 0.0),
            "ForeArm" => high(0.45),
            "Hand" => high(0.45) + DVec3::new(0.0, 0.0, 0.01),
            _ => return None,
        })
    };
    let tree = Tree {
        names: joints.iter().map(|joint| joint.name.clone()).collect(),
        parents: joints.iter().map(|joint| joint.parent).collect(),
        ends: joints.iter().map(|joint| joint.end).collect(),
    };
    let rest = joints.iter().map(|joint| Transform {
        translation: place(&joint.name).unwrap_or(joint.rest.translation),
        rotation: DQuat::IDENTITY,
    });
    Figure::bound(tree, rest.collect(), Vec::new())
}

/// Where what a leg stands on is.
fn sole(wearer: &Wearer, bound: &BoundLeg) -> Vec3 {
    let (joint, from, _) = bound.sole.points[0][0];
    let at = wearer.world(joint);
    (at.translation + at.rotation * from.as_vec3()) / wearer.scale()
}

#[test]
fn forelegs_stand_while_the_legs_that_they_step_as_do() {
    let pack = stage::pack();
    let graph = &pack.graphs()[0];
    for fore in [0.95, 0.85, 0.75] {
        let source = Figure::of_verbs(pack.skeleton(), pack.verbs());
        let binding = bind(&source, &quadruped(fore), &[]).expect("hips are known");
        assert!(binding.on_fours && binding.legs.len() == 4);
        let (mut wearer, mut actor) = (Wearer::new(&binding), Actor::new(graph.clone(), 7));
        actor.request(graph.verb_named("walk").expect("a walk")).expect("a way there");
        let mut from: Vec<Option<Vec3>> = vec![None; 4];
        let (mut most, mut low, mut stands) = ([0.0_f32; 4], [0.0_f32; 4], 0);
        for _ in 0..400 {
            actor.step(1.0 / 60.0, &mut Floor);
            wearer.pose(&actor, &Floor, 1.0 / 60.0);
            for (l, bound) in binding.legs.iter().enumerate() {
                let at = sole(&wearer, bound);
                low[l] = low[l].min(at.y);
                let is_own = |id: &FootId| graph.foot(*id).limb.end.index() == bound.leg.source[2];
                let planted = graph.foot_ids().any(|id| is_own(&id) && actor.is_planted(id));
                match (planted, from[l]) {
                    (false, _) => from[l] = None,
                    (true, None) => from[l] = Some(at),
                    (true, Some(stood)) => {
                        most[l] = most[l].max((at - stood).with_y(0.0).length());
                        stands += 1;
                    }
                }
            }
        }
        println!("forelegs of {fore}: slide {most:?} m, low {low:?}");
        assert!(stands > 400, "feet stand in {stands} frames");
        assert!(most.iter().all(|&slid| slid < 0.02), "forelegs of {fore} slide {most:?} m");
        assert!(low.iter().all(|&low| low > -5e-3), "forelegs of {fore} are {low:?} m high");
    }
}
