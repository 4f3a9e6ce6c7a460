//! `cargo xtask fuzz mesh`: what it does stands in `crates/adverb-hostile`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| adverb_hostile::take("mesh", bytes));
