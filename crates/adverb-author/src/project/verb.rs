//! The rest of `[verbs.…]`: whether it repeats, what stays put, how fast its knobs turn.

use std::ops::Range;

use adverb::Skeleton;

use super::document::{Document, Table, Value, suggestion};
use super::space::in_order;
use crate::error::Error;
use crate::verb::{Keep, Keeps};

/// What the file says of a verb besides its space.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct VerbEntry {
    pub(super) cycle: bool,
    pub(super) rates: Vec<Option<f64>>,
    pub(super) control_points: Option<usize>,
    /// `None`: the feet are kept in place.
    keeps: Option<Vec<NamedKeep>>,
}

/// A constraint whose joint is not looked up yet.
#[derive(Debug, Clone, PartialEq)]
struct NamedKeep {
    joint: String,
    span: Range<usize>,
    during: Option<[f64; 2]>,
    ease_secs: Option<f64>,
}

/// The verbs of a file, in the order of their spaces.
pub(super) fn read(doc: &Document, project: &Table) -> Result<Vec<VerbEntry>, Error> {
    let Some(section) = project.get("verbs") else { return Ok(Vec::new()) };
    let entries = in_order(doc.table(section, "[verbs]")?);
    let one = |(name, value): (&toml::Spanned<toml::de::DeString>, &Value)| {
        entry(doc, doc.table(value, &format!("[verbs.{}]", name.get_ref()))?, name.get_ref())
    };
    entries.into_iter().map(one).collect()
}

fn entry(doc: &Document, table: &Table, name: &str) -> Result<VerbEntry, Error> {
    let cycle = table.get("cycle").map_or(Ok(false), |v| doc.boolean(v, "cycle"))?;
    let control_points = table.get("control-points").map(|v| control_points(doc, v)).transpose()?;
    let keeps = table.get("constraints").map(|v| keeps(doc, v, name, cycle)).transpose()?;
    Ok(VerbEntry { cycle, rates: rates(doc, table)?, control_points, keeps })
}

fn control_points(doc: &Document, value: &Value) -> Result<usize, Error> {
    let count = doc.number(value, "control-points")?;
    if (4.0..=1024.0).contains(&count) && count.fract() == 0.0 {
        return Ok(count as usize);
    }
    let problem = format!("control-points = {count} is not a number of control points");
    Err(doc.error(value.span(), problem, "write a whole number, 4 to 1024".into()))
}

/// `adverbs = { speed = { range = [0.6, 2.0], rate = 1.5 } }`: per second.
fn rates(doc: &Document, table: &Table) -> Result<Vec<Option<f64>>, Error> {
    let Some(adverbs) = table.get("adverbs") else { return Ok(Vec::new()) };
    let rate = |value: &Value| {
        let rate = value.get_ref().as_table().and_then(|adverb| adverb.get("rate"));
        rate.map(|rate| {
            let number = doc.number(rate, "rate")?;
            if number > 0.0 && number < 1e30 {
                return Ok(number);
            }
            let problem = format!("rate = {number}: the knob would never move, or always jump");
            Err(doc.error(rate.span(), problem, "write how far it may turn in a second, above 0".into()))
        })
        .transpose()
    };
    in_order(doc.table(adverbs, "adverbs")?).into_iter().map(|(_, value)| rate(value)).collect()
}

fn keeps(doc: &Document, value: &Value, verb: &str, cycle: bool) -> Result<Vec<NamedKeep>, Error> {
    let place = format!("a constraint of [verbs.{verb}]");
    doc.array(value, "constraints")?.iter().map(|value| keep(doc, value, &place, cycle)).collect()
}

fn keep(doc: &Document, value: &Value, place: &str, cycle: bool) -> Result<NamedKeep, Error> {
    let table = doc.table(value, place)?;
    for later in ["look", "track"] {
        if let Some((key, _)) = table.get_key_value(later) {
            let problem = format!("{place}: this version cannot build {later:?} into a verb yet");
            let remedy =
                "the head looks at what the player is told to while it runs; leave this out".to_string();
            return Err(doc.error(key.span(), problem, remedy));
        }
    }
    doc.only(table, place, &["keep", "during", "in", "ease"])?;
    let Some(joint) = table.get("keep") else {
        let problem = format!("{place} does not say what to keep");
        return Err(doc.error(value.span(), problem, "for example: keep = \"LeftToeBase\"".into()));
    };
    if let Some(frame) = table.get("in").filter(|frame| frame.get_ref().as_str() != Some("world")) {
        let problem = format!("{place}: this version keeps joints in the world only");
        return Err(doc.error(frame.span(), problem, "write in = \"world\", or leave it out".into()));
    }
    let during = match table.get("during") {
        None => None,
        Some(value) if value.get_ref().as_str() == Some("auto") => None,
        Some(value) => {
            let [from, to] = doc.numbers(value, "during")?;
            // A cycle's may go over its seam: [0.9, 1.3].
            let latest = if cycle { from + 1.0 } else { 1.0 };
            if !((0.0..1.0).contains(&from) && from < to && to <= latest) {
                let problem = format!("during = [{from}, {to}] is not a part of the verb");
                let remedy = "canonical time runs from 0 to 1, for a cycle over its end; or write \"auto\""
                    .to_string();
                return Err(doc.error(value.span(), problem, remedy));
            }
            Some([from, to])
        }
    };
    Ok(NamedKeep {
        joint: doc.string(joint, "keep")?.to_string(),
        span: joint.span(),
        during,
        ease_secs: table.get("ease").map(|v| doc.number_from(v, "ease", 0.0)).transpose()?,
    })
}

impl VerbEntry {
    /// The constraints with their joints.
    pub(super) fn keeps(&self, doc: &Document, skeleton: &Skeleton) -> Result<Keeps, Error> {
        let Some(keeps) = &self.keeps else { return Ok(Keeps::Feet) };
        let one = |keep: &NamedKeep| {
            let joint = skeleton.joint_named(&keep.joint).ok_or_else(|| {
                let names: Vec<&str> = skeleton.joints().iter().map(|j| j.name.as_str()).collect();
                let problem = format!("the skeleton has no joint named {:?}", keep.joint);
                doc.error(keep.span.clone(), problem, suggestion(&keep.joint, &names))
            })?;
            Ok(Keep { joint, during: keep.during, ease_secs: keep.ease_secs })
        };
        Ok(Keeps::These(keeps.iter().map(one).collect::<Result<_, Error>>()?))
    }
}
