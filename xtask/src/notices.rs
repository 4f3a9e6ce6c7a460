//! Third-party notices: the licences of all that an artifact contains, gathered from the sources it was built from.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::command::{cargo, output, root};

/// A package of the workspace, and the target it is compiled for.
pub type Built<'a> = (&'a str, &'a str);

/// The engine in the browser.
pub const ENGINE: Built<'static> = ("adverb-wasm", "wasm32-unknown-unknown");

/// Somebody's work.
struct Work {
    /// With its version.
    name: String,
    /// As its manifest has it.
    licence: String,
    texts: Vec<String>,
}

/// The notices of what is built, and of the packages of Node that the page contains.
pub fn of(built: &[Built], node: &[&str]) -> Result<String, String> {
    let mut works = vec![standard_library()?];
    let folders = folders()?;
    for name in dependencies(built)? {
        works.push(crate_work(&name, &folders)?);
    }
    for package in node {
        works.push(node_work(package)?);
    }
    Ok(text(&works))
}

/// What the notices of an artifact fail to name.
pub fn unnamed(notices: &str, built: &[Built]) -> Result<Vec<String>, String> {
    let is_named = |name: &String| {
        notices
            .lines()
            .any(|line| line.strip_prefix("  ").is_some_and(|rest| rest.starts_with(&format!("{name}  "))))
    };
    Ok(dependencies(built)?.into_iter().filter(|name| !is_named(name)).collect())
}

/// Names and versions of all crates of others that end up in the packages, in order.
fn dependencies(built: &[Built]) -> Result<Vec<String>, String> {
    let mut names = Vec::new();
    for (package, target) in built {
        let line = format!(
            "tree --quiet --package {package} --target {target} --edges normal,no-proc-macro --prefix none"
        );
        let tree = output(cargo(&line).args(["--format", "{p}"]))?;
        for line in tree.lines() {
            let mut words = line.split_whitespace();
            let (name, version) = (words.next(), words.next().and_then(|word| word.strip_prefix('v')));
            // Behind one's own crates stands their folder, behind those listed before a mark.
            let is_own = words.next().is_some_and(|word| word.starts_with('('));
            if let (Some(name), Some(version), false) = (name, version, is_own) {
                names.push(format!("{name} {version}"));
            }
        }
    }
    names.sort();
    names.dedup();
    Ok(names)
}

/// Where the sources of every crate are, by name and version.
fn folders() -> Result<BTreeMap<String, PathBuf>, String> {
    let metadata = output(&mut cargo("metadata --quiet --format-version 1 --all-features"))?;
    let manifests =
        metadata.split("\"manifest_path\":\"").skip(1).filter_map(|after| after.split('"').next());
    let folder =
        |manifest: &str| PathBuf::from(manifest.replace("\\\\", "\\")).parent().map(Path::to_path_buf);
    let named = |folder: PathBuf| {
        let name = folder.file_name()?.to_string_lossy().into_owned();
        // "name-1.2.3": the version begins behind the first hyphen before a digit.
        let at = name
            .match_indices('-')
            .map(|(at, _)| at)
            .find(|at| name[at + 1..].starts_with(|c: char| c.is_ascii_digit()))?;
        Some((format!("{} {}", &name[..at], &name[at + 1..]), folder))
    };
    Ok(manifests.filter_map(folder).filter_map(named).collect())
}

fn crate_work(name: &str, folders: &BTreeMap<String, PathBuf>) -> Result<Work, String> {
    let folder = folders.get(name).ok_or(format!("{name}: its sources are missing"))?;
    let manifest = read(&folder.join("Cargo.toml"))?;
    let licence = string(&manifest, "license").ok_or(format!("{name}: its manifest names no licence"))?;
    let mut files = Vec::new();
    licence_files(folder, 2, &mut files)?;
    files.sort();
    let mut texts = files.iter().map(|file| read(file)).collect::<Result<Vec<_>, _>>()?;
    let is_own = |file: &PathBuf| file.parent() == Some(folder) && file_name(file).contains("LICEN");
    if !files.iter().any(is_own) {
        if !licence.contains("MIT") {
            return Err(format!("{name}: the text of its licence, {licence}, is missing"));
        }
        let authors = manifest.split_once("\nauthors = [").and_then(|(_, after)| after.split(']').next());
        let authors =
            authors.map(|list| list.replace(['"', '\n'], "").trim().trim_end_matches(',').to_owned());
        texts.push(mit(&authors.unwrap_or(format!("the authors of {name}")))?);
    }
    Ok(Work { name: name.into(), licence, texts })
}

