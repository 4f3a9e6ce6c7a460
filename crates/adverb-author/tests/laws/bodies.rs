//! Recordings of other bodies, put on the project's skeleton.

mod axes;
mod fours;
mod judge;
mod pairs;
mod running;
mod told;
mod unlike;

use std::collections::BTreeMap;
use std::f64::consts::FRAC_PI_2;

use adverb::body::{Part, Side, Transform};
use adverb_author::clip::Clip;
use adverb_author::error::Error;
use adverb_author::finding::Criterion;
use adverb_author::formats::bvh::{self, WriteOptions};
use adverb_author::gait::{styles, synthesise_around};
use adverb_author::import::{ImportOptions, import_with};
use adverb_author::project::Project;
use adverb_author::retarget::{Target, put};
use adverb_testdata::data_dir;
use glam::{DQuat, DVec3};

use judge::{apart, worlds};

const CMU: &str = "motion/cmu/07_01.bvh";
const BANDAI_NAMCO: &str = "motion/walk-styles/dataset-1_walk_normal_001.bvh";

fn read(file: &str) -> Option<Clip> {
    let data = data_dir()?;
    let bytes = std::fs::read(data.join(file)).expect(file);
    // An AMC names its skeleton's file.
    let mut beside = |name: &str| std::fs::read(data.join(file).with_file_name(name)).ok();
    Some(without_outliers(import_with(file, &bytes, &ImportOptions::default(), &mut beside).expect(file)))
}

fn imported(file: &str, bytes: &[u8]) -> Clip {
    without_outliers(import_with(file, bytes, &ImportOptions::default(), &mut |_| None).expect(file))
}

fn without_outliers(mut clip: Clip) -> Clip {
    clip.skip(adverb_author::figure::leading_outliers(&clip));
    clip
}

/// The built-in figure walks; `shaped` makes it another body.
fn made(shaped: impl Fn(&mut Clip)) -> Clip {
    let style = styles().into_iter().find(|style| style.name == "neutral").expect("a style");
    let mut clip = synthesise_around(&style, 60).clip;
    shaped(&mut clip);
    clip
}

fn scaled(clip: &mut Clip, words: &[&str], factor: f64) {
    let n = clip.joints.len();
    for j in 0..n {
        if !words.iter().any(|word| clip.joints[j].name.ends_with(word)) {
            continue;
        }
        clip.joints[j].rest.translation *= factor;
        clip.locals.iter_mut().skip(j).step_by(n).for_each(|local| local.translation *= factor);
    }
}

fn on(clip: &Clip, body: &Clip) -> Clip {
    let target = Target::of_file(body).expect("a body");
    put(&[clip], &target, &[]).expect("a motion on it").clips.remove(0)
}

#[test]
fn what_goes_to_another_body_comes_back() {
    let recorded = [CMU, BANDAI_NAMCO, "motion/cmu/16_15.bvh", "motion/everyday/143_32.bvh"];
    let Some(bodies) = recorded.into_iter().map(read).collect::<Option<Vec<Clip>>>() else { return };
    for (own, there) in [(0, 1), (1, 0), (2, 1), (1, 2), (3, 1), (0, 2), (0, 3)] {
        let back = on(&on(&bodies[own], &bodies[there]), &bodies[own]);
        let [mm, degrees] = apart(&bodies[own], &back);
        println!("{} on {} and back: {mm:.1} mm, {degrees:.2}°", recorded[own], recorded[there]);
        assert!(mm < 20.0 && degrees < 3.0, "{}: {mm:.1} mm, {degrees:.2}°", recorded[own]);
    }
}

#[test]
fn a_motion_comes_back_from_longer_legs_and_arms() {
    let plain = made(|_| {});
    let other = made(|clip| scaled(clip, &["Leg", "Foot", "ForeArm", "Hand"], 1.25));
    let there = on(&plain, &other);
    let [mm, degrees] = apart(&plain, &on(&there, &plain));
    assert!(mm < 4.0 && degrees < 1.0, "{mm:.2} mm, {degrees:.2}°");
    // Legs a quarter longer go a quarter farther.
    let way = |clip: &Clip| {
        let at = |f: usize| clip.world(clip.frame(f))[0].translation.with_y(0.0);
        at(clip.frame_count() - 1).distance(at(0))
    };
    assert!((way(&there) / way(&plain) - 1.25).abs() < 0.01, "{}", way(&there) / way(&plain));
}

