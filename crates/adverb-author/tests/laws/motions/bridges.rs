//! Bridges between motions keep feet where they stand (thesis 5.5, figure 5.15).
//!
//! Stances are those that an onlooker finds: the ball of a foot is low and slow. How far it moves in one is compared with how far it does
//! in the recordings themselves.

use std::sync::Arc;

use adverb::graph::Blend;
use adverb::{CanonicalTime, JointId, VerbTime};
use adverb_author::clip::Clip;
use adverb_author::motion::*;
use adverb_author::{rig, sample, support};
use glam::DVec3;

use crate::support::recordings as data;

const FPS: f64 = 30.0;
/// A foot is low within so much of its lowest place, metres, and slow below so many metres per second, and a part of the body's speed more.
const LOW_M: f64 = 0.033;
const SLOW: [f64; 2] = [0.15, 0.25];

/// A motion as frames.
struct Shown {
    joints: Vec<Vec<DVec3>>,
    root: usize,
    balls: Vec<usize>,
}

impl Shown {
    fn of(motion: &Motion) -> Self {
        let clip: Clip = sample::sample(motion, sample::Rate::Exactly(FPS), super::made::source()).unwrap();
        let world = |f: usize| clip.world(clip.frame(f)).iter().map(|joint| joint.translation).collect();
        let skeleton = motion.skeleton();
        let ball = |foot: support::Foot| foot.ball.index();
        Self {
            joints: (0..clip.frame_count()).map(world).collect(),
            root: skeleton.root().index(),
            balls: support::feet(skeleton).into_iter().map(ball).collect(),
        }
    }

    /// How high the balls of feet are when they stand.
    fn floors(&self) -> Vec<f64> {
        let floor = |&ball: &usize| {
            let mut heights: Vec<f64> = self.joints.iter().map(|frame| frame[ball].y).collect();
            heights.sort_by(f64::total_cmp);
            heights[heights.len() / 20]
        };
        self.balls.iter().map(floor).collect()
    }

    fn speed(&self, joint: usize, frame: usize) -> f64 {
        let (a, b) = (frame.saturating_sub(1), (frame + 1).min(self.joints.len() - 1));
        over(self.joints[b][joint] - self.joints[a][joint]) * FPS / (b - a) as f64
    }

    /// How far a ball moves in any stance that lies in a part of it.
    fn slide_m(&self, floors: &[f64], [first, last]: [f64; 2]) -> f64 {
        let count = self.joints.len();
        let body = (0..count).map(|f| self.speed(self.root, f)).sum::<f64>() / count as f64;
        let mut most = 0.0f64;
        for (&ball, floor) in self.balls.iter().zip(floors) {
            let down = |f: usize| {
                self.joints[f][ball].y < floor + LOW_M && self.speed(ball, f) < SLOW[0] + SLOW[1] * body
            };
            let mut from = 0;
            while from < count {
                let to = from + (from..count).take_while(|&f| down(f)).count();
                let within = to as f64 / FPS > first && (from as f64) / FPS < last;
                if to - from > 3 && within {
                    let a = if from > 0 { from + 1 } else { from };
                    let b = if to < count { to - 1 } else { to };
                    let places: Vec<DVec3> = self.joints[a..b].iter().map(|frame| frame[ball]).collect();
                    let apart = |p: &DVec3| places.iter().map(|q| over(*q - *p)).fold(0.0, f64::max);
                    most = most.max(places.iter().map(apart).fold(0.0, f64::max));
                }
                from = to.max(from + 1);
            }
        }
        most
    }

    /// The largest second difference of any joint, per second squared.
    fn acceleration(&self) -> f64 {
        let one = |w: &[Vec<DVec3>]| {
            let joints = 0..w[0].len();
            joints.map(|j| (w[0][j] - 2.0 * w[1][j] + w[2][j]).length()).fold(0.0, f64::max)
        };
        self.joints.windows(3).map(one).fold(0.0, f64::max) * FPS * FPS
    }
}

fn over(way: DVec3) -> f64 {
    libm::hypot(way.x, way.z)
}

