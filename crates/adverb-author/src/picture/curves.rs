//! Charts of DOF curves: one panel per joint, its components over time, key-times as labelled lines.

use std::fmt::Write;

use glam::DVec2;

use super::colour::Rgb;
use super::svg::{Anchor, Picture, TextStyle, decimal, num, text_width};
use crate::error::Error;

/// A curve.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// For the legend; curves of the same name have the same colour in all panels.
    pub name: String,
    /// Seconds and values.
    pub points: Vec<(f64, f64)>,
}

/// Curves that share a pair of axes.
#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    /// e.g. the joint's name.
    pub title: String,
    /// Of the values, e.g. `deg` or `m`.
    pub unit: String,
    /// In the order of the legend.
    pub series: Vec<Series>,
}

/// Panels over a common time.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Chart {
    /// Large, at the top.
    pub title: String,
    /// Row by row.
    pub panels: Vec<Panel>,
    /// Names and seconds of key-times.
    pub keys: Vec<(String, f64)>,
}

const WIDTH_PX: f64 = 1600.0;
const PANEL_PX: f64 = 190.0;
const EM: f64 = 19.0;
const KEY_PX: f64 = 0.75 * EM;
const KEY_ROW_PX: f64 = 1.25 * EM;
/// A curve is thinned to about so many points.
const POINTS: usize = 500;
const COLOURS: [Rgb; 6] = [
    Rgb(226, 106, 84),
    Rgb(38, 150, 140),
    Rgb(92, 104, 196),
    Rgb(214, 160, 52),
    Rgb(158, 90, 164),
    Rgb(96, 112, 138),
];

/// Draws a chart. An error if no panel has a finite point.
pub fn curves(chart: &Chart) -> Result<Picture, Error> {
    let Some(time) =
        span(chart.panels.iter().flat_map(|p| &p.series).flat_map(|s| s.points.iter().map(|p| p.0)))
    else {
        let subject = if chart.title.is_empty() { "chart" } else { &chart.title };
        return Err(Error::Picture {
            subject: subject.to_owned(),
            problem: "it has no curve to draw".to_owned(),
        });
    };
    let time = if time[1] > time[0] { time } else { [time[0] - 0.5, time[0] + 0.5] };
    let columns = match chart.panels.len() {
        1 => 1,
        2..=6 => 2,
        _ => 3,
    };
    let rows = chart.panels.len().div_ceil(columns);
    let (margin, axis) = (2.0 * EM, 4.2 * EM);
    let panel_width =
        (WIDTH_PX - 2.0 * margin - axis * columns as f64 - EM * (columns - 1) as f64) / columns as f64;
    let key_rows = stagger(chart, time, panel_width);
    let keys_height = KEY_ROW_PX * key_rows.iter().map(|r| r + 1).max().unwrap_or(0) as f64;
    let top = if chart.title.is_empty() { 2.4 * EM } else { 3.8 * EM };
    let row_height = 2.2 * EM + keys_height + PANEL_PX + 2.2 * EM;
    let mut names: Vec<&str> = Vec::new();
    for series in chart.panels.iter().flat_map(|p| &p.series) {
        if !names.contains(&series.name.as_str()) {
            names.push(&series.name);
        }
    }

    let mut picture = Picture::new(WIDTH_PX, top + rows as f64 * row_height + EM, Some(Rgb::WHITE));
    let title = TextStyle { size_px: 1.7 * EM, anchor: Anchor::Start, colour: Rgb::INK };
    picture.text(DVec2::new(margin, 2.6 * EM), &chart.title, title);
    legend(
        &mut picture,
        &names,
        DVec2::new(WIDTH_PX - margin, if chart.title.is_empty() { 1.6 } else { 2.6 } * EM),
    );
    for (i, panel) in chart.panels.iter().enumerate() {
        let (column, row) = ((i % columns) as f64, (i / columns) as f64);
        let x = margin + axis + column * (panel_width + axis + EM);
        let y = top + row * row_height + 2.2 * EM + keys_height;
        let values = span(panel.series.iter().flat_map(|s| s.points.iter().map(|p| p.1)));
        let frame = Frame {
            corner: DVec2::new(x, y),
            size: DVec2::new(panel_width, PANEL_PX),
            time,
            values: padded(values.unwrap_or([0.0, 0.0]), &panel.unit),
        };
        frame.axes(&mut picture, panel, keys_height);
        frame.keys(&mut picture, &chart.keys, &key_rows);
        for series in &panel.series {
            let colour = names.iter().position(|&n| n == series.name).unwrap_or(0);
            frame.curve(&mut picture, &series.points, COLOURS[colour % COLOURS.len()]);
        }
    }
    Ok(picture)
}

