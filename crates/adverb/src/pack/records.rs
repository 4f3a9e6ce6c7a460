//! What the description of a pack holds, field by field, in the order in which they stand there.
//!
//! ```text
//!   name, Source, root, joints: JointSpec …, verbs: Parts …, graphs: graph::Parts …,
//!   since version 4 variations: one Variations per verb, since version 5 heights: a list per verb,
//!   since version 2 shapes: see `shapes.rs`, since version 3 credits: see `credits.rs`
//! ```
//!
//! One list of fields serves writing and reading, so that the two cannot differ. Any change to these lists is a new version of
//! the format: the test `the_first_format_has_not_changed` says so.

use super::{Source, Up};
use crate::encoding::{Field, Reader, Writer, choices, records};
use crate::graph::{
    self, Blend, Claim, Constraint, Deed, Enter, Event, Gesture, Hand, HandId, Leave, Mode, Transition,
    Usage, VerbId, VerbUsage,
};
use crate::ik::two_bone::Limb;
use crate::key_times::TimeMap;
use crate::screw::Screw;
use crate::skeleton::{self, DofId, DofKind, JointId, JointSpec};
use crate::space::{self, Affine, Embedding, Extrapolation, Hull, Kernel};
use crate::verb::{Adverb, Coefficients, Example, Foot, Gaze, Parts, Phase, Variations};

records! {
    Source { unit_m, up, fps }
    JointSpec { name, parent, offset, rest, reference, dofs, end, partner, rig_axes }
    JointId { 0 }
    Parts {
        name, adverbs, examples, space, keys, map, cyclic, intervals, travel, feet, gaze, control_points, coefficients;
        variations; heights
    }
    Variations { counts, intervals, coefficients }
    Coefficients { 0 }
    Adverb { name, range, default, rate }
    Example { name, at }
    Screw { rate, spin, velocity, climb }
    Foot { ball, limb, hinge, ease_secs, phases }
    Limb { upper, middle, end }
    Phase { from, to, settle, arriving, leaving }
    Gaze { head, neck }
    space::Parts { embedding, extrapolation, kernel, centres, radii, examples, coefficients }
    Embedding { axes, affine }
    Affine { matrix, offset }
    graph::Parts { name, starts, ends, transitions, gestures, events, usage, hands, constraints; calls }
    graph::Call { transition, knob, range }
    VerbId { 0 }
    HandId { 0 }
    DofId { 0 }
    Transition { from, to, leave, enter, blend, likelihood }
    Gesture { name, verb, fade_in, fade_out, mode, usage }
    Claim { during, usage, dofs }
    VerbUsage { verb, claims }
    Event { verb, at, emit }
    Hand { joint, limb, hinge }
    Constraint { verb, during, object, deed, ease_secs }
}

choices! {
    Up: "up axis" { 0 => Y {}, 1 => Z {} }
    DofKind: "DOF" {
        0 => Translation { 0: axis },
        1 => Rotation { 0: axis },
        2 => RotationVector { 0: axis },
        3 => Heading {}
    }
    skeleton::Axis: "axis" { 0 => X {}, 1 => Y {}, 2 => Z {} }
    TimeMap: "time map" { 0 => Smooth {}, 1 => Periodic {}, 2 => Linear {} }
    Kernel: "kernel" { 0 => BSpline {}, 1 => ThinPlate {}, 2 => Gaussian {}, 3 => Wendland {} }
    space::Axis: "axis of a space" {
        0 => Straight { origin: origin, scale: scale },
        1 => Periodic { origin: origin, period: period, radius: radius }
    }
    Extrapolation: "extrapolation" {
        0 => Free {},
        1 => Damped { reach: reach, hull: hull },
        2 => Held { hull: hull }
    }
    Leave: "way out of a verb" { 0 => During { 0: during }, 1 => AtOnce { secs: secs } }
    Enter: "way into a verb" { 0 => During { 0: during }, 1 => Matching {} }
    Blend: "blend" { 0 => Linear {}, 1 => Sigmoid {}, 2 => Through { 0: points }, 3 => Inertial {} }
    Mode: "gesture" { 0 => Replace {}, 1 => Additive {} }
    Usage: "usage" { 0 => Defined {}, 1 => Required {}, 2 => Undefined {} }
    Deed: "deed" { 0 => Reach { 0: hand }, 1 => Look {}, 2 => Hold { 0: joint } }
}

impl Field for Hull {
    fn write(&self, to: &mut Writer) {
        self.dimension().write(to);
        to.count(self.vertices().len());
        self.vertices().iter().for_each(|v| v.write(to));
    }
    fn read(from: &mut Reader) -> Self {
        let (dimension, vertices) = Field::read(from);
        Self::new(dimension, vertices).unwrap_or_else(|why| {
            from.fail(&why.to_string());
            Self::default()
        })
    }
}
