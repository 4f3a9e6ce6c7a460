//! The height of the ground per foot, from a callback.

use adverb::{Actor, Skeleton, World};
use glam::Vec3;

use super::measure::world;
use super::stage::{hero, verb};

/// The ground as a function of z.
struct Ground(fn(f32) -> Option<f32>);

impl World for Ground {
    fn ground(&self, _: f32, z: f32) -> Option<f32> {
        (self.0)(z)
    }
}

/// The height of the ground along z.
type Height = fn(f32) -> Option<f32>;

/// What was seen of a walk over some ground; metres.
struct Seen {
    /// How far over it the balls of standing feet were, at least and at most.
    standing: [f32; 2],
    /// How far over it the balls of feet in the air were, at least.
    swinging: f32,
    /// By how much the pelvis's step from frame to frame changed, at most.
    jolt: f32,
}

/// Plays from waiting to walking with a slope on a ground.
fn walked(ground: Height, slope: f32) -> Seen {
    let graph = hero();
    let mut actor = Actor::new(graph, 0);
    actor.turn(graph, graph.knob_named("slope").expect("a knob"), slope);
    actor.jump(graph);
    let mut seen = Seen { standing: [f32::INFINITY, f32::NEG_INFINITY], swinging: f32::INFINITY, jolt: 0.0 };
    let mut heights = Vec::new();
    for frame in 0..360 {
        if frame == 30 {
            actor.request(graph, verb("walk")).expect("a way");
        }
        actor.step(graph, 1.0 / 60.0, &mut Ground(ground));
        heights.push(actor.dofs()[Skeleton::HEIGHT.index()]);
        let places = world(graph.skeleton(), actor.dofs());
        for (index, foot) in graph.feet().iter().enumerate() {
            let ball: Vec3 = places[foot.ball.index()].translation.into();
            let over = ball.y - ground(ball.z).unwrap_or(0.0);
            if actor.stands(index) {
                seen.standing = [seen.standing[0].min(over), seen.standing[1].max(over)];
            } else {
                seen.swinging = seen.swinging.min(over);
            }
        }
    }
    heights.windows(3).for_each(|w| seen.jolt = seen.jolt.max((w[0] - 2.0 * w[1] + w[2]).abs()));
    let Seen { standing: [least, most], swinging, jolt } = seen;
    println!(
        "balls over the ground: standing {least:.3} to {most:.3} m, in the air {swinging:.3} m; jolt {jolt:.4} m"
    );
    seen
}

#[test]
fn feet_stand_on_slopes_and_stairs() {
    let level = walked(|_| Some(0.0), 0.0);
    let stairs: Height = |z| Some(((z - 1.0) / 0.35).floor().clamp(0.0, 8.0) * 0.15);
    let grounds: [(Height, f32); 4] = [
        (|z| Some(0.1763 * z), 10.0),
        (|z| Some(0.1763 * z), 0.0),
        (|z| Some(-0.0875 * z), -5.0),
        (stairs, 0.0),
    ];
    for (ground, slope) in grounds {
        let Seen { standing: [least, most], swinging, jolt } = walked(ground, slope);
        let [lowest, highest] = level.standing;
        assert!(
            least > lowest - 0.015 && most < highest + 0.015,
            "{least} to {most} m, level {lowest} to {highest}"
        );
        assert!(swinging > level.swinging - 0.04, "a foot in the air is {swinging} m over the ground");
        assert!(jolt < 0.012, "the pelvis jolts by {jolt} m");
    }
}

#[test]
fn ground_that_is_not_known_everywhere_does_not_jolt() {
    let grounds: [Height; 3] = [
        |z| (z < 2.0).then_some(0.3),
        |z| (!(2.0..2.1).contains(&z)).then_some(0.3),
        |z| (z > 1.5).then_some(0.1),
    ];
    for ground in grounds {
        let jolt = walked(ground, 0.0).jolt;
        assert!(jolt < 0.03, "the pelvis jolts by {jolt} m");
    }
}
