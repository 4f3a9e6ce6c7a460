//! A verb at a fixed point is a motion too (thesis 5.7, A.11): it can be clipped, mirrored, joined, and used as an example.

use std::sync::Arc;

use adverb::curve::Derivative;
use adverb::kinematics::world_transforms;
use adverb::screw::Place;
use adverb::{AnimationTime, CanonicalTime, JointId, Placement, Setting, Skeleton, Verb, VerbTime};
use glam::{Affine3A, Vec3};

use super::jet::{DERIVATIVES, Jet, store};
use super::{Constraint, Kind, Motion};
use crate::error::Error;

/// See [`verb`].
#[derive(Debug, Clone)]
pub(super) struct VerbMotion {
    pub(super) verb: Arc<Verb>,
    setting: Setting,
    fps: f64,
}

/// A verb at a point, with one value per adverb. Constraints are listed, not enforced. `fps` is its frame rate when written.
pub fn verb(verb: Arc<Verb>, point: &[f32], fps: f64) -> Result<Motion, Error> {
    if point.len() != verb.adverbs().len() {
        let problem = format!("{:?} has {} adverbs, not {}", verb.name(), verb.adverbs().len(), point.len());
        return Err(Error::Motion { problem });
    }
    let setting = Setting::new(&verb, point);
    let timeline = setting.timeline();
    let keys = verb.keys().iter().cloned().zip(timeline.keys().iter().copied()).collect();
    let names = verb.adverbs().iter().map(|adverb| adverb.name.clone());
    Ok(Motion {
        skeleton: verb.skeleton().clone(),
        keys: super::key_times(keys, timeline.map())?,
        start: AnimationTime(0.0),
        adverbs: names.zip(point.iter().map(|v| f64::from(*v))).collect(),
        nodes: 1,
        own: None,
        kind: Kind::Verb(VerbMotion { verb, setting, fps }),
    })
}

impl VerbMotion {
    pub(super) fn fps(&self) -> f64 {
        self.fps
    }

    pub(super) fn reach(&self) -> (VerbTime, VerbTime) {
        if self.verb.is_cyclic() {
            (VerbTime(f64::NEG_INFINITY), VerbTime(f64::INFINITY))
        } else {
            (VerbTime::ZERO, self.setting.duration())
        }
    }

    pub(super) fn rise_m(&self) -> f64 {
        self.setting.travel().climb
    }

    /// Whole rounds before a time, and the canonical time within the round.
    fn canonical(&self, time: VerbTime) -> (f64, CanonicalTime) {
        let duration = self.setting.duration().0;
        let rounds = if self.verb.is_cyclic() { (time.0 / duration).floor() } else { 0.0 };
        (rounds, self.setting.timeline().canonical_time(VerbTime(time.0 - rounds * duration)))
    }

    /// θ(t(T)) and its derivatives: θ̇ = θ′/T′, θ̈ = θ″/T′² − θ′ T″/T′³.
    pub(super) fn derivatives(&self, time: VerbTime, rows: &mut [f32]) {
        let (rounds, t) = self.canonical(time);
        let timeline = self.setting.timeline();
        let (rate, bend) = (timeline.verb_time_rate(t), timeline.verb_time_bend(t));
        let by_time = Jet([t.0, 1.0 / rate, -bend / (rate * rate * rate)]);
        let count = self.verb.skeleton().dofs().len();
        let mut values = DERIVATIVES.map(|derivative| {
            let mut values = vec![0.0; count];
            self.verb.in_frame(&self.setting, t, derivative, &mut values);
            values
        });
        if self.verb.clears_hands() {
            self.clear_hands(t, &mut values);
        }
        let relative: [Place; 3] =
            [0, 1, 2].map(|k: usize| Skeleton::PLACEMENT.map(|d| f64::from(values[k][d])));
        let placed = DERIVATIVES.map(|which| self.setting.travel().put_on(rounds + t.0, relative, which));
        let mut jets: Vec<Jet> =
            (0..count).map(|d| by_time.through([0, 1, 2].map(|k: usize| f64::from(values[k][d])))).collect();
        for (k, d) in Skeleton::PLACEMENT.into_iter().enumerate() {
            jets[d] = by_time.through(placed.map(|place| place[k]));
        }
        let climb = self.setting.travel().climb;
        let height = &mut jets[Skeleton::HEIGHT.index()];
        let [lift, rising, bending] = self.lift(t);
        let risen = [climb * (rounds + t.0) + lift, climb + rising, bending];
        *height = *height + by_time.through(risen);
        store(&jets, rows);
    }

