//! One mesh of a scene (`read`) with its blend shapes and its skin (`deformers`).

pub(super) mod deformers;
mod read;

pub(super) use deformers::target_names;
pub use read::read;
pub(super) use read::{Space, geometry};
