//! Builds the file's motions and verbs, each after its parts.

use std::collections::BTreeMap;
use std::sync::Arc;

use adverb::{AnimationTime, CanonicalTime, Placement, Skeleton};

use super::document::Document;
use super::expression::{At, Entry, Expression, Holds, HowToCycle, Travel};
use super::files::{Files, Recorded};
use super::measure::MeasureEntry;
use super::verb::VerbEntry;
use super::{NamedSpace, Settings};
use crate::error::Error;
use crate::finding::{Criterion, Finding, Verdict};
use crate::fit::Tolerance;
use crate::motion::{self, Motion, Recording, Search};
use crate::names::suggestion;
use crate::travel;
use crate::verb::{self, Definition};

/// Makes motions out of expressions.
pub(super) struct Builder<'a, 'd, 'r> {
    pub(super) doc: &'a Document<'d>,
    pub(super) files: &'a Files<'a, 'd, 'r>,
    pub(super) skeleton: Arc<Skeleton>,
    pub(super) settings: &'a Settings,
    /// The verbs of the file.
    pub(super) verbs: Vec<(&'a NamedSpace, &'a VerbEntry)>,
    pub(super) recordings: BTreeMap<(Recorded, Travel), Arc<Recording>>,
    pub(super) motions: BTreeMap<String, Arc<Motion>>,
    /// Verbs that motions are made of, each at the defaults of its knobs.
    pub(super) verbs_as_motions: BTreeMap<String, Arc<Motion>>,
    /// What was assumed about recordings.
    pub(super) findings: Vec<Finding>,
}

