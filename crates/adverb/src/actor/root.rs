//! Where an actor is: the frame of its travel within a verb, its own placement integrated from velocity in a transition.
//!
//! "Blending with root integration" (5.5), in the heading frame: with ξ_A and ξ_B how each verb would move the body, seen from
//! the body, it moves by (1 − α) ξ_A + α ξ_B. Between the ticks of the fixed grid that is integrated by the exponential of its
//! value in the middle, which is exact for arcs.

use super::body::Body;
use super::snapshot::{Read, ensure};
use crate::encoding::{Field, Reader};
use crate::graph::Graph;
use crate::numbers::limited;
use crate::origin::{FARTHEST_M, whole_turns};
use crate::screw::{self, Place, Screw};

/// Seconds. Less is rounding.
pub(super) const NO_TIME_SECS: f64 = 1e-9;

/// Where an actor is.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Root {
    /// The frame in which the body sways; f64, so that long walks in short steps arrive where those in long steps do.
    pub(super) frame: Place,
    /// Metres that it has risen since it began; while the placement is integrated, up to the node.
    pub(super) climbed: f64,
    /// Where its placement was integrated up to, while it is.
    pub(super) node: Option<Node>,
}

/// A placement of the body, some time ago.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Node {
    pub(super) place: Place,
    pub(super) ago_secs: f64,
}

impl Root {
    pub(super) fn push_to(&mut self, at: Place) {
        if let Some(node) = &mut self.node {
            let moved = screw::compose(at, screw::inverse(self.frame));
            node.place = screw::compose(moved, node.place);
        }
        self.frame = at;
    }

    /// Moves along x and z.
    pub(super) fn shift(&mut self, by: [f64; 2]) {
        let [x, z, heading] = self.frame;
        self.push_to([x + by[0], z + by[1], heading]);
    }

    /// The same place as seen from another origin, of which the old one is seen at `at`, `height` metres up.
    pub(super) fn seen_from(&mut self, at: Place, height: f64) {
        self.frame = screw::compose(at, self.frame);
        self.climbed += height;
        if let Some(node) = &mut self.node {
            node.place = screw::compose(at, node.place);
        }
    }

    /// Takes whole turns off its heading, and stays where it can be seen.
    pub(super) fn stay_near(&mut self) {
        let turns = whole_turns(self.frame[2]);
        self.frame[2] -= turns;
        if let Some(node) = &mut self.node {
            node.place[2] -= turns;
        }
        let near = |x: f64| limited(x, -FARTHEST_M, FARTHEST_M);
        let [x, z, heading] = self.frame;
        let at = [near(x), near(z), heading];
        if at != self.frame {
            self.push_to(at);
        }
        self.climbed = near(self.climbed);
    }
}

impl Root {
    pub(super) fn read(&mut self, from: &mut Reader) -> Read {
        *self = Field::read(from);
        let node = self.node;
        ensure(self.frame.iter().chain(node.iter().flat_map(|n| &n.place)).all(|x| x.abs() < 1e12))?;
        ensure(self.climbed.abs() < 1e12 && node.is_none_or(|n| (0.0..1e6).contains(&n.ago_secs)))
    }
}

impl Body {
    /// How the body moves some time from now, per second, seen from itself.
    pub(super) fn twist(&self, graph: &Graph, ahead_secs: f64) -> Screw {
        let own = match &self.crossing {
            None => {
                let t = self.main.after(graph, self.main.time, ahead_secs);
                scaled(self.main.twist(graph, t), 1.0 / self.main.rate(graph, t))
            }
            Some(crossing) => {
                let [[a, a_rate], [b, b_rate]] = crossing.times_with_rates(ahead_secs);
                let share = crossing.share(graph, ahead_secs);
                let verbs = sum(
                    scaled(self.main.twist(graph, a), a_rate * (1.0 - share)),
                    scaled(self.next.twist(graph, b), b_rate * share),
                );
                sum(verbs, crossing.steered(ahead_secs))
            }
        };
        sum(own, self.inertia.drift(ahead_secs))
    }

