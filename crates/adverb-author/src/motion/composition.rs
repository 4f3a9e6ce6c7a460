//! Compositions (A.6): motions that happen at once, each on its own DOFs.
//!
//! At any time, each DOF belongs to the motion that needs it most; among equals, to the first. Gestures follow the same rule. A DOF
//! passes from one motion to another within a fifth of a second, as in gestures; in the thesis it jumps. If two motions require a DOF,
//! the second goes without it ([`Motion::conflicts`] lists such cases).

use std::sync::Arc;

use adverb::graph::{OVER_SECS, Usage, arbitrate};
use adverb::key_times::TimeMap;
use adverb::{AnimationTime, DofId, JointId, VerbTime};

use super::jet::{Jet, along, mix, mix_ball, store};
use super::{Constraint, Kind, Motion};
use crate::error::Error;
use crate::rig::balls;

/// Keys and changes nearer to each other than this, in seconds, are one.
const SAME_SECS: f64 = 1e-6;

/// See [`composition`].
#[derive(Debug, Clone)]
pub(super) struct Composition {
    pub(super) parts: Vec<Arc<Motion>>,
    /// When each begins.
    starts: Vec<f64>,
    /// For every DOF, which part has it from when on.
    owners: Vec<Vec<Owner>>,
    conflicts: Vec<Conflict>,
    duration: f64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
struct Owner {
    from: f64,
    part: Option<usize>,
}

/// Two motions of a composition that require the same joint at once: the first has it.
#[derive(Debug, Clone, PartialEq)]
pub struct Conflict {
    /// The joint.
    pub joint: JointId,
    /// The places of both among the parts, the one that has it first.
    pub parts: [usize; 2],
    /// From when to when.
    pub during: [VerbTime; 2],
}

/// `parts` at once, all of the same skeleton, each beginning at its own [`Motion::start`].
pub fn composition(parts: Vec<Arc<Motion>>) -> Result<Motion, Error> {
    let Some(first) = parts.first().cloned() else {
        return Err(Error::Motion { problem: "a composition needs at least one motion".into() });
    };
    if parts.iter().any(|m| m.skeleton != first.skeleton) {
        return Err(Error::Motion { problem: "the motions of a composition must share one skeleton".into() });
    }
    let nodes = super::nodes(&parts)?;
    let start = parts.iter().map(|m| m.start.0).fold(f64::INFINITY, f64::min);
    let end = parts.iter().map(|m| m.end().0).fold(f64::NEG_INFINITY, f64::max);
    let starts: Vec<f64> = parts.iter().map(|m| m.start.0 - start).collect();
    let mut keys: Vec<(String, f64)> = vec![(String::new(), 0.0), (String::new(), end - start)];
    for (part, offset) in parts.iter().zip(&starts) {
        keys.extend(part.key_times().iter().map(|(name, key)| (name.to_string(), offset + key.0)));
    }
    keys.sort_by(|a, b| a.1.total_cmp(&b.1));
    // Of keys at one time the first that has a name gives it.
    keys.dedup_by(|later, earlier| {
        let same = later.1 - earlier.1 < SAME_SECS;
        if same && earlier.0.is_empty() {
            earlier.0 = std::mem::take(&mut later.0);
        }
        same
    });
    let map = if first.key_times().map() == TimeMap::Linear { TimeMap::Linear } else { TimeMap::Smooth };
    let keys = super::key_times(keys, map)?;
    let duration = end - start;
    let mut composition = Composition { parts, starts, owners: Vec::new(), conflicts: Vec::new(), duration };
    composition.settle();
    Ok(Motion {
        skeleton: first.skeleton.clone(),
        keys,
        start: AnimationTime(start),
        adverbs: Vec::new(),
        nodes,
        own: None,
        kind: Kind::Composition(composition),
    })
}

impl Composition {
    /// Finds which part has each DOF, from one change of usage to the next.
    fn settle(&mut self) {
        let duration = self.duration;
        let mut cuts: Vec<f64> = self.changes().map(|t| t.0).filter(|t| *t > 0.0 && *t < duration).collect();
        cuts.push(0.0);
        cuts.sort_by(f64::total_cmp);
        cuts.dedup_by(|later, earlier| *later - *earlier < SAME_SECS);
        let skeleton = self.parts[0].skeleton.clone();
        let ends = cuts[1..].iter().copied().chain([duration]);
        self.owners = vec![Vec::new(); skeleton.dofs().len()];
        for (from, to) in cuts.iter().copied().zip(ends) {
            let middle = VerbTime(0.5 * (from + to));
            for (d, dof) in skeleton.dofs().iter().enumerate() {
                let uses: Vec<Usage> =
                    (0..self.parts.len()).map(|c| self.usage_in(c, middle, DofId(d as u16))).collect();
                let part = arbitrate(uses.iter().copied());
                if self.owners[d].last().is_none_or(|last| last.part != part) {
                    self.owners[d].push(Owner { from, part });
                }
                let mut requiring = (0..uses.len()).filter(|c| uses[*c] == Usage::Required);
                if let Some(has) = requiring.next() {
                    requiring.for_each(|other| self.note(dof.joint, [has, other], [from, to]));
                }
            }
        }
    }

    /// A conflict; one that goes on from before is the same.
    fn note(&mut self, joint: JointId, parts: [usize; 2], [from, to]: [f64; 2]) {
        let is_same =
            |c: &&mut Conflict| c.joint == joint && c.parts == parts && c.during[1].0 >= from - SAME_SECS;
        match self.conflicts.iter_mut().rev().find(is_same) {
            Some(conflict) => conflict.during[1] = VerbTime(to),
            None => self.conflicts.push(Conflict { joint, parts, during: [from, to].map(VerbTime) }),
        }
    }

