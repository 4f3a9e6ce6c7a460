//! Animated pictures: a strip of moments pulled through the frame by CSS, like film through a gate, so that they play in any
//! browser and on any page.

use glam::DVec3;

use super::colour::Rgb;
use super::exposure::{ExposureOptions, Stage, halo_px, scale_bar, stage, words};
use super::ground;
use super::paint::{self, Ink};
use super::scene::Scene;
use super::svg::{Picture, num};
use crate::error::Error;

/// How a scene is played.
#[derive(Debug, Clone, PartialEq)]
pub struct AnimationOptions {
    /// The picture; paths and footprints are not drawn.
    pub picture: ExposureOptions,
    /// How long one round takes.
    pub duration_secs: f64,
    /// The camera goes along with the first subject, and the ground passes below.
    pub follow: bool,
}

impl Default for AnimationOptions {
    fn default() -> Self {
        let picture = ExposureOptions {
            width_px: 900.0,
            height_px: 520.0,
            scale_bar: false,
            ..ExposureOptions::default()
        };
        Self { picture, duration_secs: 1.0, follow: true }
    }
}

/// A looping animation: the first exposures of all subjects, then the second, and so on. For a seamless loop leave out
/// the last moment of a cycle, which equals its first.
pub fn animation(scene: &Scene, options: &AnimationOptions) -> Result<Picture, Error> {
    let picture_options = ExposureOptions { path: false, footprints: false, ..options.picture.clone() };
    let count = scene.subjects.iter().map(|s| s.exposures.len()).max().unwrap_or(0);
    let travel = if options.follow { travel(scene) } else { DVec3::ZERO };
    let along = |i: usize| travel * (i as f64 / count.max(2) as f64);

    // Framed as if everyone walked on the spot.
    let mut on_the_spot = scene.clone();
    for subject in &mut on_the_spot.subjects {
        for (i, exposure) in subject.exposures.iter_mut().enumerate() {
            exposure.points.iter_mut().for_each(|p| *p -= along(i));
            exposure.strength = 1.0;
        }
    }
    let forward = picture_options.forward.or_else(|| Some(scene.forward()));
    let framing = ExposureOptions { forward, ..picture_options };
    let Stage { mut picture, camera, ground, content, room, em } = stage(&on_the_spot, &framing)?;

    // The ground must look the same after a round.
    let length = travel.length();
    let spacing_m = if length > 0.25 { length / (2.0 * length).round().max(1.0) } else { ground.spacing_m() };
    let still = travel == DVec3::ZERO;
    if framing.grid && still {
        ground::grid(&mut picture, &camera, &ground, spacing_m, room);
    }
    let duration_secs = if options.duration_secs.is_finite() { options.duration_secs.max(0.05) } else { 1.0 };
    let (width, height) = (num(picture.width_px), picture.height_px);
    let class = style(&mut picture, count, duration_secs);
    // Where styles do not move, the first moment is seen.
    picture.push(&format!("<svg width=\"{width}\" height=\"{}\"><g class=\"{class}\">", num(height)));
    let ink = Ink { paper: framing.background.unwrap_or(Rgb::WHITE), halo_px: halo_px(&camera) };
    for i in 0..count {
        let passing = ground.moved(along(i));
        picture.push(&format!("<g transform=\"translate(0 {})\">", num(i as f64 * height)));
        if framing.grid && !still {
            ground::grid(&mut picture, &camera.moved(along(i)), &passing, spacing_m, room);
        }
        let shown = || on_the_spot.subjects.iter().filter_map(|s| Some((s, s.exposures.get(i)?)));
        if framing.shadows {
            ground::shadows(&mut picture, &camera, &ground, shown());
        }
        paint::figures(&mut picture, &camera, &shown().collect::<Vec<_>>(), ink);
        picture.push("</g>");
    }
    picture.push("</g></svg>");
    words(&mut picture, &camera, &on_the_spot, content, em);
    if framing.scale_bar {
        scale_bar(&mut picture, &camera, em);
    }
    Ok(picture)
}

/// How far the first subject gets in a round, level. Its exposures end one step before the round does.
fn travel(scene: &Scene) -> DVec3 {
    let Some(subject) = scene.subjects.first() else { return DVec3::ZERO };
    let roots: Vec<DVec3> = subject.exposures.iter().filter_map(|e| subject.root(e)).collect();
    match roots[..] {
        [first, .., last] => {
            let n = roots.len() as f64;
            let way = (last - first) * (n / (n - 1.0));
            DVec3::new(way.x, 0.0, way.z)
        }
        _ => DVec3::ZERO,
    }
}

/// The class of a strip of `count` moments, each as high as the picture: in steps, so that just one is seen at any time.
fn style(picture: &mut Picture, count: usize, duration_secs: f64) -> String {
    let millis = (1000.0 * duration_secs).round();
    let length = num(count as f64 * picture.height_px);
    let class = format!("f{count}-{millis}-{length}");
    picture.define(&class, || {
        format!(
            "<style>.{class}{{animation:{class} {millis}ms steps({count}) infinite}}@keyframes {class}{{to{{transform:translateY(-{length}px)}}}}</style>"
        )
    });
    class
}
