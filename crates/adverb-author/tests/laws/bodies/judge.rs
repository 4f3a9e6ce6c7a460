//! A judge of motions that knows joints by what they are for: it sees feet, and what jumps, of any body.

use adverb::body::{Part, Side, Transform};
use adverb_author::clip::Clip;
use glam::DVec3;

/// A joint jumps if a step of it is off the mean of the steps before and after by more than this, in metres, and by so many times what is
/// usual near by; half of that from 60 frames a second on. A foot that lands stops its shank within a frame, a trunk does not stop.
const CORE_M: f64 = 0.015;
const LIMB_M: f64 = 0.06;
const UNUSUAL: f64 = 5.0;
/// What is usual at least.
const USUAL_M: f64 = 0.002;
/// A foot stands where it is no higher than this over its floor, in heights of the body, and so slow.
const LOW: f64 = 0.02;
const SLOW_M_S: f64 = 0.15;
const SLOW_BODIES: f64 = 0.25;
/// Seconds that a foot stands at least.
const STANDS_SECS: f64 = 0.1;

pub fn worlds(clip: &Clip) -> Vec<Vec<Transform>> {
    (0..clip.frame_count()).map(|f| clip.world(clip.frame(f))).collect()
}

/// Where a joint is, frame by frame.
fn track(worlds: &[Vec<Transform>], joint: usize) -> Vec<DVec3> {
    worlds.iter().map(|world| world[joint].translation).collect()
}

fn sided(clip: &Clip, parts: &[Part]) -> Vec<usize> {
    let roles = clip.roles();
    parts.iter().flat_map(|part| Side::BOTH.map(|side| roles.joint(*part, Some(side)))).flatten().collect()
}

/// The joints that people have, fingers aside; of back and neck only the last, which has the sum of the others.
fn shared(clip: &Clip) -> Vec<usize> {
    let limbs = [Part::UpLeg, Part::Knee, Part::Foot, Part::Toe, Part::Arm, Part::Elbow, Part::Hand];
    let middle = [Part::Hips, Part::Head].map(|part| clip.roles().joint(part, None));
    sided(clip, &limbs).into_iter().chain(middle.into_iter().flatten()).collect()
}

/// How far two motions of one body are apart: millimetres and degrees, root mean square over joints and frames.
pub fn apart(a: &Clip, b: &Clip) -> [f64; 2] {
    let joints = shared(a);
    let (mut metres, mut radians, mut count) = (0.0, 0.0, 0.0);
    for (a, b) in worlds(a).iter().zip(&worlds(b)) {
        for &j in &joints {
            metres += a[j].translation.distance_squared(b[j].translation);
            radians += a[j].rotation.angle_between(b[j].rotation).powi(2);
            count += 1.0;
        }
    }
    [1000.0 * (metres / count).sqrt(), (radians / count).sqrt().to_degrees()]
}

/// How far each step departs from the mean of the one before and the one after.
fn bends(at: &[DVec3]) -> Vec<f64> {
    let step = |i: usize| at[i + 1] - at[i];
    (1..at.len().saturating_sub(2)).map(|i| (step(i) - 0.5 * (step(i - 1) + step(i + 1))).length()).collect()
}

/// How far a joint is from the hips along the bones.
fn reach(clip: &Clip, joint: usize) -> f64 {
    let hips = clip.roles().joint(Part::Hips, None);
    let up = std::iter::successors(Some(joint), |&j| clip.joints[j].parent).take_while(|&j| Some(j) != hips);
    up.map(|j| clip.joints[j].rest.translation.length()).sum()
}

/// The frames at which something jumps, seen at the size of another body, `like`, which is `scale` times smaller: what is turned alike goes
/// farther at the end of longer bones. `nearly` is the part of a jump that
/// counts.
pub fn jumps(clip: &Clip, like: &Clip, scale: f64, nearly: f64) -> Vec<usize> {
    let worlds = worlds(clip);
    let fast = nearly * (30.0 / clip.fps).clamp(0.5, 1.0);
    let near = (0.3 * clip.fps).round().max(8.0) as usize;
    let core = [Part::UpLeg, Part::Arm].map(|part| (part, CORE_M));
    let limbs = [Part::Knee, Part::Foot, Part::Toe, Part::Elbow, Part::Hand].map(|part| (part, LIMB_M));
    let sided = core
        .into_iter()
        .chain(limbs)
        .flat_map(|(part, most)| Side::BOTH.map(|side| (part, Some(side), most)));
    let mut frames: Vec<usize> = Vec::new();
    for (part, side, most) in sided.chain([(Part::Head, None, CORE_M)]) {
        let [own, others] = [clip, like].map(|clip| clip.roles().joint(part, side));
        let (Some(joint), Some(other)) = (own, others) else { continue };
        // Where hip joints are beside the hips says nothing of how long bones are.
        let longer = if part == Part::UpLeg { scale } else { reach(clip, joint) / reach(like, other) };
        let fast = fast * longer.max(scale);
        let bends = bends(&track(&worlds, joint));
        for (i, bend) in bends.iter().enumerate().filter(|(_, bend)| **bend > fast * most) {
            let mut around = bends[i.saturating_sub(near)..(i + near + 1).min(bends.len())].to_vec();
            around.sort_by(f64::total_cmp);
            if *bend > UNUSUAL * (around[around.len() / 2] + fast * USUAL_M) {
                frames.push(i + 1);
            }
        }
    }
    frames.sort_unstable();
    frames.dedup();
    frames
}

