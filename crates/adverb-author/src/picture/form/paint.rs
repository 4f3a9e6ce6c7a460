//! From a form to pixels.

use glam::{DVec2, DVec3};

use super::cover::{self, Covering};
use super::frame::{FormFrame, Lens};
use super::legend::{scalar_colour, scalar_range};
use super::patch::{Buffer, Patch};
use super::shade::{Lamps, bytes, inside, linear};
use super::shadow::Shadow;
use super::surface::Surface;
use super::{FormOptions, FormPaint, FormView};
use crate::picture::colour::Rgb;
use crate::picture::image::Image;

/// Samples of a pixel, each way.
const SAMPLES: usize = 3;
/// Rows of pixels that are drawn at a time, so that samples need little memory.
const BAND: usize = 32;
/// The edges of a wireframe, and how wide they are in pixels.
const WIRE: Rgb = Rgb(34, 42, 74);
const WIRE_PX: f64 = 1.1;
/// Edges of triangles this low, in pixels, are drawn in full; those of lower ones weaker, or one would see nothing else.
const WIRE_FULL_PX: f64 = 12.0;
const SHADOW: Rgb = Rgb(30, 34, 60);

/// A triangle that is drawn, with what its corners are like.
struct Face<'c> {
    at: [DVec3; 3],
    normals: [DVec3; 3],
    colours: [DVec3; 3],
    covering: Option<(Covering<'c>, [DVec2; 3])>,
    patch: Patch,
}

/// Everything that the colour of a sample depends on.
struct Painter<'a> {
    faces: Vec<Face<'a>>,
    lamps: Lamps,
    eye: DVec3,
    paint: FormPaint<'a>,
}

/// Draws a form.
pub(super) fn image(form: &FormView, frame: &FormFrame, options: &FormOptions) -> Image {
    let lens = Lens::new(frame, options);
    let surface = Surface::of(form);
    let placed: Vec<(usize, [u32; 3], [DVec3; 3])> = surface
        .triangles()
        .map(|(triangle, corners, at)| (triangle, corners, at.map(|at| lens.place(at))))
        .collect();
    let coverings = cover::of_triangles(form.covers, form.triangles.len());
    let range = scalar_range(&[*form], options.paint);
    let colour = |vertex: u32| match options.paint {
        FormPaint::Scalar { .. } => linear(scalar_colour(surface.scalar(vertex).unwrap_or(0.0), range)),
        _ => surface.colour(vertex).unwrap_or(linear(options.tint)),
    };
    let is_coloured = !matches!(options.paint, FormPaint::Scalar { .. } | FormPaint::Normals);
    let faces = placed.iter().filter_map(|&(triangle, corners, at)| {
        let seen = |at| lens.see(at).map(|seen| (SAMPLES as f64 * seen.at, seen.depth_m.recip()));
        let [a, b, c] = at.map(seen);
        let flat = (at[1] - at[0]).cross(at[2] - at[0]).normalize_or_zero();
        let normals = corners.map(|corner| surface.normal(corner).unwrap_or(flat));
        let covering =
            coverings[triangle].map(|own| (own, corners.map(|c| surface.uv(c).unwrap_or_default())));
        let colours = match covering.is_some() && is_coloured {
            true => corners.map(|corner| surface.colour(corner).unwrap_or(DVec3::ONE)),
            false => corners.map(colour),
        };
        Some(Face { at, normals, colours, covering, patch: Patch::new([a?, b?, c?])? })
    });
    let painter = Painter {
        faces: faces.collect(),
        lamps: Lamps::around(lens.axes()),
        eye: lens.eye(),
        paint: options.paint,
    };
    let shadow = (options.ground && lens.sees_ground()).then(|| {
        let triangles: Vec<[DVec3; 3]> = placed.iter().map(|&(.., at)| at).collect();
        Shadow::under(&triangles, lens.ground)
    });
    let shadow_at = |paper: DVec2| {
        let ground = shadow.as_ref().and_then(|shadow| Some((shadow, lens.ground_at(paper)?)));
        ground.map_or(0.0, |(shadow, place)| shadow.at(place))
    };

    let mut rgba = Vec::with_capacity(4 * lens.width * lens.height);
    for top in (0..lens.height).step_by(BAND) {
        let rows = top..(top + BAND).min(lens.height);
        let mut buffer = Buffer::new(SAMPLES * lens.width, SAMPLES * rows.start..SAMPLES * rows.end);
        for (face, index) in painter.faces.iter().zip(0..) {
            match face.covering.filter(|(own, _)| own.has_holes()) {
                Some((own, uvs)) => {
                    buffer.draw(index, &face.patch, |sample, near| {
                        own.is_there(face.mean_uv(uvs, sample, near))
                    });
                }
                None => buffer.draw(index, &face.patch, |_, _| true),
            }
        }
        for (y, x) in rows.flat_map(|y| (0..lens.width).map(move |x| (y, x))) {
            let (cover, light) = painter.pixel(&buffer, [x, y]);
            let dark = if cover < 1.0 { shadow_at(DVec2::new(x as f64 + 0.5, y as f64 + 0.5)) } else { 0.0 };
            rgba.extend(over(cover, bytes(light), dark));
        }
    }
    Image { width: lens.width as u32, height: lens.height as u32, rgba }
}

