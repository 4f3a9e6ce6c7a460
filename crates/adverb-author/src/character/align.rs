//! How the joints of a mesh are turned when the joints that they follow are in their reference pose.
//!
//! A skeleton's aligned axes are the world's in one pose of a figure that stands and faces z ([`crate::rig`]); the mesh has
//! such a pose too, the one it was bound in. A joint of the mesh with orientation B there has, when the joint that it follows
//! is turned by W, the orientation W · A · B, whatever the axes and rolls of either. A makes up for what the two poses differ
//! by: arms held out or down, a trunk that leans.
//!
//! - Bones of arms and legs point where the skeleton's point: A is the shortest turn from the one direction to the other.
//! - Trunk, head and collar bones are upright in both poses: A is nothing. Where the skeleton's rest pose is no figure, and its
//!   reference a mean of what it does, the trunk may lean, and is treated as a limb. A neck whose joints contradict each other
//!   goes by the line that they make (`neck`).
//! - Feet are flat in both poses and only turn about the vertical. Of a mean, and of a rest pose with legs apart, the moments in
//!   which the foot stands tell how it is when flat.
//! - Where both have fingers, palms face the same way, and so do the links of the fingers (`fingers`).
//! - What stands on four legs keeps its stance: hanging limbs of a person are its standing ones.

use adverb::Skeleton;
use glam::{DQuat, DVec3};

use super::fingers::Palm;
use super::legs::{Leg, flat_frames, level_mean};
use super::map::Map;
use super::neck::straightened;
use super::plant::Span;
use crate::clip::Transform;
use crate::formats::gltf::skins::Skins;
use crate::roles::Part;
use crate::sides::Side;

/// Axes that are turned by less than this from the rest pose's are its own.
const AT_REST: f32 = 1e-4;
/// A foot has a heading if its horizontal extent is more than this part of its length.
const LEVEL: f64 = 0.6;
/// A foot that stands turned by more than this, in radians, from its rest pose is not flat there.
const FLAT_RAD: f64 = 0.14;
/// Bones whose directions differ by less than this are held alike.
const SAME_DIRECTION: f64 = 0.02;

/// A figure in its reference pose, seen from where it faces: x left, y up, z forward.
pub(super) struct Stance {
    /// Of the skeleton's joints, from the root.
    pub(super) source: Vec<DVec3>,
    /// Of the mesh's joints.
    pub(super) target: Vec<DVec3>,
    /// Of the mesh's vertices.
    pub(super) vertices: Vec<DVec3>,
    /// Their orientations.
    pub(super) bound: Vec<DQuat>,
    /// `W · turn` is the orientation of a joint of the mesh; `None` for joints that follow no other.
    pub(super) turn: Vec<Option<DQuat>>,
    /// The skeleton's rest pose is its reference.
    pub(super) at_rest: bool,
    /// Its feet are flat in it.
    pub(super) feet_at_rest: bool,
    /// The mesh lies on four legs where the skeleton stands.
    pub(super) on_fours: bool,
}

/// Aligns a mesh with a skeleton; `frames` are `world_from_joint` of the clip, in aligned axes, `stands` the support phases of each leg.
pub(super) fn align(
    skeleton: &Skeleton,
    mesh: &Skins,
    map: &Map,
    frames: &[Vec<Transform>],
    legs: &[Leg],
    stands: &[Vec<Span>],
) -> Stance {
    let figure = &mesh.figure;
    let bound = figure.world(&figure.rest());
    let facing = facing(map, &bound);
    let mut stance = Stance {
        source: reference(skeleton),
        target: bound.iter().map(|t| facing * t.translation).collect(),
        vertices: mesh.vertices.iter().map(|v| facing * v.place).collect(),
        bound: bound.iter().map(|t| facing * t.rotation).collect(),
        turn: vec![None; bound.len()],
        at_rest: skeleton
            .joints()
            .iter()
            .filter(|j| !j.end && j.parent.is_some())
            .all(|j| j.rest.xyz().length() < AT_REST),
        feet_at_rest: false,
        on_fours: false,
    };
    stance.on_fours = map.lies(&bound) && map.is_upright(&stance.source);
    let flat: Vec<Vec<usize>> =
        legs.iter().zip(stands).map(|(leg, stands)| flat_frames(frames, leg.source[2], stands)).collect();
    stance.feet_at_rest = stance.at_rest && feet_at_rest(&stance, frames, legs, &flat);
    let ends = map.trunk.last().zip(map.neck.last());
    let ends = ends.and_then(|(&chest, &head)| map.source[chest].zip(map.source[head]));
    let neck = match ends.filter(|_| stance.at_rest && !same_bones(&stance, map)) {
        Some(ends) => straightened(skeleton, ends, &stance.source, frames),
        None => Vec::new(),
    };
    let mut turns: Vec<Option<DQuat>> = vec![None; bound.len()];
    for t in 0..bound.len() {
        if map.source[t].is_none() {
            continue;
        }
        let above = std::iter::successors(figure.joints[t].parent, |&j| figure.joints[j].parent);
        let inherited = above.filter_map(|j| turns[j]).next().unwrap_or(DQuat::IDENTITY);
        let flat = |side| {
            let leg = legs
                .iter()
                .position(|leg| Some(leg.side) == side && !leg.fore)
                .filter(|_| !stance.feet_at_rest)?;
            Some(level_mean(frames, map.source[t]?, &flat[leg]))
        };
        let agreed = neck.iter().find(|(source, _)| Some(*source) == map.source[t]).map(|(_, turn)| *turn);
        let own = agreed.unwrap_or_else(|| turn(&stance, map, t, inherited, flat));
        turns[t] = Some(own);
        stance.turn[t] = Some((own * stance.bound[t]).normalize());
    }
    stance
}

