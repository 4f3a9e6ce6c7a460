//! What lies between the cycles of a long take: starts, stops, turns in place and pivots. They are proposals for motions of a graph.
//!
//! ```text
//!   still ──── start ────▶ going ── pivot: soon on its way back ──▶ going ── stop ──▶ still ── turn in place ──▶ still
//! ```

use adverb::{Placement, VerbTime};

use super::steps::Steps;
use super::{Annotation, Look, name};

/// Speeds and rates are taken over so many seconds to each side.
const OVER_SECS: f64 = 0.25;
/// Who is faster, in legs per second, is going; who is not, and turns faster, turns in place.
const GOING_LEGS_PER_SEC: f64 = 0.35;
const TURNING_DEG_PER_SEC: f64 = 35.0;
/// Whatever lasts for less belongs to what is before or after it, whichever is longer.
const SHORTEST_SECS: f64 = 0.2;
/// Who goes repeats steps. A take that begins or ends meanwhile may show no whole cycle, but so many steps, and goes so fast on average,
/// in legs per second. Else it is a lunge, or shuffling.
const FEWEST_STEPS: usize = 2;
const LEAST_LEGS_PER_SEC: f64 = 0.5;
/// A smaller turn in place is unrest.
const LEAST_TURN_DEG: f64 = 30.0;
/// A pivot changes the way of the body, and the body with it, by at least so much within a second.
const LEAST_PIVOT_DEG: f64 = 80.0;
const PIVOT_SECS: f64 = 0.5;
/// The way of the body is taken over so many seconds.
const WAY_SECS: f64 = 0.3;

/// A start, a stop or a turn of a take.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Move {
    /// What it is.
    pub kind: Kind,
    /// Its first and its last frame in the file.
    pub frames: [usize; 2],
    /// How far the body turns meanwhile, left positive.
    pub turn_deg: f64,
}

/// The kinds of moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// From standing to the second step.
    Start,
    /// From the last step but one to standing.
    Stop,
    /// Without going anywhere.
    TurnInPlace,
    /// From the step before it to the one after it, soon on the way back.
    Pivot,
}

impl Annotation {
    /// Key-times of a move: its ends, and when feet come down in between.
    #[must_use]
    pub fn keys_of(&self, own: &Move) -> Vec<(String, usize)> {
        let [from, to] = own.frames;
        let downs = self.contacts.iter().flat_map(|(side, contacts)| {
            contacts.iter().filter_map(move |[down, _]| Some((format!("{}-down", name(*side)), (*down)?)))
        });
        let within = downs.filter(|(_, frame)| (from + 1..to).contains(frame));
        let mut keys: Vec<(String, usize)> = within.collect();
        keys.sort_by_key(|(_, frame)| *frame);
        keys.dedup_by_key(|(_, frame)| *frame);
        keys.insert(0, ("start".into(), from));
        keys.push(("end".into(), to));
        keys
    }
}

impl Kind {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Stop => "stop",
            Self::TurnInPlace => "turn in place",
            Self::Pivot => "pivot",
        }
    }
}

/// What a body does for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Still,
    Turning,
    Going,
}

/// Some samples of one state, the last excluded.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Run {
    from: usize,
    to: usize,
    state: State,
}

impl Run {
    fn length(&self) -> usize {
        self.to - self.from
    }
}

/// The moves of a take, in order, given the frames of its cycles.
pub(super) fn moves(look: &Look, steps: &Steps, cycles: &[[usize; 2]]) -> Vec<Move> {
    let path = Path::of(look);
    let downs: Vec<usize> = steps
        .0
        .iter()
        .map(|step| (step.down.0 * path.fps).round() as usize)
        .filter(|k| *k <= path.last())
        .collect();
    let runs = path.runs();
    let has_cycle = |run: &Run| {
        cycles.iter().any(|[from, to]| look.first + run.from <= *from && *to < look.first + run.to)
    };
    let mut found: Vec<Move> = Vec::new();
    let mut add = |kind, from: usize, to: usize| {
        let turn_deg = path.heading[to] - path.heading[from];
        found.push(Move { kind, frames: [look.first + from, look.first + to], turn_deg });
    };
    for (k, run) in runs.iter().enumerate() {
        let own: Vec<usize> =
            downs.iter().copied().filter(|down| (run.from..run.to).contains(down)).collect();
        let is_still = |neighbour: Option<&Run>| neighbour.is_some_and(|run| run.state != State::Going);
        match run.state {
            State::Turning => {
                let turned = path.heading[run.to - 1] - path.heading[run.from];
                if turned.abs() >= LEAST_TURN_DEG {
                    add(Kind::TurnInPlace, run.from, run.to - 1);
                }
            }
            State::Going if has_cycle(run) || path.is_cut_off(run, own.len()) => {
                if is_still(k.checked_sub(1).and_then(|before| runs.get(before))) {
                    add(Kind::Start, run.from.saturating_sub(path.reach), own[1]);
                }
                path.pivots(run).for_each(|at| {
                    let before = own.iter().rev().find(|down| **down + path.reach < at);
                    let after = own.iter().find(|down| **down > at + path.reach);
                    add(Kind::Pivot, *before.unwrap_or(&run.from), *after.unwrap_or(&(run.to - 1)));
                });
                if is_still(runs.get(k + 1)) {
                    add(Kind::Stop, own[own.len() - 2], (run.to + path.reach).min(path.last()));
                }
            }
            _ => {}
        }
    }
    // At the edge of a run, all of the pivot may be before it.
    found.retain(|own| own.kind != Kind::Pivot || own.turn_deg.abs() >= 0.5 * LEAST_PIVOT_DEG);
    found.sort_by_key(|own| own.frames);
    found
}

