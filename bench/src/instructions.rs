//! Instructions by valgrind's callgrind, as the difference of two runs of different lengths, so that start and end cancel.

use std::process::Command;

/// Of one call of a piece of work, over as many calls.
pub fn per_call(work: &str, calls: usize) -> Result<f64, String> {
    // The first calls find memory and caches as none of the others does.
    let few = calls / 10 + 1;
    Ok((counted(work, few + calls)? - counted(work, few)?) / calls as f64)
}

/// Of a whole run with so many calls.
fn counted(work: &str, calls: usize) -> Result<f64, String> {
    let own = std::env::current_exe().map_err(|e| e.to_string())?;
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(own)
        .args(["calls", work, &calls.to_string()])
        .output()
        .map_err(|e| format!("valgrind: {e}; install it with: apt-get install -y valgrind"))?;
    let text = String::from_utf8_lossy(&run.stderr);
    let total = text.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    total.ok_or_else(|| format!("valgrind did not count:\n{text}"))
}
