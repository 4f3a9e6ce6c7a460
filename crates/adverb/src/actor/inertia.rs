//! Inertia: what a pose differs by from the motion it was cut over to, decaying.
//!
//! At a cut the offset x₀ and its velocity v₀ are such that pose and velocity go on as before. Then, with s = t / T,
//! x = (1 − s)³ (1 + 3s + 6s²) x₀ + (1 − r)³ (r + 3r²) T′ v₀, which leaves with that velocity and without acceleration and
//! arrives level. The velocity is given less time, r = t / T′, since it carries the pose away by up to 0.16 T′ v₀. The root's placement has no offset, since it goes on from where it is; the difference of its velocity decays as
//! (1 − s)² (1 + 2s). How much constraints hold a hand at objects decays as the pose does, so that a hand does not pop.

use super::knees;
use super::migrate::Renumbered;
use super::mix::{four, store, turn_ball, turn_balls, vector};
use super::root::{Steer, scaled, sum};
use super::snapshot::{Read, ensure, within};
use super::transition::BEFORE_SECS;
use crate::encoding::{Field, Reader, Writer};
use crate::graph::{Blended, Graph};
use crate::rotation::{compose, exp, inverse, log};
use crate::screw::Screw;

/// Seconds, at least.
const SHORTEST_SECS: f32 = 0.3;
/// Seconds more for every radian or metre that the pose is off.
const SECS_PER_UNIT: f32 = 0.4;
/// Seconds, at most.
const LONGEST_SECS: f32 = 1.0;

/// Seconds in which the velocity decays, at most.
const VELOCITY_SECS: f64 = 0.15;

/// A decaying offset.
#[derive(Debug, Clone)]
pub(super) struct Inertia {
    pub(super) elapsed_secs: f64,
    /// Zero when there is none.
    pub(super) duration_secs: f64,
    /// x₀, as DOFs; for ball joints the rotation vector that is applied after the motion's own rotation.
    pub(super) value: Vec<f32>,
    /// v₀, per second.
    pub(super) velocity: Vec<f32>,
    /// x₀ and v₀ of how much each constraint of the graph holds.
    pub(super) weights: Vec<[f32; 2]>,
    /// How far the knee of every foot was bent at the cut, radians.
    pub(super) bends: Vec<f32>,
    /// Of the placement, per second, seen from the body.
    pub(super) drift: Screw,
    /// How it takes the body farther, so that feet stand where they are to.
    pub(super) steer: Steer,
}

/// What a pose was at a cut and [`BEFORE_SECS`] earlier, and what the motion is that it was cut over to.
pub(super) struct Cut<'a> {
    pub(super) pose: &'a [f32],
    pub(super) before: &'a [f32],
    pub(super) motion: &'a [f32],
    pub(super) motion_before: &'a [f32],
}

impl Inertia {
    pub(super) fn none(graph: &Graph) -> Self {
        let (dofs, constraints) = (graph.skeleton().dofs().len(), graph.parts().constraints.len());
        Self {
            elapsed_secs: 0.0,
            duration_secs: 0.0,
            value: vec![0.0; dofs],
            velocity: vec![0.0; dofs],
            weights: vec![[0.0; 2]; constraints],
            bends: vec![0.0; graph.feet().len()],
            drift: Screw::default(),
            steer: Steer::default(),
        }
    }

    /// The offset of an actor on another graph.
    pub(super) fn take_over(&mut self, old: &Self, names: Renumbered) {
        (self.elapsed_secs, self.duration_secs, self.drift, self.steer) =
            (old.elapsed_secs, old.duration_secs, old.drift, old.steer);
        for [from, to] in names.dofs() {
            (self.value[to], self.velocity[to]) = (old.value[from], old.velocity[from]);
        }
        names.constraints().for_each(|[from, to]| self.weights[to] = old.weights[from]);
    }

    pub(super) fn is_active(&self) -> bool {
        self.duration_secs > 0.0
    }

    pub(super) fn end(&mut self) {
        (self.elapsed_secs, self.duration_secs) = (0.0, 0.0);
    }

    pub(super) fn left_secs(&self) -> f64 {
        self.duration_secs - self.elapsed_secs
    }

    /// Begins between what a pose was and what it is cut over to. It lasts for some seconds, but at least as long as what it
    /// must change needs.
    pub(super) fn begin(&mut self, graph: &Graph, cut: Cut, secs: Option<f64>) {
        let Cut { pose, before: pose_before, motion, motion_before } = cut;
        let Blended { balls, scalars, .. } = graph.all_dofs();
        let mut farthest = 0.0;
        for &d in scalars {
            let offset = pose[d] - motion[d];
            self.value[d] = offset;
            self.velocity[d] = (offset - (pose_before[d] - motion_before[d])) / BEFORE_SECS;
            farthest = if offset.abs() > farthest { offset.abs() } else { farthest };
        }
        for placed in crate::Skeleton::PLACEMENT {
            (self.value[placed], self.velocity[placed]) = (0.0, 0.0);
        }
        for &d in balls {
            let [now, before] = [(pose, motion), (pose_before, motion_before)]
                .map(|(a, b)| log(compose(exp(vector(a, d)), inverse(exp(vector(b, d))))));
            store(&mut self.value, d, now);
            store(&mut self.velocity, d, (now - before) / BEFORE_SECS);
            let angle = now.length();
            farthest = if angle > farthest { angle } else { farthest };
        }
        for (bend, foot) in self.bends.iter_mut().zip(graph.feet()) {
            *bend = knees::bend(graph, foot, pose);
        }
        let needed = SHORTEST_SECS + SECS_PER_UNIT * farthest;
        let needed = if needed < LONGEST_SECS { needed } else { LONGEST_SECS };
        let needed = f64::from(needed);
        self.duration_secs = secs.filter(|secs| *secs > needed).unwrap_or(needed);
        (self.elapsed_secs, self.steer) = (0.0, Steer::default());
    }

