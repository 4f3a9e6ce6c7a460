use std::sync::Arc;

use adverb::curve::Derivative::{Acceleration, Position, Velocity};
use adverb::{CanonicalTime, Placement, VerbTime};
use adverb_author::clip::Clip;
use adverb_author::fit::Tolerance;
use adverb_author::formats::{bvh, gltf};
use adverb_author::import::{ImportOptions, import};
use adverb_author::motion::*;
use adverb_author::{rig, sample};

use crate::support::recordings as data;

/// The largest and the root mean square distance between joints of two clips, in metres.
pub fn apart(a: &Clip, b: &Clip) -> (f64, f64) {
    assert_eq!(a.joints.len(), b.joints.len());
    let (mut largest, mut squares, mut count) = (0.0f64, 0.0, 0.0);
    for f in 0..a.frame_count().min(b.frame_count()) {
        for (p, q) in a.world(a.frame(f)).iter().zip(b.world(b.frame(f))) {
            let d = p.translation.distance(q.translation);
            largest = largest.max(d);
            squares += d * d;
            count += 1.0;
        }
    }
    (largest, (squares / count).sqrt())
}

pub fn frames(motion: &Motion, clip: &Clip) -> Clip {
    let times: Vec<VerbTime> = (0..clip.frame_count()).map(|f| VerbTime(f as f64 / clip.fps)).collect();
    sample::sample_at(motion, &times, clip.fps, clip.source.clone())
}

fn sampled(motion: &Motion, source: adverb_author::clip::Source) -> Clip {
    sample::sample(motion, sample::Rate::Near(motion.fps()), source).unwrap()
}

#[test]
fn raw_frames_come_back_within_a_tenth_of_a_millimetre() {
    let mut worst = 0.0f64;
    for take in data::recordings() {
        let clip = take.clip();
        let skeleton = Arc::new(rig::skeleton_of(&clip).unwrap());
        let recording = Arc::new(Recording::raw(&skeleton, &clip).unwrap());
        let motion = basic::whole(skeleton, recording).unwrap();
        let back = frames(&motion, &clip);
        let name = &take.name;
        let text = bvh::write(&back, &bvh::WriteOptions::default());
        let options = ImportOptions { unit_m: Some(clip.source.unit_m), ..ImportOptions::default() };
        let through_bvh = import(name, text.as_bytes(), &options).unwrap();
        let through_glb = import("out.glb", &gltf::clip::write(&back), &ImportOptions::default()).unwrap();
        for (way, read) in [("DOFs", &back), ("BVH", &through_bvh), ("GLB", &through_glb)] {
            let (largest, _) = apart(&clip, read);
            assert_eq!(clip.frame_count(), read.frame_count(), "{way}: {name}");
            assert!(largest < 1e-4, "{way}: {name}: {largest} m");
            worst = worst.max(largest);
        }
    }
    println!("worst {:.4} mm", worst * 1000.0);
}

#[test]
fn the_default_fit_is_within_two_millimetres() {
    let (mut worst, mut coefficients, mut samples) = (0.0f64, 0, 0);
    for take in data::recordings() {
        let clip = take.clip();
        let skeleton = Arc::new(rig::skeleton_of(&clip).unwrap());
        let recording = Recording::raw(&skeleton, &clip).unwrap().fitted(&skeleton, Tolerance::of);
        coefficients += recording.curves().iter().flatten().map(|c| c.coefficients().len()).sum::<usize>();
        samples += clip.frame_count() * recording.curves().len();
        let motion = basic::whole(skeleton, Arc::new(recording)).unwrap();
        let (_, rms) = apart(&clip, &frames(&motion, &clip));
        assert!(rms < 2e-3, "{}: {rms} m", take.name);
        worst = worst.max(rms);
    }
    println!(
        "worst rms {:.3} mm, {:.1} % of the samples",
        worst * 1000.0,
        100.0 * coefficients as f64 / samples as f64
    );
}

/// A recorded cycle as a motion of its file's skeleton.
fn recorded(cycle: &data::GaitCycle) -> Arc<Motion> {
    let clip = cycle.take.clip();
    let skeleton = Arc::new(rig::skeleton_of(&clip).unwrap());
    let recording = Arc::new(Recording::raw(&skeleton, &clip).unwrap());
    let keys: Vec<_> = ["left-down", "right-down", "left-down"]
        .iter()
        .zip(cycle.frames)
        .map(|(name, frame)| (name.to_string(), frame as f64 / clip.fps))
        .collect();
    Arc::new(basic(skeleton, recording, &keys, vec![]).unwrap())
}

