use adverb::Graph;
use adverb::graph::{Blend, Claim, Constraint, Deed, Enter, HandId, Leave, Parts, Usage, VerbId};
use adverb::skeleton::{DofId, JointId};

use super::try_each;
use crate::packs::made;

fn of() -> (Parts, impl Fn(Parts) -> Result<(), adverb::graph::GraphError>) {
    let pack = made::pack(6);
    let verbs = pack.verbs().to_vec();
    (pack.graphs()[0].parts().clone(), move |parts| Graph::new(verbs.clone().into(), parts).map(|_| ()))
}

#[test]
fn what_a_graph_names_is_there() {
    let (parts, make) = of();
    try_each(
        &parts,
        make,
        &[
            ("as it is", |_| ()),
            ("the last DOF", |parts| parts.usage[0].claims[0].dofs.push(DofId(33))),
            ("a hand that is its limb's end", |parts| parts.hands[0].joint = JointId(3)),
        ],
        &[
            ("no start", |parts| parts.starts.clear()),
            ("a start", |parts| parts.starts[1] = VerbId(3)),
            ("an end", |parts| parts.ends[0] = VerbId(3)),
            ("where a transition begins", |parts| parts.transitions[1].from = VerbId(3)),
            ("where a transition leads", |parts| parts.transitions[1].to = VerbId(3)),
            ("the verb of a gesture", |parts| parts.gestures[0].verb = VerbId(3)),
            ("the verb of an event", |parts| parts.events[0].verb = VerbId(3)),
            ("the verb of a usage", |parts| parts.usage[0].verb = VerbId(3)),
            ("the verb of a constraint", |parts| parts.constraints[1].verb = VerbId(3)),
            ("a DOF of a usage", |parts| parts.usage[0].claims[0].dofs.push(DofId(34))),
            ("a DOF of a gesture", |parts| parts.gestures[0].usage[1].dofs.push(DofId(34))),
            ("a hand's joint", |parts| parts.hands[0].joint = JointId(12)),
            ("a hand of another limb", |parts| parts.hands[0].joint = JointId(8)),
            ("a wrist of another limb", |parts| {
                (parts.hands[0].joint, parts.hands[0].limb.end) = (JointId(8), JointId(7));
            }),
            ("an elbow of another limb", |parts| parts.hands[0].limb.middle = JointId(6)),
            ("an elbow that is the wrist", |parts| parts.hands[0].limb.middle = JointId(3)),
            ("a shoulder that is the elbow", |parts| parts.hands[0].limb.upper = JointId(2)),
            ("a shoulder that is the root", |parts| parts.hands[0].limb.upper = JointId(0)),
            ("a shoulder of another limb", |parts| parts.hands[0].limb.upper = JointId(5)),
            ("the hand of a constraint", |parts| parts.constraints[0].deed = Deed::Reach(HandId(1))),
            ("the joint of a constraint", |parts| parts.constraints[2].deed = Deed::Hold(JointId(12))),
        ],
    );
}

