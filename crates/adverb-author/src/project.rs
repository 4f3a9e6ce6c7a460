//! The project file, `adverb.toml`: what a person writes (docs/project-file.md).
//!
//! Loading reads the file, imports every recording it names, makes one skeleton whose reference orientations are the means
//! over all recordings, and builds the motions. Errors show the line and what to write instead.

mod bodies;
mod builder;
mod character;
mod conform;
mod credits;
pub(crate) mod document;
mod edit;
mod expression;
mod files;
mod folder;
mod form;
mod goal;
mod graph;
mod measure;
mod settings;
mod shape;
mod space;
mod standing;
mod verb;

pub use conform::{Brought, as_own};
pub use credits::{Credit, Credits, copyright};
pub use edit::{Edit, FileMotion};
pub use files::Recorded;
pub use folder::Folder;
pub use graph::NamedGraph;
pub use space::{NamedSpace, SpaceKind, kernel_name, spaces};
pub use standing::{ProjectBody, import_options};

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use adverb::Skeleton;

use crate::character::Drawn;
use crate::clip::{Clip, ClipJoint, Source, Transform};
use crate::error::Error;
use crate::figure;
use crate::finding::{Criterion, Finding, Place, Subject, Verdict};
use crate::import;
use crate::motion::Motion;
use crate::retarget::{Target, good_frames};
use crate::rig::{self, Extract};
use crate::verb::{Built, Definition};
use bodies::{Body, Said};
use builder::Builder;
use conform::{Base, Fit, by_names};
use document::Document;
use files::Files;
use form::Meshes;
use settings::{Settings, sides};

/// A loaded project.
#[derive(Debug, Clone)]
pub struct Project {
    /// `[project] name`.
    pub name: String,
    /// The skeleton of all recordings.
    pub skeleton: Arc<Skeleton>,
    /// Motions by name.
    pub motions: BTreeMap<String, Arc<Motion>>,
    /// The spaces of its verbs and shapes, not solved.
    pub spaces: Vec<NamedSpace>,
    /// Its verbs, in the order of their spaces, then the motions that a graph or a gesture names. Without any, every motion is a verb of
    /// one example.
    pub verbs: Vec<Definition>,
    /// Its graphs over these verbs, in the order of the file.
    pub graphs: Vec<NamedGraph>,
    /// Its shapes, in the order of the file.
    pub shapes: Vec<crate::shape::Definition>,
    /// Whose work its files are, as far as the project says.
    pub credits: Credits,
    /// The mesh to draw, if the project names one.
    pub character: Option<Drawn>,
    /// The skeleton's file; exports use its unit and axes.
    pub source: Source,
    /// How each recording was brought to the skeleton.
    pub brought: Vec<Brought>,
    /// Warnings about its files and its text.
    pub warnings: Vec<Finding>,
}

/// A cycle whose ends are farther apart than this shows it.
const WIDE_GAP_M: f64 = 0.06;

