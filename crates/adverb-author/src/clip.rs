//! What an importer yields and an exporter writes: a hierarchy and frames of local transforms, in f64.
//!
//! A clip keeps the joints, their order and their axes as the file has them. Readers fill it in the file's own unit and
//! axes; [`crate::import`] then brings it to metres and Y up and notes in [`Source`] what that took, so that writers
//! can give the file's own conventions back.

use crate::finding::{Criterion, Finding, Subject, Verdict};
use std::collections::{HashMap, HashSet, VecDeque};

use adverb::body::Roles;
pub use adverb::body::Transform;
pub use adverb::pack::Up;
use glam::{DQuat, DVec3};

/// A joint of a clip.
#[derive(Debug, Clone, PartialEq)]
pub struct ClipJoint {
    /// As written in the file.
    pub name: String,
    /// Index of an earlier joint.
    pub parent: Option<usize>,
    /// Relative to the parent in the rest pose.
    pub rest: Transform,
    /// An end site: the tip of a bone, without channels of its own.
    pub end: bool,
}

/// What lies between the second and the third of four transforms (Catmull and Rom), or a little beyond.
fn between([before, from, to, after]: [Transform; 4], part: f64) -> Transform {
    let cubic = |[a, b, c, d]: [DVec3; 4]| {
        let (p, q) = (0.5 * (c - a), 0.5 * (d - b));
        let (s, t) = (c - b, part);
        b + t * (p + t * ((3.0 * s - 2.0 * p - q) + t * (p + q - 2.0 * s)))
    };
    let turned = |other: Transform| {
        let way = from.rotation.inverse() * other.rotation;
        if way.w < 0.0 { (-way).to_scaled_axis() } else { way.to_scaled_axis() }
    };
    let turn = cubic([turned(before), DVec3::ZERO, turned(to), turned(after)]);
    Transform {
        translation: cubic([before, from, to, after].map(|own| own.translation)),
        rotation: (from.rotation * DQuat::from_scaled_axis(turn)).normalize(),
    }
}

/// The rotation that takes a file's axes to Y up: (x, y, z) → (x, z, −y) for Z up.
#[must_use]
pub fn y_up_from(up: Up) -> DQuat {
    match up {
        Up::Y => DQuat::IDENTITY,
        Up::Z => {
            DQuat::from_xyzw(-std::f64::consts::FRAC_1_SQRT_2, 0.0, 0.0, std::f64::consts::FRAC_1_SQRT_2)
        }
    }
}

/// A file format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// Biovision hierarchy.
    Bvh,
    /// Binary glTF.
    Glb,
    /// glTF as JSON.
    Gltf,
    /// Autodesk's FBX, as text or binary.
    Fbx,
    /// Acclaim's skeleton.
    Asf,
    /// Acclaim's motion.
    Amc,
}

impl Format {
    /// Its usual file extension.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Bvh => "bvh",
            Self::Glb => "glb",
            Self::Gltf => "gltf",
            Self::Fbx => "fbx",
            Self::Asf => "asf",
            Self::Amc => "amc",
        }
    }
}

/// Metres per unit: what is beyond is a mistake.
pub(crate) const UNITS_M: std::ops::RangeInclusive<f64> = 1e-15..=1e15;

/// What a file that adverb wrote states, where its format has no place for it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Stated {
    /// Metres per unit of the file.
    pub(crate) unit_m: f64,
    /// The file's up axis.
    pub(crate) up: Up,
}

/// Where a clip came from, and what the reader assumed.
#[derive(Debug, Clone, PartialEq)]
pub struct Source {
    /// The file's name as the user gave it.
    pub file: String,
    /// Its format.
    pub format: Format,
    /// Metres per unit of the file.
    pub unit_m: f64,
    /// The file's up axis.
    pub up: Up,
    /// What was repaired or looks suspicious.
    pub warnings: Vec<Finding>,
    /// Assumptions where the format is open: unit, up axis, meaning of channels.
    pub assumptions: Vec<Finding>,
}

impl Source {
    /// The source of a clip that was made, not read.
    pub(crate) fn made(name: impl Into<String>) -> Self {
        Self {
            file: name.into(),
            format: Format::Bvh,
            unit_m: 1.0,
            up: Up::Y,
            warnings: Vec::new(),
            assumptions: Vec::new(),
        }
    }

    /// The file as the subject of a finding.
    pub(crate) fn subject(&self) -> Subject {
        Subject::Recording(self.file.clone())
    }

    /// Gives the file another name, also in all that was found in it.
    pub fn rename(&mut self, name: &str) {
        self.file = name.into();
        let subject = self.subject();
        let findings = self.warnings.iter_mut().chain(&mut self.assumptions);
        findings.for_each(|finding| finding.subject = subject.clone());
    }

    /// Adds a choice where the file is open.
    pub(crate) fn assume(&mut self, criterion: Criterion, message: impl Into<String>) {
        self.assumptions.push(Finding::new(criterion, Verdict::Note, self.subject(), message));
    }

    /// Adds a choice that the user made.
    pub(crate) fn given(&mut self, criterion: Criterion, message: impl Into<String>) {
        self.assumptions.push(Finding::good(criterion, self.subject(), message));
    }

    /// Adds a warning.
    pub(crate) fn warn(&mut self, criterion: Criterion, message: impl Into<String>, remedy: &str) {
        self.warnings.push(Finding::warning(criterion, self.subject(), message).remedy(remedy));
    }
}

