//! Key-times over canonical time, a line for each example: figures 4.5, 4.7 and 4.8 of the thesis.

use glam::DVec2;

use super::colour::Rgb;
use super::plot::{EM, Frame, LABEL, colour};
use super::space::{Legend, dot, fitted};
use super::svg::{Anchor, Picture, TextStyle, num};

const SIZE_PX: DVec2 = DVec2::new(480.0, 320.0);
/// With this many examples the legend needs a wider picture.
const MANY: usize = 8;
/// Of so few examples each key-time is led to the axis of seconds.
const FEW: usize = 2;

/// Draws the key-times of examples: their names, and of each example its name and the seconds of its keys, the first at 0.
pub fn key_times(keys: &[String], examples: &[(String, Vec<f64>)]) -> Picture {
    let size = if examples.len() > MANY { DVec2::new(860.0, 380.0) } else { SIZE_PX };
    let legend = Legend { left: 4.6 * EM, width: size.x, sign: 1.6 * EM };
    let names: Vec<String> = examples.iter().map(|example| example.0.clone()).collect();
    let (top, left, below) = (4.2 * EM, 4.6 * EM, 3.4 * EM);
    let height = top + size.y + below + legend.height(&names) + 0.6 * EM;
    let mut picture = Picture::new(left + size.x + 2.4 * EM, height, Some(Rgb::WHITE));
    let longest = examples.iter().flat_map(|example| &example.1).copied().fold(0.0, f64::max).max(1e-6);
    let frame = Frame { corner: DVec2::new(left, top), size, across: [0.0, 1.0], up: [0.0, 1.04 * longest] };
    frame.grid(&mut picture);
    let ink = TextStyle { size_px: 0.95 * EM, anchor: Anchor::Start, colour: Rgb::SOFT_INK };
    picture.text(DVec2::new(left - 2.0 * EM, top - 2.4 * EM), "verb time, s", ink);
    let middle = TextStyle { anchor: Anchor::Middle, ..ink };
    picture.text(DVec2::new(left + 0.5 * size.x, frame.bottom() + 2.6 * EM), "canonical time", middle);
    let last = (keys.len().max(2) - 1) as f64;
    for (m, key) in keys.iter().enumerate() {
        let x = frame.x(m as f64 / last);
        line(&mut picture, [x, frame.corner.y - 0.4 * EM], [x, frame.bottom()], Rgb::LINE);
        let at = DVec2::new(x, frame.corner.y - 0.8 * EM);
        let anchor = match m {
            0 => Anchor::Start,
            m if m as f64 == last => Anchor::End,
            _ => Anchor::Middle,
        };
        let room = size.x / last;
        picture.text(at, &fitted(key, LABEL.size_px, room), TextStyle { anchor, ..LABEL });
    }
    for (i, (_, secs)) in examples.iter().enumerate() {
        let points: Vec<(f64, f64)> = secs.iter().enumerate().map(|(m, s)| (m as f64 / last, *s)).collect();
        for (t, s) in points.iter().filter(|_| examples.len() <= FEW) {
            line(&mut picture, [frame.corner.x, frame.y(*s)], [frame.x(*t), frame.y(*s)], colour(i));
        }
        frame.curve(&mut picture, &points, colour(i), 2.4);
        points.iter().for_each(|(t, s)| dot(&mut picture, frame.at(*t, *s), 5.0, colour(i)));
    }
    legend.draw(&mut picture, frame.bottom() + below, &names, |picture, i, at| {
        dot(picture, at, 5.0, colour(i))
    });
    picture
}

fn line(picture: &mut Picture, from: [f64; 2], to: [f64; 2], colour: Rgb) {
    let [[x0, y0], [x1, y1]] = [from, to].map(|p| p.map(num));
    picture.push(&format!(
        "<path d=\"M{x0} {y0}L{x1} {y1}\" stroke=\"{colour}\" stroke-width=\"1.2\" stroke-dasharray=\"4 4\"/>"
    ));
}
