//! Weights over two axes: one small map for every example, with contour lines, the examples, and what reshapes the space.

use std::fmt::Write;

use adverb::space::Hull;
use glam::DVec2;

use super::colour::Rgb;
use super::contour::{Grid, lines};
use super::plot::{EM, Frame, LABEL, ticks};
use super::space::{Legend, SpaceView, arrow, dot, fitted};
use super::svg::{Anchor, Picture, TextStyle, decimal, num, text_width};

/// Contours are a tenth apart, from here on and up to [`HIGHEST`].
const LOWEST: f64 = -0.5;
const HIGHEST: f64 = 1.5;
const BANDS: usize = 20;
const NARROWEST_PX: f64 = 900.0;
/// Directions in which the border of a cut through the hull is looked for.
const DIRECTIONS: usize = 720;

/// The colour of a weight: from blue below nothing through white to coral at one, and on to dark red.
fn shade(weight: f64) -> Rgb {
    const NOTHING: Rgb = Rgb(252, 251, 248);
    const BELOW: Rgb = Rgb(92, 112, 200);
    const ONE: Rgb = Rgb(230, 118, 92);
    const ABOVE: Rgb = Rgb(112, 34, 66);
    if weight < 0.0 {
        NOTHING.mix(BELOW, weight / LOWEST)
    } else if weight < 1.0 {
        NOTHING.mix(ONE, weight)
    } else {
        ONE.mix(ABOVE, (weight - 1.0) / (HIGHEST - 1.0))
    }
}

fn level(band: usize) -> f64 {
    LOWEST + (HIGHEST - LOWEST) * band as f64 / BANDS as f64
}

/// Size and fineness of the maps.
struct Layout {
    columns: usize,
    map_px: f64,
    nodes: usize,
}

impl Layout {
    fn of(count: usize) -> Self {
        let (columns, map_px, nodes) = match count {
            0 | 1 => (1, 520.0, 97),
            2 | 4 => (2, 400.0, 81),
            3 => (3, 340.0, 81),
            5..=9 => (3, 320.0, 65),
            10..=16 => (4, 260.0, 49),
            _ => ((count as f64 * 1.3).sqrt().ceil() as usize, 180.0, 33),
        };
        Self { columns, map_px, nodes }
    }
}

/// The weights of some examples over two axes, a map for each.
///
/// # Panics
/// If an axis or an example does not exist, or both axes are the same.
#[must_use]
pub fn space_maps(view: &SpaceView, x: usize, y: usize, examples: &[usize]) -> Picture {
    assert_ne!(x, y, "two axes");
    let layout = Layout::of(examples.len());
    let (columns, rows) = (layout.columns, examples.len().div_ceil(layout.columns));
    let gap = DVec2::new(1.4 * EM, 2.6 * EM);
    let (left, right, top) = (5.2 * EM, 2.0 * EM, 7.0 * EM);
    let maps = columns as f64 * (layout.map_px + gap.x) - gap.x;
    let width = (left + maps + right).max(NARROWEST_PX);
    let left = left + 0.5 * (width - left - maps - right);
    let maps_height = rows as f64 * (layout.map_px + gap.y) - gap.y;
    let legend = Legend { left: 2.0 * EM, width: width - 4.0 * EM, sign: 1.8 * EM };
    let signs = signs(view);
    let texts: Vec<String> = signs.iter().map(|sign| sign.1.into()).collect();
    let legend_top = top + maps_height + 3.6 * EM;
    let height = legend_top + 3.4 * EM + legend.height(&texts) + EM;
    let mut picture = Picture::new(width, height, Some(Rgb::WHITE));
    let what = match examples {
        [one] => format!("weight of {}", view.space.examples[*one].name),
        _ => "weights of the examples".into(),
    };
    let caption = [what, view.fixed(&[x, y])].join(" ");
    view.heading(&mut picture, caption.trim());
    let hull = hull(view, x, y);
    for (i, &example) in examples.iter().enumerate() {
        let (column, row) = (i % columns, i / columns);
        let corner = DVec2::new(left, top) + DVec2::new(column as f64, row as f64) * (gap + layout.map_px);
        let frame =
            Frame { corner, size: DVec2::splat(layout.map_px), across: view.shown(x), up: view.shown(y) };
        let map = Map { view, frame, x, y };
        map.weights(&mut picture, example, layout.nodes);
        map.axes(&mut picture, column == 0, i + columns >= examples.len());
        map.outline(&mut picture, &hull);
        map.marks(&mut picture, example);
        let size_px = if layout.map_px < 200.0 { 0.8 * EM } else { 1.05 * EM };
        let name = TextStyle { size_px, anchor: Anchor::Start, colour: Rgb::INK };
        let text = fitted(&view.space.examples[example].name, name.size_px, layout.map_px);
        picture.text(corner - DVec2::Y * 0.6 * EM, &text, name);
    }
    bar(&mut picture, DVec2::new(0.5 * width, legend_top));
    legend.draw(&mut picture, legend_top + 3.0 * EM, &texts, |picture, i, at| signs[i].0.draw(picture, at));
    picture
}

