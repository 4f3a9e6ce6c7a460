//! A verb at a setting of its adverbs: the weights of its examples, and what follows from them besides poses.

use super::Verb;
use super::clearance::Room;
use super::heights::{Floor, Heights};
use super::parts::{Foot, Phase};
use super::variations::{AS_IT_IS, Share};
use crate::chance::Chance;
use crate::key_times::TimeMap;
use crate::numbers::limited;
use crate::screw::Screw;
use crate::time::{CanonicalTime, VerbTime};
use crate::timeline::Timeline;

/// Intervals below this part of their geometric mean are bent away from zero.
const BENT_BELOW: f64 = 0.5;
/// No weight counts for more. Within any range that means something weights are of the order of one, or of ten beyond the examples;
/// a sum of curves by weights that grow without end would end at infinity.
const LARGEST_WEIGHT: f32 = 1e4;
/// A cycle is not made to take longer or shorter by more than this for the sake of its speed.
const MOST_STRETCH: f64 = 2.0;
/// Between examples whose feet leave at different times, phases end later by at most this; canonical time.
const MOST_LATER: f64 = 0.02;
/// The geometric mean is not taken farther beyond the examples' own intervals than by this factor, e³.
const FARTHEST_LOG: f64 = 3.0;

/// The weights of a verb's examples at a point, and its timing, travel and support there. Takes memory once, when made.
#[derive(Debug, Clone, PartialEq)]
pub struct Setting {
    weights: Vec<f32>,
    timeline: Timeline,
    travel: Screw,
    /// Of all feet, one after another.
    phases: Vec<Phase>,
    /// How high balls stand in each phase; none where the verb does not know.
    heights: Vec<Heights>,
    /// How clear of the body hands stay, where the verb takes care.
    room: Room,
    /// Which of its cycles each example is in this round, or all [`AS_IT_IS`]; none where the verb does not vary.
    drawn: Vec<u16>,
    /// What follows from the drawn cycles and the weights.
    shares: Vec<Share>,
}

impl Setting {
    /// A verb at a point, one value per adverb.
    ///
    /// # Panics
    /// If the point does not have one value per adverb.
    pub fn new(verb: &Verb, point: &[f32]) -> Self {
        let mut setting = Self::with_room([verb].into_iter());
        setting.play(verb, point);
        setting
    }

    /// A verb's examples by weights of the caller's own, wherever that is.
    ///
    /// # Panics
    /// If there is not one weight per example.
    pub fn of_weights(verb: &Verb, weights: &[f32]) -> Self {
        let mut setting = Self::new(verb, &verb.default_point().collect::<Vec<_>>());
        setting.weights.copy_from_slice(weights);
        setting.find_times(verb);
        setting.set_phases(verb);
        setting
    }

