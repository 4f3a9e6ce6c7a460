//! A character from an FBX file is the same figure as from a GLB, with its pictures. A warning names what is left out.

use adverb_author::Clip;
use adverb_author::character::Character;
use adverb_author::finding::Criterion;
use adverb_author::formats::read_mesh;
use adverb_author::picture::Image;
use adverb_testdata::mixamo::{Figure, Part, Pictures};
use glam::DVec3;
use serde_json::Value;

use crate::support::gltf::taken_apart;

fn picture(width: u32, height: u32, colour: [u8; 4]) -> Vec<u8> {
    Image { width, height, rgba: colour.repeat((width * height) as usize) }.png()
}

fn pictures() -> Pictures {
    Pictures {
        embedded: picture(4, 4, [200, 150, 120, 255]),
        beside: ["eyes.png", "normals.png", "rough.png", "metal.png"],
    }
}

fn figure() -> Figure {
    Figure { parts: &Part::ALL, ..Figure::default() }
}

/// What lies beside the file.
fn beside(path: &str) -> Option<Vec<u8>> {
    Some(match path {
        "eyes.png" => picture(2, 2, [10, 20, 30, 255]),
        "hero.fbm/normals.png" => picture(2, 2, [128, 128, 255, 255]),
        "rough.png" => picture(4, 2, [77, 77, 77, 255]),
        "textures/metal.png" => picture(2, 4, [33, 33, 33, 255]),
        _ => return None,
    })
}

fn hero() -> Character {
    Character::read("hero.fbx", &figure().fbx(&pictures()), &mut beside).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn an_fbx_character_is_the_figure_of_the_glb() {
    let (fbx, glb) = (hero(), Character::read("hero.glb", &figure().glb(), &mut |_| None).unwrap());
    let places = |clip: &Clip| -> Vec<DVec3> {
        clip.world(&clip.rest()).iter().map(|joint| joint.translation).collect()
    };
    let (own, there) = (places(fbx.figure()), places(glb.figure()));
    assert!(own.len() > 40, "{}", own.len());
    for (j, joint) in fbx.figure().joints.iter().enumerate() {
        let same = glb.figure().joints.iter().position(|other| other.name == joint.name);
        let same = same.unwrap_or_else(|| panic!("{}", joint.name));
        assert!(own[j].distance(there[same]) < 1e-4, "{}: {} {}", joint.name, own[j], there[same]);
    }
    // And so are its meshes, vertex by vertex.
    let read = |name: &str, bytes: &[u8]| read_mesh(name, bytes, &mut |_| None).unwrap();
    let bytes = fbx.file();
    let (own, there) = (read("own.glb", &bytes), read("there.glb", &figure().glb()));
    assert_eq!(own.mesh.positions.len(), there.mesh.positions.len());
    for (own, there) in own.mesh.positions.iter().zip(&there.mesh.positions) {
        assert!(own.distance(*there) < 1e-4, "{own} {there}");
    }
}

#[test]
fn pictures_come_embedded_or_from_beside_the_file() {
    let bytes = hero().file();
    let (json, bin) = taken_apart(&bytes);
    let named = |name: &str| {
        let all = json["materials"].as_array().unwrap();
        all.iter().find(|material| material["name"] == name).unwrap_or_else(|| panic!("{name}: {json:#}"))
    };
    let image = |texture: &Value| {
        let source = &json["textures"][texture["index"].as_u64().expect("a texture") as usize]["source"];
        let view = &json["images"][source.as_u64().unwrap() as usize]["bufferView"];
        let view = &json["bufferViews"][view.as_u64().unwrap() as usize];
        let start = view["byteOffset"].as_u64().unwrap_or(0) as usize;
        bin[start..start + view["byteLength"].as_u64().unwrap() as usize].to_vec()
    };
    let skin = named("Skin");
    assert_eq!(image(&skin["pbrMetallicRoughness"]["baseColorTexture"]), pictures().embedded);
    assert_eq!(image(&skin["normalTexture"]), beside("hero.fbm/normals.png").unwrap());
    // Two pictures become one: roughness in green, metalness in blue.
    let both = image(&skin["pbrMetallicRoughness"]["metallicRoughnessTexture"]);
    assert_eq!(both, picture(4, 4, [255, 77, 33, 255]));
    assert_eq!(skin["pbrMetallicRoughness"]["roughnessFactor"], 1.0);
    let eyes = &named("Eyes")["pbrMetallicRoughness"];
    assert_eq!(image(&eyes["baseColorTexture"]), beside("eyes.png").unwrap());
    let hair = named("Hair")["pbrMetallicRoughness"]["baseColorFactor"].as_array().unwrap();
    let hair: Vec<f64> = hair.iter().filter_map(Value::as_f64).collect();
    assert!(DVec3::new(hair[0], hair[1], hair[2]).distance(DVec3::new(0.3, 0.2, 0.1)) < 1e-6, "{hair:?}");
    let of = |node: &str| {
        let nodes = json["nodes"].as_array().unwrap();
        let mesh = nodes.iter().find(|own| own["name"] == node && own["mesh"].is_u64()).unwrap();
        json["meshes"][mesh["mesh"].as_u64().unwrap() as usize]["primitives"][0]["material"].as_u64().unwrap()
    };
    assert_eq!(json["materials"][of("Body") as usize]["name"], "Skin");
    assert_eq!(json["materials"][of("Hair") as usize]["name"], "Hair");
}

#[test]
fn what_a_character_leaves_out_of_its_fbx_is_told_once() {
    let without = |path: &str| beside(path).filter(|_| !path.contains("normals"));
    let character = Character::read("hero.fbx", &figure().fbx(&pictures()), &mut { without }).unwrap();
    let told = &character.figure().source.warnings;
    let told: Vec<_> = told.iter().filter(|finding| finding.criterion == Criterion::LeftOut).collect();
    assert_eq!(told.len(), 1, "{told:?}");
    let said = told[0].said();
    for part in ["1 take", "'normals.png', which is not beside the file", "emit_color_map of 'Skin'"] {
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn pictures_are_sought_in_the_folder_of_their_file_alone() {
    let pictures =
        Pictures { beside: ["..\\..\\secret.png", "/etc/passwd", "C:\\x.png", "a/../b.png"], ..pictures() };
    let mut asked: Vec<String> = Vec::new();
    let character = Character::read("made/hero.fbx", &figure().fbx(&pictures), &mut |path| {
        asked.push(path.into());
        None
    });
    assert!(character.is_ok());
    assert!(asked.contains(&"secret.png".into()) && asked.contains(&"hero.fbm/passwd".into()), "{asked:?}");
    let leaves = |path: &String| {
        path.starts_with('/') || path.contains([':', '\\']) || path.split('/').any(|p| p == "..")
    };
    assert!(!asked.iter().any(leaves), "{asked:?}");
}
