//! The laws of the runtime.

#![allow(clippy::disallowed_methods)] // tests compare with the platform's own, within a tolerance

mod actors;
mod bits;
mod bodies;
mod courses;
mod curves;
mod ik;
mod key_times;
mod kinematics;
mod made;
mod packs;
mod placement;
mod refused;
mod rotations;
mod screw;
#[cfg(feature = "shapes")]
mod shapes;
mod skeletons;
#[cfg(feature = "shapes")]
mod skins;
