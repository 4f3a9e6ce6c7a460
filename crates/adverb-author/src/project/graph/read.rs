//! `[graph.…]` as the file has it: names are not looked up yet, every value knows its place.

use std::ops::Range;

use adverb::graph::{Blend, Enter, Leave};
use toml::de::DeValue;

use crate::error::Error;
use crate::names::suggestion;
use crate::project::document::{Document, Table, Value};
use crate::project::expression::{At, name};
use crate::project::space::in_order;

/// Seconds of a transition that leaves wherever its verb is, unless it says otherwise.
const AT_ONCE_SECS: f64 = 0.3;
/// As many as a pack holds.
const MOST_GRAPHS: usize = 16;

/// A table of `[graph]`.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::project) struct GraphEntry {
    pub(super) name: At<String>,
    pub(super) starts: Vec<At<String>>,
    pub(super) ends: Vec<At<String>>,
    pub(super) transitions: Vec<TransitionEntry>,
    pub(super) events: Vec<EventEntry>,
}

impl GraphEntry {
    /// Every place at which it names one of its verbs.
    pub(super) fn mentions(&self) -> impl Iterator<Item = &At<String>> {
        let ends = self.transitions.iter().flat_map(|t| [&t.from, &t.to]);
        self.starts.iter().chain(ends).chain(&self.ends)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct TransitionEntry {
    pub(super) span: Range<usize>,
    pub(super) from: At<String>,
    pub(super) to: At<String>,
    pub(super) leave: At<Leave>,
    pub(super) enter: At<Enter>,
    pub(super) blend: Blend,
    pub(super) likelihood: f32,
    /// A knob that calls for it, and from where to where.
    pub(super) when: Option<(String, [f32; 2])>,
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct EventEntry {
    pub(super) verb: At<String>,
    pub(super) at: Vec<At<Moment>>,
    pub(super) emit: String,
}

/// When something happens.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Moment {
    /// At every key of that name.
    Key(String),
    /// Canonical.
    Time(f64),
}

/// The graphs of a file, in its order.
pub(in crate::project) fn graphs(doc: &Document, project: &Table) -> Result<Vec<GraphEntry>, Error> {
    let Some(section) = project.get("graph") else { return Ok(Vec::new()) };
    let entries = in_order(doc.table(section, "[graph]")?);
    for (i, (key, value)) in entries.iter().enumerate() {
        if !matches!(value.get_ref(), DeValue::Table(_)) {
            let problem = format!("[graph] has {:?}, but no name", key.get_ref());
            return Err(doc.error(key.span(), problem, "give the graph a name: [graph.main]".into()));
        }
        if i == MOST_GRAPHS {
            let problem = format!("there are more than {MOST_GRAPHS} graphs");
            return Err(doc.error(key.span(), problem, "one graph may hold verbs that never meet".into()));
        }
    }
    let one = |(name, value): (&toml::Spanned<toml::de::DeString>, &Value)| {
        let name = At { value: name.get_ref().to_string(), span: name.span() };
        graph(doc, doc.table(value, &format!("[graph.{}]", name.value))?, name)
    };
    entries.into_iter().map(one).collect()
}

fn graph(doc: &Document, table: &Table, name: At<String>) -> Result<GraphEntry, Error> {
    let place = format!("[graph.{}]", name.value);
    doc.only(table, &place, &["start", "ends", "transitions", "events"])?;
    let starts = names(doc, table, "start")?;
    if starts.is_empty() {
        let problem = format!("{place} has no start");
        return Err(doc.error(name.span, problem, "for example: start = [\"idle\"]".into()));
    }
    let list = |key: &str| table.get(key).map_or(Ok(&[][..]), |value| doc.array(value, key));
    let transitions = list("transitions")?.iter().map(|value| transition(doc, value, &place));
    let events = list("events")?.iter().map(|value| event(doc, value, &place));
    Ok(GraphEntry {
        starts,
        ends: names(doc, table, "ends")?,
        transitions: transitions.collect::<Result<_, _>>()?,
        events: events.collect::<Result<_, _>>()?,
        name,
    })
}

fn names(doc: &Document, table: &Table, key: &str) -> Result<Vec<At<String>>, Error> {
    let Some(value) = table.get(key) else { return Ok(Vec::new()) };
    doc.array(value, key)?.iter().map(|value| name(doc, value, &format!("a verb of {key}"))).collect()
}

fn transition(doc: &Document, value: &Value, place: &str) -> Result<TransitionEntry, Error> {
    let place = format!("a transition of {place}");
    let table = doc.table(value, &place)?;
    doc.only(table, &place, &["from", "to", "leave", "secs", "enter", "blend", "likelihood", "when"])?;
    let needed = |key: &str, example: &str| needed(doc, table, value, &place, key, example);
    let likelihood = table.get("likelihood").map_or(Ok(0.0), |v| doc.number_from(v, "likelihood", 0.0))?;
    Ok(TransitionEntry {
        span: value.span(),
        from: name(doc, needed("from", "\"walk\"")?, "from")?,
        to: name(doc, needed("to", "\"run\"")?, "to")?,
        leave: leave(doc, table, needed("leave", "[0.4, 0.6], or \"any\"")?)?,
        enter: enter(doc, needed("enter", "[0.4, 0.6], or \"matching\"")?)?,
        blend: table.get("blend").map_or(Ok(Blend::Sigmoid), |value| blend(doc, value))?,
        likelihood: likelihood.min(f64::from(f32::MAX)) as f32,
        when: table.get("when").map(|value| when(doc, value)).transpose()?,
    })
}

/// A knob and where it calls for a transition.
fn when(doc: &Document, value: &Value) -> Result<(String, [f32; 2]), Error> {
    let table = doc.table(value, "when")?;
    let remedy = || "for example: when = { angle = [20, 90] }".to_string();
    let mut all = table.iter();
    let (Some((knob, range)), None) = (all.next(), all.next()) else {
        return Err(doc.error(value.span(), "when does not name one knob".into(), remedy()));
    };
    let [low, high] = doc.numbers(range, "when")?.map(|x| x as f32);
    if low <= high && low.is_finite() && high.is_finite() {
        return Ok((knob.get_ref().to_string(), [low, high]));
    }
    Err(doc.error(range.span(), format!("when goes from {low} to {high}"), remedy()))
}

/// A value that must be there.
fn needed<'t, 'a>(
    doc: &Document,
    table: &'t Table<'a>,
    all: &Value,
    place: &str,
    key: &str,
    example: &str,
) -> Result<&'t Value<'a>, Error> {
    table.get(key).ok_or_else(|| {
        doc.error(all.span(), format!("{place} has no {key:?}"), format!("for example: {key} = {example}"))
    })
}

fn leave(doc: &Document, table: &Table, value: &Value) -> Result<At<Leave>, Error> {
    let at = |leave| At { value: leave, span: value.span() };
    let secs = table.get("secs");
    match value.get_ref().as_str() {
        Some("any") => {
            let Some(secs) = secs else { return Ok(at(Leave::AtOnce { secs: AT_ONCE_SECS })) };
            let number = doc.number(secs, "secs")?;
            if (1e-3..=60.0).contains(&number) {
                return Ok(at(Leave::AtOnce { secs: number }));
            }
            let problem = format!("secs = {number} is not a duration of a transition");
            Err(doc.error(secs.span(), problem, "write seconds, 0.001 to 60".into()))
        }
        Some(other) => {
            let problem = format!("leave = {other:?} is not a part of a verb");
            Err(doc.error(value.span(), problem, "write [0.4, 0.6] in canonical time, or \"any\"".into()))
        }
        None if secs.is_some() => {
            let problem = "the part in leave already sets the duration".to_string();
            let span = secs.map_or(0..0, |secs| secs.span());
            Err(doc.error(span, problem, "leave secs out; it goes with leave = \"any\"".into()))
        }
        None => Ok(at(Leave::During(region(doc, value, "leave")?))),
    }
}

fn enter(doc: &Document, value: &Value) -> Result<At<Enter>, Error> {
    let enter = match value.get_ref().as_str() {
        Some("matching") => Enter::Matching,
        Some(other) => {
            let problem = format!("enter = {other:?} is not a part of a verb");
            let remedy = "write [0.4, 0.6] in canonical time, or \"matching\"".to_string();
            return Err(doc.error(value.span(), problem, remedy));
        }
        None => Enter::During(region(doc, value, "enter")?),
    };
    Ok(At { value: enter, span: value.span() })
}

/// From one canonical time to a later one, which on a verb that repeats may be of its next round.
fn region(doc: &Document, value: &Value, what: &str) -> Result<[f64; 2], Error> {
    let [from, to] = doc.numbers(value, what)?;
    if (0.0..=1.0).contains(&from) && from < to && to <= 2.0 {
        return Ok([from, to]);
    }
    let problem = format!("{what} = [{from}, {to}] is not a part of a verb");
    let remedy = "canonical time runs from 0 to 1; on a verb that repeats, up to 2, into its next round";
    Err(doc.error(value.span(), problem, remedy.into()))
}

pub(in crate::project) fn blend(doc: &Document, value: &Value) -> Result<Blend, Error> {
    const NAMES: [&str; 3] = ["linear", "sigmoid", "inertial"];
    match value.get_ref().as_str() {
        Some("linear") => Ok(Blend::Linear),
        Some("sigmoid") => Ok(Blend::Sigmoid),
        Some("inertial") => Ok(Blend::Inertial),
        Some(other) => {
            let problem = format!("blend = {other:?} is not a blend");
            Err(doc.error(value.span(), problem, suggestion(other, &NAMES)))
        }
        None => through(doc, value),
    }
}

fn through(doc: &Document, value: &Value) -> Result<Blend, Error> {
    let points = doc.array(value, "blend")?.iter().map(|point| doc.numbers(point, "a point of blend"));
    let points: Vec<[f64; 2]> = points.collect::<Result<_, _>>()?;
    let ends = points.first() == Some(&[0.0, 0.0]) && points.last() == Some(&[1.0, 1.0]);
    let points: Vec<[f32; 2]> = points.into_iter().map(|point| point.map(|x| x as f32)).collect();
    let rising = points.windows(2).all(|w| w[0][0] < w[1][0] && w[0][1] <= w[1][1]);
    if ends && rising && points.len() <= 8 {
        return Ok(Blend::Through(points));
    }
    let problem = "a blend must rise from [0, 0] to [1, 1], through at most 8 points".to_string();
    Err(doc.error(value.span(), problem, "for example: [[0, 0], [0.3, 0.5], [1, 1]]".into()))
}

fn event(doc: &Document, value: &Value, place: &str) -> Result<EventEntry, Error> {
    let place = format!("an event of {place}");
    let table = doc.table(value, &place)?;
    doc.only(table, &place, &["verb", "at", "emit"])?;
    let needed = |key: &str, example: &str| needed(doc, table, value, &place, key, example);
    let at = needed("at", "\"left-down\", or 0.5")?;
    let at: Vec<At<Moment>> = match at.get_ref() {
        DeValue::Array(all) if all.is_empty() => {
            let problem = format!("{place} has no time");
            return Err(doc.error(at.span(), problem, "for example: at = \"left-down\"".into()));
        }
        DeValue::Array(all) => all.iter().map(|value| moment(doc, value)).collect::<Result<_, _>>()?,
        _ => vec![moment(doc, at)?],
    };
    Ok(EventEntry {
        verb: name(doc, needed("verb", "\"walk\"")?, "verb")?,
        at,
        emit: doc.string(needed("emit", "\"footfall\"")?, "emit")?.to_string(),
    })
}

fn moment(doc: &Document, value: &Value) -> Result<At<Moment>, Error> {
    let moment = match value.get_ref().as_str() {
        Some(key) => Moment::Key(key.into()),
        None => {
            let time = doc.number(value, "at")?;
            if !(0.0..=1.0).contains(&time) {
                let problem = format!("{time} is not a canonical time");
                let remedy = "canonical time runs from 0 to 1; or write the name of a key".to_string();
                return Err(doc.error(value.span(), problem, remedy));
            }
            Moment::Time(time)
        }
    };
    Ok(At { value: moment, span: value.span() })
}
