use std::sync::Arc;

use adverb::VerbTime;
use adverb_author::clip::Clip;
use adverb_author::motion::{Motion, Recording, basic};
use adverb_author::{rig, sample};

use crate::data;

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

#[test]
fn raw_frames_come_back_within_a_tenth_of_a_millimetre() {
    let mut worst = 0.0f64;
    for path in data::recordings() {
        let clip = data::load(&path);
        let skeleton = Arc::new(rig::skeleton_of(&clip).unwrap());
        let recording = Arc::new(Recording::raw(&skeleton, &clip).unwrap());
        let motion = basic::whole(skeleton, recording).unwrap();
        let (largest, _) = apart(&clip, &frames(&motion, &clip));
        assert!(largest < 1e-4, "{}: {largest} m", path.display());
        worst = worst.max(largest);
    }
    println!("worst {:.4} mm", worst * 1000.0);
}

#[test]
fn the_default_fit_is_within_two_millimetres() {
    let (mut worst, mut coefficients, mut samples) = (0.0f64, 0, 0);
    for path in data::recordings() {
        let clip = data::load(&path);
        let skeleton = Arc::new(rig::skeleton_of(&clip).unwrap());
        let recording = Recording::raw(&skeleton, &clip).unwrap().fitted(&skeleton, 1.0);
        coefficients += recording.curves().iter().flatten().map(|c| c.coefficients().len()).sum::<usize>();
        samples += clip.frame_count() * recording.curves().len();
        let motion = basic::whole(skeleton, Arc::new(recording)).unwrap();
        let (_, rms) = apart(&clip, &frames(&motion, &clip));
        assert!(rms < 2e-3, "{}: {rms} m", path.display());
        worst = worst.max(rms);
    }
    println!(
        "worst rms {:.3} mm, {:.1} % of the samples",
        worst * 1000.0,
        100.0 * coefficients as f64 / samples as f64
    );
}
