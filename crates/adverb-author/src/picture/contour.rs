//! Regions and contour lines of a function given on a grid: marching squares, the pieces joined to closed loops.

use std::collections::BTreeMap;

use glam::DVec2;

/// Values at the nodes of a square grid, row by row.
pub(super) struct Grid {
    values: Vec<f64>,
    side: usize,
}

/// A node of the grid, or of the rim around it.
type Node = (i32, i32);
/// The step between two neighbouring nodes, from the one with the smaller numbers.
type Edge = (Node, Node);

impl Grid {
    /// Samples a function at `side` × `side` nodes; it is given parts of the way across and up, 0 to 1.
    pub fn of(side: usize, mut value: impl FnMut(f64, f64) -> f64) -> Self {
        let part = |i: usize| i as f64 / (side - 1) as f64;
        // Rounding must not draw lines where a function is constant.
        let clean = |v: f64| if v.is_finite() { (v * 1e9).round() / 1e9 } else { 0.0 };
        let values = (0..side * side).map(|at| clean(value(part(at % side), part(at / side)))).collect();
        Self { values, side }
    }

    fn value(&self, (i, j): Node) -> Option<f64> {
        let inside = |k: i32| (0..self.side as i32).contains(&k);
        (inside(i) && inside(j)).then(|| self.values[j as usize * self.side + i as usize])
    }

    /// The closed loops around all that is at least `level`, as parts of the way across and up. Even-odd filling of all of
    /// them gives the region.
    pub fn region(&self, level: f64) -> Vec<Vec<DVec2>> {
        let mut next: BTreeMap<Edge, Edge> = BTreeMap::new();
        for j in -1..self.side as i32 {
            for i in -1..self.side as i32 {
                self.cell((i, j), level, &mut next);
            }
        }
        let mut loops = Vec::new();
        while let Some((start, mut at)) = next.pop_first() {
            let mut points = vec![self.crossing(start, level)];
            while at != start {
                points.push(self.crossing(at, level));
                let Some(after) = next.remove(&at) else { break };
                at = after;
            }
            loops.push(points);
        }
        loops
    }

    /// The steps of the loops through one cell: from each edge by which one enters to the edge by which it leaves, with the
    /// region on the left.
    fn cell(&self, (i, j): Node, level: f64, next: &mut BTreeMap<Edge, Edge>) {
        let corners = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)];
        let inside = corners.map(|corner| self.value(corner).is_some_and(|v| v >= level));
        let edge = |k: usize| {
            let (a, b) = (corners[k], corners[(k + 1) % 4]);
            (a.min(b), a.max(b))
        };
        let leaves = |k: usize| inside[k] && !inside[(k + 1) % 4];
        let enters = |k: usize| !inside[k] && inside[(k + 1) % 4];
        // Two opposite corners inside: the mean of all tells whether they are joined.
        let saddle = (0..4).filter(|&k| leaves(k)).count() == 2;
        let joined = saddle && {
            let values = corners.map(|corner| self.value(corner).unwrap_or(f64::NEG_INFINITY));
            values.iter().sum::<f64>() / 4.0 >= level
        };
        for k in (0..4).filter(|&k| leaves(k)) {
            // Around an inside corner the other way round, or past the outside corner ahead.
            let exits = [(k + 3) % 4, (k + 2) % 4, (k + 1) % 4];
            let out = if joined {
                exits.into_iter().rev().find(|&e| enters(e))
            } else {
                exits.into_iter().find(|&e| enters(e))
            };
            if let Some(out) = out {
                next.insert(edge(k), edge(out));
            }
        }
    }

    /// Where a loop crosses an edge; at the rim it follows the border of the grid.
    fn crossing(&self, (a, b): Edge, level: f64) -> DVec2 {
        let at = |(i, j): Node| DVec2::new(f64::from(i), f64::from(j)) / (self.side - 1) as f64;
        match (self.value(a), self.value(b)) {
            (Some(from), Some(to)) => at(a).lerp(at(b), (level - from) / (to - from)),
            (Some(_), None) => at(a),
            _ => at(b),
        }
    }
}

/// The parts of loops that do not run along the border.
pub(super) fn lines(loops: &[Vec<DVec2>]) -> Vec<Vec<DVec2>> {
    let on_border = |a: DVec2, b: DVec2| {
        [(a.x, b.x), (a.y, b.y)].into_iter().any(|(a, b)| a == b && (a == 0.0 || a == 1.0))
    };
    let mut lines = Vec::new();
    for points in loops {
        let n = points.len();
        let steps = |i: usize| (points[i % n], points[(i + 1) % n]);
        // Starts after a piece of the border, so that no line is cut where the loop happens to begin.
        let start = (0..n).find(|&i| on_border(steps(i).0, steps(i).1)).map_or(0, |i| i + 1);
        let mut line: Vec<DVec2> = Vec::new();
        for (a, b) in (start..start + n).map(steps) {
            if on_border(a, b) {
                lines.extend(Some(std::mem::take(&mut line)).filter(|line| line.len() > 1));
            } else {
                if line.is_empty() {
                    line.push(a);
                }
                line.push(b);
            }
        }
        lines.extend(Some(line).filter(|line| line.len() > 1));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twice the area within a loop.
    fn area(points: &[DVec2]) -> f64 {
        let next = points.iter().cycle().skip(1);
        points.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum::<f64>() / 2.0
    }

    #[test]
    fn a_disc_is_one_loop_of_its_area() {
        let grid = Grid::of(101, |x, y| 0.3 - DVec2::new(x - 0.5, y - 0.5).length());
        let loops = grid.region(0.0);
        assert_eq!(loops.len(), 1);
        assert!((area(&loops[0]).abs() - std::f64::consts::PI * 0.09).abs() < 1e-3);
        assert_eq!(lines(&loops).len(), 1);
        let ring = Grid::of(101, |x, y| 0.1 - (DVec2::new(x - 0.5, y - 0.5).length() - 0.3).abs());
        let areas: Vec<f64> = ring.region(0.0).iter().map(|l| area(l)).collect();
        assert_eq!(areas.len(), 2);
        assert!((areas.iter().sum::<f64>().abs() - std::f64::consts::PI * 0.12).abs() < 2e-3, "{areas:?}");
    }

    #[test]
    fn what_reaches_the_border_is_closed_along_it() {
        let half = Grid::of(11, |x, _| x - 0.25);
        let loops = half.region(0.0);
        assert_eq!(loops.len(), 1);
        assert!((area(&loops[0]).abs() - 0.75).abs() < 1e-12);
        let lines = lines(&loops);
        assert_eq!(lines.len(), 1);
        assert!(lines[0].iter().all(|p| (p.x - 0.25).abs() < 1e-12), "{lines:?}");
        let all = Grid::of(5, |_, _| 1.0).region(1.0);
        assert!((area(&all[0]).abs() - 1.0).abs() < 1e-12);
        assert!(super::lines(&all).is_empty());
        assert!(Grid::of(5, |_, _| 1.0).region(1.5).is_empty());
    }

    #[test]
    fn saddles_and_noise_close_too() {
        let mut seed = 7_u64;
        let grid = Grid::of(40, |_, _| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as f64 / (1_u64 << 31) as f64
        });
        for level in [0.0, 0.2, 0.5, 0.8] {
            let loops = grid.region(level);
            let whole: f64 = loops.iter().map(|l| area(l)).sum();
            assert!(
                loops.iter().all(|l| l.len() > 2) && (0.0..=1.0 + 1e-9).contains(&whole.abs()),
                "{whole}"
            );
        }
    }
}
