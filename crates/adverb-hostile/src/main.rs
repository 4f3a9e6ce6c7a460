//! `adverb-hostile FOLDER`: writes the seeds of every target, each target's to a folder of its name, for a fuzzer to begin with.

use std::path::Path;
use std::process::ExitCode;

use adverb_hostile::TARGETS;

fn main() -> ExitCode {
    let Some(folder) = std::env::args().nth(1) else {
        eprintln!("Usage: adverb-hostile FOLDER");
        return ExitCode::from(2);
    };
    match write(Path::new(&folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{folder}: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn write(folder: &Path) -> std::io::Result<()> {
    for target in TARGETS {
        let own = folder.join(target.name);
        std::fs::create_dir_all(&own)?;
        for (number, bytes) in (target.seeds)().iter().enumerate() {
            std::fs::write(own.join(format!("seed-{number}")), bytes)?;
        }
    }
    Ok(())
}
