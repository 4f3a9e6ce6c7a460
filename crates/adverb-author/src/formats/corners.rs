//! From the corners of faces to vertices that are drawn, for formats in which a corner refers to a point, a normal and texture
//! coordinates separately: corners are one vertex where all these are of equal value.

use std::collections::HashMap;
use std::hash::Hash;

use crate::mesh::Faces;

/// Where a corner refers to nothing.
pub(crate) const NONE: u32 = u32::MAX;

/// The different corners of a mesh as they come, each the indices of what it refers to, its point first.
pub(crate) struct Corners<const N: usize> {
    numbers: HashMap<[u32; N], u32>,
    different: Vec<[u32; N]>,
}

impl<const N: usize> Corners<N> {
    pub(crate) fn new() -> Self {
        Self { numbers: HashMap::new(), different: Vec::new() }
    }

    /// The number of a corner.
    pub(crate) fn number(&mut self, corner: [u32; N]) -> u32 {
        *self.numbers.entry(corner).or_insert_with(|| {
            self.different.push(corner);
            self.different.len() as u32 - 1
        })
    }

    /// The corners of the vertices that are drawn, by point and then in the order of the faces, which refer to numbers of corners and
    /// then to vertices. Points on no face are vertices too, so the points of a mesh without seams keep their numbers. `firsts` has for
    /// all but the points the first index of equal value, as [`first_equals`] finds it.
    pub(crate) fn drawn(self, points: usize, firsts: &[Vec<u32>], faces: &mut Faces) -> Vec<[u32; N]> {
        drop(self.numbers);
        let mut merged = Self::new();
        let mut is_used = vec![false; points];
        let mut vertex_of: Vec<u32> = Vec::with_capacity(self.different.len());
        for mut corner in self.different {
            is_used[corner[0] as usize] = true;
            for (index, firsts) in corner[1..].iter_mut().zip(firsts).filter(|(index, _)| **index != NONE) {
                *index = firsts[*index as usize];
            }
            vertex_of.push(merged.number(corner));
        }
        let mut vertices = merged.different;
        vertices.extend((0..points as u32).filter(|&point| !is_used[point as usize]).map(|point| {
            let mut alone = [NONE; N];
            alone[0] = point;
            alone
        }));
        let mut order: Vec<u32> = (0..vertices.len() as u32).collect();
        order.sort_by_key(|&v| vertices[v as usize][0]);
        let mut place = vec![0; vertices.len()];
        order.iter().enumerate().for_each(|(new, &old)| place[old as usize] = new as u32);
        faces.items_mut().iter_mut().for_each(|item| *item = place[vertex_of[*item as usize] as usize]);
        order.into_iter().map(|v| vertices[v as usize]).collect()
    }
}

/// For each index of a list the first one with the same value.
pub(crate) fn first_equals<K: Eq + Hash>(values: impl Iterator<Item = K>) -> Vec<u32> {
    let mut first = HashMap::new();
    values.enumerate().map(|(index, value)| *first.entry(value).or_insert(index as u32)).collect()
}

/// The bits of a vector, which distinguish values.
pub(crate) fn bits<const N: usize>(values: [f32; N]) -> [u32; N] {
    values.map(f32::to_bits)
}

/// The points of vertices, unless each is its own.
pub(crate) fn points<const N: usize>(vertices: &[[u32; N]]) -> Option<Vec<u32>> {
    let is_own = vertices.iter().enumerate().all(|(v, corner)| corner[0] == v as u32);
    (!is_own).then(|| vertices.iter().map(|corner| corner[0]).collect())
}

/// What vertices refer to in one place of their corners; `None` if none refers to anything, `otherwise` where one does not.
pub(crate) fn values<const N: usize, T: Copy>(
    vertices: &[[u32; N]],
    place: usize,
    values: &[T],
    otherwise: T,
) -> Option<Vec<T>> {
    let mut any = false;
    let all = vertices.iter().map(|corner| match corner[place] {
        NONE => otherwise,
        index => {
            any = true;
            values[index as usize]
        }
    });
    let all = all.collect();
    any.then_some(all)
}
