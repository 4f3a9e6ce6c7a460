//! Gestures: laid over verbs, refused whole, ended smoothly (thesis 5.6).

use std::sync::Arc;

use adverb::actor::{Reason, Refused};
use adverb::graph::{
    Claim, Gesture, GestureId, Graph, GraphError, KnobId, Mode, Parts, Usage, VerbId, VerbUsage,
};
use adverb::skeleton::{DofId, JointId};
use adverb::{Actor, Skeleton};

use super::stage::{cyclic, once, until, way};
use crate::packs::made;

const NECK: u16 = 9;
const HEAD: u16 = 10;

fn dofs(skeleton: &Skeleton, joint: u16) -> Vec<DofId> {
    skeleton.joint(JointId(joint)).dofs.clone().map(DofId).collect()
}

fn claim(skeleton: &Skeleton, joint: u16, during: [f64; 2], usage: Usage) -> Claim {
    Claim { during, usage, dofs: dofs(skeleton, joint) }
}

/// A walk and a climb that needs the head from 0.4 on; a nod of the head, another one, and a turn of the neck.
fn stage(mode: Mode) -> Graph {
    let verbs: Arc<[_]> = vec![cyclic("walk", 1.0), cyclic("climb", 1.0), once("nod")].into();
    let skeleton = verbs[0].skeleton().clone();
    let gesture = |name: &str, joint: u16| Gesture {
        name: name.into(),
        verb: VerbId(2),
        fade_in: 0.2,
        fade_out: 0.8,
        mode,
        usage: vec![
            claim(&skeleton, joint, [0.2, 0.8], Usage::Required),
            claim(&skeleton, joint, [0.0, 1.0], Usage::Defined),
        ],
    };
    let parts = Parts {
        starts: vec![VerbId(0)],
        transitions: vec![way(0, [0.4, 0.6], 1, [0.1, 0.3]), way(1, [0.4, 0.6], 0, [0.4, 0.6])],
        gestures: vec![gesture("nod", HEAD), gesture("shake", HEAD), gesture("crane", NECK)],
        usage: vec![VerbUsage {
            verb: VerbId(1),
            claims: vec![claim(&skeleton, HEAD, [0.4, 1.0], Usage::Required)],
        }],
        ..Parts::default()
    };
    Graph::new(verbs, parts).expect("a graph")
}

fn reason(begun: Result<(), Refused>) -> Option<Reason> {
    begun.err().map(|refused| refused.reason)
}

#[test]
fn a_gesture_has_its_dofs_between_in_and_out_and_no_others() {
    let graph = stage(Mode::Replace);
    let (mut plain, mut waving) = (Actor::new(graph.clone(), 0), Actor::new(graph.clone(), 0));
    waving.start_gesture(GestureId(0)).expect("nothing is in its way");
    let head = dofs(graph.skeleton(), HEAD);
    let mut had = 0.0f32;
    for _ in 0..200 {
        plain.step(1.0 / 60.0, &mut ());
        waving.step(1.0 / 60.0, &mut ());
        let weight = waving.gesture_weight(GestureId(0));
        for (d, (a, b)) in plain.dofs().iter().zip(waving.dofs()).enumerate() {
            let own = head.contains(&DofId(d as u16));
            assert!(own || a == b, "DOF {d} is none of its own");
            if own && weight == 0.0 {
                assert_eq!(a, b, "it is over, or has not begun");
            }
            had = if own { had.max((a - b).abs()) } else { had };
        }
    }
    assert!(had > 0.01, "it does something");
    assert_eq!(waving.gesture_weight(GestureId(0)), 0.0, "it ends by itself");
}

