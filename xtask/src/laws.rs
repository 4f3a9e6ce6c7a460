//! The laws of `adverb-laws`, computed here, in WebAssembly and on other machines, and compared bit by bit; and the packs of
//! `adverb-author-laws`, built here and in WebAssembly.

use crate::command::{built, cargo, output, program, root, run as must, target_dir};
use crate::test::Tally;
use crate::wasm::{ENGINE_FLAGS, Toolchain};
use crate::{setup, targets};

/// Another machine, which an emulator stands in for. Debian has compilers and C libraries for both.
struct Machine {
    /// As the emulator and the compiler call it.
    name: &'static str,
    target: &'static str,
    packages: [&'static str; 3],
}

const ARM: Machine = Machine {
    name: "aarch64",
    target: "aarch64-unknown-linux-gnu",
    packages: ["qemu-user", "gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross"],
};

/// Its bytes stand the other way round.
const MAINFRAME: Machine = Machine {
    name: "s390x",
    target: "s390x-unknown-linux-gnu",
    packages: ["qemu-user", "gcc-s390x-linux-gnu", "libc6-dev-s390x-cross"],
};

/// Runs either under Node.
const RUN: &str = "crates/adverb-laws/run.mjs";

/// In WebAssembly, without and with SIMD: glam has other code for each.
pub fn in_webassembly() -> Result<Tally, String> {
    setup::node()?;
    let toolchain = Toolchain::find()?;
    let native = native()?;
    let mut tally = count(&native);
    // Other flags in another folder: neither build undoes the other.
    let variants =
        [("without SIMD", "", target_dir()), ("with simd128", ENGINE_FLAGS, target_dir().join("simd128"))];
    for (variant, flags, target_dir) in variants {
        let folder = toolchain.build("adverb-laws", flags, &target_dir)?;
        let module = folder.join("adverb_laws.wasm");
        let there = output(program("node", RUN).arg(&module))?;
        tally = tally + compared(variant, &native, &there);
    }
    Ok(tally)
}

/// Projects built here and in WebAssembly, as the studio's engine is compiled; where there are real recordings, one of those too.
pub fn packs_in_webassembly() -> Result<Tally, String> {
    setup::node()?;
    let toolchain = Toolchain::find()?;
    let recordings =
        std::env::var_os("ADVERB_DATA").map_or_else(|| root().join("../shared/data"), Into::into);
    let native = output(program(built("--bins")?.join("adverb-author-laws"), "").arg(&recordings))?;
    let folder = toolchain.build("adverb-author-laws", ENGINE_FLAGS, &target_dir().join("simd128"))?;
    let module = folder.join("adverb_author_laws.wasm");
    let there = output(program("node", RUN).arg(&module).arg(&recordings))?;
    Ok(count(&native) + compared("with simd128", &native, &there))
}

/// On 64-bit ARM: phones, and many computers.
pub fn on_arm() -> Result<Tally, String> {
    on(&ARM)
}

/// On every machine that there is an emulator for.
pub fn on_other_machines() -> Result<(), String> {
    let tally = on(&ARM)? + on(&MAINFRAME)?;
    println!("{} passed, {} skipped", tally.passed, tally.skipped);
    if tally.failed == 0 { Ok(()) } else { Err("not the same bits; see above".into()) }
}

fn on(machine: &Machine) -> Result<Tally, String> {
    let Machine { name, target, packages } = machine;
    if !targets::add(target) || !setup::cross(name, packages) {
        println!("skipped: rustup target add {target}; apt-get install {}", packages.join(" "));
        return Ok(Tally::SKIPPED);
    }
    let folder = target_dir().join("targets");
    let linker = format!("CARGO_TARGET_{}_LINKER", target.to_uppercase().replace('-', "_"));
    let build = format!("build --quiet --package adverb-laws --bin adverb-laws --target {target}");
    must(cargo(&build).env("CARGO_TARGET_DIR", &folder).env(linker, format!("{name}-linux-gnu-gcc")))?;
    let mut run = program(format!("qemu-{name}"), &format!("-L /usr/{name}-linux-gnu"));
    let there = output(run.arg(folder.join(target).join("debug/adverb-laws")))?;
    Ok(compared(name, &native()?, &there))
}

/// The runtime is as optimised in tests as in a release.
fn native() -> Result<String, String> {
    output(&mut program(built("--bins")?.join("adverb-laws"), ""))
}

/// How many laws hold at all.
fn count(report: &str) -> Tally {
    let (held, broken): (Vec<_>, Vec<_>) = report.lines().partition(|law| law.contains(" holds: "));
    for law in &broken {
        println!("native: {}", law.split(':').next().unwrap_or(law));
    }
    Tally { passed: held.len(), failed: broken.len(), ..Tally::default() }
}

/// Whether a report from elsewhere is the same to the letter.
fn compared(place: &str, native: &str, there: &str) -> Tally {
    match first_difference(native, there) {
        None => {
            let laws = there.lines().count();
            println!("{place}: {laws} laws, the same bits as native");
            Tally { passed: laws, ..Tally::default() }
        }
        Some(difference) => {
            println!("{place}: {difference}");
            Tally { failed: 1, ..Tally::default() }
        }
    }
}

/// The first law and number that differ between two reports.
fn first_difference(native: &str, other: &str) -> Option<String> {
    let (ours, theirs): (Vec<_>, Vec<_>) = (native.lines().collect(), other.lines().collect());
    if ours.len() != theirs.len() {
        return Some(format!("{} laws instead of {}", theirs.len(), ours.len()));
    }
    let (a, b) = ours.iter().zip(&theirs).find(|(a, b)| a != b)?;
    let law = a.split(' ').next().unwrap_or_default();
    let place = a.split(' ').zip(b.split(' ')).enumerate().find(|(_, (a, b))| a != b);
    let (index, (a, b)) = place.unwrap_or((0, (a, b)));
    // The name and the verdict come before the numbers.
    Some(format!("{law}: number {} is {b}, natively {a}", index.saturating_sub(2)))
}

#[cfg(test)]
mod tests {
    use super::first_difference;

    #[test]
    fn a_bit_that_differs_is_named() {
        let native = "one holds: 0a 0b\ntwo holds: 0c 0d\n";
        assert_eq!(first_difference(native, native), None);
        let there = native.replace("0d", "0e");
        assert_eq!(first_difference(native, &there).as_deref(), Some("two: number 1 is 0e, natively 0d"));
        assert_eq!(first_difference(native, "one holds: 0a 0b\n").as_deref(), Some("1 laws instead of 2"));
    }
}
