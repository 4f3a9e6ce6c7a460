//! Laws of the runtime, computed natively, in WebAssembly and on other machines, and compared bit by bit.
//!
//! A law here does two things: it says whether it holds, within a tolerance, and it writes down every number that it
//! computed, bit for bit. The first is an ordinary test. The second is the promise that the runtime gives the same bits
//! on every machine: `cargo xtask test` runs [`report`] here, on an emulated ARM and, through the exports at the end of this
//! file, under Node, and any letter that differs is a failure that names the law.

mod actors;
mod bodies;
mod curves;
mod hostile;
mod ik;
mod kinematics;
mod packs;
mod random;
mod rotations;
mod shapes;
mod spaces;

use core::fmt::Write;

use adverb::glam::{Affine3A, Quat, Vec3, Vec3A};

/// A law, the numbers it computed and whether it held for all of them.
pub struct Law {
    /// What holds.
    pub name: &'static str,
    /// Whether it does.
    pub holds: bool,
    /// The bits of every number, in hexadecimal, separated by spaces.
    pub bits: String,
}

impl Law {
    fn new(name: &'static str) -> Self {
        Self { name, holds: true, bits: String::new() }
    }

    /// States a part of the law.
    fn check(&mut self, held: bool) {
        self.holds &= held;
    }

    fn number(&mut self, value: f32) {
        write!(self.bits, " {:08x}", value.to_bits()).expect("a string takes everything");
    }

    fn time(&mut self, value: f64) {
        write!(self.bits, " {:016x}", value.to_bits()).expect("a string takes everything");
    }

    fn numbers(&mut self, values: &[f32]) {
        values.iter().for_each(|&value| self.number(value));
    }

    fn vector(&mut self, v: Vec3) {
        self.numbers(&v.to_array());
    }

    fn quaternion(&mut self, q: Quat) {
        self.numbers(&q.to_array());
    }

    fn transform(&mut self, t: &Affine3A) {
        let columns = [t.matrix3.x_axis, t.matrix3.y_axis, t.matrix3.z_axis, t.translation];
        columns.into_iter().for_each(|column: Vec3A| self.vector(column.into()));
    }
}

/// All laws, in a fixed order.
pub fn laws() -> Vec<Law> {
    [
        rotations::laws(),
        kinematics::laws(),
        ik::laws(),
        curves::laws(),
        spaces::laws(),
        shapes::laws(),
        packs::laws(),
        actors::laws(),
        bodies::laws(),
        hostile::laws(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// One line for every law: `name holds: bits` or `name BROKEN: bits`.
pub fn report() -> String {
    let line =
        |law: Law| format!("{} {}:{}\n", law.name, if law.holds { "holds" } else { "BROKEN" }, law.bits);
    laws().into_iter().map(line).collect()
}

/// One line for every law: its name, and a hash of its bits (FNV-1a), which changes with any of them.
pub fn fingerprints() -> String {
    let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let line = |law: Law| {
        let fingerprint = law.bits.bytes().fold(0xcbf2_9ce4_8422_2325, hash);
        format!("{} {fingerprint:016x}\n", law.name)
    };
    laws().into_iter().map(line).collect()
}

/// What a host without bindings calls: make the report, then read it from memory.
#[cfg(target_arch = "wasm32")]
#[allow(unsafe_code)] // a name that is exported could clash with another; these are the only ones
mod exports {
    use std::sync::OnceLock;

    static REPORT: OnceLock<String> = OnceLock::new();

    #[unsafe(no_mangle)]
    extern "C" fn report() -> *const u8 {
        REPORT.get_or_init(super::report).as_ptr()
    }

    #[unsafe(no_mangle)]
    extern "C" fn report_length() -> usize {
        REPORT.get_or_init(super::report).len()
    }
}

/// The Rust examples of the manual compile.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/graphs.md")]
struct Manual;
