//! Life between cycles: which of its recorded cycles each example of a verb is in a round, by chance.

use super::voice::Voice;
use crate::chance::Chance;
use crate::encoding::{Field, Reader, Writer};
use crate::graph::Graph;

/// What draws variations. Its chance is its own, so that an actor chooses the same ways whether or not its verbs vary.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Life {
    on: bool,
    chance: Chance,
}

/// Other numbers than those that an actor's choices follow from.
const APART: u64 = 0x6c69_6665;

impl Life {
    pub(super) fn new(seed: u64) -> Self {
        Self { on: true, chance: Chance(seed ^ APART) }
    }

    pub(super) fn set_on(&mut self, on: bool) {
        self.on = on;
    }

    /// A round of a verb begins.
    pub(super) fn draw(&mut self, graph: &Graph, voice: &mut Voice) {
        let verb = graph.verb(voice.verb);
        if self.on {
            voice.setting.draw(verb, &mut self.chance);
        } else {
            voice.setting.as_it_is(verb);
        }
    }

    /// Takes no room where no verb varies.
    pub(super) fn write(&self, graph: &Graph, to: &mut Writer) {
        if graph.varies() {
            (self.on, self.chance).write(to);
        }
    }

    pub(super) fn read(&mut self, graph: &Graph, from: &mut Reader) {
        if graph.varies() {
            (self.on, self.chance) = Field::read(from);
        }
    }
}

impl Voice {
    /// The drawn cycles; nothing where the verb does not vary.
    pub(super) fn write_drawn(&self, to: &mut Writer) {
        self.setting.drawn().iter().for_each(|cycle| cycle.write(to));
    }

    pub(super) fn read_drawn(&mut self, graph: &Graph, from: &mut Reader) {
        let count = self.setting.drawn().len();
        self.setting.vary(graph.verb(self.verb), (0..count).map(|_| u16::read(from)));
    }

    /// Goes on with the cycles that another voice has drawn, if it plays a verb with as many.
    pub(super) fn go_on_as(&mut self, graph: &Graph, other: &Self, others: &Graph) {
        let [own, old] = [self.own(graph), other.own(others)].map(|verb| &verb.parts().variations.counts);
        if own == old {
            self.setting.vary(graph.verb(self.verb), other.setting.drawn().iter().copied());
        }
    }
}
