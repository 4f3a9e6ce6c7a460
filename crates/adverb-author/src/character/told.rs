//! Findings about a character that follows a body: joints that nothing moves, unknown legs, odd poses.

use adverb::body::{Binding, Figure, NoHips};
use glam::DQuat;

use super::Character;
use crate::finding::{Criterion, Finding, Subject, Verdict};
use crate::names::{key, listed};

/// The joints of the mesh that follow none and keep their rest pose. That is as it should be of fingers, faces, tails and of joints
/// within a longer limb; where a limb of the skeleton is followed by none, one of the others may be meant. Fingers that are relaxed
/// are not among them.
pub(super) fn still(
    binding: &Binding,
    source: &Figure,
    character: &Character,
    relaxed: &[(usize, DQuat)],
) -> Option<Finding> {
    let (map, body) = (&binding.map, character.body());
    let joints = &character.figure().joints;
    let names = |of: &[usize]| listed(&of.iter().map(|&j| joints[j].name.as_str()).collect::<Vec<_>>());
    let is_of_finger =
        |joint: &usize| body.tree.up(*joint).any(|above| relaxed.iter().any(|(finger, _)| *finger == above));
    let still: Vec<usize> = map.still(body).filter(|joint| !is_of_finger(joint)).collect();
    let open: Vec<usize> = map.open(body).filter(|joint| !is_of_finger(joint)).collect();
    if map.lost.is_empty() || open.is_empty() {
        let message = format!("joints that nothing moves keep their rest pose: {}", names(&still));
        let found = Finding::good(Criterion::StillJoints, subject(character), message);
        return (!still.is_empty()).then_some(found.of(still.len() as f64, "joints"));
    }
    let message = format!(
        "joints that follow no joint of the skeleton keep their rest pose: {}; no joint follows the skeleton's {}",
        names(&open),
        listed(&map.lost.iter().map(|&s| source.tree.names[s].as_str()).collect::<Vec<_>>())
    );
    let found = Finding::warning(Criterion::StillJoints, subject(character), message);
    // Which belong together nobody knows here: names and anatomy have been tried.
    Some(
        found
            .of(open.len() as f64, "joints")
            .remedy("Where one should follow another, write joints = { SKELETON-JOINT = \"MESH-JOINT\" }."),
    )
}

/// What is odd about its legs and its pose.
pub(super) fn body(binding: &Binding, character: &Character) -> Vec<Finding> {
    let body = character.body();
    let mut findings = Vec::new();
    if binding.hind().count() < 2 {
        // Half a body has none to name.
        findings.push(match binding.map.open(body).next() {
            Some(_) => {
                let message = "its legs are unknown, so no foot is planted and the hips travel as they do";
                let found = Finding::warning(Criterion::UnknownLegs, subject(character), message);
                found.remedy("Name hips, knees and ankles of both sides in joints = { … }.")
            }
            None => {
                let message = "it has no legs, so no foot is planted and the hips travel as they do";
                Finding::new(Criterion::UnknownLegs, Verdict::Note, subject(character), message)
            }
        });
    }
    if binding.on_fours {
        let message = "it has four legs: each foreleg steps as the diagonally opposite leg";
        findings.push(Finding::warning(Criterion::FourLegs, subject(character), message));
    }
    if body.was_lying {
        let message = "it lies down in its file, so it is turned upright";
        let found = Finding::warning(Criterion::LiesDown, subject(character), message);
        findings.push(found.remedy("Save it with Y up, as glTF demands; in Blender, tick +Y Up."));
    }
    if body.was_exchanged {
        let message =
            "its feet point back by the names of its joints: what they call left is taken for right";
        findings.push(Finding::warning(Criterion::SidesExchanged, subject(character), message));
    }
    findings
}

/// What is missing for a joint to carry the body: of the skeleton, of the mesh, or both.
pub(super) fn no_hips(none: &NoHips, own: &[&str], meshs: &[&str]) -> String {
    let guess = |names: &[&str], known: Option<usize>| {
        names.get(known.unwrap_or(0)).map_or("…", |name| *name).to_owned()
    };
    let asked: Vec<String> = [(own, none.source, "the skeleton's"), (meshs, none.target, "its")]
        .into_iter()
        .filter(|(_, known, _)| known.is_none())
        .map(|(names, _, whose)| format!("{whose} joints ({})", listed(names)))
        .collect();
    format!(
        "none of {} is recognisable as the hips, which carry the body; name them: joints = {{ {} = {:?} }}",
        asked.join(" and of "),
        key(&guess(own, none.source)),
        guess(meshs, none.target)
    )
}

fn subject(character: &Character) -> Subject {
    Subject::Mesh(character.figure().source.file.clone())
}
