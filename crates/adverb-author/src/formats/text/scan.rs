//! The words and lines of a text file, with their line numbers, so that every complaint can name its place.
//!
//! Words end at white space; a brace is a word of its own wherever it stands. Lines end with LF, CRLF or CR,
//! and files mix them.

use crate::Error;

/// A word and the line it stands on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Word<'a> {
    pub text: &'a str,
    pub line: usize,
}

impl Word<'_> {
    /// Keywords are written in any case.
    pub fn is(&self, keyword: &str) -> bool {
        self.text.eq_ignore_ascii_case(keyword)
    }
}

/// Reads a text from front to back.
#[derive(Debug, Clone)]
pub(crate) struct Scanner<'a> {
    pub file: &'a str,
    rest: &'a str,
    /// The line `rest` begins on, counted from 1.
    pub line: usize,
}

impl<'a> Scanner<'a> {
    pub fn new(file: &'a str, text: &'a str) -> Self {
        Self { file, rest: text.trim_start_matches('\u{feff}'), line: 1 }
    }

    /// The next word.
    pub fn word(&mut self) -> Option<Word<'a>> {
        self.word_until(|c| c.is_whitespace() || c == '{' || c == '}')
    }

    /// The next word of a `Name: value` header, where colons part words too.
    pub fn header_word(&mut self) -> Option<Word<'a>> {
        self.skip(|c| c.is_whitespace() || c == ':');
        self.word_until(|c| c.is_whitespace() || c == ':')
    }

    /// The next word, left in place.
    pub fn peek(&self) -> Option<Word<'a>> {
        self.clone().word()
    }

    /// What remains of this line up to an opening brace, trimmed: a joint's name, which may hold anything else.
    pub fn name(&mut self) -> &'a str {
        self.take(self.rest.find(['\n', '\r', '{']).unwrap_or(self.rest.len())).trim()
    }

    /// All that remains.
    pub fn rest(&self) -> &'a str {
        self.rest
    }

    /// All that remains, as lines that hold something, with their numbers.
    pub fn lines(&self) -> impl Iterator<Item = Word<'a>> + Clone + use<'a> {
        let (mut rest, mut line) = (self.rest, self.line);
        std::iter::from_fn(move || {
            while !rest.is_empty() {
                let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
                let found = Word { text: rest[..end].trim(), line };
                let after = &rest[end..];
                rest = after.strip_prefix("\r\n").unwrap_or(after.get(1..).unwrap_or(""));
                line += 1;
                if !found.text.is_empty() {
                    return Some(found);
                }
            }
            None
        })
    }

    /// True when the last character stands inside a word: a cut there may have shortened it.
    pub fn ends_inside_a_word(&self) -> bool {
        self.rest.ends_with(|c: char| !c.is_whitespace())
    }

    /// True when `word` is the very last of the text, with nothing after it.
    pub fn ends_with_word(&self, word: &str) -> bool {
        word.as_bytes().as_ptr_range().end == self.rest.as_bytes().as_ptr_range().end
    }

    /// An error at a line.
    pub fn error(&self, line: usize, problem: impl Into<String>) -> Error {
        Error::Text { file: self.file.into(), line, problem: problem.into() }
    }

    fn word_until(&mut self, ends: impl Fn(char) -> bool) -> Option<Word<'a>> {
        self.skip(char::is_whitespace);
        let line = self.line;
        let first = self.rest.chars().next()?;
        let length =
            if ends(first) { first.len_utf8() } else { self.rest.find(ends).unwrap_or(self.rest.len()) };
        Some(Word { text: self.take(length), line })
    }

    fn skip(&mut self, what: impl Fn(char) -> bool) {
        self.take(self.rest.find(|c| !what(c)).unwrap_or(self.rest.len()));
    }

    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.line += line_ends(taken, rest);
        self.rest = rest;
        taken
    }
}

/// How many lines end within `text`; the CR of a CRLF that is cut by the end of `text` counts with its LF.
fn line_ends(text: &str, after: &str) -> usize {
    let bytes = text.as_bytes();
    let next = |i: usize| bytes.get(i + 1).or(after.as_bytes().first());
    bytes.iter().enumerate().filter(|&(i, &b)| b == b'\n' || (b == b'\r' && next(i) != Some(&b'\n'))).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_line_ends_count_once() {
        let mut scan = Scanner::new("f", "a\nb\r\nc\rd\r\n\r\ne");
        let lines: Vec<_> = scan.lines().map(|l| (l.text, l.line)).collect();
        let expected = vec![("a", 1), ("b", 2), ("c", 3), ("d", 4), ("e", 6)];
        assert_eq!(lines, expected);
        let words: Vec<_> = std::iter::from_fn(|| scan.word()).map(|w| (w.text, w.line)).collect();
        assert_eq!(words, expected);
    }

    #[test]
    fn a_name_is_the_rest_of_its_line_up_to_a_brace() {
        let mut scan = Scanner::new("f", "ROOT My Hips:é {OFFSET");
        assert_eq!(scan.word().unwrap().text, "ROOT");
        assert_eq!(scan.name(), "My Hips:é");
        assert_eq!(scan.word().unwrap().text, "{");
        assert_eq!(scan.word().unwrap().text, "OFFSET");
        assert_eq!(scan.word(), None);
    }
}
