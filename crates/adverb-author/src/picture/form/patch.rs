//! Triangles on paper, and which of them is nearest at every sample. Corners are snapped to a fine grid, so that neighbours
//! share their edge exactly: no sample on it is missed and none is drawn twice, whatever the order.

use glam::DVec2;

/// Steps of the grid per sample.
const STEPS: f64 = 256.0;
/// No corner is farther from the first sample, so that products of differences fit.
const FARTHEST: f64 = (1 << 20) as f64;

/// A triangle on paper.
#[derive(Debug, Clone, Copy)]
pub(super) struct Patch {
    at: [[i64; 2]; 3],
    /// How near each corner is: anything that grows towards the viewer and is linear on paper, such as 1 / depth.
    pub near: [f64; 3],
    /// Twice its signed area, in steps of the grid.
    area: i64,
    /// Whether its outside is seen.
    pub is_front: bool,
}

impl Patch {
    /// From corners in samples, y down, with their nearness; none if too small or too far away to be drawn.
    pub fn new(corners: [(DVec2, f64); 3]) -> Option<Self> {
        if !corners.iter().all(|(at, _)| at.abs().max_element() < FARTHEST) {
            return None;
        }
        let at = corners.map(|(at, _)| [(at.x * STEPS).round() as i64, (at.y * STEPS).round() as i64]);
        let area = cross(at[0], at[1], at[2]);
        // Corners run counter-clockwise as one sees it; on the grid, a sliver may run the other way.
        let [a, b, c] = corners.map(|(at, _)| at);
        let is_front = (b - a).perp_dot(c - a) < 0.0;
        // Of two sides in one place, as leaves and lashes have them, the outside is seen.
        let behind = if is_front { 1.0 } else { 1.0 - 1e-9 };
        (area != 0).then_some(Self { at, near: corners.map(|(_, near)| behind * near), area, is_front })
    }

    /// The shares of its corners at the middle of a sample.
    pub fn shares(&self, sample: [usize; 2]) -> [f64; 3] {
        self.edges(middle(sample)).map(|edge| edge as f64 / self.area as f64)
    }

    /// How many samples a sample is away from the edge that is nearest, and how high the triangle is over its longest edge.
    pub fn distance_and_height(&self, sample: [usize; 2]) -> [f64; 2] {
        let mut out = [f64::INFINITY; 2];
        for (i, edge) in self.edges(middle(sample)).into_iter().enumerate() {
            let [from, to] = [self.at[(i + 1) % 3], self.at[(i + 2) % 3]];
            let [x, y] = [0, 1].map(|axis| (to[axis] - from[axis]) as f64 / STEPS);
            let length = (x * x + y * y).sqrt().max(1.0 / STEPS) * STEPS * STEPS;
            out = [out[0].min(edge.abs() as f64 / length), out[1].min(self.area.abs() as f64 / length)];
        }
        out
    }

    /// Twice the areas of the triangles between a point and each edge, the first opposite the first corner.
    fn edges(&self, point: [i64; 2]) -> [i64; 3] {
        [0, 1, 2].map(|i| cross(self.at[(i + 1) % 3], self.at[(i + 2) % 3], point))
    }
}

fn cross(a: [i64; 2], b: [i64; 2], c: [i64; 2]) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn middle(sample: [usize; 2]) -> [i64; 2] {
    sample.map(|s| s as i64 * STEPS as i64 + STEPS as i64 / 2)
}

/// Rows of samples, and what is nearest at each.
pub(super) struct Buffer {
    width: usize,
    rows: std::ops::Range<usize>,
    near: Vec<f64>,
    seen: Vec<u32>,
}

/// No patch.
const NONE: u32 = u32::MAX;

impl Buffer {
    /// Those rows, of this many samples each, with nothing in them.
    pub fn new(width: usize, rows: std::ops::Range<usize>) -> Self {
        let samples = width * rows.len();
        Self { width, rows, near: vec![f64::NEG_INFINITY; samples], seen: vec![NONE; samples] }
    }

