//! Actions of the built-in figure on the spot: idling, reaching, waving, nodding, turning in place.
//!
//! A posture says how the body is held, with the words of a walking [`Style`](super::Style), so that a sad idle is held as a sad
//! walk is. An action lets parts of the body leave that posture and come back, each in its own time. A body makes joints of
//! it: feet stay on the floor, legs and reaching arms are bent by the exact two-bone solution. No randomness, and two
//! continuous derivatives throughout.

mod action;
mod body;
mod gesture;
mod idle;
mod posture;
mod reach;
mod turn;

pub use gesture::gestures;
pub use idle::{Idle, Mood, idles};
pub use reach::{Reach, reaches};
pub use turn::{Turn, turns};

use crate::clip::Clip;

/// An action on the spot.
#[derive(Debug, Clone, PartialEq)]
pub struct Act {
    /// Its name, fit for a file name.
    pub name: String,
    /// Its frames; a cycle has [`LEAD_FRAMES`](super::LEAD_FRAMES) more at each end.
    pub clip: Clip,
    /// Names of key-times, and their frames.
    pub keys: Vec<(&'static str, usize)>,
}
