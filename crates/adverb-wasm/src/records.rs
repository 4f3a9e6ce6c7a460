//! What a hero tells about itself.

use adverb::{Skeleton, Verb};
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
}

impl Joint {
    pub(crate) fn all(skeleton: &Skeleton) -> Vec<Self> {
        let ids = skeleton.joint_ids().zip(skeleton.joints());
        let parent = |id, joint: &adverb::skeleton::Joint| joint.parent.filter(|_| id != skeleton.root());
        ids.map(|(id, joint)| Self {
            name: joint.name.clone(),
            parent: parent(id, joint).map_or(-1, |parent| i32::from(parent.0)),
            end: joint.end,
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
    /// Where it stands when nobody has touched it.
    pub default: f32,
}

/// A motion that a verb was made from.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone)]
pub struct Example {
    /// The motion's name.
    pub name: String,
    /// One value per adverb.
    pub at: Vec<f32>,
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
        let adverb = |a: &adverb::verb::Adverb| Adverb {
            name: a.name.clone(),
            low: a.range[0],
            high: a.range[1],
            default: a.default,
        };
        let example = |e: &adverb::verb::Example| Example { name: e.name.clone(), at: e.at.clone() };
        Self {
            name: verb.name().into(),
            cyclic: verb.is_cyclic(),
            adverbs: verb.adverbs().iter().map(adverb).collect(),
            examples: verb.examples().iter().map(example).collect(),
            keys: verb.keys().to_vec(),
        }
    }
}
