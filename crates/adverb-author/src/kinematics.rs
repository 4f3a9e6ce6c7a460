//! The body in f64, with the limits of its joints: where joints are and how they are turned (thesis 2.1, algorithm 2.1), how far they
//! bend ([`bends`]), and how far they may ([`limits`]).
//!
//! The runtime places joints in f32. Here derivatives can be taken, and many small steps add up.

mod bends;
mod limits;

use adverb::Skeleton;
use adverb::skeleton::{Axis, DofKind, Joint};
use glam::{DQuat, DVec3};

pub(crate) use bends::{Bent, Joints};
pub use limits::Ranges;
pub(crate) use limits::{Limits, SLACK_DEG};

/// Where joints are and how they are turned.
pub(crate) struct World {
    pub(crate) at: Vec<DVec3>,
    pub(crate) turned: Vec<DQuat>,
}

impl World {
    /// Of a pose, one value per DOF.
    pub(crate) fn of(skeleton: &Skeleton, dofs: &[f64]) -> Self {
        let joints = skeleton.joints();
        let mut world =
            Self { at: Vec::with_capacity(joints.len()), turned: Vec::with_capacity(joints.len()) };
        let root = skeleton.root().index();
        for (j, joint) in joints.iter().enumerate() {
            // The root is given in the world, whatever is above it.
            let parent = joint.parent.filter(|_| j != root);
            let (at, turned) = if j == root { placed(joint, dofs) } else { local(skeleton, joint, dofs) };
            let (at, turned) = match parent.map(|parent| parent.index()) {
                Some(above) => (world.at[above] + world.turned[above] * at, world.turned[above] * turned),
                None => (at, turned),
            };
            world.at.push(at);
            world.turned.push(turned.normalize());
        }
        world
    }

    /// The two bones of three joints.
    fn bones(&self, [top, middle, end]: [usize; 3]) -> (DVec3, DVec3) {
        (self.at[middle] - self.at[top], self.at[end] - self.at[middle])
    }

    fn seen_from(&self, joint: usize, direction: DVec3) -> DVec3 {
        self.turned[joint].inverse() * direction.normalize_or_zero()
    }
}

/// The root in the world.
fn placed(root: &Joint, dofs: &[f64]) -> (DVec3, DQuat) {
    let tilt = Skeleton::TILT.index();
    let turned = heading(dofs) * root.reference.as_dquat();
    (
        DVec3::new(dofs[Skeleton::X.index()], dofs[Skeleton::HEIGHT.index()], dofs[Skeleton::Z.index()]),
        turned * DQuat::from_scaled_axis(DVec3::from_slice(&dofs[tilt..tilt + 3])),
    )
}

fn heading(dofs: &[f64]) -> DQuat {
    DQuat::from_rotation_y(dofs[Skeleton::HEADING.index()])
}

/// Another joint below its parent; without one, in the world.
fn local(skeleton: &Skeleton, joint: &Joint, dofs: &[f64]) -> (DVec3, DQuat) {
    let (mut at, mut turned) = (joint.offset.as_dvec3(), joint.rest.as_dquat());
    let mut vector = None;
    let range = joint.dofs.start as usize..joint.dofs.end as usize;
    for (dof, &value) in skeleton.dofs()[range.clone()].iter().zip(&dofs[range]) {
        match dof.kind {
            DofKind::Translation(axis) => at[axis as usize] += value,
            DofKind::Rotation(axis) => turned *= DQuat::from_axis_angle(unit(axis), value),
            DofKind::RotationVector(axis) => vector.get_or_insert(DVec3::ZERO)[axis as usize] = value,
            DofKind::Heading => unreachable!("only the root has a heading"),
        }
    }
    if let Some(vector) = vector {
        turned = joint.reference.as_dquat() * DQuat::from_scaled_axis(vector);
    }
    if skeleton.rides(joint) {
        let ground = DVec3::new(dofs[Skeleton::X.index()], 0.0, dofs[Skeleton::Z.index()]);
        (at, turned) = (heading(dofs) * at + ground, heading(dofs) * turned);
    }
    (at, turned)
}

fn unit(axis: Axis) -> DVec3 {
    DVec3::AXES[axis as usize]
}

#[cfg(test)]
mod tests {
    use adverb::kinematics::world_transforms;
    use glam::Affine3A;

    use super::*;
    use crate::gait::{styles, synthesise};
    use crate::rig::skeleton_of;

    #[test]
    fn joints_are_where_the_runtime_has_them() {
        let clip = synthesise(&styles()[0]).clip;
        let skeleton = skeleton_of(&clip).expect("a skeleton");
        let count = skeleton.dofs().len();
        for k in 0..20 {
            let dofs: Vec<f32> = (0..count).map(|d| libm::sinf((1 + d * 7 + k * 13) as f32)).collect();
            let mut there = vec![Affine3A::IDENTITY; skeleton.joints().len()];
            world_transforms(&skeleton, &dofs, &mut there);
            let here = World::of(&skeleton, &dofs.iter().map(|d| f64::from(*d)).collect::<Vec<_>>());
            for (j, there) in there.iter().enumerate() {
                let off = here.at[j].distance(there.translation.as_dvec3());
                let turned = (here.turned[j] * DVec3::X).distance(there.matrix3.x_axis.as_dvec3());
                assert!(off < 1e-5 && turned < 1e-5, "{}: {off} {turned}", skeleton.joints()[j].name);
            }
        }
    }
}
