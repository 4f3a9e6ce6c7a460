//! `[motions.…]`: motions as expressions over files and other motions, each knowing where in the file it stands.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use adverb::graph::Blend;

use super::document::{Document, Table, Value};
use super::files::Recorded;
use super::goal::{self, GoalEntry};
use super::graph::{UsageEntry, blend, usage};
use super::space::in_order;
use crate::error::Error;
use crate::motion::Pace;
use crate::names::suggestion;

/// A name or number and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct At<T> {
    pub(super) value: T,
    pub(super) span: Range<usize>,
}

/// What a motion is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Expression {
    /// `spans` are those of the file and of the animation.
    File {
        recorded: Recorded,
        spans: [Range<usize>; 2],
        range: FileRange,
    },
    Mirror(At<String>),
    Clip {
        of: At<String>,
        from: f64,
        to: f64,
    },
    Affine {
        of: At<String>,
        stretch: f64,
        start: f64,
    },
    Cycle {
        of: At<String>,
        how: HowToCycle,
    },
    Concatenate {
        parts: Vec<At<String>>,
        place: Option<[f64; 3]>,
    },
    Warp {
        of: At<String>,
        pace: Pace,
    },
    Compose(Vec<At<String>>),
    Select {
        of: At<String>,
        usage: UsageEntry,
    },
    Transition {
        ends: [At<String>; 2],
        regions: [[f64; 2]; 2],
        blend: Blend,
    },
    Verb {
        of: At<String>,
        at: Vec<(At<String>, f64)>,
    },
}

/// How a motion is made cyclic.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum HowToCycle {
    /// By the best seam this many seconds around, or as far as is usual.
    Seam(Option<f64>),
    /// By a transition to itself in a part of it.
    Overlap(f64),
}

/// Which part of a file.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum FileRange {
    Whole,
    Frames(Vec<Key>),
    Seconds(Vec<Key>),
}

/// A key-time in a file.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Key {
    pub(super) name: String,
    pub(super) time: f64,
    pub(super) span: Range<usize>,
}

impl Expression {
    /// The motions it is made of.
    pub(super) fn parts(&self) -> Vec<&At<String>> {
        match self {
            Self::File { .. } => vec![],
            Self::Mirror(of)
            | Self::Clip { of, .. }
            | Self::Affine { of, .. }
            | Self::Cycle { of, .. }
            | Self::Warp { of, .. }
            | Self::Select { of, .. }
            | Self::Verb { of, .. } => vec![of],
            Self::Concatenate { parts, .. } | Self::Compose(parts) => parts.iter().collect(),
            Self::Transition { ends, .. } => ends.iter().collect(),
        }
    }
}

/// A motion of the project.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Entry {
    pub(super) span: Range<usize>,
    /// What to show if the motion cannot be made: the value that decides it.
    pub(super) blame: Range<usize>,
    pub(super) expression: Expression,
    /// Of a file.
    pub(super) travel: Travel,
    /// What holds in it; nothing where its parts say.
    pub(super) constraints: Option<Holds>,
}

/// The constraints of a motion.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Holds {
    /// Its feet, whenever they stand.
    Found,
    These(Vec<GoalEntry>),
}

/// Where the body of a recording goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Travel {
    /// Where its feet take it if it walks in place, else where it was recorded.
    Found,
    FromFeet,
    AsRecorded,
}

/// The keys that say what kind of motion it is, each with the others it allows.
const KINDS: [(&str, &[&str]); 11] = [
    ("file", &["animation", "keys", "in", "frames", "seconds", "travel"]),
    ("mirror", &[]),
    ("clip", &["from", "to"]),
    ("affine", &["stretch", "start"]),
    ("cycle", &["search", "overlap"]),
    ("concatenate", &["place"]),
    ("warp", &["with"]),
    ("compose", &[]),
    ("select", &["usage"]),
    ("transition", &["leave", "enter", "blend"]),
    ("verb", &["at"]),
];

/// All of `[motions]`.
pub(super) fn motions(doc: &Document, motions: &Table) -> Result<BTreeMap<String, Entry>, Error> {
    let mut entries = BTreeMap::new();
    for (name, value) in motions.iter() {
        let place = format!("[motions.{}]", name.get_ref());
        let table = doc.table(value, &place)?;
        let expression = expression(doc, table, &place, name.span())?;
        let decisive = [
            "stretch",
            "to",
            "from",
            "place",
            "concatenate",
            "search",
            "overlap",
            "cycle",
            "with",
            "usage",
            "leave",
            "enter",
            "blend",
            "compose",
        ];
        let blame = decisive.iter().find_map(|key| table.get(*key)).map_or(name.span(), |value| value.span());
        let travel = table.get("travel").map_or(Ok(Travel::Found), |value| travel(doc, value))?;
        let constraints =
            table.get("constraints").map(|value| holds(doc, value, name.get_ref())).transpose()?;
        let entry = Entry { span: name.span(), blame, expression, travel, constraints };
        entries.insert(name.get_ref().to_string(), entry);
    }
    Ok(entries)
}

