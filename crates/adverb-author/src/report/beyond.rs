//! Over the hull of the examples and beyond it: whether feet slide, joints pop, knees bend backwards, feet sink, time runs short.

use adverb::Verb;
use adverb::verb::{Parts, Setting};

use crate::motion::Motion;
use crate::played::{Played, Positions, bends, lowest, played, recorded, slide};
use crate::sides::Side;
use crate::verb::{Built, Definition};
use adverb::body::{Part, Roles};

/// The distances beyond the hull, relative to the way from the mean of the examples to its edge. The first is the hull itself.
pub const BEYOND: [f64; 6] = [0.0, 0.1, 0.25, 0.5, 0.75, 1.0];
/// Points per distance.
const POINTS: usize = 48;

/// A fault of extrapolation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// A standing foot slides.
    Slide,
    /// A joint jumps between frames as in no example.
    Pop,
    /// A knee bends backwards.
    Knee,
    /// A joint is lower than in any example.
    Sunk,
    /// An interval between key-times becomes much shorter than in any example.
    Hurry,
}

impl Fault {
    /// In the order of [`Beyond::worst`].
    pub const ALL: [Self; 5] = [Self::Slide, Self::Pop, Self::Knee, Self::Sunk, Self::Hurry];

    /// The quantity measured.
    pub fn name(self) -> &'static str {
        match self {
            Self::Slide => "foot slides",
            Self::Pop => "joint pops",
            Self::Knee => "knee backwards",
            Self::Sunk => "below the floor",
            Self::Hurry => "shortest interval",
        }
    }

    /// The unit of the quantity.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Slide | Self::Sunk => "mm",
            Self::Pop | Self::Hurry => "%",
            Self::Knee => "°",
        }
    }

    /// The limit: a maximum, for [`Fault::Hurry`] a minimum.
    pub fn limit(self) -> f64 {
        match self {
            Self::Slide => 5.0,
            // Of what the examples do, a third more, and three millimetres.
            Self::Pop => 100.0,
            Self::Knee => 12.0,
            Self::Sunk => 30.0,
            Self::Hurry => 50.0,
        }
    }

    /// Whether a number is beyond the limit.
    pub fn shows(self, number: f64) -> bool {
        if self == Self::Hurry { number < self.limit() } else { number > self.limit() }
    }

    /// The worse of two numbers.
    fn worse(self, a: f64, b: f64) -> f64 {
        if self == Self::Hurry { a.min(b) } else { a.max(b) }
    }
}

/// The faults at one distance beyond the hull.
#[derive(Debug, Clone, PartialEq)]
pub struct Beyond {
    /// The distance, relative to the way from the mean to the edge.
    pub by: f64,
    /// The worst number of each fault, in the order of [`Fault::ALL`], and its point.
    pub worst: [(f64, Vec<f32>); 5],
    /// The part of the points where something is at fault.
    pub broken: f64,
    /// How far feet would slide without foot planting, in millimetres, averaged over the points.
    pub loose_mm: f64,
}

impl Beyond {
    /// The faults found.
    pub fn faults(&self) -> impl Iterator<Item = Fault> + '_ {
        Fault::ALL.into_iter().filter(|fault| fault.shows(self.worst[*fault as usize].0))
    }
}

/// Measures faults over the hull and beyond it. Empty for a verb without adverbs.
pub fn beyond(definition: &Definition, built: &Built) -> Vec<Beyond> {
    if built.space.axes.is_empty() {
        return Vec::new();
    }
    let usual = Usual::of(definition, &built.verb);
    let free = unlimited(&built.verb);
    BEYOND.into_iter().map(|by| usual.beyond(&free, built, by)).collect()
}

/// The verb with knobs without limits.
fn unlimited(verb: &Verb) -> Verb {
    let mut parts: Parts = verb.parts().clone();
    for adverb in &mut parts.adverbs {
        let [low, high] = adverb.range;
        adverb.range = [low - 4.0 * (high - low), high + 4.0 * (high - low)];
    }
    Verb::new(verb.skeleton().clone(), parts).unwrap_or_else(|_| verb.clone())
}

/// Points to try: mixtures of the examples in their hull, beyond it the examples and the middles of pairs, farther from their mean.
fn points(built: &Built, by: f64) -> Vec<Vec<f32>> {
    let single = |point: Vec<f64>| point.into_iter().map(|x| x as f32).collect();
    let space = &built.space;
    if by == 0.0 {
        return space.mixtures(POINTS, 2).into_iter().map(single).collect();
    }
    let examples = &space.examples;
    let mean = |axis: usize| examples.iter().map(|e| e.at[axis]).sum::<f64>() / examples.len() as f64;
    let pairs = (0..examples.len()).flat_map(|i| (0..=i).rev().map(move |j| [i, j]));
    let mut pairs: Vec<[usize; 2]> = pairs.collect();
    // Examples come first.
    pairs.sort_by_key(|[i, j]| i != j);
    let outward = |[i, j]: [usize; 2]| {
        let along = |a: usize| {
            let middle = 0.5 * (examples[i].at[a] + examples[j].at[a]);
            let out = if space.axes[a].periodic { 1.0 } else { 1.0 + by };
            mean(a) + out * (middle - mean(a))
        };
        single((0..space.axes.len()).map(along).collect())
    };
    pairs.into_iter().take(POINTS).map(outward).collect()
}

/// The range of the examples: a verb should not do what no example does.
struct Usual {
    fps: f64,
    bends_m: Vec<f64>,
    lowest_m: f64,
    intervals: Vec<f64>,
    /// Places of hip, knee and ankle among a pose's positions.
    legs: Vec<[usize; 3]>,
}

