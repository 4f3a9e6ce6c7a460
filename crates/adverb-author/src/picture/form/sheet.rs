//! Forms over two adjectives, as in figures 4, 5 and 9 of shape-by-example: all at one scale, designed forms distinguished from
//! blended ones, with arrows to the places of pseudo-examples.

use glam::DVec2;

use super::legend::{ScalarLegend, scalar_range};
use super::{FormFrame, FormOptions, FormPaint, FormView, form_image};
use crate::picture::colour::Rgb;
use crate::picture::plot::{EM, brief};
use crate::picture::space::{Legend, arrow, dot, fitted};
use crate::picture::svg::{Anchor, Picture, TextStyle, num, text_width};

/// The origin of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FormKind {
    /// A designer made it. Blue.
    Example,
    /// A blend placed at another point (section 4). Red.
    PseudoExample,
    /// Any other blend. Grey.
    Interpolated,
}

impl FormKind {
    const ALL: [Self; 3] = [Self::Example, Self::PseudoExample, Self::Interpolated];

    /// The colour of such forms.
    pub const fn tint(self) -> Rgb {
        match self {
            Self::Example => Rgb(104, 150, 216),
            Self::PseudoExample => Rgb(222, 112, 98),
            Self::Interpolated => Rgb(190, 192, 198),
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Example => "example",
            Self::PseudoExample => "pseudo-example",
            Self::Interpolated => "interpolated",
        }
    }
}

/// A form of a sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FormCell<'a> {
    /// The form.
    pub form: FormView<'a>,
    /// Its colour, and that of its background.
    pub kind: FormKind,
    /// Beneath it, line by line: a name, then values with commas between them.
    pub caption: &'a str,
}

/// An edge of a sheet.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SheetAxis<'a> {
    /// Of the adjective.
    pub name: &'a str,
    /// One per column, or one per row.
    pub values: Vec<f64>,
}

/// A pseudo-example: blended at one point, placed at another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PseudoArrow {
    /// Values of both axes.
    pub from: [f64; 2],
    /// Values of both axes.
    pub to: [f64; 2],
}

/// Forms in rows and columns.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FormSheet<'a> {
    /// Large, at the top.
    pub title: &'a str,
    /// From left to right.
    pub across: SheetAxis<'a>,
    /// From below to above; without values for a single row.
    pub up: SheetAxis<'a>,
    /// From the upper left, row by row.
    pub cells: Vec<FormCell<'a>>,
    /// Over the forms.
    pub arrows: Vec<PseudoArrow>,
}

/// The size of words on a sheet.
const WORDS: f64 = 0.9 * EM;
/// Each line of a caption.
const LINE: f64 = 1.5 * EM;
/// Between forms.
const GAP: f64 = 0.5 * EM;