#[test]
fn times_of_a_graph_keep_to_their_ranges() {
    let (parts, make) = of();
    try_each(
        &parts,
        make,
        &[
            ("leaving from end to end", |parts| parts.transitions[0].leave = Leave::During([1.0, 2.0])),
            ("entering from end to end", |parts| parts.transitions[1].enter = Enter::During([0.0, 2.0])),
            ("leaving in no time", |parts| parts.transitions[2].leave = Leave::AtOnce { secs: 1e-3 }),
            ("leaving in a minute", |parts| parts.transitions[2].leave = Leave::AtOnce { secs: 60.0 }),
            ("never by itself", |parts| parts.transitions[0].likelihood = 0.0),
            ("a level blend", |parts| {
                parts.transitions[3].blend = Blend::Through(vec![[0.0; 2], [0.3, 0.4], [0.6, 0.4], [1.0; 2]]);
            }),
            ("a blend through eight points", |parts| {
                parts.transitions[3].blend = Blend::Through((0..8).map(|i| [i as f32 / 7.0; 2]).collect());
            }),
            ("an event at the end", |parts| parts.events[0].at = 1.0),
            ("no ease", |parts| parts.constraints[0].ease_secs = 0.0),
            ("the longest ease", |parts| parts.constraints[0].ease_secs = 10.0),
            ("a gesture that fades at once", |parts| parts.gestures[0].fade_out = parts.gestures[0].fade_in),
            ("64 claims", |parts| parts.usage[0].claims = vec![claim([0.0, 1.0]); 64]),
            ("64 objects", |parts| parts.constraints = (0..64).map(on).collect()),
        ],
        &[
            ("leaving before the beginning", |parts| parts.transitions[0].leave = Leave::During([-0.1, 0.2])),
            ("leaving after a round", |parts| parts.transitions[0].leave = Leave::During([1.1, 1.2])),
            ("leaving for too long", |parts| parts.transitions[0].leave = Leave::During([0.8, 2.1])),
            ("leaving backwards", |parts| parts.transitions[0].leave = Leave::During([0.8, 0.7])),
            ("leaving for no time", |parts| parts.transitions[0].leave = Leave::During([0.8, 0.8])),
            ("leaving beyond what is played once", |parts| {
                parts.transitions[1].leave = Leave::During([0.7, 1.1])
            }),
            ("entering for no time", |parts| parts.transitions[0].enter = Enter::During([0.1, 0.1])),
            ("entering beyond what is played once", |parts| {
                parts.transitions[0].enter = Enter::During([0.0, 1.1]);
            }),
            ("entering nowhere", |parts| parts.transitions[0].enter = Enter::During([0.0, f64::NAN])),
            ("keys that do not match", |parts| parts.transitions[0].enter = Enter::Matching),
            ("leaving faster than time", |parts| parts.transitions[2].leave = Leave::AtOnce { secs: 9e-4 }),
            ("leaving for ever", |parts| parts.transitions[2].leave = Leave::AtOnce { secs: 60.1 }),
            ("less likely than never", |parts| parts.transitions[0].likelihood = -0.1),
            ("beyond all likelihood", |parts| parts.transitions[0].likelihood = f32::INFINITY),
            ("a blend of no points", |parts| parts.transitions[3].blend = Blend::Through(vec![])),
            ("a blend that begins elsewhere", |parts| {
                parts.transitions[3].blend = Blend::Through(vec![[0.0, 0.1], [1.0; 2]]);
            }),
            ("a blend that ends elsewhere", |parts| {
                parts.transitions[3].blend = Blend::Through(vec![[0.0; 2], [1.0, 0.9]]);
            }),
            ("a blend that stops", |parts| {
                parts.transitions[3].blend = Blend::Through(vec![[0.0; 2], [0.5, 0.2], [0.5, 0.8], [1.0; 2]]);
            }),
            ("a blend that goes back in time", |parts| {
                parts.transitions[3].blend = Blend::Through(vec![[0.0; 2], [0.7, 0.2], [0.4, 0.5], [1.0; 2]]);
            }),
            ("a blend that falls", |parts| {
                parts.transitions[3].blend = Blend::Through(vec![[0.0; 2], [0.3, 0.6], [0.6, 0.5], [1.0; 2]]);
            }),
            ("a blend through nine points", |parts| {
                parts.transitions[3].blend = Blend::Through((0..9).map(|i| [i as f32 / 8.0; 2]).collect());
            }),
            ("an event after the end", |parts| parts.events[0].at = 1.1),
            ("a usage after the end", |parts| parts.usage[0].claims[0].during = [0.0, 1.1]),
            ("a gesture's usage backwards", |parts| parts.gestures[0].usage[0].during = [0.5, 0.4]),
            ("a gesture that fades backwards", |parts| parts.gestures[0].fade_out = 0.2),
            ("a gesture that fades after its end", |parts| parts.gestures[0].fade_out = 1.1),
            ("a constraint after the end", |parts| parts.constraints[2].during = [0.5, 1.1]),
            ("an ease too long", |parts| parts.constraints[0].ease_secs = 10.1),
            ("an ease back in time", |parts| parts.constraints[0].ease_secs = -0.1),
            ("a hinge too short", |parts| parts.hands[0].hinge = [0.0, 0.9, 0.0]),
            ("a hinge too long", |parts| parts.hands[0].hinge = [0.8, 0.5, 0.5]),
            ("65 claims", |parts| parts.usage[0].claims = vec![claim([0.0, 1.0]); 65]),
            ("65 objects", |parts| parts.constraints = (0..65).map(on).collect()),
        ],
    );
}

fn claim(during: [f64; 2]) -> Claim {
    Claim { during, usage: Usage::Defined, dofs: Vec::new() }
}

/// A look at an object of its own.
fn on(object: usize) -> Constraint {
    Constraint {
        verb: VerbId(1),
        during: [0.0, 1.0],
        object: object.to_string(),
        deed: Deed::Look,
        ease_secs: 0.0,
    }
}
