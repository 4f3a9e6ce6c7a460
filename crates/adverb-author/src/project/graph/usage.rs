//! `usage = …`: which joints a motion needs and when (thesis 3.9), and the patterns that name joints.

use adverb::Skeleton;
use adverb::graph::{Claim, Usage};
use adverb::skeleton::{DofId, JointId};
use toml::de::DeValue;

use crate::clip::bare;
use crate::error::Error;
use crate::names::suggestion;
use crate::project::document::{Document, Table, Value};
use crate::project::expression::{At, name};
use crate::project::space::in_order;

/// What the file says of a usage.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::project) enum UsageEntry {
    /// `{ "RightArm*" = "required", others = "defined" }`: all the time. The last pattern that fits a joint counts.
    Always(Vec<(At<String>, Usage)>),
    /// `[{ joints = ["RightArm*"], usage = "required", during = [0.2, 0.8] }]`: the strongest counts.
    Timed(Vec<Stretch>),
}

#[derive(Debug, Clone, PartialEq)]
pub(in crate::project) struct Stretch {
    joints: Vec<At<String>>,
    usage: Usage,
    during: [f64; 2],
}

/// The joints that no other pattern fits.
const OTHERS: &str = "others";

pub(in crate::project) fn read(doc: &Document, value: &Value) -> Result<UsageEntry, Error> {
    match value.get_ref() {
        DeValue::Table(table) => {
            let one = |(key, value): (&toml::Spanned<toml::de::DeString>, &Value)| {
                let pattern = At { value: key.get_ref().to_string(), span: key.span() };
                Ok((pattern, usage(doc, value)?))
            };
            in_order(table).into_iter().map(one).collect::<Result<_, _>>().map(UsageEntry::Always)
        }
        DeValue::Array(list) => {
            list.iter().map(|value| stretch(doc, value)).collect::<Result<_, _>>().map(UsageEntry::Timed)
        }
        _ => {
            Err(doc.unexpected(value, "usage", "{ RightArm = \"required\" } or a list of { joints, usage }"))
        }
    }
}

fn usage(doc: &Document, value: &Value) -> Result<Usage, Error> {
    const NAMES: [&str; 3] = ["required", "defined", "undefined"];
    match doc.string(value, "usage")? {
        "required" => Ok(Usage::Required),
        "defined" => Ok(Usage::Defined),
        "undefined" => Ok(Usage::Undefined),
        other => {
            let problem = format!("{other:?} is not a usage");
            Err(doc.error(value.span(), problem, suggestion(other, &NAMES)))
        }
    }
}

fn stretch(doc: &Document, value: &Value) -> Result<Stretch, Error> {
    let place = "an entry of usage";
    let table = doc.table(value, place)?;
    doc.only(table, place, &["joints", "usage", "during"])?;
    let needed = |key: &str, example: &str| {
        table.get(key).ok_or_else(|| {
            doc.error(
                value.span(),
                format!("{place} has no {key:?}"),
                format!("for example: {key} = {example}"),
            )
        })
    };
    Ok(Stretch {
        joints: patterns(doc, needed("joints", "[\"RightArm*\"]")?, "joints")?,
        usage: usage(doc, needed("usage", "\"required\"")?)?,
        during: during(doc, table)?,
    })
}

/// `during = [0.2, 0.8]`, by itself the whole motion.
pub(in crate::project) fn during(doc: &Document, table: &Table) -> Result<[f64; 2], Error> {
    let Some(value) = table.get("during") else { return Ok([0.0, 1.0]) };
    let [from, to] = doc.numbers(value, "during")?;
    if 0.0 <= from && from < to && to <= 1.0 {
        return Ok([from, to]);
    }
    let problem = format!("during = [{from}, {to}] is not a part of a motion");
    Err(doc.error(value.span(), problem, "canonical time runs from 0 to 1".into()))
}

/// A list of patterns.
pub(super) fn patterns(doc: &Document, value: &Value, what: &str) -> Result<Vec<At<String>>, Error> {
    let list = doc.array(value, what)?;
    if list.is_empty() {
        let problem = format!("{what} names no joint");
        return Err(doc.error(value.span(), problem, format!("for example: {what} = [\"RightArm*\"]")));
    }
    list.iter().map(|value| name(doc, value, "a joint")).collect()
}

impl UsageEntry {
    /// What it claims on a skeleton; joints that it does not name are not among it.
    pub(in crate::project) fn claims(
        &self,
        doc: &Document,
        skeleton: &Skeleton,
    ) -> Result<Vec<Claim>, Error> {
        match self {
            Self::Always(entries) => always(doc, skeleton, entries),
            Self::Timed(stretches) => {
                let claim = |stretch: &Stretch| {
                    let joints = joints(doc, skeleton, &stretch.joints)?;
                    let Stretch { usage, during, .. } = *stretch;
                    Ok(Claim { during, usage, dofs: dofs(skeleton, &joints) })
                };
                stretches.iter().map(claim).collect()
            }
        }
    }
}

