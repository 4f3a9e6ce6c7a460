//! Known problems of what the product is made of. Where a list of them cannot be fetched, that is counted as skipped.

use crate::command::{cargo, program, root};
use crate::setup;
use crate::test::Tally;

/// Advisories about crates, and about packages of Node.
pub fn advisories() -> Result<Tally, String> {
    setup::deny()?;
    setup::node()?;
    // A copy of the list may lie on the machine already, where cargo-deny keeps it.
    let crates = known_problems(
        cargo("deny --all-features check --hide-inclusion-graph advisories"),
        &["failed to fetch advisory database", "failed to load advisory database"],
    );
    let mut audit = program(setup::npm()?, "audit --audit-level=high");
    audit.current_dir(root().join("studio"));
    let packages = known_problems(audit, &["audit endpoint returned an error", "ENOTFOUND", "EAI_AGAIN"]);
    let outcomes = [crates?, packages?];
    Ok(Tally {
        passed: outcomes.iter().filter(|known| **known == Some(false)).count(),
        failed: outcomes.iter().filter(|known| **known == Some(true)).count(),
        skipped: outcomes.iter().filter(|known| known.is_none()).count(),
    })
}

/// Whether a command finds problems; `None` where it says that it has no list of them.
fn known_problems(mut command: std::process::Command, no_list: &[&str]) -> Result<Option<bool>, String> {
    let done = command.output().map_err(|why| format!("{command:?}: {why}"))?;
    let said = [done.stdout, done.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    if done.status.success() {
        return Ok(Some(false));
    }
    if let Some(why) = no_list.iter().find(|words| said.contains(**words)) {
        println!("skipped: {why}");
        return Ok(None);
    }
    println!("{said}");
    Ok(Some(true))
}
