//! Recordings brought to the project's skeleton: its joints, by name, and its bones. Those of other bodies are put on it (`bodies`).

use adverb::body::{Part, Side};

use crate::clip::{Clip, Transform};
use crate::finding::{Criterion, Finding, Subject};
use crate::names::{key, listed};

/// Bones whose lengths differ by more than this share are reported.
const BONE_SHARE: f64 = 0.01;

/// How a recording was brought to the project's skeleton.
#[derive(Debug, Clone, PartialEq)]
pub struct Brought {
    /// The recording.
    pub file: String,
    /// Joints with other names: its own name, and the skeleton's.
    pub renamed: Vec<[String; 2]>,
    /// Missing joints, which stay at rest.
    pub lacking: Vec<String>,
    /// Bones of other lengths: the joint, and how much longer the bone is than the skeleton's, in metres.
    pub bones: Vec<(String, f64)>,
    /// The factor of its travel.
    pub scale: f64,
    /// It is of another body: joints follow each other by what they are for.
    pub other_body: bool,
    /// Joints of its limbs that the skeleton has no use for.
    pub unused: Vec<String>,
    /// All of its joints that none follows.
    pub unfollowed: Vec<String>,
}

impl Brought {
    pub(super) fn of(file: &str) -> Self {
        Self {
            file: file.into(),
            renamed: vec![],
            lacking: vec![],
            bones: vec![],
            scale: 1.0,
            other_body: false,
            unused: vec![],
            unfollowed: vec![],
        }
    }

    /// The findings about it.
    pub(super) fn warnings(&self) -> impl Iterator<Item = Finding> {
        let Self { file, lacking, bones, scale, unused, .. } = self;
        let repaired =
            |criterion, message| Finding::repaired(criterion, Subject::Recording(file.clone()), message);
        let lacks = (!lacking.is_empty()).then(|| {
            let message = format!("missing joints of the skeleton, kept at rest: {}", lacking.join(", "));
            let found = match self.other_body {
                // A limb that nothing moves shows.
                true => Finding::warning(Criterion::MissingJoints, Subject::Recording(file.clone()), message)
                    .remedy(self.line_to_write("Say what they follow", &lacking[0], "…")),
                false => repaired(Criterion::MissingJoints, message),
            };
            found.of(lacking.len() as f64, "joints")
        });
        let other = (!bones.is_empty()).then(|| {
            let names: Vec<&str> = bones.iter().map(|(joint, _)| joint.as_str()).collect();
            let message = format!(
                "another body: bones are the skeleton's ({}), and travel is scaled by {scale:.3}",
                names.join(", ")
            );
            repaired(Criterion::TravelScaled, message).of((1000.0 * scale).round() / 1000.0, "")
        });
        let put = self.other_body.then(|| {
            let message = format!(
                "another body: joints are matched by what they are for, and travel is scaled by {scale:.3}"
            );
            repaired(Criterion::OtherBody, message).of((1000.0 * scale).round() / 1000.0, "")
        });
        let lost = (!unused.is_empty()).then(|| {
            let message = format!("no joint of the skeleton follows {}", unused.join(", "));
            let subject = Subject::Recording(file.clone());
            Finding::warning(Criterion::UnusedJoints, subject, message)
                .of(unused.len() as f64, "joints")
                .remedy(self.line_to_write("Say which should", "SKELETON-JOINT", &unused[0]))
        });
        lacks.into_iter().chain(other).chain(put).chain(lost)
    }

    /// The line of the project that pairs joints, and the recording's joints that have no partner yet.
    fn line_to_write(&self, what: &str, own: &str, its: &str) -> String {
        let free: Vec<&str> = self.unfollowed.iter().map(String::as_str).collect();
        let free = match free.is_empty() {
            true => String::new(),
            false => format!(" Free are its {}.", listed(&free)),
        };
        let file = self.file.split('#').next().unwrap_or(&self.file);
        format!(
            "{what}: [files.{file:?}] joints = {{ {} = {its:?}, … }}.{free} `adverb inspect FILE --onto PROJECT -o guess.png` draws them.",
            key(own)
        )
    }
}

/// The clip whose joints the project's skeleton has, without its frames.
pub(super) struct Base {
    pub(super) clip: Clip,
    /// Its bones as its frames have them, where it has frames.
    bones: Vec<Transform>,
    /// Which of those keep their lengths.
    rigid: Vec<bool>,
}

impl Base {
    pub(super) fn of(clip: &Clip) -> Self {
        let bones = if clip.frame_count() > 0 { clip.frame(0).to_vec() } else { clip.rest() };
        let rigid = (0..clip.joints.len()).map(|j| is_rigid(clip, j, &bones[j])).collect();
        let (joints, source) = (clip.joints.clone(), clip.source.clone());
        Self { clip: Clip { joints, fps: clip.fps, locals: Vec::new(), source }, bones, rigid }
    }
}

/// Whether a joint keeps its place below its parent.
fn is_rigid(clip: &Clip, j: usize, from: &Transform) -> bool {
    (0..clip.frame_count()).all(|f| clip.frame(f)[j].translation.distance(from.translation) <= 1e-4)
}

/// How the joints of a recording compare with the skeleton's.
pub(super) enum Fit {
    /// They are the same.
    Same,
    /// At least half of the skeleton's are in it, by name, with the same bones in the same axes.
    Named,
    /// It is of another body; whether at least half of the skeleton's joints are in it, by name.
    Other { named: bool },
}

