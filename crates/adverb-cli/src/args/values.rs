//! Values as they are typed.

use std::path::Path;

use adverb_author::verb::Measure;

use super::Pose;

/// What `--limit` raises.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    Input,
    Stream,
    Joints,
    Depth,
    Frames,
    Output,
}

pub(super) fn limit(text: &str) -> Result<(Bound, usize), String> {
    let hint = "write input=MB, stream=MB, joints=N, depth=N, frames=N or output=MB";
    let (name, number) = text.split_once('=').ok_or(hint)?;
    let bound = match name.trim() {
        "input" => Bound::Input,
        "stream" => Bound::Stream,
        "joints" => Bound::Joints,
        "depth" => Bound::Depth,
        "frames" => Bound::Frames,
        "output" => Bound::Output,
        _ => return Err(hint.into()),
    };
    Ok((bound, number.trim().parse().ok().filter(|number| *number > 0).ok_or(hint)?))
}

pub(super) fn frame_rate(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(fps) if fps > 0.0 && fps <= 10_000.0 => Ok(fps),
        _ => Err("write frames per second: a number above 0, at most 10000".into()),
    }
}

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(secs) if secs > 0.0 && secs <= 86_400.0 => Ok(secs),
        _ => Err("write seconds: a number above 0, at most 86400".into()),
    }
}

pub(super) fn finite(text: &str) -> Result<f64, String> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(|| "write a number".into())
}

pub(super) fn measures() -> clap::builder::PossibleValuesParser {
    Measure::NAMED.map(|(name, _)| name).into()
}

pub(super) fn setting(text: &str) -> Result<(String, f64), String> {
    let hint = match finite(text) {
        // What a comma has cut off.
        Ok(_) => "write AXIS=VALUE, for example happiness=0.5, with a decimal point",
        Err(_) => "write AXIS=VALUE, for example happiness=0.5",
    };
    let (name, value) = text.rsplit_once('=').ok_or(hint)?;
    Ok((name.trim().to_string(), finite(value).map_err(|_| hint)?))
}

/// A point of a space: values by the names of their axes.
#[derive(Debug, Clone, PartialEq)]
pub struct Point(pub Vec<(String, f64)>);

pub(super) fn point(text: &str) -> Result<Point, String> {
    text.split(',').map(setting).collect::<Result<_, _>>().map(Point)
}

pub(super) fn pair(text: &str) -> Result<(String, String), String> {
    let (joint, mesh) = text.split_once('=').ok_or("write JOINT=MESH-JOINT, for example Hips=pelvis")?;
    Ok((joint.trim().to_string(), mesh.trim().to_string()))
}

pub(super) fn duration(text: &str) -> Result<f64, String> {
    finite(text)
        .ok()
        .filter(|secs| (0.05..=600.0).contains(secs))
        .ok_or_else(|| "write seconds, 0.05 to 600".into())
}

pub(super) fn part(text: &str) -> Result<f64, String> {
    finite(text)
        .ok()
        .filter(|part| (0.0..=1.0).contains(part))
        .ok_or_else(|| "write a number from 0 to 1".into())
}

pub(super) fn pose(text: &str) -> Result<Pose, String> {
    let is_file = Path::new(text)
        .extension()
        .is_some_and(|e| ["glb", "gltf", "fbx"].iter().any(|known| e.eq_ignore_ascii_case(known)));
    match (text, text.rsplit_once('@')) {
        ("rest", _) => Ok(Pose::Rest),
        ("point", _) => Ok(Pose::Point),
        (file, _) if is_file => Ok(Pose::File(file.into())),
        (_, Some((name, at))) => Ok(Pose::Moment(name.trim().into(), part(at)?)),
        _ => Err(
            "write rest, point, a motion or verb with a time from 0 to 1 (bend@0.5), or a file (bent.glb)"
                .into(),
        ),
    }
}
