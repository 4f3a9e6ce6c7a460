//! VRM, whose files say which node is which bone of a person, and have expressions.

use adverb_author::character::Character;
use adverb_author::formats::read_mesh;
use adverb_testdata::gltf::glb;
use adverb_testdata::mixamo::{Figure, PREFIX, Part};
use serde_json::{Value, json};

use super::made::{t_pose, walk};
use crate::support::gltf::taken_apart;

/// What VRM calls one of Mixamo's joints, in version 1.0 or 0.x.
fn human(name: &str, version: u32) -> Option<String> {
    let name = name.strip_prefix(PREFIX)?;
    let side = ["Left", "Right"].into_iter().find(|side| name.starts_with(side));
    let Some(side) = side else {
        let spine = [("Hips", "hips"), ("Spine", "spine"), ("Spine1", "chest"), ("Spine2", "upperChest")];
        let rest = [("Neck", "neck"), ("Head", "head")];
        return spine.into_iter().chain(rest).find(|(own, _)| *own == name).map(|(_, bone)| bone.into());
    };
    let part = match &name[side.len()..] {
        "Shoulder" => "Shoulder".into(),
        "Arm" => "UpperArm".into(),
        "ForeArm" => "LowerArm".into(),
        "Hand" => "Hand".into(),
        "UpLeg" => "UpperLeg".into(),
        "Leg" => "LowerLeg".into(),
        "Foot" => "Foot".into(),
        "ToeBase" => "Toes".into(),
        finger => {
            let finger = finger.strip_prefix("Hand")?.replace("Pinky", "Little");
            let (finger, link) = finger.split_at(finger.len() - 1);
            let links = match (finger, version) {
                ("Thumb", 1) => ["Metacarpal", "Proximal", "Distal"],
                _ => ["Proximal", "Intermediate", "Distal"],
            };
            format!("{finger}{}", links.get(link.parse::<usize>().ok()? - 1)?)
        }
    };
    Some(format!("{}{part}", side.to_lowercase()))
}

/// The made figure with names that say nothing or lie, and what VRM says of it; version 0.x faces −z.
fn file(version: Option<u32>) -> Vec<u8> {
    let plain = Figure { parts: &[Part::Body], ..Figure::default() }.glb();
    let (mut json, bin) = taken_apart(&plain);
    let mut bones: Vec<(String, usize)> = Vec::new();
    for (n, node) in json["nodes"].as_array_mut().expect("nodes").iter_mut().enumerate() {
        let name = node["name"].as_str().unwrap_or_default().to_string();
        bones.extend(human(&name, version.unwrap_or(1)).map(|bone| (bone, n)));
        node["name"] =
            json!(if name.ends_with("HeadTop_End") { "left_hand_leg".into() } else { format!("骨{n}") });
    }
    match version {
        Some(0) => {
            let list: Vec<Value> = bones.iter().map(|(bone, n)| json!({ "bone": bone, "node": n })).collect();
            json["extensions"] = json!({ "VRM": { "humanoid": { "humanBones": list } } });
            let tops = json["scenes"][0]["nodes"].clone();
            let nodes = json["nodes"].as_array_mut().expect("nodes");
            nodes.push(json!({ "name": "turned", "children": tops, "rotation": [0, 1, 0, 0] }));
            let last = nodes.len() - 1;
            json["scenes"][0]["nodes"] = json!([last]);
        }
        Some(_) => {
            let map: serde_json::Map<String, Value> =
                bones.iter().map(|(bone, n)| (bone.clone(), json!({ "node": n }))).collect();
            json["extensions"] =
                json!({ "VRMC_vrm": { "specVersion": "1.0", "humanoid": { "humanBones": map } } });
        }
        None => {}
    }
    glb(&json, bin)
}