impl Project {
    /// Loads a project from the text of its file. `folder` opens the files named in it.
    pub fn load(file: &str, text: &str, folder: &mut dyn Folder) -> Result<Self, Error> {
        let doc = Document { file, text };
        let table = doc.project()?;
        let section = |name: &str| table.get(name).map(|v| doc.table(v, &format!("[{name}]"))).transpose();
        let settings = Settings::read(&doc, section("project")?)?;
        let entries = match section("motions")? {
            Some(motions) => expression::motions(&doc, motions)?,
            None => BTreeMap::new(),
        };
        let mut meshes = Meshes::reading(&mut *folder);
        let spaces = space::read_all(&doc, &table, &mut meshes)?;
        let meshes = meshes.files;
        let verb_entries = verb::read(&doc, &table)?;
        let verb_spaces: Vec<&NamedSpace> = spaces.iter().filter(|s| s.kind == SpaceKind::Verb).collect();
        let mut made: expression::Made =
            entries.iter().map(|(n, e)| (n.as_str(), e.expression.parts())).collect();
        for space in &verb_spaces {
            // Of a motion and a verb of one name, parts mean the motion.
            made.entry(&space.name).or_insert_with(|| space.contents.iter().collect());
        }
        let examples = verb_spaces.iter().flat_map(|space| &space.contents);
        expression::check_parts(&doc, &made, examples)?;
        let order = expression::in_order_of_making(&doc, &made)?;
        let (graphs, gestures) = (graph::graphs(&doc, &table)?, graph::gestures(&doc, &table)?);
        let names: BTreeSet<&str> = made.keys().copied().collect();
        graph::check_names(&doc, &graphs, &gestures, &names)?;
        let mut files = Files::new(&doc, settings.options.clone(), section("files")?, folder);
        files.import_all(&settings, &entries)?;
        let shapes_alone =
            || (entries.is_empty() && table.contains_key("shapes")).then(|| Base::of(&one_joint()));
        let Some(base) = files.base(&settings, &entries).map(Base::of).or_else(shapes_alone) else {
            let remedy = "write [project] with skeleton = \"file.bvh\", or a motion with file = \"file.bvh\""
                .to_string();
            return Err(doc.error(0..0, "there is nothing to take a skeleton from".into(), remedy));
        };
        let sides = sides(&doc, section("sides")?, &base.clip)?;
        let (mut warnings, mut brought, mut others) = (Vec::new(), Vec::new(), Vec::new());
        let ranges = files.ranges(&entries)?;
        let mut told: Vec<(&str, Finding)> = Vec::new();
        for (recorded, clip) in &mut files.clips {
            // Bad frames are no matter where no motion uses them.
            let outliers = figure::leading_outliers(clip);
            let used = |frame| ranges.iter().any(|(own, frames)| *own == recorded && frames.contains(&frame));
            clip.source.warnings.retain(|own| own.criterion != Criterion::JointJumps);
            if (0..outliers).any(used) {
                let warning = import::outlier_warning(clip.source.subject(), outliers);
                clip.source.warnings.extend(warning);
            }
            // One warning about a file is enough, however many of its animations are read.
            let is_new = |own: &Finding| {
                !told.iter().any(|(file, found)| *file == recorded.file && own.says_the_same(found))
            };
            clip.source.warnings.retain(is_new);
            told.extend(clip.source.warnings.iter().map(|own| (recorded.file.as_str(), own.clone())));
            let jumps = import::jump_warnings(clip, &used);
            clip.source.warnings.extend(jumps);
            let is_motion = ranges.iter().any(|(own, _)| *own == recorded);
            let choices = clip.source.assumptions.iter().filter(|own| is_open_choice(own) && is_motion);
            warnings.extend(choices.map(|own| own.clone().remedy("Write animation = \"NAME\" for another.")));
            warnings.extend(clip.source.warnings.iter().cloned());
            let said = bodies::said(&doc, section("files")?, &recorded.file)?;
            match Fit::of(clip, &base) {
                Fit::Same => {}
                Fit::Named if said.joints.is_empty() => brought.push(by_names(clip, &base)),
                fit => {
                    let named = !matches!(fit, Fit::Other { named: false });
                    others.push(Other { recorded: recorded.clone(), named, said });
                }
            }
        }
        // Recordings count as a whole, and once: so the skeleton stays the same, and with it the coefficients of every verb, when keys are
        // moved or motions are named, added and taken away.
        let used: BTreeSet<&Recorded> = ranges.iter().map(|(recorded, _)| *recorded).collect();
        brought.extend(put_on(&mut files, &base, &used, &others, &sides)?);
        warnings.extend(brought.iter().flat_map(Brought::warnings));
        let whole = |recorded: &&Recorded| {
            let clip = &files.clips[*recorded];
            Extract { clip, frames: good_frames(clip) }
        };
        let recordings: Vec<Extract> = used.iter().map(whole).collect();
        let skeleton = Arc::new(rig::skeleton(&base.clip, &recordings, &sides)?);
        let drawn = section("character")?;
        let character =
            drawn.map(|table| character::read(&doc, table, &skeleton, &mut *files.folder)).transpose()?;
        let mut builder = Builder {
            doc: &doc,
            files: &files,
            skeleton: skeleton.clone(),
            settings: &settings,
            verbs: verb_spaces.iter().copied().zip(&verb_entries).collect(),
            recordings: BTreeMap::new(),
            motions: BTreeMap::new(),
            verbs_as_motions: BTreeMap::new(),
            findings: Vec::new(),
        };
        builder.make_all(&entries, &order)?;
        let mut verbs = builder.definitions()?;
        warnings.append(&mut builder.findings);
        let motions = builder.motions;
        warnings.extend(motions.iter().flat_map(|(name, motion)| conflicts(name, motion)));
        warnings.extend(motions.iter().filter_map(|(name, motion)| {
            let gap_mm = 1000.0 * motion.cycle_gap_m().filter(|gap_m| *gap_m > WIDE_GAP_M)?;
            let message = format!("its ends are {gap_mm:.0} mm apart, which shows");
            let found = Finding::warning(Criterion::CycleGap, entry("motions", name), message);
            let found = found.of(gap_mm, "mm").limit(1000.0 * WIDE_GAP_M);
            Some(found.remedy("See whether it repeats at all."))
        }));
        if verbs.is_empty() {
            verbs =
                motions.iter().map(|(name, motion)| Definition::of_motion(name, motion.clone())).collect();
        }
        graph::add_motions(&mut verbs, &graphs, &gestures, &motions);
        let sources = graph::Sources {
            doc: &doc,
            skeleton: &skeleton,
            verbs: &verbs,
            entries: &verb_entries,
            gestures: &gestures,
        };
        let graphs = sources.graphs(&graphs, &mut warnings)?;
        let mut sculpted = shape::Shapes {
            doc: &doc,
            skeleton: &skeleton,
            motions: &motions,
            character: character.as_ref(),
            meshes: Meshes { files: meshes, ..Meshes::reading(files.folder) },
        };
        let shapes = sculpted.definitions(&table, &spaces, &mut warnings)?;
        let skeleton_file = base.clip.source.file.split('#').next().filter(|file| !file.is_empty());
        let mesh = character.as_ref().map(|drawn| drawn.character.figure().source.file.as_str());
        let named = credits::Named {
            entries: &entries,
            made: &made,
            packed: verb_spaces
                .iter()
                .flat_map(|space| space.contents.iter().map(|content| content.value.as_str()))
                .chain(verbs.iter().map(|verb| verb.name.as_str()))
                .collect(),
            within: skeleton_file
                .into_iter()
                .chain(sculpted.meshes.files.keys().map(String::as_str))
                .collect(),
            beside: mesh.into_iter().collect(),
        };
        let (credits, unused) = credits::read(&doc, section("files")?, &named)?;
        warnings.extend(unused);
        warnings.extend(credits.warnings());
        Ok(Self {
            name: settings.name.unwrap_or_else(|| "untitled".into()),
            skeleton,
            motions,
            spaces,
            verbs,
            graphs,
            shapes,
            credits,
            character,
            source: base.clip.source,
            brought,
            warnings,
        })
    }

