//! Arms on bodies that are thicker, thinner or broader than the one that moved.

use std::sync::Arc;

use adverb::Actor;
use adverb::body::{Binding, Figure, Transform, Tree, Vertex, Wearer, bind};
use adverb_author::clip::{Clip, ClipJoint};
use adverb_author::gait::{humanoid, styles, synthesise};
use adverb_author::retarget::{Performance, Standing};
use adverb_author::rig;
use glam::{DQuat, DVec3};

use crate::support::hero::load;

/// How deep a trunk is, in breadths.
const DEPTH: f64 = 0.8;
/// Those of a thick body, of the figure's own size, and of a thin one.
const THICK: f64 = 0.32;
const THIN: f64 = 0.1;

/// The built-in figure with longer arms, and a skin of trunk and thighs of half a breadth, if it has one.
struct Body {
    joints: Vec<ClipJoint>,
    girth: Option<f64>,
}

fn body(girth: Option<f64>, size: f64) -> Body {
    let mut joints = humanoid();
    for joint in &mut joints {
        let longer = joint.name.ends_with("ForeArm") || joint.name.ends_with("Hand");
        joint.rest.translation *= size * if longer { 1.05 } else { 1.0 };
    }
    Body { joints, girth: girth.map(|girth| size * girth) }
}

impl Body {
    fn joint(&self, name: &str) -> usize {
        self.joints.iter().position(|joint| joint.name == name).expect("a joint of the figure")
    }

    fn figure(&self) -> Figure {
        let tree = Tree {
            names: self.joints.iter().map(|joint| joint.name.clone()).collect(),
            parents: self.joints.iter().map(|joint| joint.parent).collect(),
            ends: self.joints.iter().map(|joint| joint.end).collect(),
        };
        let rest: Vec<Transform> = self.joints.iter().map(|joint| joint.rest).collect();
        let mut places: Vec<DVec3> = Vec::new();
        for joint in &self.joints {
            places.push(joint.parent.map_or(DVec3::ZERO, |parent| places[parent]) + joint.rest.translation);
        }
        let mut skin = Vec::new();
        let girth = self.girth.unwrap_or_default();
        let mut ring = |joint: usize, middle: DVec3, radii: [f64; 2]| {
            for corner in 0..8 {
                let (sin, cos) = (f64::from(corner) * std::f64::consts::FRAC_PI_4).sin_cos();
                let out = DVec3::new(radii[0] * cos, 0.0, radii[1] * sin);
                skin.push(Vertex { place: middle + out, held_by: vec![(joint, 1.0)] });
            }
        };
        for name in ["Hips", "Spine", "Chest"].into_iter().filter(|_| girth > 0.0) {
            ring(self.joint(name), places[self.joint(name)], [girth, DEPTH * girth]);
        }
        for (hip, knee) in [("LeftUpLeg", "LeftLeg"), ("RightUpLeg", "RightLeg")] {
            let [hip, knee] = [hip, knee].map(|name| self.joint(name));
            if girth > 0.0 {
                ring(hip, places[hip].midpoint(places[knee]), [0.4 * girth; 2]);
            }
        }
        Figure::bound(tree, rest, skin)
    }

    /// Where the wrists are beside the trunk, in half breadths of so much.
    fn wrists(&self, at: impl Fn(usize) -> Transform, girth: f64) -> [f64; 2] {
        ["LeftHand", "RightHand"].map(|wrist| {
            let hips = at(self.joint("Hips"));
            let seen = hips.rotation.inverse() * (at(self.joint(wrist)).translation - hips.translation);
            (seen.x / girth).hypot(seen.z / (DEPTH * girth))
        })
    }
}

/// The least and the mean.
fn least_and_mean(values: &[f64]) -> [f64; 2] {
    [values.iter().copied().fold(f64::INFINITY, f64::min), values.iter().sum::<f64>() / values.len() as f64]
}

