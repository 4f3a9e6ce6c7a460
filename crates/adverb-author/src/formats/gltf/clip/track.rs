//! Animation channels (glTF 2.0, appendix C): STEP, LINEAR with slerp for rotations, and CUBICSPLINE.

use crate::finding::Criterion;
use crate::formats::gltf::accessor::Accessors;
use crate::formats::gltf::document::{Animation, Index};
use crate::formats::gltf::fault::{Checked, Fault};
use crate::formats::log::Log;
use glam::{DQuat, DVec3, DVec4};
use std::rc::Rc;

/// What a channel drives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Property {
    Translation,
    Rotation,
    Scale,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Interpolation {
    Step,
    Linear,
    /// Three values per key: in-tangent, value, out-tangent, the tangents per second.
    Cubic,
}

/// The keys of a channel. It is sampled at rising times only, and remembers how far it has come.
#[derive(Debug)]
pub(super) struct Track {
    pub(super) times: Rc<[f32]>,
    values: Rc<[f32]>,
    width: usize,
    pub(super) interpolation: Interpolation,
    key: usize,
}

/// The tracks of a joint.
#[derive(Debug, Default)]
pub(super) struct Tracks {
    pub(super) translation: Option<Track>,
    pub(super) rotation: Option<Track>,
    pub(super) scale: Option<Track>,
    /// The scale where its track says the same throughout.
    pub(super) steady_scale: Option<f64>,
}

impl Tracks {
    pub(super) fn iter(&self) -> impl Iterator<Item = &Track> {
        [&self.translation, &self.rotation, &self.scale].into_iter().flatten()
    }
}

/// The tracks of all joints; `joint_of` tells which joint a node became.
pub(super) fn load(
    animation: &Animation,
    number: usize,
    joint_count: usize,
    joint_of: impl Fn(Index) -> Option<usize>,
    accessors: &mut Accessors,
    log: &mut Log,
) -> Checked<Vec<Tracks>> {
    let mut tracks: Vec<Tracks> = (0..joint_count).map(|_| Tracks::default()).collect();
    for (c, channel) in animation.channels.iter().enumerate() {
        let Some(joint) = channel.target.node.and_then(&joint_of) else { continue };
        let place = format!("animation {number} channel {c}");
        let (property, slot) = match channel.target.path.as_str() {
            "translation" => (Property::Translation, &mut tracks[joint].translation),
            "rotation" => (Property::Rotation, &mut tracks[joint].rotation),
            "scale" => (Property::Scale, &mut tracks[joint].scale),
            _ => continue,
        };
        if slot.is_some() {
            log.repaired(
                Criterion::Keys,
                place,
                "another channel drives the same property; this one was left out",
            );
            continue;
        }
        *slot = Some(Track::load(animation, channel.sampler, property, &place, accessors, log)?);
    }
    Ok(tracks)
}

impl Track {
    fn load(
        animation: &Animation,
        sampler: Index,
        property: Property,
        place: &str,
        accessors: &mut Accessors,
        log: &mut Log,
    ) -> Checked<Self> {
        let fault = |problem: String| Fault::at(place, problem);
        let sampler = &animation.samplers[sampler as usize];
        let interpolation = match sampler.interpolation.as_deref() {
            Some("STEP") => Interpolation::Step,
            None | Some("LINEAR") => Interpolation::Linear,
            Some("CUBICSPLINE") => Interpolation::Cubic,
            Some(other) => return Err(fault(format!("interpolation {other:?} is unknown"))),
        };
        let (kind, width) = if property == Property::Rotation { ("VEC4", 4) } else { ("VEC3", 3) };
        let times = accessors.floats(sampler.input, "SCALAR")?;
        let values = accessors.floats(sampler.output, kind)?;
        let per_key = if interpolation == Interpolation::Cubic { 3 } else { 1 };
        if values.len() != times.len() * width * per_key {
            let (keys, values) = (times.len(), values.len() / width);
            return Err(fault(format!(
                "{keys} key times need {} values, but there are {values}",
                keys * per_key
            )));
        }
        if let Some(back) = times.windows(2).position(|t| t[1] < t[0]) {
            return Err(fault(format!("its key times go back after key {back}, from {:?} s", times[back])));
        }
        if let Some(twice) = times.windows(2).position(|t| t[1] == t[0]) {
            log.repaired(
                Criterion::Keys,
                place,
                format!("two keys at {} s; the later one was used", times[twice]),
            );
        }
        let track = Self { times, values, width, interpolation, key: 0 };
        if property == Property::Rotation {
            track.check_rotations(place, log)?;
        }
        Ok(track)
    }

