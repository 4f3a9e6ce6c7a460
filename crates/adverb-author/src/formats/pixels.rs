//! Pictures that meshes are covered with: PNG and JPEG, the two that glTF knows by itself.

use std::io::Cursor;

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::mesh::Pixels;

/// More pixels than this are not decoded.
const MOST_PIXELS: usize = 1 << 25;

/// What kind of picture bytes are, by how they begin.
pub(super) fn kind(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        _ => None,
    }
}

/// The pixels of a picture, or why there are none.
pub(super) fn decoded(bytes: &[u8]) -> Result<Pixels, String> {
    match kind(bytes) {
        Some("image/png") => png(bytes),
        Some(_) => jpeg(bytes),
        None => Err("it is neither PNG nor JPEG".into()),
    }
}

fn bounded(width: usize, height: usize) -> Result<(), String> {
    match width.saturating_mul(height) {
        0 => Err("it is empty".into()),
        1..=MOST_PIXELS => Ok(()),
        _ => Err(format!("its {width} × {height} pixels are too many")),
    }
}

fn png(bytes: &[u8]) -> Result<Pixels, String> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(|why| why.to_string())?;
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    bounded(width, height)?;
    let mut raw = vec![0; reader.output_buffer_size().ok_or("it is too large")?];
    reader.next_frame(&mut raw).map_err(|why| why.to_string())?;
    let channels = reader.output_color_type().0.samples();
    let rgba = raw.chunks_exact(channels).flat_map(|p| match p {
        [grey] => [*grey, *grey, *grey, 255],
        [grey, opacity] => [*grey, *grey, *grey, *opacity],
        [red, green, blue] => [*red, *green, *blue, 255],
        _ => [p[0], p[1], p[2], p[3]],
    });
    whole(Pixels { width, height, rgba: rgba.collect() })
}

fn jpeg(bytes: &[u8]) -> Result<Pixels, String> {
    let options = DecoderOptions::default().jpeg_set_out_colorspace(ColorSpace::RGBA);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(|why| why.to_string())?;
    let (width, height) = decoder.dimensions().ok_or("it has no size")?;
    bounded(width, height)?;
    let rgba = decoder.decode().map_err(|why| why.to_string())?;
    whole(Pixels { width, height, rgba })
}

/// A picture as PNG.
///
/// # Panics
/// Unless there are pixels, with four bytes each.
#[cfg(feature = "fbx")]
pub(super) fn png_of(pixels: &Pixels) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width as u32, pixels.height as u32);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let written = encoder.write_header().and_then(|mut png| {
        png.write_image_data(&pixels.rgba)?;
        png.finish()
    });
    written.expect("memory takes what is written, and there are four bytes per pixel");
    bytes
}

fn whole(pixels: Pixels) -> Result<Pixels, String> {
    match pixels.rgba.len() == 4 * pixels.width * pixels.height {
        true => Ok(pixels),
        false => Err("it is cut off".into()),
    }
}
