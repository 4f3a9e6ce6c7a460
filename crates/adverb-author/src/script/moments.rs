//! What happened while a script played.

use adverb::graph::{Graph, TransitionId, VerbId};

/// Something that happened.
#[derive(Debug, Clone, PartialEq)]
pub struct Moment {
    /// When.
    pub secs: f64,
    /// The verb that was playing.
    pub verb: String,
    /// The transition that was under way, as `walk → run`.
    pub transition: Option<String>,
    /// What.
    pub what: Happening,
}

/// What happened.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Happening {
    /// The verb plays, alone.
    Plays,
    /// The transition begins.
    Leaves,
    /// A verb was requested.
    Asked(String),
    /// A verb was requested that cannot be reached, and from where; nothing changed.
    Unreachable(String, String),
    /// A gesture begins.
    Gesture(String),
    /// A gesture was requested and refused, and why; nothing changed.
    Refused(String, String),
    /// A gesture ended.
    Over(String),
    /// The verb emitted an event.
    Event(String),
}

impl Happening {
    /// In one word, for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Plays => "plays",
            Self::Leaves => "leaves",
            Self::Asked(_) => "asked",
            Self::Unreachable(..) => "unreachable",
            Self::Gesture(_) => "gesture",
            Self::Refused(..) => "refused",
            Self::Over(_) => "over",
            Self::Event(_) => "event",
        }
    }

    /// The verb, gesture or event concerned, unless it is the playing verb.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Plays | Self::Leaves => None,
            Self::Asked(name)
            | Self::Unreachable(name, _)
            | Self::Gesture(name)
            | Self::Refused(name, _)
            | Self::Over(name)
            | Self::Event(name) => Some(name),
        }
    }
}

impl std::fmt::Display for Happening {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Plays => write!(f, "plays"),
            Self::Leaves => write!(f, "begins"),
            Self::Asked(verb) => write!(f, "asked for {verb}"),
            Self::Unreachable(verb, why) => write!(f, "cannot go to {verb}: {why}"),
            Self::Gesture(gesture) => write!(f, "gesture {gesture} begins"),
            Self::Refused(_, why) => write!(f, "gesture refused: {why}"),
            Self::Over(gesture) => write!(f, "gesture {gesture} is over"),
            Self::Event(event) => write!(f, "event {event}"),
        }
    }
}

/// `walk → run`.
pub(super) fn title(graph: &Graph, id: TransitionId) -> String {
    let transition = graph.transition(id);
    format!("{} → {}", name(graph, transition.from), name(graph, transition.to))
}

pub(super) fn name(graph: &Graph, id: VerbId) -> String {
    graph.verb(id).name().into()
}
