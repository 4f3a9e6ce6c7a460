//! The crates as they are published: packaged with the manual and the studio's page, unpacked again, and tried.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::{cargo, program, root, run as must, target_dir};
use crate::notices::{self, ENGINE};
use crate::test::Tally;
use crate::{manual, studio};

/// In the order in which they depend on each other.
const CRATES: [&str; 3] = ["adverb", "adverb-author", "adverb-cli"];
/// What the manifest of a published crate says.
const FIELDS: [&str; 7] =
    ["description", "license", "repository", "readme", "keywords", "categories", "rust-version"];
/// What every package holds.
const FILES: [&str; 3] = ["README.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// `cargo xtask package`: everything is built from what would be published.
pub fn run() -> Result<(), String> {
    studio::page()?;
    publish("")?;
    let unpacked = Unpacked::new()?;
    unpacked.check()?;
    unpacked.doctests()?;
    unpacked.documentation()?;
    let packages = target_dir().join("package");
    CRATES.iter().for_each(|name| println!("{}", packages.join(crate_file(name)).display()));
    Ok(())
}

/// The same without building everything twice; the page has been made.
pub fn valid() -> Result<Tally, String> {
    publish("--no-verify")?;
    let unpacked = Unpacked::new()?;
    unpacked.check()?;
    unpacked.doctests()?;
    unpacked.documentation()?;
    Ok(Tally { passed: 3, ..Tally::default() })
}

fn publish(flags: &str) -> Result<(), String> {
    manual::write()?;
    must(&mut cargo(&format!("publish --quiet --dry-run --workspace --allow-dirty {flags}")))?;
    // A dry run leaves no packages behind.
    let packages = CRATES.map(|name| format!("--package {name}")).join(" ");
    must(&mut cargo(&format!("package --quiet --allow-dirty --no-verify {packages}")))
}

fn crate_file(name: &str) -> String {
    format!("{name}-{}.crate", env!("CARGO_PKG_VERSION"))
}

/// The packages side by side, as a workspace of their own, which knows nothing of this one but the versions and how it compiles.
struct Unpacked {
    folder: PathBuf,
}

impl Unpacked {
    fn new() -> Result<Self, String> {
        let folder = target_dir().join("unpacked");
        let _ = fs::remove_dir_all(&folder); // mostly it is not there
        fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let mut workspace =
            String::from("[workspace]\nresolver = \"3\"\nmembers = [\"*-*.*\"]\n\n[patch.crates-io]\n");
        for name in CRATES {
            let package = target_dir().join("package").join(crate_file(name));
            // Without the times of the files, which are always the same: cargo would take changed ones for known.
            must(program("tar", "-xmzf").arg(package).arg("-C").arg(&folder))?;
            workspace += &format!("{name} = {{ path = \"{name}-{}\" }}\n", env!("CARGO_PKG_VERSION"));
        }
        let own = read(&root().join("Cargo.toml"))?;
        let profiles = own.find("[profile.").map_or("", |at| &own[at..]);
        let write =
            |name: &str, text: &str| fs::write(folder.join(name), text).map_err(|e| format!("{name}: {e}"));
        write("Cargo.toml", &format!("{workspace}\n{profiles}"))?;
        write("Cargo.lock", &read(&root().join("Cargo.lock"))?)?;
        Ok(Self { folder })
    }

    fn package(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}-{}", env!("CARGO_PKG_VERSION")))
    }

    /// What belongs into every package is there, and in two of them what only packages hold.
    fn check(&self) -> Result<(), String> {
        for name in CRATES {
            let manifest = read(&self.package(name).join("Cargo.toml"))?;
            for field in FIELDS {
                if !manifest.contains(&format!("\n{field} = ")) {
                    return Err(format!("{name}: its published manifest lacks {field}"));
                }
            }
            for file in FILES {
                read(&self.package(name).join(file))?;
            }
        }
        read(&self.package("adverb").join("manual/pages.rs"))?;
        for file in ["index.html", "studio.css", "studio.js", "adverb_wasm_bg.wasm", "notices.txt"] {
            let file = self.package("adverb-cli").join("page").join(file);
            fs::metadata(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        }
        let notices = read(&self.package("adverb-cli").join("page/notices.txt"))?;
        let unnamed = notices::unnamed(&notices, &[ENGINE])?;
        if unnamed.is_empty() {
            Ok(())
        } else {
            Err(format!("the notices of the page lack {}", unnamed.join(", ")))
        }
    }

    fn cargo(&self, line: &str) -> Command {
        let mut command = cargo(line);
        command.current_dir(&self.folder);
        command
    }

    /// With the same features as the workspace has in tests, so that what others wrote is not compiled again.
    fn doctests(&self) -> Result<(), String> {
        must(&mut self.cargo("test --quiet --doc --workspace --all-features"))
    }

    /// As docs.rs shows it, with the manual.
    fn documentation(&self) -> Result<(), String> {
        let mut command = self.cargo("doc --quiet --no-deps --package adverb");
        must(command.env("RUSTDOCFLAGS", "--cfg docsrs -D warnings"))
    }
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}
