//! Whether forms can be blended, criterion by criterion: one connectivity, a sound surface, the same size and side, poses that could
//! be undone, forms that add something, and features that move something.

use super::{Finding, SPACE, Verdict, largest};
use crate::error::Error;
use crate::mesh::{self, Severity};
use crate::report::{LeftOutForm, left_out_forms};
use crate::shape::{self, Built, Definition, doubts};

const CONNECTIVITY: usize = 9;
const SURFACE: usize = 10;
const SIZE: usize = 11;
const POSES: usize = 12;
const NEWS: usize = 13;
const FEATURES: usize = 14;
const LOST: usize = 15;

/// Of more examples than this, each is not asked of all others: that takes as many solutions.
const MOST_LEFT_OUT: usize = 100;
/// An example whose vertices the others give within this part of its size adds nothing.
const NOTHING_NEW: f64 = 1e-4;

/// Checks the forms of one shape.
pub fn of_shape(shape: &Definition) -> Vec<Finding> {
    let mut all = connectivity(shape);
    all.extend(surface(shape));
    if all.iter().any(|finding| finding.verdict == Verdict::Error) {
        return all;
    }
    all.extend(size(shape));
    match shape::build(shape) {
        Ok(built) => {
            all.extend(space(shape, &built));
            all.extend(poses(shape, &built));
            all.extend(news(shape, &built));
            all.extend(features(shape, &built));
            all.extend(lost(shape, &built));
        }
        Err(Error::Space { problem, remedy }) => {
            all.push(Finding { remedy, ..finding(shape, SPACE, Verdict::Error, problem) });
        }
        Err(error) => all.push(finding(shape, SURFACE, Verdict::Error, error.to_string())),
    }
    all.sort_by_key(|finding| finding.criterion);
    all
}

fn finding(shape: &Definition, criterion: usize, verdict: Verdict, said: String) -> Finding {
    Finding::about(format!("shapes.{}", shape.name), criterion, verdict, said)
}

fn connectivity(shape: &Definition) -> Vec<Finding> {
    let rest = &shape.rest.mesh;
    let wrong = shape.forms.iter().filter_map(|form| mesh::conform(&form.mesh, rest).err()).map(|error| {
        let remedy =
            "export all forms from one mesh, without adding, removing or sorting anything".to_string();
        Finding { remedy, ..finding(shape, CONNECTIVITY, Verdict::Error, error.to_string()) }
    });
    let wrong: Vec<Finding> = wrong.collect();
    if !wrong.is_empty() {
        return wrong;
    }
    let said = format!("and {}, the same in every form", mesh::counted(rest.faces.len(), "face", "faces"));
    let number = rest.positions.len() as f64;
    let unit = if number == 1.0 { "vertex" } else { "vertices" };
    vec![Finding { number, unit, ..finding(shape, CONNECTIVITY, Verdict::Good, said) }]
}

fn surface(shape: &Definition) -> Vec<Finding> {
    let meshes = || std::iter::once(&shape.rest.mesh).chain(shape.forms.iter().map(|form| &form.mesh));
    let mut all: Vec<Finding> = Vec::new();
    for own in meshes() {
        for found in mesh::check(own) {
            let verdict = match found.severity {
                Severity::Error => Verdict::Error,
                Severity::Warning => Verdict::Warning,
                Severity::Note | Severity::Repairable => continue,
            };
            // What the rest has as well is said once.
            if all.iter().all(|finding| finding.said != found.problem) {
                let example = own.file.clone();
                all.push(Finding { example, ..finding(shape, SURFACE, verdict, found.problem) });
            }
        }
    }
    if all.is_empty() {
        all.push(finding(
            shape,
            SURFACE,
            Verdict::Good,
            "every triangle has an area, and is there once".into(),
        ));
    }
    all
}

fn size(shape: &Definition) -> Vec<Finding> {
    let rest = &shape.rest.mesh;
    let forms = shape.forms.iter().filter_map(|form| mesh::conform(&form.mesh, rest).ok());
    let mut all = Vec::new();
    let mut factors = Vec::new();
    for form in forms {
        factors.extend(
            doubts::factor(&form, rest).map(|factor| (factor.ln().abs(), (factor, form.file.clone()))),
        );
        all.extend(doubts::all(&form, rest).into_iter().map(|doubt| Finding {
            number: doubt.number,
            unit: doubt.unit,
            example: form.file.clone(),
            remedy: doubt.remedy.into(),
            ..finding(shape, SIZE, Verdict::Warning, doubt.after_number)
        }));
    }
    if let Some((_, (number, example))) = largest(factors.into_iter()).filter(|_| all.is_empty()) {
        let said = "of the rest, the farthest from it".into();
        let good = finding(shape, SIZE, Verdict::Good, said);
        all.push(Finding { number, unit: "times the size", example, ..good });
    }
    all
}

