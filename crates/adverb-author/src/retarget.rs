//! A motion of one body on the joints of another: a recording on the project's skeleton, or a motion on a character's.
//!
//! [`adverb::body`] binds the two. Here the whole motion is known, what comes as well as what was: so when feet stand is found in it
//! (`stands`), and they are planted smoothly (`plant`); arms keep out of the body (`arms`).

mod arms;
mod facing;
mod knees;
mod onto;
mod plant;
mod stands;

use std::sync::Arc;

use adverb::Skeleton;
use adverb::body::{Bearing, Binding, BoundLeg, Figure, Span, Transform, Tree};
use glam::{DQuat, DVec3};

use crate::clip::{Clip, ClipJoint};
use crate::error::Error;
use crate::figure::percentile;
use crate::names::suggestion;
use crate::support::Stood;
pub(crate) use onto::good_frames;
pub use onto::{Follower, Put, Target, followed, follower, put};
use plant::Feet;
pub use plant::Standing;

/// A pose that has come back to within this, in radians and metres, closes a cycle.
const CLOSED: f64 = 2e-3;
/// A cycle that ends higher than it began by this part of what a floor may be uneven by goes uphill.
const CLIMB: f64 = 0.1;
/// Heights at which feet stand that differ by less than this, in legs, are those of one level floor.
const LEVEL_LEGS: f64 = 0.12;

/// A motion as its body performs it.
pub struct Performance {
    /// `world_from_joint` in aligned axes, frame by frame.
    frames: Vec<Vec<Transform>>,
    /// Each limb that stands, and when.
    stands: Vec<([usize; 4], Vec<Span>)>,
    cyclic: bool,
    fps: f64,
}

impl Performance {
    /// A clip of a skeleton's joints. `stood` says when its feet stand, as whoever played the clip knows; if it is empty, that is found
    /// in the clip.
    ///
    /// # Errors
    /// If the clip is not one of the skeleton.
    pub fn of(skeleton: &Arc<Skeleton>, clip: &Clip, stood: &[Stood]) -> Result<Self, Error> {
        Self::by(&Figure::of(skeleton), skeleton, clip, stood)
    }

    /// A clip as [`Performance::of`] takes it, of a body whose joints have these roles.
    fn by(figure: &Figure, skeleton: &Arc<Skeleton>, clip: &Clip, stood: &[Stood]) -> Result<Self, Error> {
        let frames = (0..clip.frame_count()).map(|f| aligned(skeleton, clip, f)).collect();
        let cyclic = clip.frame_count() > 2 && closes(skeleton, clip);
        let limbs: Vec<_> = figure.legs().into_iter().chain(figure.forelegs()).collect();
        let stands = match stood {
            [] => stands::found(skeleton, clip, &limbs, cyclic)?,
            known => stands::known(skeleton, known, &limbs, clip.frame_count(), cyclic),
        };
        let stands = limbs.into_iter().map(|(_, limb)| limb).zip(stands).collect();
        Ok(Self { frames, stands, cyclic, fps: clip.fps })
    }

    /// The body that performs some motions, and how it stands in them.
    pub fn figure(skeleton: &Skeleton, performances: &[&Self]) -> Figure {
        Self::standing(Figure::of(skeleton), performances)
    }

    /// A body, and how it stands in some motions.
    fn standing(mut figure: Figure, performances: &[&Self]) -> Figure {
        let (mut frames, mut stands) = (Vec::new(), vec![Vec::new(); figure.legs().len()]);
        for performance in performances {
            let before = frames.len() as f64;
            for (all, (_, own)) in stands.iter_mut().zip(&performance.stands) {
                all.extend(own.iter().map(|span| Span { from: before + span.from, to: before + span.to }));
            }
            frames.extend(performance.frames.iter().cloned());
        }
        figure.bearing = (!frames.is_empty()).then(|| Bearing::shown(&figure, &frames, &stands));
        figure
    }

