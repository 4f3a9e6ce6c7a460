//! The nearest point of a convex hull, in any number of dimensions, for points that leave the examples behind.
//!
//! Wolfe's algorithm (Finding the nearest point in a polytope, 1976): a corral of few vertices whose affine hull holds the
//! current nearest point; the vertex farthest ahead joins it, and those that would need a negative share leave it. It ends
//! after finitely many steps and needs no facets, whose number grows beyond all bounds with the dimension.

use super::embedding::{Coordinates, MAX_COORDINATES};
use super::parts::{SMALLEST, TableError};

/// The convex hull of some vertices; by default of none, without a dimension.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Hull {
    dimension: usize,
    /// One after another.
    vertices: Vec<f64>,
    /// The vertices in units of their own along each coordinate, where the spreads are too far apart for f64 to see the
    /// smaller ones beside the larger; nearest is then what is nearest in these units.
    scaled: Vec<f64>,
    units: Vec<f64>,
    /// The largest difference from the first vertex in any coordinate, to tell small from nothing.
    size: f64,
    /// A point nearer than this is inside.
    tolerance: f64,
}

/// The face of a hull that is nearest to a point outside.
pub(crate) struct Face {
    /// From the point to the hull.
    pub offset: Coordinates,
    /// The length of that.
    pub distance: f64,
    /// The vertices of the face.
    members: [usize; MAX_COORDINATES + 1],
    count: usize,
}

/// A point nearer than this part of the hull's size is inside, or than this part of its distance from the origin, which is
/// rounding.
const INSIDE: f64 = 1e-10;
const ROUNDING: f64 = 1e-14;
/// What remains to be gained, of the hull's size, when the nearest face is found.
const FOUND: f64 = 1e-13;

impl Hull {
    /// The hull of vertices that follow one another, `dimension` numbers each: at least one, unless there is no dimension.
    pub fn new(dimension: usize, vertices: Vec<f64>) -> Result<Self, TableError> {
        if dimension > MAX_COORDINATES {
            return Err(TableError::TooLarge);
        }
        // Zero has one multiple, itself.
        let whole = vertices.len().is_multiple_of(dimension) && vertices.is_empty() == (dimension == 0);
        if !whole {
            return Err(TableError::Counts);
        }
        let units = units(dimension, &vertices);
        let scaled: Vec<f64> = vertices.iter().enumerate().map(|(i, v)| v / units[i % dimension]).collect();
        let differences = scaled.iter().enumerate().map(|(i, v)| (v - scaled[i % dimension]).abs());
        let size =
            differences.fold(0.0, |size, difference| if difference > size { difference } else { size });
        let farthest = scaled.iter().fold(0.0, |most, v| if v.abs() > most { v.abs() } else { most });
        let tolerance = INSIDE * size + ROUNDING * farthest;
        Ok(Self { dimension, tolerance, vertices, scaled, units, size })
    }

    /// How many coordinates a vertex has.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// The vertices, one after another.
    pub fn vertices(&self) -> &[f64] {
        &self.vertices
    }

    /// Whether a point lies inside, up to rounding.
    ///
    /// # Panics
    /// If the point has another dimension.
    pub fn contains(&self, point: &[f64]) -> bool {
        assert_eq!(point.len(), self.dimension, "one number per coordinate");
        self.nearest_face(point).is_none()
    }

    /// The nearest face, or None for a point inside.
    pub(crate) fn nearest_face(&self, point: &[f64]) -> Option<Face> {
        let mut scaled = [0.0; MAX_COORDINATES];
        scaled.iter_mut().zip(point).zip(&self.units).for_each(|((s, p), unit)| *s = p / unit);
        let scaled = &scaled[..self.dimension];
        let mut face = match self.dimension {
            0 => None,
            // Small spaces are the usual ones and need not clear a large stack.
            1..8 => self.search::<8>(scaled),
            _ => self.search::<{ MAX_COORDINATES + 1 }>(scaled),
        }?;
        face.offset.iter_mut().zip(&self.units).for_each(|(o, unit)| *o *= unit);
        let offset = &face.offset[..self.dimension];
        face.distance = dot(offset, offset).sqrt();
        Some(face)
    }

    /// In units.
    fn vertex(&self, k: usize) -> &[f64] {
        &self.scaled[k * self.dimension..(k + 1) * self.dimension]
    }

