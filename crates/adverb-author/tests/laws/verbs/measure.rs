//! What verbs do, and points to try them at.

use adverb::Verb;
pub use adverb_author::played::*;

/// Points within the hull of a verb's examples: mixtures of them, most of them of few.
pub fn points_of_the_hull(verb: &Verb, count: usize) -> Vec<Vec<f32>> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    let mut point = || {
        let shares: Vec<f64> = verb.examples().iter().map(|_| (-random().max(1e-9).ln()).powi(3)).collect();
        let sum: f64 = shares.iter().sum();
        let axis = |a: usize| {
            let along = verb.examples().iter().zip(&shares).map(|(e, share)| share * f64::from(e.at[a]));
            (along.sum::<f64>() / sum) as f32
        };
        (0..verb.adverbs().len()).map(axis).collect()
    };
    (0..count).map(|_| point()).collect()
}
