//! Which feet stand in a transition, and where: constraint arbitration of thesis 5.5.
//!
//! The first motion's feet stand in the first half, the second motion's in the second. A foot that stands at the beginning stands where
//! the first motion has it, one that stands at the end where the second has it, so that what comes before and after goes on. A foot that
//! stands throughout would have to be in both places: the path is bent so that it is. Where that takes both feet to different places, one
//! stays, and the other takes a step.

use adverb::{CanonicalTime, JointId, Placement, VerbTime};
use glam::Vec3;

use super::Transition;
use crate::limbs::leg_m;
use crate::motion::held::is_foot_hold;
use crate::motion::standing::place_of;
use crate::motion::{Constraint, Motion, clip};
use crate::support::{self, Foot};

/// Feet are looked for in so much more of each motion, in seconds.
const AROUND_SECS: f64 = 0.5;
/// Places that are no farther apart are one, metres.
const SAME_M: f32 = 1e-3;
/// The path is bent, and a foot held away from where the motion has it, by no more than this part of the leg.
const LEASH: f64 = 0.2;
/// A foot is held sooner, and for longer, than a motion says while it rests there anyway: so near and so low, metres, and so slow, metres per
/// second; but by no more than so many seconds.
const NEAR_M: f32 = 0.15;
const LOW_M: f32 = 0.02;
const SLOW: f32 = 0.8;
const SOON_SECS: f64 = 0.15;
/// A foot goes from one place to the next no faster than this, metres per second, or than so many times the body's speed: it leaves sooner,
/// and comes down later, but keeps half of each stand and more.
const FASTEST: f32 = 2.0;
const FASTER_THAN_BODY: f32 = 2.2;
const MOST_GIVEN: f64 = 0.25;
/// Feet that are held are looked at in so many moments.
const MOMENTS: usize = 64;

/// A foot that stands in one of the two motions, from one progress to another.
#[derive(Debug, Clone, Copy)]
struct Stand {
    from: f64,
    to: f64,
    /// Where its author has it, in the world of the transition's beginning, or of the second motion.
    at: Option<Vec3>,
}

/// The stands of a foot in both motions.
pub(super) struct Stands {
    foot: Foot,
    own: [Vec<Stand>; 2],
}

impl Stands {
    /// That at the beginning of the first motion and that at the end of the second, if the foot does not leave the ground between.
    fn throughout(&self) -> Option<[Stand; 2]> {
        let first = *self.own[0].iter().find(|stand| stand.from <= 0.0)?;
        let last = *self.own[1].iter().find(|stand| stand.to >= 1.0)?;
        (last.from <= first.to).then_some([first, last])
    }
}

impl Transition {
    /// When feet stand in its motions: as these say, or, if they say nothing and it is asked to, as is found in them.
    pub(super) fn stands(&self, spans: [[f64; 2]; 2]) -> Vec<Stands> {
        let feet: Vec<Foot> =
            support::feet(&self.ends[0].skeleton).into_iter().filter(|foot| foot.limb.is_some()).collect();
        let found = [0, 1].map(|k: usize| self.of_end(k, spans[k], &feet));
        let [a, b] = found;
        feet.into_iter()
            .zip(a.into_iter().zip(b))
            .map(|(foot, (a, b))| Stands { foot, own: [a, b] })
            .collect()
    }

