//! The points of a sheet: a grid over one or two axes, in which examples stand at their own points.

/// In parts of an axis's range: an example that is nearer than this to the slice lies on it.
const ON_THE_SLICE: f32 = 0.02;

/// A slice of a space.
pub struct Grid {
    /// Of every axis.
    pub ranges: Vec<[f32; 2]>,
    /// Where the axes are that do not vary.
    pub base: Vec<f32>,
    pub x: usize,
    pub y: Option<usize>,
}

impl Grid {
    /// The values of an axis at so many places.
    pub fn values(&self, axis: usize, count: usize) -> Vec<f32> {
        let [low, high] = self.ranges[axis];
        let share = |k: usize| if count > 1 { k as f32 / (count - 1) as f32 } else { 0.5 };
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

    /// The place of the point that is nearest to another, if that lies on the slice and some are free.
    pub fn nearest(&self, points: &[Vec<f32>], at: &[f32], is_free: impl Fn(usize) -> bool) -> Option<usize> {
        let range = |axis: usize| self.ranges[axis][1] - self.ranges[axis][0];
        let mut others = (0..self.base.len()).filter(|&a| a != self.x && Some(a) != self.y);
        let on_the_slice = others.all(|a| (at[a] - self.base[a]).abs() <= ON_THE_SLICE * range(a));
        let away = |point: &[f32]| {
            let off = |a: usize| ((point[a] - at[a]) / range(a)).powi(2);
            off(self.x) + self.y.map_or(0.0, off)
        };
        let free = (0..points.len()).filter(|&i| is_free(i));
        free.min_by(|&a, &b| away(&points[a]).total_cmp(&away(&points[b]))).filter(|_| on_the_slice)
    }
}
