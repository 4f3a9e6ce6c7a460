//! The studio: its page made by wasm-bindgen and Vite, its checks, and itself in a browser.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::adverb::Adverb;
use crate::command::{program, root, run as must, target_dir};
use crate::engine::{self, Engine};
use crate::notices::{self, ENGINE};
use crate::test::Tally;
use crate::{npm, setup};

/// What of Node's packages is in the page.
pub const NODE_PACKAGES: [&str; 1] = ["three"];

/// Where the page is made.
fn made() -> PathBuf {
    root().join("crates/adverb-cli/page")
}

fn folder() -> PathBuf {
    root().join("studio")
}

/// One of Node's programs that the studio brings along.
fn npm_program(name: &str, line: &str) -> Command {
    let mut command = program(folder().join("node_modules/.bin").join(name), line);
    command.current_dir(folder());
    command
}

/// What package-lock.json lists, unless it is all there.
fn packages() -> Result<(), String> {
    setup::node()?;
    let changed = |file: &str| fs::metadata(folder().join(file)).and_then(|file| file.modified()).ok();
    let (listed, there) = (changed("package-lock.json"), changed("node_modules/.package-lock.json"));
    if there.is_none() || there < listed {
        must(program(setup::npm()?, "ci --no-audit --no-fund --silent").current_dir(folder()))?;
    }
    Ok(())
}

/// Makes the page in the folder of adverb-cli, which takes it in, with the licences of what is in it.
pub fn page() -> Result<(), String> {
    // The bundler tells where the module is.
    Engine::Whole.make(&folder().join("pkg"), "--omit-default-module-path")?;
    packages()?;
    must(&mut npm_program("vite", "build --logLevel warn"))?;
    let notices = notices::of(&[ENGINE], &NODE_PACKAGES)?;
    fs::write(made().join("notices.txt"), notices).map_err(|e| format!("{}: {e}", made().display()))
}

/// The command with the page in it.
pub fn adverb(release: bool, folder: &str) -> Result<Adverb, String> {
    page()?;
    Adverb::built(release, folder)
}

/// Types, unit tests, and the page made: the steps that need no browser.
pub fn valid() -> Result<Tally, String> {
    page()?;
    must(&mut npm_program("tsc", "--noEmit"))?;
    let mut tally = vitest("")?;
    let engine = engine::valid(&made())?;
    tally.passed += 1 + engine.passed; // the types held, or we were not here
    tally.failed += engine.failed;
    Ok(tally)
}

/// `adverb studio` with the built-in character, and the package in a program, in Chromium.
pub fn in_the_browser() -> Result<Tally, String> {
    let chromium = setup::chromium()?;
    let adverb = adverb(false, "studio")?;
    adverb.call("demo hero")?;
    adverb.call("build hero -o hero.adverb")?;
    adverb.call("demo --shapes shapes")?;
    let tarball = npm::pack()?;
    vitest_with(
        "--config browser.config.ts",
        &[
            ("CHROMIUM", chromium.as_path()),
            ("ADVERB", adverb.program()),
            ("HERO", &adverb.folder.join("hero")),
            ("PACK", &adverb.folder.join("hero.adverb")),
            ("SHAPES", &adverb.folder.join("shapes")),
            ("TARBALL", &tarball),
            ("SCREENSHOTS", &target_dir().join("studio-screenshots")),
        ],
    )
}

fn vitest(line: &str) -> Result<Tally, String> {
    vitest_with(line, &[])
}

/// Runs tests of the studio and reads their count from the report.
fn vitest_with(line: &str, environment: &[(&str, &Path)]) -> Result<Tally, String> {
    let report = target_dir().join("vitest.json");
    // Mostly it is not there yet; one that stays behind is overwritten.
    let _ = fs::remove_file(&report);
    let mut command = npm_program("vitest", &format!("run {line} --reporter=default --reporter=json"));
    command.arg(format!("--outputFile.json={}", report.display())).envs(environment.iter().copied());
    let outcome = must(&mut command);
    let text = match (fs::read_to_string(&report), outcome) {
        (Ok(text), _) => text,
        (Err(_), Err(problem)) => return Err(problem),
        (Err(problem), Ok(())) => return Err(format!("{}: {problem}", report.display())),
    };
    let count = |what: &str| {
        let (_, after) = text.split_once(&format!("\"{what}\":"))?;
        after.split(|c: char| !c.is_ascii_digit()).next()?.parse::<usize>().ok()
    };
    let told = |what| count(what).ok_or(format!("vitest's report does not say {what}"));
    // A file that does not load counts as a suite that failed, without a test.
    let failed = told("numFailedTests")?.max(told("numFailedTestSuites")?);
    Ok(Tally { passed: told("numPassedTests")?, failed, ..Tally::default() })
}

/// `adverb studio` running, and its address.
pub struct Running {
    child: Child,
    /// As the command prints it.
    pub address: String,
}

impl Running {
    /// Starts the command that is given and waits for its address.
    pub fn start(command: &mut Command) -> Result<Self, String> {
        let mut child = command.stdout(Stdio::piped()).spawn().map_err(|e| format!("adverb studio: {e}"))?;
        let mut address = String::new();
        let told = BufReader::new(child.stdout.take().expect("it is piped")).read_line(&mut address);
        let running = Self { child, address: address.trim().into() };
        match told {
            Ok(_) if running.address.starts_with("http://127.0.0.1:") => Ok(running),
            _ => Err("adverb studio ended without an address".into()),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
