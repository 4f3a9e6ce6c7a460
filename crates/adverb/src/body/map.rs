//! The map from the joints of one body to those of another: as given, by name, or by role.

use std::collections::HashSet;

use super::anatomy::{ARM, Anatomy, LEG};
use super::figure::Figure;
use super::fingers::Digit;
use super::hand;
use super::roles::Part;
use super::sides::{self, Side};

/// What turns a joint: another's rotation, or one between two of a spine or neck with another number of joints.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Follow {
    /// A joint of the source.
    pub from: usize,
    /// The next of its chain, or the same.
    pub to: usize,
    /// How much of the way.
    pub part: f64,
}

impl Follow {
    pub(super) fn one(joint: usize) -> Self {
        Self { from: joint, to: joint, part: 0.0 }
    }

    /// The joint that turns it most.
    #[must_use]
    pub fn nearest(&self) -> usize {
        if self.part < 0.5 { self.from } else { self.to }
    }
}

/// A map from the joints of a body, the target, to those of another, the source.
#[derive(Debug, Clone, PartialEq)]
pub struct Map {
    /// For every joint of the target, what it follows.
    pub follows: Vec<Option<Follow>>,
    /// The roles of the target's joints that follow one.
    pub(super) parts: Vec<(Part, Option<Side>, usize)>,
    /// Those of them that are the trunk's and the neck's.
    pub(super) trunk: Vec<usize>,
    pub(super) neck: Vec<usize>,
    /// The fingers that both have, the source's first.
    pub(super) fingers: Vec<[Digit; 2]>,
    /// The joints of the source's limbs that none follows, and those that an earlier joint has the name of.
    pub lost: Vec<usize>,
}

/// No joint is known to be the hips, which carry a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoHips {
    /// The source's hips, if they are known.
    pub source: Option<usize>,
    /// The target's.
    pub target: Option<usize>,
}

impl Map {
    /// Joints that follow others, whatever they are for.
    pub(super) fn of(follows: Vec<Option<Follow>>) -> Self {
        Self {
            follows,
            parts: Vec::new(),
            trunk: Vec::new(),
            neck: Vec::new(),
            fingers: Vec::new(),
            lost: Vec::new(),
        }
    }

    /// The joint of the target for a part of the body.
    #[must_use]
    pub fn joint(&self, part: Part, side: Option<Side>) -> Option<usize> {
        self.parts.iter().find(|p| p.0 == part && p.1 == side).map(|p| p.2)
    }

    /// The joint of the source that turns one of the target.
    pub(super) fn source(&self, target: usize) -> Option<usize> {
        self.follows[target].map(|follow| follow.nearest())
    }

    /// The joints of the target that follow none and keep their rest pose.
    pub fn still<'a>(&'a self, target: &'a Figure) -> impl Iterator<Item = usize> + 'a {
        (0..self.follows.len()).filter(|&t| !target.tree.ends[t] && self.follows[t].is_none())
    }

    /// Those of them that go along with nothing either. Fingers, faces, tails and joints within a longer limb do.
    pub fn open<'a>(&'a self, target: &'a Figure) -> impl Iterator<Item = usize> + 'a {
        self.still(target).filter(|&t| !self.is_carried(t, target))
    }

    /// Whether a joint goes along with what it hangs on: one of a hand, a foot or the head, or one above joints that follow.
    fn is_carried(&self, joint: usize, target: &Figure) -> bool {
        let is_last = |&(part, _, _): &&(Part, Option<Side>, usize)| {
            matches!(part, Part::Hand | Part::Foot | Part::Toe | Part::Head)
        };
        let head = self.neck.last().copied();
        let mut lasts = self.parts.iter().filter(is_last).map(|own| own.2).chain(head);
        let mut following = (0..self.follows.len()).filter(|&t| self.follows[t].is_some());
        lasts.any(|last| target.tree.up(joint).any(|above| above == last))
            || following.any(|t| target.tree.up(t).any(|above| above == joint))
    }
}

