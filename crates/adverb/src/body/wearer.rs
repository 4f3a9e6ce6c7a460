//! A body that follows an actor while it runs.
//!
//! Every joint is turned as what it follows, and legs of the body's own length carry the hips ([`Binding`]). A foot that stands
//! rolls over the ground on the body's own sole, and what that takes fades out when it leaves; where a leg cannot reach, the hips
//! come down. Nothing here looks ahead, so it serves a game; [authoring](https://docs.rs/adverb-author) plants feet of whole motions.
//!
//! The body lives in a space of its own: its unit, and its size beside the skeleton's (`scale`). Drawn at 1 / scale it stands where
//! the actor does.

mod leg;

use glam::{Affine3A, Quat, Vec3};

use super::arms::Arms;
use super::binding::{Binding, BoundJoint};
use super::rigid::Transform;
use crate::actor::{Actor, World};
use crate::kinematics::{LOCAL_NUMBERS, LocalTransform, world_rotation, world_transforms};
use crate::origin::DPlacement;
use crate::rotation::{compose, inverse, normalised, rotate};
use leg::{Leg, Step, larger};

/// Seconds in which hips that came down where a leg could not reach come up again.
const RISING_SECS: f32 = 0.1;

/// A body that follows an actor.
#[derive(Debug, Clone)]
pub struct Wearer {
    joints: Vec<Joint>,
    hips: usize,
    middle: Vec3,
    scale: f32,
    ankle: [f32; 2],
    ball: [f32; 2],
    /// How many of the legs carry the hips; those come first.
    hind: usize,
    legs: Vec<Leg>,
    arms: Option<Arms>,
    /// The legs are the skeleton's own, without soles of their own: they stand where the actor's do.
    alike: bool,
    lowered: f32,
    /// What the last pose was seen from.
    origin: DPlacement,
    /// How many joints the skeleton has at least.
    followed: usize,
    /// Where the source's joints are.
    source: Vec<Affine3A>,
    /// Where the body's are, in its own space.
    world: Vec<LocalTransform>,
    locals: Vec<LocalTransform>,
}

#[derive(Debug, Clone, Copy)]
struct Joint {
    parent: Option<usize>,
    follows: Option<(usize, usize, f32)>,
    turn: Quat,
    rest: LocalTransform,
}

impl Wearer {
    /// A body as it was bound to a skeleton.
    #[must_use]
    pub fn new(binding: &Binding) -> Self {
        let joint = |joint: &BoundJoint| Joint {
            parent: joint.parent,
            follows: joint.follows.map(|follow| (follow.from, follow.to, follow.part as f32)),
            turn: normalised(joint.turn.as_quat()),
            rest: LocalTransform {
                translation: joint.rest.translation.as_vec3(),
                rotation: normalised(joint.rest.rotation.as_quat()),
            },
        };
        let proportions = &binding.proportions;
        let count = binding.joints.len();
        let follows = binding.joints.iter().filter_map(|joint| joint.follows);
        let followed = follows.flat_map(|follow| [follow.from, follow.to]);
        let followed = followed.chain(binding.legs.iter().flat_map(|bound| bound.leg.source));
        Self {
            joints: binding.joints.iter().map(joint).collect(),
            hips: binding.hips,
            middle: binding.middle.as_vec3(),
            scale: proportions.scale as f32,
            ankle: proportions.ankle.map(|height| height as f32),
            ball: proportions.ball.map(|height| height as f32),
            hind: binding.hind().count(),
            legs: binding.legs.iter().map(|bound| Leg::new(bound, proportions.scale as f32)).collect(),
            arms: binding.arms.clone(),
            alike: proportions.alike && binding.legs.iter().all(|bound| bound.sole.bare),
            lowered: 0.0,
            origin: DPlacement::ORIGIN,
            followed: followed.max().map_or(0, |last| last + 1),
            source: Vec::new(),
            world: vec![LocalTransform::IDENTITY; count],
            locals: vec![LocalTransform::IDENTITY; count],
        }
    }

