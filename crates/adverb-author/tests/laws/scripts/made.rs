//! A pack with graphs, made of the built-in character's verbs.

use std::sync::{Arc, OnceLock};

use adverb::graph::{
    Blend, Claim, Constraint, Deed, Enter, Event, Gesture, Hand, Leave, Mode, Parts, Transition, Usage,
    VerbId,
};
use adverb::ik::two_bone::Limb;
use adverb::skeleton::DofId;
use adverb::{Graph, Pack, Skeleton};
use adverb_author::error::Error;
use adverb_author::pack::source;
use adverb_author::script::{Performance, Script, play};

use crate::support::hero::load;

/// The built-in character with two graphs: `main`, from walk to run and back at any time, to sneak and never back, and
/// `loose`, which goes from walk to pace and back as chance has it.
pub fn pack() -> &'static Pack {
    static PACK: OnceLock<Pack> = OnceLock::new();
    PACK.get_or_init(|| {
        let pack = load(|own| own).expect("a project").pack(|_| ()).expect("a pack").pack;
        let verbs: Arc<[adverb::Verb]> = Arc::from(pack.verbs().to_vec());
        let graphs =
            [main(&pack), loose(&pack)].map(|parts| Graph::new(verbs.clone(), parts).expect("a graph"));
        Pack::new(pack.name().into(), pack.skeleton().clone(), *pack.source(), verbs, graphs.into())
            .expect("a pack")
    })
}

fn verb(pack: &Pack, name: &str) -> VerbId {
    VerbId(pack.verbs().iter().position(|verb| verb.name() == name).expect("a verb"))
}

/// At any time.
fn transition(pack: &Pack, from: &str, to: &str, likelihood: f32) -> Transition {
    Transition {
        from: verb(pack, from),
        to: verb(pack, to),
        leave: Leave::AtOnce { secs: 0.4 },
        enter: Enter::Matching,
        blend: Blend::Sigmoid,
        likelihood,
    }
}

fn main(pack: &Pack) -> Parts {
    let verb = |name: &str| verb(pack, name);
    let transition = |from: &str, to: &str| transition(pack, from, to, 0.0);
    let skeleton = pack.skeleton();
    let joint = |name: &str| skeleton.joint_named(name).expect(name);
    let gesture = |name: &str, joints: &[&str]| Gesture {
        name: name.into(),
        verb: verb("sneak"),
        fade_in: 0.2,
        fade_out: 0.8,
        mode: Mode::Replace,
        usage: vec![Claim { during: [0.0, 1.0], usage: Usage::Required, dofs: dofs(skeleton, joints) }],
    };
    let limb = Limb { upper: joint("RightArm"), middle: joint("RightForeArm"), end: joint("RightHand") };
    let event = |name: &str, at: f64, emit: &str| Event { verb: verb(name), at, emit: emit.into() };
    Parts {
        name: "main".into(),
        starts: vec![verb("walk"), verb("run")],
        ends: vec![verb("sneak")],
        transitions: vec![transition("walk", "run"), transition("run", "walk"), transition("run", "sneak")],
        gestures: vec![
            gesture("wave", &["RightArm", "RightForeArm"]),
            gesture("point", &["RightArm"]),
            gesture("kick", &["RightLeg"]),
        ],
        events: vec![event("walk", 0.0, "step"), event("walk", 0.5, "step"), event("sneak", 0.25, "hush")],
        hands: vec![Hand { joint: limb.end, limb, hinge: [0.0, 1.0, 0.0] }],
        constraints: vec![Constraint {
            verb: verb("sneak"),
            during: [0.2, 0.8],
            object: "ball".into(),
            deed: Deed::Look,
            ease_secs: 0.2,
        }],
        ..Parts::default()
    }
}

fn loose(pack: &Pack) -> Parts {
    Parts {
        name: "loose".into(),
        starts: vec![verb(pack, "walk")],
        transitions: vec![transition(pack, "walk", "pace", 0.5), transition(pack, "pace", "walk", 0.5)],
        ..Parts::default()
    }
}

fn dofs(skeleton: &Skeleton, joints: &[&str]) -> Vec<DofId> {
    let joint = |name: &&str| skeleton.joint(skeleton.joint_named(name).expect(name)).dofs.clone();
    joints.iter().flat_map(joint).map(DofId).collect()
}

pub fn read(text: &str) -> Result<Script, Error> {
    Script::read("script.toml", text, pack().graphs())
}

/// A script for the graph `main`.
pub fn played(text: &str, fps: f64) -> Performance {
    played_on("main", text, fps)
}

pub fn played_on(graph: &str, text: &str, fps: f64) -> Performance {
    let script = read(&format!("graph = {graph:?}\n{text}")).expect("a script");
    play(&pack().graphs()[script.graph], &script, fps, source(pack())).expect("it can be played")
}
