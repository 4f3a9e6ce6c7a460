//! Recordings brought to the joints of the project's skeleton, by name.

use crate::clip::{Clip, Transform};

/// A bone whose length differs by more than this share is worth a word.
const BONE_SHARE: f64 = 0.01;

/// Rewrites `clip` with exactly the joints of `base`, in their order. Joints that only it has are left out, keeping what they
/// did to those below them; joints that it lacks stand in their rest pose.
pub(super) fn conform(clip: &mut Clip, base: &Clip, warnings: &mut Vec<String>) {
    for warning in &clip.source.warnings {
        warnings.push(format!("{}: {warning}", clip.source.file));
    }
    if clip.joints == base.joints {
        return;
    }
    let by_name = clip.by_name();
    let map: Vec<Option<usize>> = base.joints.iter().map(|j| by_name.get(j.name.as_str()).copied()).collect();
    report(clip, base, &map, warnings);
    let mut locals = Vec::with_capacity(clip.frame_count() * base.joints.len());
    for f in 0..clip.frame_count() {
        let world = clip.world(clip.frame(f));
        let mut conformed: Vec<Transform> = Vec::with_capacity(base.joints.len());
        for (joint, source) in base.joints.iter().zip(&map) {
            let parent = joint.parent.map_or(Transform::IDENTITY, |p| conformed[p]);
            conformed.push(match source {
                Some(j) => world[*j],
                None => parent.compose(joint.rest),
            });
        }
        for (joint, world) in base.joints.iter().zip(&conformed) {
            let parent = joint.parent.map_or(Transform::IDENTITY, |p| conformed[p]);
            locals.push(parent.inverse().compose(*world));
        }
    }
    clip.joints = base.joints.clone();
    clip.locals = locals;
}

fn report(clip: &Clip, base: &Clip, map: &[Option<usize>], warnings: &mut Vec<String>) {
    let file = &clip.source.file;
    let missing: Vec<&str> = base
        .joints
        .iter()
        .zip(map)
        .filter(|(j, m)| m.is_none() && !j.end)
        .map(|(j, _)| j.name.as_str())
        .collect();
    if !missing.is_empty() {
        warnings.push(format!(
            "{file}: lacks joints of the skeleton, which stay at rest: {}",
            missing.join(", ")
        ));
    }
    let travels = |source: usize| {
        let first = clip.joints[source].rest.translation;
        (0..clip.frame_count()).any(|f| clip.frame(f)[source].translation.distance(first) > 1e-4)
    };
    let differs = |j: usize, source: usize| {
        let (own, other) =
            (base.joints[j].rest.translation.length(), clip.joints[source].rest.translation.length());
        (own - other).abs() > BONE_SHARE * own.max(other).max(0.01)
    };
    let bones: Vec<&str> = map
        .iter()
        .enumerate()
        .filter_map(|(j, source)| {
            source.filter(|&s| base.joints[j].parent.is_some() && differs(j, s) && !travels(s)).map(|_| j)
        })
        .map(|j| base.joints[j].name.as_str())
        .collect();
    if !bones.is_empty() {
        warnings.push(format!(
            "{file}: its bones differ from the skeleton's by more than 1 %: {}",
            bones.join(", ")
        ));
    }
}
