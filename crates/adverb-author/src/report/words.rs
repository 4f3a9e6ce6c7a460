//! The words of a report: findings first, with their numbers.

use super::{Beyond, Fault, Report};
use crate::accuracy::{Asked, Guess, LeftOut, Summary};
use crate::finding::counted;
use crate::space::coverage::Determined;

/// Whether a sentence is good news.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    Good,
    Note,
    Bad,
}

/// A sentence of the summary.
pub(super) struct Sentence {
    pub tone: Tone,
    pub text: String,
}

fn sentence(tone: Tone, text: String) -> Sentence {
    Sentence { tone, text }
}

/// A verb in short.
pub(super) fn in_short(report: &Report) -> Vec<Sentence> {
    let mut all = vec![made_of(report)];
    all.extend(covered(report));
    all.extend(report.asked.iter().map(|asked| meant(report, asked)));
    all.extend(follow(report));
    all.extend(feet(report));
    all.extend(extrapolation(report));
    all
}

fn made_of(report: &Report) -> Sentence {
    let axes: Vec<&str> = report.built.space.axes.iter().map(|axis| axis.name.as_str()).collect();
    let count = report.built.space.examples.len();
    let examples = counted(count, "example");
    let over = if axes.is_empty() { String::new() } else { format!(" over {}", axes.join(", ")) };
    let worst = report.built.deviations.iter().map(|d| 1e3 * d.rms_m).fold(0.0, f64::max);
    let tone = if worst < 1.0 { Tone::Good } else { Tone::Note };
    sentence(
        tone,
        format!("Made of {examples}{over}; each comes back within {worst:.1} mm, root mean square."),
    )
}

fn covered(report: &Report) -> Option<Sentence> {
    let coverage = &report.coverage;
    if coverage.axes.is_empty() {
        return None;
    }
    let silent = coverage.axes.iter().find(|axis| axis.determined == Determined::Not);
    if let Some(axis) = silent {
        let text = format!("No example varies {}: that knob does nothing.", axis.name);
        return Some(sentence(Tone::Bad, text));
    }
    let share = 100.0 * coverage.inside;
    let text = if share >= 99.5 {
        "The examples surround all of the ranges of the knobs.".to_string()
    } else {
        format!(
            "The examples surround {share:.0} % of the ranges of the knobs; elsewhere the verb extrapolates."
        )
    };
    Some(sentence(if share >= 50.0 { Tone::Good } else { Tone::Note }, text))
}

/// Asked against shown.
fn meant(report: &Report, asked: &Asked) -> Sentence {
    let names: Vec<&str> = asked.axes.iter().map(|&a| report.built.space.axes[a].name.as_str()).collect();
    let Summary { mean, most, .. } = Summary::of(&asked.errors());
    let tone = match most {
        most if most <= 0.01 => Tone::Good,
        most if most <= 0.03 => Tone::Note,
        _ => Tone::Bad,
    };
    let percent = |x: f64| format!("{:.2} %", 100.0 * x);
    let (mean, most) = (percent(mean), percent(most));
    let text = format!(
        "Asking for {} inside the hull gives it within {mean} on average, {most} at most.",
        names.join(", ")
    );
    sentence(tone, text)
}

/// The mean error of a guess over examples.
fn mean_mm<'a>(left_out: impl Iterator<Item = &'a LeftOut>, guess: Guess) -> f64 {
    let all: Vec<f64> = left_out.map(|left| 1e3 * left.error(guess).motion_m).collect();
    all.iter().sum::<f64>() / all.len().max(1) as f64
}

fn follow(report: &Report) -> Option<Sentence> {
    let all = &report.left_out;
    let inner = all.iter().filter(|left| !left.is_corner);
    if all.is_empty() {
        return None;
    }
    if inner.clone().next().is_none() {
        let [verb, nearest] = [Guess::Verb, Guess::Nearest].map(|guess| mean_mm(all.iter(), guess));
        let text = format!(
            "Every example is a corner of the space: leaving one out asks the others to extrapolate. They then miss it by {verb:.0} mm \
             on average, the nearest example by {nearest:.0} mm."
        );
        return Some(sentence(Tone::Note, text));
    }
    let [verb, nearest, linear, _] = Guess::ALL.map(|guess| mean_mm(inner.clone(), guess));
    let is_measured = report.definition.measures.iter().any(Option::is_some);
    // How far labels such as styles are from each other is only told.
    let tone = if is_measured && verb < nearest.min(linear) { Tone::Good } else { Tone::Note };
    let text = format!(
        "An example left out, where others surround it, is found from them within {verb:.0} mm on average; the nearest example \
         would be {nearest:.0} mm off, linear regression {linear:.0} mm."
    );
    Some(sentence(tone, text))
}

fn feet(report: &Report) -> Option<Sentence> {
    let hull = report.beyond.first().filter(|_| !report.built.verb.feet().is_empty())?;
    let slide = hull.worst[Fault::Slide as usize].0;
    let tone = if Fault::Slide.shows(slide) { Tone::Bad } else { Tone::Good };
    let text = format!(
        "Over the hull, feet that stand slide {slide:.1} mm at most; without constraints they would slide {:.0} mm on average.",
        hull.loose_mm
    );
    Some(sentence(tone, text))
}

/// How far it holds together.
fn extrapolation(report: &Report) -> Option<Sentence> {
    let first = report.beyond.first()?;
    let bad = report.beyond.iter().position(|beyond| beyond.faults().next().is_some());
    Some(match bad {
        None => sentence(
            Tone::Good,
            "Nothing goes wrong up to twice as far from the mean as the examples are.".into(),
        ),
        Some(0) => sentence(Tone::Bad, format!("Within the hull already: {}.", faults(report, first))),
        Some(i) => {
            let (last, first) = (&report.beyond[i - 1], &report.beyond[i]);
            let text = format!(
                "It can be extrapolated {} beyond the hull. At {}: {}.",
                percent(last.by),
                percent(first.by),
                faults(report, first)
            );
            sentence(if i > 1 { Tone::Good } else { Tone::Note }, text)
        }
    })
}

/// What goes wrong, with the number and the point.
pub(super) fn faults(report: &Report, beyond: &Beyond) -> String {
    let one = |fault: Fault| {
        let (number, point) = &beyond.worst[fault as usize];
        format!("{} ({number:.0} {} at {})", fault.name(), fault.unit(), place(report, point))
    };
    beyond.faults().map(one).collect::<Vec<_>>().join(", ")
}

/// A point by the names of its axes.
pub(super) fn place(report: &Report, point: &[f32]) -> String {
    let values = report.built.space.axes.iter().zip(point).map(|(axis, x)| format!("{} {x:.2}", axis.name));
    values.collect::<Vec<_>>().join(", ")
}

pub(super) fn percent(part: f64) -> String {
    format!("{:.0} %", 100.0 * part)
}

/// Bytes in readable units.
pub(super) fn bytes(count: usize) -> String {
    if count < 10_000 { format!("{count} bytes") } else { format!("{:.0} kB", count as f64 / 1000.0) }
}
