//! Basic motions (A.1): the range of a recording, given by DOF curves.

use std::sync::Arc;

use adverb::curve::{Curve, Encoding};
use adverb::key_times::TimeMap;
use adverb::rotation;
use adverb::skeleton::DofKind;
use adverb::{AnimationTime, DofId, Placement, Skeleton, VerbTime};
use glam::{DQuat, DVec3, Vec3};

use super::jet::DERIVATIVES;
use super::{Constraint, Kind, Motion, Usage};
use crate::clip::{Clip, Transform};
use crate::error::Error;
use crate::fit::{self, Tolerance};

/// The DOF curves of a whole file on a skeleton, shared by all motions cut from it.
#[derive(Debug, Clone, PartialEq)]
pub struct Recording {
    /// Its file.
    file: String,
    curves: Vec<Option<Curve>>,
    fps: f64,
    duration_secs: f64,
}

impl Recording {
    /// The frames of a clip as they are: piecewise linear curves. Joints are found by name; those that the clip lacks are
    /// undefined, those that the skeleton lacks are left out. A single frame becomes a pose held for a frame's time.
    pub fn raw(skeleton: &Skeleton, clip: &Clip) -> Result<Self, Error> {
        let frames = clip.frame_count();
        let fail = |problem: &str| Error::File { file: clip.source.file.clone(), problem: problem.into() };
        if frames == 0 {
            return Err(fail(
                "it has no frames, so there is no motion in it; save it with an animation (without one it can be a skeleton or a character)",
            ));
        }
        let map = clip.joints_named(skeleton.joints().iter().map(|j| j.name.as_str()));
        let Some(root) = map[skeleton.root().index()] else {
            let name = &skeleton.joint(skeleton.root()).name;
            return Err(fail(&format!("it has no joint named {name:?}, the root of the project's skeleton")));
        };
        let upright: Vec<DQuat> = (0..frames)
            .map(|f| {
                clip.world_of(clip.frame(f), root).rotation * rig_from(skeleton, skeleton.root().index())
            })
            .collect();
        let headings = headings(&upright);
        let mut samples = vec![Vec::with_capacity(frames); skeleton.dofs().len()];
        let mut dofs = vec![0.0; skeleton.dofs().len()];
        for f in 0..frames {
            let place = clip.world_of(clip.frame(f), root).translation.as_vec3();
            Placement { x: place.x, z: place.z, heading: headings[f] as f32 }.store(&mut dofs);
            dofs[Skeleton::HEIGHT.index()] = place.y;
            for (j, joint) in skeleton.joints().iter().enumerate() {
                let Some(source) = map[j] else { continue };
                let local = if j == skeleton.root().index() {
                    let tilt = DQuat::from_rotation_y(-headings[f]) * upright[f];
                    Transform { translation: DVec3::ZERO, rotation: tilt }
                } else {
                    aligned_local(skeleton, j, clip.frame(f)[source], &dofs)
                };
                store(skeleton, joint, local, &mut dofs);
            }
            for (sample, &dof) in samples.iter_mut().zip(&dofs) {
                sample.push(dof);
            }
        }
        let duration_secs = (frames.max(2) - 1) as f64 / clip.fps;
        let curves = samples.into_iter().zip(skeleton.dofs()).map(|(samples, dof)| {
            map[dof.joint.index()].map(|_| Curve::new(Encoding::Linear, duration_secs, samples))
        });
        Ok(Self { file: clip.source.file.clone(), curves: curves.collect(), fps: clip.fps, duration_secs })
    }

    /// The same recording as B-splines, each fitted to the tolerance of its kind ([`Tolerance::of`] is the default).
    #[must_use]
    pub fn fitted(&self, skeleton: &Skeleton, tolerance: impl Fn(DofKind) -> Tolerance) -> Self {
        let curves = self.curves.iter().zip(skeleton.dofs()).map(|(curve, dof)| {
            let curve = curve.as_ref()?;
            let samples: Vec<f64> = curve.coefficients().iter().map(|&c| f64::from(c)).collect();
            Some(fit::fit(&samples, Encoding::Open, self.duration_secs, tolerance(dof.kind)))
        });
        Self { file: self.file.clone(), curves: curves.collect(), ..*self }
    }