/// How far a ball goes while it stands in the source, the farthest time: slow there, for a tenth of a second at least.
fn slides(source: &Clip, result: &Clip, joints: [usize; 2], scale: f64) -> Vec<[f64; 2]> {
    let track = |clip: &Clip, joint: usize| -> Vec<DVec3> {
        worlds(clip).iter().map(|world| world[joint].translation).collect()
    };
    let (own, put) = (track(source, joints[0]), track(result, joints[1]));
    let slow = |f: usize| own[f + 1].distance(own[f]) * source.fps < 0.25;
    let (mut all, mut from) = (Vec::new(), None);
    for f in 0..own.len() - 1 {
        match (slow(f), from) {
            (true, None) => from = Some(f),
            (false, Some(first)) => {
                if (f - first) as f64 > 0.1 * source.fps {
                    let most = |of: &[DVec3]| {
                        of[first..f].iter().map(|p| (*p - of[first]).with_y(0.0).length()).fold(0.0, f64::max)
                    };
                    all.push([scale * most(&own), most(&put)]);
                }
                from = None;
            }
            _ => {}
        }
    }
    all
}

#[test]
fn feet_slide_no_more_on_another_body() {
    let Some(bodies) = [CMU, BANDAI_NAMCO].into_iter().map(read).collect::<Option<Vec<Clip>>>() else {
        return;
    };
    for (own, there) in [(0, 1), (1, 0)] {
        let (source, body) = (&bodies[own], &bodies[there]);
        let target = Target::of_file(body).unwrap();
        let result = put(&[source], &target, &[]).unwrap();
        let scale = result.binding.proportions.scale;
        for side in Side::BOTH {
            let ball = |clip: &Clip| clip.roles().joint(Part::Toe, Some(side)).unwrap();
            let joints = [ball(source), ball(&result.clips[0])];
            for [recorded, shown] in slides(source, &result.clips[0], joints, scale) {
                assert!(shown < recorded + 0.002, "{:.1} mm instead of {:.1}", 1e3 * shown, 1e3 * recorded);
            }
        }
    }
}

#[test]
fn soles_are_at_the_ground_of_the_bodys_own_recordings() {
    let Some(bodies) = [CMU, BANDAI_NAMCO].into_iter().map(read).collect::<Option<Vec<Clip>>>() else {
        return;
    };
    for (own, there) in [(0, 1), (1, 0)] {
        let lowest = |clip: &Clip| {
            let balls = Side::BOTH.map(|side| clip.roles().joint(Part::Toe, Some(side)).unwrap());
            let mut heights: Vec<f64> =
                worlds(clip).iter().flat_map(|world| balls.map(|ball| world[ball].translation.y)).collect();
            heights.sort_by(f64::total_cmp);
            heights[heights.len() / 4]
        };
        let (put, own) = (lowest(&on(&bodies[own], &bodies[there])), lowest(&bodies[there]));
        assert!((put - own).abs() < 0.012, "{put:.3} m instead of {own:.3}");
    }
}

fn project(text: &str, files: &BTreeMap<String, Vec<u8>>) -> Result<Project, Error> {
    let mut folder = |name: &str| files.get(name).cloned().ok_or_else(|| format!("there is no {name}"));
    Project::load("adverb.toml", text, &mut folder)
}

