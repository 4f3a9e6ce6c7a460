//! What a motion is written on: the skeleton alone, or a skinned mesh that moves with it.

use std::path::Path;
use std::sync::Arc;

use adverb::Skeleton;
use adverb_author::character::Character;
use adverb_author::clip::Clip;
use adverb_author::project::Drawn;

use crate::failure::Failure;
use crate::progress::Progress;
use crate::{args, convert, files};

/// The mesh that was asked for, else the project's where the output can hold one.
pub fn drawn(
    args: &args::Character,
    of_project: Option<Drawn>,
    output: &Path,
    progress: &Progress,
) -> Result<Option<Drawn>, Failure> {
    let holds_one = files::extension(output) == "glb";
    let Some(mesh) = &args.mesh else { return Ok(of_project.filter(|_| holds_one)) };
    if !holds_one {
        let problem = format!("a character is written as .glb: {}", output.display());
        return Err(Failure::Misuse(problem));
    }
    progress.step(format!("reading {}", mesh.display()));
    let bytes = files::read(mesh)?;
    let mut fetch = |beside: &str| files::read_named(&mesh.with_file_name(beside)).ok();
    let character = Character::read(&mesh.display().to_string(), &bytes, &mut fetch)?;
    Ok(Some(Drawn { character, joints: args.joints.clone() }))
}

/// The file of a clip of a skeleton's joints: on the mesh if there is one.
pub fn bytes(
    drawn: Option<&Drawn>,
    skeleton: &Arc<Skeleton>,
    clip: &Clip,
    path: &Path,
    progress: &Progress,
) -> Result<Vec<u8>, Failure> {
    let Some(drawn) = drawn else { return Ok(convert::bytes(clip, path)) };
    let driven = drawn.driven(skeleton, clip)?;
    let file = &drawn.character.figure().source.file;
    driven.warnings.iter().for_each(|warning| progress.note(format!("warning: {file}: {warning}")));
    Ok(drawn.character.glb(&driven.clip))
}
