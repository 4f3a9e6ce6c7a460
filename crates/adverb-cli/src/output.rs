//! What a command writes: files of known types, by their extensions.

use std::path::Path;

use adverb_author::clip::Clip;
use adverb_author::formats::{bvh, gltf};

use crate::failure::Failure;
use crate::files;

/// What pictures are written as.
pub const PICTURES: &[&str] = &["png", "svg"];
/// What motions are written as.
pub const MOTIONS: &[&str] = &["bvh", "glb"];

/// The extension of an output, before any work: others than these could not be written after it.
pub fn extension(path: &Path, things: &str, known: &[&str]) -> Result<String, Failure> {
    let extension = files::extension(path);
    if known.contains(&extension.as_str()) {
        return Ok(extension);
    }
    let unknown = match extension.as_str() {
        "" => format!("{} has no extension", path.display()),
        other => format!("unknown output type .{other}"),
    };
    let known: Vec<String> = known.iter().map(|own| format!(".{own}")).collect();
    let listed = match &known[..] {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => known.concat(),
    };
    Err(Failure::Misuse(format!("{unknown}; {things} are written as {listed}")))
}

/// A clip in the format of the file's extension. Where the format has names for motions, it has this one.
pub fn bytes(clip: &Clip, name: &str, path: &Path) -> Vec<u8> {
    match files::extension(path).as_str() {
        "bvh" => bvh::write(clip, &bvh::WriteOptions::default()).into(),
        _ => gltf::clip::write_with(clip, gltf::clip::WriteOptions { name, ..Default::default() }),
    }
}
