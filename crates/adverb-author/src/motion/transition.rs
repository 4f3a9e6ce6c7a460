//! Transitions (A.10, thesis 5.5): a motion that leads from a part of one motion to a part of another.
//!
//! With D the mean of both parts' durations, the time in each is a monotone function of progress p = T/D: the first runs at its
//! own speed where the transition begins, the second where it ends, and keys of the same names fall together. Joints are
//! blended on the sphere by α(p), with the terms in α̇ and α̈ that A.10 leaves out. x, z and heading are integrated from the
//! blended velocity as seen from the body; height and tilt are blended.

mod planted;

use std::sync::Arc;

use adverb::graph::{Blend, Course, Usage};
use adverb::key_times::TimeMap;
use adverb::{AnimationTime, CanonicalTime, DofId, Placement, Skeleton, VerbTime};

use super::held::is_foot_hold;
use super::jet::{Jet, along, mix, mix_ball, store};
use super::{Constraint, Kind, Motion};
use crate::error::Error;
use crate::rig::balls;
use crate::support;

/// The path is integrated from one to the next of this many places per second.
const PLACES_PER_SEC: f64 = 240.0;
/// No transition has more of them.
const MOST_PLACES: f64 = 1e5;
/// Keys nearer to each other than this, as a part of the transition, are one.
const SAME_KEY: f64 = 0.005;

/// See [`transition`].
#[derive(Debug, Clone)]
pub(super) struct Transition {
    /// A and B.
    pub(super) ends: [Arc<Motion>; 2],
    pub(super) regions: [[CanonicalTime; 2]; 2],
    pub(super) blend: Blend,
    /// Verb times of both over progress.
    courses: [Course; 2],
    duration: f64,
    /// Whether feet stand in it that its motions say nothing about.
    pub(super) plants: bool,
    path: Vec<Place>,
    /// How the second motion's ground is moved to where the transition ends.
    moved: Placement,
    /// Feet that stand in it.
    holds: Vec<Constraint>,
}

/// A placement on the way, x, z and heading, and how fast it changes.
#[derive(Debug, Clone, Copy)]
struct Place {
    value: [f64; 3],
    rate: [f64; 3],
}

/// A transition from `leave` of the first motion to `enter` of the second, in canonical times. It starts at the first motion's
/// placement there.
pub fn transition(
    ends: [Arc<Motion>; 2],
    regions: [[CanonicalTime; 2]; 2],
    blend: Blend,
) -> Result<Motion, Error> {
    made(ends, regions, blend, false)
}

/// A transition in which feet that stand in its motions stay where they are, also if these have no constraints.
pub fn bridge(
    ends: [Arc<Motion>; 2],
    regions: [[CanonicalTime; 2]; 2],
    blend: Blend,
) -> Result<Motion, Error> {
    made(ends, regions, blend, true)
}

fn made(
    ends: [Arc<Motion>; 2],
    regions: [[CanonicalTime; 2]; 2],
    blend: Blend,
    plants: bool,
) -> Result<Motion, Error> {
    let fail = |problem: String| Err(Error::Motion { problem });
    if ends[0].skeleton != ends[1].skeleton {
        return fail("the motions of a transition must share one skeleton".into());
    }
    if let Some([from, to]) =
        regions.iter().find(|[from, to]| !(0.0 <= from.0 && from.0 < to.0 && to.0 <= 1.0))
    {
        return fail(format!(
            "a transition leaves and enters from a canonical time to a later one, between 0 and 1, not {} to {}",
            from.0, to.0
        ));
    }
    if blend == Blend::Inertial {
        return fail("inertial blends are for actors only".into());
    }
    let nodes = super::nodes(&ends)?;
    let spans = [0, 1].map(|k: usize| regions[k].map(|t| ends[k].verb_time(t).0));
    let duration = 0.5 * spans.iter().map(|[from, to]| to - from).sum::<f64>();
    let courses = courses(&ends, spans, duration);
    let skeleton = ends[0].skeleton.clone();
    let (path, moved, holds) = (Vec::new(), Placement::ORIGIN, Vec::new());
    let mut transition = Transition { ends, regions, blend, courses, duration, plants, path, moved, holds };
    transition.integrate(spans[0][0]);
    transition.find_end(spans[1][1]);
    let stands = transition.stands(spans);
    let by = transition.bend(&stands);
    transition.bend_by([f64::from(by.x), f64::from(by.z)]);
    transition.find_end(spans[1][1]);
    let keys = super::key_times(transition.keys(spans), TimeMap::Smooth)?;
    let motion = Motion {
        skeleton,
        keys,
        start: AnimationTime(0.0),
        adverbs: Vec::new(),
        nodes,
        own: None,
        kind: Kind::Transition(Box::new(transition)),
    };
    let Kind::Transition(found) = &motion.kind else { return Ok(motion) };
    let holds = found.holds(&stands, &motion);
    let found = Transition { holds, ..(**found).clone() };
    Ok(Motion { kind: Kind::Transition(Box::new(found)), ..motion })
}

