//! How far joints bend, by what they are for, and how far those of people do.
//!
//! Angles come from where joints are and, for necks, from how they are turned in the axes that all skeletons share, so neither names of
//! axes nor rest poses matter. Ranges are the largest mean that a study of adults found, since a recording may be of anybody:
//! - M: Macedo and Magee 2009, Effects of age on passive range of motion of selected peripheral joints in healthy adult females,
//!   Physiotherapy Theory and Practice 25, as Norkin and White, Measurement of Joint Motion, appendix A, have it beside
//!   Boone and Azen 1979 (143° for elbows, 62° for shoulders, 76° for wrists).
//! - A: American Medical Association, Guides to the Evaluation of Permanent Impairment, 1993: what is not impaired.

use adverb::Skeleton;
use adverb::body::{Part, Roles};
use adverb::kinematics::world_transforms;
use glam::{Affine3A, DMat3, DQuat, DVec3};

use crate::sides::Side;

/// Joint centres of a recording are a few degrees off those that goniometers are held to, and people differ.
pub(crate) const SLACK_DEG: f64 = 12.0;
/// An elbow that bends more than this shows where its hinge is.
const SHOWS_HINGE_DEG: f64 = 25.0;

/// What a joint does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bend {
    /// 0° is straight, less is bent backwards.
    Elbow,
    /// 0° is straight. (Whether it is bent backwards, `check::joints` sees.)
    Knee,
    /// Of the upper arm, behind the plane of the trunk.
    ArmBack,
    /// Of the hand out of the line of the forearm, any way.
    Wrist,
    /// Of the head about the axis of the trunk, left positive.
    NeckTurn,
    /// Of the head towards a shoulder.
    NeckTilt,
}

impl Bend {
    /// Degrees, the least and the most.
    pub(crate) fn range_deg(self) -> [f64; 2] {
        match self {
            Self::Elbow => [0.0, 149.0],     // M
            Self::Knee => [0.0, 150.0],      // A
            Self::ArmBack => [-180.0, 70.0], // M, extension of the shoulder
            Self::Wrist => [0.0, 93.0],      // M, flexion
            Self::NeckTurn => [-80.0, 80.0], // A
            Self::NeckTilt => [-45.0, 45.0], // A
        }
    }

    /// In words.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Elbow => "the elbow bends",
            Self::Knee => "the knee bends",
            Self::ArmBack => "the arm reaches back",
            Self::Wrist => "the wrist bends",
            Self::NeckTurn => "the head turns",
            Self::NeckTilt => "the head tilts",
        }
    }

    /// How far an angle is out of the range.
    pub(crate) fn beyond_deg(self, degrees: f64) -> f64 {
        let [least, most] = self.range_deg();
        (degrees - most).max(least - degrees)
    }
}

/// An angle of a joint.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bent {
    pub(crate) bend: Bend,
    pub(crate) joint: usize,
    pub(crate) degrees: f64,
}

/// The joints of a skeleton that have ranges.
pub(crate) struct Joints<'a> {
    skeleton: &'a Skeleton,
    roles: Roles,
}

impl<'a> Joints<'a> {
    pub(crate) fn of(skeleton: &'a Skeleton) -> Self {
        let names = skeleton.joints().iter().map(|joint| if joint.end { "" } else { &joint.name });
        Self { skeleton, roles: Roles::by_name(names) }
    }

    /// The angles of every pose. They go together: some poses show where the hinge of an elbow is, others need it.
    pub(crate) fn bends(&self, poses: &[Vec<f32>]) -> Vec<Vec<Bent>> {
        let worlds: Vec<World> = poses.iter().map(|pose| World::of(self.skeleton, pose)).collect();
        let hinges = Side::BOTH.map(|side| self.hinge(side, &worlds));
        worlds.iter().map(|world| self.of_pose(world, &hinges)).collect()
    }

    fn joint(&self, part: Part, side: Option<Side>) -> Option<usize> {
        self.roles.joint(part, side)
    }

    fn arm(&self, side: Side) -> Option<[usize; 3]> {
        Some([
            self.joint(Part::Arm, Some(side))?,
            self.joint(Part::Elbow, Some(side))?,
            self.joint(Part::Hand, Some(side))?,
        ])
    }

    /// About which axis an elbow bends, as seen from the upper arm.
    fn hinge(&self, side: Side, worlds: &[World]) -> Option<DVec3> {
        let arm = self.arm(side)?;
        let bent = worlds.iter().filter_map(|world| {
            let (upper, lower) = world.bones(arm);
            (angle_deg(upper, lower) > SHOWS_HINGE_DEG).then(|| world.seen_from(arm[0], upper.cross(lower)))
        });
        bent.sum::<DVec3>().try_normalize()
    }

