//! A picture under construction: SVG elements, the definitions they share, and how numbers and text are written.

use std::collections::BTreeMap;
use std::fmt::Write;

use glam::DVec2;

use super::colour::Rgb;

/// Fonts that most machines have, lightest first; the generic name at the end always works.
pub(super) const FONTS: &str = "Ubuntu, 'Helvetica Neue', Helvetica, Arial, sans-serif";

/// An SVG picture. Definitions (gradients, filters) are named after their content, so that pictures can share a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// In pixels.
    pub width_px: f64,
    /// In pixels.
    pub height_px: f64,
    /// What lies behind; transparent if none.
    pub background: Option<Rgb>,
    pub(super) defs: BTreeMap<String, String>,
    pub(super) body: String,
}

/// Where a text is anchored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a text looks.
#[derive(Debug, Clone, Copy)]
pub(super) struct TextStyle {
    pub size_px: f64,
    pub anchor: Anchor,
    pub colour: Rgb,
}

impl Picture {
    pub(super) fn new(width_px: f64, height_px: f64, background: Option<Rgb>) -> Self {
        Self {
            width_px: width_px.ceil(),
            height_px: height_px.ceil(),
            background,
            defs: BTreeMap::new(),
            body: String::new(),
        }
    }

    /// The whole picture as SVG text.
    pub fn svg(&self) -> String {
        let (w, h) = (num(self.width_px), num(self.height_px));
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\">\n"
        );
        if !self.defs.is_empty() {
            out.push_str("<defs>\n");
            self.defs.values().for_each(|def| out.push_str(def));
            out.push_str("</defs>\n");
        }
        if let Some(colour) = self.background {
            let _ = writeln!(out, "<rect width=\"{w}\" height=\"{h}\" fill=\"{colour}\"/>");
        }
        out.push_str(&self.body);
        out.push_str("</svg>\n");
        out
    }

    /// Adds elements to the picture.
    pub(super) fn push(&mut self, element: &str) {
        self.body.push_str(element);
        self.body.push('\n');
    }

    /// Makes sure that the definition `id` exists.
    pub(super) fn define(&mut self, id: &str, definition: impl FnOnce() -> String) {
        if !self.defs.contains_key(id) {
            self.defs.insert(id.to_owned(), definition() + "\n");
        }
    }

    pub(super) fn text(&mut self, at: DVec2, text: &str, style: TextStyle) {
        if text.is_empty() {
            return;
        }
        let anchor = match style.anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        self.push(&format!(
            "<text x=\"{}\" y=\"{}\" font-family=\"{FONTS}\" font-size=\"{}\" font-weight=\"300\" fill=\"{}\"{anchor}>{}</text>",
            num(at.x),
            num(at.y),
            num(style.size_px),
            style.colour,
            escaped(text)
        ));
    }
}

/// Roughly how wide a text is, on the safe side for the fonts in [`FONTS`].
pub(super) fn text_width(text: &str, size_px: f64) -> f64 {
    let em: f64 = text
        .chars()
        .take(LONGEST_TEXT)
        .map(|c| match c {
            'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 0.3,
            ' ' | 'f' | 't' | 'r' | '(' | ')' | '-' | '/' => 0.4,
            'm' | 'w' | 'M' | 'W' => 0.9,
            c if c.is_ascii_lowercase() || c.is_ascii_digit() => 0.57,
            c if c.is_ascii() => 0.7,
            _ => 1.0,
        })
        .sum();
    em * size_px
}

/// A number with two decimals at most, never NaN: what is not finite is drawn at 0.
pub(super) fn num(value: f64) -> String {
    decimal(value, 2)
}

/// A number with this many decimals at most and no trailing zeros.
pub(super) fn decimal(value: f64, decimals: usize) -> String {
    let value = if value.is_finite() { value } else { 0.0 };
    let mut text = format!("{value:.decimals$}");
    if text.contains('.') {
        text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    }
    if text == "-0" {
        text = "0".to_owned();
    }
    text
}

/// Letters of a text that are drawn: nobody reads more, and a font is slow to lay out a name of a hundred thousand.
const LONGEST_TEXT: usize = 400;

/// Text as XML allows it: special characters escaped, control characters gone; what is too long is cut.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let is_cut = text.chars().nth(LONGEST_TEXT).is_some();
    for c in text.chars().take(LONGEST_TEXT).chain(is_cut.then_some('…')) {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
