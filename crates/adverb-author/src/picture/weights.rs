//! Weights along one axis: all cardinal basis functions and a scaled sum (shape-and-animation-by-example, figure 3), or the
//! hyperplane and the kernels that one of them is made of (figure 2).

use glam::DVec2;

use super::colour::Rgb;
use super::plot::{EM, Frame, colour, span, ticks};
use super::space::{Legend, SpaceView, arrow, dot, subscript};
use super::svg::{Anchor, Picture, TextStyle, num};
use crate::error::Error;
use crate::space::Site;

/// Points of a curve.
const STEPS: usize = 400;
const WIDTH_PX: f64 = 1200.0;
const PLOT_PX: f64 = 460.0;
/// More curves than this are identified by the legend alone.
const LABELLED: usize = 9;

struct Curve {
    /// Beside the curve and in the legend.
    symbol: String,
    name: String,
    colour: Rgb,
    width_px: f64,
    points: Vec<(f64, f64)>,
}

/// The weights of all examples along one axis, and with `values`, one for each example, their scaled sum (equation 3).
///
/// # Panics
/// If the axis does not exist, or `values` lacks an example.
pub fn space_weights(view: &SpaceView, axis: usize, values: Option<&[f64]>) -> Result<Picture, Error> {
    let table = &view.solution.table;
    let rows = sampled(view, axis, table);
    let weight = |i: usize| Curve {
        symbol: format!("w{}", subscript(i + 1)),
        name: view.space.examples[i].name.clone(),
        colour: colour(i),
        width_px: 2.4,
        points: rows.iter().map(|(at, weights)| (*at, weights[i])).collect(),
    };
    let mut curves: Vec<Curve> = (0..table.examples()).map(weight).collect();
    let mut dots = dots(view, axis, table);
    if let Some(values) = values {
        assert_eq!(values.len(), table.examples(), "one value per example");
        let sum = |weights: &[f64]| weights.iter().zip(values).map(|(w, v)| w * v).sum();
        curves.push(Curve {
            symbol: "x".into(),
            name: "scaled sum".into(),
            colour: Rgb::INK,
            width_px: 4.0,
            points: rows.iter().map(|(at, weights)| (*at, sum(weights))).collect(),
        });
        let above = |(example, at, _): &Dot| (*example, *at, sum(&weights_at(view, axis, table, *at)));
        let sums: Vec<Dot> = dots.iter().map(above).collect();
        dots.extend(sums.into_iter().map(|(_, at, sum)| (view.space.examples.len(), at, sum)));
    }
    draw(view, axis, &curves, &dots, "weights of the examples")
}

/// The parts of one example's weight along one axis: its hyperplane A and one part per kernel R.
///
/// # Panics
/// If the axis or the example does not exist.
pub fn space_parts(view: &SpaceView, axis: usize, example: usize) -> Result<Picture, Error> {
    let examples = &view.space.examples;
    let table = view.solution.parts_of(example).map_err(|error| Error::Picture {
        subject: examples[example].name.clone(),
        problem: error.to_string(),
    })?;
    let rows = sampled(view, axis, &table);
    let part =
        |part: usize| -> Vec<(f64, f64)> { rows.iter().map(|(at, parts)| (*at, parts[part])).collect() };
    let mut curves = vec![Curve {
        symbol: "A".into(),
        name: "hyperplane".into(),
        colour: Rgb::SOFT_INK,
        width_px: 2.4,
        points: part(0),
    }];
    let sites = view.solution.sites();
    let name = |site: &Site| match (site.examples.first(), site.pseudo_examples.first()) {
        (Some(&i), _) => (i, examples[i].name.clone()),
        (None, pseudo) => {
            let p = pseudo.copied().unwrap_or(0);
            (examples.len() + p, format!("pseudo-example {}", p + 1))
        }
    };
    let most = examples.len() + view.space.pseudo_examples.len();
    let clusters = view.solution.clusters.iter().enumerate().map(|(k, members)| {
        let names: Vec<String> = members.iter().map(|site| name(&sites[*site]).1).collect();
        (most + k, format!("the cluster of {}", names.join(", ")))
    });
    let corrections = table.parts().radii.len() - sites.len() - clusters.len();
    let corrections =
        (1..=corrections).map(|k| (most + view.solution.clusters.len() + k, format!("correction {k}")));
    for (k, (number, around)) in sites.iter().map(name).chain(corrections).chain(clusters).enumerate() {
        let points = part(1 + k);
        // Kernels out of reach are not seen.
        if points.iter().any(|(_, value)| value.abs() > 1e-9) {
            let symbol = format!("R{}", subscript(number + 1));
            curves.push(Curve {
                symbol,
                name: format!("around {around}"),
                colour: colour(number),
                width_px: 2.4,
                points,
            });
        }
    }
    let sum = |parts: &[f64]| parts.iter().sum();
    curves.push(Curve {
        symbol: format!("w{}", subscript(example + 1)),
        name: format!("weight of {}", examples[example].name),
        colour: Rgb::INK,
        width_px: 4.0,
        points: rows.iter().map(|(at, parts)| (*at, sum(parts))).collect(),
    });
    // At every example the weight is one or nothing.
    let last = curves.len() - 1;
    let dots: Vec<Dot> = (dots(view, axis, &view.solution.table).into_iter())
        .map(|(_, at, _)| (last, at, weights_at(view, axis, &view.solution.table, at)[example]))
        .collect();
    let what = format!("what the weight of {} is made of", examples[example].name);
    draw(view, axis, &curves, &dots, &what)
}