    fn of_pose(&self, world: &World, hinges: &[Option<DVec3>; 2]) -> Vec<Bent> {
        let mut all = Vec::new();
        let mut add = |bend, joint, degrees: f64| {
            if degrees.is_finite() {
                all.push(Bent { bend, joint, degrees });
            }
        };
        let trunk = self.trunk(world);
        for (side, hinge) in Side::BOTH.into_iter().zip(hinges) {
            if let Some(arm) = self.arm(side) {
                let (upper, lower) = world.bones(arm);
                let across = world.seen_from(arm[0], upper.cross(lower));
                let backwards = hinge.is_some_and(|hinge| hinge.dot(across) < 0.0);
                let sign = if backwards { -1.0 } else { 1.0 };
                add(Bend::Elbow, arm[1], sign * angle_deg(upper, lower));
                if let Some(tip) = self.tip(arm[2]) {
                    add(Bend::Wrist, arm[2], angle_deg(lower, world.at[tip] - world.at[arm[2]]));
                }
                if let Some(trunk) = trunk {
                    let back = -upper.normalize_or_zero().dot(trunk.z_axis);
                    add(Bend::ArmBack, arm[0], libm::asin(back.clamp(-1.0, 1.0)).to_degrees());
                }
            }
            let leg = [Part::UpLeg, Part::Knee, Part::Foot].map(|part| self.joint(part, Some(side)));
            if let [Some(hip), Some(knee), Some(foot)] = leg {
                let (thigh, shank) = world.bones([hip, knee, foot]);
                add(Bend::Knee, knee, angle_deg(thigh, shank));
            }
        }
        let neck = self.joint(Part::Neck, None).and_then(|neck| self.skeleton.joints()[neck].parent);
        if let (Some(chest), Some(head)) = (neck, self.joint(Part::Head, None)) {
            let turned = world.turned[chest.index()].inverse() * world.turned[head];
            let (turn, tilt) = turn_and_tilt_deg(turned);
            add(Bend::NeckTurn, head, turn);
            add(Bend::NeckTilt, head, tilt);
        }
        all
    }

    /// Left, up and ahead of the trunk.
    fn trunk(&self, world: &World) -> Option<DMat3> {
        let at = |part, side| self.joint(part, side).map(|joint| world.at[joint]);
        let up = (at(Part::Neck, None)? - at(Part::Hips, None)?).try_normalize()?;
        let across = at(Part::Arm, Some(Side::Left))? - at(Part::Arm, Some(Side::Right))?;
        let left = (across - up * across.dot(up)).try_normalize()?;
        Some(DMat3::from_cols(left, up, left.cross(up)))
    }

    /// Where a hand points to: the farthest of what hangs from it.
    fn tip(&self, hand: usize) -> Option<usize> {
        let joints = self.skeleton.joints().iter().enumerate();
        let below = joints.filter(|(_, joint)| joint.parent.is_some_and(|parent| parent.index() == hand));
        let far = below.filter(|(_, joint)| joint.offset.length() > 1e-3);
        far.max_by(|a, b| a.1.offset.length().total_cmp(&b.1.offset.length())).map(|(joint, _)| joint)
    }
}

/// Where joints are and how they are turned.
struct World {
    at: Vec<DVec3>,
    turned: Vec<DQuat>,
}

impl World {
    fn of(skeleton: &Skeleton, pose: &[f32]) -> Self {
        let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
        world_transforms(skeleton, pose, &mut world);
        Self {
            at: world.iter().map(|joint| joint.translation.as_dvec3()).collect(),
            turned: world.iter().map(|joint| DQuat::from_mat3(&joint.matrix3.as_dmat3())).collect(),
        }
    }

    /// The two bones of three joints.
    fn bones(&self, [top, middle, end]: [usize; 3]) -> (DVec3, DVec3) {
        (self.at[middle] - self.at[top], self.at[end] - self.at[middle])
    }

    fn seen_from(&self, joint: usize, direction: DVec3) -> DVec3 {
        self.turned[joint].inverse() * direction.normalize_or_zero()
    }
}

fn angle_deg(a: DVec3, b: DVec3) -> f64 {
    a.angle_between(b).to_degrees()
}

/// The turn about y, and how far what remains tilts about z. A nod, about x, is not told: heads rest differently.
fn turn_and_tilt_deg(turned: DQuat) -> (f64, f64) {
    let twist = DQuat::from_xyzw(0.0, turned.y, 0.0, turned.w);
    if twist.length_squared() < 1e-12 {
        return (180.0, 0.0);
    }
    let twist = twist.normalize();
    let turn = 2.0 * libm::atan2(twist.y, twist.w);
    let turn = turn - std::f64::consts::TAU * (turn / std::f64::consts::TAU).round();
    let swing = (turned * twist.inverse()).to_scaled_axis();
    (turn.to_degrees(), swing.z.to_degrees())
}
