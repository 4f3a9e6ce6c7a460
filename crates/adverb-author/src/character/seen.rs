//! A character as pictures show it: moments of a motion as one form, each where the motion has come by then.

use std::borrow::Cow;

use glam::{DVec3, Mat4, Vec3};

use super::Character;
use crate::clip::Clip;
use crate::error::Error;
use crate::formats::gltf;
use crate::mesh::{Covers, Mesh, MeshFile, WeightAnimation, normals, same_points};
use crate::picture::FormView;

/// Moments are this far apart on their way, in heights of the figure.
const STRETCH: f64 = 0.45;
/// Those of one that stays in place stand side by side, this far apart.
const STRIP: f64 = 0.75;
const MOST_MOMENTS: usize = 8;

/// A form of several moments, as a [`FormView`] shows it.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    positions: Vec<f32>,
    normals: Vec<f32>,
    triangles: Vec<[u32; 3]>,
    colours: Option<Vec<f32>>,
    uvs: Option<Vec<f32>>,
    covers: Option<Covers>,
    forward: DVec3,
}

impl Seen {
    /// The mesh of a file at moments of the clip in it; without a number, as many as can be distinguished. Without frames, as it was bound.
    ///
    /// # Errors
    /// If the file has no skin, or several joints of one name.
    pub fn of(file: &MeshFile, clip: &Clip, moments: Option<usize>) -> Result<Self, Error> {
        let alone = MeshFile { targets: Vec::new(), animations: Vec::new(), ..file.clone() };
        let character = Character::of(&alone)?;
        let figure = character.figure();
        let clip = match clip.frame_count() {
            0 => Clip { locals: figure.rest(), ..figure.clone() },
            _ => super::own::of_its_file(clip, figure),
        };
        Self::driven(&character, &alone, &clip, moments)
    }

    /// The mesh of a character at moments of a motion of its joints, in the unit of its file. Targets whose weights are animated frame by
    /// frame move it too.
    ///
    /// # Errors
    /// If the skin of the file has several joints of one name.
    pub fn driven(
        character: &Character,
        file: &MeshFile,
        clip: &Clip,
        moments: Option<usize>,
    ) -> Result<Self, Error> {
        let of_file = |problem: &str| Error::File { file: file.mesh.file.clone(), problem: problem.into() };
        let figure = character.figure();
        let named = |name: &str| figure.joints.iter().position(|own| own.name == name);
        let rows: Option<Vec<usize>> = file.joints.iter().map(|joint| named(&joint.name)).collect();
        let rows = rows.ok_or_else(|| of_file("several joints of its skin have one name"))?;
        let placed = |frame: usize| -> Vec<Mat4> {
            let world = character.world(clip, frame);
            rows.iter().zip(&file.joints).map(|(&row, joint)| world[row] * joint.inverse_bind).collect()
        };
        let way = Way::of(clip);
        let count = moments.unwrap_or_else(|| way.moments()).max(1);
        let last = clip.frame_count().saturating_sub(1);
        let mut seen = Self { forward: way.forward, ..Self::default() };
        let right = way.forward.cross(DVec3::Y).as_vec3();
        for moment in 0..count {
            let frame = if count == 1 { last / 2 } else { moment * last / (count - 1) };
            let aside =
                if way.stays() { (moment as f64 * STRIP * way.height) as f32 * right } else { Vec3::ZERO };
            seen.add(&shown(file, frame, clip.frame_count()), &placed(frame), aside);
        }
        let mesh = &file.mesh;
        let repeated = |numbers: Vec<f32>| numbers.repeat(count);
        seen.colours =
            mesh.colours.as_ref().map(|all| repeated(all.iter().flat_map(|c| c.to_array()).collect()));
        seen.uvs = mesh.uvs.as_ref().map(|all| repeated(all.iter().flat_map(|uv| uv.to_array()).collect()));
        seen.covers = gltf::mesh::covers(file).map(|(covers, _)| {
            let parts = covers.parts.iter().cloned().cycle().take(count * covers.parts.len()).collect();
            Covers { parts, ..covers }
        });
        Ok(seen)
    }

