//! Constraints with a frame of their own, of verbs and of motions (thesis 4.4): `keep`, `track`, `turn` and `look`.

use adverb::Skeleton;
use glam::{DQuat, DVec3};

use super::document::{Document, Table, Value};
use super::expression::{At, name};
use super::graph::{joint, joint_named};
use crate::error::Error;
use crate::motion::constraint::EASE_SECS;
use crate::verb::goals::{self, Asked, Within};

/// A constraint whose names are not looked up yet.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct GoalEntry {
    asked: Asked,
    joint: At<String>,
    frame: At<String>,
    /// `None`: throughout, or whenever a foot stands.
    during: Option<[f64; 2]>,
    ease_secs: f64,
    weight: f64,
}

/// The keys of each kind: what says the joint, what says the frame, and what else may be said.
const KINDS: [(&str, &str, &[&str]); 4] = [
    ("track", "in", &["along"]),
    ("turn", "in", &["to"]),
    ("look", "at", &["point", "axis"]),
    ("keep", "in", &["point"]),
];

/// A constraint of any kind but `hold`; `frame` stands where the file names none.
pub(super) fn read(
    doc: &Document,
    value: &Value,
    table: &Table,
    place: &str,
    default_frame: Option<&str>,
) -> Result<GoalEntry, Error> {
    let Some((kind, frame_key, others)) = KINDS.iter().find(|(kind, ..)| table.contains_key(*kind)) else {
        let problem = format!("{place} does not say what it is about");
        let remedy = "for example: keep = \"RightHand\", in = \"Hips\"".to_string();
        return Err(doc.error(value.span(), problem, remedy));
    };
    let known: Vec<&str> =
        [*kind, frame_key, "during", "ease", "weight"].iter().chain(*others).copied().collect();
    doc.only(table, place, &known)?;
    let joint = name(doc, &table[*kind], kind)?;
    let frame = match (table.get(*frame_key), default_frame) {
        (Some(frame), _) => name(doc, frame, frame_key)?,
        (None, Some(frame)) => At { value: frame.into(), span: joint.span.clone() },
        (None, None) => {
            let problem = format!("{place} has no {frame_key:?}");
            let remedy = format!("for example: {kind} = {:?}, {frame_key} = \"Hips\"", joint.value);
            return Err(doc.error(value.span(), problem, remedy));
        }
    };
    let point = |key: &str| -> Result<Option<DVec3>, Error> {
        table
            .get(key)
            .map(|value| doc.numbers(value, key).map(|point: [f64; 3]| DVec3::from(point)))
            .transpose()
    };
    let asked = match *kind {
        "track" => Asked::Track(along(doc, value, table, place)?),
        "turn" => Asked::Turn(point("to")?.map(turned)),
        "look" => {
            let axis = point("axis")?.unwrap_or(DVec3::Z);
            let Some(axis) = axis.try_normalize() else {
                let problem = "axis = [0, 0, 0] is not a direction".to_string();
                return Err(doc.error(
                    table["axis"].span(),
                    problem,
                    "write the joint's own, such as [0, 0, 1]".into(),
                ));
            };
            Asked::Look { axis, at: point("point")?.unwrap_or(DVec3::ZERO) }
        }
        _ => Asked::Keep(point("point")?),
    };
    let ease_secs = table.get("ease").map_or(Ok(EASE_SECS), |v| doc.number_from(v, "ease", 0.0))?;
    if let Some(ease) = table.get("ease").filter(|_| ease_secs > 10.0) {
        let problem = format!("ease = {ease_secs} is too long");
        return Err(doc.error(ease.span(), problem, "write seconds, 0 to 10".into()));
    }
    let weight = table.get("weight").map_or(Ok(1.0), |v| doc.number(v, "weight"))?;
    if let Some(weighs) = table.get("weight").filter(|_| !(weight > 0.0 && weight <= 1.0)) {
        let problem = format!("weight = {weight} is not how much a constraint can count");
        return Err(doc.error(weighs.span(), problem, "write a number above 0, up to 1".into()));
    }
    let during = table.get("during").map_or(Ok(None), |value| during(doc, value))?;
    Ok(GoalEntry { asked, joint, frame, during, ease_secs, weight })
}

/// `along = [[0.2, 1.0, 0.4], …]`.
fn along(doc: &Document, value: &Value, table: &Table, place: &str) -> Result<Vec<DVec3>, Error> {
    const MOST: usize = 64;
    let Some(points) = table.get("along") else {
        let problem = format!("{place} has no \"along\"");
        let remedy = "for example: along = [[0.2, 1.0, 0.4], [0.2, 1.4, 0.4]]".to_string();
        return Err(doc.error(value.span(), problem, remedy));
    };
    let all = doc.array(points, "along")?.iter().map(|point| doc.numbers(point, "a point of a path"));
    let all: Vec<[f64; 3]> = all.collect::<Result<_, _>>()?;
    if !(2..=MOST).contains(&all.len()) {
        let problem = format!("a path of {} points", all.len());
        return Err(doc.error(
            points.span(),
            problem,
            format!("write 2 to {MOST} points, [x, y, z] in metres"),
        ));
    }
    Ok(all.into_iter().map(DVec3::from).collect())
}