/// One map.
struct Map<'a> {
    view: &'a SpaceView<'a>,
    frame: Frame,
    x: usize,
    y: usize,
}

impl Map<'_> {
    /// Bands of colour, and lines between them; those of zero and one stand out.
    fn weights(&self, picture: &mut Picture, example: usize, nodes: usize) {
        let table = &self.view.solution.table;
        let mut point = self.view.at.to_vec();
        let mut weights = vec![0.0; table.examples()];
        let between = |[low, high]: [f64; 2], part: f64| low + (high - low) * part;
        let grid = Grid::of(nodes, |across, up| {
            point[self.x] = between(self.frame.across, across);
            point[self.y] = between(self.frame.up, up);
            table.weights_f64(&point, &mut weights);
            weights[example]
        });
        let (corner, size) = (self.frame.corner, self.frame.size);
        picture.push(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
            num(corner.x),
            num(corner.y),
            num(size.x),
            num(size.y),
            shade(LOWEST)
        ));
        let mut drawn = Vec::new();
        for band in 0..=BANDS {
            let loops = grid.region(level(band));
            let d: String = loops.iter().map(|points| self.path(points) + "Z").collect();
            if !d.is_empty() {
                let fill = shade(level(band) + 0.5 * (HIGHEST - LOWEST) / BANDS as f64);
                picture.push(&format!("<path d=\"{d}\" fill=\"{fill}\" fill-rule=\"evenodd\"/>"));
            }
            drawn.push((band, lines(&loops)));
        }
        for (band, lines) in drawn {
            let d: String = lines.iter().map(|line| self.path(line)).collect();
            let style = match Contour::of(band) {
                Some(contour) if !d.is_empty() => contour.style(),
                _ => continue,
            };
            picture.push(&format!("<path d=\"{d}\" fill=\"none\" {style}/>"));
        }
    }

    /// Points of a grid on paper, without those that lie on a straight line.
    fn path(&self, points: &[DVec2]) -> String {
        let place = |p: &DVec2| self.frame.corner + self.frame.size * DVec2::new(p.x, 1.0 - p.y);
        let mut kept: Vec<DVec2> = Vec::new();
        for (i, point) in points.iter().enumerate() {
            let at = place(point);
            let straight = kept.last().zip(points.get(i + 1)).is_some_and(|(last, next)| {
                let chord = place(next) - *last;
                chord.perp_dot(at - *last).abs() < 0.05 * chord.length() && chord.dot(at - *last) >= 0.0
            });
            if !straight {
                kept.push(at);
            }
        }
        let mut d = String::new();
        for (i, at) in kept.iter().enumerate() {
            let command = if i == 0 { "M" } else { "L" };
            let _ = write!(d, "{command}{} {}", decimal(at.x, 1), decimal(at.y, 1));
        }
        d
    }

    fn outline(&self, picture: &mut Picture, hull: &[Vec<DVec2>]) {
        let d: String = hull.iter().map(|line| self.path(line)).collect();
        if !d.is_empty() {
            picture.push(&format!("<path d=\"{d}\" fill=\"none\" {}/>", Sign::hull_style()));
        }
    }

    /// Pseudo-examples as arrows and examples as dots, its own the largest; faint what lies outside the plane.
    fn marks(&self, picture: &mut Picture, own: usize) {
        let view = self.view;
        let place = |at: &[f64]| {
            let (x, y) = (view.wrapped(self.x, at[self.x]), view.wrapped(self.y, at[self.y]));
            let within = |[low, high]: [f64; 2], v: f64| (low..=high).contains(&v);
            (within(self.frame.across, x) && within(self.frame.up, y)).then(|| self.frame.at(x, y))
        };
        let near = |at: &[f64]| view.in_view(&[self.x, self.y], at);
        let arrows = view.space.pseudo_examples.iter().filter_map(|pseudo| {
            let seen = near(&pseudo.from) && near(&pseudo.to);
            Some((seen, place(&pseudo.from)?, place(&pseudo.to)?))
        });
        let mut arrows: Vec<(bool, DVec2, DVec2)> = arrows.collect();
        arrows.sort_by_key(|arrow| arrow.0);
        for (seen, from, to) in arrows {
            arrow(picture, from, to, if seen { Rgb::INK } else { Rgb::LINE });
        }
        let mut order: Vec<usize> = (0..view.space.examples.len()).collect();
        order.sort_by_key(|&i| i == own);
        for i in order {
            let at = &view.space.examples[i].at;
            let Some(middle) = place(at) else { continue };
            let colour = if near(at) { Rgb::INK } else { Rgb::LINE };
            let small = (self.frame.size.x / 80.0).clamp(2.4, 4.0);
            dot(picture, middle, if i == own { 1.75 * small } else { small }, colour);
        }
    }

    /// The border, and ticks and names where they are not those of a neighbour.
    fn axes(&self, picture: &mut Picture, leftmost: bool, lowest: bool) {
        let Frame { corner, size, across, up } = self.frame;
        let bottom = self.frame.bottom();
        picture.push(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.2\"/>",
            num(corner.x),
            num(corner.y),
            num(size.x),
            num(size.y),
            Rgb::LINE
        ));
        let axes = &self.view.space.axes;
        let name = TextStyle { size_px: EM, anchor: Anchor::Middle, colour: Rgb::INK };
        let room = size.x;
        if lowest {
            for (tick, text) in ticks(across, 4) {
                // A long label at a corner must not touch the neighbour's.
                let (x, wide) = (self.frame.x(tick), text_width(&text, LABEL.size_px) > 1.6 * EM);
                let anchor = match wide {
                    true if x < corner.x + EM => Anchor::Start,
                    true if x > self.frame.right() - EM => Anchor::End,
                    _ => Anchor::Middle,
                };
                picture.text(DVec2::new(x, bottom + 1.1 * EM), &text, TextStyle { anchor, ..LABEL });
            }
            let at = DVec2::new(corner.x + 0.5 * size.x, bottom + 2.4 * EM);
            picture.text(at, &fitted(&axes[self.x].name, name.size_px, room), name);
        }
        if leftmost {
            for (tick, text) in ticks(up, 4) {
                let at = DVec2::new(corner.x - 0.4 * EM, self.frame.y(tick) + 0.28 * EM);
                picture.text(at, &text, LABEL);
            }
            let at = DVec2::new(corner.x - 3.4 * EM, corner.y + 0.5 * size.y);
            picture.push(&format!("<g transform=\"translate({} {}) rotate(-90)\">", num(at.x), num(at.y)));
            picture.text(DVec2::ZERO, &fitted(&axes[self.y].name, name.size_px, room), name);
            picture.push("</g>");
        }
    }
}

