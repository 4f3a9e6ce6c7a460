//! Fleshes a skeleton out: which bones there are, how thick they are, and where heels, toes, face and hands lie.
//!
//! Thickness is a share of the body's height, after the proportions of a grown person. What positions of joints alone
//! do not tell (which way a face looks, where the sole is) is learned from the recording itself: a face looks where the
//! shoulders do on average, a sole is level when ankle and toes are lowest.

use glam::DVec3;

use super::figure::{Ball, Figure, Landmark, Part};
use crate::clip::{Clip, Transform};
use crate::sides::{Side, Sides, exchanged};
use adverb::body::{Part as Role, Roles};

/// At most this many frames are looked at, fewer where a skeleton has very many joints.
const SAMPLES: usize = 96;
/// A joint is on the ground, and one below it far above, at these parts of the height of all others.
const ON_THE_GROUND: f64 = 0.1;
const ABOVE_THE_GROUND: f64 = 0.3;
/// At most this many transforms are kept.
const TRANSFORMS: usize = 200_000;

/// The figure of a clip's skeleton.
pub(super) fn figure(clip: &Clip) -> Figure {
    let mut body = Body::of(clip);
    if body.height_m > 0.0 {
        body.flesh();
    }
    let mut figure = body.figure;
    if figure.parts.is_empty() && !clip.joints.is_empty() {
        let balls = vec![Ball { point: 0, radius_m: 0.05 }];
        figure.parts.push(Part { balls, side: None, limb: 0, sink_m: 0.0 });
    }
    figure
}

/// The radii of a bone at its beginning and its end, as shares of the body's height.
fn radii(role: Role) -> [f64; 2] {
    match role {
        Role::Hips => [0.052, 0.050],
        Role::Spine | Role::Chest => [0.056, 0.058],
        Role::Neck => [0.034, 0.029],
        Role::Head => [0.050, 0.050],
        Role::Shoulder => [0.032, 0.032],
        Role::Arm => [0.030, 0.0225],
        Role::Elbow => [0.0235, 0.016],
        Role::UpLeg => [0.047, 0.031],
        Role::Knee => [0.0315, 0.021],
        Role::Foot => [0.022, 0.018],
        Role::Toe => [0.017, 0.011],
        // Hands, and what else hangs from a wrist.
        _ => [0.017, 0.012],
    }
}

/// How much farther away a part counts than it is, as a share of the height. Limbs lie on the trunk, so that a swinging
/// arm does not vanish in it; legs come out of it unless they are clearly in front; a neck sinks into the shoulders.
fn sink(role: Option<Role>, side: Option<Side>) -> f64 {
    match (role, side) {
        (Some(Role::UpLeg | Role::Knee | Role::Foot | Role::Toe), _) => 0.15,
        (Some(Role::Neck), _) => 0.08,
        (_, None) => 0.017,
        _ => 0.0,
    }
}

struct Body<'a> {
    clip: &'a Clip,
    /// `world_from_joint` of some frames.
    samples: Vec<Vec<Transform>>,
    roles: Vec<Option<Role>>,
    sides: Vec<Option<Side>>,
    /// The joints directly below each.
    below: Vec<Vec<usize>>,
    /// Left and right hip, left and right shoulder.
    hips: Option<[usize; 2]>,
    shoulders: Option<[usize; 2]>,
    /// Length of the bone that ends at a joint, 0 where there is none.
    length_m: Vec<f64>,
    /// Bones that some part already covers, by the joint they end at.
    covered: Vec<bool>,
    height_m: f64,
    figure: Figure,
}

impl<'a> Body<'a> {
    fn of(clip: &'a Clip) -> Self {
        let n = clip.joints.len();
        let frames = clip.frame_count();
        let count = frames.min(SAMPLES).min((TRANSFORMS / n.max(1)).max(1));
        let mut samples: Vec<Vec<Transform>> = (0..count)
            .map(|i| clip.world(clip.frame(i * frames / count)))
            .filter(|world| world.iter().all(|t| t.translation.is_finite() && t.rotation.is_finite()))
            .collect();
        if samples.is_empty() {
            samples.push(clip.world(&clip.rest()));
        }
        let sides = sides_of(clip);
        let named = if stands(clip, &samples) { clip.roles() } else { Roles::default() };
        let mut roles = vec![None; n];
        named.iter().for_each(|(role, _, joint)| roles[joint] = Some(role));
        for j in 0..n {
            let above = clip.joints[j].parent.and_then(|p| roles[p]);
            let middle = sides[j].is_none() && !clip.joints[j].end;
            if let (None, Some(Role::Spine | Role::Chest | Role::Neck), true) = (roles[j], above, middle) {
                roles[j] = above;
            }
        }
        let mut below = vec![Vec::new(); n];
        for (j, joint) in clip.joints.iter().enumerate() {
            if let Some(p) = joint.parent {
                below[p].push(j);
            }
        }
        let find = |role, side| named.joint(role, Some(side));
        let pair = |role| Some([find(role, Side::Left)?, find(role, Side::Right)?]);
        let mut body = Self {
            clip,
            samples,
            hips: pair(Role::UpLeg),
            shoulders: pair(Role::Arm),
            sides,
            roles,
            below,
            length_m: vec![0.0; n],
            covered: vec![false; n],
            height_m: 0.0,
            figure: Figure {
                joint_count: n,
                landmarks: Vec::new(),
                parts: Vec::new(),
                root: 0,
                across: pair(Role::UpLeg).or(pair(Role::Arm)),
                soles: Vec::new(),
            },
        };
        body.measure();
        body
    }

