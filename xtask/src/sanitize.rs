//! `cargo xtask sanitize`: the unsafe blocks of the runtime under Miri, and the FBX reader in C under AddressSanitizer.
//!
//! What is not on the machine and cannot be fetched is counted as skipped, with the command that would fetch it.

use std::path::PathBuf;

use crate::command::{cargo, program, quiet_output, run as must, target_dir};
use crate::setup;
use crate::test::Tally;

/// Tests that run the unsafe blocks: skins, eight vertices at a time.
const UNSAFE: &str = "skins::";
/// Tests that read FBX files: made ones, damaged ones, and those of the recordings.
const FBX: &str = "fbx";

/// Both.
pub fn run() -> Result<(), String> {
    let tally = [miri()?, address()?];
    let sum = |count: fn(&Tally) -> usize| tally.iter().map(count).sum::<usize>();
    println!("{} passed, {} skipped", sum(|tally| tally.passed), sum(|tally| tally.skipped));
    Ok(())
}

/// The unsafe blocks under Miri, which notices what is not allowed even where it does no harm.
pub fn miri() -> Result<Tally, String> {
    if !setup::miri() {
        println!("skipped: rustup +nightly component add miri rust-src");
        return Ok(Tally { skipped: 1, ..Tally::default() });
    }
    // The wide vectors are what is unsafe. libm has assembly for roots, which Miri does not run.
    let line = format!(
        "+nightly miri test --quiet --package adverb --test laws --features shapes,libm/force-soft-floats -- {UNSAFE}"
    );
    must(
        cargo(&line)
            .env("CARGO_TARGET_DIR", target_dir().join("miri"))
            .env("RUSTFLAGS", "-C target-feature=+avx2")
            .env_remove("RUSTUP_TOOLCHAIN"),
    )?;
    Ok(Tally { passed: 1, ..Tally::default() })
}

/// The FBX reader under AddressSanitizer: its C is compiled with it, and all tests that read FBX run.
fn address() -> Result<Tally, String> {
    if !has_sanitizer() {
        println!("skipped: the C compiler has no AddressSanitizer (Debian: apt-get install gcc)");
        return Ok(Tally { skipped: 1, ..Tally::default() });
    }
    let mut test = cargo(&format!("test --quiet --package adverb-author --test laws -- {FBX}"));
    test.env("CARGO_TARGET_DIR", target_dir().join("address"))
        .env("CFLAGS", "-fsanitize=address -fno-omit-frame-pointer -g1")
        .env("RUSTFLAGS", "-C link-arg=-fsanitize=address")
        // Rust keeps some things until the end, which is no leak of the reader's.
        .env("ASAN_OPTIONS", "detect_leaks=0");
    must(&mut test)?;
    Ok(Tally { passed: 1, ..Tally::default() })
}

/// Whether a program in C can be linked with the sanitizer.
fn has_sanitizer() -> bool {
    let file: PathBuf = target_dir().join("sanitizer.c");
    let written = std::fs::write(&file, "int main(void) { return 0; }\n").is_ok();
    let mut compile = program("cc", "-fsanitize=address -o");
    compile.arg(target_dir().join("sanitizer")).arg(&file);
    written && quiet_output(&mut compile).is_some()
}
