//! A few seconds of every target on the toolchain that everybody has: the seeds, their cuts, and a fixed list of mutations; and
//! every find, in the folder `finds`.
//!
//! The longer run, which also looks for new ways into the code, is `cargo xtask fuzz`.
#![allow(unsafe_code)] // an allocator cannot be written without

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::path::Path;

use adverb_hostile::mutation::{Random, mutated};
use adverb_hostile::{TARGETS, Target};

thread_local! {
    /// What this thread, which is one test, holds now, and the most it held.
    static HELD: Cell<(isize, isize)> = const { Cell::new((0, 0)) };
}

fn hold(bytes: isize) {
    // A thread that ends frees what it has when this is gone already.
    let _ = HELD.try_with(|held| {
        let (now, most) = held.get();
        held.set((now + bytes, most.max(now + bytes)));
    });
}

struct Counting;

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        hold(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        hold(-(layout.size() as isize));
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Takes the bytes and looks how much memory that took. Whether they were something.
fn take(target: Target, bytes: &[u8], what: &str) -> bool {
    let name = target.name;
    let (before, _) = HELD.get();
    HELD.set((before, before));
    let outcome = std::panic::catch_unwind(|| (target.take)(bytes));
    let rise = HELD.get().1 - before;
    let Ok(taken) = outcome else { panic!("{name}, {what}: see above") };
    let most = (64 << 20) + 20 * bytes.len() as isize;
    assert!(rise <= most, "{name}, {what}: {rise} bytes for {}", bytes.len());
    taken
}

fn target(name: &str) -> Target {
    *TARGETS.iter().find(|target| target.name == name).expect("a target")
}

/// Of the first two seeds, unless they are longer than this, every beginning is taken and every byte changed.
const SMALL: usize = 4000;

/// The seeds, which are good, their beginnings, single bytes of them changed, and so many mutations.
fn run(name: &str, mutations: usize) {
    let target = target(name);
    let seeds = (target.seeds)();
    for (number, seed) in seeds.iter().enumerate() {
        assert!(take(target, seed, &format!("seed {number}")), "{name}: seed {number} is good");
        let step = if seed.len() <= SMALL && number < 2 { 1 } else { seed.len() / 40 };
        for at in (0..seed.len()).step_by(step) {
            take(target, &seed[..at], &format!("{at} bytes of seed {number}"));
            for new in [0, b'9', seed[at] ^ 1] {
                let mut changed = seed.clone();
                changed[at] = new;
                take(target, &changed, &format!("seed {number}, byte {at} being {new}"));
            }
        }
    }
    let mut random = Random(1);
    let taken = (0..mutations)
        .filter(|number| take(target, &mutated(&seeds, &mut random), &format!("mutation {number}")))
        .count();
    println!("{name}: {taken} of {mutations} mutations were something");
    // What is refused at the door tests the door only.
    assert!(taken > mutations / 20, "{name}: {taken} of {mutations} are too few to tell");
}

#[test]
fn any_bvh_is_an_error_or_a_clip() {
    run("bvh", 16_000);
}

#[test]
fn any_gltf_is_an_error_or_a_clip() {
    run("gltf", 20_000);
}

#[test]
fn any_skinned_mesh_is_an_error_or_moves() {
    run("character", 6000);
}

#[test]
fn any_fbx_is_an_error_or_a_clip() {
    run("fbx", 20_000);
}

/// Files of other people's programs have what the made ones do not: compressed numbers, and versions of twenty years.
#[test]
fn damaged_fbx_of_other_programs_is_an_error_or_a_clip_and_a_mesh() {
    const EACH: usize = 30;
    let Some(data) = adverb_testdata::data_dir() else { return };
    let mut random = Random(2);
    for file in adverb_testdata::files_below(&data.join("formats/fbx"), "fbx") {
        let whole = [std::fs::read(&file).expect("a file")];
        for number in 0..EACH {
            let damaged = mutated(&whole, &mut random);
            for name in ["fbx", "mesh"] {
                take(target(name), &damaged, &format!("damage {number} of {}", file.display()));
            }
        }
    }
}

#[test]
fn any_asf_and_amc_is_an_error_or_a_clip() {
    run("acclaim", 30_000);
}

#[test]
fn any_mesh_is_an_error_or_can_be_written() {
    run("mesh", 20_000);
}

#[test]
fn any_project_is_an_error_or_motions() {
    run("project", 1200);
}

#[test]
fn any_pack_is_an_error_or_plays() {
    run("pack", 12_000);
}

#[test]
fn any_snapshot_is_an_error_or_goes_on() {
    run("snapshot", 15_000);
}

#[test]
fn any_script_is_an_error_or_plays() {
    run("script", 4000);
}

#[test]
fn what_breaks_one_reader_breaks_none() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("finds");
    let mut count = 0;
    for own in TARGETS {
        for entry in folder.join(own.name).read_dir().into_iter().flatten().flatten() {
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            // A fuzzer calls them by numbers.
            let named = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
            assert!(named, "name {} after what it breaks, in small letters", path.display());
            let bytes = std::fs::read(&path).expect("a file");
            for target in TARGETS {
                take(target, &bytes, &format!("{}/{name}", own.name));
            }
            count += 1;
        }
    }
    assert!(count > 50, "{count} finds");
}

#[test]
fn seeds_are_good() {
    use adverb_author::import::{ImportOptions, import, import_with};
    use adverb_hostile::seeds;
    let options = ImportOptions::default();
    for (file, seeds) in [("a.bvh", seeds::bvh()), ("a.gltf", seeds::gltf()), ("a.fbx", seeds::fbx())] {
        for seed in seeds {
            let clip = import(file, &seed, &options).unwrap_or_else(|error| panic!("{file}: {error}"));
            assert!(clip.frame_count() > 2, "{file}: {} frames", clip.frame_count());
        }
    }
    for seed in seeds::character() {
        let character = adverb_author::character::Character::read("a.gltf", &seed, &mut |_| None);
        let (skeleton, clip) = seeds::take();
        character.expect("a mesh").driven(skeleton, clip, &[], &[]).expect("it moves");
    }
    let both = &seeds::acclaim()[1];
    let end = both.iter().position(|byte| *byte == 0).expect("a motion behind its skeleton");
    import_with("a.amc", &both[end + 1..], &options, &mut |_| Some(both[..end].to_vec())).expect("a motion");
    for text in seeds::project() {
        let text = String::from_utf8(text).expect("text");
        adverb_author::project::Project::load("adverb.toml", &text, &mut seeds::recording)
            .expect("a project");
    }
    for text in seeds::script() {
        let text = String::from_utf8(text).expect("text");
        adverb_author::script::Script::read("s.toml", &text, seeds::hero().graphs()).expect("a script");
    }
    assert!(adverb::Pack::load(&seeds::pack()[0]).is_ok());
}