/// A line of equal weight.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Contour {
    Zero,
    One,
    Other,
}

impl Contour {
    /// Between every other band.
    fn of(band: usize) -> Option<Self> {
        let tenths = (10.0 * level(band)).round() as i64;
        match tenths {
            0 => Some(Self::Zero),
            10 => Some(Self::One),
            _ => (tenths % 2 == 0).then_some(Self::Other),
        }
    }

    fn style(self) -> String {
        let ink = Rgb::INK;
        match self {
            Self::Zero => format!("stroke=\"{ink}\" stroke-width=\"1.5\" stroke-dasharray=\"6 3\""),
            Self::One => format!("stroke=\"{ink}\" stroke-width=\"1.8\""),
            Self::Other => format!("stroke=\"{ink}\" stroke-opacity=\"0.3\" stroke-width=\"0.8\""),
        }
    }
}

/// What the legend explains.
enum Sign {
    Line(Contour),
    Hull,
    Example,
    Faint,
    PseudoExample,
}

impl Sign {
    fn hull_style() -> String {
        format!(
            "stroke=\"{}\" stroke-width=\"1.6\" stroke-linejoin=\"round\" stroke-dasharray=\"1.5 3.5\" stroke-linecap=\"round\"",
            Rgb(46, 120, 112)
        )
    }

    fn draw(&self, picture: &mut Picture, at: DVec2) {
        let line = |picture: &mut Picture, style: String| {
            let (x0, x1, y) = (num(at.x - 0.9 * EM), num(at.x + 0.9 * EM), num(at.y));
            picture.push(&format!("<path d=\"M{x0} {y}H{x1}\" fill=\"none\" {style}/>"));
        };
        match self {
            Self::Line(contour) => line(picture, contour.style()),
            Self::Hull => line(picture, Self::hull_style()),
            Self::Example => dot(picture, at, 6.0, Rgb::INK),
            Self::Faint => dot(picture, at, 4.0, Rgb::LINE),
            Self::PseudoExample => {
                arrow(picture, at - DVec2::X * 0.9 * EM, at + DVec2::X * 0.9 * EM, Rgb::INK)
            }
        }
    }
}

/// The signs that occur, with their meaning.
fn signs(view: &SpaceView) -> Vec<(Sign, &'static str)> {
    let mut signs = vec![
        (Sign::Line(Contour::One), "weight 1"),
        (Sign::Line(Contour::Zero), "weight 0"),
        (Sign::Line(Contour::Other), "every 0.2"),
        (Sign::Hull, "hull of the examples"),
        (Sign::Example, "example"),
    ];
    if view.space.axes.len() > 2 {
        signs.push((Sign::Faint, "example outside this plane"));
    }
    if !view.space.pseudo_examples.is_empty() {
        signs.push((Sign::PseudoExample, "pseudo-example"));
    }
    signs
}