    /// Builds a verb of the project. Errors show the line of its name.
    pub fn build(&self, verb: &Definition) -> Result<Built, Error> {
        let is_its = |space: &&NamedSpace| space.kind == SpaceKind::Verb && space.name == verb.name;
        let space = self.spaces.iter().find(is_its);
        crate::verb::build(verb).map_err(|error| space.map_or(error.clone(), |space| space.located(error)))
    }

    /// Builds a shape of the project. Errors show the line of its name.
    pub fn build_shape(&self, shape: &crate::shape::Definition) -> Result<crate::shape::Built, Error> {
        let is_its = |space: &&NamedSpace| space.kind == SpaceKind::Shape && space.name == shape.name;
        let space = self.spaces.iter().find(is_its);
        crate::shape::build(shape).map_err(|error| space.map_or(error.clone(), |space| space.located(error)))
    }
}

/// A recording of another body.
struct Other {
    recorded: Recorded,
    /// Whether it has the names of at least half of the skeleton's joints.
    named: bool,
    said: Said,
}

/// Puts recordings of other bodies on the project's. One whose joints nobody recognises, but that has the skeleton's names, goes by those.
fn put_on(
    files: &mut Files,
    base: &Base,
    used: &BTreeSet<&Recorded>,
    others: &[Other],
    sides: &[(String, String)],
) -> Result<Vec<Brought>, Error> {
    if others.is_empty() {
        return Ok(Vec::new());
    }
    let is_other = |recorded: &Recorded| others.iter().any(|other| other.recorded == *recorded);
    let mut own: Vec<&Clip> = (used.iter())
        .filter(|recorded| !is_other(recorded))
        .map(|recorded| &files.clips[*recorded])
        .collect();
    if own.is_empty() {
        own.extend(files.clips.values().filter(|clip| clip.joints == base.clip.joints));
    }
    let own: Vec<(&Clip, Range<usize>)> = own.into_iter().map(|clip| (clip, good_frames(clip))).collect();
    let target = Target::of(&base.clip, &own, sides)?;
    let bodies =
        Body::all(others.iter().map(|other| (&other.recorded, &files.clips[&other.recorded], &other.said)));
    let (mut put, mut named) = (BTreeMap::new(), Vec::new());
    for body in bodies {
        let is_named = |recorded: &Recorded| {
            others
                .iter()
                .any(|other| other.named && other.said.joints.is_empty() && other.recorded == *recorded)
        };
        match body.put_on(&target) {
            Ok(own) => put.extend(own),
            Err(_) if body.clips.iter().all(|(recorded, ..)| is_named(recorded)) => {
                named.extend(body.clips.iter().map(|(recorded, ..)| (*recorded).clone()));
            }
            Err(problem) => return Err(problem),
        }
    }
    let mut brought: Vec<Brought> = Vec::new();
    for recorded in &named {
        brought.extend(files.clips.get_mut(recorded).map(|clip| by_names(clip, base)));
    }
    for (recorded, put) in put {
        files.stretches.insert(recorded.clone(), put.stretched);
        files.clips.insert(recorded, put.clip);
        brought.push(put.brought);
    }
    Ok(brought)
}