    fn check_rotations(&self, place: &str, log: &mut Log) -> Checked<()> {
        let mut off = None;
        for key in 0..self.times.len() {
            let length = self.value(key).length();
            if length < 1e-6 {
                return Err(Fault::at(
                    place,
                    format!("the rotation at key {key} is zero, not a unit quaternion"),
                ));
            }
            if (length - 1.0).abs() > 1e-2 && off.is_none() {
                off = Some((key, length));
            }
        }
        if let Some((key, length)) = off {
            log.repaired(
                Criterion::Rotations,
                place,
                format!(
                    "the rotation at key {key} has length {length:.3} instead of 1; such rotations were normalised"
                ),
            );
        }
        Ok(())
    }

    /// The values at the keys, tangents left out.
    pub(super) fn key_vectors(&self) -> impl Iterator<Item = DVec3> {
        (0..self.times.len()).map(|key| self.value(key).truncate())
    }

    fn value(&self, key: usize) -> DVec4 {
        match self.interpolation {
            Interpolation::Cubic => self.entry(3 * key + 1),
            _ => self.entry(key),
        }
    }

    fn entry(&self, i: usize) -> DVec4 {
        let v = &self.values[i * self.width..(i + 1) * self.width];
        DVec4::new(v[0].into(), v[1].into(), v[2].into(), v.get(3).copied().unwrap_or(0.0).into())
    }

    /// The last key at or before a time, and what follows it. Within `tolerance_secs` of a key the time counts as the
    /// key's: frames that stand for keys get them exactly.
    fn seek(&mut self, time_secs: f64, tolerance_secs: f64) -> Seek {
        while let Some(&next) = self.times.get(self.key + 1)
            && f64::from(next) <= time_secs + tolerance_secs
        {
            self.key += 1;
        }
        let start = f64::from(self.times[self.key]);
        match self.times.get(self.key + 1) {
            Some(&end) if time_secs > start + tolerance_secs && self.interpolation != Interpolation::Step => {
                let span_secs = f64::from(end) - start;
                Seek::Between { key: self.key, part: (time_secs - start) / span_secs, span_secs }
            }
            _ => Seek::At(self.key),
        }
    }

    /// A translation or scale at a time.
    pub(super) fn vector(&mut self, time_secs: f64, tolerance_secs: f64) -> DVec3 {
        match self.seek(time_secs, tolerance_secs) {
            Seek::At(key) => self.value(key).truncate(),
            Seek::Between { key, part, span_secs } if self.interpolation == Interpolation::Cubic => {
                self.hermite(key, part, span_secs).truncate()
            }
            Seek::Between { key, part, .. } => self.value(key).lerp(self.value(key + 1), part).truncate(),
        }
    }

    /// A rotation at a time.
    pub(super) fn rotation(&mut self, time_secs: f64, tolerance_secs: f64) -> DQuat {
        let seek = self.seek(time_secs, tolerance_secs);
        let at = |key| DQuat::from_vec4(self.value(key)).normalize();
        match seek {
            Seek::At(key) => at(key),
            Seek::Between { key, part, span_secs } if self.interpolation == Interpolation::Cubic => {
                match self.hermite(key, part, span_secs).try_normalize() {
                    Some(q) => DQuat::from_vec4(q),
                    None => at(key),
                }
            }
            Seek::Between { key, part, .. } => at(key).slerp(at(key + 1), part).normalize(),
        }
    }

    fn hermite(&self, key: usize, part: f64, span_secs: f64) -> DVec4 {
        let (from, to) = (self.entry(3 * key + 1), self.entry(3 * key + 4));
        let (leave, arrive) = (span_secs * self.entry(3 * key + 2), span_secs * self.entry(3 * key + 3));
        let (t, t2, t3) = (part, part * part, part * part * part);
        from * (2.0 * t3 - 3.0 * t2 + 1.0)
            + leave * (t3 - 2.0 * t2 + t)
            + to * (3.0 * t2 - 2.0 * t3)
            + arrive * (t3 - t2)
    }
}

enum Seek {
    At(usize),
    Between { key: usize, part: f64, span_secs: f64 },
}
