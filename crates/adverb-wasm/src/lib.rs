//! The runtime in the browser: a pack of bytes becomes a hero, which plays a verb, acts on a graph of verbs, alone or as a crowd,
//! and takes shapes; bodies of the caller's own follow its actors. Nothing is computed here. Without its features it is the core: heroes and
//! actors.
//!
//! What callers read every frame they see in the module's memory, without copying. A view is valid until the next call, which may
//! make the memory grow.

mod actor;
#[cfg(feature = "bodies")]
mod body;
mod crowd;
mod named;
mod pose;
mod records;
#[cfg(feature = "shapes")]
mod shape;
mod view;
mod world;

use core::cell::OnceCell;
use std::sync::Arc;

use adverb::{Graph, Pack};
use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;

pub use actor::Actor;
#[cfg(feature = "bodies")]
pub use body::{Body, Wearer};
pub use crowd::Crowd;
pub use named::Named;
pub use records::{Adverb, Example, GestureInfo, GraphInfo, Joint, TransitionInfo, Travel, VerbInfo};
#[cfg(feature = "shapes")]
pub use shape::{Adjective, AttributeInfo, Sculpture, ShapeInfo};
pub use world::Ground;

/// More would take longer to make than a page should hang, and half a gigabyte.
const MOST_ACTORS: usize = 100_000;

#[wasm_bindgen]
extern "C" {
    /// The bytes of a file.
    #[wasm_bindgen(typescript_type = "ArrayBuffer | Uint8Array")]
    pub type Bytes;
}

/// A character: one skeleton, its verbs, graphs of them, and shapes.
#[wasm_bindgen]
pub struct Hero {
    pack: Pack,
    /// The graph of each verb alone, made when it is first played.
    alone: Vec<OnceCell<Arc<Graph>>>,
}

#[wasm_bindgen]
impl Hero {
    /// Reads a pack: the bytes of a file that `adverb build` made.
    pub fn load(bytes: &Bytes) -> Result<Hero, JsError> {
        Self::read(&Uint8Array::new(bytes).to_vec())
    }

    /// As its author calls it.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.pack.name().into()
    }

    /// Parents come first.
    pub fn joints(&self) -> Vec<Joint> {
        Joint::all(self.pack.skeleton())
    }

    /// What can be played.
    pub fn verbs(&self) -> Vec<VerbInfo> {
        self.pack.verbs().iter().map(VerbInfo::of).collect()
    }

    /// Which verbs can follow which.
    pub fn graphs(&self) -> Vec<GraphInfo> {
        self.pack.graphs().iter().map(|graph| GraphInfo::of(graph)).collect()
    }

    /// An actor on the graph of one verb alone.
    pub fn play(&self, verb: &Named) -> Result<Actor, JsError> {
        let index = self.verb(verb)?;
        let graph = self.alone[index].get_or_init(|| Graph::of_verb(self.pack.verbs()[index].clone()).into());
        Ok(Actor::new(graph.clone(), 0))
    }

    /// An actor on a graph, by default the first. What it leaves to chance follows from the seed.
    pub fn act(&self, graph: Option<Named>, seed: Option<u32>) -> Result<Actor, JsError> {
        Ok(Actor::new(self.graph(graph)?, seed.unwrap_or_default().into()))
    }

    /// Many actors on a graph, by default the first: at most 100,000.
    pub fn crowd(&self, count: f64, graph: Option<Named>, seed: Option<u32>) -> Result<Crowd, JsError> {
        let count = named::whole(count, MOST_ACTORS + 1);
        let count =
            count.ok_or_else(|| JsError::new("a crowd has a whole number of actors, at most 100,000"))?;
        Ok(Crowd::new(self.graph(graph)?, count, seed.unwrap_or_default().into()))
    }

    /// How a verb travels in a round, with one value per adverb.
    pub fn travel(&self, verb: &Named, point: &[f32]) -> Result<Travel, JsError> {
        let verb = &self.pack.verbs()[self.verb(verb)?];
        if verb.adverbs().len() != point.len() {
            let (values, adverbs) = (point.len(), verb.adverbs().len());
            return Err(JsError::new(&format!("{values} values for {adverbs} adverbs")));
        }
        Ok(Travel::of(verb, point))
    }

    /// Frees its memory; actors, crowds and sculptures made from it live on.
    pub fn dispose(self) {}
}

/// For pages that are edited while they run.
#[cfg(feature = "migration")]
#[wasm_bindgen]
impl Hero {
    /// Takes an actor over to a graph of this hero, by default the first, as when the hero was built anew: what has the same name in both
    /// goes on. Returns what the actor was about and the graph does not have.
    pub fn migrate(&self, actor: &mut Actor, graph: Option<Named>) -> Result<Vec<String>, JsError> {
        Ok(actor.migrate(self.graph(graph)?))
    }

    /// Takes a crowd over, as `migrate` does an actor.
    #[wasm_bindgen(js_name = migrateCrowd)]
    pub fn migrate_crowd(&self, crowd: &mut Crowd, graph: Option<Named>) -> Result<Vec<String>, JsError> {
        Ok(crowd.migrate(self.graph(graph)?))
    }
}

impl Hero {
    /// For callers in Rust.
    pub fn read(bytes: &[u8]) -> Result<Hero, JsError> {
        let pack = Pack::load(bytes)?;
        let alone = pack.verbs().iter().map(|_| OnceCell::new()).collect();
        Ok(Self { pack, alone })
    }

    fn verb(&self, verb: &Named) -> Result<usize, JsError> {
        let verbs = self.pack.verbs();
        named::index(verb, "verb", verbs.len(), |i| verbs[i].name())
    }

    fn graph(&self, graph: Option<Named>) -> Result<Arc<Graph>, JsError> {
        let graphs = self.pack.graphs();
        let index = match graph {
            Some(graph) => named::index(&graph, "graph", graphs.len(), |i| graphs[i].name())?,
            None if graphs.is_empty() => {
                return Err(JsError::new(
                    "the hero has no graph: add [graph.main] to its project, or play a verb alone",
                ));
            }
            None => 0,
        };
        Ok(graphs[index].clone())
    }
}