/// Files that hold licences, in a folder and in those below it; beside fonts stands whose they are.
fn licence_files(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let beside_fonts = folder.ends_with("fonts");
    for entry in fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?.flatten() {
        let path = entry.path();
        let name = file_name(&path);
        let is_text = !name.contains('.')
            || [".TXT", ".MD"].iter().any(|end| name.ends_with(end))
            || name.starts_with("COPYING.");
        let is_licence = ["LICEN", "COPYING", "COPYRIGHT", "NOTICE"].iter().any(|word| name.contains(word));
        if path.is_dir() {
            if depth > 0 {
                licence_files(&path, depth - 1, files)?;
            }
        } else if (is_text || name.starts_with("LICEN")) && is_licence
            || beside_fonts && name.ends_with(".TXT")
        {
            files.push(path);
        }
    }
    Ok(())
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().to_uppercase()
}

fn node_work(package: &str) -> Result<Work, String> {
    let folder = root().join("studio/node_modules").join(package);
    let manifest = read(&folder.join("package.json"))?;
    let field = |name: &str| {
        let (_, after) = manifest.split_once(&format!("\"{name}\": \""))?;
        after.split('"').next().map(str::to_owned)
    };
    let (version, licence) =
        field("version").zip(field("license")).ok_or(format!("{package}: package.json is incomplete"))?;
    Ok(Work { name: format!("{package} {version}"), licence, texts: vec![read(&folder.join("LICENSE"))?] })
}

fn standard_library() -> Result<Work, String> {
    let version = output(&mut crate::command::program("rustc", "--version"))?;
    let version = version.split_whitespace().nth(1).unwrap_or_default().to_owned();
    let texts = vec![mit("the Rust project contributors")?];
    Ok(Work { name: format!("Rust standard library {version}"), licence: "MIT OR Apache-2.0".into(), texts })
}

/// The MIT licence of somebody who leaves its text out: ours with their names.
fn mit(authors: &str) -> Result<String, String> {
    let own = read(&root().join("LICENSE-MIT"))?;
    let lines = own.lines().map(|line| {
        if line.starts_with("Copyright") { format!("Copyright (c) {authors}") } else { line.into() }
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

/// A list of all works, then their texts; one that several share stands once.
fn text(works: &[Work]) -> String {
    let width = works.iter().map(|work| work.name.len()).max().unwrap_or(0);
    let mut notices = format!("Third-party notices of adverb {}\n\n", env!("CARGO_PKG_VERSION"));
    for Work { name, licence, .. } in works {
        notices += &format!("  {name:width$}  {licence}\n");
    }
    let mut texts: Vec<(&str, Vec<&str>)> = Vec::new();
    for work in works {
        for text in &work.texts {
            match texts.iter_mut().find(|(other, _)| other.split_whitespace().eq(text.split_whitespace())) {
                Some((_, names)) => names.push(&work.name),
                None => texts.push((text, vec![&work.name])),
            }
        }
    }
    for (text, names) in texts {
        notices += &format!(
            "\n{}\n{}\n\n{}\n",
            "=".repeat(80),
            names.join(", "),
            text.trim_matches('\n').trim_end()
        );
    }
    notices
}

/// The value of `key = "…"` in a manifest.
fn string(manifest: &str, key: &str) -> Option<String> {
    let line = manifest.lines().find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix('='))?;
    Some(line.trim().trim_matches('"').to_owned())
}

fn read(path: &Path) -> Result<String, String> {
    let bytes = fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).replace("\r\n", "\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dependency_of_the_command_is_named_with_its_licence() {
        let built = [("adverb-cli", "x86_64-unknown-linux-gnu"), ENGINE];
        let notices = of(&built, &[]).unwrap();
        assert_eq!(unnamed(&notices, &built).unwrap(), Vec::<String>::new());
        assert!(unnamed("", &built).unwrap().len() > 50, "all are unnamed in nothing");
        // Those of fonts and of C stand deeper in their crates, or nowhere.
        for text in
            ["SIL OPEN FONT LICENSE", "UBUNTU FONT LICENCE", "Apache License", "Copyright (c) bqqbarbhg"]
        {
            assert!(notices.contains(text), "{text}");
        }
    }
}
