//! Inverse kinematics (thesis 2.3): poses that bring joints to where they should be.
//!
//! [`linear_step`] is the general method, one damped step of eq. 2.2 for any number of goals at once within the DOFs'
//! limits; [`two_bone`] is the exact solution for an arm or a leg.

pub mod linear_step;
pub mod two_bone;
