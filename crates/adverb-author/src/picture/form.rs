//! Forms as pixels: a mesh lit by three lamps, in perspective, standing on its shadow.
//!
//! ```text
//!   FormView ─ Surface (what can be drawn) ─ Lens ─▶ patches on paper ─ Buffer (who is nearest) ─ Lamps ─▶ Image ─▶ Picture
//! ```
//!
//! Figures are few and round and drawn as SVG shapes; a form has some ten thousand triangles, so it is drawn here, pixel by
//! pixel, and goes into the SVG as an image. Nothing but sums, products and square roots: the same input gives the same bytes.

mod cover;
mod frame;
mod legend;
mod paint;
mod patch;
mod shade;
mod shadow;
mod sheet;
mod surface;

pub use frame::FormFrame;
pub use sheet::{FormCell, FormKind, FormSheet, PseudoArrow, SheetAxis, form_sheet};

use adverb::shape::{Attribute, Form, Shape};
use glam::{DVec2, DVec3};

use super::camera::View;
use super::colour::Rgb;
use super::image::Image;
use super::svg::Picture;
use crate::mesh::Covers;
use legend::ScalarLegend;

/// A mesh to draw, in any unit, Y up. Triangles with a corner that is missing, not finite or behind the viewer are left out.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct FormView<'a> {
    /// x, y, z of every vertex.
    pub positions: &'a [f32],
    /// A direction for every vertex; without them, triangles are flat.
    pub normals: Option<&'a [f32]>,
    /// Corners, counter-clockwise as seen from outside.
    pub triangles: &'a [[u32; 3]],
    /// Red, green, blue and opacity of every vertex, 0 to 1, linear as in glTF; opacity is not shown.
    pub colours: Option<&'a [f32]>,
    /// A number for every vertex, for [`FormPaint::Scalar`].
    pub scalars: Option<&'a [f32]>,
    /// What covers its triangles.
    pub covers: Option<&'a Covers>,
    /// Two texture coordinates for every vertex, by which pictures of covers are laid on.
    pub uvs: Option<&'a [f32]>,
}

impl<'a> FormView<'a> {
    /// A blended form of a shape.
    pub fn of(shape: &'a Shape, form: &'a Form) -> Self {
        let attribute = |attribute| Some(form.attribute(shape.channel(attribute)?));
        Self {
            positions: form.positions(),
            normals: attribute(Attribute::Normal),
            triangles: &shape.parts().triangles,
            colours: attribute(Attribute::Colour),
            scalars: None,
            covers: None,
            uvs: attribute(Attribute::Uv),
        }
    }

    /// The same, covered as the mesh that the shape was made from.
    #[must_use]
    pub fn covered(self, covers: Option<&'a Covers>) -> Self {
        Self { covers, ..self }
    }
}

/// The meaning of a form's colours.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub enum FormPaint<'a> {
    /// What covers it, in the colours of the vertices; or those, or the tint.
    #[default]
    Shaded,
    /// The same, with the edges of all visible triangles.
    Wireframe,
    /// Normals: x, y and z as red, green and blue.
    Normals,
    /// A number per vertex, from grey to red (figure 7.7 of chapter 7: grey is still, red is fast), with a legend.
    Scalar {
        /// Of what, for the legend.
        name: &'a str,
        /// The values of grey and of full red; none for those from 0 to the greatest.
        range: Option<[f64; 2]>,
    },
}

/// How a form is shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FormOptions<'a> {
    /// The view.
    pub view: View,
    /// The horizontal direction in which the form faces.
    pub forward: DVec3,
    /// The greatest width; the picture is as wide as its content needs.
    pub width_px: f64,
    /// The greatest height.
    pub height_px: f64,
    /// The frame of the picture, so that several have one scale; `None`: the form itself.
    pub frame: Option<&'a FormFrame>,
    /// The meaning of its colours.
    pub paint: FormPaint<'a>,
    /// The colour of a form that has none.
    pub tint: Rgb,
    /// A soft shadow on the ground, which is as low as the lowest point of the frame.
    pub ground: bool,
    /// The paper; `None` is transparent.
    pub background: Option<Rgb>,
}

impl Default for FormOptions<'_> {
    fn default() -> Self {
        Self {
            view: View::default(),
            forward: DVec3::Z,
            width_px: 900.0,
            height_px: 900.0,
            frame: None,
            paint: FormPaint::default(),
            tint: FormKind::Interpolated.tint(),
            ground: true,
            background: Some(Rgb::WHITE),
        }
    }
}

/// A picture of a form, with a legend if its colours need one.
#[must_use]
pub fn form(form: &FormView, options: &FormOptions) -> Picture {
    let legend = ScalarLegend::of(&[*form], options.paint);
    let image = form_image(form, options);
    let Some(legend) = legend else { return image.picture(options.background) };
    let size = DVec2::new(f64::from(image.width), f64::from(image.height));
    let width = size.x.max(legend.width());
    let mut picture = Picture::new(width, size.y + ScalarLegend::HEIGHT, options.background);
    picture.image(&image, DVec2::new(0.5 * (width - size.x), 0.0));
    legend.draw(&mut picture, DVec2::new(0.5 * width, size.y));
    picture
}

/// The pixels of a form and its shadow; all else is transparent.
#[must_use]
pub fn form_image(form: &FormView, options: &FormOptions) -> Image {
    match options.frame {
        Some(frame) => paint::image(form, frame, options),
        None => paint::image(form, &FormFrame::around(&[*form]), options),
    }
}
