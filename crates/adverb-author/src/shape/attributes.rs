//! The attributes of a shape, and how each is computed (principal-animation-components, 7.3): blended by weights, fixed, or found
//! from positions.

use adverb::shape::{Attribute, Channel, Interpolation};
use glam::{Vec2, Vec3};

use super::{Definition, Treatment};
use crate::error::Error;
use crate::finding::{Criterion, Finding};
use crate::mesh::{self, Mesh};

/// All attributes that every form has, that are fixed, or that are found from positions.
pub(super) fn channels(
    definition: &Definition,
    meshes: &[Mesh],
    triangles: &[[u32; 3]],
    points: &[u32],
    warnings: &mut Vec<Finding>,
) -> Result<Vec<Channel>, Error> {
    let mut channels = Vec::new();
    let rest = &definition.rest.mesh;
    let counts = [meshes.len(), rest.positions.len()];
    let given = |attribute| definition.treatments.iter().find(|t| t.0 == attribute).map(|t| t.1.clone());
    for attribute in Attribute::ALL {
        let numbers: Option<Vec<Vec<f32>>> = meshes.iter().map(|mesh| numbers(mesh, attribute)).collect();
        let is_given = given(attribute).is_some();
        let treatment = given(attribute).unwrap_or(match attribute {
            // Features move vertices, and normals are to follow.
            Attribute::Normal if numbers.is_none() || !definition.features.is_empty() => {
                Treatment::By(Interpolation::Recomputed { every: 1 })
            }
            Attribute::Normal | Attribute::Tangent => Treatment::By(Interpolation::Normalised),
            _ => Treatment::By(Interpolation::Linear),
        });
        let same = |numbers: Vec<f32>| vec![numbers; meshes.len()];
        let numbers = match (&treatment, numbers) {
            (Treatment::FixedTo(form), _) => same(fixed_to(form, rest, attribute)?),
            (Treatment::Constant(numbers), _) => {
                let mut one = numbers.clone();
                if attribute == Attribute::Uv && rest.v_up {
                    one[1] = 1.0 - one[1];
                }
                same(one.repeat(counts[1]))
            }
            (_, Some(numbers)) => numbers,
            // What no file has is found from the positions.
            (_, None) if attribute == Attribute::Normal => {
                let found =
                    |mesh: &Mesh| flat(&mesh::normals(&mesh.positions, triangles.iter().copied(), points));
                meshes.iter().map(found).collect()
            }
            (_, None) => {
                warnings.extend(missing(definition, meshes, attribute, is_given));
                continue;
            }
        };
        let threshold = match attribute {
            Attribute::Position => definition.threshold * rest.size(),
            _ => definition.threshold,
        };
        let (interpolation, numbers) = match treatment {
            Treatment::Fixed | Treatment::FixedTo(_) | Treatment::Constant(_) => {
                (Interpolation::Fixed, numbers)
            }
            Treatment::Mean => (Interpolation::Fixed, mean(numbers, attribute)),
            Treatment::By(interpolation) => (interpolation, numbers),
        };
        channels.push(Channel::of(attribute, interpolation, counts, threshold, |i, j| numbers[i][j]));
    }
    Ok(channels)
}

/// An attribute of a form, on the vertices of the rest.
fn fixed_to(form: &Mesh, rest: &Mesh, attribute: Attribute) -> Result<Vec<f32>, Error> {
    let missing = || Error::File {
        file: form.file.clone(),
        problem: format!("it has no {}s that others could be fixed to", attribute.name()),
    };
    numbers(form, attribute).ok_or_else(missing)?;
    numbers(&mesh::conform(form, rest)?, attribute).ok_or_else(missing)
}

/// The warning about an attribute that some forms have, or that the project asks for, and the first form without it.
fn missing(
    definition: &Definition,
    meshes: &[Mesh],
    attribute: Attribute,
    is_given: bool,
) -> Option<Finding> {
    let has = |mesh: &&Mesh| numbers(mesh, attribute).is_some();
    let without = meshes.iter().find(|mesh| !has(mesh))?;
    (is_given || meshes.iter().any(|mesh| has(&mesh))).then(|| {
        let name = attribute.name();
        let message = format!("no {name}s, so the shape has none");
        Finding::warning(Criterion::MissingAttribute, definition.form(&without.file), message)
            .remedy(format!("Give all forms {name}s, or fix them."))
    })
}

fn numbers(mesh: &Mesh, attribute: Attribute) -> Option<Vec<f32>> {
    match attribute {
        Attribute::Position => Some(flat(&mesh.positions)),
        Attribute::Normal => mesh.normals.as_deref().map(flat),
        Attribute::Tangent => {
            mesh.tangents.as_ref().map(|all| all.iter().flat_map(|v| v.to_array()).collect())
        }
        Attribute::Colour => mesh.colours.as_ref().map(|all| all.iter().flat_map(|v| v.to_array()).collect()),
        // A pack does not tell where V begins: it is glTF's way, downwards, whatever the forms' files have.
        Attribute::Uv => {
            let down = |uv: &Vec2| [uv.x, if mesh.v_up { 1.0 - uv.y } else { uv.y }];
            mesh.uvs.as_ref().map(|all| all.iter().flat_map(down).collect())
        }
    }
}

fn flat(vectors: &[Vec3]) -> Vec<f32> {
    vectors.iter().flat_map(|v| v.to_array()).collect()
}

/// The mean of all forms, for each; directions of unit length.
fn mean(numbers: Vec<Vec<f32>>, attribute: Attribute) -> Vec<Vec<f32>> {
    let count = numbers.len() as f32;
    let mut mean: Vec<f32> =
        (0..numbers[0].len()).map(|j| numbers.iter().map(|own| own[j]).sum::<f32>() / count).collect();
    if matches!(attribute, Attribute::Normal | Attribute::Tangent) {
        for direction in mean.chunks_exact_mut(attribute.width()) {
            let unit = Vec3::from_slice(direction).normalize_or_zero();
            direction[..3].copy_from_slice(&unit.to_array());
        }
    }
    vec![mean; numbers.len()]
}
