//! What a pack holds.

use std::path::Path;

use adverb::pack::{Credit, Up};
use adverb::screw::Screw;
use adverb::{JointId, Pack, Verb};
use serde::Serialize;

use super::graph::GraphReport;
use super::round;
use super::shape::ShapeReport;
use crate::point;

/// The JSON of a pack. Fields stay once they are here.
#[derive(Debug, Serialize)]
pub struct PackReport {
    file: String,
    format: &'static str,
    format_version: u32,
    name: String,
    joints: usize,
    dofs: usize,
    joint_names: Vec<String>,
    unit_m: f64,
    up: &'static str,
    fps: f64,
    verbs: Vec<VerbReport>,
    graphs: Vec<GraphReport>,
    shapes: Vec<ShapeReport>,
    credits: Vec<CreditReport>,
    sizes: Sizes,
}

/// Whose work it is made of.
#[derive(Debug, Serialize)]
struct CreditReport {
    files: Vec<String>,
    licence: String,
    credit: String,
}

#[derive(Debug, Serialize)]
struct VerbReport {
    name: String,
    adverbs: Vec<AdverbReport>,
    examples: Vec<ExampleReport>,
    keys: Vec<String>,
    cyclic: bool,
    control_points: usize,
    /// The joints that are kept where they stand.
    feet: Vec<String>,
    /// The joint that looks.
    head: Option<String>,
}

#[derive(Debug, Serialize)]
struct AdverbReport {
    name: String,
    range: [f32; 2],
    default: f32,
    rate: f32,
}

#[derive(Debug, Serialize)]
struct ExampleReport {
    name: String,
    at: Vec<f32>,
    duration_s: f64,
    /// From its start to its end, left positive.
    turn_deg: f64,
    /// Along its path, over the ground.
    speed_m_s: f64,
    /// Of the ground it goes on, uphill positive.
    slope_deg: f64,
}

/// Bytes of a pack: of the file, and of its examples' own spline coefficients.
#[derive(Debug, Serialize)]
pub struct Sizes {
    file: usize,
    coefficients: usize,
    /// The first over the second.
    ratio: f64,
}

impl Sizes {
    pub fn of(pack: &Pack, file: usize) -> Self {
        let coefficients = pack.coefficient_bytes();
        Self { file, coefficients, ratio: round(file as f64 / coefficients.max(1) as f64, 3) }
    }

    pub fn text(&self) -> String {
        let size = format!("{:.1} KB", self.file as f64 / 1000.0);
        // Of a pack of shapes alone there is nothing to compare with.
        match self.coefficients {
            0 => size,
            bytes => format!("{size}, {:.1} KB of them spline coefficients", bytes as f64 / 1000.0),
        }
    }
}

impl PackReport {
    /// Of a pack in a file of this many bytes.
    pub fn of(file: &Path, pack: &Pack, bytes: usize) -> Self {
        let (skeleton, source) = (pack.skeleton(), pack.source());
        let joints = || skeleton.joints().iter().filter(|joint| !joint.end);
        Self {
            file: file.display().to_string(),
            format: "adverb",
            format_version: pack.format_version(),
            name: pack.name().into(),
            joints: joints().count(),
            dofs: skeleton.dofs().len(),
            joint_names: joints().map(|joint| joint.name.clone()).collect(),
            unit_m: source.unit_m,
            up: match source.up {
                Up::Y => "y",
                Up::Z => "z",
            },
            fps: round(source.fps, 4),
            verbs: pack.verbs().iter().map(VerbReport::of).collect(),
            graphs: pack.graphs().iter().map(|graph| GraphReport::of(graph)).collect(),
            shapes: pack.shapes().iter().map(|shape| ShapeReport::of(shape)).collect(),
            credits: pack.credits().iter().map(CreditReport::of).collect(),
            sizes: Sizes::of(pack, bytes),
        }
    }

