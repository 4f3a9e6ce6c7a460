//! Which frames an animation becomes: the rate on which all its keys fall, or else an even resampling.
//!
//! glTF keys have times, a clip has frames. The rate is looked for in this order: what adverb noted when it wrote the
//! file; the even spacing of the keys themselves; the usual rates; a multiple of the keys' spacing near 60 per second.
//! Keys are stored as f32, so late ones are allowed the error of that.

use super::track::{Interpolation, Track};

/// The frames of an animation.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Frames {
    pub(super) fps: f64,
    pub(super) count: usize,
    /// Time of frame 0.
    pub(super) first_secs: f64,
    /// A frame this near to a key stands for it.
    pub(super) tolerance_secs: f64,
    /// How the rate was found, in words.
    pub(super) why: String,
}

/// For clips of one frame, which have no rate.
const DEFAULT_FPS: f64 = 30.0;
/// Of a frame: how far a key may lie from one.
const TOLERANCE: f64 = 1e-3;
/// Of a frame: how far it may lie when its time is late enough for f32 to be coarse.
const MOST_TOLERANCE: f64 = 0.05;

impl Frames {
    pub(super) fn time_secs(&self, frame: usize) -> f64 {
        self.first_secs + frame as f64 / self.fps
    }
}

/// Finds the frames of an animation of which there are keys; `noted_fps` is what adverb wrote, `most_frames` what the
/// file justifies.
pub(super) fn find(tracks: &[&Track], noted_fps: Option<f64>, most_frames: usize) -> Result<Frames, String> {
    let ends =
        tracks.iter().filter_map(|t| Some((f64::from(*t.times.first()?), f64::from(*t.times.last()?))));
    let (first_secs, last_secs) = ends.fold((f64::MAX, f64::MIN), |(a, b), (c, d)| (a.min(c), b.max(d)));
    let noted_fps = noted_fps.filter(|fps| (1e-3..=1e5).contains(fps));
    let duration_secs = last_secs - first_secs;
    if duration_secs < 1e-4 {
        let fps = noted_fps.unwrap_or(DEFAULT_FPS);
        let why = "a single pose".into();
        return Ok(Frames { fps, count: 1, first_secs, tolerance_secs: 1e-4, why });
    }

    let longest = tracks.iter().map(|t| t.times.len()).max().unwrap_or(2);
    let even = (longest.max(2) - 1) as f64 / duration_secs;
    let linear = tracks.iter().all(|t| t.interpolation == Interpolation::Linear);
    // Between sparse keys a clip needs frames of its own, and the sooner so where it does not go straight.
    let dense = even >= if linear { 10.0 } else { 24.0 };
    let own = if dense { [round_if_near(even), even] } else { [0.0; 2] };
    let usual = [24.0, 25.0, 30.0, 48.0, 50.0, 60.0, 90.0, 100.0, 120.0, 240.0];
    let multiple = even * (60.0 / even).round().max(1.0);
    let candidates = noted_fps.into_iter().chain(own).chain(usual).chain([multiple]);

    for fps in candidates.filter(|fps| (1e-3..=1e5).contains(fps)) {
        let slack = |time: f64| (TOLERANCE + fps * time.abs() * f64::from(f32::EPSILON)).min(MOST_TOLERANCE);
        let on_frame = |time: f64| {
            let frame = (time - first_secs) * fps;
            (frame - frame.round()).abs() <= slack(time)
        };
        if tracks.iter().all(|t| t.times.iter().all(|&time| on_frame(time.into()))) {
            let why = format!("all keys fall on {} frames per second", rounded(fps));
            let tolerance_secs = slack(first_secs.abs().max(last_secs.abs())) / fps;
            let count = bounded((duration_secs * fps).round(), duration_secs, most_frames)?;
            return Ok(Frames { fps, count, first_secs, tolerance_secs, why });
        }
    }
    let steps = (duration_secs * 60.0).round().max(1.0);
    let count = bounded(steps, duration_secs, most_frames)?;
    let fps = steps / duration_secs;
    let why = format!("the keys fall on no common rate; resampled at {} frames per second", rounded(fps));
    Ok(Frames { fps, count, first_secs, tolerance_secs: 1e-6 / fps, why })
}

fn bounded(steps: f64, duration_secs: f64, most_frames: usize) -> Result<usize, String> {
    if steps < most_frames as f64 {
        return Ok(steps as usize + 1);
    }
    let frames = steps + 1.0;
    Err(format!(
        "{duration_secs:?} s would take {frames:?} frames, which so small a file does not justify; cut it shorter"
    ))
}

/// The whole number that f32 times blur, if it is one.
fn round_if_near(fps: f64) -> f64 {
    if (fps - fps.round()).abs() < 1e-5 * fps { fps.round() } else { fps }
}

fn rounded(fps: f64) -> f64 {
    (fps * 1e3).round() / 1e3
}
