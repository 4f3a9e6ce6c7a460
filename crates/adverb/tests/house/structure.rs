//! How the crates are laid out: modules that know each other one way only, and tables in ARCHITECTURE.md that name them all.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::{read, workspace};

/// The files below a folder with an extension, as paths from there without it: `formats/gltf/mesh`.
fn files(folder: &Path, extension: &str) -> Vec<String> {
    let below = |path: &Path| path.strip_prefix(folder).expect("it is below").with_extension("");
    let found = super::files(folder, extension);
    let names = found.iter().map(|path| below(path).to_str().expect("names are UTF-8").replace('\\', "/"));
    names.collect()
}

/// The sources of each top-level module of a crate, without comments and without tests beside the code.
fn modules(krate: &str) -> BTreeMap<String, String> {
    let folder = workspace().join("crates").join(krate).join("src");
    let mut sources: BTreeMap<String, String> = BTreeMap::new();
    for file in files(&folder, "rs") {
        let text = read(&folder.join(format!("{file}.rs")));
        let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
        // Above the modules at the top is the root.
        let code = if file.contains('/') { code.to_owned() } else { code.replace("super::", "crate::") };
        let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
        let module = file.split('/').next().unwrap_or_default();
        lines.for_each(|line| *sources.entry(module.into()).or_default() += &format!("{line}\n"));
    }
    sources
}

/// The first names of the paths within braces, or of the one path: `a`, `b` of `{a::x, b::{y, z}}`.
fn first_names(paths: &str) -> Vec<&str> {
    let name = |path: &str| path.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(path.len());
    let Some(inner) = paths.strip_prefix('{') else { return vec![&paths[..name(paths)]] };
    let (mut depth, mut start, mut names) = (0, 0, Vec::new());
    for (at, letter) in inner.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                let path = inner[start..at].trim();
                names.push(&path[..name(path)]);
                start = at + 1;
                if letter == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    names
}

/// Which module a name at the root of a crate is from: its own, or that of what the root exports again.
fn origins(root: &str, modules: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut origins: BTreeMap<String, String> =
        modules.keys().map(|name| (name.clone(), name.clone())).collect();
    for (_, after) in root.match_indices("use ").map(|(at, found)| root.split_at(at + found.len())) {
        let path = after.split(';').next().unwrap_or_default();
        let Some((module, names)) = path.split_once("::").filter(|(module, _)| modules.contains_key(*module))
        else {
            continue;
        };
        let words = names.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
        for word in words {
            origins.entry(word.into()).or_insert(module.into());
        }
    }
    origins
}

/// Which modules each module of a crate mentions.
fn mentions(krate: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut modules = modules(krate);
    let roots: Vec<String> = ["lib", "main"].into_iter().filter_map(|root| modules.remove(root)).collect();
    let origins = origins(&roots.concat(), &modules);
    let mut mentions = BTreeMap::new();
    for (module, code) in &modules {
        let paths = code.match_indices("crate::").map(|(at, found)| &code[at + found.len()..]);
        let others = paths.flat_map(first_names).filter_map(|name| origins.get(name));
        mentions.insert(module.clone(), others.filter(|other| *other != module).cloned().collect());
    }
    mentions
}

