//! Verbs, made and real: what they promise at their examples, between them and beyond them.

mod bad_input;
mod checked;
mod demo;
mod euler;
#[path = "../support/hero.rs"]
mod hero;
mod hull;
mod knees;
mod laws;
mod left_out;
mod measure;
mod measured;
mod motions;
mod reaching;
mod real;
mod report;
mod slopes;
mod steered;
#[path = "../support/knees.rs"]
mod support_knees;
