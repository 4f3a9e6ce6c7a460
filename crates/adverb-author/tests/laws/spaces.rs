//! Laws of spaces, on random ones, on degenerate ones, and on the paper's own.

mod changes;
mod clusters;
mod coverage;
mod degenerate;
mod extrapolation;
mod inverse;
mod laws;
mod levels;
mod made;
mod paper;
mod per_dof;
mod pseudo_examples;
mod refined;
