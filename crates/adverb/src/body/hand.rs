//! Hands: where their palms are, and fingers relaxed, slightly curled, instead of stretched as they were bound.
//!
//! The bind pose tells where a hand's palm is: between the way to the knuckles and the way from the little finger to the index. A
//! finger bends towards it, about an axis across its own bones; the thumb bends across it. What a link is bent by in the bind pose
//! already counts.

use glam::{DMat3, DQuat, DVec3};

use super::figure::Figure;
use super::fingers::{Digit, Finger};
use super::sides::Side;

/// How far the links of a relaxed finger are bent, in degrees.
fn relaxed_degrees(finger: Finger) -> [f64; 3] {
    match finger {
        Finger::Thumb => [6.0, 12.0, 16.0],
        Finger::Index => [14.0, 24.0, 14.0],
        Finger::Middle => [20.0, 28.0, 17.0],
        Finger::Ring => [24.0, 31.0, 19.0],
        Finger::Pinky => [26.0, 33.0, 20.0],
    }
}

/// The fingers that two skeletons have in common, the first one's first.
pub(super) fn shared(of: Vec<Digit>, others: Vec<Digit>) -> Vec<[Digit; 2]> {
    let same = |own: &Digit| {
        others.iter().find(|other| (other.side, other.finger) == (own.side, own.finger)).cloned()
    };
    of.into_iter().filter_map(|own| same(&own).map(|other| [own, other])).collect()
}

/// A hand, as its knuckles show it; all of unit length.
pub(super) struct Palm {
    /// From the wrist to the knuckles.
    along: DVec3,
    /// From the little finger to the index.
    across: DVec3,
    /// Out of the palm, where fingers bend.
    out: DVec3,
}

impl Palm {
    /// The hand of a side, joints being there; `None` if its fingers do not tell.
    pub(super) fn of<'a>(at: &[DVec3], side: Side, digits: impl Iterator<Item = &'a Digit>) -> Option<Self> {
        let (thumbs, mut fingers): (Vec<&Digit>, Vec<&Digit>) =
            digits.filter(|digit| digit.side == side).partition(|digit| digit.finger == Finger::Thumb);
        fingers.sort_by_key(|digit| digit.finger as usize);
        let knuckles: DVec3 = fingers.iter().map(|digit| at[digit.links[0]] - at[digit.hand]).sum();
        let knuckles = knuckles.try_normalize()?;
        let beside = |way: DVec3| {
            let off = way.reject_from_normalized(knuckles);
            off.try_normalize().filter(|_| off.length() > 0.1 * way.length())
        };
        let ends = fingers.first().zip(fingers.last());
        let row = ends.and_then(|(first, last)| beside(at[first.links[0]] - at[last.links[0]]));
        let thumb = || beside(at[*thumbs.first()?.links.last()?] - at[thumbs[0].hand]);
        let across = row.or_else(thumb)?;
        let out = match side {
            Side::Left => knuckles.cross(across),
            Side::Right => across.cross(knuckles),
        };
        // The row of knuckles is seldom square to the hand; fingers are, and may be bent.
        let stretched = |digit: &&Digit| at[digit.links[digit.links.len() - 1]] - at[digit.links[0]];
        let fingers: DVec3 = fingers.iter().map(stretched).sum();
        let along = fingers.reject_from_normalized(out).try_normalize().unwrap_or(knuckles);
        let across = match side {
            Side::Left => out.cross(along),
            Side::Right => along.cross(out),
        };
        Some(Self { along, across, out })
    }

    /// As a rotation.
    pub(super) fn axes(&self) -> DQuat {
        DQuat::from_mat3(&DMat3::from_cols(self.along, self.across, self.along.cross(self.across)))
    }

    /// Where a finger bends.
    fn inward(&self, finger: Finger) -> DVec3 {
        match finger {
            Finger::Thumb => self.out - self.across,
            _ => self.out,
        }
    }
}

/// The links of a hand's fingers with their local rotations, relaxed.
#[must_use]
pub fn relaxed(figure: &Figure, side: Side) -> Vec<(usize, DQuat)> {
    let (at, digits) = (&figure.places, figure.digits());
    let Some(palm) = Palm::of(at, side, digits.iter()) else { return Vec::new() };
    let mut relaxed = Vec::new();
    for digit in digits.iter().filter(|digit| digit.side == side) {
        let bones = bones(digit, figure);
        let way: DVec3 = bones.iter().sum();
        let Some(axis) = way.cross(palm.inward(digit.finger)).try_normalize() else { continue };
        // The thumb goes on from no bone before it.
        let mut before = if digit.finger == Finger::Thumb { bones[0] } else { palm.along };
        for ((&link, &bone), degrees) in digit.links.iter().zip(&bones).zip(relaxed_degrees(digit.finger)) {
            let by = (degrees.to_radians() - bend(before, bone, axis).max(0.0)).max(0.0);
            let (sin, cos) = libm::sincos(0.5 * by);
            let across = figure.axes[link].inverse() * axis * sin;
            let own = DQuat::from_xyzw(across.x, across.y, across.z, cos);
            relaxed.push((link, (figure.rest[link].rotation * own).normalize()));
            before = bone;
        }
    }
    relaxed
}

/// The bones of a finger's links; the last goes on as the one before it, if nothing is at its tip.
fn bones(digit: &Digit, figure: &Figure) -> Vec<DVec3> {
    let at = &figure.places;
    let mut bones: Vec<DVec3> = digit.links.windows(2).map(|pair| at[pair[1]] - at[pair[0]]).collect();
    let last = digit.links[digit.links.len() - 1];
    let is_tip = |tip: &usize| figure.tree.parents[*tip] == Some(last);
    let tip =
        (last + 1..at.len()).filter(is_tip).map(|tip| at[tip] - at[last]).find(|bone| bone.length() > 0.0);
    let before = bones.last().copied().unwrap_or(at[last] - at[digit.hand]);
    bones.push(tip.unwrap_or(before));
    bones
}

/// By how much a bone is turned from the one before it, about an axis.
fn bend(before: DVec3, bone: DVec3, axis: DVec3) -> f64 {
    let [before, bone] = [before, bone].map(|way| way.reject_from_normalized(axis));
    libm::atan2(before.cross(bone).dot(axis), before.dot(bone))
}