    fn flesh(&mut self) {
        self.trunk();
        for joint in 0..self.roles.len() {
            match self.roles[joint] {
                _ if self.covered[joint] => {}
                Some(Role::Foot) => self.foot(joint),
                Some(Role::Hand) => self.hand(joint),
                Some(Role::Head) => self.head(joint),
                _ => {}
            }
        }
        self.bones();
    }

    fn parent(&self, joint: usize) -> Option<usize> {
        self.clip.joints[joint].parent
    }

    /// The joints at the far ends of the bones that begin at `joint`, bones without length skipped over.
    fn bone_ends(&self, joint: usize) -> Vec<usize> {
        let mut out = Vec::new();
        let mut stack = self.below[joint].clone();
        while let Some(j) = stack.pop() {
            if self.length_m[j] > 0.0 {
                out.push(j);
            } else {
                stack.extend(&self.below[j]);
            }
        }
        out.sort_unstable();
        out
    }

    /// Lengths of bones (the median over the samples), the idle joints at the top, the root and the body's height.
    fn measure(&mut self) {
        let n = self.clip.joints.len();
        let mut idle: Vec<bool> = vec![false; n];
        let mut steady = vec![true; n];
        for j in 0..n {
            let Some(p) = self.parent(j) else { continue };
            let mut lengths: Vec<f64> =
                self.samples.iter().map(|w| w[j].translation.distance(w[p].translation)).collect();
            lengths.sort_by(f64::total_cmp);
            self.length_m[j] = lengths[lengths.len() / 2];
            steady[j] = lengths[lengths.len() - 1] - lengths[0] < 0.1 * self.length_m[j] + 0.005;
        }
        for j in 0..n {
            let top = self.parent(j).is_none_or(|p| idle[p]);
            if let (true, [only]) = (top, &self.below[j][..]) {
                let loose = !steady[*only] || self.stands_still(j) && !self.stands_still(*only);
                idle[j] = loose || is_scaffold(&self.clip.joints[j].name);
            }
            idle[j] |= top && self.is_under_the_body(j);
        }
        let longest = self.length_m.iter().copied().fold(0.0, f64::max);
        for j in 0..n {
            let drawn = self.parent(j).is_some_and(|p| !idle[p]) && self.length_m[j] > 0.02 * longest;
            if !drawn {
                self.length_m[j] = 0.0;
            }
        }
        self.figure.root = idle.iter().position(|&idle| !idle).unwrap_or(0);
        self.height_m = self.height();
    }

    /// Whether a joint at the top is on the ground on which others stand, and the body high above it: it holds the travel, not the body.
    fn is_under_the_body(&self, joint: usize) -> bool {
        let is_so = |world: &&Vec<Transform>| {
            let height = |j: usize| world[j].translation.y;
            let others = || (joint + 1..world.len()).map(height);
            let (low, high) = (others().fold(f64::MAX, f64::min), others().fold(f64::MIN, f64::max));
            let part = |y: f64| (y - low) / (high - low).max(1e-9);
            let highest_below = self.below[joint].iter().map(|&j| height(j)).fold(f64::MIN, f64::max);
            part(height(joint)) < ON_THE_GROUND && part(highest_below) > ABOVE_THE_GROUND
        };
        2 * self.samples.iter().filter(is_so).count() > self.samples.len()
    }

    fn stands_still(&self, joint: usize) -> bool {
        let first = self.samples[0][joint].translation;
        self.samples.iter().all(|w| w[joint].translation.distance(first) < 1e-4)
    }

