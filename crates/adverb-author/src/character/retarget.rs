//! A motion of a skeleton on the skeleton of a mesh: turned joint by joint, carried by legs of another length, feet planted.

use std::sync::Arc;

use adverb::Skeleton;
use glam::{DQuat, DVec3};

use super::align::{self, Stance};
use super::legs::{self, LEVEL_LEGS, Leg, Proportions};
use super::map::Map;
use super::plant::{Feet, Span};
use super::sole::Sole;
use super::stands;
use crate::clip::{Clip, Transform};
use crate::error::Error;
use crate::figure::percentile;
use crate::finding::{Criterion, Finding, Subject, Verdict};
use crate::formats::gltf::skins::Skins;
use crate::rig::twist_y;
use crate::roles::Part;
use crate::support::Stood;

/// A pose that has come back to within this, in radians and metres, closes a cycle.
const CLOSED: f64 = 2e-3;
/// A cycle that ends higher than it began by this part of what a floor may be uneven by goes uphill.
const CLIMB: f64 = 0.1;

/// A mesh bound to a skeleton by a motion, which shows how feet stand, and how high.
pub(super) struct Bound<'a> {
    pub(super) mesh: &'a Skins,
    pub(super) map: &'a Map,
    /// For every joint of the mesh, the joint that turns it.
    pub(super) source: Vec<Option<usize>>,
    pub(super) stance: Stance,
    pub(super) legs: Vec<Leg>,
    pub(super) soles: Vec<Sole>,
    pub(super) proportions: Proportions,
    pub(super) hips: usize,
    /// `world_from_joint` of the motion, in aligned axes.
    frames: Vec<Vec<Transform>>,
    stands: Vec<Vec<Span>>,
    cyclic: bool,
}

impl<'a> Bound<'a> {
    /// Binds a mesh by a motion of a skeleton, and by when its feet stood, if that is known.
    pub(super) fn by(
        skeleton: &Arc<Skeleton>,
        clip: &Clip,
        stood: &[Stood],
        mesh: &'a Skins,
        map: &'a Map,
    ) -> Result<Self, Error> {
        let frames: Vec<Vec<Transform>> =
            (0..clip.frame_count()).map(|f| aligned(skeleton, clip, f)).collect();
        let upright = map.is_upright(&align::reference(skeleton));
        let mut legs = legs::legs(map, &mesh.figure, upright);
        let hind = legs.iter().filter(|leg| !leg.fore).count();
        let cyclic = clip.frame_count() > 2 && closes(skeleton, clip);
        let stands = match stood {
            [] => stands::found(skeleton, clip, &legs, cyclic)?,
            known => stands::known(skeleton, known, &legs, clip.frame_count(), cyclic),
        };
        let mut stance = align::align(skeleton, mesh, map, &frames, &legs[..hind], &stands);
        let proportions = match hind {
            0 => Proportions::without_legs(&stance),
            _ => Proportions::of(&stance, &mut legs[..hind], &frames, &stands),
        };
        let mut source = map.source.clone();
        for leg in legs.iter().filter(|leg| leg.fore && upright) {
            follow_across(&mut stance, &mut source, leg, &legs[..hind]);
        }
        let soles = legs.iter().map(|leg| Sole::of(&stance, mesh, leg)).collect();
        let hips = map.joint(Part::Hips, None).unwrap_or(0);
        Ok(Self { mesh, map, source, stance, legs, soles, proportions, hips, frames, stands, cyclic })
    }

    /// Warnings about its legs.
    pub(super) fn warnings(&self, figure: &Clip) -> Vec<Finding> {
        let subject = || Subject::Mesh(figure.source.file.clone());
        let mut warnings = Vec::new();
        if self.hind().len() < 2 {
            // Half a body has none to name.
            warnings.push(match self.map.has_open_joints(figure) {
                true => {
                    let message =
                        "its legs are unknown, so no foot is planted and the hips travel as they do";
                    let found = Finding::warning(Criterion::UnknownLegs, subject(), message);
                    found.remedy("Name hips, knees and ankles of both sides in joints = { … }.")
                }
                false => {
                    let message = "it has no legs, so no foot is planted and the hips travel as they do";
                    Finding::new(Criterion::UnknownLegs, Verdict::Note, subject(), message)
                }
            });
        }
        if self.stance.on_fours {
            let found = |message: &str| Finding::warning(Criterion::FourLegs, subject(), message);
            warnings.push(match self.map.lies_stretched(&figure.world(&figure.rest())) {
                true => found("it lies down, so it is moved as if on four legs")
                    .remedy("Save it with Y up, as glTF demands; in Blender, tick +Y Up."),
                false => found("it has four legs: each foreleg steps as the diagonally opposite leg"),
            });
        }
        warnings
    }

