//! Similar findings about several subjects, as one line.

use std::fmt;

use super::quantity::range;
use super::{Finding, Quantity, with_remedies};

/// Fewer findings than this that differ in more than their subject stand one by one.
const MANY: usize = 3;
/// As many subjects and places are named in a short line.
const FEW: usize = 3;

/// Findings with the same criterion, verdict and owner, which differ only in subject, place and quantity: one or several, as one
/// line.
#[derive(Debug, Clone, PartialEq)]
pub struct Alike<'f> {
    /// At least one.
    findings: Vec<&'f Finding>,
}

/// Groups similar findings, in the order of the first of each group.
pub fn alike<'f>(findings: impl IntoIterator<Item = &'f Finding>) -> Vec<Alike<'f>> {
    let mut all: Vec<Alike> = Vec::new();
    for finding in findings {
        match all.iter_mut().find(|group| is_alike(group.first(), finding)) {
            Some(group) => group.findings.push(finding),
            None => all.push(Alike { findings: vec![finding] }),
        }
    }
    let apart = |group: Alike<'f>| match group.is_summed_up() {
        true => vec![group],
        false => group.findings.into_iter().map(|finding| Alike { findings: vec![finding] }).collect(),
    };
    all.into_iter().flat_map(apart).collect()
}

/// One line per group, with its remedies.
pub fn told<'f>(findings: impl IntoIterator<Item = &'f Finding>) -> Vec<String> {
    alike(findings).iter().map(Alike::told).collect()
}

/// The same in short: one line for each criterion of an owner, with the first few subjects and places and the first remedy.
/// Each line comes with the first finding that it is about.
pub fn summed_up<'f>(findings: impl IntoIterator<Item = &'f Finding>) -> Vec<(&'f Finding, String)> {
    let mut all: Vec<(Alike<'f>, usize)> = Vec::new();
    for group in alike(findings) {
        let is_same = |(other, _): &&mut (Alike, usize)| {
            let [own, other] = [group.first(), other.first()];
            (own.criterion, own.verdict) == (other.criterion, other.verdict)
                && own.subject.owner() == other.subject.owner()
        };
        match all.iter_mut().find(is_same) {
            Some((_, more)) => *more += group.findings.len(),
            None => all.push((group, 0)),
        }
    }
    let line = |(group, more): &(Alike<'f>, usize)| {
        let more = if *more > 0 { format!(" (and {more} more like it)") } else { String::new() };
        let remedies: Vec<&str> = group.remedies().into_iter().take(1).collect();
        (group.first(), with_remedies(&format!("{}{more}", group.line(FEW)), &remedies))
    };
    all.iter().map(line).collect()
}

fn is_alike(a: &Finding, b: &Finding) -> bool {
    // Words that tell more than a quantity does are not summed up.
    let is_told_by_quantity =
        a.criterion.summary().contains("{}") && a.quantity.is_some() && b.quantity.is_some();
    (is_told_by_quantity || a.message == b.message)
        && a.criterion == b.criterion
        && a.verdict == b.verdict
        && a.unit() == b.unit()
        && a.subject.owner() == b.subject.owner()
        && a.subject.noun() == b.subject.noun()
}

impl<'f> Alike<'f> {
    /// The first finding. Criterion, verdict and owner are the same for all.
    pub fn first(&self) -> &'f Finding {
        self.findings[0]
    }

    /// All of them.
    pub fn findings(&self) -> &[&'f Finding] {
        &self.findings
    }

    /// What to do, each remedy once.
    pub fn remedies(&self) -> Vec<&'f str> {
        let mut all: Vec<&str> = Vec::new();
        for finding in &self.findings {
            if !finding.remedy.is_empty() && !all.contains(&finding.remedy.as_str()) {
                all.push(&finding.remedy);
            }
        }
        all
    }

    /// The line, and the remedies as sentences of their own.
    pub fn told(&self) -> String {
        with_remedies(&self.to_string(), &self.remedies())
    }

    fn is_summed_up(&self) -> bool {
        self.findings.len() > 1 && (self.findings.len() >= MANY || self.is_same(|own| &own.message))
    }

    fn is_same<T: PartialEq>(&self, of: impl Fn(&'f Finding) -> T) -> bool {
        self.findings.iter().all(|own| of(own) == of(self.first()))
    }

    /// What they have in common.
    fn common(&self) -> String {
        if self.is_same(|own| &own.message) {
            return self.first().message.clone();
        }
        let quantities: Vec<Quantity> = self.findings.iter().filter_map(|own| own.quantity).collect();
        self.first().criterion.summary().replace("{}", &range(&quantities))
    }

    /// The subject and place of each, and its quantity where that differs; of more than so many, the first.
    fn each(&self, with_names: bool, most: usize) -> String {
        let same_quantity = self.is_same(|own| own.quantity);
        let one = |own: &&Finding| {
            let name = if with_names { own.subject.name() } else { String::new() };
            let quantity = own.quantity.filter(|_| !same_quantity).map(|quantity| quantity.to_string());
            let joined = |parts: [String; 2], by: &str| {
                parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(by)
            };
            joined([joined([name, own.place.to_string()], " "), quantity.unwrap_or_default()], ": ")
        };
        let mut parts: Vec<String> = self.findings.iter().map(one).filter(|part| !part.is_empty()).collect();
        let more = parts.len().saturating_sub(most);
        parts.truncate(most);
        if more > 0 { format!("{} and {more} more", parts.join(", ")) } else { parts.join(", ") }
    }

    /// A single finding as it is; several as "9 recordings: travel scaled by 0.92–1.05 (a.bvh: 0.92, …)", with at most so many named.
    fn line(&self, most: usize) -> String {
        let first = self.first();
        if self.findings.len() == 1 {
            return first.to_string();
        }
        let count = self.findings.len();
        let is_one_subject = self.is_same(|own| &own.subject);
        let each = self.each(!is_one_subject, most);
        let line = match (is_one_subject, first.subject.name()) {
            (false, _) => format!("{count} {}: {}", first.subject.noun(), self.common()),
            (true, name) => {
                let name = if name.is_empty() { name } else { format!("{name}: ") };
                // Whoever reads the places need not be given their number.
                let times = if each.is_empty() { format!(" ({count} times)") } else { String::new() };
                format!("{name}{}{times}", self.common())
            }
        };
        if each.is_empty() { line } else { format!("{line} ({each})") }
    }
}

/// The line with every subject, place and quantity.
impl fmt::Display for Alike<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.line(usize::MAX))
    }
}