    /// Draws a patch where it is nearer than those before, and is there at all, which is asked of a sample and how near it is.
    pub fn draw(&mut self, index: u32, patch: &Patch, is_there: impl Fn([usize; 2], f64) -> bool) {
        let reach = |axis: usize, low: usize, high: usize| {
            let bound = |value: i64| (value.div_euclid(STEPS as i64)).clamp(low as i64, high as i64) as usize;
            let values = patch.at.map(|at| at[axis]);
            bound(values.into_iter().min().unwrap_or(0))
                ..bound(values.into_iter().max().unwrap_or(0) + STEPS as i64)
        };
        let (columns, rows) = (reach(0, 0, self.width), reach(1, self.rows.start, self.rows.end));
        let sign = patch.area.signum();
        // Of the two triangles along an edge, one walks it down (or, level, to the left), and only that one has its samples.
        let least = [0, 1, 2].map(|i| {
            let [from, to] = [patch.at[(i + 1) % 3], patch.at[(i + 2) % 3]];
            let [x, y] = [sign * (to[0] - from[0]), sign * (to[1] - from[1])];
            i64::from(!(y > 0 || y == 0 && x < 0))
        });
        let step = [0, 1, 2].map(|i| {
            let [from, to] = [patch.at[(i + 1) % 3], patch.at[(i + 2) % 3]];
            -sign * (to[1] - from[1]) * STEPS as i64
        });
        let per_edge = patch.near.map(|near| near / patch.area.abs() as f64);
        for row in rows {
            let mut edges = patch.edges(middle([columns.start, row])).map(|edge| sign * edge);
            let start = (row - self.rows.start) * self.width;
            for column in columns.clone() {
                let at = start + column;
                if (0..3).all(|i| edges[i] >= least[i]) {
                    let near = (0..3).map(|i| edges[i] as f64 * per_edge[i]).sum();
                    if near > self.near[at] && is_there([column, row], near) {
                        (self.near[at], self.seen[at]) = (near, index);
                    }
                }
                (0..3).for_each(|i| edges[i] += step[i]);
            }
        }
    }

    /// The patch that is nearest at a sample, and how near.
    pub fn at(&self, [column, row]: [usize; 2]) -> Option<(u32, f64)> {
        let at = (row - self.rows.start) * self.width + column;
        (self.seen[at] != NONE).then(|| (self.seen[at], self.near[at]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fan_covers_every_sample_of_its_square_exactly_once() {
        let size = 64;
        // The middle lies on a sample, so that eight edges run through samples.
        let middle = DVec2::new(20.5, 33.5);
        let s = size as f64;
        let rim = [(0.0, 0.0), (33.5, 0.0), (s, 0.0), (s, 13.0), (s, s), (20.5, s), (0.0, s), (0.0, 33.5)];
        let rim = rim.map(|(x, y)| DVec2::new(x, y));
        let mut covered = vec![0; size * size];
        for i in 0..8 {
            let patch = Patch::new([middle, rim[i], rim[(i + 1) % 8]].map(|at| (at, 1.0)));
            let mut buffer = Buffer::new(size, 0..size);
            buffer.draw(0, &patch.expect("it has an area"), |_, _| true);
            for (sample, count) in covered.iter_mut().enumerate() {
                *count += usize::from(buffer.at([sample % size, sample / size]).is_some());
            }
        }
        assert!(covered.iter().all(|&count| count == 1));
    }

    #[test]
    fn rows_drawn_apart_are_rows_drawn_together() {
        let corner = |x, y, near| (DVec2::new(x, y), near);
        let patches = [
            [corner(-9.0, 3.2, 0.2), corner(50.1, 8.0, 0.9), corner(11.7, 44.4, 0.4)],
            [corner(2.0, 1.0, 0.6), corner(7.3, 60.0, 0.5), corner(39.0, 22.2, 0.5)],
        ]
        .map(|corners| Patch::new(corners).expect("it has an area"));
        let drawn = |rows| {
            let mut buffer = Buffer::new(40, rows);
            patches.iter().zip(0..).for_each(|(patch, index)| buffer.draw(index, patch, |_, _| true));
            buffer
        };
        let (whole, upper, lower) = (drawn(0..40), drawn(0..17), drawn(17..40));
        let mut seen = [0; 2];
        for sample in (0..1600).map(|i| [i % 40, i / 40]) {
            let part = if sample[1] < 17 { &upper } else { &lower };
            assert_eq!(whole.at(sample), part.at(sample));
            if let Some((index, _)) = whole.at(sample) {
                seen[index as usize] += 1;
            }
        }
        assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
    }
}
