//! The built-in figure: walks and runs made from published joint-angle curves of human gait, and actions on the spot ([`stance`]).
//!
//! A [`Style`] sets speed and manner; [`synthesise`] makes one cycle of it, from one left foot-down to the next, with its key-times and
//! support phases. The legs' angles over the cycle are Fourier series fitted to
//! normative curves; they place the feet, hold the pelvis up in stance and carry the foot in swing, and the exact
//! two-bone solution keeps the standing foot where it is. No randomness: the same style gives the same frames.

mod blend;
mod curves;
mod cycle;
mod humanoid;
mod leg;
mod pelvis;
mod pose;
mod series;
pub mod stance;
mod style;
mod upper_body;

pub use humanoid::{HEEL, SOLE_M, humanoid};
pub use style::{Pace, Style, styles};

use crate::clip::{Clip, Source};
use crate::sides::Side;
use cycle::{Cycle, FPS};
use pose::Walker;

/// Frames before the first left foot-down and after the last, so that a search for the best cycle has room.
pub const LEAD_FRAMES: usize = 12;

/// A support phase: the ball of the foot stays in place from one frame to another, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Support {
    /// Which foot.
    pub side: Side,
    /// First frame.
    pub from: usize,
    /// Last frame.
    pub to: usize,
}

/// A synthesised example.
#[derive(Debug, Clone, PartialEq)]
pub struct Gait {
    /// A cycle with [`LEAD_FRAMES`] more at each end.
    pub clip: Clip,
    /// Frames of left foot-down, right foot-down and the next left foot-down.
    pub keys: [usize; 3],
    /// Support phases, in order of time.
    pub supports: Vec<Support>,
}

/// One cycle of a style.
#[must_use]
pub fn synthesise(style: &Style) -> Gait {
    synthesise_around(style, LEAD_FRAMES)
}

/// One cycle of a style, with this many extra frames before its start and after its end.
#[must_use]
pub fn synthesise_around(style: &Style, lead_frames: usize) -> Gait {
    let curves = match style.pace {
        Pace::Walk => curves::walk(),
        Pace::Run => curves::run(),
    };
    let cycle = Cycle::new(style);
    let walker = Walker::new(style, &curves, &cycle);
    let count = cycle.frames + 2 * lead_frames + 1;
    let cycles = |frame: usize| (frame as f64 - lead_frames as f64) / cycle.frames as f64;
    let locals = (0..count).flat_map(|frame| walker.pose(cycles(frame))).collect();
    let clip = Clip { joints: walker.joints, fps: FPS, locals, source: Source::made(style.name) };
    let right = (cycle.contact(Side::Right) * cycle.frames as f64).round() as usize;
    let keys = [lead_frames, lead_frames + right, lead_frames + cycle.frames];
    Gait { clip, keys, supports: supports(&cycle, lead_frames, count) }
}

/// The parts of the clip in which a foot lies or rolls on its ball.
fn supports(cycle: &Cycle, lead_frames: usize, count: usize) -> Vec<Support> {
    let around = 1 + lead_frames / cycle.frames;
    let mut supports = Vec::new();
    for k in -(around as i64) - 1..=around as i64 + 1 {
        for side in Side::BOTH {
            let frame = |phase: f64| (k as f64 + phase) * cycle.frames as f64 + lead_frames as f64;
            let contact = cycle.contact(side);
            let from = frame(contact + leg::FLAT * (cycle.stance(side) - leg::TOES)).ceil().max(0.0);
            let to = frame(contact + cycle.stance(side) - leg::TOES).floor().min(count as f64 - 1.0);
            if to > from {
                supports.push(Support { side, from: from as usize, to: to as usize });
            }
        }
    }
    supports.sort_by_key(|s| s.from);
    supports
}
