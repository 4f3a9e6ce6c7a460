//! What a character's degrees of freedom mean (thesis 2.1, 3.2).
//!
//! A joint sits at an offset from its parent, has a rest orientation and some DOFs: one-axis translations, and
//! either one-axis rotations (the thesis's joints, with limits) or the three components of a rotation vector about a
//! reference orientation (a ball joint). Joints without DOFs and children are end effectors.
//!
//! The root is special: its DOFs place the whole body. In order they are x, height, z, heading and a rotation vector
//! of tilt, so that
//!
//! ```text
//! world_from_root = translate(x, height, z) · about_y(heading) · reference · exp(tilt)
//! ```
//!
//! regardless of any joints above it, which stand still. x, z and heading are the [`crate::Placement`]. Further parentless
//! joints that move (props, a second body) ride on the placement: see [`Skeleton::rides`].
//!
//! Joint frames are aligned with the world in the character's symmetric rest pose, x to its left, y up, z forward,
//! whatever axes the file used ([`Joint::rig_axes`] leads back to those). So for every skeleton a mirror image exchanges
//! partners and flips the signs of x translations and of y and z rotations, as in thesis 3.9.

pub(crate) mod steps;

use core::ops::Range;

use glam::{Quat, Vec3};

use crate::rotation;
use steps::{Step, steps};

/// A joint's place in [`Skeleton::joints`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JointId(pub u16);

/// A degree of freedom's place in a pose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DofId(pub u16);

impl JointId {
    /// As an index into arrays with one entry per joint.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl DofId {
    /// As an index into a pose.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One of the principal axes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// To the left of a character that faces +Z.
    X,
    /// Up.
    Y,
    /// Forward.
    Z,
}

impl Axis {
    /// All three.
    pub const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];

    /// The axis as a unit vector.
    pub fn vector(self) -> Vec3 {
        [Vec3::X, Vec3::Y, Vec3::Z][self as usize]
    }

    /// A rotation about the axis.
    pub fn rotation(self, angle_rad: f32) -> Quat {
        match self {
            Self::X => rotation::about_x(angle_rad),
            Self::Y => rotation::about_y(angle_rad),
            Self::Z => rotation::about_z(angle_rad),
        }
    }
}

/// What a DOF's number does to its joint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DofKind {
    /// Metres along an axis of the parent (a prismatic joint).
    Translation(Axis),
    /// Radians about an axis (a revolute joint); several apply in order, each in the frame the one before left.
    Rotation(Axis),
    /// One component of a rotation vector about the joint's reference orientation (a ball joint).
    RotationVector(Axis),
    /// Radians about the vertical: only the root's.
    Heading,
}

impl DofKind {
    /// The sign that the mirror x → −x gives it: translations along x and rotations about y and z flip.
    pub fn mirror_sign(self) -> f32 {
        match self {
            Self::Translation(Axis::X) => -1.0,
            Self::Translation(_) | Self::Rotation(Axis::X) | Self::RotationVector(Axis::X) => 1.0,
            Self::Rotation(_) | Self::RotationVector(_) | Self::Heading => -1.0,
        }
    }
}

/// A degree of freedom.
#[derive(Debug, Clone, PartialEq)]
pub struct Dof {
    /// The joint it moves.
    pub joint: JointId,
    /// How.
    pub kind: DofKind,
    /// The least and the greatest value that is anatomically plausible; infinite where there is no limit.
    pub limits: [f32; 2],
    /// The DOF on the other side of the body, itself for the middle.
    pub partner: DofId,
}

impl Dof {
    /// The value clamped to the limits.
    pub fn limited(&self, value: f32) -> f32 {
        let [low, high] = self.limits;
        // Not `max` and `min`: which zero they return between −0 and 0 differs between machines.
        let raised = if value > low { value } else { low };
        if raised < high { raised } else { high }
    }
}

