//! The measurements of docs/performance.md: the runtime's world transforms against a plain loop, spaces against SciPy and
//! against the thesis's own formulation, and verbs against bevy_animation, each side by side in one run.

mod instructions;
mod random;
mod spaces;
mod timing;
mod verbs;
mod world;

use std::path::Path;
use std::process::ExitCode;

const HELP: &str = "\
usage: bench time [world | spaces | verbs | crowd]   medians of alternating runs
       bench instructions [world | spaces | verbs]   counted by callgrind, which no other program on the machine disturbs
       bench crowd FILE.svg                          times of crowds, and a picture of how they grow
       bench calls WORK COUNT                        one piece of work so many times, to look inside with a profiler

PYTHON names a Python that has NumPy and SciPy (default: python3).
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words[..] {
        ["time"] => world::time().and_then(|()| spaces::time()).and_then(|()| verbs::time()),
        ["time", "world"] => world::time(),
        ["time", "spaces"] => spaces::time(),
        ["time", "verbs"] => verbs::time(),
        ["time", "crowd"] => verbs::time_crowd(),
        ["instructions"] => {
            world::instructions().and_then(|()| spaces::instructions()).and_then(|()| verbs::instructions())
        }
        ["instructions", "world"] => world::instructions(),
        ["instructions", "spaces"] => spaces::instructions(),
        ["instructions", "verbs"] => verbs::instructions(),
        ["crowd", file] => verbs::picture(Path::new(file)),
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
    let work = world::work(name).or_else(|| spaces::work(name)).or_else(|| verbs::work(name));
    let mut work = work.ok_or_else(|| format!("there is no work named {name}"))?;
    work(count);
    Ok(())
}
