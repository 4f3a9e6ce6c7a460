//! The shadow under a form: what the ground sees of it from below, darker where it is nearer, with a soft edge.

use glam::{DVec2, DVec3};

use super::frame::{SHADOW_EDGE, SHADOW_HEIGHT};
use super::patch::{Buffer, Patch};
use crate::numbers::squared;

/// Cells of the ground per unit of length; a form is about two units large.
const CELLS: f64 = 80.0;
/// How dark it is where the form touches the ground.
const DARKEST: f64 = 0.55;
/// A side of the ground has at most this many cells; what reaches farther, out of its frame, has no shadow there.
const MOST: f64 = 640.0;

/// How dark the ground is, cell by cell.
pub(super) struct Shadow {
    corner: DVec2,
    columns: usize,
    rows: usize,
    cells: Vec<f64>,
}

impl Shadow {
    /// Under triangles at places of the lens's world, on a ground that high.
    pub fn under(triangles: &[[DVec3; 3]], ground: f64) -> Self {
        let low = triangles.iter().flatten().filter(|at| at.y - ground < SHADOW_HEIGHT);
        let reach = low.fold(None, |reach: Option<[DVec2; 2]>, at| {
            let at = DVec2::new(at.x, at.z);
            let [least, greatest] = reach.unwrap_or([at; 2]);
            Some([least.min(at), greatest.max(at)])
        });
        let border = DVec2::splat(2.0 * SHADOW_EDGE);
        let [least, greatest] = reach.unwrap_or_default();
        let corner = (least - border).max(DVec2::splat(-0.5 * MOST / CELLS));
        let size = (CELLS * (greatest + border - corner)).ceil().clamp(DVec2::ONE, DVec2::splat(MOST));
        let (columns, rows) = (size.x as usize, size.y as usize);

        let mut buffer = Buffer::new(columns, 0..rows);
        for (triangle, index) in triangles.iter().zip(0..) {
            let below = triangle.map(|at| (CELLS * (DVec2::new(at.x, at.z) - corner), ground - at.y));
            if let Some(patch) = Patch::new(below) {
                buffer.draw(index, &patch, |_, _| true);
            }
        }
        // Half of it tells where the form touches the ground, half where it is above it.
        let dark = |near: f64| {
            let low = squared((1.0 + near / SHADOW_HEIGHT).clamp(0.0, 1.0));
            0.5 * low + 0.5 * low * low * low
        };
        let cells = (0..columns * rows).map(|cell| {
            let seen = buffer.at([cell % columns, cell / columns]);
            seen.map_or(0.0, |(_, near)| dark(near))
        });
        let mut shadow = Self { corner, columns, rows, cells: cells.collect() };
        let radius = (SHADOW_EDGE * CELLS / 3.0).round() as usize;
        (0..3).for_each(|_| shadow.soften(radius));
        shadow
    }

    /// Every cell becomes the mean of those around it, in rows and then in columns; three times over, that is nearly Gaussian.
    fn soften(&mut self, radius: usize) {
        for [lines, length, across, along] in
            [[self.rows, self.columns, self.columns, 1], [self.columns, self.rows, 1, self.columns]]
        {
            let mut line = vec![0.0; length];
            for start in (0..lines).map(|i| i * across) {
                for (i, value) in line.iter_mut().enumerate() {
                    *value = self.cells[start + i * along];
                }
                for i in 0..length {
                    let near = &line[i.saturating_sub(radius)..(i + radius + 1).min(length)];
                    self.cells[start + i * along] = near.iter().sum::<f64>() / (2 * radius + 1) as f64;
                }
            }
        }
    }

    /// How dark it is at a place on the ground, between the middles of cells in proportion.
    pub fn at(&self, place: DVec3) -> f64 {
        let at = CELLS * (DVec2::new(place.x, place.z) - self.corner) - 0.5;
        let (corner, part) = (at.floor(), at - at.floor());
        let cell = |x: f64, y: f64| {
            let inside = x >= 0.0 && y >= 0.0 && x < self.columns as f64 && y < self.rows as f64;
            if inside { self.cells[y as usize * self.columns + x as usize] } else { 0.0 }
        };
        let row = |y: f64| (1.0 - part.x) * cell(corner.x, y) + part.x * cell(corner.x + 1.0, y);
        DARKEST * ((1.0 - part.y) * row(corner.y) + part.y * row(corner.y + 1.0))
    }
}
