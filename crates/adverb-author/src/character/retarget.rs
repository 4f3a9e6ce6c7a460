//! A motion of a skeleton on the skeleton of a mesh: turned joint by joint, carried by legs of another length, feet planted.

use std::sync::Arc;

use adverb::ik::two_bone::Limb;
use adverb::{JointId, Skeleton};
use glam::DVec3;

use super::align::{self, Stance};
use super::legs::{self, Leg, Proportions};
use super::map::Map;
use super::plant::{Feet, Span};
use crate::clip::{Clip, Transform};
use crate::error::Error;
use crate::gltf::Skinned;
use crate::motion::{Motion, Recording, basic};
use crate::roles::Part;
use crate::support::{self, Foot};

/// A pose that has come back to within this, in radians and metres, closes a cycle.
const CLOSED: f64 = 2e-3;

/// The clip's motion on the mesh's joints; what it could not do is said.
pub(super) fn retarget(
    skeleton: &Arc<Skeleton>,
    clip: &Clip,
    mesh: &Skinned,
    map: &Map,
    warnings: &mut Vec<String>,
) -> Result<Clip, Error> {
    let figure = &mesh.figure;
    let frames: Vec<Vec<Transform>> = (0..clip.frame_count()).map(|f| aligned(skeleton, clip, f)).collect();
    let mut legs = legs::legs(map, figure);
    let cyclic = clip.frame_count() > 2 && closes(skeleton, clip);
    let stands = stands(skeleton, clip, &legs, cyclic)?;
    let stance = align::align(skeleton, (figure, &mesh.vertices), map, &frames, &legs, &stands);
    let proportions = match legs.is_empty() {
        true => Proportions::NONE,
        false => Proportions::of(&stance, &mut legs, &frames, &stands),
    };
    let hips = map.joint(Part::Hips, None).unwrap_or(0);
    if legs.len() < 2 {
        warnings.push("its legs are not known, so no foot is planted and the hips travel as they do".into());
    }
    if stance.on_fours {
        let problem =
            "it goes on four legs: the hind legs walk, the forelegs swing as arms do and are not planted";
        warnings.push(problem.into());
    }
    let body = Body { figure, map, stance: &stance, legs: &legs, proportions: &proportions, hips };
    let locals = frames.iter().flat_map(|frame| body.locals(frame)).collect();
    let joints = figure.joints.clone();
    let mut driven = Clip { joints, fps: clip.fps, locals, source: figure.source.clone() };
    if !proportions.alike {
        let height = |leg: &Leg| {
            let of = |frame: &Vec<Transform>| proportions.ball_height(frame[leg.source[3]].translation.y);
            frames.iter().map(of).collect()
        };
        let heights: Vec<Vec<f64>> = legs.iter().map(height).collect();
        let feet = Feet { legs: &legs, stands: &stands, heights: &heights, hips, cyclic };
        feet.plant(&mut driven);
    }
    Ok(driven)
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

/// When the foot of each leg stands, in frames.
fn stands(
    skeleton: &Arc<Skeleton>,
    clip: &Clip,
    legs: &[Leg],
    cyclic: bool,
) -> Result<Vec<Vec<Span>>, Error> {
    if legs.is_empty() || clip.frame_count() < 3 {
        return Ok(vec![Vec::new(); legs.len()]);
    }
    let recording = Arc::new(Recording::raw(skeleton, clip)?);
    let motion: Motion = basic::whole(skeleton.clone(), recording)?;
    let foot = |leg: &Leg| {
        let [upper, middle, end, ball] = leg.source.map(|j| JointId(j as u16));
        Foot { side: Some(leg.side), ball, limb: Some(Limb { upper, middle, end }) }
    };
    let feet: Vec<Foot> = legs.iter().map(foot).collect();
    let phases = support::phases_of_all(&motion, &feet, cyclic);
    let last = (clip.frame_count() - 1) as f64;
    // The whole of a recording has no keys between its ends, so canonical time runs evenly.
    let span = |phase: &support::Phase| Span { from: phase.from.0 * last, to: phase.to.0 * last };
    Ok(phases.iter().map(|phases| phases.iter().map(span).collect()).collect())
}

/// What turns a frame of the skeleton into one of the mesh.
struct Body<'a> {
    figure: &'a Clip,
    map: &'a Map,
    stance: &'a Stance,
    legs: &'a [Leg],
    proportions: &'a Proportions,
    hips: usize,
}

impl Body<'_> {
    fn locals(&self, frame: &[Transform]) -> Vec<Transform> {
        let joints = &self.figure.joints;
        let mut world: Vec<Transform> = Vec::with_capacity(joints.len());
        let mut locals = Vec::with_capacity(joints.len());
        for (j, joint) in joints.iter().enumerate() {
            let parent = joint.parent.map_or(Transform::IDENTITY, |p| world[p]);
            let mut own = parent.compose(joint.rest);
            if let (Some(source), Some(turn)) = (self.map.source[j], self.stance.turn[j]) {
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
        if self.legs.is_empty() {
            return frame[source].translation;
        }
        let count = self.legs.len() as f64;
        let middle = self.legs.iter().map(|leg| frame[leg.source[0]].translation).sum::<DVec3>() / count;
        let bound = self.legs.iter().map(|leg| self.stance.target[leg.target[0]]).sum::<DVec3>() / count;
        // From the hips, as the mesh was bound; the hips' own turn takes it along.
        let offset = bound - self.stance.target[self.hips];
        let turned = hips.rotation * self.stance.bound[self.hips].inverse() * offset;
        self.proportions.hips(middle) - turned
    }
}
