//! Measurements of a shape for its report.

use std::time::Instant;

use adverb::pack::{self, Pack};
use adverb::shape::Expression;

use crate::accuracy::{LeftOutForm, left_out_forms};
use crate::check;
use crate::error::Error;
use crate::finding::Finding;
use crate::formats::gltf;
use crate::mesh::Covers;
use crate::project::Project;
use crate::shape::{Built, Definition};

/// The measurements of a shape.
#[derive(Debug, Clone)]
pub struct ShapeReport {
    /// The built shape.
    pub built: Built,
    /// What covers it.
    pub covers: Option<Covers>,
    /// Findings about its forms.
    pub findings: Vec<Finding>,
    /// Each example, predicted from the others.
    pub left_out: Vec<LeftOutForm>,
    /// Bytes of a pack with this shape alone.
    pub pack_bytes: usize,
    /// Median time for a form on this machine, with moving knobs and all features on, in seconds.
    pub form_secs: f64,
}

impl ShapeReport {
    /// How many vertices its examples move.
    pub fn moved(&self) -> usize {
        self.built.shape.parts().channels[0].moved.iter().map(|run| run.count as usize).sum()
    }
}

/// Measures a shape of a project.
pub fn of_shape(
    project: &Project,
    definition: &Definition,
    step: &mut dyn FnMut(&str),
) -> Result<ShapeReport, Error> {
    step("building");
    let built = project.build_shape(definition)?;
    let findings = check::of_shape(definition);
    step("leaving out each example in turn");
    let left_out = left_out_forms(&built);
    let source = pack::Source { unit_m: 1.0, up: crate::clip::Up::Y, fps: 60.0 };
    let alone = Pack::new(definition.name.clone(), project.skeleton.clone(), source, [].into(), Vec::new())
        .and_then(|pack| pack.with_shapes(vec![built.shape.clone()]))
        .map_err(|why| Error::Motion { problem: why.to_string() })?;
    let form_secs = form_secs(&built);
    let covers = gltf::mesh::covers(&definition.rest).map(|(covers, _)| covers);
    Ok(ShapeReport { built, covers, findings, left_out, pack_bytes: alone.save().len(), form_secs })
}

fn form_secs(built: &Built) -> f64 {
    let shape = &built.shape;
    let features = &shape.parts().features;
    let mut form = shape.form();
    let mut expression = Expression::new(features, form.positions());
    let mut weights = vec![0.0; shape.examples().len()];
    let mut point = vec![0.0; shape.adjectives().len()];
    let mut frame = |i: usize| {
        for (k, (at, adjective)) in point.iter_mut().zip(shape.adjectives()).enumerate() {
            let [low, high] = adjective.range;
            *at = low + (high - low) * ((i * (k + 3)) % 97) as f32 / 96.0;
        }
        let on = vec![(i % 97) as f32 / 96.0; features.features.len()];
        let before = Instant::now();
        shape.weights(&point, &mut weights);
        shape.blend(&weights, &mut form);
        shape.express(&on, &mut expression, &mut form);
        before.elapsed().as_secs_f64()
    };
    let mut secs: Vec<f64> = (0..200).map(&mut frame).collect();
    secs.sort_by(f64::total_cmp);
    secs[secs.len() / 2]
}