/// A hierarchy and its frames.
#[derive(Debug, Clone, PartialEq)]
pub struct Clip {
    /// Parents before children.
    pub joints: Vec<ClipJoint>,
    /// Frames per second.
    pub fps: f64,
    /// Local transforms, one per joint and frame, frame after frame.
    pub locals: Vec<Transform>,
    /// Where it came from.
    pub source: Source,
}

impl Clip {
    /// The number of frames.
    pub fn frame_count(&self) -> usize {
        self.locals.len().checked_div(self.joints.len()).unwrap_or(0)
    }

    /// The local transforms of a frame.
    pub fn frame(&self, frame: usize) -> &[Transform] {
        let n = self.joints.len();
        &self.locals[frame * n..(frame + 1) * n]
    }

    /// Drops frames at the start.
    pub fn skip(&mut self, frames: usize) {
        self.locals.drain(..(frames * self.joints.len()).min(self.locals.len()));
    }

    /// From the first frame to the last.
    pub fn duration_secs(&self) -> f64 {
        self.frame_count().saturating_sub(1) as f64 / self.fps
    }

    /// `world_from_joint` of all joints, for the local transforms of a frame or of the rest pose.
    pub fn world(&self, locals: &[Transform]) -> Vec<Transform> {
        let mut world: Vec<Transform> = Vec::with_capacity(locals.len());
        for (joint, local) in self.joints.iter().zip(locals) {
            world.push(match joint.parent {
                Some(parent) => world[parent].compose(*local),
                None => *local,
            });
        }
        world
    }

    /// `world_from_joint` of one joint.
    pub fn world_of(&self, locals: &[Transform], joint: usize) -> Transform {
        let mut world = locals[joint];
        let mut next = self.joints[joint].parent;
        while let Some(parent) = next {
            world = locals[parent].compose(world);
            next = self.joints[parent].parent;
        }
        world
    }

    /// The local transforms of the rest pose.
    pub fn rest(&self) -> Vec<Transform> {
        self.joints.iter().map(|j| j.rest).collect()
    }

    /// The roles of its joints, end sites aside.
    pub fn roles(&self) -> Roles {
        Roles::by_name(self.joints.iter().map(|joint| if joint.end { "" } else { &joint.name }))
    }

    /// Makes it last so many times as long, at the same frames per second: what was between two frames is found by a cubic through four.
    /// The last frame lies at its end, or less than a frame beyond.
    pub(crate) fn stretch(&mut self, by: f64) {
        let (n, frames) = (self.joints.len(), self.frame_count());
        if frames < 2 || (by - 1.0).abs() < 1e-12 {
            return;
        }
        let last = frames - 1;
        let count = (last as f64 * by - 1e-9).ceil() as usize + 1;
        let mut locals = Vec::with_capacity(count * n);
        for k in 0..count {
            let at = k as f64 / by;
            let from = (at.floor() as usize).min(last - 1);
            let around = [from.saturating_sub(1), from, from + 1, (from + 2).min(last)];
            let frame = around.map(|frame| self.frame(frame));
            locals.extend((0..n).map(|j| between(frame.map(|locals| locals[j]), at - from as f64)));
        }
        self.locals = locals;
    }

    /// The children of every joint.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.joints.len()];
        for (j, joint) in self.joints.iter().enumerate() {
            if let Some(parent) = joint.parent {
                children[parent].push(j);
            }
        }
        children
    }

    /// The joint with each of these names. If there is none, a joint whose name differs only in its namespace (`mixamorig:Hips`), or
    /// else only in case and punctuation (`left_hand` for `LeftHand`).
    /// Joints with the same name are taken in order, one per request.
    pub fn joints_named<'a>(&self, names: impl Iterator<Item = &'a str>) -> Vec<Option<usize>> {
        let mut by_name: HashMap<&str, VecDeque<usize>> = HashMap::new();
        for (j, joint) in self.joints.iter().enumerate() {
            by_name.entry(&joint.name).or_default().push_back(j);
        }
        let names: Vec<&str> = names.collect();
        let mut found: Vec<Option<usize>> =
            names.iter().map(|name| by_name.get_mut(name).and_then(VecDeque::pop_front)).collect();
        // What is left over may differ in its name space only, or in how it is spelled.
        let spellings: [fn(&str) -> String; 2] = [|name| bare(name).into(), plain];
        for spelled in spellings {
            let taken: HashSet<usize> = found.iter().flatten().copied().collect();
            let mut left: HashMap<String, VecDeque<usize>> = HashMap::new();
            for (j, joint) in self.joints.iter().enumerate().filter(|(j, _)| !taken.contains(j)) {
                left.entry(spelled(&joint.name)).or_default().push_back(j);
            }
            for (name, found) in names.iter().zip(&mut found).filter(|(_, found)| found.is_none()) {
                *found = left.get_mut(&spelled(name)).and_then(VecDeque::pop_front);
            }
        }
        found
    }

    /// A name that no joint has: this one, or one much like it.
    pub(crate) fn free_name(&self, wish: &str) -> String {
        let mut name = wish.to_string();
        while self.joint_named(&name).is_some() {
            name += "_";
        }
        name
    }

    /// The joint of that name.
    pub fn joint_named(&self, name: &str) -> Option<usize> {
        self.joints.iter().position(|j| j.name == name)
    }
}

/// A joint's name without namespace, case and punctuation: `left_up-leg` and `mixamorig:LeftUpLeg` are the same. A name of
/// punctuation alone stays.
fn plain(name: &str) -> String {
    let plain: String =
        bare(name).chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    if plain.is_empty() { name.into() } else { plain }
}

/// A joint's name without its namespace: `mixamorig:Hips` is `Hips`.
pub(crate) fn bare(name: &str) -> &str {
    name.rsplit([':', '|']).next().unwrap_or(name)
}