/// The built-in figure's walk, and one of a body with other names and longer legs.
fn two_bodies() -> BTreeMap<String, Vec<u8>> {
    let other = made(|clip| {
        scaled(clip, &["Leg", "Foot"], 1.21);
        for joint in &mut clip.joints {
            joint.name = joint.name.replace("Left", "l_").replace("Right", "r_").replace("UpLeg", "thigh");
            joint.name =
                joint.name.replace("Leg", "shin").replace("ForeArm", "elbow").replace("Hips", "pelvis");
        }
    });
    [("own.bvh", made(|_| {})), ("other.bvh", other)]
        .into_iter()
        .map(|(name, clip)| (name.to_string(), bvh::write(&clip, &WriteOptions::default()).into_bytes()))
        .collect()
}

const TWO: &str = "[project]\nskeleton = \"own.bvh\"\n[motions]\nown = { file = \"own.bvh\" }\nother = { file = \"other.bvh\" }\n";

#[test]
fn a_recording_of_another_body_is_put_on_the_skeleton_and_that_is_told() {
    let loaded = project(TWO, &two_bodies()).unwrap();
    let found =
        loaded.warnings.iter().find(|found| found.criterion == Criterion::OtherBody).expect("a finding");
    assert!(found.said().contains("scaled by 0.8"), "{}", found.said());
    assert_eq!(loaded.motions.len(), 2);
}

#[test]
fn tempo_is_as_recorded_or_as_gravity_has_it_or_of_the_same_speed() {
    let files = two_bodies();
    let seconds = |said: &str| {
        let text = format!("{TWO}{said}");
        project(&text, &files).unwrap_or_else(|problem| panic!("{problem}")).motions["other"].duration().0
    };
    let plain = seconds("");
    let scale = {
        let loaded = project(TWO, &files).unwrap();
        loaded.brought.iter().find(|brought| brought.file == "other.bvh").expect("it was brought").scale
    };
    assert!((plain - seconds("[files.\"other.bvh\"]\ntempo = \"as-recorded\"\n")).abs() < 1e-9);
    let froude = seconds("[files.\"other.bvh\"]\ntempo = \"froude\"\n");
    assert!((froude / plain - scale.sqrt()).abs() < 1e-6, "{froude} and {plain}");
    let same = seconds("[files.\"o*.bvh\"]\ntempo = \"same-speed\"\n");
    assert!((same / plain - scale).abs() < 1e-6, "{same} and {plain}");
    let error = project(&format!("{TWO}[files.\"other.bvh\"]\ntempo = \"fraude\"\n"), &files).unwrap_err();
    assert!(error.to_string().contains("froude"), "{error}");
}

#[test]
fn a_recording_keeps_its_frames_per_second_whatever_the_tempo() {
    let files = two_bodies();
    let keyed = TWO.replace("\"other.bvh\" }", "\"other.bvh\", frames = [30, 90] }");
    let load = |said: &str| {
        let text = format!("{keyed}[files.\"other.bvh\"]\ntempo = \"{said}\"\n");
        project(&text, &files).unwrap_or_else(|problem| panic!("{problem}"))
    };
    let plain = load("as-recorded");
    let root = |project: &Project, part: f64| {
        let motion = &project.motions["other"];
        motion.pose(adverb::VerbTime(part * motion.duration().0))
    };
    for tempo in ["froude", "same-speed"] {
        let other = load(tempo);
        let [was, is] = [&plain, &other].map(|project| project.motions["other"].fps());
        assert!((was - is).abs() < 1e-9, "{is} frames per second instead of {was}");
        for part in [0.0, 0.31, 0.5, 1.0] {
            let (was, is) = (root(&plain, part), root(&other, part));
            let far = was.iter().zip(&is).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(far < 1e-2, "{tempo}: DOFs {far} apart at {part}");
        }
    }
}

