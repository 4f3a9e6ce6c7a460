//! Every file format, one folder each: bytes to a [`Clip`](crate::Clip) or to a [`MeshFile`], and back.
//!
//! Readers keep the joints, the unit and the axes of a motion's file; [`crate::import`] reads any of them and settles unit and axes.
//! [`read_mesh`] reads a mesh of any format, [`contents()`] lists what a file holds. Readers share `limits`, `log` (their findings), `text`
//! (words, numbers), `nodes` (scenes), `corners` (of polygons) and `pixels` (of pictures).

pub mod acclaim;
pub mod bvh;
mod contents;
mod corners;
#[cfg(feature = "fbx")]
pub mod fbx;
pub mod gltf;
mod log;
pub(crate) mod nodes;
pub mod obj;
mod pixels;
pub mod ply;
mod text;

pub use contents::{Animation, Contents, MeshEntry};

use crate::clip::{Format, Stated};
use crate::error::Error;
use crate::finding::Finding;
use crate::mesh::MeshFile;
use crate::mesh::kept::Whole;

/// Recognises a format by magic bytes, extension, or the beginning of the text.
#[must_use]
pub fn recognise(file: &str, bytes: &[u8]) -> Option<Format> {
    let extension = extension(file);
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    match extension.as_str() {
        _ if bytes.starts_with(b"glTF") => Some(Format::Glb),
        _ if bytes.starts_with(b"Kaydara FBX Binary") => Some(Format::Fbx),
        "bvh" => Some(Format::Bvh),
        "glb" => Some(Format::Glb),
        "gltf" => Some(Format::Gltf),
        "fbx" => Some(Format::Fbx),
        "asf" => Some(Format::Asf),
        "amc" => Some(Format::Amc),
        _ if text.get(..9).is_some_and(|t| t.eq_ignore_ascii_case(b"HIERARCHY")) => Some(Format::Bvh),
        _ if text.starts_with(b"{") => Some(Format::Gltf),
        _ if text.starts_with(b"; FBX") => Some(Format::Fbx),
        _ => acclaims_format(text),
    }
}

/// In lower case.
fn extension(file: &str) -> String {
    file.rsplit_once('.').map_or(String::new(), |(_, extension)| extension.to_ascii_lowercase())
}

/// Acclaim's files begin with comments and a section.
fn acclaims_format(text: &[u8]) -> Option<Format> {
    let mut lines = text.split(|&b| b == b'\n' || b == b'\r').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"#"))?.to_ascii_lowercase();
    match first.split(u8::is_ascii_whitespace).next()? {
        b":version" | b":name" | b":units" | b":root" => Some(Format::Asf),
        b":fully-specified" | b":degrees" | b":radians" => Some(Format::Amc),
        _ => None,
    }
}

/// What a file states of its unit and axes, if adverb wrote it.
pub(crate) fn stated(format: Format, bytes: &[u8]) -> Option<Stated> {
    match format {
        Format::Bvh => bvh::stated(bytes),
        Format::Glb | Format::Gltf => gltf::stated(bytes),
        Format::Fbx | Format::Asf | Format::Amc => None,
    }
}

/// Common mistakes for a motion or a mesh, and what to do about them.
#[must_use]
pub fn mistaken(bytes: &[u8]) -> Option<&'static str> {
    let begins =
        |how: &str| bytes.get(..how.len()).is_some_and(|own| own.eq_ignore_ascii_case(how.as_bytes()));
    let head = &bytes[..bytes.len().min(400)];
    let has_early = |what: &[u8]| head.windows(what.len()).any(|own| own == what);
    Some(match bytes {
        _ if begins("#usda") || begins("PXR-USDC") || (begins("PK") && has_early(b".usd")) => {
            "it is USD; import it into Blender (File, Import, Universal Scene Description) and export it as glTF 2.0"
        }
        _ if has_early(b"<COLLADA") => {
            "it is Collada; import it into Blender (up to version 4.5: File, Import, Collada) and export it as glTF 2.0"
        }
        _ if begins("BLENDER") => "it is Blender's own file; open it in Blender and export it as glTF 2.0",
        _ if begins("//Maya ASCII") || begins("FOR4") || begins("FOR8") => {
            "it is Maya's own file; open it in Maya and export it as FBX"
        }
        _ if begins("Ogawa") => "it is Alembic, which holds no skeleton; export glTF 2.0 or FBX instead",
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => "the text is UTF-16; save it as UTF-8",
        [0x1f, 0x8b, ..]
        | [0x28, 0xb5, 0x2f, 0xfd, ..]
        | [b'P', b'K', 3, 4, ..]
        | [b'7', b'z', 0xbc, 0xaf, ..] => "it is compressed; unpack it first",
        _ if begins("version https://git-lfs") => {
            "it is only a Git LFS pointer; `git lfs pull` fetches the file"
        }
        _ if begins("<!doctype html") || begins("<html") => {
            "it is a web page, not the file; download the file itself"
        }
        _ => return None,
    })
}

