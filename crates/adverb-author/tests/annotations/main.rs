//! What is found in recordings, and how it is written into a project file.

mod edits;
mod made;
mod real;
#[path = "../motions/data.rs"]
#[allow(dead_code)] // the tests of motions use all of it
mod real_data;
