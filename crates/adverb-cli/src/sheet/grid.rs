//! The points of a sheet: a grid over one or two axes, in which examples stand at their own points.

use adverb::space::Axis;

/// In parts of an axis's range: an example that is nearer than this to the slice lies on it.
const ON_THE_SLICE: f32 = 0.02;

/// A slice of a space.
pub struct Grid {
    /// Of every axis.
    pub ranges: Vec<[f32; 2]>,
    /// Of every axis that is a ring, after which it is the same again.
    pub periods: Vec<Option<f32>>,
    /// Where the axes are that do not vary.
    pub base: Vec<f32>,
    pub x: usize,
    pub y: Option<usize>,
}

/// The periods of axes.
pub fn periods(axes: &[Axis]) -> Vec<Option<f32>> {
    let period = |axis: &Axis| match axis {
        Axis::Straight { .. } => None,
        Axis::Periodic { period, .. } => Some(*period as f32),
    };
    axes.iter().map(period).collect()
}

impl Grid {
    /// The values of an axis at this many places. The end of a ring is its beginning, and not shown again.
    pub fn values(&self, axis: usize, count: usize) -> Vec<f32> {
        let [low, high] = self.ranges[axis];
        let whole = self.periods[axis].is_some_and(|period| high - low > 0.999 * period);
        let steps = if whole { count } else { count - 1 };
        let share = |k: usize| if steps > 0 { k as f32 / steps as f32 } else { 0.5 };
        (0..count).map(|k| low + (high - low) * share(k)).collect()
    }

    /// All points, from the upper left.
    pub fn points(&self, columns: usize, rows: usize) -> Vec<Vec<f32>> {
        let rows = if self.y.is_some() { rows } else { 1 };
        let mut up = self.y.map_or(vec![0.0], |y| self.values(y, rows));
        up.reverse();
        let across = self.values(self.x, columns);
        let point = |value_x: f32, value_y: f32| {
            let mut point = self.base.clone();
            point[self.x] = value_x;
            if let Some(y) = self.y {
                point[y] = value_y;
            }
            point
        };
        up.iter().flat_map(|y| across.iter().map(|x| point(*x, *y)).collect::<Vec<_>>()).collect()
    }

    /// Which of these stands in each cell, at its own point: of those on the slice that are nearest to the cell's point, the nearest.
    pub fn standing<'e>(
        &self,
        cells: &[Vec<f32>],
        all: impl Iterator<Item = &'e [f32]>,
    ) -> Vec<Option<usize>> {
        let mut standing: Vec<Option<(f32, usize)>> = vec![None; cells.len()];
        for (i, at) in all.enumerate().filter(|(_, at)| self.has(at)) {
            let offs = cells.iter().map(|cell| self.off(cell, at)).enumerate();
            let Some((cell, off)) = offs.min_by(|a, b| a.1.total_cmp(&b.1)) else { continue };
            if standing[cell].is_none_or(|(other, _)| off < other) {
                standing[cell] = Some((off, i));
            }
        }
        standing.into_iter().map(|own| own.map(|(_, i)| i)).collect()
    }

    /// Whether a point lies on the slice, within the ranges.
    fn has(&self, at: &[f32]) -> bool {
        (0..self.base.len()).all(|a| {
            let ([low, high], slack) = (self.ranges[a], ON_THE_SLICE * self.range(a));
            let varies = a == self.x || Some(a) == self.y;
            let [low, high] = if varies { [low, high] } else { [self.base[a]; 2] };
            (low - slack..=high + slack).contains(&at[a])
        })
    }

    /// How far two points are from each other on the slice, squared, in parts of the ranges.
    fn off(&self, a: &[f32], b: &[f32]) -> f32 {
        let along = |axis: usize| {
            let off = (a[axis] - b[axis]).abs();
            let off = self.periods[axis].map_or(off, |period| off.min(period - off));
            (off / self.range(axis)).powi(2)
        };
        along(self.x) + self.y.map_or(0.0, along)
    }

    fn range(&self, axis: usize) -> f32 {
        self.ranges[axis][1] - self.ranges[axis][0]
    }
}
