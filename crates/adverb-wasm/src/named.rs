//! Things that callers name, or give the index of.

use adverb::Graph;
use adverb::graph::{FootId, GestureId, HandId, KnobId, ObjectId, VerbId};
use adverb::skeleton::JointId;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// A name or an index.
    #[wasm_bindgen(typescript_type = "string | number")]
    pub type Named;

    /// A value as JavaScript writes it; Rust's own code for numbers is 10 KB of the module, compressed.
    #[wasm_bindgen(js_name = String)]
    pub(crate) fn text(value: &JsValue) -> String;
}

/// A whole number below `end`. Numbers come as f64, since anything becomes an integer on its way from JavaScript.
pub(crate) fn whole(number: f64, end: usize) -> Option<usize> {
    let index = number as usize;
    (index as f64 == number && index < end).then_some(index)
}

/// The number of one of `count` things of a kind.
pub(crate) fn numbered(number: f64, kind: &str, count: usize) -> Result<usize, JsError> {
    let unknown = || JsError::new(&format!("no {kind} {}: there are {count}", text(&number.into())));
    whole(number, count).ok_or_else(unknown)
}

/// The index of one of `count` things of a kind. The error lists the names there are.
pub(crate) fn index<'a>(
    named: &Named,
    kind: &str,
    count: usize,
    name: impl Fn(usize) -> &'a str,
) -> Result<usize, JsError> {
    let found = match (named.as_string(), named.as_f64()) {
        (Some(wanted), _) => (0..count).find(|i| name(*i) == wanted),
        (None, Some(number)) => whole(number, count),
        (None, None) => None,
    };
    found.ok_or_else(|| unknown(named, kind, count, name))
}

#[cold]
fn unknown<'a>(named: &Named, kind: &str, count: usize, name: impl Fn(usize) -> &'a str) -> JsError {
    let wanted = match (named.as_string(), named.as_f64()) {
        (Some(wanted), _) => format!("{wanted:?}"),
        (None, Some(_)) => text(named),
        (None, None) => "without a name or an index".into(),
    };
    let names: Vec<_> = (0..count).map(name).collect();
    let known = if count == 0 { "there are none".into() } else { names.join(", ") };
    JsError::new(&format!("unknown {kind} {wanted}: {known}"))
}

/// A verb of the graph, which need not have all of the hero's.
pub(crate) fn verb(graph: &Graph, named: &Named) -> Result<VerbId, JsError> {
    let nodes: Vec<VerbId> = graph.nodes().collect();
    let name = |i: usize| graph.verb(nodes[i]).name();
    let found = match named.as_f64() {
        Some(number) => nodes.iter().position(|id| id.0 as f64 == number),
        None => return index(named, "verb", nodes.len(), name).map(|place| nodes[place]),
    };
    found.map(|place| nodes[place]).ok_or_else(|| unknown(named, "verb", nodes.len(), name))
}

pub(crate) fn gesture(graph: &Graph, named: &Named) -> Result<GestureId, JsError> {
    let gestures = &graph.parts().gestures;
    index(named, "gesture", gestures.len(), |i| &gestures[i].name).map(GestureId)
}

pub(crate) fn knob(graph: &Graph, named: &Named) -> Result<KnobId, JsError> {
    index(named, "knob", graph.knobs().len(), |i| &graph.knobs()[i].name).map(KnobId)
}

pub(crate) fn object(graph: &Graph, named: &Named) -> Result<ObjectId, JsError> {
    index(named, "object", graph.objects().len(), |i| &graph.objects()[i]).map(ObjectId)
}

/// A hand, by the name of its joint.
pub(crate) fn hand(graph: &Graph, named: &Named) -> Result<HandId, JsError> {
    index(named, "hand", graph.hands().len(), |i| joint(graph, graph.hands()[i].joint)).map(HandId)
}

/// A foot, by the name of the joint at its ball.
pub(crate) fn foot(graph: &Graph, named: &Named) -> Result<FootId, JsError> {
    index(named, "foot", graph.feet().len(), |i| joint(graph, graph.feet()[i].ball)).map(FootId)
}

fn joint(graph: &Graph, id: JointId) -> &str {
    &graph.skeleton().joint(id).name
}
