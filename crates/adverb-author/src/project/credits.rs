//! `[files."walks/*.bvh"]`: under which licences the files of a project may be used, and who made them.
//!
//! Nothing is asked of anybody: files without a word about them are used as they are. What the project states goes along with what
//! is made of the files, into packs and GLB files, and files that must not be sold are named when a project is loaded.

use std::collections::{BTreeMap, BTreeSet};

pub use adverb::pack::Credit;

use super::document::{Document, Table};
use super::expression::{Entry, Expression, Made};
use super::graph::usage::fits;
use super::space::in_order;
use crate::error::Error;
use crate::finding::{Criterion, Finding, Place, Subject};
use crate::names::suggestion;

/// What a project states about its files, and which of them its motions and its pack are made of.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Credits {
    stated: BTreeMap<String, Stated>,
    /// The recordings of each motion.
    motions: BTreeMap<String, BTreeSet<String>>,
    /// What goes into a pack.
    packed: BTreeSet<String>,
}

/// What a project states about a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Stated {
    licence: String,
    credit: String,
}

impl Credits {
    /// For what goes into a pack: the recordings of its verbs, the skeleton's file, the meshes of its shapes.
    pub fn of_pack(&self) -> Vec<Credit> {
        self.of_files(self.packed.iter().map(String::as_str))
    }

    /// For the recordings that a motion is made of.
    pub fn of_motion(&self, name: &str) -> Vec<Credit> {
        self.of_files(self.motions.get(name).into_iter().flatten().map(String::as_str))
    }

    /// For files by name, those of one author together; none for files without a word about them.
    pub fn of_files<'f>(&self, files: impl IntoIterator<Item = &'f str>) -> Vec<Credit> {
        let mut all: BTreeMap<&Stated, Vec<String>> = BTreeMap::new();
        for file in files {
            if let Some(stated) = self.stated.get(file) {
                all.entry(stated).or_default().push(file.into());
            }
        }
        let credit = |(stated, files): (&Stated, Vec<String>)| Credit {
            files,
            licence: stated.licence.clone(),
            credit: stated.credit.clone(),
        };
        all.into_iter().map(credit).collect()
    }

    /// A warning for each file of a pack that must not be sold.
    pub(super) fn warnings(&self) -> impl Iterator<Item = Finding> + '_ {
        let stated = self.packed.iter().filter_map(|file| Some((file, self.stated.get(file)?)));
        stated.filter(|(_, stated)| is_non_commercial(&stated.licence)).map(|(file, stated)| {
            let message =
                format!("in packs, though the licence allows no commercial use: {}", stated.licence);
            let found = Finding::warning(Criterion::NonCommercial, Subject::Recording(file.clone()), message);
            found.remedy("Use others in what is sold.")
        })
    }
}

/// Credits in one line, as GLB files have them.
#[must_use]
pub fn copyright(credits: &[Credit]) -> String {
    let one = |credit: &Credit| match (credit.credit.as_str(), credit.licence.as_str()) {
        ("", licence) => format!("{} ({licence})", credit.files.join(", ")),
        (name, "") => name.to_string(),
        (name, licence) => format!("{name} ({licence})"),
    };
    credits.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// Whether a licence forbids commercial use: by its letters, as Creative Commons has them, or in words, as datasets have them.
fn is_non_commercial(licence: &str) -> bool {
    const WORDS: [&str; 6] =
        ["noncommercial", "notforcommercial", "nocommercial", "academic", "educational", "personaluse"];
    let lower = licence.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).collect();
    let letters = words.concat();
    // A company may be called Research; what is for that alone says so.
    let for_research = words.contains(&"research")
        && ["purpose", "purposes", "use", "only"].iter().any(|word| words.contains(word));
    words.contains(&"nc") || for_research || WORDS.iter().any(|word| letters.contains(word))
}

/// What a project names.
pub(super) struct Named<'a> {
    pub(super) entries: &'a BTreeMap<String, Entry>,
    pub(super) made: &'a Made<'a>,
    /// The motions and verbs that a pack is made of.
    pub(super) packed: Vec<&'a str>,
    /// Further files that go into packs: the skeleton's, and those of shapes.
    pub(super) within: Vec<&'a str>,
    /// Those that do not.
    pub(super) beside: Vec<&'a str>,
}