impl Usual {
    fn of(definition: &Definition, verb: &Verb) -> Self {
        let recordings: Vec<Vec<Positions>> =
            definition.motions.iter().map(|motion: &std::sync::Arc<Motion>| recorded(motion)).collect();
        let own: Vec<Vec<f64>> = recordings.iter().map(|frames| bends(frames)).collect();
        let most = |joint: usize| own.iter().map(|bends| bends[joint]).fold(0.0, f64::max);
        let keys = verb.keys().len() - 1;
        let intervals = &verb.parts().intervals;
        let shortest = |key: usize| intervals.chunks(keys).map(|own| own[key]).fold(f64::INFINITY, f64::min);
        let lowest_of_all = recordings.iter().map(|frames| lowest(frames)).fold(f64::INFINITY, f64::min);
        // On a slope the floor is elsewhere at every step.
        let climbs = verb.parts().travel.iter().any(|travel| travel.climb != 0.0);
        Self {
            fps: definition.motions[0].fps(),
            bends_m: (0..own[0].len()).map(|joint| 1.3 * most(joint) + 0.003).collect(),
            lowest_m: if climbs { f64::NEG_INFINITY } else { lowest_of_all },
            intervals: (0..keys).map(shortest).collect(),
            legs: legs(verb),
        }
    }

    fn beyond(&self, verb: &Verb, built: &Built, by: f64) -> Beyond {
        let tried = points(built, by);
        let mut worst =
            Fault::ALL.map(|fault| (if fault == Fault::Hurry { f64::INFINITY } else { 0.0 }, Vec::new()));
        let (mut loose, mut broken) = (0.0, 0.0);
        for point in &tried {
            let setting = Setting::new(verb, point);
            let steps = ((setting.duration().0 * self.fps).round() as usize).clamp(2, 2000);
            let rounds = if verb.is_cyclic() { 2 } else { 1 };
            let held = played(verb, point, rounds, steps, true);
            loose += slide(&played(verb, point, rounds, steps, false)) / tried.len() as f64;
            let numbers = self.numbers(&held, &setting);
            let is_broken = Fault::ALL.into_iter().zip(numbers).any(|(fault, number)| fault.shows(number));
            broken += f64::from(u8::from(is_broken)) / tried.len() as f64;
            for ((fault, worst), number) in Fault::ALL.into_iter().zip(&mut worst).zip(numbers) {
                if worst.1.is_empty() || fault.worse(worst.0, number) != worst.0 {
                    *worst = (number, point.clone());
                }
            }
        }
        Beyond { by, worst, broken, loose_mm: 1e3 * loose }
    }

    /// In the order and the units of [`Fault::ALL`].
    fn numbers(&self, held: &Played, setting: &Setting) -> [f64; 5] {
        let pops = bends(&held.frames).into_iter().zip(&self.bends_m).map(|(bend, most)| 100.0 * bend / most);
        let keys = setting.timeline().keys();
        let hurry =
            keys.windows(2).zip(&self.intervals).map(|(pair, least)| 100.0 * (pair[1] - pair[0]) / least);
        [
            1e3 * slide(held),
            pops.fold(0.0, f64::max),
            self.knees_deg(&held.frames),
            1e3 * (self.lowest_m - lowest(&held.frames)).max(0.0),
            hurry.fold(f64::INFINITY, f64::min),
        ]
    }

    /// How far a knee bends backwards at most: the knee lies behind the line from hip to ankle.
    fn knees_deg(&self, frames: &[Positions]) -> f64 {
        let bent = |frame: &Positions| {
            let of_leg = |leg: &[usize; 3]| {
                let [hip, knee, foot] = leg.map(|joint| frame[joint]);
                let across = self.legs.iter().map(|leg| frame[leg[0]]).filter(|other| *other != hip);
                // Legs come left and right: their hips tell which way is ahead.
                let left = across.map(|other| hip - other).next().unwrap_or_default();
                let left = if Some(leg) == self.legs.first() { left } else { -left };
                let ahead = left.cross(glam::DVec3::Y);
                let (thigh, shank) = (knee - hip, foot - knee);
                let along = (foot - hip).normalize_or_zero();
                let out = thigh - along * thigh.dot(along);
                if out.dot(ahead) < 0.0 { thigh.angle_between(shank).to_degrees() } else { 0.0 }
            };
            self.legs.iter().map(of_leg).filter(|angle| angle.is_finite()).fold(0.0, f64::max)
        };
        frames.iter().map(bent).fold(0.0, f64::max)
    }
}

/// The left leg, then the right one, as far as joint names identify them.
fn legs(verb: &Verb) -> Vec<[usize; 3]> {
    let skeleton = verb.skeleton();
    let names: Vec<&str> = skeleton.joints().iter().map(|joint| joint.name.as_str()).collect();
    let roles = Roles::by_name(names.iter().copied());
    let leg = |side| -> Option<[usize; 3]> {
        let joint = |part| roles.joint(part, Some(side)).map(|joint| names[joint]);
        let leg = [joint(Part::UpLeg)?, joint(Part::Knee)?, joint(Part::Foot)?];
        let place = |name: &str| crate::played::place(skeleton, name);
        Some([place(leg[0])?, place(leg[1])?, place(leg[2])?])
    };
    let legs: Option<Vec<[usize; 3]>> = Side::BOTH.into_iter().map(leg).collect();
    legs.unwrap_or_default()
}