/// How often something jumps: frames next to each other are one.
pub fn times(frames: &[usize]) -> usize {
    frames.iter().enumerate().filter(|(i, f)| *i == 0 || **f - frames[i - 1] > 2).count()
}

/// How low a joint is when it is about as low as it gets.
fn floor(at: &[DVec3]) -> f64 {
    let mut heights: Vec<f64> = at.iter().map(|p| p.y).collect();
    heights.sort_by(f64::total_cmp);
    heights[heights.len() / 20]
}

/// Metres a second over the ground, on average.
pub fn speed(clip: &Clip) -> f64 {
    let hips = clip.roles().joint(Part::Hips, None).unwrap_or(0);
    let at = track(&worlds(clip), hips);
    let way: f64 = at.windows(2).map(|pair| (pair[1] - pair[0]).with_y(0.0).length()).sum();
    way * clip.fps / (at.len() - 1) as f64
}

/// When a joint of a foot stands: low and slow.
fn stands(clip: &Clip, joint: usize) -> Vec<std::ops::Range<usize>> {
    let worlds = worlds(clip);
    let at = track(&worlds, joint);
    let height = |world: &Vec<Transform>| {
        let heights = || world.iter().map(|joint| joint.translation.y);
        heights().fold(f64::NEG_INFINITY, f64::max) - heights().fold(f64::INFINITY, f64::min)
    };
    let (high, fast) = (floor(&at) + LOW * height(&worlds[0]), SLOW_M_S + SLOW_BODIES * speed(clip));
    let carries = |f: usize| {
        let (before, after) = (f.saturating_sub(1), (f + 1).min(at.len() - 1));
        let step = (at[after] - at[before]).with_y(0.0).length();
        at[f].y < high && step * clip.fps < fast * (after - before) as f64
    };
    let mut all: Vec<std::ops::Range<usize>> = Vec::new();
    for f in (0..at.len()).filter(|&f| carries(f)) {
        match all.last_mut() {
            Some(last) if last.end == f => last.end = f + 1,
            _ => all.push(f..f + 1),
        }
    }
    all.retain(|span| span.len() as f64 > STANDS_SECS * clip.fps);
    all
}

/// How feet do where those of the source stand, in millimetres at the result's size: how far they slide in the middle three fifths of it on
/// average, as recorded and as shown, and how far the result's are below their own floor. Of feet the balls, or the ankles if one has none.
pub fn feet(source: &Clip, result: &Clip, scale: f64) -> [f64; 3] {
    let (own, shown) = (worlds(source), worlds(result));
    let (mut slides, mut count, mut sinks) = ([0.0; 2], 0.0, 0.0_f64);
    for side in Side::BOTH {
        let of = |part: Part| {
            let joint = |clip: &Clip| clip.roles().joint(part, Some(side));
            joint(source).zip(joint(result))
        };
        let Some((a, b)) = of(Part::Toe).or_else(|| of(Part::Foot)) else { continue };
        let tracks = [track(&own, a), track(&shown, b)];
        let floor = floor(&tracks[1]);
        for span in stands(source, a) {
            let trimmed = span.len().div_ceil(5);
            let middle = span.start + trimmed..span.end - trimmed;
            let widest = |at: &[DVec3]| {
                let apart = |a: &DVec3, b: &DVec3| (*a - *b).with_y(0.0).length();
                at.iter().flat_map(|a| at.iter().map(move |b| apart(a, b))).fold(0.0, f64::max)
            };
            slides[0] += scale * widest(&tracks[0][middle.clone()]);
            slides[1] += widest(&tracks[1][middle]);
            sinks = tracks[1][span].iter().map(|p| floor - p.y).fold(sinks, f64::max);
            count += 1.0;
        }
    }
    let mean = |sum: f64| 1000.0 * sum / f64::max(count, 1.0);
    [mean(slides[0]), mean(slides[1]), 1000.0 * sinks]
}