fn always(doc: &Document, skeleton: &Skeleton, entries: &[(At<String>, Usage)]) -> Result<Vec<Claim>, Error> {
    let others = entries.iter().find(|(pattern, _)| pattern.value == OTHERS).map(|(_, usage)| *usage);
    let mut of: Vec<Option<Usage>> = vec![others; skeleton.joints().len()];
    for (pattern, usage) in entries.iter().filter(|(pattern, _)| pattern.value != OTHERS) {
        for joint in joints(doc, skeleton, std::slice::from_ref(pattern))? {
            of[joint.index()] = Some(*usage);
        }
    }
    let claim = |usage: Usage| {
        let joints: Vec<JointId> = skeleton.joint_ids().filter(|j| of[j.index()] == Some(usage)).collect();
        Claim { during: [0.0, 1.0], usage, dofs: dofs(skeleton, &joints) }
    };
    let claims = [Usage::Required, Usage::Defined, Usage::Undefined].map(claim);
    Ok(claims.into_iter().filter(|claim| !claim.dofs.is_empty()).collect())
}

pub(super) fn dofs(skeleton: &Skeleton, joints: &[JointId]) -> Vec<DofId> {
    joints.iter().flat_map(|joint| skeleton.joint(*joint).dofs.clone()).map(DofId).collect()
}

/// The joints that any of some patterns fits, in the skeleton's order.
pub(super) fn joints(
    doc: &Document,
    skeleton: &Skeleton,
    patterns: &[At<String>],
) -> Result<Vec<JointId>, Error> {
    let mut chosen = vec![false; skeleton.joints().len()];
    for pattern in patterns {
        let fitting = matching(skeleton, &pattern.value);
        if fitting.is_empty() {
            return Err(unknown_joint(doc, skeleton, pattern));
        }
        fitting.into_iter().for_each(|joint| chosen[joint.index()] = true);
    }
    Ok(skeleton.joint_ids().filter(|joint| chosen[joint.index()]).collect())
}

/// The one joint of that name.
pub(in crate::project) fn joint(
    doc: &Document,
    skeleton: &Skeleton,
    name: &At<String>,
) -> Result<JointId, Error> {
    joint_named(skeleton, &name.value).ok_or_else(|| unknown_joint(doc, skeleton, name))
}

/// The joint of that name; failing that, the one whose name differs only in its name space.
pub(in crate::project) fn joint_named(skeleton: &Skeleton, name: &str) -> Option<JointId> {
    let same = |j: &JointId| bare(&skeleton.joint(*j).name) == bare(name);
    skeleton.joint_named(name).or_else(|| skeleton.joint_ids().find(same))
}

fn unknown_joint(doc: &Document, skeleton: &Skeleton, name: &At<String>) -> Error {
    let names: Vec<&str> = skeleton.joints().iter().filter(|j| !j.end).map(|j| j.name.as_str()).collect();
    let problem = if name.value.contains('*') {
        format!("{:?} fits no joint of the skeleton", name.value)
    } else {
        format!("the skeleton has no joint named {:?}", name.value)
    };
    doc.error(name.span.clone(), problem, suggestion(&name.value, &names))
}

/// The joints that a pattern fits; failing that, those that it fits but for name spaces.
fn matching(skeleton: &Skeleton, pattern: &str) -> Vec<JointId> {
    let of = |pattern: &str, name: fn(&str) -> &str| -> Vec<JointId> {
        skeleton.joint_ids().filter(|j| fits(pattern, name(&skeleton.joint(*j).name))).collect()
    };
    let exactly = of(pattern, |name| name);
    if exactly.is_empty() { of(bare(pattern), bare) } else { exactly }
}

/// Whether a pattern, in which `*` is anything, is a name.
pub(in crate::project) fn fits(pattern: &str, name: &str) -> bool {
    let mut pieces = pattern.split('*');
    let first = pieces.next().unwrap_or("");
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let Some(last) = pieces.next_back() else { return rest.is_empty() };
    // Each piece where it is first found leaves the most for those after it.
    for piece in pieces {
        let Some(at) = rest.find(piece) else { return false };
        rest = &rest[at + piece.len()..];
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn a_star_is_anything_and_nothing() {
        for (pattern, name) in [
            ("RightArm", "RightArm"),
            ("RightArm*", "RightArm"),
            ("RightArm*", "RightArmRoll"),
            ("*Arm", "LeftForeArm"),
            ("R*t*m", "RightForeArm"),
            ("*", ""),
            ("a*a*a", "aaa"),
        ] {
            assert!(fits(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in
            [("RightArm", "RightArmRoll"), ("Arm*", "RightArm"), ("a*a*a", "aa"), ("", "a"), ("*x*", "abc")]
        {
            assert!(!fits(pattern, name), "{pattern} {name}");
        }
    }
}
