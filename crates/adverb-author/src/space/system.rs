//! The kernel matrix Q of all sites and its inverse (section 3.3), kept so that a change re-solves only what it touches.
//!
//! Q has the value of kernel j at site i. A site that moves changes one row and one column; a site whose nearest neighbour
//! moved changes one column, because its radius does. The inverse follows by Woodbury's formula, by bordering where a site
//! is added, and by the reverse where one is removed, in O(n²) for each instead of O(n³) for all.
//!
//! Thin plates are only conditionally definite: their matrix alone may be singular. Adding the inner products of the planes,
//! 1 + x·y, makes it regular for all but a few sizes of a layout and changes nothing, since the side conditions annul whatever
//! planes contribute.

use std::borrow::Cow;
use std::collections::HashMap;

use adverb::space::Kernel;

use super::distances::{Distances, squared_to};
use super::layout::Layout;
use crate::dense::{Lu, Mat};

/// What all entries have in common.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Shape {
    pub kernel: Kernel,
    /// Added to the diagonal: smoothing.
    pub ridge: f64,
    /// Thin plates are measured in this length, a power of two near the extent of the sites.
    pub unit: f64,
}

impl Shape {
    /// That of a site; thin plates have none but the unit.
    fn radius(&self, of_site: f64) -> f64 {
        if self.kernel == Kernel::ThinPlate { 2.0 * self.unit } else { of_site }
    }
}

/// A kernel matrix and its inverse.
#[derive(Debug, Clone)]
pub(super) struct System {
    shape: Shape,
    /// One row per site.
    centres: Mat,
    pub radii: Vec<f64>,
    /// By what the layout's radii were multiplied.
    pub factor: f64,
    /// How many times the inverse was brought up to date since it was computed.
    pub updates: usize,
    /// For the planes of thin plates.
    origin: Vec<f64>,
    /// Q, without planes.
    pub matrix: Mat,
    /// Of Q with planes.
    pub inverse: Mat,
    /// The product of the norms of both (largest column sums).
    pub condition: f64,
}

/// Beyond this, kernels overlap so much that the examples' own values are lost in rounding.
const CONDITION_LIMIT: f64 = 1e6;
/// Beyond this, thin plates are tried in another unit.
const RETRY: f64 = 1e9;
/// Beyond this, an update would lose digits that only refining could bring back, which costs as much as solving anew.
const UPDATE_LIMIT: f64 = 1e4;
/// Fewer sites are quicker solved anew than updated.
const FEW: usize = 48;
/// Every update adds to rounding; after this many the inverse is computed anew.
const MOST_UPDATES: usize = 64;
/// What an updated inverse may be off by, on a probe, before it is computed anew.
const DRIFT: f64 = 1e-11;

impl System {
    /// Brings what was solved before to a new layout, or solves it anew where that is cheaper or safer.
    pub fn of(layout: &Layout, distances: &Distances, shape: Shape, before: Option<Self>) -> Self {
        let usable = before.filter(|system| {
            layout.sites.len() >= FEW
                && system.shape == shape
                && system.factor == 1.0
                && system.condition <= UPDATE_LIMIT
                && system.updates < MOST_UPDATES
                && system.centres.ncols() == layout.coordinates.ncols()
        });
        if let Some(system) = usable.and_then(|system| system.updated(layout)) {
            return system;
        }
        if shape.kernel == Kernel::ThinPlate {
            return Self::thin_plates(layout, distances, &shape);
        }
        let mut factor = 1.0;
        loop {
            let system = Self::anew(layout, distances, shape.clone(), factor);
            // Kernels so narrow that none meets another always have an inverse, so this ends.
            if system.condition <= CONDITION_LIMIT || factor < 1e-70 {
                return system;
            }
            // Beyond a hundred extents a radius means nothing more.
            let widest = layout.radii.iter().copied().fold(0.0, f64::max);
            factor = (0.8 * factor).min(100.0 * layout.extent / widest);
        }
    }

    /// For some sizes of a layout the matrix is singular all the same. The size is measured in a unit that may be any, so
    /// another is tried.
    fn thin_plates(layout: &Layout, distances: &Distances, shape: &Shape) -> Self {
        let in_unit = |times: f64| {
            let (unit, ridge) = (shape.unit * times, shape.ridge / (times * times));
            Self::anew(layout, distances, Shape { unit, ridge, ..shape.clone() }, 1.0)
        };
        let mut best = in_unit(1.0);
        for times in [4.0, 16.0] {
            if best.condition > RETRY {
                let other = in_unit(times);
                best = if other.condition < best.condition { other } else { best };
            }
        }
        best
    }

