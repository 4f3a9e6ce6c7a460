//! The laws of motions, on made and on real recordings.

mod constraints;
mod data;
mod fits;
mod laws;
mod made;
mod real;
mod rigs;
mod trees;
