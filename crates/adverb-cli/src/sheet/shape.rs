//! A shape over two of its adjectives or features, as in figures 4, 5 and 9 of shape-by-example.

use adverb::Shape;
use adverb_author::picture::{
    FormCell, FormKind, FormOptions, FormSheet, FormView, Picture, PseudoArrow, SheetAxis, form_sheet,
};
use adverb_author::shape::{Posed, formed};

use super::grid::{self, Grid};
use crate::args;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::shape::Knob;
use crate::{point, shape};

/// The size of a form.
const CELL_PX: f64 = 210.0;

pub fn drawn(found: &shape::Found, args: &args::Sheet, progress: &Progress) -> Result<Picture, Failure> {
    let own = &found.shape;
    found.tell_unknown(&args.pose, progress);
    let features = shape::features(own, &args.features, progress)?;
    let mut axes = Axes::of(own);
    let mut base = shape::point(own, &args.at, progress)?;
    let x = axes.named(own, &args.x)?;
    let y = args.y.as_ref().map(|name| axes.named(own, name)).transpose()?;
    if y == Some(x) {
        return Err(Failure::Misuse(format!("{:?} cannot be both axes; leave --y out for one row", args.x)));
    }
    base.resize(axes.names.len(), 0.0);
    let grid = Grid { ranges: axes.ranges.clone(), periods: axes.periods.clone(), base, x, y };
    let (columns, rows) = (usize::from(args.columns), usize::from(args.rows));
    let mut points = grid.points(columns, rows);
    let mut kinds: Vec<(FormKind, String)> = vec![(FormKind::Interpolated, String::new()); points.len()];
    let off_the_grid = |point: &[f32], at: &[f32]| {
        let is_off = |axis: &usize| point::round(point[*axis]) != point::round(at[*axis]);
        let off: Vec<usize> = std::iter::once(x).chain(y).filter(is_off).collect();
        let value = |axis: usize| format!("{} {}", axes.names[axis], point::round(at[axis]));
        off.into_iter().map(value).collect::<Vec<_>>().join(", ")
    };
    // Examples are themselves where no feature is on.
    let plain = |at: &mut dyn Iterator<Item = f32>| -> Vec<f32> {
        at.chain(std::iter::repeat(0.0)).take(axes.names.len()).collect()
    };
    let is_plain = axes.parted(own, &vec![0.0; axes.names.len()], &features).1.iter().all(|on| *on == 0.0);
    let made: Vec<Vec<f32>> = match is_plain {
        true => own.examples().iter().map(|example| plain(&mut example.at.iter().copied())).collect(),
        false => Vec::new(),
    };
    let standing = grid.standing(&points, made.iter().map(|at| &**at));
    for (cell, example) in standing.iter().enumerate().filter_map(|(cell, i)| Some((cell, (*i)?))) {
        let (at, name) = (&made[example], &own.examples()[example].name);
        // What stands where its axes do not say so says it itself.
        let off = off_the_grid(&points[cell], at);
        let caption = if off.is_empty() { name.clone() } else { format!("{name}\n{off}") };
        points[cell].clone_from(at);
        kinds[cell] = (FormKind::Example, caption);
    }
    let ends = |at: &[f64]| plain(&mut at.iter().map(|x| *x as f32));
    let put: Vec<Vec<f32>> = match is_plain {
        true => found.pseudo.iter().map(|pseudo| ends(&pseudo.to)).collect(),
        false => Vec::new(),
    };
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
    for (i, point) in points.iter().enumerate() {
        progress.step(format!("forming {} of {}", i + 1, points.len()));
        // What a cell shows is the sheet's to say, not the pose's.
        let (point, features) = axes.parted(own, point, &features);
        let joints = found.joints(&args.pose, &mut point.to_vec(), &[], progress)?;
        let form = formed(own, &shape::weighted(own, 0.0, point, &features));
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
        form: posed
            .as_ref()
            .map_or_else(|| FormView::of(own, form), |posed| posed.view(own, form))
            .covered(found.covers.as_ref()),
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

/// What a sheet may go along: the adjectives of a shape, and after them the features that are asked for.
struct Axes {
    names: Vec<String>,
    ranges: Vec<[f32; 2]>,
    periods: Vec<Option<f32>>,
    /// What each axis after the adjectives turns.
    features: Vec<Vec<usize>>,
}

impl Axes {
    fn of(shape: &Shape) -> Self {
        Self {
            names: shape.adjectives().iter().map(|adjective| adjective.name.clone()).collect(),
            ranges: shape.adjectives().iter().map(|adjective| adjective.range).collect(),
            periods: grid::periods(&shape.parts().space.embedding.axes),
            features: Vec::new(),
        }
    }

    /// The axis of a name; a feature's is added.
    fn named(&mut self, shape: &Shape, name: &str) -> Result<usize, Failure> {
        let turned = match shape::knob(shape, name)? {
            Knob::Adjective(axis) => return Ok(axis),
            Knob::Features(turned) => turned,
        };
        let first = shape.adjectives().len();
        if let Some(known) = self.features.iter().position(|own| *own == turned) {
            return Ok(first + known);
        }
        self.names.push(name.into());
        self.ranges.push([0.0, 1.0]);
        self.periods.push(None);
        self.features.push(turned);
        Ok(first + self.features.len() - 1)
    }

    /// A point of these axes: that of the adjectives, and the weights of all features, those besides being as given.
    fn parted<'p>(&self, shape: &Shape, point: &'p [f32], given: &[f32]) -> (&'p [f32], Vec<f32>) {
        let (adjectives, own) = point.split_at(shape.adjectives().len());
        let mut features = given.to_vec();
        for (turned, value) in self.features.iter().zip(own) {
            turned.iter().for_each(|feature| features[*feature] = *value);
        }
        (adjectives, features)
    }
}
