//! Project files, packs, snapshots and scripts: read, built and played for a moment.

use adverb::glam::Affine3A;
use adverb::graph::{GestureId, Graph, HandId, KnobId, VerbId};
use adverb::kinematics::world_transforms;
use adverb::{Actor, DPlacement, Pack, Verb};
use adverb_author::pack::source;
use adverb_author::project::{Edit, Project, Recorded};
use adverb_author::script::{Script, play};

use crate::readers::check_motion;
use crate::seeds;

/// No more of a script is played, since one may last a day.
const PLAYED_SECS: f64 = 2.0;
const PLAYED_FPS: f64 = 10.0;
/// No more of a project is built: fits and solves take their time.
const BUILT_VERBS: usize = 3;
/// Bytes before what is under a checksum.
const PACK_HEADER: usize = 80;
const SNAPSHOT_HEADER: usize = 8;

/// A project file over the recordings of the seeds.
pub fn project(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    check_edits(text);
    let Ok(project) = Project::load("adverb.toml", text, &mut seeds::recording) else { return false };
    project.motions.values().for_each(|motion| check_motion(motion));
    for verb in project.verbs.iter().take(BUILT_VERBS) {
        if let Ok(built) = project.build(verb) {
            perform_verb(built.verb);
        }
    }
    true
}

/// A pack as it is, and the same with checksums that are right, which are no secret.
pub fn pack(bytes: &[u8]) -> bool {
    let mut taken = false;
    for bytes in [bytes.to_vec(), sealed(bytes)] {
        let Ok(pack) = Pack::load(&bytes) else { continue };
        assert_eq!(Pack::load(&pack.save()).as_ref(), Ok(&pack), "what is written is read");
        pack.graphs().iter().for_each(|graph| perform(graph, &mut Actor::new(graph.clone(), 1)));
        pack.verbs().iter().take(BUILT_VERBS).cloned().for_each(perform_verb);
        taken = true;
    }
    taken
}

/// The layout is drawn in `crates/adverb/src/pack/sections.rs`.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let Some(body) = bytes.len().checked_sub(PACK_HEADER) else { return bytes };
    let claimed = u64::from_le_bytes(bytes[48..56].try_into().expect("eight bytes"));
    let numbers = usize::try_from(claimed).map_or(body, |claimed| claimed.min(body)) / 4 * 4;
    let split = PACK_HEADER + numbers;
    let checksums = [crc32fast::hash(&bytes[PACK_HEADER..split]), crc32fast::hash(&bytes[split..])];
    let length = bytes.len() as u64;
    let mut put = |at: usize, word: &[u8]| bytes[at..at + word.len()].copy_from_slice(word);
    put(16, &length.to_le_bytes());
    put(36, &checksums[0].to_le_bytes());
    put(48, &(numbers as u64).to_le_bytes());
    put(60, &checksums[1].to_le_bytes());
    put(64, &(split as u64).to_le_bytes());
    put(72, &((body - numbers) as u64).to_le_bytes());
    let header = [&bytes[..12], &bytes[16..PACK_HEADER]].concat();
    bytes[12..16].copy_from_slice(&crc32fast::hash(&header).to_le_bytes());
    bytes
}

/// A snapshot as it is, and as one that an actor on this very graph might have written.
pub fn snapshot(bytes: &[u8]) -> bool {
    let graph = &seeds::hero().graphs()[0];
    let mut own = Vec::new();
    Actor::new(graph.clone(), 0).snapshot(&mut own);
    let mut signed = bytes.to_vec();
    if let Some(state) = bytes.get(SNAPSHOT_HEADER..) {
        signed[..4].copy_from_slice(&own[..4]);
        signed[4..SNAPSHOT_HEADER].copy_from_slice(&crc32fast::hash(state).to_le_bytes());
    }
    let mut taken = false;
    for bytes in [bytes, &signed] {
        let mut actor = Actor::new(graph.clone(), 1);
        // Whatever the verdict on the bytes, the actor goes on.
        taken |= actor.restore(bytes).is_ok();
        perform(graph, &mut actor);
    }
    taken
}

fn perform_verb(verb: Verb) {
    let graph = Graph::of_verb(verb);
    perform(&graph, &mut Actor::new(graph.clone(), 1));
}

/// Lets an actor do a little of everything, its knobs going from end to end, and looks at it after every step.
fn perform(graph: &Graph, actor: &mut Actor) {
    let verbs: Vec<VerbId> = graph.nodes().collect();
    for (step, secs) in [0.0, 0.03, 0.4, 1.0].into_iter().enumerate() {
        for (id, knob) in graph.knobs().iter().enumerate() {
            actor.set_knob(KnobId(id), knob.range[step % 2]);
        }
        actor.look_at((step % 2 == 1).then_some([1.0, 2.0, 3.0]));
        (0..graph.hands().len()).for_each(|hand| actor.reach(HandId(hand), Some([0.3, 1.0, 0.4])));
        // What cannot be done is refused, which is no matter here.
        let _ = actor.request(verbs[step % verbs.len()]);
        if step < graph.parts().gestures.len() {
            let _ = actor.start_gesture(GestureId(step));
        }
        actor.step(secs, &mut ());
        is_of_numbers(graph, actor);
    }
}

/// Its pose, its place, and where all its joints are.
fn is_of_numbers(graph: &Graph, actor: &Actor) {
    assert!(actor.dofs().iter().all(|dof| dof.is_finite()), "{:?}", actor.dofs());
    let mut joints = vec![Affine3A::IDENTITY; graph.skeleton().joints().len()];
    world_transforms(graph.skeleton(), actor.dofs(), &mut joints);
    if let Some((joint, at)) = graph.skeleton().joints().iter().zip(&joints).find(|(_, at)| !at.is_finite()) {
        panic!("{at:?}: {joint:?}");
    }
    let DPlacement { x, y, z, heading } = actor.placement();
    assert!([x, y, z, heading].iter().all(|x| x.is_finite()), "{x} {y} {z} {heading}");
}

/// A script for the seeds' hero.
pub fn script(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    let hero = seeds::hero();
    let Ok(mut script) = Script::read("script.toml", text, hero.graphs()) else { return false };
    script.secs = script.secs.min(PLAYED_SECS);
    let graph = &hero.graphs()[script.graph];
    let played = play(graph, &script, PLAYED_FPS, source(hero));
    let clip = played.expect("two seconds can be played").take.clip;
    assert!(clip.locals.iter().all(|local| local.translation.is_finite() && local.rotation.is_finite()));
    true
}

/// What commands add to a project file is there when it is read again, and so is what was there.
fn check_edits(text: &str) {
    let Ok(mut edit) = Edit::of("adverb.toml", text) else { return };
    let before = edit.file_motions();
    let keys = [("left-down".to_string(), 1.0), ("left-down".to_string(), 9.5)];
    let name = edit.free_name("happy");
    edit.add_motion(&name, &Recorded::whole("new.bvh"), &keys, &["found".into()]);
    edit.add_example("walk", &name, &[("happiness".into(), 0.25)]);
    if let Some(motion) = before.first() {
        edit.replace_keys(&motion.name, &keys, &[]);
    }
    let after =
        Edit::of("adverb.toml", edit.text()).expect("a file that was changed can be read").file_motions();
    before.iter().for_each(|motion| {
        assert!(
            after.iter().any(|other| other.name == motion.name && other.recorded == motion.recorded),
            "{motion:?}"
        );
    });
}
