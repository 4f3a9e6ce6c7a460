//! The outline of a body part on paper: the convex hull of circles, exact, as lines and arcs.

use std::f64::consts::TAU;
use std::fmt::Write;

use glam::DVec2;

use super::svg::decimal;

/// A ball's image. Angles turn from x to y, whatever way y points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Circle {
    pub centre: DVec2,
    pub radius: f64,
}

/// A piece of the outline along one circle, between two directions as seen from its centre.
struct Arc {
    circle: Circle,
    from_rad: f64,
    to_rad: f64,
}

impl Arc {
    fn start(&self) -> DVec2 {
        self.circle.centre + self.circle.radius * DVec2::from_angle(self.from_rad)
    }

    fn end(&self) -> DVec2 {
        self.circle.centre + self.circle.radius * DVec2::from_angle(self.to_rad)
    }
}

/// Directions in which the hull is probed: finer than the angle any visible arc covers.
const PROBES: usize = 240;

/// The hull of the circles as SVG path data with this many decimals. Empty for no circles.
pub(super) fn hull_path(circles: &[Circle], decimals: usize) -> String {
    let arcs = hull(circles);
    let mut path = String::new();
    let n = |value: f64| decimal(value, decimals);
    if let [Arc { circle: Circle { centre, radius }, .. }] = arcs[..] {
        // An SVG arc cannot go all the way round.
        let (x, y, r) = (n(centre.x - radius), n(centre.y), n(radius));
        let d = n(2.0 * radius);
        return format!("M{x} {y}a{r} {r} 0 1 1 {d} 0a{r} {r} 0 1 1-{d} 0Z");
    }
    for (i, arc) in arcs.iter().enumerate() {
        let (start, end) = (arc.start(), arc.end());
        let large = u8::from(arc.to_rad - arc.from_rad > TAU / 2.0);
        let r = n(arc.circle.radius);
        let _ = write!(path, "{}{} {}", if i == 0 { "M" } else { "L" }, n(start.x), n(start.y));
        let _ = write!(path, "A{r} {r} 0 {large} 1 {} {}", n(end.x), n(end.y));
    }
    if !path.is_empty() {
        path.push('Z');
    }
    path
}

/// Which circle reaches farthest in each direction, and exactly where one takes over from the other: at their common
/// tangent.
fn hull(circles: &[Circle]) -> Vec<Arc> {
    let farthest = |angle: f64| {
        let direction = DVec2::from_angle(angle);
        let reach = |c: &Circle| c.centre.dot(direction) + c.radius;
        (0..circles.len()).max_by(|&a, &b| reach(&circles[a]).total_cmp(&reach(&circles[b])))
    };
    let mut runs: Vec<usize> = (0..PROBES).filter_map(|i| farthest(TAU * i as f64 / PROBES as f64)).collect();
    runs.dedup();
    if runs.len() > 1 && runs.first() == runs.last() {
        runs.pop();
    }
    let Some(&first) = runs.first() else { return Vec::new() };
    if runs.len() == 1 {
        return vec![Arc { circle: circles[first], from_rad: 0.0, to_rad: TAU }];
    }
    let tangent = |a: usize, b: usize| {
        let (a, b) = (circles[a], circles[b]);
        let across = b.centre - a.centre;
        across.to_angle() - libm::acos(((a.radius - b.radius) / across.length()).clamp(-1.0, 1.0))
    };
    let n = runs.len();
    (0..n)
        .map(|i| {
            let from_rad = tangent(runs[(i + n - 1) % n], runs[i]);
            let sweep = (tangent(runs[i], runs[(i + 1) % n]) - from_rad).rem_euclid(TAU);
            // A vanishing arc may come out as a full turn by rounding.
            let sweep = if sweep > TAU - 1e-6 { 0.0 } else { sweep };
            Arc { circle: circles[runs[i]], from_rad, to_rad: from_rad + sweep }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circle(x: f64, y: f64, radius: f64) -> Circle {
        Circle { centre: DVec2::new(x, y), radius }
    }

    #[test]
    fn the_hull_reaches_as_far_as_its_circles_in_every_direction() {
        let circles =
            [circle(0.0, 0.0, 3.0), circle(10.0, 1.0, 2.0), circle(4.0, 8.0, 1.0), circle(4.0, 2.0, 0.5)];
        let arcs = hull(&circles);
        for i in 0..1000 {
            let angle = TAU * i as f64 / 1000.0;
            let direction = DVec2::from_angle(angle);
            let reach = circles.iter().map(|c| c.centre.dot(direction) + c.radius).fold(f64::MIN, f64::max);
            let arc =
                arcs.iter().find(|a| (angle - a.from_rad).rem_euclid(TAU) <= a.to_rad - a.from_rad + 1e-9);
            let arc = arc.expect("every direction has its arc");
            assert!((arc.circle.centre.dot(direction) + arc.circle.radius - reach).abs() < 1e-3);
        }
    }

    #[test]
    fn a_circle_inside_another_does_not_show() {
        let inside = [circle(0.0, 0.0, 5.0), circle(1.0, 0.0, 2.0)];
        assert_eq!(hull_path(&inside, 2), hull_path(&inside[..1], 2));
        assert_eq!(hull_path(&[], 2), "");
    }
}
