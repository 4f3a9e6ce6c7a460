//! Takes in the studio's page where it has been made: `cargo xtask page` writes it to `page/`, and the published package holds it.
//! So installing from the package gives the studio, and a plain `cargo build` of the sources needs no Node.

use std::path::Path;

fn main() {
    println!("cargo::rustc-check-cfg=cfg(page)");
    println!("cargo::rerun-if-changed=page");
    let is_made = Path::new("page/index.html").is_file();
    // Cargo writes this file into packages alone.
    let is_package = Path::new("Cargo.toml.orig").is_file();
    assert!(
        is_made || !is_package,
        "this package lacks the studio's page; `cargo xtask package` makes one with it"
    );
    if is_made && std::env::var_os("CARGO_FEATURE_PAGE").is_some() {
        println!("cargo::rustc-cfg=page");
    }
}
