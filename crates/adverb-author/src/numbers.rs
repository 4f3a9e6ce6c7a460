//! Powers as products: std's `powi` promises no order, and so no bits.

/// x².
pub(crate) fn squared(x: f64) -> f64 {
    x * x
}

/// x³.
pub(crate) fn cubed(x: f64) -> f64 {
    x * x * x
}
