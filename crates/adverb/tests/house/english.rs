//! The English that people read is plain: in the manual, in help and in messages.

use std::fs;
use std::path::PathBuf;

use super::{files, read, workspace};

/// What one has to read twice. Say who does what: "a warning names the axis", "unknown keyword", "missing joints".
const CLUMSY: [&str; 11] = [
    "is told",
    "are told",
    "be told",
    "is said",
    "are said",
    "is remarked",
    "that there is not",
    "that is none",
    "is no word of",
    "has not all",
    "made anew",
];

#[test]
fn the_manual_is_plain_english() {
    let beside = ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"];
    let pages = files(&workspace().join("docs"), "md");
    held(pages.into_iter().chain(beside.map(|page| workspace().join(page))), |text| text);
}

/// Messages are what is left of sources without comments; help is the comments of `args`; authors of tools read those of `adverb-author`.
#[test]
fn help_and_messages_are_plain_english() {
    let crates = fs::read_dir(workspace().join("crates")).expect("the crates are there").flatten();
    let sources: Vec<PathBuf> = crates.flat_map(|entry| files(&entry.path().join("src"), "rs")).collect();
    assert!(sources.len() > 100, "{}", sources.len());
    let (help, messages): (Vec<PathBuf>, Vec<PathBuf>) =
        sources.into_iter().partition(|path| path.to_string_lossy().contains("adverb-cli/src/args"));
    assert!(!help.is_empty());
    let (documented, messages): (Vec<PathBuf>, Vec<PathBuf>) =
        messages.into_iter().partition(|path| path.to_string_lossy().contains("adverb-author/src"));
    assert!(!documented.is_empty());
    let whole = help.into_iter().chain(documented).chain(files(&workspace().join("xtask/src"), "rs"));
    held(whole, |text| text);
    held(messages.into_iter(), |text| {
        text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
    });
    held(files(&workspace().join("studio/src"), "ts").into_iter(), |text| {
        let comment = |line: &str| ["//", "/*", "*"].iter().any(|mark| line.trim_start().starts_with(mark));
        text.lines().filter(|line| !comment(line)).collect::<Vec<_>>().join("\n")
    });
}

/// None of these files has a clumsy phrase, wherever its lines break.
fn held(files: impl Iterator<Item = PathBuf>, shown: impl Fn(String) -> String) {
    let mut found = Vec::new();
    for path in files {
        let text = shown(read(&path)).to_lowercase();
        let words: Vec<&str> =
            text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect();
        let words = format!(" {} ", words.join(" "));
        for phrase in CLUMSY {
            for (at, _) in words.match_indices(&format!(" {phrase} ")) {
                let around: String = words[at..].chars().take(60).collect();
                found.push(format!("{}: …{around}…", path.display()));
            }
        }
    }
    assert!(found.is_empty(), "clumsy phrases:\n{}", found.join("\n"));
}