/// A rotation vector in degrees.
fn turned(degrees: DVec3) -> DQuat {
    DQuat::from_scaled_axis(degrees * std::f64::consts::PI / 180.0)
}

fn during(doc: &Document, value: &Value) -> Result<Option<[f64; 2]>, Error> {
    if value.get_ref().as_str() == Some("auto") {
        return Ok(None);
    }
    let [from, to] = doc.numbers(value, "during")?;
    if !(0.0 <= from && from < to && to <= 1.0) {
        let problem = format!("during = [{from}, {to}] is not a part of it");
        return Err(doc.error(value.span(), problem, "canonical time runs from 0 to 1".into()));
    }
    Ok(Some([from, to]))
}

impl GoalEntry {
    /// Of a verb, on a skeleton. Its frame may be an object.
    pub(super) fn of_verb(&self, doc: &Document, skeleton: &Skeleton) -> Result<goals::Goal, Error> {
        let within = match self.frame.value.as_str() {
            "body" => Within::Body,
            "world" => {
                let problem = format!(
                    "{:?} cannot be kept in the world by a verb that goes anywhere",
                    self.joint.value
                );
                let remedy = "name a joint, \"body\" (where it is on the ground) or an object".to_string();
                return Err(doc.error(self.frame.span.clone(), problem, remedy));
            }
            other => joint_named(skeleton, other).map_or_else(|| Within::Object(other.into()), Within::Joint),
        };
        self.goal(doc, skeleton, within)
    }

    /// Of a motion, on a skeleton. There are no objects.
    pub(super) fn of_motion(&self, doc: &Document, skeleton: &Skeleton) -> Result<goals::Goal, Error> {
        let within = match self.frame.value.as_str() {
            "world" => Within::World,
            _ => Within::Joint(joint(doc, skeleton, &self.frame)?),
        };
        self.goal(doc, skeleton, within)
    }

    fn goal(&self, doc: &Document, skeleton: &Skeleton, within: Within) -> Result<goals::Goal, Error> {
        let joint = joint(doc, skeleton, &self.joint)?;
        let wrong =
            |problem: String, remedy: &str| Err(doc.error(self.joint.span.clone(), problem, remedy.into()));
        let called = &self.joint.value;
        match self.asked {
            Asked::Keep(_) | Asked::Track(_) if !goals::reaches(skeleton, joint) => {
                let remedy = "there are no two bones above it that could be bent; name a hand";
                return wrong(format!("{called:?} cannot reach for anything"), remedy);
            }
            Asked::Turn(_) | Asked::Look { .. } if joint == skeleton.root() => {
                return wrong(format!("{called:?} would turn the whole body"), "name a joint above it");
            }
            Asked::Turn(_) | Asked::Look { .. } if skeleton.joint(joint).dofs.is_empty() => {
                return wrong(format!("{called:?} does not turn in any recording"), "name a joint that does");
            }
            _ => {}
        }
        if let Within::Joint(frame) = within {
            let moves = goals::moves(skeleton, &self.asked, joint);
            if moves.is_some_and(|first| skeleton.ancestors(frame).any(|j| j == first)) {
                let problem = format!("{:?} moves along with {called:?}", self.frame.value);
                let remedy = "name a joint that what it turns does not carry".to_string();
                return Err(doc.error(self.frame.span.clone(), problem, remedy));
            }
        }
        Ok(goals::Goal {
            asked: self.asked.clone(),
            joint,
            within,
            during: self.during,
            ease_secs: self.ease_secs,
            weight: self.weight,
        })
    }

    /// Whether its frame is an object.
    pub(super) fn needs_object(&self, skeleton: &Skeleton) -> bool {
        let known = ["body", "world"].contains(&self.frame.value.as_str());
        !known && joint_named(skeleton, &self.frame.value).is_none()
    }

    /// Nobody gives objects to a verb that no graph plays.
    pub(super) fn needs_graph(&self, doc: &Document, verb: &str) -> Error {
        let object = &self.frame.value;
        let problem = format!("a constraint of [verbs.{verb}]: {object:?} is an object, which needs a graph");
        let remedy = format!("add [graph.main] with start = [{verb:?}], or name a joint");
        doc.error(self.frame.span.clone(), problem, remedy)
    }
}