    /// From the legs of a human body, else from the longest chain of bones.
    fn height(&self) -> f64 {
        let leg = (0..self.length_m.len()).filter(|&j| self.roles[j] == Some(Role::Foot)).find_map(|foot| {
            let knee = self.parent(foot).filter(|&k| self.roles[k] == Some(Role::Knee))?;
            let hip = self.parent(knee).filter(|&h| self.roles[h] == Some(Role::UpLeg));
            hip.map(|_| self.length_m[foot] + self.length_m[knee])
        });
        let mut chain = vec![0.0; self.length_m.len()];
        for j in 0..chain.len() {
            chain[j] = self.length_m[j] + self.parent(j).map_or(0.0, |p| chain[p]);
        }
        let longest = chain.into_iter().fold(0.0, f64::max);
        leg.filter(|&l| l > 0.0).map_or(1.2 * longest, |l| l / 0.48)
    }

    fn ball(&self, point: usize, share: f64) -> Ball {
        Ball { point, radius_m: share * self.height_m }
    }

    fn landmark(&mut self, joint: usize, offset: DVec3) -> usize {
        self.figure.landmarks.push(Landmark { joint, offset });
        self.figure.joint_count + self.figure.landmarks.len() - 1
    }

    /// Adds a part of the limb that holds a joint; none is the trunk.
    fn part(&mut self, joint: Option<usize>, balls: Vec<Ball>) {
        let side = joint.and_then(|j| self.sides[j]);
        let sided = joint.filter(|_| side.is_some());
        let top = sided.and_then(|j| self.way_up(j).take_while(|&a| self.sides[a] == side).last());
        let sink_m = sink(joint.and_then(|j| self.roles[j]), side) * self.height_m;
        self.figure.parts.push(Part { balls, side, limb: top.map_or(0, |t| t + 1), sink_m });
    }

    /// Pelvis, waist and chest between the hips and the shoulders, if the names tell them.
    fn trunk(&mut self) {
        let (Some([hip_l, hip_r]), Some([arm_l, arm_r])) = (self.hips, self.shoulders) else { return };
        let (Some(pelvis), Some(chest)) = (self.fork(hip_l, hip_r), self.fork(arm_l, arm_r)) else { return };
        let spine: Vec<usize> = self.way_up(chest).take_while(|&j| j != pelvis).collect();
        let neck = self.roles.iter().position(|&r| r == Some(Role::Neck));

        let h = self.height_m;
        let waist = *spine.last().unwrap_or(&chest);
        let seat = self.middle_in(pelvis, [hip_l, hip_r]);
        let seat = self.landmark(pelvis, seat);
        // The ribs hang between shoulders and pelvis, wherever the rig has put its chest joint. A trunk is wider than
        // deep, so each height has a ball to the left and one to the right.
        let (low, high) =
            (self.mean_in(chest, |w| w[pelvis].translation), self.middle_in(chest, [arm_l, arm_r]));
        let left = (self.mean_in(chest, |w| w[arm_l].translation) - high).normalize_or_zero();
        let pair = |body: &mut Self, share: f64, aside: f64| {
            [1.0, -1.0].map(|s| body.landmark(chest, low.lerp(high, share) + s * aside * h * left))
        };
        let [belly_l, belly_r] = pair(self, 0.28, 0.025);
        let [rib_l, rib_r] = pair(self, 0.62, 0.029);
        let rib = self.landmark(chest, low.lerp(high, 0.62));
        let hips = [
            (seat, 0.050),
            (hip_l, 0.045),
            (hip_r, 0.045),
            (belly_l, 0.056),
            (belly_r, 0.056),
            (waist, 0.054),
        ];
        let belly = [
            (waist, 0.054),
            (belly_l, 0.058),
            (belly_r, 0.058),
            (rib_l, 0.058),
            (rib_r, 0.058),
            (rib, 0.058),
        ];
        let mut ribs = vec![(rib, 0.060), (rib_l, 0.060), (rib_r, 0.060), (arm_l, 0.029), (arm_r, 0.029)];
        if let (Some(neck), Some(head)) = (neck, self.roles.iter().position(|&r| r == Some(Role::Head))) {
            // A little above the shoulders, wherever the neck begins.
            let [from, to] = [neck, head].map(|j| self.mean_in(chest, |w| w[j].translation));
            let along = (to - from).normalize_or_zero();
            let rise = ((high - from).dot(along) + 0.024 * h).clamp(0.0, 0.8 * from.distance(to));
            ribs.push((self.landmark(chest, from + rise * along), 0.031));
        }
        for balls in [&hips[..], &belly, &ribs] {
            let balls = balls.iter().map(|&(point, share)| self.ball(point, share)).collect();
            self.part(None, balls);
        }

        let inside = [hip_l, hip_r, arm_l, arm_r].into_iter().chain(neck);
        let inside: Vec<usize> = inside.flat_map(|j| self.way_up(j).collect::<Vec<_>>()).collect();
        inside.into_iter().for_each(|j| self.covered[j] = true);
    }

