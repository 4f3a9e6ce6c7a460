//! The feet of a verb, and its gaze: support phases of all examples in canonical time, and where the ball of the foot settles in
//! each (thesis 4.4).

use std::sync::Arc;

use adverb::ik::two_bone::Limb;
use adverb::kinematics::world_transforms;
use adverb::screw::Screw;
use adverb::verb::{Foot, Gaze, Heights, Phase, height_moments};
use adverb::{CanonicalTime, JointId, Placement, Skeleton};
use glam::{Affine3A, DVec3, Vec3A};

use super::Definition;
use super::curves::Fitted;
use super::goals::{self, Shown};
use crate::finding::{Criterion, Finding, Place};
use crate::limbs::{SAMPLES, hinge, resting_place, two_bones};
use crate::motion::Motion;
use crate::space::Symmetry;
use crate::support;
use adverb::body::{Part, Roles};

pub(crate) use crate::motion::constraint::EASE_SECS;

/// The joints that stay in place in a verb.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Keeps {
    /// The feet, whenever they support.
    #[default]
    Feet,
    /// These joints only; an empty list keeps none.
    These(Vec<Keep>),
}

/// A joint that stays in place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Keep {
    /// The joint, ideally the ball of a foot.
    pub joint: JointId,
    /// From when to when, in canonical time; `None`: whenever it supports the body.
    pub during: Option<[f64; 2]>,
    /// The time, in seconds, in which the hold fades in and out.
    pub ease_secs: Option<f64>,
}

/// The examples of a verb, for their feet.
pub(super) struct Examples<'a> {
    pub(super) verb: &'a Definition,
    pub(super) skeleton: &'a Skeleton,
    pub(super) motions: &'a [Arc<Motion>],
    pub(super) fitted: &'a Fitted,
    pub(super) travel: &'a [Screw],
    pub(super) cyclic: bool,
    /// How much later, in canonical time, mirror images begin than what they are the images of.
    pub(super) later: f64,
}

/// The feet of a verb. Support phases that examples do not share are left out, with a warning.
pub(super) fn feet(examples: &Examples, keeps: &Keeps, warnings: &mut Vec<Finding>) -> Vec<Foot> {
    let found = support::feet(examples.skeleton);
    let mut keeps: Vec<Keep> = match keeps {
        Keeps::Feet => found.iter().map(|f| Keep { joint: f.ball, during: None, ease_secs: None }).collect(),
        Keeps::These(keeps) => keeps.clone(),
    };
    if examples.symmetry().is_some() {
        examples.keep_both_sides(&mut keeps);
    }
    let found_at = |joint: JointId, criterion, message: &str, remedy: &str| {
        let place = Place::joint(&examples.skeleton.joint(joint).name);
        Finding::warning(criterion, examples.verb.subject(), message).at(place).remedy(remedy)
    };
    let (mut kept, mut supporting) = (Vec::new(), Vec::new());
    for keep in keeps {
        match self::supporting(examples.skeleton, &found, keep.joint) {
            Some(foot) if bends(&supporting, &foot) => {
                let message = "the limb that would keep it in place keeps another joint already";
                let remedy = "Take out one of the two constraints.";
                warnings.push(found_at(keep.joint, Criterion::LimbTaken, message, remedy));
            }
            Some(foot) => {
                kept.push(keep);
                supporting.push(foot);
            }
            None => {
                let message = "no two bones above it could be bent to keep it in place";
                let remedy = "Name a joint at the end of a limb.";
                warnings.push(found_at(keep.joint, Criterion::NoLimb, message, remedy));
            }
        }
    }
    let all: Vec<Vec<Vec<support::Phase>>> = examples
        .motions
        .iter()
        .map(|motion| support::holds_of_all(motion, &supporting, examples.cyclic))
        .collect();
    let mut feet: Vec<Foot> = Vec::new();
    for (f, (keep, foot)) in kept.iter().zip(&supporting).enumerate() {
        let Some(limb) = foot.limb else { continue };
        let partner = examples.skeleton.joint(foot.ball).partner;
        let other = feet.iter().find(|other| other.ball == partner && partner != foot.ball);
        if let (Some(symmetry), Some(other)) = (examples.symmetry(), other) {
            let image = examples.image(symmetry, other);
            feet.push(Foot { ball: foot.ball, limb, ..image });
            continue;
        }
        let phases = match keep.during {
            Some([from, to]) => {
                let phase = support::Phase { from: CanonicalTime(from), to: CanonicalTime(to) };
                vec![vec![phase; examples.motions.len()]]
            }
            None => examples.shared(foot, all.iter().map(|phases| phases[f].clone()), warnings),
        };
        let settled = |phases: &Vec<support::Phase>| -> Vec<Phase> {
            phases.iter().enumerate().map(|(i, phase)| examples.settled(i, foot.ball, phase)).collect()
        };
        feet.push(Foot {
            ball: foot.ball,
            limb,
            hinge: examples.hinge(limb),
            ease_secs: keep.ease_secs.unwrap_or(EASE_SECS) as f32,
            phases: phases.iter().map(settled).collect(),
        });
    }
    for foot in
        feet.iter().filter(|foot| foot.phases.is_empty() && !found.iter().any(|f| f.ball == foot.ball))
    {
        let message = "it never supports the body, so it is not kept in place";
        let remedy = "Say when with during = [0.2, 0.6].";
        warnings.push(found_at(foot.ball, Criterion::NeverSupports, message, remedy));
    }
    feet.retain(|foot| !foot.phases.is_empty());
    feet
}

