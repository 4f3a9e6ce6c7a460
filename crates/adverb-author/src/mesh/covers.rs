//! What the surface of a mesh looks like: the base colours of its materials.

/// The looks of a mesh, part by part.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Covers {
    /// Runs of triangles, in order, with what covers them.
    pub parts: Vec<(usize, Option<Cover>)>,
    /// The pictures that covers refer to.
    pub pictures: Vec<Pixels>,
}

/// The base colour of a material.
#[derive(Debug, Clone, PartialEq)]
pub struct Cover {
    /// Red, green, blue and opacity, linear; multiplied with the picture.
    pub colour: [f32; 4],
    /// Which picture, laid on by texture coordinates whose second counts downwards.
    pub picture: Option<usize>,
    /// What is less opaque than this is not there.
    pub cutoff: f32,
    /// Columns of the matrix that texture coordinates go through: x, y and the origin.
    pub laid: [[f32; 2]; 3],
}

/// A picture: rows from the top, four bytes each: red, green, blue and opacity, as on the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pixels {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// `4 · width · height` of them.
    pub rgba: Vec<u8>,
}

/// Pictures are halved until no side is longer: drawings are not larger.
const LONGEST: usize = 1024;

impl Pixels {
    /// The same in a size that drawings need.
    #[must_use]
    pub fn shrunk(mut self) -> Self {
        while self.width.max(self.height) > LONGEST && self.width.min(self.height) > 1 {
            self = self.halved();
        }
        self
    }

    /// Every pixel the mean of four.
    fn halved(&self) -> Self {
        let (width, height) = (self.width / 2, self.height / 2);
        let mut rgba = Vec::with_capacity(4 * width * height);
        for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
            for channel in 0..4 {
                let at = |dy: usize, dx: usize| {
                    u16::from(self.rgba[4 * ((2 * y + dy) * self.width + 2 * x + dx) + channel])
                };
                rgba.push(((at(0, 0) + at(0, 1) + at(1, 0) + at(1, 1) + 2) / 4) as u8);
            }
        }
        Self { width, height, rgba }
    }
}
