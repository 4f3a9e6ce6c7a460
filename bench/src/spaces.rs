//! Spaces: solving and weighing against SciPy, dragging against solving anew, and the cardinal formulation against the
//! thesis's.

mod corrected;
mod drag;
mod formulations;
mod levels;
pub mod made;
mod peer;
mod versus;

pub use corrected::{instructions as instructions_corrected, time as time_corrected};

use adverb_author::space::Kernel;

use crate::instructions::per_call;
use crate::timing::Work;

/// Kernels with the names of their work and their titles.
const KERNELS: [(Kernel, &str, &str); 4] = [
    (Kernel::BSpline, "b-spline", "B-spline"),
    (Kernel::ThinPlate, "thin-plate", "thin plate"),
    (Kernel::Gaussian, "gaussian", "Gaussian"),
    (Kernel::Wendland, "wendland", "Wendland"),
];

pub fn time() -> Result<(), String> {
    versus::time();
    levels::time();
    corrected::time()?;
    drag::time();
    formulations::time();
    Ok(())
}

/// `weights-KERNEL`, `solve-KERNEL` and `drag-KERNEL`, at N = 20 and D = 4; and the formulations.
pub fn work(name: &str) -> Option<Work<'static>> {
    let kernel = |what: &str| {
        let wanted = name.strip_prefix(what)?;
        KERNELS.iter().find_map(|(kernel, name, _)| (*name == wanted).then_some(*kernel))
    };
    if let Some(kernel) = kernel("weights-") {
        return Some(versus::weights(20, 4, kernel));
    }
    if let Some(kernel) = kernel("solve-") {
        return Some(versus::solve(20, 4, kernel));
    }
    if let Some(kernel) = kernel("drag-") {
        return Some(drag::drag(20, kernel, 0));
    }
    corrected::work(name).or_else(|| formulations::work(name))
}

pub fn instructions() -> Result<(), String> {
    println!("\n## Spaces of 20 examples on 4 axes: instructions\n");
    println!("| kernel | weights | solve | re-solve after a move |\n|---|---|---|---|");
    for (_, name, title) in KERNELS {
        let weights = per_call(&format!("weights-{name}"), 10_000)?;
        let solve = per_call(&format!("solve-{name}"), 100)?;
        let drag = per_call(&format!("drag-{name}"), 100)?;
        println!("| {title} | {weights:.0} | {solve:.0} | {drag:.0} |");
    }
    corrected::instructions()?;
    formulations::instructions()
}
