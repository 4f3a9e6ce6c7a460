//! Where the nodes of a graph stand: each in a cell of a grid of its own, so that none can overlap. Which in which is found by
//! annealing: short ways, few crossings, nothing in the way, regions together. The same graph gives the same places.

use std::collections::BTreeSet;

use glam::DVec2;

/// What a cell counts as while places are sought.
const PITCH_PX: DVec2 = DVec2::new(250.0, 140.0);
/// Half of what a node takes of it.
const HALF_PX: DVec2 = DVec2::new(95.0, 38.0);
/// What is as bad as a way of this length.
const UNIT_PX: f64 = 200.0;
const CROSSING: f64 = 2.2;
const BLOCKED: f64 = 3.5;
const NARROW: f64 = 0.8;
const AMID_STRANGERS: f64 = 1.5;

/// What is to be laid out.
pub(super) struct Network {
    pub(super) nodes: usize,
    /// Pairs of different nodes that have ways between them, each once, and how much it matters that they are near.
    pub(super) pairs: Vec<([usize; 2], f64)>,
    /// The region of every node.
    pub(super) regions: Vec<usize>,
    /// Nodes that should come first.
    pub(super) starts: Vec<usize>,
}

/// Column and row of every node.
pub(super) fn cells(network: &Network) -> Vec<[usize; 2]> {
    if network.nodes == 0 {
        return Vec::new();
    }
    let mut annealing = Annealing::new(network);
    annealing.run();
    annealing.trimmed()
}

struct Annealing<'a> {
    network: &'a Network,
    columns: usize,
    rows: usize,
    /// Of every node.
    cells: Vec<usize>,
    /// The node of every cell.
    nodes: Vec<Option<usize>>,
    /// The pairs of every node.
    own: Vec<Vec<usize>>,
    random: u64,
}

impl<'a> Annealing<'a> {
    fn new(network: &'a Network) -> Self {
        let n = network.nodes as f64;
        let columns = ((1.5 * n).sqrt().ceil() as usize).max(2);
        let rows = ((1.9 * n) as usize).div_ceil(columns).max(2);
        let cells: Vec<usize> = (0..network.nodes).collect();
        let nodes = (0..columns * rows).map(|cell| (cell < network.nodes).then_some(cell)).collect();
        let mut own = vec![Vec::new(); network.nodes];
        for (i, (pair, _)) in network.pairs.iter().enumerate() {
            pair.iter().for_each(|node| own[*node].push(i));
        }
        Self { network, columns, rows, cells, nodes, own, random: 0x9E37_79B9_7F4A_7C15 }
    }

