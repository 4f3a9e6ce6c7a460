//! A shape over two of its adjectives, as in figures 4, 5 and 9 of shape-by-example.

use adverb::Shape;
use adverb_author::picture::{
    FormCell, FormKind, FormOptions, FormSheet, FormView, Picture, PseudoArrow, SheetAxis, form_sheet,
};
use adverb_author::space::PseudoExample;

use super::grid::Grid;
use crate::args;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{point, shape};

/// The size of a form.
const CELL_PX: f64 = 210.0;

pub fn drawn(
    own: &Shape,
    pseudo: &[PseudoExample],
    args: &args::Sheet,
    progress: &Progress,
) -> Result<Picture, Failure> {
    let base = shape::point(own, &args.at, progress)?;
    let x = shape::adjective(own, &args.x)?;
    let y = args.y.as_ref().map(|name| shape::adjective(own, name)).transpose()?;
    let ranges = own.adjectives().iter().map(|adjective| adjective.range).collect();
    let grid = Grid { ranges, base, x, y };
    let (columns, rows) = (usize::from(args.columns), usize::from(args.rows));
    let mut points = grid.points(columns, rows);
    let mut kinds: Vec<(FormKind, String)> = vec![(FormKind::Interpolated, String::new()); points.len()];
    for example in own.examples() {
        let is_free = |i: usize| kinds[i].0 == FormKind::Interpolated;
        if let Some(cell) = grid.nearest(&points, &example.at, is_free) {
            points[cell].clone_from(&example.at);
            kinds[cell] = (FormKind::Example, example.name.clone());
        }
    }
    let mut arrows = Vec::new();
    for PseudoExample { from, to } in pseudo {
        let [from, to] = [from, to].map(|at| at.iter().map(|x| *x as f32).collect::<Vec<f32>>());
        let is_free = |i: usize| kinds[i].0 == FormKind::Interpolated;
        if let Some(cell) = grid.nearest(&points, &to, is_free) {
            let ends = |at: &[f32]| [at[x], y.map_or(0.0, |y| at[y])].map(f64::from);
            arrows.push(PseudoArrow { from: ends(&from), to: ends(&to) });
            points[cell] = to;
            kinds[cell] = (FormKind::PseudoExample, String::new());
        }
    }
    let mut forms = Vec::with_capacity(points.len());
    let mut weights = vec![0.0; own.examples().len()];
    for (i, point) in points.iter().enumerate() {
        progress.step(format!("forming {} of {}", i + 1, points.len()));
        own.weights(point, &mut weights);
        let mut form = own.form();
        own.blend(&weights, &mut form);
        forms.push(form);
    }
    let values = |axis: usize, count: usize| -> Vec<f64> {
        grid.values(axis, count).into_iter().map(point::round).collect()
    };
    let up = y.map_or(SheetAxis::default(), |y| SheetAxis {
        name: args.y.as_deref().unwrap_or_default(),
        values: values(y, rows),
    });
    let cells = forms.iter().zip(&kinds).map(|(form, (kind, caption))| FormCell {
        form: FormView::of(own, form),
        kind: *kind,
        caption,
    });
    let title = args.title.clone().unwrap_or_else(|| own.name().to_string());
    let sheet = FormSheet {
        title: &title,
        across: SheetAxis { name: &args.x, values: values(x, columns) },
        up,
        cells: cells.collect(),
        arrows,
    };
    progress.step("drawing");
    let options = FormOptions {
        width_px: CELL_PX,
        height_px: CELL_PX,
        paint: args.paint.paint(),
        view: args.view.view(),
        ..FormOptions::default()
    };
    Ok(form_sheet(&sheet, &options))
}
