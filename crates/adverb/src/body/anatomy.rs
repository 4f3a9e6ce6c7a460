//! The roles of a skeleton's joints, by name and by hierarchy.
//!
//! Names alone mislead (the hands of some meshes are called after elbows), and spines have any number of joints. So limbs that
//! their names do not put in line are read off the hierarchy, and trunk and neck are the ways from the hips to where the arms
//! spring from and on to the head.

use glam::DVec3;

use super::roles::{Part, Roles};
use super::shape;
use super::sides::{self, Side};

/// Hip, knee, ankle, ball.
pub(super) const LEG: [Part; 4] = [Part::UpLeg, Part::Knee, Part::Foot, Part::Toe];
/// Shoulder joint, elbow, wrist.
pub(super) const ARM: [Part; 3] = [Part::Arm, Part::Elbow, Part::Hand];

/// A skeleton's names and hierarchy, parents before children.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tree {
    /// Of the joints.
    pub names: Vec<String>,
    /// Of each the joint that it hangs from, an earlier one.
    pub parents: Vec<Option<usize>>,
    /// Tips of bones, which turn nothing.
    pub ends: Vec<bool>,
}

impl Tree {
    /// The joint, its parent, and so on.
    pub fn up(&self, joint: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(joint), |&j| self.parents[j])
    }

    /// Whether one joint hangs below another.
    pub(super) fn is_below(&self, joint: usize, other: usize) -> bool {
        joint != other && self.up(joint).any(|j| j == other)
    }

    /// A joint's name; of the second of one name with `#2`, as joint maps have it.
    #[must_use]
    pub fn called(&self, joint: usize) -> String {
        let name = &self.names[joint];
        match self.names[..joint].iter().filter(|other| *other == name).count() {
            0 => name.clone(),
            before => format!("{name}#{}", before + 1),
        }
    }

    fn common(&self, a: usize, b: usize) -> Option<usize> {
        self.up(a).find(|&j| j == b || self.is_below(b, j))
    }

    /// The joints below one and down to another, which is the last; empty if it is not below.
    fn way(&self, from: usize, to: usize) -> Vec<usize> {
        if !self.is_below(to, from) {
            return Vec::new();
        }
        let mut way: Vec<usize> = self.up(to).take_while(|&j| j != from).collect();
        way.reverse();
        way
    }

    /// A joint and what follows below it: the only child, or the one with most below it.
    pub(super) fn down(&self, joint: usize) -> Vec<usize> {
        let mut sizes = vec![1usize; self.names.len()];
        for j in (0..self.names.len()).rev() {
            if let Some(parent) = self.parents[j] {
                sizes[parent] += sizes[j];
            }
        }
        let next = |&j: &usize| {
            let children = (0..self.names.len()).filter(|&c| self.parents[c] == Some(j) && !self.ends[c]);
            children.max_by_key(|&c| (sizes[c], std::cmp::Reverse(c)))
        };
        std::iter::successors(Some(joint), next).collect()
    }
}

/// The joints of a skeleton by role.
#[derive(Debug, Clone, PartialEq)]
pub struct Anatomy {
    parts: Vec<(Part, Option<Side>, usize)>,
    /// From above the hips to where the arms spring from.
    pub trunk: Vec<usize>,
    /// From there to the head.
    pub neck: Vec<usize>,
}

