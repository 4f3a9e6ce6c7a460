//! Left and right, in names.

/// A side of the body, as the figure itself has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// At +X of a character that faces +Z.
    Left,
    /// At −X.
    Right,
}

impl Side {
    /// Both, left first.
    pub const BOTH: [Self; 2] = [Self::Left, Self::Right];

    /// +1 for the left, −1 for the right: the sign of its x.
    #[must_use]
    pub fn sign(self) -> f64 {
        match self {
            Self::Left => 1.0,
            Self::Right => -1.0,
        }
    }

    /// The one across.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// A name with left and right exchanged, and which side it was; `None` if it names no side. Works for joints
/// (`LeftArm`, `Arm_L`, `thigh.l`, `LHipJoint`, `rShin`, `L_Foot`) and for key-times (`left-down`).
#[must_use]
pub fn exchanged(name: &str) -> Option<(String, Side)> {
    if let Some(space) = name.rfind([':', '|']) {
        let (space, name) = name.split_at(space + 1);
        return exchanged(name).map(|(other, side)| (format!("{space}{other}"), side));
    }
    let words = words(name);
    let mut found: Vec<(usize, &str, Side)> =
        words.iter().filter_map(|&(at, word)| Some((at, word, side_word(word)?))).collect();
    if found.is_empty() && words.len() > 1 {
        // A letter of its own, the first there is.
        found.extend(words.iter().find_map(|&(at, word)| Some((at, word, side_letter(word)?))));
    }
    let side = found.first()?.2;
    let mut other = String::with_capacity(name.len() + 4);
    let mut done = 0;
    for (at, word, _) in found {
        other.push_str(&name[done..at]);
        other.push_str(opposite(word));
        done = at + word.len();
    }
    Some((other + &name[done..], side))
}

fn side_word(word: &str) -> Option<Side> {
    match word {
        "left" | "Left" | "LEFT" => Some(Side::Left),
        "right" | "Right" | "RIGHT" => Some(Side::Right),
        _ => None,
    }
}

fn side_letter(word: &str) -> Option<Side> {
    match word {
        "l" | "L" => Some(Side::Left),
        "r" | "R" => Some(Side::Right),
        _ => None,
    }
}

fn opposite(word: &str) -> &str {
    const PAIRS: [(&str, &str); 5] =
        [("left", "right"), ("Left", "Right"), ("LEFT", "RIGHT"), ("l", "r"), ("L", "R")];
    let across = |&(left, right): &(&'static str, &'static str)| match word {
        _ if word == left => Some(right),
        _ if word == right => Some(left),
        _ => None,
    };
    PAIRS.iter().find_map(across).unwrap_or(word)
}

/// The words of a name and where they start: they end at punctuation, before capitals and around numbers. Where a name is all
/// in one case, a leading side is a word of its own (`leftarm`).
pub(super) fn words(name: &str) -> Vec<(usize, &str)> {
    let letters: Vec<(usize, char)> = name.char_indices().collect();
    let mut starts = Vec::new();
    for (i, &(at, c)) in letters.iter().enumerate() {
        let before = if i > 0 { letters[i - 1].1 } else { ' ' };
        let after = letters.get(i + 1).map_or(' ', |l| l.1);
        let capital =
            c.is_uppercase() && (before.is_lowercase() || (before.is_uppercase() && after.is_lowercase()));
        if !c.is_alphanumeric()
            || capital
            || !before.is_alphanumeric()
            || c.is_ascii_digit() != before.is_ascii_digit()
        {
            starts.push(at);
        }
    }
    let mut words = Vec::new();
    for (i, &at) in starts.iter().enumerate() {
        let word = &name[at..starts.get(i + 1).copied().unwrap_or(name.len())];
        if !word.starts_with(char::is_alphanumeric) {
            continue;
        }
        let leading = ["left", "right", "LEFT", "RIGHT"]
            .into_iter()
            .find(|s| word.starts_with(s) && word.len() > s.len());
        match leading.map(str::len).or(is_acclaims(word).then_some(1)) {
            Some(side) => words.extend([(at, &word[..side]), (at + side, &word[side..])]),
            None => words.push((at, word)),
        }
    }
    words
}

/// Whether a word is a bone of an ASF file, which have a side's letter before a bone's name and nothing between.
fn is_acclaims(word: &str) -> bool {
    const BONES: [&str; 12] = [
        "hipjoint", "femur", "tibia", "foot", "toes", "clavicle", "humerus", "radius", "wrist", "hand",
        "fingers", "thumb",
    ];
    word.strip_prefix(['l', 'r']).is_some_and(|bone| BONES.contains(&bone))
}
