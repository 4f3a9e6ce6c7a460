//! The damped linear step (eq. 2.2): J Δθ = Δx solved in the least-squares sense, for one or many goals at once.
//!
//! Δθ = Jᵀ (J Jᵀ + λ² I)⁻¹ Δx. The damping λ keeps the step finite in singular poses; a DOF that would leave its limits
//! is set to the limit and the rest is solved again without it. Repeat the step to converge.

use glam::{Affine3A, Quat, Vec3};

use crate::kinematics::{Partial, jacobian, world_rotation, world_transforms};
use crate::rotation::{self, compose, inverse, rotate};
use crate::skeleton::{JointId, Skeleton};

/// Something a pose should achieve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Goal {
    /// A point of a joint, given in its frame, at a place in the world.
    Position {
        /// Which joint.
        joint: JointId,
        /// In the joint's frame.
        point: Vec3,
        /// In the world.
        target: Vec3,
    },
    /// A joint's rotation in the world.
    Orientation {
        /// Which joint.
        joint: JointId,
        /// In the world.
        target: Quat,
    },
    /// An axis of a joint, given in its frame, pointing at a place in the world.
    LookAt {
        /// Which joint.
        joint: JointId,
        /// Unit length, in the joint's frame.
        axis: Vec3,
        /// In the world.
        target: Vec3,
    },
}

impl Goal {
    fn joint(&self) -> JointId {
        match *self {
            Self::Position { joint, .. } | Self::Orientation { joint, .. } | Self::LookAt { joint, .. } => {
                joint
            }
        }
    }
}

/// Scratch space for one skeleton and a number of goals; nothing is allocated after it is made.
#[derive(Debug, Clone)]
pub struct LinearStep {
    /// λ, in metres: larger is calmer and slower to converge.
    pub damping: f32,
    /// No DOF changes by more than this in a step, in radians or metres.
    pub largest_change: f32,
    goals: usize,
    world: Vec<Affine3A>,
    partials: Vec<Partial>,
    /// Row-major: three rows per goal, one column per DOF.
    jacobian: Vec<f32>,
    miss: Vec<f32>,
    normal: Vec<f32>,
    solution: Vec<f32>,
    change: Vec<f32>,
    locked: Vec<bool>,
}

impl LinearStep {
    /// Space for up to `goals` goals.
    pub fn new(skeleton: &Skeleton, goals: usize) -> Self {
        let (rows, columns) = (3 * goals, skeleton.dofs().len());
        Self {
            damping: 0.02,
            largest_change: 0.5,
            goals,
            world: vec![Affine3A::IDENTITY; skeleton.joints().len()],
            partials: vec![Partial::default(); columns],
            jacobian: vec![0.0; rows * columns],
            miss: vec![0.0; rows],
            normal: vec![0.0; rows * rows],
            solution: vec![0.0; rows],
            change: vec![0.0; columns],
            locked: vec![false; columns],
        }
    }

    /// One step towards all goals at once, moving only DOFs for which `free` is true. Returns how far off the goals were
    /// before it: the root of the summed squares, metres and radians alike. Goals that are not finite are ignored.
    ///
    /// # Panics
    /// If there are more goals than there is space for, or a buffer does not fit the skeleton.
    pub fn step(&mut self, skeleton: &Skeleton, dofs: &mut [f32], goals: &[Goal], free: &[bool]) -> f32 {
        assert!(goals.len() <= self.goals, "no space for {} goals", goals.len());
        assert_eq!(free.len(), dofs.len(), "one flag per DOF");
        world_transforms(skeleton, dofs, &mut self.world);
        let (rows, columns) = (3 * goals.len(), dofs.len());
        for (g, goal) in goals.iter().enumerate() {
            self.linearise(skeleton, dofs, g, goal);
        }
        let off = self.miss[..rows].iter().map(|m| m * m).sum::<f32>().sqrt();
        for (locked, &free) in self.locked.iter_mut().zip(free) {
            *locked = !free;
        }
        self.change.fill(0.0);
        // Each round fixes at least one more DOF at its limit or is the last.
        for _ in 0..columns {
            self.solve(rows, columns);
            if !self.lock_at_limits(skeleton, dofs, rows) {
                break;
            }
        }
        let largest = self.change.iter().fold(0.0f32, |a, c| a.max(c.abs()));
        let scale = if largest > self.largest_change { self.largest_change / largest } else { 1.0 };
        for (d, dof) in skeleton.dofs().iter().enumerate() {
            if free[d] && self.change[d].is_finite() {
                dofs[d] = dof.limited(dofs[d] + self.change[d] * scale);
            }
        }
        off
    }

