//! What must hold for parts to make a graph (thesis 5.3): every verb can be reached, and left again after it was entered.

use super::course::matching;
use super::parts::{Blend, Claim, Deed, Enter, Leave, Parts, Transition, TransitionId, VerbId};
use crate::skeleton::{JointId, Skeleton};
use crate::verb::{Frame, Verb};

/// Feet of a graph, and objects of its constraints; actors hold a state for each.
const MOST_FEET: usize = 64;
const MOST_OBJECTS: usize = 64;
/// Goals of its verbs: each is looked at for every pose.
const MOST_GOALS: usize = 512;
/// Claims of one usage; each begins a new piece of it.
const MOST_CLAIMS: usize = 64;
/// Claims of all usages times DOFs: what their pieces take.
const MOST_USES: usize = 1 << 26;
/// Key-times between which a matching one is looked for.
const MOST_KEYS: usize = 256;

/// Why parts do not make a graph. Transitions are named as `from → to`, the second between the same verbs as `from → to (2)`.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
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
            Self::Unknown(what) => write!(f, "{what} does not exist"),
            Self::Numbers(what) => f.write_str(what),
            Self::EntryAfterLastExit { transition, enters, leaves } => write!(
                f,
                "transition {transition}: enters until {}, after the last way out of that verb at {}; \
                 enter earlier, or leave later",
                Short(*enters),
                Short(*leaves)
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
                 there is no matching time to enter at; name these keys in its motions, or say which part to enter"
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
    limits(skeleton, verbs, parts)?;
    for (id, transition) in parts.transitions.iter().enumerate() {
        regions(verbs, transition, || parts.title(verbs, TransitionId(id)))?;
    }
    gestures(skeleton, parts)?;
    let (nodes, ways) = (each_once(verbs.len(), named(parts)), Ways::of(verbs.len(), parts));
    reachable(verbs, parts, &nodes, &ways)?;
    nodes.into_iter().try_for_each(|id| exits(verbs, parts, &ways, id))
}

/// How every verb is come to and left.
struct Ways {
    is_start: Vec<bool>,
    is_end: Vec<bool>,
    entries: Vec<Vec<TransitionId>>,
    exits: Vec<Vec<TransitionId>>,
}

impl Ways {
    fn of(verbs: usize, parts: &Parts) -> Self {
        let mut ways = Self {
            is_start: marked(verbs, parts.starts.iter().copied()),
            is_end: marked(verbs, parts.ends.iter().copied()),
            entries: vec![Vec::new(); verbs],
            exits: vec![Vec::new(); verbs],
        };
        for (id, transition) in parts.transitions.iter().enumerate() {
            ways.exits[transition.from.0].push(TransitionId(id));
            ways.entries[transition.to.0].push(TransitionId(id));
        }
        ways
    }
}

/// The verbs that a graph names, however often.
pub(super) fn named(parts: &Parts) -> impl Iterator<Item = VerbId> {
    let ends = parts.transitions.iter().flat_map(|t| [t.from, t.to]);
    parts.starts.iter().copied().chain(ends).chain(parts.ends.iter().copied())
}

/// Verbs that are there, each once, in their order.
pub(super) fn each_once(verbs: usize, ids: impl Iterator<Item = VerbId>) -> Vec<VerbId> {
    let marked = marked(verbs, ids);
    (0..verbs).filter(|id| marked[*id]).map(VerbId).collect()
}

fn marked(verbs: usize, ids: impl Iterator<Item = VerbId>) -> Vec<bool> {
    let mut marked = vec![false; verbs];
    ids.for_each(|id| marked[id.0] = true);
    marked
}

