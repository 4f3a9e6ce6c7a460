//! The laws of motions, on made and on real recordings.

mod bridges;
mod constraints;
mod fits;
mod jog;
mod laws;
mod made;
mod nodes;
mod real;
mod rigs;
mod trees;
