//! Reading BVH: adverb's reader against the crate bvh_anim and PyPI's `bvh`, on the recordings of CMU.
//!
//! adverb's side is the whole reader: text to checked numbers, repairs, and every joint's rotation as a quaternion. The others
//! stop at the numbers.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::instructions::per_call;
use crate::timing::{Measure, Work, measured, medians_of, repeated};

/// All files once takes long; fewer measurements do.
const ALTERNATIONS: usize = 11;
const SIDES: [(&str, &str); 2] = [("bvh-adverb", "adverb"), ("bvh-peer", "bvh_anim 0.4")];

/// Where the recordings are, as for the tests.
fn folder() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    std::env::var_os("ADVERB_DATA").map_or_else(beside, PathBuf::from).join("motion/cmu")
}

/// The texts of the recordings.
fn texts() -> Result<Vec<Vec<u8>>, String> {
    let folder = folder();
    let entries = std::fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "bvh"));
    files.sort();
    files.iter().map(|file| std::fs::read(file).map_err(|e| e.to_string())).collect()
}

pub fn work(name: &str) -> Option<Work<'static>> {
    let texts = texts().ok()?;
    let all: fn(&[Vec<u8>]) = match name {
        "bvh-adverb" => |texts| {
            for text in texts {
                black_box(adverb_author::formats::bvh::read("a.bvh", text, &Default::default()).expect("a good file"));
            }
        },
        "bvh-peer" => |texts| {
            for text in texts {
                black_box(bvh_anim::from_bytes(&text[..]).expect("a good file"));
            }
        },
        _ => return None,
    };
    Some(repeated(move || all(&texts)))
}

/// Seconds that PyPI's `bvh` takes, if there is a Python that has it.
fn python() -> Option<f64> {
    const SCRIPT: &str = "\
import glob, sys, time
from bvh import Bvh
texts = [open(f).read() for f in sorted(glob.glob(sys.argv[1] + '/*.bvh'))]
best = 1e9
for _ in range(3):
    start = time.process_time()
    for text in texts: Bvh(text).nframes
    best = min(best, time.process_time() - start)
print(best)";
    let python = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
    let run = Command::new(python).args(["-c", SCRIPT]).arg(folder()).output().ok()?;
    String::from_utf8(run.stdout).ok()?.trim().parse().ok()
}

pub fn time() -> Result<(), String> {
    let texts = texts()?;
    let megabytes = texts.iter().map(Vec::len).sum::<usize>() as f64 / 1e6;
    println!("\n## Reading BVH: {} recordings of CMU, {megabytes:.1} MB\n", texts.len());
    println!("| what | ms | of adverb's | MB/s |\n|---|---|---|---|");
    let mut sides: Vec<Measure> = SIDES.iter().filter_map(|(name, _)| work(name)).map(measured).collect();
    let nanos = medians_of(ALTERNATIONS, &mut sides);
    let row = |what: &str, secs: f64| {
        println!("| {what} | {:.0} | {:.2} | {:.0} |", 1e3 * secs, 1e9 * secs / nanos[0], megabytes / secs);
    };
    SIDES.iter().zip(&nanos).for_each(|((_, what), nanos)| row(what, nanos / 1e9));
    match python() {
        Some(secs) => row("PyPI's bvh", secs),
        None => println!("PyPI's bvh: no Python that has it; PYTHON names one"),
    }
    Ok(())
}

pub fn instructions() -> Result<(), String> {
    println!(
        "\n## Reading BVH: all recordings of CMU\n\n| what | instructions | of adverb's |\n|---|---|---|"
    );
    let mut own = None;
    for (name, what) in SIDES {
        let count = per_call(name, 2)?;
        let own = *own.get_or_insert(count);
        println!("| {what} | {count:.0} | {:.2} |", count / own);
    }
    Ok(())
}
