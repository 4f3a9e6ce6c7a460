//! What a space can do only in part, and what would help.

use std::fmt;

use crate::finding::{Criterion, Finding, Subject};

/// A fact about a space that works, but perhaps not as intended. Verbs and shapes turn it into a finding.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
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
        /// The factor of the hull.
        factor: f64,
    },
    /// The kernels overlapped too much for an exact solution; narrower ones were used.
    RadiiShrunk {
        /// The factor of the radii.
        factor: f64,
    },
}

impl Warning {
    /// The examples concerned.
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

impl Warning {
    /// The finding for a verb or a shape. Of two examples, the later one is the subject.
    pub fn finding(&self, of: &Subject) -> Finding {
        let subject = self.examples().last().map_or_else(|| of.clone(), |name| of.example(name));
        let found = Finding::warning(self.criterion(), subject, self.message()).remedy(self.remedy());
        match self {
            Self::Close { relative, .. } => found.of(100.0 * relative, "%"),
            Self::Narrow { part, .. } => found.of(100.0 * part, "%"),
            Self::NearlyDependentAxes { flatness, .. } => found.of(100.0 * flatness, "%"),
            Self::Scales { ratio, .. } => found.of(*ratio, "times"),
            Self::HeldWithin { factor } | Self::RadiiShrunk { factor } => found.of(*factor, ""),
            Self::OutsideRange { value, .. } => found.of(*value, ""),
            _ => found,
        }
    }

    fn criterion(&self) -> Criterion {
        match self {
            Self::UnvariedAxis { .. } => Criterion::UnvariedAxis,
            Self::DependentAxes { .. } => Criterion::DependentAxes,
            Self::NearlyDependentAxes { .. } => Criterion::NearlyDependentAxes,
            Self::Conflict { .. } => Criterion::SharedPoint,
            Self::Repeated { .. } => Criterion::RepeatedExample,
            Self::PseudoOnExample { .. } => Criterion::PseudoOnExample,
            Self::PseudoOnPseudo { .. } => Criterion::PseudoOnPseudo,
            Self::Close { .. } => Criterion::CloseExamples,
            Self::OutsideRange { .. } => Criterion::OutsideRange,
            Self::Narrow { .. } => Criterion::NarrowExamples,
            Self::Scales { .. } => Criterion::UnevenScales,
            Self::HeldWithin { .. } => Criterion::HeldWithin,
            Self::RadiiShrunk { .. } => Criterion::RadiiShrunk,
        }
    }

    /// The message, without the subject.
    fn message(&self) -> String {
        match self {
            Self::UnvariedAxis { axis, value } => {
                format!("every example has {axis} = {}, so {axis} changes nothing", rounded(*value))
            }
            Self::DependentAxes { axes } => {
                format!("{} always change together, so only their common direction counts", list(axes))
            }
            Self::NearlyDependentAxes { axes, flatness } => format!(
                "{} nearly always change together (the examples lie flat to {:.2} %), so weights grow fast elsewhere",
                list(axes),
                100.0 * flatness
            ),
            Self::Conflict { examples: [other, _] } => format!(
                "differs from {other} at the same point, where each gets an equal share and neither comes back"
            ),
            Self::Repeated { examples: [other, _] } => format!("the same as {other}, at the same point"),
            Self::PseudoOnExample { pseudo_example, .. } => {
                format!("pseudo-example {pseudo_example} is placed on it and does not count there")
            }
            Self::PseudoOnPseudo { pseudo_examples: [a, b] } => {
                format!("pseudo-examples {a} and {b} are placed at the same point, where their mean counts")
            }
            Self::Close { examples: [other, _], relative } => format!(
                "only {} as far from {other} as neighbours are on average, so the weights jump between them",
                percent(*relative)
            ),
            Self::OutsideRange { axis, value, range: [low, high], .. } => {
                format!("{axis} = {} is outside the range {low} to {high}", rounded(*value))
            }
            Self::Narrow { axis, part } => format!(
                "the examples span only {} of the range of {axis}, so weights grow large in the rest of it",
                percent(*part)
            ),
            Self::Scales { axis, against, ratio } => format!(
                "the examples are spread {ratio:.0e} times less along {axis} than along {against}, so {axis} hardly counts in \
                 distances"
            ),
            Self::HeldWithin { factor } => format!(
                "points are held to {factor} of the hull, so the examples at its corners are never shown whole"
            ),
            Self::RadiiShrunk { factor } => format!(
                "the kernels overlap so much that examples were indistinguishable; radii were multiplied by {factor:.2e}"
            ),
        }
    }

    /// What would help, as a sentence.
    fn remedy(&self) -> String {
        match self {
            Self::UnvariedAxis { axis, .. } => format!("Add an example with another {axis}."),
            Self::DependentAxes { .. } | Self::NearlyDependentAxes { .. } => {
                "Add an example that varies one alone.".into()
            }
            Self::Conflict { .. } => "Move one of them apart.".into(),
            Self::Repeated { .. } => "One of them is enough.".into(),
            Self::PseudoOnExample { .. } => "Move the pseudo-example or remove it.".into(),
            Self::PseudoOnPseudo { .. } => "Move one of them.".into(),
            Self::Close { .. } => "Write levels = \"auto\", move them apart or remove one.".into(),
            Self::OutsideRange { .. } => "Widen the range or move the example.".into(),
            Self::Narrow { .. } => {
                "Spread the examples, narrow the range, or hold points to the hull.".into()
            }
            Self::Scales { axis, against, .. } => {
                format!("Give {axis} or {against} a natural scale of its own.")
            }
            Self::HeldWithin { .. } => "Scale the hull by 1 or more.".into(),
            Self::RadiiShrunk { .. } => "Give smaller radii or leave them automatic.".into(),
        }
    }
}

/// As the finding of an unnamed space.
impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.finding(&Subject::Verb(String::new())).told())
    }
}

/// Rounded to five digits.
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
