//! `cargo xtask npm`: the runtime in the browser as a package for other people's programs.

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::{output, program, root, target_dir};
use crate::engine::Engine;
use crate::notices::{self, ENGINE};
use crate::setup;

/// What is copied into the package besides what wasm-bindgen makes.
const FILES: [&str; 7] = [
    "crates/adverb-wasm/npm/README.md",
    "crates/adverb-wasm/npm/three.js",
    "crates/adverb-wasm/npm/three.d.ts",
    "crates/adverb-wasm/npm/character.js",
    "docs/pose-contract.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
];

/// Makes the package and says where it is.
pub fn run() -> Result<(), String> {
    let tarball = pack()?;
    println!("{}", tarball.display());
    Ok(())
}

/// The package as `npm pack` makes it: target/npm/adverb-wasm-….tgz.
pub fn pack() -> Result<PathBuf, String> {
    setup::node()?;
    let folder = target_dir().join("npm/adverb-wasm");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    // It finds its module beside itself, as bundlers and browsers expect.
    Engine::Whole.make(&folder, "")?;
    Engine::Core.make(&folder.join("core"), "")?;
    for file in FILES {
        let from = root().join(file);
        let to = folder.join(from.file_name().expect("a file"));
        fs::copy(&from, to).map_err(|e| format!("{file}: {e}"))?;
    }
    let notices = notices::of(&[ENGINE], &[])?;
    fs::write(folder.join("THIRD-PARTY-NOTICES.txt"), notices)
        .map_err(|e| format!("{}: {e}", folder.display()))?;
    describe(&folder)?;
    let mut npm = program(setup::npm()?, "pack --silent --pack-destination");
    let name = output(npm.arg(target_dir().join("npm")).current_dir(&folder))?;
    Ok(target_dir().join("npm").join(name.trim()))
}

/// The package's description has the workspace's version.
fn describe(folder: &Path) -> Result<(), String> {
    const FILE: &str = "crates/adverb-wasm/npm/package.json";
    let text = fs::read_to_string(root().join(FILE)).map_err(|e| format!("{FILE}: {e}"))?;
    let version = format!("\"version\": {:?}", env!("CARGO_PKG_VERSION"));
    let text = text.replacen("\"version\": \"0.0.0\"", &version, 1);
    fs::write(folder.join("package.json"), text).map_err(|e| format!("{}: {e}", folder.display()))
}
