//! The offline part of adverb: files in and out, the motion algebra, spaces, verbs, shapes and the project file.
//!
//! The flow: a file becomes a [`clip::Clip`] (frames as the file has them, in metres, Y up), clips become a
//! [`adverb::Skeleton`] and motions on it, motions combine into other motions without copying a frame, and any of
//! them can be sampled into a clip again and written. Examples at points of a [`space`] become weights. A [`script`]
//! plays an actor on a verb graph, as a clip.

pub mod accuracy;
pub mod annotate;
pub mod character;
pub mod check;
pub mod clip;
pub mod demo;
mod dense;
pub mod error;
pub mod figure;
pub mod finding;
pub mod fit;
pub mod formats;
pub mod gait;
pub mod import;
mod jolts;
mod kinematics;
pub mod limbs;
pub mod limits;
pub mod mesh;
pub mod motion;
pub mod names;
mod numbers;
pub mod pack;
mod parallel;
pub mod picture;
pub mod played;
pub mod project;
pub mod report;
pub mod retarget;
pub mod rig;
pub mod root;
pub mod sample;
pub mod script;
pub mod sculpt;
pub mod shape;
pub mod sides;
pub mod space;
mod strokes;
pub mod travel;
pub mod verb;

pub use clip::Clip;
pub use error::Error;
pub use motion::support;
