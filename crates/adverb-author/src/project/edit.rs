//! Edits of the project file by commands: motions and examples are added, and every other byte stays.

use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, Value};

use super::document::Document;
use super::files::Recorded;
use crate::error::Error;

/// The prefix of `adverb annotate`'s comments, which are replaced together with the keys below them.
const MARK: &str = "# annotate: ";

/// A project file's text.
#[derive(Debug, Clone, PartialEq)]
pub struct Edit {
    text: String,
}

/// A motion that is a file.
#[derive(Debug, Clone, PartialEq)]
pub struct FileMotion {
    /// Its name in `[motions]`.
    pub name: String,
    /// Its file and animation, as written.
    pub recorded: Recorded,
    /// Whether it has keys, or takes a part of the file.
    pub has_range: bool,
}

impl Edit {
    /// The text of a project's file.
    ///
    /// # Errors
    /// With the line, if it is not TOML or has unknown tables.
    pub fn of(file: &str, text: &str) -> Result<Self, Error> {
        let doc = Document { file, text };
        doc.project()?;
        // Both readers are of one family; where they should ever differ, that is an error too.
        text.strip_prefix(BOM).unwrap_or(text).parse::<DocumentMut>().map_err(|e| {
            let remedy = "see docs/project-file.md for the whole format".into();
            doc.error(e.span().unwrap_or(0..0), e.message().into(), remedy)
        })?;
        Ok(Self { text: text.into() })
    }

    /// A project file with only a name.
    pub fn new(project: &str) -> Self {
        let mut doc = DocumentMut::new();
        let mut table = Table::new();
        table.insert("name", toml_edit::value(project));
        doc.insert("project", Item::Table(table));
        Self { text: doc.to_string() }
    }

    /// The current text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The motions that are files, in order.
    pub fn file_motions(&self) -> Vec<FileMotion> {
        let doc = self.parsed();
        let motions = doc.get("motions").and_then(Item::as_table_like);
        let motion = |(name, item): (&str, &Item)| {
            let table = item.as_table_like()?;
            let has_range = ["keys", "frames", "seconds"].iter().any(|key| table.contains_key(key));
            let file = table.get("file")?.as_str()?.into();
            let animation = table.get("animation").and_then(|own| {
                own.as_str().map(String::from).or_else(|| Some(own.as_integer()?.to_string()))
            });
            Some(FileMotion { name: name.into(), recorded: Recorded { file, animation }, has_range })
        };
        motions.into_iter().flat_map(|motions| motions.iter()).filter_map(motion).collect()
    }

    /// Whether `[verbs]` contains it.
    pub fn has_verb(&self, name: &str) -> bool {
        self.parsed().get("verbs").and_then(|verbs| verbs.get(name)).is_some()
    }

    /// The motions of a verb's examples.
    pub fn examples(&self, verb: &str) -> Vec<String> {
        let doc = self.parsed();
        let examples = doc.get("verbs").and_then(|verbs| verbs.get(verb)?.get("examples"));
        let name = |motion: &Item| motion.as_str().map(String::from);
        match examples {
            Some(Item::ArrayOfTables(examples)) => {
                examples.iter().filter_map(|example| name(example.get("motion")?)).collect()
            }
            Some(Item::Value(Value::Array(examples))) => {
                let motion =
                    |example: &Value| Some(example.as_inline_table()?.get("motion")?.as_str()?.into());
                examples.iter().filter_map(motion).collect()
            }
            _ => Vec::new(),
        }
    }

    /// An unused name for a motion or verb, similar to the given one.
    pub fn free_name(&self, wanted: &str) -> String {
        let doc = self.parsed();
        let taken = |name: &str| {
            let has =
                |table| doc.get(table).and_then(Item::as_table_like).is_some_and(|t| t.contains_key(name));
            has("motions") || has("verbs")
        };
        let mut names = std::iter::once(wanted.to_string()).chain((2..).map(|n| format!("{wanted}_{n}")));
        names.find(|name| !taken(name)).expect("names without end")
    }

    /// A motion that is a file, from its first key to its last (in frames; the whole file without any), with remarks above its keys.
    pub fn add_motion(
        &mut self,
        name: &str,
        recorded: &Recorded,
        keys: &[(String, f64)],
        remarks: &[String],
    ) {
        let mut table = Table::new();
        table.insert("file", toml_edit::value(&recorded.file));
        if let Some(animation) = &recorded.animation {
            table.insert("animation", toml_edit::value(animation));
        }
        set_keys(&mut table, keys, remarks);
        self.change(|doc| {
            add_table(doc, "motions", name, table);
        });
    }

