//! Draws a figure: every part as its outline, lit from the upper left, far parts first.

use std::collections::BTreeMap;
use std::fmt::Write;

use glam::{DVec2, DVec3};

use super::camera::Camera;
use super::colour::{Palette, Rgb};
use super::figure::Part;
use super::outline::{Circle, hull_path};
use super::scene::{Exposure, Subject};
use super::svg::{Picture, decimal, num};
use crate::sides::Side;

/// Where the light comes from, on paper (y down) and out of it.
const LIGHT: (DVec2, f64) = (DVec2::new(-0.46, -0.66), 0.59);
/// Steps in which the light's angle to a part is rounded, to either side, so that parts share gradients.
const LEVELS: f64 = 4.0;

/// The line around a limb as a share of the line around the figure.
const LIMB_LINE: f64 = 0.5;

/// A camera that looks down more than this (the sine of 45°) looks from above.
const STEEP: f64 = 0.707;

/// How a figure is inked.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ink {
    /// What weak exposures fade towards, and the colour of the fine line around each figure.
    pub paper: Rgb,
    /// Width of that line.
    pub halo_px: f64,
}

/// A part as it appears on paper.
struct Drawn {
    colour: Rgb,
    circles: Vec<Circle>,
    depth_m: f64,
}

/// A limb ready to be put on paper.
struct Limb {
    outline: String,
    parts: String,
    depth_m: f64,
}

/// Draws exposures in the order given, the last on top.
pub(super) fn figures(picture: &mut Picture, camera: &Camera, shown: &[(&Subject, &Exposure)], ink: Ink) {
    let figures: Vec<Vec<Limb>> = shown
        .iter()
        .map(|(subject, exposure)| limbs(picture, camera, subject, exposure, ink.paper))
        .collect();
    // From above, one's head hides another's feet, whoever came first.
    if camera.axes[2].y.abs() > STEEP {
        let mut all: Vec<Limb> = figures.into_iter().flatten().collect();
        all.sort_by(|a, b| b.depth_m.total_cmp(&a.depth_m));
        draw(picture, &all, ink, ink.halo_px);
    } else {
        for limbs in &figures {
            draw(picture, limbs, ink, LIMB_LINE * ink.halo_px);
        }
    }
}

/// Draws limbs in order, a line of their own around each and a wider one around all of them.
fn draw(picture: &mut Picture, limbs: &[Limb], ink: Ink, line_px: f64) {
    if limbs.is_empty() {
        return;
    }
    let outline: String = limbs.iter().map(|limb| limb.outline.as_str()).collect();
    let (paper, halo, fine) = (ink.paper, num(ink.halo_px), num(line_px));
    let mut group = format!(
        "<g stroke=\"{paper}\" stroke-linejoin=\"round\"><path d=\"{outline}\" fill=\"{paper}\" stroke-width=\"{halo}\"/>"
    );
    for (i, limb) in limbs.iter().enumerate() {
        if i > 0 {
            let _ = write!(group, "<path d=\"{}\" fill=\"none\" stroke-width=\"{fine}\"/>", limb.outline);
        }
        group.push_str(&limb.parts);
    }
    group.push_str("</g>");
    picture.push(&group);
}

/// The limbs of an exposure, far ones first.
fn limbs(
    picture: &mut Picture,
    camera: &Camera,
    subject: &Subject,
    exposure: &Exposure,
    paper: Rgb,
) -> Vec<Limb> {
    let mut limbs: BTreeMap<usize, Vec<Drawn>> = BTreeMap::new();
    for (part, balls) in subject.parts(exposure) {
        let colour = match exposure.colours.get(subject.figure.carrier(part.balls[0].point)) {
            Some(colour) => *colour,
            None => colour_of(&subject.palette, part.side),
        };
        if let Some(drawn) = seen(camera, part, &balls, colour) {
            limbs.entry(part.limb).or_default().push(drawn);
        }
    }
    let mut out = Vec::with_capacity(limbs.len());
    for mut limb in limbs.into_values() {
        limb.sort_by(|a, b| b.depth_m.total_cmp(&a.depth_m));
        let mut parts = String::new();
        for part in &limb {
            parts.push_str(&lit_part(picture, part, exposure.strength, paper));
        }
        out.push(Limb {
            outline: limb.iter().map(|part| hull_path(&part.circles, 1)).collect(),
            parts,
            depth_m: limb.iter().map(|part| part.depth_m).sum::<f64>() / limb.len() as f64,
        });
    }
    out.sort_by(|a, b| b.depth_m.total_cmp(&a.depth_m));
    out
}

