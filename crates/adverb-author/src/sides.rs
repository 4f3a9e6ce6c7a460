//! Left and right: which joint is whose partner across the body, by name, by geometry, or as the project says.

use std::collections::HashMap;

use glam::DVec3;

use crate::clip::ClipJoint;

/// Which side of the body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// +X of a character that faces +Z.
    Left,
    /// −X.
    Right,
}

/// A name with left and right exchanged, and which side it was; `None` if it names no side. Works for joints
/// (`LeftArm`, `Arm_L`, `thigh.l`, `LHipJoint`, `L_Foot`) and for key-times (`left-down`).
pub fn exchanged(name: &str) -> Option<(String, Side)> {
    whole_word(name).or_else(|| letter(name))
}

/// `left` and `right` in any usual capitalisation, anywhere in the name.
fn whole_word(name: &str) -> Option<(String, Side)> {
    const WORDS: [(&str, &str); 3] = [("left", "right"), ("Left", "Right"), ("LEFT", "RIGHT")];
    for (left, right) in WORDS {
        for (word, other, side) in [(left, right, Side::Left), (right, left, Side::Right)] {
            if let Some(at) = name.find(word) {
                return Some((format!("{}{other}{}", &name[..at], &name[at + word.len()..]), side));
            }
        }
    }
    None
}

/// A single letter set off by separators (`Arm_L`, `thigh.l`, `l_foot`, `Bip01 L Foot`), or before a capital at the start or
/// after a separator (`LHipJoint`, `rShin`, `Bip:RFoot`).
fn letter(name: &str) -> Option<(String, Side)> {
    let separator = |c: char| !c.is_alphanumeric();
    let chars: Vec<(usize, char)> = name.char_indices().collect();
    for (i, &(at, c)) in chars.iter().enumerate() {
        let (other, side) = match c {
            'L' => ('R', Side::Left),
            'l' => ('r', Side::Left),
            'R' => ('L', Side::Right),
            'r' => ('l', Side::Right),
            _ => continue,
        };
        let starts = i == 0 || separator(chars[i - 1].1);
        let next = chars.get(i + 1).map(|n| n.1);
        let alone = next.is_none_or(separator) && (i > 0 || next.is_some());
        let camel = next.is_some_and(|n| n.is_uppercase());
        if starts && (alone || camel) {
            return Some((format!("{}{other}{}", &name[..at], &name[at + 1..]), side));
        }
    }
    None
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
            joints.iter().enumerate().map(|(j, joint)| (joint.name.as_str(), j)).collect();
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

    /// The middle plane as a point and a normal to the left: from the pairs there are, else x = 0 through the first joint.
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