/// Two seconds of every kind of recorded walk and run, and of people who stand.
fn motions() -> Vec<(String, Arc<Motion>)> {
    let wanted = [
        "walk_normal_001",
        "walk_happy",
        "walk_sad",
        "walk_old",
        "walk_giant",
        "walk-left_normal",
        "walk-right_sad",
        "walk-back_tired",
        "run_happy",
        "run_tired",
        "run_sad",
        "bye_normal",
        "bye_angry",
        "bow_normal",
        "guide_happy",
        "byebye_sad",
        "respond_normal",
    ];
    let is_wanted =
        |take: &data::Take| !data::are_real() || wanted.iter().any(|name| take.name.contains(name));
    let takes: Vec<data::Take> = data::recordings().into_iter().filter(is_wanted).take(20).collect();
    let skeleton = Arc::new(rig::skeleton_of(&takes[0].clip()).unwrap());
    let motion = |take: &data::Take| {
        let recording = Arc::new(Recording::raw(&skeleton, &take.clip()).ok()?);
        let secs = recording.duration_secs().min(2.0);
        let from = 0.5 * (recording.duration_secs() - secs);
        let keys = [(String::new(), from), (String::new(), from + secs)];
        Some((take.name.clone(), Arc::new(basic(skeleton.clone(), recording, &keys, vec![]).ok()?)))
    };
    takes.iter().filter_map(motion).collect()
}

type Regions = [[CanonicalTime; 2]; 2];

fn regions() -> Regions {
    [[0.7, 1.0], [0.0, 0.3]].map(|region| region.map(CanonicalTime))
}

/// What comes before a bridge, the bridge, what comes after; and when the bridge is.
fn journey(a: &Arc<Motion>, b: &Arc<Motion>, planted: bool) -> (Motion, [f64; 2]) {
    let make = if planted { bridge } else { transition };
    let over = Arc::new(make([a.clone(), b.clone()], regions(), Blend::Sigmoid).unwrap());
    let before = Arc::new(clip(a.clone(), CanonicalTime(0.0), CanonicalTime(0.7)).unwrap());
    let after = Arc::new(clip(b.clone(), CanonicalTime(0.3), CanonicalTime(1.0)).unwrap());
    let from = before.duration().0;
    let during = [from, from + over.duration().0];
    (concatenation(vec![before, over, after]).unwrap(), during)
}

/// All pairs: 98 in 100 add no more than a millimetre to what their recordings slide, none more than six; and nothing pops.
#[test]
fn bridges_add_no_more_than_a_millimetre_to_what_their_recordings_slide() {
    let motions = motions();
    let own: Vec<(f64, f64, Vec<f64>)> = motions
        .iter()
        .map(|(_, motion)| {
            let shown = Shown::of(motion);
            let floors = shown.floors();
            (shown.slide_m(&floors, [0.0, f64::INFINITY]), shown.acceleration(), floors)
        })
        .collect();
    let (mut pairs, mut over, mut sudden, mut worst, mut free_over) = (0, 0, 0, 0.0f64, 0);
    for (i, (from, a)) in motions.iter().enumerate() {
        for (j, (to, b)) in motions.iter().enumerate().filter(|(j, _)| *j != i) {
            let floors: Vec<f64> = own[i].2.iter().zip(&own[j].2).map(|(a, b)| a.min(*b)).collect();
            let slides = |planted: bool| {
                let (whole, during) = journey(a, b, planted);
                let shown = Shown::of(&whole);
                (shown.slide_m(&floors, during), shown.acceleration())
            };
            let ((held, acceleration), (free, free_acceleration)) = (slides(true), slides(false));
            let limit = own[i].0.max(own[j].0);
            let added = held - limit;
            pairs += 1;
            free_over += usize::from(free - limit > 1e-3);
            if added > 1e-3 {
                over += 1;
                println!(
                    "{from} to {to}: {:.1} mm more ({:.1} mm unheld)",
                    1e3 * added,
                    1e3 * (free - limit)
                );
            }
            worst = worst.max(added);
            // A step of a few centimetres accelerates a foot by 20 m/s².
            let calm = own[i].1.max(own[j].1).max(free_acceleration).max(20.0);
            sudden += usize::from(acceleration > 1.5 * calm);
            assert!(acceleration < 2.0 * calm, "{from} to {to}: {acceleration} m/s², where {calm} is usual");
        }
    }
    println!(
        "{over} of {pairs} pairs add more than 1 mm ({free_over} unheld), at most {:.1} mm",
        1e3 * worst
    );
    assert!(50 * over <= pairs && 50 * sudden <= pairs, "{over} and {sudden} of {pairs}");
    assert!(worst < 6e-3, "{worst} m");
}

