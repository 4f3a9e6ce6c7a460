//! A chart of lines over numbers, each with dots where it was measured.

use glam::DVec2;

use super::colour::Rgb;
use super::plot::{EM, Frame, colour, span};
use super::space::{Legend, dot};
use super::svg::{Anchor, Picture, TextStyle, num};

/// A line.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// For the legend.
    pub name: String,
    /// From left to right.
    pub points: Vec<(f64, f64)>,
}

/// Lines that share a pair of axes.
#[derive(Debug, Clone, PartialEq)]
pub struct Lines<'a> {
    /// Below the axis.
    pub across: &'a str,
    /// Above it.
    pub up: &'a str,
    /// In the order of the legend.
    pub lines: Vec<Line>,
    /// A level that counts, if any, with its meaning.
    pub limit: Option<(f64, &'a str)>,
}

const SIZE_PX: DVec2 = DVec2::new(860.0, 300.0);

/// Draws lines; what is not finite has no dot.
#[must_use]
pub fn lines(chart: &Lines) -> Picture {
    let legend = Legend { left: 4.6 * EM, width: SIZE_PX.x, sign: 1.6 * EM };
    let names: Vec<String> = chart.lines.iter().map(|line| line.name.clone()).collect();
    let (top, left, below) = (3.0 * EM, 4.6 * EM, 3.6 * EM);
    let height = top + SIZE_PX.y + below + legend.height(&names) + 0.6 * EM;
    let mut picture = Picture::new(left + SIZE_PX.x + 2.4 * EM, height, Some(Rgb::WHITE));
    let points = || chart.lines.iter().flat_map(|line| &line.points);
    let across = wide(span(points().map(|p| p.0)));
    let limit = chart.limit.map(|limit| limit.0);
    let [low, high] = wide(span(points().map(|p| p.1).chain([0.0]).chain(limit)));
    let margin = 0.06 * (high - low);
    let low = if low < 0.0 { low - margin } else { low };
    let frame = Frame { corner: DVec2::new(left, top), size: SIZE_PX, across, up: [low, high + margin] };
    frame.grid(&mut picture);
    let label = TextStyle { size_px: 0.95 * EM, anchor: Anchor::Start, colour: Rgb::SOFT_INK };
    picture.text(DVec2::new(left - 2.0 * EM, top - 1.0 * EM), chart.up, label);
    let middle = TextStyle { anchor: Anchor::Middle, ..label };
    picture.text(DVec2::new(left + 0.5 * SIZE_PX.x, frame.bottom() + 2.6 * EM), chart.across, middle);
    if let Some((at, meaning)) = chart.limit {
        let (x0, x1, y) = (num(left), num(frame.right()), num(frame.y(at)));
        let ink = Rgb::SOFT_INK;
        picture.push(&format!(
            "<path d=\"M{x0} {y}H{x1}\" stroke=\"{ink}\" stroke-width=\"1.4\" stroke-dasharray=\"5 4\"/>"
        ));
        let end = TextStyle { size_px: 0.8 * EM, anchor: Anchor::End, ..label };
        picture.text(DVec2::new(frame.right(), frame.y(at) - 0.4 * EM), meaning, end);
    }
    for (i, line) in chart.lines.iter().enumerate() {
        frame.curve(&mut picture, &line.points, colour(i), 2.6);
        for (x, y) in line.points.iter().filter(|(x, y)| x.is_finite() && y.is_finite()) {
            dot(&mut picture, frame.at(*x, *y), 5.0, colour(i));
        }
    }
    legend.draw(&mut picture, frame.bottom() + below, &names, |picture, i, at| {
        dot(picture, at, 5.0, colour(i))
    });
    picture
}

/// A range that has a width.
pub(super) fn wide(range: Option<[f64; 2]>) -> [f64; 2] {
    let [low, high] = range.unwrap_or([0.0, 1.0]);
    if high - low > 1e-12 * high.abs().max(1e-9) { [low, high] } else { [low - 0.5, high + 0.5] }
}