    fn anew(layout: &Layout, distances: &Distances, shape: Shape, factor: f64) -> Self {
        let n = layout.sites.len();
        let centres = layout.coordinates.clone();
        let radii = (layout.radii.iter()).map(|radius| shape.radius(radius * factor)).collect();
        let origin = (0..centres.ncols()).map(|c| centres.column(c).iter().sum::<f64>() / n as f64).collect();
        let empty = Mat::default();
        let mut system = Self {
            shape,
            centres,
            radii,
            factor,
            updates: 0,
            origin,
            matrix: Mat::zeros(n, n),
            inverse: empty,
            condition: 1.0,
        };
        for j in 0..n {
            let sharpness = sharpness(system.radii[j]);
            let column = system.matrix.column_mut(j);
            column.iter_mut().zip(distances.squared.column(j)).for_each(|(t, d)| *t = d * sharpness);
            system.shape.kernel.values(system.centres.ncols(), column);
            column[j] += system.shape.ridge;
        }
        let whole = system.with_planes();
        let inverse = Lu::of(&whole).inverse();
        let condition = whole.norm() * inverse.norm();
        let condition = if condition.is_finite() { condition } else { f64::INFINITY };
        Self { inverse, condition, ..system }
    }

    /// The inner products of the planes at a site with those at all others; nothing but for thin plates.
    fn planes(&self, site: usize) -> Vec<f64> {
        let n = self.centres.nrows();
        if self.shape.kernel != Kernel::ThinPlate {
            return vec![0.0; n];
        }
        let mut products = vec![1.0; n];
        for (c, origin) in self.origin.iter().enumerate() {
            let column = self.centres.column(c);
            let own = (column[site] - origin) / (self.shape.unit * self.shape.unit);
            products.iter_mut().zip(column).for_each(|(sum, x)| *sum += own * (x - origin));
        }
        products
    }

