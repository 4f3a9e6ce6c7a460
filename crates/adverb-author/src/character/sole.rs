//! Soles, read off the skin.
//!
//! What of a foot touches the ground is skin, not a joint: shoes are lower and longer than the bones in them, and each mesh has
//! its own. The sole of a foot is what its ankle, and what hangs from it, hold of the skin; of that, the vertices that are the
//! lowest for some tilt of the foot. A foot that stands rolls over them: the lowest is on the ground and goes nowhere.

use glam::{DQuat, DVec3};

use super::align::Stance;
use super::legs::Leg;
use crate::clip::{Clip, Transform};
use crate::formats::gltf::skins::Skins;

/// Tilts that are tried, in degrees: how far down toes and heel, or a side of the foot.
const PITCHES: [i32; 3] = [-90, 90, 5];
const ROLLS: [i32; 3] = [-45, 45, 15];
/// Skin so near to the ground, in legs, carries a third of what the lowest does.
const SOFT_LEGS: f64 = 0.006;

/// A point of a sole: the joints that hold it, where it is seen from them, and how much they do.
pub(super) type Point = Vec<(usize, DVec3, f64)>;

/// The sole of a leg's foot.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sole {
    pub(super) points: Vec<Point>,
    /// Over how much height the ground is shared.
    pub(super) soft: f64,
}

/// Where a sole is: its points as seen from the ankle, in the world's axes.
pub(super) type Under = Vec<DVec3>;

impl Sole {
    /// Read off the mesh as it was bound; a foot without skin stands on the ground below its ball.
    pub(super) fn of(stance: &Stance, mesh: &Skins, leg: &Leg) -> Self {
        let [hip, knee, ankle, ball] = leg.target;
        let skin: Vec<(DVec3, Held)> = mesh
            .vertices
            .iter()
            .zip(&stance.vertices)
            .filter_map(|(vertex, &place)| Some((place, of_foot(&mesh.figure, ankle, &vertex.held_by)?)))
            .collect();
        let mut touching = extremes(&skin);
        if touching.is_empty() {
            touching.push((stance.ball(leg).with_y(stance.ground()), vec![(ball, 1.0)]));
        }
        let point = |(place, held): &(DVec3, Held)| {
            let seen = |from: usize| stance.bound[from].inverse() * (*place - stance.target[from]);
            held.iter().map(|&(joint, weight)| (joint, seen(joint), weight)).collect()
        };
        let length = stance.target[hip].distance(stance.target[knee])
            + stance.target[knee].distance(stance.target[ankle]);
        Self { points: touching.iter().map(point).collect(), soft: SOFT_LEGS * length }
    }

    /// Where it is when the joints are so.
    pub(super) fn under(&self, world: &[Transform], leg: &Leg) -> Under {
        let ankle = world[leg.target[2]].translation;
        let place = |point: &Point| -> DVec3 {
            point.iter().map(|&(joint, from, weight)| (world[joint].apply(from) - ankle) * weight).sum()
        };
        self.points.iter().map(place).collect()
    }

    /// By how much the ankle goes on when the foot rolls from one tilt to another, over the ground: what touches it stays.
    pub(super) fn rolled(&self, from: &Under, to: &Under) -> DVec3 {
        let (lowest, lowest_then) = (lowest(from), lowest(to));
        let (mut sum, mut total) = (DVec3::ZERO, 0.0);
        for (a, b) in from.iter().zip(to) {
            let carries = (-(a.y - lowest).max(b.y - lowest_then) / self.soft).exp();
            sum += (*a - *b) * carries;
            total += carries;
        }
        (sum / total).with_y(0.0)
    }
}

/// How low the lowest point is.
pub(super) fn lowest(under: &Under) -> f64 {
    under.iter().map(|p| p.y).fold(f64::INFINITY, f64::min)
}

/// Joints that hold something, and how much.
type Held = Vec<(usize, f64)>;

/// The joints that hold a vertex, if most of it is the foot's.
fn of_foot(figure: &Clip, ankle: usize, held_by: &[(usize, f64)]) -> Option<Held> {
    let is_foots = |held: &&(usize, f64)| {
        std::iter::successors(Some(held.0), |&j| figure.joints[j].parent).any(|j| j == ankle)
    };
    let all: f64 = held_by.iter().map(|held| held.1).sum();
    let own: f64 = held_by.iter().filter(is_foots).map(|held| held.1).sum();
    (2.0 * own > all).then(|| held_by.iter().map(|&(joint, weight)| (joint, weight / all)).collect())
}

/// The points that are the lowest for some tilt, of all that one joint holds most of: toes and heel are tilted apart.
fn extremes(skin: &[(DVec3, Held)]) -> Vec<(DVec3, Held)> {
    let holder = |held: &Held| held.iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|most| most.0);
    let mut holders: Vec<Option<usize>> = skin.iter().map(|(_, held)| holder(held)).collect();
    let of = holders.clone();
    holders.sort();
    holders.dedup();
    let tilts = |[from, to, step]: [i32; 3]| {
        (from..=to).step_by(step as usize).map(|degrees| f64::from(degrees).to_radians())
    };
    let mut found: Vec<usize> = Vec::new();
    for joint in holders {
        for pitch in tilts(PITCHES) {
            for roll in tilts(ROLLS) {
                let up = DQuat::from_rotation_x(pitch) * DQuat::from_rotation_z(roll) * DVec3::Y;
                let own = (0..skin.len()).filter(|&v| of[v] == joint);
                found.extend(own.min_by(|&a, &b| skin[a].0.dot(up).total_cmp(&skin[b].0.dot(up))));
            }
        }
    }
    found.sort();
    found.dedup();
    found.into_iter().map(|v| skin[v].clone()).collect()
}