    /// The motion on another body's joints, feet planted.
    pub fn on(&self, binding: &Binding, joints: &[ClipJoint], named: &Clip, standing: Standing) -> Clip {
        let locals = self.frames.iter().flat_map(|frame| binding.locals(frame)).collect();
        let mut clip = Clip { joints: joints.to_vec(), fps: self.fps, locals, source: named.source.clone() };
        if !binding.proportions.alike {
            let feet = Feet {
                binding,
                stands: &binding.legs.iter().map(|bound| self.stands_of(bound)).collect::<Vec<_>>(),
                grounds: &self.grounds(binding),
                steps: &binding.legs.iter().map(|bound| self.steps(binding, bound)).collect::<Vec<_>>(),
                standing,
                balls: &binding.legs.iter().map(|bound| self.balls(binding, bound)).collect::<Vec<_>>(),
                ways: &binding.legs.iter().map(|bound| self.ways(bound)).collect::<Vec<_>>(),
                heights: &binding.legs.iter().map(|bound| self.heights(binding, bound)).collect::<Vec<_>>(),
                cyclic: self.cyclic,
            };
            feet.plant(&mut clip);
        }
        if let Some(arms) = &binding.arms {
            arms::clear(arms, &self.frames, &mut clip);
        }
        clip
    }

    /// When the limb that a leg follows stands.
    fn stands_of(&self, bound: &BoundLeg) -> Vec<Span> {
        let own = self.stands.iter().find(|(limb, _)| limb[2] == bound.leg.source[2]);
        own.map(|(_, spans)| spans.clone()).unwrap_or_default()
    }

    /// From hip to ankle as the source has it, on legs of the target's length, frame by frame: so a leg is as straight as the other.
    fn ways(&self, bound: &BoundLeg) -> Vec<DVec3> {
        let [hip, _, ankle, _] = bound.leg.source;
        let way = |frame: &Vec<Transform>| frame[ankle].translation - frame[hip].translation;
        self.frames.iter().map(|frame| bound.ratio * way(frame)).collect()
    }

    /// Where the ball of a leg's foot is, or its ankle if it has none, at the target's size, frame by frame.
    fn balls(&self, binding: &Binding, bound: &BoundLeg) -> Vec<DVec3> {
        let at = |frame: &Vec<Transform>| binding.proportions.scale * frame[bound.leg.source[3]].translation;
        self.frames.iter().map(at).collect()
    }

    /// How high the ball of a leg's foot is to be, frame by frame; of one that follows an ankle alone, how high its ankle is.
    fn heights(&self, binding: &Binding, bound: &BoundLeg) -> Vec<f64> {
        let of = |frame: &Vec<Transform>| match bound.leg.fore {
            true => f64::NEG_INFINITY,
            false if bound.leg.follows_no_ball() => {
                binding.proportions.ankle_height(frame[bound.leg.source[2]].translation.y)
            }
            false => binding.proportions.ball_height(frame[bound.leg.source[3]].translation.y),
        };
        self.frames.iter().map(of).collect()
    }

    /// Where feet of legs that step as another does go, seen from their upper end over the ground and in height, frame by frame.
    fn steps(&self, binding: &Binding, bound: &BoundLeg) -> Option<Vec<DVec3>> {
        self.frames.iter().map(|frame| binding.step(bound, frame)).collect()
    }

