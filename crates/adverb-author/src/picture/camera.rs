//! The camera: perspective with a long lens, aimed relative to where the subjects go.

use glam::{DVec2, DVec3};

/// The direction a scene is seen from, relative to where its subjects go (or face, if they stay in place).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub enum View {
    /// They go from left to right and a little towards the viewer.
    #[default]
    ThreeQuarter,
    /// They go from left to right.
    Side,
    /// They come towards the viewer.
    Front,
    /// From straight above; they go from left to right.
    Above,
    /// Any direction.
    Free {
        /// Around the vertical: 0 is [`View::Front`], 90 is [`View::Side`], 180 is from behind.
        yaw_deg: f64,
        /// How far the viewer looks down: 0 is level, 90 is from above.
        pitch_deg: f64,
    },
}

impl View {
    fn angles_rad(self) -> (f64, f64) {
        let (yaw_deg, pitch_deg) = match self {
            Self::ThreeQuarter => (58.0, 16.0),
            Self::Side => (90.0, 5.0),
            Self::Front => (0.0, 14.0),
            Self::Above => (90.0, 90.0),
            Self::Free { yaw_deg, pitch_deg } => (yaw_deg, pitch_deg),
        };
        let finite = |angle: f64| if angle.is_finite() { angle.to_radians() } else { 0.0 };
        (finite(yaw_deg), finite(pitch_deg.clamp(-90.0, 90.0)))
    }

    /// The picture's right, up and into-the-picture directions, for subjects that go along `forward`.
    pub(super) fn axes(self, forward: DVec3) -> [DVec3; 3] {
        let (yaw, pitch) = self.angles_rad();
        let forward = DVec3::new(forward.x, 0.0, forward.z).normalize_or(DVec3::Z);
        // The character's own right when it faces `forward`.
        let right_hand = forward.cross(DVec3::Y);
        let out = forward * libm::cos(yaw) + right_hand * libm::sin(yaw);
        let right = DVec3::Y.cross(out);
        let into = -(out * libm::cos(pitch) + DVec3::Y * libm::sin(pitch));
        [right, right.cross(into), into]
    }
}

/// A point on paper.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Seen {
    pub at: DVec2,
    /// Pixels per metre there.
    pub scale: f64,
    /// Metres from the viewer, along the line of sight.
    pub depth_m: f64,
}

/// A camera and the paper it draws on. Image y points down.
#[derive(Debug, Clone, Copy)]
pub(super) struct Camera {
    pub axes: [DVec3; 3],
    eye: DVec3,
    /// Pixels per unit of tangent.
    focal_px: f64,
    origin_px: DVec2,
    distance_m: f64,
}

/// The smallest picture of a thing, in metres: a single point is drawn as if it were this large.
const LEAST_EXTENT_M: f64 = 0.4;

impl Camera {
    /// A camera that has all the balls before it, at a distance that keeps the perspective gentle.
    pub fn aimed(axes: [DVec3; 3], balls: &[(DVec3, f64)]) -> Self {
        let mut low = DVec3::splat(f64::INFINITY);
        let mut high = DVec3::splat(f64::NEG_INFINITY);
        for &(at, radius) in balls {
            let seen = DVec3::from(axes.map(|axis| axis.dot(at)));
            low = low.min(seen - radius);
            high = high.max(seen + radius);
        }
        if balls.is_empty() {
            (low, high) = (DVec3::ZERO, DVec3::ZERO);
        }
        let half = (0.5 * (high - low)).max(DVec3::splat(0.5 * LEAST_EXTENT_M));
        let middle = 0.5 * (low + high);
        let centre = middle.x * axes[0] + middle.y * axes[1] + middle.z * axes[2];
        let distance_m = 1.3 * half.z + 3.6 * half.x.max(half.y).max(half.z);
        Self { axes, eye: centre - distance_m * axes[2], focal_px: 1.0, origin_px: DVec2::ZERO, distance_m }
    }

    /// The point on paper; none if it lies behind or too near the eye.
    pub fn see(&self, point: DVec3) -> Option<Seen> {
        let from_eye = point - self.eye;
        let depth_m = self.axes[2].dot(from_eye);
        if !(depth_m > 0.02 * self.distance_m && from_eye.is_finite()) {
            return None;
        }
        let scale = self.focal_px / depth_m;
        let across = DVec2::new(self.axes[0].dot(from_eye), -self.axes[1].dot(from_eye));
        Some(Seen { at: self.origin_px + scale * across, scale, depth_m })
    }

