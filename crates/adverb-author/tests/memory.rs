//! No file makes its reader take more memory than 64 MB plus 20 times the file.
//!
//! One test in a program of its own: the allocator counts for the whole of it.
#![allow(unsafe_code)] // an allocator cannot be written without

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use adverb_author::import::{ImportOptions, import_with};
use adverb_author::motion::Recording;
use adverb_author::rig;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

struct Counting;

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let now = NOW.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(now, Relaxed);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How far memory rises while a file is read and made a motion of; an AMC file has the skeleton `asf`.
fn rise(name: &str, bytes: &[u8], asf: &str) -> usize {
    let before = NOW.load(Relaxed);
    PEAK.store(before, Relaxed);
    if let Ok(clip) = import_with(name, bytes, &ImportOptions::default(), &mut |_| Some(asf.into()))
        && let Ok(skeleton) = rig::skeleton_of(&clip)
    {
        let _ = Recording::raw(&skeleton, &clip);
    }
    PEAK.load(Relaxed) - before
}

fn header(joints: &str, motion: &str) -> String {
    format!(
        "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 1 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n{joints}}}\nMOTION\n{motion}"
    )
}

#[test]
fn no_reader_takes_more_than_the_file_justifies() {
    let leaf =
        |name: usize, channels: &str| format!("JOINT j{name}\n{{\nOFFSET 0 1 0\nCHANNELS {channels}\n}}\n");
    let many: String = (0..20_000).map(|j| leaf(j, "0")).collect();
    let rows = "0 0 0\n".repeat(200_000);
    let mut files: Vec<(String, Vec<u8>)> = [
        ("claims", header("", "Frames: 2000000000\nFrame Time: 0.01\n0 0 0\n")),
        ("joints", header(&many, "Frames: 4\nFrame Time: 0.01\n0 0 0\n0 0 0\n1 0 0\n2 0 0\n")),
        ("channels", header(&leaf(0, "999999999 Xrotation"), "Frames: 1\nFrame Time: 0.01\n0 0 0 0\n")),
        ("rows", header("", &format!("Frames: 200000\nFrame Time: 0.01\n{rows}"))),
        ("both", header(&many, &format!("Frames: 200000\nFrame Time: 0.01\n{rows}"))),
    ]
    .into_iter()
    .map(|(name, text)| (format!("{name}.bvh"), text.into_bytes()))
    .collect();
    if let Some(data) = adverb_testdata::data_dir() {
        for extension in ["bvh", "glb"] {
            for folder in ["formats", "motion/cmu", "mesh/gltf"] {
                for path in adverb_testdata::files_below(&data.join(folder), extension) {
                    files.push((path.display().to_string(), std::fs::read(&path).expect("a readable file")));
                }
            }
        }
    }
    let bone = |b: usize| {
        format!("begin\nname b{b}\ndirection 0 1 0\nlength 1\naxis 0 0 0 XYZ\ndof rx ry rz\nend\n")
    };
    let (bones, links): (String, String) = (0..5000).map(|b| (bone(b), format!("root b{b}\n"))).unzip();
    let asf = format!(":root\norder TX RX\n:bonedata\n{bones}:hierarchy\nbegin\n{links}end\n");
    files.push(("bones.asf".into(), asf.clone().into()));
    for frames in [100, 200_000] {
        let text: String = (1..=frames).map(|f| format!("{f}\n")).collect();
        files.push((format!("{frames}.amc"), text.into()));
    }
    for (name, bytes) in &files {
        let rise = rise(name, bytes, &asf);
        let data = bytes.len() + if name.ends_with(".amc") { asf.len() } else { 0 };
        let most = (64 << 20) + 20 * data;
        assert!(rise <= most, "{name}: {rise} bytes for a file of {}", bytes.len());
    }
}
