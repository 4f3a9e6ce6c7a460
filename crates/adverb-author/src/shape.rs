//! Shapes from forms (shape-by-example): what `adverb build` does for each shape of a project.
//!
//! ```text
//!   forms ── conform (one connectivity) ── unposed (eq. 7, to the rest pose) ──▶ channels ─┐
//!   points ── Space ── solve ──▶ table ─────────────────────────────────────────────────────┼─▶ Shape
//!   targets ──▶ features (7.1)      rest ──▶ skin of four influences ────────────────────────┘
//!
//!   point or pose ──▶ stance, worn (where the joints of the skin are) ──▶ posed (eq. 8)
//! ```

mod arkit;
mod attributes;
pub(crate) mod doubts;
mod export;
mod posed;
mod skin;
mod stance;
mod unposed;
mod worn;

use adverb::Shape;
use adverb::shape::{Adjective, Attribute, Features, Interpolation, Parts, PoseAxis};
use adverb::verb::Example;
use glam::{Mat4, Vec3};

use crate::error::Error;
use crate::mesh::{self, Mesh, MeshFile, Severity, Target};
use crate::space::Space;
pub use arkit::{ARKIT, arkit};
pub use doubts::Doubt;
pub use export::{Weighted, file, form_mesh, formed, moving, rest_of, standing};
pub use posed::Posed;
pub use stance::{blended_pose, stance};
pub use unposed::Unposed;
pub use worn::{Worn, placed};

/// What a shape is to be made of.
#[derive(Debug, Clone)]
pub struct Definition {
    /// As its author calls it.
    pub name: String,
    /// Its adjectives, and its examples' points.
    pub space: Space,
    /// What of a pose turns each adjective, if anything does.
    pub reads: Vec<Option<PoseAxis>>,
    /// The mesh that all forms are brought to, with its skin, and whatever else its file has.
    pub rest: MeshFile,
    /// The forms of the space's examples, in their order.
    pub forms: Vec<Sculpted>,
    /// The pose of the skeleton that each was made in, where it is known.
    pub dofs: Vec<Option<Vec<f32>>>,
    /// How attributes are found that are not found as usual.
    pub treatments: Vec<(Attribute, Treatment)>,
    /// A vertex that moves by less than this part of the mesh's size does not move.
    pub threshold: f32,
    /// What is added to the blended form.
    pub features: Vec<Target>,
    /// Whether the weights of features are brought to 0 … 1.
    pub clamped: bool,
    /// What the readers of its files had to say, and what was odd about its poses.
    pub warnings: Vec<String>,
}

/// A form as a designer made it.
#[derive(Debug, Clone)]
pub struct Sculpted {
    /// Of the rest's connectivity.
    pub mesh: Mesh,
    /// Where the joints of the skin were (`world_from_joint`), unless it was made in the rest pose.
    pub pose: Option<Vec<Mat4>>,
}

/// How an attribute is found; see [`Interpolation`].
#[derive(Debug, Clone, PartialEq)]
pub enum Treatment {
    /// As in the first form.
    Fixed,
    /// As in this form, an example's or another of the same connectivity.
    FixedTo(Box<Mesh>),
    /// These numbers for every vertex.
    Constant(Vec<f32>),
    /// The mean of all forms.
    Mean,
    /// As the runtime does.
    By(Interpolation),
}

/// A shape, and what there is to say about it.
#[derive(Debug, Clone)]
pub struct Built {
    /// To be blended.
    pub shape: Shape,
    /// Its space.
    pub space: Space,
    /// Of each form, how it came to the rest pose.
    pub unposed: Vec<Unposed>,
    /// What its space and its forms gave cause for.
    pub warnings: Vec<String>,
    /// Those of them that tell what of its forms the shape has not: attributes, influences, moves.
    pub(crate) lost: Vec<String>,
    /// Those of them that tell of forms that are there twice, and which examples.
    pub(crate) repeated: Vec<(usize, String)>,
}

