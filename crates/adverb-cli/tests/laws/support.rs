//! How tests call the command, where they let it work, and on what.

pub mod call;
pub mod folder;
#[path = "../../../adverb-author/tests/laws/support/gltf.rs"]
pub mod gltf;
#[path = "../../../adverb-author/tests/laws/support/head.rs"]
pub mod head;
#[path = "../../../adverb-author/tests/laws/support/several.rs"]
pub mod several;
