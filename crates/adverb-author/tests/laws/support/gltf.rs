//! Made glTF files, for the tests of glTF.

pub use adverb_testdata::gltf::{bytes_of, glb};
