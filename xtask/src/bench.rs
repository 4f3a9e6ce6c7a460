//! `cargo xtask bench`: the measurements of docs/performance.md, in a workspace of their own.

use crate::command::{program, quiet_output, root, run as must, target_dir};
use crate::setup;

/// Times, beside SciPy's where Python is there, and instruction counts where valgrind is.
pub fn run() -> Result<(), String> {
    let mut build = program("cargo", "build --release --quiet");
    build.current_dir(root().join("bench")).env("CARGO_TARGET_DIR", target_dir().join("bench"));
    must(&mut build)?;
    let bench = target_dir().join("bench/release/bench");
    let mut time = program(&bench, "time");
    match setup::scipy() {
        Ok(python) => must(time.env("PYTHON", python))?,
        Err(problem) => {
            println!("{problem}");
            must(&mut time)?;
        }
    }
    if quiet_output(&mut program("valgrind", "--version")).is_none() {
        println!("\nno instruction counts: apt-get install -y valgrind");
        return Ok(());
    }
    must(&mut program(&bench, "instructions"))
}