/// A joint: an offset, a rest orientation and DOFs (eq. 2.1).
#[derive(Debug, Clone, PartialEq)]
pub struct Joint {
    /// As in the file it came from.
    pub name: String,
    /// Always an earlier joint.
    pub parent: Option<JointId>,
    /// From the parent, in the parent's frame, in metres.
    pub offset: Vec3,
    /// Relative to the parent in the rest pose.
    pub rest: Quat,
    /// Where a rotation vector is zero, relative to the parent; equal to `rest` for one-axis joints. For the root it is
    /// relative to its heading.
    pub reference: Quat,
    /// Its DOFs in the skeleton's order: translations first.
    pub dofs: Range<u16>,
    /// An end effector: the tip of a bone, nothing moves there.
    pub end: bool,
    /// The joint on the other side of the body, itself for the middle.
    pub partner: JointId,
    /// The axes of this joint in the file it came from: `world_from_rig_joint = world_from_joint · rig_axes`.
    pub rig_axes: Quat,
}

/// What [`Skeleton::new`] needs to know of a joint.
#[derive(Debug, Clone, PartialEq)]
pub struct JointSpec {
    /// See [`Joint::name`].
    pub name: String,
    /// Index of an earlier joint.
    pub parent: Option<usize>,
    /// See [`Joint::offset`].
    pub offset: Vec3,
    /// See [`Joint::rest`].
    pub rest: Quat,
    /// See [`Joint::reference`].
    pub reference: Quat,
    /// Kinds and limits: translations first, then either one-axis rotations or the three components of a rotation
    /// vector in order. Ignored for the root, whose DOFs are given.
    pub dofs: Vec<(DofKind, [f32; 2])>,
    /// See [`Joint::end`].
    pub end: bool,
    /// Index of the joint on the other side of the body, its own for the middle.
    pub partner: usize,
    /// See [`Joint::rig_axes`].
    pub rig_axes: Quat,
}

/// No joint is farther from its parent, in metres, and no DOF is kept farther from zero: the powers of more are no numbers.
const FARTHEST: f32 = 1e6;

/// No limit on a DOF.
pub const UNLIMITED: [f32; 2] = [f32::NEG_INFINITY, f32::INFINITY];

/// Three translations.
pub const TRANSLATIONS: [DofKind; 3] =
    [DofKind::Translation(Axis::X), DofKind::Translation(Axis::Y), DofKind::Translation(Axis::Z)];

/// A ball joint.
pub const ROTATION_VECTOR: [DofKind; 3] =
    [DofKind::RotationVector(Axis::X), DofKind::RotationVector(Axis::Y), DofKind::RotationVector(Axis::Z)];

/// Why a skeleton is refused.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum SkeletonError {
    /// No joints, or the root is not one of them.
    NoRoot,
    /// More joints or DOFs than a `u16` counts.
    TooLarge,
    /// The joint's parent or partner is missing, or the parent does not come before it.
    Order(String),
    /// The joint's DOFs are not translations followed by one kind of rotation.
    Dofs(String),
    /// The joint holds a number that is not finite.
    NotFinite(String),
    /// The joint is farther from its parent than any joint is.
    TooFar(String),
    /// A DOF of the joint has a lower limit that is above its upper one, a limit that is no number, or none but values beyond
    /// all measure.
    Limits(String),
}

impl core::fmt::Display for SkeletonError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::NoRoot => write!(f, "the skeleton has no root joint"),
            Self::TooLarge => write!(f, "the skeleton has more joints or DOFs than 65535"),
            Self::Order(joint) => {
                write!(f, "joint {joint}: its parent must come before it and its partner exist")
            }
            Self::Dofs(joint) => {
                write!(
                    f,
                    "joint {joint}: DOFs must be translations, then rotations or one whole rotation vector"
                )
            }
            Self::NotFinite(joint) => {
                write!(f, "joint {joint}: its offset or orientation is not a finite number")
            }
            Self::TooFar(joint) => {
                write!(
                    f,
                    "joint {joint}: it is more than a thousand kilometres from its parent; is the unit of length right?"
                )
            }
            Self::Limits(joint) => {
                write!(
                    f,
                    "joint {joint}: the lower limit of a DOF must not be above the upper one, and some value below a million \
                     must lie between them"
                )
            }
        }
    }
}
impl core::error::Error for SkeletonError {}

/// A tree of joints and the meaning of each DOF. Immutable once made, shared by all that uses it.
#[derive(Debug, Clone, PartialEq)]
pub struct Skeleton {
    joints: Vec<Joint>,
    dofs: Vec<Dof>,
    root: JointId,
    steps: Vec<Step>,
}

