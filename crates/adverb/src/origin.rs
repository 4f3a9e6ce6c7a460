//! Where things are in a world of any size: f64, from which what is near is seen in f32.

use glam::{Quat, Vec3};

use crate::placement::Placement;
use crate::rotation;
use crate::screw::{self, Place};
use crate::skeleton::Skeleton;
use crate::transform::LocalTransform;

/// A point of the world and a heading about the vertical: metres and radians, 0 faces +Z, +π/2 faces +X.
///
/// The origin of an actor is one: what is near it is given in `f32` as seen from there, so that it is as exact a thousand
/// kilometres out as it is at home.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DPlacement {
    /// Metres.
    pub x: f64,
    /// Metres, up.
    pub y: f64,
    /// Metres.
    pub z: f64,
    /// Radians.
    pub heading: f64,
}

/// A place and an orientation in the world: plain arrays, for any mathematics library.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WorldTransform {
    /// Metres: x, y, z.
    pub translation: [f64; 3],
    /// A quaternion of unit length: x, y, z, w.
    pub rotation: [f32; 4],
}

impl WorldTransform {
    /// Somewhere, turned nowhere.
    pub fn at(translation: [f64; 3]) -> Self {
        Self { translation, rotation: Quat::IDENTITY.to_array() }
    }

    pub(crate) fn is_sound(&self) -> bool {
        is_sound_point(&self.translation) && self.rotation.iter().all(|x| x.is_finite())
    }
}

/// Nothing is seen farther away than this, in metres: what `f32` squares would be no number.
pub(crate) const FARTHEST_M: f64 = 1e8;

/// Radians. A heading that has grown so large has lost digits as an f32; whole turns are taken off it then.
const MOST_HEADING: f64 = 64.0 * core::f64::consts::TAU;

/// The whole turns that are taken off a heading, in radians.
pub(crate) fn whole_turns(heading: f64) -> f64 {
    let turns = || (heading / core::f64::consts::TAU).round() * core::f64::consts::TAU;
    if heading.abs() > MOST_HEADING { turns() } else { 0.0 }
}

/// Whether a point can be looked at, from wherever.
pub(crate) fn is_sound_point(point: &[f64; 3]) -> bool {
    point.iter().all(|x| x.abs() < 1e30)
}

impl From<Placement> for DPlacement {
    /// At height 0.
    fn from(at: Placement) -> Self {
        Self { x: at.x.into(), y: 0.0, z: at.z.into(), heading: at.heading.into() }
    }
}

impl DPlacement {
    /// The middle of the world, facing +Z.
    pub const ORIGIN: Self = Self { x: 0.0, y: 0.0, z: 0.0, heading: 0.0 };

    /// x, z and heading in `f32`: exact enough near the middle of the world.
    #[must_use]
    pub fn on_ground(self) -> Placement {
        Placement { x: self.x as f32, z: self.z as f32, heading: self.heading as f32 }
    }

    /// The placement that a root motion leads to from here, at the same height.
    #[must_use]
    pub fn moved(&self, by: Placement) -> Self {
        self.carried([by.x, by.z, by.heading].map(f64::from), 0.0)
    }

    /// A point as seen from here.
    pub fn to_local(&self, point: [f64; 3]) -> [f32; 3] {
        let [x, z, _] = screw::compose(screw::inverse(self.place()), [point[0], point[2], 0.0]);
        [x as f32, (point[1] - self.y) as f32, z as f32]
    }

    /// The point of the world that is seen from here.
    #[inline]
    pub fn to_world(&self, point: [f32; 3]) -> [f64; 3] {
        let [x, y, z] = point.map(f64::from);
        // Most origins are not turned, and sines take time.
        if self.heading == 0.0 {
            return [self.x + x, self.y + y, self.z + z];
        }
        let [x, z, _] = screw::compose(self.place(), [x, z, 0.0]);
        [x, self.y + y, z]
    }

