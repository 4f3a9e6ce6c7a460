//! Figures that look like mistakes: upside down, or with left and right exchanged.

use adverb::body::Part;
use glam::DVec3;

use super::worlds;
use crate::clip::{Clip, Transform};
use crate::sides::Side;

/// How many frames, spread over the clip, represent all of them.
const ENOUGH: usize = 64;
/// Whoever does it in this part of the frames does it throughout.
const MOSTLY: f64 = 0.75;

/// Whether the head is below the feet nearly all the time. For a clip that is Y up.
pub(crate) fn is_upside_down(clip: &Clip) -> bool {
    let roles = clip.roles();
    let feet = Side::BOTH.map(|side| roles.joint(Part::Foot, Some(side)));
    let (Some(head), [Some(left), Some(right)]) = (roles.joint(Part::Head, None), feet) else { return false };
    mostly(clip, |world| {
        [left, right].iter().all(|&foot| world[head].translation.y < world[foot].translation.y)
    })
}

/// The left thigh by its name, if feet point back nearly all the time: what is called left is on the right.
pub(crate) fn exchanged_sides(clip: &Clip) -> Option<&str> {
    let roles = clip.roles();
    let both = |part: Part| {
        let [left, right] = Side::BOTH.map(|side| roles.joint(part, Some(side)));
        Some([left?, right?])
    };
    let (thighs, ankles, toes) = (both(Part::UpLeg)?, both(Part::Foot)?, both(Part::Toe)?);
    let point_back = |world: &[Transform]| {
        let way = |from: usize, to: usize| (world[to].translation - world[from].translation).with_y(0.0);
        let ahead = way(thighs[1], thighs[0]).cross(DVec3::Y).normalize_or_zero();
        // Together: the foot that stands is flat, the other may hang down.
        let feet: Vec<DVec3> = ankles.iter().zip(&toes).map(|(&ankle, &toe)| way(ankle, toe)).collect();
        let long: f64 = feet.iter().map(|foot| foot.length()).sum();
        feet.iter().sum::<DVec3>().dot(ahead) < -0.25 * long
    };
    mostly(clip, point_back).then(|| clip.joints[thighs[0]].name.as_str())
}

fn mostly(clip: &Clip, is_so: impl Fn(&[Transform]) -> bool) -> bool {
    let every = clip.frame_count().div_ceil(ENOUGH).max(1);
    let (mut all, mut so) = (0, 0);
    for world in worlds(clip, every) {
        all += 1;
        so += usize::from(is_so(&world));
    }
    so as f64 > MOSTLY * f64::from(all)
}