impl Skeleton {
    /// The root's place along x.
    pub const X: DofId = DofId(0);
    /// The root's height.
    pub const HEIGHT: DofId = DofId(1);
    /// The root's place along z.
    pub const Z: DofId = DofId(2);
    /// The root's heading.
    pub const HEADING: DofId = DofId(3);
    /// The first of the three components of the root's tilt.
    pub const TILT: DofId = DofId(4);
    /// x, z and heading, the DOFs of a placement, as indices into a pose.
    pub const PLACEMENT: [usize; 3] = [Self::X.0 as usize, Self::Z.0 as usize, Self::HEADING.0 as usize];
    /// The root's DOFs are `0..ROOT_DOFS` of every pose.
    pub const ROOT_DOFS: usize = 7;

    /// A skeleton from its joints, parents before children. `root` is the joint that travels.
    pub fn new(specs: Vec<JointSpec>, root: usize) -> Result<Self, SkeletonError> {
        if root >= specs.len() {
            return Err(SkeletonError::NoRoot);
        }
        let dof_count: usize = specs.iter().map(|j| j.dofs.len()).sum::<usize>() + Self::ROOT_DOFS;
        if specs.len() > u16::MAX as usize || dof_count > u16::MAX as usize {
            return Err(SkeletonError::TooLarge);
        }
        let root_kinds: Vec<_> = TRANSLATIONS
            .into_iter()
            .chain([DofKind::Heading])
            .chain(ROTATION_VECTOR)
            .map(|k| (k, UNLIMITED))
            .collect();
        // Each joint's DOFs in turn, the root's before all others.
        let mut dofs: Vec<Dof> = Vec::with_capacity(dof_count);
        let mut ranges = vec![0..0u16; specs.len()];
        let order = core::iter::once(root).chain((0..specs.len()).filter(|&j| j != root));
        for j in order {
            let spec = &specs[j];
            let kinds = if j == root { &root_kinds } else { &spec.dofs };
            if j != root && !well_formed(kinds) {
                return Err(SkeletonError::Dofs(spec.name.clone()));
            }
            // A limit may be infinite, but not keep its DOF there.
            let holds = |[low, high]: &[f32; 2]| low <= high && *low <= FARTHEST && *high >= -FARTHEST;
            if !kinds.iter().all(|(_, limits)| holds(limits)) {
                return Err(SkeletonError::Limits(spec.name.clone()));
            }
            let first = dofs.len() as u16;
            dofs.extend(kinds.iter().map(|&(kind, limits)| Dof {
                joint: JointId(j as u16),
                kind,
                limits,
                partner: DofId(0),
            }));
            ranges[j] = first..dofs.len() as u16;
        }
        let same_kinds = |a: &Range<u16>, b: &Range<u16>| {
            a.len() == b.len()
                && a.clone().zip(b.clone()).all(|(p, q)| dofs[p as usize].kind == dofs[q as usize].kind)
        };
        let mut partners = vec![DofId(0); dofs.len()];
        for (j, spec) in specs.iter().enumerate() {
            if spec.parent.is_some_and(|p| p >= j) || spec.partner >= specs.len() {
                return Err(SkeletonError::Order(spec.name.clone()));
            }
            let finite = spec.offset.is_finite()
                && [spec.rest, spec.reference, spec.rig_axes].iter().all(|q| q.is_finite());
            if !finite {
                return Err(SkeletonError::NotFinite(spec.name.clone()));
            }
            if spec.offset.abs().max_element() > FARTHEST {
                return Err(SkeletonError::TooFar(spec.name.clone()));
            }
            let own = &ranges[j];
            let other = if same_kinds(own, &ranges[spec.partner]) { &ranges[spec.partner] } else { own };
            for (a, b) in own.clone().zip(other.clone()) {
                partners[a as usize] = DofId(b);
            }
        }
        for (dof, partner) in dofs.iter_mut().zip(partners) {
            dof.partner = partner;
        }
        let joints = specs
            .into_iter()
            .zip(ranges)
            .map(|(spec, dofs)| Joint {
                name: spec.name,
                parent: spec.parent.map(|p| JointId(p as u16)),
                offset: spec.offset,
                rest: unit(spec.rest),
                reference: unit(spec.reference),
                dofs,
                end: spec.end,
                partner: JointId(spec.partner as u16),
                rig_axes: unit(spec.rig_axes),
            })
            .collect();
        let mut skeleton = Self { joints, dofs, root: JointId(root as u16), steps: Vec::new() };
        skeleton.steps = steps(&skeleton);
        Ok(skeleton)
    }

