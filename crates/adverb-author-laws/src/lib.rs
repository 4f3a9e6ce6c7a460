//! Projects built natively, in WebAssembly and on other machines, and their packs compared bit by bit.
//!
//! The built-in projects go the whole way: formulas make recordings and forms, files are written and read, motions are fitted and
//! blended, spaces solved, feet found, packs written. So do real recordings where there are some. [`report`] writes down every word of the
//! packs, in the format of `adverb-laws`, so that `cargo xtask test` names the first that differs.

use std::collections::BTreeMap;
use std::fmt::Write;

use adverb_author::demo;
use adverb_author::project::Project;

/// The project of real recordings.
const RECORDINGS: &str = include_str!("recordings.toml");

/// One line for the files of each built-in project and one for every pack: `name holds: bits`, or `name BROKEN: why`. `recordings` opens
/// a file in the folder of recordings; if it cannot open the first, their pack is left out.
#[must_use]
pub fn report(recordings: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>) -> String {
    let mut text = String::new();
    for (name, files) in [("character", Ok(demo::project())), ("shapes", demo::shapes())] {
        let files: BTreeMap<String, Vec<u8>> = files.into_iter().flatten().collect();
        let _ =
            writeln!(text, "the_files_of_the_built_in_{name} holds:{}", hex(files.values().map(|b| hash(b))));
        let mut open = |name: &str| files.get(name).cloned().ok_or_else(|| "no such file".into());
        let pack = open("adverb.toml").and_then(|file| pack(&String::from_utf8_lossy(&file), &mut open));
        text += &line(&format!("the_pack_of_the_built_in_{name}"), pack);
    }
    let first = RECORDINGS.split('"').find(|word| word.ends_with(".bvh")).unwrap_or_default();
    if recordings(first).is_ok() {
        text += &line("the_pack_of_recordings", pack(RECORDINGS, recordings));
    }
    text
}

fn line(name: &str, pack: Result<Vec<u8>, String>) -> String {
    match pack {
        Ok(bytes) => format!("{name} holds:{}\n", hex(words(&bytes))),
        Err(why) => format!("{name} BROKEN: {}\n", why.replace('\n', " ")),
    }
}

/// The pack of a project's text.
fn pack(text: &str, open: &mut dyn FnMut(&str) -> Result<Vec<u8>, String>) -> Result<Vec<u8>, String> {
    let project =
        Project::load("adverb.toml", text, &mut |name: &str| open(name)).map_err(|why| why.to_string())?;
    Ok(project.pack(|_| ()).map_err(|why| why.to_string())?.pack.save())
}

/// Little-endian words of four bytes.
fn words(bytes: &[u8]) -> impl Iterator<Item = u32> {
    bytes.chunks(4).map(|word| word.iter().rev().fold(0, |sum, byte| sum << 8 | u32::from(*byte)))
}

/// Bits in hexadecimal, separated by spaces.
fn hex(words: impl Iterator<Item = u32>) -> String {
    let mut bits = String::new();
    words.for_each(|word| write!(bits, " {word:08x}").expect("a string takes everything"));
    bits
}

/// FNV-1a.
fn hash(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

/// What a host without bindings calls: make the report, then read it from memory. The host opens recordings.
#[cfg(target_arch = "wasm32")]
#[allow(unsafe_code)] // a name that is exported could clash with another; these are the only ones
mod exports {
    use std::sync::OnceLock;

    static REPORT: OnceLock<String> = OnceLock::new();

    unsafe extern "C" {
        /// The length of a recording that the host now holds, or −1.
        safe fn open(name: *const u8, length: usize) -> isize;
        /// Copies that recording.
        safe fn copy(to: *mut u8);
    }

    fn recording(name: &str) -> Result<Vec<u8>, String> {
        let length =
            usize::try_from(open(name.as_ptr(), name.len())).map_err(|_| "no such file".to_string())?;
        let mut bytes = vec![0; length];
        copy(bytes.as_mut_ptr());
        Ok(bytes)
    }

    fn made() -> &'static str {
        REPORT.get_or_init(|| super::report(&mut recording))
    }

    #[unsafe(no_mangle)]
    extern "C" fn report() -> *const u8 {
        made().as_ptr()
    }

    #[unsafe(no_mangle)]
    extern "C" fn report_length() -> usize {
        made().len()
    }
}
