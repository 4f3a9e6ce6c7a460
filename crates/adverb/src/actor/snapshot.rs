//! The whole state of an actor as a few bytes, and back: for rollback, replays and saved games.

/// Why bytes are no state of an actor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SnapshotError {
    /// They are those of an actor on another graph.
    AnotherGraph,
    /// They are cut short, too long, or not those of an actor.
    Damaged,
}
