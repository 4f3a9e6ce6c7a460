//! From where pictures show motions, and how they share them.

use adverb_author::picture::View;
use clap::ValueEnum;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Viewpoint {
    ThreeQuarter,
    Side,
    Front,
    Above,
}

impl Viewpoint {
    /// As meant.
    pub fn view(self) -> View {
        match self {
            Self::ThreeQuarter => View::ThreeQuarter,
            Self::Side => View::Side,
            Self::Front => View::Front,
            Self::Above => View::Above,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Layout {
    /// On the same ground, each at its own place
    Together,
    /// Beside each other, facing the same way
    Row,
    /// Each in a picture of its own
    Sheet,
}