/// Key-times of a motion strictly within a span of it, and how far through it they are.
fn keys_within(motion: &Motion, [from, to]: [f64; 2]) -> impl Iterator<Item = (&str, f64)> {
    let share = move |(name, key): (_, VerbTime)| (name, (key.0 - from) / (to - from));
    motion.key_times().iter().map(share).filter(|(_, share)| *share > SAME_KEY && *share < 1.0 - SAME_KEY)
}

/// How the verb times of both run over progress, keys of the same names at the same progress.
fn courses(ends: &[Arc<Motion>; 2], spans: [[f64; 2]; 2], duration: f64) -> [Course; 2] {
    /// Keys that are farther apart than this, as a part of the transition, are not meant for each other.
    const APART: f64 = 0.25;
    let lengths = spans.map(|[from, to]| to - from);
    let mut points = [vec![[0.0, spans[0][0]]], vec![[0.0, spans[1][0]]]];
    let mut last = 0.0;
    for (name, a) in keys_within(&ends[0], spans[0]).filter(|(name, _)| !name.is_empty()) {
        let fits = |(other, b): &(&str, f64)| *other == name && *b > last && (b - a).abs() < APART;
        let Some((_, b)) = keys_within(&ends[1], spans[1]).find(fits) else { continue };
        let p = (a * lengths[0] + b * lengths[1]) / (2.0 * duration);
        let before = points[0][points[0].len() - 1][0];
        if p > before + 0.02 && p < 0.98 && points[0].len() < Course::MOST_KNOTS - 1 {
            points[0].push([p, spans[0][0] + a * lengths[0]]);
            points[1].push([p, spans[1][0] + b * lengths[1]]);
            last = b;
        }
    }
    (0..2).for_each(|k| points[k].push([1.0, spans[k][1]]));
    [Course::through(&points[0], Some(duration), None), Course::through(&points[1], None, Some(duration))]
}

impl Transition {
    /// The times in both motions, and the share of the second.
    fn progress(&self, time: f64) -> ([Jet; 2], Jet) {
        let inside = (0.0..=self.duration).contains(&time);
        let p = Jet([
            (time / self.duration).clamp(0.0, 1.0),
            if inside { 1.0 / self.duration } else { 0.0 },
            0.0,
        ]);
        let times = self.courses.map(|course| p.through(course.derivatives(p.value())));
        (times, p.through(self.blend.derivatives(p.value())))
    }

    /// How the body moves, seen from itself: along x, along z, turning.
    fn twist(&self, time: f64) -> [f64; 3] {
        let (times, share) = self.progress(time);
        let positions_and_velocities = 2 * self.ends[0].skeleton.dofs().len();
        let of = |k: usize| {
            let pose = along(&self.ends[k], times[k], positions_and_velocities);
            let [x, z, heading] = Skeleton::PLACEMENT.map(|d| pose[d]);
            let (sine, cosine) = libm::sincos(heading.value());
            let [vx, vz] = [x.0[1], z.0[1]];
            [cosine * vx - sine * vz, sine * vx + cosine * vz, heading.0[1]]
        };
        let (a, b, share) = (of(0), of(1), share.value());
        [0, 1, 2].map(|i: usize| a[i] + (b[i] - a[i]) * share)
    }

