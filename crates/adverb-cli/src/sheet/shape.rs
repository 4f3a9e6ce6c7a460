//! A shape over two of its adjectives, as in figures 4, 5 and 9 of shape-by-example.

use adverb_author::picture::{
    FormCell, FormKind, FormOptions, FormSheet, FormView, Picture, PseudoArrow, SheetAxis, form_sheet,
};
use adverb_author::shape::Posed;

use super::grid::{self, Grid};
use crate::args;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{point, shape};

/// The size of a form.
const CELL_PX: f64 = 210.0;

pub fn drawn(found: &shape::Found, args: &args::Sheet, progress: &Progress) -> Result<Picture, Failure> {
    let own = &found.shape;
    found.tell_unknown(&args.pose, progress);
    let base = shape::point(own, &args.at, progress)?;
    let x = shape::adjective(own, &args.x)?;
    let y = args.y.as_ref().map(|name| shape::adjective(own, name)).transpose()?;
    let ranges = own.adjectives().iter().map(|adjective| adjective.range).collect();
    let periods = grid::periods(&own.parts().space.embedding.axes);
    let grid = Grid { ranges, periods, base, x, y };
    let (columns, rows) = (usize::from(args.columns), usize::from(args.rows));
    let mut points = grid.points(columns, rows);
    let mut kinds: Vec<(FormKind, String)> = vec![(FormKind::Interpolated, String::new()); points.len()];
    let off_the_grid = |point: &[f32], at: &[f32]| {
        let is_off = |axis: &usize| point::round(point[*axis]) != point::round(at[*axis]);
        let off: Vec<usize> = std::iter::once(x).chain(y).filter(is_off).collect();
        let value = |axis: usize| format!("{} {}", own.adjectives()[axis].name, point::round(at[axis]));
        off.into_iter().map(value).collect::<Vec<_>>().join(", ")
    };
    let standing = grid.standing(&points, own.examples().iter().map(|example| &*example.at));
    for (cell, example) in standing.iter().enumerate().filter_map(|(cell, i)| Some((cell, (*i)?))) {
        let example = &own.examples()[example];
        // What stands where its axes do not say so says it itself.
        let off = off_the_grid(&points[cell], &example.at);
        let caption = if off.is_empty() { example.name.clone() } else { format!("{}\n{off}", example.name) };
        points[cell].clone_from(&example.at);
        kinds[cell] = (FormKind::Example, caption);
    }
    let ends = |at: &[f64]| at.iter().map(|x| *x as f32).collect::<Vec<f32>>();
    let put: Vec<Vec<f32>> = found.pseudo.iter().map(|pseudo| ends(&pseudo.to)).collect();
    let standing = grid.standing(&points, put.iter().map(|to| &**to));
    let mut arrows = Vec::new();
    for (cell, i) in standing.iter().enumerate().filter_map(|(cell, i)| Some((cell, (*i)?))) {
        if kinds[cell].0 == FormKind::Interpolated {
            let on_the_sheet = |at: &[f32]| [at[x], y.map_or(0.0, |y| at[y])].map(f64::from);
            let from = on_the_sheet(&ends(&found.pseudo[i].from));
            arrows.push(PseudoArrow { from, to: on_the_sheet(&put[i]) });
            points[cell].clone_from(&put[i]);
            kinds[cell] = (FormKind::PseudoExample, String::new());
        }
    }
    let mut forms = Vec::with_capacity(points.len());
    let mut weights = vec![0.0; own.examples().len()];
    for (i, point) in points.iter().enumerate() {
        progress.step(format!("forming {} of {}", i + 1, points.len()));
        // What a cell shows is the sheet's to say, not the pose's.
        let joints = found.joints(&args.pose, &mut point.clone(), &[], progress)?;
        own.weights(point, &mut weights);
        let mut form = own.form();
        own.blend(&weights, &mut form);
        let posed = joints.and_then(|joints| Posed::of(own, &form, &joints));
        forms.push((form, posed));
    }
    let values = |axis: usize, count: usize| -> Vec<f64> {
        grid.values(axis, count).into_iter().map(point::round).collect()
    };
    let up = y.map_or(SheetAxis::default(), |y| SheetAxis {
        name: args.y.as_deref().unwrap_or_default(),
        values: values(y, rows),
    });
    let cells = forms.iter().zip(&kinds).map(|((form, posed), (kind, caption))| FormCell {
        form: posed.as_ref().map_or_else(|| FormView::of(own, form), |posed| posed.view(own, form)),
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