/// The curve it lies on, where along the axis, and how high.
type Dot = (usize, f64, f64);

/// The examples in view, each on its own curve.
fn dots(view: &SpaceView, axis: usize, table: &adverb::space::Table) -> Vec<Dot> {
    let [low, high] = view.shown(axis);
    let examples = view.space.examples.iter().enumerate();
    let seen = examples.filter(|(_, example)| view.in_view(&[axis], &example.at));
    seen.map(|(i, example)| (i, view.wrapped(axis, example.at[axis])))
        .filter(|(_, at)| (low..=high).contains(at))
        .map(|(i, at)| (i, at, weights_at(view, axis, table, at)[i]))
        .collect()
}

fn weights_at(view: &SpaceView, axis: usize, table: &adverb::space::Table, value: f64) -> Vec<f64> {
    let mut point = view.at.to_vec();
    point[axis] = value;
    let mut weights = vec![0.0; table.examples()];
    table.weights_f64(&point, &mut weights);
    weights
}

fn sampled(view: &SpaceView, axis: usize, table: &adverb::space::Table) -> Vec<(f64, Vec<f64>)> {
    let [low, high] = view.shown(axis);
    let values = (0..=STEPS).map(|i| low + (high - low) * i as f64 / STEPS as f64);
    values.map(|value| (value, weights_at(view, axis, table, value))).collect()
}

fn draw(view: &SpaceView, axis: usize, curves: &[Curve], dots: &[Dot], what: &str) -> Result<Picture, Error> {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let Some([low, high]) = span(points().map(|point| point.1).chain([0.0, 1.0])) else {
        let problem = "no weight is finite along this axis".into();
        return Err(Error::Picture { subject: view.title.into(), problem });
    };
    let legend = Legend { left: 4.6 * EM, width: WIDTH_PX - 7.0 * EM, sign: 1.6 * EM };
    let texts: Vec<String> = curves.iter().map(|curve| format!("{} {}", curve.symbol, curve.name)).collect();
    let caption = [what.to_string(), view.fixed(&[axis])].join(" ");
    let (top, below) = (5.4 * EM, 3.6 * EM);
    let height = top + PLOT_PX + below + legend.height(&texts) + 1.2 * EM;
    let mut picture = Picture::new(WIDTH_PX, height, Some(Rgb::WHITE));
    view.heading(&mut picture, caption.trim());
    let margin = 0.06 * (high - low);
    let frame = Frame {
        corner: DVec2::new(4.6 * EM, top),
        size: DVec2::new(WIDTH_PX - 7.0 * EM, PLOT_PX),
        across: view.shown(axis),
        up: [low - margin, high + margin],
    };
    frame.grid(&mut picture);
    lines(&mut picture, &frame, dots);
    let name = TextStyle { size_px: EM, anchor: Anchor::Middle, colour: Rgb::INK };
    let middle = frame.corner.x + 0.5 * frame.size.x;
    picture.text(DVec2::new(middle, frame.bottom() + 2.6 * EM), &view.space.axes[axis].name, name);
    for curve in curves {
        frame.curve(&mut picture, &curve.points, curve.colour, curve.width_px);
    }
    pseudo_examples(view, axis, &mut picture, &frame);
    for &(curve, at, value) in dots {
        dot(&mut picture, frame.at(at, value), 6.0, curves[curve].colour);
    }
    if curves.len() <= LABELLED {
        labels(&mut picture, &frame, curves, dots);
    }
    legend.draw(&mut picture, frame.bottom() + below, &texts, |picture, i, at| {
        let (x0, x1, y) = (num(at.x - 0.75 * EM), num(at.x + 0.75 * EM), num(at.y));
        picture.push(&format!(
            "<path d=\"M{x0} {y}H{x1}\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\"/>",
            curves[i].colour,
            num(curves[i].width_px)
        ));
    });
    Ok(picture)
}

