//! One mesh of a scene (`read`) with its blend shapes and its skin (`deformers`).

mod deformers;
mod read;

pub use read::read;

pub(super) use deformers::target_names;
