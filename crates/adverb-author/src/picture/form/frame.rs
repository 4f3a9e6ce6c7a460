//! The frame of a picture, and the camera for it.

use glam::{DVec2, DVec3};

use super::surface::Surface;
use super::{FormOptions, FormView};
use crate::picture::camera::{Camera, Seen};

/// The places of some forms. Pictures of one frame, size and view have one scale and one ground.
#[derive(Debug, Clone, PartialEq)]
pub struct FormFrame {
    points: Vec<DVec3>,
}

impl FormFrame {
    /// Room for all of them.
    pub fn around(forms: &[FormView]) -> Self {
        let corners = forms.iter().flat_map(|form| Surface::of(form).triangles()).flat_map(|(.., at)| at);
        Self { points: corners.collect() }
    }
}

/// Up to this part of a form's size above the ground, it casts a shadow there.
pub(super) const SHADOW_HEIGHT: f64 = 1.1;
/// How wide a shadow's edge is, as a part of the size of the form.
pub(super) const SHADOW_EDGE: f64 = 0.07;
/// The empty border as a part of the picture's shorter side.
const MARGIN: f64 = 0.05;

/// A camera on a frame. Its world is centred and of unit size, whatever the unit of the form.
pub(super) struct Lens {
    camera: Camera,
    pub width: usize,
    pub height: usize,
    centre: DVec3,
    scale: f64,
    /// How high the ground is, in the lens's world.
    pub ground: f64,
}

impl Lens {
    pub fn new(frame: &FormFrame, options: &FormOptions) -> Self {
        let [low, high] = bounds(&frame.points);
        let centre = 0.5 * low + 0.5 * high;
        let radius = (0.5 * high - 0.5 * low).length();
        let scale = if radius > 0.0 { radius.recip() } else { 1.0 };
        let mut lens = Self {
            camera: Camera::aimed([DVec3::X, DVec3::Y, DVec3::Z], &[]),
            width: 0,
            height: 0,
            centre,
            scale,
            ground: scale * (low.y - centre.y),
        };
        let mut balls: Vec<(DVec3, f64)> = frame.points.iter().map(|&at| (lens.place(at), 0.0)).collect();
        let forward = if options.forward.is_finite() { options.forward } else { DVec3::Z };
        lens.camera = Camera::aimed(options.view.axes(forward), &balls);
        if options.ground && lens.sees_ground() {
            let low = balls.iter().filter(|(at, _)| at.y - lens.ground < 0.7 * SHADOW_HEIGHT);
            let below: Vec<_> = low.map(|(at, _)| (at.with_y(lens.ground), SHADOW_EDGE)).collect();
            balls.extend(below);
        }
        lens.fit(&balls, [options.width_px, options.height_px].map(size_px))
    }

    /// Enlarges the picture until it is as wide or as high as it may be.
    fn fit(self, balls: &[(DVec3, f64)], most: [f64; 2]) -> Self {
        let margin = MARGIN * most[0].min(most[1]);
        let [low, high] = self.camera.extent(balls);
        let room = DVec2::from(most) - 2.0 * margin;
        let zoom = (room / (high - low)).min_element();
        let size = (zoom * (high - low) + 2.0 * margin).round().max(DVec2::ONE);
        let camera = self.camera.zoomed(zoom).shifted(0.5 * size - 0.5 * zoom * (low + high));
        Self { camera, width: size.x as usize, height: size.y as usize, ..self }
    }

    /// A place of the form in the lens's world.
    pub fn place(&self, at: DVec3) -> DVec3 {
        self.scale * (at - self.centre)
    }

    /// Where on paper that is.
    pub fn see(&self, placed: DVec3) -> Option<Seen> {
        self.camera.see(placed)
    }

    /// Right, up and into the picture.
    pub fn axes(&self) -> [DVec3; 3] {
        self.camera.axes
    }

    pub fn eye(&self) -> DVec3 {
        self.camera.eye()
    }

    /// Whether the ground is seen from above.
    pub fn sees_ground(&self) -> bool {
        self.eye().y > self.ground
    }

    /// The place on the ground that is seen there.
    pub fn ground_at(&self, paper: DVec2) -> Option<DVec3> {
        let towards = self.camera.towards(paper);
        let along = (self.ground - self.eye().y) / towards.y;
        (along.is_finite() && along > 0.0).then(|| self.eye() + along * towards)
    }
}

fn size_px(asked: f64) -> f64 {
    if asked.is_finite() { asked.clamp(32.0, 8192.0) } else { 900.0 }
}

/// The least and greatest coordinates.
fn bounds(points: &[DVec3]) -> [DVec3; 2] {
    let Some(&first) = points.first() else { return [DVec3::ZERO; 2] };
    points.iter().fold([first; 2], |[low, high], &at| [low.min(at), high.max(at)])
}
