//! What a verb graph of a pack holds, in words or as JSON in the shape of the project file.

use adverb::graph::{
    Blend, Constraint, Deed, Enter, Gesture, Graph, Leave, Mode, TransitionId, Usage, VerbId,
};
use adverb_author::finding::counted;
use serde::Serialize;

/// The JSON of a graph. Fields stay once they are here.
#[derive(Debug, Serialize)]
pub struct GraphReport {
    name: String,
    start: Vec<String>,
    ends: Vec<String>,
    /// Its nodes.
    verbs: Vec<String>,
    transitions: Vec<TransitionReport>,
    gestures: Vec<GestureReport>,
    events: Vec<EventReport>,
    /// Of all its verbs and gestures; those of one name are one.
    knobs: Vec<String>,
    /// Given at run time.
    objects: Vec<String>,
    constraints: Vec<ConstraintReport>,
    /// The joints that can reach.
    hands: Vec<String>,
}

#[derive(Debug, Serialize)]
struct TransitionReport {
    /// Only for words.
    #[serde(skip)]
    title: String,
    from: String,
    to: String,
    leave: Part,
    #[serde(skip_serializing_if = "Option::is_none")]
    secs: Option<f64>,
    enter: Part,
    blend: BlendReport,
    likelihood: f32,
}

