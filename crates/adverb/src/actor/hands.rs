//! What hands do with things that are given while an actor runs: points to reach for, objects to reach and to hold
//! (thesis 4.4).

use glam::Vec3;

use super::body::Body;
use super::migrate::Renumbered;
use super::snapshot::{Read, ensure};
use super::transition::BEFORE_SECS;
use super::voice::Voice;
use crate::encoding::{Field, Reader, Writer};
use crate::graph::{Deed, Graph, HandId, ObjectId, Timing};
use crate::kinematics::{LocalTransform, links};
use crate::limbs::reach;
use crate::origin::{DPlacement, WorldTransform, is_sound_point};
use crate::skeleton::JointId;

/// Seconds in which a hand comes to a point that it is asked to reach, and goes from one.
const REACH_SECS: f32 = 0.35;
/// A hand that is asked to another point follows within about this many seconds …
const FOLLOW_SECS: f32 = 0.07;
/// … and no faster than this, in metres per second.
const FASTEST: f32 = 3.0;
/// Hands and the objects of the graph.
#[derive(Debug, Clone)]
pub(super) struct Hands {
    pub(super) reaching: Vec<Reaching>,
    pub(super) objects: Vec<Object>,
}

/// An object of the graph.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Object {
    /// Where the caller has put it, in the world.
    pub(super) at: Option<WorldTransform>,
    /// Where a joint holds it, as seen from the origin.
    pub(super) held: Option<LocalTransform>,
}

/// A hand that may be asked to reach for a point.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Reaching {
    /// In the world.
    pub(super) target: Option<[f64; 3]>,
    /// The point it is on its way to, following the target; as seen from the origin.
    pub(super) aim: Vec3,
    /// From 0 to 1, how far it has come to it.
    pub(super) nearness: f32,
}

/// Where objects pull a hand, gathered for a pose: the sum of their places by weight, and the sum of the weights.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Pull {
    places: Vec3,
    weights: f32,
}

impl Pull {
    fn add(&mut self, place: Vec3, weight: f32) {
        self.places += place * weight;
        self.weights += weight;
    }

    /// The place between them, and how far the hand comes to it.
    fn sum(self) -> Option<(Vec3, f32)> {
        let share = if self.weights < 1.0 { self.weights } else { 1.0 };
        (share > 0.0).then(|| (self.places / self.weights, share))
    }
}

impl Reaching {
    /// Time passes.
    fn wait(&mut self, origin: &DPlacement, secs: f32) {
        let Some(target) = self.target.map(|target| origin.local(target)) else {
            self.nearness =
                if secs < self.nearness * REACH_SECS { self.nearness - secs / REACH_SECS } else { 0.0 };
            return;
        };
        if self.nearness == 0.0 {
            self.aim = target;
        }
        let way = (target - self.aim) * (1.0 - libm::expf(-secs / FOLLOW_SECS));
        let (length, most) = (way.length(), FASTEST * secs);
        self.aim += if length > most { way * (most / length) } else { way };
        let nearness = self.nearness + secs / REACH_SECS;
        self.nearness = if nearness < 1.0 { nearness } else { 1.0 };
    }

    fn weight(&self) -> f32 {
        let x = self.nearness;
        x * x * (3.0 - 2.0 * x)
    }
}

impl Hands {
    pub(super) fn new(graph: &Graph) -> Self {
        Self {
            reaching: vec![Reaching::default(); graph.hands().len()],
            objects: vec![Object::default(); graph.objects().len()],
        }
    }

    /// Hands and objects of an actor on another graph go on, if this one has them.
    pub(super) fn take_over(&mut self, old: &Self, names: Renumbered) {
        for (id, reaching) in old.reaching.iter().enumerate() {
            if let Some(HandId(new)) = names.hand(HandId(id)) {
                self.reaching[new] = *reaching;
            }
        }
        for (id, object) in old.objects.iter().enumerate() {
            if let Some(ObjectId(new)) = names.object(ObjectId(id)) {
                self.objects[new] = *object;
            }
        }
    }

    /// Brings hands to the objects of the verbs that play, and to the points they were asked to. Returns what a verb has the
    /// head look at.
    pub(super) fn reach(
        &mut self,
        graph: &Graph,
        body: &Body,
        origin: &DPlacement,
        pulls: &mut [Pull],
        secs: f32,
        dofs: &mut [f32],
    ) -> Option<Vec3> {
        let mut look = None;
        for (index, (constraint, object)) in graph.constraints().enumerate() {
            let Some(at) = self.objects[object.0].at.map(|at| origin.local(at.translation)) else { continue };
            let weight = body.weight(graph, index, constraint.timing(), 0.0);
            match constraint.deed {
                // Two verbs that have a hand at one object have it there in between, too.
                Deed::Reach(hand) => pulls[hand.0].add(at, weight),
                Deed::Look if weight > 0.5 => look = Some(at),
                _ => {}
            }
        }
        for (pull, hand) in pulls.iter_mut().zip(graph.hands()) {
            if let Some((place, share)) = core::mem::take(pull).sum() {
                reach(graph.skeleton(), hand, place, share, dofs);
            }
        }
        for (reaching, hand) in self.reaching.iter_mut().zip(graph.hands()) {
            reaching.wait(origin, secs);
            if reaching.nearness > 0.0 {
                reach(graph.skeleton(), hand, reaching.aim, reaching.weight(), dofs);
            }
        }
        look
    }

