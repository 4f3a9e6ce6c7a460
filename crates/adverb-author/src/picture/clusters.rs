//! Clusters of a space, round by round (thesis, figure 4.21): examples as dots in the colours of their clusters, cross-hairs at the
//! centres, and rings as large as the clusters.

use glam::DVec2;

use super::colour::Rgb;
use super::plot::{EM, Frame, LABEL, colour, ticks};
use super::space::{SpaceView, dot};
use super::svg::{Anchor, Picture, TextStyle, decimal, num};
use crate::space::{Cluster, Clustering, cost};

const COLUMNS: usize = 4;
const PANEL_PX: f64 = 300.0;
/// A panel of one axis.
const STRIP_PX: f64 = 110.0;
/// Points of a ring.
const RING: usize = 72;

/// The rounds of a clustering over one axis or two. Other axes are looked along.
///
/// # Panics
/// If an axis does not exist, or both axes are the same.
#[must_use]
pub fn space_clusters(view: &SpaceView, x: usize, y: Option<usize>, clustering: &Clustering) -> Picture {
    assert_ne!(Some(x), y, "two axes");
    let rounds = &clustering.rounds;
    let columns = rounds.len().clamp(1, if y.is_some() { COLUMNS } else { 1 });
    let size = match y {
        Some(_) => DVec2::splat(PANEL_PX),
        None => DVec2::new(2.5 * PANEL_PX, STRIP_PX),
    };
    let (gap, corner) = (DVec2::new(1.4 * EM, 4.0 * EM), DVec2::new(5.2 * EM, 7.0 * EM));
    let rows = rounds.len().div_ceil(columns);
    let width = (corner.x + columns as f64 * (size.x + gap.x) + EM).max(30.0 * EM);
    let height = corner.y + rows as f64 * (size.y + gap.y);
    let mut picture = Picture::new(width, height, Some(Rgb::WHITE));
    let found = clustering.clusters();
    let points: usize = found.iter().map(|cluster| cluster.examples.len()).sum();
    let caption = format!("{points} examples in {} clusters", found.len());
    view.heading(&mut picture, &caption);
    let [across, up] = extents(view, x, y, rounds);
    for (i, clusters) in rounds.iter().enumerate() {
        let (column, row) = ((i % columns) as f64, (i / columns) as f64);
        let frame = Frame { corner: corner + DVec2::new(column, row) * (gap + size), size, across, up };
        let panel = Panel { view, frame, x, y };
        let style = TextStyle { size_px: 0.95 * EM, anchor: Anchor::Start, colour: Rgb::INK };
        let title = format!("iteration {}, cost {}", i + 1, decimal(cost(clusters), 3));
        picture.text(frame.corner - DVec2::Y * 0.6 * EM, &title, style);
        panel.axes(&mut picture, i % columns == 0);
        clusters.iter().enumerate().for_each(|(k, cluster)| panel.cluster(&mut picture, cluster, colour(k)));
    }
    picture
}

/// From where to where both axes are drawn, so that every ring is whole.
fn extents(view: &SpaceView, x: usize, y: Option<usize>, rounds: &[Vec<Cluster>]) -> [[f64; 2]; 2] {
    let mut spans = [view.shown(x), y.map_or([-1.0, 1.0], |y| view.shown(y))];
    for cluster in rounds.iter().flatten() {
        for point in ring(view, x, y, cluster) {
            let [across, up] = &mut spans;
            *across = [across[0].min(point[0]), across[1].max(point[0])];
            if y.is_some() {
                *up = [up[0].min(point[1]), up[1].max(point[1])];
            }
        }
    }
    spans
}

/// The outline of a cluster; over one axis, its two ends.
fn ring(view: &SpaceView, x: usize, y: Option<usize>, cluster: &Cluster) -> Vec<[f64; 2]> {
    let unit = view.space.unit_circle(x, y.unwrap_or(x));
    let r = cluster.radius;
    let Some(y) = y else {
        return [-r, r].map(|r| [cluster.centre[x] + r * unit[0][0], 0.0]).to_vec();
    };
    let point = |k: usize| {
        let (sin, cos) = libm::sincos(std::f64::consts::TAU * k as f64 / RING as f64);
        [
            cluster.centre[x] + r * unit[0][0] * cos,
            cluster.centre[y] + r * (unit[1][0] * cos + unit[1][1] * sin),
        ]
    };
    (0..RING).map(point).collect()
}

/// One round.
struct Panel<'a> {
    view: &'a SpaceView<'a>,
    frame: Frame,
    x: usize,
    y: Option<usize>,
}

impl Panel<'_> {
    fn at(&self, point: &[f64]) -> DVec2 {
        self.frame.at(
            self.view.wrapped(self.x, point[self.x]),
            self.y.map_or(0.0, |y| self.view.wrapped(y, point[y])),
        )
    }

    fn axes(&self, picture: &mut Picture, is_first: bool) {
        let Frame { corner, size, across, up } = self.frame;
        picture.push(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{}\"/>",
            num(corner.x),
            num(corner.y),
            num(size.x),
            num(size.y),
            Rgb::LINE
        ));
        let middle = TextStyle { anchor: Anchor::Middle, ..LABEL };
        for (tick, text) in ticks(across, 4) {
            picture.text(DVec2::new(self.frame.x(tick), self.frame.bottom() + 1.1 * EM), &text, middle);
        }
        let name = |axis: usize| self.view.space.axes[axis].name.as_str();
        let below = DVec2::new(corner.x + 0.5 * size.x, self.frame.bottom() + 2.1 * EM);
        picture.text(below, name(self.x), middle);
        let Some(y) = self.y.filter(|_| is_first) else { return };
        for (tick, text) in ticks(up, 4) {
            picture.text(DVec2::new(corner.x - 0.4 * EM, self.frame.y(tick) + 0.28 * EM), &text, LABEL);
        }
        picture.text(DVec2::new(corner.x - 0.4 * EM, corner.y - 0.6 * EM), name(y), LABEL);
    }

    fn cluster(&self, picture: &mut Picture, cluster: &Cluster, colour: Rgb) {
        let ring = ring(self.view, self.x, self.y, cluster);
        let places = ring.iter().map(|[across, up]| self.frame.at(*across, *up));
        let mut d = String::new();
        for (i, place) in places.enumerate() {
            let command = if i == 0 { "M" } else { "L" };
            d += &format!("{command}{} {}", num(place.x), num(place.y));
        }
        if cluster.radius > 0.0 {
            picture.push(&format!(
                "<path d=\"{d}Z\" fill=\"{colour}\" fill-opacity=\"0.1\" stroke=\"{colour}\" stroke-width=\"2\"/>"
            ));
        }
        for &example in &cluster.examples {
            dot(picture, self.at(&self.view.space.examples[example].at), 5.0, colour);
        }
        for &pseudo in &cluster.pseudo_examples {
            dot(picture, self.at(&self.view.space.pseudo_examples[pseudo].to), 3.5, colour);
        }
        let (c, arm) = (self.at(&cluster.centre), 0.6 * EM);
        picture.push(&format!(
            "<path d=\"M{} {}h{}M{} {}v{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\"/>",
            num(c.x - arm),
            num(c.y),
            num(2.0 * arm),
            num(c.x),
            num(c.y - arm),
            num(2.0 * arm),
            colour.mix(Rgb::INK, 0.4)
        ));
    }
}