    /// The mean place between two joints, as seen from a third.
    fn middle_in(&self, joint: usize, [a, b]: [usize; 2]) -> DVec3 {
        self.mean_in(joint, |w| 0.5 * (w[a].translation + w[b].translation))
    }

    /// The mean over the samples of a world point, as seen from a joint.
    fn mean_in(&self, joint: usize, point: impl Fn(&[Transform]) -> DVec3) -> DVec3 {
        let local = |w: &Vec<Transform>| w[joint].rotation.inverse() * (point(w) - w[joint].translation);
        self.samples.iter().map(local).sum::<DVec3>() / self.samples.len() as f64
    }

    fn way_up(&self, joint: usize) -> impl Iterator<Item = usize> + '_ {
        core::iter::successors(Some(joint), |&j| self.parent(j))
    }

    /// Where the ways up from two joints meet.
    fn fork(&self, a: usize, b: usize) -> Option<usize> {
        let up: Vec<usize> = self.way_up(a).collect();
        self.way_up(b).find(|j| up.contains(j))
    }

    /// Where the body faces in a sample, level; from the line between its shoulders, else its hips.
    fn facing(&self, world: &[Transform]) -> Option<DVec3> {
        let [l, r] = self.shoulders.or(self.hips)?;
        let forward = (world[l].translation - world[r].translation).cross(DVec3::Y);
        DVec3::new(forward.x, 0.0, forward.z).try_normalize()
    }

    /// Ankle, heel and ball as one part, toes as another.
    fn foot(&mut self, ankle: usize) {
        let toe = self.bone_ends(ankle).first().copied();
        let low = |w: &Vec<Transform>| w[ankle].translation.y + toe.map_or(0.0, |t| w[t].translation.y);
        let Some(flat) = self.samples.iter().min_by(|a, b| low(a).total_cmp(&low(b))) else { return };
        let level = |v: DVec3| DVec3::new(v.x, 0.0, v.z);
        let along = toe.map(|t| level(flat[t].translation - flat[ankle].translation));
        let forward = along.and_then(DVec3::try_normalize).or_else(|| self.facing(flat));
        let Some(forward) = forward else { return };
        let h = self.height_m;
        let at = flat[ankle];
        let in_joint = |point: DVec3, t: &Transform| t.rotation.inverse() * (point - t.translation);
        let sole_y = toe.map_or(at.translation.y - 0.04 * h, |t| flat[t].translation.y - 0.015 * h);
        let ball = toe.map_or(at.translation + 0.09 * h * forward, |t| flat[t].translation);
        let on_sole = |point: DVec3, radius: f64| DVec3::new(point.x, sole_y + radius * h, point.z);
        let heel_offset = in_joint(on_sole(at.translation - 0.026 * h * forward, 0.019), &at);
        let carrier = toe.filter(|&t| !self.clip.joints[t].end).unwrap_or(ankle);
        let aside = 0.011 * h * forward.cross(DVec3::Y);
        let ball_offsets = [ball - aside, ball + aside].map(|p| in_joint(on_sole(p, 0.0155), &at));
        let tip = ball + 0.034 * h * forward;
        let tip_offsets =
            [tip - 0.5 * aside, tip + 0.5 * aside].map(|p| in_joint(on_sole(p, 0.0105), &flat[carrier]));
        let heel = self.landmark(ankle, heel_offset);
        let balls = ball_offsets.map(|offset| self.landmark(ankle, offset));
        let tips = tip_offsets.map(|offset| self.landmark(carrier, offset));
        let balls = balls.map(|point| self.ball(point, 0.0155));
        let tips = tips.map(|point| self.ball(point, 0.0105));
        self.part(
            Some(ankle),
            [self.ball(heel, 0.019), self.ball(ankle, 0.0225)].into_iter().chain(balls).collect(),
        );
        self.part(Some(ankle), balls.into_iter().chain(tips).collect());
        self.figure.soles.push((balls[0].point, self.sides[ankle]));
        self.cover_below(ankle);
    }

    /// A mitten along the hand, fingers left out.
    fn hand(&mut self, wrist: usize) {
        let Some(elbow) = self.parent(wrist) else { return };
        let finger = self.bone_ends(wrist).into_iter().find(|&j| !self.clip.joints[j].name.contains("humb"));
        let outward = match finger {
            Some(finger) => self.mean_in(wrist, |w| w[finger].translation),
            None => -self.mean_in(wrist, |w| w[elbow].translation),
        };
        let Some(outward) = outward.try_normalize() else { return };
        let tip = self.landmark(wrist, 0.062 * self.height_m * outward);
        self.part(Some(wrist), vec![self.ball(wrist, 0.017), self.ball(tip, 0.0135)]);
        self.cover_below(wrist);
    }

    /// Skull and jaw, turned with the head.
    fn head(&mut self, head: usize) {
        // When the head is held high, it is held upright.
        let mut upright: Vec<&Vec<Transform>> = self.samples.iter().collect();
        upright.sort_by(|a, b| b[head].translation.y.total_cmp(&a[head].translation.y));
        upright.truncate(upright.len().div_ceil(2));
        let ups = upright.iter().map(|w| w[head].rotation.inverse() * DVec3::Y);
        let up = ups.sum::<DVec3>() / upright.len() as f64;
        let along_neck = self.parent(head).map_or(DVec3::ZERO, |p| -self.mean_in(head, |w| w[p].translation));
        let up = if up.length() > 0.7 { up } else { along_neck }.normalize_or(DVec3::Y);
        let facing =
            |w: &Vec<Transform>| self.facing(w).map_or(DVec3::ZERO, |f| w[head].rotation.inverse() * f);
        let forward =
            upright.iter().map(|&w| facing(w)).sum::<DVec3>().reject_from_normalized(up).normalize_or_zero();
        let h = self.height_m;
        let left = 0.011 * up.cross(forward);
        let place = |up_share: f64, forward_share: f64| up_share * up + forward_share * forward;
        let jaw = place(0.008, 0.027);
        let balls = [
            (jaw - left, 0.026),
            (jaw + left, 0.026),
            (place(0.038, 0.026), 0.039),
            (place(0.050, 0.008), 0.0505),
        ];
        let balls = balls.map(|(offset, share)| (self.landmark(head, h * offset), share));
        let balls = balls.map(|(point, share)| self.ball(point, share));
        self.part(None, balls.to_vec());
        self.cover_below(head);
    }

    fn cover_below(&mut self, joint: usize) {
        let mut stack = self.below[joint].clone();
        while let Some(j) = stack.pop() {
            self.covered[j] = true;
            stack.extend(&self.below[j]);
        }
    }

    /// A tapered capsule for every bone that no part covers yet.
    fn bones(&mut self) {
        for j in 0..self.length_m.len() {
            let Some(p) = self.parent(j).filter(|_| self.length_m[j] > 0.0 && !self.covered[j]) else {
                continue;
            };
            let length = self.length_m[j];
            let share = length / self.height_m;
            let [begin, end] = match self.roles[p] {
                Some(role) => radii(role).map(|radius| radius.min(0.45 * share)),
                None => [0.16, 0.11].map(|slim| (slim * share).clamp(0.006, 0.04).min(0.45 * share)),
            };
            let balls = vec![self.ball(p, begin), self.ball(j, end)];
            self.part(Some(p), balls);
        }
    }
}

