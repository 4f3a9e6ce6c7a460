//! What a hero is made of.

use adverb::graph::{self, TransitionId, VerbId};
use adverb::{Graph, Setting, Skeleton, Verb};
use wasm_bindgen::prelude::*;

/// A joint of the skeleton.
#[wasm_bindgen(getter_with_clone)]
pub struct Joint {
    /// As the rig calls it.
    #[wasm_bindgen(readonly)]
    pub name: String,
    /// Its index; −1 for the root and for joints above it, which do not move.
    #[wasm_bindgen(readonly)]
    pub parent: i32,
    /// Whether it is the tip of a bone, which never turns.
    #[wasm_bindgen(readonly)]
    pub end: bool,
    /// Its translation below its parent at rest, metres: x, y, z.
    #[wasm_bindgen(readonly)]
    pub offset: Vec<f32>,
    /// Its axes in the file it came from, a quaternion x, y, z, w: see pose-contract.md.
    #[wasm_bindgen(readonly, js_name = rigAxes)]
    pub rig_axes: Vec<f32>,
}

impl Joint {
    pub(crate) fn all(skeleton: &Skeleton) -> Vec<Self> {
        let ids = skeleton.joint_ids().zip(skeleton.joints());
        let parent = |id, joint: &adverb::skeleton::Joint| joint.parent.filter(|_| id != skeleton.root());
        ids.map(|(id, joint)| Self {
            name: joint.name.clone(),
            parent: parent(id, joint).map_or(-1, |parent| i32::from(parent.0)),
            end: joint.end,
            offset: joint.offset.to_array().to_vec(),
            rig_axes: joint.rig_axes.to_array().to_vec(),
        })
        .collect()
    }
}

/// A knob of a verb.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone)]
pub struct Adverb {
    /// As its author calls it.
    #[wasm_bindgen(readonly)]
    pub name: String,
    /// The low end of its range.
    #[wasm_bindgen(readonly)]
    pub low: f32,
    /// The high end of its range.
    #[wasm_bindgen(readonly)]
    pub high: f32,
    /// Its value at first.
    #[wasm_bindgen(readonly)]
    pub default: f32,
}

impl Adverb {
    fn of(a: &adverb::verb::Adverb) -> Self {
        Self { name: a.name.clone(), low: a.range[0], high: a.range[1], default: a.default }
    }
}

/// A motion that a verb was made from, or a form that a shape was.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone)]
pub struct Example {
    /// The motion's or the form's name.
    #[wasm_bindgen(readonly)]
    pub name: String,
    /// One value per adverb or adjective.
    #[wasm_bindgen(readonly)]
    pub at: Vec<f32>,
}

impl Example {
    pub(crate) fn of(example: &adverb::verb::Example) -> Self {
        Self { name: example.name.clone(), at: example.at.clone() }
    }
}

/// A verb that can be played.
#[wasm_bindgen(getter_with_clone)]
pub struct VerbInfo {
    /// As its author calls it.
    #[wasm_bindgen(readonly)]
    pub name: String,
    /// Whether it repeats.
    #[wasm_bindgen(readonly)]
    pub cyclic: bool,
    /// Its knobs.
    #[wasm_bindgen(readonly)]
    pub adverbs: Vec<Adverb>,
    /// What it was made from.
    #[wasm_bindgen(readonly)]
    pub examples: Vec<Example>,
    /// Names of its key-times.
    #[wasm_bindgen(readonly)]
    pub keys: Vec<String>,
}

impl VerbInfo {
    pub(crate) fn of(verb: &Verb) -> Self {
        Self {
            name: verb.name().into(),
            cyclic: verb.is_cyclic(),
            adverbs: verb.adverbs().iter().map(Adverb::of).collect(),
            examples: verb.examples().iter().map(Example::of).collect(),
            keys: verb.keys().to_vec(),
        }
    }
}

