//! Set-up and chores: `cargo xtask demo`, `test`, `fuzz`, `page`, `bench`, `book`, `npm`, `package`, `dist`, `pictures`,
//! `sanitize`, `soak`.
//!
//! Written with the standard library alone, so that it is built in a second on a fresh machine and can fetch the rest.

mod adverb;
mod bench;
mod book;
mod chroot;
mod command;
mod demo;
mod dist;
mod engine;
mod fuzz;
mod glb;
mod junit;
mod laws;
mod manual;
mod notices;
mod npm;
mod package;
mod pictures;
mod sanitize;
mod setup;
mod soak;
mod studio;
mod supply;
mod targets;
mod test;
mod wasm;

use std::process::ExitCode;

const HELP: &str = "\
Set-up and chores of adverb. Each command installs the tools it needs, or says how to.

Usage: cargo xtask <command>

Commands:
  demo [--once]  Build everything and show the built-in character in the studio: prints the page's address, opens it
                 if there is a browser, and serves it until Ctrl-C. With --once it only checks that the page is served.
  test           Check everything: formatting, lints, tests, documentation, licences, WebAssembly, examples, the studio.
  fuzz [TARGET…] [--secs N]
                 Fuzz every reader, the project file, packs, snapshots and scripts for N seconds each (default 60).
                 Targets: bvh, gltf, character, fbx, acclaim, mesh, project, pack, snapshot, script. Needs the nightly
                 compiler and cargo-fuzz.
  page           Build the studio's page. Every `adverb` built afterwards contains it.
  bench          Measure against plain loops, SciPy and bevy_animation (the tables in docs/performance.md).
  book           Build the manual in docs/ as a book: target/book/index.html. Installs mdbook below target/ if it is missing.
  npm            Make the npm package adverb-wasm: target/npm/adverb-wasm-….tgz.
  package        Make the crates as they are published, with the manual and the studio's page, and try them: target/package.
  dist [--try]   Make the archive that people download: target/dist/adverb-….tar.gz. It needs neither Rust nor Node. --try
                 tries it in an empty root directory, which takes the rights of root.
  pictures       Redraw the pictures in docs/.
  sanitize       Run unsafe blocks under Miri and the FBX reader in C under AddressSanitizer.
  soak [PART…]   Run at length what `test` runs small. Parts: random (laws on other cases), together (commands side by
                 side and interrupted), sanitize, machines (laws on emulated ones), fuzz, mutants. All take hours;
                 docs/soak.md has the last results.
  help           Print this text.

Environment:
  ADVERB_DATA       Folder of real recordings for the tests (default: ../shared/data beside the workspace).
  CARGO_TARGET_DIR  Folder for everything that is built (default: target).

Exit codes: 0 success, 1 something failed, 2 misuse.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments[..] {
        ["demo"] => demo::run(false),
        ["demo", "--once"] => demo::run(true),
        ["test"] => test::run(),
        ["help" | "--help" | "-h"] | [_, "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        ["fuzz", ref words @ ..] => match fuzz::arguments(words) {
            Some((targets, secs)) => fuzz::run(&targets, secs),
            None => return misuse(&arguments),
        },
        ["page"] => studio::page(),
        ["bench"] => bench::run(),
        ["book"] => book::run(),
        ["npm"] => npm::run(),
        ["package"] => package::run(),
        ["dist"] => dist::run(false),
        ["dist", "--try"] => dist::run(true),
        ["pictures"] => pictures::run(),
        ["sanitize"] => sanitize::run(),
        ["soak", ref words @ ..] => match soak::arguments(words) {
            Some(parts) => soak::run(&parts),
            None => return misuse(&arguments),
        },
        [] => {
            eprint!("{HELP}");
            return ExitCode::from(2);
        }
        _ => return misuse(&arguments),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn misuse(arguments: &[&str]) -> ExitCode {
    eprintln!("cargo xtask: no such command: {}\n\n{HELP}", arguments.join(" "));
    ExitCode::from(2)
}
