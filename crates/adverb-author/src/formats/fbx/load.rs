//! ufbx, within the limits that a file's size justifies, and its complaints in our words.

use ufbx::{AllocatorOpts, ErrorType, FileFormat, InheritModeHandling, LoadOpts, SceneRoot};

use super::whole;
use crate::Error;
use crate::limits::Limits;

/// What ufbx may take for its own work and for the scene: this many bytes, and this many times the data.
const FREE_BYTES: usize = 14 << 20;
const TIMES: usize = 6;
/// The arrays of binary files are compressed, key times and values to about a quarter.
const COMPRESSION: usize = 4;

/// How large the data of a file may be taken to be.
pub(super) fn data_len(bytes: &[u8]) -> usize {
    if whole::is_binary(bytes) { COMPRESSION * bytes.len() } else { bytes.len() }
}

/// Reads a scene as it is, in the file's own unit and axes, without its geometry.
pub(super) fn scene(file: &str, bytes: &[u8]) -> Result<SceneRoot, Error> {
    whole::check(file, bytes)?;
    let scene = load(file, bytes, Wanted::Motion)?;
    // The oldest files keep the skin within the geometry.
    if scene.metadata.version < 6000 { load(file, bytes, Wanted::Meshes) } else { Ok(scene) }
}

/// As [`scene`], with meshes, blend shapes and skins.
pub(super) fn scene_with_geometry(file: &str, bytes: &[u8]) -> Result<SceneRoot, Error> {
    whole::check(file, bytes)?;
    load(file, bytes, Wanted::Meshes)
}

/// As [`scene_with_geometry`], with embedded pictures.
pub(super) fn scene_with_pictures(file: &str, bytes: &[u8]) -> Result<SceneRoot, Error> {
    whole::check(file, bytes)?;
    load(file, bytes, Wanted::All)
}

/// How much of a scene is read.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Wanted {
    Motion,
    Meshes,
    All,
}

fn load(file: &str, bytes: &[u8], wanted: Wanted) -> Result<SceneRoot, Error> {
    let limited =
        || AllocatorOpts { memory_limit: FREE_BYTES + TIMES * data_len(bytes), ..AllocatorOpts::default() };
    let options = LoadOpts {
        temp_allocator: limited(),
        result_allocator: limited(),
        ignore_geometry: wanted < Wanted::Meshes,
        ignore_embedded: wanted < Wanted::All,
        use_blender_pbr_material: true,
        node_depth_limit: Limits::current().depth as u32,
        // Else a damaged file might pass for one of the other formats that ufbx knows.
        file_format: FileFormat::Fbx,
        // Scales that children do not inherit move to nodes of their own, so that all others inherit plainly.
        inherit_mode_handling: InheritModeHandling::HelperNodes,
        ..LoadOpts::default()
    };
    ufbx::load_memory(bytes, options).map_err(|error| refusal(file, bytes.len(), &error))
}

fn refusal(file: &str, length: usize, error: &ufbx::Error) -> Error {
    let problem = match error.type_ {
        ErrorType::EmptyFile => "the file is empty".into(),
        ErrorType::UnrecognizedFileFormat => {
            "not an FBX file: it begins neither as a binary nor as a text one".into()
        }
        ErrorType::TruncatedFile => {
            format!("the file is truncated or damaged: its contents go on beyond its {length} bytes")
        }
        ErrorType::OutOfMemory | ErrorType::MemoryLimit | ErrorType::AllocationLimit => {
            "it asks for more memory than a file of its size justifies; it is damaged; try to save it again"
                .into()
        }
        ErrorType::NodeDepthLimit => {
            format!("its nodes are nested deeper than {}", Limits::current().depth)
        }
        ErrorType::UnsupportedVersion => {
            "its version of FBX cannot be read; save it as FBX 2011 or later".into()
        }
        _ => format!("it cannot be read ({}); it is damaged, or not an FBX file", error.description),
    };
    Error::File { file: file.into(), problem }
}