#[test]
fn an_additive_gesture_adds_its_difference_from_its_beginning() {
    let graph = stage(Mode::Additive);
    let (mut plain, mut waving) = (Actor::new(graph.clone(), 0), Actor::new(graph.clone(), 0));
    waving.start_gesture(GestureId(0)).expect("nothing is in its way");
    for actor in [&mut plain, &mut waving] {
        actor.step(0.75, &mut ());
    }
    let setting = adverb::Setting::new(graph.verb(VerbId(2)), &[]);
    let pose = |secs: f64| {
        let mut dofs = vec![0.0; graph.skeleton().dofs().len()];
        let t = setting.timeline().canonical_time(adverb::VerbTime(secs));
        graph.verb(VerbId(2)).pose(&setting, t, &mut dofs);
        dofs
    };
    assert_eq!(waving.gesture_weight(GestureId(0)), 1.0);
    let rotation = |dofs: &[f32]| {
        let first = dofs_of_head(&graph);
        adverb::rotation::exp(adverb::glam::Vec3::from_slice(&dofs[first..first + 3]))
    };
    let change =
        adverb::rotation::compose(adverb::rotation::inverse(rotation(&pose(0.0))), rotation(&pose(0.75)));
    let expected = adverb::rotation::compose(rotation(plain.dofs()), change);
    let own = rotation(waving.dofs());
    assert!(own.dot(expected).abs() > 1.0 - 1e-5, "{own} {expected}");
}

fn dofs_of_head(graph: &Graph) -> usize {
    dofs(graph.skeleton(), HEAD)[0].index()
}

#[test]
fn newcomers_that_need_what_others_need_are_refused_whole() {
    let graph = stage(Mode::Replace);
    let mut actor = Actor::new(graph.clone(), 0);
    assert_eq!(actor.start_gesture(GestureId(0)), Ok(()));
    let mut before = Vec::new();
    actor.snapshot(&mut before);
    assert_eq!(reason(actor.start_gesture(GestureId(0))), Some(Reason::UnderWay));
    assert_eq!(reason(actor.start_gesture(GestureId(1))), Some(Reason::Gesture(GestureId(0))));
    let mut after = Vec::new();
    actor.snapshot(&mut after);
    assert_eq!(before, after, "nothing has changed");
    assert_eq!(actor.start_gesture(GestureId(2)), Ok(()), "another joint");
    actor.step(5.0, &mut ());
    assert_eq!(actor.start_gesture(GestureId(1)), Ok(()), "the first is over");
}

#[test]
fn a_verb_that_comes_to_need_its_dofs_ends_a_gesture_smoothly() {
    let graph = stage(Mode::Replace);
    let mut actor = Actor::new(graph.clone(), 0);
    actor.request(VerbId(1)).expect("a way");
    until(&mut actor, &graph, VerbId(1));
    assert!(actor.canonical_time().0 < 0.4);
    assert_eq!(actor.start_gesture(GestureId(0)), Ok(()));
    let mut last = actor.dofs().to_vec();
    let (mut most, mut steepest) = (0.0f32, 0.0f32);
    let mut gone = None;
    for frame in 0..240 {
        actor.step(1.0 / 120.0, &mut ());
        let weight = actor.gesture_weight(GestureId(0));
        most = most.max(weight);
        if most > 0.0 && weight == 0.0 && gone.is_none() {
            gone = Some((frame, actor.canonical_time().0));
        }
        for dof in dofs(graph.skeleton(), HEAD) {
            steepest = steepest.max((actor.dofs()[dof.index()] - last[dof.index()]).abs() * 120.0);
        }
        last.copy_from_slice(actor.dofs());
    }
    let (_, t) = gone.expect("it ends");
    assert!(t < 0.95, "long before its own time, at {t}");
    assert!(steepest < 4.0, "a joint turns by {steepest} rad/s");
    let while_needed = |actor: &mut Actor| {
        while !(0.5..0.6).contains(&actor.canonical_time().0) {
            actor.step(0.01, &mut ());
        }
        actor.start_gesture(GestureId(0))
    };
    assert_eq!(reason(while_needed(&mut actor)), Some(Reason::Verb(VerbId(1))));
}