impl Fit {
    pub(super) fn of(clip: &Clip, to: &Base) -> Self {
        let base = &to.clip;
        if clip.joints == base.joints {
            return Self::Same;
        }
        let map = clip.joints_named(base.joints.iter().map(|j| j.name.as_str()));
        let joints = || base.joints.iter().zip(&map).filter(|(joint, _)| !joint.end);
        let (all, found) = (joints().count(), joints().filter(|(_, source)| source.is_some()).count());
        let named = 2 * found >= all;
        // Hips carry the body: without them it would stay where it is.
        let hips = base.roles().joint(Part::Hips, None);
        if hips.is_some_and(|hips| map[hips].is_none()) {
            return Self::Other { named: false };
        }
        let is_named = named && !is_called_otherwise(clip, base, &map) && same_bones(clip, to, &map);
        if is_named { Self::Named } else { Self::Other { named } }
    }
}

/// A recording as one of a body's own, if it has that body's joints: the same, or by name with the same bones in the same axes. So nobody
/// needs to find out what its joints are for.
#[must_use]
pub fn as_own(clip: &Clip, body: &Clip) -> Option<Clip> {
    let base = Base::of(body);
    let mut own = clip.clone();
    match Fit::of(clip, &base) {
        Fit::Same => {}
        Fit::Named => drop(by_names(&mut own, &base)),
        Fit::Other { .. } => return None,
    }
    Some(own)
}

/// Whether a limb of the skeleton that names do not find is in a recording under another name.
fn is_called_otherwise(clip: &Clip, base: &Clip, map: &[Option<usize>]) -> bool {
    let limbs = [Part::UpLeg, Part::Knee, Part::Foot, Part::Arm, Part::Elbow, Part::Hand];
    let (own, its) = (base.roles(), clip.roles());
    let has = |(part, side): (Part, Side)| {
        let joint = own.joint(part, Some(side));
        joint.is_some_and(|joint| map[joint].is_none()) && its.joint(part, Some(side)).is_some()
    };
    limbs.into_iter().flat_map(|part| Side::BOTH.map(|side| (part, side))).any(has)
}

/// Whether bones between joints of the same names are the same, seen from the axes of the joint above.
fn same_bones(clip: &Clip, to: &Base, map: &[Option<usize>]) -> bool {
    let own = if clip.frame_count() > 0 { clip.frame(0).to_vec() } else { clip.rest() };
    (0..map.len()).all(|j| {
        let (Some(source), Some(parent)) = (map[j], to.clip.joints[j].parent) else { return true };
        // What hangs from another joint is compared where both have what lies between, or not at all.
        if clip.joints[source].parent != map[parent] || !to.rigid[j] || !is_rigid(clip, source, &own[source])
        {
            return true;
        }
        let (a, b) = (own[source].translation, to.bones[j].translation);
        a.distance(b) <= BONE_SHARE * a.length().max(b.length()).max(0.01)
    })
}

/// Rewrites `clip` with exactly the joints of the skeleton, by name, in their order, and the lengths of its bones. Joints that only it
/// has are left out, keeping what they did to those below them; joints that it lacks stand in their rest pose. The travel of a
/// larger or smaller body is scaled with it.
pub(super) fn by_names(clip: &mut Clip, to: &Base) -> Brought {
    let mut brought = Brought::of(&clip.source.file);
    let base = &to.clip;
    let map = clip.joints_named(base.joints.iter().map(|j| j.name.as_str()));
    let joints = || base.joints.iter().zip(&map).filter(|(joint, _)| !joint.end);
    for (joint, source) in joints() {
        match source.map(|j| &clip.joints[j].name) {
            None => brought.lacking.push(joint.name.clone()),
            Some(own) if *own != joint.name => brought.renamed.push([own.clone(), joint.name.clone()]),
            Some(_) => {}
        }
    }
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
    take_lengths(clip, to, &mut brought);
    brought
}

/// Bones that keep their length over the clip get the skeleton's; what travels is scaled by how the bones compare.
fn take_lengths(clip: &mut Clip, to: &Base, brought: &mut Brought) {
    let Base { clip: base, bones: lengths, rigid } = to;
    let (n, frames) = (base.joints.len(), clip.frame_count());
    let Some(first) = (frames > 0).then(|| clip.frame(0).to_vec()) else { return };
    let is_bone = |j: usize| base.joints[j].parent.is_some() && rigid[j] && is_rigid(clip, j, &first[j]);
    let bone: Vec<bool> = (0..n).map(is_bone).collect();
    // Hips are as high as legs are long.
    let leg: Vec<usize> = leg(base, lengths).into_iter().filter(|&j| bone[j]).collect();
    let length = |of: &[Transform]| leg.iter().map(|&j| of[j].translation.length()).sum::<f64>();
    let (own, wanted) = (length(&first), length(lengths));
    let scale = if own > 0.0 && wanted > 0.0 { wanted / own } else { 1.0 };
    for j in (0..n).filter(|&j| bone[j] && !base.joints[j].end) {
        let [own, wanted] = [&first, lengths].map(|of| of[j].translation.length());
        if is_other_bone(own, wanted) {
            brought.bones.push((base.joints[j].name.clone(), own - wanted));
        }
    }
    brought.scale = scale;
    for (i, local) in clip.locals.iter_mut().enumerate() {
        let j = i % n;
        local.translation = if bone[j] { lengths[j].translation } else { local.translation * scale };
    }
}

/// Whether two lengths are of different bones.
pub(super) fn is_other_bone(own_m: f64, wanted_m: f64) -> bool {
    (own_m - wanted_m).abs() > BONE_SHARE * own_m.max(wanted_m).max(0.01)
}

/// The joints from the lowest of a pose up.
fn leg(base: &Clip, pose: &[Transform]) -> Vec<usize> {
    let world = base.world(pose);
    let height = |j: &usize| world[*j].translation.y;
    let lowest = (0..world.len()).min_by(|a, b| height(a).total_cmp(&height(b)));
    std::iter::successors(lowest, |&j| base.joints[j].parent).collect()
}
