//! What was repaired while reading, told without drowning the reader: a file with a million bad values gets a few
//! lines and a count.

/// How many of a kind are told one by one.
const TOLD: usize = 4;

/// A kind of repair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repair {
    Brace,
    Offset,
    Name,
    Row,
    Value,
    Count,
    Letter,
}

/// All repairs of a file, in the order their kinds first came up.
#[derive(Debug, Default)]
pub(crate) struct Repairs {
    kinds: Vec<(Repair, usize, Vec<String>)>,
}

impl Repairs {
    /// Notes a repair; `tell` is called only if it will be told.
    pub fn note(&mut self, kind: Repair, tell: impl FnOnce() -> String) {
        let at = self.kinds.iter().position(|k| k.0 == kind).unwrap_or_else(|| {
            self.kinds.push((kind, 0, Vec::new()));
            self.kinds.len() - 1
        });
        let (_, count, told) = &mut self.kinds[at];
        *count += 1;
        if told.len() < TOLD {
            told.push(tell());
        }
    }

    /// As warnings.
    pub fn into_warnings(self) -> Vec<String> {
        let mut warnings = Vec::new();
        for (_, count, told) in self.kinds {
            let more = count - told.len();
            warnings.extend(told);
            if more > 0 {
                warnings.push(format!("… and {more} more like the last"));
            }
        }
        warnings
    }
}