    /// The specs from which [`Self::new`] makes the same skeleton, bit for bit.
    pub fn specs(&self) -> Vec<JointSpec> {
        let spec = |(j, joint): (usize, &Joint)| JointSpec {
            name: joint.name.clone(),
            parent: joint.parent.map(JointId::index),
            offset: joint.offset,
            rest: joint.rest,
            reference: joint.reference,
            dofs: match j == self.root.index() {
                true => Vec::new(),
                false => {
                    joint.dofs.clone().map(|d| &self.dofs[d as usize]).map(|d| (d.kind, d.limits)).collect()
                }
            },
            end: joint.end,
            partner: joint.partner.index(),
            rig_axes: joint.rig_axes,
        };
        self.joints.iter().enumerate().map(spec).collect()
    }

    /// Parents before children.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }

    /// One entry per number of a pose.
    pub fn dofs(&self) -> &[Dof] {
        &self.dofs
    }

    /// How a pose places the joints in the world, worked out once.
    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The joint that carries the placement.
    pub fn root(&self) -> JointId {
        self.root
    }

    /// A joint by its id.
    pub fn joint(&self, id: JointId) -> &Joint {
        &self.joints[id.index()]
    }

    /// All ids in order.
    pub fn joint_ids(&self) -> impl ExactSizeIterator<Item = JointId> + use<> {
        (0..self.joints.len() as u16).map(JointId)
    }

    /// The joint of that name. A look-up for load time.
    pub fn joint_named(&self, name: &str) -> Option<JointId> {
        self.joints.iter().position(|j| j.name == name).map(|j| JointId(j as u16))
    }

    /// Every end effector: the tips of the chains.
    pub fn end_effectors(&self) -> impl Iterator<Item = JointId> + '_ {
        self.joint_ids().filter(|&j| self.joint(j).end)
    }

    /// `joint` and everything above it, from the joint up.
    pub fn ancestors(&self, joint: JointId) -> impl Iterator<Item = JointId> + '_ {
        core::iter::successors(Some(joint), |&j| self.joint(j).parent)
    }

    /// Whether a joint is a second root: parentless and moving (a prop, another body). It rides on the placement, so that
    /// whatever moves the character over the ground moves it along.
    pub fn rides(&self, joint: &Joint) -> bool {
        joint.parent.is_none() && joint.dofs.start as usize >= Self::ROOT_DOFS && !joint.dofs.is_empty()
    }

    /// The DOF values of the rest pose: each joint at its rest orientation, the root where the rest pose has it.
    pub fn rest_pose(&self) -> Vec<f32> {
        let mut pose = vec![0.0; self.dofs.len()];
        for joint in &self.joints {
            let turn = rotation::log(rotation::compose(rotation::inverse(joint.reference), joint.rest));
            for d in joint.dofs.clone() {
                if let DofKind::RotationVector(axis) = self.dofs[d as usize].kind {
                    pose[d as usize] = turn[axis as usize];
                }
            }
        }
        let root = self.joint(self.root);
        [pose[Self::X.index()], pose[Self::HEIGHT.index()], pose[Self::Z.index()]] = root.offset.to_array();
        pose
    }
}

/// Scaled to unit length; what has it already, up to rounding, stays as it is.
fn unit(q: Quat) -> Quat {
    let square = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    if (square - 1.0).abs() < 1e-6 { q } else { rotation::normalised(q) }
}

fn well_formed(dofs: &[(DofKind, [f32; 2])]) -> bool {
    let translations = dofs.iter().take_while(|(k, _)| matches!(k, DofKind::Translation(_))).count();
    let rest: Vec<_> = dofs[translations..].iter().map(|(k, _)| *k).collect();
    rest.iter().all(|k| matches!(k, DofKind::Rotation(_))) || rest == ROTATION_VECTOR
}