    /// Adds the mesh with the joints of its skin at `world_from_bound`.
    fn add(&mut self, mesh: &Mesh, joints: &[Mat4], aside: Vec3) {
        let first = (self.positions.len() / 3) as u32;
        let held = |vertex: usize| mesh.influences.as_ref().map_or(&[][..], |all| all.get(vertex));
        let moved = |vertex: usize, by: &dyn Fn(&Mat4) -> Vec3| -> Vec3 {
            held(vertex).iter().map(|&(joint, weight)| weight * by(&joints[joint as usize])).sum()
        };
        let at = |(vertex, &own): (usize, &Vec3)| {
            aside
                + if held(vertex).is_empty() {
                    own
                } else {
                    moved(vertex, &|joint| joint.transform_point3(own))
                }
        };
        let turned = |(vertex, &own): (usize, &Vec3)| {
            moved(vertex, &|joint| joint.transform_vector3(own)).normalize_or(own)
        };
        let positions: Vec<Vec3> = mesh.positions.iter().enumerate().map(at).collect();
        let triangles: Vec<[u32; 3]> = mesh.faces.triangles().collect();
        let normals = match &mesh.normals {
            Some(own) => own.iter().enumerate().map(turned).collect(),
            None => normals(&positions, triangles.iter().copied(), &same_points(mesh)),
        };
        self.positions.extend(positions.iter().flat_map(|p| p.to_array()));
        self.normals.extend(normals.iter().flat_map(|n| n.to_array()));
        self.triangles.extend(triangles.iter().map(|corners| corners.map(|corner| first + corner)));
    }

    /// The horizontal direction in which it goes.
    pub fn forward(&self) -> DVec3 {
        self.forward
    }

    /// As pictures show it.
    pub fn view(&self) -> FormView<'_> {
        FormView {
            positions: &self.positions,
            normals: Some(&self.normals),
            triangles: &self.triangles,
            colours: self.colours.as_deref(),
            covers: self.covers.as_ref(),
            uvs: self.uvs.as_deref(),
            scalars: None,
        }
    }
}

/// The mesh of a file as its targets have it at a frame, if their weights are animated frame by frame.
fn shown(file: &MeshFile, frame: usize, frames: usize) -> Cow<'_, Mesh> {
    let is_dense = |own: &&WeightAnimation| own.weights.len() == frames * file.targets.len();
    let Some(animation) = file.animations.iter().find(is_dense).filter(|_| !file.targets.is_empty()) else {
        return Cow::Borrowed(&file.mesh);
    };
    let weights = &animation.weights[frame * file.targets.len()..][..file.targets.len()];
    let mut mesh = file.mesh.clone();
    for (target, &weight) in file.targets.iter().zip(weights).filter(|(_, weight)| **weight != 0.0) {
        for (i, &vertex) in target.vertices.iter().enumerate() {
            mesh.positions[vertex as usize] += weight * target.positions[i];
            if let (Some(normals), Some(turns)) = (&mut mesh.normals, &target.normals) {
                normals[vertex as usize] += weight * turns[i];
            }
        }
    }
    Cow::Owned(mesh)
}

/// How far a figure goes, in the unit of its clip.
struct Way {
    height: f64,
    length: f64,
    forward: DVec3,
    is_still: bool,
}

impl Way {
    fn of(clip: &Clip) -> Self {
        let roots: Vec<DVec3> = (0..clip.frame_count())
            .map(|frame| clip.world(clip.frame(frame)))
            .filter_map(|world| mean(&world))
            .collect();
        let way = match &roots[..] {
            [first, .., last] => (*last - *first).with_y(0.0),
            _ => DVec3::ZERO,
        };
        let world = clip.world(clip.frame(0));
        let heights = world.iter().map(|joint| joint.translation.y);
        let height = heights.clone().fold(f64::MIN, f64::max) - heights.fold(f64::MAX, f64::min);
        let goes = way.length() > 0.3 * height;
        let is_still = clip.locals.chunks_exact(clip.joints.len().max(1)).all(|own| *own == *clip.frame(0));
        Self {
            height,
            length: way.length(),
            forward: if goes { way.normalize() } else { DVec3::Z },
            is_still,
        }
    }

    fn stays(&self) -> bool {
        self.length < STRETCH * self.height
    }

    fn moments(&self) -> usize {
        if self.is_still {
            1
        } else if self.stays() {
            4
        } else {
            1 + ((self.length / (STRETCH * self.height)) as usize).clamp(2, MOST_MOMENTS)
        }
    }
}

fn mean(world: &[crate::clip::Transform]) -> Option<DVec3> {
    let sum: DVec3 = world.iter().map(|joint| joint.translation).sum();
    (!world.is_empty()).then(|| sum / world.len() as f64)
}