fn references(skeleton: &Skeleton, verbs: &[Verb], parts: &Parts) -> Checked {
    let known = |id: VerbId| match id.0 < verbs.len() {
        true => Ok(()),
        false => Err(GraphError::Unknown(format!("verb number {}", id.0))),
    };
    named(parts).try_for_each(known)?;
    parts.gestures.iter().try_for_each(|gesture| known(gesture.verb))?;
    parts.events.iter().try_for_each(|event| known(event.verb))?;
    parts.usage.iter().try_for_each(|usage| known(usage.verb))?;
    parts.constraints.iter().try_for_each(|constraint| known(constraint.verb))?;
    let claims =
        parts.usage.iter().flat_map(|u| &u.claims).chain(parts.gestures.iter().flat_map(|g| &g.usage));
    for claim in claims {
        within(|| "a usage".into(), claim.during, 1.0)?;
        if let Some(dof) = claim.dofs.iter().find(|dof| dof.index() >= skeleton.dofs().len()) {
            return Err(GraphError::Unknown(format!("DOF number {}", dof.0)));
        }
    }
    for event in &parts.events {
        within(|| format!("event {}", event.emit), [event.at, event.at], 1.0)?;
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
        within(|| format!("a constraint on {}", constraint.object), constraint.during, 1.0)?;
        if !(0.0..=10.0).contains(&constraint.ease_secs) {
            return Err(GraphError::Numbers(format!(
                "the ease of a constraint on {} must be 0 to 10 seconds",
                constraint.object
            )));
        }
        let there = match constraint.deed {
            Deed::Reach(hand) => hand.0 < parts.hands.len(),
            Deed::Look => true,
            Deed::Hold(joint) => joint.index() < skeleton.joints().len(),
        };
        if !there {
            return Err(GraphError::Unknown(format!("what {} is constrained to", constraint.object)));
        }
    }
    Ok(())
}

/// What no author comes near, and what packs made up by others must not exceed.
fn limits(skeleton: &Skeleton, verbs: &[Verb], parts: &Parts) -> Checked {
    let few = |[count, most]: [usize; 2], of: &str, what: &str| match count <= most {
        true => Ok(()),
        false => Err(GraphError::Numbers(format!("{of} at most {most}{what}"))),
    };
    let balls = verbs.iter().flat_map(|verb| verb.feet()).map(|foot| foot.ball);
    few([different(balls, MOST_FEET), MOST_FEET], "a graph has", " feet")?;
    let goals = || verbs.iter().flat_map(|verb| &verb.parts().goals);
    few([goals().take(MOST_GOALS + 1).count(), MOST_GOALS], "a graph has", " goals")?;
    let of_goals = goals().filter_map(|goal| match &goal.frame {
        Frame::Object(name) => Some(name.as_str()),
        Frame::Body | Frame::Joint(_) => None,
    });
    let objects = parts.constraints.iter().map(|constraint| constraint.object.as_str()).chain(of_goals);
    few([different(objects, MOST_OBJECTS), MOST_OBJECTS], "a graph has", " objects")?;
    let usages = || parts.usage.iter().map(|u| &u.claims).chain(parts.gestures.iter().map(|g| &g.usage));
    let most = usages().map(Vec::len).max().unwrap_or(0);
    few([most, MOST_CLAIMS], "a usage has", " claims")?;
    let pieces: usize = usages().map(|claims: &Vec<Claim>| claims.len() + 1).sum();
    let uses = pieces.saturating_mul(skeleton.dofs().len());
    few([uses, MOST_USES], "claims times DOFs of all usages are", "")
}

/// How many different ones there are; counting ends above `most`.
fn different<T: PartialEq>(all: impl Iterator<Item = T>, most: usize) -> usize {
    let mut found = Vec::new();
    for one in all {
        if found.len() <= most && !found.contains(&one) {
            found.push(one);
        }
    }
    found.len()
}

/// Whether a joint is another or hangs from it, by not too many between.
fn hangs(skeleton: &Skeleton, joint: JointId, above: JointId) -> bool {
    joint.index() < skeleton.joints().len()
        && skeleton.ancestors(joint).take(crate::kinematics::LONGEST_CHAIN).any(|j| j == above)
}

fn within(what: impl Fn() -> String, [from, to]: [f64; 2], most: f64) -> Checked {
    let sound = (0.0..=1.0).contains(&from) && from <= to && to <= most;
    let message = || {
        format!(
            "{}: its times must increase from 0 to {}, not [{}, {}]",
            what(),
            Short(most),
            Short(from),
            Short(to)
        )
    };
    if sound { Ok(()) } else { Err(GraphError::Numbers(message())) }
}