fn space(shape: &Definition, built: &Built) -> Vec<Finding> {
    let Ok(solution) = built.space.solve() else { return Vec::new() };
    let said = |warning: &crate::space::Warning| Finding {
        example: warning.examples().last().map_or(String::new(), ToString::to_string),
        ..finding(shape, SPACE, Verdict::Warning, warning.to_string())
    };
    solution.warnings.iter().map(said).collect()
}

fn poses(shape: &Definition, built: &Built) -> Vec<Finding> {
    let posed = shape.forms.iter().zip(&built.unposed).filter(|(form, _)| form.pose.is_some());
    let missed = posed.map(|(form, unposed)| (100.0 * unposed.missed, (form, unposed)));
    let Some((number, (form, unposed))) = largest(missed) else { return Vec::new() };
    let (verdict, remedy) = match unposed.remark("") {
        Some(_) => (
            Verdict::Warning,
            "sculpt it in a pose that bends less, or smooth the weights where the skin folds",
        ),
        None => (Verdict::Good, ""),
    };
    let folded = mesh::counted(unposed.flat.len(), "vertex", "vertices");
    let said = format!("of its size beside where it was put, {folded} folded flat");
    let (example, remedy) = (form.mesh.file.clone(), remedy.into());
    vec![Finding { number, unit: "%", example, remedy, ..finding(shape, POSES, verdict, said) }]
}

fn news(shape: &Definition, built: &Built) -> Vec<Finding> {
    let is_too_much = built.space.examples.len() > MOST_LEFT_OUT;
    let left_out = if is_too_much { Vec::new() } else { left_out_forms(built) };
    let repeated = built.repeated.iter().cloned().chain(used_again(shape));
    let mut all: Vec<Finding> = Vec::new();
    let mut twice = Vec::new();
    for (example, said) in repeated {
        twice.push(&shape.space.examples[example].name);
        all.push(finding(shape, NEWS, Verdict::Warning, said));
    }
    let is_known = |left: &&LeftOutForm| left.farthest < NOTHING_NEW && !twice.contains(&&left.example);
    let known = left_out.iter().filter(is_known).map(|left| Finding {
        number: 100.0 * left.farthest,
        unit: "%",
        example: left.example.clone(),
        remedy: "leave it out, or see whether it is the form that was meant".into(),
        ..finding(shape, NEWS, Verdict::Warning, "of its size from what the others give at its point".into())
    });
    all.extend(known);
    let least = left_out.iter().min_by(|a, b| a.farthest.total_cmp(&b.farthest));
    if let Some(least) = least.filter(|_| all.is_empty()) {
        let said = "of its size from what the others give at its point, and more in all others".into();
        let (number, example) = (100.0 * least.farthest, least.example.clone());
        all.push(Finding { number, unit: "%", example, ..finding(shape, NEWS, Verdict::Good, said) });
    }
    all
}

fn features(shape: &Definition, built: &Built) -> Vec<Finding> {
    let features = &built.shape.parts().features.features;
    let still = features.iter().filter(|feature| feature.moved.is_empty()).map(|feature| Finding {
        example: feature.name.clone(),
        remedy: "leave it out, or lower the threshold".into(),
        ..finding(shape, FEATURES, Verdict::Warning, "moves no vertex".into())
    });
    let mut all: Vec<Finding> = still.collect();
    if all.is_empty() && !features.is_empty() {
        let moved: usize = features.iter().map(|feature| feature.deltas.len() / 3).sum();
        let said = format!("of {} moved by a feature on average", built.shape.parts().vertices);
        let number = (moved as f64 / features.len() as f64).round();
        all.push(Finding { number, unit: "vertices", ..finding(shape, FEATURES, Verdict::Good, said) });
    }
    all
}

/// Forms of one file and one pose at several points: meant perhaps, or a file too few.
fn used_again(shape: &Definition) -> Vec<(usize, String)> {
    let (forms, examples) = (&shape.forms, &shape.space.examples);
    let is_same = |a: usize, b: usize| {
        forms[a].mesh.file == forms[b].mesh.file
            && forms[a].pose == forms[b].pose
            && examples[a].at != examples[b].at
    };
    let said = |own: usize| {
        let first = (0..own).find(|&first| is_same(first, own))?;
        let [name, other] = [own, first].map(|i| &examples[i].name);
        let file = &forms[own].mesh.file;
        Some((own, format!("{file} is at two points, as {other} and as {name}; see whether both were meant")))
    };
    (1..forms.len()).filter_map(said).collect()
}

/// What of its forms a shape has not.
fn lost(shape: &Definition, built: &Built) -> Vec<Finding> {
    if built.lost.is_empty() {
        let said = "every attribute that a form has, every joint that holds a vertex".into();
        return vec![finding(shape, LOST, Verdict::Good, said)];
    }
    built.lost.iter().map(|said| finding(shape, LOST, Verdict::Warning, said.clone())).collect()
}
