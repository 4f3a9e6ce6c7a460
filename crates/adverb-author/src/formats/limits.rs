//! Bounds of what readers accept.

/// Deeper nesting, more joints and longer names are damage or malice, and would cost memory out of proportion to the file.
pub(crate) const MAX_DEPTH: usize = 1024;
pub(crate) const MAX_JOINTS: usize = 65_535;
pub(crate) const MAX_NAME_BYTES: usize = 1024;
/// Larger lengths and angles are not measurements, and their products would overflow.
pub(crate) const MAX_VALUE: f64 = 1e9;