    fn of_end(&self, k: usize, [from, to]: [f64; 2], feet: &[Foot]) -> Vec<Vec<Stand>> {
        let (motion, course) = (&self.ends[k], self.courses[k]);
        let progress = |time: f64| match time {
            time if time <= from => 0.0,
            time if time >= to => 1.0,
            time => course.when(time),
        };
        let stand = |first: f64, last: f64, at| {
            (first < to && last > from).then(|| Stand { from: progress(first), to: progress(last), at })
        };
        if motion.is_constrained() {
            let moments = (0..=MOMENTS).map(|i| VerbTime(from + (to - from) * i as f64 / MOMENTS as f64));
            let mut known: Vec<Constraint> = Vec::new();
            for constraint in moments.flat_map(|time| motion.constraints(time)).filter(is_foot_hold) {
                if !known.iter().any(|other| other.is(&constraint)) {
                    known.push(constraint);
                }
            }
            let mine = |foot: &Foot, c: &Constraint| {
                c.joint == foot.ball || foot.limb.is_some_and(|limb| limb.end == c.joint)
            };
            let of_foot = |foot: &Foot| {
                let own = known.iter().filter(|c| mine(foot, c));
                own.filter_map(|c| stand(c.from.0, c.to.0, Some(c.point))).collect()
            };
            return feet.iter().map(of_foot).collect();
        }
        if !self.plants {
            return vec![Vec::new(); feet.len()];
        }
        let first = VerbTime((from - AROUND_SECS).max(0.0));
        let last = VerbTime((to + AROUND_SECS).min(motion.duration().0));
        let near = clip(motion.clone(), motion.canonical_time(first), motion.canonical_time(last));
        let Ok(near) = near else { return vec![Vec::new(); feet.len()] };
        let holds = support::holds_of_all(&near, feet, false);
        let in_motion = |t: CanonicalTime| near.verb_time(t).0 + first.0;
        let whole = near.duration();
        // What touches the end of what was looked at may go on.
        let reaches = |t: CanonicalTime, past: f64| match near.verb_time(t) {
            time if time.0 < 1e-6 => from.min(in_motion(t)) - past,
            time if whole - time < 1e-6 => to.max(in_motion(t)) + past,
            _ => in_motion(t),
        };
        let of_foot = |holds: Vec<support::Phase>| {
            holds
                .into_iter()
                .filter_map(|hold| stand(reaches(hold.from, 1e-6), reaches(hold.to, 1e-6), None))
                .collect()
        };
        holds.into_iter().map(of_foot).collect()
    }

    /// By how much its end is to be moved over the ground so that a foot that stands throughout is where the second motion has it.
    pub(super) fn bend(&self, stands: &[Stands]) -> Vec3 {
        let off = |stands: &Stands| {
            let [first, last] = stands.throughout()?;
            let way = self.place(0, stands, first) - self.place(1, stands, last);
            let way = way.with_y(0.0);
            let leash = LEASH * leg_m(&self.ends[0].skeleton, &stands.foot);
            (f64::from(way.length()) < leash).then_some(way)
        };
        let ways = stands.iter().filter_map(off);
        ways.reduce(|a, b| if b.length() < a.length() { b } else { a }).unwrap_or(Vec3::ZERO)
    }

    /// Where a foot stands that does at the beginning, or at the end.
    fn place(&self, k: usize, stands: &Stands, stand: Stand) -> Vec3 {
        let (time, course) = ([0.0, 1.0][k], self.courses[k]);
        let own = stand.at.unwrap_or_else(|| {
            let here = place_of(&self.ends[k], stands.foot.ball, VerbTime(course.at(time)));
            here.with_y(self.lowest(k, stands.foot.ball, stand))
        });
        if k == 0 { own } else { carried(self.moved, own) }
    }

    /// How low a foot is while it stands.
    fn lowest(&self, k: usize, ball: JointId, stand: Stand) -> f32 {
        let height = |i: usize| {
            let p = stand.from + (stand.to - stand.from) * i as f64 / 8.0;
            place_of(&self.ends[k], ball, VerbTime(self.courses[k].at(p))).y
        };
        (0..=8).map(height).fold(f32::INFINITY, f32::min)
    }

    /// The holds of all feet. The motion is this transition, its path found.
    pub(super) fn holds(&self, stands: &[Stands], motion: &Motion) -> Vec<Constraint> {
        stands.iter().flat_map(|stands| self.holds_of(stands, motion)).collect()
    }