/// Groups of modules each of which leads to every other.
fn cycles(mentions: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<BTreeSet<String>> {
    let reached = |from: &str| {
        let mut reached: BTreeSet<String> = BTreeSet::new();
        let mut next = vec![from.to_owned()];
        while let Some(module) = next.pop() {
            let new = mentions[&module].iter().filter(|other| reached.insert((*other).clone()));
            next.extend(new.cloned());
        }
        reached
    };
    let reached: BTreeMap<&str, BTreeSet<String>> =
        mentions.keys().map(|m| (m.as_str(), reached(m))).collect();
    let cyclic = reached.iter().filter(|(module, others)| others.contains(**module));
    cyclic
        .map(|(module, others)| {
            others.iter().filter(|other| reached[other.as_str()].contains(*module)).cloned().collect()
        })
        .collect()
}

#[test]
fn modules_of_a_crate_know_each_other_one_way_only() {
    for krate in ["adverb", "adverb-author", "adverb-cli", "adverb-wasm"] {
        let mentions = mentions(krate);
        assert!(!mentions.is_empty(), "{krate} has modules");
        let cycles = cycles(&mentions);
        assert!(cycles.is_empty(), "{krate}: {cycles:?} know each other both ways: {mentions:#?}");
    }
}

#[test]
fn cycles_are_found_however_paths_are_written() {
    assert_eq!(first_names("{b::{x, y}, c, d::z};"), ["b", "c", "d"]);
    assert_eq!(first_names("clip::Clip;"), ["clip"]);
    let modules = ["a", "b", "c"].map(|name| (name.to_owned(), String::new())).into();
    let origins = origins("pub mod a;\npub use b::{Error, x::Deep};", &modules);
    assert_eq!(origins["Error"], "b");
    assert_eq!(origins["Deep"], "b");
    let set = |names: &[&str]| -> BTreeSet<String> { names.iter().map(|name| (*name).to_owned()).collect() };
    let of = |module: &str, names: &[&str]| (module.to_owned(), set(names));
    let ring = [of("a", &["b"]), of("b", &["c"]), of("c", &["a"]), of("d", &["a"])];
    assert_eq!(cycles(&ring.into()), [set(&["a", "b", "c"])].into());
    assert!(cycles(&[of("a", &["b", "c"]), of("b", &["c"]), of("c", &[])].into()).is_empty());
}

/// The rows of the table below a heading of ARCHITECTURE.md: the names in the first cell, and the words in code style of the second.
fn table(heading: &str) -> Vec<(Vec<String>, Vec<String>)> {
    let architecture = read(&workspace().join("ARCHITECTURE.md"));
    let (_, after) = architecture
        .split_once(&format!("\n{heading}\n"))
        .unwrap_or_else(|| panic!("ARCHITECTURE.md has no heading {heading:?}"));
    let rows =
        after.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let code = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    let cells = rows.skip(2).filter_map(|row| row.trim_matches('|').split_once('|'));
    cells.map(|(names, does)| (code(names), code(does))).collect()
}

fn assert_lists_all(heading: &str, tree: BTreeSet<String>) {
    let listed: Vec<String> = table(heading).into_iter().flat_map(|(names, _)| names).collect();
    let once: BTreeSet<String> = listed.iter().cloned().collect();
    assert_eq!(once, tree, "the table of {heading:?} and the tree");
    assert_eq!(once.len(), listed.len(), "{heading:?} lists a module twice: {listed:?}");
}

#[test]
fn the_architecture_lists_every_module_once() {
    let runtime = workspace().join("crates/adverb/src");
    let top = files(&runtime, "rs").into_iter().filter(|file| !file.contains('/') && file != "lib");
    assert_lists_all("### Inside adverb", top.collect());
    let parts = files(&runtime.join("actor"), "rs").into_iter().filter(|file| !file.contains('/'));
    assert_lists_all("### Actors", parts.collect());
    let src = workspace().join("crates/adverb-author/src");
    let modules = files(&src, "rs").into_iter().filter(|file| !file.contains('/') && file != "lib");
    assert_lists_all("### Inside adverb-author", modules.collect());
    let scripts = files(&workspace().join("studio/src"), "ts").into_iter();
    assert_lists_all("### Inside the studio", scripts.filter(|file| !file.contains('/')).collect());
}

#[test]
fn modules_that_the_architecture_describes_are_there() {
    let src = workspace().join("crates/adverb-author/src");
    let stems: BTreeSet<String> =
        files(&src, "rs").iter().filter_map(|file| file.rsplit('/').next().map(str::to_owned)).collect();
    let is_module = |word: &String| word.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    let described = table("### Inside adverb-author").into_iter().flat_map(|(_, does)| does);
    let absent: Vec<String> = described.filter(is_module).filter(|word| !stems.contains(word)).collect();
    assert!(absent.is_empty(), "ARCHITECTURE.md describes modules that are not there: {absent:?}");
}