    /// How large the body is beside the skeleton: drawn at 1 / scale it stands where the actor does.
    #[must_use]
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// Takes on the pose of an actor, so many seconds after the one before; `world` is what the actor was stepped in. Takes memory for the
    /// first actor, and never again.
    ///
    /// # Panics
    /// If the actor's skeleton is not the one that the body was bound to.
    pub fn pose(&mut self, actor: &Actor, world: &impl World, secs: f32) {
        let skeleton = actor.graph().skeleton();
        assert!(self.followed <= skeleton.joints().len(), "the actor has another skeleton");
        self.source.resize(skeleton.joints().len(), Affine3A::IDENTITY);
        world_transforms(skeleton, actor.dofs(), &mut self.source);
        let secs = if secs > 0.0 && secs.is_finite() { secs } else { 0.0 };
        self.turn();
        if !self.alike {
            self.stand(actor, world, secs);
        }
        self.clear_arms();
        self.write();
    }

    /// Feet stand where the actor's do, and the hips come down where a leg cannot reach.
    fn stand(&mut self, actor: &Actor, world: &impl World, secs: f32) {
        let (graph, origin, scale) = (actor.graph(), actor.origin(), self.scale);
        if origin != self.origin {
            self.legs.iter_mut().for_each(|leg| leg.see_from(&self.origin, &origin, scale));
            self.origin = origin;
        }
        let ground = |at: Vec3| {
            let asked = origin.to_world((at / scale).to_array());
            let found = world.ground(asked)?;
            Some(scale * (found.height - asked[1]) as f32 + at.y)
        };
        let climbed = (actor.placement().y - origin.y) as f32;
        let mut lack = 0.0;
        for l in 0..self.legs.len() {
            let ankle = self.legs[l].source[2];
            let is_own =
                |id| graph.skeleton().ancestors(graph.foot(id).ball).any(|joint| joint.index() == ankle);
            let planted = graph.foot_ids().any(|id| actor.is_planted(id) && is_own(id));
            let step = self.step(&self.legs[l], planted, climbed);
            lack = larger(lack, self.legs[l].aim(&self.world, step, ground, secs));
        }
        // Down at once, or the foot would leave the ground.
        self.lowered = larger(lack, self.lowered * libm::expf(-secs / RISING_SECS));
        self.legs.iter_mut().for_each(|leg| leg.bend(&mut self.world, self.lowered, secs));
    }

    /// Arms keep their distance from the body.
    fn clear_arms(&mut self) {
        let Some(arms) = &self.arms else { return };
        let source = |j: usize| Transform {
            translation: Vec3::from(self.source[j].translation).as_dvec3(),
            rotation: world_rotation(&self.source[j]).as_dquat(),
        };
        let target = |j: usize| Transform {
            translation: self.world[j].translation.as_dvec3(),
            rotation: self.world[j].rotation.as_dquat(),
        };
        let turned = arms.turns(&source, &target);
        for (arm, turns) in turned.into_iter().flatten() {
            for (joint, by) in arm.target.into_iter().zip(turns) {
                let turned = compose(by.as_quat(), self.world[joint].rotation);
                self.world[joint].rotation = normalised(turned);
            }
        }
    }

    /// Forgets where feet stood: after a jump to another place.
    pub fn reset(&mut self) {
        self.lowered = 0.0;
        self.legs.iter_mut().for_each(Leg::reset);
    }

    /// Its joints below their parents, those without in its own space; in the order in which the body has them.
    #[must_use]
    pub fn locals(&self) -> &[LocalTransform] {
        &self.locals
    }

    /// Its pose as flat numbers, seven per joint: where, and a quaternion x, y, z, w.
    ///
    /// # Panics
    /// If there is not room for all joints.
    pub fn write_locals(&self, numbers: &mut [f32]) {
        assert_eq!(numbers.len(), LOCAL_NUMBERS * self.locals.len(), "seven numbers per joint");
        for (local, out) in self.locals.iter().zip(numbers.as_chunks_mut::<LOCAL_NUMBERS>().0) {
            let ([x, y, z], [a, b, c, d]) = (local.translation.to_array(), local.rotation.to_array());
            *out = [x, y, z, a, b, c, d];
        }
    }

    /// Where a joint is, in its own space.
    ///
    /// # Panics
    /// If there is no such joint.
    #[must_use]
    pub fn world(&self, joint: usize) -> LocalTransform {
        self.world[joint]
    }

