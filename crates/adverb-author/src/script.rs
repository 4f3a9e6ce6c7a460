//! Scripts for an actor on a verb graph: requests, and when (docs/playing.md). [`play`] yields the frames, and what happened.

mod moments;
mod play;
mod read;

pub use moments::{Happening, Moment};
pub use play::{Performance, play};

use adverb::DPlacement;
use adverb::graph::{GestureId, HandId, KnobId, ObjectId, VerbId};

use crate::finding::Finding;

/// Requests to an actor, in the order of time. [`Script::read`] reads them from a TOML file.
#[derive(Debug, Clone, PartialEq)]
pub struct Script {
    /// The file's name as the user gave it.
    pub file: String,
    /// Which graph of the pack.
    pub graph: usize,
    /// The verb to begin with.
    pub start: VerbId,
    /// The seed of everything left to chance.
    pub seed: u64,
    /// How long it plays.
    pub secs: f64,
    /// Frames per second, if given.
    pub fps: Option<f64>,
    /// In order.
    pub entries: Vec<Entry>,
    /// Warnings, each with its line.
    pub warnings: Vec<Finding>,
}

/// The requests at one time.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// When.
    pub secs: f64,
    /// Its line in the file, counted from 1.
    pub line: usize,
    /// The requests, one after another.
    pub deeds: Vec<Deed>,
}

/// One request to an actor. Points are in the world, in metres.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Deed {
    /// Move to a placement at once.
    Place(DPlacement),
    /// Set a knob.
    Turn(KnobId, f32),
    /// Place an object, or remove it.
    Put(ObjectId, Option<[f64; 3]>),
    /// Look at a point, or ahead.
    Look(Option<[f64; 3]>),
    /// Reach for a point with a hand, or stop.
    Reach(HandId, Option<[f64; 3]>),
    /// Move by chance without requests, or not.
    Idle(bool),
    /// Request a verb.
    Request(VerbId),
    /// End a gesture.
    EndGesture(GestureId),
    /// Begin a gesture.
    Gesture(GestureId),
}
