//! What surrounds an actor: the ground it walks on, and whoever listens.

use crate::graph::EventId;
use crate::time::AnimationTime;

/// What surrounds an actor. The empty one is `()`: no ground is known, and nobody listens.
pub trait World {
    /// The ground at a point of the world, x, y, z: of several storeys the one near that height. `None` where the motion's
    /// own is to be taken; so it is where a number is not finite, or where the ground is farther than ten kilometres from that
    /// height or moves faster than that in a second.
    fn ground(&self, at: [f64; 3]) -> Option<Ground> {
        let _ = at;
        None
    }

    /// An event has happened.
    fn hear(&mut self, event: Heard) {
        let _ = event;
    }
}

impl World for () {}

/// The ground at a point: `Ground::from(height)`, with a normal and a velocity where they are known.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Ground {
    /// Metres.
    pub height: f64,
    /// Which way is up from it; feet that stand lie flat on it. `None` leaves them as the motion has them.
    pub normal: Option<[f32; 3]>,
    /// Metres per second: an actor on ground that moves goes along.
    pub velocity: [f32; 3],
}

impl From<f64> for Ground {
    /// At a height, at rest.
    fn from(height: f64) -> Self {
        Self { height, normal: None, velocity: [0.0; 3] }
    }
}

impl Ground {
    /// With a normal; its length does not matter. One that does not point up is ignored.
    #[must_use]
    pub fn with_normal(self, normal: [f32; 3]) -> Self {
        Self { normal: Some(normal), ..self }
    }

    /// Moving, in metres per second.
    #[must_use]
    pub fn with_velocity(self, velocity: [f32; 3]) -> Self {
        Self { velocity, ..self }
    }
}

/// An event that has happened.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Heard {
    /// Which.
    pub event: EventId,
    /// When.
    pub at: AnimationTime,
}
