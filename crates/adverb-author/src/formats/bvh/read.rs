//! From rows of channels to local transforms: the last step of reading a BVH file.

use glam::DQuat;

use super::hierarchy::{self, Channel, Node};
use super::motion::{self, Motion};
use super::{ReadOptions, euler, positions};
use crate::Error;
use crate::clip::{Clip, Format, Source, Transform, Up};
use crate::finding::Criterion;
use crate::formats::log::Log;
use crate::formats::text;
use crate::formats::text::scan::Scanner;

/// Transforms may take this much memory, and this many times the file's own size; a file of many joints, hardly any
/// channels and very many short rows would else take thousands of times its size.
const MEMORY_BYTES: usize = 40 << 20;
const MEMORY_TIMES: usize = 13;
/// Rates this near to a whole number (relative) are that number, rounded when the frame time was written.
const RATE_ROUNDING: f64 = 2e-5;

/// Reads a BVH file into a clip in the file's own unit and axes. `file` is its name, for messages.
///
/// A joint's rest pose is its `OFFSET` without rotation, except where constant positions replace the `OFFSET`:
/// there it is those. Every End Site becomes a joint named `<parent>_End`, even one of no length. What was
/// repaired is in `source.warnings`, what the format leaves open in `source.assumptions`.
///
/// # Errors
/// [`Error::Text`] with the line, for what cannot be repaired without guessing.
pub fn read(file: &str, bytes: &[u8], options: &ReadOptions) -> Result<Clip, Error> {
    let mut log = Log::of_recording(file);
    let text = text::decoded(file, bytes, &mut log)?;
    let mut scan = Scanner::new(file, &text);
    let nodes = hierarchy::parse(&mut scan, &mut log)?;
    let motion = motion::parse(&mut scan, &nodes, &mut log)?;
    let size = motion.row_count.saturating_mul(nodes.len()).saturating_mul(size_of::<Transform>());
    if size > MEMORY_BYTES.saturating_add(bytes.len().saturating_mul(MEMORY_TIMES)) {
        let (rows, joints) = (motion.row_count, nodes.len());
        let problem = format!(
            "{rows} rows for {joints} joints would take {} MB, out of all proportion to the file; split it",
            size >> 20
        );
        return Err(Error::File { file: file.into(), problem });
    }
    let (fps, rate_assumption) = rate(motion.frame_secs);
    rate_assumption.into_iter().for_each(|rate| log.assume(Criterion::Rate, rate));
    let locals = locals(&nodes, &motion);
    drop(motion);
    let channels: Vec<_> = nodes.iter().map(|n| positions::axes(&n.channels)).collect();
    let (warnings, assumptions) = log.into_findings();
    let mut clip = Clip {
        joints: nodes.into_iter().map(|n| n.joint).collect(),
        fps,
        locals,
        source: Source {
            file: file.into(),
            format: Format::Bvh,
            unit_m: 1.0,
            up: options.up.unwrap_or(Up::Y),
            warnings,
            assumptions,
        },
    };
    positions::resolve(&mut clip, &channels, options);
    Ok(clip)
}

/// Frames per second, and what to say when they are not exactly as written: 0.0333333 s means 30 per second.
fn rate(frame_secs: f64) -> (f64, Option<String>) {
    let fps = 1.0 / frame_secs;
    let whole = fps.round();
    let six_places = whole <= 250.0 && (frame_secs - whole.recip()).abs() <= 0.5e-6;
    let is_near = six_places || (fps / whole - 1.0).abs() < RATE_ROUNDING;
    if whole >= 1.0 && fps != whole && is_near {
        return (whole, Some(format!("rate: {whole} frames per second, for a frame time of {frame_secs} s")));
    }
    (fps, None)
}

/// Local transforms with position channels as they stand; axes without a channel have the `OFFSET`.
fn locals(nodes: &[Node], motion: &Motion) -> Vec<Transform> {
    let mut locals = Vec::with_capacity(motion.row_count * nodes.len());
    let width = motion.values.len().checked_div(motion.row_count).unwrap_or(0);
    // Of every value, though only angles need them: a row at once is quicker than one after another.
    let mut halves = vec![(0.0, 0.0); width];
    for row in 0..motion.row_count {
        let values = &motion.values[row * width..][..width];
        for (half, value) in halves.iter_mut().zip(values) {
            *half = euler::sin_cos_degrees(0.5 * value);
        }
        let mut columns = values.iter().zip(&halves);
        for node in nodes {
            let mut local = Transform { translation: node.joint.rest.translation, rotation: DQuat::IDENTITY };
            for (channel, (&value, &half)) in node.channels.iter().zip(&mut columns) {
                match *channel {
                    Channel::Position(axis) => local.translation[axis] = value,
                    Channel::Rotation(axis) => local.rotation = euler::turned(local.rotation, axis, half),
                }
            }
            locals.push(local);
        }
    }
    locals
}
