//! What happens to be heard: the events of verbs and gestures at the moment they pass them.

use super::gestures::Playing;
use super::voice::Voice;
use super::{Heard, World};
use crate::graph::Graph;
use crate::time::AnimationTime;

/// Tells the world the events of a verb at this moment.
pub(super) fn emit(graph: &Graph, voice: &Voice, now: f64, world: &mut dyn World) {
    // Exactly: another mark may be as near as rounding.
    let is_now = |at: f64| voice.in_this_round(graph, at) == voice.time;
    for (event, _) in graph.events_of(voice.verb).filter(|(_, event)| is_now(event.at)) {
        world.hear(Heard { event, at: AnimationTime(now) });
    }
}

/// Those of a gesture, unless it is being ended.
pub(super) fn emit_gesture(graph: &Graph, gesture: &Playing, now: f64, world: &mut dyn World) {
    if gesture.is_active() && gesture.ending_secs.is_none() {
        emit(graph, &gesture.voice, now, world);
    }
}
