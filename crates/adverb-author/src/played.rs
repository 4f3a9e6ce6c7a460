//! What verbs and motions do, and how far they are from each other: measured on joint positions, as an onlooker would.

use adverb::graph::{FootId, KnobId};
use adverb::kinematics::world_transforms;
use adverb::{Actor, Graph, JointId, Skeleton, Verb, VerbTime};
use glam::{Affine3A, DVec2, DVec3};

use crate::motion::Motion;

/// The positions of all joints at one moment, metres.
pub type Positions = Vec<DVec3>;

/// Where the joints of a pose are.
#[must_use]
pub fn positions(skeleton: &Skeleton, dofs: &[f32]) -> Positions {
    let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
    world_transforms(skeleton, dofs, &mut world);
    placed(skeleton).map(|j| world[j.index()].translation.as_dvec3()).collect()
}

/// All joints but those above the root, which do not move.
fn placed(skeleton: &Skeleton) -> impl Iterator<Item = JointId> + use<> {
    let above: Vec<_> = skeleton.ancestors(skeleton.root()).skip(1).collect();
    skeleton.joint_ids().filter(move |j| !above.contains(j))
}

/// The name of the joint at a place of [`Positions`].
#[must_use]
pub fn name(skeleton: &Skeleton, place: usize) -> &str {
    placed(skeleton).nth(place).map_or("", |j| &skeleton.joint(j).name)
}

/// The place of a joint among [`Positions`].
#[must_use]
pub fn place(skeleton: &Skeleton, name: &str) -> Option<usize> {
    placed(skeleton).position(|j| skeleton.joint(j).name == name)
}

/// The lowest height of any joint.
pub fn lowest(frames: &[Positions]) -> f64 {
    frames.iter().flatten().map(|p| p.y).fold(f64::INFINITY, f64::min)
}

/// A verb played at a point for a number of cycles in this many steps each, the last frame being the end.
#[derive(Debug, Clone, PartialEq)]
pub struct Played {
    /// The joints of every frame.
    pub frames: Vec<Positions>,
    /// For every frame, for every foot, whether it stands.
    pub standing: Vec<Vec<bool>>,
    /// For every frame, where the ball of every foot is.
    pub balls: Vec<Vec<DVec3>>,
}

/// Plays a verb at a point, its feet held or not.
#[must_use]
pub fn played(verb: &Verb, point: &[f32], cycles: usize, steps: usize, constraints: bool) -> Played {
    let graph = Graph::of_verb(verb.clone());
    let mut actor = at(&graph, point);
    actor.set_foot_planting(constraints);
    let secs_per_step = actor.setting().duration().0 / steps as f64;
    let skeleton = verb.skeleton();
    let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
    let mut played = Played { frames: vec![], standing: vec![], balls: vec![] };
    for frame in 0..=cycles * steps {
        actor.step(if frame > 0 { secs_per_step } else { 0.0 }, &mut ());
        played.frames.push(positions(skeleton, actor.dofs()));
        world_transforms(skeleton, actor.dofs(), &mut world);
        played.standing.push(
            (0..verb.feet().len())
                .map(|f| if constraints { actor.is_planted(FootId(f)) } else { actor.supports(FootId(f)) })
                .collect(),
        );
        let ball = |foot: &adverb::verb::Foot| world[foot.ball.index()].translation.as_dvec3();
        played.balls.push(verb.feet().iter().map(ball).collect());
    }
    played
}

/// An actor on the graph of one verb, its knobs at a point, every round the same.
#[must_use]
pub fn at(graph: &Graph, point: &[f32]) -> Actor {
    let mut actor = Actor::new(graph.clone(), 0);
    point.iter().enumerate().for_each(|(knob, &value)| actor.set_knob(KnobId(knob), value));
    actor.snap_knobs();
    actor.set_variations(false);
    actor
}

/// A motion from its start to its end in this many steps.
#[must_use]
pub fn sampled(motion: &Motion, steps: usize) -> Vec<Positions> {
    let secs = |k: usize| VerbTime(motion.duration().0 * k as f64 / steps as f64);
    (0..=steps).map(|k| positions(motion.skeleton(), &motion.pose(secs(k)))).collect()
}

/// Root mean square and largest distance between two motions, the second moved over the ground to where it fits best.
#[must_use]
pub fn distance(a: &[Positions], b: &[Positions]) -> (f64, f64) {
    let fit = Ground::fit(b.iter().flatten(), a.iter().flatten());
    let (mut squares, mut most, mut count) = (0.0, 0.0f64, 0.0);
    for (p, q) in a.iter().flatten().zip(b.iter().flatten()) {
        let square = p.distance_squared(fit.moved(*q));
        squares += square;
        most = most.max(square);
        count += 1.0;
    }
    ((squares / count).sqrt(), most.sqrt())
}

