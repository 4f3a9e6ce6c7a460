//! What a motion is written as: BVH or GLB, by the file's extension.

use std::path::Path;

use adverb_author::clip::Clip;
use adverb_author::formats::{bvh, gltf};

use crate::failure::Failure;
use crate::files;

/// Refuses before any work what could not be written after it.
pub fn check(path: &Path) -> Result<(), Failure> {
    match files::extension(path).as_str() {
        "bvh" | "glb" => Ok(()),
        other => Err(Failure::Misuse(format!(
            "motions are written as .bvh or .glb, not {other:?}: {}",
            path.display()
        ))),
    }
}

/// A clip in the format of the file's extension.
pub fn bytes(clip: &Clip, path: &Path) -> Vec<u8> {
    match files::extension(path).as_str() {
        "bvh" => bvh::write(clip, &bvh::WriteOptions::default()).into(),
        _ => gltf::clip::write(clip),
    }
}