    /// A transform seen from here, such as that of an actor's joint, in the world.
    pub fn transform(&self, local: LocalTransform) -> WorldTransform {
        let turn = rotation::about_y(self.heading as f32);
        WorldTransform {
            translation: self.to_world(local.translation.to_array()),
            rotation: rotation::compose(turn, local.rotation).to_array(),
        }
    }

    /// Whether it is within a thousand million kilometres.
    pub(crate) fn is_sound(&self) -> bool {
        [self.x, self.y, self.z, self.heading].iter().all(|x| x.abs() < 1e12)
    }

    /// As an actor takes it: one that is not sound is none, and a heading of many turns loses them.
    pub(crate) fn taken(self) -> Option<Self> {
        self.is_sound().then(|| Self { heading: self.heading - whole_turns(self.heading), ..self })
    }

    /// Another placement as an actor takes it that is here, and as seen from here; none if it is too far away.
    pub(crate) fn taken_near(&self, other: Self) -> Option<(Self, Place)> {
        let other = other.taken()?;
        let (place @ [x, z, _], height) = self.seen(&other);
        [x, z, height].iter().all(|x| x.abs() < FARTHEST_M).then_some((other, place))
    }

    fn place(&self) -> Place {
        [self.x, self.z, self.heading]
    }

    /// What is seen from here, so many metres up, in the world.
    pub(crate) fn carried(&self, seen: Place, height: f64) -> Self {
        let [x, z, heading] = screw::compose(self.place(), seen);
        Self { x, y: self.y + height, z, heading }
    }

    /// Another placement as seen from here, and how much higher it is.
    pub(crate) fn seen(&self, other: &Self) -> (Place, f64) {
        (screw::compose(screw::inverse(self.place()), other.place()), other.y - self.y)
    }

    /// [`Self::to_local`] for a vector. What is too far away to be seen is nearer in its direction.
    pub(crate) fn local(&self, point: [f64; 3]) -> Vec3 {
        let seen = Vec3::from_array(self.to_local(point));
        let (far, most) = (seen.abs().max_element(), FARTHEST_M as f32);
        if far > most { seen / far * most } else { seen }
    }

    /// A transform of the world as seen from here.
    pub(crate) fn local_transform(&self, at: &WorldTransform) -> LocalTransform {
        let turn = rotation::about_y(-self.heading as f32);
        let own = rotation::normalised(glam::Quat::from_array(at.rotation));
        LocalTransform { translation: self.local(at.translation), rotation: rotation::compose(turn, own) }
    }

    /// A direction of the world as seen from here.
    pub(crate) fn local_direction(&self, direction: [f32; 3]) -> Vec3 {
        let [x, y, z] = direction;
        let (x, z) = self.on_ground().inverse().turn(x, z);
        Vec3::new(x, y, z)
    }

    /// A point near the middle of the world that is seen from here.
    pub(crate) fn carry_point(&self, point: Vec3) -> Vec3 {
        Vec3::from_array(self.to_world(point.to_array()).map(|x| x as f32))
    }

    /// A direction that is seen from here.
    pub(crate) fn carry_direction(&self, direction: Vec3) -> Vec3 {
        let (x, z) = self.on_ground().turn(direction.x, direction.z);
        Vec3::new(x, direction.y, z)
    }

    /// A transform near the middle of the world that is seen from here.
    pub(crate) fn carry(&self, local: LocalTransform) -> LocalTransform {
        let turn = rotation::about_y(self.heading as f32);
        LocalTransform {
            translation: self.carry_point(local.translation),
            rotation: rotation::compose(turn, local.rotation),
        }
    }

    /// A pose seen from here, as seen from the middle of the world.
    pub(crate) fn apply(&self, dofs: &mut [f32]) {
        let seen = Skeleton::PLACEMENT.map(|d| f64::from(dofs[d]));
        self.carried(seen, 0.0).on_ground().store(dofs);
        dofs[Skeleton::HEIGHT.index()] += self.y as f32;
    }
}
