//! Left and right: the partner of each joint across the body, by name, by geometry, or as the project says.

use std::collections::HashMap;

use glam::DVec3;

pub use adverb::body::{Side, exchanged};

use crate::clip::ClipJoint;

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
