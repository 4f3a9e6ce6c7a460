//! How light falls on a form: a warm lamp at the upper left, a cool one at the right, one from behind that draws the edge, and
//! the sky. Colours are linear here; a square stands for the screen's curve, and its root is exact on every machine.

use glam::DVec3;

use crate::picture::colour::Rgb;

/// A colour of the screen as light.
pub(super) fn linear(colour: Rgb) -> DVec3 {
    let part = |byte: u8| (f64::from(byte) / 255.0) * (f64::from(byte) / 255.0);
    DVec3::new(part(colour.0), part(colour.1), part(colour.2))
}

/// Light as bytes of the screen.
pub(super) fn bytes(light: DVec3) -> [u8; 3] {
    let byte = |part: f64| (255.0 * part.clamp(0.0, 1.0).sqrt()).round() as u8;
    [byte(light.x), byte(light.y), byte(light.z)]
}

/// Lamps that stand around the viewer, so that a form is lit alike from all sides.
pub(super) struct Lamps {
    key: DVec3,
    fill: DVec3,
    rim: DVec3,
    up: DVec3,
}

impl Lamps {
    /// For a picture with these directions: right, up and into it.
    pub fn around([right, up, into]: [DVec3; 3]) -> Self {
        let towards = |x: f64, y: f64, z: f64| (x * right + y * up - z * into).normalize();
        Self {
            key: towards(-0.5, 0.65, 0.85),
            fill: towards(0.9, 0.1, 0.5),
            rim: towards(0.35, 0.6, -0.7),
            up,
        }
    }

    /// The light that a place sends to the viewer: of that colour, with that normal, seen along `out` (from it to the eye).
    pub fn shine(&self, colour: DVec3, normal: DVec3, out: DVec3) -> DVec3 {
        const SKY: DVec3 = DVec3::new(0.28, 0.295, 0.32);
        const EARTH: DVec3 = DVec3::new(0.13, 0.12, 0.12);
        const KEY: DVec3 = DVec3::new(0.88, 0.86, 0.83);
        const FILL: DVec3 = DVec3::new(0.13, 0.145, 0.17);
        const RIM: DVec3 = DVec3::new(0.26, 0.27, 0.3);
        // Light reaches a little around, as from a large lamp.
        let soft = |lamp: DVec3, around: f64| ((normal.dot(lamp) + around) / (1.0 + around)).max(0.0);
        let sky = EARTH + (SKY - EARTH) * (0.5 + 0.5 * normal.dot(self.up));
        let key = soft(self.key, 0.15);
        let light = sky + KEY * key + FILL * soft(self.fill, 0.3);
        let grazing = 1.0 - normal.dot(out).clamp(0.0, 1.0);
        let edge = RIM * (grazing * grazing * soft(self.rim, 0.2));
        let half = (self.key + out).normalize_or(out);
        let gloss = 0.08 * libm::pow(normal.dot(half).max(0.0), 24.0) * key;
        colour * light + colour * edge + DVec3::splat(gloss)
    }
}

/// The colour of an inside, which is seen through holes or where a form is inside out.
pub(super) fn inside(colour: DVec3) -> DVec3 {
    colour * DVec3::new(0.2, 0.15, 0.15)
}
