//! The measurements of docs/performance.md: the runtime's world transforms against a plain loop, spaces against SciPy and
//! against the thesis's own formulation, verbs against bevy_animation, actors against the plain pose of a verb, and BVH files against other readers, each side by
//! side in one run.

mod actors;
mod files;
mod instructions;
mod random;
mod scripted;
mod shapes;
mod spaces;
mod timing;
mod verbs;
mod world;

use std::path::Path;
use std::process::ExitCode;

const HELP: &str = "\
usage: bench time [world | spaces | corrected | verbs | paper | crowd | actors | files | shapes]   medians of alternating runs
       bench instructions [world | spaces | corrected | verbs | paper | actors | scripted | files | shapes]   counted by callgrind, which no other program disturbs
       bench crowd FILE.svg                                   times of crowds, and a picture of how they grow
       bench calls WORK COUNT                                 one piece of work so many times, for a profiler
       bench scripted script NAME PACK                        10,000 steps of an actor by a script, for callgrind
       bench scripted requests VERBS PACK                     one request on a graph of so many verbs, for callgrind

PYTHON names a Python that has NumPy and SciPy (default: python3).
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match words[..] {
        ["time"] => each(&[world::time, spaces::time, verbs::time, actors::time, files::time, shapes::time]),
        ["time", "world"] => world::time(),
        ["time", "spaces"] => spaces::time(),
        ["time", "verbs"] => verbs::time(),
        ["time", "actors"] => actors::time(),
        ["time", "files"] => files::time(),
        ["time", "shapes"] => shapes::time(),
        ["time", "crowd"] => verbs::time_crowd(),
        ["time", "paper"] => verbs::time_paper(),
        ["time", "corrected"] => spaces::time_corrected(),
        ["instructions"] => each(&[
            world::instructions,
            spaces::instructions,
            verbs::instructions,
            actors::instructions,
            scripted::instructions,
            files::instructions,
            shapes::instructions,
        ]),
        ["instructions", "world"] => world::instructions(),
        ["instructions", "spaces"] => spaces::instructions(),
        ["instructions", "verbs"] => verbs::instructions(),
        ["instructions", "actors"] => actors::instructions(),
        ["instructions", "scripted"] => scripted::instructions(),
        ["instructions", "files"] => files::instructions(),
        ["instructions", "shapes"] => shapes::instructions(),
        ["instructions", "paper"] => verbs::instructions_paper(),
        ["instructions", "corrected"] => spaces::instructions_corrected(),
        ["crowd", file] => verbs::picture(Path::new(file)),
        ["scripted", what, of, pack] => scripted::run(what, of, pack),
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

/// One after another, until one fails.
fn each(measurements: &[fn() -> Result<(), String>]) -> Result<(), String> {
    measurements.iter().try_for_each(|measure| measure())
}

fn calls(name: &str, count: &str) -> Result<(), String> {
    let count = count.parse().map_err(|_| format!("{count} is not a number of calls"))?;
    let work = world::work(name).or_else(|| spaces::work(name)).or_else(|| verbs::work(name));
    let work =
        work.or_else(|| actors::work(name)).or_else(|| files::work(name)).or_else(|| shapes::work(name));
    let mut work = work.ok_or_else(|| format!("there is no work named {name}"))?;
    work(count);
    Ok(())
}
