//! What must hold for parts to make a graph (thesis 5.3): every verb can be reached, and left again after it was entered.

use std::collections::BTreeSet;

use super::course::matching;
use super::parts::{Blend, Deed, Enter, Leave, Parts, Transition, VerbId};
use crate::skeleton::{JointId, Skeleton};
use crate::verb::Verb;

/// Why parts do not make a graph. Transitions are named as `from → to`.
#[derive(Debug, Clone, PartialEq)]
pub enum GraphError {
    /// There is no verb to begin with.
    NoStart,
    /// A verb, joint, DOF or hand that is not there, with what names it.
    Unknown(String),
    /// A number that is out of its range, with what it is of and what it may be.
    Numbers(String),
    /// A transition that enters a verb after the last way out of it.
    EntryAfterLastExit {
        /// The transition.
        transition: String,
        /// Where it has entered.
        enters: f64,
        /// Where the verb is left last.
        leaves: f64,
    },
    /// A transition that leaves a verb before any way into it, so that it can never be taken.
    NeverTaken(String),
    /// A verb without a way out that is not declared an end.
    DeadEnd(String),
    /// A verb that no way from a start leads to.
    Unreachable(String),
    /// A transition that is to enter at the matching key-times of verbs whose keys do not match.
    NoMatch {
        /// The transition.
        transition: String,
        /// The keys between which nothing matches.
        keys: String,
    },
    /// A gesture that requires DOFs of the root.
    GestureOfRoot(String),
}

impl core::fmt::Display for GraphError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::NoStart => write!(f, "the graph has no verb to start with"),
            Self::Unknown(what) => write!(f, "{what} is not there"),
            Self::Numbers(what) => f.write_str(what),
            Self::EntryAfterLastExit { transition, enters, leaves } => write!(
                f,
                "transition {transition}: enters until {enters}, after the last way out of that verb at {leaves}; \
                 enter earlier, or leave later"
            ),
            Self::NeverTaken(transition) => write!(
                f,
                "transition {transition}: can never be taken, since its verb is always entered after the time it leaves at"
            ),
            Self::DeadEnd(verb) => write!(
                f,
                "{verb}: no transition leaves it; add one, or list it in `ends` if it is meant to be the end"
            ),
            Self::Unreachable(verb) => {
                write!(
                    f,
                    "{verb}: cannot be reached from any start; add a transition to it, or make it a start"
                )
            }
            Self::NoMatch { transition, keys } => write!(
                f,
                "transition {transition}: the keys {keys} of the first verb do not follow each other in the second, so \
                 there is no matching time to enter at"
            ),
            Self::GestureOfRoot(gesture) => {
                write!(f, "gesture {gesture}: requires the root, which a gesture must not; mask it")
            }
        }
    }
}

impl core::error::Error for GraphError {}

type Checked = Result<(), GraphError>;

/// All of it.
pub(super) fn check(skeleton: &Skeleton, verbs: &[Verb], parts: &Parts) -> Checked {
    references(skeleton, verbs, parts)?;
    if parts.starts.is_empty() {
        return Err(GraphError::NoStart);
    }
    for transition in &parts.transitions {
        regions(verbs, transition)?;
    }
    gestures(skeleton, parts)?;
    reachable(verbs, parts)?;
    for (id, verb) in verbs.iter().enumerate() {
        exits(verbs, parts, VerbId(id), verb)?;
    }
    Ok(())
}

/// `walk → run`.
pub(super) fn title(verbs: &[Verb], transition: &Transition) -> String {
    format!("{} → {}", verbs[transition.from.0].name(), verbs[transition.to.0].name())
}

/// The verbs that a graph names.
pub(super) fn nodes(parts: &Parts) -> BTreeSet<VerbId> {
    let ends = parts.transitions.iter().flat_map(|t| [t.from, t.to]);
    parts.starts.iter().copied().chain(ends).chain(parts.ends.iter().copied()).collect()
}

