//! Shared by the pictures of a space: the point they are drawn around, what lies in their plane, and the legend.

use glam::DVec2;

use super::colour::Rgb;
use super::plot::{EM, brief};
use super::svg::{Anchor, Picture, TextStyle, num, text_width};
use crate::space::{Solution, Space};

/// A solved space and the point around which it is drawn.
#[derive(Debug, Clone, Copy)]
pub struct SpaceView<'a> {
    /// Large, at the top.
    pub title: &'a str,
    /// With its axes and examples.
    pub space: &'a Space,
    /// Of that space.
    pub solution: &'a Solution,
    /// One value per axis; those of the axes that a picture varies do not count.
    pub at: &'a [f64],
}

impl SpaceView<'_> {
    /// From where to where an axis is drawn: its range, and what lies a little outside.
    pub(super) fn shown(&self, axis: usize) -> [f64; 2] {
        let [low, high] = self.space.axes[axis].range;
        if self.space.axes[axis].periodic {
            return [low, high];
        }
        let most = 0.5 * (high - low);
        let pseudo = self.space.pseudo_examples.iter().flat_map(|pseudo| [&pseudo.from, &pseudo.to]);
        let points = self.space.examples.iter().map(|example| &example.at).chain(pseudo);
        let near = points.map(|at| at[axis]).filter(|v| (low - most..=high + most).contains(v));
        near.fold([low, high], |[low, high], v| [low.min(v), high.max(v)])
    }

    /// Where a value of an axis is drawn.
    pub(super) fn wrapped(&self, axis: usize, value: f64) -> f64 {
        let [low, high] = self.space.axes[axis].range;
        match self.space.axes[axis].periodic {
            true if value != high => low + (value - low).rem_euclid(high - low),
            _ => value,
        }
    }

    /// Whether a point lies where the axes that are not varied have the values of this view.
    pub(super) fn in_view(&self, varied: &[usize], point: &[f64]) -> bool {
        (0..point.len()).filter(|axis| !varied.contains(axis)).all(|axis| {
            let apart = self.wrapped(axis, point[axis]) - self.wrapped(axis, self.at[axis]);
            apart.abs() <= 1e-6 * self.space.axes[axis].natural_scale()
        })
    }

    /// The values of the axes that are not varied.
    pub(super) fn fixed(&self, varied: &[usize]) -> String {
        let fixed = (0..self.at.len()).filter(|axis| !varied.contains(axis));
        let texts: Vec<String> =
            fixed.map(|axis| format!("{} = {}", self.space.axes[axis].name, brief(self.at[axis]))).collect();
        if texts.is_empty() { String::new() } else { format!("at {}", texts.join(", ")) }
    }

    /// Title and caption in the upper left corner, as far as there is room; gives where they end.
    pub(super) fn heading(&self, picture: &mut Picture, caption: &str) -> f64 {
        let room = picture.width_px - 4.0 * EM;
        let title = TextStyle { size_px: 1.5 * EM, anchor: Anchor::Start, colour: Rgb::INK };
        picture.text(DVec2::new(2.0 * EM, 2.5 * EM), &fitted(self.title, title.size_px, room), title);
        let style = TextStyle { size_px: 0.9 * EM, anchor: Anchor::Start, colour: Rgb::SOFT_INK };
        picture.text(DVec2::new(2.0 * EM, 3.9 * EM), &fitted(caption, style.size_px, room), style);
        if caption.is_empty() { 2.9 * EM } else { 4.3 * EM }
    }
}

/// As much of a text as there is room for.
pub(super) fn fitted(text: &str, size_px: f64, room_px: f64) -> String {
    if text_width(text, size_px) <= room_px {
        return text.into();
    }
    let mut cut: String = text.into();
    while cut.pop().is_some() && text_width(&cut, size_px) + size_px > room_px {}
    cut.trim_end().to_string() + "…"
}

