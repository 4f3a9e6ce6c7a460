//! Nodes: a verb's name, its axes in italics and how many examples it has, in a box; marks for starts, ends and cycles.

use std::fmt::Write;

use glam::DVec2;

use super::route::{Arc, Rect};
use super::way::draw_arc;
use super::{GraphNode, KNOBS, KNOBS_EDGE, NAME_PX, PLAIN, PLAIN_EDGE, SMALL_PX, WIDEST_PX};
use crate::picture::colour::Rgb;
use crate::picture::plot::EM;
use crate::picture::space::fitted;
use crate::picture::svg::{Anchor, Picture, TextStyle, escaped, num, text_width};

const AXES_PX: f64 = 0.76 * EM;

/// What is written into a node.
pub(super) struct Label {
    name: Vec<String>,
    /// In italics.
    axes: Vec<String>,
    examples: String,
    pub(super) size: DVec2,
}

impl Label {
    pub(super) fn of(node: &GraphNode) -> Self {
        let name = in_two(&node.name);
        let mut axes: Vec<String> = Vec::new();
        for (i, axis) in node.axes.iter().enumerate() {
            let last = i + 1 == node.axes.len();
            let word = fitted(axis, AXES_PX, WIDEST_PX) + if last { "" } else { "," };
            match axes.last_mut() {
                Some(line) if text_width(&format!("{line} {word}"), AXES_PX) <= 0.75 * WIDEST_PX => {
                    *line += &format!(" {word}");
                }
                _ => axes.push(word),
            }
        }
        let examples = match (node.axes.is_empty(), node.examples) {
            (true, _) => String::new(),
            (_, 1) => "1 example".into(),
            (_, count) => format!("{count} examples"),
        };
        let cycle = if node.cyclic { 1.5 * EM } else { 0.0 };
        let widths = axes.iter().map(|line| text_width(line, AXES_PX));
        let names = name.iter().map(|line| text_width(line, NAME_PX) + cycle);
        let widest = widths.chain(names).fold(0.0, f64::max);
        let widest = widest.max(text_width(&examples, SMALL_PX));
        let lines = name.len() as f64 * 1.25 * NAME_PX + axes.len() as f64 * 1.3 * AXES_PX;
        let height = lines + if examples.is_empty() { 0.0 } else { 1.45 * SMALL_PX };
        Self { name, axes, examples, size: DVec2::new((widest + 1.7 * EM).max(5.2 * EM), height + 1.05 * EM) }
    }
}

/// A name in one line, or a long one in two.
fn in_two(name: &str) -> Vec<String> {
    if text_width(name, NAME_PX) <= WIDEST_PX {
        return vec![name.into()];
    }
    // After the last gap that the first line has room for, or else wherever it is full.
    let fits = |end: &usize| text_width(&name[..*end], NAME_PX) <= WIDEST_PX;
    let ends = || name.char_indices().map(|(at, c)| (at + c.len_utf8(), c));
    let gap = ends().filter(|(_, c)| matches!(c, ' ' | '-' | '_' | '.' | ',')).map(|(end, _)| end);
    let anywhere = || ends().map(|(end, _)| end).take_while(fits).last();
    let cut = gap.take_while(fits).last().or_else(anywhere).unwrap_or(name.len());
    vec![name[..cut].trim_end().into(), fitted(name[cut..].trim_start(), NAME_PX, WIDEST_PX)]
}

