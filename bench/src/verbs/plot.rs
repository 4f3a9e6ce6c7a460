//! Lines in two panels, as SVG. Both axes begin at zero, so that growth in proportion is a straight line from the corner.

use std::fmt::Write;

/// Values over values.
pub struct Line {
    pub name: String,
    pub points: Vec<(f64, f64)>,
}

/// Lines with a pair of axes.
pub struct Panel {
    /// What goes up, with its unit.
    pub title: String,
    /// What goes across.
    pub across: String,
    pub lines: Vec<Line>,
}

const WIDTH: f64 = 440.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 60.0;
const TOP: f64 = 50.0;
const BETWEEN: f64 = 150.0;
const COLOURS: [&str; 4] = ["#e26a54", "#26968c", "#5c68c4", "#d6a034"];
const INK: &str = "#2d3540";
const GRID: &str = "#dde2e8";

/// Panels side by side.
pub fn draw(panels: &[Panel]) -> String {
    let width = LEFT + panels.len() as f64 * (WIDTH + BETWEEN);
    let height = TOP + HEIGHT + 60.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"15\" fill=\"{INK}\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    for (i, panel) in panels.iter().enumerate() {
        panel.draw(LEFT + i as f64 * (WIDTH + BETWEEN), &mut svg);
    }
    svg.push_str("</svg>\n");
    svg
}

impl Panel {
    fn draw(&self, left: f64, svg: &mut String) {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let (across, up) = (step(points().map(|p| p.0)), step(points().map(|p| p.1)));
        let x = |value: f64| left + WIDTH * value / (5.0 * across);
        let y = |value: f64| TOP + HEIGHT * (1.0 - value / (5.0 * up));
        text(svg, [left, TOP - 20.0], "start", &self.title);
        text(svg, [left + WIDTH / 2.0, TOP + HEIGHT + 45.0], "middle", &self.across);
        for tick in 0..=5 {
            let (x, y) = (x(f64::from(tick) * across), y(f64::from(tick) * up));
            let _ = writeln!(svg, "<path d=\"M{left} {y:.1}h{WIDTH}\" stroke=\"{GRID}\"/>");
            text(svg, [left - 8.0, y + 5.0], "end", &label(f64::from(tick) * up));
            text(svg, [x, TOP + HEIGHT + 22.0], "middle", &label(f64::from(tick) * across));
        }
        for (line, colour) in self.lines.iter().zip(COLOURS) {
            let mut d = String::new();
            for (i, point) in line.points.iter().enumerate() {
                let _ = write!(d, "{}{:.1} {:.1}", if i == 0 { "M" } else { "L" }, x(point.0), y(point.1));
            }
            let _ = writeln!(svg, "<path d=\"{d}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.5\"/>");
            for point in &line.points {
                let (x, y) = (x(point.0), y(point.1));
                let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{colour}\"/>");
            }
            if let Some(last) = line.points.last() {
                text(svg, [x(last.0) + 10.0, y(last.1) + 5.0], "start", &line.name);
            }
        }
    }
}

/// A round number of which five reach over all values.
fn step(values: impl Iterator<Item = f64>) -> f64 {
    let fifth = values.fold(0.0, f64::max) / 5.0;
    let ten = 10.0_f64.powf(fifth.log10().floor());
    [1.0, 2.0, 2.5, 5.0, 10.0].into_iter().map(|m| m * ten).find(|s| *s >= fifth).unwrap_or(1.0)
}

fn label(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    rounded.to_string()
}

fn text(svg: &mut String, [x, y]: [f64; 2], anchor: &str, text: &str) {
    let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>");
}