/// The built-in figure walks, with its arms turned so where that is given.
fn walk(arms: Option<[DQuat; 2]>) -> Clip {
    let Some(arms) = arms else { return posed(&[]) };
    let still = [("LeftForeArm", DQuat::IDENTITY), ("RightForeArm", DQuat::IDENTITY)];
    posed(&[[("LeftArm", arms[0]), ("RightArm", arms[1])], still].concat())
}

/// The built-in figure walks, with some joints turned so.
fn posed(turns: &[(&str, DQuat)]) -> Clip {
    let style = styles().into_iter().find(|style| style.name == "neutral").expect("a style");
    let mut clip = synthesise(&style).clip;
    for &(name, turn) in turns {
        let (joint, n) = (clip.joint_named(name).expect("a joint of an arm"), clip.joints.len());
        clip.locals.iter_mut().skip(joint).step_by(n).for_each(|local| local.rotation = turn);
    }
    clip
}

/// How far the wrists are from the trunk of a body that moves so.
fn beside(clip: &Clip, body: &Body, girth: f64) -> [f64; 2] {
    let moved = put_on(clip, body);
    let frames = (0..moved.frame_count()).map(|f| moved.world(moved.frame(f)));
    least_and_mean(&frames.flat_map(|world| body.wrists(|j| world[j], girth)).collect::<Vec<_>>())
}

fn put_on(clip: &Clip, body: &Body) -> Clip {
    let skeleton = Arc::new(rig::skeleton_of(clip).expect("a skeleton"));
    let performance = Performance::of(&skeleton, clip, &[]).expect("a clip of it");
    let source = Performance::figure(&skeleton, &[&performance]);
    let binding = bind(&source, &body.figure(), &[]).expect("hips are known");
    performance.on(&binding, &body.joints, clip, Standing::Held)
}

#[test]
fn arms_pass_through_no_thick_body_and_hover_beside_no_thin_one() {
    let (swinging, hanging) = (walk(None), walk(Some([-1.5, 1.5].map(DQuat::from_rotation_z))));
    for size in [1.0, 100.0] {
        let [thick, thin] = [THICK, THIN].map(|girth| girth * size);
        let bare = body(None, size);
        assert!(beside(&swinging, &bare, thick)[0] < 0.95, "these arms would pass through it");
        let [least, _] = beside(&swinging, &body(Some(THICK), size), thick);
        assert!(least > 1.0, "{least}");
        let [_, hovers] = beside(&hanging, &bare, thin);
        let [_, rests] = beside(&hanging, &body(Some(THIN), size), thin);
        assert!(rests < hovers - 0.4, "{rests} {hovers}");
    }
}

/// How far a forearm is from the trunk at least, in half breadths of so much: elbow, wrist and what is between them.
fn forearms(clip: &Clip, body: &Body, girth: f64) -> f64 {
    let moved = put_on(clip, body);
    let mut least = f64::INFINITY;
    for f in 0..moved.frame_count() {
        let world = moved.world(moved.frame(f));
        let (hips, chest) = (world[body.joint("Hips")], world[body.joint("Chest")]);
        let seen = |place: DVec3| hips.rotation.inverse() * (place - hips.translation);
        for side in ["Left", "Right"] {
            let [elbow, wrist] =
                ["ForeArm", "Hand"].map(|part| world[body.joint(&format!("{side}{part}"))].translation);
            for part in 0..=8 {
                let at = seen(elbow.lerp(wrist, f64::from(part) / 8.0));
                if (0.0..=seen(chest.translation).y).contains(&at.y) {
                    least = least.min((at.x / girth).hypot(at.z / (DEPTH * girth)));
                }
            }
        }
    }
    least
}