    /// What x₀ and v₀ are multiplied by some time from now, while there is an offset.
    fn shares(&self, ahead_secs: f64) -> Option<[f32; 2]> {
        let s = (self.elapsed_secs + ahead_secs) / self.duration_secs;
        if !self.is_active() || s >= 1.0 {
            return None;
        }
        let cube = |x: f64| x * x * x;
        let of_value = (cube(1.0 - s) * (1.0 + 3.0 * s + 6.0 * s * s)) as f32;
        let shorter = if self.duration_secs < VELOCITY_SECS { self.duration_secs } else { VELOCITY_SECS };
        let r = (self.elapsed_secs + ahead_secs) / shorter;
        let of_velocity = if r < 1.0 { (cube(1.0 - r) * r * (1.0 + 3.0 * r) * shorter) as f32 } else { 0.0 };
        Some([of_value, of_velocity])
    }

    /// How much more a constraint, by its place among the graph's, holds than the motion says, some time from now.
    pub(super) fn weight(&self, constraint: usize, ahead_secs: f64) -> f32 {
        let [value, velocity] = self.weights[constraint];
        self.shares(ahead_secs)
            .map_or(0.0, |[of_value, of_velocity]| value * of_value + velocity * of_velocity)
    }

    /// Laid over some DOFs of a pose of the motion, some time from now.
    pub(super) fn apply(&self, of: &Blended, ahead_secs: f64, dofs: &mut [f32]) {
        let Some([of_value, of_velocity]) = self.shares(ahead_secs) else { return };
        let Blended { balls, scalars, .. } = of;
        for &d in scalars {
            dofs[d] += self.value[d] * of_value + self.velocity[d] * of_velocity;
        }
        // In the browser one by one, which is half a kilobyte less to download.
        let (fours, rest) =
            if cfg!(target_family = "wasm") { (&[][..], &balls[..]) } else { balls.as_chunks() };
        for balls in fours {
            let [value, velocity] = [four(&self.value, balls), four(&self.velocity, balls)];
            let offset = |i: usize| value[i] * of_value + velocity[i] * of_velocity;
            turn_balls(dofs, balls, core::array::from_fn(offset));
        }
        for &d in rest {
            turn_ball(dofs, d, vector(&self.value, d) * of_value + vector(&self.velocity, d) * of_velocity);
        }
    }

    /// How it moves the body some time from now.
    pub(super) fn drift(&self, ahead_secs: f64) -> Screw {
        if !self.is_active() {
            return Screw::default();
        }
        let s = ((self.elapsed_secs + ahead_secs) / self.duration_secs).clamp(0.0, 1.0);
        let share = (1.0 - s) * (1.0 - s) * (1.0 + 2.0 * s);
        sum(scaled(self.drift, share), self.steer.twist(s, self.duration_secs))
    }

    pub(super) fn write(&self, to: &mut Writer) {
        self.is_active().write(to);
        if self.is_active() {
            (self.elapsed_secs, self.duration_secs).write(to);
            self.value.iter().chain(&self.velocity).for_each(|x| x.write(to));
            self.weights.iter().for_each(|weight| weight.write(to));
            self.bends.iter().for_each(|bend| bend.write(to));
            (self.drift, self.steer).write(to);
        }
    }

    pub(super) fn read(&mut self, from: &mut Reader) -> Read {
        self.end();
        if !bool::read(from) {
            return Ok(());
        }
        let (elapsed, duration) = Field::read(from);
        self.elapsed_secs = within(elapsed, 0.0, 1e6)?;
        self.duration_secs = within(duration, 1e-6, 1e6)?;
        for x in self.value.iter_mut().chain(&mut self.velocity) {
            *x = within(f64::from(f32::read(from)), -1e9, 1e9)? as f32;
        }
        for weight in &mut self.weights {
            *weight = Field::read(from);
            ensure(weight.iter().all(|x| x.abs() < 1e9))?;
        }
        for bend in &mut self.bends {
            *bend = within(f64::from(f32::read(from)), -4.0, 4.0)? as f32;
        }
        (self.drift, self.steer) = Field::read(from);
        let Screw { rate, spin, velocity: [x, z], climb } = self.drift;
        ensure(self.steer.is_sound() && [rate, spin, climb, x, z].iter().all(|x| x.abs() < 1e9))
    }
}