    fn search<const MOST: usize>(&self, point: &[f64]) -> Option<Face> {
        let d = self.dimension;
        let count = self.vertices.len() / d;
        let apart =
            |k: usize| self.vertex(k).iter().zip(point).fold(0.0, |sum, (v, p)| sum + (v - p) * (v - p));
        let mut corral = Corral::<MOST>::of(least(count, apart));
        let mut last = f64::INFINITY;
        loop {
            let nearest = corral.point(self);
            let mut offset = [0.0; MAX_COORDINATES];
            offset.iter_mut().zip(&nearest).zip(point).for_each(|((o, n), p)| *o = n - p);
            let distance = dot(&offset[..d], &offset[..d]).sqrt();
            if distance <= self.tolerance {
                return None;
            }
            let ahead = least(count, |k| dot(&offset[..d], self.vertex(k)));
            let apart = nearest.iter().zip(self.vertex(ahead)).map(|(n, v)| n - v);
            let gain = offset.iter().zip(apart).fold(0.0, |sum, (o, a)| sum + o * a);
            // Every turn comes nearer, so that no corral returns; one that does not has met rounding, or numbers so large
            // that there is nothing to compare.
            let goes_on = gain > FOUND * self.size * distance && distance < last;
            let (kept, count) = (corral.members, corral.count);
            if !goes_on || !corral.take_in(self, point, ahead) {
                let mut members = [0; MAX_COORDINATES + 1];
                members[..count].copy_from_slice(&kept[..count]);
                return Some(Face { offset, distance, members, count });
            }
            last = distance;
        }
    }

    /// A vector without its part across the face: how the nearest point moves with the point.
    pub(crate) fn along(&self, face: &Face, vector: &Coordinates) -> Coordinates {
        let d = self.dimension;
        let base = self.vertex(face.members[0]);
        let mut directions = [[0.0; MAX_COORDINATES]; MAX_COORDINATES];
        let mut along = [0.0; MAX_COORDINATES];
        let mut vector = *vector;
        vector.iter_mut().zip(&self.units).for_each(|(v, unit)| *v /= unit);
        for (i, &member) in face.members[1..face.count].iter().enumerate() {
            let (before, rest) = directions.split_at_mut(i);
            let direction = &mut rest[0];
            direction.iter_mut().zip(self.vertex(member)).zip(base).for_each(|((x, v), b)| *x = v - b);
            for other in before {
                let part = dot(&other[..d], &direction[..d]);
                direction.iter_mut().zip(other).for_each(|(x, o)| *x -= part * *o);
            }
            let length = dot(&direction[..d], &direction[..d]).sqrt();
            direction.iter_mut().for_each(|x| *x = if length > 0.0 { *x / length } else { 0.0 });
            let part = dot(&direction[..d], &vector[..d]);
            along.iter_mut().zip(direction).for_each(|(a, x)| *a += part * *x);
        }
        along.iter_mut().zip(&self.units).for_each(|(a, unit)| *a *= unit);
        along
    }
}

/// Vertices in general position and the shares, positive and summing to one, that make the nearest point of their hull.
struct Corral<const MOST: usize> {
    members: [usize; MOST],
    shares: [f64; MOST],
    count: usize,
    /// The Cholesky factor of the inner products of the members' differences from the first, row by row.
    lower: [[f64; MOST]; MOST],
    /// The inner products of those differences with the way from the first member to the point, solved by the factor.
    right: [f64; MOST],
}

impl<const MOST: usize> Corral<MOST> {
    fn of(vertex: usize) -> Self {
        let (shares, right, lower) = ([0.0; MOST], [0.0; MOST], [[0.0; MOST]; MOST]);
        let mut corral = Self { members: [vertex; MOST], shares, count: 1, lower, right };
        corral.shares[0] = 1.0;
        corral
    }

    fn point(&self, hull: &Hull) -> Coordinates {
        let mut point = [0.0; MAX_COORDINATES];
        for (&member, share) in self.members[..self.count].iter().zip(&self.shares) {
            point.iter_mut().zip(hull.vertex(member)).for_each(|(x, v)| *x += share * v);
        }
        point
    }

