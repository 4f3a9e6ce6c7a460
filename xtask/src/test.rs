//! `cargo xtask test`: everything that must hold, step by step, and a count at the end.

use std::fs;
use std::io::{BufRead, BufReader};
use std::ops::Add;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Instant;

use crate::command::{ALL, built, cargo, program, root, run as must, target_dir};
use crate::junit::Report;
use crate::{glb, laws, package, sanitize, setup, studio, supply, targets, wasm};

/// What came of a step. A step that does not count counts as one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Checks that held.
    pub passed: usize,
    /// Checks that did not.
    pub failed: usize,
    /// Checks for which recordings, tools or lists are missing.
    pub skipped: usize,
}

impl Tally {
    /// One check that held.
    pub const ONE: Self = Self { passed: 1, failed: 0, skipped: 0 };
    /// One check that lacks what it takes.
    pub const SKIPPED: Self = Self { passed: 0, failed: 0, skipped: 1 };
}

impl Add for Tally {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            passed: self.passed + other.passed,
            failed: self.failed + other.failed,
            skipped: self.skipped + other.skipped,
        }
    }
}

type Step = (&'static str, fn() -> Result<Tally, String>);

/// The studio's page comes early: with all features, the command takes it in.
const STEPS: [Step; 18] = [
    ("formatting", formatting),
    ("the studio's page", studio::valid),
    ("lints", lints),
    ("tests", tests),
    ("documentation tests", doctests),
    ("documentation", documentation),
    ("published packages", package::valid),
    ("licences, bans and sources", dependencies),
    ("known problems of dependencies", supply::advisories),
    ("unsafe blocks under Miri", sanitize::miri),
    ("the runtime for other machines", targets::check),
    ("the runtime in WebAssembly", wasm_builds),
    ("laws in WebAssembly, bit by bit", laws::in_webassembly),
    ("packs in WebAssembly, bit by bit", laws::packs_in_webassembly),
    ("laws on 64-bit ARM, bit by bit", laws::on_arm),
    ("example programs", examples),
    ("written GLB files under Khronos' validator", glb::valid),
    ("the studio in a browser", studio::in_the_browser),
];

/// Runs every step, whatever the ones before it said.
pub fn run() -> Result<(), String> {
    let mut total = Tally::default();
    let mut summary = String::new();
    for (number, (name, step)) in STEPS.iter().enumerate() {
        println!("\n━━ {}/{} {name}", number + 1, STEPS.len());
        let start = Instant::now();
        let outcome = step();
        let secs = start.elapsed().as_secs_f64();
        let tally = outcome.as_ref().copied().unwrap_or(Tally { failed: 1, ..Tally::default() });
        let line = match &outcome {
            Ok(Tally { failed: 0, passed, .. }) => format!("ok      {name} ({secs:.1} s): {passed} passed"),
            Ok(Tally { failed, .. }) => format!("FAILED  {name} ({secs:.1} s): {failed} failed"),
            Err(problem) => format!("FAILED  {name} ({secs:.1} s): {problem}"),
        };
        println!("{line}");
        summary += &format!("{line}\n");
        total = total + tally;
    }
    println!("\n━━ summary\n{summary}");
    slowest();
    println!("{} skipped for lack of recordings (ADVERB_DATA), tools or lists; see above", total.skipped);
    println!("{} passed, {} failed", total.passed, total.failed);
    if total.failed == 0 { Ok(()) } else { Err("not everything holds; see above".into()) }
}

fn formatting() -> Result<Tally, String> {
    setup::component("rustfmt", "fmt")?;
    must(&mut cargo("fmt --all --check"))?;
    Ok(Tally::ONE)
}

fn lints() -> Result<Tally, String> {
    setup::component("clippy", "clippy")?;
    must(&mut cargo(&format!("clippy --quiet {ALL} --all-targets -- -D warnings")))?;
    Ok(Tally::ONE)
}

/// All tests of the workspace. The counts come from the report that .config/nextest.toml asks for, the skips from the
/// file that `adverb_testdata` appends to.
fn tests() -> Result<Tally, String> {
    setup::nextest()?;
    setup::strace();
    let report = report_file();
    let skips = target_dir().join("skipped-tests");
    for old in [&report, &skips] {
        // Mostly it is simply not there yet; a file that will not go makes the counts below wrong, not the tests.
        let _ = fs::remove_file(old);
    }
    let written = glb::written_by_tests()?;
    let outcome = must(
        cargo(&format!("nextest run {ALL}")).env("ADVERB_SKIPPED", &skips).env("ADVERB_WRITTEN", &written),
    );
    let report = match (fs::read_to_string(&report), &outcome) {
        (Ok(report), _) => Report(report),
        (Err(_), Err(problem)) => return Err(problem.clone()),
        (Err(problem), Ok(())) => return Err(format!("{}: {problem}", report.display())),
    };
    let failed = report.total("failures")? + report.total("errors")?;
    if failed == 0 {
        outcome?; // it failed in a way that no test tells of
    }
    let mut skipped: Vec<String> =
        fs::read_to_string(&skips).unwrap_or_default().lines().map(String::from).collect();
    skipped.sort();
    skipped.dedup();
    skipped.iter().for_each(|test| println!("skipped: {test}"));
    let ran = report.total("tests")?;
    Ok(Tally { passed: ran.saturating_sub(failed + skipped.len()), failed, skipped: skipped.len() })
}

/// Where nextest leaves its report.
fn report_file() -> PathBuf {
    root().join("target/nextest/default/junit.xml")
}

/// Prints the tests that took longest: where the next minute is to be had.
fn slowest() {
    const COUNT: usize = 10;
    // Without a report the step that makes it has failed, and said so.
    let Ok(report) = fs::read_to_string(report_file()) else { return };
    println!("the {COUNT} slowest tests:");
    for (secs, test) in Report(report).slowest(COUNT) {
        println!("{secs:8.1} s  {test}");
    }
    println!();
}

/// nextest does not run them, and libtest counts them only in what it prints.
fn doctests() -> Result<Tally, String> {
    let mut command = cargo(&format!("test --quiet --doc {ALL} --no-fail-fast"));
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(|e| format!("cargo test --doc: {e}"))?;
    let mut tally = Tally::default();
    for line in BufReader::new(child.stdout.take().expect("it is piped")).lines() {
        let line = line.map_err(|e| format!("cargo test --doc: {e}"))?;
        println!("{line}");
        if line.starts_with("test result:") {
            tally.passed += number_before(&line, " passed");
            tally.failed += number_before(&line, " failed");
        }
    }
    let status = child.wait().map_err(|e| format!("cargo test --doc: {e}"))?;
    if !status.success() && tally.failed == 0 {
        return Err(format!("cargo test --doc ended with {status}"));
    }
    Ok(tally)
}

fn number_before(line: &str, word: &str) -> usize {
    let before = line.split(word).next().unwrap_or_default();
    before.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

fn documentation() -> Result<Tally, String> {
    must(cargo(&format!("doc --quiet {ALL} --no-deps")).env("RUSTDOCFLAGS", "-D warnings"))?;
    Ok(Tally::ONE)
}

fn dependencies() -> Result<Tally, String> {
    setup::deny()?;
    must(&mut cargo("deny --all-features check --hide-inclusion-graph bans licenses sources"))?;
    Ok(Tally::ONE)
}

fn wasm_builds() -> Result<Tally, String> {
    // With its default features; the laws below build and run it and authoring there.
    wasm::Toolchain::find()?.check("adverb")?;
    Ok(Tally::ONE)
}

/// Every `crates/*/examples/*.rs`: they are documentation that runs.
fn examples() -> Result<Tally, String> {
    let mut tally = Tally::default();
    let built = built("--examples")?;
    for krate in entries("crates")? {
        let folder = format!("crates/{krate}/examples");
        if !root().join(&folder).is_dir() {
            continue;
        }
        for file in entries(&folder)? {
            let Some(example) = file.strip_suffix(".rs") else { continue };
            println!("{krate}: {example}");
            let ran = must(&mut program(built.join(example), ""));
            match ran {
                Ok(()) => tally.passed += 1,
                Err(problem) => {
                    println!("{problem}");
                    tally.failed += 1;
                }
            }
        }
    }
    Ok(tally)
}

/// Names in a folder, in order.
fn entries(folder: &str) -> Result<Vec<String>, String> {
    let read = fs::read_dir(root().join(folder)).map_err(|e| format!("{folder}: {e}"))?;
    let mut names: Vec<String> =
        read.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}