#[test]
fn a_vrm_follows_by_its_own_word_whatever_its_joints_are_called() {
    let (gait, skeleton) = walk();
    let of = |bytes: &[u8], file: &str| Character::read(file, bytes, &mut |_| None).unwrap();
    let named =
        of(&Figure::default().glb(), "hero.glb").driven(&skeleton, &gait.clip, &[], &[]).unwrap().clip;
    for version in [0, 1] {
        let driven = of(&file(Some(version)), "hero.vrm").driven(&skeleton, &gait.clip, &[], &[]).unwrap();
        for frame in [0, 33] {
            let (a, b) = (driven.clip.world(driven.clip.frame(frame)), named.world(named.frame(frame)));
            let far = a.iter().zip(&b).map(|(a, b)| a.translation.distance(b.translation));
            // Names and roles spread the spine differently; fingers are among them.
            let far = far.fold(0.0, f64::max);
            assert!(far < 1e-2, "VRM {version}: {far} m off at frame {frame}");
        }
    }
    let silent = of(&file(None), "hero.vrm").driven(&skeleton, &gait.clip, &[], &[]);
    assert!(silent.is_err(), "without the extension nobody knows its joints");
}

#[test]
fn joints_of_a_vrm_may_be_given_by_their_names() {
    let (gait, skeleton) = walk();
    let character = Character::read("hero.vrm", &file(Some(1)), &mut |_| None).unwrap();
    let head = character.figure().joints.iter().position(|joint| joint.name == "骨5").expect("the head");
    let given = [("Neck".to_string(), "骨5".to_string())];
    let plain = character.driven(&skeleton, &gait.clip, &[], &[]).unwrap().clip;
    let other = character.driven(&skeleton, &gait.clip, &[], &given).unwrap().clip;
    let turned = plain.frame(9)[head].rotation.angle_between(other.frame(9)[head].rotation);
    assert!(turned > 1e-4, "the head goes with the neck: {turned}");
}

#[test]
fn expressions_of_a_vrm_are_morph_targets_by_the_names_of_version_1() {
    let with = |extensions: Value| {
        let (mut json, bin) = t_pose().document();
        json["extensions"] = extensions;
        read_mesh("face.vrm", &glb(&json, &bin), &mut |_| None).unwrap()
    };
    let node = t_pose().joints.len() + 1;
    let zero = json!({ "VRM": { "humanoid": { "humanBones": [] }, "blendShapeMaster": { "blendShapeGroups": [
        { "name": "Joy", "presetName": "joy", "binds": [{ "mesh": 0, "index": 0, "weight": 50 }] },
        { "name": "Odd", "presetName": "unknown", "binds": [{ "mesh": 0, "index": 0, "weight": 100 }] },
        { "name": "Neutral", "presetName": "neutral", "binds": [] },
        { "name": "Lost", "presetName": "unknown", "binds": [{ "mesh": 0, "index": 7, "weight": 100 }] } ] } } });
    let bind = |weight: f64| json!({ "morphTargetBinds": [{ "node": node, "index": 0, "weight": weight }] });
    let one = json!({ "VRMC_vrm": { "humanoid": { "humanBones": {} }, "expressions": {
        "preset": { "happy": bind(0.5), "neutral": {} }, "custom": { "Odd": bind(1.0) } } } });
    for extensions in [zero, one] {
        let read = with(extensions);
        let names: Vec<&str> = read.targets.iter().map(|target| target.name.as_str()).collect();
        assert_eq!(names, ["smile", "happy", "Odd"]);
        let [smile, happy, odd] = &read.targets[..] else { panic!("three") };
        assert_eq!((&smile.vertices, &smile.positions), (&odd.vertices, &odd.positions));
        assert!(happy.positions.iter().zip(&smile.positions).all(|(half, whole)| 2.0 * *half == *whole));
        assert_eq!(read.weights, [0.0; 3]);
        assert!(adverb_author::formats::gltf::mesh::write(&read).is_ok());
    }
    // A word that is not as the format has it says nothing.
    let read = with(json!({ "VRM": { "humanoid": 3 }, "VRMC_vrm": [] }));
    assert_eq!(read.targets.len(), 1);
}
