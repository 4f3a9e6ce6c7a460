//! In which steps a skeleton's joints are placed in the world: what of algorithm 2.1 can be known before any pose is.
//!
//! Most joints are ball joints, and most joints' DOFs follow each other in a pose. Four such joints go from twelve numbers
//! to four matrices with one joint per lane; only the products with their parents' transforms come one after another.

use glam::{Affine3A, Vec3, Vec3A, Vec4};

use super::{DofKind, Joint, JointId, Skeleton};
use crate::transform::{LocalTransform, affine};

/// What to place next; parents come first.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Step {
    /// Four ball joints.
    Balls(Box<FourBalls>),
    /// A joint without DOFs stays where it is below its parent.
    Fixed { joint: JointId, parent: Option<JointId>, local: Affine3A },
    /// The root, and every joint of another kind.
    Other(JointId),
}

/// Four ball joints without translations whose DOFs follow each other, in their order.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FourBalls {
    pub(crate) joints: [JointId; 4],
    pub(crate) parents: [JointId; 4],
    /// The first of twelve.
    pub(crate) first_dof: u16,
    /// x, y, z and w, a joint per lane.
    pub(crate) references: [Vec4; 4],
    /// Of each joint x, y and z, each in all lanes.
    pub(crate) offsets: [[Vec3A; 3]; 4],
}

/// The steps of a whole skeleton: runs of ball joints whose DOFs follow each other, as long as can be. Joints between them
/// that have no DOFs, the tips of fingers and toes, wait until the run is placed, so that they do not break it.
pub(crate) fn steps(skeleton: &Skeleton) -> Vec<Step> {
    let mut steps = Vec::new();
    let (mut run, mut waiting): (Vec<JointId>, Vec<Step>) = (Vec::new(), Vec::new());
    for id in skeleton.joint_ids() {
        let joint = skeleton.joint(id);
        let Some(parent) = ball_parent(skeleton, joint) else {
            let fixed = joint.dofs.is_empty();
            waiting.push(if fixed { fixed_below_parent(id, joint) } else { Step::Other(id) });
            continue;
        };
        // All that comes after the first of a run is either in the run too or waits.
        let continues = run.first().zip(run.last()).is_some_and(|(&first, &last)| {
            let parent_waits = first < parent && ball_parent(skeleton, skeleton.joint(parent)).is_none();
            skeleton.joint(last).dofs.end == joint.dofs.start && !parent_waits
        });
        if !continues {
            steps.extend(balls(skeleton, &run));
            steps.append(&mut waiting);
            run.clear();
        }
        run.push(id);
    }
    steps.extend(balls(skeleton, &run));
    steps.append(&mut waiting);
    steps
}

/// The parent of a ball joint without translations.
#[inline]
pub(crate) fn ball_parent(skeleton: &Skeleton, joint: &Joint) -> Option<JointId> {
    let first = skeleton.dofs().get(joint.dofs.start as usize)?;
    let ball = joint.dofs.len() == 3 && matches!(first.kind, DofKind::RotationVector(_));
    joint.parent.filter(|_| ball)
}

fn fixed_below_parent(id: JointId, joint: &Joint) -> Step {
    let local = LocalTransform { translation: joint.offset, rotation: joint.rest };
    Step::Fixed { joint: id, parent: joint.parent, local: affine(&local) }
}

/// A run of ball joints in fours. Where some are left over, the last four overlap the four before: placing a joint twice is
/// quicker than placing it alone.
fn balls(skeleton: &Skeleton, run: &[JointId]) -> Vec<Step> {
    let Some(last) = run.len().checked_sub(4) else {
        return run.iter().map(|&id| Step::Other(id)).collect();
    };
    let starts = (0..run.len()).step_by(4).map(|start| start.min(last));
    starts.map(|start| four_balls(skeleton, core::array::from_fn(|k| run[start + k]))).collect()
}

fn four_balls(skeleton: &Skeleton, ids: [JointId; 4]) -> Step {
    let joints = ids.map(|id| skeleton.joint(id));
    Step::Balls(Box::new(FourBalls {
        joints: ids,
        parents: joints.map(|joint| joint.parent.expect("a ball joint in a run has a parent")),
        first_dof: joints[0].dofs.start,
        references: core::array::from_fn(|i| joints.map(|joint| joint.reference.to_array()[i]).into()),
        offsets: joints.map(|joint| splat(joint.offset)),
    }))
}

/// Each number of a vector in all lanes.
#[inline]
pub(crate) fn splat(v: Vec3) -> [Vec3A; 3] {
    [Vec3A::splat(v.x), Vec3A::splat(v.y), Vec3A::splat(v.z)]
}
