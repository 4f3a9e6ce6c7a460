//! Parts that contradict each other, or have numbers out of their ranges, make nothing; those at the very ends of their ranges do.

mod graphs;
mod shapes;
mod spaces;
mod verbs;

/// Changes to sound parts, in words; each is made to parts of its own.
type Changes<Parts> = [(&'static str, fn(&mut Parts))];

/// Whether parts with each of the changes are taken, or refused.
fn try_each<Parts: Clone, Error: core::fmt::Debug>(
    parts: &Parts,
    make: impl Fn(Parts) -> Result<(), Error>,
    taken: &Changes<Parts>,
    refused: &Changes<Parts>,
) {
    let made = |change: fn(&mut Parts)| {
        let mut parts = parts.clone();
        change(&mut parts);
        make(parts)
    };
    for (words, change) in taken {
        assert!(made(*change).is_ok(), "{words}: {:?}", made(*change));
    }
    for (words, change) in refused {
        assert!(made(*change).is_err(), "{words}: taken");
    }
}
