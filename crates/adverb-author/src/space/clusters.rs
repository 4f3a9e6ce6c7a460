//! Clusters of points: algorithms 4.1 and 4.2 of the thesis.
//!
//! The same points give the same clusters in any order: they are sorted first, and chance is seeded.

use crate::dense::Mat;
use adverb::chance::Chance;

/// Points that are treated as one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Clusters {
    /// For each point, which cluster it belongs to.
    pub of: Vec<usize>,
    /// The mean of the members of each, one row per cluster.
    pub centres: Mat,
    /// What `of` was after every round of the run, the last one being `of` itself (figure 4.21).
    pub rounds: Vec<Vec<usize>>,
}

/// How many distances are computed in search of the best clustering, before the last start is run to its end.
const EFFORT: usize = 50_000;
/// No clustering is started more often.
const MOST_STARTS: usize = 32;
/// Reassignments end by themselves, nearly always within ten rounds.
const MOST_ROUNDS: usize = 100;

/// How many clusters bring every point within a distance of the middle of one, found by splitting: as long as a point is
/// farther than that, the farthest becomes a cluster of its own (algorithm 4.2, with the largest radius in place of the sum of
/// radii, which grows with the number of clusters and so never allows for many).
pub(super) fn found(points: &Mat, within: f64, at_least: usize) -> usize {
    let sorted = Sorted::of(points);
    let enough = |count: usize, farthest: f64| count >= at_least && farthest <= within;
    sorted.spread_out(points.nrows(), enough).len()
}

/// So many clusters, the best of several starts: the one of least cost (algorithm 4.1).
pub(super) fn clusters(points: &Mat, count: usize) -> Clusters {
    let (n, count) = (points.nrows(), count.clamp(1, points.nrows().max(1)));
    let sorted = Sorted::of(points);
    let mut chance = Chance(0);
    let seeds = sorted.spread_out(count, |_, _| false);
    let first: Vec<Vec<f64>> = seeds.iter().map(|seed| sorted.points[*seed].clone()).collect();
    let mut best = sorted.run(first, &mut chance);
    for _ in 1..(EFFORT / (n * count)).clamp(1, MOST_STARTS) {
        let starts = (0..count).map(|_| sorted.anywhere(&mut chance)).collect();
        let other = sorted.run(starts, &mut chance);
        if other.cost < best.cost {
            best = other;
        }
    }
    let unsorted = |assigned: &Vec<usize>| {
        let mut of = vec![0; n];
        sorted.order.iter().zip(assigned).for_each(|(point, cluster)| of[*point] = *cluster);
        of
    };
    let rounds: Vec<Vec<usize>> = best.rounds.iter().map(unsorted).collect();
    let assigned = best.rounds.last().expect("a run has a round");
    let centres = sorted.means(assigned, count);
    let centres = Mat::from_fn(count, points.ncols(), |k, c| centres[k][c]);
    Clusters { of: unsorted(assigned), centres, rounds }
}

/// From initial places to where no reassignment occurs.
struct Run {
    /// The cluster of every point after every round.
    rounds: Vec<Vec<usize>>,
    /// The sum of the clusters' radii: how far their farthest members are from their centres.
    cost: f64,
}

/// Points in the order of their coordinates.
struct Sorted {
    order: Vec<usize>,
    points: Vec<Vec<f64>>,
}

impl Sorted {
    fn of(points: &Mat) -> Self {
        let row = |i: usize| -> Vec<f64> { (0..points.ncols()).map(|c| points[(i, c)]).collect() };
        let mut order: Vec<usize> = (0..points.nrows()).collect();
        let compare = |a: &Vec<f64>, b: &Vec<f64>| {
            a.iter()
                .zip(b)
                .map(|(a, b)| a.total_cmp(b))
                .find(|o| o.is_ne())
                .unwrap_or(std::cmp::Ordering::Equal)
        };
        order.sort_by(|a, b| compare(&row(*a), &row(*b)));
        let points = order.iter().map(|i| row(*i)).collect();
        Self { order, points }
    }

