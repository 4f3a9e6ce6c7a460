//! The tools that the steps need: used where they are there, installed where that is possible, named where it is not.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use crate::command::{cargo, program, quiet_output, root, run, succeeds_within, target_dir};

/// The versions this workspace was last tried with; any that is already installed will do.
const NEXTEST: &str = "cargo-nextest@0.9.143";
const DENY: &str = "cargo-deny@0.20.2";
const MUTANTS: &str = "cargo-mutants@27.1.0";
const FUZZ: &str = "cargo-fuzz@0.13.2";
const MDBOOK: &str = "mdbook@0.5.4";
/// The Python package that brings zig along.
const ZIGBUILD: &str = "cargo-zigbuild";
/// The version that docs/performance.md compares with.
const SCIPY: &str = "1.17.";

/// rustfmt and clippy.
pub fn component(name: &str, probe: &str) -> Result<(), String> {
    if quiet_output(&mut cargo(&format!("{probe} --version"))).is_some() {
        return Ok(());
    }
    run(program("rustup", "component add").arg(name))
        .map_err(|problem| format!("{problem}\ninstall it with: rustup component add {name}"))
}

/// The test runner.
pub fn nextest() -> Result<(), String> {
    cargo_tool("nextest", NEXTEST)
}

/// What records the calls of a program to its system. Tests that need it are counted as skipped where it is not to be had.
pub fn strace() {
    if cfg!(target_os = "linux") && quiet_output(&mut program("strace", "--version")).is_none() {
        let _ = apt_get(&["strace"]);
    }
}

/// The check of licences and sources.
pub fn deny() -> Result<(), String> {
    cargo_tool("deny", DENY)
}

/// What makes small changes of the code and asks whether a test notices.
pub fn mutants() -> Result<(), String> {
    cargo_tool("mutants", MUTANTS)
}

/// Miri, if the nightly compiler is there and rustup has it to give.
pub fn miri() -> bool {
    let has_miri = || quiet_output(&mut program("cargo", "+nightly miri --version")).is_some();
    has_miri() || {
        let mut add = program("rustup", "+nightly component add miri rust-src");
        succeeds_within(&mut add, Duration::from_secs(180)) && has_miri()
    }
}

/// Whether there is a compiler and an emulator for another machine, or Debian has them to give.
pub fn cross(machine: &str, packages: &[&str]) -> bool {
    let tools = [format!("qemu-{machine}"), format!("{machine}-linux-gnu-gcc")];
    let are_there = || tools.iter().all(|tool| quiet_output(&mut program(tool, "--version")).is_some());
    are_there() || (apt_get(packages).is_ok() && are_there())
}

/// The nightly compiler, and what drives its fuzzer.
pub fn fuzz() -> Result<(), String> {
    if quiet_output(&mut program("rustc", "+nightly --version")).is_none() {
        println!("fuzzers need the nightly compiler, which is missing; fetching it");
        run(&mut program("rustup", "toolchain install nightly --profile minimal")).map_err(|problem| {
            format!("{problem}\ninstall it with: rustup toolchain install nightly --profile minimal")
        })?;
    }
    if quiet_output(&mut program("c++", "--version")).is_none() {
        apt_get(&["g++"])?;
    }
    cargo_tool("fuzz", FUZZ)
}

/// Whether there is a C compiler whose programs a fuzzer can look into.
pub fn clang() -> bool {
    let is_there = || quiet_output(&mut program("clang", "--version")).is_some();
    is_there() || (apt_get(&["clang"]).is_ok() && is_there())
}

/// Built without optimisation: these tools wait for others, and are ready in a quarter of the time.
fn cargo_tool(subcommand: &str, package: &str) -> Result<(), String> {
    if quiet_output(&mut cargo(&format!("{subcommand} --version"))).is_some() {
        return Ok(());
    }
    println!("cargo {subcommand} is missing; building it once, which takes a minute or two");
    run(program("cargo", &format!("install {package} --locked --debug")).env("CARGO_PROFILE_DEV_DEBUG", "0"))
        .map_err(|problem| format!("{problem}\ninstall it with: cargo install {package} --locked"))
}

/// The tool that joins Rust and JavaScript. It must be of the crate's very version, so it has a place of its own.
pub fn wasm_bindgen() -> Result<PathBuf, String> {
    let lock = fs::read_to_string(root().join("Cargo.lock")).map_err(|e| format!("Cargo.lock: {e}"))?;
    let version = lock
        .split_once("name = \"wasm-bindgen\"\nversion = \"")
        .and_then(|(_, after)| after.split('"').next())
        .ok_or("Cargo.lock has no wasm-bindgen")?;
    let folder = target_dir().join("tools");
    let own = folder.join("bin/wasm-bindgen");
    for tool in [PathBuf::from("wasm-bindgen"), own.clone()] {
        let found = quiet_output(&mut program(&tool, "--version"));
        if found.is_some_and(|found| found.split_whitespace().nth(1) == Some(version)) {
            return Ok(tool);
        }
    }
    println!("wasm-bindgen {version} is missing; building it once, which takes a minute or two");
    let line = format!("install wasm-bindgen-cli@{version} --debug --force --root");
    run(program("cargo", &line).arg(&folder).env("CARGO_PROFILE_DEV_DEBUG", "0"))
        .map_err(|problem| format!("{problem}\ninstall it with: cargo install wasm-bindgen-cli@{version}"))?;
    Ok(own)
}

