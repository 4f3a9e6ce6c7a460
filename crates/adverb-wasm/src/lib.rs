//! The runtime in the browser: a pack of bytes becomes a hero, a hero plays a verb or acts on a graph of them, and takes shapes.
//! Nothing is computed here. Without the feature `shapes` it is the core: heroes and actors.
//!
//! What is asked for every frame lies in the module's memory: `…Address` says where, and the caller looks at it there
//! without copying. Such a look holds until the next call, which may make the memory grow.

mod actor;
mod named;
mod pose;
mod records;
#[cfg(feature = "shapes")]
mod shape;
#[cfg(feature = "shapes")]
mod shape_info;

use adverb::{Graph, Pack, Verb};
use wasm_bindgen::prelude::*;

use named::{place, thrown};

pub use actor::{Actor, Heard};
pub use named::Named;
pub use records::{Adverb, Example, GestureInfo, GraphInfo, Joint, TransitionInfo, Travel, VerbInfo};
#[cfg(feature = "shapes")]
pub use shape::Sculpture;
#[cfg(feature = "shapes")]
pub use shape_info::{Adjective, AttributeInfo, ShapeInfo};

/// A character: one skeleton, its verbs, graphs of them, and shapes.
#[wasm_bindgen]
pub struct Hero {
    pack: Pack,
}

#[wasm_bindgen]
impl Hero {
    /// Reads a pack; throws what is wrong with it.
    pub fn load(bytes: &[u8]) -> Result<Hero, JsError> {
        Ok(Self { pack: Pack::load(bytes)? })
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

    /// Plays a verb alone, by its name or its place in [`Self::verbs`]: an actor on the graph of it. Throws if there is none.
    pub fn play(&self, verb: &Named) -> Result<Actor, JsError> {
        Ok(Actor::new(Graph::of_verb(self.verb(verb)?.clone()).into(), 0))
    }

    /// Which verbs can follow which.
    pub fn graphs(&self) -> Vec<GraphInfo> {
        self.pack.graphs().iter().map(|graph| GraphInfo::of(graph)).collect()
    }

    /// Begins to act on a graph, the first if none is named; what is left to chance follows from the seed. Throws if there is
    /// no such graph.
    pub fn act(&self, graph: Option<String>, seed: Option<u32>) -> Result<Actor, JsError> {
        let found =
            self.pack.graphs().iter().find(|own| graph.as_deref().is_none_or(|name| own.name() == name));
        let why = || match &graph {
            Some(name) => format!("there is no graph {name:?}"),
            None => "the hero has no graph".into(),
        };
        let found = found.ok_or_else(|| thrown(why()))?;
        Ok(Actor::new(found.clone(), seed.unwrap_or_default().into()))
    }

    /// How a verb, by its name or its place in [`Self::verbs`], travels in a round, with one value per adverb. Throws if there is
    /// no such verb, or not one value per adverb.
    pub fn travel(&self, verb: &Named, point: &[f32]) -> Result<Travel, JsError> {
        let verb = self.verb(verb)?;
        if verb.adverbs().len() != point.len() {
            return Err(JsError::new("there is one value per adverb"));
        }
        Ok(Travel::of(verb, point))
    }
}

impl Hero {
    fn verb(&self, told: &Named) -> Result<&Verb, JsError> {
        let verbs = self.pack.verbs();
        let named = |name: &str| verbs.iter().position(|verb| verb.name() == name);
        Ok(&verbs[place(told, "verb", verbs.len(), named).map_err(thrown)?])
    }
}
