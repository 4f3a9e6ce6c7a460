//! What joints of a verb do whatever its adverbs say (thesis 4.4): points of frames, paths, turns, looks, and what is between them.

use std::sync::OnceLock;

use adverb::kinematics::{world_rotation, world_transforms};
use adverb::{Actor, Graph, Pack, Skeleton, Verb};
use glam::{Affine3A, Quat, Vec3};

use super::measure::points_of_the_hull;
use crate::support::hero;

/// The built-in project with constraints on a verb.
fn packed(verb: &str, constraints: &str) -> Pack {
    let tables = constraints.replace("[[]]", &format!("[[verbs.{verb}.constraints]]"));
    let project = hero::load(|own| own + "\n" + &tables).unwrap_or_else(|error| panic!("{error}"));
    project.pack(|_| ()).unwrap_or_else(|error| panic!("{error}")).pack
}

fn verb(name: &str, constraints: &str) -> Verb {
    packed(name, constraints).verb_named(name).expect("the verb").clone()
}

fn world(skeleton: &Skeleton, dofs: &[f32]) -> Vec<Affine3A> {
    let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
    world_transforms(skeleton, dofs, &mut world);
    world
}

fn joint(skeleton: &Skeleton, name: &str) -> usize {
    skeleton.joint_named(name).unwrap_or_else(|| panic!("no {name}")).index()
}

/// Where a joint is as seen from another.
fn seen(actor: &Actor, from: &str, name: &str) -> Vec3 {
    let skeleton = actor.graph().skeleton();
    let world = world(skeleton, actor.dofs());
    let frame = world[joint(skeleton, from)];
    frame.inverse().transform_point3(Vec3::from(world[joint(skeleton, name)].translation))
}

/// An actor at points of the hull, at moments of two rounds.
fn everywhere(verb: &Verb, points: usize, mut look: impl FnMut(&Actor)) {
    for point in points_of_the_hull(verb, points) {
        let mut actor = adverb_author::played::at(&Graph::of_verb(verb.clone()), &point);
        for _ in 0..60 {
            actor.step(2.0 * actor.setting().duration().0 / 60.0, &mut ());
            look(&actor);
        }
    }
}

const ON_THE_HIP: &str = "[[]]\nkeep = \"RightHand\"\nin = \"Hips\"\npoint = [-0.2, 0.06, 0.04]\n";

fn on_the_hip() -> &'static Verb {
    static VERB: OnceLock<Verb> = OnceLock::new();
    VERB.get_or_init(|| verb("idle", ON_THE_HIP))
}

#[test]
fn a_hand_stays_on_the_hip_at_all_adverbs() {
    let (mut worst, point) = (0.0f32, Vec3::new(-0.2, 0.06, 0.04));
    everywhere(on_the_hip(), 60, |actor| worst = worst.max(seen(actor, "Hips", "RightHand").distance(point)));
    println!("at most {:.3} mm", 1e3 * worst);
    assert!(worst < 5e-3, "{worst} m");
}

/// On a verb that is steered while it plays, too.
#[test]
fn a_hand_stays_on_the_hip_while_knobs_turn() {
    let graph = Graph::of_verb(on_the_hip().clone());
    let mut actor = adverb_author::played::at(&graph, &on_the_hip().default_point().collect::<Vec<_>>());
    let (point, mut worst) = (Vec3::new(-0.2, 0.06, 0.04), 0.0f32);
    for k in 0..600 {
        for (knob, adverb) in graph.knobs().iter().enumerate() {
            let [low, high] = adverb.range;
            let value = low + (high - low) * (0.5 + 0.5 * libm::sinf(0.03 * k as f32 + knob as f32));
            actor.set_knob(adverb::graph::KnobId(knob), value);
        }
        actor.step(1.0 / 60.0, &mut ());
        worst = worst.max(seen(&actor, "Hips", "RightHand").distance(point));
    }
    assert!(worst < 5e-3, "{worst} m");
}

