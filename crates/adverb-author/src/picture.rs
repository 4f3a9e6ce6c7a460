//! Pictures of motions as SVG text: multiple exposures in perspective (as in the thesis's figures, e.g. 3.27),
//! animations that play in any browser, charts of DOF curves, and several of them on one sheet. Also pictures of spaces
//! ([`SpaceView`], along one axis or over two; [`space_clusters`]), of verb graphs ([`GraphView`]), of two bodies of which one follows the other
//! ([`following`]), and of forms ([`FormView`], as pixels;
//! [`FormSheet`], several over the axes of a space).
//!
//! A [`Figure`] gives a skeleton its flesh, a [`Subject`] is a figure with the moments to show, a [`Scene`]
//! holds the subjects of one picture. Everything is plain geometry in metres, Y up, so that anything with joints can
//! be drawn. The result is a [`Picture`]; [`Picture::svg`] gives its text. The same input gives the same text.
//!
//! ```
//! # use adverb_author::picture::{exposure, ExposureOptions, Scene, Subject};
//! # fn draw(walk: &adverb_author::Clip) -> Result<String, adverb_author::Error> {
//! let scene = Scene::of(Subject::of(walk, 12)?).titled("A walk");
//! Ok(exposure(&scene, &ExposureOptions::default())?.svg())
//! # }
//! ```

mod animation;
mod body;
mod callouts;
mod camera;
mod clusters;
mod colour;
mod columns;
mod contour;
mod curves;
mod dofs;
mod errors;
mod exposure;
mod figure;
mod following;
mod form;
mod graph;
mod ground;
mod image;
mod key_times;
mod lines;
mod map;
mod outline;
mod paint;
mod plot;
mod scene;
mod sheet;
mod space;
mod svg;
mod usage;
mod weights;

pub use animation::{AnimationOptions, animation};
pub use camera::View;
pub use clusters::space_clusters;
pub use colour::{Palette, Rgb};
pub use columns::{Columns, columns, histogram};
pub use curves::{Chart, Panel, Series, curves};
pub use dofs::dof_chart;
pub use errors::{ErrorField, error_field};
pub use exposure::{ExposureOptions, exposure};
pub use figure::{Ball, Figure, Landmark, Part};
pub use following::{StandingBody, following};
pub use form::{
    FormCell, FormFrame, FormKind, FormOptions, FormPaint, FormSheet, FormView, PseudoArrow, SheetAxis, form,
    form_image, form_sheet,
};
pub use graph::{GraphNode, GraphView, GraphWay, graph};
pub use image::Image;
pub use key_times::key_times;
pub use lines::{Line, Lines, lines};
pub use map::space_maps;
pub use scene::{Exposure, Footprint, Scene, Subject, in_a_row};
pub use sheet::sheet;
pub use space::SpaceView;
pub use svg::Picture;
pub(crate) use svg::escaped;
pub use usage::usage;
pub use weights::{space_parts, space_weights};
