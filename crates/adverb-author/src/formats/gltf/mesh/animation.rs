//! Animations of the weights of morph targets, in and out.

use crate::formats::gltf::accessor::Accessors;
use crate::formats::gltf::document::{Channel, Document, Index};
use crate::formats::gltf::fault::{Checked, Fault};
use crate::formats::gltf::output::Output;
use crate::mesh::{Interpolation, WeightAnimation};
use serde_json::{Value, json};

/// More weights than this, and one per byte of data, are not read: animations may share their accessors.
const MOST_WEIGHTS: usize = 1 << 19;

/// What animates the weights of a node with this many targets.
pub(super) fn weights(
    document: &Document,
    node: Index,
    targets: usize,
    accessors: &mut Accessors,
) -> Checked<Vec<WeightAnimation>> {
    let mut found = Vec::new();
    let mut all = 0;
    for (number, animation) in document.animations.iter().enumerate() {
        let drives = |c: &&Channel| c.target.node == Some(node) && c.target.path == "weights";
        let Some(channel) = animation.channels.iter().find(drives) else { continue };
        let fault = |problem: String| Fault::at(format!("animation {number}"), problem);
        let sampler = animation.samplers.get(channel.sampler as usize);
        let sampler = sampler.ok_or_else(|| fault(format!("it has no sampler {}", channel.sampler)))?;
        let (interpolation, rows) = match sampler.interpolation.as_deref() {
            None | Some("LINEAR") => (Interpolation::Linear, 1),
            Some("STEP") => (Interpolation::Step, 1),
            Some("CUBICSPLINE") => (Interpolation::CubicSpline, 3),
            Some(other) => return Err(fault(format!("interpolation {other:?} is unknown"))),
        };
        let times = accessors.floats(sampler.input, "SCALAR")?;
        let weights = accessors.floats(sampler.output, "SCALAR")?;
        if weights.len() != times.len() * targets * rows {
            let problem =
                format!("it has {} weights for {} keys of {targets} targets", weights.len(), times.len());
            return Err(fault(problem));
        }
        if times.windows(2).any(|pair| pair[1] <= pair[0]) {
            return Err(fault("its key times do not ascend".into()));
        }
        all += weights.len() + times.len();
        if all > MOST_WEIGHTS + accessors.data_len() {
            return Err(fault("more is animated than the file justifies".into()));
        }
        found.push(WeightAnimation {
            name: animation.name.clone().unwrap_or_default(),
            interpolation,
            times: times.to_vec(),
            weights: weights.to_vec(),
        });
    }
    Ok(found)
}

/// Adds an animation's keys to a file; yields the sampler.
pub(super) fn sampler(file: &mut Output, animation: &WeightAnimation) -> Value {
    let input = file.floats(&animation.times, "SCALAR", None, true);
    let output = file.floats(&animation.weights, "SCALAR", None, false);
    let interpolation = match animation.interpolation {
        Interpolation::Linear => "LINEAR",
        Interpolation::Step => "STEP",
        Interpolation::CubicSpline => "CUBICSPLINE",
    };
    json!({ "input": input, "output": output, "interpolation": interpolation })
}
