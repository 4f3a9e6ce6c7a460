//! What is measured on an actor as it plays: how fast its joints go, and whether standing feet stand.

use adverb::graph::FootId;
use adverb::kinematics::world_transforms;
use adverb::{Actor, Graph, Setting, Skeleton, Verb, VerbTime};
use glam::{Affine3A, DVec3};

use crate::support::knees::knees;

/// The places of all joints in the root's frame.
pub fn in_root(skeleton: &Skeleton, dofs: &[f32]) -> Vec<DVec3> {
    let world = world(skeleton, dofs);
    let root = world[skeleton.root().index()].inverse();
    world.iter().map(|joint| root.transform_point3a(joint.translation).as_dvec3()).collect()
}

pub fn world(skeleton: &Skeleton, dofs: &[f32]) -> Vec<Affine3A> {
    let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
    world_transforms(skeleton, dofs, &mut world);
    world
}

/// The fastest that each joint goes in the root's frame in any example of any verb, metres per second.
pub fn fastest(graph: &Graph) -> Vec<f64> {
    let skeleton = graph.skeleton();
    let mut most = vec![0.0; skeleton.joints().len()];
    for verb in graph.verbs() {
        for example in verb.examples() {
            for (most, own) in most.iter_mut().zip(fastest_at(verb, &example.at)) {
                *most = own.max(*most);
            }
        }
    }
    most
}

fn fastest_at(verb: &Verb, point: &[f32]) -> Vec<f64> {
    let skeleton = verb.skeleton();
    let (poses, secs) = poses(verb, point);
    let places: Vec<_> = poses.iter().map(|dofs| in_root(skeleton, dofs)).collect();
    let speed = |j: usize| places.windows(2).map(|w| w[0][j].distance(w[1][j]) / secs).fold(0.0, f64::max);
    (0..skeleton.joints().len()).map(speed).collect()
}

/// The most that any knee is accelerated in any example of any verb, radians per second per second.
pub fn most_sudden_knee(graph: &Graph) -> f64 {
    let mut most = 0.0f64;
    for verb in graph.verbs() {
        for example in verb.examples() {
            let (poses, secs) = poses(verb, &example.at);
            let bends: Vec<_> = poses.iter().map(|dofs| knees(verb.skeleton(), verb.feet(), dofs)).collect();
            for (w, knee) in bends.windows(3).flat_map(|w| (0..w[0].len()).map(move |knee| (w, knee))) {
                most = most.max((w[2][knee] - 2.0 * w[1][knee] + w[0][knee]).abs() / (secs * secs));
            }
        }
    }
    most
}

/// A verb at a point from its start to its end, and the seconds between its poses.
fn poses(verb: &Verb, point: &[f32]) -> (Vec<Vec<f32>>, f64) {
    const STEPS: usize = 200;
    let setting = Setting::new(verb, point);
    let secs = setting.duration().0 / STEPS as f64;
    let pose = |step: usize| {
        let mut dofs = vec![0.0; verb.skeleton().dofs().len()];
        let t = setting.timeline().canonical_time(VerbTime(step as f64 * secs));
        verb.pose(&setting, t, &mut dofs);
        dofs
    };
    ((0..=STEPS).map(pose).collect(), secs)
}

/// Watches an actor.
pub struct Watch {
    fastest: Vec<f64>,
    last: Option<Vec<DVec3>>,
    stood: Vec<Option<DVec3>>,
    /// How fast any joint went, as a multiple of how fast any joint goes in any example; which joint, and when.
    pub rush: (f64, usize, f64),
    /// How far knees were bent, how fast, and within how many seconds they came to be.
    bent: Option<(Vec<f64>, Vec<f64>, f64)>,
    /// The most that any knee was accelerated, radians per second per second, and when.
    pub snap: (f64, f64),
    /// How far any foot moved over the ground while it stood, and when.
    pub slide: (f64, f64),
}

impl Watch {
    pub fn new(graph: &Graph, fastest: Vec<f64>) -> Self {
        Self {
            fastest,
            last: None,
            stood: vec![None; graph.feet().len()],
            rush: (0.0, 0, 0.0),
            bent: None,
            snap: (0.0, 0.0),
            slide: (0.0, 0.0),
        }
    }

    /// After a step of some seconds.
    pub fn look(&mut self, graph: &Graph, actor: &Actor, secs: f64) {
        assert!(actor.dofs().iter().all(|x| x.is_finite()), "{:?}", actor.dofs());
        let places = in_root(graph.skeleton(), actor.dofs());
        let all = self.fastest.iter().copied().fold(0.0, f64::max);
        if let Some(last) = &self.last
            && secs > 1e-3
        {
            for (j, (a, b)) in last.iter().zip(&places).enumerate() {
                let speed = a.distance(*b) / secs;
                if speed / all > self.rush.0 {
                    self.rush = (speed / all, j, actor.now().0);
                }
            }
        }
        self.last = Some(places);
        self.look_at_knees(graph, actor, secs);
        let world = world(graph.skeleton(), actor.dofs());
        for (f, foot) in graph.feet().iter().enumerate() {
            let mut at = world[foot.ball.index()].translation.as_dvec3();
            at.y = 0.0;
            // Within a long step it may have been lifted and set down again.
            let before = self.stood[f].filter(|_| secs < 0.1);
            self.stood[f] = actor.is_planted(FootId(f)).then(|| {
                let first = before.unwrap_or(at);
                if first.distance(at) > self.slide.0 {
                    self.slide = (first.distance(at), actor.now().0);
                }
                first
            });
        }
    }
    fn look_at_knees(&mut self, graph: &Graph, actor: &Actor, secs: f64) {
        // Over less than that, rounding is seen; over more, nothing.
        if !(4e-3..0.04).contains(&secs) {
            self.bent = None;
            return;
        }
        let bent = knees(graph.skeleton(), graph.feet(), actor.dofs());
        let mut speeds = vec![f64::NAN; bent.len()];
        if let Some((before, speeds_before, secs_before)) = &self.bent {
            for knee in 0..bent.len() {
                speeds[knee] = (bent[knee] - before[knee]) / secs;
                let sudden = (speeds[knee] - speeds_before[knee]).abs() / (0.5 * (secs + secs_before));
                self.snap = if sudden > self.snap.0 { (sudden, actor.now().0) } else { self.snap };
            }
        }
        self.bent = Some((bent, speeds, secs));
    }
}