    /// The motion on the mesh's joints, at so many frames per second.
    pub(super) fn driven(&self, fps: f64) -> Clip {
        let mut driven = self.turned(fps);
        if !self.proportions.alike {
            let height = |leg: &Leg| {
                let of = |frame: &Vec<Transform>| match leg.fore {
                    true => f64::NEG_INFINITY,
                    false => self.proportions.ball_height(frame[leg.source[3]].translation.y),
                };
                self.frames.iter().map(of).collect()
            };
            let heights: Vec<Vec<f64>> = self.legs.iter().map(height).collect();
            let feet = Feet {
                legs: &self.legs,
                stands: &self.stands,
                grounds: &self.grounds(),
                soles: &self.soles,
                steps: &self.steps(),
                heights: &heights,
                hips: self.hips,
                cyclic: self.cyclic,
            };
            feet.plant(&mut driven);
        }
        driven
    }

    /// How high the ground is, each time that a foot stands: that of a floor, or as the motion has it.
    fn grounds(&self) -> Vec<Vec<f64>> {
        let ground = |leg: &Leg, span: &Span| {
            let frames = &self.frames[span.frames(self.frames.len())];
            let mut heights: Vec<f64> = frames.iter().map(|f| f[leg.source[3]].translation.y).collect();
            heights.sort_by(f64::total_cmp);
            self.proportions.ground(percentile(&heights, 0.5))
        };
        let of = |(leg, spans): (&Leg, &Vec<Span>)| spans.iter().map(|span| ground(leg, span)).collect();
        let mut grounds: Vec<Vec<f64>> = self.legs.iter().zip(&self.stands).map(of).collect();
        // The wrist of a foreleg stands higher than a ball does.
        for (_, grounds) in self.legs.iter().zip(&mut grounds).filter(|(leg, _)| leg.fore) {
            let lowest = grounds.iter().copied().fold(f64::INFINITY, f64::min);
            grounds.iter_mut().for_each(|ground| *ground -= lowest);
        }
        let [low, high] = [(f64::INFINITY, f64::min as fn(f64, f64) -> f64), (f64::NEG_INFINITY, f64::max)]
            .map(|(from, pick)| grounds.iter().flatten().copied().fold(from, pick));
        let level = LEVEL_LEGS * self.proportions.leg;
        // The rounds of a cycle add up.
        let climbs = self.cyclic && self.climbed().abs() > CLIMB * level;
        if high - low < level && !climbs {
            grounds.iter_mut().flatten().for_each(|ground| *ground = 0.0);
        }
        grounds
    }

    /// How much higher the hips are at the end.
    fn climbed(&self) -> f64 {
        let height = |frame: Option<&Vec<Transform>>| {
            let hips = self.map.source[self.hips];
            frame.zip(hips).map_or(0.0, |(frame, hips)| frame[hips].translation.y)
        };
        self.proportions.scale * (height(self.frames.last()) - height(self.frames.first()))
    }

    /// Without planted feet.
    pub(super) fn turned(&self, fps: f64) -> Clip {
        let figure = &self.mesh.figure;
        let locals = self.frames.iter().flat_map(|frame| self.locals(frame)).collect();
        Clip { joints: figure.joints.clone(), fps, locals, source: figure.source.clone() }
    }

    fn locals(&self, frame: &[Transform]) -> Vec<Transform> {
        let joints = &self.mesh.figure.joints;
        let mut world: Vec<Transform> = Vec::with_capacity(joints.len());
        let mut locals = Vec::with_capacity(joints.len());
        for (j, joint) in joints.iter().enumerate() {
            let parent = joint.parent.map_or(Transform::IDENTITY, |p| world[p]);
            let mut own = parent.compose(joint.rest);
            if let (Some(source), Some(turn)) = (self.source[j], self.stance.turn[j]) {
                own.rotation = (frame[source].rotation * turn).normalize();
            }
            if j == self.hips {
                own.translation = self.place(frame, own);
            }
            world.push(own);
            locals.push(parent.inverse().compose(own));
        }
        locals
    }

