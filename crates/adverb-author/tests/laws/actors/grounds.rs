//! The height of the ground per foot, from a callback.

use adverb::graph::FootId;
use adverb::{Actor, DPlacement, Ground, Skeleton, World};
use glam::Vec3;

use super::measure::world;
use super::stage::{hero, verb};

/// The ground as a function of z.
struct Slope(fn(f32) -> Option<f32>);

impl World for Slope {
    fn ground(&self, [_, _, z]: [f64; 3]) -> Option<Ground> {
        (self.0)(z as f32).map(|height| f64::from(height).into())
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
    let mut actor = Actor::new(graph.clone(), 0);
    actor.set_knob(graph.knob_named("slope").expect("a knob"), slope);
    actor.snap_knobs();
    let mut seen = Seen { standing: [f32::INFINITY, f32::NEG_INFINITY], swinging: f32::INFINITY, jolt: 0.0 };
    let mut heights = Vec::new();
    for frame in 0..360 {
        if frame == 30 {
            actor.request(verb("walk")).expect("a way");
        }
        actor.step(1.0 / 60.0, &mut Slope(ground));
        heights.push(actor.dofs()[Skeleton::HEIGHT.index()]);
        let places = world(graph.skeleton(), actor.dofs());
        for (index, foot) in graph.feet().iter().enumerate() {
            let ball: Vec3 = places[foot.ball.index()].translation.into();
            let over = ball.y - ground(ball.z).unwrap_or(0.0);
            if actor.is_planted(FootId(index)) {
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

/// Where the balls of an actor's feet are in the world.
fn balls(actor: &Actor) -> Vec<[f64; 3]> {
    let joints = world(actor.graph().skeleton(), actor.dofs());
    let ball = |foot: &adverb::verb::Foot| joints[foot.ball.index()].translation.to_array();
    actor.graph().feet().iter().map(|foot| actor.origin().to_world(ball(foot))).collect()
}

#[test]
fn feet_stand_as_still_a_thousand_kilometres_out_as_at_home() {
    let slid = |at: DPlacement| {
        let mut actor = Actor::new(hero().clone(), 0);
        actor.place(at);
        actor.request(verb("walk")).expect("a way");
        let mut stood: Vec<Option<[f64; 3]>> = vec![None; 2];
        let (mut most, mut frames) = (0.0f64, 0);
        for _ in 0..1200 {
            actor.step(1.0 / 60.0, &mut ());
            for (foot, at) in balls(&actor).into_iter().enumerate() {
                stood[foot] = actor.is_planted(FootId(foot)).then(|| {
                    let first = stood[foot].unwrap_or(at);
                    most = most.max((at[0] - first[0]).hypot(at[2] - first[2]));
                    frames += 1;
                    first
                });
            }
        }
        assert!(frames > 1000, "feet stand in {frames} frames");
        most
    };
    let home = slid(DPlacement::ORIGIN);
    let far = slid(DPlacement { x: 1e6, y: 100.0, z: -1e6, heading: 1.0 });
    println!(
        "standing feet slide {:.3} mm at home, {:.3} mm a thousand kilometres out",
        1e3 * home,
        1e3 * far
    );
    assert!(far < home + 1e-4, "{far} m");
}

/// Ground that moves along x.
struct Platform(f32);

impl World for Platform {
    fn ground(&self, _: [f64; 3]) -> Option<Ground> {
        Some(Ground::from(0.0).with_velocity([self.0, 0.0, 0.0]))
    }
}

#[test]
fn an_actor_goes_along_with_ground_that_moves() {
    let (mut still, mut carried) = (Actor::new(hero().clone(), 2), Actor::new(hero().clone(), 2));
    for frame in 0..600 {
        if frame == 200 {
            still.request(verb("walk")).expect("a way");
            carried.request(verb("walk")).expect("a way");
        }
        still.step(1.0 / 60.0, &mut Platform(0.0));
        carried.step(1.0 / 60.0, &mut Platform(1.5));
        let rode = 1.5 * (frame + 1) as f64 / 60.0;
        for (own, plain) in balls(&carried).iter().zip(balls(&still)) {
            let off = (own[0] - plain[0] - rode).hypot(own[2] - plain[2]);
            assert!(off < 2e-3, "a foot is {off} m off after {frame} frames");
        }
    }
}

/// Two floors; which is asked for follows from the height.
struct Floors;

impl World for Floors {
    fn ground(&self, [_, y, _]: [f64; 3]) -> Option<Ground> {
        Some((if y > 1.5 { 3.0 } else { 0.0 }).into())
    }
}

#[test]
fn of_several_floors_feet_stand_on_the_one_they_are_on() {
    for floor in [0.0, 3.0] {
        let mut actor = Actor::new(hero().clone(), 0);
        actor.place(DPlacement { y: floor, ..DPlacement::ORIGIN });
        actor.request(verb("walk")).expect("a way");
        for _ in 0..300 {
            actor.step(1.0 / 60.0, &mut Floors);
            assert!((actor.placement().y - floor).abs() < 0.01, "{:?}", actor.placement());
        }
    }
}

/// A plane that rises by a share along z, with its normal or without.
struct Hillside {
    rise: f64,
    told: bool,
}

impl World for Hillside {
    fn ground(&self, [_, _, z]: [f64; 3]) -> Option<Ground> {
        let ground = Ground::from(self.rise * z);
        Some(if self.told { ground.with_normal([0.0, 1.0, -self.rise as f32]) } else { ground })
    }
}

#[test]
fn feet_lie_flat_on_ground_whose_normal_is_known() {
    // How steeply the line from ankle to ball rises amid a stance, when the sole is on the ground.
    let steepness = |rise: f64, told: bool| {
        let mut actor = Actor::new(hero().clone(), 0);
        actor.request(verb("walk")).expect("a way");
        let (mut sum, mut count, mut stood) = (0.0f64, 0, 0);
        let (mut jolt, mut last) = (0.0f64, None::<Vec3>);
        for _ in 0..600 {
            actor.step(1.0 / 60.0, &mut Hillside { rise, told });
            let joints = world(actor.graph().skeleton(), actor.dofs());
            let foot = actor.graph().foot(FootId(0));
            let [ankle, ball] =
                [foot.limb.end, foot.ball].map(|id| Vec3::from(joints[id.index()].translation));
            let way = ball - ankle;
            stood = if actor.is_planted(FootId(0)) { stood + 1 } else { 0 };
            if (9..=20).contains(&stood) {
                sum += f64::from(way.y.atan2(way.x.hypot(way.z)));
                count += 1;
            }
            jolt = jolt.max(last.map_or(0.0, |last| f64::from((way - last).length())));
            last = Some(way);
        }
        (sum / f64::from(count), jolt)
    };
    let rise = 0.2f64;
    let ((level, own_jolt), (untold, _), (told, jolt)) =
        (steepness(0.0, false), steepness(rise, false), steepness(rise, true));
    println!("level {level:.3}, untold {untold:.3}, told {told:.3} rad; jolts {own_jolt:.4} and {jolt:.4} m");
    let wanted = level + rise.atan();
    assert!(
        (told - wanted).abs() < 0.06 && (told - wanted).abs() < (untold - wanted).abs(),
        "{told} {wanted}"
    );
    assert!(jolt < 1.5 * own_jolt + 0.005, "the foot jolts by {jolt} m");
}
