//! Pixels, and how they get into a picture: as a PNG within the SVG text.

use glam::DVec2;

use super::colour::Rgb;
use super::svg::{Picture, num};

/// Pixels in rows from the top, four bytes each: red, green, blue and opacity, as on the screen and not premultiplied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// `4 · width · height` of them.
    pub rgba: Vec<u8>,
}

impl Image {
    /// The bytes of a PNG file.
    ///
    /// # Panics
    /// Unless there are pixels, with four bytes each.
    pub fn png(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        let written = encoder.write_header().and_then(|mut png| {
            png.write_image_data(&self.rgba)?;
            png.finish()
        });
        written.expect("memory takes what is written, and there are four bytes per pixel");
        bytes
    }

    /// A picture of this image alone.
    pub fn picture(&self, background: Option<Rgb>) -> Picture {
        let mut picture = Picture::new(f64::from(self.width), f64::from(self.height), background);
        picture.image(self, DVec2::ZERO);
        picture
    }
}

impl Picture {
    /// Draws pixels with their upper left corner there, to whole pixels, so that they stay as sharp as they are.
    pub(super) fn image(&mut self, image: &Image, at: DVec2) {
        self.push(&format!(
            "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" href=\"data:image/png;base64,{}\"/>",
            num(at.x.round()),
            num(at.y.round()),
            image.width,
            image.height,
            base64(&image.png())
        ));
    }
}

/// Three bytes as four letters.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, i| bits << 8 | u32::from(three.get(i).copied().unwrap_or(0)));
        for i in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * i) & 63) as usize];
            text.push(if i <= three.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_is_that_of_rfc_4648() {
        let texts = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"];
        for (length, text) in texts.into_iter().enumerate() {
            assert_eq!(base64(&b"foobar"[..length]), text);
        }
        assert_eq!(base64(&[0xfb, 0xef, 0xff]), "++//");
    }
}
