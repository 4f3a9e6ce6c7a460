//! Written GLB files held against Khronos' own validator, under Node.

use crate::adverb::Adverb;
use crate::command::{program, root, run as must};
use crate::setup;
use crate::test::Tally;

/// Motions of the built-in project that between them write everything the exporter can.
const MOTIONS: [&str; 4] = ["neutral", "neutral_loop", "there_and_back", "run"];

/// Writes files as a user would and validates them; one check each.
pub fn valid() -> Result<Tally, String> {
    setup::node()?;
    let validator = root().join("xtask/gltf-validator");
    must(program(setup::npm()?, "ci --no-audit --no-fund --silent").current_dir(&validator))?;
    let adverb = Adverb::built(false, "validated")?;
    adverb.call("demo hero")?;
    for motion in MOTIONS {
        adverb.call(&format!("motion hero {motion} -o {motion}.glb"))?;
    }
    let files = MOTIONS.map(|motion| adverb.folder.join(format!("{motion}.glb")));
    must(program("node", "validate.mjs").args(&files).current_dir(&validator))?;
    Ok(Tally { passed: files.len(), ..Tally::default() })
}
