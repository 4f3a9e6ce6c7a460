//! What a motion file holds: the skeleton with the animation that is read, and all animations and meshes beside it.

use adverb_author::clip::{Clip, Up};
use adverb_author::figure;
use adverb_author::finding::{Criterion, Finding, Verdict, counted, told};
use adverb_author::formats::{Animation, Contents, MeshEntry};
use adverb_author::rig;
use adverb_author::sides::{Side, exchanged};
use serde::Serialize;

use crate::failure::Failure;
use crate::findings;
use crate::printing::round;

/// More morph targets or pairs than this are counted, not named.
const NAMED: usize = 8;

/// The JSON of a motion file. Fields stay once they are here.
#[derive(Debug, Serialize)]
pub struct FileReport {
    file: String,
    format: &'static str,
    joints: usize,
    end_sites: usize,
    dofs: usize,
    frames: usize,
    fps: f64,
    duration_s: f64,
    height_m: f64,
    up: &'static str,
    unit_m: f64,
    root: String,
    pairs: Vec<[String; 2]>,
    joint_names: Vec<String>,
    animations: Vec<AnimationReport>,
    meshes: Vec<MeshEntryReport>,
    #[serde(serialize_with = "findings::without_subject")]
    assumptions: Vec<Finding>,
    #[serde(serialize_with = "findings::in_words")]
    warnings: Vec<Finding>,
}

/// An animation of the file.
#[derive(Debug, Serialize)]
struct AnimationReport {
    name: String,
    duration_s: Option<f64>,
    moves_joints: bool,
    /// Whether frames, rate and duration above are its.
    read: bool,
}

/// A mesh of the file.
#[derive(Debug, Serialize)]
pub struct MeshEntryReport {
    name: String,
    vertices: usize,
    /// The names of its morph targets.
    targets: Vec<String>,
    /// Of its skin.
    joints: usize,
}

impl FileReport {
    /// `asked` is the animation that was asked for.
    pub fn of(clip: &Clip, contents: &Contents, asked: Option<&str>) -> Result<Self, Failure> {
        let read = asked.map_or_else(|| contents.moving().next(), |asked| contents.animation(asked));
        let skeleton = rig::skeleton_of(clip)?;
        let name = |j: adverb::JointId| skeleton.joint(j).name.clone();
        let in_order = |[a, b]: [String; 2]| match exchanged(&a) {
            Some((_, Side::Right)) => [b, a],
            _ => [a, b],
        };
        let pairs =
            skeleton.joint_ids().map(|j| (j, skeleton.joint(j).partner)).filter(|(j, partner)| j < partner);
        let pairs = pairs.filter(|(j, _)| !skeleton.joint(*j).end).map(|(j, k)| in_order([name(j), name(k)]));
        let joints = || clip.joints.iter().filter(|j| !j.end);
        Ok(Self {
            file: clip.source.file.clone(),
            format: clip.source.format.name(),
            joints: joints().count(),
            end_sites: clip.joints.len() - joints().count(),
            dofs: skeleton.dofs().len(),
            frames: clip.frame_count(),
            fps: round(clip.fps, 4),
            duration_s: round(clip.duration_secs(), 4),
            height_m: round(figure::height_m(clip), 4),
            up: match clip.source.up {
                Up::Y => "y",
                Up::Z => "z",
            },
            unit_m: clip.source.unit_m,
            root: name(skeleton.root()),
            pairs: pairs.collect(),
            joint_names: joints().map(|j| j.name.clone()).collect(),
            animations: contents
                .animations
                .iter()
                .map(|own| AnimationReport::of(own, Some(own) == read))
                .collect(),
            meshes: contents.meshes.iter().map(MeshEntryReport::of).collect(),
            assumptions: clip.source.assumptions.clone(),
            warnings: clip.source.warnings.clone(),
        })
    }

    pub fn text(&self) -> String {
        let motion = match self.frames {
            0 => "no motion".into(),
            frames => {
                format!("{} at {} frames/s, {:.2} s", counted(frames, "frame"), self.fps, self.duration_s)
            }
        };
        let (format, joints) = (self.format.to_uppercase(), counted(self.joints, "joint"));
        let mut text = format!("{}: {format}, {joints}, {motion}\n", self.file);
        let mut line = |label: &str, what: &str| text += &format!("  {label:<9}  {what}\n");
        line("height", &format!("{:.2} m", self.height_m));
        line("unit", &format!("{} m, {} up", round(self.unit_m, 9), self.up.to_uppercase()));
        line("root", &format!("{} ({} DOFs in all)", self.root, self.dofs));
        let pairs: Vec<String> = self.pairs.iter().map(|[a, b]| format!("{a} – {b}")).collect();
        line(
            "pairs",
            &match pairs.len() {
                0 => "none found".into(),
                1..=NAMED => pairs.join(", "),
                count => format!("{count}: {} …", pairs[..NAMED].join(", ")),
            },
        );
        let widest = self.animations.iter().map(|own| own.name.chars().count()).max().unwrap_or(0);
        for animation in &self.animations {
            line("animation", &animation.text(widest, self.animations.len() > 1));
        }
        for mesh in &self.meshes {
            line("mesh", &mesh.text());
        }
        // Which animation was read stands above.
        for assumption in self.assumptions.iter().filter(|own| own.criterion != Criterion::Animation) {
            let otherwise = otherwise(assumption, self.format);
            line("assumed", &format!("{}{otherwise}", assumption.said()));
        }
        for warning in told(&self.warnings) {
            line("warning", &warning);
        }
        text
    }
}

impl AnimationReport {
    fn of(animation: &Animation, read: bool) -> Self {
        let Animation { name, secs, moves_joints } = animation.clone();
        Self { name, duration_s: secs.map(|secs| round(secs, 4)), moves_joints, read }
    }

    fn text(&self, widest: usize, one_of_several: bool) -> String {
        let secs = self.duration_s.map_or("damaged".into(), |secs| format!("{secs:.2} s"));
        let more = match (self.read && one_of_several, self.moves_joints) {
            (true, _) => ", the one above (--animation NAME reads another)",
            (false, true) => "",
            (false, false) => ", moves no joint",
        };
        format!("{:widest$}  {secs}{more}", self.name)
    }
}

impl MeshEntryReport {
    pub fn of(mesh: &MeshEntry) -> Self {
        let MeshEntry { name, vertices, targets, joints } = mesh.clone();
        Self { name, vertices, targets, joints }
    }

    pub fn text(&self) -> String {
        let skin = match self.joints {
            0 => String::new(),
            joints => format!(", a skin on {}", counted(joints, "joint")),
        };
        let targets = match self.targets.len() {
            0 => String::new(),
            count @ ..=NAMED => format!(", {}: {}", counted(count, "morph target"), self.targets.join(", ")),
            count => format!(", {}: {} …", counted(count, "morph target"), self.targets[..NAMED].join(", ")),
        };
        format!("{}: {}{skin}{targets}", self.name, counted(self.vertices, "vertex"))
    }
}

/// The flag that overrules an assumption, unless that was asked for.
fn otherwise(assumption: &Finding, format: &str) -> &'static str {
    match assumption.criterion {
        _ if assumption.verdict == Verdict::Good => "",
        Criterion::Axes => " (else --up)",
        Criterion::Unit => " (else --unit)",
        Criterion::Positions => " (else --positions)",
        Criterion::Rate if format == "amc" => " (else --rate)",
        _ => "",
    }
}
