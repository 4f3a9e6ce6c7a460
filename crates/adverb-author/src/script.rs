//! A script for an actor on a verb graph: what it is asked for, and when (docs/playing.md). [`play`] is the whole as frames, with
//! what happened in between.

mod moments;
mod play;
mod read;

pub use moments::{Happening, Moment};
pub use play::{Performance, play};

use adverb::DPlacement;
use adverb::graph::{GestureId, HandId, KnobId, ObjectId, VerbId};

use crate::finding::Finding;

/// What an actor is asked for, in the order of time. [`Script::read`] reads it from a TOML file.
#[derive(Debug, Clone, PartialEq)]
pub struct Script {
    /// The file's name as the user gave it.
    pub file: String,
    /// Which graph of the pack.
    pub graph: usize,
    /// The verb to begin with.
    pub start: VerbId,
    /// What is left to chance follows from it.
    pub seed: u64,
    /// How long it plays.
    pub secs: f64,
    /// Frames per second, where it says.
    pub fps: Option<f64>,
    /// In order.
    pub entries: Vec<Entry>,
    /// What can be done only in part, each with its line.
    pub warnings: Vec<Finding>,
}

/// What is asked for at one time.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// When.
    pub secs: f64,
    /// Where it stands in the file, counted from 1.
    pub line: usize,
    /// What, one after another.
    pub deeds: Vec<Deed>,
}

/// One thing that an actor is asked for. Points are of the world, in metres.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Deed {
    /// To be somewhere else.
    Place(DPlacement),
    /// To turn a knob.
    Turn(KnobId, f32),
    /// To place an object, or to remove it.
    Put(ObjectId, Option<[f64; 3]>),
    /// To look at a point, or ahead.
    Look(Option<[f64; 3]>),
    /// To bring a hand to a point, or to let it go.
    Reach(HandId, Option<[f64; 3]>),
    /// To stir by itself without requests, or not to.
    Idle(bool),
    /// To go over to a verb.
    Request(VerbId),
    /// To end a gesture.
    EndGesture(GestureId),
    /// To begin a gesture.
    Gesture(GestureId),
}
