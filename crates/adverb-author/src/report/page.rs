//! The page: self-contained HTML with its style and pictures inside.

use std::fmt::Write;

use super::words::{Tone, bytes, faults, in_short, percent};
use super::{BANDS_HZ, Fault, Report, ShapeReport, Truth, shape_page};
use crate::accuracy::{Guess, LeftOut, Summary};
use crate::error::Error;
use crate::finding::{Alike, Finding, Verdict, alike};
use crate::picture::{Picture, escaped};
use crate::played;

const STYLE: &str = include_str!("page.css");

/// Writes reports as one page, verbs first.
pub fn page(title: &str, verbs: &[Report], shapes: &[ShapeReport]) -> Result<String, Error> {
    let title = escaped(title);
    let mut body = format!("<h1>{title}</h1>\n");
    if verbs.len() + shapes.len() > 1 {
        let link = |kind: &str, name: &str| {
            let name = escaped(name);
            format!("<a href=\"#{kind}{name}\">{name}</a>")
        };
        let verbs = verbs.iter().map(|report| link("", &report.definition.name));
        let shapes = shapes.iter().map(|report| link("shapes.", report.built.shape.name()));
        let _ = writeln!(body, "<nav>{}</nav>", verbs.chain(shapes).collect::<Vec<_>>().join("\n"));
    }
    for report in verbs {
        body += &of_verb(report)?;
    }
    shapes.iter().for_each(|report| body += &shape_page::of_shape(report));
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    ))
}

fn of_verb(report: &Report) -> Result<String, Error> {
    let name = escaped(&report.definition.name);
    let mut out = format!("<h2 id=\"{name}\">{name}</h2>\n");
    let sentences = in_short(report).into_iter().map(|sentence| {
        let class = match sentence.tone {
            Tone::Good => "good",
            Tone::Note => "note",
            Tone::Bad => "bad",
        };
        format!("<li class=\"{class}\">{}</li>\n", escaped(&sentence.text))
    });
    let _ = writeln!(
        out,
        "<section class=\"top\">\n<ul class=\"short\">\n{}</ul>\n{}</section>",
        sentences.collect::<String>(),
        figure(&report.playing()?, "At the middle of its knobs")
    );
    let parts = [
        ("Examples", examples(report)?),
        ("Space and coverage", space(report)?),
        ("Key-times", key_times(report)),
        ("Asked and shown", asked(report)),
        ("Each example from the others", left_out(report)),
        ("Feet over the hull, and how far one can extrapolate", beyond(report)),
        ("Truth to the recordings", truth(report)),
        ("Sizes and costs", costs(report)),
    ];
    for (title, part) in parts.into_iter().filter(|part| !part.1.is_empty()) {
        let _ = writeln!(out, "<section>\n<h3>{title}</h3>\n{part}</section>");
    }
    Ok(out)
}

pub(super) fn figure(picture: &Picture, caption: &str) -> String {
    format!("<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n", picture.svg(), escaped(caption))
}

pub(super) fn paragraph(text: &str) -> String {
    format!("<p>{}</p>\n", escaped(text))
}

/// A table: head, then rows; the first column is names. Cells may carry a class.
pub(super) fn table(head: &[&str], rows: &[Vec<(String, &str)>]) -> String {
    let mut out = String::from("<div class=\"wide\"><table>\n<tr>");
    head.iter().for_each(|cell| out += &format!("<th>{}</th>", escaped(cell)));
    out += "</tr>\n";
    for row in rows {
        out += "<tr>";
        for (text, class) in row {
            let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
            out += &format!("<td{class}>{}</td>", escaped(text));
        }
        out += "</tr>\n";
    }
    out + "</table></div>\n"
}

fn examples(report: &Report) -> Result<String, Error> {
    let mut out = figure(&report.examples()?, "Every example at its key-times, light to dark");
    let axes = &report.built.space.axes;
    if !axes.is_empty() {
        let head: Vec<&str> =
            std::iter::once("example").chain(axes.iter().map(|axis| axis.name.as_str())).collect();
        let row = |example: &crate::space::Example| {
            let values = example.at.iter().map(|x| (format!("{}", (1000.0 * x).round() / 1000.0), ""));
            std::iter::once((example.name.clone(), "")).chain(values).collect::<Vec<_>>()
        };
        let rows: Vec<Vec<(String, &str)>> = report.built.space.examples.iter().map(row).collect();
        out += "<details><summary>Where they stand</summary>\n";
        out += &table(&head, &rows);
        out += "</details>\n";
    }
    Ok(out + &criteria(&report.findings, "What the eight criteria say of them"))
}