/// Which verbs follow which.
#[wasm_bindgen(getter_with_clone)]
pub struct GraphInfo {
    /// As its author calls it.
    #[wasm_bindgen(readonly)]
    pub name: String,
    /// Its verbs, by their indices in the hero's.
    #[wasm_bindgen(readonly)]
    pub nodes: Vec<u32>,
    /// The verbs to start with; an actor starts with the first.
    #[wasm_bindgen(readonly)]
    pub starts: Vec<u32>,
    /// The verbs that actors may stay in for good.
    #[wasm_bindgen(readonly)]
    pub ends: Vec<u32>,
    /// The transitions between them.
    #[wasm_bindgen(readonly)]
    pub transitions: Vec<TransitionInfo>,
    /// Motions laid over a verb.
    #[wasm_bindgen(readonly)]
    pub gestures: Vec<GestureInfo>,
    /// The knobs of all its verbs and gestures: adverbs of one name are one knob.
    #[wasm_bindgen(readonly)]
    pub knobs: Vec<Adverb>,
    /// The joints that can reach for a point.
    #[wasm_bindgen(readonly)]
    pub hands: Vec<u32>,
    /// The joints that support the body: the balls of the feet.
    #[wasm_bindgen(readonly)]
    pub feet: Vec<u32>,
    /// Names of the objects that its verbs reach for, look at or hold.
    #[wasm_bindgen(readonly)]
    pub objects: Vec<String>,
    /// Names of the events that its verbs and gestures emit.
    #[wasm_bindgen(readonly)]
    pub events: Vec<String>,
}

/// A transition from one verb to another.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub struct TransitionInfo {
    /// The verb it leaves, by its index in the hero's.
    #[wasm_bindgen(readonly)]
    pub from: u32,
    /// The verb it leads to.
    #[wasm_bindgen(readonly)]
    pub to: u32,
    /// How likely an actor takes it by itself; 0 is never.
    #[wasm_bindgen(readonly)]
    pub likelihood: f32,
}

/// A motion laid over a verb.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone)]
pub struct GestureInfo {
    /// As its author calls it.
    #[wasm_bindgen(readonly)]
    pub name: String,
    /// The verb it plays, by its index in the hero's.
    #[wasm_bindgen(readonly)]
    pub verb: u32,
}

impl GraphInfo {
    pub(crate) fn of(graph: &Graph) -> Self {
        let parts = graph.parts();
        let places = |ids: &[VerbId]| ids.iter().map(|id| id.0 as u32).collect();
        let transition = |(number, t): (usize, &graph::Transition)| TransitionInfo {
            from: t.from.0 as u32,
            to: t.to.0 as u32,
            likelihood: graph.likelihood(TransitionId(number)),
        };
        let gesture = |g: &graph::Gesture| GestureInfo { name: g.name.clone(), verb: g.verb.0 as u32 };
        Self {
            name: graph.name().into(),
            nodes: graph.nodes().map(|id| id.0 as u32).collect(),
            starts: places(&parts.starts),
            ends: places(&parts.ends),
            transitions: parts.transitions.iter().enumerate().map(transition).collect(),
            gestures: parts.gestures.iter().map(gesture).collect(),
            knobs: graph.knobs().iter().map(Adverb::of).collect(),
            hands: parts.hands.iter().map(|hand| hand.joint.0.into()).collect(),
            feet: graph.feet().iter().map(|foot| foot.ball.0.into()).collect(),
            objects: graph.objects().to_vec(),
            events: parts.events.iter().map(|event| event.emit.clone()).collect(),
        }
    }
}

/// How a verb travels.
#[wasm_bindgen]
pub struct Travel {
    /// To the left, metres in a round.
    #[wasm_bindgen(readonly)]
    pub x: f32,
    /// Ahead, metres in a round.
    #[wasm_bindgen(readonly)]
    pub z: f32,
    /// To the left, radians in a round.
    #[wasm_bindgen(readonly)]
    pub heading: f32,
    /// How long a round takes, seconds.
    #[wasm_bindgen(readonly)]
    pub duration: f64,
}

impl Travel {
    pub(crate) fn of(verb: &Verb, point: &[f32]) -> Self {
        let setting = Setting::new(verb, point);
        let placement = setting.travel().placement(1.0);
        Self { x: placement.x, z: placement.z, heading: placement.heading, duration: setting.duration().0 }
    }
}
