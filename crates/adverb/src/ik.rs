//! Inverse kinematics (thesis 2.3): poses that bring joints to where they should be.
//!
//! [`linear_step`] is the general method, one damped step of eq. 2.2 for any number of goals at once within the DOFs'
//! limits; [`two_bone`] is the exact solution for an arm or a leg; `bent` is an arm that is turned several times.

pub(crate) mod bent;
pub mod linear_step;
pub mod two_bone;