/// Draws all forms of a sheet at one scale; the options say how, and how large each may be. Their tint is that of each form's
/// kind.
#[must_use]
pub fn form_sheet(sheet: &FormSheet, options: &FormOptions) -> Picture {
    let forms: Vec<FormView> = sheet.cells.iter().map(|cell| cell.form).collect();
    let own_frame;
    let frame = match options.frame {
        Some(frame) => frame,
        None => {
            own_frame = FormFrame::around(&forms);
            &own_frame
        }
    };
    let paint = match options.paint {
        FormPaint::Scalar { name, .. } => {
            FormPaint::Scalar { name, range: Some(scalar_range(&forms, options.paint)) }
        }
        paint => paint,
    };
    let image = |cell: &FormCell| {
        let tint = cell.kind.tint();
        form_image(&cell.form, &FormOptions { frame: Some(frame), paint, tint, ..*options })
    };
    let images: Vec<_> = sheet.cells.iter().map(image).collect();
    let cell = images.first().map_or(DVec2::ZERO, |i| DVec2::new(f64::from(i.width), f64::from(i.height)));
    let grid = Grid::of(sheet, cell);

    let kinds = FormKind::ALL.into_iter().filter(|&kind| sheet.cells.iter().any(|cell| cell.kind == kind));
    let kinds: Vec<FormKind> = kinds.collect();
    let words: Vec<String> = kinds.iter().map(|kind| kind.word().into()).collect();
    let legend = Legend { left: grid.corner.x, width: grid.size().x.max(24.0 * EM), sign: 1.2 * EM };
    let scalars = ScalarLegend::of(&forms, paint);
    let below = grid.bottom() + if sheet.across.values.is_empty() { 0.5 * EM } else { 3.4 * EM };
    let height = below + legend.height(&words) + scalars.as_ref().map_or(0.0, |_| ScalarLegend::HEIGHT) + EM;
    let width = (grid.corner.x + legend.width + 1.5 * EM).max(text_width(sheet.title, 1.5 * EM) + 4.0 * EM);
    let mut picture = Picture::new(width, height, options.background);
    let title = TextStyle { size_px: 1.5 * EM, anchor: Anchor::Start, colour: Rgb::INK };
    picture.text(DVec2::new(1.5 * EM, 2.4 * EM), sheet.title, title);

    for (i, (form, image)) in sheet.cells.iter().zip(&images).enumerate() {
        let corner = grid.place(i);
        plate(&mut picture, corner, grid.cell + DVec2::new(0.0, grid.caption), form.kind);
        picture.image(image, corner);
        let style = TextStyle { size_px: WORDS, anchor: Anchor::Middle, colour: Rgb::INK };
        for (k, (line, size_px)) in lines(form.caption, grid.cell.x).into_iter().enumerate() {
            let at = corner + DVec2::new(0.5 * grid.cell.x, grid.cell.y + (k as f64 + 0.72) * LINE);
            picture.text(at, &line, TextStyle { size_px, ..style });
        }
    }
    grid.axes(&mut picture, sheet);
    for PseudoArrow { from, to } in &sheet.arrows {
        let [from, to] = [from, to].map(|&at| grid.at(sheet, at));
        let colour = FormKind::PseudoExample.tint().mix(Rgb(120, 10, 20), 0.5);
        arrow(&mut picture, from, to, colour);
        dot(&mut picture, from, 4.5, colour);
    }
    legend.draw(&mut picture, below, &words, |picture, i, at| dot(picture, at, 7.0, kinds[i].tint()));
    if let Some(scalars) = scalars {
        let middle = grid.corner.x + 0.5 * legend.width;
        scalars.draw(&mut picture, DVec2::new(middle, below + legend.height(&words)));
    }
    picture
}

/// A caption in a room, each line with its size: the name that comes first is cut where it is too long; of values, which follow, each has
/// a line of its own where they do not fit beside each other, and is written smaller if need be.
fn lines(caption: &str, room: f64) -> Vec<(String, f64)> {
    let mut all = caption.lines();
    let name = all.next().map(|name| (fitted(name, WORDS, room), WORDS));
    let fits = |line: &str| text_width(line, WORDS) <= room;
    let values = all.flat_map(|line| if fits(line) { vec![line] } else { line.split(", ").collect() });
    let sized = |line: &str| (line.into(), WORDS * (room / text_width(line, WORDS).max(1e-9)).min(1.0));
    name.into_iter().chain(values.map(sized)).collect()
}

/// The background of a form that a designer made or moved, visible whatever its colours mean.
fn plate(picture: &mut Picture, corner: DVec2, size: DVec2, kind: FormKind) {
    if kind == FormKind::Interpolated {
        return;
    }
    let [fill, line] = [0.88, 0.45].map(|white| kind.tint().mix(Rgb::WHITE, white));
    picture.push(&format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"8\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"1.5\"/>",
        num(corner.x),
        num(corner.y),
        num(size.x),
        num(size.y)
    ));
}

/// Where cells are on paper.
struct Grid {
    corner: DVec2,
    cell: DVec2,
    /// Room for a caption beneath each cell.
    caption: f64,
    columns: usize,
    rows: usize,
}

impl Grid {
    fn of(sheet: &FormSheet, cell: DVec2) -> Self {
        let columns = match sheet.across.values.len() {
            0 => sheet.cells.len().max(1),
            columns => columns,
        };
        let top = if sheet.title.is_empty() { 1.5 * EM } else { 3.8 * EM };
        let top = if sheet.up.values.is_empty() { top } else { top + 1.4 * EM };
        let texts = sheet.up.values.iter().map(|&value| text_width(&brief(value), WORDS));
        let left = match texts.fold(0.0, f64::max) {
            0.0 => 1.5 * EM,
            // The name stands above the values, a little to their left.
            text => 2.3 * EM + text,
        };
        let lines = sheet.cells.iter().map(|own| lines(own.caption, cell.x).len()).max().unwrap_or(0);
        Self {
            corner: DVec2::new(left, top).round(),
            cell,
            caption: lines as f64 * LINE,
            columns,
            rows: sheet.cells.len().div_ceil(columns).max(1),
        }
    }

