//! The pose of an actor, layer by layer: what moves the body, then feet, hands, head, and the objects that hands hold.

use super::World;
use super::feet::Terrain;
use super::state::{Scratch, State};
use crate::graph::Graph;

impl State {
    /// The pose. Time and travel run as the knobs stood at the last tick, so that they do not depend on when they are looked
    /// at; the pose itself is that of where the knobs are now.
    pub(super) fn pose_between_ticks(&mut self, graph: &Graph, scratch: &mut Scratch, world: &dyn World) {
        if !self.knobs.have_moved(graph, self.now) {
            return self.pose(graph, scratch, world);
        }
        self.feet.look(graph, &self.body, &mut scratch.rooms);
        self.body.retune(graph, &mut self.knobs, Some(self.now));
        self.pose(graph, scratch, world);
        self.body.retune(graph, &mut self.knobs, None);
    }

    /// The pose, into Θ.
    fn pose(&mut self, graph: &Graph, scratch: &mut Scratch, world: &dyn World) {
        let Scratch { rooms, legs, pulls, .. } = scratch;
        let Self { origin, body, feet, hands, gaze, dofs, .. } = self;
        let secs = core::mem::take(&mut self.waited_secs);

        // 1. The verb or the transition, what decays of the last one, gestures, and where all that takes the body.
        let frame = body.unheld_into(graph, graph.all_dofs(), 0.0, dofs, rooms);
        if body.root.node.is_some() {
            body.root.frame = frame;
        }

        // 2. Feet that are due are set down or let go. Those that stand stay where they are, on the ground of the world; the
        //    pelvis comes down where a leg cannot reach.
        feet.look_in(graph, body, dofs, frame, rooms);
        feet.find_floors(graph, body, rooms);
        feet.hold(graph, body, legs, Terrain { world, origin, secs, lowest: f32::INFINITY }, frame, dofs);

        // 3. Hands come to the objects of the verbs that play, then to the points they were asked to reach for.
        let look = hands.reach(graph, body, origin, pulls, secs, dofs);

        // 4. The head turns to what the verb looks at, or to where it was asked to look.
        gaze.turn(graph, origin, look, secs, dofs);

        // 5. Objects are held where the joints have come to.
        hands.hold(graph, body, dofs);
    }

    /// The pose now, without feet, hands or head.
    pub(super) fn pose_unheld(&mut self, graph: &Graph, scratch: &mut Scratch) {
        self.body.unheld_into(graph, graph.all_dofs(), 0.0, &mut self.dofs, &mut scratch.rooms);
    }
}
