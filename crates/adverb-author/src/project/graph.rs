//! `[graph.…]` and `[gestures.…]`: verbs and motions by name become the parts of verb graphs (thesis 5.2).
//!
//! The file is read before any recording; names are looked up once the project's verbs are defined. The runtime checks a graph when
//! its verbs are built, and its errors show the line that caused them.

mod gesture;
mod moved;
pub(super) mod object;
mod read;
pub(super) mod usage;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use adverb::graph::{
    self, Call, Enter, Event, Graph, GraphError, Leave, Transition, TransitionId, VerbId, VerbUsage,
};
use adverb::{Skeleton, Verb};

use super::document::Document;
use super::entry;
use super::expression::At;
use super::verb::VerbEntry;
use crate::error::{Error, Excerpt};
use crate::finding::{Criterion, Finding};
use crate::motion::Motion;
use crate::names::suggestion;
use crate::verb::{self, Definition};
pub(super) use gesture::{GestureEntry, gestures};
pub(super) use object::ObjectEntry;
pub(super) use read::blend;
use read::{EventEntry, Moment, TransitionEntry};
pub(super) use read::{GraphEntry, graphs};
pub(super) use usage::{UsageEntry, joint};

/// A graph of the project file. Its verbs are those of [`super::Project::verbs`].
#[derive(Debug, Clone, PartialEq)]
pub struct NamedGraph {
    /// Its parts.
    pub parts: graph::Parts,
    file: String,
    /// The lines of its name, of its transitions, of what it plays first, of its gestures.
    own: Excerpt,
    transitions: Vec<Excerpt>,
    verbs: BTreeMap<String, Excerpt>,
    gestures: Vec<Excerpt>,
}

impl NamedGraph {
    /// The graph over the project's verbs, built. Errors show the line of the transition, verb or gesture.
    pub fn graph(&self, verbs: Arc<[Verb]>) -> Result<Graph, Error> {
        Graph::new(verbs.clone(), self.parts.clone()).map_err(|error| self.located(&verbs, &error))
    }

    fn located(&self, verbs: &[Verb], error: &GraphError) -> Error {
        let transition = |title: &String| {
            let is = |id: &usize| self.parts.title(verbs, TransitionId(*id)) == *title;
            (0..self.transitions.len()).find(is).map(|id| &self.transitions[id])
        };
        let place = match error {
            GraphError::EntryAfterLastExit { transition: title, .. }
            | GraphError::NeverTaken(title)
            | GraphError::NoMatch { transition: title, .. } => transition(title),
            GraphError::DeadEnd(verb) | GraphError::Unreachable(verb) => self.verbs.get(verb),
            GraphError::GestureOfRoot(name) => {
                let at = self.parts.gestures.iter().position(|gesture| gesture.name == *name);
                at.map(|at| &self.gestures[at])
            }
            // `NoStart`, `Unknown` and `Numbers` are of the graph as a whole.
            _ => None,
        };
        Error::Project {
            file: self.file.clone(),
            excerpt: place.unwrap_or(&self.own).clone(),
            problem: format!("[graph.{}]: {error}", self.parts.name),
            remedy: String::new(),
        }
    }
}

/// Every verb that graphs and gestures name must be a verb or a motion of the project.
pub(super) fn check_names(
    doc: &Document,
    graphs: &[GraphEntry],
    gestures: &[GestureEntry],
    names: &BTreeSet<&str>,
) -> Result<(), Error> {
    let mentions = graphs.iter().flat_map(GraphEntry::mentions).chain(gestures.iter().map(|g| &g.of));
    for mention in mentions {
        if !names.contains(mention.value.as_str()) {
            let all: Vec<&str> = names.iter().copied().collect();
            let problem = format!("there is no verb or motion named {:?}", mention.value);
            return Err(doc.error(mention.span.clone(), problem, suggestion(&mention.value, &all)));
        }
    }
    Ok(())
}