impl Builder<'_, '_, '_> {
    /// Every motion, and every verb that one is made of, in an order in which what they are made of comes first.
    pub(super) fn make_all(
        &mut self,
        entries: &BTreeMap<String, Entry>,
        order: &[String],
    ) -> Result<(), Error> {
        let of_motions = entries.values().flat_map(|entry| entry.expression.parts());
        let of_verbs = self.verbs.iter().flat_map(|(space, _)| &space.contents);
        let parts: Vec<&At<String>> = of_motions.chain(of_verbs).collect();
        for name in order {
            if let Some(entry) = entries.get(name) {
                let motion = self.constrained(entry).map_err(|e| self.doc.located(entry.blame.clone(), e))?;
                self.motions.insert(name.clone(), Arc::new(motion));
            } else if let Some(part) = parts.iter().find(|part| part.value == *name) {
                let motion = self.verb(name, &[]).map_err(|e| self.doc.located(part.span.clone(), e))?;
                self.verbs_as_motions.insert(name.clone(), Arc::new(motion));
            }
        }
        Ok(())
    }

    /// The verbs of the file, not built.
    pub(super) fn definitions(&self) -> Result<Vec<Definition>, Error> {
        self.verbs.iter().map(|(space, entry)| self.definition(space, entry)).collect()
    }

    fn definition(&self, space: &NamedSpace, entry: &VerbEntry) -> Result<Definition, Error> {
        let is_image = |i: usize| space.space.symmetry.as_ref().is_some_and(|symmetry| symmetry.is_image(i));
        let motion = |(i, content): (usize, &At<String>)| match is_image(i) {
            true => Arc::new(motion::mirror(self.part(content))),
            false => self.part(content),
        };
        let motions: Vec<Arc<Motion>> = space.contents.iter().enumerate().map(motion).collect();
        let found = |measure: &Option<MeasureEntry>| match (measure, motions.first()) {
            (Some(measure), Some(motion)) => measure.found(self.doc, &self.skeleton, motion).map(Some),
            _ => Ok(None),
        };
        Ok(Definition {
            name: space.name.clone(),
            space: space.space.clone(),
            measures: space.measures.iter().map(found).collect::<Result<_, Error>>()?,
            motions,
            cycle: entry.cycle,
            rates: entry.rates.clone(),
            keeps: entry.keeps(self.doc, &self.skeleton)?,
            goals: entry.goals(self.doc, &self.skeleton)?,
            control_points: entry.control_points,
            variations: entry.variations,
            clear_hands: entry.clear_hands,
            ranges: self.settings.ranges,
        })
    }

    /// A motion by name, or a verb as one.
    fn part(&self, name: &At<String>) -> Arc<Motion> {
        self.motions.get(&name.value).unwrap_or_else(|| &self.verbs_as_motions[&name.value]).clone()
    }

    /// A verb at a point; adverbs that it does not name are at their defaults.
    fn verb(&self, name: &str, at: &[(At<String>, f64)]) -> Result<Motion, Error> {
        let found = self.verbs.iter().find(|(space, _)| space.name == name);
        let Some((space, entry)) = found else {
            return Err(Error::Motion { problem: format!("{name:?} is a motion, not a verb") });
        };
        let definition = self.definition(space, entry)?;
        let fps = definition.motions.first().map_or(60.0, |example| example.fps());
        let verb = Arc::new(verb::build(&definition)?.verb);
        let mut point: Vec<f32> = verb.default_point().collect();
        let names: Vec<&str> = verb.adverbs().iter().map(|adverb| adverb.name.as_str()).collect();
        for (adverb, value) in at {
            let Some(axis) = names.iter().position(|name| *name == adverb.value) else {
                let problem = format!("{name:?} has no adverb named {:?}", adverb.value);
                return Err(self.doc.error(adverb.span.clone(), problem, suggestion(&adverb.value, &names)));
            };
            point[axis] = *value as f32;
        }
        motion::verb(verb, &point, fps)
    }

    /// A recording on the skeleton, once for all motions that are parts of it.
    fn recording(&mut self, recorded: &Recorded, travel: Travel) -> Result<Arc<Recording>, Error> {
        let key = (recorded.clone(), travel);
        if let Some(recording) = self.recordings.get(&key) {
            return Ok(recording.clone());
        }
        let clip = &self.files.clips[recorded];
        let mut recording = Recording::raw(&self.skeleton, clip)?;
        match travel {
            Travel::AsRecorded => {}
            Travel::FromFeet => recording = travel::from_feet(&self.skeleton, &recording)?,
            Travel::Found => {
                if let Some((going, speed)) = travel::of_one_in_place(&self.skeleton, &recording)? {
                    let message = format!(
                        "it walks in place; it travels as its feet tell, at {speed:.2} m/s on average"
                    );
                    let subject = clip.source.subject();
                    let found = Finding::new(Criterion::InPlace, Verdict::Note, subject, message);
                    let remedy = "Write travel = \"as-recorded\" to keep it in place.";
                    self.findings.push(found.of(speed, "m/s").remedy(remedy));
                    recording = going;
                }
            }
        }
        if self.settings.fitted {
            recording = recording.fitted(&self.skeleton, Tolerance::of);
        }
        let recording = Arc::new(recording);
        self.recordings.insert(key, recording.clone());
        Ok(recording)
    }

    /// A motion with the constraints that it was given.
    fn constrained(&mut self, entry: &Entry) -> Result<Motion, Error> {
        let motion = self.one(entry)?;
        match &entry.constraints {
            Some(Holds::Found) if !matches!(entry.expression, Expression::Transition { .. }) => {
                let found = motion::standing(&motion);
                Ok(motion.with_constraints(found))
            }
            Some(Holds::Found) | None => Ok(motion),
            Some(Holds::These(goals)) => {
                let mut all = Vec::new();
                for goal in goals {
                    all.extend(goal.of_motion(self.doc, &self.skeleton)?.constraints(&motion));
                }
                Ok(motion.with_constraints(all))
            }
        }
    }

    fn one(&mut self, entry: &Entry) -> Result<Motion, Error> {
        match &entry.expression {
            Expression::File { recorded, range, .. } => {
                let keys = self.files.keys(recorded, range)?;
                let recording = self.recording(recorded, entry.travel)?;
                let motion = motion::basic(self.skeleton.clone(), recording, &keys, Vec::new())?;
                Ok(motion.with_time_map(self.settings.time_map))
            }
            Expression::Mirror(of) => Ok(motion::mirror(self.part(of))),
            Expression::Clip { of, from, to } => {
                motion::clip(self.part(of), CanonicalTime(*from), CanonicalTime(*to))
            }
            Expression::Affine { of, stretch, start } => {
                motion::affine(self.part(of), AnimationTime(*start), *stretch)
            }
            Expression::Cycle { of, how } => {
                let search = match how {
                    HowToCycle::Overlap(share) => return motion::cycle_through(self.part(of), *share),
                    HowToCycle::Seam(None) => Search::Default,
                    HowToCycle::Seam(Some(secs)) if *secs > 0.0 => Search::Near(*secs),
                    HowToCycle::Seam(Some(_)) => Search::Exact,
                };
                motion::cycle(self.part(of), search)
            }
            Expression::Concatenate { parts, place } => {
                let at = place.map(|[x, z, heading_deg]| Placement {
                    x: x as f32,
                    z: z as f32,
                    heading: heading_deg.to_radians() as f32,
                });
                motion::concatenation_at(parts.iter().map(|part| self.part(part)).collect(), at)
            }
            Expression::Warp { of, pace } => motion::warp(self.part(of), pace.clone()),
            Expression::Compose(parts) => {
                motion::composition(parts.iter().map(|part| self.part(part)).collect())
            }
            Expression::Select { of, usage } => {
                motion::selection(self.part(of), usage.claims(self.doc, &self.skeleton)?)
            }
            Expression::Transition { ends: [from, to], regions, blend } => {
                let regions = regions.map(|region| region.map(CanonicalTime));
                let ends = [self.part(from), self.part(to)];
                match &entry.constraints {
                    // Whoever says what holds has the path as the velocities make it.
                    Some(Holds::These(_)) => motion::transition(ends, regions, blend.clone()),
                    Some(Holds::Found) | None => motion::bridge(ends, regions, blend.clone()),
                }
            }
            Expression::Verb { of, at } => self.verb(&of.value, at),
        }
    }
}
