//! Annotations of a recording for the project file: when its feet touch the ground, the key-times of a typical cycle, and its
//! measures (thesis 3.5: the designer's annotations, found automatically).
//!
//! A recording with steps is divided from foot-down to foot-down; one without, from the beginning of the movement to its end. Of long
//! takes, `moves` finds what lies between the cycles.

mod cycles;
mod movement;
mod moves;
mod spanning;
mod steps;
mod words;

use std::sync::Arc;

use adverb::VerbTime;

use crate::clip::Clip;
use crate::error::Error;
use crate::figure;
use crate::finding::{Criterion, Finding, Subject};
use crate::jolts::jolt;
use crate::motion::{Motion, Recording, basic, cycle};
use crate::rig;
use crate::sides::Side;
use crate::support::{self, Contact};
use crate::travel;
use movement::Movement;
pub use moves::{Kind, Move};
use steps::Steps;

/// The annotation of a recording. Frames are those of its file, counted from 0.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Annotation {
    /// For each foot, left first: the frames in which it comes down and lifts. `None` if it is down at the recording's start or end.
    pub contacts: Vec<(Side, Vec<[Option<usize>; 2]>)>,
    /// Names and frames of the key-times; empty if none were found. The first and the last are the range.
    pub keys: Vec<(String, usize)>,
    /// Measures of the range, if it is a cycle.
    pub measures: Option<Measures>,
    /// The other cycles, in order.
    pub others: Vec<Window>,
    /// The joint that a gesture swings to and fro, and how often it turns back.
    pub strokes: Option<(String, usize)>,
    /// Starts, stops and turns, in order.
    pub moves: Vec<Move>,
    /// Whether it was recorded in place, so that its travel is taken from its feet.
    pub in_place: bool,
    /// Doubts about the annotation.
    pub remarks: Vec<Finding>,
}

/// A cycle of a walk or a run, from one foot-down to the next of the same foot.
#[derive(Debug, Clone, PartialEq)]
pub struct Window {
    /// Names and frames of its key-times.
    pub keys: Vec<(String, usize)>,
    /// Its measures.
    pub measures: Measures,
    /// Whether its ends are the same moment of a walk or a run.
    pub repeats: bool,
}

/// Measures of a cycle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measures {
    /// Along its path.
    pub speed_m_s: f64,
    /// From its start to its end, left positive.
    pub turn_deg: f64,
    /// Of the ground, uphill positive.
    pub slope_deg: f64,
    /// Along its path.
    pub stride_m: f64,
    /// From its start to its end.
    pub secs: f64,
    /// The gap between its ends, root mean square over the joints.
    pub gap_m: f64,
}

impl Measures {
    /// The largest gap between ends that are alike.
    fn wide_gap_m(&self) -> f64 {
        WIDE_GAP_M + WIDE_GAP_SECS * self.speed_m_s
    }
}

impl Annotation {
    /// Of a body that is so many times as large.
    #[must_use]
    pub fn of_lengths(mut self, times: f64) -> Self {
        let others = self.others.iter_mut().map(|window| &mut window.measures);
        for own in self.measures.iter_mut().chain(others) {
            own.speed_m_s *= times;
            own.stride_m *= times;
            own.gap_m *= times;
        }
        self
    }
}

/// Ends with a larger gap, and so many seconds of the way, are hardly the same moment of a cycle: feet come down between frames.
const WIDE_GAP_M: f64 = 0.06;
const WIDE_GAP_SECS: f64 = 0.01;

/// A foot that comes down this soon after a recording's start, in seconds or in frames, was down at it: speeds are not known so near
/// to an end.
const AT_AN_END_SECS: f64 = 1.0 / 30.0;
const AT_AN_END_FRAMES: f64 = 1.5;