    /// Replaces the keys, or the range, of a motion; in frames.
    pub fn replace_keys(&mut self, motion: &str, keys: &[(String, f64)], remarks: &[String]) {
        self.change(|doc| match doc.get_mut("motions").and_then(|motions| motions.get_mut(motion)) {
            Some(Item::Table(table)) => set_keys(table, keys, remarks),
            Some(Item::Value(Value::InlineTable(table))) => {
                ["frames", "seconds", "in"].iter().for_each(|key| drop(table.remove(key)));
                table.insert("keys", array(keys).into());
            }
            _ => {}
        });
    }

    /// Adds a verb without adverbs and examples.
    pub fn add_verb(&mut self, name: &str, cycle: bool) {
        let mut table = Table::new();
        table.insert("adverbs", toml_edit::value(InlineTable::new()));
        if cycle {
            table.insert("cycle", toml_edit::value(true));
        }
        self.change(|doc| add_table(doc, "verbs", name, table));
    }

    /// Adds an adverb with the name of its measure.
    pub fn add_measured(&mut self, verb: &str, measure: &str) {
        let adverb = InlineTable::from_iter([("measure", Value::from(measure))]);
        self.add_adverb(verb, measure, adverb.into());
    }

    /// Adds an adverb with a range. Examples that say nothing about their places, because all was measured, are placed at its
    /// default.
    pub fn add_ranged(&mut self, verb: &str, adverb: &str, range: [f64; 2]) {
        self.add_adverb(verb, adverb, range.map(number).into_iter().collect::<Array>().into());
        let [low, high] = range;
        let default = if low <= 0.0 && high >= 0.0 { 0.0 } else { 0.5 * (low + high) };
        let at = || InlineTable::from_iter([(adverb, number(default))]);
        self.change(|doc| {
            match doc.get_mut("verbs").and_then(|verbs| verbs.get_mut(verb)?.get_mut("examples")) {
                Some(Item::ArrayOfTables(examples)) => {
                    for example in examples.iter_mut().filter(|example| !example.contains_key("at")) {
                        example.insert("at", toml_edit::value(at()));
                    }
                }
                Some(Item::Value(Value::Array(examples))) => {
                    let tables = examples.iter_mut().filter_map(Value::as_inline_table_mut);
                    for example in tables.filter(|example| !example.contains_key("at")) {
                        append(example, "at", at().into());
                    }
                }
                _ => {}
            }
        });
    }

    fn add_adverb(&mut self, verb: &str, adverb: &str, value: Value) {
        self.change(|doc| {
            let verb = doc.get_mut("verbs").and_then(|verbs| verbs.get_mut(verb));
            let Some(verb) = verb.and_then(Item::as_table_like_mut) else { return };
            let adverbs = verb.entry("adverbs").or_insert_with(|| toml_edit::value(InlineTable::new()));
            match adverbs {
                Item::Value(Value::InlineTable(adverbs)) => append(adverbs, adverb, value),
                Item::Table(adverbs) => drop(adverbs.insert(adverb, Item::Value(value))),
                _ => {}
            }
        });
    }

    /// Adds an example to a verb; without a point if all of its adverbs are measured.
    pub fn add_example(&mut self, verb: &str, motion: &str, at: &[(String, f64)]) {
        self.insert_example(verb, motion, at, false);
    }

    /// Adds an example that changes its verb near its own point only.
    pub fn add_refinement(&mut self, verb: &str, motion: &str, at: &[(String, f64)]) {
        self.insert_example(verb, motion, at, true);
    }

    fn insert_example(&mut self, verb: &str, motion: &str, at: &[(String, f64)], refines: bool) {
        let mut example = Table::new();
        example.insert("motion", toml_edit::value(motion));
        let point: InlineTable = at.iter().map(|(name, value)| (name.as_str(), number(*value))).collect();
        if !at.is_empty() {
            example.insert("at", toml_edit::value(point));
        }
        if refines {
            example.insert("refines", toml_edit::value(true));
        }
        self.change(|doc| {
            let verb = doc.get_mut("verbs").and_then(|verbs| verbs.get_mut(verb));
            let Some(verb) = verb.and_then(Item::as_table_like_mut) else { return };
            match verb.entry("examples").or_insert(Item::ArrayOfTables(ArrayOfTables::new())) {
                Item::ArrayOfTables(examples) => examples.push(example),
                Item::Value(Value::Array(examples)) => examples.push(example.into_inline_table()),
                _ => {}
            }
        });
    }

    fn parsed(&self) -> DocumentMut {
        let text = self.text.strip_prefix(BOM).unwrap_or(&self.text);
        text.parse().expect("checked when it was read, and written by toml_edit since")
    }

    /// One change at one place.
    fn change(&mut self, change: impl FnOnce(&mut DocumentMut)) {
        let mut doc = self.parsed();
        change(&mut doc);
        self.text = spliced(&self.text, &doc.to_string());
    }
}

