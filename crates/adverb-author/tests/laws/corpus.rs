//! Everything there is to read: imported, written as GLB, read back; the worst error per format, as docs/formats.md has it.

use std::collections::BTreeMap;
use std::path::Path;

use adverb_author::Error;
use adverb_author::clip::Clip;
use adverb_author::formats::gltf;
use adverb_author::import::{ImportOptions, import, import_with};

fn load(path: &Path) -> Result<Clip, Error> {
    let bytes = std::fs::read(path).expect("a readable file");
    let mut beside = |name: &str| std::fs::read(path.parent()?.join(name)).ok();
    import_with(&path.display().to_string(), &bytes, &ImportOptions::default(), &mut beside)
}

/// The largest distance between joints, in metres, and between their local rotations, in radians.
fn apart(a: &Clip, b: &Clip) -> [f64; 2] {
    assert_eq!((a.joints.len(), a.frame_count()), (b.joints.len(), b.frame_count()), "{}", a.source.file);
    let mut worst = [0.0f64; 2];
    for frame in 0..a.frame_count() {
        let (here, there) = (a.world(a.frame(frame)), b.world(b.frame(frame)));
        for (p, q) in here.iter().zip(&there) {
            worst[0] = worst[0].max(p.translation.distance(q.translation));
        }
        for (p, q) in a.frame(frame).iter().zip(b.frame(frame)) {
            worst[1] = worst[1].max(p.rotation.angle_between(q.rotation));
        }
    }
    worst
}

#[derive(Default)]
struct Tally {
    files: usize,
    joints: usize,
    frames: usize,
    secs: f64,
    warned: usize,
    refused: Vec<String>,
    worst: [f64; 2],
}

#[test]
fn every_recording_comes_back_from_glb_as_it_was() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    let folders = ["motion", "formats/bvh", "formats/fbx", "mesh/gltf"].map(|folder| data.join(folder));
    for extension in ["bvh", "amc", "fbx", "glb", "gltf"] {
        let files = folders.iter().flat_map(|folder| adverb_testdata::files_below(folder, extension));
        for path in files {
            let tally = tallies.entry(extension).or_default();
            let clip = match load(&path) {
                Ok(clip) => clip,
                Err(error) => {
                    tally.refused.push(error.to_string());
                    continue;
                }
            };
            tally.files += 1;
            tally.joints += clip.joints.len();
            tally.frames += clip.frame_count();
            tally.secs += clip.duration_secs();
            tally.warned += usize::from(!clip.source.warnings.is_empty());
            if clip.frame_count() == 0 {
                continue;
            }
            let back = import("back.glb", &gltf::clip::write(&clip), &ImportOptions::default())
                .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let [metres, radians] = apart(&clip, &back);
            let size = adverb_author::figure::height_m(&clip).max(1.0);
            assert!(metres < 1e-5 * size, "{}: {metres} m off, of {size}", path.display());
            assert!(radians < 1e-5, "{}: {radians} rad off", path.display());
            tally.worst = [tally.worst[0].max(metres), tally.worst[1].max(radians)];
        }
    }
    println!(
        "| format | files | joints | frames | seconds | with warnings | refused | farthest after GLB and back |"
    );
    for (format, tally) in &tallies {
        println!(
            "| {format} | {} | {} | {} | {:.0} | {} | {} | {:.4} mm, {:.5} rad |",
            tally.files,
            tally.joints,
            tally.frames,
            tally.secs,
            tally.warned,
            tally.refused.len(),
            1000.0 * tally.worst[0],
            tally.worst[1]
        );
        tally.refused.iter().for_each(|why| println!("  refused: {why}"));
    }
    assert!(tallies["bvh"].files > 100 && tallies["amc"].files >= 2 && tallies["fbx"].files > 5);
    assert_eq!((tallies["bvh"].refused.len(), tallies["amc"].refused.len()), (0, 0));
}