/// As [`distance`], but frame by frame: how far poses are apart wherever they stand.
pub fn pose_distance(a: &[Positions], b: &[Positions]) -> (f64, f64) {
    let each: Vec<(f64, f64)> =
        a.iter().zip(b).map(|(p, q)| distance(std::slice::from_ref(p), std::slice::from_ref(q))).collect();
    let squares: f64 = each.iter().map(|(rms, _)| rms * rms).sum();
    ((squares / each.len() as f64).sqrt(), each.iter().map(|(_, most)| *most).fold(0.0, f64::max))
}

/// How far each joint is from where it is in the other motion's poses, wherever they stand: root mean square over all frames.
pub fn pose_distances(a: &[Positions], b: &[Positions]) -> Vec<f64> {
    let mut squares = vec![0.0; a.first().map_or(0, Vec::len)];
    for (p, q) in a.iter().zip(b) {
        let fit = Ground::fit(q.iter(), p.iter());
        for ((sum, p), q) in squares.iter_mut().zip(p).zip(q) {
            *sum += p.distance_squared(fit.moved(*q));
        }
    }
    squares.into_iter().map(|sum| (sum / a.len() as f64).sqrt()).collect()
}

/// A rigid motion of the ground.
struct Ground {
    from: DVec2,
    to: DVec2,
    turn: DVec2,
}

impl Ground {
    /// The one that brings points nearest to others.
    fn fit<'a>(
        points: impl Iterator<Item = &'a DVec3> + Clone,
        others: impl Iterator<Item = &'a DVec3> + Clone,
    ) -> Self {
        let flat = |p: &DVec3| DVec2::new(p.z, p.x);
        let count = points.clone().count() as f64;
        let from: DVec2 = points.clone().map(flat).sum::<DVec2>() / count;
        let to: DVec2 = others.clone().map(flat).sum::<DVec2>() / count;
        let turn: DVec2 = points
            .zip(others)
            .map(|(p, q)| {
                let (u, v) = (flat(p) - from, flat(q) - to);
                DVec2::new(u.dot(v), u.perp_dot(v))
            })
            .sum();
        Self { from, to, turn: turn.normalize_or(DVec2::X) }
    }

    fn moved(&self, p: DVec3) -> DVec3 {
        let w = self.turn.rotate(DVec2::new(p.z, p.x) - self.from) + self.to;
        DVec3::new(w.y, p.y, w.x)
    }
}

/// A motion at its own frame rate, three frames more at each end where there are any.
#[must_use]
pub fn recorded(motion: &Motion) -> Vec<Positions> {
    let (first, last) = motion.reach();
    let frame = |k: i64| VerbTime(k as f64 / motion.fps());
    let frames = (motion.duration().0 * motion.fps()).round() as i64;
    let there = |k: &i64| frame(*k).0 >= first.0 - 1e-9 && frame(*k).0 <= last.0 + 1e-9;
    (-3..=frames + 3).filter(there).map(|k| positions(motion.skeleton(), &motion.pose(frame(k)))).collect()
}

/// How far each step departs from the mean of the one before and the one after, per joint the largest: what a pop is.
#[must_use]
pub fn bends(frames: &[Positions]) -> Vec<f64> {
    let mut most = vec![0.0f64; frames[0].len()];
    for four in frames.windows(4) {
        for (j, most) in most.iter_mut().enumerate() {
            let step = |k: usize| four[k + 1][j] - four[k][j];
            *most = most.max((step(1) - (step(0) + step(2)) / 2.0).length());
        }
    }
    most
}

/// The largest distance over the ground between two places of a ball within a support phase.
pub fn slide(played: &Played) -> f64 {
    let mut most = 0.0f64;
    for foot in 0..played.balls[0].len() {
        let mut places: Vec<DVec3> = Vec::new();
        for (standing, balls) in played.standing.iter().zip(&played.balls) {
            if !standing[foot] {
                places.clear();
                continue;
            }
            let flat = |p: DVec3| DVec3::new(p.x, 0.0, p.z);
            most = places.iter().map(|p| flat(*p).distance(flat(balls[foot]))).fold(most, f64::max);
            places.push(balls[foot]);
        }
    }
    most
}

/// The share of frames in which some foot stands.
#[must_use]
pub fn supported(played: &Played) -> f64 {
    let some = played.standing.iter().filter(|feet| feet.iter().any(|stands| *stands)).count();
    some as f64 / played.standing.len() as f64
}