/// A panel's place on paper and the times and values it covers.
struct Frame {
    corner: DVec2,
    size: DVec2,
    time: [f64; 2],
    values: [f64; 2],
}

impl Frame {
    fn x(&self, time: f64) -> f64 {
        self.corner.x + self.size.x * (time - self.time[0]) / (self.time[1] - self.time[0])
    }

    fn y(&self, value: f64) -> f64 {
        self.corner.y + self.size.y * (self.values[1] - value) / (self.values[1] - self.values[0])
    }

    fn axes(&self, picture: &mut Picture, panel: &Panel, lift_px: f64) {
        let (left, right) = (self.corner.x, self.corner.x + self.size.x);
        let bottom = self.corner.y + self.size.y;
        let label = TextStyle { size_px: 0.8 * EM, anchor: Anchor::End, colour: Rgb::SOFT_INK };
        let mut lines = String::new();
        for (tick, text) in ticks(self.values, 5) {
            let y = self.y(tick);
            let _ = write!(lines, "M{} {}H{}", num(left), num(y), num(right));
            picture.text(DVec2::new(left - 0.5 * EM, y + 0.28 * EM), &text, label);
        }
        for (tick, text) in ticks(self.time, (self.size.x / 90.0) as usize) {
            let x = self.x(tick);
            let _ = write!(lines, "M{} {}v{}", num(x), num(bottom), num(0.3 * EM));
            let style = TextStyle { anchor: Anchor::Middle, ..label };
            picture.text(DVec2::new(x, bottom + 1.2 * EM), &text, style);
        }
        let (line, soft) = (Rgb::LINE, Rgb::LINE.mix(Rgb::WHITE, 0.55));
        picture.push(&format!("<path d=\"{lines}\" fill=\"none\" stroke=\"{soft}\" stroke-width=\"1\"/>"));
        let (l, b, r) = (num(left), num(bottom), num(right));
        picture.push(&format!(
            "<path d=\"M{l} {b}H{r}\" fill=\"none\" stroke=\"{line}\" stroke-width=\"1.2\"/>"
        ));
        let title = TextStyle { size_px: 1.05 * EM, anchor: Anchor::Start, colour: Rgb::INK };
        let at = DVec2::new(left, self.corner.y - 0.8 * EM - lift_px);
        picture.text(at, &panel.title, title);
        if !panel.unit.is_empty() {
            let beside = at + DVec2::X * (text_width(&panel.title, title.size_px) + 0.6 * EM);
            picture.text(beside, &panel.unit, TextStyle { anchor: Anchor::Start, ..label });
        }
        let unit = TextStyle { anchor: Anchor::Start, ..label };
        picture.text(DVec2::new(right + 0.5 * EM, bottom + 0.28 * EM), "s", unit);
    }