    /// Lets a vertex join and those leave that are in the way. False if nothing was gained.
    fn take_in(&mut self, hull: &Hull, point: &[f64], vertex: usize) -> bool {
        if self.count == MOST || self.members[..self.count].contains(&vertex) {
            return false;
        }
        self.members[self.count] = vertex;
        self.shares[self.count] = 0.0;
        if !self.factorise(hull, point, self.count) {
            // The newcomer depends on the others: rounding is all that it offers.
            return false;
        }
        self.count += 1;
        loop {
            let affine = self.affine_shares();
            // As far towards the nearest point of the affine hull as all shares stay positive.
            let mut step = 1.0;
            let mut leaving = None;
            for (j, (&to, &from)) in affine[..self.count].iter().zip(&self.shares).enumerate() {
                if to <= 0.0 && from / (from - to) <= step {
                    (step, leaving) = (from / (from - to), Some(j));
                }
            }
            self.shares.iter_mut().zip(&affine).for_each(|(share, to)| *share += step * (to - *share));
            let Some(leaving) = leaving else { return true };
            self.count -= 1;
            self.members[leaving..].rotate_left(1);
            self.shares[leaving..].rotate_left(1);
            // What stands before the one that left keeps its rows, unless all are measured from that one.
            let first = if leaving == 0 { 1 } else { leaving };
            if !(first..self.count).all(|member| self.factorise(hull, point, member)) {
                return false;
            }
        }
    }

    /// The row of a member other than the first. False where it depends on those before.
    fn factorise(&mut self, hull: &Hull, point: &[f64], member: usize) -> bool {
        let base = hull.vertex(self.members[0]);
        let difference = |j: usize| hull.vertex(self.members[j]).iter().zip(base).map(|(v, b)| v - b);
        let i = member - 1;
        let (above, rest) = self.lower.split_at_mut(i);
        let row = &mut rest[0];
        for (j, other) in above.iter().enumerate() {
            let inner = difference(member).zip(difference(j + 1)).fold(0.0, |sum, (a, b)| sum + a * b);
            row[j] = (inner - dot(&row[..j], &other[..j])) / other[j];
        }
        let own = difference(member).fold(0.0, |sum, a| sum + a * a);
        let left = own - dot(&row[..i], &row[..i]);
        if left <= 1e-14 * own {
            return false;
        }
        row[i] = left.sqrt();
        let towards =
            difference(member).zip(point.iter().zip(base)).fold(0.0, |sum, (d, (p, b))| sum + d * (p - b));
        self.right[i] = (towards - dot(&row[..i], &self.right[..i])) / row[i];
        true
    }

    /// The shares, of any sign, of the nearest point of the affine hull: least squares on the differences from the first.
    fn affine_shares(&self) -> [f64; MOST] {
        let m = self.count - 1;
        let mut shares = [0.0; MOST];
        shares[1..=m].copy_from_slice(&self.right[..m]);
        for i in (0..m).rev() {
            shares[i + 1] /= self.lower[i][i];
            let share = shares[i + 1];
            shares[1..=i].iter_mut().zip(&self.lower[i]).for_each(|(other, l)| *other -= share * l);
        }
        shares[0] = shares[1..=m].iter().fold(1.0, |rest, share| rest - share);
        shares
    }
}

/// One for every coordinate; or its spread, where spreads differ by more than this.
fn units(dimension: usize, vertices: &[f64]) -> Vec<f64> {
    const UNEVEN: f64 = 1e3;
    let mut spreads = vec![0.0; dimension];
    for vertex in vertices.chunks_exact(dimension.max(1)) {
        for ((spread, v), base) in spreads.iter_mut().zip(vertex).zip(vertices) {
            let difference = (v - base).abs();
            *spread = if difference > *spread { difference } else { *spread };
        }
    }
    let widest = spreads.iter().fold(0.0, |most, &s| if s > most { s } else { most });
    // Less is no spread, and nothing can be divided by it.
    let is_uneven = spreads.iter().any(|&s| s > SMALLEST && s * UNEVEN < widest);
    spreads.iter().map(|&s| if is_uneven && s > SMALLEST { s } else { 1.0 }).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |sum, (a, b)| sum + a * b)
}

/// The first index of the least value.
fn least(count: usize, value: impl Fn(usize) -> f64) -> usize {
    let mut best = (0, value(0));
    for k in 1..count {
        let v = value(k);
        if v < best.1 {
            best = (k, v);
        }
    }
    best.0
}
