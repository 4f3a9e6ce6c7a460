//! OBJ, Wavefront's text format, in and out: meshes with texture coordinates, normals, groups and materials by name.

mod read;
mod write;

pub use read::read;
pub use write::write;
