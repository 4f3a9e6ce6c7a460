//! A report on a verb: coverage of its space, agreement of its examples, how well each follows from the others, whether feet stay in
//! place, how far it extrapolates, how true it stays to its recordings, how accurate measured adverbs are, and its costs.
//!
//! [`of_verb`] measures a verb, [`of_shape`] a shape (its forms, each from the others, its costs); [`page`] writes the results as one
//! self-contained HTML page.

mod beyond;
mod costs;
mod page;
mod pictures;
mod shape;
mod shape_page;
mod truth;
mod words;

pub use beyond::{BEYOND, Beyond, Fault};
pub use costs::Costs;
pub use page::page;
pub use shape::{ShapeReport, of_shape};
pub use truth::{BANDS_HZ, Holding, Truth};

use crate::accuracy::{Asked, LeftOut, asked, left_out};
use crate::check;
use crate::error::Error;
use crate::finding::Finding;
use crate::project::Project;
use crate::space::{Coverage, Solution, coverage};
use crate::verb::{Built, Definition};

/// The measurements of a verb.
#[derive(Debug, Clone)]
pub struct Report {
    /// Its definition.
    pub definition: Definition,
    /// The built verb.
    pub built: Built,
    /// Its solved space.
    pub solution: Solution,
    /// The coverage of its space.
    pub coverage: Coverage,
    /// Findings about its examples, by the eight criteria.
    pub findings: Vec<Finding>,
    /// Each example, predicted from the others.
    pub left_out: Vec<LeftOut>,
    /// Faults over the hull and beyond it.
    pub beyond: Vec<Beyond>,
    /// How true it stays to its recordings.
    pub truth: Truth,
    /// Asked and shown values of measured adverbs, by unit.
    pub asked: Vec<Asked>,
    /// Sizes and costs.
    pub costs: Costs,
}

/// Measures a verb of a project. `step` receives the name of each step, since some take a while.
pub fn of_verb(
    project: &Project,
    definition: &Definition,
    step: &mut dyn FnMut(&str),
) -> Result<Report, Error> {
    step("building");
    let built = project.build(definition)?;
    let solution = built.space.solve()?;
    let coverage = coverage(&built.space, &solution);
    let findings = check::of_verb(definition, &project.brought);
    step("leaving out each example in turn");
    // Cycles are not searched again for each.
    let closed = check::closed(definition);
    let left_out = left_out(&closed, &built)?;
    step("looking over the hull and beyond it");
    let beyond = beyond::beyond(definition, &built);
    step("comparing it with its recordings");
    let truth = truth::truth(&closed, &built);
    let asked = asked(definition, &built)?;
    let costs = costs::costs(&built)?;
    Ok(Report {
        definition: definition.clone(),
        built,
        solution,
        coverage,
        findings,
        left_out,
        beyond,
        truth,
        asked,
        costs,
    })
}