/// A table of the findings that are not good, if any.
pub(super) fn criteria(findings: &[Finding], summary: &str) -> String {
    let odd = alike(findings.iter().filter(|finding| finding.verdict != Verdict::Good));
    let row = |group: &Alike| {
        let Finding { criterion, verdict, .. } = group.first();
        let class = if *verdict >= Verdict::Warning { "fault" } else { "" };
        vec![
            (criterion.heading().title().into(), ""),
            (verdict.word().into(), class),
            (group.to_string(), "text"),
            (group.remedies().join(" "), "text"),
        ]
    };
    let rows: Vec<Vec<(String, &str)>> = odd.iter().map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    let table = table(&["criterion", "", "what", "what to do"], &rows);
    format!("<details><summary>{summary}</summary>\n{table}</details>\n")
}

fn space(report: &Report) -> Result<String, Error> {
    let axes = &report.built.space.axes;
    if axes.is_empty() {
        return Ok(String::new());
    }
    let caption = match axes.len() {
        1 => "The weight of every example along the knob",
        _ => {
            "The weight of every example over the first two knobs, the others untouched; the dotted line is the hull"
        }
    };
    let mut out = figure(&report.space()?, caption);
    if axes.len() > 1 {
        out += "<details><summary>Weights along each knob, the others untouched</summary>\n";
        for (i, axis) in axes.iter().enumerate() {
            out += &figure(&report.slice(i)?, &axis.name);
        }
        out += "</details>\n";
    }
    let said: String =
        report.coverage.to_string().lines().map(|line| format!("<li>{}</li>\n", escaped(line))).collect();
    Ok(out + &format!("<ul class=\"soft\">\n{said}</ul>\n"))
}

fn key_times(report: &Report) -> String {
    let (all, two) = report.key_times();
    let mut out = paragraph(
        "Examples are blended at equal canonical times: what happens at a key-time in one meets what happens there in all others. \
         The steeper a line, the longer that part takes.",
    );
    out += "<div class=\"pair\">\n";
    out += &figure(&all, "Key-times of all examples");
    if let Some(two) = two {
        out += &figure(&two, "The two that differ the most");
    }
    out + "</div>\n"
}

fn asked(report: &Report) -> String {
    let mut out = String::new();
    for asked in &report.asked {
        let [raw, now] = [asked.raw_errors(), asked.errors()].map(|errors| Summary::of(&errors));
        let row = |name: &str, of: Summary| {
            let cells = [of.least, of.mean, of.most].map(|e| (format!("{:.3} %", 100.0 * e), ""));
            std::iter::once((name.to_string(), "")).chain(cells).collect::<Vec<_>>()
        };
        let rows = [row("without corrections", raw), row("as it is", now)];
        let names: Vec<&str> = asked.axes.iter().map(|&a| report.built.space.axes[a].name.as_str()).collect();
        out += &paragraph(&format!(
            "{} inside the hull: what was asked for against what the verb shows, at {} points; in percent of what was asked for, of places and angles in percent of the range.",
            names.join(", "),
            asked.asked.len()
        ));
        out += &table(&["", "least", "mean", "most"], &rows);
        // Of rounding there is nothing to see.
        let drawn = if raw.most > 1e-4 { report.asked(asked) } else { Vec::new() };
        let captions: &[&str] = match asked.axes.len() {
            1 => &["Error along the knob", "How often"],
            _ => &["Without corrections, the worst in red", "As it is", "How often"],
        };
        let figures: Vec<String> =
            drawn.iter().zip(captions).map(|(picture, caption)| figure(picture, caption)).collect();
        // Fields stand beside each other.
        out += &match &figures[..] {
            [raw, now, rest @ ..] if asked.axes.len() > 1 => {
                format!("<div class=\"pair\">\n{raw}{now}</div>\n{}", rest.concat())
            }
            all => all.concat(),
        };
    }
    out
}

