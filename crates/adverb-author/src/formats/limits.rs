//! Bounds of what readers believe.

/// Nesting, joints and names beyond these are damage or malice, and would cost memory out of proportion to the
/// file.
pub(crate) const MAX_DEPTH: usize = 1024;
pub(crate) const MAX_JOINTS: usize = 65_535;
pub(crate) const MAX_NAME_BYTES: usize = 1024;
/// Lengths and angles beyond this are no measurements, and their squares and products would soon overflow.
pub(crate) const MAX_VALUE: f64 = 1e9;
