//! A shape by its name, out of a project or a pack.

use std::cell::OnceCell;
use std::path::Path;

use adverb::Shape;
use adverb::glam::Mat4;
use adverb_author::Error;
use adverb_author::formats::gltf;
use adverb_author::mesh::{Covers, MeshFile};
use adverb_author::shape::{Worn, rest_of};
use adverb_author::space::PseudoExample;

use super::posed::Hero;
use crate::failure::Failure;
use crate::files::Stamps;
use crate::findings;
use crate::input;
use crate::progress::Progress;

/// A shape, and what is known around it.
pub struct Found {
    pub shape: Shape,
    /// The file of its rest; of a pack, what it has of that.
    pub rest: MeshFile,
    /// Its pseudo-examples, which packs do not store.
    pub pseudo: Vec<PseudoExample>,
    /// Where the joints of its skin were when each of its forms was made, which a pack does not know, and the pose of the skeleton
    /// where it is known.
    pub made: Vec<Option<Vec<Mat4>>>,
    pub dofs: Vec<Option<Vec<f32>>>,
    pub hero: Hero,
    /// What covers its rest, which packs do not store.
    pub covers: Option<Covers>,
    /// See [`Found::joints`].
    pub worn: OnceCell<Result<Worn, Error>>,
}

/// The shape of a name; the error offers the names there are.
pub fn found(hero: &Path, name: &str, progress: &Progress) -> Result<Found, Failure> {
    look_up(hero, name, progress)?.map_err(|names| {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        Failure::unknown(hero, "shape", name, &names)
    })
}

/// The shape of that name, if there is one, and no verb of that name.
pub fn named(hero: &Path, name: &str, progress: &Progress) -> Result<Option<Found>, Failure> {
    Ok(look_up(hero, name, progress)?.ok())
}

/// The shape of a name, or the names that there are.
fn look_up(hero: &Path, name: &str, progress: &Progress) -> Result<Result<Found, Vec<String>>, Failure> {
    if !input::is_project(hero) {
        let (pack, _) = input::pack(hero, progress)?;
        let names = pack.shapes().iter().map(|shape| shape.name().to_string()).collect();
        let Some(shape) = pack.shape_named(name).filter(|_| pack.verb_named(name).is_none()) else {
            return Ok(Err(names));
        };
        let (shape, rest) = (Shape::clone(shape), rest_of(shape, pack.skeleton()));
        let (pseudo, made, dofs) = (Vec::new(), Vec::new(), Vec::new());
        return Ok(Ok(Found {
            shape,
            rest,
            pseudo,
            made,
            dofs,
            hero: Hero::Pack(Box::new(pack)),
            covers: None,
            worn: OnceCell::new(),
        }));
    }
    let project = input::project_unremarked(hero, &mut Stamps::new(), progress)?;
    let names = project.shapes.iter().map(|shape| shape.name.clone()).collect();
    let Some(definition) = project.shapes.iter().find(|shape| shape.name == name) else {
        return Ok(Err(names));
    };
    let built = project.build_shape(definition)?;
    // The project's warnings about this shape.
    findings::note(definition.warnings.iter().chain(&built.warnings), progress);
    let (covers, unshown) = gltf::mesh::covers(&definition.rest).unzip();
    findings::note(unshown.iter().flatten(), progress);
    Ok(Ok(Found {
        covers,
        shape: built.shape,
        rest: definition.rest.clone(),
        pseudo: built.space.pseudo_examples,
        made: definition.forms.iter().map(|form| form.pose.clone()).collect(),
        dofs: definition.dofs.clone(),
        hero: Hero::Project(Box::new(project)),
        worn: OnceCell::new(),
    }))
}
