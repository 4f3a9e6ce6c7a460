//! A whole scene as a glTF file in memory: its nodes as they stand, all its meshes with skins and blend shapes, and the materials that both
//! formats know. By that file a [`crate::character`] moves it.

use std::collections::BTreeSet;

use glam::{DMat4, DQuat, DVec3};
use serde_json::{Value, json};
use ufbx::{Node, Scene};

use super::load;
use super::materials::Materials;
use super::mesh::{Space, deformers, geometry};
use super::settings::{axes, damages, unit};
use crate::Error;
use crate::clip::y_up_from;
use crate::finding::{Criterion, Finding, counted};
use crate::formats::gltf::assemble::{self, Assembly, Shown};
use crate::formats::log::Log;
use crate::formats::nodes::listed;
use crate::mesh::MeshFile;
use crate::mesh::kept::Whole;

/// Reads a scene; `fetch` yields pictures beside the file. Also what is remarkable about it, and in one finding all that is left out.
///
/// # Errors
/// As [`super::mesh::read`].
pub(crate) fn read(
    file: &str,
    bytes: &[u8],
    fetch: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<(Whole, Vec<Finding>), Error> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let scene = load::scene_with_pictures(file, bytes)?;
    let mut log = Log::of_mesh(file);
    damages(&scene, &mut log);
    let mut left_out = BTreeSet::new();
    let mut materials = Materials::new(file, fetch);
    let (up, turn) = axes(scene.settings.axes, &mut log);
    let unit_m = unit(scene.settings.unit_meters, &mut log);
    let to_scene = (y_up_from(up) * turn, DVec3::splat(unit_m));
    let mut assembly = Assembly { nodes: nodes(&scene, file, to_scene)?, ..Assembly::default() };
    let to_scene = DMat4::from_scale_rotation_translation(to_scene.1, to_scene.0, DVec3::ZERO);
    for node in &scene.nodes {
        let Some(own) = node.mesh.as_ref().filter(|mesh| mesh.num_vertices > 0) else { continue };
        if !node.visible {
            left_out.insert(format!("the hidden mesh '{}'", node.element.name));
            continue;
        }
        let place = format!("mesh '{}'", node.element.name);
        let at = |problem: String| Error::Binary { file: file.into(), place: place.clone(), problem };
        // Joints alone place a skinned mesh, wherever its node is.
        let is_skinned = !own.skin_deformers.is_empty();
        let space = if is_skinned { Space::of_scene(node, to_scene) } else { Space::of_node(node) };
        let number_of = |material: u32| {
            // A node may have materials of its own for a mesh that several show.
            let own = node.materials.get(material as usize).or(own.materials.get(material as usize));
            own.map(|own| materials.number(own).to_string())
        };
        let mut mesh = geometry(own, &space, number_of).map_err(at)?;
        (mesh.file, mesh.name) = (file.into(), node.element.name.to_string());
        let mut read = MeshFile { mesh, ..MeshFile::default() };
        let data = load::data_len(bytes);
        deformers::targets(&scene, own, &space, data, &mut read, &mut log).map_err(at)?;
        let joints = deformers::skin(&scene, own, &space, data, &mut read, &mut log).map_err(at)?;
        read.animations.clear();
        let node = (!is_skinned).then_some(node.element.typed_id as usize);
        assembly.meshes.push(Shown { node, file: read, joints });
    }
    left_out.extend(others(&scene));
    left_out.append(&mut materials.left_out);
    (assembly.materials, assembly.pictures) = (materials.made, materials.pictures);
    if !left_out.is_empty() {
        let message = format!("as a character it is without {}", listed(left_out.into_iter()));
        log.warn(Criterion::LeftOut, message, "");
    }
    Ok((assemble::whole(assembly), log.into_findings().0))
}

/// The nodes as glTF has them, below one that turns and scales the scene.
fn nodes(scene: &Scene, file: &str, to_scene: (DQuat, DVec3)) -> Result<Vec<Value>, Error> {
    let one = |node: &Node| {
        let own = &node.local_transform;
        let (t, r, s) = (own.translation, own.rotation, own.scale);
        let (translation, rotation, scale) = match node.is_root {
            true => (DVec3::ZERO, to_scene.0, to_scene.1),
            false => {
                let rotation = DQuat::from_xyzw(r.x, r.y, r.z, r.w);
                (DVec3::new(t.x, t.y, t.z), rotation.normalize(), DVec3::new(s.x, s.y, s.z))
            }
        };
        if !(translation.is_finite() && rotation.is_finite() && scale.is_finite()) {
            let problem = format!("its node '{}' is out of range", node.element.name);
            return Err(Error::File { file: file.into(), problem });
        }
        let mut json = json!({
            "translation": translation.to_array(), "rotation": rotation.to_array(), "scale": scale.to_array(),
        });
        if !node.element.name.is_empty() {
            json["name"] = json!(&*node.element.name);
        }
        let children: Vec<u32> = node.children.iter().map(|child| child.element.typed_id).collect();
        if !children.is_empty() {
            json["children"] = json!(children);
        }
        Ok(json)
    };
    scene.nodes.iter().map(|node| one(node)).collect()
}

/// What a scene has that the file does not.
fn others(scene: &Scene) -> Vec<String> {
    let curved = scene.nurbs_curves.len() + scene.nurbs_surfaces.len() + scene.line_curves.len();
    let counts = [
        (scene.anim_stacks.len(), "take"),
        (scene.cameras.len() + scene.stereo_cameras.len(), "camera"),
        (scene.lights.len(), "light"),
        (scene.constraints.len(), "constraint"),
        (scene.cache_deformers.len(), "geometry cache"),
        (curved, "curve"),
    ];
    counts.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| counted(count, what)).collect()
}
