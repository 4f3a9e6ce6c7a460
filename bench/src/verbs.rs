//! Verbs: playing one against bevy_animation blending as many clips, the characters of a paper, and crowds that play one.
//!
//! A frame of a character is all that it costs: two knobs turn, so weights, key-times, travel and support phases are
//! those of another point; time passes and the pose is found (`Actor::step`); the world transforms of all joints.

mod crowd;
pub mod made;
mod paper;
mod peer;
mod plot;

use std::hint::black_box;
use std::sync::Arc;

use adverb::glam::{Affine3A, Vec3A};
use adverb::graph::{FootId, KnobId, VerbId};
use adverb::kinematics::world_transforms;
use adverb::{Actor, CanonicalTime, DPlacement, Graph, Verb};

pub use crowd::{picture, time as time_crowd};
pub use paper::{instructions as instructions_paper, time as time_paper};

use crate::instructions::per_call;
use crate::timing::{Work, measured, medians};
use crate::world::humanoid;
use made::{ADVERBS, WAY};

/// Examples of a verb, and clips of bevy's graph.
const EXAMPLES: [usize; 3] = [3, 8, 20];
/// Between two frames.
const FRAME_SECS: f64 = 1.0 / 60.0;

/// Characters that play one verb, and one pose, which they take one after another.
struct Stage<const D: usize> {
    graph: Arc<Graph>,
    actors: Vec<Actor>,
    way: Vec<[f32; D]>,
    frame: usize,
    world: Vec<Affine3A>,
}

impl<const D: usize> Stage<D> {
    /// Each at another point and time.
    fn new(verb: Verb, characters: usize, feet: bool) -> Self {
        let graph = Arc::new(Graph::of_verb(verb));
        let way = made::way();
        let actor = |i: usize| {
            let mut actor = Actor::new(graph.clone(), 0);
            actor.set_foot_planting(feet);
            turn(&mut actor, way[place_on_way(i, 0)]);
            actor.snap_knobs();
            actor.start(VerbId(0), CanonicalTime((i as f64 * 0.618) % 1.0));
            actor.place(DPlacement { x: i as f64, ..DPlacement::ORIGIN });
            actor
        };
        let actors = (0..characters).map(actor).collect();
        let world = vec![Affine3A::IDENTITY; graph.skeleton().joints().len()];
        Self { graph, actors, way, frame: 0, world }
    }

    /// One frame of every character.
    fn frame(&mut self) {
        let Self { graph, actors, way, frame, world } = self;
        *frame += 1;
        for (i, actor) in actors.iter_mut().enumerate() {
            turn(actor, way[place_on_way(i, *frame)]);
            actor.step(FRAME_SECS, &mut ());
            world_transforms(graph.skeleton(), black_box(actor.dofs()), black_box(world));
        }
    }
}

/// Turns all knobs.
pub fn turn<const D: usize>(actor: &mut Actor, point: [f32; D]) {
    point.into_iter().enumerate().for_each(|(knob, value)| actor.set_knob(KnobId(knob), value));
}

fn place_on_way(character: usize, frame: usize) -> usize {
    (character * 389 + frame) % WAY
}

/// The humanoid's.
fn verb(examples: usize) -> Verb {
    made::verb(&humanoid::figure(), "walk", examples, 0)
}

/// `verb-N`, `verb-N-feet` and `bevy-N`: one frame of one character with N examples; and the paper's characters.
pub fn work(name: &str) -> Option<Work<'static>> {
    if let Some(clips) = name.strip_prefix("bevy-") {
        return Some(peer::work(clips.parse().ok()?));
    }
    if let Some(character) = name.strip_prefix("paper-") {
        return paper::work(character);
    }
    let verb = name.strip_prefix("verb-")?;
    let (examples, feet) = verb.strip_suffix("-feet").map_or((verb, false), |examples| (examples, true));
    Some(frames(1, examples.parse().ok()?, feet))
}

fn frames(characters: usize, examples: usize, feet: bool) -> Work<'static> {
    frames_of(Stage::<ADVERBS>::new(verb(examples), characters, feet))
}

fn frames_of<const D: usize>(mut stage: Stage<D>) -> Work<'static> {
    Box::new(move |frames| (0..frames).for_each(|_| stage.frame()))
}

/// Feet must be held for their times to mean anything: how far the left ball slides within the first support phase.
fn slide(feet: bool) -> f32 {
    let mut stage = Stage::<ADVERBS>::new(verb(8), 1, feet);
    let mut places: Vec<Vec3A> = Vec::new();
    stage.frame();
    while stage.actors[0].supports(FootId(0)) {
        places.push(stage.world[humanoid::LEGS[0][3]].translation);
        stage.frame();
    }
    let over_ground = |place: &Vec3A| (*place - places[0]).with_y(0.0).length();
    places.iter().map(over_ground).fold(0.0, f32::max)
}

pub fn time() -> Result<(), String> {
    let [free, held] = [false, true].map(slide);
    assert!(free > 0.01 && held < 1e-3, "a free foot slides by {free} m, a held one by {held} m");
    println!("\n## A verb of {} joints, one frame of one character\n", humanoid::JOINTS);
    println!(
        "| examples | verb, µs | verb with feet, µs | bevy_animation, µs | bevy / verb | bevy / with feet |"
    );
    println!("|---|---|---|---|---|---|");
    for examples in EXAMPLES {
        let names = [format!("verb-{examples}"), format!("verb-{examples}-feet"), format!("bevy-{examples}")];
        let mut sides: Vec<_> = names.iter().filter_map(|name| work(name)).map(measured).collect();
        let micros: Vec<f64> = medians(&mut sides).iter().map(|nanos| nanos / 1000.0).collect();
        let [plain, feet, bevy] = micros[..] else { return Err("three sides".into()) };
        let (ratio, with_feet) = (bevy / plain, bevy / feet);
        println!("| {examples} | {plain:.2} | {feet:.2} | {bevy:.1} | {ratio:.1} | {with_feet:.1} |");
    }
    paper::time()?;
    crowd::time()
}

pub fn instructions() -> Result<(), String> {
    println!("\n## A verb of {} joints, one frame of one character\n", humanoid::JOINTS);
    println!("| examples | verb | with feet | bevy_animation |\n|---|---|---|---|");
    for examples in EXAMPLES {
        let plain = per_call(&format!("verb-{examples}"), 2000)?;
        let feet = per_call(&format!("verb-{examples}-feet"), 2000)?;
        let bevy = per_call(&format!("bevy-{examples}"), 200)?;
        println!("| {examples} | {plain:.0} | {feet:.0} | {bevy:.0} |");
    }
    paper::instructions()
}
