//! Actors on verb graphs: from verb to verb without a seam, whatever they are asked (thesis 5).

mod contacts;
mod deeds;
mod grounds;
mod measure;
mod objects;
mod paths;
mod random;
mod seams;
pub mod stage;
mod stops;