    fn below(&mut self, limit: usize) -> usize {
        self.random =
            self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.random >> 33) as usize % limit
    }

    fn run(&mut self) {
        const HOT: f64 = 3.0;
        const COLD: f64 = 0.02;
        let steps = 6000 + 1500 * self.network.nodes;
        for step in 0..steps {
            let temperature = HOT * libm::pow(COLD / HOT, step as f64 / steps as f64);
            let node = self.below(self.network.nodes);
            let cell = self.below(self.nodes.len());
            let from = self.cells[node];
            if cell == from {
                continue;
            }
            let moved: Vec<usize> = std::iter::once(node).chain(self.nodes[cell]).collect();
            let before = self.cost_of(&moved);
            self.exchange(from, cell);
            let worse = self.cost_of(&moved) - before;
            let chance = self.below(1 << 24) as f64 / (1 << 24) as f64;
            if worse > 0.0 && chance >= libm::exp(-worse / temperature) {
                self.exchange(from, cell);
            }
        }
    }

    fn exchange(&mut self, a: usize, b: usize) {
        self.nodes.swap(a, b);
        for cell in [a, b] {
            if let Some(node) = self.nodes[cell] {
                self.cells[node] = cell;
            }
        }
    }

    fn place(&self, node: usize) -> DVec2 {
        let cell = self.cells[node];
        DVec2::new((cell % self.columns) as f64, (cell / self.columns) as f64) * PITCH_PX
    }

    fn ends(&self, pair: usize) -> [DVec2; 2] {
        self.network.pairs[pair].0.map(|node| self.place(node))
    }

    /// All that changes when these nodes move.
    fn cost_of(&self, moved: &[usize]) -> f64 {
        let network = self.network;
        let near: BTreeSet<usize> = moved.iter().flat_map(|node| self.own[*node].iter().copied()).collect();
        let mut cost = 0.0;
        for &pair in &near {
            let ([a, b], weight) = network.pairs[pair];
            let ends = self.ends(pair);
            let length = ends[0].distance(ends[1]) / UNIT_PX;
            cost += weight * length * (1.0 + 0.2 * length);
            for other in 0..network.pairs.len() {
                if other != pair && (other > pair || !near.contains(&other)) {
                    cost += self.conflict(pair, other);
                }
            }
            let others = (0..network.nodes).filter(|node| *node != a && *node != b);
            cost += BLOCKED * others.filter(|node| blocks(self.place(*node), ends)).count() as f64;
        }
        for pair in (0..network.pairs.len()).filter(|pair| !near.contains(pair)) {
            let in_its_way = moved.iter().filter(|node| blocks(self.place(**node), self.ends(pair)));
            cost += BLOCKED * in_its_way.count() as f64;
        }
        let from_corner = network.starts.iter().map(|node| self.place(*node) / PITCH_PX);
        cost += from_corner.map(|place| 0.25 * (place.x + place.y)).sum::<f64>();
        cost + AMID_STRANGERS * self.strangers() as f64
    }

    /// Two ways that cross, or leave a node in nearly the same direction.
    fn conflict(&self, first: usize, second: usize) -> f64 {
        let (a, b) = (self.network.pairs[first].0, self.network.pairs[second].0);
        let shared = a.iter().find(|node| b.contains(node));
        let Some(shared) = shared else {
            return if cross(self.ends(first), self.ends(second)) { CROSSING } else { 0.0 };
        };
        let far = |pair: [usize; 2]| self.place(if pair[0] == *shared { pair[1] } else { pair[0] });
        let (u, v) = (far(a) - self.place(*shared), far(b) - self.place(*shared));
        let cosine = u.dot(v) / (u.length() * v.length()).max(1e-9);
        if cosine > 0.96 { NARROW } else { 0.0 }
    }

    /// How many nodes stand within the rectangle around a region that is not theirs.
    fn strangers(&self) -> usize {
        let count = self.network.regions.iter().max().map_or(0, |last| last + 1);
        let mut bounds = vec![[usize::MAX, usize::MAX, 0, 0]; count];
        let cell = |node: usize| [self.cells[node] % self.columns, self.cells[node] / self.columns];
        for (node, &region) in self.network.regions.iter().enumerate() {
            let ([x, y], own) = (cell(node), &mut bounds[region]);
            *own = [own[0].min(x), own[1].min(y), own[2].max(x), own[3].max(y)];
        }
        let within = |node: usize, [left, top, right, bottom]: [usize; 4]| {
            let [x, y] = cell(node);
            (left..=right).contains(&x) && (top..=bottom).contains(&y)
        };
        let strangers = |region: usize| {
            let others = (0..self.network.nodes).filter(|node| self.network.regions[*node] != region);
            others.filter(|node| within(*node, bounds[region])).count()
        };
        (0..count).map(strangers).sum()
    }

    /// Without the rows and columns that nobody stands in.
    fn trimmed(&self) -> Vec<[usize; 2]> {
        let used = |of: &dyn Fn(usize) -> usize| -> Vec<usize> {
            let all: BTreeSet<usize> = self.cells.iter().map(|cell| of(*cell)).collect();
            all.into_iter().collect()
        };
        let (column, row) = (|cell: usize| cell % self.columns, |cell: usize| cell / self.columns);
        debug_assert!(self.cells.iter().all(|cell| row(*cell) < self.rows));
        let (columns, rows) = (used(&column), used(&row));
        let rank = |all: &[usize], one: usize| all.binary_search(&one).unwrap_or(0);
        self.cells.iter().map(|cell| [rank(&columns, column(*cell)), rank(&rows, row(*cell))]).collect()
    }
}

/// Whether a node stands where a way passes.
fn blocks(node: DVec2, [from, to]: [DVec2; 2]) -> bool {
    // Scaled so that the box is a square, whose inner circle is near enough.
    let [node, from, to] = [node, from, to].map(|place| place / HALF_PX);
    let way = to - from;
    let t = ((node - from).dot(way) / way.length_squared().max(1e-9)).clamp(0.0, 1.0);
    (from + t * way).distance(node) < 1.15
}

fn cross([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    let side = |p: DVec2, q: DVec2, r: DVec2| (q - p).perp_dot(r - p);
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}
