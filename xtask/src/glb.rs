//! Written GLB files held against Khronos' own validator, under Node.

use std::fs;
use std::path::PathBuf;

use crate::adverb::Adverb;
use crate::command::{program, root, run as must, target_dir};
use crate::setup;
use crate::test::Tally;

/// Motions of the built-in project.
const MOTIONS: [&str; 4] = ["neutral", "neutral_loop", "there_and_back", "run"];

/// Small files for what else the exporter may meet: a second root and a joint that moves, a single frame, none at all.
const ODD: [(&str, &str); 3] = [
    (
        "two-roots",
        "Frames: 2\nFrame Time: 0.1\n0 1 0 0 0 0 0 .5 0 10 0 0 2 0 0 0 0 0\n0 1 1 0 9 0 0 .6 0 20 0 0 2 1 0 0 5 0\n",
    ),
    ("one-frame", "Frames: 1\nFrame Time: 0.1\n0 1 0 0 0 0 0 .5 0 10 0 0 2 0 0 0 0 0\n"),
    ("no-frames", "Frames: 0\nFrame Time: 0.1\n"),
];
const ODD_HIERARCHY: &str = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 1 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation \
    Yrotation\nJOINT Slider\n{\nOFFSET 0 .5 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\nEnd \
    Site\n{\nOFFSET 0 .3 0\n}\n}\n}\nROOT Prop\n{\nOFFSET 2 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation \
    Yrotation\nEnd Site\n{\nOFFSET 0 .1 0\n}\n}\nMOTION\n";

fn written_folder() -> PathBuf {
    target_dir().join("written-by-tests")
}

/// A folder, empty, for what tests write and leave to the validator.
pub fn written_by_tests() -> Result<PathBuf, String> {
    let folder = written_folder();
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    Ok(folder)
}

/// Writes files as a user would and validates them with those that the tests have written; one check each.
pub fn valid() -> Result<Tally, String> {
    setup::node()?;
    let validator = root().join("xtask/gltf-validator");
    if !validator.join("node_modules/gltf-validator").is_dir() {
        must(program(setup::npm()?, "ci --no-audit --no-fund --silent").current_dir(&validator))?;
    }
    let adverb = Adverb::built(false, "validated")?;
    adverb.call("demo hero")?;
    for motion in MOTIONS {
        adverb.call(&format!("motion hero {motion} -o {motion}.glb"))?;
    }
    for (name, motion) in ODD {
        let file = adverb.folder.join(format!("{name}.bvh"));
        fs::write(&file, format!("{ODD_HIERARCHY}{motion}"))
            .map_err(|e| format!("{}: {e}", file.display()))?;
        adverb.call(&format!("convert {name}.bvh -o {name}.glb"))?;
    }
    // A mesh that moves: its file is kept whole.
    adverb.call("convert hero/walk_happy.bvh --character neutral.glb -o character.glb")?;
    let names = MOTIONS.into_iter().chain(["character"]).chain(ODD.map(|(name, _)| name));
    let mut files: Vec<_> = names.map(|name| adverb.folder.join(format!("{name}.glb"))).collect();
    let written = fs::read_dir(written_folder()).into_iter().flatten().flatten();
    files.extend(written.map(|entry| entry.path()));
    must(program("node", "validate.mjs").args(&files).current_dir(&validator))?;
    Ok(Tally { passed: files.len(), ..Tally::default() })
}