    fn holds_of(&self, stands: &Stands, motion: &Motion) -> Vec<Constraint> {
        let ball = stands.foot.ball;
        let secs = |p: f64| VerbTime(p * self.duration);
        let stays = |from: f64, to: f64, at: Vec3| Constraint::stays(ball, [secs(from), secs(to)], at);
        if let Some([first, last]) = stands.throughout() {
            let [a, b] = [self.place(0, stands, first), self.place(1, stands, last)];
            return match (b - a).with_y(0.0).length() {
                near if near < SAME_M => vec![stays(0.0, 1.0, a.with_y(a.y.min(b.y)))],
                _ => vec![stays(0.0, 0.5, a), stays(0.5, 1.0, b)],
            };
        }
        // Each motion's in its own half; what meets in the middle is one.
        let half = |k: usize| {
            let [least, most] = [[0.0, 0.5], [0.5, 1.0]][k];
            let own =
                stands.own[k].iter().map(move |stand| (k, stand, stand.from.max(least), stand.to.min(most)));
            own.filter(|(.., from, to)| from < to)
        };
        let mut pieces: Vec<Piece> = Vec::new();
        for (k, stand, from, to) in half(0).chain(half(1)) {
            let anchored = if k == 0 { from <= 0.0 } else { to >= 1.0 };
            let at = (anchored || stand.at.is_some()).then(|| self.place(k, stands, *stand));
            let floor = self.lowest(k, ball, Stand { from, to, at: None });
            match pieces.last_mut() {
                Some(before) if k == 1 && from <= before.to + 1e-9 => {
                    before.to = to;
                    before.at = before.at.or(at);
                    before.floor = before.floor.min(floor);
                }
                _ => pieces.push(Piece { from, to, at, floor }),
            }
        }
        let leash = LEASH * leg_m(&motion.skeleton, &stands.foot);
        let ball_at = |p: f64| place_of(motion, ball, secs(p));
        let held = |piece: &Piece| {
            let steps = |from: f64, to: f64| {
                (0..=MOMENTS).map(move |i| from + (to - from) * i as f64 / MOMENTS as f64)
            };
            let soon = SOON_SECS / self.duration;
            let [earliest, latest] = [(piece.from - soon).max(0.0), (piece.to + soon).min(1.0)];
            let speed = |p: f64| {
                let [a, b] = [(p - 0.1 * soon).max(0.0), (p + 0.1 * soon).min(1.0)];
                (ball_at(b) - ball_at(a)).with_y(0.0).length() / ((b - a) * self.duration) as f32
            };
            let is_low = |p: f64| ball_at(p).y < piece.floor + LOW_M;
            // Where it comes to rest.
            let rest = || {
                let low = steps(earliest, latest).filter(|p| is_low(*p)).map(|p| (speed(p), p));
                low.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, p)| ball_at(p))
            };
            let at = piece.at.or_else(rest)?;
            let far = |p: f64| (ball_at(p) - at).with_y(0.0).length();
            // As long as the leg has it near, from where it has.
            let near = |p: &f64| f64::from(far(*p)) < leash;
            let from_start = piece.from <= 0.0 || piece.to < 1.0;
            let run: Vec<f64> = match from_start {
                true => steps(piece.from, piece.to).take_while(near).collect(),
                false => steps(piece.to, piece.from).take_while(near).collect(),
            };
            let (first, last) = (*run.first()?, *run.last()?);
            let (a, b) = (first.min(last), first.max(last));
            let rests = |p: &f64| far(*p) < NEAR_M && is_low(*p) && speed(*p) < SLOW;
            let sooner = steps(a, earliest).take_while(rests).last().unwrap_or(a);
            let later = steps(b, latest).take_while(rests).last().unwrap_or(b);
            let (a, b) = (a.min(sooner), b.max(later));
            (a < b).then(|| stays(a, b, at.with_y(piece.floor)))
        };
        let mut held: Vec<Constraint> = pieces.iter().filter_map(held).collect();
        self.make_time(&mut held);
        held
    }

    /// A foot gets from stand to stand no faster than feet go.
    fn make_time(&self, held: &mut [Constraint]) {
        let way = self
            .path
            .windows(2)
            .map(|w| libm::hypot(w[1].value[0] - w[0].value[0], w[1].value[1] - w[0].value[1]));
        let fastest = FASTEST.max(FASTER_THAN_BODY * (way.sum::<f64>() / self.duration) as f32);
        for k in 1..held.len() {
            let far = (held[k].point - held[k - 1].point).with_y(0.0).length();
            let lacks = 0.5 * (f64::from(far / fastest) - (held[k].from - held[k - 1].to));
            if lacks > 0.0 {
                let given = |c: &Constraint| lacks.min(MOST_GIVEN * (c.to - c.from));
                let [sooner, later] = [given(&held[k - 1]), given(&held[k])];
                held[k - 1].to = VerbTime(held[k - 1].to.0 - sooner);
                held[k].from = held[k].from + later;
            }
        }
    }
}

/// A time that a foot is held, by progress.
struct Piece {
    from: f64,
    to: f64,
    at: Option<Vec3>,
    floor: f32,
}

fn carried(by: Placement, point: Vec3) -> Vec3 {
    let (x, z) = by.turn(point.x, point.z);
    Vec3::new(by.x + x, point.y, by.z + z)
}