/// Where joints are when all aligned axes are the world's: an offset after the other.
pub(super) fn reference(skeleton: &Skeleton) -> Vec<DVec3> {
    let mut places: Vec<DVec3> = Vec::with_capacity(skeleton.joints().len());
    for joint in skeleton.joints() {
        places.push(match joint.parent {
            Some(parent) => places[parent.index()] + joint.offset.as_dvec3(),
            None => DVec3::ZERO,
        });
    }
    places
}

/// Whether neck and head of the mesh are the skeleton's own.
fn same_bones(stance: &Stance, map: &Map) -> bool {
    let chain: Vec<usize> = map.trunk.last().into_iter().chain(&map.neck).copied().collect();
    chain.windows(2).all(|pair| match stance.bone(map, pair[0], pair[1]) {
        Some((target, source)) => target.distance(source) < SAME_DIRECTION,
        None => false,
    })
}

/// What turns the mesh to face z: its left is where its left hip and arm are.
fn facing(map: &Map, bound: &[Transform]) -> DQuat {
    let across = |part| {
        let [left, right] = Side::BOTH.map(|side| map.joint(part, Some(side)));
        Some(bound[left?].translation - bound[right?].translation)
    };
    let lateral: DVec3 = [Part::UpLeg, Part::Arm].into_iter().filter_map(across).sum();
    match (lateral.x, lateral.z) {
        (0.0, 0.0) => DQuat::IDENTITY,
        (x, z) => DQuat::from_rotation_y(z.atan2(x)),
    }
}

/// Whether feet are flat in the skeleton's rest pose: they stand so, or the mesh was bound with the same legs.
fn feet_at_rest(stance: &Stance, frames: &[Vec<Transform>], legs: &[Leg], flat: &[Vec<usize>]) -> bool {
    let same = |leg: &Leg| {
        let bone = |at: &[DVec3], joints: [usize; 4], i: usize| {
            (at[joints[i + 1]] - at[joints[i]]).normalize_or_zero()
        };
        (0..3).all(|i| {
            let (own, meshs) = (bone(&stance.source, leg.source, i), bone(&stance.target, leg.target, i));
            own.distance(meshs) < SAME_DIRECTION
        })
    };
    let stands_so = |(leg, flat): (&Leg, &Vec<usize>)| {
        let turned = level_mean(frames, leg.source[2], flat);
        turned.angle_between(DQuat::IDENTITY) < FLAT_RAD
    };
    legs.iter().all(same) || legs.iter().zip(flat).all(stands_so)
}

/// How a joint of the mesh finds its turn.
enum Region {
    /// Its bone leads to another joint of a limb.
    Limb(usize),
    /// Its bone leads to another joint of trunk or neck.
    Trunk(usize),
    /// Head and collar bones.
    Upright,
    Foot(Option<Side>),
    /// A hand whose fingers the skeleton has too.
    Hand(Side),
    /// Its bone leads to the next link of a finger.
    Finger(usize),
    /// Whatever moves with the joint above.
    Other,
}

