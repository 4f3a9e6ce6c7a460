//! The drawable part of a form: its triangles with sound corners, and its attributes anywhere on them.

use glam::{DVec2, DVec3};

use super::FormView;

/// A form whose slices may be too short or hold anything; its methods return only sound values.
#[derive(Clone, Copy)]
pub(super) struct Surface<'a> {
    form: &'a FormView<'a>,
}

impl<'a> Surface<'a> {
    pub fn of(form: &'a FormView<'a>) -> Self {
        Self { form }
    }

    /// All triangles that have three corners at finite places: their numbers, corners and places.
    pub fn triangles(self) -> impl Iterator<Item = (usize, [u32; 3], [DVec3; 3])> + 'a {
        self.form.triangles.iter().enumerate().filter_map(move |(triangle, &corners)| {
            let [a, b, c] = corners.map(|corner| vector(self.form.positions, corner));
            Some((triangle, corners, [a?, b?, c?]))
        })
    }

    /// The texture coordinates of a vertex.
    pub fn uv(self, vertex: u32) -> Option<DVec2> {
        let at = 2 * vertex as usize;
        let &[u, v] = self.form.uvs?.get(at..at + 2)?.as_array()?;
        Some(DVec2::new(f64::from(u), f64::from(v))).filter(|uv| uv.is_finite())
    }

    /// The direction of a vertex, of unit length.
    pub fn normal(self, vertex: u32) -> Option<DVec3> {
        vector(self.form.normals?, vertex)?.try_normalize()
    }

    /// Its red, green and blue.
    pub fn colour(self, vertex: u32) -> Option<DVec3> {
        let at = 4 * vertex as usize;
        let &[red, green, blue] = self.form.colours?.get(at..at + 3)?.as_array()?;
        let colour = DVec3::new(f64::from(red), f64::from(green), f64::from(blue));
        colour.is_finite().then(|| colour.clamp(DVec3::ZERO, DVec3::ONE))
    }

    /// Its number.
    pub fn scalar(self, vertex: u32) -> Option<f64> {
        self.form.scalars?.get(vertex as usize).map(|&scalar| f64::from(scalar)).filter(|s| s.is_finite())
    }
}

fn vector(numbers: &[f32], vertex: u32) -> Option<DVec3> {
    let at = 3 * vertex as usize;
    let &[x, y, z] = numbers.get(at..at + 3)?.as_array()?;
    Some(DVec3::new(f64::from(x), f64::from(y), f64::from(z))).filter(|v| v.is_finite())
}
