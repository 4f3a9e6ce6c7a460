//! The part of a report that is about a shape.

use std::fmt::Write;

use adverb::Shape;
use adverb::shape::Form;
use glam::Vec3;

use super::ShapeReport;
use super::page::{criteria, figure, paragraph, table};
use super::words::bytes;
use crate::accuracy::{Guess, LeftOutForm};
use crate::finding::{Verdict, counted};
use crate::picture::{FormFrame, FormKind, FormOptions, FormPaint, FormView, View, escaped, form_image};
use crate::shape::{Weighted, formed};

/// Pixels of a form among others.
const CELL_PX: f64 = 170.0;
/// Forms along an adjective.
const STEPS: usize = 5;
/// Adjectives that are shown.
const AXES: usize = 4;
/// The most examples or features shown.
const MOST: usize = 60;

pub(super) fn of_shape(report: &ShapeReport) -> String {
    let name = escaped(report.built.shape.name());
    let mut out = format!("<h2 id=\"shapes.{name}\">{name}</h2>\n<section>\n<ul class=\"short\">\n");
    for (class, text) in in_short(report) {
        let _ = writeln!(out, "<li class=\"{class}\">{}</li>", escaped(&text));
    }
    out += "</ul>\n</section>\n";
    let parts = [
        ("Examples", examples(report)),
        ("Along its adjectives", along(report)),
        ("Features at full weight", features(report)),
        ("Each example from the others", left_out(&report.left_out)),
        ("Sizes and costs", costs(report)),
    ];
    for (title, part) in parts.into_iter().filter(|part| !part.1.is_empty()) {
        let _ = writeln!(out, "<section>\n<h3>{title}</h3>\n{part}</section>");
    }
    out
}

fn in_short(report: &ShapeReport) -> Vec<(&'static str, String)> {
    let shape = &report.built.shape;
    let names: Vec<&str> = shape.adjectives().iter().take(8).map(|own| own.name.as_str()).collect();
    let more = if shape.adjectives().len() > names.len() { ", …" } else { "" };
    let over = if names.is_empty() { String::new() } else { format!(" over {}{more}", names.join(", ")) };
    let forms = counted(shape.examples().len(), "form");
    let vertices = shape.parts().vertices;
    let mut all = vec![(
        "good",
        format!("Made of {forms} of {vertices} vertices{over}; {} of them move.", report.moved()),
    )];
    let features = shape.parts().features.features.len();
    if features > 0 {
        all.push(("good", format!("{} can be added.", counted(features, "feature"))));
    }
    let inside: Vec<&LeftOutForm> = report.left_out.iter().filter(|left| !left.is_corner).collect();
    if !inside.is_empty() {
        let mean = |guess: Guess| {
            100.0 * inside.iter().map(|left| left.errors[guess as usize]).sum::<f64>() / inside.len() as f64
        };
        let (shape, nearest) = (mean(Guess::Verb), mean(Guess::Nearest));
        let class = if shape <= nearest { "good" } else { "note" };
        let text = format!(
            "Examples inside the hull follow from the others within {shape:.2} % of their size on average; the nearest example is {nearest:.2} % off."
        );
        all.push((class, text));
    }
    let odd = report.findings.iter().filter(|finding| finding.verdict == Verdict::Warning).count();
    if odd > 0 {
        all.push(("bad", format!("{} about its forms.", counted(odd, "warning"))));
    }
    all
}

fn view<'a>(report: &'a ShapeReport, form: &'a Form) -> FormView<'a> {
    FormView::of(&report.built.shape, form).covered(report.covers.as_ref())
}

/// Forms side by side, all at one scale.
fn gallery(report: &ShapeReport, forms: &[(Form, String)], kind: FormKind) -> String {
    let views: Vec<FormView> = forms.iter().map(|(form, _)| view(report, form)).collect();
    let captions = forms.iter().map(|(_, caption)| caption.as_str());
    side_by_side(&views, captions, FormOptions { tint: kind.tint(), ..FormOptions::default() })
}

fn side_by_side<'a>(
    views: &[FormView],
    captions: impl Iterator<Item = &'a str>,
    options: FormOptions,
) -> String {
    let frame = FormFrame::around(views);
    let options = FormOptions {
        width_px: CELL_PX,
        height_px: CELL_PX,
        frame: Some(&frame),
        background: None,
        ..options
    };
    let figures = views.iter().zip(captions).map(|(view, caption)| {
        // Words replace the legend of colours.
        figure(&form_image(view, &options).picture(None), caption)
    });
    format!("<div class=\"gallery\">\n{}</div>\n", figures.collect::<String>())
}

fn at(shape: &Shape, examples: Vec<f32>, feature: Option<usize>) -> Form {
    let features =
        (0..shape.parts().features.features.len()).map(|f| if Some(f) == feature { 1.0 } else { 0.0 });
    formed(shape, &Weighted { secs: 0.0, examples, features: features.collect() })
}

fn at_point(shape: &Shape, point: &[f32], feature: Option<usize>) -> Form {
    let mut weights = vec![0.0; shape.examples().len()];
    shape.weights(point, &mut weights);
    at(shape, weights, feature)
}

