//! The figure as a GLB.

use glam::{DMat4, DQuat, DVec3};
use serde_json::{Value, json};

use super::bones::{Bone, bones};
use super::skin::corners;
use super::{Figure, Part};
use crate::gltf::Buffer;

/// What Blender puts above a figure that it took from FBX.
const ARMATURE_SCALE: f64 = 0.01;

pub(super) fn glb(figure: &Figure) -> Vec<u8> {
    let bones = bones();
    let space = Space::of(figure);
    let mut buffer = Buffer::default();
    let mut nodes: Vec<Value> = (0..bones.len()).map(|j| node(&bones, j, &space)).collect();
    let (mut meshes, mut skins, mut drawn) = (Vec::new(), Vec::new(), Vec::new());
    for &part in figure.parts {
        let of_skin = skin_of(part, &bones);
        let known = skins.iter().position(|known: &(Vec<usize>, Value)| known.0 == of_skin);
        let skin = known.unwrap_or_else(|| {
            let inverse: Vec<f32> = of_skin.iter().flat_map(|&j| space.inverse_bind(&bones[j])).collect();
            let inverse = buffer.floats("MAT4", &inverse);
            skins.push((of_skin.clone(), json!({ "joints": of_skin, "inverseBindMatrices": inverse })));
            skins.len() - 1
        });
        let primitive = primitive(&mut buffer, part, &bones, &of_skin, &space, meshes.len());
        drawn.push(nodes.len());
        nodes.push(json!({ "name": part.name(), "mesh": meshes.len(), "skin": skin }));
        meshes.push(json!({ "name": part.name(), "primitives": [primitive] }));
    }
    let tops: Vec<usize> = std::iter::once(0).chain(drawn).collect();
    let roots = match figure.turned_parent {
        true => {
            let (scale, turn) = ([ARMATURE_SCALE; 3], quarter().to_array());
            nodes.push(json!({ "name": "Armature", "children": tops, "scale": scale, "rotation": turn }));
            vec![nodes.len() - 1]
        }
        false => tops,
    };
    let animations: Vec<Value> = figure
        .moves
        .iter()
        .map(|of| animation(&mut buffer, of.name(), &of.clip(figure.in_place), &bones, &space))
        .collect();
    let mut document = json!({
        "asset": { "version": "2.0", "generator": "made for tests" },
        "scene": 0, "scenes": [{ "nodes": roots }], "nodes": nodes
    });
    let skins: Vec<Value> = skins.into_iter().map(|skin| skin.1).collect();
    let colours = [[0.8, 0.6, 0.5, 1.0], [0.1, 0.2, 0.3, 1.0], [0.3, 0.2, 0.1, 1.0]];
    let materials: Vec<Value> = colours[..meshes.len()]
        .iter()
        .map(|colour| json!({ "pbrMetallicRoughness": { "baseColorFactor": colour } }))
        .collect();
    let lists = [("meshes", meshes), ("skins", skins), ("materials", materials), ("animations", animations)];
    // No list of a document may be empty.
    for (name, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        document[name] = json!(list);
    }
    buffer.into_glb(document)
}

/// What takes metres with y up to what is written below the topmost node.
struct Space {
    turn: DQuat,
    scale: f64,
}

impl Space {
    fn of(figure: &Figure) -> Self {
        let turn = if figure.z_up { quarter().inverse() } else { DQuat::IDENTITY };
        let scale = figure.height / figure.unit_m;
        match figure.turned_parent {
            true => Self { turn: quarter().inverse() * turn, scale: scale / ARMATURE_SCALE },
            false => Self { turn, scale },
        }
    }

    fn place(&self, place: DVec3) -> DVec3 {
        self.turn * place * self.scale
    }

    /// The inverse of a joint as it is bound, in the space of the mesh.
    fn inverse_bind(&self, bone: &Bone) -> [f32; 16] {
        let bound = DMat4::from_rotation_translation(self.turn * bone.axes, self.place(bone.place));
        bound.inverse().to_cols_array().map(|x| x as f32)
    }
}

/// From z up to y up.
fn quarter() -> DQuat {
    DQuat::from_rotation_x(-std::f64::consts::FRAC_PI_2)
}

/// A joint at rest.
fn node(bones: &[Bone], j: usize, space: &Space) -> Value {
    let still = |bone: &Bone| (bone.place, bone.axes);
    let (translation, rotation) = local(bones, j, space, &still);
    let children: Vec<usize> = (0..bones.len()).filter(|&c| bones[c].parent == Some(j)).collect();
    let mut node = json!({ "name": bones[j].name, "translation": translation.to_array(),
        "rotation": rotation.to_array() });
    if !children.is_empty() {
        node["children"] = json!(children);
    }
    node
}