    /// Room for any of some verbs, so that going over to another of them takes no memory.
    pub(crate) fn with_room<'a>(verbs: impl Iterator<Item = &'a Verb> + Clone) -> Self {
        let most = |count: fn(&Verb) -> usize| verbs.clone().map(count).max().unwrap_or(0);
        Self {
            weights: Vec::with_capacity(most(|verb| verb.examples().len())),
            timeline: Timeline::with_room(most(|verb| verb.keys().len())),
            travel: Screw::default(),
            phases: Vec::with_capacity(most(phase_count)),
            heights: Vec::with_capacity(most(height_count)),
            room: Room::default(),
            drawn: Vec::with_capacity(most(varied)),
            shares: Vec::with_capacity(most(varied)),
        }
    }

    /// Goes over to a verb at a point.
    pub(crate) fn play(&mut self, verb: &Verb, point: &[f32]) {
        self.play_times(verb, point);
        self.phases.resize(phase_count(verb), NO_PHASE);
        self.heights.resize(height_count(verb), [0.0; 13]);
        self.set_phases(verb);
    }

    /// Goes over to the times of a verb at a point, for who asks nothing else: its support phases are not set.
    pub(crate) fn play_times(&mut self, verb: &Verb, point: &[f32]) {
        self.weights.resize(verb.examples().len(), 0.0);
        self.drawn.clear();
        self.drawn.resize(varied(verb), AS_IT_IS);
        self.timeline.fit(verb.keys().len(), map(verb));
        self.set_times(verb, point);
    }

    /// Moves it to another point of the same verb.
    ///
    /// # Panics
    /// If the point does not have one value per adverb, or the verb is another one.
    pub fn set(&mut self, verb: &Verb, point: &[f32]) {
        self.set_times(verb, point);
        self.set_phases(verb);
    }

    /// Weights, times and travel.
    fn set_times(&mut self, verb: &Verb, point: &[f32]) {
        verb.table.weights(point, &mut self.weights);
        self.weights.iter_mut().for_each(|weight| *weight = weight.clamp(-LARGEST_WEIGHT, LARGEST_WEIGHT));
        self.find_times(verb);
    }

    /// Times and travel.
    fn find_times(&mut self, verb: &Verb) {
        let (weights, parts) = (&self.weights, &verb.parts);
        let count = parts.keys.len() - 1;
        self.timeline.set_intervals((0..count).map(|m| {
            let [own, logs] =
                [&parts.intervals, &verb.log_intervals].map(|all| all.iter().skip(m).step_by(count).copied());
            interval(weights, own, logs, parts.cyclic)
        }));
        let travel = parts.travel.iter().map(|s| [s.rate, s.velocity[0], s.velocity[1], s.climb]);
        let [rate, x, z, climb] = weighted(weights, travel);
        self.travel = Screw { rate, spin: parts.travel[0].spin, velocity: [x, z], climb };
        if !verb.speeds.is_empty() {
            let [speed] = weighted(weights, verb.speeds.iter().map(|speed| [*speed]));
            self.timeline.stretch(stretch(self.travel.stride(), speed, self.duration().0));
        }
        if verb.varies() {
            let (variations, lives) = (&parts.variations, self.lives());
            variations.shares(&self.weights, &self.drawn, &mut self.shares);
            if lives {
                let factor = |m: usize| variations.factor(&self.weights, &self.shares, m, count);
                self.timeline.vary((0..count).map(factor));
            }
        }
    }

    /// Draws a cycle for each example, as those of a new round.
    pub fn draw(&mut self, verb: &Verb, chance: &mut Chance) {
        if verb.varies() {
            verb.parts.variations.draw(chance, &mut self.drawn);
            self.find_times(verb);
        }
    }

    /// Plays these cycles, one number per example; one that an example does not have is the mean of its cycles. Further numbers are
    /// not taken: where the verb does not vary there are none.
    pub fn vary(&mut self, verb: &Verb, cycles: impl IntoIterator<Item = u16>) {
        self.drawn.iter_mut().zip(cycles).for_each(|(drawn, cycle)| *drawn = cycle);
        if verb.varies() {
            self.find_times(verb);
        }
    }

    /// Plays the examples as they are.
    pub fn as_it_is(&mut self, verb: &Verb) {
        self.vary(verb, core::iter::repeat(AS_IT_IS));
    }

    /// Which cycle of each example is played; no numbers where the verb does not vary.
    pub fn drawn(&self) -> &[u16] {
        &self.drawn
    }

    /// Whether cycles were drawn: else the examples are played as they are.
    pub(super) fn lives(&self) -> bool {
        self.drawn.iter().any(|drawn| *drawn != AS_IT_IS)
    }

    /// Which cycles count for how much.
    pub(super) fn shares(&self) -> &[Share] {
        &self.shares
    }

    /// The support phases of all feet.
    fn set_phases(&mut self, verb: &Verb) {
        let Self { weights, phases, heights, .. } = self;
        let own = verb.feet().iter().flat_map(|foot| &foot.phases);
        for (phase, own) in phases.iter_mut().zip(own) {
            *phase = blended(weights, own, verb.parts.cyclic);
        }
        let own = verb.parts.heights.chunks_exact(weights.len());
        heights.iter_mut().zip(own).for_each(|(heights, own)| *heights = summed(weights, own));
        if let Some(clearance) = &verb.parts.clearance {
            self.room = clearance.room(&self.weights);
        }
    }

    /// One weight per example; they sum to one, unless the space runs away beyond its examples.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// When its key-times are.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// How long it takes.
    pub fn duration(&self) -> VerbTime {
        self.timeline.duration()
    }

    /// How it travels, per canonical time.
    pub fn travel(&self) -> &Screw {
        &self.travel
    }

    /// The support phases of each foot.
    pub fn phases<'a>(&'a self, feet: &'a [Foot]) -> impl Iterator<Item = &'a [Phase]> {
        let mut rest = &self.phases[..];
        feet.iter().map(move |foot| {
            let (own, others) = rest.split_at(foot.phases.len());
            rest = others;
            own
        })
    }
}

impl Setting {
    /// How clear of the body hands stay.
    pub(super) fn room(&self) -> &Room {
        &self.room
    }

    /// The floor under a foot at a canonical time, where one of its phases is near.
    pub(super) fn floor(&self, verb: &Verb, foot: usize, t: CanonicalTime) -> Option<Floor> {
        let before: usize = verb.feet()[..foot].iter().map(|foot| foot.phases.len()).sum();
        let count = verb.feet()[foot].phases.len();
        let own = self.phases.iter().zip(&self.heights).skip(before).take(count);
        own.filter_map(|(phase, heights)| Floor::of(phase, heights, t, verb.is_cyclic())).reduce(Floor::and)
    }
}

const NO_PHASE: Phase = Phase { from: 0.0, to: 0.0, settle: [0.0; 2], arriving: [0.0; 2], leaving: [0.0; 2] };

