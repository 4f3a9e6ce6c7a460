//! Real recordings to test on.

use std::path::{Path, PathBuf};

use adverb_author::clip::Clip;
use adverb_author::import::{ImportOptions, import};

/// All BVH recordings; none, noted as a skipped test, where the folder is not there.
pub fn recordings() -> Vec<PathBuf> {
    adverb_testdata::data_dir()
        .map_or(vec![], |data| adverb_testdata::files_below(&data.join("motion"), "bvh"))
}

pub fn load(path: &Path) -> Clip {
    let bytes = std::fs::read(path).expect("a readable file");
    import(&path.display().to_string(), &bytes, &ImportOptions::default()).expect("a good file")
}

/// A gait cycle of a recording: its file, and the frames at which one foot, the other and the first again come down.
pub struct GaitCycle {
    pub file: PathBuf,
    pub frames: [usize; 3],
    /// How far the body turns over it, as its file's notes have it.
    pub turn_deg: f64,
    /// How far its last pose is from its first, root mean square over the joints, likewise.
    pub gap_m: f64,
}

/// The suggested cycle of every walk and run that has one.
pub fn gait_cycles() -> Vec<GaitCycle> {
    let Some(data) = adverb_testdata::data_dir() else { return vec![] };
    let mut cycles = vec![];
    for folder in ["walk-styles", "run-styles", "cmu"].map(|f| data.join("motion").join(f)) {
        let text = std::fs::read_to_string(folder.join("gait.json")).expect("notes beside the recordings");
        let notes: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        for (name, file) in notes["files"].as_object().expect("a table of files") {
            let cycle = &file["suggested_cycle"];
            let frame = |key: &str| cycle[key].as_u64().map(|f| f as usize);
            if let (Some(a), Some(b), Some(c)) = (frame("start"), frame("other_foot_down"), frame("end")) {
                let turn_deg = cycle["turn_deg"].as_f64().unwrap_or(0.0);
                let gap_m = cycle["loop_rms_cm"].as_f64().unwrap_or(0.0) / 100.0;
                cycles.push(GaitCycle { file: folder.join(name), frames: [a, b, c], turn_deg, gap_m });
            }
        }
    }
    cycles
}