/// Zero and one, and the places of examples.
fn lines(picture: &mut Picture, frame: &Frame, dots: &[Dot]) {
    let (left, right, top, bottom) =
        (num(frame.corner.x), num(frame.right()), num(frame.corner.y), num(frame.bottom()));
    let mut d = String::new();
    for value in [0.0, 1.0] {
        d += &format!("M{left} {}H{right}", num(frame.y(value)));
    }
    picture.push(&format!("<path d=\"{d}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.2\"/>", Rgb::LINE));
    let mut places: Vec<String> = dots.iter().map(|dot| num(frame.x(dot.1))).collect();
    places.dedup();
    let d: String = places.iter().map(|x| format!("M{x} {top}V{bottom}")).collect();
    if !d.is_empty() {
        picture.push(&format!(
            "<path d=\"{d}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1\" stroke-dasharray=\"2 5\"/>",
            Rgb::SOFT_INK
        ));
    }
}

/// Arrows from where they are taken to where they are put, beside the axis.
fn pseudo_examples(view: &SpaceView, axis: usize, picture: &mut Picture, frame: &Frame) {
    let pseudo = view.space.pseudo_examples.iter();
    let seen =
        pseudo.filter(|pseudo| view.in_view(&[axis], &pseudo.to) && view.in_view(&[axis], &pseudo.from));
    for (row, pseudo) in seen.enumerate().take(20) {
        let y = frame.bottom() - (0.7 + 0.8 * row as f64) * EM;
        let end = |at: &[f64]| DVec2::new(frame.x(view.wrapped(axis, at[axis])), y);
        let (from, to) = (end(&pseudo.from), end(&pseudo.to));
        if (frame.corner.x..=frame.right()).contains(&from.x)
            && (frame.corner.x..=frame.right()).contains(&to.x)
        {
            arrow(picture, from, to, Rgb::INK);
        }
    }
}

/// Each curve's symbol, above or below it, where it has most room.
fn labels(picture: &mut Picture, frame: &Frame, curves: &[Curve], dots: &[Dot]) {
    const ENOUGH: f64 = 0.3 * EM;
    let every = 4;
    let places = |curve: &Curve| -> Vec<DVec2> {
        curve.points.iter().step_by(every).map(|&(at, value)| frame.at(at, value)).collect()
    };
    let mut taken: Vec<DVec2> = curves.iter().flat_map(&places).collect();
    taken.extend(dots.iter().map(|dot| frame.at(dot.1, dot.2)));
    for curve in curves {
        let half = DVec2::new(0.3 * curve.symbol.chars().count() as f64, 0.45) * EM;
        let lower = frame.corner + half + 2.0;
        let upper = frame.corner + frame.size - half - 2.0;
        let room = |middle: DVec2| {
            let apart = |other: &DVec2| ((*other - middle).abs() - half).max(DVec2::ZERO).length();
            taken.iter().map(apart).fold(f64::INFINITY, f64::min)
        };
        // Lines through a label are not nice, but better than no label.
        let crossed = |middle: DVec2| {
            let through = |line: f64, middle: f64, half: f64| (line - middle).abs() < half;
            ticks(frame.up, 5).iter().any(|tick| through(frame.y(tick.0), middle.y, half.y))
                || dots.iter().any(|dot| through(frame.x(dot.1), middle.x, half.x))
        };
        let nothing = frame.y(0.0);
        let candidates = places(curve).into_iter().flat_map(|at| {
            [-0.7, -0.35, 0.35, 0.7].map(|gap: f64| {
                let middle = at + DVec2::Y * (gap * EM + gap.signum() * half.y);
                // Enough room is enough; then where the curve is farthest from nothing.
                let outside = middle.cmplt(lower).any() || middle.cmpgt(upper).any();
                let score = room(middle).min(ENOUGH) * if crossed(middle) { 0.5 } else { 1.0 };
                let outward = (middle.y - nothing).abs() - 2.0 * gap.abs() * EM;
                (if outside { -1.0 } else { score }, outward, middle)
            })
        });
        let best = candidates.max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let Some((_, _, middle)) = best.filter(|best| best.0 > 0.0) else { continue };
        let style = TextStyle { size_px: 1.1 * EM, anchor: Anchor::Middle, colour: curve.colour };
        picture.text(middle + DVec2::Y * 0.36 * EM, &curve.symbol, style);
        let corners = [DVec2::new(-1.0, 0.0), DVec2::ZERO, DVec2::new(1.0, 0.0)];
        taken.extend(corners.map(|corner| middle + corner * half));
    }
}
