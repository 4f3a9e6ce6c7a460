//! Feet of a variation stand where those of the example stand, so that holding them changes no more than it does without variations.

use adverb::Skeleton;
use adverb::ik::two_bone::{self, Reach};
use adverb::kinematics::{world_rotation, world_transforms};
use adverb::verb::{Foot, Phase};
use glam::{Affine3A, Vec3};

/// Before and after it stands, a foot comes from and goes back to its own way within this part of the cycle.
const EASE: f64 = 0.12;

/// Changes the legs of what deviates (`rows`, one per row of the example), so that balls which stand in the example do not deviate.
pub(super) fn plant(
    skeleton: &Skeleton,
    feet: &[Foot],
    number: usize,
    example: &[Vec<f64>],
    rows: &mut [Vec<f64>],
) {
    let mut world = [0, 1].map(|_| vec![Affine3A::IDENTITY; skeleton.joints().len()]);
    let count = example.len();
    for (k, (own, by)) in example.iter().zip(rows).enumerate() {
        let t = k as f64 / count as f64;
        let stands =
            |foot: &&Foot| foot.phases.iter().map(|phase| standing(&phase[number], t)).fold(0.0, f64::max);
        let standing: Vec<(&Foot, f32)> =
            feet.iter().map(|foot| (foot, stands(&foot) as f32)).filter(|(_, part)| *part > 0.0).collect();
        if standing.is_empty() {
            continue;
        }
        let still: Vec<f32> = own.iter().map(|v| *v as f32).collect();
        let before: Vec<f32> = own.iter().zip(by.iter()).map(|(v, by)| (v + by) as f32).collect();
        let mut varied = before.clone();
        world_transforms(skeleton, &still, &mut world[0]);
        for (foot, part) in standing {
            world_transforms(skeleton, &varied, &mut world[1]);
            let at =
                |which: usize, joint: adverb::JointId| Vec3::from(world[which][joint.index()].translation);
            let [upper, end] = [foot.limb.upper, foot.limb.end];
            let astray = at(1, foot.ball) - at(0, foot.ball);
            let reach = at(1, end) - part * astray - at(1, upper);
            // A leg is not pulled straighter than it is in either: its knee would snap.
            let longest = (0..2).map(|which| at(which, end).distance(at(which, upper))).fold(0.0, f32::max);
            let goal = Reach {
                position: at(1, upper) + reach.clamp_length_max(longest),
                pole: None,
                rotation: Some(world_rotation(&world[1][end.index()])),
            };
            two_bone::reach(skeleton, &mut varied, foot.limb, &goal, &mut world[1]);
        }
        for (by, (after, before)) in by.iter_mut().zip(varied.iter().zip(&before)) {
            *by += f64::from(after - before);
        }
    }
}

/// 1 while a foot stands, 0 on its way.
fn standing(phase: &Phase, t: f64) -> f64 {
    let away = [t - 1.0, t, t + 1.0].map(|t| (phase.from - t).max(t - phase.to).max(0.0));
    let near = 1.0 - (away.into_iter().fold(f64::INFINITY, f64::min) / EASE).min(1.0);
    near * near * (3.0 - 2.0 * near)
}