impl Named<'_> {
    /// The recordings that a motion or a verb is made of.
    fn files(&self, name: &str) -> BTreeSet<String> {
        let (mut files, mut seen, mut next) = (BTreeSet::new(), BTreeSet::new(), vec![name]);
        while let Some(name) = next.pop() {
            if !seen.insert(name) {
                continue;
            }
            if let Some(Expression::File { recorded, .. }) = self.entries.get(name).map(|own| &own.expression)
            {
                files.insert(recorded.file.clone());
            }
            next.extend(self.made.get(name).into_iter().flatten().map(|part| part.value.as_str()));
        }
        files
    }
}

/// Reads the table. Of several patterns that fit a file the last that says something counts.
/// Patterns that fit no file are found: of a file that no motion uses yet, or misspelt.
pub(super) fn read(
    doc: &Document,
    table: Option<&Table>,
    named: &Named,
) -> Result<(Credits, Vec<Finding>), Error> {
    let mut unused = Vec::new();
    let motions: BTreeMap<String, BTreeSet<String>> =
        named.entries.keys().map(|name| (name.clone(), named.files(name))).collect();
    let packed = named.packed.iter().flat_map(|name| named.files(name));
    let packed: BTreeSet<String> = packed.chain(named.within.iter().map(ToString::to_string)).collect();
    let others = packed.iter().map(String::as_str).chain(named.beside.iter().copied());
    let files: BTreeSet<&str> = motions.values().flatten().map(String::as_str).chain(others).collect();
    let mut stated: BTreeMap<String, Stated> = BTreeMap::new();
    for (key, value) in table.into_iter().flat_map(in_order) {
        let pattern: &str = key.get_ref();
        let place = format!("[files.{pattern:?}]");
        let entry = doc.table(value, &place)?;
        doc.only(entry, &place, &["licence", "credit", "up", "unit", "joints", "tempo"])?;
        let fitting: Vec<&str> = files.iter().copied().filter(|file| fits(pattern, file)).collect();
        if fitting.is_empty() {
            let all: Vec<&str> = files.iter().copied().collect();
            let message = format!("{pattern:?} fits no file of the project; {}", suggestion(pattern, &all));
            let subject = Subject::Entry("files".into());
            let line = Place::line(doc.excerpt(key.span()).line);
            unused.push(Finding::warning(Criterion::UnusedFiles, subject, message).at(line));
        }
        let text = |name: &str| entry.get(name).map(|value| doc.string(value, name)).transpose();
        let (licence, credit) = (text("licence")?, text("credit")?);
        for file in fitting {
            let own = stated.entry(file.into()).or_default();
            licence.into_iter().for_each(|licence| own.licence = licence.into());
            credit.into_iter().for_each(|credit| own.credit = credit.into());
        }
    }
    stated.retain(|_, stated| *stated != Stated::default());
    Ok((Credits { stated, motions, packed }, unused))
}

#[cfg(test)]
mod tests {
    use super::{Credit, copyright, is_non_commercial};

    #[test]
    fn non_commercial_licences_are_known_by_letters_and_by_words() {
        for licence in
            ["CC BY-NC 4.0", "CC-BY-NC-SA-3.0", "cc by-nc-nd", "Non-Commercial use only", "noncommercial"]
                .into_iter()
                .chain(["for research purposes only", "Research Use Only", "non commercial", "academic use"])
                .chain(["not for commercial use", "free for personal use"])
        {
            assert!(is_non_commercial(licence), "{licence}");
        }
        for licence in [
            "CC BY 4.0",
            "MIT",
            "CC0-1.0",
            "bought from Once Inc.",
            "commercial",
            "Bandai Namco Research Inc.",
            "",
        ] {
            assert!(!is_non_commercial(licence), "{licence}");
        }
    }

    #[test]
    fn a_copyright_names_authors_and_licences_and_else_the_files() {
        let of = |files: &[&str], licence: &str, credit: &str| Credit {
            files: files.iter().map(ToString::to_string).collect(),
            licence: licence.into(),
            credit: credit.into(),
        };
        let all = [
            of(&["a.bvh"], "CC BY 4.0", "Ann"),
            of(&["b.bvh"], "", "Bob"),
            of(&["c.bvh", "d.bvh"], "CC0", ""),
        ];
        assert_eq!(copyright(&all), "Ann (CC BY 4.0); Bob; c.bvh, d.bvh (CC0)");
    }
}
