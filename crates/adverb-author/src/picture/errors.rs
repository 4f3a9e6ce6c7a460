//! Asked and shown as a field, figure 6.5 of the thesis: a line from every point asked for to the point shown.

use glam::DVec2;

use super::colour::Rgb;
use super::lines::wide;
use super::plot::{EM, Frame, span};
use super::space::{Legend, dot};
use super::svg::{Anchor, Picture, TextStyle, num};

/// Points of a plane.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorField<'a> {
    /// The names of both axes.
    pub axes: [&'a str; 2],
    /// The point asked for, the point shown, and the error in percent.
    pub points: Vec<([f64; 2], [f64; 2], f64)>,
    /// Where the examples are.
    pub examples: Vec<[f64; 2]>,
    /// The error drawn in full red, in percent.
    pub red: f64,
}

const WIDTH_PX: f64 = 520.0;
const GOOD: Rgb = Rgb(64, 168, 104);
const BAD: Rgb = Rgb(206, 52, 52);
const EXAMPLE: Rgb = Rgb(58, 92, 190);

/// Draws the field; small errors green, large ones red, examples blue.
#[must_use]
pub fn error_field(field: &ErrorField) -> Picture {
    let reach = |axis: usize| {
        let points = field.points.iter().flat_map(|(asked, shown, _)| [asked[axis], shown[axis]]);
        let [low, high] = wide(span(points.chain(field.examples.iter().map(|at| at[axis]))));
        [low - 0.05 * (high - low), high + 0.05 * (high - low)]
    };
    let (across, up) = (reach(0), reach(1));
    // One scale for both, as far as that leaves a picture.
    let shape = ((up[1] - up[0]) / (across[1] - across[0])).clamp(0.4, 1.6);
    let size = DVec2::new(WIDTH_PX, WIDTH_PX * shape);
    let names = ["asked for".to_string(), "shown".into(), "example".into()];
    let legend = Legend { left: 4.6 * EM, width: size.x, sign: 1.6 * EM };
    let (top, left, below) = (3.0 * EM, 4.6 * EM, 3.6 * EM);
    let height = top + size.y + below + legend.height(&names) + 0.6 * EM;
    let mut picture = Picture::new(left + size.x + 2.4 * EM, height, Some(Rgb::WHITE));
    let frame = Frame { corner: DVec2::new(left, top), size, across, up };
    frame.grid(&mut picture);
    let label = TextStyle { size_px: 0.95 * EM, anchor: Anchor::Start, colour: Rgb::SOFT_INK };
    picture.text(DVec2::new(left - 2.0 * EM, top - EM), field.axes[1], label);
    let middle = TextStyle { anchor: Anchor::Middle, ..label };
    picture.text(DVec2::new(left + 0.5 * size.x, frame.bottom() + 2.6 * EM), field.axes[0], middle);
    for (asked, shown, percent) in &field.points {
        let [from, to] = [asked, shown].map(|p| frame.at(p[0], p[1]));
        let colour = GOOD.mix(BAD, percent / field.red);
        picture.push(&format!(
            "<path d=\"M{} {}L{} {}\" stroke=\"{colour}\" stroke-width=\"1.6\" stroke-linecap=\"round\"/>",
            num(from.x),
            num(from.y),
            num(to.x),
            num(to.y)
        ));
        for (at, colour) in [(to, colour), (from, GOOD)] {
            picture.push(&format!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"2.2\" fill=\"{colour}\"/>",
                num(at.x),
                num(at.y)
            ));
        }
    }
    field.examples.iter().for_each(|at| dot(&mut picture, frame.at(at[0], at[1]), 5.0, EXAMPLE));
    legend.draw(&mut picture, frame.bottom() + below, &names, |picture, i, at| {
        dot(picture, at, 5.0, [GOOD, BAD, EXAMPLE][i]);
    });
    picture
}