    /// Points far from one another: first the one farthest from the mean, then always the one farthest from those before,
    /// until there are enough, told their number and how far the farthest is from all of them.
    fn spread_out(&self, most: usize, enough: impl Fn(usize, f64) -> bool) -> Vec<usize> {
        let mean = &self.means(&vec![0; self.points.len()], 1)[0];
        let mut distances: Vec<f64> = self.points.iter().map(|point| squared(point, mean)).collect();
        let mut seeds = Vec::new();
        while seeds.len() < most {
            let far = farthest(&distances);
            if !seeds.is_empty() && enough(seeds.len(), distances[far].sqrt()) {
                break;
            }
            let is_first = seeds.is_empty();
            seeds.push(far);
            for (distance, point) in distances.iter_mut().zip(&self.points) {
                let own = squared(point, &self.points[far]);
                *distance = if is_first || own < *distance { own } else { *distance };
            }
        }
        seeds
    }

    /// A place within the convex hull: a random mean of as many points as span a cell of it.
    fn anywhere(&self, chance: &mut Chance) -> Vec<f64> {
        let dimension = self.points[0].len();
        let shares: Vec<f64> = (0..=dimension).map(|_| -libm::log(1.0 - chance.share())).collect();
        let whole: f64 = shares.iter().sum();
        let mut place = vec![0.0; dimension];
        for share in shares {
            let point = &self.points[chance.below(self.points.len())];
            place.iter_mut().zip(point).for_each(|(sum, x)| *sum += share / whole * x);
        }
        place
    }

    fn run(&self, mut centres: Vec<Vec<f64>>, chance: &mut Chance) -> Run {
        let count = centres.len();
        let mut of: Vec<usize> = self.points.iter().map(|point| nearest(point, &centres, None)).collect();
        let mut members = vec![0; count];
        of.iter().for_each(|cluster| members[*cluster] += 1);
        for empty in (0..count).filter(|k| members[*k] == 0).collect::<Vec<_>>() {
            let stealable: Vec<usize> = (0..of.len()).filter(|i| members[of[*i]] > 1).collect();
            let stolen = stealable[chance.below(stealable.len())];
            members[of[stolen]] -= 1;
            (of[stolen], members[empty]) = (empty, 1);
        }
        let mut rounds = vec![of.clone()];
        for _ in 0..MOST_ROUNDS {
            centres = self.means(&of, count);
            let mut changed = false;
            for (point, of) in self.points.iter().zip(&mut of) {
                let closest = nearest(point, &centres, Some(*of));
                if closest != *of && members[*of] > 1 {
                    members[*of] -= 1;
                    members[closest] += 1;
                    (*of, changed) = (closest, true);
                }
            }
            if !changed {
                break;
            }
            rounds.push(of.clone());
        }
        let centres = self.means(&of, count);
        let mut radii = vec![0.0_f64; count];
        for (point, of) in self.points.iter().zip(&of) {
            radii[*of] = radii[*of].max(squared(point, &centres[*of]));
        }
        Run { rounds, cost: radii.into_iter().map(f64::sqrt).sum() }
    }

    fn means(&self, of: &[usize], count: usize) -> Vec<Vec<f64>> {
        let dimension = self.points.first().map_or(0, Vec::len);
        let (mut means, mut members) = (vec![vec![0.0; dimension]; count], vec![0.0; count]);
        for (point, cluster) in self.points.iter().zip(of) {
            members[*cluster] += 1.0;
            means[*cluster].iter_mut().zip(point).for_each(|(sum, x)| *sum += x);
        }
        means.iter_mut().zip(members).for_each(|(mean, n)| mean.iter_mut().for_each(|x| *x /= n));
        means
    }
}

fn squared(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// The index of the closest; of equals the one that is `held`, else the first.
fn nearest(point: &[f64], centres: &[Vec<f64>], held: Option<usize>) -> usize {
    let mut best = held.map_or((0, f64::INFINITY), |k| (k, squared(point, &centres[k])));
    for (k, centre) in centres.iter().enumerate() {
        let distance = squared(point, centre);
        if distance < best.1 {
            best = (k, distance);
        }
    }
    best.0
}

/// The first of the largest.
fn farthest(distances: &[f64]) -> usize {
    (1..distances.len()).fold(0, |best, i| if distances[i] > distances[best] { i } else { best })
}
