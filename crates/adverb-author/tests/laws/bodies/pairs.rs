//! Every body's motion on every other body.

use std::time::Instant;

use adverb_author::clip::Clip;
use adverb_author::retarget::{Target, put};
use adverb_testdata::mixamo::{Figure, Move};

use super::judge::{apart, feet, jumps, speed, times};
use super::{BANDAI_NAMCO, CMU, imported, read};

/// Files of the bodies, and what they are called.
const BODIES: [(&str, &str); 7] = [
    ("CMU 07_01", CMU),
    ("CMU 16_15", "motion/cmu/16_15.bvh"),
    ("CMU 143_32", "motion/everyday/143_32.bvh"),
    ("Bandai-Namco", BANDAI_NAMCO),
    ("ASF pirouette", "motion/asf-amc/pirouette.amc"),
    ("three.js pirouette", "formats/bvh/pirouette.bvh"),
    ("CesiumMan", "mesh/gltf/CesiumMan.glb"),
];

/// What is this part of a jump in the source may be one on another body.
const NEARLY: f64 = 0.7;
/// How much farther feet may slide.
const MORE_SLIDE_MM: f64 = 2.0;

/// A made character with Mixamo's joints, longer in the legs than most.
fn mixamo() -> Clip {
    let made = Figure { height: 1.1, moves: &[Move::Walk], in_place: false, ..Figure::default() };
    imported("Mixamo.glb", &made.glb())
}

/// The table of the manual. Nothing jumps that did not in the source, and feet slide no more.
#[test]
fn no_pair_of_bodies_jumps_or_slides_more_than_its_source() {
    let Some(mut bodies) =
        BODIES.iter().map(|(name, file)| Some((*name, read(file)?))).collect::<Option<Vec<_>>>()
    else {
        return;
    };
    bodies.push(("Mixamo", mixamo()));
    println!("| motion of | on | error, mm | error, ° | slide, mm | sinks, mm | m/s | jumps | s |");
    println!("|---|---|---|---|---|---|---|---|---|");
    let mut wrong = Vec::new();
    for (s, (name, source)) in bodies.iter().enumerate() {
        let own = Target::of_file(source).expect(name);
        let before = jumps(source, source, 1.0, 1.0);
        let nearly = jumps(source, source, 1.0, NEARLY);
        for (_, (on, body)) in bodies.iter().enumerate().filter(|(t, _)| *t != s) {
            let target = Target::of_file(body).expect(on);
            let start = Instant::now();
            let there = put(&[source], &target, &[]).expect(on);
            let secs = start.elapsed().as_secs_f64();
            let (scale, there) = (there.binding.proportions.scale, &there.clips[0]);
            let back = put(&[there], &own, &[]).expect(name).clips.remove(0);
            let [mm, degrees] = apart(source, &back);
            let [recorded, slides, sinks] = feet(source, there, scale);
            let after = jumps(there, source, scale, 1.0);
            let is_new = |f: &&usize| !nearly.iter().any(|own| own.abs_diff(**f) <= 3);
            let new: Vec<&usize> = after.iter().filter(is_new).collect();
            println!(
                "| {name} | {on} | {mm:.1} | {degrees:.1} | {recorded:.1} → {slides:.1} | {sinks:.1} | {:.2} → {:.2} | {} → {} | {secs:.2} |",
                speed(source),
                speed(there),
                times(&before),
                times(&after),
            );
            // The toes of this one are right under its ankles, and nobody rolls over them.
            let more = if *on == "CesiumMan" { 1.5 * MORE_SLIDE_MM } else { MORE_SLIDE_MM };
            if !new.is_empty() || slides > recorded + more {
                wrong.push(format!(
                    "{name} on {on}: slides {recorded:.1} → {slides:.1} mm, new jumps at {new:?}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
