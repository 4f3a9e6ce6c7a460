//! What a motion is written on: the skeleton alone, or a skinned mesh that moves with it.

use std::path::Path;
use std::sync::Arc;

use adverb::{Shape, Skeleton};
use adverb_author::character::{Character, Drawn, Seen};
use adverb_author::clip::Clip;
use adverb_author::formats::gltf::{self, clip::Written};
use adverb_author::mesh::MeshFile;
use adverb_author::picture::{FormOptions, Picture, View, form};
use adverb_author::project::{Credit, Project, copyright};
use adverb_author::root::{self, Root};
use adverb_author::shape;
use adverb_author::support::Stood;

use crate::failure::Failure;
use crate::progress::Progress;
use crate::{args, files, findings, output};

/// A mesh, and the shape that it is the rest of, if poses turn it.
pub struct Worn {
    drawn: Drawn,
    shape: Option<Shape>,
    /// Whose work the mesh is, as far as the project says.
    credits: Vec<Credit>,
}

impl Worn {
    /// What a project draws, if it says; `shape` yields one that it has built.
    pub fn of(
        project: &Project,
        shape: impl FnOnce(&shape::Definition) -> Result<Shape, Failure>,
    ) -> Result<Option<Self>, Failure> {
        let Some(drawn) = project.character.clone() else { return Ok(None) };
        let credits = project.credits.of_files([drawn.character.figure().source.file.as_str()]);
        Ok(Some(Self { drawn, shape: project.worn().map(shape).transpose()?, credits }))
    }
}

/// The mesh that was asked for, else the project's where the output can show one.
pub fn drawn(
    args: &args::Character,
    of_project: Option<Worn>,
    output: &Path,
    progress: &Progress,
) -> Result<Option<Worn>, Failure> {
    let extension = files::extension(output);
    let shows_one = extension == "glb" || output::PICTURES.contains(&extension.as_str());
    if args.mesh.is_none() && !args.joints.is_empty() {
        return Err(Failure::Misuse(
            "--joints needs --character MESH; a project has joints in its [character]".into(),
        ));
    }
    let Some(mesh) = &args.mesh else { return Ok(of_project.filter(|_| shows_one)) };
    if !shows_one {
        let problem =
            format!("a character is written as .glb or drawn as .png or .svg, not as {}", output.display());
        return Err(Failure::Misuse(problem));
    }
    progress.step(format!("reading {}", mesh.display()));
    let bytes = files::read(mesh)?;
    let character =
        files::with_files_beside(mesh, |fetch| Character::read(&mesh.display().to_string(), &bytes, fetch))?;
    Ok(Some(Worn {
        drawn: Drawn { character, joints: args.joints.clone() },
        shape: None,
        credits: Vec::new(),
    }))
}

/// A motion of a skeleton to write.
pub struct Moving<'a> {
    pub skeleton: &'a Arc<Skeleton>,
    pub clip: &'a Clip,
    /// When its feet stood; empty if nobody knows.
    pub stood: &'a [Stood],
    pub name: &'a str,
    pub root: Root,
    /// Whose work it is made of, as far as anybody said.
    pub credits: &'a [Credit],
}

/// The file of a motion: on the mesh if there is one, whose forms change with the pose. A GLB file names whose work it is.
pub fn bytes(
    worn: Option<&Worn>,
    moving: &Moving,
    path: &Path,
    progress: &Progress,
) -> Result<Vec<u8>, Failure> {
    let bytes = uncredited(worn, moving, path, progress)?;
    if files::extension(path) != "glb" {
        return Ok(bytes);
    }
    let mut credits = moving.credits.to_vec();
    credits.extend(worn.into_iter().flat_map(|worn| worn.credits.clone()));
    Ok(gltf::credited(bytes, &copyright(&credits)))
}

fn uncredited(
    worn: Option<&Worn>,
    moving: &Moving,
    path: &Path,
    progress: &Progress,
) -> Result<Vec<u8>, Failure> {
    let &Moving { skeleton, clip, stood, name, root, .. } = moving;
    let Some(worn @ Worn { drawn, shape, .. }) = worn else {
        let rooted = match root {
            Root::Travel => None,
            Root::InPlace => Some(root::in_place(clip, &root::travel(clip)?)),
            Root::Bone => Some(root::with_bone(clip, &root::travel(clip)?)),
        };
        return Ok(output::bytes(rooted.as_ref().unwrap_or(clip), name, path));
    };
    let mut driven = drawn.driven(skeleton, clip, stood)?;
    findings::note(&driven.warnings, progress);
    let mut above = Vec::new();
    if root != Root::Travel {
        above = root::travel(&driven.clip)?;
        driven.clip = root::in_place(&driven.clip, &above);
    }
    if root == Root::InPlace {
        above.clear();
    }
    let written = Written { clip: &driven.clip, name, root: &above };
    Ok(match shape {
        Some(shape) => gltf::mesh::write(&formed(worn, shape, written, moving, progress)?)?,
        None => drawn.character.glb(written),
    })
}

/// A picture of the mesh at moments of a motion.
pub fn picture(worn: &Worn, moving: &Moving, view: View, progress: &Progress) -> Result<Picture, Failure> {
    let &Moving { skeleton, clip, stood, name, .. } = moving;
    let driven = worn.drawn.driven(skeleton, clip, stood)?;
    findings::note(&driven.warnings, progress);
    let written = Written { clip: &driven.clip, name, root: &[] };
    let file = match &worn.shape {
        Some(shape) => formed(worn, shape, written, moving, progress)?,
        None => worn.drawn.character.animated(written)?,
    };
    let seen = Seen::driven(&worn.drawn.character, &file, &driven.clip, None)?;
    let options = FormOptions { view, forward: seen.forward(), ..FormOptions::default() };
    Ok(form(&seen.view(), &options))
}

/// The mesh with the forms of its shape, which follow the motion.
fn formed(
    worn: &Worn,
    shape: &Shape,
    written: Written,
    moving: &Moving,
    progress: &Progress,
) -> Result<MeshFile, Failure> {
    let rest = worn.drawn.character.animated(written)?;
    let formed = shape::moving(shape, &rest, moving.skeleton, moving.clip)?;
    findings::note(&formed.warnings, progress);
    Ok(formed)
}
