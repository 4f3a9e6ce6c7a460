//! What commands print: reports in words or as JSON, numbers.

use serde::Serialize;

use crate::failure::Failure;
use crate::files;

/// Of more adjectives than this, only those that an example turns are listed.
pub const MANY: usize = 8;

/// Prints a report as JSON or in words.
pub fn print<R: Serialize>(report: &R, json: bool, text: impl Fn(&R) -> String) -> Result<(), Failure> {
    let text = if json {
        serde_json::to_string_pretty(report).map_err(|e| Failure::Misuse(e.to_string()))? + "\n"
    } else {
        text(report)
    };
    files::print(text.as_bytes())
}

/// Without the digits that nobody reads.
pub fn round(value: f64, digits: i32) -> f64 {
    let scale = 10f64.powi(digits);
    (value * scale).round() / scale
}