/// Plain motions that graphs and gestures name become verbs of one example (5.7), in the order in which they are named.
pub(super) fn add_motions(
    verbs: &mut Vec<Definition>,
    graphs: &[GraphEntry],
    gestures: &[GestureEntry],
    motions: &BTreeMap<String, Arc<Motion>>,
) {
    let mut mentions: Vec<&At<String>> =
        graphs.iter().flat_map(GraphEntry::mentions).chain(gestures.iter().map(|g| &g.of)).collect();
    mentions.sort_by_key(|mention| mention.span.start);
    for name in mentions.into_iter().map(|mention| &mention.value) {
        if !verbs.iter().any(|verb| verb.name == *name)
            && let Some(motion) = motions.get(name)
        {
            verbs.push(Definition::of_motion(name, motion.clone()));
        }
    }
}

/// Everything graphs are built from.
pub(super) struct Sources<'a, 'd> {
    pub(super) doc: &'a Document<'d>,
    pub(super) skeleton: &'a Skeleton,
    pub(super) verbs: &'a [Definition],
    /// Of the first verbs, those that the file defines.
    pub(super) entries: &'a [VerbEntry],
    pub(super) gestures: &'a [GestureEntry],
}

impl Sources<'_, '_> {
    /// The graphs of the file; adds warnings about them.
    pub(super) fn graphs(
        &self,
        graphs: &[GraphEntry],
        warnings: &mut Vec<Finding>,
    ) -> Result<Vec<NamedGraph>, Error> {
        let shared = self.shared(graphs.is_empty())?;
        let made = graphs.iter().map(|graph| self.graph(graph, &shared));
        let made: Vec<NamedGraph> = made.collect::<Result<_, _>>()?;
        if graphs.is_empty() {
            let alone = |gesture: &GestureEntry| {
                let subject = entry("gestures", &gesture.name.value);
                let found = Finding::warning(Criterion::NoGraph, subject, "no graph plays it");
                found.remedy("Add [graph.main].")
            };
            warnings.extend(self.gestures.iter().map(alone));
        }
        for constraint in &shared.constraints {
            if !made.iter().any(|graph| plays(&graph.parts, constraint.verb)) {
                let subject = entry("verbs", &self.verbs[constraint.verb.0].name);
                let message =
                    format!("no graph plays it, so it never gets its object {:?}", constraint.object);
                warnings.push(Finding::warning(Criterion::Unplayed, subject, message));
            }
        }
        made.iter().for_each(|graph| warnings.extend(self.differing_ranges(&graph.parts)));
        Ok(made)
    }

    /// Gestures, usage, hands and constraints, which the file does not give to one graph.
    fn shared(&self, without_graph: bool) -> Result<graph::Parts, Error> {
        let gesture = |entry: &GestureEntry| {
            let verb = self.verb(&entry.of)?;
            entry.gesture(self.doc, self.skeleton, verb, &self.verbs[verb.0].motions)
        };
        let mut parts = graph::Parts {
            gestures: self.gestures.iter().map(gesture).collect::<Result<_, _>>()?,
            ..graph::Parts::default()
        };
        for (id, entry) in self.entries.iter().enumerate() {
            if let Some(usage) = &entry.usage {
                let mut claims = usage.claims(self.doc, self.skeleton)?;
                claims.retain(|claim| claim.usage > graph::Usage::Undefined);
                parts.usage.push(VerbUsage { verb: VerbId(id), claims });
            }
            if let Some(object) = entry.objects.first().filter(|_| without_graph) {
                return Err(object.needs_graph(self.doc, &self.verbs[id].name));
            }
        }
        if without_graph {
            return Ok(parts);
        }
        let motions: Vec<Arc<Motion>> = self.verbs.iter().flat_map(|verb| verb.motions.clone()).collect();
        let poses = verb::poses(&motions);
        parts.hands = verb::hands(self.skeleton, &poses);
        for (id, entry) in self.entries.iter().enumerate() {
            for object in &entry.objects {
                let hands = &mut parts.hands;
                let constraint = object.constraint(self.doc, self.skeleton, VerbId(id), hands, &poses)?;
                parts.constraints.push(constraint);
            }
        }
        Ok(parts)
    }