    /// Where it stands.
    pub fn eye(&self) -> DVec3 {
        self.eye
    }

    /// The direction in which a point on paper is seen, one metre deep.
    pub fn towards(&self, at: DVec2) -> DVec3 {
        let across = (at - self.origin_px) / self.focal_px;
        across.x * self.axes[0] - across.y * self.axes[1] + self.axes[2]
    }

    /// Pixels per metre in the middle of the scene.
    pub fn scale(&self) -> f64 {
        self.focal_px / self.distance_m
    }

    /// The rectangle that the balls take on paper: corners of least and greatest x and y.
    pub fn extent(&self, balls: &[(DVec3, f64)]) -> [DVec2; 2] {
        let mut corners = [DVec2::splat(f64::INFINITY), DVec2::splat(f64::NEG_INFINITY)];
        for &(at, radius) in balls {
            if let Some(seen) = self.see(at) {
                // A ball off the axis looks a little longer than its radius.
                let reach = 1.04 * radius * seen.scale;
                corners[0] = corners[0].min(seen.at - reach);
                corners[1] = corners[1].max(seen.at + reach);
            }
        }
        if !corners[0].is_finite() {
            corners = [DVec2::ZERO; 2];
        }
        let least = LEAST_EXTENT_M * self.scale();
        let grow = (0.5 * (DVec2::splat(least) - (corners[1] - corners[0]))).max(DVec2::ZERO);
        [corners[0] - grow, corners[1] + grow]
    }

    /// The same camera with the paper enlarged.
    pub fn zoomed(mut self, factor: f64) -> Self {
        self.focal_px *= factor;
        self.origin_px *= factor;
        self
    }

    /// The same camera with the paper shifted.
    pub fn shifted(mut self, by_px: DVec2) -> Self {
        self.origin_px += by_px;
        self
    }

    /// The same camera carried along.
    pub fn moved(mut self, by_m: DVec3) -> Self {
        self.eye += by_m;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where a point appears relative to the scene's middle, for a character that faces +Z.
    fn appears(view: View, point: DVec3) -> DVec2 {
        let around = [(DVec3::splat(-2.0), 0.1), (DVec3::splat(2.0), 0.1)];
        let camera = Camera::aimed(view.axes(DVec3::Z), &around);
        let [point, middle] = [point, DVec3::ZERO].map(|p| camera.see(p).map(|s| s.at));
        point.zip(middle).map(|(p, m)| p - m).expect("both lie before the camera")
    }

    #[test]
    fn those_who_go_forward_go_right_unless_seen_from_the_front() {
        for view in [View::ThreeQuarter, View::Side, View::Above] {
            assert!(appears(view, DVec3::Z).x > 0.05, "{view:?}");
        }
        assert!(appears(View::Front, DVec3::Z).x.abs() < 1e-9);
        assert!(appears(View::Front, DVec3::Z).y > 0.0, "nearer is lower");
    }

    #[test]
    fn a_left_hand_is_on_the_right_from_the_front_and_up_from_above() {
        assert!(appears(View::Front, DVec3::X).x > 0.05);
        assert!(appears(View::Above, DVec3::X).y < -0.05);
        assert!(appears(View::Free { yaw_deg: 180.0, pitch_deg: 5.0 }, DVec3::X).x < -0.05);
    }

    #[test]
    fn what_is_seen_somewhere_lies_in_that_direction() {
        let camera = Camera::aimed(View::ThreeQuarter.axes(DVec3::Z), &[(DVec3::ZERO, 2.0)]);
        let camera = camera.zoomed(300.0).shifted(DVec2::new(40.0, -7.0));
        let point = DVec3::new(0.7, -0.2, 1.1);
        let seen = camera.see(point).expect("it lies before the camera");
        let found = camera.eye() + seen.depth_m * camera.towards(seen.at);
        assert!(found.distance(point) < 1e-9, "{found}");
    }

    #[test]
    fn up_is_up_except_from_above() {
        for view in [View::ThreeQuarter, View::Side, View::Front] {
            assert!(appears(view, DVec3::Y).y < -0.05, "{view:?}");
        }
    }
}
