//! The `adverb` command: flags as typed ([`args`]) become a call of one module per command.
//!
//! Exit codes: see [`failure`].

mod annotate;
mod args;
mod build;
mod character;
mod check;
mod convert;
mod demo;
mod edited;
mod extract;
mod failure;
mod files;
mod findings;
mod graph;
mod input;
mod inspect;
mod man;
mod motion;
mod onto;
mod output;
mod play;
mod point;
mod printing;
mod progress;
#[cfg(page)]
mod recording;
mod refine;
mod render;
mod report;
mod sample;
mod shape;
mod sheet;
mod space;
mod studio;
mod takes;

use clap::{CommandFactory, Parser};

use args::{Args, Command};
use failure::Failure;
use progress::Progress;

/// The longest error message, in letters.
const LONGEST_MESSAGE: usize = 4000;

fn main() -> std::process::ExitCode {
    outlive_limits();
    let args = Args::parse();
    // Nothing has been read yet, so nothing has asked for them.
    let _ = args.limits().set();
    let progress = Progress::new(args.quiet, args.verbose);
    let outcome = run(&args, &progress);
    progress.finish();
    match outcome {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(failure) => {
            // A name may be as long as the file that it stands in.
            let message: String = failure.to_string().chars().take(LONGEST_MESSAGE).collect();
            progress::say(format_args!("error: {}\n", progress::visible(&message)));
            failure.exit_code()
        }
    }
}

/// A write beyond the limit on file sizes (`ulimit -f`) is to fail like one on a full disk, with a message, rather than by the
/// signal that ends whoever does not listen to it. Where that cannot be had, the system's way remains.
fn outlive_limits() {
    #[cfg(unix)]
    {
        static HEARD: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, &HEARD);
    }
}

fn run(args: &Args, progress: &Progress) -> Result<(), Failure> {
    match &args.command {
        Command::Inspect(args) => inspect::run(args, progress),
        Command::Check(args) => check::run(args, progress),
        Command::Convert(args) => convert::run(args, progress),
        Command::Motion(args) => motion::run(args, progress),
        Command::Render(args) => render::run(args, progress),
        Command::Sample(args) => sample::run(args, progress),
        Command::Annotate(args) => annotate::run(args, progress),
        Command::Extract(args) => extract::run(args, progress),
        Command::Refine(args) => refine::run(args, progress),
        Command::Report(args) => report::run(args, progress),
        Command::Shape(args) => shape::run(args, progress),
        Command::Sheet(args) => sheet::run(args, progress),
        Command::Play(args) => play::run(args, progress),
        Command::Space(args) => space::run(args, progress),
        Command::Build(args) => build::run(args, progress),
        Command::Graph { command: args::Graph::Show(args) } => graph::show(args, progress),
        Command::Studio(args) => studio::run(args, progress),
        Command::Demo(args) => demo::run(args, progress),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Args::command(), "adverb", &mut script);
            files::print(&script)
        }
        Command::Man(args) => man::run(args, progress),
    }
}
