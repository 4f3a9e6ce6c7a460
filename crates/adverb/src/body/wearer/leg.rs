//! A leg of a body that follows an actor: its foot stands while the actor's does, on the body's own sole.

use glam::{DVec3, Vec3};

use crate::body::binding::BoundLeg;
use crate::ik::two_bone::small_turns;
use crate::kinematics::LocalTransform;
use crate::numbers::limited;
use crate::origin::DPlacement;
use crate::rotation::{about_y, compose, normalised, rotate};

/// Seconds in which a hold comes and goes.
const FADE_SECS: f32 = 0.07;
/// A leg reaches this part of its length.
const LONGEST_REACH: f32 = 0.999;
/// The hips begin to come down when they need not yet by this, in legs: not with a jerk.
const GENTLY_LEGS: f32 = 0.005;
/// How far the hips come down for it, in legs. Legs of other proportions ask for less; a foot that is held where the body has left it, for
/// any amount.
const LOWEST_LEGS: f32 = 0.12;
/// Seconds in which the correction of a knee comes.
const KNEE_SECS: f32 = 0.03;
/// How far the foot is off by it at most, in legs: of a straight leg so far, of one that is so much shorter not at all.
const OFF_LEGS: f32 = 0.001;
const NEARLY_STRAIGHT_LEGS: f32 = 0.02;
/// A foot that has gone farther than this at once, in legs, was carried there.
const CARRIED_LEGS: f32 = 0.3;
/// Ground that is farther than this from where the pose has it, in legs, is not what the foot stands on.
const FAR_LEGS: f32 = 1.0;

/// What the motion does to the foot of a leg, in the body's own space.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) planted: bool,
    /// Of its ball, or of its ankle if the motion's foot has no ball.
    pub(super) height: f32,
    /// How high the ground is that the pose itself shows.
    pub(super) ground: f32,
    /// From the hip to the ankle at the motion's own size.
    pub(super) way: Vec3,
    /// How much higher the ankle is than at rest.
    pub(super) over_heel: f32,
    pub(super) heading: f32,
}

/// A leg whose foot stands while the actor's does.
#[derive(Debug, Clone)]
pub(super) struct Leg {
    pub(super) target: [usize; 4],
    pub(super) source: [usize; 4],
    ball: Vec3,
    /// How long it is, in lengths of the one that it follows, and how large the body is.
    ratio: f32,
    scale: f32,
    hinge: Vec3,
    /// Of a leg that steps as another does.
    step: Option<Vec3>,
    /// A foreleg.
    fore: bool,
    soft: f32,
    /// The points of the sole: how many joints hold each, and all of these with where it is seen from them and how much they do.
    held: Vec<usize>,
    holds: Vec<(usize, Vec3, f32)>,
    /// By how much the foot is moved over the ground, and how much of a hold that is.
    correction: Vec3,
    holding: f32,
    /// Where the ankle is over the ground while the foot stands, and whether it does.
    place: Vec3,
    planted: bool,
    /// How high the ground was where it last stood.
    stood: Option<f32>,
    goal: Vec3,
    /// From the hip to the ankle as the motion has it, and by how much more the knee is bent.
    way: Vec3,
    more_bent: Option<f32>,
    /// The sole, seen from the ankle; as it was, and as it is.
    before: Vec<Vec3>,
    under: Vec<Vec3>,
}

impl Leg {
    pub(super) fn new(bound: &BoundLeg, scale: f32) -> Self {
        let points = &bound.sole.points;
        let hold = |&(joint, from, weight): &(usize, DVec3, f64)| (joint, from.as_vec3(), weight as f32);
        Self {
            target: bound.leg.target,
            source: bound.leg.source,
            ball: bound.leg.ball.as_vec3(),
            ratio: bound.ratio as f32,
            scale,
            hinge: bound.hinge.as_vec3(),
            step: bound.step.map(|step| step.as_vec3()),
            fore: bound.leg.fore,
            soft: bound.sole.soft as f32,
            held: points.iter().map(Vec::len).collect(),
            holds: points.iter().flatten().map(hold).collect(),
            correction: Vec3::ZERO,
            holding: 0.0,
            place: Vec3::ZERO,
            planted: false,
            stood: None,
            goal: Vec3::ZERO,
            way: Vec3::ZERO,
            more_bent: None,
            before: vec![Vec3::ZERO; points.len()],
            under: vec![Vec3::ZERO; points.len()],
        }
    }

