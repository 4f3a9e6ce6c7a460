//! What the crates depend on is what ARCHITECTURE.md says, no more and no less.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::{read, workspace};

/// The names in the first column of the table below a heading: `` | `name` | reason | ``.
fn listed(architecture: &str, heading: &str) -> BTreeSet<String> {
    let (_, after) = architecture
        .split_once(&format!("\n{heading}\n"))
        .unwrap_or_else(|| panic!("ARCHITECTURE.md has no heading {heading:?}"));
    let rows =
        after.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let names = rows.filter_map(|row| row.strip_prefix("| `")?.split_once('`'));
    names.map(|(name, _)| name.to_owned()).collect()
}

/// The names of a manifest's direct dependencies, those of its tests included.
fn declared(manifest: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut inside = false;
    for line in manifest.lines() {
        if let Some(section) = line.strip_prefix('[') {
            inside = section.trim_end().ends_with("dependencies]");
        } else if let Some((name, _)) = line.split_once(['.', '=', ' '])
            && inside
            && !name.starts_with('#')
        {
            names.insert(name.to_owned());
        }
    }
    names
}

#[test]
fn the_runtime_depends_only_on_what_the_architecture_lists() {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let done = Command::new(cargo)
        .args(["tree", "-p", "adverb", "-e", "normal,build", "--all-features", "--prefix", "none"])
        .current_dir(workspace())
        .output()
        .expect("cargo runs");
    assert!(done.status.success(), "cargo tree: {}", String::from_utf8_lossy(&done.stderr));
    let tree = String::from_utf8(done.stdout).expect("cargo prints UTF-8");
    let names = tree.lines().filter_map(|line| line.split(' ').next()).filter(|name| !name.is_empty());
    let found: BTreeSet<String> = names.filter(|&name| name != "adverb").map(String::from).collect();
    let architecture = read(&workspace().join("ARCHITECTURE.md"));
    assert_eq!(found, listed(&architecture, "### What `adverb` may depend on"));
}

#[test]
fn every_dependency_has_its_reason_in_the_architecture() {
    let architecture = read(&workspace().join("ARCHITECTURE.md"));
    let reasons = listed(&architecture, "### Every dependency and its reason");
    let crates = fs::read_dir(workspace().join("crates")).expect("the crates are there").flatten();
    let folders: Vec<PathBuf> = crates.map(|entry| entry.path()).chain([workspace().join("xtask")]).collect();
    let mut used = BTreeSet::new();
    for folder in folders.iter().filter(|folder| folder.join("Cargo.toml").is_file()) {
        let own = declared(&read(&folder.join("Cargo.toml")));
        used.extend(own.into_iter().filter(|name| name != "adverb" && !name.starts_with("adverb-")));
    }
    let unexplained: Vec<_> = used.difference(&reasons).collect();
    let unused: Vec<_> = reasons.difference(&used).collect();
    assert!(unexplained.is_empty(), "ARCHITECTURE.md gives no reason for {unexplained:?}");
    assert!(unused.is_empty(), "ARCHITECTURE.md explains what nothing depends on: {unused:?}");
}
