//! How the ways between nodes run: as arcs from border to border, bent around what stands between, two ways side by side.

use glam::DVec2;

/// Steps in which an arc is looked at.
const STEPS: usize = 28;
/// How far apart two ways between the same nodes are in the middle, to each side.
const APART_PX: f64 = 13.0;
/// How far arcs may be bent, in the middle.
const BENDS_PX: [f64; 13] =
    [0.0, 26.0, -26.0, 52.0, -52.0, 84.0, -84.0, 120.0, -120.0, 170.0, -170.0, 230.0, -230.0];

/// A rectangle on paper.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rect {
    pub(super) middle: DVec2,
    pub(super) half: DVec2,
}

impl Rect {
    pub(super) fn contains(&self, point: DVec2, margin_px: f64) -> bool {
        let apart = (point - self.middle).abs();
        apart.x < self.half.x + margin_px && apart.y < self.half.y + margin_px
    }

    pub(super) fn meets(&self, other: &Self, margin_px: f64) -> bool {
        let (apart, sum) = ((other.middle - self.middle).abs(), self.half + other.half);
        apart.x < sum.x + margin_px && apart.y < sum.y + margin_px
    }
}

/// A quadratic Bézier curve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Arc(pub(super) [DVec2; 3]);

impl Arc {
    /// Between two points, bent by so much to the right of the way.
    fn bent(from: DVec2, to: DVec2, bend_px: f64) -> Self {
        let right = (to - from).normalize_or(DVec2::X).perp();
        Self([from, 0.5 * (from + to) + 2.0 * bend_px * right, to])
    }

    pub(super) fn at(&self, t: f64) -> DVec2 {
        let [a, b, c] = self.0;
        (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * b + t * t * c
    }

    /// Its direction at its end.
    pub(super) fn arrives(&self) -> DVec2 {
        (self.0[2] - self.0[1]).normalize_or(DVec2::X)
    }

    pub(super) fn points(&self) -> impl Iterator<Item = DVec2> {
        let own = *self;
        (0..=STEPS).map(move |k| own.at(k as f64 / STEPS as f64))
    }

    /// The part between two parameters.
    fn between(&self, from: f64, to: f64) -> Self {
        let [a, b, c] = self.0;
        let blossom = |s: f64, t: f64| {
            let (left, right) = (a.lerp(b, s), b.lerp(c, s));
            left.lerp(right, t)
        };
        Self([blossom(from, from), blossom(from, to), blossom(to, to)])
    }

    /// What lies outside of the nodes at its ends, with room for an arrow head.
    fn outside(&self, from: &Rect, to: &Rect) -> Self {
        const FINE: usize = 256;
        let t = |k: usize| k as f64 / FINE as f64;
        let leaves = (0..FINE).rev().find(|k| from.contains(self.at(t(*k)), 2.0)).unwrap_or(0);
        let enters = (leaves + 1..=FINE).find(|k| to.contains(self.at(t(*k)), 5.0)).unwrap_or(FINE);
        self.between(t(leaves), t(enters))
    }
}

/// An arc for every way, given as the nodes that it leaves and enters. Ways from a node to itself get none: see [`around`].
pub(super) fn routes(nodes: &[Rect], ways: &[[usize; 2]]) -> Vec<Option<Arc>> {
    let pair = |[a, b]: [usize; 2]| [a.min(b), a.max(b)];
    let mut pairs: Vec<[usize; 2]> = ways.iter().map(|way| pair(*way)).filter(|[a, b]| a != b).collect();
    pairs.sort_unstable();
    pairs.dedup();
    // Short ways have the least choice.
    let length = |[a, b]: [usize; 2]| nodes[a].middle.distance(nodes[b].middle);
    pairs.sort_by(|a, b| length(*a).total_cmp(&length(*b)));
    let mut bends = vec![0.0; pairs.len()];
    let mut drawn: Vec<Vec<DVec2>> = vec![Vec::new(); pairs.len()];
    // First without regard to the others, then again when all are known.
    for round in 0..3 {
        for i in 0..pairs.len() {
            let [a, b] = pairs[i];
            let arc =
                |bend: f64| Arc::bent(nodes[a].middle, nodes[b].middle, bend).outside(&nodes[a], &nodes[b]);
            let cost = |bend: f64| {
                let points: Vec<DVec2> = arc(bend).points().collect();
                let others = drawn.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, points)| points);
                let crossings: usize = others.map(|other| crossings(&points, other)).sum();
                let strangers = (0..nodes.len()).filter(|node| ![a, b].contains(node));
                let blocked: usize = strangers
                    .map(|node| points.iter().filter(|p| nodes[node].contains(**p, 14.0 + APART_PX)).count())
                    .sum();
                let crossing = if round == 0 { 0.0 } else { 5.0 };
                bend.abs() / 26.0 + crossing * crossings as f64 + 40.0 * blocked as f64
            };
            let best = BENDS_PX.map(|bend| (cost(bend), bend)).into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
            bends[i] = best.map_or(0.0, |(_, bend)| bend);
            drawn[i] = arc(bends[i]).points().collect();
        }
    }
    let mut before = vec![[0; 2]; pairs.len()];
    let both =
        |i: usize| pairs[i].iter().all(|a| ways.iter().any(|way| way[0] == *a && pair(*way) == pairs[i]));
    (ways.iter())
        .map(|&[from, to]| {
            let i = pairs.iter().position(|own| *own == pair([from, to]))?;
            let backward = usize::from(from > to);
            let nth = f64::from(before[i][backward]);
            before[i][backward] += 1;
            let aside = if both(i) { APART_PX } else { 0.0 } + 2.0 * APART_PX * nth;
            let bend = if backward == 1 { aside - bends[i] } else { aside + bends[i] };
            let arc = Arc::bent(nodes[from].middle, nodes[to].middle, bend);
            Some(arc.outside(&nodes[from], &nodes[to]))
        })
        .collect()
}

