//! The rest of `[verbs.…]`: whether it repeats, which joints stay in place, its objects, the speed of its knobs.

use adverb::Skeleton;

use super::document::{Document, Table, Value};
use super::expression::{At, name};
use super::goal::{self, GoalEntry};
use super::graph::{ObjectEntry, UsageEntry, joint, object, usage};
use super::space::in_order;
use crate::error::Error;
use crate::verb::goals::Goal;
use crate::verb::{Keep, Keeps};

/// A verb in the file, apart from its space.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct VerbEntry {
    pub(super) cycle: bool,
    pub(super) rates: Vec<Option<f64>>,
    pub(super) control_points: Option<usize>,
    /// Whether its rounds differ.
    pub(super) variations: bool,
    /// Whether hands are kept clear of the body.
    pub(super) clear_hands: bool,
    /// `None`: the feet are kept in place.
    keeps: Option<Vec<NamedKeep>>,
    /// What else is asked of its joints.
    asked: Vec<AskedEntry>,
    /// Which joints it needs.
    pub(super) usage: Option<UsageEntry>,
}

/// A constraint with a frame of its own. Whether a name is an object's or a joint's, the skeleton says.
#[derive(Debug, Clone, PartialEq)]
enum AskedEntry {
    Object(ObjectEntry),
    Goal(GoalEntry),
    Either(ObjectEntry, GoalEntry),
}

/// A constraint whose joint is not looked up yet.
#[derive(Debug, Clone, PartialEq)]
struct NamedKeep {
    joint: At<String>,
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
    let variations = table.get("variations").map_or(Ok(false), |v| variations(doc, v, cycle))?;
    let clear_hands = table.get("clear-hands").map_or(Ok(true), |v| doc.boolean(v, "clear-hands"))?;
    let constraints = table.get("constraints").map(|v| constraints(doc, v, name, cycle)).transpose()?;
    let (keeps, asked) = match constraints {
        // Whoever says only what is done elsewhere says nothing about the feet.
        Some((keeps, asked)) if keeps.is_empty() && !asked.is_empty() => (None, asked),
        Some((keeps, asked)) => (Some(keeps), asked),
        None => (None, Vec::new()),
    };
    let usage = table.get("usage").map(|v| usage::read(doc, v)).transpose()?;
    let rates = rates(doc, table)?;
    Ok(VerbEntry { cycle, rates, control_points, variations, clear_hands, keeps, asked, usage })
}

fn control_points(doc: &Document, value: &Value) -> Result<usize, Error> {
    let count = doc.number(value, "control-points")?;
    if (4.0..=1024.0).contains(&count) && count.fract() == 0.0 {
        return Ok(count as usize);
    }
    let problem = format!("control-points = {count} is not a number of control points");
    Err(doc.error(value.span(), problem, "write a whole number, 4 to 1024".into()))
}

/// `variations = "auto"`, or `"off"`.
fn variations(doc: &Document, value: &Value, cycle: bool) -> Result<bool, Error> {
    let (problem, remedy) = match value.get_ref().as_str() {
        Some("off") => return Ok(false),
        Some("auto") if cycle => return Ok(true),
        Some("auto") => ("only cycles have variations", "write cycle = true beside it, or leave it out"),
        _ => ("unknown kind of variations", "write \"auto\" or \"off\""),
    };
    Err(doc.error(value.span(), problem.into(), remedy.into()))
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

/// What is kept in the world, and what is done in other frames.
type Constraints = (Vec<NamedKeep>, Vec<AskedEntry>);

fn constraints(doc: &Document, value: &Value, verb: &str, cycle: bool) -> Result<Constraints, Error> {
    let place = format!("a constraint of [verbs.{verb}]");
    let mut all = Constraints::default();
    for value in doc.array(value, "constraints")? {
        let table = doc.table(value, &place)?;
        if ["track", "turn", "weight", "point", "axis"].iter().any(|key| table.contains_key(*key)) {
            all.1.push(AskedEntry::Goal(goal::read(doc, value, table, &place, None)?));
            continue;
        }
        match object::read(doc, value, table, &place)? {
            Some(object) if table.contains_key("hold") => all.1.push(AskedEntry::Object(object)),
            Some(object) => {
                all.1.push(AskedEntry::Either(object, goal::read(doc, value, table, &place, None)?));
            }
            None => all.0.push(keep(doc, value, table, &place, cycle)?),
        }
    }
    Ok(all)
}

fn keep(doc: &Document, value: &Value, table: &Table, place: &str, cycle: bool) -> Result<NamedKeep, Error> {
    doc.only(table, place, &["keep", "look", "hold", "during", "in", "ease"])?;
    let Some(joint) = table.get("keep") else {
        let problem = format!("{place} does not say what to keep");
        return Err(doc.error(value.span(), problem, "for example: keep = \"LeftToeBase\"".into()));
    };
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
        joint: name(doc, joint, "keep")?,
        during,
        ease_secs: table.get("ease").map(|v| doc.number_from(v, "ease", 0.0)).transpose()?,
    })
}

impl VerbEntry {
    /// What it does with objects, as far as no goal says it.
    pub(super) fn objects(&self, skeleton: &Skeleton) -> impl Iterator<Item = &ObjectEntry> {
        self.asked.iter().filter_map(|asked| match asked {
            AskedEntry::Object(object) => Some(object),
            AskedEntry::Either(object, _) if !object.is_goal(skeleton) => Some(object),
            _ => None,
        })
    }

    fn goal_entries(&self, skeleton: &Skeleton) -> impl Iterator<Item = &GoalEntry> {
        self.asked.iter().filter_map(|asked| match asked {
            AskedEntry::Goal(goal) => Some(goal),
            AskedEntry::Either(object, goal) if object.is_goal(skeleton) => Some(goal),
            _ => None,
        })
    }

    /// What joints do whatever the adverbs say.
    pub(super) fn goals(&self, doc: &Document, skeleton: &Skeleton) -> Result<Vec<Goal>, Error> {
        self.goal_entries(skeleton).map(|goal| goal.of_verb(doc, skeleton)).collect()
    }

    /// What is wrong if no graph gives it its objects.
    pub(super) fn needs_graph(&self, doc: &Document, skeleton: &Skeleton, verb: &str) -> Option<Error> {
        let object = self.objects(skeleton).next().map(|object| object.needs_graph(doc, verb));
        let of_goal = || self.goal_entries(skeleton).find(|goal| goal.needs_object(skeleton));
        object.or_else(|| of_goal().map(|goal| goal.needs_graph(doc, verb)))
    }

    /// The constraints with their joints.
    pub(super) fn keeps(&self, doc: &Document, skeleton: &Skeleton) -> Result<Keeps, Error> {
        let Some(keeps) = &self.keeps else { return Ok(Keeps::Feet) };
        let one = |keep: &NamedKeep| {
            let joint = joint(doc, skeleton, &keep.joint)?;
            Ok(Keep { joint, during: keep.during, ease_secs: keep.ease_secs })
        };
        Ok(Keeps::These(keeps.iter().map(one).collect::<Result<_, Error>>()?))
    }
}