/// Finds the map; `given` are joints of the source and of the target. Where at least half of the source's joints have
/// `namesakes` in the target, names decide, and what joints are for only for the others. Spines and necks always go by their chains:
/// those of one name are often others of another number.
pub(super) fn map(
    source: &Figure,
    target: &Figure,
    given: &[(usize, usize)],
    namesakes: &[(usize, usize)],
) -> Result<Map, NoHips> {
    let mut found = Found { source: vec![None; target.tree.names.len()], taken: HashSet::new() };
    given.iter().for_each(|&(s, t)| found.pair(s, t));
    let (mut of_source, mut of_target) = (source.anatomy.clone(), target.anatomy.clone());
    if 2 * namesakes.len() >= source.tree.ends.iter().filter(|end| !**end).count() {
        let in_chain = |of: &Anatomy, joint: usize| of.trunk.contains(&joint) || of.neck.contains(&joint);
        let chains = !of_source.trunk.is_empty() && !of_target.trunk.is_empty();
        for &(s, t) in namesakes.iter().filter(|(s, t)| {
            !(chains && (in_chain(&of_source, *s) || in_chain(&of_target, *t)))
                && !contradicts(source, target, *s, *t)
        }) {
            found.pair(s, t);
        }
    }
    // A joint that is known on the one side tells what its partner is on the other.
    for (t, s) in found.pairs() {
        let told_by_source: Vec<_> = of_source.parts().filter(|p| p.2 == s).collect();
        let told_by_target: Vec<_> = of_target.parts().filter(|p| p.2 == t).collect();
        told_by_source.iter().for_each(|p| of_target.set(p.0, p.1, t));
        told_by_target.iter().for_each(|p| of_source.set(p.0, p.1, s));
    }
    let stiff: Vec<(usize, usize)> =
        Side::BOTH.into_iter().filter_map(|side| stiff_foot(&mut of_target, target, &found, side)).collect();
    for (part, side, t) in of_target.parts() {
        if let Some(s) = of_source.joint(part, side) {
            found.pair(s, t);
        }
    }
    for &(ankle, toe) in &stiff {
        found.source[toe] = found.source[ankle];
    }
    let fingers = hand::shared(source.digits(), target.digits());
    for [own, others] in &fingers {
        links(&mut found, own, others);
    }
    let hips = of_target.joint(Part::Hips, None).filter(|&hips| found.source[hips].is_some());
    let Some(hips) = hips.and_then(|hips| found.source[hips]).map(|follow| follow.from) else {
        let [source, target] = [&of_source, &of_target].map(|of| of.joint(Part::Hips, None));
        return Err(NoHips { source, target });
    };
    chain(&mut found, hips, &of_source.trunk, &of_target.trunk);
    if let Some(&top) = of_source.trunk.last() {
        chain(&mut found, top, &of_source.neck, &of_target.neck);
    }

    let mapped = |t: &usize| found.source[*t].is_some();
    let limbs = of_source.parts().filter(|(part, ..)| LEG[..3].contains(part) || ARM.contains(part));
    let mut names = HashSet::new();
    let doubled = (0..source.tree.names.len())
        .filter(|&s| !source.tree.ends[s] && !names.insert(source.tree.names[s].as_str()));
    let mut lost: Vec<usize> =
        limbs.map(|(_, _, s)| s).chain(doubled).filter(|s| !found.taken.contains(s)).collect();
    lost.sort_unstable();
    lost.dedup();
    Ok(Map {
        parts: of_target.parts().filter(|p| mapped(&p.2)).collect(),
        trunk: of_target.trunk.iter().copied().filter(mapped).collect(),
        neck: of_target.neck.iter().copied().filter(mapped).collect(),
        fingers,
        lost,
        follows: found.source,
    })
}

/// Whether two joints of one name are on different sides: names of one of the two call left what is right.
fn contradicts(source: &Figure, target: &Figure, s: usize, t: usize) -> bool {
    let side = |of: &Anatomy, joint: usize| of.parts().find(|p| p.2 == joint).and_then(|p| p.1);
    let sides = (side(&source.anatomy, s), side(&target.anatomy, t));
    matches!(sides, (Some(own), Some(other)) if own != other)
        || source.was_exchanged != target.was_exchanged && sides::exchanged(&source.tree.names[s]).is_some()
}

struct Found {
    source: Vec<Option<Follow>>,
    taken: HashSet<usize>,
}

impl Found {
    /// The first one wins.
    fn pair(&mut self, source: usize, target: usize) {
        if self.source[target].is_none() && self.taken.insert(source) {
            self.source[target] = Some(Follow::one(source));
        }
    }

    fn pairs(&self) -> Vec<(usize, usize)> {
        self.source.iter().enumerate().filter_map(|(t, s)| Some((t, s.as_ref()?.from))).collect()
    }
}

/// A joint of the foot that lies right under the ankle is no ball: nobody rolls over it, and it is one with the foot. Returns the
/// ankle and that joint, unless somebody is known to be its partner.
fn stiff_foot(of_target: &mut Anatomy, target: &Figure, found: &Found, side: Side) -> Option<(usize, usize)> {
    let [ankle, toe] = [Part::Foot, Part::Toe].map(|part| of_target.joint(part, Some(side)));
    let (ankle, toe) = (ankle?, toe?);
    if !target.is_drawn || !target.is_steep(ankle, toe) || found.source[toe].is_some() {
        return None;
    }
    of_target.remove(Part::Toe, Some(side));
    Some((ankle, toe))
}

/// The links of a finger, knuckle by knuckle; what is beyond the last goes on as that does.
fn links(found: &mut Found, own: &Digit, others: &Digit) {
    own.links.iter().zip(&others.links).for_each(|(&s, &t)| found.pair(s, t));
}

/// Two lines of joints, the first below `anchor`, of which the last are alike: joints of the one are turned as the other is so far
/// along, whatever their numbers.
fn chain(found: &mut Found, anchor: usize, sources: &[usize], targets: &[usize]) {
    let Some(&last) = sources.last() else { return };
    for (j, &t) in targets.iter().enumerate() {
        if found.source[t].is_some() {
            continue;
        }
        // In joints of the source; the anchor is its zeroth.
        let along = (j + 1) as f64 * sources.len() as f64 / targets.len() as f64;
        let below = along.floor() as usize;
        let at = |i: usize| if i == 0 { anchor } else { sources[i - 1] };
        let follow = match along - below as f64 {
            _ if below >= sources.len() => Follow::one(last),
            0.0 => Follow::one(at(below)),
            part => Follow { from: at(below), to: at(below + 1), part },
        };
        found.taken.extend([follow.from, follow.to]);
        found.source[t] = Some(follow);
    }
}