    fn step(&self) -> DVec2 {
        (self.cell + DVec2::new(GAP, GAP + self.caption)).round()
    }

    fn size(&self) -> DVec2 {
        self.step() * DVec2::new(self.columns as f64, self.rows as f64) - GAP
    }

    fn bottom(&self) -> f64 {
        self.corner.y + self.size().y
    }

    /// The upper left corner of the i-th cell.
    fn place(&self, i: usize) -> DVec2 {
        self.corner + self.step() * DVec2::new((i % self.columns) as f64, (i / self.columns) as f64)
    }

    /// Where on paper the values of both axes are, within the sheet.
    fn at(&self, sheet: &FormSheet, [across, up]: [f64; 2]) -> DVec2 {
        let column = index(&sheet.across.values, across);
        let row = (self.rows as f64 - 1.0) - index(&sheet.up.values, up);
        let at = self.corner + 0.5 * self.cell + self.step() * DVec2::new(column, row);
        at.clamp(self.corner, self.corner + self.size())
    }

    /// Names and values along the edges.
    fn axes(&self, picture: &mut Picture, sheet: &FormSheet) {
        let value = TextStyle { size_px: WORDS, anchor: Anchor::Middle, colour: Rgb::SOFT_INK };
        let name = TextStyle { colour: Rgb::INK, ..value };
        for (i, &across) in sheet.across.values.iter().enumerate() {
            let x = self.corner.x + self.step().x * i as f64 + 0.5 * self.cell.x;
            picture.text(DVec2::new(x, self.bottom() + 1.1 * EM), &brief(across), value);
        }
        if !sheet.across.values.is_empty() {
            let at = DVec2::new(self.corner.x + 0.5 * self.size().x, self.bottom() + 2.5 * EM);
            picture.text(at, sheet.across.name, name);
        }
        for (i, &up) in sheet.up.values.iter().enumerate() {
            let row = self.rows as f64 - 1.0 - i as f64;
            let at = self.corner + DVec2::new(-0.6 * EM, self.step().y * row + 0.5 * self.cell.y + 0.3 * EM);
            picture.text(at, &brief(up), TextStyle { anchor: Anchor::End, ..value });
        }
        if !sheet.up.values.is_empty() {
            let at = DVec2::new(1.5 * EM, self.corner.y - 0.6 * EM);
            picture.text(at, sheet.up.name, TextStyle { anchor: Anchor::Start, ..name });
        }
    }
}

/// The column or row of a value, in proportion between its neighbours and beyond the ends.
fn index(values: &[f64], value: f64) -> f64 {
    let last = values.len().saturating_sub(2);
    let between = |i: usize| (value - values[i]) / (values[i + 1] - values[i]);
    let found = (0..values.len().saturating_sub(1)).find(|&i| between(i) <= 1.0 || i == last);
    found.map_or(0.0, |i| i as f64 + between(i)).clamp(-0.5, values.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::{WORDS, index, lines, text_width};

    #[test]
    fn values_are_never_cut() {
        let told = "a name that is far too long for it\nbend -0.125, RightForeArm.swing_y 1.25";
        let fit = lines(told, 500.0);
        assert_eq!((fit.len(), fit[0].1, fit[1].1), (2, WORDS, WORDS));
        let narrow = lines(told, 60.0);
        assert!(narrow[0].0.ends_with('…'), "{narrow:?}");
        assert_eq!([&*narrow[1].0, &*narrow[2].0], ["bend -0.125", "RightForeArm.swing_y 1.25"]);
        assert!(narrow.iter().all(|(line, size)| text_width(line, *size) <= 60.0 + 1e-9), "{narrow:?}");
        assert!(lines("", 60.0).is_empty());
    }

    #[test]
    fn a_value_lies_between_its_neighbours_whichever_way_they_run() {
        let rising = [0.0, 1.0, 3.0];
        assert_eq!([0.0, 0.5, 1.0, 2.0, 3.0, 4.0].map(|v| index(&rising, v)), [0.0, 0.5, 1.0, 1.5, 2.0, 2.5]);
        assert_eq!(index(&rising, -0.25), -0.25);
        assert_eq!(index(&[3.0, 1.0, 0.0], 2.0), 0.5);
        assert_eq!([&[][..], &[7.0]].map(|values| index(values, 2.0)), [0.0, 0.0]);
    }
}
