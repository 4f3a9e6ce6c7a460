//! Verbs, made and real: what they promise at their examples, between them and beyond them.

mod bad_input;
mod checked;
mod demo;
mod euler;
mod goals;
mod hands;
mod held;
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
mod stand_in;
mod steered;
mod symmetric;
mod variations;
