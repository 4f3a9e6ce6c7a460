//! What a mesh file holds, and what is wrong with it.

use adverb_author::finding::{Finding, counted, told};
use adverb_author::mesh;
use serde::Serialize;

use super::recording::MeshEntryReport;
use crate::failure::Failure;
use crate::findings;
use crate::input::SceneFile;

/// The JSON of a mesh. Fields stay once they are here.
#[derive(Debug, Serialize)]
pub struct MeshReport {
    file: String,
    vertices: usize,
    /// Where seams split vertices, fewer.
    points: usize,
    faces: usize,
    /// The diagonal of the box around it, in the file's unit.
    size: f32,
    attributes: Vec<&'static str>,
    targets: Vec<TargetReport>,
    joints: Vec<String>,
    animations: usize,
    /// All meshes of the file; the fields above are of one of them.
    meshes: Vec<MeshEntryReport>,
    /// What its reader repaired or found odd, and what speaks against it.
    #[serde(serialize_with = "findings::in_words")]
    warnings: Vec<Finding>,
}

#[derive(Debug, Serialize)]
struct TargetReport {
    name: String,
    /// Vertices that it moves.
    moved: usize,
}

impl MeshReport {
    pub fn of(held: &SceneFile) -> Result<Self, Failure> {
        let file = held.mesh()?;
        let mesh = &file.mesh;
        let attributes = [
            ("normal", mesh.normals.is_some()),
            ("tangent", mesh.tangents.is_some()),
            ("colour", mesh.colours.is_some()),
            ("uv", mesh.uvs.is_some()),
        ];
        let found = mesh::check(mesh);
        Ok(Self {
            file: mesh.file.clone(),
            vertices: mesh.positions.len(),
            points: mesh.point_count(),
            faces: mesh.faces.len(),
            size: mesh.size(),
            attributes: attributes.into_iter().filter(|(_, has)| *has).map(|(name, _)| name).collect(),
            targets: file
                .targets
                .iter()
                .map(|target| TargetReport { name: target.name.clone(), moved: target.vertices.len() })
                .collect(),
            joints: file.joints.iter().map(|joint| joint.name.clone()).collect(),
            animations: file.animations.len(),
            meshes: held.contents()?.meshes.iter().map(MeshEntryReport::of).collect(),
            warnings: file.warnings.iter().cloned().chain(found).collect(),
        })
    }

    /// Of its skin.
    pub fn joints(&self) -> &[String] {
        &self.joints
    }

    pub fn text(&self) -> String {
        let split =
            if self.points < self.vertices { format!(" at {} points", self.points) } else { String::new() };
        let mut text = format!(
            "{}: a mesh of {} vertices{split}, {} faces, {} across{}{}\n",
            self.file,
            self.vertices,
            self.faces,
            self.size,
            if self.attributes.is_empty() { "" } else { "; " },
            self.attributes.join(", ")
        );
        let widest = self.targets.iter().map(|target| target.name.chars().count()).max().unwrap_or(0);
        for target in &self.targets {
            text += &format!("  target   {:widest$}  moves {} vertices\n", target.name, target.moved);
        }
        if !self.joints.is_empty() {
            text += &format!("  skin     {}\n", self.joints.join(", "));
        }
        if self.meshes.len() > 1 {
            self.meshes.iter().for_each(|mesh| text += &format!("  mesh     {}\n", mesh.text()));
        }
        if self.animations > 0 {
            text += &format!("  {} of weights\n", counted(self.animations, "animation"));
        }
        for warning in told(&self.warnings) {
            text += &format!("  warning  {warning}\n");
        }
        text
    }
}