/// From a node's upper or lower edge back to it, where there is the most room between nodes and arcs.
pub(super) fn around(place: &Rect, nodes: &[Rect], arcs: &[Option<Arc>]) -> Arc {
    const HALF: DVec2 = DVec2::new(17.0, 15.0);
    let loop_at = |(up, along): (f64, f64)| {
        let along = along * (place.half.x - 2.0 * HALF.x).max(0.0);
        let edge = place.middle + DVec2::new(along, up * (place.half.y + 3.0));
        let aside = DVec2::new(0.85 * HALF.x, 0.0);
        Arc([edge + aside, edge + DVec2::new(0.0, 4.0 * up * HALF.y), edge - aside])
    };
    let hits = |arc: &Arc| {
        let own = Rect { middle: 0.5 * (arc.at(0.5) + 0.5 * (arc.0[0] + arc.0[2])), half: HALF };
        let crossed = arcs.iter().flatten().flat_map(Arc::points).filter(|point| own.contains(*point, 4.0));
        crossed.count() + STEPS * nodes.iter().filter(|node| *node != place && node.meets(&own, 4.0)).count()
    };
    let sites = [(-1.0, 0.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, 0.0), (1.0, 1.0), (1.0, -1.0)];
    let loops = sites.map(loop_at);
    loops.into_iter().min_by_key(hits).unwrap_or(loops[0])
}

fn crossings(a: &[DVec2], b: &[DVec2]) -> usize {
    let side = |p: DVec2, q: DVec2, r: DVec2| (q - p).perp_dot(r - p);
    let cross = |p: &[DVec2], q: &[DVec2]| {
        side(p[0], p[1], q[0]) * side(p[0], p[1], q[1]) < 0.0
            && side(q[0], q[1], p[0]) * side(q[0], q[1], p[1]) < 0.0
    };
    a.windows(2).map(|p| b.windows(2).filter(|q| cross(p, q)).count()).sum()
}
