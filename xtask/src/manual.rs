//! The manual as docs.rs shows it: the pages of docs/ as modules of `adverb::manual`, links between them included.
//!
//! They are written into the folder of the crate before it is packaged; in the repository there is one copy of every page.

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::root;

const PAGES: &str = "docs";
/// The page of the module itself.
const FIRST: &str = "README.md";
/// The book's table of contents.
const CONTENTS: &str = "SUMMARY.md";

/// Writes all pages, and the modules they belong to.
pub fn write() -> Result<(), String> {
    let folder = root().join("crates/adverb/manual");
    let _ = fs::remove_dir_all(&folder); // mostly it is not there
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut modules = String::new();
    for page in pages()? {
        let (name, module) = (file_name(&page), module(&page));
        let text = fs::read_to_string(&page).map_err(|e| format!("{}: {e}", page.display()))?;
        put(&folder.join(&name), &for_rustdoc(&text))?;
        if name != FIRST {
            modules += &format!("#[doc = include_str!({name:?})]\npub mod {module} {{}}\n");
        }
    }
    put(&folder.join("pages.rs"), &modules)
}

fn pages() -> Result<Vec<PathBuf>, String> {
    let read = fs::read_dir(root().join(PAGES)).map_err(|e| format!("{PAGES}: {e}"))?;
    let is_page =
        |path: &PathBuf| path.extension().is_some_and(|end| end == "md") && file_name(path) != CONTENTS;
    let mut pages: Vec<_> = read.flatten().map(|entry| entry.path()).filter(is_page).collect();
    pages.sort();
    Ok(pages)
}

/// Links to other pages become links to their modules, other files of the repository words; pictures are left out, since docs.rs
/// has no place for them; code without a language is none of Rust's.
fn for_rustdoc(page: &str) -> String {
    let mut text = String::new();
    let mut in_code = false;
    for line in page.lines() {
        let fence = line.trim_start().strip_prefix("```");
        let line = match fence {
            Some("") if !in_code => line.replace("```", "```text"),
            Some(_) => line.into(),
            None if in_code => line.into(),
            None if line.starts_with("![") => continue,
            None => with_links(line),
        };
        in_code ^= fence.is_some();
        text += &line;
        text.push('\n');
    }
    text
}

fn with_links(line: &str) -> String {
    let (mut done, mut rest) = (String::new(), line);
    while let Some((before, after)) = rest.split_once("](") {
        let Some((target, behind)) = after.split_once(')') else { break };
        let (path, anchor) =
            target.split_once('#').map_or((target, None), |(path, anchor)| (path, Some(anchor)));
        let anchor = anchor.map_or(String::new(), |anchor| format!("#{anchor}"));
        done += before;
        let is_elsewhere = target.contains("://") || path.is_empty();
        match before.rfind('[') {
            _ if is_elsewhere => done += &format!("]({target})"),
            _ if path.ends_with(".md") && !path.contains('/') => {
                let page =
                    if path == FIRST { String::new() } else { format!("::{}", module(Path::new(path))) };
                done += &format!("](crate::manual{page}{anchor})");
            }
            // The words of a link may begin on the line before; then its bracket stays.
            Some(at) => drop(done.remove(done.len() - before.len() + at)),
            None => done.push(']'),
        }
        rest = behind;
    }
    done + rest
}

fn module(page: &Path) -> String {
    page.file_stem().unwrap_or_default().to_string_lossy().replace('-', "_")
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn put(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_modules_or_become_words() {
        let line = "See [spaces](spaces.md), [its costs](performance.md#shapes), [three](../examples/three) and [x](https://a.b).";
        let expected = "See [spaces](crate::manual::spaces), [its costs](crate::manual::performance#shapes), three and [x](https://a.b).";
        assert_eq!(with_links(line), expected);
    }

    #[test]
    fn pictures_go_and_code_keeps_its_language() {
        assert_eq!(
            for_rustdoc("![a](a.svg)\n```\n[a](b.md)\n```\n```sh\n```\n"),
            "```text\n[a](b.md)\n```\n```sh\n```\n"
        );
    }
}