/// A pixel of which a form has a share, before its shadow.
fn over(cover: f64, form: [u8; 3], dark: f64) -> [u8; 4] {
    let opaque = cover + dark * (1.0 - cover);
    if opaque <= 0.0 {
        return [0; 4];
    }
    let part = |form: u8, shadow: u8| {
        let mixed = cover * f64::from(form) + dark * (1.0 - cover) * f64::from(shadow);
        (mixed / opaque).round() as u8
    };
    let Rgb(red, green, blue) = SHADOW;
    [part(form[0], red), part(form[1], green), part(form[2], blue), (255.0 * opaque).round() as u8]
}

impl Face<'_> {
    /// The shares of its corners at a sample that is so near.
    fn shares(&self, sample: [usize; 2], near: f64) -> [f64; 3] {
        // What is linear on the face is not on paper; what is divided by depth is linear on both.
        let shares = self.patch.shares(sample);
        [0, 1, 2].map(|i| shares[i] * self.patch.near[i] / near)
    }

    fn mean_uv(&self, uvs: [DVec2; 3], sample: [usize; 2], near: f64) -> DVec2 {
        let shares = self.shares(sample, near);
        shares[0] * uvs[0] + shares[1] * uvs[1] + shares[2] * uvs[2]
    }
}

impl Painter<'_> {
    /// The form's share of a pixel, and the mean of its light there.
    fn pixel(&self, buffer: &Buffer, [x, y]: [usize; 2]) -> (f64, DVec3) {
        let (mut covered, mut light) = (0, DVec3::ZERO);
        for i in 0..SAMPLES * SAMPLES {
            let sample = [SAMPLES * x + i % SAMPLES, SAMPLES * y + i / SAMPLES];
            if let Some((index, near)) = buffer.at(sample) {
                covered += 1;
                light += self.sample(&self.faces[index as usize], sample, near).min(DVec3::ONE);
            }
        }
        (f64::from(covered) / (SAMPLES * SAMPLES) as f64, light / f64::from(covered.max(1)))
    }

    /// The light from a face at a sample.
    fn sample(&self, face: &Face, sample: [usize; 2], near: f64) -> DVec3 {
        let shares = face.shares(sample, near);
        let mean = |of: [DVec3; 3]| shares[0] * of[0] + shares[1] * of[1] + shares[2] * of[2];
        let normal = mean(face.normals).normalize_or(face.normals[0]);
        if self.paint == FormPaint::Normals {
            let colour = DVec3::splat(0.5) + 0.5 * normal;
            let light = colour * colour;
            return if face.patch.is_front { light } else { inside(light) };
        }
        let mut colour = mean(face.colours);
        if let Some((own, uvs)) = face.covering.filter(|_| !matches!(self.paint, FormPaint::Scalar { .. })) {
            colour *= own.colour(face.mean_uv(uvs, sample, near));
        }
        let out = (self.eye - mean(face.at)).normalize_or_zero();
        let light = match face.patch.is_front {
            true => self.lamps.shine(colour, normal, out),
            false => self.lamps.shine(inside(colour), -normal, out),
        };
        if self.paint != FormPaint::Wireframe {
            return light;
        }
        let [distance, height] = face.patch.distance_and_height(sample).map(|s| s / SAMPLES as f64);
        let strength = (height / WIRE_FULL_PX).clamp(0.14, 0.8);
        let ink = strength * (0.5 * WIRE_PX + 0.5 - distance).clamp(0.0, 1.0);
        light + ink * (linear(WIRE) - light)
    }
}
