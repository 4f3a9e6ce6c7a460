//! What a mesh file holds, and what is wrong with it.

use std::path::Path;

use adverb_author::finding::{Finding, counted, told};
use adverb_author::formats;
use adverb_author::mesh::{self, MeshFile};
use serde::Serialize;

use crate::failure::Failure;
use crate::files;
use crate::findings;

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

/// Reads the mesh of a file.
pub fn read(path: &Path) -> Result<MeshReport, Failure> {
    let bytes = files::read(path)?;
    let read = |fetch: &mut dyn FnMut(&str) -> Option<Vec<u8>>| {
        formats::read_mesh(&path.display().to_string(), &bytes, fetch)
    };
    let file = files::with_files_beside(path, read)?;
    Ok(MeshReport::of(&file))
}

impl MeshReport {
    fn of(file: &MeshFile) -> Self {
        let mesh = &file.mesh;
        let attributes = [
            ("normal", mesh.normals.is_some()),
            ("tangent", mesh.tangents.is_some()),
            ("colour", mesh.colours.is_some()),
            ("uv", mesh.uvs.is_some()),
        ];
        let found = mesh::check(mesh);
        Self {
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
            warnings: file.warnings.iter().cloned().chain(found).collect(),
        }
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
        if self.animations > 0 {
            text += &format!("  {} of weights\n", counted(self.animations, "animation"));
        }
        for warning in told(&self.warnings) {
            text += &format!("  warning  {warning}\n");
        }
        text
    }
}