    fn graph(&self, entry: &GraphEntry, shared: &graph::Parts) -> Result<NamedGraph, Error> {
        let ids = |names: &[At<String>]| -> Result<Vec<VerbId>, Error> {
            names.iter().map(|name| self.verb(name)).collect()
        };
        let transitions = entry.transitions.iter().map(|transition| self.transition(transition));
        let mut parts = graph::Parts {
            name: entry.name.value.clone(),
            starts: ids(&entry.starts)?,
            ends: ids(&entry.ends)?,
            transitions: transitions.collect::<Result<_, _>>()?,
            ..shared.clone()
        };
        for (id, transition) in entry.transitions.iter().enumerate() {
            if let Some((knob, range)) = transition.when.clone() {
                parts.calls.push(Call { transition: TransitionId(id), knob, range });
            }
        }
        for event in &entry.events {
            parts.events.extend(self.events(&parts, event)?);
        }
        parts.usage = shared.usage.iter().filter(|usage| plays(&parts, usage.verb)).cloned().collect();
        parts.constraints = shared.constraints.iter().filter(|c| plays(&parts, c.verb)).cloned().collect();
        let excerpt = |span: &std::ops::Range<usize>| self.doc.excerpt(span.clone());
        let mut verbs = BTreeMap::new();
        for mention in entry.mentions() {
            verbs.entry(mention.value.clone()).or_insert_with(|| excerpt(&mention.span));
        }
        Ok(NamedGraph {
            parts,
            file: self.doc.file.into(),
            own: excerpt(&entry.name.span),
            transitions: entry.transitions.iter().map(|t| excerpt(&t.span)).collect(),
            verbs,
            gestures: self.gestures.iter().map(|gesture| excerpt(&gesture.name.span)).collect(),
        })
    }

    /// A verb by name.
    fn verb(&self, name: &At<String>) -> Result<VerbId, Error> {
        self.verbs.iter().position(|verb| verb.name == name.value).map(VerbId).ok_or_else(|| {
            let names: Vec<&str> = self.verbs.iter().map(|verb| verb.name.as_str()).collect();
            let problem = format!("there is no verb or motion named {:?}", name.value);
            self.doc.error(name.span.clone(), problem, suggestion(&name.value, &names))
        })
    }

    fn transition(&self, entry: &TransitionEntry) -> Result<Transition, Error> {
        let (from, to) = (self.verb(&entry.from)?, self.verb(&entry.to)?);
        if let Leave::During([_, end]) = entry.leave.value {
            self.check_round(from, end, &entry.leave)?;
        }
        if let Enter::During([_, end]) = entry.enter.value {
            self.check_round(to, end, &entry.enter)?;
        }
        Ok(Transition {
            from,
            to,
            leave: entry.leave.value,
            enter: entry.enter.value,
            blend: entry.blend.clone(),
            likelihood: entry.likelihood,
        })
    }

    /// Only a verb that repeats goes on after its end.
    fn check_round<T>(&self, verb: VerbId, end: f64, at: &At<T>) -> Result<(), Error> {
        let Definition { name, cycle, .. } = &self.verbs[verb.0];
        if *cycle || end <= 1.0 {
            return Ok(());
        }
        let problem = format!("{name:?} does not repeat, so it ends at 1");
        let remedy = format!("write times up to 1, or give [verbs.{name}] cycle = true");
        Err(self.doc.error(at.span.clone(), problem, remedy))
    }

