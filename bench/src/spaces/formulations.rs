//! The cardinal formulation against the thesis's (shape-and-animation-by-example 3.5).
//!
//! A point gives S values for the hyperplanes (1 and its coordinates) and N for the kernels, the same in both. From there
//!
//! ```text
//!   cardinal   N + S values ── N columns ──▶ N weights ── M columns ──▶ M DOFs     equation 4: M N + N² + N S
//!   per DOF    N + S values ─────────────── M columns ────────────────▶ M DOFs     equation 5: M (N + S)
//! ```
//!
//! Every arrow is the same loop, so that nothing but the formulation differs.

use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

use adverb::space::Table;
use adverb_author::space::Kernel;

use super::made::{queries, space};
use crate::instructions::per_call;
use crate::random::Random;
use crate::timing::{Work, measured, medians};

/// M: the B-spline coefficients of the thesis's walk.
const DOFS: usize = 1200;
/// N.
const EXAMPLES: usize = 10;
/// One less than S.
const AXES: usize = 5;
const ROWS: usize = 1 + AXES + EXAMPLES;
/// The Gaussian reaches everywhere, as the paper counts; the B-spline ends, and what is zero costs nothing.
const KERNELS: [(Kernel, &str); 2] = [(Kernel::Gaussian, "Gaussian"), (Kernel::BSpline, "B-spline")];
/// Names and titles.
const SIDES: [(&str, &str); 3] = [
    ("per-dof", "per DOF"),
    ("cardinal", "cardinal"),
    ("table", "cardinal, weights by `adverb::space::Table`"),
];

struct Formulations {
    kernel: Kernel,
    centres: Vec<f32>,
    /// 1 / dilation².
    sharpness: Vec<f32>,
    /// From values to weights.
    cardinal: Vec<f32>,
    /// From weights to DOFs.
    examples: Vec<f32>,
    /// From values to DOFs.
    per_dof: Vec<f32>,
    table: Table,
    /// The same for all, since where memory lies makes a difference.
    results: RefCell<Results>,
}

/// Where results go.
struct Results {
    weights: [f32; EXAMPLES],
    dofs: Vec<f32>,
}

impl Results {
    fn new() -> Self {
        Self { weights: [0.0; EXAMPLES], dofs: vec![0.0; DOFS] }
    }
}

impl Formulations {
    fn new(kernel: Kernel) -> Self {
        let solution = space(EXAMPLES, AXES, kernel).solve().expect("a space");
        let parts = solution.table.parts();
        assert_eq!(parts.coefficients.len(), ROWS * EXAMPLES, "all slopes are determined");
        let mut random = Random::new(3);
        let examples: Vec<f64> = (0..EXAMPLES * DOFS).map(|_| f64::from(random.number())).collect();
        // A DOF's own hyperplane and radial coefficients interpolate its own values: by linearity, the product.
        let mut per_dof = vec![0.0; ROWS * DOFS];
        for (to, from) in per_dof.chunks_exact_mut(DOFS).zip(parts.coefficients.chunks_exact(EXAMPLES)) {
            for (factor, values) in from.iter().zip(examples.chunks_exact(DOFS)) {
                to.iter_mut().zip(values).for_each(|(to, value)| *to += factor * value);
            }
        }
        let narrow = |numbers: &[f64]| numbers.iter().map(|x| *x as f32).collect();
        Self {
            kernel,
            centres: narrow(&parts.centres),
            sharpness: parts.radii.iter().map(|radius| (4.0 / (radius * radius)) as f32).collect(),
            cardinal: narrow(&parts.coefficients),
            examples: narrow(&examples),
            per_dof: narrow(&per_dof),
            table: solution.table,
            results: RefCell::new(Results::new()),
        }
    }

    /// What the hyperplanes and the kernels are multiplied with at a point.
    #[inline]
    fn values(&self, point: &[f32]) -> [f32; ROWS] {
        let mut values = [1.0; ROWS];
        values[1..=AXES].copy_from_slice(point);
        let kernels = values[1 + AXES..].iter_mut().zip(self.centres.chunks_exact(AXES)).zip(&self.sharpness);
        for ((value, centre), sharpness) in kernels {
            let squared: f32 = point.iter().zip(centre).map(|(x, c)| (x - c) * (x - c)).sum();
            *value = match self.kernel {
                Kernel::BSpline => b_spline((squared * sharpness).sqrt()),
                _ => (-1.5 * squared * sharpness).exp(),
            };
        }
        values
    }

    #[inline(never)]
    fn cardinal(&self, point: &[f32], to: &mut Results) -> usize {
        weighted_sum(&self.values(point), &self.cardinal, &mut to.weights)
            + weighted_sum(&to.weights, &self.examples, &mut to.dofs)
    }

