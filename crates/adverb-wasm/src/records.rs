//! What a hero tells about itself.

use adverb::graph::{self, TransitionId, VerbId};
use adverb::{Graph, Setting, Skeleton, Verb};
use wasm_bindgen::prelude::*;

/// A joint of the skeleton.
#[wasm_bindgen(getter_with_clone)]
pub struct Joint {
    /// As the rig calls it.
    pub name: String,
    /// −1 for the root, and for what lies above it and moves nothing.
    pub parent: i32,
    /// The tip of a bone, which turns nothing.
    pub end: bool,
    /// Its axes in the file it came from, a quaternion, w last: docs/pose-contract.md tells what for.
    #[wasm_bindgen(js_name = rigAxes)]
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
    pub name: String,
    /// Where it can be turned from.
    pub low: f32,
    /// Where it can be turned to.
    pub high: f32,
    /// Its default.
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
    pub name: String,
    /// One value per adverb or adjective.
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
    pub name: String,
    /// Whether it repeats.
    pub cyclic: bool,
    /// Its knobs.
    pub adverbs: Vec<Adverb>,
    /// What it was made from.
    pub examples: Vec<Example>,
    /// Names of its key-times.
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
    pub name: String,
    /// Its verbs, by their places in the hero's.
    pub nodes: Vec<u32>,
    /// The verbs to begin with; the first is where an actor does.
    pub starts: Vec<u32>,
    /// The verbs that are meant to have no way out.
    pub ends: Vec<u32>,
    /// The ways between them.
    pub transitions: Vec<TransitionInfo>,
    /// What may be laid over a verb.
    pub gestures: Vec<GestureInfo>,
    /// The knobs of all its verbs and gestures: adverbs of one name are one knob.
    pub knobs: Vec<Adverb>,
    /// The joints that can reach for a point.
    pub hands: Vec<u32>,
    /// Names of the objects that its verbs reach for, look at or hold.
    pub objects: Vec<String>,
}

/// A way from one verb to another.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub struct TransitionInfo {
    /// The verb it leaves, by its place in the hero's.
    pub from: u32,
    /// The verb it leads to.
    pub to: u32,
    /// How likely an actor takes it that nobody steers; 0 is never.
    pub likelihood: f32,
}

/// What may be laid over a verb.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone)]
pub struct GestureInfo {
    /// As its author calls it.
    pub name: String,
    /// What is played, by its place in the hero's verbs.
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
            objects: graph.objects().to_vec(),
        }
    }
}

/// What a verb does to the figure's place.
#[wasm_bindgen]
pub struct Travel {
    /// To the left, metres in a round.
    pub x: f32,
    /// Ahead, metres in a round.
    pub z: f32,
    /// To the left, radians in a round.
    pub heading: f32,
    /// How long a round takes, seconds.
    pub duration: f64,
}

impl Travel {
    pub(crate) fn of(verb: &Verb, point: &[f32]) -> Self {
        let setting = Setting::new(verb, point);
        let placement = setting.travel().placement(1.0);
        Self { x: placement.x, z: placement.z, heading: placement.heading, duration: setting.duration().0 }
    }
}