    /// What the pose does to the foot of a leg; `climbed` is how high the actor is.
    fn step(&self, leg: &Leg, planted: bool, climbed: f32) -> Step {
        let at = |j: usize| Vec3::from(self.source[j].translation);
        let [hip, ankle, ball] = [leg.source[0], leg.source[2], leg.source[3]].map(at);
        // Where the hips' z axis points, which is ahead in aligned axes.
        let hips = self.joints[self.hips].follows.map_or(0, |follows| follows.0);
        let ahead = self.source[hips].matrix3.z_axis;
        let [over_heel, over_ball] = [ankle.y - self.ankle[0], ball.y - self.ball[0]];
        let ground = match leg.is_wrist() {
            true => climbed,
            // A foot that lands has its ball up, and one that leaves its heel.
            false if over_heel < over_ball => over_heel,
            false => over_ball,
        };
        Step {
            planted,
            height: match leg.has_no_ball() {
                true => self.ankle[1] + self.scale * over_heel,
                false => self.ball[1] + self.scale * over_ball,
            },
            ground: self.scale * ground,
            way: ankle - hip,
            over_heel,
            heading: libm::atan2f(ahead.x, ahead.z),
        }
    }

    /// Turns every joint as what it follows, and carries the hips.
    fn turn(&mut self) {
        for j in 0..self.joints.len() {
            let joint = self.joints[j];
            let parent = joint.parent.map_or(LocalTransform::IDENTITY, |p| self.world[p]);
            let mut own = below(&parent, &joint.rest);
            if let Some((from, to, part)) = joint.follows {
                let mut turned = world_rotation(&self.source[from]);
                if from != to {
                    turned = between(turned, world_rotation(&self.source[to]), part);
                }
                own.rotation = normalised(compose(turned, joint.turn));
                if j == self.hips {
                    own.translation = self.place(from, own.rotation);
                }
            }
            self.world[j] = own;
        }
    }

    /// Where the hips are: the middle between the hip joints goes where legs of another length carry it.
    fn place(&self, hips: usize, rotation: Quat) -> Vec3 {
        let carried = |at: Vec3| {
            let high = self.ankle[1] + self.scale * (at.y - self.ankle[0]);
            Vec3::new(self.scale * at.x, high, self.scale * at.z)
        };
        if self.hind == 0 {
            return carried(self.source[hips].translation.into());
        }
        let hip = |leg: &Leg| Vec3::from(self.source[leg.source[0]].translation);
        let sum = self.legs[..self.hind].iter().fold(Vec3::ZERO, |sum, leg| sum + hip(leg));
        carried(sum / self.hind as f32) - rotate(rotation, self.middle)
    }

    /// The hips come down, and everything hangs from what it hangs from.
    fn write(&mut self) {
        for j in 0..self.joints.len() {
            let joint = self.joints[j];
            let parent = joint.parent.map_or(LocalTransform::IDENTITY, |p| self.world[p]);
            let mut own = self.world[j];
            if j == self.hips {
                own.translation.y -= self.lowered;
            } else {
                own.translation = below(&parent, &joint.rest).translation;
            }
            // What follows none goes along.
            let bent = self.legs.iter().any(|leg| leg.target[..3].contains(&j));
            if joint.follows.is_none() && !bent {
                own.rotation = normalised(compose(parent.rotation, joint.rest.rotation));
            }
            let up = inverse(parent.rotation);
            self.locals[j] = LocalTransform {
                translation: rotate(up, own.translation - parent.translation),
                rotation: normalised(compose(up, own.rotation)),
            };
            self.world[j] = own;
        }
    }
}

fn below(parent: &LocalTransform, local: &LocalTransform) -> LocalTransform {
    LocalTransform {
        translation: parent.translation + rotate(parent.rotation, local.translation),
        rotation: normalised(compose(parent.rotation, local.rotation)),
    }
}

/// Between two rotations, the short way.
fn between(from: Quat, to: Quat, part: f32) -> Quat {
    let dot = from.x * to.x + from.y * to.y + from.z * to.z + from.w * to.w;
    let (a, b) = (1.0 - part, if dot < 0.0 { -part } else { part });
    let mixed = [from.x * a + to.x * b, from.y * a + to.y * b, from.z * a + to.z * b, from.w * a + to.w * b];
    normalised(Quat::from_array(mixed))
}
