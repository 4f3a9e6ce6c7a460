//! Graphs in the project file: what they mean, and what is said when they are wrong.

mod bad_input;
mod gestures;
mod made;
mod objects;
mod reading;
