//! Whether feet sink between the examples of a verb: only then does it need to know how high they stand.

use adverb::curve::Derivative;
use adverb::verb::{Parts, Setting};
use adverb::{CanonicalTime, Verb};

use crate::error::Error;
use crate::space::Space;

/// Points between the examples that are looked at, and moments of each.
const POINTS: usize = 150;
const MOMENTS: usize = 48;
/// Who is raised less needs no care; metres. Feet then sink by seven millimetres.
const NEEDED_M: f32 = 0.0025;

/// The verb without the heights of its feet, if no blend sinks.
pub(super) fn without_needless_heights(verb: Verb, space: &Space) -> Result<Verb, Error> {
    if verb.parts().heights.is_empty() {
        return Ok(verb);
    }
    let mut dofs = vec![0.0; verb.skeleton().dofs().len()];
    let mut sinks = |point: Vec<f64>| {
        let point: Vec<f32> = point.into_iter().map(|value| value as f32).collect();
        let setting = Setting::new(&verb, &point);
        (0..MOMENTS).any(|k| {
            let t = CanonicalTime(k as f64 / MOMENTS as f64);
            verb.in_frame(&setting, t, Derivative::Position, &mut dofs);
            verb.lift(&setting, t, &dofs) > NEEDED_M
        })
    };
    if space.mixtures(POINTS, 7).into_iter().any(&mut sinks) {
        return Ok(verb);
    }
    let parts = Parts { heights: Vec::new(), ..verb.parts().clone() };
    Verb::new(verb.skeleton().clone(), parts).map_err(|e| super::fail(e.to_string()))
}
