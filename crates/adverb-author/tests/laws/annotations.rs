//! What is found in recordings, and how it is written into a project file.

mod edits;
mod made;
mod real;