    /// How high the ground is, each time that a foot stands: that of a floor, or as the motion has it.
    fn grounds(&self, binding: &Binding) -> Vec<Vec<f64>> {
        let ground = |bound: &BoundLeg, span: &Span| {
            let frames = &self.frames[span.frames(self.frames.len())];
            let mut heights: Vec<f64> = frames.iter().map(|f| f[bound.leg.source[3]].translation.y).collect();
            heights.sort_by(f64::total_cmp);
            binding.proportions.ground(percentile(&heights, 0.5))
        };
        let of = |bound: &BoundLeg| self.stands_of(bound).iter().map(|span| ground(bound, span)).collect();
        let mut grounds: Vec<Vec<f64>> = binding.legs.iter().map(of).collect();
        // The wrist of a foreleg stands higher than a ball does.
        for (_, grounds) in binding.legs.iter().zip(&mut grounds).filter(|(bound, _)| bound.leg.fore) {
            let lowest = grounds.iter().copied().fold(f64::INFINITY, f64::min);
            grounds.iter_mut().for_each(|ground| *ground -= lowest);
        }
        let [low, high] = [(f64::INFINITY, f64::min as fn(f64, f64) -> f64), (f64::NEG_INFINITY, f64::max)]
            .map(|(from, pick)| grounds.iter().flatten().copied().fold(from, pick));
        let level = LEVEL_LEGS * binding.proportions.leg;
        // The rounds of a cycle add up.
        let climbs = self.cyclic && self.climbed(binding).abs() > CLIMB * level;
        if high - low < level && !climbs {
            grounds.iter_mut().flatten().for_each(|ground| *ground = 0.0);
        }
        grounds
    }

    /// How much higher the hips are at the end.
    fn climbed(&self, binding: &Binding) -> f64 {
        let height = |frame: Option<&Vec<Transform>>| {
            let hips = binding.joints[binding.hips].follows;
            frame.zip(hips).map_or(0.0, |(frame, hips)| frame[hips.from].translation.y)
        };
        binding.proportions.scale * (height(self.frames.last()) - height(self.frames.first()))
    }
}

/// The figure of a clip's joints in their rest pose, as a body to put motions on.
pub(crate) fn tree(joints: &[ClipJoint]) -> Tree {
    Tree {
        names: joints.iter().map(|j| j.name.clone()).collect(),
        parents: joints.iter().map(|j| j.parent).collect(),
        ends: joints.iter().map(|j| j.end).collect(),
    }
}

/// The joint of that name among those of `what`, of a file; the second of one name is `name#2`.
///
/// # Errors
/// If there is none, with the nearest.
pub(crate) fn joint_named(names: &[&str], name: &str, [what, file]: [&str; 2]) -> Result<usize, Error> {
    let namesake = || {
        let (name, number) = name.rsplit_once('#')?;
        let nth = number.parse::<usize>().ok()?.checked_sub(1)?;
        (0..names.len()).filter(|&joint| names[joint] == name).nth(nth)
    };
    names.iter().position(|own| *own == name).or_else(namesake).ok_or_else(|| {
        let problem = format!("{what} has no joint named {name:?}; {}", suggestion(name, names));
        Error::File { file: file.into(), problem }
    })
}

/// `world_from_joint` of a frame, in the skeleton's aligned axes.
fn aligned(skeleton: &Skeleton, clip: &Clip, frame: usize) -> Vec<Transform> {
    let mut world = clip.world(clip.frame(frame));
    for (world, joint) in world.iter_mut().zip(skeleton.joints()) {
        world.rotation = (world.rotation * joint.rig_axes.as_dquat().inverse()).normalize();
    }
    world
}

/// Whether the last pose is the first but for its place.
fn closes(skeleton: &Skeleton, clip: &Clip) -> bool {
    let root = skeleton.root().index();
    let (first, last) = (clip.frame(0), clip.frame(clip.frame_count() - 1));
    first.iter().zip(last).enumerate().all(|(j, (a, b))| {
        j == root
            || a.rotation.angle_between(b.rotation) < CLOSED && a.translation.distance(b.translation) < CLOSED
    })
}

/// A joint's rotation in the world.
fn rotation(joints: &[ClipJoint], locals: &[Transform], joint: usize) -> DQuat {
    let above = std::iter::successors(Some(joint), |&j| joints[j].parent);
    above.fold(DQuat::IDENTITY, |world, j| locals[j].rotation * world).normalize()
}