fn left_out(report: &Report) -> String {
    let all = &report.left_out;
    if all.is_empty() {
        return String::new();
    }
    let mut out = paragraph(
        "Each example is left out in turn and asked of a verb of the others: how far is what it shows from what was left out, where it \
         goes included? Beside it stands what costs less: the nearest example, the plane that fits all others (linear regression), \
         and their mean.",
    );
    out += &paragraph(
        "Leaving out a corner of the space asks for extrapolation: nothing beyond it tells what it should be. Where adverbs are labels \
         such as happiness rather than measurements, the numbers tell how alike styles are, and not how good the verb is.",
    );
    out += &guesses(all, |left, guess| left.error(guess).motion_m);
    out += &figure(&report.left_out(), "Error of every guess");
    out += "<details><summary>Poses alone, wherever the motion goes</summary>\n";
    out += &guesses(all, |left, guess| left.error(guess).pose_m);
    out += "</details>\n<details><summary>Joint by joint, poses of the verb, mm</summary>\n";
    out += &joints(report);
    out + "</details>\n"
}

/// A table of the errors of all guesses, given in metres.
fn guesses(all: &[LeftOut], error_m: impl Fn(&LeftOut, Guess) -> f64) -> String {
    let row = |(i, left): (usize, &LeftOut)| {
        let mm = Guess::ALL.map(|guess| 1e3 * error_m(left, guess));
        let best = mm.into_iter().fold(f64::INFINITY, f64::min);
        let mut cells = vec![(format!("{} {}", i + 1, left.example), "")];
        cells.extend(mm.map(|mm| (format!("{mm:.1}"), if mm == best { "best" } else { "" })));
        cells.push((format!("{:+.0} %", 100.0 * left.error(Guess::Verb).duration), ""));
        cells.push((left.nearest.clone(), "name"));
        cells.push((if left.is_corner { "corner" } else { "inside" }.into(), "name"));
        cells
    };
    let mut rows: Vec<Vec<(String, &str)>> = all.iter().enumerate().map(row).collect();
    for (name, is_corner) in [("mean of those inside", false), ("mean of the corners", true)] {
        let some: Vec<&LeftOut> = all.iter().filter(|left| left.is_corner == is_corner).collect();
        if !some.is_empty() {
            let mean =
                |guess| some.iter().map(|left| 1e3 * error_m(left, guess)).sum::<f64>() / some.len() as f64;
            let mut cells = vec![(name.to_string(), "")];
            cells.extend(Guess::ALL.map(|guess| (format!("{:.1}", mean(guess)), "")));
            cells.resize(Guess::ALL.len() + 4, (String::new(), ""));
            rows.push(cells);
        }
    }
    let mut head = vec!["example, mm"];
    head.extend(Guess::ALL.map(Guess::name));
    head.extend(["duration", "nearest is", "it lies"]);
    table(&head, &rows)
}

/// The verb's error by joint and example, the darker the larger.
fn joints(report: &Report) -> String {
    let all = &report.left_out;
    let most = all.iter().flat_map(|left| &left.error(Guess::Verb).joints_m).copied().fold(1e-9, f64::max);
    let mut out = String::from("<div class=\"wide\"><table>\n<tr><th>joint</th>");
    all.iter().for_each(|left| out += &format!("<th>{}</th>", escaped(&left.example)));
    out += "</tr>\n";
    let skeleton = report.built.verb.skeleton();
    for joint in 0..all[0].error(Guess::Verb).joints_m.len() {
        let _ = write!(out, "<tr><td>{}</td>", escaped(played::name(skeleton, joint)));
        for left in all {
            let error = left.error(Guess::Verb).joints_m[joint];
            let _ = write!(
                out,
                "<td style=\"background: rgb(226 106 84 / {:.2})\">{:.0}</td>",
                0.75 * error / most,
                1e3 * error
            );
        }
        out += "</tr>\n";
    }
    out + "</table></div>\n"
}

