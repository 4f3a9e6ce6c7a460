//! Projects whose recordings are those of the built-in character.

use adverb_author::formats::gltf;
use adverb_author::import::{ImportOptions, import};
use adverb_author::project::Project;
use adverb_author::{Error, demo};

/// The project of a text that is made from that of the built-in project's file: `load(|own| own)` is the built-in one.
pub fn load(text: impl FnOnce(String) -> String) -> Result<Project, Error> {
    let files = demo::project();
    let file = |name: &str| files.iter().find(|(file, _)| file == name).map(|(_, bytes)| bytes.clone());
    let mut read = |name: &str| match name {
        // The figure as a skinned mesh: the bones that any viewer shows.
        "mesh/hero.glb" => {
            let walk = file("walk_neutral.bvh").expect("a walk");
            Ok(gltf::clip::write(
                &import("walk_neutral.bvh", &walk, &ImportOptions::default()).expect("a good file"),
            ))
        }
        _ => file(name).ok_or_else(|| "no such file".to_string()),
    };
    let own = String::from_utf8(read("adverb.toml").expect("a project file")).expect("text");
    Project::load("adverb.toml", &text(own), &mut read)
}