/// How many cycles are drawn for a verb.
fn varied(verb: &Verb) -> usize {
    if verb.varies() { verb.examples().len() } else { 0 }
}

fn phase_count(verb: &Verb) -> usize {
    verb.feet().iter().map(|foot| foot.phases.len()).sum()
}

fn height_count(verb: &Verb) -> usize {
    if verb.has_heights() { phase_count(verb) } else { 0 }
}

/// The heights of a phase, by weights.
fn summed(weights: &[f32], own: &[Heights]) -> Heights {
    let mut sums = [0.0; 13];
    for (weight, own) in weights.iter().zip(own) {
        sums.iter_mut().zip(own).for_each(|(sum, height)| *sum += weight * height);
    }
    sums
}

fn map(verb: &Verb) -> TimeMap {
    match verb.parts.map {
        TimeMap::Smooth if verb.parts.cyclic => TimeMap::Periodic,
        map => map,
    }
}

/// Sums of several numbers of each example at once.
fn weighted<const N: usize>(weights: &[f32], examples: impl Iterator<Item = [f64; N]>) -> [f64; N] {
    let mut sums = [0.0; N];
    for (weight, values) in weights.iter().zip(examples) {
        for (sum, value) in sums.iter_mut().zip(values) {
            *sum += f64::from(*weight) * value;
        }
    }
    sums
}

/// The interval between two key-times: the weighted sum of the examples' own, eq. 4.3, kept positive. Beyond the examples
/// weights are negative and the sum can reach zero (of 1.0 s and 0.3 s at 1.43), where the weighted geometric mean g stays
/// positive. Below half of it the sum s goes over into g²/(4 (g − s)), which meets it there in value and slope.
///
/// A cycle beyond its examples is faster or slower than all of them, as its adverb asks. What happens once, a gesture, takes no less
/// time from key to key than the fastest example and no more than the slowest: how far a hand goes is extrapolated as well, and farther
/// in less time than anybody took is a pop. Where weights are negative their magnitudes sum to more than one, s, and so much farther may
/// hands go; in √s times the time they are accelerated no more.
fn interval<I: Iterator<Item = f64> + Clone>(weights: &[f32], own: I, logs: I, cyclic: bool) -> f64 {
    let [sum] = weighted(weights, own.clone().map(|secs| [secs]));
    if weights.iter().all(|w| *w >= 0.0) {
        return sum; // never below the geometric mean
    }
    let (least, most) = extremes(if cyclic { logs.clone() } else { own });
    if !cyclic {
        let farther: f64 = weights.iter().map(|weight| f64::from(weight.abs())).sum();
        let least = least * farther.sqrt();
        return limited(sum, if least < most { least } else { most }, most);
    }
    let [log] = weighted(weights, logs.map(|log| [log]));
    let geometric = libm::exp(limited(log, least - FARTHEST_LOG, most + FARTHEST_LOG));
    if sum >= BENT_BELOW * geometric { sum } else { geometric * geometric / (4.0 * (geometric - sum)) }
}

/// The least and the largest of some numbers.
fn extremes(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), number| {
        (if number < least { number } else { least }, if number > most { number } else { most })
    })
}

/// By how much a cycle is to take longer so that it goes at the weighted sum of the examples' speeds. Strides and durations are summed
/// each by themselves, and a quotient of sums is not the sum of quotients: halfway between 1 m/s and 2 m/s it is up to a tenth beside 1.5.
fn stretch(stride: f64, speed: f64, secs: f64) -> f64 {
    let wanted = speed * secs;
    // Far beyond the examples a sum of speeds can be nothing.
    if wanted > stride / MOST_STRETCH { (stride / wanted).max(1.0 / MOST_STRETCH) } else { MOST_STRETCH }
}

/// A phase between those of the examples. Beyond them it may shrink to nothing, but neither turn around nor overtake itself.
fn blended(weights: &[f32], own: &[Phase], cyclic: bool) -> Phase {
    let numbers = |p: &Phase| {
        let Phase { from, to, settle, arriving, leaving } = *p;
        [from, to, settle[0], settle[1], arriving[0], arriving[1], leaving[0], leaving[1]]
    };
    let [from, to, numbers @ ..] = weighted(weights, own.iter().map(numbers));
    let from = if cyclic { from } else { from.clamp(0.0, 1.0) };
    // Between examples that leave at different times the ball rests for longer than at the mean of them: none leaves before its own.
    let later: f64 =
        weights.iter().zip(own).map(|(weight, own)| f64::from(weight.abs()) * (own.to - to).abs()).sum();
    let to = to + if later < MOST_LATER { later } else { MOST_LATER };
    let length = (to - from).clamp(0.0, 1.0);
    Phase {
        from,
        to: if cyclic { from + length } else { (from + length).clamp(0.0, 1.0) },
        settle: [numbers[0], numbers[1]],
        arriving: [numbers[2], numbers[3]],
        leaving: [numbers[4], numbers[5]],
    }
}
