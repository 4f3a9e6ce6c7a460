//! Reads a script. All names are looked up here, so that errors show their line.

use std::sync::Arc;

use adverb::DPlacement;
use adverb::graph::{GestureId, Graph, Hand, HandId, ObjectId, VerbId};
use toml::Spanned;
use toml::de::DeValue;

use super::{Deed, Entry, Script};
use crate::error::Error;
use crate::finding::{Criterion, Finding, Place, Subject};
use crate::names::suggestion;
use crate::project::document::{Document, Table, Value};

/// Where the format is described.
const MANUAL: &str = "docs/playing.md";
const KEYS: [&str; 6] = ["graph", "start", "seed", "secs", "fps", "at"];
const ENTRY_KEYS: [&str; 10] =
    ["time", "place", "adverbs", "object", "look", "reach", "idle", "request", "end-gesture", "gesture"];
/// Seconds after the last entry, by default.
const AFTERWARDS_SECS: f64 = 2.0;
/// The longest script: a day.
const LONGEST_SECS: f64 = 86_400.0;
const MOST_FPS: f64 = 10_000.0;
/// The largest number for a place, in metres, or a direction, in degrees.
const FARTHEST: f64 = 1e6;

impl Script {
    /// Checks that a text is a script at all, TOML with the keys of one, before anything is built for it.
    ///
    /// # Errors
    /// With the line.
    pub fn check(file: &str, text: &str) -> Result<(), Error> {
        let doc = Document { file, text };
        doc.only(&doc.parse(MANUAL)?, "the script", &KEYS)
    }

    /// Reads a script from the text of its file, for one of the graphs of a pack.
    pub fn read(file: &str, text: &str, graphs: &[Arc<Graph>]) -> Result<Self, Error> {
        let doc = Document { file, text };
        let table = doc.parse(MANUAL)?;
        doc.only(&table, "the script", &KEYS)?;
        let place = graph(&doc, &table, graphs)?;
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at).collect();
        let reader = Reader { doc: &doc, graph: &graphs[place], ends };
        let start = table.get("start").map(|v| reader.start(v)).transpose()?;
        let seed = table.get("seed").map(|v| reader.seed(v)).transpose()?;
        let fps = table.get("fps").map(|v| reader.within(v, "fps", MOST_FPS)).transpose()?;
        let secs = table.get("secs").map(|v| reader.within(v, "secs", LONGEST_SECS)).transpose()?;
        let mut warnings = Vec::new();
        let mut entries = match table.get("at") {
            Some(list) => {
                let list = doc.array(list, "at")?;
                let all = list.iter().map(|value| reader.entry(value, &mut warnings));
                all.collect::<Result<Vec<Entry>, Error>>()?
            }
            None => Vec::new(),
        };
        // Of several at one time, the first in the file comes first.
        entries.sort_by(|a, b| a.secs.total_cmp(&b.secs));
        let last_secs = entries.last().map_or(0.0, |entry| entry.secs);
        let secs = secs.unwrap_or(last_secs + AFTERWARDS_SECS);
        let late = entries.iter().filter(|entry| entry.secs > secs);
        warnings.extend(late.map(|entry| {
            let message = format!("{} s is after the end, at {secs} s", entry.secs);
            let found = Finding::warning(Criterion::Late, Subject::Script(file.into()), message);
            found.at(Place::line(entry.line))
        }));
        let start = start.unwrap_or(graphs[place].parts().starts[0]);
        let seed = seed.unwrap_or(0);
        Ok(Self { file: file.into(), graph: place, start, seed, secs, fps, entries, warnings })
    }
}

/// The graph named, or the only one.
fn graph(doc: &Document, table: &Table, graphs: &[Arc<Graph>]) -> Result<usize, Error> {
    let names: Vec<&str> = graphs.iter().map(|graph| graph.name()).collect();
    match (table.get("graph"), graphs.len()) {
        (_, 0) => {
            let problem = "there is no verb graph to play it on".to_string();
            Err(Error::File { file: doc.file.into(), problem })
        }
        (Some(value), _) => one_of(doc, value, "graph", &names),
        (None, 1) => Ok(0),
        (None, _) => {
            let problem = "it names no graph".to_string();
            Err(doc.error(0..0, problem, format!("write graph = one of: {}", names.join(", "))))
        }
    }
}

/// The place of a name among names.
fn one_of(doc: &Document, value: &Value, what: &str, names: &[&str]) -> Result<usize, Error> {
    let name = doc.string(value, what)?;
    names.iter().position(|own| *own == name).ok_or_else(|| unknown(doc, value.span(), what, name, names))
}

