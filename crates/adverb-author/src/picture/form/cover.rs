//! What covers a form: the base colours of its materials, and their pictures by texture coordinates.

use glam::{DVec2, DVec3};

use super::shade::linear;
use crate::mesh::{Cover, Covers, Pixels};
use crate::picture::colour::Rgb;

/// What covers a triangle, ready to be looked up.
#[derive(Clone, Copy)]
pub(super) struct Covering<'a> {
    cover: &'a Cover,
    picture: Option<&'a Pixels>,
}

/// For each triangle what covers it.
pub(super) fn of_triangles<'a>(covers: Option<&'a Covers>, count: usize) -> Vec<Option<Covering<'a>>> {
    let mut all = Vec::with_capacity(count);
    for (triangles, cover) in covers.iter().flat_map(|covers| &covers.parts) {
        let own = cover.as_ref().map(|cover| {
            let picture = cover.picture.and_then(|picture| covers?.pictures.get(picture));
            let is_whole = |p: &&Pixels| p.width * p.height > 0 && p.rgba.len() >= 4 * p.width * p.height;
            Covering { cover, picture: picture.filter(is_whole) }
        });
        all.extend(std::iter::repeat_n(own, (*triangles).min(count - all.len())));
    }
    all.resize(count, None);
    all
}

impl Covering<'_> {
    /// Whether some of it may not be there.
    pub fn has_holes(&self) -> bool {
        self.cover.cutoff > 0.0
    }

    /// Whether there is anything at these texture coordinates.
    pub fn is_there(&self, uv: DVec2) -> bool {
        let texel = self.picture.map_or(1.0, |picture| self.texel(picture, uv).1);
        f64::from(self.cover.colour[3]) * texel >= f64::from(self.cover.cutoff)
    }

    /// The colour there, as light.
    pub fn colour(&self, uv: DVec2) -> DVec3 {
        let [red, green, blue, _] = self.cover.colour.map(|part| f64::from(part).clamp(0.0, 1.0));
        let texel = self.picture.map_or(DVec3::ONE, |picture| self.texel(picture, uv).0);
        DVec3::new(red, green, blue) * texel
    }

    /// Light and opacity of a picture, straight between the middles of its pixels; it repeats itself.
    fn texel(&self, picture: &Pixels, uv: DVec2) -> (DVec3, f64) {
        let [x, y, origin] = self.cover.laid.map(|v| DVec2::new(f64::from(v[0]), f64::from(v[1])));
        let uv = uv.x * x + uv.y * y + origin;
        let uv = if uv.is_finite() { uv - uv.floor() } else { DVec2::ZERO };
        let size = DVec2::new(picture.width as f64, picture.height as f64);
        let at = uv * size - 0.5;
        let part = at - at.floor();
        let mut sum = (DVec3::ZERO, 0.0);
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            let share =
                if dx == 1 { part.x } else { 1.0 - part.x } * if dy == 1 { part.y } else { 1.0 - part.y };
            let wrapped =
                |at: f64, more: i64, count: usize| (at.floor() as i64 + more).rem_euclid(count as i64);
            let (column, row) = (wrapped(at.x, dx, picture.width), wrapped(at.y, dy, picture.height));
            let pixel = 4 * (row as usize * picture.width + column as usize);
            let [red, green, blue, opacity] = [0, 1, 2, 3].map(|c| picture.rgba[pixel + c]);
            sum.0 += share * linear(Rgb(red, green, blue));
            sum.1 += share * f64::from(opacity) / 255.0;
        }
        sum
    }
}
