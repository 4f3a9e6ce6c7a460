//! What the `adverb` command is made of.

pub mod raster;
