//! Running other programs, and where in the workspace they run.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The folder of the workspace.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace")
}

/// Where cargo puts what it builds. Every cargo started from here uses it, whatever its configuration says.
pub fn target_dir() -> PathBuf {
    root().join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// What the steps of `cargo xtask test` build: the same packages with the same features, so that what one step has built serves the next.
/// (`--package adverb-cli` would ask for fewer features of a few dependencies, and so for all that depends on them anew.)
pub const ALL: &str = "--workspace --all-features";

/// A cargo command in the workspace; `line` is split at spaces.
pub fn cargo(line: &str) -> Command {
    let mut command = program("cargo", line);
    command.env("CARGO_TARGET_DIR", target_dir());
    command
}

/// Builds [`ALL`] of a kind, `--bins` or `--examples`, as the tests do, and returns the folder that they are in.
pub fn built(kind: &str) -> Result<PathBuf, String> {
    run(&mut cargo(&format!("build --quiet {ALL} {kind}")))?;
    let folder = target_dir().join("debug");
    Ok(if kind == "--examples" { folder.join("examples") } else { folder })
}

/// Some other program in the workspace; `line` is split at spaces.
pub fn program(name: impl AsRef<OsStr>, line: &str) -> Command {
    let mut command = Command::new(name);
    command.args(line.split_whitespace()).current_dir(root());
    command
}

/// Runs a command whose output the user sees.
pub fn run(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|e| format!("{}: {e}", shown(command)))?;
    if status.success() { Ok(()) } else { Err(format!("{} ended with {status}", shown(command))) }
}

/// Runs a command and returns what it prints; its errors the user sees.
pub fn output(command: &mut Command) -> Result<String, String> {
    let done = command.stderr(Stdio::inherit()).output().map_err(|e| format!("{}: {e}", shown(command)))?;
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    if done.status.success() {
        Ok(text)
    } else {
        print!("{text}");
        Err(format!("{} ended with {}", shown(command), done.status))
    }
}

/// What a command prints, all of it kept from the user; `None` if it is not there or fails.
pub fn quiet_output(command: &mut Command) -> Option<String> {
    let done = command.stderr(Stdio::null()).output().ok()?;
    done.status.success().then(|| String::from_utf8_lossy(&done.stdout).into_owned())
}

/// Whether a command is there and succeeds within the time, its output kept from the user.
pub fn succeeds_within(command: &mut Command, limit: Duration) -> bool {
    let Ok(mut child) = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn() else { return false };
    let start = Instant::now();
    while start.elapsed() < limit {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) => std::thread::sleep(Duration::from_millis(50)),
            Err(_) => return false,
        }
    }
    // It may have ended by itself this very moment: then there is nothing left to end.
    let _ = child.kill();
    let _ = child.wait();
    false
}

/// The command as one would type it.
fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
