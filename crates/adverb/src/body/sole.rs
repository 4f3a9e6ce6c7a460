//! Soles, read off the skin.
//!
//! What of a foot touches the ground is skin, not a joint: shoes are lower and longer than the bones in them, and each mesh has
//! its own. The sole of a foot is what its ankle, and what hangs from it, hold of the skin; of that, the vertices that are the
//! lowest for some tilt of the foot. A foot that stands rolls over them: the lowest is on the ground and goes nowhere.

use glam::DVec3;

use super::align::Pair;
use super::anatomy::Tree;
use super::bearing::length;
use super::figure::{Figure, Vertex};
use super::legs::{Leg, ball_of};
use super::rigid::{Transform, about_x, about_z};

/// Tilts that are tried, in degrees: how far down toes and heel, or a side of the foot.
const PITCHES: [i32; 3] = [-90, 90, 5];
const ROLLS: [i32; 3] = [-45, 45, 15];
/// Skin so near to the ground, in legs, carries a third of what the lowest does.
const SOFT_LEGS: f64 = 0.006;

/// A point of a sole: the joints that hold it, where it is seen from them, and how much they do.
pub type Point = Vec<(usize, DVec3, f64)>;

/// The sole of a leg's foot.
#[derive(Debug, Clone, PartialEq)]
pub struct Sole {
    /// What is the lowest for some tilt of the foot.
    pub points: Vec<Point>,
    /// Over how much height the ground is shared.
    pub soft: f64,
    /// The foot has no skin, and stands on the ground below its ball.
    pub bare: bool,
}

/// Where a sole is: its points as seen from the ankle, in the world's axes.
pub type Under = Vec<DVec3>;

impl Sole {
    /// Read off the skin as it was bound; a foot without skin stands on the ground below its ball.
    pub(super) fn of(pair: &Pair, leg: &Leg) -> Self {
        let target = pair.target;
        let soft = SOFT_LEGS * length(target, &leg.target);
        let touching = touching(target, leg.target[2]);
        if touching.is_empty() {
            return Self {
                points: vec![vec![(leg.target[3], below_ball(pair, leg), 1.0)]],
                soft,
                bare: true,
            };
        }
        let point = |&v: &usize| {
            let Vertex { place, held_by } = &target.skin[v];
            let all: f64 = held_by.iter().map(|held| held.1).sum();
            let seen = |from: usize| target.axes[from].inverse() * (*place - target.places[from]);
            held_by.iter().map(|&(joint, weight)| (joint, seen(joint), weight / all)).collect()
        };
        Self { points: touching.iter().map(point).collect(), soft, bare: false }
    }

    /// Where it is when the joints are so.
    #[must_use]
    pub fn under(&self, world: &[Transform], leg: &Leg) -> Under {
        let ankle = world[leg.target[2]].translation;
        let place = |point: &Point| -> DVec3 {
            point.iter().map(|&(joint, from, weight)| (world[joint].apply(from) - ankle) * weight).sum()
        };
        self.points.iter().map(place).collect()
    }

    /// By how much the ankle goes on when the foot rolls from one tilt to another, over the ground: what touches it stays.
    #[must_use]
    pub fn rolled(&self, from: &[DVec3], to: &[DVec3]) -> DVec3 {
        let (lowest, lowest_then) = (lowest(from), lowest(to));
        let (mut sum, mut total) = (DVec3::ZERO, 0.0);
        for (a, b) in from.iter().zip(to) {
            let carries = libm::exp(-(a.y - lowest).max(b.y - lowest_then) / self.soft);
            sum += (*a - *b) * carries;
            total += carries;
        }
        (sum / total).with_y(0.0)
    }
}

/// How low the lowest point is.
#[must_use]
pub fn lowest(under: &[DVec3]) -> f64 {
    under.iter().map(|p| p.y).fold(f64::INFINITY, f64::min)
}

/// The ground below the ball of a foot without skin, seen from the ball's joint: where the foot stands flat, if it shows that.
fn below_ball(pair: &Pair, leg: &Leg) -> DVec3 {
    let (target, joint) = (pair.target, leg.target[3]);
    match &target.bearing {
        Some(stands) => {
            let flat = stands.flat(joint) * target.axes[joint];
            leg.ball + flat.inverse() * (DVec3::NEG_Y * stands.ball)
        }
        None => {
            let ground = ball_of(target, leg).with_y(target.ground());
            target.axes[joint].inverse() * (ground - target.places[joint])
        }
    }
}

/// The vertices of a foot that are the lowest for some tilt, of all that one joint holds most of: toes and heel are tilted apart.
pub(super) fn touching(figure: &Figure, ankle: usize) -> Vec<usize> {
    let foots: Vec<usize> = (0..figure.skin.len())
        .filter(|&v| is_of_foot(&figure.tree, ankle, &figure.skin[v].held_by))
        .collect();
    let holder =
        |v: usize| figure.skin[v].held_by.iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|most| most.0);
    let of: Vec<Option<usize>> = foots.iter().map(|&v| holder(v)).collect();
    let mut holders = of.clone();
    holders.sort_unstable();
    holders.dedup();
    let tilts = |[from, to, step]: [i32; 3]| {
        (from..=to).step_by(step as usize).map(|degrees| f64::from(degrees).to_radians())
    };
    let mut found: Vec<usize> = Vec::new();
    for joint in holders {
        for pitch in tilts(PITCHES) {
            for roll in tilts(ROLLS) {
                let up = about_x(pitch) * about_z(roll) * DVec3::Y;
                let height = |v: usize| figure.skin[v].place.dot(up);
                let own = foots.iter().zip(&of).filter(|(_, of)| **of == joint).map(|(&v, _)| v);
                found.extend(own.min_by(|&a, &b| height(a).total_cmp(&height(b))));
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// Whether most of a vertex is the foot's.
fn is_of_foot(tree: &Tree, ankle: usize, held_by: &[(usize, f64)]) -> bool {
    let is_foots = |held: &&(usize, f64)| tree.up(held.0).any(|j| j == ankle);
    let all: f64 = held_by.iter().map(|held| held.1).sum();
    let own: f64 = held_by.iter().filter(is_foots).map(|held| held.1).sum();
    2.0 * own > all
}