#[test]
fn a_file_may_have_a_unit_and_an_up_axis_of_its_own() {
    let mut files = two_bodies();
    let text = String::from_utf8(files["other.bvh"].clone()).unwrap();
    // Written by others: nothing in it says its unit, and it is in inches.
    let inches = text.replace(['\t', '\r'], " ");
    files.insert("other.bvh".into(), inches.into_bytes());
    let travelled = |said: &str| {
        let loaded = project(&format!("{TWO}{said}"), &files).unwrap_or_else(|problem| panic!("{problem}"));
        loaded.brought.iter().find(|brought| brought.file == "other.bvh").expect("it was brought").scale
    };
    let [centimetres, inches] =
        ["unit = \"cm\"", "unit = 0.0254"].map(|unit| travelled(&format!("[files.\"other.bvh\"]\n{unit}\n")));
    assert!((centimetres / inches - 2.54).abs() < 1e-3, "{centimetres} and {inches}");
    let both = travelled("[files.\"o*.bvh\"]\nunit = \"cm\"\nup = \"y\"\n");
    assert!((both - centimetres).abs() < 1e-6, "{both} and {centimetres}");
    let wrong = |said: &str| {
        project(&format!("{TWO}[files.\"other.bvh\"]\n{said}\n"), &files).unwrap_err().to_string()
    };
    assert!(wrong("unit = \"ell\"").contains("auto, m, cm, mm"));
    assert!(wrong("up = \"x\"").contains("auto, y, z"));
}

#[test]
fn a_recording_without_the_skeletons_hips_goes_by_what_joints_are_for() {
    let mut files = two_bodies();
    let renamed = made(|clip| clip.joints[0].name = "Pelvis".into());
    files.insert("other.bvh".into(), bvh::write(&renamed, &WriteOptions::default()).into_bytes());
    let loaded = project(TWO, &files).unwrap_or_else(|problem| panic!("{problem}"));
    let [own, other] = ["own", "other"].map(|name| loaded.motions[name].pose(adverb::VerbTime(0.5)));
    let far = own.iter().zip(&other).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    assert!(far < 0.02, "DOFs {far} apart");
}

#[test]
fn a_map_of_hips_alone_says_what_else_to_write_where_the_shape_does_not_tell() {
    let mut files = two_bodies();
    let strange = made(|clip| {
        scaled(clip, &["LeftLeg", "LeftForeArm"], 1.8);
        clip.joints.iter_mut().enumerate().for_each(|(j, joint)| joint.name = format!("k{j}"));
    });
    files.insert("other.bvh".into(), bvh::write(&strange, &WriteOptions::default()).into_bytes());
    let text = format!("{TWO}[files.\"other.bvh\"]\njoints = {{ Hips = \"k0\" }}\n");
    let loaded = project(&text, &files).unwrap_or_else(|problem| panic!("{problem}"));
    let found = loaded.warnings.iter().find(|found| found.criterion == Criterion::MissingJoints);
    let remedy = &found.expect("a finding").remedy;
    assert!(
        remedy.contains("[files.\"other.bvh\"] joints = { LeftUpLeg = ") && remedy.contains("k1"),
        "{remedy}"
    );
}

#[test]
fn the_second_joint_of_a_name_can_be_named() {
    let plain = made(|_| {});
    let doubled = made(|clip| {
        let hand = clip.joints.iter_mut().find(|joint| joint.name == "RightHand");
        hand.expect("a hand").name = "LeftHand".into();
    });
    let target = Target::of_file(&plain).expect("a body");
    let hand = plain.joints.iter().position(|joint| joint.name == "RightHand").expect("a hand");
    let second = [("RightHand".to_string(), "LeftHand#2".to_string())];
    let put = put(&[&doubled], &target, &second).unwrap_or_else(|problem| panic!("{problem}"));
    let follow = put.binding.joints[hand].follows.expect("it follows");
    assert_eq!(follow.from, hand);
    let third = [("RightHand".to_string(), "LeftHand#3".to_string())];
    assert!(adverb_author::retarget::put(&[&doubled], &target, &third).is_err());
}

