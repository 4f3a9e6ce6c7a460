//! Criterion 2: one skeleton. Reading brings every recording to it.

use super::{example, largest};
use crate::finding::{Criterion, Finding, Place};
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
    let repaired = |criterion, i: usize, joint: &str, message: String| {
        Finding::repaired(criterion, example(verb, i), message).at(Place::joint(joint))
    };
    let most = |count: fn(&Brought) -> usize| {
        largest(examples.iter().map(|(i, own)| (count(own) as f64, (*i, *own)))).filter(|(n, _)| *n > 0.0)
    };
    let mut all = Vec::new();
    if let Some((number, (i, own))) = most(|own| own.renamed.len()) {
        let [theirs, joint] = &own.renamed[0];
        let joints = if number == 1.0 { "joint has another name" } else { "joints have other names" };
        let message = format!("{number} {joints} in {} ({theirs}), taken for the skeleton's", own.file);
        all.push(repaired(Criterion::RenamedJoints, i, joint, message).of(number, "joints"));
    }
    if let Some((number, (i, own))) = most(|own| own.lacking.len()) {
        let (joints, lacking) = (if number == 1.0 { "joint" } else { "joints" }, own.lacking.join(", "));
        let message = format!("{number} missing {joints} in {}, kept at rest: {lacking}", own.file);
        all.push(repaired(Criterion::MissingJoints, i, &own.lacking[0], message).of(number, "joints"));
    }
    let bones = examples.iter().flat_map(|(i, own)| {
        own.bones.iter().map(move |(joint, metres)| (metres.abs(), (*i, *own, joint, *metres)))
    });
    if let Some((metres, (i, own, joint, signed))) = largest(bones) {
        let message = format!(
            "{:.1} mm {} than in the skeleton, the farthest off of {} bones in {}; they take the skeleton's lengths, and travel is \
             scaled by {:.3}",
            1000.0 * metres,
            if signed > 0.0 { "longer" } else { "shorter" },
            own.bones.len(),
            own.file,
            own.scale
        );
        all.push(repaired(Criterion::OtherBones, i, joint, message).of(1000.0 * metres, "mm"));
    }
    if all.is_empty() {
        let joints = verb.motions[0].skeleton().joints().iter().filter(|joint| !joint.end).count();
        let message = format!("{joints} joints of one skeleton, the same in every recording");
        let found = Finding::good(Criterion::OneSkeleton, verb.subject(), message);
        all.push(found.of(joints as f64, "joints"));
    }
    all
}
