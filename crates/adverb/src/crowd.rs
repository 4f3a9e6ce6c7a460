//! Many actors on one graph, stepped one by one or on the caller's threads: the same bits either way, since none sees another.
//!
//! An actor of a crowd is its state alone. The room that a step works in is lent to one actor after another, one for every
//! part of the crowd that is stepped at a time, and so is the list of what happened.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use crate::actor::{Actor, Ground, Heard, Scratch, World};
use crate::graph::Graph;
use crate::kinematics::LOCAL_NUMBERS;
use crate::placement::Placement;

/// Actors on one graph.
///
/// ```
/// # let pack = adverb::Pack::load(include_bytes!("../tests/packs/v2.adverb")).expect("a kept pack");
/// # let graph = pack.graphs()[0].clone();
/// let mut crowd = adverb::Crowd::new(graph, 1000, 7);
/// crowd.step(1.0 / 60.0, |_| ());
/// for (actor, heard) in crowd.events() {
///     println!("actor {actor}: event {:?} at {:?}", heard.event, heard.at);
/// }
/// // The same on threads of your own:
/// std::thread::scope(|scope| {
///     for mut part in crowd.parts(2) {
///         scope.spawn(move || part.step(1.0 / 60.0, |_| ()));
///     }
/// });
/// ```
#[derive(Debug)]
pub struct Crowd {
    graph: Arc<Graph>,
    members: Vec<Member>,
    workers: Vec<Worker>,
}

/// An actor of a crowd.
#[derive(Debug, Clone)]
struct Member {
    actor: Actor,
    /// How its place moved in the last step.
    moved: Placement,
    /// Seconds between two of its updates; zero is every step.
    interval_secs: f64,
    /// Seconds that have passed since its last update.
    owed_secs: f64,
    /// The seconds of that after which the next is due.
    due_secs: f64,
}

/// What a part of the crowd is stepped with.
#[derive(Debug)]
struct Worker {
    scratch: Option<Box<Scratch>>,
    /// What happened in the last step, and to whom.
    events: Vec<(usize, Heard)>,
}

impl Worker {
    fn new(graph: &Graph) -> Self {
        Self { scratch: Some(Box::new(Scratch::new(graph))), events: Vec::new() }
    }
}

impl Crowd {
    /// So many actors, what each leaves to chance following from the seed and its number.
    pub fn new(graph: impl Into<Arc<Graph>>, count: usize, seed: u64) -> Self {
        let graph = graph.into();
        let workers = vec![Worker::new(&graph)];
        let mut crowd = Self { graph, members: Vec::with_capacity(count), workers };
        for number in 0..count as u64 {
            let scratch = crowd.workers[0].scratch.take().expect("a worker at rest has its scratch");
            let own_seed = seed.wrapping_add(number << 32);
            let mut actor = Actor::with_scratch(crowd.graph.clone(), scratch, own_seed);
            crowd.workers[0].scratch = actor.take_scratch();
            crowd.push(actor);
        }
        crowd
    }

    /// Another actor joins it.
    ///
    /// # Panics
    /// If the actor is on another graph.
    pub fn push(&mut self, mut actor: Actor) {
        assert!(Arc::ptr_eq(actor.graph(), &self.graph), "an actor on the crowd's graph");
        actor.take_scratch();
        let moved = Placement::ORIGIN;
        self.members.push(Member { actor, moved, interval_secs: 0.0, owed_secs: 0.0, due_secs: 0.0 });
    }

    /// An actor leaves it; the last takes its number.
    ///
    /// # Panics
    /// If there is no such actor.
    pub fn swap_remove(&mut self, number: usize) -> Actor {
        self.members.swap_remove(number).actor
    }

    /// All go over to a rebuilt graph: see [`Actor::migrated`]. Returns what any was about that the new graph does not have, each once.
    pub fn migrate(&mut self, graph: impl Into<Arc<Graph>>) -> Vec<String> {
        self.graph = graph.into();
        let mut lost = Vec::new();
        for member in &mut self.members {
            let (mut actor, own) = member.actor.migrated(self.graph.clone());
            actor.take_scratch();
            member.actor = actor;
            lost.extend(own);
        }
        self.workers = vec![Worker::new(&self.graph)];
        lost.sort_unstable();
        lost.dedup();
        lost
    }

    /// The graph that all play.
    pub fn graph(&self) -> &Arc<Graph> {
        &self.graph
    }

    /// How many actors there are.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// All actors, in the order of their numbers.
    pub fn actors(&self) -> impl ExactSizeIterator<Item = &Actor> {
        self.members.iter().map(|member| &member.actor)
    }

    /// An actor.
    ///
    /// # Panics
    /// If there is no such actor.
    pub fn actor(&self, number: usize) -> &Actor {
        &self.members[number].actor
    }