/// Where a body is on the ground, frame by frame, in legs, and which way it faces, in degrees.
struct Path {
    at: Vec<[f64; 2]>,
    heading: Vec<f64>,
    fps: f64,
    /// Samples to each side.
    reach: usize,
}

impl Path {
    fn of(look: &Look) -> Self {
        let fps = look.motion.fps();
        let count = (look.motion.duration().0 * fps).round() as usize;
        let placements: Vec<Placement> =
            (0..=count).map(|k| Placement::of(&look.motion.pose(VerbTime(k as f64 / fps)))).collect();
        let at = placements.iter().map(|p| [f64::from(p.x) / look.leg_m, f64::from(p.z) / look.leg_m]);
        let heading = placements.iter().map(|p| f64::from(p.heading).to_degrees());
        let reach = ((OVER_SECS * fps).round() as usize).max(1);
        Self { at: at.collect(), heading: heading.collect(), fps, reach }
    }

    fn last(&self) -> usize {
        self.at.len() - 1
    }

    fn way(&self, from: usize, to: usize) -> [f64; 2] {
        [0, 1].map(|of| self.at[to][of] - self.at[from][of])
    }

    fn state(&self, k: usize) -> State {
        let (from, to) = (k.saturating_sub(self.reach), (k + self.reach).min(self.last()));
        let per_sec = self.fps / (to - from).max(1) as f64;
        let [x, z] = self.way(from, to);
        let turn = self.heading[to] - self.heading[from];
        match () {
            () if libm::hypot(x, z) * per_sec >= GOING_LEGS_PER_SEC => State::Going,
            () if turn.abs() * per_sec >= TURNING_DEG_PER_SEC => State::Turning,
            () => State::Still,
        }
    }

    /// Whether the take begins or ends while somebody walks or runs, with so many steps.
    fn is_cut_off(&self, run: &Run, steps: usize) -> bool {
        let at_an_end = run.from == 0 || run.to > self.last();
        let ways = (run.from + 1..run.to).map(|k| self.way(k - 1, k));
        let way: f64 = ways.map(|[x, z]| libm::hypot(x, z)).sum();
        at_an_end && steps >= FEWEST_STEPS && way * self.fps / run.length() as f64 >= LEAST_LEGS_PER_SEC
    }

    /// What the body does, without interludes.
    fn runs(&self) -> Vec<Run> {
        let mut runs = joined((0..=self.last()).map(|k| Run { from: k, to: k + 1, state: self.state(k) }));
        let shortest = SHORTEST_SECS * self.fps;
        while runs.len() > 1 {
            let Some(k) = (0..runs.len()).min_by_key(|k| runs[*k].length()) else { break };
            if runs[k].length() as f64 >= shortest {
                break;
            }
            let neighbours = [k.checked_sub(1), Some(k + 1)].into_iter().flatten();
            let longest = neighbours.filter_map(|k| runs.get(k)).max_by_key(|run| run.length());
            runs[k].state = longest.map_or(runs[k].state, |run| run.state);
            runs = joined(runs.into_iter());
        }
        runs
    }

    /// Where the body pivots while it goes.
    fn pivots(&self, run: &Run) -> impl Iterator<Item = usize> {
        let sharp = |k: usize| (self.pivot_deg(k), k);
        let all: Vec<(f64, usize)> = (run.from..run.to).map(sharp).collect();
        let groups = all.chunk_by(|a, b| (a.0 >= LEAST_PIVOT_DEG) == (b.0 >= LEAST_PIVOT_DEG));
        let sharpest = groups.filter_map(|group| group.iter().max_by(|a, b| a.0.total_cmp(&b.0)));
        sharpest.filter(|(deg, _)| *deg >= LEAST_PIVOT_DEG).map(|(_, k)| *k).collect::<Vec<_>>().into_iter()
    }

    /// How sharply the way of the body and the body turn at a sample, whichever turns less.
    fn pivot_deg(&self, k: usize) -> f64 {
        let [over, half] = [WAY_SECS, PIVOT_SECS].map(|secs| ((secs * self.fps).round() as usize).max(1));
        let (Some(first), Some(from)) = (k.checked_sub(self.reach + over), k.checked_sub(half)) else {
            return 0.0;
        };
        let (last, to) = (k + self.reach + over, k + half);
        if last.max(to) > self.last() {
            return 0.0;
        }
        let [before, after] = [self.way(first, first + over), self.way(last - over, last)];
        let least = GOING_LEGS_PER_SEC * over as f64 / self.fps;
        if libm::hypot(before[0], before[1]) < least || libm::hypot(after[0], after[1]) < least {
            return 0.0;
        }
        let (cross, dot) =
            (before[0] * after[1] - before[1] * after[0], before[0] * after[0] + before[1] * after[1]);
        libm::atan2(cross, dot).to_degrees().abs().min((self.heading[to] - self.heading[from]).abs())
    }
}

/// Neighbours of one state as one run.
fn joined(runs: impl Iterator<Item = Run>) -> Vec<Run> {
    runs.fold(Vec::new(), |mut all: Vec<Run>, run| {
        match all.last_mut() {
            Some(last) if last.state == run.state => last.to = run.to,
            _ => all.push(run),
        }
        all
    })
}
