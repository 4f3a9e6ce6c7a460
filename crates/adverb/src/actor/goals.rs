//! What the verbs that play ask of joints, whatever their adverbs say (thesis 4.4).

use glam::Vec3;

use super::body::Body;
use super::hands::Hands;
use super::voice::Voice;
use crate::graph::{Graph, ObjectId, Timing, VerbId};
use crate::kinematics::LocalTransform;
use crate::limbs::{self, Aim};
use crate::origin::DPlacement;
use crate::placement::Placement;
use crate::screw::Place;
use crate::verb::{Frame, Goal};

/// Brings the joints of a pose to the goals of the verbs that play. Those of both verbs of a transition count, each as much as its verb.
pub(super) fn bring<'a>(
    graph: &'a Graph,
    body: &Body,
    hands: &Hands,
    origin: &DPlacement,
    frame: Place,
    height: f32,
    dofs: &mut [f32],
) {
    let first = graph.parts().constraints.len();
    let aim = |(index, (goal, verb, object)): (usize, (&'a Goal, VerbId, Option<ObjectId>))| {
        let timing = Timing { verb, during: goal.during, ease_secs: goal.ease_secs };
        let weight = goal.weight * body.weight(graph, first + index, timing, 0.0);
        let frame = match &goal.frame {
            Frame::Body => Some(place(frame, height)),
            Frame::Joint(_) => None,
            // One that nobody has placed asks nothing.
            Frame::Object(_) => Some(hands.object_at(object?, origin)?),
        };
        (weight > 0.0).then(|| Aim { goal, weight, part: part(graph, body, verb, goal.during), frame })
    };
    limbs::bring(graph.skeleton(), graph.goals().enumerate().filter_map(aim), dofs);
}

/// The place on the ground in which the body sways.
fn place([x, z, heading]: Place, height: f32) -> LocalTransform {
    let [x, z, heading] = [x, z, heading].map(|v| v as f32);
    let up = LocalTransform { translation: Vec3::Y * height, ..LocalTransform::IDENTITY };
    Placement { x, z, heading }.carry(up)
}

/// How far a verb that plays has come from one canonical time to another, from 0 to 1.
fn part(graph: &Graph, body: &Body, verb: VerbId, [from, to]: [f64; 2]) -> f32 {
    let voice: Option<&Voice> = body.voices().find(|voice| voice.verb == verb);
    let t = voice.map_or(to, |voice| voice.round_time(graph));
    let part = if to > from { (t - from) / (to - from) } else { 0.0 };
    part.clamp(0.0, 1.0) as f32
}