    /// Where the hips are: the middle between the hip joints goes where legs of another length carry it.
    fn place(&self, frame: &[Transform], hips: Transform) -> DVec3 {
        let Some(source) = self.map.source[self.hips] else { return hips.translation };
        if self.hind().is_empty() {
            return self.proportions.hips(frame[source].translation);
        }
        let count = self.hind().len() as f64;
        let middle = self.hind().iter().map(|leg| frame[leg.source[0]].translation).sum::<DVec3>() / count;
        self.proportions.hips(middle) - hips.rotation * self.middle()
    }

    /// The middle between the hip joints of the mesh, seen from its hips.
    pub(super) fn middle(&self) -> DVec3 {
        let hip = |leg: &Leg| self.stance.target[leg.target[0]] - self.stance.target[self.hips];
        let sum: DVec3 = self.hind().iter().map(hip).sum();
        self.stance.bound[self.hips].inverse() * sum / (self.hind().len() as f64).max(1.0)
    }

    /// The legs that carry the hips.
    fn hind(&self) -> &[Leg] {
        &self.legs[..self.legs.iter().filter(|leg| !leg.fore).count()]
    }

    /// Where the foot of a leg that steps as another does is to be: as far from its shoulder, over the ground, as the other's foot
    /// from the hip, and as high. In the mesh's bound pose, and `None` of all other legs.
    pub(super) fn step(&self, leg: &Leg) -> Option<DVec3> {
        let [shoulder, _, wrist, _] = leg.target.map(|j| self.stance.target[j]);
        let steps = leg.fore && self.stance.on_fours;
        steps.then(|| (wrist - shoulder).with_y(wrist.y - self.stance.ground()))
    }

    /// Where feet of such legs go, seen from the shoulder over the ground and in height, frame by frame.
    fn steps(&self) -> Vec<Option<Vec<DVec3>>> {
        let of = |leg: &Leg| {
            let rest = self.step(leg)?;
            let at = |frame: &Vec<Transform>| {
                let [hip, _, ankle, _] = leg.source.map(|j| frame[j].translation);
                let heading = self.source[self.hips].map_or(0.0, |hips| twist_y(frame[hips].rotation));
                let way = self.proportions.scale * (ankle - hip);
                let high = rest.y + self.proportions.scale * (ankle.y - self.proportions.ankle[0]);
                (way + DQuat::from_rotation_y(heading) * rest).with_y(high)
            };
            Some(self.frames.iter().map(at).collect())
        };
        self.legs.iter().map(of).collect()
    }
}

/// A foreleg that steps as the leg across keeps its rest but for the foot, which is turned as the other's.
fn follow_across(stance: &mut Stance, source: &mut [Option<usize>], leg: &Leg, hind: &[Leg]) {
    let [shoulder, elbow, wrist, _] = leg.target;
    let Some(across) = hind.iter().find(|other| other.side != leg.side) else { return };
    let ankle = across.target[2];
    (source[shoulder], source[elbow], source[wrist]) = (None, None, source[ankle]);
    let turn = stance.turn[ankle].map(|turn| turn * stance.bound[ankle].inverse() * stance.bound[wrist]);
    stance.turn[wrist] = turn.map(DQuat::normalize);
}

/// `world_from_joint` of a frame, in the skeleton's aligned axes.
fn aligned(skeleton: &Skeleton, clip: &Clip, frame: usize) -> Vec<Transform> {
    let mut world = clip.world(clip.frame(frame));
    for (world, joint) in world.iter_mut().zip(skeleton.joints()) {
        world.rotation = (world.rotation * joint.rig_axes.as_dquat().inverse()).normalize();
    }
    world
}

/// Whether the last pose is the first but for its place.
fn closes(skeleton: &Skeleton, clip: &Clip) -> bool {
    let root = skeleton.root().index();
    let (first, last) = (clip.frame(0), clip.frame(clip.frame_count() - 1));
    first.iter().zip(last).enumerate().all(|(j, (a, b))| {
        j == root
            || a.rotation.angle_between(b.rotation) < CLOSED && a.translation.distance(b.translation) < CLOSED
    })
}