/// A joint seen from the one above, for places and rotations in the world.
fn local(bones: &[Bone], j: usize, space: &Space, world: &dyn Fn(&Bone) -> (DVec3, DQuat)) -> (DVec3, DQuat) {
    let (place, rotation) = world(&bones[j]);
    match bones[j].parent {
        None => (space.place(place), (space.turn * rotation).normalize()),
        Some(parent) => {
            let (above, turned) = world(&bones[parent]);
            let back = turned.inverse();
            (back * (place - above) * space.scale, (back * rotation).normalize())
        }
    }
}

/// The joints that a part's skin lists.
fn skin_of(part: Part, bones: &[Bone]) -> Vec<usize> {
    let of_head = |j: &usize| bones[*j].name.ends_with(":Neck") || bones[*j].name.ends_with(":Head");
    (0..bones.len()).filter(|j| part == Part::Body || of_head(j)).collect()
}

fn primitive(
    buffer: &mut Buffer,
    part: Part,
    bones: &[Bone],
    of_skin: &[usize],
    space: &Space,
    material: usize,
) -> Value {
    let corners = corners(part, bones);
    let floats = |of: &dyn Fn(usize) -> DVec3| -> Vec<f32> {
        (0..corners.len()).flat_map(|c| of(c).as_vec3().to_array()).collect()
    };
    let places = floats(&|c| space.place(corners[c].place));
    let normals = floats(&|c| space.turn * corners[c].normal);
    let in_skin = |joint: usize| of_skin.iter().position(|&own| own == joint).expect("it lists it") as u8;
    let is_alone = |held: [usize; 2]| held[0] == held[1];
    let joints = |held: [usize; 2]| match is_alone(held) {
        true => [in_skin(held[0]), 0, 0, 0],
        false => [in_skin(held[0]), in_skin(held[1]), 0, 0],
    };
    let weights = |held| if is_alone(held) { [1.0, 0.0, 0.0, 0.0] } else { [0.5, 0.5, 0.0, 0.0] };
    let joints: Vec<u8> = corners.iter().flat_map(|c| joints(c.held_by)).collect();
    let weights: Vec<f32> = corners.iter().flat_map(|c| weights(c.held_by)).collect();
    let faces = 0..corners.len() as u16 / 4;
    let indices: Vec<u16> = faces.flat_map(|f| [0, 1, 2, 0, 2, 3].map(|corner| 4 * f + corner)).collect();
    let attributes = [
        ("POSITION", buffer.floats("VEC3", &places)),
        ("NORMAL", buffer.floats("VEC3", &normals)),
        ("JOINTS_0", buffer.bytes("VEC4", &joints)),
        ("WEIGHTS_0", buffer.floats("VEC4", &weights)),
    ];
    let attributes: serde_json::Map<String, Value> = attributes
        .into_iter()
        .map(|(name, accessor)| (name.into(), json!(buffer.drawn(accessor, true))))
        .collect();
    let indices = buffer.shorts("SCALAR", &indices);
    json!({ "attributes": attributes, "indices": buffer.drawn(indices, false), "material": material })
}

/// A motion of the built-in figure on these joints: all of them turn, the hips move.
fn animation(
    buffer: &mut Buffer,
    name: &str,
    clip: &adverb_author::Clip,
    bones: &[Bone],
    space: &Space,
) -> Value {
    let frames = 0..clip.frame_count();
    let times: Vec<f32> = frames.clone().map(|f| (f as f64 / clip.fps) as f32).collect();
    let input = buffer.floats("SCALAR", &times);
    let worlds: Vec<_> = frames.map(|f| clip.world(clip.frame(f))).collect();
    let mut hips = Vec::new();
    let mut turns: Vec<Vec<f32>> = vec![Vec::new(); bones.len()];
    for world in &worlds {
        // Bones are rigid: a joint is where the one that it moves with has taken it.
        let rest = |source: usize| bones.iter().find(|bone| bone.source == source).map(|bone| bone.place);
        let moved = |bone: &Bone| {
            let own = world[bone.source];
            let from = rest(bone.source).unwrap_or(bone.place);
            (own.translation + own.rotation * (bone.place - from), own.rotation * bone.axes)
        };
        for (j, turns) in turns.iter_mut().enumerate() {
            let (place, turn) = local(bones, j, space, &moved);
            turns.extend(turn.as_quat().to_array());
            if j == 0 {
                hips.extend(place.as_vec3().to_array());
            }
        }
    }
    let mut samplers = vec![json!({ "input": input, "output": buffer.floats("VEC3", &hips) })];
    let mut channels = vec![json!({ "sampler": 0, "target": { "node": 0, "path": "translation" } })];
    for (j, turns) in turns.iter().enumerate() {
        channels.push(json!({ "sampler": samplers.len(), "target": { "node": j, "path": "rotation" } }));
        samplers.push(json!({ "input": input, "output": buffer.floats("VEC4", turns) }));
    }
    json!({ "name": name, "samplers": samplers, "channels": channels })
}
