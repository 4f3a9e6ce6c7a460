//! Characters of one's own, made and real: meshes that move as skeletons do.

mod fbx;
mod files;
mod fingers;
mod heads;
mod heights;
mod hostile;
mod laws;
pub mod made;
mod mixamo;
mod real;
mod scenery;
mod skin;
mod soles;
mod unknown_names;
mod vrm;
