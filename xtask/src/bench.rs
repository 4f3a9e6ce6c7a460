//! `cargo xtask bench`: the measurements of docs/performance.md, in a workspace of their own.

use crate::command::{program, quiet_output, root, run as must, target_dir};

/// Times, and instruction counts where valgrind is there.
pub fn run() -> Result<(), String> {
    let build = |line: &str| {
        let mut command = program("cargo", line);
        command.current_dir(root().join("bench")).env("CARGO_TARGET_DIR", target_dir().join("bench"));
        command
    };
    must(&mut build("build --release --quiet"))?;
    let bench = target_dir().join("bench/release/bench");
    must(&mut program(&bench, "time"))?;
    if quiet_output(&mut program("valgrind", "--version")).is_none() {
        println!("\nno instruction counts: apt-get install -y valgrind");
        return Ok(());
    }
    must(&mut program(&bench, "instructions"))
}