/// The tool that makes a book of the manual, in a place of its own if the machine has none.
pub fn mdbook() -> Result<PathBuf, String> {
    let folder = target_dir().join("tools");
    let own = folder.join("bin/mdbook");
    for tool in [PathBuf::from("mdbook"), own.clone()] {
        if quiet_output(&mut program(&tool, "--version")).is_some() {
            return Ok(tool);
        }
    }
    println!("mdbook is missing; building it once, which takes a minute or two");
    let line = format!("install {MDBOOK} --locked --debug --no-default-features --features search --root");
    run(program("cargo", &line).arg(&folder).env("CARGO_PROFILE_DEV_DEBUG", "0"))
        .map_err(|problem| format!("{problem}\ninstall it with: cargo install {MDBOOK} --locked"))?;
    Ok(own)
}

/// zig, which links against the glibc of any year, and what lets cargo use it: in a Python environment of its own below the target
/// folder. Returns the search path with both in it.
pub fn zig() -> Result<OsString, String> {
    let folder = target_dir().join("zig");
    let programs = folder.join("bin");
    if !programs.join("cargo-zigbuild").is_file() {
        if quiet_output(program("python3", "-c").arg("import venv, ensurepip")).is_none() {
            apt_get(&["python3", "python3-venv"])?;
        }
        println!("zig is missing; installing it once, below {}", folder.display());
        run(program("python3", "-m venv").arg(&folder))
            .and_then(|()| {
                run(&mut program(programs.join("python"), &format!("-m pip install --quiet {ZIGBUILD}")))
            })
            .map_err(|problem| format!("{problem}\nneeded: Python 3 with venv, and {ZIGBUILD} from PyPI"))?;
    }
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(programs).chain(std::env::split_paths(&paths));
    std::env::join_paths(paths).map_err(|e| format!("PATH: {e}"))
}

/// A browser for the studio's tests.
pub fn chromium() -> Result<PathBuf, String> {
    let program_path = PathBuf::from("/usr/bin/chromium");
    if !program_path.is_file() {
        apt_get(&["chromium"])?;
    }
    if program_path.is_file() { Ok(program_path) } else { Err("/usr/bin/chromium is needed".into()) }
}

/// Node, for running WebAssembly.
pub fn node() -> Result<(), String> {
    const OLDEST: u32 = 20;
    let major = || {
        let version = quiet_output(&mut program("node", "--version"))?;
        version.trim().trim_start_matches('v').split('.').next()?.parse::<u32>().ok()
    };
    if major().is_none() {
        apt_get(&["nodejs"])?;
    }
    match major() {
        Some(version) if version >= OLDEST => Ok(()),
        found => Err(format!(
            "Node {OLDEST} or newer is needed, {}; see nodejs.org/en/download, or your distribution's backports",
            found.map_or("and there is none".into(), |version| format!("but this one is {version}"))
        )),
    }
}

/// Node's package manager, which some distributions keep apart.
pub fn npm() -> Result<&'static str, String> {
    if quiet_output(&mut program("npm", "--version")).is_none() {
        apt_get(&["npm"])?;
    }
    Ok("npm")
}

/// A Python with SciPy and `bvh`, in an environment of its own below the target folder; nothing else of the machine is touched.
pub fn scipy() -> Result<PathBuf, String> {
    let folder = target_dir().join("scipy");
    let python = folder.join("bin/python");
    let there = || {
        let version = quiet_output(program(&python, "-c").arg("import bvh, scipy; print(scipy.__version__)"));
        version.is_some_and(|version| version.starts_with(SCIPY))
    };
    if there() {
        return Ok(python);
    }
    if quiet_output(program("python3", "-c").arg("import venv, ensurepip")).is_none() {
        apt_get(&["python3", "python3-venv"])?;
    }
    println!("SciPy {SCIPY}* is missing; installing it once, below {}", folder.display());
    let package = format!("scipy=={SCIPY}*");
    run(program("python3", "-m venv").arg(&folder))
        .and_then(|()| run(program(&python, "-m pip install --quiet numpy bvh").arg(&package)))
        .map_err(|problem| {
            format!("{problem}\nneeded: Python 3.11 or newer with venv, and {package} from PyPI")
        })?;
    if there() { Ok(python) } else { Err(format!("{} has no SciPy {SCIPY}*", folder.display())) }
}

/// Installs Debian packages, or says how.
pub fn apt_get(packages: &[&str]) -> Result<(), String> {
    let by_hand = format!("apt-get install -y {}", packages.join(" "));
    let root = quiet_output(&mut program("id", "-u")).is_some_and(|id| id.trim() == "0");
    if !root {
        return Err(format!("missing: {}\nas root: {by_hand}", packages.join(", ")));
    }
    println!("installing {}", packages.join(", "));
    let apt = |line: &str| {
        let mut command = program("apt-get", line);
        command.env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    run(&mut apt("update -qq"))
        .and_then(|()| run(apt("install -y -qq --no-install-recommends").args(packages)))
        .map_err(|problem| format!("{problem}\ninstall by hand: {by_hand}"))
}
