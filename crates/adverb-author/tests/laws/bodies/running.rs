//! A body that follows an actor while it runs goes as its motion does that is made offline.

use adverb::body::{Figure, Transform, Tree, Wearer, bind};
use adverb::glam::Vec3;
use adverb::graph::FootId;
use adverb::kinematics::{LocalTransform, local_transforms};
use adverb::{Actor, Ground, Skeleton, World};
use adverb_author::clip::{Clip, ClipJoint};
use adverb_author::retarget::{Performance, Standing};
use adverb_author::support::Stood;
use glam::{DQuat, DVec3};

use crate::actors::stage;

/// Frames a second.
const FPS: f64 = 60.0;

struct Floor;

impl World for Floor {
    fn ground(&self, _: [f64; 3]) -> Option<Ground> {
        Some(0.0.into())
    }
}

fn placed(local: &LocalTransform) -> Transform {
    Transform { translation: local.translation.as_dvec3(), rotation: local.rotation.as_dquat().normalize() }
}

/// The skeleton's joints as those of a clip, in aligned axes, with legs of other proportions.
fn joints(skeleton: &Skeleton, [thighs, shins]: [f64; 2]) -> Vec<ClipJoint> {
    let longer = |name: &str| match name {
        "LeftLeg" | "RightLeg" => thighs,
        "LeftFoot" | "RightFoot" => shins,
        _ => 1.0,
    };
    let joint = |joint: &adverb::skeleton::Joint| ClipJoint {
        name: joint.name.clone(),
        parent: joint.parent.map(|parent| parent.index()),
        rest: Transform {
            translation: joint.offset.as_dvec3() * longer(&joint.name),
            rotation: DQuat::IDENTITY,
        },
        end: joint.end,
    };
    skeleton.joints().iter().map(joint).collect()
}

fn figure(joints: &[ClipJoint]) -> Figure {
    let tree = Tree {
        names: joints.iter().map(|joint| joint.name.clone()).collect(),
        parents: joints.iter().map(|joint| joint.parent).collect(),
        ends: joints.iter().map(|joint| joint.end).collect(),
    };
    Figure::bound(tree, joints.iter().map(|joint| joint.rest).collect(), Vec::new())
}

#[test]
fn a_body_goes_while_it_runs_as_it_does_offline() {
    let pack = stage::pack();
    let (skeleton, graph) = (pack.skeleton(), &pack.graphs()[0]);
    let source = Figure::of_verbs(skeleton, pack.verbs());
    let own = joints(skeleton, [1.0, 1.0]);
    for lengths in [[1.0, 1.2], [1.15, 0.95]] {
        let other = joints(skeleton, lengths);
        let binding = bind(&source, &figure(&other), &[]).expect("hips are known");
        let (mut wearer, mut actor) = (Wearer::new(&binding), Actor::new(graph.clone(), 7));
        actor.request(graph.verb_named("walk").expect("a walk")).expect("a way there");
        let mut locals = vec![LocalTransform::IDENTITY; skeleton.joints().len()];
        let feet: Vec<FootId> = graph.foot_ids().collect();
        let mut stood: Vec<Stood> =
            feet.iter().map(|&id| Stood { ball: graph.foot(id).ball, frames: Vec::new() }).collect();
        let (mut recorded, mut shown): (Vec<Transform>, Vec<Vec<Vec3>>) = (Vec::new(), Vec::new());
        for frame in 0..240 {
            actor.step(1.0 / FPS, &mut Floor);
            wearer.pose(&actor, &Floor, 1.0 / FPS as f32);
            local_transforms(skeleton, actor.dofs(), &mut locals);
            for (j, local) in locals.iter().enumerate() {
                let axes = |j: usize| skeleton.joints()[j].rig_axes.as_dquat();
                let above = own[j].parent.map_or(DQuat::IDENTITY, axes);
                let local = placed(local);
                recorded.push(Transform {
                    translation: above.inverse() * local.translation,
                    rotation: (above.inverse() * local.rotation * axes(j)).normalize(),
                });
            }
            shown.push((0..other.len()).map(|j| wearer.world(j).translation).collect());
            for (stood, _) in stood.iter_mut().zip(&feet).filter(|(_, id)| actor.is_planted(**id)) {
                match stood.frames.last_mut() {
                    Some(last) if last[1] + 1 == frame => last[1] = frame,
                    _ => stood.frames.push([frame, frame]),
                }
            }
        }
        let named = Clip {
            joints: own.clone(),
            fps: FPS,
            locals: recorded,
            source: adverb_author::pack::source(pack),
        };
        let performance = Performance::of(skeleton, &named, &stood).expect("a clip of the skeleton");
        let offline = performance.on(&binding, &other, &named, Standing::Held);
        for (j, joint) in other.iter().enumerate().filter(|(_, joint)| !joint.end) {
            let far = |f: usize| {
                let place: DVec3 = offline.world(offline.frame(f))[j].translation;
                place.distance(shown[f][j].as_dvec3())
            };
            let (mut sum, mut most) = (0.0, 0.0_f64);
            for f in 0..shown.len() {
                sum += far(f).powi(2);
                most = most.max(far(f));
            }
            let rms = (sum / shown.len() as f64).sqrt();
            let (usual, farthest) =
                if joint.name.contains("Leg") || joint.name.contains("Foot") || joint.name.contains("Toe") {
                    (0.02, 0.05)
                } else {
                    (0.002, 0.004)
                };
            assert!(
                rms < usual && most < farthest,
                "{}: {:.1} mm, at most {:.1}",
                joint.name,
                1e3 * rms,
                1e3 * most
            );
        }
    }
}
