//! What a space can do only in part, and what would help.

use std::fmt;

/// Something that works, but perhaps not as meant. The message names the culprits and the remedy.
#[derive(Debug, Clone, PartialEq)]
pub enum Warning {
    /// No example varies an axis: the knob does nothing.
    UnvariedAxis {
        /// The axis.
        axis: String,
        /// The value that all examples have.
        value: f64,
    },
    /// Axes that always change together: only their common direction is known.
    DependentAxes {
        /// Those that depend on each other.
        axes: Vec<String>,
    },
    /// Axes that nearly always change together: away from their common direction weights grow fast.
    NearlyDependentAxes {
        /// Those that nearly depend on each other.
        axes: Vec<String>,
        /// How flat the examples lie: the least spread in any direction over the largest.
        flatness: f64,
    },
    /// Two examples at the same point with different content: each gets a share of the weight.
    Conflict {
        /// Both names.
        examples: [String; 2],
    },
    /// Two examples at the same point with the same content.
    Repeated {
        /// Both names.
        examples: [String; 2],
    },
    /// A pseudo-example placed on an example is ignored: the example is exact.
    PseudoOnExample {
        /// Counted from 1.
        pseudo_example: usize,
        /// The example's name.
        example: String,
    },
    /// Two pseudo-examples at the same point: their mean counts.
    PseudoOnPseudo {
        /// Counted from 1.
        pseudo_examples: [usize; 2],
    },
    /// Two examples so close that the weights change abruptly between them.
    Close {
        /// Both names.
        examples: [String; 2],
        /// Their distance, over the mean distance of nearest neighbours.
        relative: f64,
    },
    /// An example outside the range of an axis.
    OutsideRange {
        /// Its name.
        example: String,
        /// The axis.
        axis: String,
        /// The value there.
        value: f64,
        /// The axis's range.
        range: [f64; 2],
    },
    /// All examples lie in a small part of an axis's range.
    Narrow {
        /// The axis.
        axis: String,
        /// How much of its range they span.
        part: f64,
    },
    /// An axis along which the examples are spread so much less than along another that it hardly counts in distances.
    Scales {
        /// The one that hardly counts.
        axis: String,
        /// The one that decides.
        against: String,
        /// How many times less.
        ratio: f64,
    },
    /// Points are held to less than the hull, so that some examples cannot be reached.
    HeldWithin {
        /// By what the hull is scaled.
        factor: f64,
    },
    /// The kernels overlapped so much that no exact solution was to be had; narrower ones were taken.
    RadiiShrunk {
        /// By what the radii were multiplied.
        factor: f64,
    },
}

impl Warning {
    /// The examples that it is about.
    pub fn examples(&self) -> Vec<&str> {
        match self {
            Self::Conflict { examples } | Self::Repeated { examples } | Self::Close { examples, .. } => {
                examples.iter().map(String::as_str).collect()
            }
            Self::PseudoOnExample { example, .. } | Self::OutsideRange { example, .. } => vec![example],
            _ => Vec::new(),
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnvariedAxis { axis, value } => write!(
                f,
                "every example has {axis} = {}, so {axis} changes nothing; add an example with another {axis}",
                rounded(*value)
            ),
            Self::DependentAxes { axes } => write!(
                f,
                "{} always change together, so only their common direction counts; add an example that varies one alone",
                list(axes)
            ),
            Self::NearlyDependentAxes { axes, flatness } => write!(
                f,
                "{} nearly always change together (the examples lie flat to {:.2} %), so weights grow fast elsewhere; \
                 add an example that varies one alone",
                list(axes),
                100.0 * flatness
            ),
            Self::Conflict { examples: [a, b] } => write!(
                f,
                "{a} and {b} differ but are at the same point, where each gets an equal share and neither comes back; move one of them \
                 apart"
            ),
            Self::Repeated { examples: [a, b] } => {
                write!(f, "{a} and {b} are the same at the same point; one of them is enough")
            }
            Self::PseudoOnExample { pseudo_example, example } => write!(
                f,
                "pseudo-example {pseudo_example} is placed on {example}, which counts alone there; move it or remove it"
            ),
            Self::PseudoOnPseudo { pseudo_examples: [a, b] } => write!(
                f,
                "pseudo-examples {a} and {b} are placed at the same point, where their mean counts; move one of them"
            ),
            Self::Close { examples: [a, b], relative } => write!(
                f,
                "{a} and {b} are only {} as far apart as neighbours are on average, so the weights jump between \
                 them; write levels = \"auto\", move them apart or remove one",
                percent(*relative)
            ),
            Self::OutsideRange { example, axis, value, range: [low, high] } => write!(
                f,
                "{example} is at {axis} = {}, outside the range {low} to {high}; widen the range or move it",
                rounded(*value)
            ),
            Self::Narrow { axis, part } => write!(
                f,
                "the examples span only {} of the range of {axis}, so weights grow large in the rest of it; spread \
                 them, narrow the range, or hold points to the hull",
                percent(*part)
            ),
            Self::Scales { axis, against, ratio } => write!(
                f,
                "the examples are spread {ratio:.0e} times less along {axis} than along {against}, so {axis} hardly \
                 counts in distances; give {axis} or {against} a natural scale of its own"
            ),
            Self::HeldWithin { factor } => write!(
                f,
                "points are held to {factor} of the hull, so the examples at its corners are never shown whole; scale \
                 it by 1 or more"
            ),
            Self::RadiiShrunk { factor } => write!(
                f,
                "the kernels overlap so much that the examples could not be told apart; radii were multiplied by \
                 {factor:.2e}; give smaller ones or leave them automatic"
            ),
        }
    }
}

/// As many digits as tell it from its neighbours.
fn rounded(value: f64) -> f64 {
    format!("{value:.4e}").parse().unwrap_or(value)
}

fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

fn percent(part: f64) -> String {
    if part >= 1e-3 { format!("{:.1} %", 100.0 * part) } else { format!("{:.0e}", part) }
}