    /// Q and the inner products of the planes.
    fn with_planes(&self) -> Cow<'_, Mat> {
        if self.shape.kernel != Kernel::ThinPlate {
            return Cow::Borrowed(&self.matrix);
        }
        let mut whole = self.matrix.clone();
        for j in 0..whole.ncols() {
            let planes = self.planes(j);
            whole.column_mut(j).iter_mut().zip(planes).for_each(|(entry, plane)| *entry += plane);
        }
        Cow::Owned(whole)
    }

    /// A column, without planes.
    fn column(&self, site: usize) -> Vec<f64> {
        let mut line = vec![0.0; self.centres.nrows()];
        squared_to(&self.centres, site, &mut line);
        line.iter_mut().for_each(|t| *t *= sharpness(self.radii[site]));
        self.kernel_values(site, line)
    }

    /// A row, without planes.
    fn row(&self, site: usize) -> Vec<f64> {
        let mut line = vec![0.0; self.centres.nrows()];
        squared_to(&self.centres, site, &mut line);
        line.iter_mut().zip(&self.radii).for_each(|(t, radius)| *t *= sharpness(*radius));
        self.kernel_values(site, line)
    }

    fn kernel_values(&self, site: usize, mut line: Vec<f64>) -> Vec<f64> {
        self.shape.kernel.values(self.centres.ncols(), &mut line);
        line[site] += self.shape.ridge;
        line
    }

    /// None where the change is too large to be worth it, or has cost too much precision.
    fn updated(mut self, layout: &Layout) -> Option<Self> {
        let n = layout.sites.len();
        let mut matching = Matching::of(&self.centres, &layout.coordinates);
        let worth = |changes: usize| changes * 8 <= n;
        if !worth(matching.gone.len().max(matching.new.len())) {
            return None;
        }
        while matching.gone.len() > matching.new.len() {
            let site = matching.gone.pop()?;
            self.remove(site)?;
            matching.slot_removed(site);
        }
        let radius = |site: usize| self.shape.radius(layout.radii[site]);
        let mut moved = Vec::new();
        while let Some(slot) = matching.gone.pop() {
            let site = matching.new.pop()?;
            matching.slots[site] = Some(slot);
            moved.push((slot, site));
        }
        let resized: Vec<(usize, usize)> = (matching.slots.iter().enumerate())
            .filter_map(|(site, slot)| slot.map(|slot| (slot, site)))
            .filter(|&(slot, site)| {
                radius(site) != self.radii[slot] && !moved.iter().any(|(other, _)| *other == slot)
            })
            .collect();
        if !worth(2 * moved.len() + resized.len() + matching.new.len()) {
            return None;
        }
        let radii: Vec<(usize, f64)> =
            moved.iter().chain(&resized).map(|&(slot, site)| (slot, radius(site))).collect();
        let added: Vec<(usize, f64)> = matching.new.iter().rev().map(|&site| (site, radius(site))).collect();
        self.replace(layout, &moved, &radii);
        for (site, radius) in added {
            matching.slots[site] = Some(self.radii.len());
            self.append(&layout.coordinates, site, radius)?;
        }
        let slots: Vec<usize> = matching.slots.into_iter().collect::<Option<_>>()?;
        self.reorder(&slots);
        self.condition = self.checked_condition()?;
        Some(Self { updates: self.updates + 1, ..self })
    }

    /// Drops a row and a column.
    fn remove(&mut self, slot: usize) -> Option<()> {
        let pivot = self.inverse[(slot, slot)];
        if pivot.abs() < 1e-8 * self.inverse.norm() {
            return None;
        }
        let n = self.radii.len();
        let old = |i: usize| if i < slot { i } else { i + 1 };
        let inverse = &self.inverse;
        self.inverse = Mat::from_fn(n - 1, n - 1, |i, j| {
            let (i, j) = (old(i), old(j));
            inverse[(i, j)] - inverse[(i, slot)] * inverse[(slot, j)] / pivot
        });
        let (matrix, centres) = (&self.matrix, &self.centres);
        self.matrix = Mat::from_fn(n - 1, n - 1, |i, j| matrix[(old(i), old(j))]);
        self.centres = Mat::from_fn(n - 1, centres.ncols(), |i, c| centres[(old(i), c)]);
        self.radii.remove(slot);
        Some(())
    }

    /// Moves sites and changes radii: Q + Σ Δcolumn eᵀ + Σ e Δrowᵀ, whose inverse Woodbury's formula gives.
    fn replace(&mut self, layout: &Layout, moved: &[(usize, usize)], radii: &[(usize, f64)]) {
        if radii.is_empty() {
            return;
        }
        let (n, columns, rows) = (self.radii.len(), radii.len(), moved.len());
        let mut left = Mat::zeros(n, columns + rows);
        let mut right = Mat::zeros(columns + rows, n);
        // What was there, taken away …
        for (k, &(slot, _)) in radii.iter().enumerate() {
            let old = self.matrix.column(slot).iter().zip(self.planes(slot));
            left.column_mut(k).iter_mut().zip(old).for_each(|(d, (m, plane))| *d -= m + plane);
            right[(k, slot)] = 1.0;
        }
        for (k, &(slot, _)) in moved.iter().enumerate() {
            let planes = self.planes(slot);
            (0..n).for_each(|j| right[(columns + k, j)] -= self.matrix[(slot, j)] + planes[j]);
            left[(slot, columns + k)] = 1.0;
        }
        for &(slot, site) in moved {
            (0..self.centres.ncols()).for_each(|c| self.centres[(slot, c)] = layout.coordinates[(site, c)]);
        }
        radii.iter().for_each(|&(slot, radius)| self.radii[slot] = radius);
        // … and what is there now, added.
        for &(slot, _) in moved {
            let row = self.row(slot);
            (0..n).for_each(|j| self.matrix[(slot, j)] = row[j]);
        }
        for (k, &(slot, _)) in radii.iter().enumerate() {
            let column = self.column(slot);
            self.matrix.column_mut(slot).copy_from_slice(&column);
            let new = column.iter().zip(self.planes(slot));
            left.column_mut(k).iter_mut().zip(new).for_each(|(d, (m, plane))| *d += m + plane);
        }
        for (k, &(slot, _)) in moved.iter().enumerate() {
            let planes = self.planes(slot);
            (0..n).for_each(|j| right[(columns + k, j)] += self.matrix[(slot, j)] + planes[j]);
            // The columns have these entries already.
            radii.iter().for_each(|&(other, _)| right[(columns + k, other)] = 0.0);
        }
        let across = &self.inverse * &left;
        let along = &right * &self.inverse;
        let mut capacitance = Mat::identity(columns + rows);
        capacitance.add_product(1.0, &right, &across);
        let correction = Lu::of(&capacitance).solve(along);
        self.inverse.add_product(-1.0, &across, &correction);
    }

    /// One more row and column.
    fn append(&mut self, coordinates: &Mat, site: usize, radius: f64) -> Option<()> {
        let n = self.radii.len();
        let centres = &self.centres;
        self.centres = Mat::from_fn(n + 1, centres.ncols(), |i, c| {
            if i < n { centres[(i, c)] } else { coordinates[(site, c)] }
        });
        self.radii.push(radius);
        let (column, row, planes) = (self.column(n), self.row(n), self.planes(n));
        let with_planes =
            |line: &[f64]| -> Vec<f64> { line.iter().zip(&planes).map(|(m, p)| m + p).collect() };
        let (whole_column, whole_row) = (with_planes(&column), with_planes(&row));
        let vector = |line: &[f64]| Mat::from_fn(n, 1, |i, _| line[i]);
        let down = &self.inverse * &vector(&whole_column);
        let along = &vector(&whole_row).transposed() * &self.inverse;
        let complement = whole_column[n] - (0..n).map(|i| whole_row[i] * down[(i, 0)]).sum::<f64>();
        if complement.abs() < 1e-8 * whole_column.iter().fold(0.0, |most: f64, c| most.max(c.abs())) {
            return None;
        }
        let (matrix, inverse) = (&self.matrix, &self.inverse);
        self.matrix = Mat::from_fn(n + 1, n + 1, |i, j| match (i < n, j < n) {
            (true, true) => matrix[(i, j)],
            (_, false) => column[i],
            (false, true) => row[j],
        });
        self.inverse = Mat::from_fn(n + 1, n + 1, |i, j| match (i < n, j < n) {
            (true, true) => inverse[(i, j)] + down[(i, 0)] * along[(0, j)] / complement,
            (true, false) => -down[(i, 0)] / complement,
            (false, true) => -along[(0, j)] / complement,
            (false, false) => complement.recip(),
        });
        Some(())
    }

    /// Brings slots into the order of the sites.
    fn reorder(&mut self, slots: &[usize]) {
        if slots.iter().enumerate().all(|(site, slot)| site == *slot) {
            return;
        }
        let n = slots.len();
        let both = |from: &Mat| Mat::from_fn(n, n, |i, j| from[(slots[i], slots[j])]);
        (self.matrix, self.inverse) = (both(&self.matrix), both(&self.inverse));
        let centres = &self.centres;
        self.centres = Mat::from_fn(n, centres.ncols(), |i, c| centres[(slots[i], c)]);
        self.radii = slots.iter().map(|slot| self.radii[*slot]).collect();
    }

    /// The condition, if a probe comes back through matrix and inverse as it was.
    fn checked_condition(&self) -> Option<f64> {
        let n = self.radii.len();
        let whole = self.with_planes();
        let probe = Mat::from_fn(n, 1, |i, _| ((i * 7919 + 13) % 101) as f64 / 50.0 - 1.0);
        let back = &*whole * &(&self.inverse * &probe);
        let off = (0..n).map(|i| (back[(i, 0)] - probe[(i, 0)]).abs()).fold(0.0, f64::max);
        let condition = whole.norm() * self.inverse.norm();
        (off <= DRIFT && condition <= UPDATE_LIMIT).then_some(condition)
    }
}

