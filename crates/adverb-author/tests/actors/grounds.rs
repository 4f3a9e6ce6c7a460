//! The height of the ground per foot, from a callback.

use adverb::{Actor, Skeleton, World};
use glam::Vec3;

use crate::measure::world;
use crate::stage::{hero, verb};

/// The ground as a function of z.
struct Ground(fn(f32) -> Option<f32>);

impl World for Ground {
    fn ground(&self, _: f32, z: f32) -> Option<f32> {
        (self.0)(z)
    }
}

/// The height of the ground along z.
type Height = fn(f32) -> Option<f32>;

/// Plays from waiting to walking with a slope on a ground. Returns how far over it the balls of standing feet were, at least
/// and at most, and by how much the pelvis's step from frame to frame changed at most; metres.
fn walked(ground: Height, slope: f32) -> ([f32; 2], f32) {
    let graph = hero();
    let mut actor = Actor::new(graph, 0);
    actor.turn(graph, graph.knob_named("slope").expect("a knob"), slope);
    actor.jump(graph);
    let ([mut least, mut most], mut jolt) = ([f32::INFINITY, f32::NEG_INFINITY], 0.0f32);
    let mut heights = Vec::new();
    for frame in 0..360 {
        if frame == 30 {
            actor.request(graph, verb("walk")).expect("a way");
        }
        actor.step(graph, 1.0 / 60.0, &mut Ground(ground));
        heights.push(actor.dofs()[Skeleton::HEIGHT.index()]);
        let places = world(graph.skeleton(), actor.dofs());
        for (_, foot) in graph.feet().iter().enumerate().filter(|(foot, _)| actor.stands(*foot)) {
            let ball: Vec3 = places[foot.ball.index()].translation.into();
            let over = ball.y - ground(ball.z).unwrap_or(0.0);
            (least, most) = (least.min(over), most.max(over));
        }
    }
    heights.windows(3).for_each(|w| jolt = jolt.max((w[0] - 2.0 * w[1] + w[2]).abs()));
    println!("standing balls {least:.3} to {most:.3} m over the ground, the pelvis jolts by {jolt:.4} m");
    ([least, most], jolt)
}

#[test]
fn feet_stand_on_slopes_and_stairs() {
    let level = walked(|_| Some(0.0), 0.0).0;
    let stairs: Height = |z| Some(((z - 1.0) / 0.35).floor().clamp(0.0, 8.0) * 0.15);
    let grounds: [(Height, f32); 4] = [
        (|z| Some(0.1763 * z), 10.0),
        (|z| Some(0.1763 * z), 0.0),
        (|z| Some(-0.0875 * z), -5.0),
        (stairs, 0.0),
    ];
    for (ground, slope) in grounds {
        let ([least, most], jolt) = walked(ground, slope);
        assert!(least > level[0] - 0.015 && most < level[1] + 0.015, "{least} to {most} m, level {level:?}");
        assert!(jolt < 0.012, "the pelvis jolts by {jolt} m");
    }
}

#[test]
fn ground_that_is_not_known_everywhere_does_not_jolt() {
    let grounds: [Height; 2] = [|z| (z < 2.0).then_some(0.3), |z| (!(2.0..2.1).contains(&z)).then_some(0.3)];
    for ground in grounds {
        let (_, jolt) = walked(ground, 0.0);
        assert!(jolt < 0.03, "the pelvis jolts by {jolt} m");
    }
}
