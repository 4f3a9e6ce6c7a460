//! `cargo xtask soak`: what `cargo xtask test` runs small, at length. docs/soak.md has its last results.

use std::fs;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use crate::command::{ALL, cargo, run as must, target_dir};
use crate::{fuzz, laws, sanitize, setup};

/// Rounds of seven commands that change one project at once.
const ROUNDS: &str = "50";
/// Random cases of each law.
const CASES: &str = "5000";
/// Seconds for each fuzzer.
const FUZZ_SECS: u32 = 300;
/// Which mutants of the runtime are tried: every hundredth, so that all of its files are among them.
const MUTANTS: &str = "--shard 0/100 --sharding round-robin --no-shuffle";
/// Mutants are compiled more often than they run.
const QUICKLY: &str = "--cargo-arg=--config=profile.dev.package.adverb.opt-level=1";
/// Tests that take long and notice no more than the others do.
const SLOW: &str = "not (test(extreme_numbers_anywhere) or test(laws_say_the_same_twice))";
/// No more than one of so many mutants may go unnoticed.
const UNNOTICED: usize = 25;

/// A name to ask for it by, and what it is.
type Part = (&'static str, &'static str, fn() -> Result<(), String>);

const PARTS: [Part; 6] = [
    ("random", "laws on other random cases", random),
    ("together", "commands that change one project at once, and interrupted ones", together),
    ("sanitize", "sanitizers", sanitize::run),
    ("machines", "laws on other machines", laws::on_other_machines),
    ("fuzz", "fuzzers", fuzzers),
    ("mutants", "mutants of the runtime", mutants),
];

/// The parts that were asked for, or all. `None` where there is no such part.
pub fn arguments(words: &[&str]) -> Option<Vec<Part>> {
    let named = |word: &&str| PARTS.into_iter().find(|(name, ..)| name == word);
    if words.is_empty() { Some(PARTS.to_vec()) } else { words.iter().map(named).collect() }
}

/// Runs every part, whatever came of the ones before it.
pub fn run(parts: &[Part]) -> Result<(), String> {
    let mut failed = Vec::new();
    let mut summary = String::new();
    for (name, what, part) in parts {
        println!("\n━━ {what}");
        let start = Instant::now();
        let outcome = part();
        let minutes = start.elapsed().as_secs_f64() / 60.0;
        match outcome {
            Ok(()) => summary += &format!("ok      {name} ({minutes:.0} min)\n"),
            Err(problem) => {
                summary += &format!("FAILED  {name} ({minutes:.0} min): {problem}\n");
                failed.push(*name);
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

/// Other cases than those of `cargo xtask test`, and many more.
fn random() -> Result<(), String> {
    setup::nextest()?;
    let seed = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    println!("PROPTEST_RNG_SEED={seed}");
    must(
        cargo(&format!("nextest run {ALL} --no-fail-fast -E test(spaces::)"))
            .env("PROPTEST_RNG_SEED", seed.to_string())
            .env("PROPTEST_CASES", CASES),
    )
}

fn fuzzers() -> Result<(), String> {
    fuzz::run(&fuzz::TARGETS, FUZZ_SECS)
}

/// Small changes to the runtime's code, in a copy, and whether its tests notice; `cargo mutants` lists those that none does.
fn mutants() -> Result<(), String> {
    setup::mutants()?;
    setup::nextest()?;
    let folder = target_dir().join("mutants");
    fs::create_dir_all(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    let ran = must(
        cargo(&format!("mutants --package adverb --test-tool nextest --timeout 150 {MUTANTS} {QUICKLY}"))
            .env("CARGO_TARGET_DIR", &folder)
            .arg("--output")
            .arg(&folder)
            .args(["--", "--lib", "--test", "laws", "--fail-fast", "-E", SLOW]),
    );
    let count = |list: &str| {
        let lines = fs::read_to_string(folder.join("mutants.out").join(list)).unwrap_or_default();
        lines.lines().count()
    };
    let (noticed, missed) = (count("caught.txt") + count("timeout.txt"), count("missed.txt"));
    if noticed == 0 {
        return ran; // the tests fail by themselves, or nothing could be built
    }
    println!("{noticed} mutants were noticed, {missed} were not");
    if missed * UNNOTICED <= noticed + missed {
        return Ok(());
    }
    Err(format!("more than one mutant in {UNNOTICED} goes unnoticed"))
}

#[cfg(test)]
mod tests {
    use super::{PARTS, arguments};

    #[test]
    fn arguments_are_parts() {
        let names = |words: &[&str]| -> Option<Vec<&str>> {
            Some(arguments(words)?.into_iter().map(|(name, ..)| name).collect())
        };
        assert_eq!(names(&[]), Some(PARTS.map(|(name, ..)| name).to_vec()));
        assert_eq!(names(&["fuzz", "machines"]), Some(vec!["fuzz", "machines"]));
        assert_eq!(names(&["fuzz", "sleep"]), None);
    }
}
