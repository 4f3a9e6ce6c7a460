//! What the built-in figure does on the spot: idling, waving, nodding.
//!
//! A [`Posture`](posture::Posture) says how the body is held, with the words of a walking [`Style`](super::Style), so that a
//! sad idle is held as a sad walk is. An [`Action`](action::Action) lets parts of the body leave that posture and come back, each
//! in its own time, and [`body`] makes joints of it: feet stay on the floor, legs and reaching arms are bent by the exact
//! two-bone solution. No randomness, and two continuous derivatives throughout.

mod action;
mod body;
mod gesture;
mod idle;
mod posture;

pub use gesture::gestures;
pub use idle::{Idle, Mood, idles};

use crate::clip::Clip;

/// Something done on the spot.
#[derive(Debug, Clone, PartialEq)]
pub struct Act {
    /// Its name, fit for a file name.
    pub name: String,
    /// What repeats has [`LEAD_FRAMES`](super::LEAD_FRAMES) more at each end.
    pub clip: Clip,
    /// Names of key-times, and their frames.
    pub keys: Vec<(&'static str, usize)>,
}
