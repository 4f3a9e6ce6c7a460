//! The runtime of adverb, animation by example: what a game links.
//!
//! ```
//! use adverb::{Actor, Pack};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     # let bytes = include_bytes!("../tests/packs/v2.adverb");
//!     # /*
//!     let bytes = std::fs::read("hero.adverb")?; // adverb demo hero; adverb build hero -o hero.adverb
//!     # */
//!     let pack = Pack::load(bytes.as_ref())?;
//!     let graph = pack.graphs().first().ok_or("a pack without graphs")?;
//!     let mut actor = Actor::new(graph.clone(), 7);
//!     let mut locals = vec![0.0; 7 * graph.skeleton().joints().len()];
//!     for _frame in 0..120 {
//!         actor.step(1.0 / 60.0, &mut ());
//!         actor.write_locals(&mut locals); // per joint x y z, then a quaternion x y z w
//!     }
//!     println!("it plays {} at {:?}", graph.verb(actor.verb()).name(), actor.placement());
//!     Ok(())
//! }
//! ```
//!
//! Everything here works on plain `f32` arrays and caller-owned buffers, allocates nothing once its
//! tables are built, and gives the same bits for the same input natively and in WebAssembly. To keep
//! that promise it calls only [`libm`] and polynomials of its own for transcendental functions and the
//! formulas of [`rotation`] for quaternions, never the platform's own.
//!
//! The flow, bottom up: the kinds of time and [`key_times`] say *when*, [`curve`] says how one degree of
//! freedom moves, [`skeleton`] says what the degrees of freedom mean, [`kinematics`] turns them into
//! world transforms and [`ik`] back again, [`Placement`] and [`screw`] move a whole body over the ground. Beside it stands
//! [`space`], which says how much of each example a point asks for. From all of these a [`verb`] is made, a motion with knobs,
//! a [`graph`] says which verb may follow which, and an [`actor`] plays it; a [`Crowd`] is many of them. A [`pack`] is a
//! character's skeleton, verbs and graphs as one file.

pub mod actor;
pub mod body;
pub mod chance;
mod checksum;
mod crowd;
pub mod curve;
mod encoding;
pub mod graph;
mod hash;
mod hermite;
pub mod ik;
pub mod key_times;
pub mod kinematics;
pub mod limbs;
mod numbers;
mod origin;
pub mod pack;
mod placement;
pub mod rotation;
pub mod screw;
#[cfg(feature = "shapes")]
pub mod shape;
pub mod skeleton;
pub mod space;
mod time;
mod timeline;
mod transform;
pub mod verb;
#[doc(hidden)] // authoring multiplies matrices with it
pub mod wide;

pub use actor::{Actor, Ground, World};
pub use crowd::{ActorMut, Crowd, CrowdPart};
pub use glam;
pub use graph::Graph;
pub use key_times::KeyTimes;
pub use numbers::Numbers;
pub use origin::{DPlacement, WorldTransform};
pub use pack::Pack;
pub use placement::Placement;
#[cfg(feature = "shapes")]
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
