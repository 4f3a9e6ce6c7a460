//! The goals of a graph's verbs, in the order in which they are gone for.

use super::parts::Constraint;
use super::{Frame, Goal, Graph, ObjectId, VerbId, known_or_new};
use crate::limbs::in_order;

/// When a constraint or a goal holds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Timing {
    pub(crate) verb: VerbId,
    pub(crate) during: [f64; 2],
    pub(crate) ease_secs: f32,
}

impl Constraint {
    pub(crate) fn timing(&self) -> Timing {
        Timing { verb: self.verb, during: self.during, ease_secs: self.ease_secs }
    }
}

/// A goal of a verb, and the object that is its frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Placed {
    verb: VerbId,
    goal: usize,
    object: Option<ObjectId>,
}

impl Graph {
    /// Goals of the verbs that are played.
    pub(super) fn find_goals(&mut self, played: &[VerbId]) {
        let of_verb =
            |&verb: &VerbId| (0..self.verbs[verb.0].parts().goals.len()).map(move |goal| (verb, goal));
        let all: Vec<(VerbId, usize)> = played.iter().flat_map(of_verb).collect();
        for (verb, goal) in all {
            let object = match &self.verbs[verb.0].parts().goals[goal].frame {
                Frame::Object(name) => Some(known_or_new(&mut self.objects, name)),
                Frame::Body | Frame::Joint(_) => None,
            };
            self.goals.push(Placed { verb, goal, object });
        }
        let goals: Vec<&Goal> = self.goals().map(|(goal, ..)| goal).collect();
        let order = in_order(&self.skeleton, &goals);
        self.goals = order.into_iter().map(|place| self.goals[place]).collect();
    }

    /// The goals of its verbs, each with its verb and the object that is its frame.
    pub(crate) fn goals(&self) -> impl Iterator<Item = (&Goal, VerbId, Option<ObjectId>)> {
        self.goals.iter().map(|p| (&self.verbs[p.verb.0].parts().goals[p.goal], p.verb, p.object))
    }

    /// When constraints hold, and then when goals do.
    pub(crate) fn timings(&self) -> impl Iterator<Item = Timing> {
        let constraints = self.parts.constraints.iter().map(Constraint::timing);
        constraints.chain(self.goals().map(|(goal, verb, _)| Timing {
            verb,
            during: goal.during,
            ease_secs: goal.ease_secs,
        }))
    }
}
