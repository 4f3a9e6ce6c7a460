//! What VRM adds to glTF: which node is which bone of a person, whatever it is called, and expressions made of morph targets.
//!
//! Version 1.0 is the extension `VRMC_vrm`, 0.x is `VRM`; presets of expressions have the names of 1.0 in both. Springs, materials and
//! the settings of eyes are not read. An extension that is not as the format has it says nothing.

use super::document::{Document, Index};
use crate::limits::MAX_NAME_BYTES;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// More bones or expressions than this are no person's.
const MOST: usize = 1024;

/// An expression: morph targets, each so much.
pub(super) struct Expression {
    pub(super) name: String,
    pub(super) binds: Vec<Bind>,
}

/// A part of an expression.
pub(super) struct Bind {
    pub(super) of: Wearer,
    pub(super) target: usize,
    pub(super) weight: f32,
}

/// Whose morph target it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wearer {
    /// A mesh, wherever it is shown.
    Mesh(Index),
    /// The mesh of a node.
    Node(Index),
}

/// What a file says of itself, by extension.
#[derive(Deserialize)]
pub(super) struct Extensions {
    #[serde(rename = "VRM")]
    zero: Option<Box<RawValue>>,
    #[serde(rename = "VRMC_vrm")]
    one: Option<Box<RawValue>>,
}

impl Extensions {
    fn zero(&self) -> Option<Zero> {
        serde_json::from_str(self.zero.as_ref()?.get()).ok()
    }

    fn one(&self) -> Option<One> {
        serde_json::from_str(self.one.as_ref()?.get()).ok()
    }
}

/// The bones of a person, as VRM names them (`leftUpperArm`), and their nodes; none without VRM.
pub(super) fn bones(document: &Document) -> Vec<(String, Index)> {
    let Some(extensions) = &document.extensions else { return Vec::new() };
    let mut bones: Vec<(String, Index)> = match (extensions.one(), extensions.zero()) {
        (Some(one), _) => one.humanoid.human_bones.into_iter().map(|(bone, at)| (bone, at.node)).collect(),
        (None, Some(zero)) => zero.humanoid.human_bones.into_iter().map(|at| (at.bone, at.node)).collect(),
        (None, None) => Vec::new(),
    };
    bones.truncate(MOST);
    bones
}

/// The expressions that move vertices.
pub(super) fn expressions(document: &Document) -> Vec<Expression> {
    let Some(extensions) = &document.extensions else { return Vec::new() };
    let mut all: Vec<Expression> = match (extensions.one(), extensions.zero()) {
        (Some(one), _) => {
            let Faces { preset, custom } = one.expressions;
            preset.into_iter().chain(custom).map(|(name, face)| face.expression(name)).collect()
        }
        (None, Some(zero)) => {
            zero.blend_shape_master.blend_shape_groups.into_iter().map(Group::expression).collect()
        }
        (None, None) => Vec::new(),
    };
    all.retain(|own| !own.binds.is_empty() && !own.name.is_empty() && own.name.len() <= MAX_NAME_BYTES);
    all.truncate(MOST);
    all
}

#[derive(Deserialize)]
struct One {
    humanoid: OneHumanoid,
    #[serde(default)]
    expressions: Faces,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OneHumanoid {
    human_bones: BTreeMap<String, OneBone>,
}

#[derive(Deserialize)]
struct OneBone {
    node: Index,
}

#[derive(Deserialize, Default)]
struct Faces {
    #[serde(default)]
    preset: BTreeMap<String, Face>,
    #[serde(default)]
    custom: BTreeMap<String, Face>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Face {
    #[serde(default)]
    morph_target_binds: Vec<OneBind>,
}

#[derive(Deserialize)]
struct OneBind {
    node: Index,
    index: usize,
    weight: f32,
}

impl Face {
    fn expression(self, name: String) -> Expression {
        let bind =
            |bind: OneBind| Bind { of: Wearer::Node(bind.node), target: bind.index, weight: bind.weight };
        Expression { name, binds: self.morph_target_binds.into_iter().map(bind).collect() }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Zero {
    humanoid: ZeroHumanoid,
    #[serde(default)]
    blend_shape_master: Groups,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ZeroHumanoid {
    human_bones: Vec<ZeroBone>,
}

#[derive(Deserialize)]
struct ZeroBone {
    bone: String,
    node: Index,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
struct Groups {
    #[serde(default)]
    blend_shape_groups: Vec<Group>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Group {
    #[serde(default)]
    name: String,
    #[serde(default)]
    preset_name: String,
    #[serde(default)]
    binds: Vec<ZeroBind>,
}

#[derive(Deserialize)]
struct ZeroBind {
    mesh: Index,
    index: usize,
    /// In percent.
    weight: f32,
}

impl Group {
    fn expression(self) -> Expression {
        let name = match self.preset_name.to_lowercase().as_str() {
            "" | "unknown" => self.name,
            "joy" => "happy".into(),
            "sorrow" => "sad".into(),
            "fun" => "relaxed".into(),
            "a" => "aa".into(),
            "i" => "ih".into(),
            "u" => "ou".into(),
            "e" => "ee".into(),
            "o" => "oh".into(),
            "blink_l" => "blinkLeft".into(),
            "blink_r" => "blinkRight".into(),
            "lookup" => "lookUp".into(),
            "lookdown" => "lookDown".into(),
            "lookleft" => "lookLeft".into(),
            "lookright" => "lookRight".into(),
            same => same.into(),
        };
        let bind = |bind: ZeroBind| Bind {
            of: Wearer::Mesh(bind.mesh),
            target: bind.index,
            weight: bind.weight / 100.0,
        };
        Expression { name, binds: self.binds.into_iter().map(bind).collect() }
    }
}
