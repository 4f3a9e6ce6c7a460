//! The map from the joints of a mesh to those of a skeleton: as the project says, by name, or by role.

use std::collections::HashSet;

use adverb::Skeleton;
use glam::{DQuat, DVec3};

use super::anatomy::{ARM, Anatomy, LEG, Tree};
use super::fingers::shared;
use crate::clip::{Clip, Transform};
use crate::error::Error;
use crate::finding::{Criterion, Finding, Subject};
use crate::names::{listed, suggestion};
use crate::roles::{Digit, Part, digits};
use crate::sides::Side;

/// A map from the joints of a mesh to those of a skeleton.
pub(super) struct Map {
    /// For every joint of the mesh, the joint that it follows.
    pub(super) source: Vec<Option<usize>>,
    /// The roles of the mapped joints of the mesh.
    pub(super) parts: Vec<(Part, Option<Side>, usize)>,
    /// The balls of the skeleton's feet, whether or not the mesh has such joints.
    pub(super) balls: Vec<(Side, usize)>,
    /// Those of them that are the trunk's and the neck's.
    pub(super) trunk: Vec<usize>,
    pub(super) neck: Vec<usize>,
    /// The fingers that both have, the skeleton's first.
    pub(super) fingers: Vec<[Digit; 2]>,
    /// The joints of the skeleton's limbs that none follows.
    lost: Vec<usize>,
}

impl Map {
    /// The joint of the mesh for a part of the body.
    pub(super) fn joint(&self, part: Part, side: Option<Side>) -> Option<usize> {
        self.parts.iter().find(|p| p.0 == part && p.1 == side).map(|p| p.2)
    }

    /// Whether the trunk of the mesh is level.
    pub(super) fn lies(&self, bound: &[Transform]) -> bool {
        let (Some(hips), Some(&top)) = (self.joint(Part::Hips, None), self.trunk.last()) else {
            return false;
        };
        !rises(bound[top].translation - bound[hips].translation)
    }

    /// Whether the mesh lies with its legs stretched, as one with Z up does; who lies on four legs has them under the trunk.
    pub(super) fn lies_stretched(&self, bound: &[Transform]) -> bool {
        let at = |part, side| Some(bound[self.joint(part, side)?].translation);
        let leg = |side| Some(at(Part::Foot, Some(side))? - at(Part::UpLeg, Some(side))?);
        let (Some(hips), Some(&top)) = (at(Part::Hips, None), self.trunk.last()) else { return false };
        let legs: DVec3 = Side::BOTH.into_iter().filter_map(leg).sum();
        let trunk = bound[top].translation - hips;
        !rises(trunk) && trunk.normalize_or_zero().dot(legs.normalize_or_zero()) < -STRETCHED
    }

    /// Whether the trunk of the skeleton is not, its joints being there.
    pub(super) fn is_upright(&self, source: &[DVec3]) -> bool {
        let (Some(hips), Some(&top)) = (self.joint(Part::Hips, None), self.trunk.last()) else {
            return false;
        };
        let (Some(hips), Some(top)) = (self.source[hips], self.source[top]) else { return false };
        rises(source[top] - source[hips])
    }

    /// The joints of the mesh that follow none and keep their rest pose. That is as it should be of fingers, faces, tails and of joints
    /// within a longer spine; where a limb of the skeleton is followed by none, one of the others may be meant. Fingers that are
    /// relaxed are not among them.
    pub(super) fn still(
        &self,
        skeleton: &Skeleton,
        figure: &Clip,
        relaxed: &[(usize, DQuat)],
    ) -> Option<Finding> {
        let names = |joints: &[usize]| -> String {
            listed(&joints.iter().map(|&t| figure.joints[t].name.as_str()).collect::<Vec<_>>())
        };
        let still: Vec<usize> =
            (0..figure.joints.len()).filter(|&t| !figure.joints[t].end && self.source[t].is_none()).collect();
        let is_of_finger = |t: &usize| {
            let mut up = std::iter::successors(Some(*t), |&j| figure.joints[j].parent);
            up.any(|above| relaxed.iter().any(|(finger, _)| *finger == above))
        };
        let still: Vec<usize> = still.into_iter().filter(|t| !is_of_finger(t)).collect();
        let open: Vec<usize> = still.iter().copied().filter(|&t| !self.is_carried(t, figure)).collect();
        let subject = Subject::Mesh(figure.source.file.clone());
        if self.lost.is_empty() || open.is_empty() {
            let message = format!("joints that nothing moves keep their rest pose: {}", names(&still));
            let found =
                Finding::good(Criterion::StillJoints, subject, message).of(still.len() as f64, "joints");
            return (!still.is_empty()).then_some(found);
        }
        let lost: Vec<&str> = self.lost.iter().map(|&s| skeleton.joints()[s].name.as_str()).collect();
        let message = format!(
            "joints that follow no joint of the skeleton keep their rest pose: {}; no joint follows the skeleton's {}",
            names(&open),
            listed(&lost)
        );
        let found =
            Finding::warning(Criterion::StillJoints, subject, message).of(open.len() as f64, "joints");
        // Which belong together nobody knows here: names and anatomy have been tried.
        Some(
            found.remedy(
                "Where one should follow another, write joints = { SKELETON-JOINT = \"MESH-JOINT\" }.",
            ),
        )
    }

