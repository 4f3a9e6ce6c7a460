//! Numbers on a form as colours: grey is least, red is most (figure 7.7 of chapter 7); and the bar that explains them.

use glam::DVec2;

use super::surface::Surface;
use super::{FormPaint, FormView};
use crate::picture::colour::Rgb;
use crate::picture::plot::{EM, brief};
use crate::picture::svg::{Anchor, Picture, TextStyle, num, text_width};

const LEAST: Rgb = Rgb(186, 189, 196);
const MOST: Rgb = Rgb(214, 34, 30);

/// The colour of a number.
pub(super) fn scalar_colour(value: f64, [low, high]: [f64; 2]) -> Rgb {
    LEAST.mix(MOST, (value - low) / (high - low))
}

/// The numbers of grey and of red.
pub(super) fn scalar_range(forms: &[FormView], paint: FormPaint) -> [f64; 2] {
    let FormPaint::Scalar { range, .. } = paint else { return [0.0, 1.0] };
    if let Some(range) = range.filter(|range| range.iter().all(|value| value.is_finite())) {
        return range;
    }
    let numbers = forms.iter().flat_map(|form| {
        let surface = Surface::of(form);
        (0..form.scalars.map_or(0, <[f32]>::len)).filter_map(move |vertex| surface.scalar(vertex as u32))
    });
    numbers.fold([0.0, 0.0], |[low, high], number| [number.min(low), number.max(high)])
}

/// A bar from grey to red with the numbers of its ends.
pub(super) struct ScalarLegend<'a> {
    name: &'a str,
    range: [f64; 2],
}

impl<'a> ScalarLegend<'a> {
    pub const HEIGHT: f64 = 3.6 * EM;
    const BAR: f64 = 11.0 * EM;

    /// Of forms that are painted by numbers.
    pub fn of(forms: &[FormView], paint: FormPaint<'a>) -> Option<Self> {
        let FormPaint::Scalar { name, .. } = paint else { return None };
        Some(Self { name, range: scalar_range(forms, paint) })
    }

    pub fn width(&self) -> f64 {
        (Self::BAR + 8.0 * EM).max(text_width(self.name, 0.9 * EM) + 2.0 * EM)
    }

    /// Draws it around the middle of its upper edge.
    pub fn draw(&self, picture: &mut Picture, top: DVec2) {
        let id = "grey-to-red";
        picture.define(id, || {
            format!(
                "<linearGradient id=\"{id}\"><stop stop-color=\"{LEAST}\"/><stop offset=\"1\" stop-color=\"{MOST}\"/></linearGradient>"
            )
        });
        let [left, right] = [-0.5, 0.5].map(|side| top.x + side * Self::BAR);
        picture.push(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"2\" fill=\"url(#{id})\"/>",
            num(left),
            num(top.y + 0.5 * EM),
            num(Self::BAR),
            num(0.7 * EM)
        ));
        let style = TextStyle { size_px: 0.9 * EM, anchor: Anchor::End, colour: Rgb::SOFT_INK };
        let y = top.y + 1.15 * EM;
        picture.text(DVec2::new(left - 0.5 * EM, y), &brief(self.range[0]), style);
        let start = TextStyle { anchor: Anchor::Start, ..style };
        picture.text(DVec2::new(right + 0.5 * EM, y), &brief(self.range[1]), start);
        let middle = TextStyle { anchor: Anchor::Middle, ..style };
        picture.text(DVec2::new(top.x, y + 1.3 * EM), self.name, middle);
    }
}