/// Makes a shape.
pub fn build(definition: &Definition) -> Result<Built, Error> {
    let Definition { name, space, forms, .. } = definition;
    let MeshFile { mesh: rest, joints, .. } = &definition.rest;
    if forms.is_empty() {
        return Err(fail(format!("shape {name:?} has no examples")));
    }
    let mut warnings = Vec::new();
    let of_rest = remarks(rest)?;
    warnings.extend(of_rest.iter().map(|problem| format!("{}: {problem}", rest.file)));
    let skin = rest.influences.as_ref().filter(|_| !joints.is_empty());
    let mut lost = Vec::new();
    let skin = skin.map(|influences| skin::skin(joints, influences, &rest.file, &mut lost));
    let mut meshes = Vec::new();
    let mut unposed = Vec::new();
    for form in forms {
        // What the rest has as well was said.
        let news = remarks(&form.mesh)?.into_iter().filter(|problem| !of_rest.contains(problem));
        let mut mesh = mesh::conform(&form.mesh, rest)?;
        let doubts = doubts::all(&mesh, rest);
        let all =
            news.chain(doubts.iter().map(ToString::to_string)).chain(mesh::joined_seams(&form.mesh, rest));
        warnings.extend(all.map(|problem| format!("{}: {problem}", mesh.file)));
        let untransformed = unposed::unpose(&mut mesh, rest, form.pose.as_deref(), joints, skin.as_ref())?;
        warnings.extend(untransformed.remark(&mesh.file));
        unposed.push(untransformed);
        meshes.push(mesh);
    }
    let repeated = doubts::repeated(&meshes, &space.examples);
    let solution = space.solve()?;
    warnings.splice(0..0, solution.warnings.iter().map(|w| w.to_string()));
    let points = mesh::smooth_points(rest);
    let triangles: Vec<[u32; 3]> = rest.faces.triangles().collect();
    let channels = attributes::channels(definition, &meshes, &triangles, &points, &mut lost)?;
    lost.extend(doubts::frozen(&meshes, &channels[0], definition.threshold, rest));
    let parts = Parts {
        name: name.clone(),
        adjectives: space
            .axes
            .iter()
            .zip(&definition.reads)
            .map(|(axis, read)| adjective(axis, *read))
            .collect(),
        examples: space.examples.iter().map(example).collect(),
        space: solution.table.parts(),
        vertices: rest.positions.len(),
        triangles,
        points,
        channels,
        features: features(definition),
        skin,
    };
    for still in parts.features.features.iter().filter(|feature| feature.moved.is_empty()) {
        let by = if definition.threshold > 0.0 { " by more than the threshold" } else { "" };
        warnings.push(format!("feature {:?} moves no vertex{by}; leave it out", still.name));
    }
    let shape = Shape::new(parts).map_err(|why| fail(format!("shape {name:?}: {why}")))?;
    warnings.extend(lost.iter().chain(repeated.iter().map(|(_, said)| said)).cloned());
    Ok(Built { shape, space: space.clone(), unposed, warnings, lost, repeated })
}

fn fail(problem: String) -> Error {
    Error::Motion { problem }
}

/// What is wrong with a mesh is an error, with its file, or something to be told.
fn remarks(mesh: &Mesh) -> Result<Vec<String>, Error> {
    let mut told = Vec::new();
    for finding in mesh::check(mesh) {
        match finding.severity {
            Severity::Error => return Err(Error::File { file: mesh.file.clone(), problem: finding.problem }),
            Severity::Warning => told.push(finding.problem),
            Severity::Note | Severity::Repairable => {}
        }
    }
    Ok(told)
}

fn adjective(axis: &crate::space::Axis, read: Option<PoseAxis>) -> Adjective {
    let range = axis.range.map(|x| x as f32);
    Adjective { name: axis.name.clone(), range, default: axis.default_value() as f32, read }
}

fn example(example: &crate::space::Example) -> Example {
    Example { name: example.name.clone(), at: example.at.iter().map(|x| *x as f32).collect() }
}

/// The features that are added, each with the vertices that it moves.
fn features(definition: &Definition) -> Features {
    let names: Vec<String> = definition.features.iter().map(|target| target.name.clone()).collect();
    let vertices = definition.rest.mesh.positions.len();
    let deltas: Vec<Vec<Vec3>> = definition.features.iter().map(|target| target.dense(vertices)).collect();
    let threshold = definition.threshold * definition.rest.mesh.size();
    let features = Features::of(&names, vertices, threshold, |f, v| deltas[f][v].to_array());
    Features { clamped: definition.clamped, ..features }
}