    pub(super) fn conflicts(&self) -> &[Conflict] {
        &self.conflicts
    }

    fn inner(&self, part: usize, time: VerbTime) -> VerbTime {
        VerbTime(time.0 - self.starts[part])
    }

    /// What a part uses; nothing before it begins and after it has ended.
    fn usage_in(&self, part: usize, time: VerbTime, dof: DofId) -> Usage {
        let inner = self.inner(part, time);
        let under_way = inner.0 > -SAME_SECS && inner.0 < self.parts[part].duration().0 + SAME_SECS;
        if under_way { self.parts[part].usage(inner, dof) } else { Usage::Undefined }
    }

    pub(super) fn usage(&self, time: VerbTime, dof: DofId) -> Usage {
        (0..self.parts.len()).map(|c| self.usage_in(c, time, dof)).max().unwrap_or(Usage::Undefined)
    }

    /// When usages may change: where parts begin and end, and where theirs do.
    pub(super) fn changes(&self) -> impl Iterator<Item = VerbTime> + '_ {
        self.parts.iter().zip(&self.starts).flat_map(|(part, start)| {
            let inner = part.usage_changes().into_iter().chain([VerbTime::ZERO, part.duration()]);
            inner.map(|t| VerbTime(start + t.0)).collect::<Vec<_>>()
        })
    }

    /// The part that has a DOF at a time; during a change also the next one, and the progress.
    fn owners(&self, dof: usize, time: f64) -> (Option<usize>, Option<(usize, Jet)>) {
        let owners = &self.owners[dof];
        let now = owners.partition_point(|o| o.from <= time).max(1) - 1;
        for change in [now, now + 1] {
            if change == 0 || change >= owners.len() {
                continue;
            }
            let (Some(before), Some(after)) = (owners[change - 1].part, owners[change].part) else {
                continue;
            };
            let [from, to] = self.going_over(owners, change);
            if time >= from && time < to {
                let u = (time - from) / (to - from);
                // 6u⁵ − 15u⁴ + 10u³: velocity and acceleration start and end at zero.
                let over = Jet([u, 1.0 / (to - from), 0.0]).through([
                    u * u * u * (10.0 - u * (15.0 - 6.0 * u)),
                    30.0 * u * u * (1.0 - u) * (1.0 - u),
                    60.0 * u * (1.0 - u) * (1.0 - 2.0 * u),
                ]);
                return (Some(before), Some((after, over)));
            }
        }
        (owners[now].part, None)
    }

    /// From when to when a DOF goes over: before the change where the one that had it ends there, after it where the other
    /// begins there, else around it.
    fn going_over(&self, owners: &[Owner], change: usize) -> [f64; 2] {
        let (at, before, after) = (owners[change].from, owners[change - 1], owners[change]);
        let end = |part: usize| self.starts[part] + self.parts[part].duration().0;
        let begins = after.part.is_some_and(|part| (self.starts[part] - at).abs() < SAME_SECS);
        let ends = before.part.is_some_and(|part| (end(part) - at).abs() < SAME_SECS);
        let next = owners.get(change + 1).map_or(self.duration, |o| o.from);
        let (room_before, room_after) = (0.5 * (at - before.from), 0.5 * (next - at));
        match (begins, ends) {
            (true, _) => [at, at + OVER_SECS.min(room_after)],
            (false, true) => [at - OVER_SECS.min(room_before), at],
            (false, false) => {
                [at - (0.5 * OVER_SECS).min(room_before), at + (0.5 * OVER_SECS).min(room_after)]
            }
        }
    }

    pub(super) fn derivatives(&self, time: VerbTime, rows: &mut [f32]) {
        let mut poses: Vec<Option<Vec<Jet>>> = vec![None; self.parts.len()];
        let mut value = |part: usize, dof: usize| {
            let inner = Jet([self.inner(part, time).0, 1.0, 0.0]);
            poses[part].get_or_insert_with(|| along(&self.parts[part], inner, rows.len()))[dof]
        };
        let mut jets = vec![Jet::constant(0.0); self.owners.len()];
        for (d, jet) in jets.iter_mut().enumerate() {
            *jet = match self.owners(d, time.0) {
                (None, _) => Jet::constant(0.0),
                (Some(part), None) => value(part, d),
                (Some(part), Some((other, over))) => mix(value(part, d), value(other, d), over),
            };
        }
        for (_, ball) in balls(&self.parts[0].skeleton) {
            if let (Some(part), Some((other, over))) = self.owners(ball[0], time.0) {
                let mixed = mix_ball(ball.map(|d| value(part, d)), ball.map(|d| value(other, d)), over);
                ball.into_iter().zip(mixed).for_each(|(d, mixed)| jets[d] = mixed);
            }
        }
        store(&jets, rows);
    }

    /// Those of every part on joints that it moves all by itself, from the root down.
    pub(super) fn constraints(&self, time: VerbTime) -> Vec<Constraint> {
        let skeleton = &self.parts[0].skeleton;
        let mut all = Vec::new();
        for (c, part) in self.parts.iter().enumerate() {
            let inner = self.inner(c, time);
            if inner.0 < 0.0 || inner > part.duration() {
                continue;
            }
            let mine = |constraint: &Constraint| {
                constraint.involves(skeleton).all(|d| self.owners(d.index(), time.0).0 == Some(c))
            };
            let constraints = part.constraints(inner).into_iter().filter(mine);
            all.extend(constraints.map(|c2| c2.in_time(|t| VerbTime(t.0 + self.starts[c]))));
        }
        all
    }
}
