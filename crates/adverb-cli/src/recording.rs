//! A motion file or a mesh shown as a project in memory.

use std::path::Path;

use adverb_author::project::{Edit, Project, Recorded};

use crate::failure::Failure;
use crate::files::{self, Stamps};
use crate::input::{ProjectFolder, SceneFile};
use crate::progress::Progress;
use crate::takes::{Takes, motion_name};

/// A project with a motion for each of the animations that were asked for, else for all that move a joint, on the file's own skinned
/// mesh if it has one; of a file with meshes alone, a shape with its morph targets. Notes the files that it reads.
pub fn project(
    path: &Path,
    animations: &[String],
    noted: &mut Stamps,
    progress: &Progress,
) -> Result<Project, Failure> {
    files::note_stamp(noted, path.to_path_buf());
    let scene = SceneFile::read(path, progress)?;
    let contents = scene.contents()?;
    let [stem, file] =
        [path.file_stem(), path.file_name()].map(|name| name.unwrap_or_default().to_string_lossy());
    // What JSON writes between quotes means the same in TOML.
    let quoted = |text: &str| serde_json::to_string(text).unwrap_or_default();
    let name = path.display().to_string();
    let mut load =
        |text: &str| ProjectFolder::of(path, noted).open(|folder| Project::load(&name, text, folder));
    let mut edit = Edit::new(&stem);
    if scene.is_mesh() {
        let has_targets = contents.meshes.iter().any(|mesh| !mesh.targets.is_empty());
        let features = if has_targets { "features = true\n" } else { "" };
        let shape = format!("[shapes.{}]\nrest = {}\n{features}", quoted(&stem), quoted(&file));
        return load(&format!("{}\n{shape}", edit.text()));
    }
    let is_skinned = contents.meshes.iter().any(|mesh| mesh.joints > 0);
    for animation in Takes::of(path, contents).wanted(animations)? {
        let name = edit.free_name(&motion_name(path, animation.as_deref()));
        edit.add_motion(&name, &Recorded { file: file.to_string(), animation }, &[], &[]);
    }
    let worn = format!("{}\n[character]\nmesh = {}\n", edit.text(), quoted(&file));
    // A mesh that cannot be worn is no reason not to show the motion.
    if let Some(project) = is_skinned.then(|| load(&worn)).and_then(Result::ok) {
        return Ok(project);
    }
    load(edit.text())
}
