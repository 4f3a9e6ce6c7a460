//! Numbers as people write them.

use std::fmt;

/// A measured or counted number, with its limit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Quantity {
    /// The number.
    pub value: f64,
    /// Its unit, or what was counted.
    pub unit: &'static str,
    /// Values beyond this deserve a warning.
    pub limit: Option<f64>,
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", number(self.value), spaced(self.unit))
    }
}

/// A number with its noun: "no faces", "1 face", "3 faces".
#[must_use]
pub fn counted(count: usize, noun: &str) -> String {
    let many = if noun == "vertex" { "vertices".into() } else { format!("{noun}s") };
    counted_as(count, noun, &many)
}

/// The same with a word that follows the number: "1 face is", "3 faces are".
pub(crate) fn counted_as(count: usize, one: &str, many: &str) -> String {
    match count {
        0 => format!("no {many}"),
        1 => format!("1 {one}"),
        _ => format!("{count} {many}"),
    }
}

/// From the smallest to the largest, or one number if they are equal.
pub(super) fn range(all: &[Quantity]) -> String {
    let values = || all.iter().map(|quantity| quantity.value);
    let [low, high] = [values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max)];
    let [low, high] = [low, high].map(number);
    let unit = all.first().map_or(String::new(), |quantity| spaced(quantity.unit));
    match low == high {
        true => format!("{low}{unit}"),
        // A dash before a minus cannot be read.
        false if low.starts_with('-') || high.starts_with('-') => format!("{low} to {high}{unit}"),
        false => format!("{low}–{high}{unit}"),
    }
}

fn spaced(unit: &str) -> String {
    match unit {
        "" | "°" => unit.into(),
        _ => format!(" {unit}"),
    }
}

/// To four digits, which tell 29.97 from 30.
fn number(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return value.abs().to_string();
    }
    let before = libm::log10(value.abs()).floor() as i32 + 1;
    if before < -3 {
        return format!("{value:.1e}");
    }
    let digits = (4 - before).clamp(0, 6) as usize;
    let text = format!("{value:.digits$}");
    if digits == 0 { text } else { text.trim_end_matches('0').trim_end_matches('.').into() }
}
