//! How a standing body is held.

use super::super::style::Style;
use super::super::upper_body::ArmAngles;

/// Pelvis, trunk and head; angles in degrees.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Torso {
    /// The pelvis over the ground, from the middle between the feet.
    pub(super) pelvis_left_m: f64,
    pub(super) pelvis_forward_m: f64,
    /// The pelvis below where nearly straight legs hold it.
    pub(super) drop_m: f64,
    /// Of the pelvis, to the left.
    pub(super) pelvis_yaw_deg: f64,
    /// Left hip up.
    pub(super) pelvis_roll_deg: f64,
    pub(super) pelvis_lean_deg: f64,
    /// Of the chest, to the left.
    pub(super) yaw_deg: f64,
    pub(super) roll_deg: f64,
    pub(super) lean_deg: f64,
    pub(super) slump_deg: f64,
    /// Of the face in the world: to the left, tilted to the left, up.
    pub(super) head_yaw_deg: f64,
    pub(super) head_roll_deg: f64,
    pub(super) head_pitch_deg: f64,
    /// Both heels off the floor.
    pub(super) heels_deg: f64,
}

/// How a standing body is held; or, since all of it can be added, by how much that changes.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Posture {
    pub(super) torso: Torso,
    /// Left and right.
    pub(super) arms: [ArmAngles; 2],
}

macro_rules! sums {
    ($($type:ty { $($field:ident),* $(,)? })*) => {$(
        impl $type {
            /// With a share of another added.
            pub(super) fn plus(self, other: &Self, share: f64) -> Self {
                Self { $($field: self.$field + share * other.$field),* }
            }
        }
    )*};
}

sums! {
    Torso {
        pelvis_left_m, pelvis_forward_m, drop_m, pelvis_yaw_deg, pelvis_roll_deg, pelvis_lean_deg, yaw_deg, roll_deg,
        lean_deg, slump_deg, head_yaw_deg, head_roll_deg, head_pitch_deg, heels_deg,
    }
    ArmAngles {
        shoulder_raise_deg, shoulder_forward_deg, flex_deg, out_deg, inward_deg, elbow_deg, palm_down_deg, wrist_deg,
    }
}

impl Posture {
    /// Standing as one who walks in this style would.
    pub(super) fn of(style: &Style) -> Self {
        let torso = Torso {
            pelvis_lean_deg: style.pelvis_lean_deg,
            lean_deg: 0.6 * style.lean_deg,
            slump_deg: style.slump_deg,
            head_pitch_deg: 0.7 * style.head_pitch_deg,
            ..Torso::default()
        };
        let arm = ArmAngles {
            shoulder_raise_deg: style.shoulder_raise_deg,
            shoulder_forward_deg: style.shoulder_forward_deg,
            flex_deg: 0.5 * style.arm_forward_deg,
            out_deg: style.arm_out_deg,
            inward_deg: style.arm_inward_deg,
            elbow_deg: style.elbow_deg,
            palm_down_deg: style.palm_down_deg,
            wrist_deg: style.wrist_deg,
        };
        Self { torso, arms: [arm; 2] }
    }

    /// A change of pelvis, trunk and head.
    pub(super) fn torso(torso: Torso) -> Self {
        Self { torso, ..Self::default() }
    }

    /// With a share of another added.
    pub(super) fn plus(self, other: &Self, share: f64) -> Self {
        let [left, right] = self.arms;
        Self {
            torso: self.torso.plus(&other.torso, share),
            arms: [left.plus(&other.arms[0], share), right.plus(&other.arms[1], share)],
        }
    }
}