#[test]
fn gestures_must_not_require_the_root() {
    let graph = stage(Mode::Replace);
    let mut parts = graph.parts().clone();
    parts.gestures[0].usage.push(claim(graph.skeleton(), 0, [0.0, 1.0], Usage::Required));
    let why = Graph::new(graph.verbs().to_vec().into(), parts).expect_err("the root is the verb's");
    assert_eq!(why, GraphError::GestureOfRoot("nod".into()));
}

/// A walk, and a gesture of the head that is a verb with two adverbs of its own.
fn steered(mode: Mode) -> (Graph, KnobId) {
    let pack = made::pack(6);
    let skeleton = pack.skeleton().clone();
    let parts = Parts {
        starts: vec![VerbId(0)],
        ends: vec![VerbId(0)],
        gestures: vec![Gesture {
            name: "point".into(),
            verb: VerbId(1),
            fade_in: 0.2,
            fade_out: 0.8,
            mode,
            usage: vec![claim(&skeleton, HEAD, [0.0, 1.0], Usage::Required)],
        }],
        ..Parts::default()
    };
    let graph = Graph::new(pack.verbs().to_vec().into(), parts).expect("a graph");
    let knob = graph.knob_named("across").expect("the gesture's knob is the graph's");
    (graph, knob)
}

#[test]
fn a_gesture_that_is_a_verb_follows_its_knobs_and_nothing_else_does() {
    const FRAME_SECS: f64 = 1.0 / 240.0;
    for mode in [Mode::Replace, Mode::Additive] {
        let (graph, across) = steered(mode);
        // One turns the knob while the gesture plays, one leaves it, one turns it and makes no gesture.
        let mut actors = [true, true, false].map(|gestures| {
            let mut actor = Actor::new(graph.clone(), 0);
            actor.step(0.1, &mut ());
            if gestures {
                actor.start_gesture(GestureId(0)).expect("nothing is in its way");
            }
            actor
        });
        let head = dofs(graph.skeleton(), HEAD);
        let (mut apart, mut steepest, mut last) = (0.0f32, [0.0f32; 2], None::<[Vec<f32>; 2]>);
        let mut playing = 0;
        for frame in 0..240 {
            if frame == 60 {
                [0, 2].iter().for_each(|turned| actors[*turned].set_knob(across, 1.0));
            }
            actors.iter_mut().for_each(|actor| _ = actor.step(FRAME_SECS, &mut ()));
            let [turned, left, plain] = &actors;
            let plays = turned.gesture_weight(GestureId(0)) > 0.0;
            playing += usize::from(plays);
            for (d, (own, plain)) in turned.dofs().iter().zip(plain.dofs()).enumerate() {
                let gestured = head.contains(&DofId(d as u16));
                // The end of a gesture divides a step, and so may round the clock of the walk otherwise.
                let same = own.to_bits() == plain.to_bits() || (!plays && (own - plain).abs() < 1e-5);
                assert!(gestured || same, "DOF {d} is the walk's: {own}, {plain} in frame {frame}");
            }
            let of_head = |actor: &Actor| head.iter().map(|d| actor.dofs()[d.index()]).collect::<Vec<_>>();
            let now = [of_head(turned), of_head(left)];
            let farthest =
                |a: &[f32], b: &[f32]| a.iter().zip(b).fold(0.0, |m: f32, (a, b)| m.max((a - b).abs()));
            assert!(frame >= 60 || now[0] == now[1], "before it is turned they are alike");
            apart = apart.max(farthest(&now[0], &now[1]));
            if let Some(last) = &last {
                for i in 0..2 {
                    steepest[i] = steepest[i].max(farthest(&now[i], &last[i]));
                }
            }
            last = Some(now);
        }
        assert!((100..230).contains(&playing), "the gesture plays, and is over: {playing} frames");
        assert!(apart > 0.005, "the knob changes the gesture, by {apart}");
        // The knob takes a quarter of a second, so a jump would be sixty times as much as a step.
        assert!(steepest[0] < steepest[1] + 0.05 * apart, "{mode:?}: {steepest:?} a frame, {apart} in all");
    }
}
