//! The laws of the runtime.

mod curves;
mod ik;
mod key_times;
mod kinematics;
mod made;
mod placement;
mod rotations;