    /// Integrates the path by Simpson's rule from where the first motion is.
    fn integrate(&mut self, from: f64) {
        let count = (self.duration * PLACES_PER_SEC).ceil().clamp(4.0, MOST_PLACES) as usize;
        let step = self.duration / count as f64;
        let start = self.ends[0].pose(VerbTime(from));
        let mut value = Skeleton::PLACEMENT.map(|d| f64::from(start[d]));
        let in_world = |[x, z, turn]: [f64; 3], heading: f64| {
            let (sine, cosine) = libm::sincos(heading);
            [cosine * x + sine * z, -sine * x + cosine * z, turn]
        };
        let mut before = self.twist(0.0);
        let mut path = vec![Place { value, rate: in_world(before, value[2]) }];
        for i in 0..count {
            let [middle, after] = [0.5, 1.0].map(|part| self.twist((i as f64 + part) * step));
            let turned = |a: f64, b: f64, c: f64| step * (a * before[2] + b * middle[2] + c * after[2]);
            let half = value[2] + turned(5.0 / 24.0, 8.0 / 24.0, -1.0 / 24.0);
            let whole = value[2] + turned(1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0);
            let rates = [in_world(before, value[2]), in_world(middle, half), in_world(after, whole)];
            for k in 0..2 {
                value[k] += step * (rates[0][k] + 4.0 * rates[1][k] + rates[2][k]) / 6.0;
            }
            value[2] = whole;
            path.push(Place { value, rate: rates[2] });
            before = after;
        }
        self.path = path;
    }

    /// Where its end is brings the second motion behind it.
    fn find_end(&mut self, last: f64) {
        let end = self.path[self.path.len() - 1].value.map(|v| v as f32);
        let there = Placement::of(&self.ends[1].pose(VerbTime(last)));
        self.moved = Placement::reposition(there, Placement { x: end[0], z: end[1], heading: end[2] });
    }

    /// Bends its path so that it ends elsewhere: more and more, evenly at both ends.
    fn bend_by(&mut self, by: [f64; 2]) {
        let last = (self.path.len() - 1) as f64;
        for (i, place) in self.path.iter_mut().enumerate() {
            let p = i as f64 / last;
            let share = p * p * p * (10.0 + p * (6.0 * p - 15.0));
            let rate = 30.0 * p * p * (1.0 - p) * (1.0 - p) / self.duration;
            for (k, by) in by.into_iter().enumerate() {
                place.value[k] += by * share;
                place.rate[k] += by * rate;
            }
        }
    }

    /// Whether feet stand in it.
    pub(super) fn has_holds(&self) -> bool {
        !self.holds.is_empty()
    }

    /// x, z and heading: cubics from place to place.
    fn placement(&self, time: f64) -> [Jet; 3] {
        let steps = self.path.len() - 1;
        let step = self.duration / steps as f64;
        let i = ((time / step) as usize).min(steps - 1);
        let (a, b) = (self.path[i], self.path[i + 1]);
        let u = (time / step - i as f64).clamp(0.0, 1.0);
        [0, 1, 2].map(|k: usize| {
            let (rise, p, q) = (b.value[k] - a.value[k], a.rate[k] * step, b.rate[k] * step);
            let (square, cube) = (3.0 * rise - 2.0 * p - q, p + q - 2.0 * rise);
            Jet([
                a.value[k] + u * (p + u * (square + u * cube)),
                (p + u * (2.0 * square + 3.0 * u * cube)) / step,
                (2.0 * square + 6.0 * u * cube) / (step * step),
            ])
        })
    }

    pub(super) fn derivatives(&self, time: VerbTime, rows: &mut [f32]) {
        let (times, share) = self.progress(time.0);
        let [a, b] = [0, 1].map(|k: usize| along(&self.ends[k], times[k], rows.len()));
        let mut jets: Vec<Jet> = a.iter().zip(&b).map(|(a, b)| mix(*a, *b, share)).collect();
        for (_, ball) in balls(&self.ends[0].skeleton) {
            let mixed = mix_ball(ball.map(|d| a[d]), ball.map(|d| b[d]), share);
            ball.into_iter().zip(mixed).for_each(|(d, mixed)| jets[d] = mixed);
        }
        let placed = self.placement(time.0.clamp(0.0, self.duration));
        Skeleton::PLACEMENT.into_iter().zip(placed).for_each(|(d, jet)| jets[d] = jet);
        store(&jets, rows);
    }

