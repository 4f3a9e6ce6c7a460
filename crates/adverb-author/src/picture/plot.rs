//! What charts share: a frame with round ticks, curves within it, and colours to tell them apart.

use std::fmt::Write;

use glam::DVec2;

use super::colour::Rgb;
use super::svg::{Anchor, Picture, TextStyle, decimal, num};

/// The size of plain text, in pixels.
pub(super) const EM: f64 = 19.0;
/// A curve is thinned to about this many points.
const POINTS: usize = 500;
const COLOURS: [Rgb; 6] = [
    Rgb(226, 106, 84),
    Rgb(38, 150, 140),
    Rgb(92, 104, 196),
    Rgb(214, 160, 52),
    Rgb(158, 90, 164),
    Rgb(96, 112, 138),
];

/// The colour of the i-th curve; after six of them darker, then lighter ones.
pub(super) fn colour(i: usize) -> Rgb {
    let plain = COLOURS[i % COLOURS.len()];
    match i / COLOURS.len() % 3 {
        0 => plain,
        1 => plain.mix(Rgb::INK, 0.45),
        _ => plain.mix(Rgb::WHITE, 0.45),
    }
}

/// A place on paper and the values it covers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    /// The upper left one.
    pub corner: DVec2,
    pub size: DVec2,
    /// From left to right.
    pub across: [f64; 2],
    /// From below to above.
    pub up: [f64; 2],
}

impl Frame {
    pub fn x(&self, value: f64) -> f64 {
        self.corner.x + self.size.x * (value - self.across[0]) / (self.across[1] - self.across[0])
    }

    pub fn y(&self, value: f64) -> f64 {
        self.corner.y + self.size.y * (self.up[1] - value) / (self.up[1] - self.up[0])
    }

    /// Where two values lie.
    pub fn at(&self, across: f64, up: f64) -> DVec2 {
        DVec2::new(self.x(across), self.y(up))
    }

    pub fn right(&self) -> f64 {
        self.corner.x + self.size.x
    }

    pub fn bottom(&self) -> f64 {
        self.corner.y + self.size.y
    }

    /// Ticks on both sides, and a line across for each on the left.
    pub fn grid(&self, picture: &mut Picture) {
        let (left, right, bottom) = (self.corner.x, self.right(), self.bottom());
        let mut lines = String::new();
        for (tick, text) in ticks(self.up, 5) {
            let y = self.y(tick);
            let _ = write!(lines, "M{} {}H{}", num(left), num(y), num(right));
            picture.text(DVec2::new(left - 0.5 * EM, y + 0.28 * EM), &text, LABEL);
        }
        for (tick, text) in ticks(self.across, (self.size.x / 90.0) as usize) {
            let x = self.x(tick);
            let _ = write!(lines, "M{} {}v{}", num(x), num(bottom), num(0.3 * EM));
            let style = TextStyle { anchor: Anchor::Middle, ..LABEL };
            picture.text(DVec2::new(x, bottom + 1.2 * EM), &text, style);
        }
        let (line, soft) = (Rgb::LINE, Rgb::LINE.mix(Rgb::WHITE, 0.55));
        picture.push(&format!("<path d=\"{lines}\" fill=\"none\" stroke=\"{soft}\" stroke-width=\"1\"/>"));
        let (l, b, r) = (num(left), num(bottom), num(right));
        picture.push(&format!(
            "<path d=\"M{l} {b}H{r}\" fill=\"none\" stroke=\"{line}\" stroke-width=\"1.2\"/>"
        ));
    }

    /// A curve through points; where one is not finite it has a gap.
    pub fn curve(&self, picture: &mut Picture, points: &[(f64, f64)], colour: Rgb, width_px: f64) {
        let mut d = String::new();
        let mut pen_down = false;
        for (across, up) in thinned(points) {
            if across.is_finite() && up.is_finite() {
                let command = if pen_down { "L" } else { "M" };
                let _ = write!(d, "{command}{} {}", num(self.x(across)), num(self.y(up)));
            }
            pen_down = across.is_finite() && up.is_finite();
        }
        if !d.is_empty() {
            picture.push(&format!(
                "<path d=\"{d}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>",
                num(width_px)
            ));
        }
    }
}

/// Of numbers beside an axis.
pub(super) const LABEL: TextStyle =
    TextStyle { size_px: 0.8 * EM, anchor: Anchor::End, colour: Rgb::SOFT_INK };

/// Least and greatest of the finite values.
pub(super) fn span(values: impl Iterator<Item = f64>) -> Option<[f64; 2]> {
    values.filter(|v| v.is_finite() && v.abs() < 1e12).fold(None, |span: Option<[f64; 2]>, v| {
        let [low, high] = span.unwrap_or([v, v]);
        Some([low.min(v), high.max(v)])
    })
}

/// Round numbers within a range, about this many, with their labels.
pub(super) fn ticks([low, high]: [f64; 2], count: usize) -> Vec<(f64, String)> {
    let rough = (high - low) / count.max(1) as f64;
    let power = libm::pow(10.0_f64, libm::log10(rough).floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|s| s * power).find(|&s| s >= rough).unwrap_or(rough);
    let decimals = (-libm::log10(step).floor()).clamp(0.0, 9.0) as usize;
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    let plain = step > 1e-9 && low.abs().max(high.abs()) < 1e9;
    (first..=last.min(first.saturating_add(50)))
        .map(|i| i as f64 * step)
        .map(|t| (t, if plain { decimal(t, decimals) } else { brief(t) }))
        .collect()
}

/// A number in few characters.
pub(super) fn brief(value: f64) -> String {
    match value.abs() {
        size if size == 0.0 || (1e-3..1e6).contains(&size) => decimal(value, 4),
        _ if value.is_finite() => format!("{:e}", format!("{value:.3e}").parse().unwrap_or(value)),
        _ => decimal(value, 0),
    }
}

/// At most about [`POINTS`] points: of each run the least and the greatest value, so that no spike is lost.
fn thinned(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    if points.len() <= POINTS {
        return points.to_vec();
    }
    let run = (2 * points.len()).div_ceil(POINTS);
    let mut out = Vec::new();
    for chunk in points.chunks(run) {
        let least = (0..chunk.len()).min_by(|&a, &b| chunk[a].1.total_cmp(&chunk[b].1));
        let greatest = (0..chunk.len()).max_by(|&a, &b| chunk[a].1.total_cmp(&chunk[b].1));
        let mut kept: Vec<usize> = least.into_iter().chain(greatest).collect();
        kept.sort_unstable();
        kept.dedup();
        out.extend(kept.into_iter().map(|i| chunk[i]));
    }
    out
}