    /// An actor, to ask something of it.
    ///
    /// # Panics
    /// If there is no such actor.
    pub fn actor_mut(&mut self, number: usize) -> ActorMut<'_> {
        let (actor, worker) = (&mut self.members[number].actor, &mut self.workers[0]);
        lend(actor, worker);
        ActorMut { actor, worker }
    }

    /// Updates an actor only once in so many seconds, by all that have passed: one that is far away need not move in every
    /// frame. It goes along the same path. Zero is every step.
    ///
    /// # Panics
    /// If there is no such actor.
    pub fn set_update_interval(&mut self, number: usize, secs: f64) {
        let member = &mut self.members[number];
        member.interval_secs = if secs > 0.0 { secs } else { 0.0 };
        // Many actors of one interval take turns: their numbers by the golden ratio are spread evenly.
        let turn = number as f64 * 0.618_033_988_749_895;
        member.due_secs = member.interval_secs * (turn - turn.floor());
    }

    /// Lets time pass for all, one after another. `world` makes what surrounds each, by its number.
    pub fn step<W: World>(&mut self, secs: f64, world: impl Fn(usize) -> W) {
        self.parts(1).for_each(|mut part| part.step(secs, &world));
    }

    /// The crowd in so many parts of about the same size, each to be stepped once, on any thread. What [`Self::events`] tells
    /// begins anew. Takes memory only where there are more parts than there have been.
    pub fn parts(&mut self, count: usize) -> impl ExactSizeIterator<Item = CrowdPart<'_>> {
        let count = count.max(1);
        while self.workers.len() < count {
            self.workers.push(Worker::new(&self.graph));
        }
        self.workers.iter_mut().for_each(|worker| worker.events.clear());
        let size = self.members.len().div_ceil(count).max(1);
        let parts = self.members.chunks_mut(size).zip(&mut self.workers).enumerate();
        parts.map(move |(place, (members, worker))| CrowdPart { first: place * size, members, worker })
    }

    /// What happened in the last step, and to whom, in the order of the actors' numbers and then of time.
    pub fn events(&self) -> impl Iterator<Item = (usize, Heard)> {
        self.workers.iter().flat_map(|worker| worker.events.iter().copied())
    }

    /// How the place of an actor moved in the last step, as seen from where it was: its root motion.
    ///
    /// # Panics
    /// If there is no such actor.
    pub fn moved(&self, number: usize) -> Placement {
        self.members[number].moved
    }

    /// The poses of all as flat numbers, one actor after another: see [`Actor::write_locals`].
    ///
    /// # Panics
    /// If there are not seven numbers per joint and actor.
    pub fn write_locals(&self, locals: &mut [f32]) {
        let size = LOCAL_NUMBERS * self.graph.skeleton().joints().len();
        assert_eq!(locals.len(), size * self.len(), "seven numbers per joint and actor");
        let all = self.members.iter().zip(locals.chunks_exact_mut(size));
        all.for_each(|(member, locals)| member.actor.write_locals(locals));
    }
}

impl Clone for Crowd {
    fn clone(&self) -> Self {
        let workers = vec![Worker::new(&self.graph)];
        Self { graph: self.graph.clone(), members: self.members.clone(), workers }
    }
}

/// Crowds of equal actors are equal.
impl PartialEq for Crowd {
    fn eq(&self, other: &Self) -> bool {
        self.actors().eq(other.actors())
    }
}

/// Some actors of a crowd, to be stepped on one thread.
#[derive(Debug)]
pub struct CrowdPart<'a> {
    first: usize,
    members: &'a mut [Member],
    worker: &'a mut Worker,
}

impl CrowdPart<'_> {
    /// Lets time pass for its actors, one after another. `world` makes what surrounds each, by its number in the crowd.
    pub fn step<W: World>(&mut self, secs: f64, world: impl Fn(usize) -> W) {
        for (place, member) in self.members.iter_mut().enumerate() {
            member.owed_secs += if secs > 0.0 { secs } else { 0.0 };
            member.moved = Placement::ORIGIN;
            // What only rounding keeps from being due is.
            if member.interval_secs > 0.0 && member.owed_secs < member.due_secs - 1e-9 {
                continue;
            }
            let number = self.first + place;
            lend(&mut member.actor, self.worker);
            let mut world = Listening { world: world(number), number, events: &mut self.worker.events };
            member.moved = member.actor.step(member.owed_secs, &mut world);
            self.worker.scratch = member.actor.take_scratch();
            (member.owed_secs, member.due_secs) = (0.0, member.interval_secs);
        }
    }
}

/// A world, and whoever keeps what happens in it.
struct Listening<'a, W> {
    world: W,
    number: usize,
    events: &'a mut Vec<(usize, Heard)>,
}

impl<W: World> World for Listening<'_, W> {
    fn ground(&self, at: [f64; 3]) -> Option<Ground> {
        self.world.ground(at)
    }

    fn hear(&mut self, event: Heard) {
        self.events.push((self.number, event));
        self.world.hear(event);
    }
}

/// An actor of a crowd, with room to work in as long as it is held.
#[derive(Debug)]
pub struct ActorMut<'a> {
    actor: &'a mut Actor,
    worker: &'a mut Worker,
}

impl Deref for ActorMut<'_> {
    type Target = Actor;

    fn deref(&self) -> &Actor {
        self.actor
    }
}

impl DerefMut for ActorMut<'_> {
    fn deref_mut(&mut self) -> &mut Actor {
        self.actor
    }
}

impl Drop for ActorMut<'_> {
    fn drop(&mut self) {
        self.worker.scratch = self.actor.take_scratch();
    }
}

fn lend(actor: &mut Actor, worker: &mut Worker) {
    if let Some(scratch) = worker.scratch.take() {
        actor.lend(scratch);
    }
}
