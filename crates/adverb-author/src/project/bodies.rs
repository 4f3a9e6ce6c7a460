//! Recordings of other bodies, put on the project's skeleton ([`crate::retarget`]).
//!
//! All recordings of one body are looked at together, so that it stands alike in each of them. The project's body shows how it
//! stands in the recordings that are its own; without any, in the file of its skeleton.

use std::collections::BTreeMap;

use adverb::body::{Binding, Figure};

use super::conform::{Brought, is_other_bone};
use super::document::{Document, Table};
use super::files::Recorded;
use super::graph::usage::fits;
use super::settings::{unit_m, up};
use super::space::in_order;
use crate::clip::{Clip, Up};
use crate::error::Error;
use crate::import::ImportOptions;
use crate::names::suggestion;
use crate::retarget::{self, Target};

/// How fast a recording of another body is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Tempo {
    /// In the time that it took: longer legs go faster.
    #[default]
    AsRecorded,
    /// As gravity would have it: time grows with the square root of the length of legs, and so does speed (Froude).
    Froude,
    /// At the speed that it had, in metres per second.
    SameSpeed,
}

impl Tempo {
    /// By what time is stretched on legs of this length, in lengths of the recorded ones.
    fn stretch(self, scale: f64) -> f64 {
        match self {
            Self::AsRecorded => 1.0,
            Self::Froude => scale.sqrt(),
            Self::SameSpeed => scale,
        }
    }
}

/// What the project says about a recording: `[files."karate/*.bvh"] unit = "cm", joints = { Hips = "pelvis" }, tempo = "froude"`. Of
/// several patterns that fit it the last that says something counts.
pub(super) fn said(doc: &Document, table: Option<&Table>, file: &str) -> Result<Said, Error> {
    let mut said = Said::default();
    for (key, value) in table.into_iter().flat_map(in_order).filter(|(key, _)| fits(key.get_ref(), file)) {
        let entry = doc.table(value, &format!("[files.{:?}]", key.get_ref()))?;
        if let Some(value) = entry.get("up") {
            said.up = Some(up(doc, value)?);
        }
        if let Some(value) = entry.get("unit") {
            said.unit_m = Some(unit_m(doc, value)?);
        }
        if let Some(joints) = entry.get("joints") {
            said.joints.clear();
            for (own, its) in doc.table(joints, "joints")?.iter() {
                said.joints
                    .push((own.get_ref().to_string(), doc.string(its, "a joint of the file")?.to_string()));
            }
        }
        if let Some(tempo) = entry.get("tempo") {
            said.tempo = match doc.string(tempo, "tempo")? {
                "as-recorded" => Tempo::AsRecorded,
                "froude" => Tempo::Froude,
                "same-speed" => Tempo::SameSpeed,
                other => {
                    let known = ["as-recorded", "froude", "same-speed"];
                    let problem = format!("tempo = {other:?} is not a tempo");
                    return Err(doc.error(tempo.span(), problem, suggestion(other, &known)));
                }
            };
        }
    }
    Ok(said)
}

/// What a project says about a recording.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Said {
    /// `Some(None)`: to be found, whatever `[project]` says.
    up: Option<Option<Up>>,
    unit_m: Option<Option<f64>>,
    /// Joints of the skeleton, and of the recording.
    pub(super) joints: Vec<(String, String)>,
    pub(super) tempo: Tempo,
}

impl Said {
    /// How the recording is read, where others are read like this.
    pub(super) fn over(&self, options: ImportOptions) -> ImportOptions {
        ImportOptions {
            up: self.up.unwrap_or(options.up),
            unit_m: self.unit_m.unwrap_or(options.unit_m),
            ..options
        }
    }
}

/// Recordings of one body.
pub(super) struct Body<'a> {
    pub(super) clips: Vec<(&'a Recorded, &'a Clip, &'a Said)>,
}

/// A recording on the skeleton.
pub(super) struct Put {
    pub(super) clip: Clip,
    pub(super) brought: Brought,
    pub(super) stretched: Stretched,
}

/// What became of a recording's time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stretched {
    /// How much longer it lasts.
    pub(super) by: f64,
    /// How many frames its file has.
    pub(super) frames: usize,
}

impl<'a> Body<'a> {
    /// Recordings by whose joints they have, and by what the project says of them.
    pub(super) fn all(others: impl Iterator<Item = (&'a Recorded, &'a Clip, &'a Said)>) -> Vec<Self> {
        let mut bodies: Vec<Self> = Vec::new();
        for (recorded, clip, said) in others {
            let is_its = |body: &&mut Self| {
                let (_, own, same) = body.clips[0];
                own.joints == clip.joints && same.joints == said.joints
            };
            match bodies.iter_mut().find(is_its) {
                Some(body) => body.clips.push((recorded, clip, said)),
                None => bodies.push(Self { clips: vec![(recorded, clip, said)] }),
            }
        }
        bodies
    }

    /// Puts all of them on the project's body.
    ///
    /// # Errors
    /// As [`retarget::put`].
    pub(super) fn put_on(&self, target: &Target) -> Result<BTreeMap<Recorded, Put>, Error> {
        let clips: Vec<&Clip> = self.clips.iter().map(|(_, clip, _)| *clip).collect();
        let on = retarget::put(&clips, target, &self.clips[0].2.joints)?;
        let put = |((recorded, clip, said), mut on_body): (&(&Recorded, &Clip, &Said), Clip)| {
            let stretch = said.tempo.stretch(on.binding.proportions.scale);
            // As many frames per second as before, whatever time does.
            let frames = clip.frame_count();
            on_body.stretch(stretch);
            let brought = brought(&clip.source.file, &on.binding, &on.source, &target.figure);
            (
                (*recorded).clone(),
                Put { clip: on_body, brought, stretched: Stretched { by: stretch, frames } },
            )
        };
        Ok(self.clips.iter().zip(on.clips).map(put).collect())
    }
}

/// What was done to a recording of another body; of one with the skeleton's names, which bones are others.
fn brought(file: &str, binding: &Binding, source: &Figure, target: &Figure) -> Brought {
    let name = |figure: &Figure, joint: usize| figure.tree.names[joint].clone();
    let bones: Vec<(String, f64)> = (0..target.places.len())
        .filter_map(|t| {
            let follow =
                binding.joints[t].follows.filter(|own| own.from == own.to && !target.tree.ends[t])?;
            let (own, others) = (follow.from, target.tree.parents[t]?);
            let above = source.tree.parents[own]?;
            let same = name(source, own) == name(target, t) && name(source, above) == name(target, others);
            let [own, wanted] = [
                source.places[own].distance(source.places[above]),
                target.places[t].distance(target.places[others]),
            ];
            (same && is_other_bone(own, wanted)).then(|| (name(target, t), own - wanted))
        })
        .collect();
    Brought {
        scale: binding.proportions.scale,
        other_body: bones.is_empty(),
        bones,
        lacking: binding.map.open(target).map(|joint| name(target, joint)).collect(),
        unfollowed: unfollowed(binding, source),
        unused: binding.map.lost.iter().map(|&joint| source.tree.called(joint)).collect(),
        ..Brought::of(file)
    }
}

/// The joints of the source that none of the target follows.
fn unfollowed(binding: &Binding, source: &Figure) -> Vec<String> {
    let follows = || binding.joints.iter().filter_map(|joint| joint.follows);
    let is_free = |s: &usize| !source.tree.ends[*s] && !follows().any(|own| own.from == *s || own.to == *s);
    (0..source.places.len()).filter(is_free).map(|s| source.tree.called(s)).collect()
}