fn expression(doc: &Document, table: &Table, place: &str, span: Range<usize>) -> Result<Expression, Error> {
    let present: Vec<_> = KINDS.iter().filter(|(kind, _)| table.contains_key(*kind)).collect();
    let [(kind, others)] = present[..] else {
        let choice = KINDS.map(|k| k.0);
        // A misspelt kind is likelier than none at all.
        doc.only(
            table,
            place,
            &KINDS.iter().flat_map(|(k, o)| std::iter::once(*k).chain(o.iter().copied())).collect::<Vec<_>>(),
        )?;
        let found = if present.is_empty() { "none of them" } else { "more than one" };
        let problem =
            format!("{place} needs exactly one of these keys: {}; it has {found}", choice.join(", "));
        return Err(doc.error(span, problem, "for example: file = \"walk.bvh\"".into()));
    };
    let allowed: Vec<&str> =
        std::iter::once(*kind).chain(others.iter().copied()).chain(["constraints"]).collect();
    doc.only(table, place, &allowed)?;
    let value = |key: &str| table.get(key);
    let number = |key: &str, default: f64| value(key).map_or(Ok(default), |v| doc.number(v, key));
    let of = || name(doc, &table[*kind], kind);
    let parts = || -> Result<Vec<At<String>>, Error> {
        doc.array(&table[*kind], kind)?.iter().map(|v| name(doc, v, "a motion's name")).collect()
    };
    let needed = |key: &str, example: &str| {
        let problem = || {
            doc.error(
                span.clone(),
                format!("{place} has no {key:?}"),
                format!("for example: {key} = {example}"),
            )
        };
        value(key).ok_or_else(problem)
    };
    Ok(match *kind {
        "file" => {
            let file = of()?;
            let animation = value("animation").map(|value| animation(doc, value)).transpose()?;
            let spans = [&file, animation.as_ref().unwrap_or(&file)].map(|at| at.span.clone());
            let recorded = Recorded { file: file.value, animation: animation.map(|at| at.value) };
            Expression::File { recorded, spans, range: range(doc, table)? }
        }
        "mirror" => Expression::Mirror(of()?),
        "clip" => Expression::Clip {
            of: of()?,
            from: canonical(doc, value("from"), 0.0)?,
            to: canonical(doc, value("to"), 1.0)?,
        },
        "affine" => {
            Expression::Affine { of: of()?, stretch: number("stretch", 1.0)?, start: number("start", 0.0)? }
        }
        "cycle" => Expression::Cycle { of: of()?, how: how_to_cycle(doc, table)? },
        "warp" => Expression::Warp { of: of()?, pace: pace(doc, needed("with", "\"ease-in\"")?)? },
        "compose" => Expression::Compose(parts()?),
        "select" => {
            let usage = needed("usage", "{ RightArm = \"required\", others = \"undefined\" }")?;
            Expression::Select { of: of()?, usage: usage::read(doc, usage)? }
        }
        "transition" => {
            let ends: [At<String>; 2] = parts()?.try_into().map_err(|_| {
                let problem = format!("{place}: a transition leads from one motion to another");
                doc.error(
                    table[*kind].span(),
                    problem,
                    "for example: transition = [\"walk\", \"idle\"]".into(),
                )
            })?;
            let region = |key, example| doc.numbers(needed(key, example)?, key);
            let regions = [region("leave", "[0.8, 1.0]")?, region("enter", "[0.0, 0.2]")?];
            let blend = value("blend").map_or(Ok(Blend::Sigmoid), |value| blend(doc, value))?;
            Expression::Transition { ends, regions, blend }
        }
        "verb" => Expression::Verb { of: of()?, at: point(doc, value("at"))? },
        _ => Expression::Concatenate {
            parts: parts()?,
            place: value("place").map(|v| doc.numbers(v, "place")).transpose()?,
        },
    })
}

/// `constraints = "auto"`, or `[[motions.walk.constraints]]`.
fn holds(doc: &Document, value: &Value, motion: &str) -> Result<Holds, Error> {
    if value.get_ref().as_str() == Some("auto") {
        return Ok(Holds::Found);
    }
    if value.get_ref().as_array().is_none() {
        return Err(doc.unexpected(value, "constraints", "\"auto\" or a list of constraints"));
    }
    let place = format!("a constraint of [motions.{motion}]");
    let one = |value: &Value| {
        let table = doc.table(value, &place)?;
        let world = table.contains_key("keep").then_some("world");
        goal::read(doc, value, table, &place, world)
    };
    let all = doc.array(value, "constraints")?.iter().map(one);
    Ok(Holds::These(all.collect::<Result<_, _>>()?))
}

