//! The loop in C that blending is compared with, for the machine it runs on.

fn main() {
    println!("cargo:rerun-if-changed=src/shapes/blend.c");
    // Products are not fused, so that the bits can be compared.
    cc::Build::new()
        .file("src/shapes/blend.c")
        .opt_level(3)
        .flag("-march=native")
        .flag("-ffp-contract=off")
        .compile("blend");
}
