//! What adverb promises of any bytes at all: an error or something sound, never a panic, a hang or a gigabyte.
//!
//! Each [`Target`] takes bytes as some part of adverb does and goes on to use what comes of them. Two drive them: the
//! programs in `fuzz/`, for as long as one likes (`cargo xtask fuzz`), and this crate's test, for a few seconds over
//! [`mutation`]s of the same made [`seeds`]. The folder `finds` has small files that broke a reader, or are made after what
//! breaks readers, each named after that: the test gives all of them to every target, and fuzzers begin with them, too.

pub mod mutation;
mod players;
mod readers;
pub mod seeds;

/// A way for bytes to come in.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// That of its program in `fuzz/`.
    pub name: &'static str,
    /// Good files to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Takes the bytes and panics where adverb breaks a promise. Whether they were something, rather than refused.
    pub take: fn(&[u8]) -> bool,
}

/// All of them.
pub const TARGETS: [Target; 10] = [
    Target { name: "bvh", seeds: seeds::bvh, take: readers::bvh },
    Target { name: "gltf", seeds: seeds::gltf, take: readers::gltf },
    Target { name: "character", seeds: seeds::character, take: readers::character },
    Target { name: "fbx", seeds: seeds::fbx, take: readers::fbx },
    Target { name: "acclaim", seeds: seeds::acclaim, take: readers::acclaim },
    Target { name: "mesh", seeds: seeds::mesh, take: readers::mesh },
    Target { name: "project", seeds: seeds::project, take: players::project },
    Target { name: "pack", seeds: seeds::pack, take: players::pack },
    Target { name: "snapshot", seeds: seeds::snapshot, take: players::snapshot },
    Target { name: "script", seeds: seeds::script, take: players::script },
];

/// Gives bytes to the target of a name.
///
/// # Panics
/// Where adverb breaks a promise, or there is no such target.
pub fn take(target: &str, bytes: &[u8]) {
    let target = TARGETS.iter().find(|own| own.name == target).expect("a target of that name");
    let _ = (target.take)(bytes);
}
