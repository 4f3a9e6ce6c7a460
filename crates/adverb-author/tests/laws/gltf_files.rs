//! Real glTF files read sensibly, and the three interpolations give what their formulas say.

use adverb_author::Clip;
use adverb_author::clip::Format;
use adverb_author::finding::Finding;
use adverb_author::formats::gltf::{self, clip::ReadOptions};
use glam::{DQuat, DVec3, DVec4};
use serde_json::Value;

fn read(name: &str) -> Option<Clip> {
    read_animation(name, None)
}

fn read_animation(name: &str, animation: Option<&str>) -> Option<Clip> {
    let bytes = std::fs::read(adverb_testdata::data_dir()?.join("mesh/gltf").join(name)).unwrap();
    Some(gltf::clip::read_with(name, &bytes, ReadOptions { animation }, &mut |_| None).unwrap())
}

fn height_m(clip: &Clip, frame: usize) -> f64 {
    let heights = clip.world(clip.frame(frame)).into_iter().map(|t| t.translation.y);
    let (low, high) = heights.fold((f64::MAX, f64::MIN), |(low, high), y| (low.min(y), high.max(y)));
    high - low
}

#[test]
fn cesium_man_walks_upright_at_24_frames_per_second() {
    let Some(clip) = read("CesiumMan.glb") else { return };
    assert_eq!((clip.joints.len(), clip.frame_count(), clip.fps), (19, 48, 24.0));
    assert_eq!(clip.source.format, Format::Glb);
    assert!(clip.source.warnings.is_empty(), "{:?}", clip.source.warnings);
    assert_eq!(clip.joints[0].parent, None);
    assert_eq!(clip.joints.iter().filter(|j| j.parent.is_none()).count(), 1);
    for frame in 0..48 {
        // The Z_UP and Armature nodes above are folded in, or he would lie.
        let height = height_m(&clip, frame);
        assert!((1.0..1.6).contains(&height), "{height} m in frame {frame}");
        let world = clip.world(clip.frame(frame));
        let y = |name: &str| world[clip.joint_named(name).unwrap()].translation.y;
        assert!(y("Skeleton_neck_joint_2") > y("leg_joint_L_5") + 0.7, "frame {frame}");
    }
}

#[test]
fn rigged_figure_stands_upright_with_its_sparse_keys_filled_in() {
    let Some(clip) = read("RiggedFigure.glb") else { return };
    assert_eq!((clip.joints.len(), clip.frame_count(), clip.fps), (19, 31, 24.0));
    assert!((0.9..1.6).contains(&height_m(&clip, 0)), "{}", height_m(&clip, 0));
}

#[test]
fn the_fox_has_three_animations_to_choose_from() {
    let Some(survey) = read("Fox.glb") else { return };
    assert_eq!((survey.joints.len(), survey.frame_count(), survey.fps), (24, 83, 24.0));
    let said = survey.source.assumptions.iter().map(Finding::said).collect::<Vec<_>>().join("\n");
    assert!(said.contains("'Survey' was read; there are also: Walk, Run"), "{said}");
    let walk = read_animation("Fox.glb", Some("Walk")).unwrap();
    assert_eq!((walk.frame_count(), walk.fps), (18, 24.0));
    assert_eq!(walk, read_animation("Fox.glb", Some("1")).unwrap());
    let bytes = std::fs::read(adverb_testdata::data_dir().unwrap().join("mesh/gltf/Fox.glb")).unwrap();
    let options = ReadOptions { animation: Some("Trot") };
    let error = gltf::clip::read_with("Fox.glb", &bytes, options, &mut |_| None).unwrap_err().to_string();
    assert_eq!(error, "Fox.glb: it has no animation \"Trot\" that moves a joint; it has: Survey, Walk, Run");
}

#[test]
fn rigged_simple_bends_without_changing_its_length() {
    let Some(clip) = read("RiggedSimple.glb") else { return };
    assert_eq!((clip.joints.len(), clip.frame_count(), clip.fps), (2, 50, 24.0));
    for frame in 0..50 {
        assert!((clip.frame(frame)[1].translation.length() - 4.187).abs() < 1e-2);
    }
}

#[test]
fn simple_skin_reads_its_embedded_buffers() {
    let Some(clip) = read("SimpleSkin.gltf") else { return };
    assert_eq!(clip.source.format, Format::Gltf);
    let names: Vec<&str> = clip.joints.iter().map(|j| j.name.as_str()).collect();
    assert_eq!(names, ["node_1", "node_2"]);
    assert_eq!((clip.frame_count(), clip.fps), (133, 24.0));
    // Keyed at 1 s and 1.5 s as a quarter turn about z.
    let quarter = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2);
    assert!(clip.frame(24)[1].rotation.angle_between(quarter) < 1e-2, "{}", clip.frame(24)[1].rotation);
}

