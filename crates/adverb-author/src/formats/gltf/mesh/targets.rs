//! The morph targets of a mesh (glTF 2.0, section 3.7.2.2), sparse whether the file's accessors are or not.

use super::primitives::Source;
use crate::finding::Criterion;
use crate::formats::gltf::accessor::Accessors;
use crate::formats::gltf::document::{Attributes, Mesh};
use crate::formats::gltf::fault::{Checked, Fault};
use crate::formats::log::Log;
use crate::limits::MAX_NAME_BYTES;
use crate::mesh::Target;
use glam::Vec3;
use serde::Deserialize;
use std::collections::HashMap;

/// More moved vertices than this, and one for this many bytes of data, are not read: targets may share their accessors.
pub(super) const MOST_MOVED: usize = 1 << 18;
pub(super) const BYTES_PER_MOVED: usize = 4;

/// What a target changes.
const CHANGED: [&str; 3] = ["POSITION", "NORMAL", "TANGENT"];

/// The targets of several meshes as one: those of a name are one, which moves all that have it.
#[derive(Default)]
pub(in crate::formats) struct Merged {
    pub(in crate::formats) all: Vec<Target>,
    pub(in crate::formats) weights: Vec<f32>,
    /// How many the first mesh has.
    pub(in crate::formats) of_first: usize,
    added: usize,
}

impl Merged {
    /// Adds the targets of a mesh whose vertices come after those before, and how much of each is shown.
    pub(in crate::formats) fn add(&mut self, targets: Vec<Target>, weights: &[f32]) {
        let mut met: HashMap<String, usize> = HashMap::new();
        let before = self.all.len();
        for (t, target) in targets.into_iter().enumerate() {
            // A mesh may have a name twice; so may the next.
            let nth = met.entry(target.name.clone()).or_default();
            let of_name = self.all[..before].iter().enumerate().filter(|(_, own)| own.name == target.name);
            let known = of_name.map(|(known, _)| known).nth(*nth);
            *nth += 1;
            match known {
                Some(known) => append_moved(&mut self.all[known], target),
                None => {
                    self.all.push(target);
                    self.weights.push(weights.get(t).copied().unwrap_or(0.0));
                }
            }
        }
        if self.added == 0 {
            self.of_first = self.all.len();
        }
        self.added += 1;
    }

    /// Adds targets that the file has by other means, none of them shown.
    pub(super) fn add_further(&mut self, targets: impl Iterator<Item = Target>) {
        self.all.extend(targets);
        self.weights.resize(self.all.len(), 0.0);
    }
}

/// Adds what a target does to later vertices.
fn append_moved(all: &mut Target, target: Target) {
    let (before, more) = (all.vertices.len(), target.vertices.len());
    for (own, others) in [(&mut all.normals, target.normals), (&mut all.tangents, target.tangents)] {
        if own.is_some() || others.is_some() {
            let own = own.get_or_insert_with(|| vec![Vec3::ZERO; before]);
            own.extend(others.unwrap_or_else(|| vec![Vec3::ZERO; more]));
        }
    }
    all.vertices.extend(target.vertices);
    all.positions.extend(target.positions);
}

pub(super) fn targets(
    mesh: &Mesh,
    sources: &[Source],
    accessors: &mut Accessors,
    log: &mut Log,
) -> Checked<Vec<Target>> {
    let count = sources.iter().map(|(_, _, primitive, _)| primitive.targets.len()).max().unwrap_or(0);
    if let Some((.., place)) = sources.iter().find(|(_, _, primitive, _)| primitive.targets.len() < count) {
        log.repaired(
            Criterion::LeftOut,
            place,
            format!("it has fewer than the {count} morph targets of the mesh; the others do not move it"),
        );
    }
    let most = MOST_MOVED + accessors.data_len() / BYTES_PER_MOVED;
    let mut moved = 0;
    let mut targets = Vec::new();
    for (number, name) in names(mesh).into_iter().take(count).enumerate() {
        let mut target = Target { name, ..Target::default() };
        let has = |what: &str| {
            sources.iter().any(|(_, _, p, _)| p.targets.get(number).is_some_and(|t| t.get(what).is_some()))
        };
        target.normals = has("NORMAL").then(Vec::new);
        target.tangents = has("TANGENT").then(Vec::new);
        for (start, vertices, primitive, place) in sources {
            if let Some(attributes) = primitive.targets.get(number) {
                append(&mut target, attributes, *start, *vertices, accessors).map_err(|fault| {
                    fault.unwrap_or_else(|| {
                        Fault::at(
                            place,
                            format!("morph target {number} does not have one element per vertex"),
                        )
                    })
                })?;
            }
            moved += target.vertices.len();
            if moved > most {
                return Err(Fault::at(place, "its morph targets move more than their file justifies"));
            }
            moved -= target.vertices.len();
        }
        moved += target.vertices.len();
        targets.push(target);
    }
    Ok(targets)
}

/// One per target: what exporters write into `extras`, which is a custom, not the format's, else its number.
pub(in crate::formats::gltf) fn names(mesh: &Mesh) -> Vec<String> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Extras {
        target_names: Vec<String>,
    }
    let extras = mesh.extras.as_deref().and_then(|raw| serde_json::from_str::<Extras>(raw.get()).ok());
    let names = extras.map_or_else(Vec::new, |extras| extras.target_names);
    let own =
        |number: usize| names.get(number).filter(|name| !name.is_empty() && name.len() <= MAX_NAME_BYTES);
    let count = mesh.primitives.iter().map(|primitive| primitive.targets.len()).max().unwrap_or(0);
    (0..count).map(|number| own(number).cloned().unwrap_or_else(|| format!("target {number}"))).collect()
}

/// Adds what a target changes of a primitive. `None` if an accessor is of another length.
fn append(
    target: &mut Target,
    attributes: &Attributes,
    start: usize,
    vertices: usize,
    accessors: &mut Accessors,
) -> Result<(), Option<Fault>> {
    let mut changes = [const { Vec::new() }; 3];
    for (changes, name) in changes.iter_mut().zip(CHANGED) {
        let Some(accessor) = attributes.get(name) else { continue };
        if accessors.count(accessor) != Some(vertices as u64) {
            return Err(None);
        }
        *changes = accessors.changes(accessor).map_err(Some)?;
        let odd = |(_, value): &&(u32, [f32; 3])| value.iter().any(|x| !x.is_finite());
        if let Some((element, value)) = changes.iter().find(odd).filter(|_| name == "POSITION") {
            let problem = format!("element {element} holds {value:?}");
            return Err(Some(Fault::at(format!("accessor {accessor}"), problem)));
        }
    }
    let mut next = [0; 3];
    loop {
        let heads = [0, 1, 2].map(|c| changes[c].get(next[c]));
        let Some(vertex) = heads.iter().flatten().map(|(vertex, _)| *vertex).min() else { return Ok(()) };
        let mut take = |c: usize| match heads[c] {
            Some(&(own, value)) if own == vertex => {
                next[c] += 1;
                Vec3::from_array(value)
            }
            _ => Vec3::ZERO,
        };
        let [position, normal, tangent] = [take(0), take(1), take(2)];
        target.vertices.push(start as u32 + vertex);
        target.positions.push(position);
        target.normals.iter_mut().for_each(|normals| normals.push(normal));
        target.tangents.iter_mut().for_each(|tangents| tangents.push(tangent));
    }
}
