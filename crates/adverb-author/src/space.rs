//! Spaces: examples at points of named axes, solved into a table from points to weights (shape-and-animation-by-example
//! 3–4, thesis 4.3).
//!
//! A [`Space`] is plain data: change it as you like and solve it again. In a [`Draft`] some of it is yet to be measured. A [`Solver`]
//! remembers what it solved last, and redoes only what a change touches. The way through:
//!
//! ```text
//!   Space ── check ──▶ Layout (sites: distinct places, radii) ── span ──▶ hyperplanes ┐
//!     │                    └── system (kernel matrix, its inverse) ───────▶ radial part ┴──▶ Solution: Table, warnings
//!     └── pseudo-examples: the fit matrix, from the space without them ───────────────┘
//! ```

mod cardinal;
mod check;
mod clusters;
mod composition;
pub mod coverage;
mod damped;
mod distances;
mod draft;
mod grouped;
mod inverse;
mod layout;
mod levels;
mod refined;
mod remarks;
mod solution;
mod span;
mod symmetry;
mod system;
mod warning;

pub use adverb::space::Kernel;
pub use coverage::{Coverage, coverage};
pub use draft::Draft;
pub use grouped::{Cluster, Clustering, clusterings, cost};
pub use inverse::{Hit, Target, inverse};
pub use layout::Site;
pub use solution::{Solution, Solver};
pub use symmetry::Symmetry;
pub use warning::Warning;

use adverb::chance::Chance;

use crate::error::Error;
use crate::numbers::cubed;

/// A named axis: an adverb or an adjective. Its coordinates are numbers, or in a [`Draft`] perhaps missing.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis<C = f64> {
    /// Its name.
    pub name: String,
    /// The range of its knob. For a periodic axis both ends are the same place.
    pub range: [C; 2],
    /// How much of it counts as a distance of one; `None`: its range.
    pub scale: Option<f64>,
    /// Whether it closes to a ring, like a direction or a time of day.
    pub periodic: bool,
    /// Whether it is measured. Then what is asked for is what is shown, and damping leaves it alone.
    pub measured: bool,
}

impl Axis {
    /// An axis with its range as its natural scale.
    pub fn new(name: impl Into<String>, range: [f64; 2]) -> Self {
        Self { name: name.into(), range, scale: None, periodic: false, measured: false }
    }

    /// How much of it counts as a distance of one.
    pub fn natural_scale(&self) -> f64 {
        self.scale.unwrap_or(self.range[1] - self.range[0])
    }

    /// The default of a knob: 0 if the range contains it, else the middle.
    pub fn default_value(&self) -> f64 {
        let [low, high] = self.range;
        if low <= 0.0 && 0.0 <= high { 0.0 } else { 0.5 * low + 0.5 * high }
    }
}

/// An example at its point.
#[derive(Debug, Clone, PartialEq)]
pub struct Example<C = f64> {
    /// Its name, for messages.
    pub name: String,
    /// One value per axis.
    pub at: Vec<C>,
    /// How far its influence reaches, in natural scales; None: the space's choice.
    pub radius: Option<f64>,
    /// Equal for examples with the same content; `None`: unlike any other.
    pub content: Option<u64>,
    /// It changes the space near its own point only (thesis 4.5), as far as its nearest neighbour or its radius.
    pub refines: bool,
}

impl Example {
    /// An example with a radius found from its neighbours.
    pub fn new(name: impl Into<String>, at: impl Into<Vec<f64>>) -> Self {
        Self { name: name.into(), at: at.into(), radius: None, content: None, refines: false }
    }
}

/// The blend at one point, placed at another (section 4). It reshapes the weights of the examples, and is not an example itself.
#[derive(Debug, Clone, PartialEq)]
pub struct PseudoExample {
    /// The point of the blend, in the space without pseudo-examples.
    pub from: Vec<f64>,
    /// Where it is placed.
    pub to: Vec<f64>,
}

/// How weights behave outside the convex hull of the examples.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Extrapolation {
    /// The hyperplanes continue without limit.
    #[default]
    Free,
    /// Steps count less the farther out they are; at most half the hull's radius beyond it. Along measured axes the hyperplanes
    /// continue.
    Damped,
    /// The nearest point of the hull, scaled by a factor about the mean of the examples' points.
    Hull(f64),
}

/// The levels in which a space is solved: coarse ones, where close examples count as one, before that of all examples (thesis 4.6).
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub enum Levels {
    /// Only the level of all examples.
    #[default]
    One,
    /// Up to three coarse levels, as close examples require: examples within a tenth of the whole extent are clustered, then those
    /// within a fifth and two fifths.
    Found,
    /// Coarse levels with this many clusters each, the coarsest first.
    Clusters(Vec<usize>),
}

/// Examples at points of named axes, and how to interpolate between them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Space<C = f64> {
    /// Adverbs or adjectives.
    pub axes: Vec<Axis<C>>,
    /// The table has one weight for each, in this order.
    pub examples: Vec<Example<C>>,
    /// Blends taken from one point and placed at another.
    pub pseudo_examples: Vec<PseudoExample>,
    /// Pseudo-examples that only correct: they change neither planes nor the radii of examples. (For thin plates, which reach
    /// everywhere, they are like any other.)
    pub corrections: Vec<PseudoExample>,
    /// The cross section of the radial part.
    pub kernel: Kernel,
    /// How far the influence of every example reaches, in natural scales; `None`: twice the distance to its nearest neighbour. Thin
    /// plates have no radius.
    pub radius: Option<f64>,
    /// A symmetric positive definite matrix, row by row, over the axes in natural scales: the squared length of a step s is
    /// sᵀ metric s. None: the identity. It must not join a periodic axis with another.
    pub metric: Option<Vec<Vec<f64>>>,
    /// The behaviour outside the examples.
    pub extrapolation: Extrapolation,
    /// 0 is exact at every example. Larger values are smoother and less exact; in the limit only the hyperplanes remain.
    pub smoothing: f64,
    /// The levels, if close examples are clustered first.
    pub levels: Levels,
    /// If left and right are alike, which example is the mirror image of which.
    pub symmetry: Option<Symmetry>,
}

impl Space {
    /// A space of examples, with defaults for everything else.
    pub fn new(axes: Vec<Axis>, examples: Vec<Example>) -> Self {
        Self { axes, examples, ..Self::default() }
    }

    /// Solves it from scratch.
    pub fn solve(&self) -> Result<Solution, Error> {
        Solver::default().solve(self)
    }

    /// Random points in the convex hull of the examples, by seed; spread towards its edges.
    pub fn mixtures(&self, count: usize, seed: u64) -> Vec<Vec<f64>> {
        let mut chance = Chance(seed);
        let mut point = || {
            let shares: Vec<f64> =
                self.examples.iter().map(|_| cubed(-libm::log(1.0 - chance.share()))).collect();
            let whole: f64 = shares.iter().sum::<f64>().max(1e-300);
            let along = |axis: usize| -> f64 {
                let parts = self.examples.iter().zip(&shares);
                parts.map(|(example, share)| share / whole * example.at[axis]).sum()
            };
            (0..self.axes.len()).map(along).collect()
        };
        (0..count).map(|_| point()).collect()
    }
}
