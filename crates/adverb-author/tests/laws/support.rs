//! What several of the tests are tried on, and measured with.

pub mod gltf;
pub mod head;
pub mod hero;
pub mod knees;
pub mod recordings;
pub mod several;
