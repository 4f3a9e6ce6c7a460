//! Charts of columns, several kinds side by side: values per item, or histograms of errors as in figure 6.6 of the thesis.

use glam::DVec2;

use super::colour::Rgb;
use super::lines::wide;
use super::plot::{EM, Frame, colour};
use super::space::Legend;
use super::svg::{Anchor, Picture, TextStyle, num};

/// Heights of several kinds over the same places.
#[derive(Debug, Clone, PartialEq)]
pub struct Columns<'a> {
    /// Below the axis.
    pub across: &'a str,
    /// Above it.
    pub up: &'a str,
    /// Where the first column begins and the last one ends.
    pub reach: [f64; 2],
    /// Name and heights of every kind.
    pub kinds: Vec<(&'a str, Vec<f64>)>,
}

const SIZE_PX: DVec2 = DVec2::new(860.0, 280.0);
const BINS: usize = 30;

/// Draws columns.
pub fn columns(of: &Columns) -> Picture {
    let legend = Legend { left: 4.6 * EM, width: SIZE_PX.x, sign: 1.6 * EM };
    let names: Vec<String> = of.kinds.iter().map(|kind| kind.0.to_string()).collect();
    let (top, left, below) = (3.0 * EM, 4.6 * EM, 3.6 * EM);
    let height = top + SIZE_PX.y + below + legend.height(&names) + 0.6 * EM;
    let mut picture = Picture::new(left + SIZE_PX.x + 2.4 * EM, height, Some(Rgb::WHITE));
    let heights = of.kinds.iter().flat_map(|kind| &kind.1).copied().filter(|height| height.is_finite());
    let [_, most] = wide(Some([0.0, heights.fold(0.0, f64::max)]));
    let frame =
        Frame { corner: DVec2::new(left, top), size: SIZE_PX, across: of.reach, up: [0.0, 1.05 * most] };
    frame.grid(&mut picture);
    let label = TextStyle { size_px: 0.95 * EM, anchor: Anchor::Start, colour: Rgb::SOFT_INK };
    picture.text(DVec2::new(left - 2.0 * EM, top - EM), of.up, label);
    let middle = TextStyle { anchor: Anchor::Middle, ..label };
    picture.text(DVec2::new(left + 0.5 * SIZE_PX.x, frame.bottom() + 2.6 * EM), of.across, middle);
    let count = of.kinds.iter().map(|kind| kind.1.len()).max().unwrap_or(1).max(1);
    let column = SIZE_PX.x / count as f64;
    let bar = 0.8 * column / of.kinds.len().max(1) as f64;
    for (i, (_, heights)) in of.kinds.iter().enumerate() {
        for (k, height) in heights.iter().enumerate().filter(|(_, height)| **height > 0.0) {
            let (x, y) = (left + (k as f64 + 0.1) * column + i as f64 * bar, frame.y(*height));
            picture.push(&format!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
                num(x),
                num(y),
                num(bar),
                num(frame.bottom() - y),
                colour(i)
            ));
        }
    }
    legend.draw(&mut picture, frame.bottom() + below, &names, |picture, i, at| {
        let (x, y) = (num(at.x - 0.5 * EM), num(at.y - 0.5 * EM));
        picture.push(&format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{EM}\" height=\"{EM}\" fill=\"{}\"/>",
            colour(i)
        ));
    });
    picture
}

/// How often numbers of each size from 0 on occur, in percent, for each kind.
pub fn histogram(across: &str, kinds: &[(&str, Vec<f64>)]) -> Picture {
    let all = kinds.iter().flat_map(|kind| &kind.1).copied().filter(|x| x.is_finite());
    let [_, largest] = wide(Some([0.0, all.fold(0.0, f64::max)]));
    let kinds = kinds.iter().map(|(name, numbers)| (*name, percent(numbers, largest))).collect();
    columns(&Columns { across, up: "% of the points", reach: [0.0, largest], kinds })
}

/// The share of the numbers in every bin.
fn percent(numbers: &[f64], largest: f64) -> Vec<f64> {
    let mut counts = vec![0.0; BINS];
    for number in numbers.iter().filter(|number| number.is_finite()) {
        let bin = (number / largest * BINS as f64) as usize;
        counts[bin.min(BINS - 1)] += 100.0 / numbers.len() as f64;
    }
    counts
}
