//! Ground that falls away, rises, and lies in storeys.

use adverb::{Actor, DPlacement, Ground, World};

use crate::packs::made;

fn walker(height: f64) -> Actor {
    let mut actor = Actor::new(made::pack(6).graphs()[0].clone(), 1);
    actor.place(DPlacement { y: height, ..DPlacement::ORIGIN });
    actor
}

/// Goes straight on along z, at some two metres a second.
fn walk(actor: &mut Actor, secs: f64, world: &mut impl World) {
    let at = actor.placement();
    actor.push_to(DPlacement { x: 0.0, z: at.z + 2.0 * secs, heading: 0.0, ..at });
    actor.step(secs, world);
}

/// Level at a height, and as much lower from two metres on.
struct Edge {
    height: f64,
    lower: f64,
}

impl World for Edge {
    fn ground(&self, [_, _, z]: [f64; 3]) -> Option<Ground> {
        Some((if z < 2.0 { self.height } else { self.height - self.lower }).into())
    }
}

#[test]
fn an_actor_that_walks_off_a_ledge_says_so_and_stays_up() {
    for secs in [1.0 / 60.0, 1.0 / 15.0, 0.3] {
        let (mut actor, mut edge) = (walker(5.0), Edge { height: 5.0, lower: 4.0 });
        while actor.placement().z < 2.5 {
            walk(&mut actor, secs, &mut edge);
            assert!((actor.placement().y - 5.0).abs() < 0.01, "{:?}", actor.placement());
        }
        actor.step(secs, &mut edge);
        let drop = actor.ledge().expect("a ledge");
        assert!((drop - 4.0).abs() < 0.01, "{drop} m");
        // It has fallen.
        actor.place(DPlacement { y: 1.0, ..actor.placement() });
        assert_eq!(actor.ledge(), None);
        actor.step(secs, &mut edge);
        assert_eq!(actor.ledge(), None);
        assert!((actor.placement().y - 1.0).abs() < 0.01, "{:?}", actor.placement());
    }
}

#[test]
fn what_can_be_stepped_down_is_no_ledge() {
    let (mut actor, mut edge) = (walker(5.0), Edge { height: 5.0, lower: 0.4 });
    while actor.placement().z < 4.0 {
        walk(&mut actor, 1.0 / 60.0, &mut edge);
        assert_eq!(actor.ledge(), None);
    }
    assert!((actor.placement().y - 4.6).abs() < 0.05, "{:?}", actor.placement());
}

#[test]
fn an_actor_may_be_put_over_ground_of_any_depth() {
    let mut actor = walker(0.0);
    actor.step(1.0 / 60.0, &mut Edge { height: -70.0, lower: 0.0 });
    assert!(actor.ledge().is_none() && (actor.placement().y + 70.0).abs() < 0.01);
}

/// The floor of a lift.
struct Lift {
    height: f64,
    speed: f32,
}

impl World for Lift {
    fn ground(&self, _: [f64; 3]) -> Option<Ground> {
        Some(Ground::from(self.height).with_velocity([0.0, self.speed, 0.0]))
    }
}

#[test]
fn an_actor_rides_a_lift_without_sinking_into_it() {
    for speed in [3.0, -3.0] {
        for secs in [1.0 / 60.0, 0.25] {
            let (mut actor, mut lift) = (walker(0.0), Lift { height: 0.0, speed: 0.0 });
            (0..10).for_each(|_| _ = actor.step(secs, &mut lift));
            lift.speed = speed;
            for _ in 0..60 {
                lift.height += f64::from(speed) * secs;
                actor.step(secs, &mut lift);
                let off = actor.placement().y - lift.height;
                assert!(off.abs() < 0.005 && actor.ledge().is_none(), "{off} m off the floor");
            }
        }
    }
}

/// A bridge three metres over a valley that rises to its end; of the two the one that is nearer.
struct Bridge;

impl World for Bridge {
    fn ground(&self, [_, y, z]: [f64; 3]) -> Option<Ground> {
        let valley = (1.5 * (z - 1.5)).clamp(0.0, 3.0);
        Some((if (3.0 - y).abs() < (valley - y).abs() { 3.0 } else { valley }).into())
    }
}

#[test]
fn who_walks_on_a_bridge_stays_on_it_and_who_walks_below_comes_up() {
    for start in [3.0, 0.0] {
        let mut actor = walker(start);
        while actor.placement().z < 6.0 {
            walk(&mut actor, 1.0 / 60.0, &mut Bridge);
            assert_eq!(actor.ledge(), None);
            if actor.placement().z < 1.2 {
                assert!((actor.placement().y - start).abs() < 0.01, "{:?}", actor.placement());
            }
        }
        assert!((actor.placement().y - 3.0).abs() < 0.1, "{:?}", actor.placement());
    }
}