/// `travel = "from-feet"`.
fn travel(doc: &Document, value: &Value) -> Result<Travel, Error> {
    match doc.string(value, "travel")? {
        "from-feet" => Ok(Travel::FromFeet),
        "as-recorded" => Ok(Travel::AsRecorded),
        other => {
            let problem = format!("travel = {other:?} is not where a recording goes");
            let remedy = "write one of: from-feet, as-recorded; or leave it out to have it found";
            Err(doc.error(value.span(), problem, remedy.into()))
        }
    }
}

fn how_to_cycle(doc: &Document, table: &Table) -> Result<HowToCycle, Error> {
    let Some(overlap) = table.get("overlap") else {
        let secs = table.get("search").map(|v| doc.number_from(v, "search", 0.0)).transpose()?;
        return Ok(HowToCycle::Seam(secs));
    };
    if let Some(search) = table.get("search") {
        let problem = "a cycle is made at a seam or by an overlap, not both".to_string();
        return Err(doc.error(search.span(), problem, "keep one of search, overlap".into()));
    }
    Ok(HowToCycle::Overlap(doc.number(overlap, "overlap")?))
}

/// `with = "ease-in"`, or points from [0, 0] to [1, 1].
fn pace(doc: &Document, value: &Value) -> Result<Pace, Error> {
    const NAMES: [&str; 4] = ["ease-in", "ease-out", "ease-in-out", "sigmoid"];
    match value.get_ref().as_str() {
        Some("ease-in") => Ok(Pace::EaseIn),
        Some("ease-out") => Ok(Pace::EaseOut),
        Some("ease-in-out") => Ok(Pace::EaseInOut),
        Some("sigmoid") => Ok(Pace::Sigmoid),
        Some(other) => {
            let problem = format!("with = {other:?} is not a way to warp time");
            Err(doc.error(value.span(), problem, suggestion(other, &NAMES)))
        }
        None => {
            let points =
                doc.array(value, "with")?.iter().map(|point| doc.numbers(point, "a point of a warp"));
            Ok(Pace::Through(points.collect::<Result<_, _>>()?))
        }
    }
}

/// `at = { happiness = 0.5 }`.
fn point(doc: &Document, value: Option<&Value>) -> Result<Vec<(At<String>, f64)>, Error> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let knob = |(key, value): (&toml::Spanned<toml::de::DeString>, &Value)| {
        Ok((At { value: key.get_ref().to_string(), span: key.span() }, doc.number(value, key.get_ref())?))
    };
    in_order(doc.table(value, "at")?).into_iter().map(knob).collect()
}

pub(super) fn name(doc: &Document, value: &Value, what: &str) -> Result<At<String>, Error> {
    Ok(At { value: doc.string(value, what)?.to_string(), span: value.span() })
}

/// `animation = "walk"`, or its number.
fn animation(doc: &Document, value: &Value) -> Result<At<String>, Error> {
    let named = value.get_ref().as_str().map(str::to_owned);
    let number =
        || value.get_ref().as_integer().and_then(|i| u32::from_str_radix(i.as_str(), i.radix()).ok());
    let wanted = named.or_else(|| Some(number()?.to_string()));
    let wanted =
        wanted.ok_or_else(|| doc.unexpected(value, "animation", "a name in \"…\" or a number from 0"))?;
    Ok(At { value: wanted, span: value.span() })
}

fn canonical(doc: &Document, value: Option<&Value>, default: f64) -> Result<f64, Error> {
    let Some(value) = value else { return Ok(default) };
    let t = doc.number(value, "a canonical time")?;
    if (0.0..=1.0).contains(&t) {
        return Ok(t);
    }
    let problem = format!("{t} is not a canonical time");
    Err(doc.error(
        value.span(),
        problem,
        "canonical time runs from 0, the motion's start, to 1, its end".into(),
    ))
}

