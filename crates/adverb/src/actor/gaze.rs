//! Where an actor looks: at a point it was given, or at what its verb has it look at.

use glam::Vec3;

use super::snapshot::{Read, ensure};
use crate::encoding::{Field, Reader, Writer};
use crate::graph::Graph;
use crate::limbs::Look;
use crate::origin::{DPlacement, is_sound_point};

/// Where an actor looks.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Gaze {
    /// The point it was given, in the world.
    pub(super) target: Option<[f64; 3]>,
    look: Look,
}

impl Gaze {
    /// Turns the head of a pose to the target of the leading verb, or to the actor's own.
    pub(super) fn turn(
        &mut self,
        graph: &Graph,
        origin: &DPlacement,
        of_verb: Option<Vec3>,
        secs: f32,
        dofs: &mut [f32],
    ) {
        self.look.target = of_verb.or_else(|| self.target.map(|target| origin.local(target)));
        self.look.wait(secs);
        if let Some(gaze) = graph.gaze() {
            self.look.turn(graph.skeleton(), gaze, dofs);
        }
    }

    pub(super) fn write(&self, to: &mut Writer) {
        (self.target, self.look).write(to);
    }

    pub(super) fn read(&mut self, from: &mut Reader) -> Read {
        (self.target, self.look) = Field::read(from);
        let Look { target, turned, waited_secs } = self.look;
        ensure(self.target.is_none_or(|target| is_sound_point(&target)))?;
        ensure(target.unwrap_or_default().is_finite() && turned.is_finite() && waited_secs >= 0.0)
    }
}
