//! Words beside a drawing, each joined to its point by a thin line, none over another.

use glam::DVec2;

/// From one word to the next.
pub(super) const ROW_PX: f64 = 17.0;
/// How often words are exchanged whose lines cross: each exchange shortens the lines, so this is a bound, not a need.
const ROUNDS: usize = 60;

/// The heights of words in a column at `x`, one for each point, between `low` and `high` if they have room there: as near to their
/// points as they can be, and in an order in which their lines do not cross.
pub(super) fn heights(points: &[DVec2], x: f64, [low, high]: [f64; 2]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|&a, &b| points[a].y.total_cmp(&points[b].y));
    let sorted: Vec<f64> = order.iter().map(|&i| points[i].y).collect();
    let rows = rows(&sorted, [low, high]);
    let crosses = |order: &[usize], i: usize, j: usize| {
        let ends = |row: usize| [points[order[row]], DVec2::new(x, rows[row])];
        cross(ends(i), ends(j))
    };
    for _ in 0..ROUNDS {
        let mut calm = true;
        for i in 0..order.len() {
            for j in i + 1..order.len() {
                if crosses(&order, i, j) {
                    order.swap(i, j);
                    calm = false;
                }
            }
        }
        if calm {
            break;
        }
    }
    let mut heights = vec![0.0; points.len()];
    order.iter().zip(rows).for_each(|(&i, row)| heights[i] = row);
    heights
}

/// Rows at least [`ROW_PX`] apart, the nearest to what is wanted in the least squares (pool adjacent violators), moved to where there is
/// room.
fn rows(wanted: &[f64], [low, high]: [f64; 2]) -> Vec<f64> {
    // Pools of rows that touch each other: where the first would be at best, and how many there are.
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for (i, y) in wanted.iter().enumerate() {
        let mut pool = (y - i as f64 * ROW_PX, 1);
        while let Some((at, count)) = pools.pop_if(|(at, _)| *at > pool.0) {
            let all = count + pool.1;
            pool = ((at * count as f64 + pool.0 * pool.1 as f64) / all as f64, all);
        }
        pools.push(pool);
    }
    let even = pools.iter().flat_map(|&(at, count)| std::iter::repeat_n(at, count));
    // In these heights, rows that touch are equal, and the last is lower by all rows before it.
    let last = (high - wanted.len().saturating_sub(1) as f64 * ROW_PX).max(low);
    even.enumerate().map(|(i, at)| at.clamp(low, last) + i as f64 * ROW_PX).collect()
}

/// Whether two lines cross.
fn cross([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    let side = |from: DVec2, to: DVec2, point: DVec2| (to - from).perp_dot(point - from);
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_keep_apart_and_their_lines_do_not_cross() {
        let points: Vec<DVec2> = (0..40)
            .map(|i| DVec2::new((i * 37 % 101) as f64, 300.0 + 40.0 * libm::sin((i * 53) as f64)))
            .collect();
        let heights = heights(&points, 200.0, [0.0, 600.0]);
        let mut sorted = heights.clone();
        sorted.sort_by(f64::total_cmp);
        assert!(sorted.windows(2).all(|pair| pair[1] - pair[0] > ROW_PX - 1e-9), "{sorted:?}");
        for i in 0..points.len() {
            for j in 0..i {
                let ends = |k: usize| [points[k], DVec2::new(200.0, heights[k])];
                assert!(!cross(ends(i), ends(j)), "{i} and {j}");
            }
        }
    }

    #[test]
    fn words_that_have_room_stand_beside_their_points() {
        let points = [50.0, 100.0, 90.0, 300.0].map(|y| DVec2::new(0.0, y));
        let found = heights(&points, 80.0, [0.0, 400.0]);
        assert!((found[0] - 50.0).abs() < 1e-9 && (found[3] - 300.0).abs() < 1e-9, "{found:?}");
        assert!((0.5 * (found[1] + found[2]) - 95.0).abs() < 1e-9, "{found:?}");
        assert!(heights(&[], 0.0, [0.0, 1.0]).is_empty());
    }
}
