//! How far joints bend, by what they are for.
//!
//! Angles come from where joints are and, for necks, from how they are turned in the axes that all skeletons share, so neither names of
//! axes nor rest poses matter.

use adverb::Skeleton;
use adverb::body::{Part, Roles};
use glam::{DMat3, DQuat, DVec3};

use super::World;
use crate::sides::Side;

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
    pub(crate) const ALL: [Self; 6] =
        [Self::Elbow, Self::Knee, Self::ArmBack, Self::Wrist, Self::NeckTurn, Self::NeckTilt];

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
        let exact = |pose: &Vec<f32>| pose.iter().map(|value| f64::from(*value)).collect::<Vec<_>>();
        let worlds: Vec<World> = poses.iter().map(|pose| World::of(self.skeleton, &exact(pose))).collect();
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
