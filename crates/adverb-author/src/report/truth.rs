//! How true a verb stays to its recordings after the blend: what holding feet moves, how far feet sink, how near hands come to the body, whether quick
//! movements are lost, and by how much rounds differ.

use adverb::chance::Chance;
use adverb::verb::{Clearance, Setting};
use adverb::{CanonicalTime, Graph, Verb};
use glam::DVec3;

use crate::played::{self, Positions, played, pose_distance, positions, sampled};
use crate::verb::clearance::{self, clearance, smaller};
use crate::verb::{Built, Definition};

/// Points between the examples.
const POINTS: usize = 24;
/// Bands of the spectrum, from and to, hertz.
pub const BANDS_HZ: [[f64; 2]; 3] = [[0.3, 2.5], [2.5, 5.0], [5.0, 10.0]];
/// Frames per second at which a verb is looked at.
const FPS: f64 = 30.0;
/// Rounds that are compared with one another.
const ROUNDS: usize = 7;

/// How true a verb stays to its recordings.
#[derive(Debug, Clone, PartialEq)]
pub struct Truth {
    /// What holding its feet does to each example.
    pub holding: Vec<Holding>,
    /// How much lower the ball of a foot comes than in any example, metres: of points in the hull, where it is farthest.
    pub sinks_m: f64,
    /// How much nearer a wrist or a forearm comes to the trunk, the pelvis or a thigh than the examples do by weights, metres: at its examples
    /// and between them, where it is nearest. None of bodies without arms or legs.
    pub nearer_m: Option<[f64; 2]>,
    /// The acceleration of its joints in each of [`BANDS_HZ`], relative to that of its recordings, at its examples and between them. Empty where
    /// it does not repeat.
    pub spectrum: Vec<[f64; 2]>,
    /// How far its rounds differ from one to the next at its examples and between them, root mean square over joints, metres. None where every
    /// round is the same.
    pub rounds_m: Option<[f64; 2]>,
}

/// How far joints are moved by holding feet, over one round.
#[derive(Debug, Clone, PartialEq)]
pub struct Holding {
    /// The example.
    pub example: String,
    /// Root mean square, metres.
    pub rms_m: f64,
    /// The farthest, metres.
    pub most_m: f64,
}

/// Measures it. The examples of the definition are closed cycles where the verb repeats.
pub(super) fn truth(closed: &Definition, built: &Built) -> Truth {
    let verb = &built.verb;
    let examples: Vec<Vec<f32>> = verb.examples().iter().map(|example| example.at.clone()).collect();
    let single = |point: Vec<f64>| point.into_iter().map(|x| x as f32).collect();
    let between: Vec<Vec<f32>> = match built.space.axes.is_empty() {
        true => Vec::new(),
        false => built.space.mixtures(POINTS, 5).into_iter().map(single).collect(),
    };
    Truth {
        holding: verb.examples().iter().map(|example| holding(verb, &example.name, &example.at)).collect(),
        sinks_m: sinks(verb, &examples, &between),
        nearer_m: clearance(verb).map(|own| [&examples, &between].map(|points| nearer(verb, &own, points))),
        spectrum: if verb.is_cyclic() { spectrum(closed, verb, &examples, &between) } else { Vec::new() },
        rounds_m: verb.varies().then(|| [&examples, &between].map(|points| rounds(verb, points))),
    }
}

/// Frames of one round at a point.
fn steps(verb: &Verb, point: &[f32]) -> usize {
    ((Setting::new(verb, point).duration().0 * FPS).round() as usize).clamp(4, 2000)
}

fn holding(verb: &Verb, name: &str, point: &[f32]) -> Holding {
    let [free, held] =
        [false, true].map(|held| played(verb, point, 1, steps(verb, point), held).frames.concat());
    let squares: Vec<f64> = free.iter().zip(&held).map(|(a, b)| a.distance_squared(*b)).collect();
    Holding {
        example: name.into(),
        rms_m: (squares.iter().sum::<f64>() / squares.len() as f64).sqrt(),
        most_m: squares.iter().copied().fold(0.0, f64::max).sqrt(),
    }
}

/// On a slope the floor is elsewhere at every step; there it is nothing.
fn sinks(verb: &Verb, examples: &[Vec<f32>], between: &[Vec<f32>]) -> f64 {
    let climbs = verb.parts().travel.iter().any(|travel| travel.climb != 0.0);
    let lowest = |points: &[Vec<f32>], held: bool| {
        let balls = points.iter().flat_map(|point| played(verb, point, 1, steps(verb, point), held).balls);
        balls.flatten().map(|ball| ball.y).fold(f64::INFINITY, f64::min)
    };
    let sinks = lowest(examples, false) - lowest(between, true);
    if climbs || !sinks.is_finite() { 0.0 } else { sinks.max(0.0) }
}

