//! The meshes of a scene as one: each (`read`) with its blend shapes and its skin (`deformers`), one after the other (`join`).

pub(super) mod deformers;
mod join;
mod read;

pub(super) use deformers::target_names;
pub use read::read;
pub(super) use read::{Space, geometry};