    /// Whether it follows a foreleg, whose wrist stands higher than a ball does.
    pub(super) fn is_wrist(&self) -> bool {
        self.fore && self.step.is_none()
    }

    /// As [`crate::body::Leg::follows_no_ball`].
    pub(super) fn has_no_ball(&self) -> bool {
        self.source[3] == self.source[2]
    }

    pub(super) fn reset(&mut self) {
        (self.correction, self.holding, self.planted, self.stood) = (Vec3::ZERO, 0.0, false, None);
        self.more_bent = None;
    }

    /// What it remembers, seen from another origin.
    pub(super) fn see_from(&mut self, old: &DPlacement, new: &DPlacement, scale: f32) {
        let turn = about_y((old.heading - new.heading) as f32);
        let place = new.to_local(old.to_world((self.place / scale).to_array()));
        self.place = Vec3::from_array(place) * scale;
        self.stood = self.stood.map(|height| height + scale * (old.y - new.y) as f32);
        self.correction = rotate(turn, self.correction);
        self.under.iter_mut().for_each(|point| *point = rotate(turn, *point));
    }

    /// Decides where the ankle is to be; `ground` is how high the world's is, where that is known. Returns how far the hips must come
    /// down for that.
    pub(super) fn aim(
        &mut self,
        world: &[LocalTransform],
        step: Step,
        ground: impl Fn(Vec3) -> Option<f32>,
        secs: f32,
    ) -> f32 {
        let [hip, knee, ankle, ball] = self.target.map(|j| world[j]);
        let length =
            hip.translation.distance(knee.translation) + knee.translation.distance(ankle.translation);
        self.look_under(world, ankle.translation);
        let at = match self.step {
            Some(rest) => {
                let way = Vec3::new(step.way.x, step.over_heel, step.way.z) * self.scale;
                rotate(about_y(step.heading), rest) + way + level(hip.translation)
            }
            // As straight as the other's leg, whatever its bones are.
            None => hip.translation + step.way * self.ratio,
        };
        self.way = at - hip.translation;
        let fading = libm::expf(-secs / FADE_SECS);
        match (step.planted, self.planted) {
            (true, false) => self.place = at + self.correction,
            (true, true) => self.place += self.rolled(),
            _ => {}
        }
        self.planted = step.planted;
        self.correction = match step.planted {
            true => level(self.place - at),
            false => self.correction * fading,
        };
        self.holding = match step.planted {
            true => 1.0 - (1.0 - self.holding) * fading,
            false => self.holding * fading,
        };
        // Whoever was carried elsewhere at once stands there.
        let far = self.correction.length();
        if far.is_nan() || far > CARRIED_LEGS * length {
            (self.correction, self.place) = (Vec3::ZERO, at);
        }
        self.goal = at + self.correction;
        let goal = self.goal;
        // The ground of the world, else that of the motion: where the foot stands, or the lower of there and where it stood.
        if step.planted {
            self.stood = Some(step.ground);
        }
        let floor = self.stood.filter(|&stood| stood < step.ground).unwrap_or(step.ground);
        let near = |height: &f32| (height - floor).abs() < FAR_LEGS * length;
        let lift = |point: &Vec3| ground(goal + *point).filter(near).unwrap_or(floor) - point.y - goal.y;
        let to_ground = self.under.iter().map(lift).fold(f32::NEG_INFINITY, larger);
        let as_high = match self.fore {
            true => 0.0,
            false if self.has_no_ball() => step.height - at.y,
            false => {
                let to_ball = ball.translation + rotate(ball.rotation, self.ball) - ankle.translation;
                step.height - at.y - to_ball.y
            }
        };
        // A foot in the air may be higher, never lower.
        let free = larger(larger(to_ground, as_high), 0.0);
        self.goal.y += self.holding * to_ground + (1.0 - self.holding) * free;
        let down = hip.translation - self.goal;
        let reach = larger(LONGEST_REACH * length, hip.translation.distance(ankle.translation));
        let high = reach * reach - down.x * down.x - down.z * down.z;
        let lack = gently(down.y - larger(0.0, high).sqrt(), GENTLY_LEGS * length);
        if lack > LOWEST_LEGS * length { LOWEST_LEGS * length } else { lack }
    }