fn regions(verbs: &[Verb], transition: &Transition, title: impl Fn() -> String) -> Checked {
    let name = || format!("transition {}", title());
    let (from, to) = (&verbs[transition.from.0], &verbs[transition.to.0]);
    let wrong = |what: &str| Err(GraphError::Numbers(format!("{}: {what}", name())));
    let latest = |verb: &Verb| if verb.is_cyclic() { 2.0 } else { 1.0 };
    match transition.leave {
        Leave::During([a, b]) => {
            within(name, [a, b], latest(from))?;
            if a >= b {
                return wrong("its leave interval is empty");
            }
        }
        Leave::AtOnce { secs } if !(1e-3..=60.0).contains(&secs) => {
            return wrong("it must take between 0.001 and 60 seconds");
        }
        Leave::AtOnce { .. } => {}
    }
    match transition.enter {
        Enter::During([a, b]) => {
            within(name, [a, b], latest(to))?;
            if a >= b {
                return wrong("its enter interval is empty");
            }
        }
        Enter::Matching => {
            let intervals = from.keys().len() - 1;
            if from.keys().len().max(to.keys().len()) > MOST_KEYS {
                return wrong("it cannot look for a matching time among so many keys");
            }
            for m in 0..intervals {
                if matching(from, to, (m as f64 + 0.5) / intervals as f64).is_none() {
                    let keys = from.keys()[m..m + 2].join(", ");
                    return Err(GraphError::NoMatch { transition: title(), keys });
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
        within(|| format!("gesture {}", gesture.name), [gesture.fade_in, gesture.fade_out], 1.0)?;
        let required = gesture.usage.iter().filter(|claim| claim.usage == super::Usage::Required);
        if required.flat_map(|claim| &claim.dofs).any(|dof| root.contains(&dof.0)) {
            return Err(GraphError::GestureOfRoot(gesture.name.clone()));
        }
    }
    Ok(())
}

fn reachable(verbs: &[Verb], parts: &Parts, nodes: &[VerbId], ways: &Ways) -> Checked {
    let mut reached = vec![false; verbs.len()];
    let mut open = parts.starts.clone();
    while let Some(verb) = open.pop() {
        if !core::mem::replace(&mut reached[verb.0], true) {
            open.extend(ways.exits[verb.0].iter().map(|id| parts.transitions[id.0].to));
        }
    }
    match nodes.iter().find(|id| !reached[id.0]) {
        Some(id) => Err(GraphError::Unreachable(verbs[id.0].name().into())),
        None => Ok(()),
    }
}

/// Ways out of a verb, which on one that does not repeat must lie after the ways in.
fn exits(verbs: &[Verb], parts: &Parts, ways: &Ways, id: VerbId) -> Checked {
    let (verb, end) = (&verbs[id.0], ways.is_end[id.0]);
    let (entries, exits) = (&ways.entries[id.0], &ways.exits[id.0]);
    if exits.is_empty() {
        return if end { Ok(()) } else { Err(GraphError::DeadEnd(verb.name().into())) };
    }
    if verb.is_cyclic() {
        return Ok(());
    }
    let leaves = |id: &TransitionId| match parts.transitions[id.0].leave {
        Leave::During([from, _]) => from,
        Leave::AtOnce { .. } => 1.0,
    };
    // `None`: anywhere.
    let enters = |id: &TransitionId| {
        let Transition { enter, ref blend, .. } = parts.transitions[id.0];
        match enter {
            Enter::During([from, to]) => Some(if *blend == Blend::Inertial { from } else { to }),
            Enter::Matching => None,
        }
    };
    let last = exits.iter().map(leaves).fold(0.0, f64::max);
    if !end && let Some(late) = entries.iter().find(|id| enters(id).is_some_and(|enters| enters > last)) {
        let transition = parts.title(verbs, *late);
        let enters = enters(late).unwrap_or(1.0);
        return Err(GraphError::EntryAfterLastExit { transition, enters, leaves: last });
    }
    let first = if ways.is_start[id.0] {
        0.0
    } else {
        entries.iter().map(|id| enters(id).unwrap_or(0.0)).fold(1.0, f64::min)
    };
    match exits.iter().find(|id| leaves(id) < first) {
        Some(early) => Err(GraphError::NeverTaken(parts.title(verbs, *early))),
        None => Ok(()),
    }
}

/// A time as text, to thousandths. What std brings along to write an f64 makes the module for the browser 10 KB larger, compressed.
struct Short(f64);

impl core::fmt::Display for Short {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        if !self.0.is_finite() {
            return f.write_str("no number");
        }
        let sign = if self.0 < 0.0 { "-" } else { "" };
        let thousandths = (1000.0 * self.0.abs() + 0.5) as u64;
        write!(f, "{sign}{}", thousandths / 1000)?;
        match thousandths % 1000 {
            0 => Ok(()),
            part => write!(f, ".{}", format!("{part:03}").trim_end_matches('0')),
        }
    }
}
