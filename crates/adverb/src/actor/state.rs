//! The state of an actor, eq. 5.3: the time, the queue of transitions and verbs, the active gestures, the DOFs Θ and the
//! active constraints C; and the room that a step works in, which holds nothing between steps.

use super::body::Body;
use super::feet::Feet;
use super::gaze::Gaze;
use super::hands::{Hands, Pull};
use super::knobs::Knobs;
use super::life::Life;
use super::plan::{Plan, Router};
use super::{LONGEST_STEP_SECS, Reason, World};
use crate::graph::{GestureId, Graph, KnobId, TransitionId, VerbId};
use crate::limbs::Leg;
use crate::origin::DPlacement;
use crate::placement::Placement;
use crate::screw;
use crate::time::CanonicalTime;

/// The state of an actor.
#[derive(Debug, Clone)]
pub(super) struct State {
    /// What all places below are seen from.
    pub(super) origin: DPlacement,
    pub(super) now: f64,
    /// Of the fixed grid, those that have passed.
    pub(super) ticks: u64,
    /// Whether its first verb has not begun yet.
    pub(super) fresh: bool,
    /// Since the last pose.
    pub(super) waited_secs: f32,
    pub(super) knobs: Knobs,
    pub(super) plan: Plan,
    pub(super) life: Life,
    pub(super) body: Body,
    pub(super) feet: Feet,
    pub(super) hands: Hands,
    pub(super) gaze: Gaze,
    /// Θ.
    pub(super) dofs: Vec<f32>,
}

/// So many poses are worked on at a time.
pub(super) const ROOMS: usize = 5;

/// The room that a step works in. Any actor on the graph can use it.
#[derive(Debug, Clone)]
pub(crate) struct Scratch {
    pub(super) rooms: [Vec<f32>; ROOMS],
    pub(super) legs: Vec<Leg>,
    pub(super) pulls: Vec<Pull>,
    pub(super) router: Router,
    /// The way to a verb.
    pub(super) way: Vec<TransitionId>,
}

impl Scratch {
    pub(crate) fn new(graph: &Graph) -> Self {
        let dofs = graph.skeleton().dofs().len();
        Self {
            rooms: core::array::from_fn(|_| vec![0.0; dofs]),
            legs: Vec::with_capacity(graph.feet().len()),
            pulls: vec![Pull::default(); graph.hands().len()],
            router: Router::new(graph),
            way: Vec::with_capacity(graph.parts().transitions.len()),
        }
    }
}

impl State {
    pub(super) fn new(graph: &Graph, scratch: &mut Scratch, seed: u64) -> Self {
        let mut state = Self {
            origin: DPlacement::ORIGIN,
            now: 0.0,
            ticks: 0,
            fresh: true,
            waited_secs: 0.0,
            knobs: Knobs::new(graph),
            plan: Plan::new(graph, seed),
            life: Life::new(seed),
            body: Body::new(graph),
            feet: Feet::new(graph),
            hands: Hands::new(graph),
            gaze: Gaze::default(),
            dofs: vec![0.0; graph.skeleton().dofs().len()],
        };
        state.start(graph, scratch, graph.parts().starts[0], CanonicalTime(0.0));
        state
    }

    /// Begins anew with a verb where the actor stands.
    pub(super) fn start(&mut self, graph: &Graph, scratch: &mut Scratch, verb: VerbId, t: CanonicalTime) {
        let t = t.clamped().0;
        let time = if graph.verb(verb).is_cyclic() { t - t.floor() } else { t };
        self.body.main.begin(graph, &mut self.knobs, verb, time);
        self.life.draw(graph, &mut self.body.main);
        self.body.crossing = None;
        self.body.inertia.end();
        self.body.gestures.end_all();
        self.body.root.node = None;
        self.plan.queue.clear();
        self.feet.lift();
        self.fresh = true;
        self.pose_unheld(graph, scratch);
    }

    /// Lets time pass, and finds the pose then. Returns how the place moved, as seen from where it was.
    pub(super) fn step(
        &mut self,
        graph: &Graph,
        scratch: &mut Scratch,
        secs: f64,
        world: &mut dyn World,
    ) -> Placement {
        let secs =
            if secs > 0.0 { if secs < LONGEST_STEP_SECS { secs } else { LONGEST_STEP_SECS } } else { 0.0 };
        let before = self.body.root.frame;
        self.run_until(graph, scratch, self.now + secs, world);
        self.pose_between_ticks(graph, scratch, world);
        let [x, z, heading] = screw::compose(screw::inverse(before), self.body.root.frame).map(|v| v as f32);
        self.body.root.stay_near();
        Placement { x, z, heading }
    }

    pub(super) fn set_knob(&mut self, graph: &Graph, knob: KnobId, value: f32) {
        self.knobs.set(graph, knob, value, self.now);
        self.plan.touched = self.now;
    }

    pub(super) fn set_variations(&mut self, graph: &Graph, scratch: &mut Scratch, on: bool) {
        self.life.set_on(on);
        if self.fresh {
            self.life.draw(graph, &mut self.body.main);
            self.pose_unheld(graph, scratch);
        }
    }

    pub(super) fn snap_knobs(&mut self, graph: &Graph) {
        self.knobs.snap();
        self.body.retune(graph, &mut self.knobs, None);
        self.feet.lift();
    }

    pub(super) fn start_gesture(&mut self, graph: &Graph, id: GestureId) -> Result<(), Reason> {
        self.body.gestures.admit(graph, id, self.body.voices())?;
        self.plan.touched = self.now;
        let below = self.body.uses(graph);
        self.body.gestures.begin(graph, &mut self.knobs, id, below);
        Ok(())
    }

    /// Where the evenly moving frame is, in the world.
    pub(super) fn placement(&self, graph: &Graph) -> DPlacement {
        let height = self.feet.ground_height().map_or_else(|| self.body.climbed(graph), f64::from);
        self.origin.carried(self.body.root.frame, height)
    }

    pub(super) fn place(&mut self, at: DPlacement) {
        if let Some(at) = at.taken() {
            self.origin = at;
            self.body.root.push_to([0.0; 3]);
            self.body.root.climbed = 0.0;
            self.feet.lift();
        }
    }

    pub(super) fn push_to(&mut self, graph: &Graph, at: DPlacement) {
        if let Some((at, place)) = self.origin.taken_near(at) {
            // Not from the ground under it: pushed to one height again and again, it would climb for ever.
            self.body.root.climbed += at.y - (self.origin.y + self.body.climbed(graph));
            let before = screw::inverse(self.body.root.frame);
            self.body.root.push_to(place);
            self.feet.push(screw::compose(place, before));
        }
    }

    pub(super) fn shift_origin(&mut self, to: DPlacement) {
        let Some((to, _)) = self.origin.taken_near(to) else { return };
        let (place, height) = to.seen(&self.origin);
        let [x, z, heading] = place;
        let old = DPlacement { x, y: height, z, heading };
        self.origin = to;
        self.body.root.seen_from(place, height);
        self.body.root.stay_near();
        self.feet.seen_from(&old);
        self.hands.seen_from(&old);
        old.apply(&mut self.dofs);
    }
}
