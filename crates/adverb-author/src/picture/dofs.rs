//! The DOF curves of motions as a chart: thesis figure 3.2 for every joint.

use std::sync::Arc;

use adverb::VerbTime;
use adverb::skeleton::{Axis, DofKind};

use super::curves::{Chart, Panel, Series};
use crate::motion::Motion;

/// A curve is sampled at its own frames, or this many of them.
const MOST_STEPS: f64 = 4000.0;

/// Smaller movements, in metres or radians, do not count.
const STILL: f32 = 1e-3;

/// Motions of one skeleton over time, each with its name: a panel per joint for its translations (the root's place) and one for
/// its rotations, several motions side by side in each. Only joints whose name contains one of `joints`, if any are given. The
/// key-times are the first motion's.
///
/// # Panics
/// If there are no motions.
pub fn dof_chart(motions: &[(String, Arc<Motion>)], joints: &[String], title: &str) -> Chart {
    let first = &motions[0].1;
    let skeleton = first.skeleton();
    let sampled: Vec<Vec<(f64, Vec<f32>)>> = motions.iter().map(|(_, motion)| sampled(motion)).collect();
    let series = |d: usize| -> Vec<Series> {
        let (component, scale) = component(skeleton.dofs()[d].kind);
        let points = |rows: &[(f64, Vec<f32>)]| {
            rows.iter().map(|(t, pose)| (*t, f64::from(pose[d]) * scale)).collect()
        };
        let named =
            |name: &String| if motions.len() > 1 { format!("{name} {component}") } else { component.into() };
        motions
            .iter()
            .zip(&sampled)
            .map(|((name, _), rows)| Series { name: named(name), points: points(rows) })
            .collect()
    };
    // Beside other motions, a component that none of them moves says nothing.
    let lively = |d: usize| {
        let values = sampled.iter().flatten().map(|(_, pose)| pose[d]);
        let (low, high) = values.fold((f32::MAX, f32::MIN), |(low, high), v| (low.min(v), high.max(v)));
        motions.len() == 1 || high - low > STILL
    };
    let wanted = |name: &str| joints.is_empty() || joints.iter().any(|part| name.contains(part));
    let mut panels = Vec::new();
    for joint in skeleton.joints().iter().filter(|j| wanted(&j.name)) {
        for (translations, unit) in [(true, "m"), (false, "deg")] {
            let dofs = joint.dofs.clone().map(usize::from);
            let series: Vec<Series> = dofs
                .filter(|&d| {
                    matches!(skeleton.dofs()[d].kind, DofKind::Translation(_)) == translations && lively(d)
                })
                .flat_map(series)
                .collect();
            if !series.is_empty() {
                panels.push(Panel { title: joint.name.clone(), unit: unit.into(), series });
            }
        }
    }
    let keys = first.key_times().iter().map(|(name, key)| (name.to_string(), key.0)).collect();
    Chart { title: title.into(), panels, keys }
}

fn sampled(motion: &Motion) -> Vec<(f64, Vec<f32>)> {
    let duration_secs = motion.duration().0;
    let steps = (duration_secs * motion.fps()).ceil().clamp(1.0, MOST_STEPS);
    let times = (0..=steps as usize).map(|i| duration_secs * i as f64 / steps);
    times.map(|secs| (secs, motion.pose(VerbTime(secs)))).collect()
}

/// The name of a component, and its unit relative to radians or metres.
fn component(kind: DofKind) -> (&'static str, f64) {
    let name = |axis| match axis {
        Axis::X => "x",
        Axis::Y => "y",
        Axis::Z => "z",
    };
    match kind {
        DofKind::Heading => ("heading", 1f64.to_degrees()),
        DofKind::Translation(axis) => (name(axis), 1.0),
        DofKind::Rotation(axis) | DofKind::RotationVector(axis) => (name(axis), 1f64.to_degrees()),
    }
}