/// What turns squared distances into squared parameters of the kernel: 1 over half the radius squared.
fn sharpness(radius: f64) -> f64 {
    4.0 / (radius * radius)
}

/// Which of the new sites stand where one stood before.
struct Matching {
    /// For each new site, the slot of the old one.
    slots: Vec<Option<usize>>,
    /// Slots that nothing stands on now, and sites that stand where nothing was, both from the last to the first.
    gone: Vec<usize>,
    new: Vec<usize>,
}

impl Matching {
    fn of(before: &Mat, now: &Mat) -> Self {
        let key = |m: &Mat, i: usize| -> Vec<u64> { (0..m.ncols()).map(|c| m[(i, c)].to_bits()).collect() };
        let mut places: HashMap<Vec<u64>, usize> = (0..before.nrows()).map(|i| (key(before, i), i)).collect();
        let slots: Vec<Option<usize>> = (0..now.nrows()).map(|i| places.remove(&key(now, i))).collect();
        let mut gone: Vec<usize> = places.into_values().collect();
        gone.sort_unstable();
        let new = (0..slots.len()).filter(|&site| slots[site].is_none()).collect();
        Self { slots, gone, new }
    }

    fn slot_removed(&mut self, removed: usize) {
        let lower = |slot: &mut usize| *slot -= usize::from(*slot > removed);
        self.slots.iter_mut().flatten().for_each(lower);
        self.gone.iter_mut().for_each(lower);
    }
}