    /// One event for each time at which it happens.
    fn events(&self, parts: &graph::Parts, entry: &EventEntry) -> Result<Vec<Event>, Error> {
        let played: Vec<&Definition> = (self.verbs.iter().enumerate())
            .filter(|(id, _)| plays(parts, VerbId(*id)))
            .map(|(_, verb)| verb)
            .collect();
        let names: Vec<&str> = played.iter().map(|verb| verb.name.as_str()).collect();
        let Some(verb) = played.iter().find(|verb| verb.name == entry.verb.value) else {
            let problem = format!("[graph.{}] does not play {:?}", parts.name, entry.verb.value);
            return Err(self.doc.error(
                entry.verb.span.clone(),
                problem,
                suggestion(&entry.verb.value, &names),
            ));
        };
        let id = self.verb(&entry.verb)?;
        let mut times = Vec::new();
        for moment in &entry.at {
            times.extend(self.times(verb, moment)?);
        }
        times.sort_by(f64::total_cmp);
        times.dedup();
        Ok(times.into_iter().map(|at| Event { verb: id, at, emit: entry.emit.clone() }).collect())
    }

    /// When something happens, in canonical time. The end of a verb that repeats is its beginning.
    fn times(&self, verb: &Definition, moment: &At<Moment>) -> Result<Vec<f64>, Error> {
        let round = |t: f64| if verb.cycle && t == 1.0 { 0.0 } else { t };
        let name = match &moment.value {
            Moment::Time(time) => return Ok(vec![round(*time)]),
            Moment::Key(name) => name,
        };
        let keys: Vec<&str> = verb
            .motions
            .first()
            .map_or(Vec::new(), |motion| motion.key_times().iter().map(|k| k.0).collect());
        let last = keys.len().max(2) - 1;
        let times = keys.iter().enumerate().filter(|(_, key)| **key == name.as_str() && !name.is_empty());
        let times: Vec<f64> = times.map(|(m, _)| round(m as f64 / last as f64)).collect();
        if !times.is_empty() {
            return Ok(times);
        }
        let named: BTreeSet<&str> = keys.into_iter().filter(|key| !key.is_empty()).collect();
        let named: Vec<&str> = named.into_iter().collect();
        let problem = format!("{:?} has no key named {name:?}", verb.name);
        let remedy = match suggestion(name, &named) {
            none if none.is_empty() => "its keys have no names; write a canonical time, 0 to 1".into(),
            remedy => remedy,
        };
        Err(self.doc.error(moment.span.clone(), problem, remedy))
    }

    /// Adverbs of one name are one knob, and so should have one range.
    fn differing_ranges(&self, parts: &graph::Parts) -> Vec<Finding> {
        let mut first: BTreeMap<&str, (&str, [f64; 2])> = BTreeMap::new();
        let mut said = Vec::new();
        let played = self.verbs.iter().enumerate().filter(|(id, _)| plays(parts, VerbId(*id)));
        for (_, verb) in played {
            // What is measured has the range that its examples show.
            for axis in &verb.space.axes {
                let [Some(own_low), Some(own_high)] = axis.range else { continue };
                let own = (verb.name.as_str(), [own_low, own_high]);
                let (other, [low, high]) = *first.entry(&axis.name).or_insert(own);
                if own.1 != [low, high] {
                    let message = format!(
                        "{:?} goes from {low} to {high} in {other} and from {} to {} in {}; they are one knob, which each verb \
                         limits to its own range",
                        axis.name, own_low, own_high, verb.name
                    );
                    let subject = entry("graph", &parts.name);
                    said.push(Finding::warning(Criterion::DifferingRanges, subject, message));
                }
            }
        }
        said
    }
}

/// Whether a verb is a node of a graph, or a gesture.
fn plays(parts: &graph::Parts, verb: VerbId) -> bool {
    parts.starts.contains(&verb)
        || parts.ends.contains(&verb)
        || parts.transitions.iter().any(|t| t.from == verb || t.to == verb)
        || parts.gestures.iter().any(|gesture| gesture.verb == verb)
}
