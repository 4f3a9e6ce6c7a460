//! The manual in `docs/`: its table of contents lists every page, and its links lead somewhere.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::{files, read, workspace};

/// Pages beside the manual whose links are checked too.
const BESIDE: [&str; 6] = [
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "crates/adverb-wasm/npm/README.md",
    "examples/three/README.md",
];

#[test]
fn the_table_of_contents_lists_every_page() {
    let docs = workspace().join("docs");
    let listed: BTreeSet<String> = links(&read(&docs.join("SUMMARY.md"))).into_iter().collect();
    let names = pages().into_iter().map(|page| page.file_name().unwrap().to_string_lossy().into_owned());
    let pages: BTreeSet<String> = names.filter(|name| name != "SUMMARY.md").collect();
    assert_eq!(listed, pages);
}

#[test]
fn every_relative_link_leads_to_a_file_and_its_heading() {
    let mut broken = Vec::new();
    for page in pages().into_iter().chain(BESIDE.map(|page| workspace().join(page))) {
        for link in links(&read(&page)).into_iter().filter(|link| !link.contains("://")) {
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target =
                if path.is_empty() { page.clone() } else { page.parent().expect("a folder").join(path) };
            let resolves = target.exists() && (anchor.is_empty() || anchors(&read(&target)).contains(anchor));
            if !resolves {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "broken links:\n{}", broken.join("\n"));
}

/// The book holds `docs/` alone: what lies beside it is named, not linked.
#[test]
fn links_of_the_manual_stay_within_it() {
    for page in pages() {
        let leaving: Vec<String> =
            links(&read(&page)).into_iter().filter(|link| link.starts_with("..")).collect();
        assert!(leaving.is_empty(), "{}: {leaving:?}", page.display());
    }
}

#[test]
fn links_and_anchors_are_found_in_markdown() {
    let page = "# A `b`: c\n[one](one.md#x) `[no](no.md)` ![two](two.svg)\n```sh\n# no\n[no](no.md)\n```\n## A b c\n";
    assert_eq!(links(page), ["one.md#x", "two.svg"]);
    assert_eq!(anchors(page).into_iter().collect::<Vec<_>>(), ["a-b-c", "a-b-c-1"]);
}

/// The Markdown files of the manual.
fn pages() -> Vec<PathBuf> {
    let pages = files(&workspace().join("docs"), "md");
    assert!(pages.len() > 5, "{pages:?}");
    pages
}

/// The lines of a page outside of fenced code.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    page.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    })
}

/// Where the links and pictures of a page lead, code left out.
fn links(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in prose(page) {
        let plain: String = line.split('`').step_by(2).collect();
        let ends = plain.split("](").skip(1).filter_map(|after| after.split_once(')'));
        found.extend(ends.map(|(target, _)| target.to_owned()));
    }
    found
}

/// The anchors of a page's headings, as GitHub and mdBook name them.
fn anchors(page: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for heading in prose(page).filter(|line| line.starts_with('#')) {
        let kept = heading
            .trim_start_matches('#')
            .trim()
            .chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        let slug: String = kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect();
        let number = (0..).find(|n| !found.contains(&numbered(&slug, *n))).expect("numbers do not end");
        found.insert(numbered(&slug, number));
    }
    found
}

fn numbered(slug: &str, number: usize) -> String {
    if number == 0 { slug.to_owned() } else { format!("{slug}-{number}") }
}