#[test]
fn forearms_before_the_belly_stay_outside_a_stout_body() {
    for inward in [0.3, 0.6, 0.8] {
        let ahead = DVec3::new(0.0, -inward, f64::sqrt(1.0 - inward * inward));
        let folded = posed(&[
            ("LeftArm", DQuat::from_rotation_z(-1.4)),
            ("RightArm", DQuat::from_rotation_z(1.4)),
            ("LeftForeArm", DQuat::from_rotation_arc(DVec3::X, ahead)),
            ("RightForeArm", DQuat::from_rotation_arc(DVec3::NEG_X, ahead)),
        ]);
        for girth in [0.25, THICK] {
            let bare = forearms(&folded, &body(None, 1.0), girth);
            let kept = forearms(&folded, &body(Some(girth), 1.0), girth);
            println!("{inward} inward, {girth} m: {bare:.2}, {kept:.2}");
            assert!(bare < 0.95, "these forearms would pass through it: {bare}");
            assert!(kept > 0.99, "{inward}, {girth} m: {kept}");
        }
    }
}

#[test]
fn arms_of_an_actors_body_keep_out_of_it_too() {
    let pack = load(|own| own).expect("a project").pack(|_| ()).expect("a pack").pack;
    let source = Figure::of_verbs(pack.skeleton(), pack.verbs());
    let graph = &pack.graphs()[0];
    let least = |body: &Body| {
        let binding: Binding = bind(&source, &body.figure(), &[]).expect("hips are known");
        let (mut wearer, mut actor) = (Wearer::new(&binding), Actor::new(graph.clone(), 7));
        actor.request(graph.verb_named("walk").expect("a walk")).expect("a way there");
        let mut all = Vec::new();
        for _ in 0..300 {
            actor.step(1.0 / 60.0, &mut ());
            wearer.pose(&actor, &(), 1.0 / 60.0);
            let at = |j: usize| Transform {
                translation: wearer.world(j).translation.as_dvec3(),
                rotation: wearer.world(j).rotation.as_dquat(),
            };
            all.extend(body.wrists(at, THICK));
        }
        least_and_mean(&all)[0]
    };
    assert!(least(&body(None, 1.0)) < 0.95, "these arms would pass through it");
    let kept = least(&body(Some(THICK), 1.0));
    assert!(kept > 1.0, "{kept}");
}

/// About an axis along the arm nothing bends, and elbows would be anywhere.
#[test]
fn elbows_that_hardly_move_hardly_move_on_another_body() {
    let ahead = DVec3::new(0.0, -0.6, 0.8);
    let folded = posed(&[
        ("LeftArm", DQuat::from_rotation_z(-1.4)),
        ("RightArm", DQuat::from_rotation_z(1.4)),
        ("LeftForeArm", DQuat::from_rotation_arc(DVec3::X, ahead)),
        ("RightForeArm", DQuat::from_rotation_arc(DVec3::NEG_X, ahead)),
    ]);
    let body = body(None, 1.0);
    let moved = put_on(&folded, &body);
    let steps = |clip: &Clip, name: &str| {
        let elbow = clip.joint_named(name).expect("an elbow");
        let at = |f: usize| clip.world(clip.frame(f))[elbow].translation;
        (1..clip.frame_count()).map(|f| at(f).distance(at(f - 1))).fold(0.0, f64::max)
    };
    for name in ["LeftForeArm", "RightForeArm"] {
        let (own, shown) = (steps(&folded, name), steps(&moved, name));
        assert!(shown < 2.0 * own, "{name} goes {shown} m in a frame where the other goes {own}");
    }
}

#[test]
fn hands_that_meet_meet_on_broader_shoulders() {
    // Forward and together.
    let clip = walk(Some([-1.9, 1.9].map(DQuat::from_rotation_y)));
    let mut broad = body(None, 1.0);
    for name in ["LeftArm", "RightArm"] {
        let joint = broad.joint(name);
        broad.joints[joint].rest.translation *= 1.4;
    }
    let apart = |clip: &Clip| {
        let world = clip.world(clip.frame(5));
        let [left, right] = ["LeftHand", "RightHand"].map(|name| clip.joint_named(name).expect("a hand"));
        world[left].translation.distance(world[right].translation)
    };
    let (own, others) = (apart(&clip), apart(&put_on(&clip, &broad)));
    assert!(own < 0.1 && others < own + 0.02, "{own} {others}");
}
