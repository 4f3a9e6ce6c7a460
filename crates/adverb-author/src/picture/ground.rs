//! What lies on the ground: a grid that fades with distance, soft shadows, the way of the root, footprints.

use std::fmt::Write;

use glam::{DVec2, DVec3};

use super::camera::Camera;
use super::colour::Rgb;
use super::outline::{Circle, hull_path};
use super::paint::colour_of;
use super::scene::{Scene, Subject, drawable};
use super::svg::{Picture, decimal, num};

/// Level ground and the part of it that the subjects use.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ground {
    /// Its height.
    pub y_m: f64,
    /// Two level unit directions: along the scene, and across.
    axes: [DVec3; 2],
    /// Least and greatest coordinates along the axes.
    low: DVec2,
    high: DVec2,
}

/// How far the grid goes beyond what stands on it.
const BEYOND_M: f64 = 2.2;
/// Shades of grid lines, from none to full.
const SHADES: f64 = 6.0;
/// Pieces of a grid line per cell.
const PIECES: i64 = 3;
/// How far a shadow lies to the right and behind, per metre of height.
const SLANT: DVec2 = DVec2::new(0.22, 0.10);

impl Ground {
    /// Under the balls: it touches the lowest of them.
    pub fn under(balls: &[(DVec3, f64)], forward: DVec3) -> Self {
        let axes = [forward, forward.cross(DVec3::Y)];
        let y_m = balls.iter().map(|(at, r)| at.y - r).fold(f64::INFINITY, f64::min);
        let mut ground = Self { y_m, axes, low: DVec2::INFINITY, high: DVec2::NEG_INFINITY };
        for (at, _) in balls {
            let here = DVec2::new(axes[0].dot(*at), axes[1].dot(*at));
            ground.low = ground.low.min(here);
            ground.high = ground.high.max(here);
        }
        ground
    }

    /// The point below `point`.
    pub fn below(&self, point: DVec3) -> DVec3 {
        DVec3::new(point.x, self.y_m, point.z)
    }

    fn point(&self, at: DVec2) -> DVec3 {
        let level = at.x * self.axes[0] + at.y * self.axes[1];
        DVec3::new(level.x, self.y_m, level.z)
    }

    /// A round number of metres that gives a grid of some ten cells.
    pub fn spacing_m(&self) -> f64 {
        let extent = (self.high - self.low).max_element();
        [0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0]
            .into_iter()
            .find(|s| extent < 16.0 * s)
            .unwrap_or(1000.0)
    }

    /// Carried along.
    pub fn moved(mut self, by_m: DVec3) -> Self {
        let by = DVec2::new(self.axes[0].dot(by_m), self.axes[1].dot(by_m));
        self.low += by;
        self.high += by;
        self
    }
}

/// Grid lines, each in short pieces whose shade follows the distance to what stands on the ground and to the edge of
/// the room on paper.
pub(super) fn grid(
    picture: &mut Picture,
    camera: &Camera,
    ground: &Ground,
    spacing_m: f64,
    room: [DVec2; 2],
) {
    let beyond = BEYOND_M.max(1.5 * spacing_m);
    let first = ((ground.low - beyond) / spacing_m).floor();
    let last = ((ground.high + beyond) / spacing_m).ceil();
    let shade = |at: DVec2| {
        let out = (ground.low - at).max(at - ground.high).max(DVec2::ZERO).length() / beyond;
        let Some(seen) = camera.see(ground.point(at)) else { return 0.0 };
        let inside = (seen.at - room[0]).min(room[1] - seen.at).min_element();
        let near_edge = (inside / (0.08 * (room[1] - room[0]).min_element())).clamp(0.0, 1.0);
        let far = (1.0 - out).clamp(0.0, 1.0);
        (far * far * (3.0 - 2.0 * far)) * near_edge
    };
    let mut paths = vec![String::new(); SHADES as usize + 1];
    let short = |value: f64| decimal(value, 1);
    for along in [0, 1] {
        let across = 1 - along;
        for line in first[across] as i64..=last[across] as i64 {
            let at = |step: i64| {
                let mut at = DVec2::ZERO;
                at[across] = line as f64 * spacing_m;
                at[along] = step as f64 / PIECES as f64 * spacing_m;
                at
            };
            let steps = PIECES * first[along] as i64..PIECES * last[along] as i64;
            let mut before = 0;
            for step in steps {
                let alpha = shade(at(step)).min(shade(at(step + 1)));
                let level = (alpha * SHADES).round() as usize;
                if let (1.., Some(a), Some(b)) =
                    (level, camera.see(ground.point(at(step))), camera.see(ground.point(at(step + 1))))
                {
                    if level != before {
                        let _ = write!(paths[level], "M{} {}", short(a.at.x), short(a.at.y));
                    }
                    let _ = write!(paths[level], "L{} {}", short(b.at.x), short(b.at.y));
                    before = level;
                } else {
                    before = 0;
                }
            }
        }
    }
    for (level, path) in paths.iter().enumerate().filter(|(_, p)| !p.is_empty()) {
        let opacity = num(0.85 * level as f64 / SHADES);
        picture.push(&format!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-opacity=\"{opacity}\" stroke-width=\"1.2\"/>",
            Rgb::LINE
        ));
    }
}

/// How much the ground is foreshortened: a circle on it is an ellipse that much flatter than wide.
fn flatness(camera: &Camera) -> f64 {
    // As it is written, or shapes would end up elsewhere.
    (camera.axes[2].y.abs().max(0.05) * 1000.0).round() / 1000.0
}

