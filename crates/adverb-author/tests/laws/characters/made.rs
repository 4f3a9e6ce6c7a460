//! Made characters: the built-in figure with a skin, a texture and a morph target, in any pose, roll, unit and proportion.

use std::sync::Arc;

use adverb::Skeleton;
use adverb_author::Clip;
use adverb_author::character::{Character, Driven};
use adverb_author::clip::{ClipJoint, Transform};
use adverb_author::gait::{Gait, SOLE_M, humanoid, styles, synthesise};
use adverb_author::rig;
use glam::{DMat4, DQuat, DVec3};
use serde_json::{Value, json};

use adverb_testdata::gltf::{bytes_of, glb};

/// A picture of one pixel.
pub const PNG: [u8; 69] = [
    137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0, 144,
    119, 83, 222, 0, 0, 0, 12, 73, 68, 65, 84, 120, 156, 99, 56, 144, 96, 0, 0, 3, 52, 1, 81, 132, 88, 229,
    186, 0, 0, 0, 0, 73, 69, 78, 68, 174, 66, 96, 130,
];

/// A skeleton that a skin was bound to.
#[derive(Clone)]
pub struct Figure {
    pub joints: Vec<ClipJoint>,
    /// The unit of the file in metres, and whether it is drawn lying and turned up by a node above.
    pub unit_m: f64,
    pub lying: bool,
}

/// The built-in figure, in its T-pose.
pub fn t_pose() -> Figure {
    Figure { joints: humanoid(), unit_m: 1.0, lying: false }
}

impl Figure {
    fn index(&self, name: &str) -> usize {
        self.joints.iter().position(|j| j.name == name).unwrap()
    }

    /// Turns a joint about the world's z axis; positive brings the left side up.
    pub fn turned(mut self, name: &str, degrees: f64) -> Self {
        let joint = self.index(name);
        self.joints[joint].rest.rotation =
            DQuat::from_rotation_z(degrees.to_radians()) * self.joints[joint].rest.rotation;
        self
    }

    /// Arms half down, legs apart on flat feet.
    pub fn in_a_pose(self) -> Self {
        let arms = self.turned("LeftArm", -45.0).turned("RightArm", 45.0);
        let legs = arms.turned("LeftUpLeg", 8.0).turned("RightUpLeg", -8.0);
        legs.turned("LeftFoot", -8.0).turned("RightFoot", 8.0)
    }

    /// Bones to joints whose names hold one of the words made longer.
    pub fn with_longer(mut self, words: &[&str], factor: f64) -> Self {
        for joint in self.joints.iter_mut().filter(|j| words.iter().any(|w| j.name.ends_with(w))) {
            joint.rest.translation *= factor;
        }
        self
    }

    /// All of it larger.
    pub fn larger(mut self, factor: f64) -> Self {
        self.joints.iter_mut().for_each(|joint| joint.rest.translation *= factor);
        self
    }

    /// Axes of every joint turned in its own way, nothing moving by that.
    pub fn rolled(mut self) -> Self {
        let rolls: Vec<DQuat> = (0..self.joints.len())
            .map(|j| DQuat::from_scaled_axis(DVec3::new(1.0, -2.0, 0.7) * (j + 1) as f64))
            .collect();
        for (j, joint) in self.joints.iter_mut().enumerate() {
            let parent = joint.parent.map_or(DQuat::IDENTITY, |p| rolls[p].inverse());
            joint.rest = Transform {
                translation: parent * joint.rest.translation,
                rotation: (parent * joint.rest.rotation * rolls[j]).normalize(),
            };
        }
        self
    }

    /// Some joints left out, with all that hangs on them.
    pub fn without(mut self, is_left_out: impl Fn(&str) -> bool) -> Self {
        let mut kept: Vec<Option<usize>> = Vec::new();
        let mut joints = Vec::new();
        for mut joint in self.joints {
            let parent = joint.parent.map(|parent| kept[parent]);
            let stays = parent != Some(None) && !is_left_out(&joint.name);
            joint.parent = parent.flatten();
            kept.push(stays.then_some(joints.len()));
            joints.extend(stays.then_some(joint));
        }
        self.joints = joints;
        self
    }

