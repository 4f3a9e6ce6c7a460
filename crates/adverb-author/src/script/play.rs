//! Plays a script: steps an actor over a fixed grid of times, and to the exact time of every entry in between.
//!
//! Frames are poses of copies that are stepped on to them, so neither frames nor reported moments depend on the frame rate, to the
//! last bit. An actor does not announce what it does by itself: comparing it before and after a step reveals it, and bisecting the
//! step on a copy dates it.

use std::sync::Arc;

use adverb::actor::{Heard, Idle};
use adverb::graph::{FootId, GestureId, Graph, TransitionId, VerbId};
use adverb::{Actor, CanonicalTime, DPlacement, World, WorldTransform};

use super::moments::{Happening, Moment, name, title};
use super::{Deed, Entry, Script};
use crate::clip::{Clip, Source};
use crate::error::Error;
use crate::finding::{Criterion, Finding, Place, Subject};
use crate::sample::{Rate, Standing, Take, checked_steps, joints, rig_locals};

/// Steps of the actor: nothing that is reported begins and ends within one.
const STEPS_PER_SEC: f64 = 60.0;
/// How exactly things are dated.
const DATED_SECS: f64 = 1e-6;

/// The outcome of a script.
#[derive(Debug, Clone, PartialEq)]
pub struct Performance {
    /// The frames, and those in which each foot stands.
    pub take: Take,
    /// What happened, in order.
    pub moments: Vec<Moment>,
    /// Requests that failed, each with its line.
    pub warnings: Vec<Finding>,
}

/// Plays a script on its graph, at exactly this many frames per second.
pub fn play(graph: &Arc<Graph>, script: &Script, fps: f64, source: Source) -> Result<Performance, Error> {
    let skeleton = graph.skeleton();
    let (steps, fps) = checked_steps(script.secs, Rate::Exactly(fps), skeleton.joints().len())?;
    let mut stage = Stage::new(graph, script);
    let mut standing = Standing::of(graph.feet());
    let mut locals = Vec::with_capacity((steps + 1) * skeleton.joints().len());
    let mut entries = script.entries.iter().peekable();
    let mut play_to = |stage: &mut Stage, secs: f64| {
        while let Some(entry) = entries.next_if(|entry| entry.secs <= secs) {
            if entry.secs > stage.actor.now().0 {
                stage.go_to(entry.secs);
            }
            stage.ask(script, entry);
        }
        stage.go_near(secs);
    };
    for frame in 0..=steps {
        let secs = frame as f64 / fps;
        play_to(&mut stage, secs);
        let shown = stage.later(&stage.actor, secs - stage.actor.now().0);
        locals.extend(rig_locals(skeleton, shown.dofs()));
        standing.note(frame, |foot| shown.is_planted(FootId(foot)));
    }
    // The last frame may come before the end.
    play_to(&mut stage, script.secs);
    stage.go_to(script.secs);
    let clip = Clip { joints: joints(skeleton), fps, locals, source };
    let take = Take { clip, stood: standing.0 };
    Ok(Performance { take, moments: stage.moments, warnings: stage.warnings })
}

/// An actor that is watched.
struct Stage<'g> {
    graph: &'g Arc<Graph>,
    actor: Actor,
    moments: Vec<Moment>,
    warnings: Vec<Finding>,
}

/// What is seen of an actor.
#[derive(Debug, Clone, PartialEq)]
struct Seen {
    verb: VerbId,
    transition: Option<TransitionId>,
    gestures: Vec<bool>,
}

/// Keeps what it hears.
#[derive(Default)]
struct Listener(Vec<Heard>);

impl World for Listener {
    fn hear(&mut self, event: Heard) {
        self.0.push(event);
    }
}

impl<'g> Stage<'g> {
    fn new(graph: &'g Arc<Graph>, script: &Script) -> Self {
        let mut actor = Actor::new(graph.clone(), script.seed);
        actor.start(script.start, CanonicalTime(0.0));
        let mut stage = Self { graph, actor, moments: Vec::new(), warnings: Vec::new() };
        stage.tell(0.0, Happening::Plays);
        stage
    }

    fn seen(&self, actor: &Actor) -> Seen {
        let gestures = 0..self.graph.parts().gestures.len();
        Seen {
            verb: actor.verb(),
            transition: actor.transition().map(|(id, _)| id),
            gestures: gestures.map(|id| actor.gesture_weight(GestureId(id)) > 0.0).collect(),
        }
    }

    fn tell(&mut self, secs: f64, what: Happening) {
        let seen = self.seen(&self.actor);
        self.moments.push(self.moment(secs, &seen, what));
    }

    fn moment(&self, secs: f64, seen: &Seen, what: Happening) -> Moment {
        let transition = seen.transition.map(|id| title(self.graph, id));
        Moment { secs, verb: name(self.graph, seen.verb), transition, what }
    }