    /// Where the body is in every frame, of a raw recording.
    pub fn places(&self) -> Vec<Placement> {
        let samples = |dof: DofId| {
            let curve = self.curves[dof.index()].as_ref();
            curve.map_or(&[][..], |curve| curve.coefficients())
        };
        let [x, z, heading] = [Skeleton::X, Skeleton::Z, Skeleton::HEADING].map(samples);
        let places = x.iter().zip(z).zip(heading);
        places.map(|((&x, &z), &heading)| Placement { x, z, heading }).collect()
    }

    /// The same frames, with the body at these places: one for each, of a raw recording.
    #[must_use]
    pub fn placed(&self, places: &[Placement]) -> Self {
        let mut placed = self.clone();
        let mut set = |dof: DofId, samples: Vec<f32>| {
            placed.curves[dof.index()] = Some(Curve::new(Encoding::Linear, self.duration_secs, samples));
        };
        set(Skeleton::X, places.iter().map(|place| place.x).collect());
        set(Skeleton::Z, places.iter().map(|place| place.z).collect());
        set(Skeleton::HEADING, places.iter().map(|place| place.heading).collect());
        placed
    }

    /// Its file.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// One curve per DOF; `None` if the recording leaves it undefined.
    pub fn curves(&self) -> &[Option<Curve>] {
        &self.curves
    }

    /// From the first frame to the last.
    pub fn duration_secs(&self) -> f64 {
        self.duration_secs
    }

    /// Frames per second of the file.
    pub fn fps(&self) -> f64 {
        self.fps
    }
}

/// `rig_from_aligned` of a joint, in f64.
fn rig_from(skeleton: &Skeleton, joint: usize) -> DQuat {
    skeleton.joints()[joint].rig_axes.as_dquat().inverse()
}

/// A local transform of the file in the skeleton's axes; for a second root, on the ground of the placement.
fn aligned_local(skeleton: &Skeleton, j: usize, local: Transform, dofs: &[f32]) -> Transform {
    let joint = &skeleton.joints()[j];
    let parent = joint.parent.map_or(DQuat::IDENTITY, |p| rig_from(skeleton, p.index())).inverse();
    let aligned = Transform {
        translation: parent * local.translation,
        rotation: parent * local.rotation * rig_from(skeleton, j),
    };
    if !skeleton.rides(joint) {
        return aligned;
    }
    let place = Placement::of(dofs);
    let ground = Transform {
        translation: DVec3::new(f64::from(place.x), 0.0, f64::from(place.z)),
        rotation: DQuat::from_rotation_y(f64::from(place.heading)),
    };
    ground.inverse().compose(aligned)
}

/// Writes a joint's translation and rotation vector; the latter near to what is there from the frame before.
fn store(skeleton: &Skeleton, joint: &adverb::skeleton::Joint, local: Transform, dofs: &mut [f32]) {
    let turn = (joint.reference.as_dquat().inverse() * local.rotation).normalize().as_quat();
    let offset = (local.translation - joint.offset.as_dvec3()).as_vec3();
    let is_root = joint.dofs.start == 0;
    let range = joint.dofs.start as usize..joint.dofs.end as usize;
    let mut near = Vec3::ZERO;
    for d in range.clone() {
        if let DofKind::RotationVector(axis) = skeleton.dofs()[d].kind {
            near[axis as usize] = dofs[d];
        }
    }
    let vector = rotation::log_near(turn, near);
    for d in range {
        match skeleton.dofs()[d].kind {
            DofKind::RotationVector(axis) => dofs[d] = vector[axis as usize],
            DofKind::Translation(axis) if !is_root => dofs[d] = offset[axis as usize],
            _ => {}
        }
    }
}

