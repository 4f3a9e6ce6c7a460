//! Small functions with two continuous derivatives, from which the motion between foot-downs is put together.

/// 0 below `from`, 1 above `to`, and a quintic between with level, unbent ends.
pub(super) fn rise(x: f64, from: f64, to: f64) -> f64 {
    let u = ((x - from) / (to - from)).clamp(0.0, 1.0);
    u * u * u * (10.0 + u * (6.0 * u - 15.0))
}

/// 0 at both ends of 0..1, up by `up`, staying 1, and coming down from `down` on.
pub(super) fn bump(u: f64, up: f64, down: f64) -> f64 {
    rise(u, 0.0, up) * (1.0 - rise(u, down, 1.0))
}

/// The larger of two, rounded where they cross by about half of `radius`; never below either.
pub(super) fn soft_max(a: f64, b: f64, radius: f64) -> f64 {
    0.5 * (a + b + ((a - b) * (a - b) + radius * radius).sqrt())
}

/// 0 for negative `x`, parallel to `x` from `width` on.
pub(super) fn ramp(x: f64, width: f64) -> f64 {
    let u = x / width;
    if u <= 0.0 {
        0.0
    } else if u < 1.0 {
        width * u * u * u * (1.0 - 0.5 * u)
    } else {
        x - 0.5 * width
    }
}

/// `x` itself up to `from`, then bending so as never to pass `limit`.
pub(super) fn soft_limit(x: f64, from: f64, limit: f64) -> f64 {
    // tanh is straight at 0, so the second derivative meets too.
    if x <= from { x } else { from + (limit - from) * libm::tanh((x - from) / (limit - from)) }
}