/// How much nearer to the body hands come than they may, as played with feet held.
fn nearer(verb: &Verb, clearance: &Clearance, points: &[Vec<f32>]) -> f64 {
    let graph = Graph::of_verb(verb.clone());
    let of_point = |point: &Vec<f32>| {
        let mut actor = played::at(&graph, point);
        let steps = steps(verb, point);
        let secs = actor.setting().duration().0 / steps as f64;
        let allowed = clearance.allowed(actor.setting().weights());
        let near = (0..=steps).map(|frame| {
            actor.step(if frame > 0 { secs } else { 0.0 }, &mut ());
            clearance.of_pose(verb.skeleton(), actor.dofs())
        });
        near.reduce(smaller).and_then(|near| clearance::nearer(allowed, near)).map_or(0.0, |own| own.by_m)
    };
    points.iter().map(of_point).fold(0.0, f64::max)
}

/// Per band, the accelerations of a verb relative to those of its recordings, weighted as the verb weights them: at the examples, between.
fn spectrum(closed: &Definition, verb: &Verb, examples: &[Vec<f32>], between: &[Vec<f32>]) -> Vec<[f64; 2]> {
    let recorded: Vec<[f64; 3]> = (closed.motions.iter().zip(examples))
        .map(|(motion, point)| accelerations(&sampled(motion, steps(verb, point)), motion.duration().0))
        .collect();
    let mean = |points: &[Vec<f32>]| {
        let mut sums = [[0.0; 2]; BANDS_HZ.len()];
        for point in points {
            let setting = Setting::new(verb, point);
            let own = played(verb, point, 1, steps(verb, point), false).frames;
            let own = accelerations(&own, setting.duration().0);
            for (band, sum) in sums.iter_mut().enumerate() {
                let weights = setting.weights().iter().map(|weight| f64::from(*weight));
                sum[0] += own[band];
                sum[1] += weights.zip(&recorded).map(|(weight, of)| weight * of[band]).sum::<f64>();
            }
        }
        sums.map(|[own, recorded]| if recorded > 0.0 { own / recorded } else { 1.0 })
    };
    let [at, between] = [examples, between].map(mean);
    at.into_iter().zip(between).map(|(at, between)| [at, between]).collect()
}

/// The accelerations of joints over a cycle, root mean square, in each band: what the harmonics in it add up to.
fn accelerations(frames: &[Positions], secs: f64) -> [f64; 3] {
    let count = frames.len() - 1;
    let mut sums = [0.0; BANDS_HZ.len()];
    for (joint, (start, end)) in frames[0].iter().zip(&frames[count]).enumerate() {
        // What a cycle gains from round to round is no movement of the body.
        let gain = (*end - *start) / count as f64;
        let place = |i: usize| frames[i][joint] - gain * i as f64;
        for harmonic in 1..count / 2 {
            let hertz = harmonic as f64 / secs;
            let Some(band) = BANDS_HZ.iter().position(|[from, to]| (*from..*to).contains(&hertz)) else {
                continue;
            };
            let (mut cosines, mut sines) = (DVec3::ZERO, DVec3::ZERO);
            for i in 0..count {
                let angle = std::f64::consts::TAU * (harmonic * i % count) as f64 / count as f64;
                let (sin, cos) = libm::sincos(angle);
                cosines += place(i) * cos;
                sines += place(i) * sin;
            }
            let amplitude = 2.0 / count as f64;
            let faster = (std::f64::consts::TAU * hertz) * (std::f64::consts::TAU * hertz) * amplitude;
            sums[band] += 0.5 * (cosines.length_squared() + sines.length_squared()) * faster * faster;
        }
    }
    sums.map(|sum| (sum / frames[0].len() as f64).sqrt())
}

/// How far rounds at points differ from the ones before, wherever they go.
fn rounds(verb: &Verb, points: &[Vec<f32>]) -> f64 {
    let mut dofs = vec![0.0; verb.skeleton().dofs().len()];
    let mut round = |setting: &Setting| -> Vec<Positions> {
        (0..32)
            .map(|moment| {
                verb.pose(setting, CanonicalTime(f64::from(moment) / 32.0), &mut dofs);
                positions(verb.skeleton(), &dofs)
            })
            .collect()
    };
    let mut squares = 0.0;
    for point in points {
        let (mut setting, mut chance) = (Setting::new(verb, point), Chance(1));
        let mut next = || {
            setting.draw(verb, &mut chance);
            round(&setting)
        };
        let mut before = next();
        for _ in 1..ROUNDS {
            let own = next();
            let (rms, _) = pose_distance(&before, &own);
            squares += rms * rms;
            before = own;
        }
    }
    (squares / (points.len().max(1) * (ROUNDS - 1)) as f64).sqrt()
}
