//! Feet on ground whose height is given: each on what is under it, the pelvis over the mean of them.
//!
//! A foot in the air is raised over what lies ahead of it before it gets there, as far as it will go before it stands.

use glam::Vec2;

use super::{Actor, World};
use crate::graph::Graph;
use crate::limbs::Leg;
use crate::screw::Ground;

/// Seconds in which most of a step of the ground under a foot is made, and under the pelvis.
const GROUND_SECS: [f32; 2] = [0.06, 0.15];
/// A foot in the air looks ahead by the way that it goes in so many seconds …
const AHEAD_SECS: f32 = 0.12;
/// … or, since it slows down, in this part of the time until it stands.
const AHEAD_SHARE: f32 = 0.4;
/// So many points on that way are looked at.
const POINTS_AHEAD: usize = 4;

impl Actor {
    /// Raises the feet to the ground under each, and the pelvis to the mean of them: instead of as far as the verbs have
    /// climbed, and from the slope that they walk on. What becomes known on the way, or is no longer known, they go over to.
    /// Returns how far the body is to be raised.
    pub(super) fn follow_ground(
        &mut self,
        graph: &Graph,
        frame: Ground,
        here: Option<f32>,
        secs: f32,
        world: &impl World,
        legs: &[Leg],
    ) -> f32 {
        let begins = self.ground.is_none();
        // A body that was put here stands on its ground at once.
        let at_once = begins && self.lowered.is_none();
        let [foot_share, pelvis_share] =
            GROUND_SECS.map(|settling| if at_once { 1.0 } else { 1.0 - libm::expf(-secs / settling) });
        let gradient = self.gradient(graph, frame);
        let climbed = self.climbed(graph) as f32;
        let mut sum = 0.0;
        for (index, leg) in legs.iter().enumerate() {
            let at = leg.ball();
            let slope = gradient[0] * (at.x - frame[0] as f32) + gradient[1] * (at.z - frame[1] as f32);
            let place =
                Vec2::new(at.x + self.holds[index].correction.x, at.z + self.holds[index].correction.z);
            let ahead = if at_once { Vec2::ZERO } else { self.way_ahead(graph, index, place, secs) };
            let under = ground(world, place.x, place.y).or(here).unwrap_or(climbed + slope);
            let highest = highest(world, place, ahead, under);
            let hold = &mut self.holds[index];
            hold.place = place;
            if begins && !at_once {
                hold.ground = climbed + slope;
            }
            hold.ground += foot_share * (highest - hold.ground);
            hold.correction.y += hold.ground - slope;
            hold.goal_height += hold.ground - slope - climbed;
            sum += under;
        }
        let mean =
            if self.holds.is_empty() { here.unwrap_or(climbed) } else { sum / self.holds.len() as f32 };
        let [before, pelvis] = self.ground.unwrap_or([if at_once { mean } else { climbed }; 2]);
        // Twice smoothed, since the mean may jump.
        let mean = before + foot_share * (mean - before);
        let pelvis = pelvis + pelvis_share * (mean - pelvis);
        self.ground = Some([mean, pelvis]);
        self.holds.iter_mut().for_each(|hold| hold.correction.y -= pelvis);
        pelvis - climbed
    }

    /// How far a foot in the air goes on before it stands, or within a little while; one that stands goes nowhere.
    fn way_ahead(&self, graph: &Graph, foot: usize, place: Vec2, secs: f32) -> Vec2 {
        let hold = &self.holds[foot];
        if hold.planted.is_some() || self.ground.is_none() || secs <= 0.0 {
            return Vec2::ZERO;
        }
        let until = AHEAD_SHARE * self.leading().secs_until_it_stands(graph, foot) as f32;
        (place - hold.place) * (if until < AHEAD_SECS { until } else { AHEAD_SECS } / secs)
    }
}

/// The highest ground on the way from a place, whose own is known.
fn highest(world: &impl World, from: Vec2, way: Vec2, own: f32) -> f32 {
    if way == Vec2::ZERO {
        return own;
    }
    let points = (1..=POINTS_AHEAD).map(|point| from + way * (point as f32 / POINTS_AHEAD as f32));
    let heights = points.filter_map(|at| ground(world, at.x, at.y));
    heights.fold(own, |highest, height| if height > highest { height } else { highest })
}

/// The height of the ground, where it is one.
pub(super) fn ground(world: &impl World, x: f32, z: f32) -> Option<f32> {
    world.ground(x, z).filter(|height| height.is_finite())
}