/// The scale of colours.
fn bar(picture: &mut Picture, middle_top: DVec2) {
    let (width, height) = (20.0 * EM, 0.9 * EM);
    let left = middle_top.x - 0.5 * width;
    let x = |weight: f64| left + width * (weight - LOWEST) / (HIGHEST - LOWEST);
    for band in 0..BANDS {
        let (from, to) = (level(band), level(band + 1));
        picture.push(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
            num(x(from)),
            num(middle_top.y),
            num(x(to) - x(from) + 0.3),
            num(height),
            shade(0.5 * (from + to))
        ));
    }
    for tick in [LOWEST, 0.0, 0.5, 1.0, HIGHEST] {
        let style = TextStyle { anchor: Anchor::Middle, ..LABEL };
        picture.text(DVec2::new(x(tick), middle_top.y + height + EM), &decimal(tick, 1), style);
    }
}

/// The border of what the examples' hull has in common with the map, as parts of the way across and up.
fn hull(view: &SpaceView, x: usize, y: usize) -> Vec<Vec<DVec2>> {
    let axes = &view.space.axes;
    let straight: Vec<usize> = (0..axes.len()).filter(|&axis| !axes[axis].periodic).collect();
    let scaled = |at: &[f64]| straight.iter().map(|&a| at[a] / axes[a].natural_scale()).collect::<Vec<_>>();
    if straight.is_empty() {
        return Vec::new();
    }
    let (across, up) = (view.shown(x), view.shown(y));
    let corner = DVec2::new(across[0], up[0]);
    let size = DVec2::new(across[1], up[1]) - corner;
    let part = |at: &[f64]| (DVec2::new(at[x], at[y]) - corner) / size;
    let shown = |p: DVec2| p.cmpge(DVec2::ZERO).all() && p.cmple(DVec2::ONE).all();
    let flat = straight.len() == 2 && straight.contains(&x) && straight.contains(&y);
    if flat && view.space.examples.iter().all(|example| shown(part(&example.at))) {
        let mut border = convex(view.space.examples.iter().map(|example| part(&example.at)).collect());
        border.extend(border.first().copied());
        return vec![border];
    }
    // A hull of more dimensions, or one that is not seen whole: from a point within, as far as one can go in every
    // direction.
    let vertices = view.space.examples.iter().flat_map(|example| scaled(&example.at)).collect();
    let hull = Hull::new(straight.len(), vertices).expect("whole vertices, and at least one example");
    let mut point = view.at.to_vec();
    let mut within = |part: DVec2| {
        let at = corner + size * part;
        (point[x], point[y]) = (at.x, at.y);
        hull.contains(&scaled(&point))
    };
    const NODES: usize = 25;
    let node = |at: usize| DVec2::new((at % NODES) as f64, (at / NODES) as f64) / (NODES - 1) as f64;
    let inside: Vec<DVec2> = (0..NODES * NODES).map(node).filter(|p| within(*p)).collect();
    if inside.is_empty() {
        return Vec::new();
    }
    let middle = inside.iter().sum::<DVec2>() / inside.len() as f64;
    let border = |i: usize| {
        let direction = DVec2::from_angle(std::f64::consts::TAU * i as f64 / DIRECTIONS as f64);
        let steps = |at: f64, towards: f64| match towards {
            t if t > 1e-12 => (1.0 - at) / t,
            t if t < -1e-12 => at / -t,
            _ => f64::INFINITY,
        };
        let (mut near, mut far) = (0.0, steps(middle.x, direction.x).min(steps(middle.y, direction.y)));
        let end = middle + direction * far;
        if within(end) {
            // Exactly on the border of the map, which is no border of the hull.
            let exact = |v: f64| if (v - v.round()).abs() < 1e-9 { v.round() } else { v };
            return DVec2::new(exact(end.x), exact(end.y));
        }
        for _ in 0..40 {
            let half = 0.5 * (near + far);
            *(if within(middle + direction * half) { &mut near } else { &mut far }) = half;
        }
        middle + direction * near
    };
    lines(&[(0..DIRECTIONS).map(border).collect()])
}

/// The convex hull of points in a plane (Andrew's chain).
fn convex(mut points: Vec<DVec2>) -> Vec<DVec2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let half = |points: &mut dyn Iterator<Item = &DVec2>| {
        let mut chain: Vec<DVec2> = Vec::new();
        for &p in points {
            while let [.., a, b] = chain[..]
                && (b - a).perp_dot(p - a) <= 0.0
            {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut hull = half(&mut points.iter());
    hull.extend(half(&mut points.iter().rev()));
    hull
}