    pub fn text(&self) -> String {
        let mut text = format!(
            "{}: pack {:?}, format {}, {} joints, {} DOFs\n  size     {}\n",
            self.file,
            self.name,
            self.format_version,
            self.joints,
            self.dofs,
            self.sizes.text()
        );
        self.credits.iter().for_each(|credit| text += &credit.text());
        self.verbs.iter().for_each(|verb| text += &verb.text());
        self.graphs.iter().for_each(|graph| text += &graph.text());
        self.shapes.iter().for_each(|shape| text += &shape.text());
        text
    }
}

impl CreditReport {
    fn of(credit: &Credit) -> Self {
        let Credit { files, licence, credit } = credit.clone();
        Self { files, licence, credit }
    }

    fn text(&self) -> String {
        let said: Vec<&str> =
            [&*self.credit, &*self.licence].into_iter().filter(|said| !said.is_empty()).collect();
        format!("  credit   {}: {}\n", said.join(", "), self.files.join(", "))
    }
}

impl VerbReport {
    fn of(verb: &Verb) -> Self {
        let parts = verb.parts();
        let joint = |joint: JointId| verb.skeleton().joint(joint).name.clone();
        let durations = parts.intervals.chunks_exact(parts.keys.len() - 1).map(|own| own.iter().sum::<f64>());
        let adverb = |adverb: &adverb::verb::Adverb| AdverbReport {
            name: adverb.name.clone(),
            range: adverb.range,
            default: adverb.default,
            rate: adverb.rate,
        };
        let example = |((example, secs), travel): ((&adverb::verb::Example, f64), &Screw)| ExampleReport {
            name: example.name.clone(),
            at: example.at.clone(),
            duration_s: round(secs, 4),
            turn_deg: round((travel.rate + travel.spin).to_degrees(), 2),
            speed_m_s: round(travel.stride() / secs, 3),
            slope_deg: round(slope_deg(travel), 2),
        };
        Self {
            name: verb.name().into(),
            adverbs: verb.adverbs().iter().map(adverb).collect(),
            examples: verb.examples().iter().zip(durations).zip(&parts.travel).map(example).collect(),
            keys: verb.keys().to_vec(),
            cyclic: verb.is_cyclic(),
            control_points: parts.control_points,
            feet: verb.feet().iter().map(|foot| joint(foot.ball)).collect(),
            head: parts.gaze.map(|gaze| joint(gaze.head)),
        }
    }

    fn text(&self) -> String {
        let listed = |names: &[String]| {
            let named: Vec<&str> = names.iter().map(String::as_str).filter(|name| !name.is_empty()).collect();
            if named.is_empty() { "none".into() } else { named.join(", ") }
        };
        let cyclic = if self.cyclic { "cyclic, " } else { "" };
        let mut text =
            format!("verb {}: {cyclic}{} control points per DOF\n", self.name, self.control_points);
        for AdverbReport { name, range: [low, high], default, rate } in &self.adverbs {
            let [low, high, default, rate] = [*low, *high, *default, *rate].map(point::round);
            text += &format!("  adverb   {name}  {low} to {high}, default {default}, {rate} per second\n");
        }
        for example in &self.examples {
            let at = (self.adverbs.iter().zip(&example.at))
                .map(|(adverb, at)| format!("{} = {}", adverb.name, point::round(*at)));
            let at: Vec<String> = at.collect();
            let ExampleReport { name, duration_s, turn_deg, speed_m_s, slope_deg, .. } = example;
            let slope = if *slope_deg == 0.0 { String::new() } else { format!(", climbs {slope_deg:.1}°") };
            let line = format!(
                "  example  {name}  {duration_s:.2} s, {speed_m_s:.2} m/s, turns {turn_deg:.1}°{slope}  {}",
                at.join(", ")
            );
            text += &format!("{}\n", line.trim_end());
        }
        text += &format!("  keys     {}\n  feet     {}\n", listed(&self.keys), listed(&self.feet));
        text
    }
}

/// How steep the ground is; 0 in place.
fn slope_deg(travel: &Screw) -> f64 {
    let way = travel.stride();
    if travel.climb == 0.0 { 0.0 } else { travel.climb.atan2(way).to_degrees() }
}
