//! PLY, Stanford's format, in as text and binary, out as binary: meshes with normals, colours and texture coordinates.

mod read;
mod values;
mod write;

pub use read::read;
pub use write::write;
