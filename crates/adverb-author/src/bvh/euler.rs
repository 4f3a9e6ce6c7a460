//! Euler angles of a rotation, exact also at gimbal lock, and continuous from frame to frame.
//!
//! For R = Rz·Rx·Ry the quaternion's components combine into products of the half angles:
//! ```text
//! w + x = p·cos s   y + z = p·sin s   with s = (z+y)/2, p = √2·cos(45° − x/2)
//! w − x = m·cos d   z − y = m·sin d   with d = (z−y)/2, m = √2·sin(45° − x/2)
//! ```
//! so that x = 90° − 2·atan2(m, p). Near gimbal lock only one of s and d is badly known, and there it hardly
//! matters, whereas the usual formula loses both angles (Bernardes and Viollet, 2022).

use glam::DQuat;

/// Below this, an angle has no effect that could be told (p and m scale it).
const LOCKED: f64 = 1e-10;

/// The angles [z, x, y] in degrees with R = Rz(z)·Rx(x)·Ry(y); of the many, those nearest to `near`. For a
/// first frame, `near` is zero.
pub fn zxy_degrees(rotation: DQuat, near: [f64; 3]) -> [f64; 3] {
    let DQuat { x, y, z, w } = rotation;
    let (p, m) = ((w + x).hypot(y + z), (w - x).hypot(z - y));
    let (mut s, mut d) = ((y + z).atan2(w + x), (z - y).atan2(w - x));
    // Locked: any split of the turn between z and y will do; keep y.
    let near_y = near[2].to_radians();
    if m < LOCKED {
        d = s - near_y;
    } else if p < LOCKED {
        s = d + near_y;
    }
    let x = std::f64::consts::FRAC_PI_2 - 2.0 * m.atan2(p);
    let principal = [s + d, x, s - d].map(f64::to_degrees);
    let other = [principal[0] + 180.0, 180.0 - principal[1], principal[2] + 180.0];
    let [principal, other] = [principal, other].map(|angles| unwound(angles, near));
    // A little patience with the principal one, so that noise at gimbal lock does not toss the choice about.
    if distance(other, near) + 1e-6 < distance(principal, near) { other } else { principal }
}

/// The same angles less whole turns, each as near as can be.
fn unwound(angles: [f64; 3], near: [f64; 3]) -> [f64; 3] {
    std::array::from_fn(|k| angles[k] - 360.0 * ((angles[k] - near[k]) / 360.0).round())
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum()
}
