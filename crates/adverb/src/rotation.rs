//! Quaternions and rotation vectors, written out so that every machine computes the same bits.
//!
//! glam's own quaternion products group their sums differently in their scalar and SIMD versions, and
//! `std`'s sine differs between platforms; these functions do neither. Quaternions are unit length;
//! `world_from_joint` style products read right to left. A *rotation vector* is an axis scaled by its
//! angle in radians; `exp` and `log` pass between the two.

use glam::{DQuat, DVec3, Quat, Vec3};

pub(crate) mod lanes;

/// The rotation that applies `b` first and `a` after it (`a · b`).
#[inline]
pub fn compose(a: Quat, b: Quat) -> Quat {
    Quat::from_array(lanes::product(a.to_array(), b.to_array()))
}

/// The opposite rotation.
#[inline]
pub fn inverse(q: Quat) -> Quat {
    Quat::from_xyzw(-q.x, -q.y, -q.z, q.w)
}

/// `v` turned by `q`.
#[inline]
pub fn rotate(q: Quat, v: Vec3) -> Vec3 {
    let axis = Vec3::new(q.x, q.y, q.z);
    let t = axis.cross(v) * 2.0;
    v + t * q.w + axis.cross(t)
}

/// `q` scaled to unit length; the identity when it has none.
pub fn normalised(q: Quat) -> Quat {
    let norm = (q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w).sqrt();
    if norm > 0.0 && norm.is_finite() {
        Quat::from_xyzw(q.x / norm, q.y / norm, q.z / norm, q.w / norm)
    } else {
        Quat::IDENTITY
    }
}

/// The rotation of a rotation vector: polynomials up to a whole turn, smooth through zero. Unit length within 2e-7 up to half
/// a turn, 7e-7 up to a whole one.
#[inline]
pub fn exp(v: Vec3) -> Quat {
    let square = lanes::quarter_square(v.to_array());
    if square <= lanes::WHOLE_TURN {
        Quat::from_array(lanes::exp(v.to_array(), square))
    } else {
        exp_beyond_a_turn(v)
    }
}

/// The formula itself. The division is safe: the angle is not small, or not a number.
#[cold]
fn exp_beyond_a_turn(v: Vec3) -> Quat {
    let half = v.length() * 0.5;
    let k = libm::sinf(half) / half * 0.5;
    Quat::from_xyzw(v.x * k, v.y * k, v.z * k, libm::cosf(half))
}

/// The shortest rotation vector of `q` (length at most π).
#[inline]
pub fn log(q: Quat) -> Vec3 {
    Vec3::from_array(lanes::log(q.to_array()))
}

/// The rotation vector of `q` nearest to `near`: `log(q)` plus whole turns about its axis. It is what
/// makes a curve of rotation vectors continuous ("unrolled").
#[inline]
pub fn log_near(q: Quat, near: Vec3) -> Vec3 {
    Vec3::from_array(lanes::log_near(q.to_array(), near.to_array()))
}

/// Rotation about the x axis.
pub fn about_x(angle_rad: f32) -> Quat {
    Quat::from_xyzw(libm::sinf(angle_rad * 0.5), 0.0, 0.0, libm::cosf(angle_rad * 0.5))
}

/// Rotation about the y axis: the heading of a body. +90° takes +Z to +X.
pub fn about_y(angle_rad: f32) -> Quat {
    Quat::from_xyzw(0.0, libm::sinf(angle_rad * 0.5), 0.0, libm::cosf(angle_rad * 0.5))
}

/// Rotation about the z axis.
pub fn about_z(angle_rad: f32) -> Quat {
    Quat::from_xyzw(0.0, 0.0, libm::sinf(angle_rad * 0.5), libm::cosf(angle_rad * 0.5))
}

/// The shortest rotation that takes the direction of `from` to the direction of `to`; half a turn about
/// some perpendicular axis when they oppose, the identity when either has no length.
pub fn between(from: Vec3, to: Vec3) -> Quat {
    let (from, to) = (from.normalize_or_zero(), to.normalize_or_zero());
    if from == Vec3::ZERO || to == Vec3::ZERO {
        return Quat::IDENTITY;
    }
    let cosine = from.dot(to);
    if cosine < -0.999_999 {
        let axis = perpendicular(from);
        return Quat::from_xyzw(axis.x, axis.y, axis.z, 0.0);
    }
    let axis = from.cross(to);
    normalised(Quat::from_xyzw(axis.x, axis.y, axis.z, 1.0 + cosine))
}

/// Some unit vector perpendicular to the unit vector `v`, always the same one.
pub fn perpendicular(v: Vec3) -> Vec3 {
    let other = if v.x.abs() < 0.7 { Vec3::X } else { Vec3::Y };
    v.cross(other).normalize_or_zero()
}

/// The angle of `q` about the vertical: its twist about y, in (−π, π]. The rest of it, `about_y(−angle) · q`,
/// tilts about a horizontal axis. Undefined only for a body exactly upside down, where it is 0.
pub fn twist_y(q: Quat) -> f32 {
    if q.y == 0.0 && q.w == 0.0 {
        return 0.0;
    }
    let angle = 2.0 * libm::atan2f(q.y, q.w);
    if angle > core::f32::consts::PI {
        angle - core::f32::consts::TAU
    } else if angle <= -core::f32::consts::PI {
        angle + core::f32::consts::TAU
    } else {
        angle
    }
}

/// `q` seen in the mirror x → −x.
pub fn mirrored(q: Quat) -> Quat {
    Quat::from_xyzw(q.x, -q.y, -q.z, q.w)
}

/// The three columns of the right Jacobian of `exp` at `v`: turning the rotation vector by `e_k` turns the body by
/// `columns[k]`, in the body's own frame.
pub fn right_jacobian(v: Vec3) -> [Vec3; 3] {
    let angle = v.length();
    let (a, b) = if angle < 1e-2 {
        (0.5 - angle * angle / 24.0, 1.0 / 6.0 - angle * angle / 120.0)
    } else {
        let square = angle * angle;
        ((1.0 - libm::cosf(angle)) / square, (angle - libm::sinf(angle)) / (square * angle))
    };
    [Vec3::X, Vec3::Y, Vec3::Z].map(|e| e - v.cross(e) * a + v.cross(v.cross(e)) * b)
}

/// The shortest turn from one direction to another, in f64. (glam's asks the platform for a half turn.)
pub(crate) fn shortest(from: DVec3, to: DVec3) -> DQuat {
    let (axis, w) = (from.cross(to), 1.0 + from.dot(to));
    match w > 1e-12 {
        true => DQuat::from_xyzw(axis.x, axis.y, axis.z, w).normalize(),
        false => {
            let axis = from.any_orthonormal_vector();
            DQuat::from_xyzw(axis.x, axis.y, axis.z, 0.0)
        }
    }
}
