//! The runtime of adverb, animation by example: what a game links.
//!
//! Everything here works on plain `f32` arrays and caller-owned buffers, allocates nothing once its
//! tables are built, and gives the same bits for the same input natively and in WebAssembly. To keep
//! that promise it calls only [`libm`] and polynomials of its own for transcendental functions and the
//! formulas of [`rotation`] for quaternions, never the platform's own.
//!
//! The flow, bottom up: [`time`] and [`key_times`] say *when*, [`curve`] says how one degree of
//! freedom moves, [`skeleton`] says what the degrees of freedom mean, [`kinematics`] turns them into
//! world transforms and [`ik`] back again, [`placement`] and [`screw`] move a whole body over the ground. Beside it stands
//! [`space`], which says how much of each example a point asks for. From all of these a [`verb`] is made, a motion with knobs,
//! a [`graph`] says which verb may follow which, and an [`actor`] plays it; a [`crowd`] is many of them. A [`pack`] is a
//! character's skeleton, verbs and graphs as one file.

pub mod actor;
pub mod chance;
pub mod crowd;
pub mod curve;
pub mod graph;
mod hermite;
pub mod ik;
pub mod key_times;
pub mod kinematics;
mod limbs;
pub mod numbers;
pub mod pack;
pub mod placement;
pub mod rotation;
pub mod screw;
pub mod shape;
pub mod skeleton;
pub mod space;
pub mod time;
pub mod timeline;
pub mod verb;
mod wide;

pub use actor::{Actor, World};
pub use crowd::Crowd;
pub use glam;
pub use graph::Graph;
pub use key_times::KeyTimes;
pub use pack::Pack;
pub use placement::Placement;
pub use shape::Shape;
pub use skeleton::{DofId, JointId, Skeleton};
pub use time::{AnimationTime, CanonicalTime, ClockTime, VerbTime};
pub use verb::{Setting, Verb};

// `cargo xtask package` writes its pages.
#[cfg(docsrs)]
#[doc = include_str!("../manual/README.md")]
pub mod manual {
    include!("../manual/pages.rs");
}