fn beyond(report: &Report) -> String {
    let Some(hull) = report.beyond.first() else { return String::new() };
    let mut out = paragraph(
        "The verb is played at points of the hull of its examples, then farther and farther from their mean. A joint pops when it is \
         farther from the midpoint of the frames before and after, by a third, than in any example; 100 % is that limit. An interval between key-times should not \
         be shorter than half of the shortest example's.",
    );
    let row = |of: &super::Beyond| {
        let far = if of.by == hull.by { "in the hull".into() } else { format!("{} beyond", percent(of.by)) };
        let mut cells = vec![(far, "")];
        for fault in Fault::ALL {
            let number = of.worst[fault as usize].0;
            cells.push((
                format!("{number:.1} {}", fault.unit()),
                if fault.shows(number) { "fault" } else { "" },
            ));
        }
        cells.push((percent(of.broken), ""));
        cells.push((format!("{:.0} mm", of.loose_mm), ""));
        cells
    };
    let rows: Vec<Vec<(String, &str)>> = report.beyond.iter().map(row).collect();
    let mut head = vec![""];
    head.extend(Fault::ALL.map(Fault::name));
    head.extend(["points at fault", "slide, feet not held"]);
    out += &table(&head, &rows);
    if let Some(first) = report.beyond.iter().find(|of| of.faults().next().is_some()) {
        out += &paragraph(&format!("What goes wrong first: {}.", faults(report, first)));
    }
    if !report.built.verb.feet().is_empty() {
        out += &figure(&report.feet(), "Feet");
    }
    out
}

fn truth(report: &Report) -> String {
    let Truth { holding, sinks_m, nearer_m, spectrum, rounds_m } = &report.truth;
    let mm = |m: f64| format!("{:.1} mm", 1e3 * m);
    let mut out = paragraph(
        "What happens to a blend afterwards, and what it lacks: how far holding feet moves joints, how much lower feet come than in any \
         example, how much nearer hands come to the body than in the examples, how much of the recordings' acceleration is left, and how far a round differs from the one before.",
    );
    let mut rows: Vec<Vec<(String, &str)>> = Vec::new();
    let mut row =
        |name: String, at: String, between: String| rows.push(vec![(name, ""), (at, ""), (between, "")]);
    row("feet sink below all examples".into(), String::new(), mm(*sinks_m));
    if let Some([at, between]) = nearer_m {
        row("hands nearer to the body than the examples'".into(), mm(*at), mm(*between));
    }
    for ([from, to], [at, between]) in BANDS_HZ.iter().zip(spectrum) {
        row(format!("acceleration, {from} to {to} Hz, of the recordings'"), percent(*at), percent(*between));
    }
    match rounds_m {
        Some([at, between]) => row("a round from the one before".into(), mm(*at), mm(*between)),
        None => row("a round from the one before".into(), "the same".into(), "the same".into()),
    }
    out += &table(&["", "at examples", "between them"], &rows);
    if !report.built.verb.feet().is_empty() {
        let row =
            |of: &super::Holding| vec![(of.example.clone(), ""), (mm(of.rms_m), ""), (mm(of.most_m), "")];
        let rows: Vec<Vec<(String, &str)>> = holding.iter().map(row).collect();
        out += "<details><summary>How far holding feet moves the joints of each example</summary>\n";
        out += &table(&["example", "root mean square", "at most"], &rows);
        out += "</details>\n";
    }
    out
}

fn costs(report: &Report) -> String {
    let costs = &report.costs;
    let rows = [
        ("examples", costs.examples.to_string()),
        ("degrees of freedom", costs.dofs.to_string()),
        ("control points of a curve", costs.control_points.to_string()),
        ("numbers in all curves", costs.coefficients().to_string()),
        ("rows of the table of weights", costs.rows.to_string()),
        ("pack of this verb alone", bytes(costs.pack_bytes)),
        ("products for a pose", costs.products.to_string()),
        ("a frame of one character, here", format!("{:.1} µs", 1e6 * costs.frame_secs)),
        ("characters in 2 ms of one core, here", format!("{:.0}", 2e-3 / costs.frame_secs)),
    ];
    let rows: Vec<Vec<(String, &str)>> =
        rows.into_iter().map(|(name, value)| vec![(name.to_string(), ""), (value, "")]).collect();
    table(&["", ""], &rows)
}
