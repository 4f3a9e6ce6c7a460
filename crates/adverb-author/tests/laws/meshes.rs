//! Forms as files: meshes of every format in and out, made and real.

mod check;
mod conform;
mod fbx;
mod gltf;
mod hostile;
mod made;
mod obj;
mod ply;
mod real;
mod real_fbx;
mod scenes;
mod skins;
