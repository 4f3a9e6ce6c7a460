//! Unknown names, suggestions for them, and lists of names.

use std::collections::BTreeSet;

/// "did you mean …", or the whole choice; of a large one, the nearest names.
#[must_use]
pub fn suggestion(name: &str, choice: &[&str]) -> String {
    /// A longer choice is cut.
    const MOST: usize = 12;
    const NEAREST: usize = 6;
    let mut choice: Vec<&str> = choice.to_vec();
    let mut seen = BTreeSet::new();
    choice.retain(|own| seen.insert(*own));
    let nearest = choice.iter().map(|c| (distance(name, c), c)).min();
    match nearest {
        Some((far, near)) if far <= name.chars().count().div_ceil(3) => format!("did you mean {near:?}?"),
        Some(_) if choice.len() > MOST => {
            let count = choice.len();
            choice.sort_by_key(|own| far_off(name, own));
            format!("there are {count}, of which these are nearest: {}", choice[..NEAREST].join(", "))
        }
        Some(_) => format!("write one of: {}", choice.join(", ")),
        None => String::new(),
    }
}

/// A name as a key of the project file: with quotes where it needs them.
pub(crate) fn key(name: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    match !name.is_empty() && name.chars().all(is_bare) {
        true => name.into(),
        false => format!("{name:?}"),
    }
}

/// Names as a list; of many, the first.
pub(crate) fn listed(names: &[&str]) -> String {
    const MOST: usize = 12;
    let more = names.len().saturating_sub(MOST);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", names[..names.len().min(MOST)].join(", "))
}

/// The distance between two names. Names that contain each other come first.
fn far_off(name: &str, other: &str) -> (bool, usize) {
    let [a, b] = [name, other].map(str::to_lowercase);
    (!(a.contains(&b) || b.contains(&a)), distance(&a, &b))
}

/// Levenshtein's distance.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let next = (diagonal + usize::from(ca != *cb)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = std::mem::replace(&mut row[j + 1], next);
        }
    }
    row[b.len()]
}