#[test]
fn a_hand_without_a_point_stays_where_the_examples_have_it_on_average() {
    let verb = verb("idle", "[[]]\nkeep = \"LeftHand\"\nin = \"Spine\"\n");
    let [goal] = &verb.parts().goals[..] else { panic!("one goal") };
    let adverb::verb::Task::Reach { path, .. } = &goal.task else { panic!("it reaches") };
    let (mut nearest, mut farthest) = (Vec3::splat(f32::INFINITY), Vec3::splat(f32::NEG_INFINITY));
    let free = self::verb("idle", "");
    for example in free.examples() {
        let mut actor = adverb_author::played::at(&Graph::of_verb(free.clone()), &example.at);
        for _ in 0..40 {
            let at = seen(&actor, "Spine", "LeftHand");
            (nearest, farthest) = (nearest.min(at), farthest.max(at));
            actor.step(actor.setting().duration().0 / 40.0, &mut ());
        }
    }
    let at = Vec3::from(path[0]);
    assert!((at - nearest).min_element() > -2e-3 && (farthest - at).min_element() > -2e-3, "{at}");
    // An arm that is straight reaches no farther.
    let straight = |actor: &Actor| {
        let [upper, middle, end] =
            ["LeftArm", "LeftForeArm", "LeftHand"].map(|name| seen(actor, "Spine", name));
        upper.distance(end) > 0.99 * (upper.distance(middle) + middle.distance(end))
    };
    let (mut worst, mut reached) = (0.0f32, 0);
    everywhere(&verb, 10, |actor| {
        if !straight(actor) {
            worst = worst.max(seen(actor, "Spine", "LeftHand").distance(at));
            reached += 1;
        }
    });
    assert!(worst < 5e-3 && reached >= 30, "{worst} m in {reached} poses");
}

#[test]
fn a_joint_is_turned_as_its_frame_says() {
    let verb = verb("idle", "[[]]\nturn = \"Head\"\nin = \"Hips\"\nto = [0, 30, 0]\n");
    let (mut worst, wanted) = (0.0f32, Quat::from_rotation_y(30f32.to_radians()));
    everywhere(&verb, 20, |actor| {
        let skeleton = actor.graph().skeleton();
        let world = world(skeleton, actor.dofs());
        let turned = |name| world_rotation(&world[joint(skeleton, name)]);
        let own = turned("Hips").inverse() * turned("Head");
        worst = worst.max(own.angle_between(wanted).to_degrees());
    });
    assert!(worst < 0.2, "{worst}°");
}

#[test]
fn any_joint_faces_a_point() {
    let verb = verb("idle", "[[]]\nlook = \"Spine\"\nat = \"body\"\npoint = [1.0, 1.3, 2.0]\n");
    let mut worst = 0.0f32;
    everywhere(&verb, 20, |actor| {
        let skeleton = actor.graph().skeleton();
        let chest = world(skeleton, actor.dofs())[joint(skeleton, "Spine")];
        let place = actor.placement();
        let at = Vec3::from(place.to_world([1.0, 1.3, 2.0]).map(|x| x as f32));
        let way = at - Vec3::from(chest.translation);
        worst = worst.max(Vec3::from(chest.matrix3.z_axis).angle_between(way).to_degrees());
    });
    assert!(worst < 0.2, "{worst}°");
}

#[test]
fn a_hand_follows_a_path() {
    let path = [[0.25, 1.1, 0.25], [0.25, 1.3, 0.25], [0.1, 1.25, 0.3]];
    let verb = verb(
        "idle",
        "[[]]\ntrack = \"LeftHand\"\nin = \"body\"\nalong = [[0.25, 1.1, 0.25], [0.25, 1.3, 0.25], [0.1, 1.25, 0.3]]\nduring = [0.2, 0.6]\n",
    );
    let mut actor =
        adverb_author::played::at(&Graph::of_verb(verb.clone()), &verb.default_point().collect::<Vec<_>>());
    let duration = actor.setting().duration().0;
    for (t, point) in [0.2, 0.4, 0.6].into_iter().zip(path) {
        let secs = actor.setting().timeline().verb_time(adverb::CanonicalTime(t)).0;
        actor.step(secs - actor.now().0 % duration, &mut ());
        let skeleton = actor.graph().skeleton();
        let hand = Vec3::from(world(skeleton, actor.dofs())[joint(skeleton, "LeftHand")].translation);
        let place = actor.placement();
        let wanted = Vec3::from(place.to_world(point).map(|x| x as f32));
        assert!(hand.distance(wanted) < 5e-3, "at {t}: {hand}, not {wanted}");
    }
}