    /// The trunk level, the arms down to the ground.
    pub fn on_fours(mut self) -> Self {
        let quarter = std::f64::consts::FRAC_PI_2;
        for (name, turn) in [
            ("Spine", DQuat::from_rotation_x(quarter)),
            ("LeftArm", DQuat::from_rotation_y(-quarter)),
            ("RightArm", DQuat::from_rotation_y(quarter)),
        ] {
            let joint = self.index(name);
            self.joints[joint].rest.rotation = turn * self.joints[joint].rest.rotation;
        }
        self
    }

    pub fn named(mut self, name: impl Fn(usize, &str) -> String) -> Self {
        for (j, joint) in self.joints.iter_mut().enumerate() {
            joint.name = name(j, &joint.name);
        }
        self
    }

    pub fn clip(&self) -> Clip {
        let source = adverb_author::clip::Source {
            file: "made".into(),
            format: adverb_author::clip::Format::Glb,
            unit_m: 1.0,
            up: adverb_author::clip::Up::Y,
            warnings: Vec::new(),
            assumptions: Vec::new(),
        };
        Clip { joints: self.joints.clone(), fps: 30.0, locals: Vec::new(), source }
    }

    /// As the document of a file and its buffer.
    pub fn document(&self) -> (Value, Vec<u8>) {
        let world = self.clip().world(&self.clip().rest());
        let turn =
            if self.lying { DQuat::from_rotation_x(-std::f64::consts::FRAC_PI_2) } else { DQuat::IDENTITY };
        let above = DMat4::from_scale_rotation_translation(DVec3::splat(self.unit_m), turn, DVec3::ZERO);
        let n = self.joints.len();
        let mut nodes = Vec::new();
        for (j, joint) in self.joints.iter().enumerate() {
            let children: Vec<usize> = (0..n).filter(|&c| self.joints[c].parent == Some(j)).collect();
            let local = match joint.parent {
                None => Transform { rotation: turn.inverse(), ..Transform::IDENTITY }.compose(joint.rest),
                Some(_) => joint.rest,
            };
            let mut node = json!({ "name": joint.name, "translation": (local.translation / self.unit_m).to_array(),
                "rotation": local.rotation.normalize().to_array() });
            if !children.is_empty() {
                node["children"] = json!(children);
            }
            nodes.push(node);
        }
        let scale = [self.unit_m; 3];
        nodes.push(
            json!({ "name": "Armature", "children": [0], "scale": scale, "rotation": turn.to_array() }),
        );
        nodes.push(json!({ "name": "Skin", "mesh": 0, "skin": 0 }));

        // A triangle at every joint, and a sole under every ball.
        let mut corners: Vec<(usize, DVec3)> = Vec::new();
        for (j, t) in world.iter().enumerate() {
            corners.extend([DVec3::ZERO, DVec3::X, DVec3::Y].map(|way| (j, t.translation + 0.02 * way)));
            if self.joints[j].name.contains("oe") {
                corners.extend(
                    [DVec3::ZERO, DVec3::X, DVec3::Z]
                        .map(|way| (j, t.translation - SOLE_M * DVec3::Y + 0.02 * way)),
                );
            }
        }
        let positions: Vec<f32> = corners.iter().flat_map(|c| c.1.as_vec3().to_array()).collect();
        let count = corners.len();
        let bounds = |values: &[f32], pick: fn(f32, f32) -> f32| -> Vec<f32> {
            (0..3).map(|c| values.iter().skip(c).step_by(3).copied().reduce(pick).unwrap()).collect()
        };
        let morph: Vec<f32> = (0..count).flat_map(|i| [0.0, 0.001 * i as f32, 0.0]).collect();
        let inverse: Vec<f32> = world
            .iter()
            .flat_map(|t| {
                let local = DMat4::from_rotation_translation(
                    turn.inverse() * t.rotation,
                    turn.inverse() * t.translation / self.unit_m,
                );
                (above * local).inverse().to_cols_array().map(|x| x as f32)
            })
            .collect();
        let joints: Vec<u8> = corners.iter().flat_map(|c| [c.0 as u8, 0, 0, 0]).collect();
        let weights: Vec<u8> = corners.iter().flat_map(|_| [255, 0, 0, 0]).collect();
        let texture: Vec<u8> = (0..count).flat_map(|_| bytes_of(&[0.5, 0.5])).collect();
        let (times, keys) = (bytes_of(&[0.0, 1.0]), bytes_of(&[0.0, 1.0]));
        let parts: [Vec<u8>; 9] = [
            bytes_of(&positions),
            joints,
            weights,
            texture,
            bytes_of(&morph),
            bytes_of(&inverse),
            times,
            keys,
            PNG.to_vec(),
        ];
        let (mut bin, mut views) = (Vec::new(), Vec::new());
        for (p, part) in parts.iter().enumerate() {
            bin.resize(bin.len().next_multiple_of(4), 0u8);
            let mut view = json!({ "buffer": 0, "byteOffset": bin.len(), "byteLength": part.len() });
            if p < 5 {
                view["target"] = json!(34962);
            }
            views.push(view);
            bin.extend(part);
        }
        let accessor = |view: usize, kind: &str, component: u32, count: usize| json!({ "bufferView": view, "type": kind, "componentType": component, "count": count });
        let mut accessors = vec![
            accessor(0, "VEC3", 5126, count),
            accessor(1, "VEC4", 5121, count),
            accessor(2, "VEC4", 5121, count),
            accessor(3, "VEC2", 5126, count),
            accessor(4, "VEC3", 5126, count),
            accessor(5, "MAT4", 5126, n),
            accessor(6, "SCALAR", 5126, 2),
            accessor(7, "SCALAR", 5126, 2),
        ];
        for (a, values) in [(0, &positions), (4, &morph)] {
            accessors[a]["min"] = json!(bounds(values, f32::min));
            accessors[a]["max"] = json!(bounds(values, f32::max));
        }
        accessors[6]["min"] = json!([0.0]);
        accessors[6]["max"] = json!([1.0]);
        accessors[2]["normalized"] = json!(true);
        let primitive = json!({
            "attributes": { "POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2, "TEXCOORD_0": 3 },
            "targets": [{ "POSITION": 4 }], "material": 0
        });
        let smile = json!({ "name": "smile", "samplers": [{ "input": 6, "output": 7 }],
            "channels": [{ "sampler": 0, "target": { "node": n + 1, "path": "weights" } }] });
        let document = json!({
            "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": [n, n + 1] }], "nodes": nodes,
            "meshes": [{ "primitives": [primitive], "weights": [0.0], "extras": { "targetNames": ["smile"] } }],
            "skins": [{ "joints": (0..n).collect::<Vec<_>>(), "inverseBindMatrices": 5 }],
            "materials": [{ "name": "cloth", "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } }],
            "textures": [{ "source": 0 }], "images": [{ "bufferView": 8, "mimeType": "image/png" }],
            "animations": [smile],
            "accessors": accessors, "bufferViews": views, "buffers": [{ "byteLength": bin.len() }]
        });
        (document, bin)
    }

    pub fn glb(&self) -> Vec<u8> {
        let (document, bin) = self.document();
        glb(&document, &bin)
    }

    pub fn character(&self) -> Character {
        Character::read("made.glb", &self.glb(), &mut |_| None).unwrap()
    }
}

/// The walk that the characters are to walk, and the skeleton it is on.
pub fn walk() -> (Gait, Arc<Skeleton>) {
    let style = styles().into_iter().find(|s| s.name == "neutral").unwrap();
    let gait = synthesise(&style);
    let skeleton = Arc::new(rig::skeleton_of(&gait.clip).unwrap());
    (gait, skeleton)
}

/// A character as it walks.
pub fn walking(figure: &Figure) -> Driven {
    let (gait, skeleton) = walk();
    figure.character().driven(&skeleton, &gait.clip, &[], &[]).unwrap()
}

/// World transforms of a frame.
pub fn world(clip: &Clip, frame: usize) -> Vec<Transform> {
    clip.world(clip.frame(frame))
}

/// Where a joint is in every frame.
pub fn places(clip: &Clip, name: &str) -> Vec<DVec3> {
    let joint = clip.joint_named(name).unwrap();
    (0..clip.frame_count()).map(|f| world(clip, f)[joint].translation).collect()
}