/// The heading of a body over time: its twist about the vertical, continuous, while it is within 120° of upright; beyond
/// that, where the twist spins or is undefined (a somersault), it runs evenly from where it was to where it comes out.
fn headings(upright: &[DQuat]) -> Vec<f64> {
    const UPRIGHT: f64 = 0.25; // cos² of half of 120°
    let mut headings = vec![0.0; upright.len()];
    let mut last: Option<usize> = None;
    for (f, q) in upright.iter().enumerate() {
        if q.y * q.y + q.w * q.w < UPRIGHT {
            continue;
        }
        let twist = adverb::body::twist_y(*q);
        let before = last.map_or(0.0, |l| headings[l]);
        headings[f] = twist + ((before - twist) / std::f64::consts::TAU).round() * std::f64::consts::TAU;
        let (from, start) = last.map_or((headings[f], 0), |l| (headings[l], l + 1));
        let span = (f + 1 - start) as f64;
        for g in start..f {
            headings[g] = from + (headings[f] - from) * (g + 1 - start) as f64 / span;
        }
        last = Some(f);
    }
    if let Some(l) = last {
        let held = headings[l];
        headings[l + 1..].fill(held);
    }
    headings
}

/// A range of a recording.
#[derive(Debug, Clone)]
pub(super) struct Basic {
    pub(super) recording: Arc<Recording>,
    pub(super) from_secs: f64,
    constraints: Vec<Constraint>,
}

/// A basic motion: a recording from its first key to its last. `keys` are names and seconds in the file.
pub fn basic(
    skeleton: Arc<Skeleton>,
    recording: Arc<Recording>,
    keys: &[(String, f64)],
    constraints: Vec<Constraint>,
) -> Result<Motion, Error> {
    let from_secs = keys.first().map_or(0.0, |k| k.1);
    let keys = keys.iter().map(|(name, secs)| (name.clone(), secs - from_secs)).collect();
    let keys = super::key_times(keys, TimeMap::Smooth)?;
    let kind = Kind::Basic(Basic { recording, from_secs, constraints });
    Ok(Motion { skeleton, keys, start: AnimationTime(0.0), adverbs: Vec::new(), nodes: 1, own: None, kind })
}

/// The whole of a recording, with only the two implied keys.
pub fn whole(skeleton: Arc<Skeleton>, recording: Arc<Recording>) -> Result<Motion, Error> {
    let end = recording.duration_secs;
    basic(skeleton, recording, &[(String::new(), 0.0), (String::new(), end)], Vec::new())
}

impl Basic {
    pub(super) fn derivatives(&self, time: VerbTime, rows: &mut [f32]) {
        let curves = &self.recording.curves;
        for (row, derivative) in rows.chunks_exact_mut(curves.len()).zip(DERIVATIVES) {
            for (out, curve) in row.iter_mut().zip(curves) {
                *out = curve.as_ref().map_or(0.0, |c| c.evaluate(self.from_secs + time.0, derivative));
            }
        }
    }

    pub(super) fn usage(&self, dof: DofId) -> Usage {
        if self.recording.curves[dof.index()].is_some() { Usage::Required } else { Usage::Undefined }
    }

    pub(super) fn constraints(&self, time: VerbTime) -> Vec<Constraint> {
        self.constraints.iter().filter(|c| c.holds(time)).cloned().collect()
    }

    pub(super) fn is_constrained(&self) -> bool {
        !self.constraints.is_empty()
    }

    pub(super) fn reach(&self) -> (VerbTime, VerbTime) {
        (VerbTime(-self.from_secs), VerbTime(self.recording.duration_secs - self.from_secs))
    }

    pub(super) fn fps(&self) -> f64 {
        self.recording.fps
    }
}