    /// Fills the three rows of a goal: its Jacobian and by how much it is missed.
    fn linearise(&mut self, skeleton: &Skeleton, dofs: &[f32], g: usize, goal: &Goal) {
        let world_from_joint = self.world[goal.joint().index()];
        let here = Vec3::from(world_from_joint.translation);
        let present = world_rotation(&world_from_joint);
        let (point, miss, looking) = match *goal {
            Goal::Position { point, target, .. } => {
                (point, target - world_from_joint.transform_point3(point), None)
            }
            Goal::Orientation { target, .. } => {
                (Vec3::ZERO, rotation::log(compose(rotation::normalised(target), inverse(present))), None)
            }
            Goal::LookAt { axis, target, .. } => {
                let axis = rotate(present, axis);
                (Vec3::ZERO, rotation::log(rotation::between(axis, target - here)), Some(axis))
            }
        };
        let sane = miss.is_finite();
        let miss = if sane { miss } else { Vec3::ZERO };
        jacobian(skeleton, dofs, &self.world, goal.joint(), point, &mut self.partials);
        let columns = dofs.len();
        for (d, partial) in self.partials.iter().enumerate() {
            let column = match (goal, looking) {
                (Goal::Position { .. }, _) => partial.linear,
                // Turning about the line of sight changes nothing.
                (_, Some(axis)) => partial.angular - axis * axis.dot(partial.angular),
                (_, None) => partial.angular,
            };
            for k in 0..3 {
                self.jacobian[(3 * g + k) * columns + d] = if sane { column[k] } else { 0.0 };
            }
        }
        self.miss[3 * g..3 * g + 3].copy_from_slice(&miss.to_array());
    }

    /// The change of all unlocked DOFs that best removes the miss.
    fn solve(&mut self, rows: usize, columns: usize) {
        let Self { jacobian, normal, solution, miss, locked, change, damping, .. } = self;
        let row = |r: usize| &jacobian[r * columns..(r + 1) * columns];
        for i in 0..rows {
            for j in 0..=i {
                let mut sum = if i == j { *damping * *damping } else { 0.0 };
                for (d, (a, b)) in row(i).iter().zip(row(j)).enumerate() {
                    if !locked[d] {
                        sum += a * b;
                    }
                }
                normal[i * rows + j] = sum;
            }
        }
        cholesky_solve(&mut normal[..rows * rows], &miss[..rows], &mut solution[..rows]);
        for d in 0..columns {
            if !locked[d] {
                change[d] = (0..rows).map(|r| jacobian[r * columns + d] * solution[r]).sum();
            }
        }
    }

    /// Sets DOFs that would leave their limits to them, takes what that achieves off the miss, and says whether any did.
    fn lock_at_limits(&mut self, skeleton: &Skeleton, dofs: &[f32], rows: usize) -> bool {
        let columns = dofs.len();
        let mut any = false;
        for (d, dof) in skeleton.dofs().iter().enumerate() {
            let wanted = dofs[d] + self.change[d];
            let within = dof.limited(wanted);
            if !self.locked[d] && within != wanted {
                self.locked[d] = true;
                self.change[d] = within - dofs[d];
                for r in 0..rows {
                    self.miss[r] -= self.jacobian[r * columns + d] * self.change[d];
                }
                any = true;
            }
        }
        any
    }
}

/// Solves the symmetric positive definite system whose lower triangle is `a`, in place.
fn cholesky_solve(a: &mut [f32], b: &[f32], x: &mut [f32]) {
    let n = b.len();
    for i in 0..n {
        for j in 0..=i {
            let mut sum = a[i * n + j];
            for k in 0..j {
                sum -= a[i * n + k] * a[j * n + k];
            }
            a[i * n + j] = if i == j { sum.max(1e-12).sqrt() } else { sum / a[j * n + j] };
        }
    }
    for i in 0..n {
        let sum: f32 = (0..i).map(|k| a[i * n + k] * x[k]).sum();
        x[i] = (b[i] - sum) / a[i * n + i];
    }
    for i in (0..n).rev() {
        let sum: f32 = (i + 1..n).map(|k| a[k * n + i] * x[k]).sum();
        x[i] = (x[i] - sum) / a[i * n + i];
    }
}