#[test]
fn a_joint_map_overrides_what_is_guessed_and_unknown_bodies_say_what_to_write() {
    let mut strange = made(|clip| {
        for (j, joint) in clip.joints.iter_mut().enumerate() {
            joint.name = format!("k{j}");
        }
    });
    strange.source.file = "strange.bvh".into();
    let mut files = two_bodies();
    files.insert("strange.bvh".into(), bvh::write(&strange, &WriteOptions::default()).into_bytes());
    let text = TWO.replace("other.bvh", "strange.bvh");
    let error = project(&text, &files).unwrap_err().to_string();
    assert!(
        error.contains("hips") && error.contains("[files.\"strange.bvh\"] joints = { Hips = \"k0\""),
        "{error}"
    );
    let own = made(|_| {});
    let pairs: Vec<String> = (own.joints.iter().zip(&strange.joints))
        .filter(|(joint, _)| !joint.end)
        .map(|(joint, other)| format!("{} = {:?}", joint.name, other.name))
        .collect();
    let given = format!("{text}[files.\"strange.bvh\"]\njoints = {{ {} }}\n", pairs.join(", "));
    let loaded = project(&given, &files).unwrap_or_else(|problem| panic!("{problem}"));
    let [own, other] = ["own", "other"].map(|name| loaded.motions[name].pose(adverb::VerbTime(0.5)));
    let far = own.iter().zip(&other).skip(7).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    assert!(far < 0.02, "DOFs {far} apart");
    let error = project(&given.replace("Hips =", "Hip ="), &files).unwrap_err().to_string();
    assert!(error.contains("\"Hip\"") && error.contains("Hips"), "{error}");
}

#[test]
fn an_arm_that_the_skeleton_lacks_is_told() {
    let mut files = two_bodies();
    let mut armless = made(|_| {});
    for name in ["LeftShoulder", "LeftArm", "LeftForeArm", "LeftHand"] {
        armless
            .joints
            .iter_mut()
            .filter(|joint| joint.name == name)
            .for_each(|joint| joint.name = "gone".into());
    }
    files.insert("own.bvh".into(), bvh::write(&armless, &WriteOptions::default()).into_bytes());
    let loaded = project(TWO, &files).unwrap_or_else(|problem| panic!("{problem}"));
    let told = loaded.warnings.iter().find(|found| found.criterion == Criterion::UnusedJoints);
    assert!(told.expect("a warning").said().contains("l_Arm"), "{told:?}");
}

