//! Damaged meshes end in an error, or are driven.

use adverb_author::character::Character;
use serde_json::json;

use super::made::{t_pose, walk};

/// Reads bytes as a character and, where that goes well, moves it.
fn survives(bytes: &[u8]) {
    if let Ok(character) = Character::read("damaged.glb", bytes, &mut |_| None) {
        let (gait, skeleton) = walk();
        let mut clip = gait.clip;
        clip.locals.truncate(2 * clip.joints.len());
        if let Ok(driven) = character.driven(&skeleton, &clip, &[], &[]) {
            character.glb(&driven.clip);
        }
    }
}

#[test]
fn every_prefix_is_refused() {
    let bytes = t_pose().glb();
    for length in 0..bytes.len() {
        assert!(Character::read("cut.glb", &bytes[..length], &mut |_| None).is_err(), "{length} bytes");
    }
}

#[test]
fn no_change_of_a_byte_of_the_document_leads_astray() {
    let bytes = t_pose().glb();
    let json = 20 + u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    for at in (0..json).step_by(7) {
        for change in [b'0', b'9', b'"', b'}', 0xff] {
            let mut changed = bytes.clone();
            changed[at] = change;
            survives(&changed);
        }
    }
}

#[test]
fn a_skin_without_any_data_is_driven_from_its_nodes() {
    let (mut document, _) = t_pose().document();
    for list in ["accessors", "bufferViews", "buffers", "animations", "images", "textures", "materials"] {
        document.as_object_mut().unwrap().remove(list);
    }
    document["meshes"] = json!([{ "primitives": [{ "attributes": {} }] }]);
    document["skins"][0].as_object_mut().unwrap().remove("inverseBindMatrices");
    let character = Character::read("bare.gltf", document.to_string().as_bytes(), &mut |_| None).unwrap();
    let (gait, skeleton) = walk();
    let driven = character.driven(&skeleton, &gait.clip, &[], &[]).unwrap().clip;
    assert!(character.glb(&driven).starts_with(b"glTF"));
}

#[test]
fn a_chain_of_a_great_many_joints_is_no_matter() {
    for (count, fits) in [(1_000, true), (9_000, false)] {
        let node = |j: usize| match j + 1 < count {
            true => json!({ "name": format!("LeftArm{j}"), "children": [j + 1] }),
            false => json!({ "mesh": 0, "skin": 0 }),
        };
        let document = json!({
            "asset": { "version": "2.0" }, "nodes": (0..count).map(node).collect::<Vec<_>>(),
            "skins": [{ "joints": (0..count - 1).collect::<Vec<_>>() }],
            "meshes": [{ "primitives": [{ "attributes": {} }] }]
        });
        let read = Character::read("long.gltf", document.to_string().as_bytes(), &mut |_| None);
        assert_eq!(read.is_ok(), fits, "{count}");
        let (gait, skeleton) = walk();
        // It has no hips.
        assert!(!read.is_ok_and(|character| character.driven(&skeleton, &gait.clip, &[], &[]).is_ok()));
    }
}