fn references(skeleton: &Skeleton, verbs: &[Verb], parts: &Parts) -> Checked {
    let gestures = parts.gestures.iter().map(|g| g.verb);
    let others = parts.events.iter().map(|e| e.verb).chain(parts.usage.iter().map(|u| u.verb));
    let all = nodes(parts).into_iter().chain(gestures).chain(others);
    let mut all = all.chain(parts.constraints.iter().map(|c| c.verb));
    if let Some(id) = all.find(|id| id.0 >= verbs.len()) {
        return Err(GraphError::Unknown(format!("verb number {}", id.0)));
    }
    let claims =
        parts.usage.iter().flat_map(|u| &u.claims).chain(parts.gestures.iter().flat_map(|g| &g.usage));
    for claim in claims {
        within("a usage", claim.during, 1.0)?;
        if let Some(dof) = claim.dofs.iter().find(|dof| dof.index() >= skeleton.dofs().len()) {
            return Err(GraphError::Unknown(format!("DOF number {}", dof.0)));
        }
    }
    for event in &parts.events {
        within(&format!("event {}", event.emit), [event.at, event.at], 1.0)?;
    }
    for hand in &parts.hands {
        let chain = [hand.limb.upper, hand.limb.middle, hand.limb.end];
        let limb = hangs(skeleton, hand.joint, hand.limb.end)
            && hangs(skeleton, chain[2], chain[1])
            && hangs(skeleton, chain[1], chain[0])
            && chain[0] != chain[1]
            && chain[1] != chain[2]
            && chain[0] != skeleton.root()
            && hangs(skeleton, chain[0], skeleton.root());
        let length: f32 = hand.hinge.iter().map(|x| x * x).sum();
        if !limb || !(0.99..1.01).contains(&length) {
            return Err(GraphError::Unknown("the limb of a hand".into()));
        }
    }
    for constraint in &parts.constraints {
        within(&format!("a constraint on {}", constraint.object), constraint.during, 1.0)?;
        if !(0.0..=10.0).contains(&constraint.ease_secs) {
            return Err(GraphError::Numbers(format!(
                "the ease of a constraint on {} must be 0 to 10 seconds",
                constraint.object
            )));
        }
        let there = match constraint.deed {
            Deed::Reach(hand) => hand < parts.hands.len(),
            Deed::Look => true,
            Deed::Hold(joint) => joint.index() < skeleton.joints().len(),
        };
        if !there {
            return Err(GraphError::Unknown(format!("what {} is constrained to", constraint.object)));
        }
    }
    Ok(())
}

/// Whether a joint is another or hangs from it, by not too many between.
fn hangs(skeleton: &Skeleton, joint: JointId, above: JointId) -> bool {
    joint.index() < skeleton.joints().len()
        && skeleton.ancestors(joint).take(crate::verb::LONGEST_CHAIN).any(|j| j == above)
}

fn within(what: &str, [from, to]: [f64; 2], most: f64) -> Checked {
    let sound = from >= 0.0 && from <= 1.0 && from <= to && to <= most;
    let message = || format!("{what}: its times must increase from 0 to 1, not [{from}, {to}]");
    if sound { Ok(()) } else { Err(GraphError::Numbers(message())) }
}

