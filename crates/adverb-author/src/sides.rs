//! Left and right: the partner of each joint across the body, by name, by geometry, or as the project says.

use std::collections::HashMap;

use glam::DVec3;

use crate::clip::ClipJoint;

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
pub(crate) fn words(name: &str) -> Vec<(usize, &str)> {
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

/// The partner of every joint, itself for the middle of the body, and the side it is on where that is known.
#[derive(Debug, Clone, PartialEq)]
pub struct Sides {
    /// Index of the partner.
    pub partner: Vec<usize>,
    /// `None` for the middle.
    pub side: Vec<Option<Side>>,
}

impl Sides {
    /// Pairs by the project's word first, then by name, then by geometry: joints left over that lie across the middle plane
    /// from each other in `positions`, a pose in which the body is symmetric (the rest pose), and hang from partners.
    pub fn find(joints: &[ClipJoint], positions: &[DVec3], given: &[(usize, usize)]) -> Self {
        let n = joints.len();
        let mut sides = Self { partner: (0..n).collect(), side: vec![None; n] };
        for &(left, right) in given {
            sides.pair(left, right);
        }
        let by_name: HashMap<&str, usize> =
            joints.iter().enumerate().rev().map(|(j, joint)| (joint.name.as_str(), j)).collect();
        for (j, joint) in joints.iter().enumerate() {
            let Some((other, side)) = exchanged(&joint.name) else { continue };
            let Some(&k) = by_name.get(other.as_str()) else { continue };
            if side == Side::Left && sides.partner[j] == j && sides.partner[k] == k {
                sides.pair(j, k);
            }
        }
        sides.pair_by_geometry(joints, positions);
        sides
    }

    fn pair(&mut self, left: usize, right: usize) {
        self.partner[left] = right;
        self.partner[right] = left;
        self.side[left] = Some(Side::Left);
        self.side[right] = Some(Side::Right);
    }

    /// Unpaired children of a pair, or of one joint in the middle, that mirror each other within 2 % of the body's size.
    fn pair_by_geometry(&mut self, joints: &[ClipJoint], positions: &[DVec3]) {
        let Some((point, normal)) = self.plane(joints, positions) else { return };
        let size = positions.iter().map(|p| p.distance(positions[0])).fold(0.0, f64::max);
        let mirror = |p: DVec3| p - normal * (2.0 * (p - point).dot(normal));
        // Siblings and cousins: by parent, roots last.
        let mut below = vec![Vec::new(); joints.len() + 1];
        for (j, joint) in joints.iter().enumerate() {
            below[joint.parent.unwrap_or(joints.len())].push(j);
        }
        for j in 0..joints.len() {
            let off = (positions[j] - point).dot(normal);
            if self.partner[j] != j || off < 0.02 * size {
                continue;
            }
            let wanted = mirror(positions[j]);
            let across = joints[j].parent.map_or(joints.len(), |p| self.partner[p]);
            let found = below[across]
                .iter()
                .copied()
                .filter(|&k| k != j && self.partner[k] == k && joints[k].end == joints[j].end)
                .min_by(|&a, &b| positions[a].distance(wanted).total_cmp(&positions[b].distance(wanted)));
            if let Some(k) = found.filter(|&k| positions[k].distance(wanted) < 0.02 * size) {
                self.pair(j, k);
            }
        }
    }

    /// The middle plane, as a point and a normal to the left: from known pairs, else x = 0 through the first joint.
    fn plane(&self, joints: &[ClipJoint], positions: &[DVec3]) -> Option<(DVec3, DVec3)> {
        let first = *positions.first()?;
        let lefts: Vec<usize> = (0..joints.len()).filter(|&j| self.side[j] == Some(Side::Left)).collect();
        let across: DVec3 = lefts.iter().map(|&j| positions[j] - positions[self.partner[j]]).sum();
        let Some(normal) = across.try_normalize() else {
            return lefts.is_empty().then_some((first, DVec3::X));
        };
        let middle: DVec3 = lefts.iter().map(|&j| positions[j] + positions[self.partner[j]]).sum();
        Some((middle / (2.0 * lefts.len() as f64), normal))
    }

    /// The joints on the left, each with its partner.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        (0..self.partner.len()).filter(|&j| self.side[j] == Some(Side::Left)).map(|j| (j, self.partner[j]))
    }
}