/// Whether it is a body like ours: at some moment its head is above its hips rather than before them.
fn stands(clip: &Clip, samples: &[Vec<Transform>]) -> bool {
    let roles = clip.roles();
    let Some(hips) = roles.joint(Role::Hips, None) else { return false };
    let Some(head) = roles.joint(Role::Head, None).or(roles.joint(Role::Neck, None)) else { return false };
    let trunk = |w: &Vec<Transform>| (w[head].translation - w[hips].translation).normalize_or_zero();
    samples.iter().any(|w| trunk(w).y > 0.7)
}

/// A joint that only holds a rig together, by its name.
fn is_scaffold(name: &str) -> bool {
    let name = name.to_lowercase();
    ["root", "reference", "armature", "world", "scene", "origin"].iter().any(|word| name.contains(word))
}

/// The side of every joint as far as it is known, else its parent's.
fn sides_of(clip: &Clip) -> Vec<Option<Side>> {
    let rest: Vec<DVec3> = clip.world(&clip.rest()).iter().map(|t| t.translation).collect();
    let found = Sides::find(&clip.joints, &rest, &[]);
    let mut out: Vec<Option<Side>> = Vec::with_capacity(clip.joints.len());
    for (joint, side) in clip.joints.iter().zip(found.side) {
        let own = side.or_else(|| exchanged(&joint.name).map(|(_, side)| side));
        out.push(own.or_else(|| joint.parent.and_then(|p| out[p])));
    }
    out
}
