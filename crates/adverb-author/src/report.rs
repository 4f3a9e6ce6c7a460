//! A report on a verb: what its space covers, what its examples agree in, how well each follows from the others, whether feet stay
//! put, how far it can be extrapolated, whether measured adverbs mean what they say, and what it takes.
//!
//! [`of_verb`] measures, [`of_shape`] does so for a shape (its forms, each from the others, what it takes), and [`page`] writes it all as
//! one self-contained HTML page.

mod beyond;
mod costs;
mod page;
mod pictures;
mod shape;
mod shape_page;
mod words;

pub use beyond::{BEYOND, Beyond, Fault};
pub use costs::Costs;
pub use page::page;
pub use shape::{ShapeReport, of_shape};

use crate::accuracy::{Asked, LeftOut, asked, left_out};
use crate::check;
use crate::error::Error;
use crate::finding::Finding;
use crate::project::Project;
use crate::space::{Coverage, Solution, coverage};
use crate::verb::{Built, Definition};

/// All that was measured of a verb.
#[derive(Debug, Clone)]
pub struct Report {
    /// What it was made of.
    pub definition: Definition,
    /// What came of it.
    pub built: Built,
    /// Its space as it was solved.
    pub solution: Solution,
    /// What its space covers.
    pub coverage: Coverage,
    /// What the eight criteria of its examples say.
    pub findings: Vec<Finding>,
    /// Each example from the others.
    pub left_out: Vec<LeftOut>,
    /// Over the hull and beyond it.
    pub beyond: Vec<Beyond>,
    /// Measured adverbs, those of one unit together.
    pub asked: Vec<Asked>,
    /// Sizes and costs.
    pub costs: Costs,
}

/// Measures a verb of a project. `step` receives what comes next: some of it takes a while.
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
        asked,
        costs,
    })
}
