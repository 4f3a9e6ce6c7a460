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
        for extension in ["bvh", "glb", "fbx"] {
            for folder in ["formats", "motion/cmu", "mesh/gltf", "mesh/dem-bones"] {
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
    // Arrays that claim a thousand million numbers, and text with as many open records as it has letters.
    let claim = |name: &str, count: u32, compressed: u32| {
        let mut record = [0u32, 1, 12 + 1 + 8].iter().flat_map(|v| v.to_le_bytes()).collect::<Vec<u8>>();
        record.push(name.len() as u8);
        record.extend(name.bytes());
        record.push(b'd');
        record.extend([count, compressed, 8].iter().flat_map(|v| v.to_le_bytes()));
        record.extend([0x78, 0x9c, 0, 0, 0, 0, 0, 0]);
        let mut file = [&b"Kaydara FBX Binary  \0\x1a\0"[..], &7400u32.to_le_bytes()].concat();
        let end = (file.len() + record.len()) as u32;
        record[..4].copy_from_slice(&end.to_le_bytes());
        file.extend(record);
        file
    };
    for compressed in [0, 1] {
        files.push((format!("claim {compressed}.fbx"), claim("Vertices", 1_000_000_000, compressed)));
    }
    files.push(("open.fbx".into(), "a: {".repeat(500_000).into()));
    files.push(("closed.fbx".into(), ("a: {".repeat(500_000) + &"}".repeat(500_000)).into()));
    files.push(("flat.fbx".into(), "a: {}\n".repeat(300_000).into()));
    for (name, bytes) in &files {
        let rise = rise(name, bytes, &asf);
        let data = match name.rsplit_once('.').map(|(_, extension)| extension) {
            Some("amc") => bytes.len() + asf.len(),
            // The arrays of binary files are compressed.
            Some("fbx") if bytes.starts_with(b"Kaydara") => 4 * bytes.len(),
            _ => bytes.len(),
        };
        let most = (64 << 20) + 20 * data;
        assert!(rise <= most, "{name}: {rise} bytes for a file of {}", bytes.len());
    }
}
