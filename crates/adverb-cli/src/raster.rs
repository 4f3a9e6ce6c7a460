//! SVG pictures as PNG, with a font of our own, so that the result is the same on every machine.

use std::sync::{Arc, LazyLock};

use resvg::{tiny_skia, usvg};

/// The pixels of a picture above which it is refused: 256 MB of memory.
const MOST_PIXELS: f64 = 64e6;

/// Why an SVG text cannot become a PNG.
#[derive(Debug, thiserror::Error)]
pub enum RasterError {
    /// It is not SVG.
    #[error("the picture is not valid SVG: {0}")]
    Svg(#[from] usvg::Error),
    /// Its size is zero or enormous.
    #[error("the picture is {width} × {height} pixels; choose between 1 and 64 million in all")]
    Size {
        /// As the SVG says.
        width: f32,
        /// As the SVG says.
        height: f32,
    },
    /// The encoder failed.
    #[error("the picture cannot be written as PNG: {0}")]
    Png(String),
}

/// Whatever font a picture names, text is set in this one; it is part of the program.
static FONTS: LazyLock<Arc<usvg::fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    for set in [
        usvg::fontdb::Database::set_sans_serif_family,
        usvg::fontdb::Database::set_serif_family,
        usvg::fontdb::Database::set_monospace_family,
    ] {
        set(&mut fonts, "Ubuntu".to_owned());
    }
    Arc::new(fonts)
});

/// The SVG picture as the bytes of a PNG file, one pixel per SVG unit.
pub fn png(svg: &str) -> Result<Vec<u8>, RasterError> {
    let options =
        usvg::Options { fontdb: FONTS.clone(), font_family: "Ubuntu".to_owned(), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(svg, &options)?;
    let (width, height) = (tree.size().width(), tree.size().height());
    let unfit = RasterError::Size { width, height };
    if f64::from(width) * f64::from(height) > MOST_PIXELS {
        return Err(unfit);
    }
    let mut pixmap = tiny_skia::Pixmap::new(width.ceil() as u32, height.ceil() as u32).ok_or(unfit)?;
    resvg::render(&tree, tiny_skia::Transform::default(), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| RasterError::Png(error.to_string()))
}