pub(super) fn draw_node(picture: &mut Picture, node: &GraphNode, label: &Label, place: &Rect) {
    let (fill, edge) = if node.axes.is_empty() { (PLAIN, PLAIN_EDGE) } else { (KNOBS, KNOBS_EDGE) };
    let corner = place.middle - place.half;
    let mut group = format!("<g><title>{}</title>", escaped(&node.name));
    let _ = write!(group, "{}", rounded(corner, label.size, 0.6 * EM, fill, edge, 1.6));
    if node.end {
        let inner = DVec2::splat(3.5);
        let _ = write!(
            group,
            "{}",
            rounded(corner + inner, label.size - 2.0 * inner, 0.45 * EM, fill, edge, 1.1)
        );
    }
    picture.push(&(group + "</g>"));
    if node.start {
        draw_start(picture, corner);
    }
    let mut y = corner.y + 0.55 * EM + 0.92 * NAME_PX;
    let middle = |size_px, colour| TextStyle { size_px, anchor: Anchor::Middle, colour };
    let shift = if node.cyclic { 0.6 * EM } else { 0.0 };
    for (i, line) in label.name.iter().enumerate() {
        y += if i == 0 { 0.0 } else { 1.25 * NAME_PX };
        picture.text(DVec2::new(place.middle.x - shift, y), line, middle(NAME_PX, Rgb::INK));
    }
    if node.cyclic {
        let last = label.name.last().map_or("", String::as_str);
        let right = place.middle.x - shift + 0.5 * text_width(last, NAME_PX);
        draw_round(picture, DVec2::new(right + 0.75 * EM, y - 0.32 * NAME_PX), edge);
    }
    y += 0.33 * NAME_PX;
    for line in &label.axes {
        y += 1.3 * AXES_PX;
        let at = DVec2::new(place.middle.x, y - 0.35 * AXES_PX);
        slanted(picture, at, line, middle(AXES_PX, KNOBS_EDGE.mix(Rgb::INK, 0.35)));
    }
    let at = DVec2::new(place.middle.x, y + 1.05 * SMALL_PX);
    picture.text(at, &label.examples, middle(SMALL_PX, Rgb::SOFT_INK));
}

/// Italics of any font.
fn slanted(picture: &mut Picture, at: DVec2, text: &str, style: TextStyle) {
    picture.push(&format!("<g transform=\"translate({} {}) skewX(-12)\">", num(at.x), num(at.y)));
    picture.text(DVec2::ZERO, text, style);
    picture.push("</g>");
}

pub(super) fn rounded(corner: DVec2, size: DVec2, radius: f64, fill: Rgb, edge: Rgb, line_px: f64) -> String {
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{line_px}\"/>",
        num(corner.x),
        num(corner.y),
        num(size.x),
        num(size.y),
        num(radius)
    )
}

/// A dot from which an arrow comes into a corner.
pub(super) fn draw_start(picture: &mut Picture, corner: DVec2) {
    let (from, to) = (corner + DVec2::new(-0.95 * EM, -0.95 * EM), corner + DVec2::new(0.05 * EM, 0.05 * EM));
    let arc = Arc([from, 0.5 * (from + to), to]);
    draw_arc(picture, &arc, Rgb::INK, 2.0, "");
    picture.push(&format!(
        "<circle cx=\"{}\" cy=\"{}\" r=\"4.6\" fill=\"{}\"/>",
        num(from.x),
        num(from.y),
        Rgb::INK
    ));
}

/// An open ring with an arrow head: it repeats.
pub(super) fn draw_round(picture: &mut Picture, middle: DVec2, colour: Rgb) {
    let r = 0.33 * EM;
    let point = |turn: f64| middle + r * DVec2::from_angle(turn.to_radians());
    let (from, to) = (point(-40.0), point(-100.0));
    let head = to + DVec2::new(0.36 * EM, 0.02 * EM);
    let d =
        format!("M{} {}A{} {} 0 1 1 {} {}", num(from.x), num(from.y), num(r), num(r), num(to.x), num(to.y));
    let tip = [head, to + DVec2::new(-0.02 * EM, -0.21 * EM), to + DVec2::new(-0.02 * EM, 0.23 * EM)];
    picture.push(&format!(
        "<path d=\"{d}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.7\"/>{}",
        polygon(&tip, colour)
    ));
}

pub(super) fn polygon(corners: &[DVec2], colour: Rgb) -> String {
    let points: Vec<String> = corners.iter().map(|p| format!("{},{}", num(p.x), num(p.y))).collect();
    format!("<polygon points=\"{}\" fill=\"{colour}\"/>", points.join(" "))
}
