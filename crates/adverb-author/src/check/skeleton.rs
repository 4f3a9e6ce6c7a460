//! Criterion 2: one skeleton, to which every recording is brought when it is read.

use super::{Finding, SKELETON, Verdict, finding, largest};
use crate::project::Brought;
use crate::verb::Definition;

pub(super) fn findings(verb: &Definition, brought: &[Brought]) -> Vec<Finding> {
    // For each example, what was done to the files that it is made of.
    let examples: Vec<(usize, &Brought)> = (verb.motions.iter().enumerate())
        .flat_map(|(i, motion)| {
            let files = motion.files();
            brought.iter().filter(move |own| files.contains(own.file.as_str())).map(move |own| (i, own))
        })
        .collect();
    let repaired = |number: f64, unit, i: usize, joint: &str, said: String| Finding {
        number,
        unit,
        example: verb.space.examples[i].name.clone(),
        joint: Some(joint.into()),
        ..finding(verb, SKELETON, Verdict::Repaired, said)
    };
    let most = |count: fn(&Brought) -> usize| {
        largest(examples.iter().map(|(i, own)| (count(own) as f64, (*i, *own)))).filter(|(n, _)| *n > 0.0)
    };
    let mut all = Vec::new();
    if let Some((number, (i, own))) = most(|own| own.renamed.len()) {
        let [theirs, joint] = &own.renamed[0];
        let said = format!("of {} are spelled otherwise ({theirs}) and renamed", own.file);
        all.push(repaired(number, "joints", i, joint, said));
    }
    if let Some((number, (i, own))) = most(|own| own.lacking.len()) {
        let said = format!("are not in {} and stay at rest: {}", own.file, own.lacking.join(", "));
        all.push(repaired(number, "joints", i, &own.lacking[0], said));
    }
    let bones = examples.iter().flat_map(|(i, own)| {
        own.bones.iter().map(move |(joint, metres)| (metres.abs(), (*i, *own, joint, *metres)))
    });
    if let Some((metres, (i, own, joint, signed))) = largest(bones) {
        let said = format!(
            "{} than in the skeleton, the farthest off of {} bones in {}; they take the skeleton's lengths, and travel is scaled by \
             {:.3}",
            if signed > 0.0 { "longer" } else { "shorter" },
            own.bones.len(),
            own.file,
            own.scale
        );
        all.push(repaired(1000.0 * metres, "mm", i, joint, said));
    }
    if all.is_empty() {
        let joints = verb.motions[0].skeleton().joints().iter().filter(|joint| !joint.end).count();
        let said = "of one skeleton, the same in every recording".into();
        all.push(Finding {
            number: joints as f64,
            unit: "joints",
            ..finding(verb, SKELETON, Verdict::Good, said)
        });
    }
    all
}