#[test]
fn one_verb_is_made_of_takes_of_three_skeletons() {
    let Some(data) = data_dir() else { return };
    let files: BTreeMap<String, Vec<u8>> =
        [CMU, BANDAI_NAMCO, "motion/asf-amc/pirouette.amc", "motion/asf-amc/pirouette.asf"]
            .into_iter()
            .map(|file| {
                (file.rsplit('/').next().unwrap().to_string(), std::fs::read(data.join(file)).unwrap())
            })
            .collect();
    let text = r#"
[motions.normal]
file = "dataset-1_walk_normal_001.bvh"
keys = [{ left-down = 108 }, { right-down = 124 }, { left-down = 140 }]
[motions.brisk]
file = "07_01.bvh"
keys = [{ left-down = 57 }, { right-down = 124 }, { left-down = 188 }]
[motions.turn]
file = "pirouette.amc"
keys = [{ left-down = 30 }, { right-down = 90 }, { left-down = 150 }]
[verbs.walk]
adverbs = { style = [0, 1], turn = [0, 1] }
[[verbs.walk.examples]]
motion = "normal"
at = { style = 0, turn = 0 }
[[verbs.walk.examples]]
motion = "brisk"
at = { style = 1, turn = 0 }
[[verbs.walk.examples]]
motion = "turn"
at = { style = 0, turn = 1 }
"#;
    let mut folder = |name: &str| files.get(name).cloned().ok_or_else(|| format!("there is no {name}"));
    let loaded =
        Project::load("adverb.toml", text, &mut folder).unwrap_or_else(|problem| panic!("{problem}"));
    let others = loaded.warnings.iter().filter(|found| found.criterion == Criterion::OtherBody).count();
    assert_eq!(others, 2, "{:?}", loaded.warnings);
    let built = loaded.build(&loaded.verbs[0]).unwrap_or_else(|problem| panic!("{problem}"));
    // Steered from one to the other, nothing jumps: neighbouring points have neighbouring poses.
    let verb = &built.verb;
    let pose = |at: [f32; 2]| {
        let setting = adverb::Setting::new(verb, &at);
        let mut dofs = vec![0.0; verb.skeleton().dofs().len()];
        verb.pose(&setting, adverb::CanonicalTime(0.4), &mut dofs);
        dofs
    };
    for axis in 0..2 {
        let along = |i: usize| if axis == 0 { [i as f32 / 50.0, 0.0] } else { [0.0, i as f32 / 50.0] };
        for i in 0..50 {
            let (a, b) = (pose(along(i)), pose(along(i + 1)));
            let far = a.iter().zip(&b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(far < 0.25, "axis {axis}, step {i}: {far}");
        }
    }
}

#[test]
fn quadrupeds_follow_each_other_by_their_names() {
    let Some(data) = data_dir() else { return };
    let bytes = std::fs::read(data.join("mesh/gltf/Fox.glb")).unwrap();
    let fox = import_with("Fox.glb", &bytes, &ImportOptions::default(), &mut |_| None).unwrap();
    let mut other = fox.clone();
    scaled(&mut other, &["015", "016", "018", "019"], 1.1);
    let result = on(&fox, &other);
    for world in worlds(&result) {
        assert!(world.iter().all(|joint| joint.translation.is_finite() && joint.rotation.is_normalized()));
    }
    let head = fox.joints.iter().position(|joint| joint.name.contains("Head")).expect("a head");
    let turned = |a: &Clip, b: &Clip| {
        let pairs = worlds(a).into_iter().zip(worlds(b));
        pairs.map(|(a, b)| a[head].rotation.angle_between(b[head].rotation)).fold(0.0, f64::max)
    };
    assert!(turned(&fox, &result) < 0.2, "its head is turned by {}", turned(&fox, &result));
}

/// Makes a body another.
type Shaper<'a> = &'a dyn Fn(&mut Clip);

/// Bodies that no figure drawn by hand would have.
#[test]
fn odd_bodies_are_put_on_or_named() {
    let plain = made(|_| {});
    let legless = |clip: &mut Clip| {
        for joint in &mut clip.joints {
            if ["Leg", "Foot", "Toe"].iter().any(|part| joint.name.contains(part)) {
                joint.name = format!("skirt{}", joint.name.len());
            }
        }
    };
    let three_legged = |clip: &mut Clip| {
        let n = clip.joints.len();
        let leg = clip.joints.iter().position(|joint| joint.name == "LeftUpLeg").unwrap();
        let mut third = clip.joints[leg].clone();
        third.name = "MiddleUpLeg".into();
        clip.joints.push(third);
        let frames: Vec<Transform> =
            clip.locals.chunks(n).flat_map(|frame| frame.iter().copied().chain([frame[leg]])).collect();
        clip.locals = frames;
    };
    let pointless = |clip: &mut Clip| scaled(clip, &["LeftFoot", "RightForeArm", "Head"], 0.0);
    let striding = |clip: &mut Clip| {
        let locals = clip.frame(17).to_vec();
        clip.joints.iter_mut().zip(locals).for_each(|(joint, local)| joint.rest.rotation = local.rotation);
    };
    let doubled = |clip: &mut Clip| {
        clip.joints.iter_mut().for_each(|joint| {
            if joint.name == "RightHand" {
                joint.name = "LeftHand".into();
            }
        })
    };
    let rooted = |clip: &mut Clip| clip.joints[0].name = "Root".into();
    let shapers: [(&str, Shaper); 6] = [
        ("no legs", &legless),
        ("three legs", &three_legged),
        ("bones without length", &pointless),
        ("a rest pose in mid-stride", &striding),
        ("doubled names", &doubled),
        ("a root that is not called hips", &rooted),
    ];
    for (what, shaped) in shapers {
        let odd = made(shaped);
        for (source, body) in [(&odd, &plain), (&plain, &odd)] {
            let target = Target::of_file(body).unwrap_or_else(|problem| panic!("{what}: {problem}"));
            match put(&[source], &target, &[]) {
                Ok(result) => {
                    for world in worlds(&result.clips[0]) {
                        let sane = |joint: &Transform| {
                            joint.translation.is_finite() && (joint.rotation.length() - 1.0).abs() < 1e-6
                        };
                        assert!(world.iter().all(sane), "{what}");
                    }
                }
                Err(problem) => assert!(problem.to_string().contains("joints = {"), "{what}: {problem}"),
            }
        }
    }
}

#[test]
fn a_file_with_a_skeleton_alone_is_a_body() {
    let (walk, body) = (made(|_| {}), made(|clip| clip.locals.clear()));
    let [mm, degrees] = apart(&walk, &on(&walk, &body));
    assert!(mm < 1.0 && degrees < 0.5, "{mm} mm, {degrees}°");
}

#[test]
fn a_pelvis_is_as_upright_from_a_rest_pose_in_mid_stride() {
    let plain = made(|_| {});
    let striding = made(|clip| {
        let locals = clip.frame(17).to_vec();
        clip.joints.iter_mut().zip(locals).for_each(|(joint, local)| joint.rest.rotation = local.rotation);
    });
    let result = on(&striding, &plain);
    let hips = |clip: &Clip| clip.world(clip.frame(40))[0].rotation;
    let turned = hips(&plain).angle_between(hips(&result)).to_degrees();
    assert!(turned < 8.0, "its hips are turned by {turned}°");
}

#[test]
fn a_rest_pose_that_lies_is_stood_up_as_its_motions_are() {
    let plain = made(|_| {});
    for turn in [-1.0, 1.0, 2.0].map(|quarters| DQuat::from_rotation_x(quarters * FRAC_PI_2)) {
        let lying = made(|clip| {
            let n = clip.joints.len();
            let root = |j: usize| clip.joints[j % n].parent.is_none();
            let is_root: Vec<bool> = (0..n).map(root).collect();
            for (k, local) in clip.locals.iter_mut().enumerate() {
                local.rotation = match is_root[k % n] {
                    true => local.rotation * turn.inverse(),
                    false => turn * local.rotation * turn.inverse(),
                };
                local.translation = if is_root[k % n] { local.translation } else { turn * local.translation };
            }
            for joint in clip.joints.iter_mut().filter(|joint| joint.parent.is_some()) {
                joint.rest.translation = turn * joint.rest.translation;
            }
        });
        for (own, other) in [(&lying, &plain), (&plain, &lying)] {
            let (was, is) = (worlds(own), worlds(&on(own, other)));
            let far = |(a, b): (&Vec<Transform>, &Vec<Transform>)| {
                a.iter().zip(b).map(|(a, b)| a.translation.distance(b.translation)).fold(0.0, f64::max)
            };
            let most = was.iter().zip(&is).map(far).fold(0.0, f64::max);
            assert!(most < 2e-3, "{most} m");
        }
    }
}

#[test]
fn limbs_of_other_names_are_followed_whatever_else_agrees() {
    let walk = made(|_| {});
    let renamed = made(|clip| {
        for joint in &mut clip.joints {
            joint.name = joint.name.replace("UpLeg", "Thigh").replace("ForeArm", "Elbow");
        }
    });
    let files: BTreeMap<String, Vec<u8>> = [("walk.bvh", &walk), ("other.bvh", &renamed)]
        .map(|(name, clip)| (name.to_string(), bvh::write(clip, &WriteOptions::default()).into_bytes()))
        .into();
    let text = "[motions]\nwalk = { file = \"walk.bvh\" }\nother = { file = \"other.bvh\" }\n";
    let project = project(text, &files).expect("a project");
    let [own, other] = ["walk", "other"].map(|name| &project.motions[name]);
    let most = (0..=20).map(|k| {
        let at = |motion: &adverb_author::motion::Motion| motion.pose(adverb::VerbTime(0.05 * f64::from(k)));
        at(own).iter().zip(at(other)).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
    });
    let most = most.fold(0.0, f32::max);
    assert!(most < 0.02, "{most}");
}
