//! The measurements of docs/performance.md: the runtime's world transforms against a plain loop, and spaces against SciPy
//! and against the thesis's own formulation, each side by side in one run.

mod instructions;
mod random;
mod spaces;
mod timing;
mod world;

use std::process::ExitCode;

const HELP: &str = "\
usage: bench time [world | spaces]          medians of alternating runs
       bench instructions [world | spaces]  counted by callgrind, which no other program on the machine disturbs
       bench calls WORK COUNT               one piece of work so many times, to look inside with a profiler

PYTHON names a Python that has NumPy and SciPy (default: python3).
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words[..] {
        ["time"] => world::time().and_then(|()| spaces::time()),
        ["time", "world"] => world::time(),
        ["time", "spaces"] => spaces::time(),
        ["instructions"] => world::instructions().and_then(|()| spaces::instructions()),
        ["instructions", "world"] => world::instructions(),
        ["instructions", "spaces"] => spaces::instructions(),
        ["calls", name, count] => calls(name, count),
        _ => {
            eprint!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn calls(name: &str, count: &str) -> Result<(), String> {
    let count = count.parse().map_err(|_| format!("{count} is not a number of calls"))?;
    let work = world::work(name).or_else(|| spaces::work(name));
    let mut work = work.ok_or_else(|| format!("there is no work named {name}"))?;
    work(count);
    Ok(())
}
