//! Cut, mirror, cycle and join a motion without touching the original, and write the result.
//!
//! Run with `cargo run -p adverb-author --example edit_a_motion [OUT.bvh]`.

use std::sync::Arc;

use adverb::CanonicalTime;
use adverb_author::formats::bvh;
use adverb_author::gait::{Style, synthesise};
use adverb_author::motion::{Recording, Search, basic, clip, concatenation, cycle, mirror};
use adverb_author::sample::Rate;
use adverb_author::{rig, sample};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A recording: here the built-in walker's; `import::import` reads one from a file's bytes.
    let gait = synthesise(&Style::NEUTRAL);
    let skeleton = Arc::new(rig::skeleton_of(&gait.clip)?);
    let recording = Arc::new(Recording::raw(&skeleton, &gait.clip)?);

    // One cycle of it by its key-times, in seconds of the recording.
    let secs = |frame: usize| frame as f64 / gait.clip.fps;
    let keys = [("left-down", gait.keys[0]), ("right-down", gait.keys[1]), ("left-down", gait.keys[2])];
    let keys = keys.map(|(name, frame)| (name.to_string(), secs(frame)));
    let walk = Arc::new(basic(skeleton, recording, &keys, vec![])?);

    // Expressions of it: none of them copies a frame.
    let looped = Arc::new(cycle(walk.clone(), Search::Default)?);
    let half = Arc::new(clip(looped.clone(), CanonicalTime(0.0), CanonicalTime(0.5))?);
    let other_half = Arc::new(mirror(half.clone()));
    let long = concatenation(vec![looped, half, other_half])?;

    for (name, key) in long.key_times().iter() {
        println!("{:5.2} s  {name}", key.0);
    }
    let out = sample::sample(&long, Rate::Near(30.0), gait.clip.source.clone())?;
    if let Some(path) = std::env::args().nth(1) {
        std::fs::write(&path, bvh::write(&out, &bvh::WriteOptions::default()))?;
        println!("wrote {path}");
    }
    assert_eq!(long.key_times().len(), 5);
    Ok(())
}
