//! Made recordings: small figures whose motion is a formula.

use std::sync::Arc;

use adverb::curve::Derivative;
use adverb::{Skeleton, VerbTime};
use adverb_author::clip::{Clip, ClipJoint, Format, Source, Transform, Up};
use adverb_author::fit::Tolerance;
use adverb_author::motion::{Constraint, Motion, Recording, basic};
use adverb_author::rig;
use glam::{DQuat, DVec3};

pub fn source() -> Source {
    Source {
        file: "made.bvh".into(),
        format: Format::Bvh,
        unit_m: 1.0,
        up: Up::Y,
        warnings: vec![],
        assumptions: vec![],
    }
}

/// Hips, spine, head, two legs and two arms.
pub fn joints() -> Vec<ClipJoint> {
    let joint = |name: &str, parent: Option<usize>, at: [f64; 3], end: bool| ClipJoint {
        name: name.into(),
        parent,
        rest: Transform { translation: DVec3::from(at), rotation: DQuat::IDENTITY },
        end,
    };
    vec![
        joint("Hips", None, [0.0, 0.95, 0.0], false),
        joint("LeftUpLeg", Some(0), [0.1, -0.05, 0.0], false),
        joint("LeftLeg", Some(1), [0.0, -0.42, 0.0], false),
        joint("LeftFoot", Some(2), [0.0, -0.42, 0.0], false),
        joint("LeftFoot_End", Some(3), [0.0, -0.06, 0.15], true),
        joint("RightUpLeg", Some(0), [-0.1, -0.05, 0.0], false),
        joint("RightLeg", Some(5), [0.0, -0.42, 0.0], false),
        joint("RightFoot", Some(6), [0.0, -0.42, 0.0], false),
        joint("RightFoot_End", Some(7), [0.0, -0.06, 0.15], true),
        joint("Spine", Some(0), [0.0, 0.2, 0.0], false),
        joint("Head", Some(9), [0.0, 0.45, 0.0], false),
        joint("LeftArm", Some(9), [0.18, 0.3, 0.0], false),
        joint("LeftHand", Some(11), [0.5, 0.0, 0.0], false),
        joint("RightArm", Some(9), [-0.18, 0.3, 0.0], false),
        joint("RightHand", Some(13), [-0.5, 0.0, 0.0], false),
    ]
}

/// A figure that travels and turns while everything about it swings; nearly repeating every second, `drift` off at the end of it.
pub fn clip(frames: usize, fps: f64, turn_rad_per_sec: f64, drift: f64) -> Clip {
    let joints = joints();
    let mut locals = Vec::new();
    for f in 0..frames {
        let t = f as f64 / fps;
        let heading = 0.4 + turn_rad_per_sec * t + 0.1 * (std::f64::consts::TAU * t).sin();
        for (j, joint) in joints.iter().enumerate() {
            let phase = std::f64::consts::TAU * t + j as f64;
            let swing = DVec3::new(
                0.4 * phase.sin(),
                0.2 * (phase + 1.0).sin(),
                0.15 * (2.0 * phase).sin() + drift * t,
            );
            let own = DQuat::from_scaled_axis(if joint.end { DVec3::ZERO } else { swing });
            locals.push(if j == 0 {
                let even = 0.4 + turn_rad_per_sec * t;
                let ahead = if turn_rad_per_sec.abs() < 1e-9 {
                    DVec3::new(even.sin(), 0.0, even.cos()) * (1.2 * t)
                } else {
                    DVec3::new(0.4f64.cos() - even.cos(), 0.0, even.sin() - 0.4f64.sin())
                        * (1.2 / turn_rad_per_sec)
                };
                let tilt = DQuat::from_scaled_axis(DVec3::new(0.1 * phase.sin(), 0.0, 0.05 * phase.cos()));
                Transform {
                    translation: DVec3::new(2.0, 0.95 + 0.03 * (2.0 * phase).sin(), -1.0) + ahead,
                    rotation: DQuat::from_rotation_y(heading) * tilt,
                }
            } else {
                Transform { translation: joint.rest.translation, rotation: own }
            });
        }
    }
    Clip { joints, fps, locals, source: source() }
}

pub fn skeleton(clip: &Clip) -> Arc<Skeleton> {
    Arc::new(rig::skeleton_of(clip).expect("a made skeleton"))
}

/// A basic motion of a made clip with smooth curves: keys at the given seconds.
pub fn motion(
    clip: &Clip,
    skeleton: &Arc<Skeleton>,
    keys: &[(&str, f64)],
    constraints: Vec<Constraint>,
) -> Arc<Motion> {
    let recording =
        Recording::raw(skeleton, clip).expect("frames").fitted(skeleton, |_| Tolerance { rms: 1e-4 });
    let keys: Vec<_> = keys.iter().map(|(name, secs)| (name.to_string(), *secs)).collect();
    Arc::new(basic(skeleton.clone(), Arc::new(recording), &keys, constraints).expect("keys in order"))
}

/// The usual one: a walk-like second within three, with a drift, turning.
pub fn walk() -> Arc<Motion> {
    let clip = clip(181, 60.0, 0.7, 0.03);
    let skeleton = skeleton(&clip);
    motion(&clip, &skeleton, &[("left-down", 0.8), ("right-down", 1.2), ("left-down", 1.8)], vec![])
}

/// All DOFs of a motion at a time in seconds, or one of their derivatives.
pub fn values(motion: &Motion, time: f64, derivative: Derivative) -> Vec<f32> {
    let mut out = vec![0.0; motion.skeleton().dofs().len()];
    motion.evaluate(VerbTime(time), derivative, &mut out);
    out
}

pub fn most_apart(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}