    /// How far the body is raised so that standing feet do not sink, and its derivatives by canonical time.
    fn lift(&self, t: CanonicalTime) -> [f64; 3] {
        let lift = |t| f64::from(self.verb.lift(&self.setting, t, &self.blend(t)));
        differences(around(t).map(lift))
    }

    /// Moves hands out of the body, in the pose and in its derivatives by canonical time.
    fn clear_hands(&self, t: CanonicalTime, values: &mut [Vec<f32>; 3]) {
        let by = around(t).map(|t| {
            let own = self.blend(t);
            let mut clear = own.clone();
            self.verb.clear_hands(&self.setting, &mut clear);
            clear.iter().zip(&own).map(|(clear, own)| f64::from(clear - own)).collect::<Vec<f64>>()
        });
        for d in 0..values[0].len() {
            let by = differences([0, 1, 2].map(|k: usize| by[k][d]));
            values.iter_mut().zip(by).for_each(|(values, by)| values[d] += by as f32);
        }
    }

    /// The examples' blend, as seen from the frame of the travel.
    fn blend(&self, t: CanonicalTime) -> Vec<f32> {
        let mut dofs = vec![0.0; self.verb.skeleton().dofs().len()];
        self.verb.in_frame(&self.setting, t, Derivative::Position, &mut dofs);
        dofs
    }

    /// The feet that stand at a time, each where it settles.
    pub(super) fn constraints(&self, time: VerbTime) -> Vec<Constraint> {
        let (rounds, t) = self.canonical(time);
        let timeline = self.setting.timeline();
        let feet = self.verb.feet();
        let mut holding = Vec::new();
        for (foot, phases) in feet.iter().zip(self.setting.phases(feet)) {
            for phase in phases {
                let since = t.0 - phase.from;
                let since = if self.verb.is_cyclic() { since.rem_euclid(1.0) } else { since };
                if !(0.0..=phase.to - phase.from).contains(&since) {
                    continue;
                }
                let from = rounds + t.0 - since;
                let secs = |at: f64| {
                    let whole = if self.verb.is_cyclic() { at.floor() } else { 0.0 };
                    let within = timeline.verb_time(CanonicalTime(at - whole));
                    VerbTime(within.0 + whole * self.setting.duration().0)
                };
                let ball = self.ball(foot.ball, secs(from));
                let heading = (self.setting.travel().rate * from) as f32;
                let [x, z] = phase.settle.map(|s| s as f32);
                let (x, z) = Placement { x: 0.0, z: 0.0, heading }.turn(x, z);
                let during = [from, from + phase.to - phase.from].map(secs);
                // Balls rise while they stand.
                let height =
                    |k: u8| self.ball(foot.ball, during[0] + (during[1] - during[0]) * f64::from(k) / 4.0).y;
                let lowest = (1..=4).map(height).fold(ball.y, f32::min);
                let point = Vec3::new(ball.x + x, lowest, ball.z + z);
                let ease_secs = f64::from(foot.ease_secs);
                holding.push(Constraint { ease_secs, ..Constraint::stays(foot.ball, during, point) });
            }
        }
        holding
    }

    fn ball(&self, ball: JointId, time: VerbTime) -> Vec3 {
        let skeleton = self.verb.skeleton();
        let mut pose = vec![0.0; skeleton.dofs().len()];
        self.derivatives(time, &mut pose);
        let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
        world_transforms(skeleton, &pose, &mut world);
        world[ball.index()].translation.into()
    }
}

/// Canonical time between the values that [`differences`] are taken of.
const STEP: f64 = 2e-3;

fn around(t: CanonicalTime) -> [CanonicalTime; 3] {
    [-STEP, 0.0, STEP].map(|step| CanonicalTime(t.0 + step))
}

/// A value and its first two derivatives.
fn differences([before, own, after]: [f64; 3]) -> [f64; 3] {
    [own, (after - before) / (2.0 * STEP), (after - 2.0 * own + before) / (STEP * STEP)]
}
