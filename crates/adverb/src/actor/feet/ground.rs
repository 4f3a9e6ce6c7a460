//! Feet on ground that the world tells: each on what is under it, the pelvis over the mean of them.
//!
//! A foot in the air is raised over what lies ahead of it before it gets there, as far as it will go before it stands. One
//! that stands moves along with ground that moves, and lies flat on ground whose normal is known.

use glam::{Vec2, Vec3};

use super::{Body, Feet};
use crate::actor::World;
use crate::graph::Graph;
use crate::limbs::Leg;
use crate::origin::DPlacement;
use crate::rotation;
use crate::screw::Place;

/// Seconds in which most of a step of the ground under a foot is made, and under the pelvis.
const GROUND_SECS: [f32; 2] = [0.06, 0.15];
/// A foot in the air looks ahead by the way that it goes in so many seconds …
const AHEAD_SECS: f32 = 0.12;
/// … or, since it slows down, in this part of the time until it stands.
const AHEAD_SHARE: f32 = 0.4;
/// So many points on that way are looked at.
const POINTS_AHEAD: usize = 4;
/// A foot is tilted no farther, in radians: 35°.
const MOST_TILT: f32 = 0.61;

/// Ground farther than this from where it was asked for is none, whatever number says so; metres.
const FARTHEST_GROUND_M: f32 = 1e4;
/// Nor is what moves faster than this; metres per second.
const FASTEST_GROUND: f32 = 1e4;

/// Ground that is this much lower than where it was is not stepped down to; metres …
const LEDGE_M: f32 = 1.0;
/// … and this much for every second since, in which an actor may have run down a slope; metres per second.
const DESCENT: f32 = 5.0;

/// The ground of the world as seen from an actor's origin, so many seconds after its last pose.
#[derive(Clone, Copy)]
pub(in crate::actor) struct Terrain<'a> {
    pub(in crate::actor) world: &'a dyn World,
    pub(in crate::actor) origin: &'a DPlacement,
    pub(in crate::actor) secs: f32,
    /// How far down it may be.
    pub(in crate::actor) lowest: f32,
}

/// The ground under a place, as seen from an actor's origin.
#[derive(Debug, Clone, Copy)]
pub(super) struct Under {
    height: f32,
    normal: Option<Vec3>,
    pub(super) velocity: Vec3,
    /// By how much the ground of the world is lower, beyond a ledge.
    pub(super) drop: Option<f32>,
}

impl Terrain<'_> {
    /// The ground at a place, near a height; where its numbers are those of ground.
    pub(super) fn at(&self, place: Vec2, near: f32) -> Option<Under> {
        let ground = self.world.ground(self.origin.to_world([place.x, near, place.y]))?;
        let under = Under {
            height: (ground.height - self.origin.y) as f32,
            normal: ground.normal.map(|normal| self.origin.local_direction(normal)),
            velocity: self.origin.local_direction(ground.velocity),
            drop: None,
        };
        let normal_is_sound = under.normal.is_none_or(|normal| normal.is_finite() && normal.y > 0.0);
        let is_near = (under.height - near).abs() < FARTHEST_GROUND_M;
        let is_ground = is_near && under.velocity.length() < FASTEST_GROUND;
        if !is_ground {
            return None;
        }
        let drop = near - under.height;
        if drop > self.lowest - under.velocity.y * self.secs {
            return Some(Under { height: near, normal: None, velocity: Vec3::ZERO, drop: Some(drop) });
        }
        Some(Under { normal: under.normal.filter(|_| normal_is_sound), ..under })
    }

    /// The highest ground on the way from a place, whose own is known.
    fn highest(&self, from: Vec2, way: Vec2, own: f32) -> f32 {
        if way == Vec2::ZERO {
            return own;
        }
        let points = (1..=POINTS_AHEAD).map(|point| from + way * (point as f32 / POINTS_AHEAD as f32));
        let heights = points.filter_map(|at| self.at(at, own)).map(|under| under.height);
        heights.fold(own, |highest, height| if height > highest { height } else { highest })
    }
}

impl Feet {
    /// How high the ground is about, for a world of several storeys: what it was last, or what the verbs have climbed.
    pub(super) fn level(&self, climbed: f32) -> f32 {
        self.ground_height().unwrap_or(climbed)
    }

