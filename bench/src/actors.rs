//! Actors: a step of one on a verb graph against the plain pose of a verb, and crowds of them.
//!
//! The skeleton has 44 DOFs, as the thesis's has, the verbs 20 examples. The plain pose is `Verb::pose` at a setting that is
//! there. A busy actor is in a transition from one verb to another, has a plain gesture under way, and its feet are held; its
//! step is all that a frame takes but for the world transforms.

mod made;

use std::hint::black_box;

use adverb::graph::{FootId, GestureId};
use adverb::{CanonicalTime, Crowd, DPlacement, Setting};

use crate::instructions::per_call;
use crate::timing::{Measure, Work, measured, medians, medians_of, repeated};
use crate::verbs::made::{ADVERBS, WAY, way};
use crate::verbs::turn;
use made::{EXAMPLES, ONE, OTHER};

const FRAME_SECS: f64 = 1.0 / 60.0;
const ACTORS: [usize; 3] = [1, 100, 10_000];
/// A frame of a large crowd takes long; fewer measurements do.
const ALTERNATIONS: usize = 41;
/// Of the thesis (6.2), with inverse kinematics, on a Pentium Pro of 200 MHz.
const THESIS_FRAMES_PER_SEC: f64 = 240.0;

/// What actors are about.
#[derive(Clone, Copy, PartialEq)]
struct Business {
    /// From one verb to the other and back, without a pause.
    transition: bool,
    gesture: bool,
    feet: bool,
    /// Two knobs turn in every frame.
    knobs: bool,
}

const STILL: Business = Business { transition: false, gesture: false, feet: false, knobs: false };
const BUSY: Business = Business { transition: true, gesture: true, feet: true, knobs: false };

/// Actors on one graph.
struct Stage {
    crowd: Crowd,
    business: Business,
    way: Vec<[f32; ADVERBS]>,
    frame: usize,
}

impl Stage {
    /// Each at another time.
    fn new(actors: usize, business: Business) -> Self {
        let mut crowd = Crowd::new(made::graph(), actors, 1);
        for i in 0..actors {
            let mut actor = crowd.actor_mut(i);
            actor.start(ONE, CanonicalTime((i as f64 * 0.618) % 1.0));
            actor.place(DPlacement { x: i as f64, ..DPlacement::ORIGIN });
            actor.set_foot_planting(business.feet);
            if business.gesture {
                actor.start_gesture(GestureId(0)).expect("nothing else needs the arm");
            }
        }
        Self { crowd, business, way: way(), frame: 0 }
    }

    /// One frame of every actor.
    fn frame(&mut self) {
        let Self { crowd, business, way, frame } = self;
        *frame += 1;
        for i in 0..crowd.len() {
            let mut actor = crowd.actor_mut(i);
            if business.transition && actor.transition().is_none() {
                let other = if actor.verb() == ONE { OTHER } else { ONE };
                actor.request(other).expect("there is a way");
            }
            if business.knobs {
                turn(&mut actor, way[(i * 389 + *frame) % WAY]);
            }
        }
        crowd.step(FRAME_SECS, |_| ());
        crowd.actors().for_each(|actor| _ = black_box(actor.dofs()));
    }
}

/// Frames of so many actors.
fn frames(actors: usize, business: Business) -> Work<'static> {
    let mut stage = Stage::new(actors, business);
    stage.frame();
    repeated(move || stage.frame())
}

/// `Verb::pose` of one of the verbs.
fn plain_pose() -> Work<'static> {
    let graph = made::graph();
    let verb = graph.verb(ONE).clone();
    let setting = Setting::new(&verb, &[0.3, -0.2]);
    let mut dofs = vec![0.0; verb.skeleton().dofs().len()];
    let mut frame = 0;
    repeated(move || {
        frame += 1;
        verb.pose(&setting, CanonicalTime((f64::from(frame) * FRAME_SECS) % 1.0), black_box(&mut dofs));
    })
}

/// A verb set to another point and posed there.
fn turned_pose() -> Work<'static> {
    let graph = made::graph();
    let verb = graph.verb(ONE).clone();
    let (way, mut frame) = (way::<ADVERBS>(), 0);
    let mut setting = Setting::new(&verb, &way[0]);
    let mut dofs = vec![0.0; verb.skeleton().dofs().len()];
    repeated(move || {
        frame += 1;
        setting.set(&verb, &way[frame % WAY]);
        verb.pose(&setting, CanonicalTime((frame as f64 * FRAME_SECS) % 1.0), black_box(&mut dofs));
    })
}