/// The colour of a side.
pub(super) fn colour_of(palette: &Palette, side: Option<Side>) -> Rgb {
    match side {
        None => palette.middle,
        Some(Side::Left) => palette.left,
        Some(Side::Right) => palette.right,
    }
}

fn seen(camera: &Camera, part: &Part, balls: &[(DVec3, f64)], colour: Rgb) -> Option<Drawn> {
    let mut depth_m = part.sink_m;
    let mut circles = Vec::with_capacity(balls.len());
    for &(at, radius) in balls {
        let seen = camera.see(at)?;
        depth_m += seen.depth_m / balls.len() as f64;
        circles.push(Circle { centre: seen.at, radius: radius * seen.scale });
    }
    Some(Drawn { colour, circles, depth_m })
}

/// The outline in a frame of its own, x along the part and y from −1 to 1 across it, so that one gradient serves all
/// parts of the same colour and inclination.
fn lit_part(picture: &mut Picture, part: &Drawn, strength: f64, paper: Rgb) -> String {
    let colour = part.colour;
    let (first, last) = (part.circles[0], part.circles[part.circles.len() - 1]);
    let widest = part.circles.iter().map(|c| c.radius).fold(0.0, f64::max);
    let along = last.centre - first.centre;
    let along = if along.length() > 0.2 * widest { along.normalize() } else { DVec2::NEG_Y };
    let across = along.perp();
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for c in &part.circles {
        let y = (c.centre - first.centre).dot(across);
        (low, high) = (low.min(y - c.radius), high.max(y + c.radius));
    }
    let half = (0.5 * (high - low)).max(1e-3);
    let origin = first.centre + 0.5 * (low + high) * across;
    let local = |c: &Circle| {
        let from = c.centre - origin;
        Circle { centre: DVec2::new(from.dot(along), from.dot(across)) / half, radius: c.radius / half }
    };
    let circles: Vec<Circle> = part.circles.iter().map(local).collect();
    let level = (LIGHT.0.dot(across) * LEVELS).round();
    let fill = gradient(picture, colour, level, strength, paper);
    let (a, b) = (num(along.x * half), num(along.y * half));
    let (c, d) = (num(across.x * half), num(across.y * half));
    let (e, f) = (num(origin.x), num(origin.y));
    format!(
        "<path transform=\"matrix({a} {b} {c} {d} {e} {f})\" d=\"{}\" fill=\"url(#{fill})\" stroke=\"none\"/>",
        hull_path(&circles, 2)
    )
}

/// The shading of a round body across its width: the light on it is `s·y + v·√(1 − y²)`, with `s` and `v` the light's
/// share across the body and towards the viewer.
fn gradient(picture: &mut Picture, colour: Rgb, level: f64, strength: f64, paper: Rgb) -> String {
    let strength = if strength.is_finite() { (strength.clamp(0.0, 1.0) * 100.0).round() } else { 100.0 };
    let hex = |c: Rgb| c.to_string()[1..].to_owned();
    let id = format!("s{}{level}-{strength}", hex(colour));
    let id = if paper == Rgb::WHITE { id } else { format!("{id}-{}", hex(paper)) };
    picture.define(&id, || {
        let mut stops = String::new();
        for y in [-1.0, -0.8, -0.4, 0.0, 0.4, 0.8, 1.0_f64] {
            let light = level / LEVELS * y + LIGHT.1 * (1.0 - y * y).sqrt();
            let shade = paper.mix(colour.lit(0.36 + 0.44 * light), strength / 100.0);
            let _ = write!(stops, "<stop offset=\"{}\" stop-color=\"{shade}\"/>", decimal(0.5 + 0.5 * y, 3));
        }
        format!(
            "<linearGradient id=\"{id}\" gradientUnits=\"userSpaceOnUse\" x1=\"0\" y1=\"-1\" x2=\"0\" y2=\"1\">{stops}</linearGradient>"
        )
    });
    id
}
