//! Verbs: playing one against bevy_animation blending as many clips, and crowds that play one.
//!
//! A frame of a character is all that it costs: two knobs turn, so weights, key-times, travel and support phases are
//! those of another point; time passes (`Player::step`); the pose (`Player::pose`); the world transforms of all joints.

mod crowd;
mod made;
mod peer;
mod plot;

use std::hint::black_box;

use adverb::glam::{Affine3A, Vec3A};
use adverb::kinematics::world_transforms;
use adverb::placement::Placement;
use adverb::time::CanonicalTime;
use adverb::{Player, Verb};

pub use crowd::{picture, time as time_crowd};

use crate::instructions::per_call;
use crate::timing::{Work, measured, medians};
use crate::world::humanoid;
use made::{ADVERBS, WAY};

/// Examples of a verb, and clips of bevy's graph.
const EXAMPLES: [usize; 3] = [3, 8, 20];
/// Between two frames.
const FRAME_SECS: f64 = 1.0 / 60.0;

/// Characters that play one verb, and one pose, which they take one after another.
struct Stage {
    verb: Verb,
    players: Vec<Player>,
    way: Vec<[f32; ADVERBS]>,
    frame: usize,
    dofs: Vec<f32>,
    world: Vec<Affine3A>,
}

impl Stage {
    /// Each at another point and time.
    fn new(characters: usize, examples: usize, feet: bool) -> Self {
        let verb = made::verb(examples);
        let way = made::way();
        let player = |i: usize| {
            let mut player = Player::new(&verb);
            player.set_constraints(feet);
            player.set(&verb, &way[place_on_way(i, 0)]);
            player.place(Placement { x: i as f32, ..Placement::ORIGIN });
            player.seek(&verb, CanonicalTime((i as f64 * 0.618) % 1.0));
            player
        };
        let players = (0..characters).map(player).collect();
        let dofs = vec![0.0; verb.skeleton().dofs().len()];
        let world = vec![Affine3A::IDENTITY; humanoid::JOINTS];
        Self { verb, players, way, frame: 0, dofs, world }
    }

    /// One frame of every character.
    fn frame(&mut self) {
        let Self { verb, players, way, frame, dofs, world } = self;
        *frame += 1;
        for (i, player) in players.iter_mut().enumerate() {
            for (adverb, value) in way[place_on_way(i, *frame)].into_iter().enumerate() {
                player.turn(verb, adverb, value);
            }
            player.step(verb, FRAME_SECS);
            player.pose(verb, black_box(dofs));
            world_transforms(verb.skeleton(), dofs, black_box(world));
        }
    }
}

fn place_on_way(character: usize, frame: usize) -> usize {
    (character * 389 + frame) % WAY
}

/// `verb-N`, `verb-N-feet` and `bevy-N`: one frame of one character with N examples.
pub fn work(name: &str) -> Option<Work<'static>> {
    if let Some(clips) = name.strip_prefix("bevy-") {
        return Some(peer::work(clips.parse().ok()?));
    }
    let verb = name.strip_prefix("verb-")?;
    let (examples, feet) = verb.strip_suffix("-feet").map_or((verb, false), |examples| (examples, true));
    Some(frames(1, examples.parse().ok()?, feet))
}

fn frames(characters: usize, examples: usize, feet: bool) -> Work<'static> {
    let mut stage = Stage::new(characters, examples, feet);
    Box::new(move |frames| (0..frames).for_each(|_| stage.frame()))
}

/// Feet must be held for their times to mean anything: how far the left ball slides within the first support phase.
fn slide(feet: bool) -> f32 {
    let mut stage = Stage::new(1, 8, feet);
    let mut places: Vec<Vec3A> = Vec::new();
    stage.frame();
    while stage.players[0].stands(&stage.verb, 0) {
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
    Ok(())
}
