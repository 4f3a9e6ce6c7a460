//! The runtime in the browser: a pack of bytes becomes a hero, a hero plays verbs. Nothing is computed here.
//!
//! What is asked for every frame lies in the module's memory: `…Address` says where, and the caller looks at it there
//! without copying. Such a look holds until the next call, which may make the memory grow.

mod player;
mod records;

use std::sync::Arc;

use adverb::Pack;
use wasm_bindgen::prelude::*;

pub use player::Player;
pub use records::{Adverb, Example, Joint, VerbInfo};

/// A character: one skeleton and its verbs.
#[wasm_bindgen]
pub struct Hero {
    pack: Arc<Pack>,
}

#[wasm_bindgen]
impl Hero {
    /// Reads a pack; throws what is wrong with it.
    pub fn load(bytes: &[u8]) -> Result<Hero, JsError> {
        Ok(Self { pack: Arc::new(Pack::load(bytes)?) })
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

    /// Begins a verb, by its place in [`Self::verbs`]. Throws if there is none.
    pub fn play(&self, verb: usize) -> Result<Player, JsError> {
        if verb >= self.pack.verbs().len() {
            return Err(JsError::new("there is no such verb"));
        }
        Ok(Player::new(&self.pack, verb))
    }
}
