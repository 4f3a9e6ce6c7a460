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
mod doubts;
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
use crate::finding::{Criterion, Finding, Subject, Verdict};
use crate::mesh::{self, Mesh, MeshFile, Target};
use crate::space::Space;
pub use arkit::{ARKIT, arkit};
pub(crate) use doubts::factor;
pub use export::{Weighted, file, form_mesh, formed, moving, rest_of, standing};
pub use posed::Posed;
pub use stance::{blended_pose, stance};
pub use unposed::Unposed;
pub use worn::{Worn, placed};

/// Everything a shape is built from.
#[derive(Debug, Clone)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// Its adjectives, and its examples' points.
    pub space: Space,
    /// What each adjective reads from a pose, if anything.
    pub reads: Vec<Option<PoseAxis>>,
    /// The mesh that all forms are brought to, with its skin and the rest of its file.
    pub rest: MeshFile,
    /// The forms of the space's examples, in their order.
    pub forms: Vec<Sculpted>,
    /// The pose of the skeleton in which each form was made, if known.
    pub dofs: Vec<Option<Vec<f32>>>,
    /// Attributes with a treatment other than the default.
    pub treatments: Vec<(Attribute, Treatment)>,
    /// A vertex that moves by less than this part of the mesh's size does not move.
    pub threshold: f32,
    /// Features that are added to the blended form.
    pub features: Vec<Target>,
    /// Whether the weights of features are clamped to 0 … 1.
    pub clamped: bool,
    /// Warnings of its files' readers, and about its poses.
    pub warnings: Vec<Finding>,
}

impl Definition {
    /// All of its forms, as the subject of a finding.
    pub(crate) fn subject(&self) -> Subject {
        Subject::Shape(self.name.clone())
    }

    /// One of its forms, as the subject of a finding.
    pub(crate) fn form(&self, name: &str) -> Subject {
        self.subject().example(name)
    }
}

/// A form as a designer made it.
#[derive(Debug, Clone)]
pub struct Sculpted {
    /// Of the rest's connectivity.
    pub mesh: Mesh,
    /// Where the joints of the skin were (`world_from_joint`), unless it was made in the rest pose.
    pub pose: Option<Vec<Mat4>>,
}

/// How an attribute is computed; see [`Interpolation`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
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

/// A shape, with what was found while building it.
#[derive(Debug, Clone)]
pub struct Built {
    /// The shape.
    pub shape: Shape,
    /// Its space.
    pub space: Space,
    /// For each form, how it was brought to the rest pose.
    pub unposed: Vec<Unposed>,
    /// Findings about its space and its forms.
    pub warnings: Vec<Finding>,
}

/// Builds a shape.
pub fn build(definition: &Definition) -> Result<Built, Error> {
    let Definition { name, space, forms, .. } = definition;
    let MeshFile { mesh: rest, joints, .. } = &definition.rest;
    if forms.is_empty() {
        return Err(fail(format!("shape {name:?} has no examples")));
    }
    let mut warnings = Vec::new();
    let of_rest = surface(definition, rest)?;
    warnings.extend(of_rest.iter().cloned());
    let skin = rest.influences.as_ref().filter(|_| !joints.is_empty());
    let mut lost = Vec::new();
    let skin = skin.map(|influences| skin::skin(joints, influences, definition.form(&rest.file), &mut lost));
    let mut meshes = Vec::new();
    let mut unposed = Vec::new();
    for form in forms {
        // What the rest has as well stands once.
        let is_news = |own: &Finding| !of_rest.iter().any(|rest| rest.says_the_same(own));
        let news = surface(definition, &form.mesh)?.into_iter().filter(is_news);
        let mut mesh = mesh::conform(&form.mesh, rest)?;
        let subject = definition.form(&mesh.file);
        warnings.extend(news.chain(doubts::all(&mesh, rest, &subject)));
        warnings.extend(mesh::joined_seams(&form.mesh, rest, &subject));
        let untransformed = unposed::unpose(&mut mesh, rest, form.pose.as_deref(), joints, skin.as_ref())?;
        warnings.extend(untransformed.finding(subject));
        unposed.push(untransformed);
        meshes.push(mesh);
    }
    let repeated = doubts::repeated(&meshes, definition);
    let solution = space.solve()?;
    warnings.splice(0..0, solution.warnings.iter().map(|own| own.finding(&definition.subject())));
    let points = mesh::smooth_points(rest);
    let triangles: Vec<[u32; 3]> = rest.faces.triangles().collect();
    let channels = attributes::channels(definition, &meshes, &triangles, &points, &mut lost)?;
    lost.extend(doubts::frozen(&meshes, &channels[0], definition));
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
        let (by, or) = match definition.threshold > 0.0 {
            true => (" by more than the threshold", ", or lower the threshold"),
            false => ("", ""),
        };
        let subject = Subject::Feature { shape: name.clone(), name: still.name.clone() };
        let found = Finding::warning(Criterion::Still, subject, format!("no vertex moved{by}"));
        warnings.push(found.remedy(format!("Leave it out{or}.")));
    }
    let shape = Shape::new(parts).map_err(|why| fail(format!("shape {name:?}: {why}")))?;
    warnings.extend(lost.into_iter().chain(repeated));
    Ok(Built { shape, space: space.clone(), unposed, warnings })
}

fn fail(problem: String) -> Error {
    Error::Motion { problem }
}

/// The warnings about a form's surface; a defect is an error.
fn surface(definition: &Definition, mesh: &Mesh) -> Result<Vec<Finding>, Error> {
    let mut told = Vec::new();
    for finding in mesh::check(mesh) {
        match finding.verdict {
            Verdict::Error => return Err(finding.into_error()),
            Verdict::Warning => told.push(finding.about(definition.form(&mesh.file))),
            Verdict::Good | Verdict::Note | Verdict::Repaired => {}
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