fn examples(report: &ShapeReport) -> String {
    let shape = &report.built.shape;
    let count = shape.examples().len();
    let alone = |i: usize| (0..count).map(|k| if k == i { 1.0 } else { 0.0 }).collect();
    let forms: Vec<(Form, String)> =
        (0..count.min(MOST)).map(|i| (at(shape, alone(i), None), shape.examples()[i].name.clone())).collect();
    gallery(report, &forms, FormKind::Example)
        + &left(count)
        + &criteria(&report.findings, "What is to be said of them")
}

/// A note about what is left out.
fn left(count: usize) -> String {
    if count > MOST { paragraph(&format!("And {} more.", count - MOST)) } else { String::new() }
}

fn along(report: &ShapeReport) -> String {
    let shape = &report.built.shape;
    let mut out = String::new();
    for (axis, adjective) in shape.adjectives().iter().enumerate().take(AXES) {
        let one = |step: usize| {
            let [low, high] = adjective.range;
            let value = low + (high - low) * step as f32 / (STEPS - 1) as f32;
            let mut point: Vec<f32> = shape.default_point().collect();
            point[axis] = value;
            let value = (1e3 * value).round() / 1e3;
            (at_point(shape, &point, None), format!("{} = {value}", adjective.name))
        };
        out += &gallery(report, &(0..STEPS).map(one).collect::<Vec<_>>(), FormKind::Interpolated);
    }
    if shape.adjectives().len() > AXES {
        out += &paragraph(&format!("And {} adjectives more.", shape.adjectives().len() - AXES));
    }
    out
}

fn features(report: &ShapeReport) -> String {
    let shape = &report.built.shape;
    let features = &shape.parts().features.features;
    if features.is_empty() {
        return String::new();
    }
    let point: Vec<f32> = shape.default_point().collect();
    let without = at_point(shape, &point, None);
    let shown = 0..features.len().min(MOST);
    let forms: Vec<Form> = shown.clone().map(|f| at_point(shape, &point, Some(f))).collect();
    let far = |form: &Form| -> Vec<f32> {
        let pairs = form.positions().chunks(3).zip(without.positions().chunks(3));
        pairs.map(|(a, b)| Vec3::from_slice(a).distance(Vec3::from_slice(b))).collect()
    };
    let moved: Vec<Vec<f32>> = forms.iter().map(far).collect();
    let views = forms.iter().zip(&moved).map(|(form, moved)| FormView {
        scalars: Some(moved),
        colours: None,
        ..view(report, form)
    });
    let views: Vec<FormView> = views.collect();
    let caption = |f: usize| format!("{} ({})", features[f].name, features[f].deltas.len() / 3);
    let captions: Vec<String> = shown.map(caption).collect();
    let paint = FormPaint::Scalar { name: "", range: None };
    let options = FormOptions { paint, view: View::Front, ..FormOptions::default() };
    paragraph(
        "From the front: grey is still, red goes farthest (of that feature). In brackets, how many vertices it moves.",
    ) + &side_by_side(&views, captions.iter().map(String::as_str), options)
        + &left(features.len())
}

fn left_out(all: &[LeftOutForm]) -> String {
    if all.is_empty() {
        return String::new();
    }
    let row = |left: &LeftOutForm| {
        let best = left.errors.iter().copied().fold(f64::INFINITY, f64::min);
        let cell = |error: f64| (format!("{:.2}", 100.0 * error), if error == best { "best" } else { "" });
        let mut cells = vec![(left.example.clone(), "")];
        cells.extend(left.errors.map(cell));
        cells.push((left.nearest.clone(), "name"));
        cells.push((if left.is_corner { "corner" } else { "inside" }.into(), "name"));
        cells
    };
    let rows: Vec<Vec<(String, &str)>> = all.iter().map(row).collect();
    paragraph(
        "Each example is left out in turn and asked of a shape of the others: how far are its vertices from where they were, root mean \
         square, in percent of its size? Beside it stands what costs less: the nearest example, the plane that fits all others, and \
         their mean. Leaving out a corner of the space asks for extrapolation: nothing beyond it tells what it should be.",
    ) + &table(
        &["example, % of its size", "shape", "nearest", "linear", "mean", "nearest is", "it lies"],
        &rows,
    )
}

fn costs(report: &ShapeReport) -> String {
    let parts = report.built.shape.parts();
    let numbers: usize = parts.channels.iter().map(|channel| channel.forms.width()).sum();
    let rows = [
        ("vertices", parts.vertices.to_string()),
        ("triangles", parts.triangles.len().to_string()),
        ("vertices that examples move", report.moved().to_string()),
        ("numbers of a form that are blended", numbers.to_string()),
        ("products for a form", (numbers * parts.examples.len()).to_string()),
        ("pack of this shape alone", bytes(report.pack_bytes)),
        ("a form with all features, here", format!("{:.1} µs", 1e6 * report.form_secs)),
    ];
    let rows: Vec<Vec<(String, &str)>> =
        rows.into_iter().map(|(name, value)| vec![(name.to_string(), ""), (value, "")]).collect();
    table(&["", ""], &rows)
}