fn most_apart(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
}

#[test]
fn recorded_cycles_meet_themselves_in_value_velocity_and_acceleration() {
    let mut seen = 0;
    for gait in data::gait_cycles() {
        let file = &gait.take.name;
        let cyclic = cycle(recorded(&gait), Search::Default).unwrap();
        let duration = cyclic.duration();
        let moved = Placement::reposition(
            Placement::of(&cyclic.pose(VerbTime::ZERO)),
            Placement::of(&cyclic.pose(duration)),
        );
        let derivatives = [(Position, 1e-4), (Velocity, 2e-3), (Acceleration, 0.2)];
        for (derivative, allowed) in derivatives {
            let (mut start, mut end) = (vec![0.0; cyclic.skeleton().dofs().len()], vec![]);
            end.clone_from(&start);
            cyclic.evaluate(VerbTime::ZERO, derivative, &mut start);
            cyclic.evaluate(duration - 1e-9, derivative, &mut end);
            match derivative {
                Position => moved.apply(&mut start),
                _ => moved.apply_to_rate(&mut start),
            }
            let off = most_apart(&start, &end);
            assert!(off < allowed, "{file}: {derivative:?} off by {off}");
        }
        seen += 1;
    }
    println!("{seen} cycles");
}

/// Closing a gap moves the motion only near the seam, by half of it: about a fifth over the whole.
#[test]
fn recorded_cycles_stay_near_the_recording() {
    let (mut sum, mut count) = (0.0, 0.0);
    for gait in data::gait_cycles() {
        let raw = recorded(&gait);
        let exact = cycle(raw.clone(), Search::Exact).unwrap();
        let source = gait.take.clip().source;
        let (a, b) = (sampled(&raw, source.clone()), sampled(&exact, source));
        let (_, rms) = apart(&a, &b);
        println!("{:.2} mm for a gap of {:.1} mm: {}", 1e3 * rms, 1e3 * gait.gap_m, gait.take.name);
        assert!(rms < 0.35 * gait.gap_m + 0.003, "{}: {rms} m for a gap of {} m", gait.take.name, gait.gap_m);
        sum += rms;
        count += 1.0;
    }
    println!("mean rms {:.2} mm", 1e3 * sum / count);
}

#[test]
fn recorded_turns_are_kept_by_their_cycles() {
    for gait in data::gait_cycles() {
        let cyclic = cycle(recorded(&gait), Search::Exact).unwrap();
        let heading = |time| f64::from(Placement::of(&cyclic.pose(time)).heading).to_degrees();
        let turn = heading(cyclic.duration()) - heading(VerbTime::ZERO);
        // The notes measure the pelvis line or the facing in their own way; a fifth of a right angle tells turns apart.
        assert!((turn - gait.turn_deg).abs() < 18.0, "{}: {turn} {}", gait.take.name, gait.turn_deg);
    }
}

#[test]
fn the_algebra_holds_on_recordings() {
    for gait in data::gait_cycles() {
        let file = &gait.take.name;
        let walk = recorded(&gait);
        let image = Arc::new(mirror(walk.clone()));
        let whole = clip(walk.clone(), CanonicalTime(0.0), CanonicalTime(1.0)).unwrap();
        let twice = mirror(image.clone());
        let joined = concatenation(vec![walk.clone(), image, walk.clone()]).unwrap();
        for i in 0..=10 {
            let t = CanonicalTime(f64::from(i) / 10.0);
            let time = walk.verb_time(t);
            assert!((walk.canonical_time(time).0 - t.0).abs() < 1e-9, "{file}");
            assert_eq!(whole.pose(time), walk.pose(time), "{file}");
            assert_eq!(twice.pose(time), walk.pose(time), "{file}");
        }
        for k in 1..3 {
            let seam = f64::from(k) * walk.duration().0;
            let (a, b) = (
                Placement::of(&joined.pose(VerbTime(seam - 1e-9))),
                Placement::of(&joined.pose(VerbTime(seam))),
            );
            let off = (a.x - b.x).hypot(a.z - b.z).max((a.heading - b.heading).abs());
            assert!(off < 1e-4, "{file}: {off}");
        }
    }
}