    /// Where an object is, if the caller has put it somewhere.
    pub(super) fn object_at(&self, object: ObjectId, origin: &DPlacement) -> Option<LocalTransform> {
        self.objects[object.0].at.map(|at| origin.local_transform(&at))
    }

    /// Objects are held as the leading verb says, where the joints have come to.
    pub(super) fn hold(&mut self, graph: &Graph, body: &Body, dofs: &[f32]) {
        self.objects.iter_mut().for_each(|object| object.held = None);
        for (constraint, object) in graph.constraints() {
            let Deed::Hold(joint) = constraint.deed else { continue };
            let voice = body.leading();
            if strength(graph, voice, voice.time, constraint.timing()) >= 1.0 {
                self.objects[object.0].held = Some(place_of(graph, joint, dofs));
            }
        }
    }

    /// The same points as seen from another origin, of which the old one is seen at `old`.
    pub(super) fn seen_from(&mut self, old: &DPlacement) {
        self.reaching.iter_mut().for_each(|reaching| reaching.aim = old.carry_point(reaching.aim));
        for held in self.objects.iter_mut().filter_map(|object| object.held.as_mut()) {
            *held = old.carry(*held);
        }
    }

    pub(super) fn write(&self, to: &mut Writer) {
        self.reaching.iter().for_each(|reaching| reaching.write(to));
        self.objects.iter().for_each(|object| object.write(to));
    }

    pub(super) fn read(&mut self, from: &mut Reader) -> Read {
        for reaching in &mut self.reaching {
            *reaching = Field::read(from);
            ensure(reaching.target.is_none_or(|target| is_sound_point(&target)))?;
            ensure(reaching.aim.is_finite() && (0.0..=1.0).contains(&reaching.nearness))?;
        }
        for object in &mut self.objects {
            *object = Field::read(from);
            ensure(object.at.is_none_or(|at| at.is_sound()))?;
            ensure(object.held.is_none_or(|at| at.translation.is_finite() && at.rotation.is_finite()))?;
        }
        Ok(())
    }
}

impl Body {
    /// How much a constraint or goal, by its place among the graph's, holds some time from now: as the verbs have it, and what is
    /// left of how much it held before a cut.
    pub(super) fn weight(&self, graph: &Graph, index: usize, timing: Timing, ahead_secs: f64) -> f32 {
        let own = match &self.crossing {
            None => {
                let t = match ahead_secs {
                    0.0 => self.main.time,
                    secs => self.main.after(graph, self.main.time, secs),
                };
                strength(graph, &self.main, t, timing)
            }
            Some(crossing) => {
                let [a, b] = crossing.times(ahead_secs);
                let share = crossing.share(graph, ahead_secs) as f32;
                strength(graph, &self.main, a, timing) * (1.0 - share)
                    + strength(graph, &self.next, b, timing) * share
            }
        };
        (own + self.inertia.weight(index, ahead_secs)).clamp(0.0, 1.0)
    }

    /// Before a cut: how much each constraint holds, and how fast that changes, into the offset.
    pub(super) fn keep_weights(&mut self, graph: &Graph) {
        for (index, timing) in graph.timings().enumerate() {
            self.inertia.weights[index] = self.moving_weight(graph, index, timing);
        }
    }

    /// After it: of that, what the verbs do not say themselves, while no offset is under way yet.
    pub(super) fn take_off_weights(&mut self, graph: &Graph) {
        for (index, timing) in graph.timings().enumerate() {
            let own = self.moving_weight(graph, index, timing);
            let kept = &mut self.inertia.weights[index];
            *kept = [kept[0] - own[0], kept[1] - own[1]];
        }
    }

    /// How much a constraint holds, and how fast that changes, per second.
    pub(super) fn moving_weight(&self, graph: &Graph, index: usize, timing: Timing) -> [f32; 2] {
        let now = self.weight(graph, index, timing, 0.0);
        let before = self.weight(graph, index, timing, -f64::from(BEFORE_SECS));
        [now, (now - before) / BEFORE_SECS]
    }
}

/// How much a constraint holds at a canonical time of a verb: all of it within its times, easing in before and out after.
fn strength(graph: &Graph, voice: &Voice, t: f64, timing: Timing) -> f32 {
    if timing.verb != voice.verb {
        return 0.0;
    }
    let repeats = voice.own(graph).is_cyclic();
    let t = if repeats { t - t.floor() } else { t };
    let [start, end] = timing.during;
    if (start..=end).contains(&t) {
        return 1.0;
    }
    // On a verb that repeats it has been in the last round, and will be in the next.
    let until = if t < start { Some(start) } else { repeats.then_some(start + 1.0) };
    let since = if t > end { Some(end) } else { repeats.then_some(end - 1.0) };
    let secs = |t: f64| voice.secs_at(graph, t);
    let until = until.map_or(f64::INFINITY, |start| secs(start) - secs(t));
    let since = since.map_or(f64::INFINITY, |end| secs(t) - secs(end));
    let outside = if until < since { until } else { since };
    let s = outside as f32 / timing.ease_secs;
    if s < 1.0 { (1.0 - s) * (1.0 - s) * (1.0 + 2.0 * s) } else { 0.0 }
}

/// Where a joint is in a pose.
fn place_of(graph: &Graph, joint: JointId, dofs: &[f32]) -> LocalTransform {
    let [link] = links(graph.skeleton(), dofs, [joint]);
    LocalTransform { translation: link.position, rotation: link.rotation }
}