#[test]
fn files_without_a_skeleton_are_refused_with_the_reason() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let files = ["gltf/AnimatedMorphCube", "gltf/MorphStressTest", "sequences/Flamingo", "sequences/Horse"];
    for file in files.into_iter().chain(["sequences/Parrot", "sequences/Stork"]) {
        let bytes = std::fs::read(data.join("mesh").join(file).with_extension("glb")).unwrap();
        let error = gltf::clip::read(file, &bytes).unwrap_err().to_string();
        assert!(
            error.starts_with(file) && error.contains("no skeleton") && error.contains("morph"),
            "{error}"
        );
    }
}

/// The keys of an animation's first channel, taken out of the file by other means: node, times, rows of values.
fn keys(bytes: &[u8], animation: &str) -> (usize, Vec<f64>, Vec<DVec4>) {
    let json_len = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let document: Value = serde_json::from_slice(&bytes[20..20 + json_len]).unwrap();
    let index = |v: &Value| v.as_u64().unwrap_or(0) as usize;
    let floats = |accessor: usize, width: usize| -> Vec<f64> {
        let accessor = &document["accessors"][accessor];
        let view = &document["bufferViews"][index(&accessor["bufferView"])];
        let at = 28 + json_len + index(&view["byteOffset"]) + index(&accessor["byteOffset"]);
        assert_eq!((accessor["componentType"].as_u64(), view["byteStride"].as_u64()), (Some(5126), None));
        let bytes = &bytes[at..][..4 * width * index(&accessor["count"])];
        bytes.chunks(4).map(|b| f32::from_le_bytes(b.try_into().unwrap()).into()).collect()
    };
    let animation =
        document["animations"].as_array().unwrap().iter().find(|a| a["name"] == animation).unwrap();
    let (channel, sampler) = (&animation["channels"][0], &animation["samplers"][0]);
    let width = if channel["target"]["path"] == "rotation" { 4 } else { 3 };
    let values = floats(index(&sampler["output"]), width);
    let row = |v: &[f64]| DVec4::new(v[0], v[1], v[2], v.get(3).copied().unwrap_or(0.0));
    (
        index(&channel["target"]["node"]),
        floats(index(&sampler["input"]), 1),
        values.chunks(width).map(row).collect(),
    )
}

#[test]
fn step_linear_and_cubic_give_what_their_formulas_say() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let bytes = std::fs::read(data.join("mesh/gltf/InterpolationTest.glb")).unwrap();
    let mut compared = 0;
    for kind in ["Step", "Linear", "CubicSpline"] {
        for property in ["Rotation", "Translation"] {
            let name = format!("{kind} {property}");
            let (node, times, rows) = keys(&bytes, &name);
            let clip = read_animation("InterpolationTest.glb", Some(&name)).unwrap();
            assert!((clip.duration_secs() - (times[times.len() - 1] - times[0])).abs() < 1e-6);
            for frame in 0..clip.frame_count() {
                let t = times[0] + frame as f64 / clip.fps;
                let key = times.iter().rposition(|&key| key <= t + 1e-5).unwrap();
                let span = times.get(key + 1).map_or(1.0, |next| next - times[key]);
                let u = ((t - times[key]) / span).max(0.0);
                let u = if u * span < 1e-5 { 0.0 } else { u };
                let expected = match kind {
                    "Step" => rows[key],
                    "Linear" if u == 0.0 => rows[key],
                    "Linear" if property == "Translation" => rows[key] * (1.0 - u) + rows[key + 1] * u,
                    "Linear" => slerp(rows[key], rows[key + 1], u),
                    _ if u == 0.0 => rows[3 * key + 1],
                    _ => {
                        let (p0, m0) = (rows[3 * key + 1], span * rows[3 * key + 2]);
                        let (m1, p1) = (span * rows[3 * key + 3], rows[3 * key + 4]);
                        let (u2, u3) = (u * u, u * u * u);
                        let p = p0 * (2.0 * u3 - 3.0 * u2 + 1.0) + m0 * (u3 - 2.0 * u2 + u);
                        p + p1 * (-2.0 * u3 + 3.0 * u2) + m1 * (u3 - u2)
                    }
                };
                let local = clip.frame(frame)[node];
                if property == "Rotation" {
                    let apart = DVec4::from(local.rotation).dot(expected.normalize()).abs();
                    assert!(apart > 1.0 - 1e-9, "{name} frame {frame}: {} {expected}", local.rotation);
                } else {
                    let apart = local.translation.distance(expected.truncate());
                    assert!(apart < 1e-6, "{name} frame {frame}: {} {expected}", local.translation);
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 250, "{compared}");
}

/// Along the great circle, the short way.
fn slerp(a: DVec4, b: DVec4, u: f64) -> DVec4 {
    let b = if a.dot(b) < 0.0 { -b } else { b };
    let angle = a.dot(b).clamp(-1.0, 1.0).acos();
    if angle < 1e-9 {
        return a;
    }
    (a * ((1.0 - u) * angle).sin() + b * (u * angle).sin()) / angle.sin()
}

#[test]
fn the_rest_pose_is_that_of_the_nodes() {
    let Some(clip) = read("Fox.glb") else { return };
    let spine = clip.joint_named("b_Spine01_02").unwrap();
    assert!(clip.joints[spine].rest.translation.distance(DVec3::new(12.850601196289062, 0.0, 0.0)) < 1e-12);
}