/// Whether two feet share a limb.
fn bends(feet: &[support::Foot], other: &support::Foot) -> bool {
    let middle = |foot: &support::Foot| foot.limb.map(|limb| limb.middle);
    feet.iter().any(|foot| middle(foot).is_some() && middle(foot) == middle(other))
}

/// A joint as something that supports: a foot of the skeleton, or the end of two bones.
fn supporting(skeleton: &Skeleton, feet: &[support::Foot], joint: JointId) -> Option<support::Foot> {
    let is_foot =
        |foot: &&support::Foot| foot.ball == joint || foot.limb.is_some_and(|limb| limb.end == joint);
    if let Some(foot) = feet.iter().find(is_foot) {
        return Some(support::Foot { ball: joint, ..*foot });
    }
    Some(support::Foot { side: None, ball: joint, limb: Some(two_bones(skeleton, joint)?) })
}

impl Examples<'_> {
    fn symmetry(&self) -> Option<&Symmetry> {
        self.verb.space.symmetry.as_ref()
    }

    /// Adds what is to be kept on the other side, where only one side is named.
    fn keep_both_sides(&self, keeps: &mut Vec<Keep>) {
        for keep in keeps.clone() {
            let joint = self.skeleton.joint(keep.joint).partner;
            if !keeps.iter().any(|other| other.joint == joint) {
                let later = |[from, to]: [f64; 2]| {
                    let begins = (from + self.later).rem_euclid(1.0);
                    [begins, begins + to - from]
                };
                keeps.push(Keep { joint, during: keep.during.map(later), ..keep });
            }
        }
    }

    /// A foot in the mirror: every example's is the other foot of its image. Found anew it might differ by a sample.
    fn image(&self, symmetry: &Symmetry, of: &Foot) -> Foot {
        let across = |[x, z]: [f64; 2]| [-x, z];
        let one = |phases: &Vec<Phase>| -> Vec<Phase> {
            let mean = phases.iter().map(|phase| phase.from).sum::<f64>() / phases.len() as f64;
            // All of a phase on the same round, the first.
            let later = self.later - (mean + self.later).floor();
            let image = |example: usize| {
                let phase = &phases[symmetry.partner(example)];
                Phase {
                    from: phase.from + later,
                    to: phase.to + later,
                    settle: across(phase.settle),
                    arriving: across(phase.arriving),
                    leaving: across(phase.leaving),
                }
            };
            (0..phases.len()).map(image).collect()
        };
        let mut phases: Vec<Vec<Phase>> = of.phases.iter().map(one).collect();
        phases.sort_by(|a, b| a[0].from.total_cmp(&b[0].from));
        let [x, y, z] = of.hinge;
        Foot { hinge: [x, -y, -z], phases, ..of.clone() }
    }

    fn shared(
        &self,
        foot: &support::Foot,
        own: impl Iterator<Item = Vec<support::Phase>>,
        warnings: &mut Vec<Finding>,
    ) -> Vec<Vec<support::Phase>> {
        let names = self.verb.space.examples.iter().map(|example| example.name.clone());
        let own: Vec<_> = names.zip(own).collect();
        let (shared, left_out) = support::shared(&own, self.cyclic);
        let joint = &self.skeleton.joint(foot.ball).name;
        warnings.extend(left_out.into_iter().map(|(example, what)| {
            let remedy = "Choose a window with the same steps, or say with constraints when the foot stands.";
            Finding::warning(Criterion::SupportNotShared, self.verb.example(&example), what)
                .at(Place::joint(joint))
                .remedy(remedy)
        }));
        shared
    }

    /// A phase with where the ball settles in it and how fast it comes and goes, as seen from the frame of the travel.
    fn settled(&self, example: usize, ball: JointId, phase: &support::Phase) -> Phase {
        const SAMPLES: usize = 32;
        const STEP: f64 = 1e-3;
        let (from, to) = (phase.from.0, phase.to.0);
        let place = |t: f64| self.ball(example, ball, t);
        let within = |k: usize| place(from + (to - from) * k as f64 / SAMPLES as f64);
        let all: Vec<DVec3> = (0..=SAMPLES).map(within).collect();
        let held_at = resting_place(&all);
        let in_frame = |way: DVec3, t: f64| {
            let heading = (-self.travel[example].rate * t) as f32;
            let (x, z) = Placement { x: 0.0, z: 0.0, heading }.turn(way.x as f32, way.z as f32);
            [x, z].map(f64::from)
        };
        let velocity = |t: f64| in_frame((place(t + STEP) - place(t - STEP)) / (2.0 * STEP), t);
        Phase {
            from,
            to,
            settle: in_frame(held_at - all[0], from),
            arriving: if self.cyclic || from > 0.0 { velocity(from) } else { [0.0; 2] },
            leaving: if self.cyclic || to < 1.0 { velocity(to) } else { [0.0; 2] },
        }
    }

    /// Where the ball is in the world at a canonical time.
    fn ball(&self, example: usize, ball: JointId, t: f64) -> DVec3 {
        let mut pose = self.fitted.pose(example, t);
        self.travel[example].placement(t).apply(&mut pose);
        let mut world = vec![Affine3A::IDENTITY; self.skeleton.joints().len()];
        world_transforms(self.skeleton, &pose, &mut world);
        world[ball.index()].translation.as_dvec3()
    }

    /// How high the balls of feet are in each phase of each example; nothing that a single example would need.
    pub(super) fn heights(&self, feet: &[Foot]) -> Vec<Heights> {
        if self.motions.len() < 2 {
            return Vec::new();
        }
        // The lowest within a step to each side, so that between its own heights no example is lower than they say.
        const WITHIN: i32 = 8;
        let of_phase = |foot: &Foot, example: usize, phase: &Phase| {
            let mut heights = Heights::default();
            let moments: Vec<f64> = height_moments().collect();
            let step = moments[1] - moments[0];
            for (height, u) in heights.iter_mut().zip(moments) {
                let near = (-WITHIN..=WITHIN).map(|k| u + step * f64::from(k) / f64::from(WITHIN));
                let all =
                    near.map(|u| self.ball(example, foot.ball, phase.from + u * (phase.to - phase.from)).y);
                *height = all.fold(f64::INFINITY, f64::min) as f32;
            }
            heights
        };
        let phases = feet.iter().flat_map(|foot| foot.phases.iter().map(move |phases| (foot, phases)));
        phases
            .flat_map(|(foot, phases)| {
                phases.iter().enumerate().map(move |(i, phase)| of_phase(foot, i, phase))
            })
            .collect()
    }

    /// What joints do whatever the adverbs say.
    pub(super) fn goals(&self) -> Vec<adverb::verb::Goal> {
        let one = |goal: &goals::Goal| {
            let times = || goals::moments(goal.throughout());
            let poses: Vec<Vec<f32>> = (0..self.motions.len())
                .flat_map(|example| times().map(move |t| self.fitted.pose(example, t)))
                .collect();
            Shown { skeleton: self.skeleton, poses: &poses }.goal(goal)
        };
        self.verb.goals.iter().filter_map(one).collect()
    }

    /// The axis about which a limb bends in the examples; a knee's where it never bends.
    fn hinge(&self, limb: Limb) -> [f32; 3] {
        let moments = (0..self.motions.len()).flat_map(|example| (0..SAMPLES).map(move |k| (example, k)));
        let pose = |(example, k): (usize, usize)| self.fitted.pose(example, k as f64 / SAMPLES as f64);
        hinge(self.skeleton, limb, moments.map(pose), Vec3A::X)
    }
}

/// The head that looks, and its neck.
pub(crate) fn gaze(skeleton: &Skeleton) -> Option<Gaze> {
    let names = skeleton.joints().iter().map(|j| if j.end { "" } else { j.name.as_str() });
    let roles = Roles::by_name(names);
    let joint = |part| roles.joint(part, None).map(|j| JointId(j as u16));
    let moves = |j: &JointId| !skeleton.joint(*j).dofs.is_empty() && *j != skeleton.root();
    let head = joint(Part::Head).filter(moves)?;
    let above = |neck: &JointId| skeleton.ancestors(head).skip(1).any(|j| j == *neck);
    skeleton.ancestors(head).any(|j| j == skeleton.root()).then_some(())?;
    Some(Gaze { head, neck: joint(Part::Neck).filter(moves).filter(above) })
}