/// Entries in rows, as many in each as there is room for.
pub(super) struct Legend {
    pub left: f64,
    pub width: f64,
    /// Of each entry's sign, which is drawn before its text.
    pub sign: f64,
}

impl Legend {
    const ROW: f64 = 1.6 * EM;
    const GAP: f64 = 1.6 * EM;

    fn text(&self, text: &str) -> String {
        fitted(text, 0.95 * EM, (0.5 * self.width - self.sign).max(8.0 * EM))
    }

    /// Where each entry begins, from the first row's beginning: one after another in a row, or in columns.
    fn places(&self, texts: &[String]) -> Vec<DVec2> {
        let width =
            |text: &String| self.sign + 0.5 * EM + text_width(&self.text(text), 0.95 * EM) + Self::GAP;
        let widths: Vec<f64> = texts.iter().map(width).collect();
        let widest = widths.iter().copied().fold(1.0, f64::max);
        if widths.iter().sum::<f64>() - Self::GAP <= self.width {
            let mut x = 0.0;
            let mut next = |width: &f64| {
                x += width;
                DVec2::new(x - width, 0.0)
            };
            return widths.iter().map(&mut next).collect();
        }
        let columns = (((self.width + Self::GAP) / widest) as usize).max(1);
        let place = |i: usize| DVec2::new((i % columns) as f64 * widest, (i / columns) as f64 * Self::ROW);
        (0..texts.len()).map(place).collect()
    }

    /// How much room it takes.
    pub fn height(&self, texts: &[String]) -> f64 {
        self.places(texts).last().map_or(0.0, |last| last.y + Self::ROW)
    }

    /// Draws the texts, and lets `sign` draw each one's sign around the middle of its place.
    pub fn draw(
        &self,
        picture: &mut Picture,
        top: f64,
        texts: &[String],
        sign: impl Fn(&mut Picture, usize, DVec2),
    ) {
        let style = TextStyle { size_px: 0.95 * EM, anchor: Anchor::Start, colour: Rgb::INK };
        for (i, (text, place)) in texts.iter().zip(self.places(texts)).enumerate() {
            let at = place + DVec2::new(self.left, top + 0.5 * Self::ROW);
            sign(picture, i, at + DVec2::X * 0.5 * self.sign);
            picture.text(at + DVec2::new(self.sign + 0.5 * EM, 0.33 * EM), &self.text(text), style);
        }
    }
}

/// A dot with a white edge, so that it shows on everything.
pub(super) fn dot(picture: &mut Picture, at: DVec2, radius_px: f64, colour: Rgb) {
    picture.push(&format!(
        "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{colour}\" stroke=\"{}\" stroke-width=\"1.6\"/>",
        num(at.x),
        num(at.y),
        num(radius_px),
        Rgb::WHITE
    ));
}

/// An arrow with a white edge. Too short a one is a ring.
pub(super) fn arrow(picture: &mut Picture, from: DVec2, to: DVec2, colour: Rgb) {
    let along = (to - from).normalize_or_zero();
    let across = along.perp();
    let head = 0.55 * EM;
    let mut d = format!("M{} {}L{} {}", num(from.x), num(from.y), num(to.x), num(to.y));
    if (to - from).length() < 2.0 {
        d = format!("M{} {}a3 3 0 1 0 6 0a3 3 0 1 0 -6 0", num(to.x - 3.0), num(to.y));
    } else {
        for side in [-0.5, 0.5] {
            let end = to - head * along + side * head * across;
            d += &format!("M{} {}L{} {}", num(end.x), num(end.y), num(to.x), num(to.y));
        }
    }
    for (colour, width) in [(Rgb::WHITE, 4.2), (colour, 1.8)] {
        picture.push(&format!(
            "<path d=\"{d}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
        ));
    }
}

/// A number as a subscript.
pub(super) fn subscript(number: usize) -> String {
    number.to_string().chars().filter_map(|c| char::from_u32(0x2080 + c.to_digit(10)?)).collect()
}