    fn keys(&self, picture: &mut Picture, keys: &[(String, f64)], rows: &[usize]) {
        let style = TextStyle { size_px: KEY_PX, anchor: Anchor::Middle, colour: Rgb::SOFT_INK };
        let shown =
            || keys.iter().zip(rows).filter(|((_, time), _)| (self.time[0]..=self.time[1]).contains(time));
        for ((_, time), row) in shown() {
            let top = num(self.corner.y - 0.2 * EM - KEY_ROW_PX * *row as f64);
            let (x, bottom) = (num(self.x(*time)), num(self.corner.y + self.size.y));
            picture.push(&format!(
                "<path d=\"M{x} {top}V{bottom}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.2\" stroke-dasharray=\"4 4\"/>",
                Rgb::SOFT_INK
            ));
        }
        // Labels lie on the lines of those above them.
        for ((name, time), row) in shown() {
            let at = DVec2::new(self.x(*time), self.corner.y - 0.45 * EM - KEY_ROW_PX * *row as f64);
            let (w, h) = (text_width(name, KEY_PX), 1.1 * KEY_PX);
            let (x, y) = (num(at.x - 0.5 * w), num(at.y - 0.82 * KEY_PX));
            picture.push(&format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
                num(w),
                num(h),
                Rgb::WHITE
            ));
            picture.text(at, name, style);
        }
    }

    fn curve(&self, picture: &mut Picture, points: &[(f64, f64)], colour: Rgb) {
        let mut d = String::new();
        let mut pen_down = false;
        for (time, value) in thinned(points) {
            if time.is_finite() && value.is_finite() {
                let command = if pen_down { "L" } else { "M" };
                let _ = write!(d, "{command}{} {}", num(self.x(time)), num(self.y(value)));
            }
            pen_down = time.is_finite() && value.is_finite();
        }
        if !d.is_empty() {
            picture.push(&format!(
                "<path d=\"{d}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.4\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>"
            ));
        }
    }
}

fn legend(picture: &mut Picture, names: &[&str], right: DVec2) {
    let mut x = right.x;
    for (i, name) in names.iter().enumerate().rev() {
        let style = TextStyle { size_px: EM, anchor: Anchor::Start, colour: Rgb::INK };
        x -= text_width(name, EM);
        picture.text(DVec2::new(x, right.y), name, style);
        let (x0, x1, y) = (num(x - 2.0 * EM), num(x - 0.5 * EM), num(right.y - 0.32 * EM));
        picture.push(&format!(
            "<path d=\"M{x0} {y}H{x1}\" stroke=\"{}\" stroke-width=\"3\" stroke-linecap=\"round\"/>",
            COLOURS[i % COLOURS.len()]
        ));
        x -= 3.2 * EM;
    }
}

/// Least and greatest of the finite values.
fn span(values: impl Iterator<Item = f64>) -> Option<[f64; 2]> {
    values.filter(|v| v.is_finite() && v.abs() < 1e12).fold(None, |span: Option<[f64; 2]>, v| {
        let [low, high] = span.unwrap_or([v, v]);
        Some([low.min(v), high.max(v)])
    })
}

/// A little wider than the values, and never so narrow that noise looks like motion.
fn padded([low, high]: [f64; 2], unit: &str) -> [f64; 2] {
    let least = match unit {
        "deg" | "°" => 4.0,
        "m" => 0.02,
        _ => 1e-6_f64.max(1e-6 * high.abs()),
    };
    let half = (0.5 * 1.16 * (high - low)).max(0.5 * least);
    let middle = 0.5 * (low + high);
    [middle - half, middle + half]
}

/// Round numbers within a range, about so many, with their labels.
fn ticks([low, high]: [f64; 2], count: usize) -> Vec<(f64, String)> {
    let rough = (high - low) / count.max(1) as f64;
    let power = 10.0_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|s| s * power).find(|&s| s >= rough).unwrap_or(rough);
    let decimals = (-step.log10().floor()).clamp(0.0, 9.0) as usize;
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last.min(first.saturating_add(50)))
        .map(|i| i as f64 * step)
        .map(|t| (t, decimal(t, decimals)))
        .collect()
}

/// The row of each key's label such that labels in a row do not touch.
fn stagger(chart: &Chart, time: [f64; 2], width_px: f64) -> Vec<usize> {
    let mut ends: Vec<f64> = Vec::new();
    let mut order: Vec<usize> = (0..chart.keys.len()).collect();
    order.sort_by(|&a, &b| chart.keys[a].1.total_cmp(&chart.keys[b].1));
    let mut rows = vec![0; chart.keys.len()];
    for key in order {
        let (name, at) = &chart.keys[key];
        if !(time[0]..=time[1]).contains(at) {
            continue;
        }
        let half = 0.5 * text_width(name, KEY_PX) + 2.0;
        let x = width_px * (at - time[0]) / (time[1] - time[0]);
        let row = ends.iter().position(|&end| end <= x - half).unwrap_or(ends.len());
        if row == ends.len() {
            ends.push(0.0);
        }
        ends[row] = x + half;
        rows[key] = row;
    }
    rows
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
