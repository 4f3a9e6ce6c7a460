//! FBX in, ASCII and binary, read with ufbx: the skeleton and one take of a scene ([`clip`]), one of its meshes ([`mesh`]),
//! or all of it as a character (`character`, `materials`).
//!
//! ufbx parses the file within limits of memory and depth that its size justifies (`load`), and evaluates what FBX
//! makes of a node: rotation orders, pre- and post-rotations, pivots, offsets, animation layers, curves of every kind.
//! `whole` detects truncated files; `settings` reads the unit and the axes of a scene; `contents` lists its takes and meshes.

pub(crate) mod character;
pub mod clip;
mod contents;
mod load;
mod materials;
pub mod mesh;
mod settings;
mod whole;

pub(super) use contents::contents;

/// Whether a file has meshes but no skeleton: no bones, and no nodes that move or show nothing.
pub(crate) fn is_of_meshes_alone(bytes: &[u8]) -> bool {
    let scene = load::scene_with_geometry("", bytes);
    scene.is_ok_and(|scene| !scene.meshes.is_empty() && !clip::has_joints(&scene))
}