const BOM: char = '\u{feff}';

/// A new table in a section of the file, after the others there.
fn add_table(doc: &mut DocumentMut, section: &str, name: &str, mut table: Table) {
    table.decor_mut().set_prefix("\n");
    if doc.is_empty() {
        // Comments alone: they stay above.
        let comments = doc.trailing().as_str().unwrap_or("").to_string();
        table.decor_mut().set_prefix(if comments.is_empty() { comments } else { format!("{comments}\n") });
        doc.set_trailing("");
    }
    let section = doc.entry(section).or_insert_with(|| {
        let mut table = Table::new();
        table.set_implicit(true);
        Item::Table(table)
    });
    match section {
        Item::Table(section) => drop(section.insert(name, Item::Table(table))),
        Item::Value(Value::InlineTable(section)) => {
            section.insert(name, table.into_inline_table().into());
        }
        _ => {}
    }
}

/// Keys in the place of a range, the comments of their author kept.
fn set_keys(table: &mut Table, keys: &[(String, f64)], remarks: &[String]) {
    let (mut above, mut beside) = (String::new(), None);
    for old in ["keys", "frames", "seconds", "in"] {
        let Some((key, item)) = table.remove_entry(old) else { continue };
        let comments = key.leaf_decor().prefix().and_then(|p| p.as_str()).unwrap_or("").to_string();
        above.extend(comments.split_inclusive('\n').filter(|line| !line.starts_with(MARK)));
        let suffix = item.as_value().and_then(|value| value.decor().suffix()?.as_str().map(String::from));
        beside = beside.or(suffix.filter(|suffix| !suffix.trim().is_empty()));
    }
    remarks.iter().for_each(|remark| above += &format!("{MARK}{remark}\n"));
    if keys.is_empty() {
        // Nothing to write them above: they stand before the table's last line.
        above = format!("{}{above}", prefix(table, "file"));
        if let Some(mut key) = table.key_mut("file") {
            key.leaf_decor_mut().set_prefix(above);
        }
        return;
    }
    let mut value = Value::from(array(keys));
    if let Some(beside) = beside {
        value.decor_mut().set_suffix(beside);
    }
    table.insert("keys", Item::Value(value));
    if let Some(mut key) = table.key_mut("keys") {
        key.leaf_decor_mut().set_prefix(above);
    }
}

fn prefix(table: &Table, key: &str) -> String {
    let decor = table.key(key).and_then(|key| key.leaf_decor().prefix()?.as_str().map(String::from));
    let own = decor.unwrap_or_default();
    own.split_inclusive('\n').filter(|line| !line.starts_with(MARK)).collect()
}

/// A new entry after the others of `{ … }`.
fn append(table: &mut InlineTable, key: &str, value: Value) {
    // What stood before the brace stands after the comma, which needs nothing before it.
    let last = table.iter_mut().last();
    last.into_iter().for_each(|(_, value)| value.decor_mut().set_suffix(""));
    table.insert(key, value);
}

/// `[{ left-down = 101 }, …]`.
fn array(keys: &[(String, f64)]) -> Array {
    let key = |(name, time): &(String, f64)| InlineTable::from_iter([(name.as_str(), number(*time))]);
    keys.iter().map(key).collect()
}

/// A number as a person writes it.
fn number(value: f64) -> Value {
    if value.fract() == 0.0 && value.abs() < 1e15 { Value::from(value as i64) } else { Value::from(value) }
}

/// A changed text with the lines that did not change as they were, to the last byte: ends of lines and the mark of their order
/// are not toml_edit's to keep. What changed is in one place.
fn spliced(before: &str, after: &str) -> String {
    let old: Vec<&str> = before.split_inclusive('\n').collect();
    let new: Vec<&str> = after.split_inclusive('\n').collect();
    let bare = |line: &&str| line.trim_start_matches(BOM).trim_end_matches(['\r', '\n']).to_string();
    let same = |(a, b): &(&&str, &&str)| bare(a) == bare(b);
    let head = old.iter().zip(&new).take_while(same).count();
    let most = old.len().min(new.len()) - head;
    let tail = old.iter().rev().zip(new.iter().rev()).take(most).take_while(same).count();
    let newline = if before.contains("\r\n") { "\r\n" } else { "\n" };
    let mut text: String = old[..head].concat();
    let middle = &new[head..new.len() - tail];
    if !middle.is_empty() && !text.is_empty() && !text.ends_with('\n') {
        text += newline;
    }
    middle.iter().for_each(|line| text += &format!("{}{newline}", line.trim_end_matches(['\r', '\n'])));
    text + &old[old.len() - tail..].concat()
}