/// `keys = [{ left-down = 101 }, …]` (frames, or seconds with `in = "seconds"`), or `frames`, or `seconds`.
fn range(doc: &Document, table: &Table) -> Result<FileRange, Error> {
    let given: Vec<_> =
        ["keys", "frames", "seconds"].into_iter().filter_map(|k| table.get(k).map(|v| (k, v))).collect();
    let (kind, value) = match given[..] {
        [] => return Ok(FileRange::Whole),
        [one] => one,
        [_, (_, second), ..] => {
            let problem = "a range is given twice".to_string();
            return Err(doc.error(second.span(), problem, "keep one of keys, frames, seconds".into()));
        }
    };
    let in_seconds = match table.get("in").map(|v| (v, doc.string(v, "in"))) {
        None => false,
        Some((_, Ok("frames"))) => false,
        Some((_, Ok("seconds"))) => true,
        Some((v, _)) => {
            let problem = "keys are in frames or in seconds".to_string();
            return Err(doc.error(
                v.span(),
                problem,
                "write in = \"seconds\", or leave it out for frames".into(),
            ));
        }
    };
    if kind != "keys" {
        if let Some(value) = table.get("in") {
            let problem = format!("{kind:?} needs no unit");
            return Err(doc.error(value.span(), problem, "leave it out; it goes with keys".into()));
        }
        let [from, to] = doc.numbers(value, kind)?;
        let key = |time| Key { name: String::new(), time, span: value.span() };
        let keys = increasing(doc, vec![key(from), key(to)])?;
        return Ok(if kind == "frames" { FileRange::Frames(keys) } else { FileRange::Seconds(keys) });
    }
    let mut keys = Vec::new();
    for item in doc.array(value, "keys")? {
        let table = doc.table(item, "a key")?;
        let Some((name, time)) = table.iter().next().filter(|_| table.len() == 1) else {
            let problem = "a key is one name and its time".to_string();
            return Err(doc.error(item.span(), problem, "for example: { left-down = 101 }".into()));
        };
        let name = name.get_ref().to_string();
        keys.push(Key { time: doc.number(time, &name)?, name, span: time.span() });
    }
    if keys.len() < 2 {
        let problem = "keys need at least two times: the first and the last are the range".to_string();
        return Err(doc.error(
            value.span(),
            problem,
            "for example: [{ left-down = 101 }, { left-down = 132 }]".into(),
        ));
    }
    let keys = increasing(doc, keys)?;
    Ok(if in_seconds { FileRange::Seconds(keys) } else { FileRange::Frames(keys) })
}

fn increasing(doc: &Document, keys: Vec<Key>) -> Result<Vec<Key>, Error> {
    for pair in keys.windows(2) {
        if pair[1].time <= pair[0].time {
            let problem = format!("{} does not come after {}", pair[1].time, pair[0].time);
            return Err(doc.error(pair[1].span.clone(), problem, "times must increase".into()));
        }
    }
    Ok(keys)
}

/// Motions are made of motions no deeper than this.
const DEEPEST: usize = 1000;

/// What motions and verbs are made of, by name: they share one name space.
pub(super) type Made<'a> = BTreeMap<&'a str, Vec<&'a At<String>>>;

/// Every part must be there.
pub(super) fn check_parts<'a>(
    doc: &Document,
    made: &Made,
    parts: impl Iterator<Item = &'a At<String>>,
) -> Result<(), Error> {
    for part in parts {
        if !made.contains_key(part.value.as_str()) {
            let names: Vec<&str> = made.keys().copied().collect();
            let problem = format!("there is no motion named {:?}", part.value);
            return Err(doc.error(part.span.clone(), problem, suggestion(&part.value, &names)));
        }
    }
    Ok(())
}

/// The names, each after what it is made of. Every part must be there, and nothing may be made of itself.
pub(super) fn in_order_of_making(doc: &Document, made: &Made) -> Result<Vec<String>, Error> {
    check_parts(doc, made, made.values().flatten().copied())?;
    let names: Vec<&str> = made.keys().copied().collect();
    // Depth first with a stack of our own: files are not trusted to be shallow.
    let mut order: Vec<String> = Vec::new();
    let mut done: BTreeSet<&str> = BTreeSet::new();
    for start in names {
        let mut path: Vec<(&str, usize)> = vec![(start, 0)];
        while let Some((name, next)) = path.pop() {
            if done.contains(name) {
                continue;
            }
            let Some(part) = made[name].get(next) else {
                done.insert(name);
                order.push(name.to_string());
                continue;
            };
            path.push((name, next + 1));
            let remedy = "make one of them from a file".to_string();
            if let Some(from) = path.iter().position(|(n, _)| *n == part.value) {
                let mut round: Vec<&str> = path[from..].iter().map(|(n, _)| *n).collect();
                round.push(&part.value);
                let problem = format!("motions refer to each other in a circle: {}", round.join(" → "));
                return Err(doc.error(part.span.clone(), problem, remedy));
            }
            if path.len() > DEEPEST {
                let problem = format!("motions refer to each other more than {DEEPEST} deep");
                return Err(doc.error(part.span.clone(), problem, remedy));
            }
            path.push((&part.value, 0));
        }
    }
    Ok(order)
}