    /// Whether any joint of the mesh follows none and does not go along either.
    pub(super) fn has_open_joints(&self, figure: &Clip) -> bool {
        let is_still = |t: &usize| !figure.joints[*t].end && self.source[*t].is_none();
        (0..figure.joints.len()).filter(is_still).any(|t| !self.is_carried(t, figure))
    }

    /// Whether a joint goes along with what it hangs on: one of a hand, a foot or the head, or one above joints that follow.
    fn is_carried(&self, joint: usize, figure: &Clip) -> bool {
        let up = |from: usize| std::iter::successors(Some(from), |&j| figure.joints[j].parent);
        let is_last = |&(part, _, _): &&(Part, Option<Side>, usize)| {
            matches!(part, Part::Hand | Part::Foot | Part::Toe | Part::Head)
        };
        let head = self.neck.last().copied();
        let mut lasts = self.parts.iter().filter(is_last).map(|own| own.2).chain(head);
        let follows = |&t: &usize| self.source[t].is_some();
        lasts.any(|last| up(joint).any(|above| above == last))
            || (0..figure.joints.len()).filter(follows).any(|t| up(t).any(|above| above == joint))
    }
}

/// A trunk that rises by less than this part of its length lies.
const LEVEL: f64 = 0.6;

fn rises(way: DVec3) -> bool {
    way.normalize_or(DVec3::Y).y > LEVEL
}

/// Legs are stretched if they go on as the trunk does by more than this cosine.
const STRETCHED: f64 = 0.8;

/// A joint of the foot that lies this steeply below the ankle is not its ball.
pub(super) const STEEP: f64 = 0.8;
/// Finds the map; `given` are names of a joint of the skeleton and of the mesh. Where at least half of the skeleton's joints
/// have namesakes in the mesh, names decide, and what joints are for only for the others.
pub(super) fn map(skeleton: &Skeleton, figure: &Clip, given: &[(String, String)]) -> Result<Map, Error> {
    let sources = Tree {
        names: skeleton.joints().iter().map(|j| j.name.as_str()).collect(),
        parents: skeleton.joints().iter().map(|j| j.parent.map(|p| p.index())).collect(),
        ends: skeleton.joints().iter().map(|j| j.end).collect(),
    };
    let targets = Tree {
        names: figure.joints.iter().map(|j| j.name.as_str()).collect(),
        parents: figure.joints.iter().map(|j| j.parent).collect(),
        ends: figure.joints.iter().map(|j| j.end).collect(),
    };
    let mut found = Found { source: vec![None; targets.names.len()], taken: HashSet::new() };
    for (own, mesh) in given {
        let file = &figure.source.file;
        let own = index(&sources.names, own, file, "the skeleton")?;
        let mesh = index(&targets.names, mesh, file, "the mesh")?;
        found.pair(own, mesh);
    }
    let named = figure.joints_named(sources.names.iter().copied());
    let namesakes = || named.iter().enumerate().filter(|(s, t)| !sources.ends[*s] && t.is_some());
    if 2 * namesakes().count() >= sources.ends.iter().filter(|end| !**end).count() {
        namesakes().filter_map(|(s, t)| Some((s, (*t)?))).for_each(|(s, t)| found.pair(s, t));
    }
    let (mut of_source, mut of_target) = (Anatomy::of(&sources), Anatomy::of(&targets));
    // A joint that is known on the one side tells what its partner is on the other.
    for (t, s) in found.pairs() {
        let told_by_source: Vec<_> = of_source.parts().filter(|p| p.2 == s).collect();
        let told_by_target: Vec<_> = of_target.parts().filter(|p| p.2 == t).collect();
        told_by_source.iter().for_each(|p| of_target.set(p.0, p.1, t));
        told_by_target.iter().for_each(|p| of_source.set(p.0, p.1, s));
    }
    let stiff: Vec<(usize, usize)> =
        Side::BOTH.into_iter().filter_map(|side| stiff_foot(&mut of_target, figure, &found, side)).collect();
    for (part, side, t) in of_target.parts() {
        if let Some(s) = of_source.joint(part, side) {
            found.pair(s, t);
        }
    }
    for (ankle, toe) in stiff {
        found.source[toe] = found.source[ankle];
    }
    let fingers = shared(digits_of(&sources), digits_of(&targets));
    for [own, mesh] in &fingers {
        own.links.iter().zip(&mesh.links).for_each(|(&s, &t)| found.pair(s, t));
    }
    chain(&mut found, &of_source.trunk, &of_target.trunk);
    chain(&mut found, &of_source.neck, &of_target.neck);

    let mapped = |t: &usize| found.source[*t].is_some();
    if !of_target.parts().any(|(part, _, t)| part == Part::Hips && mapped(&t)) {
        let problem = no_hips([&sources, &targets], [&of_source, &of_target]);
        return Err(Error::File { file: figure.source.file.clone(), problem });
    }
    let ball = |side: Side| Some((side, of_source.joint(Part::Toe, Some(side))?));
    let limbs = of_source.parts().filter(|(part, ..)| LEG[..3].contains(part) || ARM.contains(part));
    let lost = limbs.map(|(_, _, s)| s).filter(|s| !found.taken.contains(s)).collect();
    Ok(Map {
        balls: Side::BOTH.into_iter().filter_map(ball).collect(),
        parts: of_target.parts().filter(|p| mapped(&p.2)).collect(),
        trunk: of_target.trunk.iter().copied().filter(mapped).collect(),
        neck: of_target.neck.iter().copied().filter(mapped).collect(),
        fingers,
        lost,
        source: found.source,
    })
}

