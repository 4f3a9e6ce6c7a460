//! What stands beside and below a graph: its gestures, and what the signs mean.

use glam::DVec2;

use super::node::{draw_round, draw_start, rounded};
use super::route::Arc;
use super::way::draw_way;
use super::{
    GESTURE, GESTURE_EDGE, GraphNode, GraphView, GraphWay, KNOBS, KNOBS_EDGE, MARGIN_PX, NAME_PX, PAPER,
    PLAIN, PLAIN_EDGE, SMALL_PX, WIDEST_PX,
};
use crate::picture::colour::Rgb;
use crate::picture::plot::{EM, colour};
use crate::picture::space::fitted;
use crate::picture::svg::{Anchor, Picture, TextStyle, text_width};

/// The list of gestures beside the graph.
pub(super) struct Panel<'a> {
    gestures: &'a [(String, String)],
    inner: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl<'a> Panel<'a> {
    const ROW: f64 = 3.3 * EM;

    pub(super) fn of(gestures: &'a [(String, String)]) -> Self {
        if gestures.is_empty() {
            return Self { gestures, inner: 0.0, width: 0.0, height: 0.0 };
        }
        let widths =
            gestures.iter().map(|(name, said)| text_width(name, NAME_PX).max(text_width(said, SMALL_PX)));
        let inner = widths.fold(7.0 * EM, f64::max).min(1.2 * WIDEST_PX) + 1.6 * EM;
        Self {
            gestures,
            inner,
            width: inner + MARGIN_PX,
            height: 8.6 * EM + gestures.len() as f64 * Self::ROW,
        }
    }

    pub(super) fn draw(&self, picture: &mut Picture, left: f64) {
        if self.gestures.is_empty() {
            return;
        }
        let style = |size_px, colour| TextStyle { size_px, anchor: Anchor::Start, colour };
        picture.text(DVec2::new(left, 6.2 * EM), "gestures", style(0.85 * EM, Rgb::SOFT_INK));
        for (i, (name, said)) in self.gestures.iter().enumerate() {
            let corner = DVec2::new(left, 7.2 * EM + i as f64 * Self::ROW);
            let size = DVec2::new(self.inner, 2.75 * EM);
            picture.push(&rounded(corner, size, 0.6 * EM, GESTURE, GESTURE_EDGE, 1.4));
            let room = self.inner - 1.4 * EM;
            let at = corner + DVec2::new(0.8 * EM, 1.2 * EM);
            picture.text(at, &fitted(name, NAME_PX, room), style(NAME_PX, Rgb::INK));
            let at = corner + DVec2::new(0.8 * EM, 2.2 * EM);
            picture.text(at, &fitted(said, SMALL_PX, room), style(SMALL_PX, Rgb::SOFT_INK));
        }
    }
}

/// A sign of the legend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Knobs,
    Plain,
    Start,
    End,
    Repeats,
    Likely,
    Never,
    Region,
}

/// What the picture shows, as far as it does.
pub(super) fn legend(view: &GraphView) -> Vec<(Sign, &'static str)> {
    let any = |holds: fn(&GraphNode) -> bool| view.nodes.iter().any(holds);
    let way = |holds: fn(&GraphWay) -> bool| view.ways.iter().any(holds);
    let regions = view.regions().into_iter().max().map_or(0, |last| last + 1);
    let tinted = (2..view.nodes.len()).contains(&regions);
    let all = [
        (any(|node| !node.axes.is_empty()), Sign::Knobs, "verb with adverbs"),
        (any(|node| node.axes.is_empty()), Sign::Plain, "plain motion"),
        (any(|node| node.start), Sign::Start, "start"),
        (any(|node| node.end), Sign::End, "end"),
        (any(|node| node.cyclic), Sign::Repeats, "repeats"),
        (way(|way| way.likelihood > 0.0), Sign::Likely, "by itself, the likelier the thicker"),
        (way(|way| way.likelihood <= 0.0), Sign::Never, "only when asked"),
        (tinted, Sign::Region, "goes between these by itself"),
    ];
    all.into_iter().filter(|(shown, ..)| *shown).map(|(_, sign, text)| (sign, text)).collect()
}

const SIGN_PX: f64 = 2.2 * EM;

/// Entries in rows, as many in each as there is room for.
pub(super) fn legend_rows(legend: &[(Sign, &str)], width: f64) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = Vec::new();
    let mut left = 0.0;
    for (i, entry) in legend.iter().enumerate() {
        let own = entry_width(entry);
        match rows.last_mut() {
            Some(row) if own <= left => row.push(i),
            _ => {
                rows.push(vec![i]);
                left = width - 4.0 * EM;
            }
        }
        left -= own;
    }
    rows
}

fn entry_width((_, text): &(Sign, &str)) -> f64 {
    SIGN_PX + 0.5 * EM + text_width(text, 0.78 * EM) + 1.3 * EM
}

pub(super) fn draw_legend(picture: &mut Picture, legend: &[(Sign, &str)], rows: &[Vec<usize>], top: f64) {
    let style = TextStyle { size_px: 0.78 * EM, anchor: Anchor::Start, colour: Rgb::SOFT_INK };
    for (row, entries) in rows.iter().enumerate() {
        let mut at = DVec2::new(2.0 * EM, top + (row as f64 + 0.5) * 1.7 * EM);
        for entry in entries.iter().map(|i| &legend[*i]) {
            draw_sign(picture, entry.0, at);
            picture.text(at + DVec2::new(SIGN_PX + 0.5 * EM, 0.27 * EM), entry.1, style);
            at.x += entry_width(entry);
        }
    }
}

fn draw_sign(picture: &mut Picture, sign: Sign, at: DVec2) {
    let size = DVec2::new(SIGN_PX, 1.1 * EM);
    let corner = at - DVec2::new(0.0, 0.5 * size.y);
    let boxed = |fill, edge| rounded(corner, size, 0.35 * EM, fill, edge, 1.4);
    let way = |likelihood| GraphWay { from: 0, to: 0, times: String::new(), likelihood };
    let arc = Arc([at, at + DVec2::new(0.5 * SIGN_PX, 0.0), at + DVec2::new(SIGN_PX, 0.0)]);
    match sign {
        Sign::Knobs => picture.push(&boxed(KNOBS, KNOBS_EDGE)),
        Sign::Plain => picture.push(&boxed(PLAIN, PLAIN_EDGE)),
        Sign::Start => draw_start(picture, at + DVec2::new(0.75 * SIGN_PX, 0.4 * EM)),
        Sign::End => {
            picture.push(&boxed(PLAIN, PLAIN_EDGE));
            let inner = DVec2::splat(3.0);
            picture.push(&rounded(corner + inner, size - 2.0 * inner, 0.22 * EM, PLAIN, PLAIN_EDGE, 1.1));
        }
        Sign::Repeats => draw_round(picture, at + DVec2::new(0.6 * SIGN_PX, 0.0), KNOBS_EDGE),
        Sign::Likely => draw_way(picture, &way(1.0), &arc, 1.0),
        Sign::Never => draw_way(picture, &way(0.0), &arc, 1.0),
        Sign::Region => {
            let tint = colour(2).mix(PAPER, 0.9);
            picture.push(&rounded(corner, size, 0.5 * EM, tint, tint.mix(Rgb::SOFT_INK, 0.22), 1.4));
        }
    }
}
