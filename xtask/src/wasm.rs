//! Building for WebAssembly.
//!
//! The target comes from rustup. Where rustup has none to give (no network but a Debian mirror), Debian's rustc-web and
//! the sources of its standard library do: the standard library is then built along with the crate.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use crate::command::{cargo, program, quiet_output, run, succeeds_within, target_dir};
use crate::setup;

const TARGET: &str = "wasm32-unknown-unknown";

/// What the engine for the browser is compiled with. Loops whose count only the data knows are not unrolled: it is no slower,
/// and 5 KB smaller, compressed.
pub const ENGINE_FLAGS: &str = "-C target-feature=+simd128 -C llvm-args=-unroll-runtime=false";

/// Which compiler builds for WebAssembly.
pub enum Toolchain {
    /// The one in use, which has the target.
    Own,
    /// Debian's, with the standard library built from its sources.
    Debian {
        /// `rust-lld` or `wasm-ld`.
        linker: PathBuf,
    },
}

impl Toolchain {
    /// Whatever is there, or can be had; looked for once.
    pub fn find() -> Result<&'static Self, String> {
        static FOUND: OnceLock<Result<Toolchain, String>> = OnceLock::new();
        FOUND.get_or_init(Self::look).as_ref().map_err(String::clone)
    }

    fn look() -> Result<Self, String> {
        if own_target() {
            return Ok(Self::Own);
        }
        println!("adding the target {TARGET}");
        // Without a network rustup waits for a long time before it gives up.
        if succeeds_within(
            &mut program("rustup", "target add wasm32-unknown-unknown"),
            Duration::from_secs(120),
        ) && own_target()
        {
            return Ok(Self::Own);
        }
        println!("rustup has no {TARGET} to give; taking Debian's compiler for the web");
        Self::debian().map_err(|problem| format!("{problem}\nor: rustup target add {TARGET}"))
    }

    fn debian() -> Result<Self, String> {
        const PACKAGES: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];
        let missing = |packages: &[&'static str]| -> Vec<&'static str> {
            let there = |name: &&str| quiet_output(&mut program("dpkg", &format!("-s {name}"))).is_some();
            packages.iter().copied().filter(|name| !there(name)).collect()
        };
        let packages = missing(&PACKAGES);
        if !packages.is_empty() {
            setup::apt_get(&packages)?;
        }
        if let Some(linker) = rust_lld() {
            return Ok(Self::Debian { linker });
        }
        if !missing(&["lld"]).is_empty() {
            setup::apt_get(&["lld"])?;
        }
        Ok(Self::Debian { linker: "wasm-ld".into() })
    }

    /// Whether a package's library compiles, with its features where they are named behind it.
    pub fn check(&self, package: &str) -> Result<(), String> {
        self.run("check", package, "", &target_dir()).map(|_| ())
    }

    /// Builds a package's library in release and returns the folder that it is in. `flags` are rustc's.
    pub fn build(&self, package: &str, flags: &str, target_dir: &Path) -> Result<PathBuf, String> {
        self.run("build --release", package, flags, target_dir)
    }

    fn run(&self, what: &str, package: &str, flags: &str, target_dir: &Path) -> Result<PathBuf, String> {
        let line = format!("{what} --quiet --target {TARGET} --package {package} --lib");
        let mut folder = target_dir.to_path_buf();
        let mut command = match self {
            Self::Own => cargo(&line),
            Self::Debian { linker } => {
                // Two compilers in one folder would undo each other's work at every turn.
                folder.push("debian-web");
                let mut command = program("/usr/bin/cargo", &line);
                command
                    .arg("-Zbuild-std=std,panic_abort")
                    .env("RUSTC_BOOTSTRAP", "1") // build-std is not stable yet
                    .env("RUSTC", "/usr/bin/rustc")
                    .env("RUSTDOC", "/usr/bin/rustdoc")
                    .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
                // What the cargo that started this program left for its children means its own compiler.
                for name in ["CARGO", "RUSTUP_TOOLCHAIN", "RUSTC_WRAPPER"] {
                    command.env_remove(name);
                }
                command
            }
        };
        run(command
            .env("CARGO_TARGET_DIR", &folder)
            .env("RUSTFLAGS", flags)
            // What is downloaded is optimised as a whole: a tenth smaller, and no slower.
            .env("CARGO_PROFILE_RELEASE_LTO", "fat")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1")
            .env_remove("CARGO_ENCODED_RUSTFLAGS"))?;
        Ok(folder.join(TARGET).join("release"))
    }
}

/// Whether the compiler in use has a standard library for the target.
fn own_target() -> bool {
    let libraries = quiet_output(&mut program("rustc", &format!("--print target-libdir --target {TARGET}")));
    libraries.is_some_and(|folder| Path::new(folder.trim()).is_dir())
}

/// The linker that comes with rustup's compilers.
fn rust_lld() -> Option<PathBuf> {
    let sysroot = quiet_output(&mut program("rustc", "--print sysroot"))?;
    let hosts = Path::new(sysroot.trim()).join("lib/rustlib");
    let linkers = hosts.read_dir().ok()?.flatten().map(|host| host.path().join("bin/rust-lld"));
    linkers.into_iter().find(|linker| linker.is_file())
}
