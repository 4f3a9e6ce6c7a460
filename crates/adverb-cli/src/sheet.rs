//! `adverb sheet HERO VERB --x AXIS --y AXIS -o OUT`: a verb over two of its adverbs, as in figure 6.2 of the thesis.

use adverb::{Pack, Verb};
use adverb_author::pack;
use adverb_author::picture::{ExposureOptions, Palette, Picture, Scene, Subject, View, exposure, sheet};
use adverb_author::sample::{Rate, sample_verb};
use adverb_cli::raster;

use crate::args;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{files, input, point};

/// All figures are drawn at this scale, so that they can be compared.
const PIXELS_PER_M: f64 = 105.0;
/// In parts of an adverb's range: an example that is nearer than this to the slice lies on it.
const ON_THE_SLICE: f32 = 0.02;

/// A figure of the sheet.
struct Cell {
    point: Vec<f32>,
    /// The name of the example that it is.
    example: Option<String>,
}

pub fn run(args: &args::Sheet, progress: &Progress) -> Result<(), Failure> {
    let extension = files::extension(&args.output);
    if !["png", "svg"].contains(&extension.as_str()) {
        let problem = format!("sheets are written as .png or .svg: {}", args.output.display());
        return Err(Failure::Misuse(problem));
    }
    let pack = input::hero(&args.hero, progress)?.pack;
    let verb = input::verb(&pack, &args.hero, &args.verb)?;
    let base = point::of(verb, &args.at, progress)?;
    let x = point::adverb(verb, &args.x)?;
    let y = args.y.as_ref().map(|name| point::adverb(verb, name)).transpose()?;
    if y == Some(x) {
        return Err(Failure::Misuse(format!("{:?} cannot be both axes; leave --y out for one row", args.x)));
    }
    let columns = usize::from(args.columns);
    let cells = cells(verb, &base, x, y, columns, usize::from(args.rows));
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
    let svg = sheet(&title, &captioned, columns).svg();
    let bytes = if extension == "svg" { svg.into_bytes() } else { raster::png(&svg)? };
    files::write(&args.output, &bytes)
}

/// The grid, from the upper left. A cell that an example is nearest to shows the example, at its own point.
fn cells(verb: &Verb, base: &[f32], x: usize, y: Option<usize>, columns: usize, rows: usize) -> Vec<Cell> {
    let rows = if y.is_some() { rows } else { 1 };
    let steps = |axis: usize, count: usize| -> Vec<f32> {
        let [low, high] = verb.adverbs()[axis].range;
        let share = |k: usize| if count > 1 { k as f32 / (count - 1) as f32 } else { 0.5 };
        (0..count).map(|k| low + (high - low) * share(k)).collect()
    };
    let range = |axis: usize| verb.adverbs()[axis].range[1] - verb.adverbs()[axis].range[0];
    let (across, mut up) = (steps(x, columns), y.map_or(vec![0.0], |y| steps(y, rows)));
    up.reverse();
    let mut cells = Vec::new();
    for value_y in &up {
        for value_x in &across {
            let mut point = base.to_vec();
            point[x] = *value_x;
            if let Some(y) = y {
                point[y] = *value_y;
            }
            cells.push(Cell { point, example: None });
        }
    }
    for example in verb.examples() {
        let on_the_slice = (0..base.len())
            .filter(|&a| a != x && Some(a) != y)
            .all(|a| (example.at[a] - base[a]).abs() <= ON_THE_SLICE * range(a));
        let away = |cell: &Cell| {
            let off = |a: usize| ((cell.point[a] - example.at[a]) / range(a)).powi(2);
            off(x) + y.map_or(0.0, off)
        };
        let nearest =
            cells.iter_mut().filter(|c| c.example.is_none()).min_by(|a, b| away(a).total_cmp(&away(b)));
        if let Some(cell) = nearest.filter(|_| on_the_slice) {
            *cell = Cell { point: example.at.clone(), example: Some(example.name.clone()) };
        }
    }
    cells
}

fn figure(pack: &Pack, verb: &Verb, cell: &Cell, args: &args::Sheet) -> Result<Picture, Failure> {
    let take = sample_verb(verb, &cell.point, 1, Rate::Near(pack.source().fps), true, pack::source(pack))?;
    let last = take.clip.duration_secs();
    let count = usize::from(args.moments);
    // Moments from the one asked for on, a cycle's worth of them without its end.
    let times: Vec<f64> = (0..count).map(|k| last * (args.t + k as f64 / count as f64).min(1.0)).collect();
    let palette = if cell.example.is_some() { Palette::GREEN } else { Palette::MANNEQUIN };
    let subject = Subject::at_times(&take.clip, &times)?.coloured(palette);
    let options = ExposureOptions {
        pixels_per_m: Some(PIXELS_PER_M),
        scale_bar: false,
        grid: false,
        path: false,
        ..ExposureOptions::seen(View::ThreeQuarter)
    };
    Ok(exposure(&Scene::of(subject), &options)?)
}
