//! Colours: mixing, the shades of a lit body, and the palettes of figures.

use core::fmt;

/// A colour as on the screen, each part from 0 to 255.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// White.
    pub const WHITE: Self = Self(255, 255, 255);
    /// For titles.
    pub const INK: Self = Self(38, 46, 66);
    /// For captions and labels.
    pub const SOFT_INK: Self = Self(104, 114, 138);
    /// For thin lines: grids and axes.
    pub const LINE: Self = Self(176, 186, 206);

    /// `self` where `t` is 0, `other` where it is 1.
    #[must_use]
    pub fn mix(self, other: Self, t: f64) -> Self {
        let t = if t.is_finite() { t.clamp(0.0, 1.0) } else { 0.0 };
        let part = |a: u8, b: u8| (a as f64 + (b as f64 - a as f64) * t).round() as u8;
        Self(part(self.0, other.0), part(self.1, other.1), part(self.2, other.2))
    }

    /// The colour of a body of this colour where it receives that much light, 0 to 1: half is the colour itself.
    pub(super) fn lit(self, light: f64) -> Self {
        const NIGHT: Rgb = Rgb(24, 26, 62);
        if light < 0.5 {
            self.mix(NIGHT, 0.62 * (1.0 - 2.0 * light))
        } else {
            self.mix(Self::WHITE, 0.55 * (2.0 * light - 1.0))
        }
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// The colours of a figure, so that left differs from right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Palette {
    /// Trunk and head.
    pub middle: Rgb,
    /// The character's left limbs.
    pub left: Rgb,
    /// The character's right limbs.
    pub right: Rgb,
}

impl Palette {
    /// Slate body, teal left, coral right.
    pub const MANNEQUIN: Self =
        Self { middle: Rgb(112, 128, 160), left: Rgb(42, 157, 148), right: Rgb(231, 124, 92) };
    /// Shades of green, for one of two motions in a picture.
    pub const GREEN: Self = Self::around(Rgb(94, 158, 110), Rgb(38, 124, 104), Rgb(146, 182, 82));
    /// Shades of red, for the other one.
    pub const RED: Self = Self::around(Rgb(206, 98, 92), Rgb(166, 58, 84), Rgb(232, 138, 96));
    /// Shades of blue.
    pub const BLUE: Self = Self::around(Rgb(88, 132, 196), Rgb(58, 88, 168), Rgb(104, 176, 208));

    const fn around(middle: Rgb, left: Rgb, right: Rgb) -> Self {
        Self { middle, left, right }
    }
}

impl Default for Palette {
    fn default() -> Self {
        Self::MANNEQUIN
    }
}
