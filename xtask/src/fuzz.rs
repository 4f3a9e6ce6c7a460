//! `cargo xtask fuzz`: every way for bytes to come in, given whatever a fuzzer comes up with, for a bounded time each.
//!
//! The targets are those of `crates/adverb-hostile`, which also makes the files to begin with; new ways into the code stay in
//! the target folder for the next time. What breaks a target goes to `crates/adverb-hostile/finds`, whose files the tests replay.
//! The nightly compiler is needed for this alone.

use std::fs;

use crate::command::{cargo, program, root, run as must, target_dir};
use crate::setup;

/// What once broke a target, below a folder of its name.
const FINDS: &str = "crates/adverb-hostile/finds";
/// As `fuzz/fuzz_targets` has them.
pub const TARGETS: [&str; 10] =
    ["bvh", "gltf", "character", "fbx", "acclaim", "mesh", "project", "pack", "snapshot", "script"];
/// Seconds for each target where none are given.
const SECS: u32 = 60;
/// No input may take longer; a fuzzed program is several times slower than one that is not.
const LONGEST_SECS: u32 = 20;
/// Longer inputs are only slower.
const LONGEST_BYTES: u32 = 65_536;
/// No piece of memory may be larger, nor all of them together: 64 MB and 20 times the input are promised, and the sanitizer that watches
/// keeps what was freed for a while.
const LARGEST_MB: u32 = 64;
const MOST_MB: u32 = 1024;

/// What was asked for: targets and seconds each. `None` where that makes no sense.
pub fn arguments(words: &[&str]) -> Option<(Vec<&'static str>, u32)> {
    let (mut targets, mut secs) = (Vec::new(), SECS);
    let mut words = words.iter();
    while let Some(&word) = words.next() {
        if word == "--secs" {
            secs = words.next()?.parse().ok().filter(|secs| *secs > 0)?;
        } else {
            targets.push(*TARGETS.iter().find(|target| **target == word)?);
        }
    }
    Some((if targets.is_empty() { TARGETS.to_vec() } else { targets }, secs))
}

/// Runs every target, whatever came of the ones before it.
pub fn run(targets: &[&str], secs: u32) -> Result<(), String> {
    setup::fuzz()?;
    // The fuzzer looks for ways through the FBX reader in C, too, and its memory is watched.
    let watches_c = setup::clang();
    let folder = target_dir().join("fuzz");
    let corpus = folder.join("corpus");
    must(cargo("run --quiet --package adverb-hostile --").arg(&corpus))?;
    let mut failed = Vec::new();
    for target in targets {
        println!("\n━━ {target}, for {secs} s");
        let finds = root().join(FINDS).join(target);
        fs::create_dir_all(&finds).map_err(|why| format!("{}: {why}", finds.display()))?;
        let mut fuzz = program("cargo", &format!("+nightly fuzz run --fuzz-dir fuzz {target}"));
        // New ways into the code go to the first folder.
        fuzz.env("CARGO_TARGET_DIR", &folder).arg(corpus.join(target)).arg(&finds).arg("--").args([
            format!("-max_total_time={secs}"),
            format!("-timeout={LONGEST_SECS}"),
            format!("-max_len={LONGEST_BYTES}"),
            format!("-malloc_limit_mb={LARGEST_MB}"),
            format!("-rss_limit_mb={MOST_MB}"),
            format!("-artifact_prefix={}/", finds.display()),
            "-print_final_stats=1".into(),
        ]);
        if watches_c {
            fuzz.env("CC", "clang").env("CFLAGS", "-fsanitize=address,fuzzer-no-link");
        }
        if let Err(problem) = must(&mut fuzz) {
            println!("{problem}");
            failed.push(*target);
        }
    }
    let held = targets.len() - failed.len();
    println!("\n{held} of {} targets held for {secs} s each; corpus in {}", targets.len(), corpus.display());
    if failed.is_empty() {
        return Ok(());
    }
    Err(format!(
        "broken: {}. Below {FINDS} is what broke them. Make it smaller (cargo +nightly fuzz tmin), mend the cause, name the file \
         after what it broke, and commit both: the tests replay it.",
        failed.join(", ")
    ))
}

/// The programs are all there, and no others.
#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{TARGETS, arguments};
    use crate::command::root;

    #[test]
    fn targets_are_the_programs_of_the_folder() {
        let programs =
            std::fs::read_dir(root().join("fuzz/fuzz_targets")).expect("the folder is there").flatten();
        let names = programs.map(|entry| entry.file_name().to_string_lossy().replace(".rs", ""));
        assert_eq!(names.collect::<BTreeSet<_>>(), TARGETS.map(String::from).into());
    }

    #[test]
    fn arguments_are_targets_and_seconds() {
        assert_eq!(arguments(&[]), Some((TARGETS.to_vec(), 60)));
        assert_eq!(arguments(&["pack", "--secs", "5"]), Some((vec!["pack"], 5)));
        for wrong in [&["elf"][..], &["--secs"], &["--secs", "0"], &["--secs", "x"]] {
            assert_eq!(arguments(wrong), None, "{wrong:?}");
        }
    }
}
