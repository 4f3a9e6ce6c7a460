//! `adverb sheet HERO NAME --x AXIS --y AXIS -o OUT`: a verb over two of its adverbs, as in figure 6.2 of the thesis, or a shape over
//! two of its adjectives or features.

mod grid;
#[path = "sheet/shape.rs"]
mod shape_sheet;

use adverb::{Pack, Verb};
use adverb_author::pack;
use adverb_author::picture::{ExposureOptions, Palette, Picture, Scene, Subject, View, exposure, sheet};
use adverb_author::sample::{Rate, sample_verb};

use crate::args;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{files, input, output, point, shape};
use grid::Grid;

/// A figure of the sheet.
struct Cell {
    point: Vec<f32>,
    /// The name of the example that it is.
    example: Option<String>,
}

pub fn run(args: &args::Sheet, progress: &Progress) -> Result<(), Failure> {
    output::extension(&args.output, "sheets", output::PICTURES)?;
    let picture = match shape::named(&args.hero, &args.verb, progress)? {
        Some(found) => self::shape_sheet::drawn(&found, args, progress)?,
        None => of_verb(args, progress)?,
    };
    files::write(&args.output, &output::picture(&picture, &args.output)?, progress)
}

fn of_verb(args: &args::Sheet, progress: &Progress) -> Result<Picture, Failure> {
    let pack = input::hero(&args.hero, progress)?.pack;
    let verb = input::verb(&pack, &args.hero, &args.verb)?;
    if !args.features.is_empty() {
        return Err(Failure::Misuse(format!("--features are for shapes; {} is a verb", verb.name())));
    }
    let base = point::of(verb, &args.at, progress)?;
    let x = point::adverb(verb, &args.x)?;
    let y = args.y.as_ref().map(|name| point::adverb(verb, name)).transpose()?;
    if y == Some(x) {
        return Err(Failure::Misuse(format!("{:?} cannot be both axes; leave --y out for one row", args.x)));
    }
    let columns = usize::from(args.columns);
    let ranges = verb.adverbs().iter().map(|adverb| adverb.range).collect();
    let periods = grid::periods(&verb.parts().space.embedding.axes);
    let grid = Grid { ranges, periods, base, x, y };
    let cells = cells(verb, &grid, columns, usize::from(args.rows));
    let mut drawn: Vec<(Picture, String)> = Vec::new();
    for (i, cell) in cells.iter().enumerate() {
        progress.step(format!("drawing {} of {}", i + 1, cells.len()));
        let axes: Vec<usize> = std::iter::once(x).chain(y).collect();
        let values =
            axes.iter().map(|&a| point::round(cell.point[a]).to_string()).collect::<Vec<_>>().join(", ");
        let caption = cell.example.as_ref().map_or(values.clone(), |name| format!("{name} ({values})"));
        drawn.push((figure(&pack, verb, cell, args)?, caption));
    }
    let axes = y.map_or(args.x.clone(), |_| {
        format!("{} across, {} up", args.x, args.y.as_deref().unwrap_or_default())
    });
    let title = args.title.clone().unwrap_or(format!("{}: {axes}; examples in green", verb.name()));
    let captioned: Vec<(Picture, &str)> =
        drawn.iter().map(|(p, caption)| (p.clone(), caption.as_str())).collect();
    Ok(sheet(&title, &captioned, columns))
}

/// The grid, from the upper left. A cell that an example is nearest to shows the example, at its own point.
fn cells(verb: &Verb, grid: &Grid, columns: usize, rows: usize) -> Vec<Cell> {
    let points = grid.points(columns, rows);
    let examples = verb.examples();
    let standing = grid.standing(&points, examples.iter().map(|example| &*example.at));
    let cell = |(point, own): (Vec<f32>, Option<usize>)| match own {
        Some(i) => Cell { point: examples[i].at.clone(), example: Some(examples[i].name.clone()) },
        None => Cell { point, example: None },
    };
    points.into_iter().zip(standing).map(cell).collect()
}

fn figure(pack: &Pack, verb: &Verb, cell: &Cell, args: &args::Sheet) -> Result<Picture, Failure> {
    let take = sample_verb(verb, &cell.point, 1, Rate::Near(pack.source().fps), true, pack::source(pack))?;
    let last = take.clip.duration_secs();
    let count = usize::from(args.moments);
    // Moments from the one asked for on, a cycle's worth of them without its end.
    let times: Vec<f64> = (0..count).map(|k| last * (args.t + k as f64 / count as f64).min(1.0)).collect();
    let palette = if cell.example.is_some() { Palette::GREEN } else { Palette::MANNEQUIN };
    let subject = Subject::at_times(&take.clip, &times)?.coloured(palette);
    let options = ExposureOptions::on_a_sheet(View::ThreeQuarter);
    Ok(exposure(&Scene::of(subject), &options)?)
}
