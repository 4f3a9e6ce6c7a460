//! A small project file with a verb graph, for tests that load it and for tests that call the command with it.

/// A project over recordings of the built-in character, without a graph: motions, and a verb with a knob.
pub const MOTIONS: &str = r#"
[motions.slow]
file = "walk_neutral.bvh"
keys = [{ left-down = 12 }, { right-down = 45 }, { left-down = 78 }]
[motions.fast]
file = "run.bvh"
keys = [{ left-down = 12 }, { right-down = 34 }, { left-down = 56 }]
[motions.wave]
file = "walk_neutral.bvh"
frames = [12, 45]
[motions.loop]
cycle = "slow"
[verbs.walk]
adverbs = { hurry = [0, 1] }
cycle = true
control-points = 16
[[verbs.walk.examples]]
motion = "slow"
at = { hurry = 0 }
[[verbs.walk.examples]]
motion = "fast"
at = { hurry = 1 }
"#;

/// A graph of that verb and two of the motions, to follow.
pub const GRAPH: &str = r#"
[graph.main]
start = ["walk"]
[[graph.main.transitions]]
from = "walk"
leave = [0.8, 1.2]
to = "wave"
enter = [0, 0.3]
[[graph.main.transitions]]
from = "wave"
leave = [0.7, 1]
to = "loop"
enter = [0.1, 0.4]
blend = "linear"
likelihood = 0.0
[[graph.main.transitions]]
from = "loop"
leave = "any"
secs = 0.2
to = "walk"
enter = "matching"
blend = "inertial"
[[graph.main.events]]
verb = "walk"
at = "left-down"
emit = "footfall"
"#;