    /// Where the sole is.
    fn look_under(&mut self, world: &[LocalTransform], ankle: Vec3) {
        core::mem::swap(&mut self.before, &mut self.under);
        let mut holds = self.holds.iter();
        for (point, &held) in self.under.iter_mut().zip(&self.held) {
            *point = Vec3::ZERO;
            for &(joint, from, weight) in holds.by_ref().take(held) {
                let at = world[joint].translation + rotate(world[joint].rotation, from);
                *point += (at - ankle) * weight;
            }
        }
    }

    /// By how much the ankle goes on when what touches the ground stays.
    fn rolled(&self) -> Vec3 {
        let lowest =
            |points: &[Vec3]| points.iter().fold(f32::INFINITY, |low, p| if p.y < low { p.y } else { low });
        let (low, low_before) = (lowest(&self.under), lowest(&self.before));
        let (mut sum, mut total) = (Vec3::ZERO, 0.0);
        for (now, before) in self.under.iter().zip(&self.before) {
            let carries = libm::expf(-larger(now.y - low, before.y - low_before) / self.soft);
            sum += (*before - *now) * carries;
            total += carries;
        }
        if total > 0.0 { level(sum / total) } else { Vec3::ZERO }
    }

    /// Where the ankle is to be, seen from the hip, so that the knee does not jerk: it is bent as the motion has it and by a correction that
    /// comes smoothly. A leg of bones a and b has d² = a² + b² + 2ab cos β for its length and its bend; near β = 0 a foot that is hardly
    /// off is a knee that is bent much.
    fn eased(&mut self, asked: Vec3, [a, b]: [f32; 2], secs: f32) -> Vec3 {
        let (squares, both, far) = (a * a + b * b, 2.0 * a * b, asked.length());
        if self.step.is_some() || !(both > 0.0 && far > 0.0 && far.is_finite()) {
            return asked;
        }
        let bend = |distance: f32| libm::acosf(limited((distance * distance - squares) / both, -1.0, 1.0));
        let own = bend(self.way.length());
        let more = bend(far) - own;
        let before = self.more_bent.filter(|before| before.is_finite()).unwrap_or(more);
        let eased = before + (more - before) * (1.0 - libm::expf(-secs / KNEE_SECS));
        self.more_bent = Some(eased);
        let off = OFF_LEGS * (a + b - (a + b - far) / NEARLY_STRAIGHT_LEGS);
        if off.is_nan() || off <= 0.0 {
            return asked;
        }
        let lacks = larger(0.0, squares + both * libm::cosf(larger(0.0, own + eased))).sqrt() - far;
        asked * (1.0 + lacks / (1.0 + lacks.abs() / off) / far)
    }

    /// Turns hip, knee and ankle so that the ankle is where it is to be after the hips have come down.
    pub(super) fn bend(&mut self, world: &mut [LocalTransform], lowered: f32, secs: f32) {
        let [hip, knee, ankle, _] = self.target;
        let [upper, middle, end] = [hip, knee, ankle].map(|j| world[j]);
        let hinge = rotate(upper.rotation, self.hinge);
        let places = [upper, middle, end].map(|joint| joint.translation - upper.translation);
        let asked = self.goal + Vec3::new(0.0, lowered, 0.0) - upper.translation;
        let goal = self.eased(asked, [places[1].length(), places[1].distance(places[2])], secs);
        let (first, second) = small_turns(places[0], places[1], places[2], goal, hinge);
        world[hip].rotation = normalised(compose(first, upper.rotation));
        world[knee].rotation = normalised(compose(compose(second, first), middle.rotation));
        world[ankle].rotation = end.rotation;
    }
}

fn level(v: Vec3) -> Vec3 {
    Vec3::new(v.x, 0.0, v.z)
}

/// 0 below −soft, itself above soft, and a parabola that touches both between them.
fn gently(x: f32, soft: f32) -> f32 {
    match x.abs() < soft {
        true => (x + soft) * (x + soft) / (4.0 * soft),
        false => larger(0.0, x),
    }
}

/// Compared, not `max`: which zero that returns differs between machines.
pub(super) fn larger(a: f32, b: f32) -> f32 {
    if b > a { b } else { a }
}