/// Whether one of several animations was read because none was named.
fn is_open_choice(assumption: &Finding) -> bool {
    assumption.criterion == Criterion::Animation && assumption.verdict == Verdict::Note
}

/// The warnings about joints that two motions of a composition require.
fn conflicts<'a>(name: &'a str, motion: &'a Motion) -> impl Iterator<Item = Finding> + 'a {
    motion.conflicts().iter().map(move |conflict| {
        let joint = &motion.skeleton().joint(conflict.joint).name;
        let [from, to] = conflict.during.map(|t| t.0);
        let [first, second] = conflict.parts.map(|part| part + 1);
        let message = format!(
            "motions {first} and {second} both require {joint:?} from {from:.2} to {to:.2} s; motion {first} has it"
        );
        let place = Place { secs: Some(from), ..Place::joint(joint) };
        let found = Finding::warning(Criterion::RequiredTwice, entry("motions", name), message).at(place);
        found.remedy("Select it as \"defined\" in one of them.")
    })
}

/// A table of the file, as the subject of a finding.
fn entry(section: &str, name: &str) -> Subject {
    Subject::Entry(format!("{section}.{name}"))
}

/// The skeleton of a project that has only shapes: one joint at the origin.
fn one_joint() -> Clip {
    let rest = Transform::IDENTITY;
    let root = ClipJoint { name: "Root".into(), parent: None, rest, end: false };
    Clip { joints: vec![root], fps: 30.0, locals: vec![rest], source: Source::made("") }
}
