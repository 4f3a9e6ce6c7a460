//! `cargo xtask sanitize`: the unsafe blocks of the runtime under Miri, and the FBX reader in C under AddressSanitizer.
//!
//! What is not on the machine and cannot be fetched is counted as skipped, with the command that would fetch it.

use std::path::PathBuf;

use crate::command::{cargo, output, program, quiet_output, run as must, target_dir};
use crate::setup;
use crate::test::Tally;

/// Tests that run the unsafe blocks: skins, eight vertices at a time.
const UNSAFE: &str = "skins::";
/// Tests that read FBX files: made ones, damaged ones, and those of other people's programs.
const FBX: [&str; 2] = ["fbx", "any_mesh"];
/// Memory that is not one's own, and what C leaves undefined. Either ends the test.
const SANITIZERS: &str = "-fsanitize=address,undefined";
/// Where the machine allows it, the reader loads numbers from anywhere and shifts by more than their bits.
const ON_PURPOSE: &str = "-fno-sanitize=alignment,shift";

/// Both.
pub fn run() -> Result<(), String> {
    let tally = miri()? + address()?;
    println!("{} passed, {} skipped", tally.passed, tally.skipped);
    Ok(())
}

/// The unsafe blocks under Miri, which notices what is not allowed even where it does no harm.
pub fn miri() -> Result<Tally, String> {
    if !setup::miri() {
        println!("skipped: rustup +nightly component add miri rust-src");
        return Ok(Tally::SKIPPED);
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
    Ok(Tally::ONE)
}

/// The FBX reader under the sanitizers of the C compiler: its C is compiled with them, and all tests that read FBX run.
/// What Rust allocates is watched too, so that the C cannot read beyond the bytes of a file unnoticed.
fn address() -> Result<Tally, String> {
    if !has_sanitizers() {
        println!("skipped: the C compiler has no AddressSanitizer (Debian: apt-get install gcc)");
        return Ok(Tally::SKIPPED);
    }
    let host = host()?;
    // With a target named, flags are for the tests alone: rustc cannot load a procedural macro that was linked with a sanitizer.
    let line = format!("test --quiet --target {host} --package adverb-author --package adverb-hostile");
    let flags = format!("CARGO_TARGET_{}_RUSTFLAGS", host.to_uppercase().replace('-', "_"));
    must(
        cargo(&line)
            .args("--test laws --test short_run --".split(' '))
            .args(FBX)
            .env("CARGO_TARGET_DIR", target_dir().join("address"))
            .env(
                format!("CFLAGS_{}", host.replace('-', "_")),
                format!(
                    "{SANITIZERS} {ON_PURPOSE} -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g1"
                ),
            )
            // The C compiler links its sanitizers only along with the other libraries that it always links.
            .env(flags, format!("-C default-linker-libraries=yes -C link-arg={SANITIZERS}"))
            // Both would win over the flags for the target.
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            // Rust keeps some things until the end, which are no leaks of the reader's.
            .env("ASAN_OPTIONS", "detect_leaks=0"),
    )?;
    Ok(Tally::ONE)
}

/// The machine that the compiler runs on, as it calls it.
fn host() -> Result<String, String> {
    let said = output(&mut program("rustc", "-vV"))?;
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(String::from).ok_or_else(|| "rustc -vV names no host".into())
}

/// Whether a program in C can be linked with the sanitizers.
fn has_sanitizers() -> bool {
    let file: PathBuf = target_dir().join("sanitizer.c");
    let written = std::fs::write(&file, "int main(void) { return 0; }\n").is_ok();
    let mut compile = program("cc", &format!("{SANITIZERS} -o"));
    compile.arg(target_dir().join("sanitizer")).arg(&file);
    written && quiet_output(&mut compile).is_some()
}
