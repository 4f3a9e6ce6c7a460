//! Bending limbs of a pose so that their ends are where they should be: feet that stand, hands that reach, heads that look.

mod gaze;
mod leg;

pub(crate) use gaze::Look;
pub(crate) use leg::{Leg, stand};
