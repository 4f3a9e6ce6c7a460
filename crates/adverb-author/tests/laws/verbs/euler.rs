//! Why rotations are blended as vectors about a reference and not as the Euler channels that files hold.

use glam::{DQuat, EulerRot};

use super::real;

/// The local rotations of two walks averaged channel by channel, in the order of the file (ZXY), against what the verb shows
/// halfway: hundreds of millimetres, since channels near gimbal lock jump by whole half turns.
#[test]
fn blending_euler_channels_tears_the_body_apart() {
    // The built-in character's channels are far from any gimbal lock: there is nothing to see.
    let Some(_) = adverb_testdata::data_dir() else { return };
    let real = real::styles();
    let verb = &real.built.verb;
    let skeleton = verb.skeleton();
    let mut all = Vec::new();
    for (a, b) in [(0, 1), (0, 2), (1, 2), (3, 5), (4, 5)] {
        let [first, second] = [a, b].map(|i: usize| &real.motions[i]);
        let (mut squares, mut count) = (0.0, 0.0);
        for k in 0..30 {
            let t = adverb::CanonicalTime(k as f64 / 30.0);
            let locals = [first, second]
                .map(|motion| adverb_author::sample::rig_locals(skeleton, &motion.pose(motion.verb_time(t))));
            let channels = |q: DQuat| <[f64; 3]>::from(q.to_euler(EulerRot::ZXY));
            let mut euler = locals[0].clone();
            for (j, local) in euler.iter_mut().enumerate() {
                let (p, q) = (channels(locals[0][j].rotation), channels(locals[1][j].rotation));
                let mean = [0, 1, 2].map(|c: usize| 0.5 * (p[c] + q[c]));
                local.rotation = DQuat::from_euler(EulerRot::ZXY, mean[0], mean[1], mean[2]);
                local.translation = 0.5 * (locals[0][j].translation + locals[1][j].translation);
            }
            // The same average as the runtime takes it, on the same two motions.
            let poses = [first, second].map(|motion| motion.pose(motion.verb_time(t)));
            let mean: Vec<f32> = poses[0].iter().zip(&poses[1]).map(|(p, q)| 0.5 * (p + q)).collect();
            let ours = adverb_author::sample::rig_locals(skeleton, &mean);
            let root = skeleton.root().index();
            let places = |locals: &[adverb_author::clip::Transform]| -> Vec<glam::DVec3> {
                let mut world = vec![adverb_author::clip::Transform::IDENTITY; locals.len()];
                for (j, joint) in skeleton.joints().iter().enumerate() {
                    // As seen from the root, so that only the body counts.
                    world[j] = match joint.parent {
                        Some(parent) if j != root => world[parent.index()].compose(locals[j]),
                        _ => adverb_author::clip::Transform::IDENTITY,
                    };
                }
                world.iter().map(|w| w.translation).collect()
            };
            for (p, q) in places(&euler).iter().zip(places(&ours)) {
                squares += p.distance_squared(q);
                count += 1.0;
            }
        }
        all.push((squares / count).sqrt());
    }
    let worst = all.iter().copied().fold(0.0, f64::max);
    println!(
        "Euler channels are off by {:?} mm rms",
        all.iter().map(|m| (1e3 * m).round()).collect::<Vec<_>>()
    );
    assert!(worst > 0.1, "{worst} m");
}