/// A part of a verb in canonical time, or a word for it.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Part {
    During([f64; 2]),
    Word(&'static str),
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum BlendReport {
    Word(&'static str),
    Through(Vec<[f32; 2]>),
}

#[derive(Debug, Serialize)]
struct GestureReport {
    name: String,
    verb: String,
    r#in: f64,
    out: f64,
    mode: &'static str,
    /// Joints that it requires at some time.
    requires: Vec<String>,
}

#[derive(Debug, Serialize)]
struct EventReport {
    verb: String,
    at: f64,
    emit: String,
}

#[derive(Debug, Serialize)]
struct ConstraintReport {
    verb: String,
    during: [f64; 2],
    object: String,
    /// `reach`, `look` or `hold`.
    deed: &'static str,
    /// The hand or the holding joint; the head where the verb has one.
    joint: Option<String>,
    ease_s: f32,
}

impl GraphReport {
    pub fn of(graph: &Graph) -> Self {
        let name = |id: VerbId| graph.verb(id).name().to_string();
        let joint = |joint: adverb::JointId| graph.skeleton().joint(joint).name.clone();
        let parts = graph.parts();
        let constraint = |constraint: &Constraint| {
            let (deed, joint) = match constraint.deed {
                Deed::Reach(hand) => ("reach", Some(joint(parts.hands[hand.0].joint))),
                Deed::Look => ("look", graph.verb(constraint.verb).parts().gaze.map(|gaze| joint(gaze.head))),
                Deed::Hold(holding) => ("hold", Some(joint(holding))),
            };
            ConstraintReport {
                verb: name(constraint.verb),
                during: constraint.during,
                object: constraint.object.clone(),
                deed,
                joint,
                ease_s: constraint.ease_secs,
            }
        };
        Self {
            name: graph.name().into(),
            start: parts.starts.iter().copied().map(name).collect(),
            ends: parts.ends.iter().copied().map(name).collect(),
            verbs: graph.nodes().map(name).collect(),
            transitions: (0..parts.transitions.len()).map(|id| transition(graph, TransitionId(id))).collect(),
            gestures: parts.gestures.iter().map(|gesture| gestured(graph, gesture)).collect(),
            events: (parts.events.iter())
                .map(|event| EventReport { verb: name(event.verb), at: event.at, emit: event.emit.clone() })
                .collect(),
            knobs: graph.knobs().iter().map(|knob| knob.name.clone()).collect(),
            objects: graph.objects().to_vec(),
            constraints: parts.constraints.iter().map(constraint).collect(),
            hands: parts.hands.iter().map(|hand| joint(hand.joint)).collect(),
        }
    }

    pub fn text(&self) -> String {
        let mut text = format!(
            "graph {}: {}, {}, {}, {}\n  start    {}\n",
            self.name,
            counted(self.verbs.len(), "verb"),
            counted(self.transitions.len(), "transition"),
            counted(self.gestures.len(), "gesture"),
            counted(self.events.len(), "event"),
            self.start.join(", ")
        );
        if !self.ends.is_empty() {
            text += &format!("  ends     {}\n", self.ends.join(", "));
        }
        for t in &self.transitions {
            let leave = match (&t.leave, t.secs) {
                (Part::During([from, to]), _) => format!("leaves {from} to {to}"),
                (Part::Word(_), secs) => format!("leaves at any time in {} s", secs.unwrap_or(0.0)),
            };
            let enter = match &t.enter {
                Part::During([from, to]) => format!("enters {from} to {to}"),
                Part::Word(_) => "enters at the matching time".into(),
            };
            let blend = match &t.blend {
                BlendReport::Word(word) => (*word).to_string(),
                BlendReport::Through(points) => format!("through {points:?}"),
            };
            text +=
                &format!("  from     {}  {leave}, {enter}, {blend}, likelihood {}\n", t.title, t.likelihood);
        }
        for gesture in &self.gestures {
            text += &format!(
                "  gesture  {}  plays {}, in {}, out {}, {}, requires {}\n",
                gesture.name,
                gesture.verb,
                gesture.r#in,
                gesture.out,
                gesture.mode,
                if gesture.requires.is_empty() { "nothing".into() } else { gesture.requires.join(", ") }
            );
        }
        for event in &self.events {
            text += &format!("  event    {}  {} at {}\n", event.emit, event.verb, event.at);
        }
        for constraint in &self.constraints {
            let ConstraintReport { verb, during: [from, to], object, deed, joint, .. } = constraint;
            let with = joint.as_ref().map_or(String::new(), |joint| format!(" with {joint}"));
            text += &format!("  object   {object}  {verb} from {from} to {to}: {deed}{with}\n");
        }
        text
    }
}

fn transition(graph: &Graph, id: TransitionId) -> TransitionReport {
    let transition = graph.transition(id);
    let (leave, secs) = match transition.leave {
        Leave::During(during) => (Part::During(during), None),
        Leave::AtOnce { secs } => (Part::Word("any"), Some(secs)),
    };
    TransitionReport {
        title: graph.parts().title(graph.verbs(), id),
        from: graph.verb(transition.from).name().into(),
        to: graph.verb(transition.to).name().into(),
        leave,
        secs,
        enter: match transition.enter {
            Enter::During(during) => Part::During(during),
            Enter::Matching => Part::Word("matching"),
        },
        blend: match &transition.blend {
            Blend::Linear => BlendReport::Word("linear"),
            Blend::Sigmoid => BlendReport::Word("sigmoid"),
            Blend::Inertial => BlendReport::Word("inertial"),
            Blend::Through(points) => BlendReport::Through(points.clone()),
        },
        likelihood: transition.likelihood,
    }
}

fn gestured(graph: &Graph, gesture: &Gesture) -> GestureReport {
    let required = gesture.usage.iter().filter(|claim| claim.usage == Usage::Required);
    let dofs: std::collections::BTreeSet<u16> =
        required.flat_map(|claim| &claim.dofs).map(|dof| dof.0).collect();
    let joints =
        graph.skeleton().joints().iter().filter(|joint| joint.dofs.clone().any(|dof| dofs.contains(&dof)));
    GestureReport {
        name: gesture.name.clone(),
        verb: graph.verb(gesture.verb).name().into(),
        r#in: gesture.fade_in,
        out: gesture.fade_out,
        mode: match gesture.mode {
            Mode::Replace => "replace",
            Mode::Additive => "additive",
        },
        requires: joints.map(|joint| joint.name.clone()).collect(),
    }
}