    /// Where the body is, and how far it has climbed.
    pub(super) fn place(&self, graph: &Graph) -> (Place, f64) {
        let climbed = self.root.climbed;
        let Some(node) = self.root.node else {
            return (screw::compose(self.root.frame, self.main.place(graph, self.main.time)), climbed);
        };
        if node.ago_secs <= NO_TIME_SECS {
            return (node.place, climbed);
        }
        let middle = self.twist(graph, -0.5 * node.ago_secs);
        (middle.moved(node.place, node.ago_secs), climbed + middle.climb * node.ago_secs)
    }

    /// Metres that the body has risen over the origin, as verbs climb slopes.
    pub(super) fn climbed(&self, graph: &Graph) -> f64 {
        self.place(graph).1
    }

    /// Integrates up to now.
    pub(super) fn set_node(&mut self, graph: &Graph) {
        let (place, climbed) = self.place(graph);
        self.root.climbed = climbed;
        self.root.node = Some(Node { place, ago_secs: 0.0 });
    }

    /// Goes on in the frame of the verb that plays.
    pub(super) fn end_node(&mut self, graph: &Graph) {
        self.set_node(graph);
        let own = self.main.place(graph, self.main.time);
        let (body, _) = self.place(graph);
        self.root.frame = screw::compose(body, screw::inverse(own));
        self.root.node = None;
    }

    /// How steep the ground is that the verbs walk on: metres of rise per metre, along x and z of the world.
    pub(super) fn gradient(&self, graph: &Graph, frame: Place) -> [f32; 2] {
        let share = self.crossing.as_ref().map_or(0.0, |crossing| crossing.share(graph, 0.0));
        let mut sum = [0.0; 2];
        for (voice, share) in [(&self.main, 1.0 - share), (&self.next, share)] {
            let Screw { velocity: [x, z], climb, .. } = *voice.setting.travel();
            let square = x * x + z * z;
            if share > 0.0 && square > 0.0 && climb != 0.0 {
                let along = screw::compose([0.0, 0.0, frame[2]], [x, z, 0.0]);
                sum[0] += share * climb * along[0] / square;
                sum[1] += share * climb * along[1] / square;
            }
        }
        sum.map(|v| v as f32)
    }
}

/// How a body is taken farther than it would go by itself, while something goes from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Steer {
    /// How much farther, seen from itself: x and z.
    pub(super) by: [f64; 2],
    /// From where on.
    pub(super) from: f64,
}

impl Steer {
    /// How it moves the body, per second, at a part of so many seconds: it comes and goes smoothly.
    pub(super) fn twist(&self, s: f64, secs: f64) -> Screw {
        let rest = 1.0 - self.from;
        let s = (s - self.from) / rest;
        let rate = if s > 0.0 && s < 1.0 { bump(s) / (rest * secs) } else { 0.0 };
        Screw { velocity: self.by.map(|way| way * rate), ..Screw::default() }
    }

    pub(super) fn is_sound(&self) -> bool {
        self.by.iter().all(|way| way.abs() < 1e9) && (0.0..1.0).contains(&self.from)
    }
}

/// 30 s² (1 − s)², whose integral from 0 to 1 is 1.
pub(super) fn bump(s: f64) -> f64 {
    30.0 * s * s * (1.0 - s) * (1.0 - s)
}

pub(super) fn scaled(screw: Screw, by: f64) -> Screw {
    let Screw { rate, velocity, climb, .. } = screw;
    Screw { rate: rate * by, spin: 0.0, velocity: velocity.map(|v| v * by), climb: climb * by }
}

pub(super) fn sum(a: Screw, b: Screw) -> Screw {
    Screw {
        rate: a.rate + b.rate,
        spin: 0.0,
        velocity: [a.velocity[0] + b.velocity[0], a.velocity[1] + b.velocity[1]],
        climb: a.climb + b.climb,
    }
}