/// Annotates a recording.
///
/// # Errors
/// As [`rig::skeleton_of`] and [`Recording::raw`]: no frames, no joints.
pub fn annotate(clip: &Clip) -> Result<Annotation, Error> {
    let skeleton = Arc::new(rig::skeleton_of(clip)?);
    let recording = Recording::raw(&skeleton, clip)?;
    // Steps in place show only with their travel, which the project finds too.
    let going = travel::of_one_in_place(&skeleton, &recording)?;
    let in_place = going.is_some();
    let recording = Arc::new(going.map_or(recording, |(going, _)| going));
    let first = figure::leading_outliers(clip);
    let subject = clip.source.subject();
    let mut remarks = Vec::new();
    if clip.frame_count() < 3 {
        let message = "a pose, not a motion: there are no key-times to find";
        remarks.push(Finding::warning(Criterion::OnlyPose, subject, message));
        let nothing = Annotation::default();
        return Ok(Annotation { in_place, remarks, ..nothing });
    }
    let ends = [first as f64 / clip.fps, clip.duration_secs()].map(|secs| (String::new(), secs));
    let leg_m = 0.5 * figure::height_m(clip);
    let look = Look { motion: basic(skeleton, recording, &ends, Vec::new())?, first, leg_m, subject };
    let feet: Vec<(Side, Vec<Contact>)> = support::feet(look.motion.skeleton())
        .iter()
        .filter_map(|foot| Some((foot.side?, support::contacts(&look.motion, foot))))
        .collect();
    if feet.len() < 2 {
        let message = "no two feet are recognisable by name, so no steps were looked for";
        remarks.push(look.unsure(Criterion::Contacts, message));
    }
    if feet.len() == 2 && feet.iter().all(|(_, contacts)| contacts.is_empty()) {
        let message =
            "no foot ever stands on the ground; a walk on the spot shows its steps only with its travel";
        remarks.push(look.unsure(Criterion::Contacts, message));
    }
    let steps = Steps::of(&feet, &look, &mut remarks);
    let (chosen, others) = cycles::cycles(&steps, &look, &mut remarks);
    let chosen = chosen.or_else(|| cycles::whole_file(&look, &mut remarks));
    let repeat = chosen.iter().chain(&others).filter(|window| window.repeats);
    let ends = |window: &Window| Some([window.keys.first()?.1, window.keys.last()?.1]);
    let repeating: Vec<[usize; 2]> = repeat.filter_map(ends).collect();
    let measures = chosen.as_ref().map(|window| window.measures);
    let (keys, strokes) = match chosen {
        Some(window) => (window.keys, None),
        None => {
            if !others.is_empty() {
                let message = "its steps do not repeat, so the whole movement is used";
                remarks.push(look.unsure(Criterion::Cycle, message));
            }
            let Movement { keys, strokes } = Movement::of(&look, &mut remarks);
            (keys, strokes)
        }
    };
    let moves = moves::moves(&look, &steps, &repeating);
    let contacts = feet.into_iter().map(|(side, own)| (side, look.frames(&own))).collect();
    Ok(Annotation { contacts, keys, measures, others, strokes, moves, in_place, remarks })
}

/// A recording as a motion.
struct Look {
    motion: Motion,
    /// The frame at which the motion starts.
    first: usize,
    /// About: half of the figure's height.
    leg_m: f64,
    /// The recording.
    subject: Subject,
}

impl Look {
    /// Adds a doubt.
    fn unsure(&self, criterion: Criterion, message: impl Into<String>) -> Finding {
        Finding::warning(criterion, self.subject.clone(), message)
    }

    fn at_an_end_secs(&self) -> f64 {
        AT_AN_END_SECS.max(AT_AN_END_FRAMES / self.motion.fps())
    }

    /// The frame of the file nearest to a time.
    fn frame(&self, time: VerbTime) -> usize {
        self.first + (time.0 * self.motion.fps()).round() as usize
    }

    /// The greatest acceleration in a window.
    fn jolt(&self, window: &Window) -> f64 {
        let time = |key: Option<&(String, usize)>| {
            VerbTime(key.map_or(0.0, |(_, frame)| (frame - self.first) as f64 / self.motion.fps()))
        };
        jolt(&self.motion, time(window.keys.first()), time(window.keys.last()))
    }

    fn frames(&self, contacts: &[Contact]) -> Vec<[Option<usize>; 2]> {
        let end = self.motion.duration();
        let near_secs = self.at_an_end_secs();
        let within =
            |time: VerbTime| (time.0 > near_secs && end - time > near_secs).then(|| self.frame(time));
        contacts.iter().map(|contact| [within(contact.down), within(contact.up)]).collect()
    }

    fn measures(&self, from: VerbTime, to: VerbTime) -> Measures {
        let screw = cycle::travel(&self.motion, from, to);
        let secs = to - from;
        let stride_m = cycle::travelled_m(&self.motion, from, to);
        let speed = stride_m / secs;
        Measures {
            speed_m_s: speed,
            turn_deg: ((screw.rate + screw.spin) * secs).to_degrees(),
            slope_deg: libm::atan2(screw.climb, speed).to_degrees(),
            stride_m,
            secs,
            gap_m: cycle::apart(&self.motion, from, to).0,
        }
    }
}

fn name(side: Side) -> &'static str {
    match side {
        Side::Left => "left",
        Side::Right => "right",
    }
}
