//! A made verb: walks of the humanoid of different stride, speed and bearing, at points of a square of two adverbs or of a cube of three.

use std::f64::consts::TAU;

use adverb::glam::Vec3;
use adverb::ik::two_bone::Limb;
use adverb::key_times::TimeMap;
use adverb::screw::Screw;
use adverb::skeleton::JointId;
use adverb::verb::{Adverb, Coefficients, Example, Foot, Gaze, Parts, Phase, Variations};
use adverb::{Skeleton, Verb};
use adverb_author::space::{Kernel, Space};

use crate::random::Random;
use crate::spaces::made::space;
use crate::world::humanoid::Figure;

/// How many adverbs it has by default.
pub const ADVERBS: usize = 2;
/// How many points the slow way through its space has that a character follows.
pub const WAY: usize = 1024;
const CONTROL_POINTS: usize = 24;
/// How long a foot is on the ground, in canonical time; one begins half a cycle after the other.
const SUPPORT: f64 = 0.6;

/// A verb of so many examples, another `variant` having others; one example is a plain motion, without adverbs.
pub fn verb(figure: &Figure, name: &str, examples: usize, variant: u64) -> Verb {
    let adverbs = if examples > 1 { ADVERBS } else { 0 };
    verb_of(figure, name, &space(examples, adverbs, Kernel::BSpline), variant)
}

/// A verb over a space.
pub fn verb_of(figure: &Figure, name: &str, space: &Space, variant: u64) -> Verb {
    let skeleton = figure.skeleton.clone();
    let (examples, adverbs) = (space.examples.len(), space.axes.len());
    let solution = space.solve().expect("a space");
    let adverb = |a: usize| Adverb {
        name: format!("adverb {a}"),
        range: [-1.0, 1.0],
        default: 0.0,
        rate: 1000.0, // at once: every frame is to have another point
    };
    let at = |e: &adverb_author::space::Example| e.at.iter().map(|x| *x as f32).collect();
    let walks: Vec<Walk> = (0..examples as u64).map(|i| Walk::new(100 + 50 * variant + i, figure)).collect();
    let counts = [CONTROL_POINTS, examples, skeleton.dofs().len()];
    let parts = Parts {
        name: name.into(),
        adverbs: (0..adverbs).map(adverb).collect(),
        examples: space.examples.iter().map(|e| Example { name: e.name.clone(), at: at(e) }).collect(),
        space: solution.table.parts(),
        keys: ["left down", "right down", "left down again"].map(str::to_owned).to_vec(),
        map: TimeMap::Smooth,
        cyclic: true,
        intervals: walks.iter().flat_map(|w| [w.secs * 0.51, w.secs * 0.49]).collect(),
        travel: walks.iter().map(Walk::travel).collect(),
        feet: figure.legs.iter().zip([0.0, 0.5]).map(|(leg, from)| foot(*leg, from, &walks)).collect(),
        gaze: Some(Gaze { head: id(figure.head), neck: figure.neck.map(id) }),
        control_points: CONTROL_POINTS,
        coefficients: Coefficients::of(counts, |k, i, d| walks[i].control_point(k, d)),
        variations: Variations::default(),
        heights: Vec::new(),
        clearance: None,
    };
    Verb::new(skeleton, parts).expect("parts that fit together")
}

/// Points one after another, near each other, through the whole square or cube.
pub fn way<const ADVERBS: usize>() -> Vec<[f32; ADVERBS]> {
    let point = |i: usize| {
        let round = i as f64 / WAY as f64 * TAU;
        std::array::from_fn(|a| ((3.0 - a as f64) * round + 0.5 * a as f64).sin() as f32)
    };
    (0..WAY).map(point).collect()
}

/// What differs between the examples.
struct Walk {
    /// Of a cycle.
    secs: f64,
    /// By how much the hips swing, radians.
    swing: f64,
    turn: f64,
    /// How every DOF sways: where, how far, and when.
    sway: Vec<Vec3>,
    /// The DOFs about x of hips, knees and ankles.
    legs: [[usize; 3]; 2],
}

impl Walk {
    fn new(seed: u64, Figure { skeleton, legs, .. }: &Figure) -> Self {
        let mut random = Random::new(seed);
        let mut number = || f64::from(random.number());
        let (secs, swing, turn) = (1.0 + 0.2 * number(), 0.35 + 0.1 * number(), 0.3 * number());
        let first = |joint: usize| usize::from(skeleton.joints()[joint].dofs.start);
        let legs = legs.map(|[hip, knee, ankle, _]| [hip, knee, ankle].map(first));
        Self { secs, swing, turn, sway: skeleton.dofs().iter().map(|_| random.vector()).collect(), legs }
    }

    /// While it supports, a foot goes back under the body as far as the leg swings.
    fn travel(&self) -> Screw {
        let leg = 0.85;
        Screw { rate: self.turn, spin: 0.0, velocity: [0.0, 2.0 * leg * self.swing / 0.5], climb: 0.0 }
    }

    fn control_point(&self, k: usize, d: usize) -> f32 {
        let t = k as f64 / CONTROL_POINTS as f64;
        let part = |joint: usize| {
            self.legs.iter().zip([0.0, 0.5]).find_map(|(leg, phase)| (leg[joint] == d).then_some(phase))
        };
        let wave = |phase: f64| (TAU * (t - phase)).cos();
        // Turning about x brings what hangs down backwards.
        let value = if d == Skeleton::HEIGHT.index() {
            0.9 + 0.01 * (2.0 * TAU * t).cos()
        } else if d < Skeleton::ROOT_DOFS {
            f64::from(self.sway[d].x) * 0.02 * wave(f64::from(self.sway[d].y))
        } else if let Some(phase) = part(0) {
            -self.swing * wave(phase) - 0.1
        } else if let Some(phase) = part(1) {
            0.3 - 0.25 * wave(phase + 0.25)
        } else if part(2).is_some() {
            -0.15
        } else {
            let sway = self.sway[d];
            f64::from(sway.x) * 0.2 + f64::from(sway.y) * 0.1 * wave(f64::from(sway.z))
        };
        value as f32
    }
}

fn id(joint: usize) -> JointId {
    JointId(joint as u16)
}

fn foot([upper, middle, end, ball]: [usize; 4], from: f64, walks: &[Walk]) -> Foot {
    let phase = |walk: &Walk| Phase {
        from: from + 0.05 * walk.turn,
        to: from + SUPPORT - 0.05 * walk.turn,
        settle: [0.0, 0.02 * walk.turn],
        arriving: [0.0, 0.1],
        leaving: [0.0, 0.1],
    };
    Foot {
        ball: id(ball),
        limb: Limb { upper: id(upper), middle: id(middle), end: id(end) },
        hinge: [1.0, 0.0, 0.0],
        ease_secs: 0.1,
        phases: vec![walks.iter().map(phase).collect()],
    }
}
