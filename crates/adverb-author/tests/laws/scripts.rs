//! Scripts: what an actor is asked for in a file, as frames and as a list of what happened.

mod bad_input;
mod laws;
mod made;