    /// Does what an entry asks for, now.
    fn ask(&mut self, script: &Script, entry: &Entry) {
        let graph = self.graph;
        let before = self.seen(&self.actor);
        for deed in &entry.deeds {
            match *deed {
                Deed::Place(at) => {
                    self.actor.place(at);
                    // Frames are of the world.
                    self.actor.shift_origin(DPlacement::ORIGIN);
                }
                Deed::Turn(knob, value) => self.actor.set_knob(knob, value),
                Deed::Put(object, at) => self.actor.place_object(object, at.map(WorldTransform::at)),
                Deed::Look(at) => self.actor.look_at(at),
                Deed::Reach(hand, to) => self.actor.reach(hand, to),
                Deed::Idle(idle) => self.actor.set_idle(idle.then(Idle::default)),
                Deed::Request(verb) => {
                    let asked = name(graph, verb);
                    match self.actor.request(verb) {
                        Ok(()) => self.tell(entry.secs, Happening::Asked(asked)),
                        Err(why) => {
                            let unreachable = Happening::Unreachable(asked, why.to_string());
                            self.warn(script, entry, unreachable);
                        }
                    }
                }
                Deed::EndGesture(id) => self.actor.end_gesture(id),
                Deed::Gesture(id) => {
                    let asked = graph.gesture(id).name.clone();
                    match self.actor.start_gesture(id) {
                        Ok(()) => self.tell(entry.secs, Happening::Gesture(asked)),
                        Err(why) => {
                            let refused = Happening::Refused(asked, why.to_string());
                            self.warn(script, entry, refused);
                        }
                    }
                }
            }
        }
        if entry.secs == 0.0 {
            // This is how it begins, not where it is on its way to.
            self.actor.snap_knobs();
        }
        let after = self.seen(&self.actor);
        let changes = self.changes(entry.secs, &before, &after);
        self.moments.extend(changes);
    }

    fn warn(&mut self, script: &Script, entry: &Entry, what: Happening) {
        let Entry { line, secs, .. } = entry;
        let verb = name(self.graph, self.actor.verb());
        let place = Place { line: Some(*line), ..Place::secs(*secs) };
        let subject = Subject::Script(script.file.clone());
        self.warnings
            .push(Finding::warning(Criterion::Undone, subject, format!("in {verb}: {what}")).at(place));
        self.tell(entry.secs, what);
    }

    /// Lets time pass until then.
    fn go_to(&mut self, secs: f64) {
        self.go_near(secs);
        self.step_to(secs);
    }

    /// Lets time pass until the last time of the grid before then.
    fn go_near(&mut self, secs: f64) {
        loop {
            let next = ((self.actor.now().0 * STEPS_PER_SEC + 1e-6).floor() + 1.0) / STEPS_PER_SEC;
            if next > secs {
                break;
            }
            self.step_to(next);
        }
    }

    /// One step, and a look at what happens in it.
    fn step_to(&mut self, secs: f64) {
        let before = self.actor.clone();
        let mut listener = Listener::default();
        self.actor.step(secs - before.now().0, &mut listener);
        let mut happened = self.since(before);
        happened.extend(listener.0.into_iter().map(|heard| self.heard(heard)));
        happened.sort_by(|a, b| a.secs.total_cmp(&b.secs));
        self.moments.extend(happened);
    }

    fn heard(&self, Heard { event, at }: Heard) -> Moment {
        let event = self.graph.event(event);
        let seen = Seen { verb: event.verb, transition: None, gestures: Vec::new() };
        self.moment(at.0, &seen, Happening::Event(event.emit.clone()))
    }

    /// What happened since the actor was as it is given.
    fn since(&self, mut then: Actor) -> Vec<Moment> {
        let (now, now_secs) = (self.seen(&self.actor), self.actor.now().0);
        let mut moments = Vec::new();
        let mut seen = self.seen(&then);
        while seen != now {
            let (mut same, mut other) = (0.0, now_secs - then.now().0);
            while other - same > DATED_SECS {
                let middle = 0.5 * (same + other);
                if self.seen(&self.later(&then, middle)) == seen { same = middle } else { other = middle }
            }
            let changed = self.later(&then, other);
            let next = self.seen(&changed);
            // Rounding may bring it over what it was just before; it is as it is now at the latest now.
            let next = if next == seen { now.clone() } else { next };
            moments.extend(self.changes(changed.now().0, &seen, &next));
            (then, seen) = (changed, next);
        }
        moments
    }

    /// A copy of an actor, some time later.
    fn later(&self, actor: &Actor, secs: f64) -> Actor {
        let mut later = actor.clone();
        later.step(secs, &mut ());
        later
    }

    fn changes(&self, secs: f64, before: &Seen, after: &Seen) -> Vec<Moment> {
        let moment = |what| self.moment(secs, after, what);
        let mut moments = Vec::new();
        let ended = before.gestures.iter().zip(&after.gestures).enumerate();
        for (id, _) in ended.filter(|(_, (before, after))| **before && !**after) {
            moments.push(moment(Happening::Over(self.graph.parts().gestures[id].name.clone())));
        }
        if (before.verb, before.transition) != (after.verb, after.transition) {
            let what = if after.transition.is_some() { Happening::Leaves } else { Happening::Plays };
            moments.push(moment(what));
        }
        moments
    }
}
