//! `cargo xtask soak`: what `cargo xtask test` runs small, at length. docs/soak.md has its last results.

use std::time::Instant;

use crate::command::{ALL, cargo, run as must};
use crate::{fuzz, sanitize, setup};

/// Rounds of seven commands that change one project at once.
const ROUNDS: &str = "50";
/// Seconds for each fuzzer.
const FUZZ_SECS: u32 = 300;
/// Which part of the mutants of the runtime is tried: one of so many.
const MUTANTS: &str = "0/60";

type Part = (&'static str, fn() -> Result<(), String>);

const PARTS: [Part; 4] = [
    ("commands that change one project at once", together),
    ("sanitizers", sanitize::run),
    ("fuzzers", fuzzers),
    ("mutants of the runtime", mutants),
];

/// Runs every part, whatever came of the ones before it.
pub fn run() -> Result<(), String> {
    let mut failed = Vec::new();
    let mut summary = String::new();
    for (name, part) in PARTS {
        println!("\n━━ {name}");
        let start = Instant::now();
        let outcome = part();
        let minutes = start.elapsed().as_secs_f64() / 60.0;
        match outcome {
            Ok(()) => summary += &format!("ok      {name} ({minutes:.0} min)\n"),
            Err(problem) => {
                summary += &format!("FAILED  {name} ({minutes:.0} min): {problem}\n");
                failed.push(name);
            }
        }
    }
    println!("\n━━ summary\n{summary}");
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}

fn together() -> Result<(), String> {
    setup::nextest()?;
    must(
        cargo(&format!("nextest run {ALL} -E test(together::)+test(interrupted::)"))
            .env("ADVERB_ROUNDS", ROUNDS),
    )
}

fn fuzzers() -> Result<(), String> {
    fuzz::run(&fuzz::TARGETS, FUZZ_SECS)
}

/// Small changes of the runtime's code that no test notices: `cargo mutants` lists them.
fn mutants() -> Result<(), String> {
    setup::mutants()?;
    must(&mut cargo(&format!("mutants --package adverb --shard {MUTANTS} --no-shuffle --timeout 120")))
}
