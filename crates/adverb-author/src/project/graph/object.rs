//! What verbs do with objects that are given while they run: the constraints of thesis 4.4 (eq. 4.6) whose frame is an object's.

use adverb::Skeleton;
use adverb::graph::{Constraint, Deed, Hand, HandId, VerbId};

use super::usage::{self, joint_named};
use crate::error::Error;
use crate::limbs::hand;
use crate::project::document::{Document, Table, Value};
use crate::project::expression::{At, name};
use crate::verb::{EASE_SECS, gaze};

/// A constraint whose joint is not looked up yet.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::project) struct ObjectEntry {
    what: What,
    joint: At<String>,
    object: At<String>,
    during: [f64; 2],
    ease_secs: f32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum What {
    /// `keep = "RightHand", in = "ball"`.
    Reach,
    /// `look = "Head", at = "target"`.
    Look,
    /// `hold = "ball", in = "RightHand"`.
    Hold,
}

/// A constraint on an object, if it is one: `keep` in the world is none.
pub(in crate::project) fn read(
    doc: &Document,
    value: &Value,
    table: &Table,
    place: &str,
) -> Result<Option<ObjectEntry>, Error> {
    let (what, [joint, object]) = if table.contains_key("look") {
        (What::Look, ["look", "at"])
    } else if table.contains_key("hold") {
        (What::Hold, ["in", "hold"])
    } else if table.get("in").is_some_and(|frame| frame.get_ref().as_str() != Some("world")) {
        (What::Reach, ["keep", "in"])
    } else {
        return Ok(None);
    };
    doc.only(table, place, &[joint, object, "during", "ease"])?;
    let named = |key: &str| match table.get(key) {
        Some(named) => name(doc, named, key),
        None => {
            let problem = format!("{place} has no {key:?}");
            let remedy = match what {
                What::Reach => "for example: keep = \"RightHand\", in = \"ball\"",
                What::Look => "for example: look = \"Head\", at = \"target\"",
                What::Hold => "for example: hold = \"ball\", in = \"RightHand\"",
            };
            Err(doc.error(value.span(), problem, remedy.into()))
        }
    };
    let ease_secs = table.get("ease").map_or(Ok(EASE_SECS), |v| doc.number_from(v, "ease", 0.0))?;
    if let Some(ease) = table.get("ease").filter(|_| ease_secs > 10.0) {
        let problem = format!("ease = {ease_secs} is too long");
        return Err(doc.error(ease.span(), problem, "write seconds, 0 to 10".into()));
    }
    if let Some(auto) = table.get("during").filter(|during| during.get_ref().as_str().is_some()) {
        let problem = format!("{place}: \"auto\" cannot find when to use an object");
        return Err(doc.error(auto.span(), problem, "write during = [0.2, 0.6], in canonical time".into()));
    }
    Ok(Some(ObjectEntry {
        what,
        joint: named(joint)?,
        object: named(object)?,
        during: usage::during(doc, table)?,
        ease_secs: ease_secs as f32,
    }))
}

impl ObjectEntry {
    /// Whether it is about the body alone: what it names is a joint, or another joint than the head looks.
    pub(in crate::project) fn is_goal(&self, skeleton: &Skeleton) -> bool {
        let frame = &self.object.value;
        let looks = || match gaze(skeleton) {
            Some(gaze) => joint_named(skeleton, &self.joint.value) == Some(gaze.head),
            None => false,
        };
        match self.what {
            What::Hold => false,
            _ if frame == "body" || joint_named(skeleton, frame).is_some() => true,
            What::Look => !looks(),
            What::Reach => false,
        }
    }

    /// Nobody gives objects to a verb that no graph plays.
    pub(in crate::project) fn needs_graph(&self, doc: &Document, verb: &str) -> Error {
        let object = &self.object.value;
        let problem = format!("a constraint of [verbs.{verb}]: {object:?} is an object, which needs a graph");
        let remedy = match self.what {
            What::Reach => format!("add [graph.main] with start = [{verb:?}], or write in = \"world\""),
            What::Look | What::Hold => format!("add [graph.main] with start = [{verb:?}]"),
        };
        doc.error(self.object.span.clone(), problem, remedy)
    }

    /// On a skeleton. A joint that reaches and is no hand yet becomes one.
    pub(super) fn constraint(
        &self,
        doc: &Document,
        skeleton: &Skeleton,
        verb: VerbId,
        hands: &mut Vec<Hand>,
        poses: &[Vec<f32>],
    ) -> Result<Constraint, Error> {
        let object = &self.object;
        if object.value == "world" || joint_named(skeleton, &object.value).is_some() {
            let problem = format!("{:?} is not an object", object.value);
            let remedy = "objects have names of their own, neither \"world\" nor a joint's".to_string();
            return Err(doc.error(object.span.clone(), problem, remedy));
        }
        let joint = usage::joint(doc, skeleton, &self.joint)?;
        let wrong =
            |problem: String, remedy: &str| Err(doc.error(self.joint.span.clone(), problem, remedy.into()));
        let called = &self.joint.value;
        let deed = match self.what {
            What::Hold => Deed::Hold(joint),
            // Of any other joint it is a goal.
            What::Look => Deed::Look,
            What::Reach => {
                let known = hands.iter().position(|hand| hand.joint == joint);
                match (known, hand(skeleton, joint, poses)) {
                    (Some(known), _) => Deed::Reach(HandId(known)),
                    (None, Some(hand)) => {
                        hands.push(hand);
                        Deed::Reach(HandId(hands.len() - 1))
                    }
                    (None, None) => {
                        let problem = format!("{called:?} cannot reach for anything");
                        return wrong(
                            problem,
                            "there are no two bones above it that could be bent; name a hand",
                        );
                    }
                }
            }
        };
        let (during, ease_secs) = (self.during, self.ease_secs);
        Ok(Constraint { verb, during, object: object.value.clone(), deed, ease_secs })
    }
}
