//! Several pictures on one sheet, each with a caption.

use std::fmt::Write;

use glam::DVec2;

use super::colour::Rgb;
use super::svg::{Anchor, Picture, TextStyle, num, text_width};

/// Puts pictures in rows of this many columns, captions beneath and a title above; empty texts take no room. Pictures keep
/// their size; each column is as wide as its widest, each row as high as its highest, pictures stand on a common line.
#[must_use]
pub fn sheet(title: &str, pictures: &[(Picture, &str)], columns: usize) -> Picture {
    let columns = columns.clamp(1, pictures.len().max(1));
    let em = 22.0;
    let (gap, row_gap) = (0.6 * em, 0.8 * em);
    let caption_px = 1.1 * em;
    let mut widths = vec![0.0_f64; columns];
    let mut heights = vec![0.0_f64; pictures.len().div_ceil(columns)];
    for (i, (picture, caption)) in pictures.iter().enumerate() {
        let (column, row) = (i % columns, i / columns);
        widths[column] = widths[column].max(picture.width_px).max(text_width(caption, caption_px));
        heights[row] = heights[row].max(picture.height_px);
    }
    let captioned = pictures.iter().any(|(_, caption)| !caption.is_empty());
    let caption_height = if captioned { 1.9 * em } else { 0.0 };
    let top = if title.is_empty() { 0.0 } else { 4.2 * em };
    let title_px = 1.7 * em;
    let inner: f64 = widths.iter().sum::<f64>() + gap * (columns - 1) as f64;
    let width = inner.max(text_width(title, title_px) + 4.4 * em);
    let rows = heights.len().max(1) as f64;
    let height = top + heights.iter().sum::<f64>() + rows * caption_height + (rows - 1.0) * row_gap;
    let background = pictures.first().and_then(|(p, _)| p.background);

    let mut out = Picture::new(width, height, background);
    let title_style = TextStyle { size_px: title_px, anchor: Anchor::Start, colour: Rgb::INK };
    out.text(DVec2::new(2.2 * em, 2.9 * em), title, title_style);
    let mut y = top;
    for (row, &row_height) in heights.iter().enumerate() {
        let mut x = 0.5 * (width - inner);
        for (column, &column_width) in widths.iter().enumerate() {
            let Some((picture, caption)) = pictures.get(row * columns + column) else { continue };
            let left = x + 0.5 * (column_width - picture.width_px);
            out.place(picture, DVec2::new(left, y + row_height - picture.height_px));
            let style = TextStyle { size_px: caption_px, anchor: Anchor::Middle, colour: Rgb::INK };
            out.text(DVec2::new(x + 0.5 * column_width, y + row_height + 1.1 * em), caption, style);
            x += column_width + gap;
        }
        y += row_height + caption_height + row_gap;
    }
    out
}

impl Picture {
    /// Draws another picture with its upper left corner there, to whole pixels, so that images in it stay sharp.
    fn place(&mut self, other: &Self, at: DVec2) {
        let at = at.round();
        self.defs.extend(other.defs.iter().map(|(id, def)| (id.clone(), def.clone())));
        let mut group = format!("<g transform=\"translate({} {})\">\n", num(at.x), num(at.y));
        if let Some(colour) = other.background.filter(|_| other.background != self.background) {
            let (w, h) = (num(other.width_px), num(other.height_px));
            let _ = writeln!(group, "<rect width=\"{w}\" height=\"{h}\" fill=\"{colour}\"/>");
        }
        group.push_str(&other.body);
        group.push_str("</g>");
        self.push(&group);
    }
}
