//! What the readers of text formats share: words with their lines, and numbers as programs print them.

pub(crate) mod scan;

use std::borrow::Cow;

use super::log::Log;
use crate::Error;
use crate::finding::Criterion;
use crate::limits::MAX_VALUE;

/// The text of a file.
pub(crate) fn decoded<'a>(file: &str, bytes: &'a [u8], log: &mut Log) -> Result<Cow<'a, str>, Error> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        let problem = "the text is UTF-16; save it as UTF-8";
        return Err(Error::Text { file: file.into(), line: 1, problem: problem.into() });
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return Ok(Cow::Borrowed(text));
    }
    log.note(Criterion::Letters, |found| {
        found.says("the text is not UTF-8; unreadable letters in names became \u{fffd}")
    });
    Ok(String::from_utf8_lossy(bytes))
}

/// Enough of a word to recognise it by; a hostile one may be the whole file.
pub(crate) fn clipped(word: &str) -> String {
    if word.chars().count() <= 24 { word.into() } else { word.chars().take(24).chain(['…']).collect() }
}

/// What to do about a word that would be a number in a language that has decimal commas.
pub(crate) fn decimal_hint(word: &str) -> &'static str {
    if word.contains(',') { "; write a decimal point instead of a comma" } else { "" }
}

/// A number; NaN for a program's spelling of a non-number, and for values out of range; `None` for a
/// word.
pub(crate) fn number(word: &str) -> Option<f64> {
    match word.parse::<f64>() {
        Ok(value) if value.abs() <= MAX_VALUE => Some(value),
        Ok(_) => Some(f64::NAN),
        // `-nan`, `nan(ind)`, `1.#QNAN`, `-1.#IND`: how C libraries print them.
        Err(_) => {
            let plain = word.trim_start_matches(['-', '+']).to_ascii_lowercase();
            (plain.starts_with("nan") || plain.starts_with("1.#")).then_some(f64::NAN)
        }
    }
}

/// Replaces every NaN by the value above it, at the top by the first one below, in an empty column by 0.
pub(crate) fn hold(values: &mut [f64], width: usize) {
    if width == 0 || values.iter().all(|v| v.is_finite()) {
        return;
    }
    let rows = values.len() / width;
    for column in 0..width {
        let mut held =
            (0..rows).map(|row| values[row * width + column]).find(|v| v.is_finite()).unwrap_or(0.0);
        for row in 0..rows {
            let value = &mut values[row * width + column];
            if value.is_finite() { held = *value } else { *value = held }
        }
    }
}
