//! Points to try: evenly over a box, inside a hull, and uphill from the best.

/// Points that fill the unit box evenly in any dimension, one after another (Roberts' additive sequence: the steps are
/// powers of the reciprocal of the root of x^(d+1) = x + 1, which generalises the golden ratio).
pub(super) struct Even {
    steps: Vec<f64>,
    point: Vec<f64>,
}

impl Even {
    pub(super) fn new(dimension: usize) -> Self {
        let mut root: f64 = 2.0;
        for _ in 0..64 {
            root = libm::pow(1.0 + root, 1.0 / (dimension as f64 + 1.0));
        }
        let steps = (1..=dimension).map(|k| libm::pow(root, -(k as f64))).collect();
        Self { steps, point: vec![0.5; dimension] }
    }
}

impl Iterator for Even {
    type Item = Vec<f64>;

    fn next(&mut self) -> Option<Vec<f64>> {
        self.point.iter_mut().zip(&self.steps).for_each(|(x, step)| *x = (*x + step).fract());
        Some(self.point.clone())
    }
}

/// Points inside the hull of others: the points themselves, the middles of pairs, then mixtures of a few.
pub(super) fn mixtures(points: &[&[f64]], count: usize) -> Vec<Vec<f64>> {
    let mix = |parts: &[(usize, f64)]| -> Vec<f64> {
        let value = |axis: usize| parts.iter().map(|&(i, share)| share * points[i][axis]).sum();
        (0..points[0].len()).map(value).collect()
    };
    let n = points.len();
    let mut made: Vec<Vec<f64>> = (0..n).map(|i| mix(&[(i, 1.0)])).collect();
    let pairs = (0..n).flat_map(|j| (0..j).map(move |i| (i, j)));
    made.extend(pairs.take(count).map(|(i, j)| mix(&[(i, 0.5), (j, 0.5)])));
    let members = (points[0].len() + 1).min(n);
    for even in Even::new(2 * members).take(count) {
        let (which, shares) = even.split_at(members);
        // Shares in proportion to the logarithms of even numbers fall evenly over the simplex.
        let logs: Vec<f64> = shares.iter().map(|share| -libm::log(share.max(1e-12))).collect();
        let sum: f64 = logs.iter().sum();
        let parts: Vec<(usize, f64)> = (which.iter().zip(&logs))
            .map(|(part, log)| (((part * n as f64) as usize).min(n - 1), log / sum))
            .collect();
        made.push(mix(&parts));
    }
    made
}

/// Slopes that go on for ever in tiny steps are left after this many rounds.
const ROUNDS: usize = 200;

/// The highest allowed point near the best of those tried: steps along the axes, halved where none leads up. Whether a point
/// is allowed may be costly, so it is asked last. None where no point is. None where none is allowed.
pub(super) fn climb<'a>(
    tried: impl Iterator<Item = &'a Vec<f64>>,
    ranges: &[[f64; 2]],
    height: impl Fn(&[f64]) -> f64,
    is_allowed: impl Fn(&[f64]) -> bool,
) -> Option<Vec<f64>> {
    let mut all: Vec<(f64, &Vec<f64>)> = tried.map(|point| (height(point), point)).collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    let allowed = all.into_iter().filter(|(_, point)| is_allowed(point));
    let mut best: Vec<(f64, Vec<f64>)> = allowed.take(4).map(|(top, point)| (top, point.clone())).collect();
    for (top, point) in &mut best {
        let mut part = 0.05;
        for _ in 0..ROUNDS {
            let mut risen = false;
            for (axis, range) in ranges.iter().enumerate() {
                for sign in [1.0, -1.0] {
                    let before = point[axis];
                    point[axis] = before + sign * part * (range[1] - range[0]);
                    let now = height(point);
                    if now > *top && is_allowed(point) {
                        (*top, risen) = (now, true);
                    } else {
                        point[axis] = before;
                    }
                }
            }
            if !risen {
                part /= 2.0;
            }
            if part < 1e-5 {
                break;
            }
        }
    }
    best.sort_by(|a, b| b.0.total_cmp(&a.0));
    best.into_iter().next().map(|(_, point)| point)
}
