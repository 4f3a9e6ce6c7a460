//! What a command writes: files of known types, by their extensions.

use std::path::Path;

use adverb_author::clip::Clip;
use adverb_author::formats::{bvh, gltf};
use adverb_author::picture::Picture;
use adverb_cli::raster;

use crate::failure::Failure;
use crate::files;

/// What pictures are written as.
pub const PICTURES: &[&str] = &["png", "svg"];
/// What motions are written as.
pub const MOTIONS: &[&str] = &["bvh", "glb"];
/// What motions are written as, or drawn.
pub const MOTIONS_AND_PICTURES: &[&str] = &["bvh", "glb", "png", "svg"];

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

/// Why a motion without a mesh is not drawn here; `of` is what `adverb render` would draw.
pub fn needs_a_character(path: &Path, of: &str) -> Failure {
    let path = path.display();
    Failure::Misuse(format!(
        "a picture needs --character MESH to draw; without a mesh, `adverb render {of} -o {path}` draws a figure"
    ))
}

/// A picture in the format of the file's extension.
pub fn picture(picture: &Picture, path: &Path) -> Result<Vec<u8>, Failure> {
    let svg = picture.svg();
    Ok(if files::extension(path) == "svg" { svg.into_bytes() } else { raster::png(&svg)? })
}

/// A clip in the format of the file's extension. Where the format has names for motions, it has this one.
pub fn bytes(clip: &Clip, name: &str, path: &Path) -> Vec<u8> {
    match files::extension(path).as_str() {
        "bvh" => bvh::write(clip, &bvh::WriteOptions::default()).into(),
        _ => gltf::clip::write_with(clip, gltf::clip::WriteOptions { name, ..Default::default() }),
    }
}