fn digits_of(tree: &Tree) -> Vec<Digit> {
    digits(tree.names.iter().zip(&tree.ends).map(|(name, end)| if *end { "" } else { *name }), &tree.parents)
}

/// What is missing for a joint to carry the body: of the skeleton (first), of the mesh, or both.
fn no_hips([own, meshs]: [&Tree; 2], [of_source, of_target]: [&Anatomy; 2]) -> String {
    let names = |tree: &Tree| -> Vec<String> {
        let joints = tree.names.iter().zip(&tree.ends).filter(|(_, end)| !**end);
        joints.map(|(name, _)| name.to_string()).collect()
    };
    let known =
        |tree: &Tree, of: &Anatomy| of.joint(Part::Hips, None).map(|hips| tree.names[hips].to_string());
    let guess =
        |tree: &Tree, of: &Anatomy| known(tree, of).or(names(tree).first().cloned()).unwrap_or("…".into());
    let asked: Vec<String> = [(own, of_source, "the skeleton's"), (meshs, of_target, "its")]
        .into_iter()
        .filter(|(tree, of, _)| known(tree, of).is_none())
        .map(|(tree, _, whose)| {
            let names = names(tree);
            format!("{whose} joints ({})", listed(&names.iter().map(String::as_str).collect::<Vec<_>>()))
        })
        .collect();
    format!(
        "none of {} is recognisable as the hips, which carry the body; name them: joints = {{ {} = {:?} }}",
        asked.join(" and of "),
        guess(own, of_source),
        guess(meshs, of_target)
    )
}

struct Found {
    source: Vec<Option<usize>>,
    taken: HashSet<usize>,
}

impl Found {
    /// The first one wins.
    fn pair(&mut self, source: usize, target: usize) {
        if self.source[target].is_none() && self.taken.insert(source) {
            self.source[target] = Some(source);
        }
    }

    fn pairs(&self) -> Vec<(usize, usize)> {
        self.source.iter().enumerate().filter_map(|(t, s)| Some((t, (*s)?))).collect()
    }
}

/// A joint of the foot that lies right under the ankle is no ball: nobody rolls over it, and it is one with the foot. Returns the
/// ankle and that joint, unless somebody is known to be its partner.
fn stiff_foot(of_target: &mut Anatomy, figure: &Clip, found: &Found, side: Side) -> Option<(usize, usize)> {
    let [ankle, toe] = [Part::Foot, Part::Toe].map(|part| of_target.joint(part, Some(side)));
    let (ankle, toe) = (ankle?, toe?);
    let world = figure.world(&figure.rest());
    let bone = world[toe].translation - world[ankle].translation;
    if bone.y > -STEEP * bone.length() || found.source[toe].is_some() {
        return None;
    }
    of_target.remove(Part::Toe, Some(side));
    Some((ankle, toe))
}

/// Two lines of joints of different lengths: their ends follow each other's, and what is between is spread evenly. A line of
/// one joint is its end.
fn chain(found: &mut Found, sources: &[usize], targets: &[usize]) {
    let (fewer, more) = (sources.len().min(targets.len()), sources.len().max(targets.len()));
    for i in 0..fewer {
        let spread = match fewer {
            1 => more - 1,
            _ => (2 * i * (more - 1) + fewer - 1) / (2 * (fewer - 1)),
        };
        let (s, t) = if sources.len() == fewer { (i, spread) } else { (spread, i) };
        found.pair(sources[s], targets[t]);
    }
}

fn index(names: &[&str], name: &str, file: &str, of: &str) -> Result<usize, Error> {
    names.iter().position(|n| *n == name).ok_or_else(|| {
        let problem = format!("{of} has no joint named {name:?}; {}", suggestion(name, names));
        Error::File { file: file.into(), problem }
    })
}