fn region(map: &Map, t: usize) -> Region {
    let part = map.parts.iter().find(|p| p.2 == t).map(|p| (p.0, p.1));
    let limb = |next, side| map.joint(next, side).map_or(Region::Other, Region::Limb);
    let middle: Vec<usize> =
        map.joint(Part::Hips, None).into_iter().chain(map.trunk.iter().chain(&map.neck).copied()).collect();
    match part {
        Some((Part::UpLeg, side)) => limb(Part::Knee, side),
        Some((Part::Knee, side)) => limb(Part::Foot, side),
        Some((Part::Arm, side)) => limb(Part::Elbow, side),
        Some((Part::Elbow, side)) => limb(Part::Hand, side),
        Some((Part::Foot | Part::Toe, side)) => Region::Foot(side),
        Some((Part::Shoulder, _)) => Region::Upright,
        Some((Part::Hand, Some(side))) if map.fingers.iter().any(|pair| pair[1].side == side) => {
            Region::Hand(side)
        }
        _ => match middle.iter().position(|&j| j == t) {
            Some(i) => middle.get(i + 1).map_or(Region::Upright, |&next| Region::Trunk(next)),
            None => next_link(map, t).map_or(Region::Other, Region::Finger),
        },
    }
}

/// The link of a finger after this one.
fn next_link(map: &Map, t: usize) -> Option<usize> {
    let after = |links: &[usize]| links.windows(2).find(|pair| pair[0] == t).map(|pair| pair[1]);
    map.fingers.iter().find_map(|[_, mesh]| after(&mesh.links))
}

/// The turn A of a joint of the mesh; `inherited` is that of the joint above, `flat` how the joint of a side's foot is turned when
/// it is flat, where its reference is not.
fn turn(
    stance: &Stance,
    map: &Map,
    t: usize,
    inherited: DQuat,
    flat: impl Fn(Option<Side>) -> Option<DQuat>,
) -> DQuat {
    match region(map, t) {
        Region::Limb(next) => match stance.bone(map, t, next) {
            Some((_, source)) if stance.on_fours => DQuat::from_rotation_arc(DVec3::NEG_Y, source),
            Some((target, source)) => DQuat::from_rotation_arc(target, source),
            None => inherited,
        },
        Region::Trunk(next) if !stance.at_rest && !stance.on_fours => match stance.bone(map, t, next) {
            Some((target, source)) => DQuat::from_rotation_arc(target, source),
            None => inherited,
        },
        Region::Trunk(_) | Region::Upright => DQuat::IDENTITY,
        Region::Foot(side) => {
            let [ankle, ball] = [Part::Foot, Part::Toe].map(|part| map.joint(part, side));
            let yaw = ankle.zip(ball).map_or(DQuat::IDENTITY, |(ankle, ball)| stance.yaw(map, ankle, ball));
            flat(side).map_or(yaw, |flat| flat.inverse() * yaw)
        }
        // Palms face where the skeleton's do, whichever way the thumbs point in the two poses.
        Region::Hand(side) => {
            let palm = |at: &[DVec3], which: usize| {
                Palm::of(at, side, map.fingers.iter().map(|pair| &pair[which])).map(|palm| palm.axes())
            };
            let both = palm(&stance.source, 0).zip(palm(&stance.target, 1)).filter(|_| !stance.on_fours);
            both.map_or(inherited, |(source, target)| source * target.inverse())
        }
        Region::Finger(next) => match stance.bone(map, t, next) {
            Some((target, source)) => DQuat::from_rotation_arc(inherited * target, source) * inherited,
            None => inherited,
        },
        Region::Other => inherited,
    }
}

impl Stance {
    /// How high the mesh's soles are.
    pub(super) fn ground(&self) -> f64 {
        let lowest = |at: &[DVec3]| at.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
        if self.vertices.is_empty() { lowest(&self.target) } else { lowest(&self.vertices) }
    }

    /// Where the ball of a foot of the mesh is.
    pub(super) fn ball(&self, leg: &Leg) -> DVec3 {
        self.target[leg.target[3]] + self.bound[leg.target[3]] * leg.ball
    }

    /// The directions of a bone of the mesh and of the skeleton's that it follows, if they have length.
    fn bone(&self, map: &Map, from: usize, to: usize) -> Option<(DVec3, DVec3)> {
        let target = (self.target[to] - self.target[from]).try_normalize()?;
        let source = (self.source[map.source[to]?] - self.source[map.source[from]?]).try_normalize()?;
        Some((target, source))
    }

    /// The turn about the vertical between two bones, if both are level enough.
    fn yaw(&self, map: &Map, from: usize, to: usize) -> DQuat {
        let Some((target, source)) = self.bone(map, from, to) else { return DQuat::IDENTITY };
        let heading = |v: DVec3| (v.x.hypot(v.z) > LEVEL).then(|| v.x.atan2(v.z));
        match (heading(target), heading(source)) {
            (Some(target), Some(source)) => DQuat::from_rotation_y(source - target),
            _ => DQuat::IDENTITY,
        }
    }
}
