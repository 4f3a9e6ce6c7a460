//! Hips: relative to how high they are when it stands, a mesh's are as high as the skeleton's, whatever is played.

use std::sync::{Arc, OnceLock};

use adverb::graph::VerbId;
use adverb::{Pack, Skeleton};
use adverb_author::character::Character;
use adverb_author::formats::{bvh, gltf};
use adverb_author::import::{ImportOptions, import};
use adverb_author::pack::source;
use adverb_author::sample::{Rate, Take, sample_verb};
use adverb_author::script::{Script, play};
use adverb_author::support::Stood;
use adverb_author::{Clip, rig};
use adverb_testdata::mixamo::{Figure, Part};

use super::made::{places, t_pose};
use super::real::{mesh, recording};
use crate::support::hero::load;

/// How far apart they may be, in heights of standing hips.
const APART: f64 = 0.02;
/// The built-in character's left leg.
const OWN_LEG: [&str; 3] = ["LeftUpLeg", "LeftLeg", "LeftFoot"];

/// The built-in character with its graph.
fn hero() -> &'static Pack {
    static PACK: OnceLock<Pack> = OnceLock::new();
    PACK.get_or_init(|| load(|own| own).expect("a project").pack(|_| ()).expect("a pack").pack)
}

/// A mesh, and what its hip joints are called.
struct Worn {
    name: &'static str,
    character: Character,
    legs: [&'static str; 2],
    /// Its joint called hips, and its left leg.
    hips: &'static str,
    leg: [&'static str; 3],
}

/// Made ones of other proportions, and real ones where there are any.
fn all_worn() -> Vec<Worn> {
    let made = |name, figure: super::made::Figure| Worn {
        name,
        character: figure.character(),
        legs: ["LeftUpLeg", "RightUpLeg"],
        hips: "Hips",
        leg: OWN_LEG,
    };
    let small = Figure { height: 0.7, turned_parent: true, parts: &Part::ALL, ..Figure::default() };
    let read = |figure: &Figure| Character::read("mixamo.glb", &figure.glb(), &mut |_| None).unwrap();
    let mut all = vec![
        made("short thighs", t_pose().with_longer(&["Leg"], 0.8)),
        made("long shanks and feet", t_pose().with_longer(&["Foot", "ToeBase"], 1.3)),
        Worn {
            name: "a small mixamo",
            character: read(&small),
            legs: ["mixamorig:LeftUpLeg", "mixamorig:RightUpLeg"],
            hips: "mixamorig:Hips",
            leg: ["mixamorig:LeftUpLeg", "mixamorig:LeftLeg", "mixamorig:LeftFoot"],
        },
    ];
    for (name, hips) in [("CesiumMan.glb", "Skeleton_torso_joint_1"), ("RiggedFigure.glb", "torso_joint_1")] {
        let legs = ["leg_joint_L_1", "leg_joint_R_1"];
        let leg = ["leg_joint_L_1", "leg_joint_L_2", "leg_joint_L_3"];
        all.extend(mesh(name).map(|(character, _)| Worn { name, character, legs, hips, leg }));
    }
    all
}

fn heights(clip: &Clip, hips: &str) -> Vec<f64> {
    places(clip, hips).iter().map(|p| p.y).collect()
}

/// How high the middle between the hip joints is: what a joint called hips is above differs from one skeleton to another, and so does how it
/// moves when the pelvis is tilted.
fn middles(clip: &Clip, legs: [&str; 2]) -> Vec<f64> {
    let [left, right] = legs.map(|leg| heights(clip, leg));
    left.iter().zip(right).map(|(a, b)| 0.5 * (a + b)).collect()
}

/// How long a leg is.
fn length(clip: &Clip, leg: [&str; 3]) -> f64 {
    let [hip, knee, ankle] = leg.map(|joint| places(clip, joint)[0]);
    hip.distance(knee) + knee.distance(ankle)
}

/// How much lower, and how much higher, than the skeleton's the hips of a mesh come, relative to two heights: the skeleton's and the
/// mesh's when it stands.
fn apart(own: &[f64], meshs: &[f64], standing: [f64; 2]) -> (f64, f64) {
    let differences: Vec<f64> =
        own.iter().zip(meshs).map(|(a, b)| b / standing[1] - a / standing[0]).collect();
    let most = |pick: fn(f64, f64) -> f64| differences.iter().copied().fold(0.0, pick);
    (most(f64::min), most(f64::max))
}

/// Frames of the built-in character, and what is known about them.
struct Frames<'a> {
    skeleton: &'a Arc<Skeleton>,
    clip: &'a Clip,
    stood: &'a [Stood],
}

impl<'a> Frames<'a> {
    fn of(take: &'a Take) -> Self {
        Self { skeleton: hero().skeleton(), clip: &take.clip, stood: &take.stood }
    }
}

/// Holds frames of the built-in character against the law, on all meshes. What climbs is seen from its way up or down.
fn assert_level(what: &str, frames: &Frames, climbs: bool, worn: &[Worn]) {
    let stands = verb_take("idle", &[]);
    for worn in worn {
        let driven = |Frames { skeleton, clip, stood }: &Frames| {
            let driven = worn.character.driven(skeleton, clip, stood, &[]).unwrap().clip;
            [middles(clip, ["LeftUpLeg", "RightUpLeg"]), middles(&driven, worn.legs)]
        };
        let standing = driven(&Frames::of(&stands)).map(|heights| heights[0]);
        let [own, meshs] = driven(frames).map(|heights| if climbs { on_the_way(&heights) } else { heights });
        let (lower, higher) = apart(&own, &meshs, standing);
        assert!(lower > -APART && higher < APART, "{what} on {}: {lower:.4} {higher:+.4}", worn.name);
    }
}

/// A take as `convert` reads it from a file of each format: when its feet stood is no longer known.
fn assert_level_from_files(what: &str, take: &Take, climbs: bool, worn: &[Worn]) {
    let bvh = bvh::write(&take.clip, &bvh::WriteOptions::default()).into_bytes();
    for (file, bytes) in [("take.bvh", bvh), ("take.glb", gltf::clip::write(&take.clip))] {
        let clip = import(file, &bytes, &ImportOptions::default()).unwrap();
        let skeleton = Arc::new(rig::skeleton_of(&clip).unwrap());
        let frames = Frames { skeleton: &skeleton, clip: &clip, stood: &[] };
        assert_level(&format!("{what}, from {file}"), &frames, climbs, worn);
    }
}

/// Heights of two cycles above the line from their beginning to their end.
fn on_the_way(heights: &[f64]) -> Vec<f64> {
    let last = heights.len() - 1;
    let climb = (heights[last] - heights[0]) / last as f64;
    heights.iter().enumerate().map(|(f, height)| height - heights[0] - climb * f as f64).collect()
}

fn verb_take(verb: &str, point: &[f32]) -> Take {
    let pack = hero();
    let verb = pack.verb_named(verb).unwrap();
    let point =
        if point.is_empty() { verb.adverbs().iter().map(|a| a.default).collect() } else { point.to_vec() };
    sample_verb(verb, &point, 2, Rate::Near(60.0), true, source(pack)).unwrap()
}

fn played(text: &str) -> Take {
    let pack = hero();
    let script = Script::read("script.toml", text, pack.graphs()).unwrap();
    play(&pack.graphs()[script.graph], &script, 60.0, source(pack)).unwrap().take
}

#[test]
fn hips_are_as_high_as_the_skeletons_in_every_verb() {
    let worn = all_worn();
    for verb in hero().verbs().iter().filter(|verb| verb.name() != "reach") {
        let examples = verb.examples().iter().map(|example| example.at.clone());
        for point in examples.chain([verb.default_point().collect()]) {
            let take = verb_take(verb.name(), &point);
            let climbs = verb.adverbs().iter().zip(&point).any(|(a, at)| a.name == "slope" && *at != 0.0);
            let what = format!("{} at {point:?}", verb.name());
            assert_level(&what, &Frames::of(&take), climbs, &worn);
            assert_level_from_files(&what, &take, climbs, &worn);
        }
    }
}

/// A joint called hips may be far above the legs. CesiumMan's legs are a smaller part of its height than the skeleton's: in the deepest run,
/// 20 cm below standing, that joint stays 0.025 of its height higher, with knees bent as much. In lengths of legs it is as deep.
#[test]
fn the_joint_called_hips_dips_by_as_many_legs_as_the_skeletons() {
    let stands = verb_take("idle", &[]);
    for worn in all_worn() {
        let dips = |take: &Take| {
            let driven = |take: &Take| {
                worn.character.driven(hero().skeleton(), &take.clip, &take.stood, &[]).unwrap().clip
            };
            let dip = |stands: &Clip, clip: &Clip, hips: &str, leg: [&str; 3]| -> Vec<f64> {
                let (stood, leg) = (heights(stands, hips)[0], length(stands, leg));
                heights(clip, hips).iter().map(|height| (height - stood) / leg).collect()
            };
            let own = dip(&stands.clip, &take.clip, "Hips", OWN_LEG);
            (own, dip(&driven(&stands), &driven(take), worn.hips, worn.leg))
        };
        // Who reaches down tilts the pelvis, and what is above the legs swings forward.
        for verb in hero().verbs().iter().filter(|verb| verb.name() != "reach") {
            for example in verb.examples() {
                if verb.adverbs().iter().zip(&example.at).any(|(a, at)| a.name == "slope" && *at != 0.0) {
                    continue;
                }
                let (own, meshs) = dips(&verb_take(verb.name(), &example.at));
                let (lower, higher) = apart(&own, &meshs, [1.0; 2]);
                let what =
                    format!("{} at {:?} on {}: {lower:.4} {higher:+.4}", verb.name(), example.at, worn.name);
                assert!(lower > -APART && higher < APART, "{what}");
            }
        }
    }
}

#[test]
fn who_reaches_low_bends_its_knees_as_much_as_the_skeleton() {
    // Ankles that are higher stay so, and with them the hips: by at most this much.
    const ON_HIGHER_ANKLES: f64 = 0.022;
    let pack = hero();
    let stands = verb_take("idle", &[]);
    for worn in all_worn() {
        let driven = |take: &Take| {
            let driven = worn.character.driven(pack.skeleton(), &take.clip, &take.stood, &[]).unwrap().clip;
            [middles(&take.clip, ["LeftUpLeg", "RightUpLeg"]), middles(&driven, worn.legs)]
        };
        let standing = driven(&stands).map(|heights| heights[0]);
        for example in pack.verb_named("reach").unwrap().examples() {
            let [own, meshs] = driven(&verb_take("reach", &example.at));
            let (lower, higher) = apart(&own, &meshs, standing);
            let what = format!("at {:?} on {}: {lower:.4} {higher:+.4}", example.at, worn.name);
            assert!(lower > -APART && higher < ON_HIGHER_ANKLES, "{what}");
        }
    }
}

#[test]
fn hips_are_as_high_as_the_skeletons_in_every_transition() {
    let worn = all_worn();
    let graph = &hero().graphs()[0];
    let name = |verb: VerbId| graph.verb(verb).name();
    for transition in &graph.parts().transitions {
        let (from, to) = (name(transition.from), name(transition.to));
        let text = format!(
            "secs = 12\n[[at]]\ntime = 0.2\nrequest = \"{from}\"\n[[at]]\ntime = 7\nrequest = \"{to}\"\n"
        );
        let take = played(&text);
        let what = format!("{from} to {to}");
        assert_level(&what, &Frames::of(&take), false, &worn);
        assert_level_from_files(&what, &take, false, &worn);
    }
}

#[test]
fn hips_are_as_high_as_the_skeletons_in_a_script_whether_supports_are_known_or_found() {
    let worn = all_worn();
    let take = played(include_str!("../../../../../docs/play.toml"));
    assert_level("the script", &Frames::of(&take), false, &worn);
    assert_level_from_files("the script", &take, false, &worn);
}

#[test]
fn a_support_that_is_none_does_not_drag_hips_down() {
    let worn = all_worn();
    let take = played("secs = 5\n[[at]]\ntime = 0\nrequest = \"run\"\n");
    let last = take.clip.frame_count() - 1;
    for frames in [vec![[0, last]], (0..last - 30).step_by(40).map(|f| [f, f + 30]).collect()] {
        let wrong: Vec<Stood> =
            take.stood.iter().map(|foot| Stood { ball: foot.ball, frames: frames.clone() }).collect();
        let frames = Frames { stood: &wrong, ..Frames::of(&take) };
        assert_level("a run on feet that never lift", &frames, false, &worn);
    }
}

#[test]
fn hips_are_as_high_as_the_skeletons_in_recordings_of_several_gaits() {
    // Runs to a stop, stands and runs, paces, stands and walks; and a frame in which it stands.
    let takes = [
        ("everyday/143_02.bvh", usize::MAX),
        ("everyday/143_03.bvh", 0),
        ("everyday/143_29.bvh", 0),
        ("cmu/104_02.bvh", 0),
    ];
    for (name, stands) in takes {
        let Some((clip, skeleton)) = recording(name) else { return };
        let stands = stands.min(clip.frame_count() - 1);
        let own = middles(&clip, ["LeftUpLeg", "RightUpLeg"]);
        for worn in all_worn() {
            let driven = worn.character.driven(&skeleton, &clip, &[], &[]).unwrap().clip;
            let meshs = middles(&driven, worn.legs);
            let (lower, higher) = apart(&own, &meshs, [own[stands], meshs[stands]]);
            println!("{name} on {}: {lower:.4} {higher:+.4}", worn.name);
            assert!(lower > -APART && higher < APART, "{name} on {}: {lower:.4} {higher:+.4}", worn.name);
        }
    }
}
