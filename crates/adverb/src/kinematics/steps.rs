//! In which steps a skeleton's joints are placed in the world: what of algorithm 2.1 can be known before any pose is.
//!
//! Most joints are ball joints, and most joints' DOFs follow each other in a pose. Four such joints go from twelve numbers
//! to four matrices with one joint per lane; only the products with their parents' transforms come one after another.

use glam::{Affine3A, Mat3A, Vec3, Vec3A, Vec4};

use super::{LocalTransform, affine, place};
use crate::rotation::lanes;
use crate::skeleton::{DofKind, Joint, JointId, Skeleton};

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
    joints: [JointId; 4],
    parents: [JointId; 4],
    /// The first of twelve.
    first_dof: u16,
    /// x, y, z and w, a joint per lane.
    references: [Vec4; 4],
    /// Of each joint x, y and z, each in all lanes.
    offsets: [[Vec3A; 3]; 4],
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
pub(super) fn ball_parent(skeleton: &Skeleton, joint: &Joint) -> Option<JointId> {
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

impl FourBalls {
    /// Places the four.
    #[inline]
    pub(crate) fn place(&self, skeleton: &Skeleton, dofs: &[f32], world: &mut [Affine3A]) {
        let values: &[f32; 12] = dofs[self.first_dof as usize..].first_chunk().expect("one value per DOF");
        let axis = |i: usize| Vec4::new(values[i], values[i + 3], values[i + 6], values[i + 9]);
        let vectors = [axis(0), axis(1), axis(2)];
        let square = lanes::quarter_square(vectors);
        if !square.cmple(Vec4::splat(lanes::WHOLE_TURN)).all() {
            return self.place_one_by_one(skeleton, dofs, world);
        }
        let turns = lanes::exp(vectors, square);
        let columns = lanes::columns(lanes::product(self.references, turns));
        self.place_lane::<0>(&columns, world);
        self.place_lane::<1>(&columns, world);
        self.place_lane::<2>(&columns, world);
        self.place_lane::<3>(&columns, world);
    }

    #[inline]
    fn place_lane<const LANE: usize>(&self, columns: &[[Vec4; 3]; 3], world: &mut [Affine3A]) {
        let parent = &world[self.parents[LANE].index()];
        world[self.joints[LANE].index()] = below::<LANE>(parent, columns, self.offsets[LANE]);
    }

    #[cold]
    #[inline(never)]
    fn place_one_by_one(&self, skeleton: &Skeleton, dofs: &[f32], world: &mut [Affine3A]) {
        self.joints.iter().for_each(|&joint| place(skeleton, joint, dofs, world));
    }
}

/// Each number of a vector in all lanes.
#[inline]
pub(super) fn splat(v: Vec3) -> [Vec3A; 3] {
    [Vec3A::splat(v.x), Vec3A::splat(v.y), Vec3A::splat(v.z)]
}

/// A joint below its parent, with the columns of its matrix in one lane of four joints' and its splat translation: the sums
/// and products of `Affine3A`'s operator, which would have to take matrices out of their lanes and put them into lanes again.
#[inline]
pub(super) fn below<const LANE: usize>(
    parent: &Affine3A,
    columns: &[[Vec4; 3]; 3],
    translation: [Vec3A; 3],
) -> Affine3A {
    let m = &parent.matrix3;
    let turned = |[x, y, z]: [Vec3A; 3]| m.x_axis * x + m.y_axis * y + m.z_axis * z;
    let number = |v: Vec4| Vec3A::splat(v.to_array()[LANE]);
    let column = |[x, y, z]: [Vec4; 3]| turned([number(x), number(y), number(z)]);
    let [x, y, z] = [column(columns[0]), column(columns[1]), column(columns[2])];
    Affine3A { matrix3: Mat3A::from_cols(x, y, z), translation: turned(translation) + parent.translation }
}