fn unknown(doc: &Document, span: std::ops::Range<usize>, what: &str, name: &str, names: &[&str]) -> Error {
    let remedy = if names.is_empty() { "there is none".into() } else { suggestion(name, names) };
    doc.error(span, format!("there is no {what} named {name:?}"), remedy)
}

struct Reader<'a, 'd> {
    doc: &'a Document<'d>,
    graph: &'a Graph,
    /// Where lines end: a script may have many.
    ends: Vec<usize>,
}

impl<'d> Reader<'_, 'd> {
    /// The line on which a value stands, counted from 1.
    fn line(&self, value: &Value<'d>) -> usize {
        self.ends.partition_point(|end| *end < value.span().start) + 1
    }

    fn seed(&self, value: &Value<'d>) -> Result<u64, Error> {
        let seed = match value.get_ref() {
            DeValue::Integer(i) => u64::from_str_radix(i.as_str(), i.radix()).ok(),
            _ => None,
        };
        seed.ok_or_else(|| self.doc.unexpected(value, "seed", "a whole number, 0 or more"))
    }

    /// A number above 0.
    fn within(&self, value: &Value<'d>, what: &str, most: f64) -> Result<f64, Error> {
        let number = self.doc.number(value, what)?;
        if number > 0.0 && number <= most {
            return Ok(number);
        }
        let remedy = format!("write a number above 0, at most {most}");
        Err(self.doc.error(value.span(), format!("{what} = {number} cannot be played"), remedy))
    }

    fn verb(&self, value: &Value<'d>, what: &str) -> Result<VerbId, Error> {
        let nodes: Vec<VerbId> = self.graph.nodes().collect();
        let names: Vec<&str> = nodes.iter().map(|id| self.graph.verb(*id).name()).collect();
        Ok(nodes[one_of(self.doc, value, what, &names)?])
    }

    fn start(&self, value: &Value<'d>) -> Result<VerbId, Error> {
        let verb = self.verb(value, "verb")?;
        let starts = &self.graph.parts().starts;
        if starts.contains(&verb) {
            return Ok(verb);
        }
        let names: Vec<&str> = starts.iter().map(|id| self.graph.verb(*id).name()).collect();
        let problem = format!("{:?} is not a start of the graph", self.graph.verb(verb).name());
        Err(self.doc.error(value.span(), problem, format!("write one of: {}", names.join(", "))))
    }

    /// `request = "run"`.
    fn request(&self, value: &Value<'d>) -> Result<Deed, Error> {
        let name = self.doc.string(value, "verb")?;
        if self.graph.verb_named(name).is_none() && self.graph.gesture_named(name).is_some() {
            let problem = format!("{name:?} is a gesture, which is laid over verbs");
            return Err(self.doc.error(value.span(), problem, format!("write gesture = {name:?}")));
        }
        self.verb(value, "verb").map(Deed::Request)
    }

    fn entry(&self, value: &Value<'d>, warnings: &mut Vec<Finding>) -> Result<Entry, Error> {
        let Self { doc, graph, .. } = self;
        let table = doc.table(value, "[[at]]")?;
        doc.only(table, "[[at]]", &ENTRY_KEYS)?;
        let Some(time) = table.get("time") else {
            let problem = "[[at]] has no time".to_string();
            return Err(doc.error(value.span(), problem, "for example: time = 1.5".into()));
        };
        let secs = doc.number_from(time, "time", 0.0)?;
        let gestures: Vec<&str> = graph.parts().gestures.iter().map(|g| g.name.as_str()).collect();
        let gesture = |value| one_of(doc, value, "gesture", &gestures).map(GestureId);
        let mut deeds = Vec::new();
        deeds.extend(table.get("place").map(|v| self.place(v)).transpose()?);
        if let Some(value) = table.get("adverbs") {
            self.adverbs(value, &mut deeds, warnings)?;
        }
        deeds.extend(table.get("object").map(|v| self.object(v)).transpose()?);
        deeds.extend(table.get("look").map(|v| self.point(v, "look", "ahead").map(Deed::Look)).transpose()?);
        deeds.extend(table.get("reach").map(|v| self.reach(v)).transpose()?);
        deeds.extend(table.get("idle").map(|v| doc.boolean(v, "idle").map(Deed::Idle)).transpose()?);
        deeds.extend(table.get("request").map(|v| self.request(v)).transpose()?);
        deeds.extend(table.get("end-gesture").map(|v| gesture(v).map(Deed::EndGesture)).transpose()?);
        deeds.extend(table.get("gesture").map(|v| gesture(v).map(Deed::Gesture)).transpose()?);
        Ok(Entry { secs, line: self.line(time), deeds })
    }

    /// `place = { x = 1, z = 0, heading = 90 }`.
    fn place(&self, value: &Value<'d>) -> Result<Deed, Error> {
        let table = self.doc.table(value, "place")?;
        self.doc.only(table, "place", &["x", "z", "heading"])?;
        let number = |key: &str| table.get(key).map_or(Ok(0.0), |v| self.number(v, key));
        let (x, z, heading) = (number("x")?, number("z")?, number("heading")?);
        Ok(Deed::Place(DPlacement { x, y: 0.0, z, heading: heading.to_radians() }))
    }

    /// `adverbs = { happiness = 0.8 }`.
    fn adverbs(
        &self,
        value: &Value<'d>,
        deeds: &mut Vec<Deed>,
        warnings: &mut Vec<Finding>,
    ) -> Result<(), Error> {
        let Self { doc, graph, .. } = self;
        let names: Vec<&str> = graph.knobs().iter().map(|knob| knob.name.as_str()).collect();
        for (key, value) in doc.table(value, "adverbs")? {
            let name: &str = key.get_ref();
            let knob = graph.knob_named(name);
            let knob = knob.ok_or_else(|| unknown(doc, key.span(), "adverb", name, &names))?;
            let asked = self.number(value, name)? as f32;
            let adverb = &graph.knobs()[knob.0];
            let taken = adverb.limited(asked);
            if taken != asked {
                let [low, high] = adverb.range;
                let message = format!("{name} = {asked} is beyond its range, {low} to {high}; using {taken}");
                let found = Finding::repaired(Criterion::Limited, Subject::Script(doc.file.into()), message);
                warnings.push(found.of(asked.into(), "").at(Place::line(self.line(value))));
            }
            deeds.push(Deed::Turn(knob, taken));
        }
        Ok(())
    }

    /// `object = { name = "ball", at = [0, 1, 0.5] }`, or at = "none".
    fn object(&self, value: &Value<'d>) -> Result<Deed, Error> {
        let names: Vec<&str> = self.graph.objects().iter().map(String::as_str).collect();
        let [name, at] =
            self.both(value, "object", ["name", "at"], "{ name = \"ball\", at = [0, 1, 0.5] }")?;
        let object = one_of(self.doc, name, "object", &names)?;
        Ok(Deed::Put(ObjectId(object), self.point(at, "at", "none")?))
    }

    /// `reach = { hand = "RightHand", to = [0, 1, 0.5] }`, or to = "none".
    fn reach(&self, value: &Value<'d>) -> Result<Deed, Error> {
        let joint = |hand: &Hand| self.graph.skeleton().joint(hand.joint).name.as_str();
        let names: Vec<&str> = self.graph.hands().iter().map(joint).collect();
        let example = "{ hand = \"RightHand\", to = [0, 1, 0.5] }";
        let [hand, to] = self.both(value, "reach", ["hand", "to"], example)?;
        let hand = one_of(self.doc, hand, "hand", &names)?;
        Ok(Deed::Reach(HandId(hand), self.point(to, "to", "none")?))
    }

    /// The two keys of a table, neither of which can be left out.
    fn both<'v>(
        &self,
        value: &'v Value<'d>,
        what: &str,
        keys: [&str; 2],
        example: &str,
    ) -> Result<[&'v Spanned<DeValue<'d>>; 2], Error> {
        let table = self.doc.table(value, what)?;
        self.doc.only(table, what, &keys)?;
        let one = |key: &str| {
            let problem = || format!("{what} has no {key}");
            let remedy = || format!("for example: {what} = {example}");
            table.get(key).ok_or_else(|| self.doc.error(value.span(), problem(), remedy()))
        };
        Ok([one(keys[0])?, one(keys[1])?])
    }

    /// A point of the world, or the word for none.
    fn point(&self, value: &Value<'d>, what: &str, none: &str) -> Result<Option<[f64; 3]>, Error> {
        match value.get_ref() {
            DeValue::String(word) if *word == none => return Ok(None),
            DeValue::Array(list) if list.len() == 3 => {}
            _ => return Err(self.doc.unexpected(value, what, &format!("[x, y, z] in metres, or {none:?}"))),
        }
        let numbers = self.doc.array(value, what)?.iter().map(|v| self.number(v, what));
        let numbers = numbers.collect::<Result<Vec<f64>, Error>>()?;
        Ok(Some([numbers[0], numbers[1], numbers[2]]))
    }

    /// A number that is no accident.
    fn number(&self, value: &Value<'d>, what: &str) -> Result<f64, Error> {
        let number = self.doc.number(value, what)?;
        if number.abs() <= FARTHEST {
            return Ok(number);
        }
        let remedy = format!("write a number from -{FARTHEST} to {FARTHEST}");
        Err(self.doc.error(value.span(), format!("{what} = {number} is too large"), remedy))
    }
}
