//! Machines unlike this one: the runtime compiles for them.

use std::time::Duration;

use crate::command::{cargo, program, run as must, succeeds_within, target_dir};
use crate::test::Tally;

/// 32 bits, and bytes the other way round. WebAssembly, which has 32 bits too, is also run.
const TARGETS: [&str; 2] = ["i686-unknown-linux-gnu", "s390x-unknown-linux-gnu"];
const PACKAGES: &str = "--package adverb --features shapes,serde";

/// `cargo check` of the runtime for each.
pub fn check() -> Result<Tally, String> {
    let mut tally = Tally::default();
    for target in TARGETS {
        if !add(target) {
            println!("skipped: rustup target add {target}");
            tally.skipped += 1;
            continue;
        }
        let mut check = cargo(&format!("check --quiet --lib --target {target} {PACKAGES}"));
        must(check.env("CARGO_TARGET_DIR", target_dir().join("targets")))?;
        tally.passed += 1;
    }
    Ok(tally)
}

/// Whether the compiler can build for a target, once rustup has been asked for it.
pub fn add(target: &str) -> bool {
    // Without a network rustup waits for a long time before it gives up.
    succeeds_within(&mut program("rustup", &format!("target add {target}")), Duration::from_secs(120))
}