/// Two places that pull at one hand: it is between them, by their weights.
#[test]
fn goals_that_contradict_each_other_meet_by_their_weights() {
    let two = |weights: [f32; 2]| {
        let [a, b] = weights;
        verb(
            "idle",
            &format!(
                "[[]]\nkeep = \"RightHand\"\nin = \"Hips\"\npoint = [-0.2, 0.06, 0.04]\nweight = {a}\n\
                 [[]]\nkeep = \"RightHand\"\nin = \"Hips\"\npoint = [-0.2, 0.2, 0.2]\nweight = {b}\n"
            ),
        )
    };
    let (a, b) = (Vec3::new(-0.2, 0.06, 0.04), Vec3::new(-0.2, 0.2, 0.2));
    for weights in [[1.0, 1.0], [0.9, 0.3], [0.25, 0.75]] {
        let wanted = (a * weights[0] + b * weights[1]) / (weights[0] + weights[1]);
        let mut worst = 0.0f32;
        everywhere(&two(weights), 5, |actor| {
            worst = worst.max(seen(actor, "Hips", "RightHand").distance(wanted));
        });
        assert!(worst < 5e-3, "{weights:?}: {worst} m");
    }
}

/// A hand that comes to the hip and leaves it does so without a jerk.
#[test]
fn goals_come_and_go_smoothly() {
    const STEP: f64 = 1.0 / 240.0;
    let timed = format!("{ON_THE_HIP}during = [0.3, 0.6]\nease = 0.5\n");
    let verb = verb("idle", &timed);
    let mut actor =
        adverb_author::played::at(&Graph::of_verb(verb.clone()), &verb.default_point().collect::<Vec<_>>());
    let places: Vec<Vec3> = (0..1600)
        .map(|_| {
            actor.step(STEP, &mut ());
            seen(&actor, "Hips", "RightHand")
        })
        .collect();
    let way = places.iter().map(|place| place.distance(places[0])).fold(0.0, f32::max);
    let jerk = places.windows(3).map(|w| (w[0] - 2.0 * w[1] + w[2]).length() / (STEP * STEP) as f32);
    let most = jerk.fold(0.0, f32::max);
    // The smoothest way there and back in half a second takes 6 way / T².
    println!("way {way:.3} m, at most {most:.1} m/s²");
    assert!(way > 0.1 && most < 2.5 * 6.0 * way / 0.25, "{most} m/s² over {way} m");
}

#[test]
fn steps_of_any_length_reach_goals_alike_to_the_bit() {
    let graph = std::sync::Arc::new(Graph::of_verb(on_the_hip().clone()));
    let mut one = Actor::new(graph.clone(), 0);
    let mut many = Actor::new(graph, 0);
    one.step(2.0, &mut ());
    for _ in 0..128 {
        many.step(2.0 / 128.0, &mut ());
    }
    let bits = |actor: &Actor| -> Vec<u32> { actor.dofs().iter().map(|x| x.to_bits()).collect() };
    assert_eq!(bits(&one), bits(&many));
}

#[test]
fn packs_keep_goals_and_those_without_are_as_before() {
    let all = "[[]]\nkeep = \"RightHand\"\nin = \"Hips\"\n[[]]\nturn = \"Head\"\nin = \"Spine\"\n\
               [[]]\nlook = \"Spine\"\nat = \"lamp\"\nweight = 0.5\n";
    let pack = packed("idle", all);
    let again = Pack::load(&pack.save()).expect("a pack");
    let goals = |pack: &Pack| pack.verb_named("idle").expect("it").parts().goals.clone();
    assert_eq!(goals(&pack).len(), 3);
    assert_eq!(goals(&again), goals(&pack));
    assert_eq!(again.save(), pack.save());
    assert!(pack.graphs()[0].object_named("lamp").is_some());
}

/// An object that nobody has placed asks nothing; one that is there turns the chest to it.
#[test]
fn a_joint_faces_an_object_when_it_is_there() {
    let pack = packed("idle", "[[]]\nlook = \"Spine\"\nat = \"lamp\"\n");
    let graph = &pack.graphs()[0];
    let lamp = graph.object_named("lamp").expect("an object");
    let mut actor = Actor::new(graph.clone(), 1);
    actor.set_idle(None);
    actor.step(0.5, &mut ());
    let free = seen(&actor, "Spine", "RightHand");
    let target = Vec3::new(1.0, 1.3, 1.5);
    actor.place_object(lamp, Some(adverb::WorldTransform::at(target.to_array().map(f64::from))));
    actor.step(0.0, &mut ());
    let skeleton = graph.skeleton();
    let chest = world(skeleton, actor.dofs())[joint(skeleton, "Spine")];
    let off = Vec3::from(chest.matrix3.z_axis).angle_between(target - Vec3::from(chest.translation));
    assert!(off.to_degrees() < 0.2, "{off}");
    assert!(seen(&actor, "Spine", "RightHand").distance(free) < 0.2);
}
