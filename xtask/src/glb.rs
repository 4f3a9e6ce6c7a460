//! Written GLB files held against Khronos' own validator, under Node.

use std::fs;

use crate::command::{cargo, program, root, run as must, target_dir};
use crate::setup;
use crate::test::Tally;

/// Motions of the built-in project that between them write everything the exporter can.
const MOTIONS: [&str; 4] = ["neutral", "neutral_loop", "there_and_back", "run"];

/// Writes files as a user would and validates them; one check each.
pub fn valid() -> Result<Tally, String> {
    setup::node()?;
    let validator = root().join("xtask/gltf-validator");
    must(program(setup::npm()?, "ci --no-audit --no-fund --silent").current_dir(&validator))?;
    must(&mut cargo("build --quiet --package adverb-cli"))?;
    let adverb = target_dir().join("debug").join(format!("adverb{}", std::env::consts::EXE_SUFFIX));
    let folder = target_dir().join("validated");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let call = |line: &str| must(program(&adverb, line).arg("--quiet").current_dir(&folder));
    call("demo hero")?;
    let files = MOTIONS.map(|motion| folder.join(format!("{motion}.glb")));
    for motion in MOTIONS {
        call(&format!("motion hero {motion} -o {motion}.glb"))?;
    }
    must(program("node", "validate.mjs").args(&files).current_dir(&validator))?;
    Ok(Tally { passed: files.len(), ..Tally::default() })
}