    /// How far down the ground is followed: any way, by a body that was put here or comes to ground that is known.
    pub(super) fn lowest(&self, secs: f32) -> f32 {
        if self.ground.is_some() { LEDGE_M + DESCENT * secs } else { f32::INFINITY }
    }

    /// Raises the feet to the ground under each, and the pelvis to the mean of them: instead of as far as the verbs have
    /// climbed, and from the slope that they walk on. What becomes known on the way, or is no longer known, they go over to.
    /// Returns how far the body is to be raised.
    pub(super) fn follow_ground(
        &mut self,
        graph: &Graph,
        body: &Body,
        terrain: Terrain,
        here: Option<Under>,
        frame: Place,
        legs: &mut [Leg],
    ) -> f32 {
        let secs = terrain.secs;
        let begins = self.ground.is_none();
        // A body that was put here stands on its ground at once.
        let at_once = begins && self.lowered.is_none();
        let [foot_share, pelvis_share] =
            GROUND_SECS.map(|settling| if at_once { 1.0 } else { 1.0 - libm::expf(-secs / settling) });
        let gradient = body.gradient(graph, frame);
        let climbed = body.climbed(graph) as f32;
        let near = self.level(climbed);
        let mut sum = 0.0;
        for (index, leg) in legs.iter_mut().enumerate() {
            let at = leg.ball();
            let slope = gradient[0] * (at.x - frame[0] as f32) + gradient[1] * (at.z - frame[1] as f32);
            let place =
                Vec2::new(at.x + self.holds[index].correction.x, at.z + self.holds[index].correction.z);
            let ahead = if at_once { Vec2::ZERO } else { self.way_ahead(graph, body, index, place, secs) };
            let under = terrain.at(place, near).or(here);
            let height = under.map_or(climbed + slope, |under| under.height);
            let highest = terrain.highest(place, ahead, height);
            let hold = &mut self.holds[index];
            hold.place = place;
            if begins && !at_once {
                hold.ground = climbed + slope;
            }
            hold.ground += rise(under, secs);
            hold.ground += foot_share * (highest - hold.ground);
            hold.correction.y += hold.ground - slope;
            hold.goal_height += hold.ground - slope - climbed;
            let normal = under.and_then(|under| under.normal);
            hold.lie(normal.map(|normal| tilt(gradient, normal)), foot_share);
            leg.lay(hold.tilt, hold.flat);
            sum += height;
        }
        let own = || here.map_or(climbed, |here| here.height);
        let mean = if self.holds.is_empty() { own() } else { sum / self.holds.len() as f32 };
        let [before, pelvis] = self.ground.unwrap_or([if at_once { mean } else { climbed }; 2]);
        let [before, pelvis] = [before, pelvis].map(|height| height + rise(here, secs));
        // Twice smoothed, since the mean may jump.
        let mean = before + foot_share * (mean - before);
        let pelvis = pelvis + pelvis_share * (mean - pelvis);
        self.ground = Some([mean, pelvis]);
        self.holds.iter_mut().for_each(|hold| hold.correction.y -= pelvis);
        pelvis - climbed
    }

    /// How far a foot in the air goes on before it stands, or within a little while; one that stands goes nowhere.
    fn way_ahead(&self, graph: &Graph, body: &Body, foot: usize, place: Vec2, secs: f32) -> Vec2 {
        let hold = &self.holds[foot];
        if hold.planted.is_some() || self.ground.is_none() || secs <= 0.0 {
            return Vec2::ZERO;
        }
        let until = AHEAD_SHARE * body.leading().secs_until_it_stands(graph, foot) as f32;
        (place - hold.place) * (if until < AHEAD_SECS { until } else { AHEAD_SECS } / secs)
    }
}

/// How far ground that moves has risen.
fn rise(under: Option<Under>, secs: f32) -> f32 {
    under.map_or(0.0, |under| under.velocity.y * secs)
}

/// The turn that takes a foot from the slope that its verb walks on to the ground, as a rotation vector.
fn tilt(gradient: [f32; 2], normal: Vec3) -> Vec3 {
    let own = Vec3::new(-gradient[0], 1.0, -gradient[1]);
    let turn = rotation::log(rotation::between(own, normal));
    let angle = turn.length();
    if angle > MOST_TILT { turn * (MOST_TILT / angle) } else { turn }
}