/// What comes before and after a bridge is as it was, up to where feet come to a hold.
#[test]
fn bridges_begin_and_end_as_their_motions_do() {
    let motions = motions();
    for (k, (from, a)) in motions.iter().enumerate() {
        let (to, b) = &motions[(k + 1) % motions.len()];
        let over = bridge([a.clone(), b.clone()], regions(), Blend::Sigmoid).unwrap();
        let Some(held) = Held::of(&over) else { continue };
        for (time, motion, inner) in [(VerbTime::ZERO, a, 0.7), (over.duration(), b, 0.3)] {
            let (own, made) = (motion.pose(motion.verb_time(CanonicalTime(inner))), held.pose(time));
            // x, z and heading are elsewhere.
            let skip: Vec<usize> = adverb::Skeleton::PLACEMENT.to_vec();
            let off = (0..own.len())
                .filter(|d| !skip.contains(d))
                .map(|d| (own[d] - made[d]).abs())
                .fold(0.0, f32::max);
            assert!(off < 0.02, "{from} to {to} at {time:?}: {off}");
        }
    }
}

/// A recording whose feet are to stay where they stand: they do.
#[test]
fn feet_of_a_motion_with_constraints_stay_where_they_stand() {
    for (name, motion) in motions() {
        let found = standing(&motion);
        assert!(!found.is_empty(), "{name}: no foot stands");
        let constrained = (*motion).clone().with_constraints(found.clone());
        let held = Held::of(&constrained).expect("it is constrained");
        let place = |joint: JointId, time: f64| {
            let mut world = vec![glam::Affine3A::IDENTITY; motion.skeleton().joints().len()];
            adverb::kinematics::world_transforms(motion.skeleton(), &held.pose(VerbTime(time)), &mut world);
            world[joint.index()].translation.as_dvec3()
        };
        for c in &found {
            let end = motion.duration().0;
            let (a, b) = (c.from.0.max(0.0), c.to.0.min(end));
            let places: Vec<DVec3> =
                (0..=10).map(|k| place(c.joint, a + (b - a) * k as f64 / 10.0)).collect();
            let far = places.iter().map(|p| over(*p - places[0])).fold(0.0, f64::max);
            assert!(far < 2e-3, "{name}: a foot that stands from {a} to {b} s moves {far} m");
        }
    }
}

/// Hands and heads of motions, too: seen from other joints.
#[test]
fn motions_keep_points_of_joints() {
    let (name, motion) = motions().swap_remove(0);
    let skeleton = motion.skeleton().clone();
    let roles = adverb::body::Roles::by_name(
        skeleton.joints().iter().map(|j| if j.end { "" } else { j.name.as_str() }),
    );
    let joint = |part, side| JointId(roles.joint(part, side).expect("a figure") as u16);
    use adverb::body::Part;
    use adverb_author::sides::Side;
    let (hand, hips) = (joint(Part::Hand, Some(Side::Right)), joint(Part::Hips, None));
    let point = glam::Vec3::new(-0.22, 0.05, 0.08);
    let whole = [VerbTime::ZERO, motion.duration()];
    let constraint = Constraint { frame: Frame::Joint(hips), ..Constraint::stays(hand, whole, point) };
    let on_hip = (*motion).clone().with_constraints(vec![constraint]);
    let held = Held::of(&on_hip).expect("it is constrained");
    for k in 0..=20 {
        let pose = held.pose(VerbTime(motion.duration().0 * f64::from(k) / 20.0));
        let mut world = vec![glam::Affine3A::IDENTITY; skeleton.joints().len()];
        adverb::kinematics::world_transforms(&skeleton, &pose, &mut world);
        let hand = glam::Vec3::from(world[hand.index()].translation);
        let seen = world[hips.index()].inverse().transform_point3(hand);
        assert!(seen.distance(point) < 5e-3, "{name}: {seen}");
    }
}
