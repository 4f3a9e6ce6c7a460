//! Roles by shape, of a body whose hips are known and whose other names tell nothing.
//!
//! Legs are two lines of joints that go down from the hips, mirror images of each other. The back goes up from there to where two others
//! spring from, the arms; what goes on between those is the neck. Of a limb the two longest bones that follow each other are thigh and
//! shank, or upper arm and forearm.

use glam::DVec3;

use super::anatomy::{ARM, Anatomy, LEG, Tree};
use super::roles::Part;
use super::sides::Side;

/// Legs go down, and arms out, by at least this part of the body's size.
const LONG: f64 = 0.2;
/// A bone that begins nearer to the middle than this part of where it ends is a collar bone.
const COLLAR: f64 = 0.35;
/// The ends of two limbs are mirror images if they are off by less than this part of it.
const MIRRORED: f64 = 0.1;

impl Anatomy {
    /// Gives roles to joints of limbs, back and neck, where names give none to any.
    pub(super) fn see_shape(&mut self, tree: &Tree, places: &[DVec3]) {
        let Some(hips) = self.joint(Part::Hips, None) else { return };
        let knows = |of: &Self, parts: &[Part]| {
            parts.iter().any(|&part| Side::BOTH.iter().any(|&side| of.joint(part, Some(side)).is_some()))
        };
        let [low, high] = [DVec3::min as fn(DVec3, DVec3) -> DVec3, DVec3::max]
            .map(|pick| places.iter().copied().reduce(pick).unwrap_or_default());
        let size = (high - low).max_element();
        let shape = Shape { tree, places, size, middle: places[hips] };
        if !knows(self, &LEG) {
            let goes_down = |way: DVec3| way.y < -LONG * size;
            for (side, line, at) in shape.pair(hips, goes_down).into_iter().flatten() {
                LEG.iter().zip(&line[at..]).for_each(|(&part, &joint)| self.set(part, Some(side), joint));
            }
        }
        if knows(self, &ARM) || !self.trunk.is_empty() {
            return;
        }
        let legs = LEG[..1].iter().flat_map(|&part| Side::BOTH.map(|side| self.joint(part, Some(side))));
        let legs: Vec<usize> = legs.flatten().collect();
        let is_leg = |joint: usize| legs.iter().any(|&leg| tree.up(leg).any(|above| above == joint));
        let goes_out = |way: DVec3| way.x.abs() > LONG * size;
        let (mut top, mut trunk) = (hips, Vec::new());
        let arms = loop {
            match shape.pair(top, |way| goes_out(way) && way.y > -2.0 * LONG * size).filter(|_| top != hips) {
                Some(arms) => break arms,
                None => match shape.highest(top, |joint| !is_leg(joint)) {
                    Some(next) => (top, trunk) = (next, [trunk, vec![next]].concat()),
                    None => return,
                },
            }
        };
        for (side, line, at) in &arms {
            ARM.iter().zip(&line[*at..]).for_each(|(&part, &joint)| self.set(part, Some(*side), joint));
            if let Some(collar) = at.checked_sub(1) {
                self.set(Part::Shoulder, Some(*side), line[collar]);
            }
        }
        let is_arm = |joint: usize| arms.iter().any(|(_, line, _)| line[0] == joint);
        self.neck = shape.highest(top, |joint| !is_arm(joint)).map_or_else(Vec::new, |neck| tree.down(neck));
        self.trunk = trunk;
    }
}

struct Shape<'a> {
    tree: &'a Tree,
    places: &'a [DVec3],
    size: f64,
    /// A place in the plane that mirrors it.
    middle: DVec3,
}

/// Where in a line of joints the two longest bones begin that follow each other, behind collar bones, which lead out of the middle.
pub(super) fn upper(places: &[DVec3], middle: DVec3, line: &[usize]) -> Option<usize> {
    let out = |joint: usize| {
        let way = places[joint] - middle;
        libm::hypot(way.x, way.z)
    };
    let collars = line.windows(2).take_while(|pair| out(pair[0]) < COLLAR * out(pair[1])).count();
    let bone = |i: usize| places[line[i]].distance(places[line[i + 1]]);
    let both = |i: &usize| bone(*i) + bone(i + 1);
    (collars..line.len().checked_sub(2)?).rev().max_by(|a, b| both(a).total_cmp(&both(b)))
}

/// A limb: its side, its line of joints, and the place in that where its upper bone begins.
type Limb = (Side, Vec<usize>, usize);

impl Shape<'_> {
    fn below(&self, joint: usize) -> impl Iterator<Item = usize> {
        (joint + 1..self.places.len())
            .filter(move |&j| self.tree.parents[j] == Some(joint) && !self.tree.ends[j])
    }

    /// Two limbs that spring from a joint, mirror images of each other, whose ends are so far from it.
    fn pair(&self, from: usize, is_far: impl Fn(DVec3) -> bool) -> Option<[Limb; 2]> {
        let lines: Vec<(Vec<usize>, usize)> = self
            .below(from)
            .map(|child| self.tree.down(child))
            .filter_map(|line| upper(self.places, self.middle, &line).map(|at| (line, at)))
            .filter(|(line, at)| is_far(self.places[line[at + 2]] - self.places[from]))
            .collect();
        let end = |(line, at): &(Vec<usize>, usize)| self.places[line[at + 2]];
        let mut best: Option<(f64, [usize; 2])> = None;
        for (a, left) in lines.iter().enumerate().filter(|(_, line)| end(line).x > self.middle.x) {
            for (b, right) in lines.iter().enumerate().filter(|(_, line)| end(line).x < self.middle.x) {
                let mirrored = end(left).with_x(2.0 * self.middle.x - end(left).x);
                let off = mirrored.distance(end(right));
                if off < best.map_or(MIRRORED * self.size, |(least, _)| least) {
                    best = Some((off, [a, b]));
                }
            }
        }
        let [left, right] = best?.1.map(|limb| lines[limb].clone());
        Some([(Side::Left, left.0, left.1), (Side::Right, right.0, right.1)])
    }

    /// The joint below another, of some, from which what is highest hangs.
    fn highest(&self, joint: usize, is_asked: impl Fn(usize) -> bool) -> Option<usize> {
        let height = |of: usize| {
            let own = (of..self.places.len()).filter(|&j| self.tree.up(j).any(|above| above == of));
            own.map(|j| self.places[j].y).fold(f64::NEG_INFINITY, f64::max)
        };
        self.below(joint).filter(|&j| is_asked(j)).max_by(|&a, &b| height(a).total_cmp(&height(b)))
    }
}
