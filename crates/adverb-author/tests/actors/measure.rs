//! What is measured on an actor as it plays: how fast its joints go, and whether standing feet stand.

use adverb::kinematics::world_transforms;
use adverb::{Actor, Graph, Setting, Skeleton, Verb, VerbTime};
use glam::{Affine3A, DVec3};

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
    const STEPS: usize = 200;
    let skeleton = verb.skeleton();
    let setting = Setting::new(verb, point);
    let secs = setting.duration().0 / STEPS as f64;
    let mut dofs = vec![0.0; skeleton.dofs().len()];
    let pose = |step: usize| {
        let t = setting.timeline().canonical_time(VerbTime(step as f64 * secs));
        verb.pose(&setting, t, &mut dofs);
        in_root(skeleton, &dofs)
    };
    let poses: Vec<_> = (0..=STEPS).map(pose).collect();
    let speed = |j: usize| poses.windows(2).map(|w| w[0][j].distance(w[1][j]) / secs).fold(0.0, f64::max);
    (0..skeleton.joints().len()).map(speed).collect()
}

/// Watches an actor.
pub struct Watch {
    fastest: Vec<f64>,
    last: Option<Vec<DVec3>>,
    stood: Vec<Option<DVec3>>,
    /// How fast any joint went, as a multiple of how fast any joint goes in any example; which joint, and when.
    pub rush: (f64, usize, f64),
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
        let world = world(graph.skeleton(), actor.dofs());
        for (f, foot) in graph.feet().iter().enumerate() {
            let mut at = world[foot.ball.index()].translation.as_dvec3();
            at.y = 0.0;
            // Within a long step it may have been lifted and set down again.
            let before = self.stood[f].filter(|_| secs < 0.1);
            self.stood[f] = actor.stands(f).then(|| {
                let first = before.unwrap_or(at);
                if first.distance(at) > self.slide.0 {
                    self.slide = (first.distance(at), actor.now().0);
                }
                first
            });
        }
    }
}