fn regions(verbs: &[Verb], transition: &Transition) -> Checked {
    let name = format!("transition {}", title(verbs, transition));
    let (from, to) = (&verbs[transition.from.0], &verbs[transition.to.0]);
    let wrong = |what: &str| Err(GraphError::Numbers(format!("{name}: {what}")));
    let latest = |verb: &Verb| if verb.is_cyclic() { 2.0 } else { 1.0 };
    match transition.leave {
        Leave::During([a, b]) => {
            within(&name, [a, b], latest(from))?;
            if a >= b {
                return wrong("it leaves during no time at all");
            }
        }
        Leave::AtOnce { secs } if !(1e-3..=60.0).contains(&secs) => {
            return wrong("it must take between 0.001 and 60 seconds");
        }
        Leave::AtOnce { .. } => {}
    }
    match transition.enter {
        Enter::During([a, b]) => {
            within(&name, [a, b], latest(to))?;
            if a >= b {
                return wrong("it enters during no time at all");
            }
        }
        Enter::Matching => {
            let intervals = from.keys().len() - 1;
            for m in 0..intervals {
                if matching(from, to, (m as f64 + 0.5) / intervals as f64).is_none() {
                    let keys = from.keys()[m..m + 2].join(", ");
                    return Err(GraphError::NoMatch { transition: title(verbs, transition), keys });
                }
            }
        }
    }
    if let Blend::Through(points) = &transition.blend {
        let ends = points.first() == Some(&[0.0, 0.0]) && points.last() == Some(&[1.0, 1.0]);
        let rising = points.windows(2).all(|w| w[0][0] < w[1][0] && w[0][1] <= w[1][1]);
        if !ends || !rising || points.len() > 8 {
            return wrong(
                "its blend must rise from [0, 0] to [1, 1] through at most 8 points, never going back",
            );
        }
    }
    if !(transition.likelihood >= 0.0 && transition.likelihood.is_finite()) {
        return wrong("its likelihood must be 0 or more");
    }
    Ok(())
}

fn gestures(skeleton: &Skeleton, parts: &Parts) -> Checked {
    let root = skeleton.joint(skeleton.root()).dofs.clone();
    for gesture in &parts.gestures {
        within(&format!("gesture {}", gesture.name), [gesture.fade_in, gesture.fade_out], 1.0)?;
        let required = gesture.usage.iter().filter(|claim| claim.usage == super::Usage::Required);
        if required.flat_map(|claim| &claim.dofs).any(|dof| root.contains(&dof.0)) {
            return Err(GraphError::GestureOfRoot(gesture.name.clone()));
        }
    }
    Ok(())
}

fn reachable(verbs: &[Verb], parts: &Parts) -> Checked {
    let mut reached: BTreeSet<VerbId> = parts.starts.iter().copied().collect();
    let mut open: Vec<VerbId> = parts.starts.clone();
    while let Some(verb) = open.pop() {
        let next = parts.transitions.iter().filter(|t| t.from == verb).map(|t| t.to);
        open.extend(next.filter(|to| reached.insert(*to)));
    }
    match nodes(parts).into_iter().find(|id| !reached.contains(id)) {
        Some(id) => Err(GraphError::Unreachable(verbs[id.0].name().into())),
        None => Ok(()),
    }
}

/// Ways out of a verb, which on one that does not repeat must lie after the ways in.
fn exits(verbs: &[Verb], parts: &Parts, id: VerbId, verb: &Verb) -> Checked {
    let exits = || parts.transitions.iter().filter(|t| t.from == id);
    let end = parts.ends.contains(&id);
    if exits().next().is_none() {
        let node = nodes(parts).contains(&id);
        return if end || !node { Ok(()) } else { Err(GraphError::DeadEnd(verb.name().into())) };
    }
    if verb.is_cyclic() {
        return Ok(());
    }
    let leaves = |t: &Transition| match t.leave {
        Leave::During([from, _]) => from,
        Leave::AtOnce { .. } => 1.0,
    };
    let enters = |t: &Transition| match (t.enter, t.blend == Blend::Inertial) {
        (Enter::During([from, _]), true) => from,
        (Enter::During([_, to]), false) => to,
        (Enter::Matching, _) => 1.0,
    };
    let last = exits().map(leaves).fold(0.0, f64::max);
    let entries = || parts.transitions.iter().filter(|t| t.to == id);
    if !end && let Some(late) = entries().find(|t| t.enter != Enter::Matching && enters(t) > last) {
        let transition = title(verbs, late);
        return Err(GraphError::EntryAfterLastExit { transition, enters: enters(late), leaves: last });
    }
    let first = if parts.starts.contains(&id) {
        0.0
    } else {
        entries().map(|t| if t.enter == Enter::Matching { 0.0 } else { enters(t) }).fold(1.0, f64::min)
    };
    match exits().find(|t| leaves(t) < first) {
        Some(early) => Err(GraphError::NeverTaken(title(verbs, early))),
        None => Ok(()),
    }
}