    /// The keys of both within their parts.
    fn keys(&self, spans: [[f64; 2]; 2]) -> Vec<(String, f64)> {
        let name_at = |k: usize, time: f64| {
            let found = self.ends[k].key_times().iter().find(|(_, key)| (key.0 - time).abs() < 1e-9);
            found.map_or(String::new(), |(name, _)| name.to_string())
        };
        let mut keys = vec![(name_at(0, spans[0][0]), 0.0), (name_at(1, spans[1][1]), 1.0)];
        for (k, [from, to]) in spans.into_iter().enumerate() {
            let inside = keys_within(&self.ends[k], [from, to]);
            let when = |share: f64| self.courses[k].when(from + share * (to - from));
            keys.extend(inside.map(|(name, share)| (name.to_string(), when(share))));
        }
        keys.retain(|(_, p)| *p == 0.0 || *p == 1.0 || (*p > SAME_KEY && *p < 1.0 - SAME_KEY));
        keys.sort_by(|a, b| a.1.total_cmp(&b.1));
        keys.dedup_by(|later, earlier| later.1 - earlier.1 < SAME_KEY);
        keys.into_iter().map(|(name, p)| (name, p * self.duration)).collect()
    }

    /// Which of the two says what is used and what holds, and the time in it.
    fn leading(&self, time: VerbTime) -> (usize, VerbTime) {
        let (times, _) = self.progress(time.0);
        let k = usize::from(time.0 > 0.5 * self.duration);
        (k, VerbTime(times[k].value()))
    }

    pub(super) fn usage(&self, time: VerbTime, dof: DofId) -> Usage {
        let (k, inner) = self.leading(time);
        self.ends[k].usage(inner, dof)
    }

    /// When usages may change: half way, and where those of the leading motion do.
    pub(super) fn changes(&self) -> Vec<VerbTime> {
        let mut changes = vec![VerbTime(0.5 * self.duration)];
        for (k, course) in self.courses.iter().enumerate() {
            let (from, to) = (course.at(0.0), course.at(1.0));
            let inside = self.ends[k].usage_changes().into_iter().filter(|t| t.0 > from && t.0 < to);
            changes.extend(inside.map(|t| VerbTime(self.duration * course.when(t.0))));
        }
        changes
    }

    /// Constraint arbitration of 5.5: the first motion's in the first half, the second's in the second; those that hold at
    /// both ends hold throughout, and move over the ground no more than the body does. Feet that stand: see `planted`.
    pub(super) fn constraints(&self, time: VerbTime) -> Vec<Constraint> {
        let of = |k: usize, inner: VerbTime| {
            let course = self.courses[k];
            let (from, to) = (course.at(0.0), course.at(1.0));
            let outer = move |t: VerbTime| VerbTime(self.duration * course.when(t.0.clamp(from, to)));
            let moved = if k == 1 { self.moved } else { Placement::ORIGIN };
            let constraints = self.ends[k].constraints(inner).into_iter();
            constraints.map(move |c| c.in_time(outer).moved(moved, 0.0)).collect::<Vec<_>>()
        };
        let (k, inner) = self.leading(time);
        let mut constraints = of(k, inner);
        let [first, last] =
            [of(0, VerbTime(self.courses[0].at(0.0))), of(1, VerbTime(self.courses[1].at(1.0)))];
        let throughout = first.into_iter().filter(|c| {
            last.iter().any(|other| other.task == c.task && other.joint == c.joint && other.frame == c.frame)
        });
        for mut held in throughout {
            constraints.retain(|c| !(c.task == held.task && c.joint == held.joint));
            (held.from, held.to) = (VerbTime::ZERO, VerbTime(self.duration));
            constraints.push(held);
        }
        constraints.retain(|c| !self.is_planted(c));
        constraints.extend(self.holds.iter().filter(|c| c.holds(time)).cloned());
        constraints
    }

    /// Whether a constraint is about a foot, and so taken care of already.
    fn is_planted(&self, constraint: &Constraint) -> bool {
        let about = |foot: &support::Foot| {
            foot.limb.is_some_and(|limb| limb.end == constraint.joint || foot.ball == constraint.joint)
        };
        is_foot_hold(constraint) && support::feet(&self.ends[0].skeleton).iter().any(about)
    }
}