/// Where the light throws the shadow of a point.
pub(super) fn shadow_of(camera: &Camera, ground: &Ground, point: DVec3) -> DVec3 {
    let height = point.y - ground.y_m;
    let level = |v: DVec3| DVec3::new(v.x, 0.0, v.z).normalize_or_zero();
    // Seen from above, up on paper is "behind".
    let behind = level(camera.axes[2] + 1e-3 * camera.axes[1]);
    ground.below(point) + height * (SLANT.x * level(camera.axes[0]) + SLANT.y * behind)
}

/// Shadows of exposures: their parts thrown on the ground and blurred, weak ones below strong ones.
pub(super) fn shadows<'a>(
    picture: &mut Picture,
    camera: &Camera,
    ground: &Ground,
    exposures: impl Iterator<Item = (&'a Subject, &'a super::scene::Exposure)>,
) {
    let flat = flatness(camera);
    let mut shapes: Vec<(f64, String)> = Vec::new();
    for (subject, exposure) in exposures {
        let mut path = String::new();
        for (_, balls) in subject.parts(exposure) {
            let circle = |&(at, radius): &(DVec3, f64)| {
                let seen = camera.see(shadow_of(camera, ground, at))?;
                Some(Circle { centre: DVec2::new(seen.at.x, seen.at.y / flat), radius: radius * seen.scale })
            };
            if let Some(circles) = balls.iter().map(circle).collect::<Option<Vec<_>>>() {
                path.push_str(&hull_path(&circles, 0));
            }
        }
        shapes.push((exposure.strength, path));
    }
    shapes.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (w, h) = (num(picture.width_px), num(picture.height_px / flat));
    let blur = num(0.03 * camera.scale());
    let id = format!("b{blur}-{w}-{h}").replace('.', "_");
    picture.define(&id, || {
        format!(
            "<filter id=\"{id}\" filterUnits=\"userSpaceOnUse\" x=\"0\" y=\"0\" width=\"{w}\" height=\"{h}\"><feGaussianBlur stdDeviation=\"{blur}\"/></filter>"
        )
    });
    let mut group = format!("<g transform=\"scale(1 {flat})\" filter=\"url(#{id})\" opacity=\"0.3\">");
    for (strength, path) in shapes {
        let colour = Rgb::WHITE.mix(Rgb(70, 80, 112), strength);
        let _ = write!(group, "<path d=\"{path}\" fill=\"{colour}\"/>");
    }
    group.push_str("</g>");
    picture.push(&group);
}

/// The way of each subject's root as a thin line with a dot for each exposure.
pub(super) fn paths(picture: &mut Picture, camera: &Camera, ground: &Ground, scene: &Scene) {
    for subject in &scene.subjects {
        let seen = |p: &DVec3| drawable(*p).then(|| camera.see(ground.below(*p))).flatten();
        let points: Vec<DVec2> = subject.path.iter().filter_map(seen).map(|s| s.at).collect();
        let length: f64 = points.windows(2).map(|w| w[0].distance(w[1])).sum();
        if length < 0.3 * camera.scale() {
            continue;
        }
        let mut d = String::new();
        for (i, p) in points.iter().enumerate() {
            let _ = write!(d, "{}{} {}", if i == 0 { "M" } else { "L" }, num(p.x), num(p.y));
        }
        let colour = subject.palette.middle;
        picture.push(&format!(
            "<path d=\"{d}\" fill=\"none\" stroke=\"{colour}\" stroke-opacity=\"0.75\" stroke-width=\"1.8\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>"
        ));
        let flat = flatness(camera);
        for exposure in &subject.exposures {
            if let Some(at) = subject.root(exposure).and_then(|p| camera.see(ground.below(p))) {
                let (x, y) = (num(at.at.x), num(at.at.y));
                let radius = 0.022 * at.scale;
                let (rx, ry) = (num(radius), num(radius * flat.max(0.3)));
                let fill = Rgb::WHITE.mix(colour, exposure.strength);
                picture.push(&format!(
                    "<ellipse cx=\"{x}\" cy=\"{y}\" rx=\"{rx}\" ry=\"{ry}\" fill=\"{fill}\"/>"
                ));
            }
        }
    }
}

/// Prints of soles in their side's colour.
pub(super) fn footprints(picture: &mut Picture, camera: &Camera, ground: &Ground, scene: &Scene) {
    let flat = flatness(camera);
    let mut group = format!("<g transform=\"scale(1 {flat})\" opacity=\"0.4\">");
    for subject in &scene.subjects {
        for print in &subject.footprints {
            let circle = |back_m: f64, radius_m: f64| {
                let seen = camera.see(ground.below(print.at - back_m * print.forward))?;
                let centre = DVec2::new(seen.at.x, seen.at.y / flat);
                Some(Circle { centre, radius: radius_m * seen.scale })
            };
            let sole: Option<Vec<Circle>> = [circle(-0.05, 0.03), circle(0.01, 0.045)].into_iter().collect();
            let heel: Option<Vec<Circle>> = [circle(0.145, 0.032), circle(0.12, 0.03)].into_iter().collect();
            if let (Some(sole), Some(heel)) = (sole, heel) {
                let d = hull_path(&sole, 1) + &hull_path(&heel, 1);
                let _ =
                    write!(group, "<path d=\"{d}\" fill=\"{}\"/>", colour_of(&subject.palette, print.side));
            }
        }
    }
    group.push_str("</g>");
    picture.push(&group);
}