/// Lists the animations and meshes of a glTF or FBX file; other formats hold one thing, and list none. `fetch` yields a file beside a
/// `.gltf`, given its path relative to it.
///
/// # Errors
/// As the format's reader, if the file is damaged.
pub fn contents(
    file: &str,
    bytes: &[u8],
    fetch: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<Contents, Error> {
    match recognise(file, bytes) {
        Some(Format::Glb | Format::Gltf) => gltf::contents(file, bytes, fetch),
        #[cfg(feature = "fbx")]
        Some(Format::Fbx) => fbx::contents(file, bytes),
        _ => Ok(Contents::default()),
    }
}

/// The mesh to read from a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MeshOptions<'a> {
    /// The mesh of a glTF or FBX file, by its name or its node's, or by index counted from 0. By default the one with morph targets,
    /// else the one with a skin, else the first; among several of a kind the one with most vertices. With that come all others that the
    /// scene shows and that move as it does: with the skeleton, or not at all.
    pub mesh: Option<&'a str>,
}

/// Reads a mesh of any format adverb knows; `fetch` yields a file beside a `.gltf`, given its path relative to it.
///
/// # Errors
/// With the place in the file and the problem.
pub fn read_mesh(
    file: &str,
    bytes: &[u8],
    fetch: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<MeshFile, Error> {
    read_mesh_with(file, bytes, MeshOptions::default(), fetch)
}

/// As [`read_mesh`], for files with several meshes.
pub fn read_mesh_with(
    file: &str,
    bytes: &[u8],
    options: MeshOptions,
    fetch: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<MeshFile, Error> {
    let fail = |problem: &str| Error::File { file: file.into(), problem: problem.into() };
    let read = match (extension(file).as_str(), recognise(file, bytes)) {
        _ if bytes.starts_with(b"ply\n") || bytes.starts_with(b"ply\r") => ply::read(file, bytes),
        (_, Some(Format::Glb | Format::Gltf)) => gltf::mesh::read(file, bytes, options, fetch),
        (_, Some(Format::Fbx)) => fbx_mesh(file, bytes, options),
        ("obj", _) => obj::read(file, bytes),
        ("ply", _) => ply::read(file, bytes),
        _ => Err(fail("its format is unknown; give a mesh that is .glb, .gltf, .obj, .ply or .fbx")),
    };
    read.map_err(|error| mistaken(bytes).map_or(error, fail))
}

/// The file of a character in memory, as glTF, and what is remarkable about how it got there; `fetch` yields files beside it.
pub(crate) fn read_character(
    file: &str,
    bytes: &[u8],
    fetch: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<(Whole, Vec<Finding>), Error> {
    let wanted = "a character is a skinned mesh: .glb, .gltf or .fbx";
    let fail = |problem: String| Err(Error::File { file: file.into(), problem });
    let read = match recognise(file, bytes) {
        #[cfg(feature = "fbx")]
        Some(Format::Fbx) => fbx::character::read(file, bytes, fetch),
        #[cfg(not(feature = "fbx"))]
        Some(Format::Fbx) => Err(without_fbx(file)),
        Some(Format::Glb | Format::Gltf) => {
            gltf::whole::read(file, bytes, fetch).map(|whole| (whole, Vec::new()))
        }
        Some(Format::Bvh | Format::Asf | Format::Amc) => {
            fail(format!("it holds a skeleton and no mesh; {wanted}"))
        }
        None if is_of_meshes_alone(file, bytes) => fail(format!("it holds a mesh and no skeleton; {wanted}")),
        None => fail(format!("its format is unknown; {wanted}")),
    };
    read.or_else(|error| mistaken(bytes).map_or(Err(error), |what| fail(what.into())))
}

/// Whether a file has meshes and no skeleton, so that what is wrong with it is wrong with a mesh.
#[must_use]
pub fn is_of_meshes_alone(file: &str, bytes: &[u8]) -> bool {
    match recognise(file, bytes) {
        Some(Format::Glb | Format::Gltf) => gltf::is_of_meshes_alone(bytes),
        #[cfg(feature = "fbx")]
        Some(Format::Fbx) => fbx::is_of_meshes_alone(bytes),
        Some(_) => false,
        None => ["obj", "ply"].contains(&extension(file).as_str()),
    }
}

#[cfg(feature = "fbx")]
fn fbx_mesh(file: &str, bytes: &[u8], options: MeshOptions) -> Result<MeshFile, Error> {
    fbx::mesh::read(file, bytes, options)
}

#[cfg(not(feature = "fbx"))]
fn fbx_mesh(file: &str, _: &[u8], _: MeshOptions) -> Result<MeshFile, Error> {
    Err(without_fbx(file))
}

#[cfg(not(feature = "fbx"))]
pub(crate) fn without_fbx(file: &str) -> Error {
    let problem = "FBX is not read by this build; convert it with the adverb command".into();
    Error::File { file: file.into(), problem }
}