impl Anatomy {
    /// By the names of joints that are there.
    pub(super) fn of(tree: &Tree, places: &[DVec3]) -> Self {
        let named =
            tree.names.iter().zip(&tree.ends).map(|(name, end)| if *end { "" } else { name.as_str() });
        let roles = Roles::by_name(named);
        let mut parts: Vec<(Part, Option<Side>, usize)> = Vec::new();
        for side in Side::BOTH {
            for (limb, word) in [(&LEG[..], "leg"), (&ARM[..], "arm")] {
                let joints = limb_of(tree, places, &roles, side, limb, word);
                parts.extend(limb.iter().zip(joints).map(|(&part, joint)| (part, Some(side), joint)));
            }
            parts.extend(
                roles.joint(Part::Shoulder, Some(side)).map(|joint| (Part::Shoulder, Some(side), joint)),
            );
        }
        let mut anatomy = Self { parts, trunk: Vec::new(), neck: Vec::new() };
        let both = |part: Part| {
            let [left, right] = Side::BOTH.map(|side| anatomy.joint(part, Some(side)));
            Some((left?, right?))
        };
        let hips = roles.joint(Part::Hips, None);
        let hips = match both(Part::UpLeg) {
            Some((left, right)) => hips
                .filter(|&hips| tree.is_below(left, hips) && tree.is_below(right, hips))
                .or_else(|| tree.common(left, right)),
            None => hips,
        };
        let head = roles.joint(Part::Head, None).or(roles.joint(Part::Neck, None));
        let one_arm = || Side::BOTH.into_iter().find_map(|side| anatomy.joint(Part::Arm, Some(side)));
        let top = both(Part::Arm).and_then(|(left, right)| tree.common(left, right));
        let top = top.or_else(|| tree.common(one_arm()?, head?));
        let top = top.or(roles.joint(Part::Neck, None).and_then(|neck| tree.parents[neck]));
        if let Some(hips) = hips {
            anatomy.parts.push((Part::Hips, None, hips));
            anatomy.trunk = top.map(|top| tree.way(hips, top)).unwrap_or_default();
        }
        if let (Some(top), Some(head)) = (top, head) {
            anatomy.neck = tree.way(top, head);
        }
        anatomy
    }

    /// The joint for a part.
    #[must_use]
    pub fn joint(&self, part: Part, side: Option<Side>) -> Option<usize> {
        self.parts.iter().find(|p| p.0 == part && p.1 == side).map(|p| p.2)
    }

    /// All parts with their joints, trunk and neck aside.
    pub fn parts(&self) -> impl Iterator<Item = (Part, Option<Side>, usize)> {
        self.parts.iter().copied()
    }

    /// Left becomes right.
    pub(super) fn exchange(&mut self) {
        for (_, side, _) in &mut self.parts {
            *side = side.map(Side::other);
        }
    }

    /// Removes a joint's role.
    pub(super) fn remove(&mut self, part: Part, side: Option<Side>) {
        self.parts.retain(|p| p.0 != part || p.1 != side);
    }

    /// Sets a role as the project says, over what the name says.
    pub(super) fn set(&mut self, part: Part, side: Option<Side>, joint: usize) {
        self.remove(part, side);
        self.parts.push((part, side, joint));
    }
}

/// The joints of a limb from its root on, as many as there are: as named, if that puts them in line.
fn limb_of(
    tree: &Tree,
    places: &[DVec3],
    roles: &Roles,
    side: Side,
    limb: &[Part],
    word: &str,
) -> Vec<usize> {
    let named: Vec<Option<usize>> = limb.iter().map(|&part| roles.joint(part, Some(side))).collect();
    let in_line = |pair: &[Option<usize>]| match pair {
        [Some(upper), Some(lower)] => tree.is_below(*lower, *upper),
        _ => false,
    };
    if named[..3].windows(2).all(in_line) {
        let toe =
            named.get(3).copied().flatten().filter(|&toe| named[2].is_some_and(|a| tree.is_below(toe, a)));
        return named[..3].iter().flatten().copied().chain(toe).collect();
    }
    let called = |j: &usize| {
        let on_side = sides::exchanged(&tree.names[*j]).is_some_and(|(_, of)| of == side);
        !tree.ends[*j] && on_side && tree.names[*j].to_lowercase().contains(word)
    };
    // Parents come first, so the first found is the topmost.
    let top = named.iter().flatten().copied().chain((0..tree.names.len()).filter(called)).min();
    let Some(top) = top else { return Vec::new() };
    let line = tree.down(top);
    let root = tree.up(top).last().unwrap_or(top);
    let from = shape::upper(places, places[root], &line).unwrap_or(0);
    let mut line = line[from..].to_vec();
    line.truncate(limb.len());
    if line.len() < 3 { Vec::new() } else { line }
}
