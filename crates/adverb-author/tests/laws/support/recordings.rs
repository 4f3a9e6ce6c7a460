//! Recordings to test on: real ones, and where there are none, those of the built-in character in their place.

use std::path::{Path, PathBuf};

use adverb_author::clip::Clip;
use adverb_author::formats::bvh;
use adverb_author::gait::{Gait, Pace, Style, stance, styles, synthesise_around};
use adverb_author::import::{ImportOptions, import};
use adverb_testdata::{files_below, recordings_dir};
use serde_json::{Value, json};

/// A recording and, of one that has them, the notes beside it.
#[derive(Clone)]
pub struct Take {
    pub name: String,
    contents: Contents,
    pub notes: Value,
}

#[derive(Clone)]
enum Contents {
    File(PathBuf),
    Made(Clip),
}

impl Take {
    pub fn of(file: &Path) -> Self {
        Self { name: file.display().to_string(), contents: Contents::File(file.into()), notes: Value::Null }
    }

    /// As a file would be: written and read back.
    pub fn clip(&self) -> Clip {
        let bytes = match &self.contents {
            Contents::File(path) => std::fs::read(path).expect("a readable file"),
            Contents::Made(clip) => bvh::write(clip, &bvh::WriteOptions::default()).into_bytes(),
        };
        import(&self.name, &bytes, &ImportOptions::default()).expect("a good file")
    }
}

/// Whether the recordings are real.
pub fn are_real() -> bool {
    recordings_dir().is_some()
}

/// All BVH recordings.
pub fn recordings() -> Vec<Take> {
    match recordings_dir() {
        Some(folder) => files_below(&folder, "bvh").iter().map(|file| Take::of(file)).collect(),
        None => made_gaits().into_iter().chain(made_acts()).collect(),
    }
}

/// The recordings of people who stay where they stand.
pub fn gestures() -> Vec<Take> {
    match recordings_dir() {
        Some(folder) => {
            files_below(&folder.join("gestures"), "bvh").iter().map(|file| Take::of(file)).collect()
        }
        None => made_acts(),
    }
}

/// The walks and runs, each with its notes: when feet come down, and the cycle that is suggested.
pub fn gaits() -> Vec<Take> {
    let Some(folder) = recordings_dir() else { return made_gaits() };
    let mut takes = Vec::new();
    for set in ["walk-styles", "run-styles", "cmu"].map(|set| folder.join(set)) {
        let text = std::fs::read_to_string(set.join("gait.json")).expect("notes beside the recordings");
        let notes: Value = serde_json::from_str(&text).expect("JSON");
        for (name, notes) in notes["files"].as_object().expect("a table of files") {
            takes.push(Take { notes: notes.clone(), ..Take::of(&set.join(name)) });
        }
    }
    takes
}

/// A gait cycle of a recording: the frames at which one foot, the other and the first again come down.
pub struct GaitCycle {
    pub take: Take,
    pub frames: [usize; 3],
    /// How far the body turns over it, as the notes have it.
    pub turn_deg: f64,
    /// How far its last pose is from its first, root mean square over the joints, likewise.
    pub gap_m: f64,
}

/// The suggested cycle of every walk and run that has one.
pub fn gait_cycles() -> Vec<GaitCycle> {
    let suggested = |take: Take| {
        let cycle = &take.notes["suggested_cycle"];
        let frame = |key: &str| cycle[key].as_u64().map(|f| f as usize);
        let frames = [frame("start")?, frame("other_foot_down")?, frame("end")?];
        let turn_deg = cycle["turn_deg"].as_f64().unwrap_or(0.0);
        let gap_m = cycle["loop_rms_cm"].as_f64().unwrap_or(0.0) / 100.0;
        Some(GaitCycle { take, frames, turn_deg, gap_m })
    };
    gaits().into_iter().filter_map(suggested).collect()
}

/// Every style on level ground, and the neutral walk in circles to both sides, with notes by the formulas they are made from.
fn made_gaits() -> Vec<Take> {
    let turning = |(name, turn_deg_per_cycle)| Style { name, turn_deg_per_cycle, ..Style::NEUTRAL };
    let turns = [("left", 60.0), ("right", -60.0), ("far left", 90.0)].map(turning);
    styles().iter().filter(|style| style.slope_deg == 0.0).chain(&turns).map(made_gait).collect()
}

fn made_gait(style: &Style) -> Take {
    // Room for about a stride before the cycle and one after it.
    const LEAD_FRAMES: usize = 66;
    let gait = synthesise_around(style, LEAD_FRAMES);
    let walks = if style.pace == Pace::Walk { "walk" } else { "run" };
    let notes = notes(style, &gait);
    Take { name: format!("{walks}_{}.bvh", style.name), contents: Contents::Made(gait.clip), notes }
}

fn notes(style: &Style, gait: &Gait) -> Value {
    let [left, right, next] = gait.keys;
    let (cycle, last) = (next - left, gait.clip.frame_count() - 1);
    // What happens in the first and last frames can hardly be seen.
    let seen = 9..last - 9;
    let downs = |first: usize| -> Vec<usize> {
        (first % cycle..=last).step_by(cycle).filter(|frame| seen.contains(frame)).collect()
    };
    let (left_downs, right_downs) = (downs(left), downs(right));
    let windows = |foot: &str, downs: &[usize]| -> Vec<Value> {
        downs.windows(2).map(|w| json!({ "foot": foot, "start": w[0], "end": w[1] })).collect()
    };
    let (turn_deg, speed_cm_s) = (style.turn_deg_per_cycle, 100.0 * style.speed_m_s);
    let cycles = [windows("L", &left_downs), windows("R", &right_downs)].concat();
    json!({
        "events_alternate": true,
        "foot_down": { "L": left_downs, "R": right_downs },
        "cycles": cycles,
        "suggested_cycle": {
            "start": left, "other_foot_down": right, "end": next,
            "turn_deg": turn_deg, "loop_rms_cm": 0.0, "speed_cm_s": speed_cm_s,
        },
    })
}

fn made_acts() -> Vec<Take> {
    let take = |act: stance::Act| Take {
        name: format!("{}.bvh", act.name),
        contents: Contents::Made(act.clip),
        notes: Value::Null,
    };
    stance::gestures().into_iter().map(take).collect()
}
