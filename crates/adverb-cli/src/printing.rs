//! What commands print: reports in words or as JSON, counted things, numbers.

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

/// A number of things in words.
pub fn counted(count: usize, noun: &str) -> String {
    let many = if noun == "vertex" { "vertices".into() } else { format!("{noun}s") };
    match count {
        0 => format!("no {many}"),
        1 => format!("1 {noun}"),
        _ => format!("{count} {many}"),
    }
}

/// Without the digits that nobody reads.
pub fn round(value: f64, digits: i32) -> f64 {
    let scale = 10f64.powi(digits);
    (value * scale).round() / scale
}
