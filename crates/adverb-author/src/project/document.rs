//! A TOML file as text with places: every value knows its line, so that every error can show it.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::error::{Error, Excerpt};
use crate::names::suggestion;

/// A table of the file.
pub(crate) type Table<'a> = DeTable<'a>;
/// A value and where it stands.
pub(crate) type Value<'a> = Spanned<DeValue<'a>>;

/// The tables of a project file.
const TABLES: [&str; 9] =
    ["project", "files", "character", "sides", "motions", "verbs", "graph", "gestures", "shapes"];

/// Longer lists and tables are accidents or attacks.
const MOST_ENTRIES: usize = 16_384;
/// What parsing may take, and this many times the text; the rest of what is promised is for what is made of it.
const FREE_BYTES: usize = 48 << 20;
const TIMES: usize = 16;

/// The text of a file, and its name for errors.
pub(crate) struct Document<'a> {
    pub(crate) file: &'a str,
    pub(crate) text: &'a str,
}

impl<'a> Document<'a> {
    /// The whole file; `manual` is where its format is described.
    pub(crate) fn parse(&self, manual: &str) -> Result<Table<'a>, Error> {
        if parsing_bytes(self.text) > FREE_BYTES + TIMES * self.text.len() {
            let problem = "it has more entries than a text of its length justifies; split it".into();
            return Err(Error::File { file: self.file.into(), problem });
        }
        let table = DeTable::parse(self.text).map_err(|e| {
            let span = e.span().unwrap_or(0..0);
            let (problem, remedy) = self.mistake(span.clone(), e.message(), manual);
            self.error(span, problem, remedy)
        })?;
        let table = table.into_inner();
        table.iter().try_for_each(|(_, value)| self.bounded(value))?;
        Ok(table)
    }

    /// What is wrong with a text that is not TOML, and what to write: common mistakes in words of their own, others as the parser has
    /// them.
    fn mistake(&self, span: Range<usize>, said: &str, manual: &str) -> (String, String) {
        let written = self.text.get(span.clone()).unwrap_or_default().trim();
        let words: Vec<&str> = written.split([' ', '\t', ';']).filter(|word| !word.is_empty()).collect();
        let is_number = |word: &&str| word.parse::<f64>().is_ok();
        // Of those who copy a path from Windows.
        if said.contains("escape") && self.excerpt(span.clone()).text.contains('\\') {
            let remedy = "in \"…\" write / instead of \\, or put what has a \\ between single quotes, '…'";
            return (said.into(), remedy.into());
        }
        if words.len() > 1 && words.iter().all(is_number) {
            let problem = format!("there is no comma between {} and {}", words[0], words[1]);
            return (problem, format!("write [{}]", words.join(", ")));
        }
        if said.contains("missing comma") {
            return ("there is no comma between two entries".into(), "write a comma before this one".into());
        }
        let is_word = |word: &str| word.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let is_value = self.text[..span.start.min(self.text.len())].trim_end().ends_with(['=', '[', ',']);
        if matches!(words[..], [word] if is_word(word)) && is_value {
            let problem = format!("{written} is neither a number nor a text in quotes");
            return (problem, format!("write a number, such as 1.5, or a text: \"{written}\""));
        }
        (said.into(), format!("see {manual} for the whole format"))
    }

    /// No list or table is so long that what is made of it would be out of all proportion to the text.
    fn bounded(&self, value: &Value) -> Result<(), Error> {
        let bounded = |count: usize| match count <= MOST_ENTRIES {
            true => Ok(()),
            false => {
                let problem = format!("{count} entries are too many");
                Err(self.error(
                    value.span(),
                    problem,
                    format!("write at most {MOST_ENTRIES} in one table or list"),
                ))
            }
        };
        match value.get_ref() {
            DeValue::Array(list) => {
                bounded(list.len())?;
                list.iter().try_for_each(|value| self.bounded(value))
            }
            DeValue::Table(table) => {
                bounded(table.len())?;
                table.iter().try_for_each(|(_, value)| self.bounded(value))
            }
            _ => Ok(()),
        }
    }

    /// A project file, its tables known.
    pub(crate) fn project(&self) -> Result<Table<'a>, Error> {
        let table = self.parse("docs/project-file.md")?;
        self.only(&table, "the project file", &TABLES)?;
        Ok(table)
    }

    /// An error that shows the line of `span` with the span underlined, and says what to write instead.
    pub(crate) fn error(&self, span: Range<usize>, problem: String, remedy: String) -> Error {
        Error::Project { file: self.file.to_string(), excerpt: self.excerpt(span), problem, remedy }
    }

    /// The line of `span` with the span underlined.
    pub(crate) fn excerpt(&self, span: Range<usize>) -> Excerpt {
        let start = span.start.min(self.text.len());
        let before = &self.text[..start];
        let line = before.matches('\n').count() + 1;
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let text = self.text[line_start..].lines().next().unwrap_or("");
        let column = self.text[line_start..start].chars().count() + 1;
        let end = span.end.clamp(start, line_start + text.len().max(start - line_start));
        let width = self.text[start..end].chars().count().max(1);
        Excerpt::new(line, text, column, width)
    }

    /// Moves an error of a motion to the place that asked for it.
    pub(crate) fn located(&self, span: Range<usize>, error: Error) -> Error {
        match error {
            Error::Motion { problem } => self.error(span, problem, String::new()),
            other => other,
        }
    }

    pub(crate) fn table<'v>(&self, value: &'v Value<'a>, what: &str) -> Result<&'v Table<'a>, Error> {
        let DeValue::Table(table) = value.get_ref() else {
            return Err(self.unexpected(value, what, "a table"));
        };
        Ok(table)
    }

    pub(crate) fn array<'v>(&self, value: &'v Value<'a>, what: &str) -> Result<&'v [Value<'a>], Error> {
        match value.get_ref() {
            DeValue::Array(array) => Ok(array),
            DeValue::Table(_) => {
                let remedy =
                    "a list of tables has two brackets on each side, [[ … ]], before every one of them";
                Err(self.error(value.span(), format!("{what} must be a list, not one table"), remedy.into()))
            }
            _ => Err(self.unexpected(value, what, "a list, [ … ]")),
        }
    }

    pub(crate) fn string<'v>(&self, value: &'v Value<'a>, what: &str) -> Result<&'v str, Error> {
        value.get_ref().as_str().ok_or_else(|| self.unexpected(value, what, "a \"string\""))
    }

    pub(crate) fn number(&self, value: &Value<'a>, what: &str) -> Result<f64, Error> {
        let number = match value.get_ref() {
            DeValue::Integer(i) => i64::from_str_radix(i.as_str(), i.radix()).ok().map(|i| i as f64),
            DeValue::Float(f) => f.as_str().parse().ok(),
            _ => None,
        };
        number.filter(|n: &f64| n.is_finite()).ok_or_else(|| self.unexpected(value, what, "a finite number"))
    }

    pub(crate) fn boolean(&self, value: &Value<'a>, what: &str) -> Result<bool, Error> {
        let DeValue::Boolean(boolean) = *value.get_ref() else {
            return Err(self.unexpected(value, what, "true or false"));
        };
        Ok(boolean)
    }

    /// A number that is at least so much.
    pub(crate) fn number_from(&self, value: &Value<'a>, what: &str, least: f64) -> Result<f64, Error> {
        let number = self.number(value, what)?;
        if number >= least {
            return Ok(number);
        }
        let problem = format!("{what} = {number} is less than {least}");
        Err(self.error(value.span(), problem, format!("write {least} or more")))
    }

    /// A list of exactly this many numbers.
    pub(crate) fn numbers<const N: usize>(&self, value: &Value<'a>, what: &str) -> Result<[f64; N], Error> {
        let list =
            self.array(value, what)?.iter().map(|v| self.number(v, what)).collect::<Result<Vec<f64>, _>>()?;
        list.try_into().map_err(|_| self.unexpected(value, what, &format!("a list of {N} numbers")))
    }

    /// A number is quoted as it is: that -1 is an integer would not explain the error.
    pub(crate) fn unexpected(&self, value: &Value<'a>, what: &str, wanted: &str) -> Error {
        let found = match value.get_ref() {
            DeValue::Integer(number) => number.as_str(),
            DeValue::Float(number) => number.as_str(),
            other => other.type_str(),
        };
        let problem = format!("{what} must be {wanted}, not {found}");
        self.error(value.span(), problem, format!("write {what} as {wanted}"))
    }

    /// Refuses unknown keys, with the nearest known one.
    pub(crate) fn only(&self, table: &Table<'a>, place: &str, allowed: &[&str]) -> Result<(), Error> {
        for key in table.keys() {
            let name: &str = key.get_ref();
            if !allowed.contains(&name) {
                let problem = format!("{place} has no key {name:?}");
                return Err(self.error(key.span(), problem, suggestion(name, allowed)));
            }
        }
        Ok(())
    }
}

/// At most so much memory is taken to parse a text, as measured, mark by mark: for a table, a list, a key, an entry.
fn parsing_bytes(text: &str) -> usize {
    let mut before = b'\n';
    let cost = |byte: u8| {
        let cost = match byte {
            b'[' if before == b'\n' => 1500,
            b'[' => 300,
            b'{' => 1100,
            b'=' => 450,
            b',' => 250,
            _ => 0,
        };
        if !matches!(byte, b' ' | b'\t') {
            before = byte;
        }
        cost
    };
    text.bytes().map(cost).sum()
}