    #[inline(never)]
    fn per_dof(&self, point: &[f32], to: &mut Results) -> usize {
        weighted_sum(&self.values(point), &self.per_dof, &mut to.dofs)
    }

    #[inline(never)]
    fn by_table(&self, point: &[f32], to: &mut Results) -> usize {
        self.table.weights(point, &mut to.weights);
        weighted_sum(&to.weights, &self.examples, &mut to.dofs)
    }

    fn work(self: Rc<Self>, side: &str) -> Option<Work<'static>> {
        let run = match side {
            "cardinal" => Self::cardinal,
            "per-dof" => Self::per_dof,
            "table" => Self::by_table,
            _ => return None,
        };
        let points = queries(AXES, 1024);
        Some(Box::new(move |calls| {
            let mut results = self.results.borrow_mut();
            for point in points.chunks_exact(AXES).cycle().take(calls) {
                black_box(run(&self, black_box(point), black_box(&mut *results)));
            }
        }))
    }
}

/// Rows times values, summed; rows whose value is zero are left out. Returns how many multiply-adds that took.
#[inline(always)]
fn weighted_sum(values: &[f32], rows: &[f32], sums: &mut [f32]) -> usize {
    let width = sums.len();
    let mut used = values.iter().zip(rows.chunks_exact(width)).filter(|(value, _)| **value != 0.0);
    let Some((value, row)) = used.next() else {
        sums.fill(0.0);
        return 0;
    };
    sums.iter_mut().zip(row).for_each(|(sum, x)| *sum = value * x);
    let mut count = 1;
    for (value, row) in used {
        sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += value * x);
        count += 1;
    }
    count * width
}

fn b_spline(t: f32) -> f32 {
    let (outer, inner) = ((2.0 - t).max(0.0), (1.0 - t).max(0.0));
    (outer * outer * outer - 4.0 * (inner * inner * inner)) / 6.0
}

/// All give the same DOFs. Returns the mean multiply-adds of each formulation: per DOF, cardinal.
fn check(kernel: Kernel) -> [f64; 2] {
    let formulations = Formulations::new(kernel);
    let [mut per_dof, mut cardinal, mut table] = std::array::from_fn(|_| Results::new());
    let (mut operations, points) = ([0, 0], queries(AXES, 1024));
    for point in points.chunks_exact(AXES) {
        operations[0] += formulations.per_dof(point, &mut per_dof);
        operations[1] += formulations.cardinal(point, &mut cardinal);
        formulations.by_table(point, &mut table);
        for other in [&cardinal, &table] {
            let same = per_dof.dofs.iter().zip(&other.dofs).all(|(a, b)| (a - b).abs() < 1e-4);
            assert!(same, "the formulations do not give the same DOFs");
        }
    }
    operations.map(|count| count as f64 / (points.len() / AXES) as f64)
}

/// `per-dof`, `cardinal` or `table`, each followed by `-gaussian` or `-b-spline`.
pub fn work(name: &str) -> Option<Work<'static>> {
    let (kernel, side) = name
        .strip_suffix("-gaussian")
        .map(|side| (Kernel::Gaussian, side))
        .or_else(|| Some((Kernel::BSpline, name.strip_suffix("-b-spline")?)))?;
    Rc::new(Formulations::new(kernel)).work(side)
}

pub fn time() {
    heading("ns | of per DOF | multiply-adds | of per DOF");
    for (kernel, title) in KERNELS {
        let operations = check(kernel);
        let formulations = Rc::new(Formulations::new(kernel));
        let works = SIDES.iter().filter_map(|(side, _)| formulations.clone().work(side));
        let nanos = medians(&mut works.map(measured).collect::<Vec<_>>());
        for ((_, side), (own, count)) in SIDES.iter().zip(nanos.iter().zip([0, 1, 1])) {
            println!(
                "| {title} | {side} | {own:.0} | {:.2} | {:.0} | {:.2} |",
                own / nanos[0],
                operations[count],
                operations[count] / operations[0]
            );
        }
    }
}

pub fn instructions() -> Result<(), String> {
    heading("instructions | of per DOF");
    for (kernel, title) in KERNELS {
        let suffix = if kernel == Kernel::Gaussian { "gaussian" } else { "b-spline" };
        let mut first = None;
        for (side, name) in SIDES {
            let count = per_call(&format!("{side}-{suffix}"), 1024)?;
            println!("| {title} | {name} | {count:.0} | {:.2} |", count / *first.get_or_insert(count));
        }
    }
    Ok(())
}

fn heading(columns: &str) {
    println!("\n## One evaluation of M = {DOFS} DOFs, N = {EXAMPLES}, S = {}\n", AXES + 1);
    println!("| kernel | formulation | {columns} |");
    println!("|---|---|{}", "---|".repeat(columns.split('|').count()));
}
