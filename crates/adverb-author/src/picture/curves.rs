//! Charts of DOF curves: one panel per joint, its components over time, key-times as labelled lines.

use glam::DVec2;

use super::colour::Rgb;
use super::plot::{EM, Frame, LABEL, colour, span};
use super::svg::{Anchor, Picture, TextStyle, num, text_width};
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
const KEY_PX: f64 = 0.75 * EM;
const KEY_ROW_PX: f64 = 1.25 * EM;
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
            across: time,
            up: padded(values.unwrap_or([0.0, 0.0]), &panel.unit),
        };
        frame.axes(&mut picture, panel, keys_height);
        frame.keys(&mut picture, &chart.keys, &key_rows);
        for series in &panel.series {
            let index = names.iter().position(|&n| n == series.name).unwrap_or(0);
            frame.curve(&mut picture, &series.points, colour(index), 2.4);
        }
    }
    Ok(picture)
}

/// A panel.
impl Frame {
    fn axes(&self, picture: &mut Picture, panel: &Panel, lift_px: f64) {
        self.grid(picture);
        let unit = TextStyle { anchor: Anchor::Start, ..LABEL };
        let title = TextStyle { size_px: 1.05 * EM, anchor: Anchor::Start, colour: Rgb::INK };
        let at = DVec2::new(self.corner.x, self.corner.y - 0.8 * EM - lift_px);
        picture.text(at, &panel.title, title);
        if !panel.unit.is_empty() {
            let beside = at + DVec2::X * (text_width(&panel.title, title.size_px) + 0.6 * EM);
            picture.text(beside, &panel.unit, unit);
        }
        picture.text(DVec2::new(self.right() + 0.5 * EM, self.bottom() + 0.28 * EM), "s", unit);
    }

    fn keys(&self, picture: &mut Picture, keys: &[(String, f64)], rows: &[usize]) {
        let style = TextStyle { size_px: KEY_PX, anchor: Anchor::Middle, colour: Rgb::SOFT_INK };
        let shown = || {
            keys.iter().zip(rows).filter(|((_, time), _)| (self.across[0]..=self.across[1]).contains(time))
        };
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
            colour(i)
        ));
        x -= 3.2 * EM;
    }
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