/// What one step is made of, layer by layer, as the command and the tables name it.
fn rows() -> [(&'static str, &'static str); 9] {
    [
        ("verb-pose", "plain pose: `Verb::pose`"),
        (
            "verb-turned-pose",
            "the same at another point each time: weights, key-times, travel, support phases",
        ),
        ("actor", "`Actor::step` in a verb, feet free"),
        ("actor-feet", "with feet"),
        ("actor-transition", "in a transition, feet free"),
        ("actor-transition-feet", "in a transition, with feet"),
        ("actor-gesture", "in a verb with a plain gesture, feet free"),
        ("actor-busy", "in a transition, with a plain gesture and feet"),
        ("actor-busy-knobs", "the same, two knobs turning"),
    ]
}

pub fn work(name: &str) -> Option<Work<'static>> {
    let business = match name {
        "verb-pose" => return Some(plain_pose()),
        "verb-turned-pose" => return Some(turned_pose()),
        "actor" => STILL,
        "actor-feet" => Business { feet: true, ..STILL },
        "actor-transition" => Business { transition: true, ..STILL },
        "actor-transition-feet" => Business { gesture: false, ..BUSY },
        "actor-gesture" => Business { gesture: true, ..STILL },
        "actor-busy" => BUSY,
        "actor-busy-knobs" => Business { knobs: true, ..BUSY },
        _ => return None,
    };
    Some(frames(1, business))
}

/// What is measured must be what it is called: nearly always in a transition, the gesture there, feet held at times.
fn check() {
    let mut stage = Stage::new(1, BUSY);
    let mut counts = [0; 3];
    const FRAMES: usize = 1000;
    for _ in 0..FRAMES {
        stage.frame();
        let actor = stage.crowd.actor(0);
        counts[0] += usize::from(actor.transition().is_some());
        counts[1] += usize::from(actor.gesture_weight(GestureId(0)) == 1.0);
        counts[2] += usize::from(actor.is_planted(FootId(0))) + usize::from(actor.is_planted(FootId(1)));
    }
    assert!(counts[0] > FRAMES * 95 / 100 && counts[1] > FRAMES * 95 / 100, "{counts:?}");
    assert!(counts[2] > FRAMES / 2, "{counts:?}");
}

pub fn time() -> Result<(), String> {
    check();
    println!("\n## Actors: 44 DOFs, verbs of {EXAMPLES} examples, one frame of one actor\n");
    println!("| what | ns | of the plain pose |\n|---|---|---|");
    let mut sides: Vec<Measure> = rows().iter().filter_map(|(name, _)| work(name)).map(measured).collect();
    let nanos = medians(&mut sides);
    for ((_, what), own) in rows().iter().zip(&nanos) {
        println!("| {what} | {own:.0} | {:.2} |", own / nanos[0]);
    }
    crowds();
    Ok(())
}

/// How many actors a core keeps up with at 60 frames a second.
fn crowds() {
    println!("\n## Crowds of actors, one core\n");
    println!(
        "| actors | in a verb with feet, µs each | actors at 60 Hz | in a transition with gesture and feet, µs each | actors at 60 Hz |"
    );
    println!("|---|---|---|---|---|");
    let of = |actors: usize| {
        [Business { feet: true, ..STILL }, BUSY].map(|business| measured(frames(actors, business)))
    };
    let mut sides: Vec<Measure> = ACTORS.into_iter().flat_map(of).collect();
    let nanos = medians_of(ALTERNATIONS, &mut sides);
    let each = |nanos: f64, actors: usize| nanos / actors as f64;
    for (actors, own) in ACTORS.iter().zip(nanos.as_chunks::<2>().0) {
        let [(still, most_still), (busy, most_busy)] =
            own.map(|n| (each(n, *actors) / 1000.0, 1e9 * FRAME_SECS / each(n, *actors)));
        println!("| {actors} | {still:.2} | {most_still:.0} | {busy:.2} | {most_busy:.0} |");
    }
    println!(
        "| 1, on a 200 MHz Pentium Pro, with IK (thesis 6.2) | | | {:.0} | {:.0} |",
        1e6 / THESIS_FRAMES_PER_SEC,
        THESIS_FRAMES_PER_SEC * FRAME_SECS
    );
    let (few, many) = (nanos.as_chunks::<2>().0[1], nanos.as_chunks::<2>().0[2]);
    let growth = |side: usize| each(many[side], ACTORS[2]) / each(few[side], ACTORS[1]);
    println!(
        "\neach of {} costs {:.2} and {:.2} times what each of {} does",
        ACTORS[2],
        growth(0),
        growth(1),
        ACTORS[1]
    );
}

pub fn instructions() -> Result<(), String> {
    check();
    println!("\n## Actors: 44 DOFs, verbs of {EXAMPLES} examples, one frame of one actor\n");
    println!("| what | instructions | of the plain pose |\n|---|---|---|");
    let mut plain = None;
    for (name, what) in rows() {
        let own = per_call(name, 2000)?;
        let plain = *plain.get_or_insert(own);
        println!("| {what} | {own:.0} | {:.2} |", own / plain);
    }
    Ok(())
}
