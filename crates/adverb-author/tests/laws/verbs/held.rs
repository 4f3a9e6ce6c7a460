//! What holding feet does to a motion: no more than it takes to keep them where they stand.
//!
//! Stances are those that an onlooker finds in the motion as it is before feet are held: the ball is low and slow. The least that
//! can be done is to move the ball into a circle of five millimetres during each, and nothing else.

use adverb::{Setting, Verb};
use glam::{DVec2, DVec3};

use super::measure::{Played, Positions, played, points_of_the_hull};
use super::real;

/// How far the ball may move in a stance, metres.
const CIRCLE_M: f64 = 5e-3;
/// Seconds of a stance's ends that do not count.
const TRIM_SECS: f64 = 0.034;

/// A stance: which foot, and from which frame to which.
struct Stance {
    foot: usize,
    from: usize,
    to: usize,
}

/// The stances of feet that are low (within a fiftieth of the body's height of where they are at their lowest) and slow.
fn stances(frames: &[Positions], balls: &[Vec<DVec3>], fps: f64) -> Vec<Stance> {
    let height = |frame: &Positions| {
        let heights = || frame.iter().map(|p| p.y);
        heights().fold(f64::MIN, f64::max) - heights().fold(f64::MAX, f64::min)
    };
    let body = percentile(frames.iter().map(height), 0.5);
    let reach = (fps / 30.0).round().max(1.0) as usize;
    let last = frames.len() - 1;
    let speeds = |place: &dyn Fn(usize) -> DVec2| -> Vec<f64> {
        let speed = |i: usize| {
            let (before, after) = (i.saturating_sub(reach), (i + reach).min(last));
            place(after).distance(place(before)) * fps / (after - before) as f64
        };
        (0..=last).map(speed).collect()
    };
    let travels = speeds(&|i| over(frames[i][0]));
    let slow = 0.15 + 0.25 * travels.iter().sum::<f64>() / frames.len() as f64;
    let mut stances = Vec::new();
    for foot in 0..balls[0].len() {
        let floor = percentile(balls.iter().map(|all| all[foot].y), 0.05) + 0.02 * body;
        let speeds = speeds(&|i| over(balls[i][foot]));
        let down: Vec<bool> = (0..=last).map(|i| balls[i][foot].y < floor && speeds[i] < slow).collect();
        stances.extend(runs(&down, fps).into_iter().map(|[from, to]| Stance { foot, from, to }));
    }
    stances
}

impl Stance {
    /// Without what does not count of its ends.
    fn trimmed(&self, last: usize, fps: f64) -> Option<Self> {
        let cut = (TRIM_SECS * fps).round().max(1.0) as usize;
        let from = if self.from > 0 { self.from + cut } else { self.from };
        let to = if self.to < last { self.to.saturating_sub(cut) } else { self.to };
        (to > from).then_some(Self { foot: self.foot, from, to })
    }
}

/// The part of the frames in which some foot stands, to an onlooker.
fn carried(played: &Played, fps: f64) -> f64 {
    let stances = stances(&played.frames, &played.balls, fps);
    let count = played.frames.len();
    let stands = |i: usize| stances.iter().any(|stance| (stance.from..=stance.to).contains(&i));
    (0..count).filter(|i| stands(*i)).count() as f64 / count as f64
}

/// Runs of what holds, small gaps closed, short ones left out.
fn runs(down: &[bool], fps: f64) -> Vec<[usize; 2]> {
    let mut runs: Vec<[usize; 2]> = Vec::new();
    for (i, _) in down.iter().enumerate().filter(|(_, down)| **down) {
        match runs.last_mut() {
            Some([_, to]) if (i - *to - 1) as f64 / fps <= 0.05 => *to = i,
            _ => runs.push([i, i]),
        }
    }
    runs.retain(|[from, to]| (to - from + 1) as f64 / fps >= 0.08);
    runs
}

fn over(p: DVec3) -> DVec2 {
    DVec2::new(p.x, p.z)
}

fn percentile(values: impl Iterator<Item = f64>, part: f64) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[(part * (values.len() - 1) as f64).round() as usize]
}

/// The centre of the smallest circle around places, nearly: ever smaller steps towards the farthest.
fn centre(places: &[DVec2]) -> DVec2 {
    let mut centre = places.iter().sum::<DVec2>() / places.len() as f64;
    for k in 1..400 {
        let farther = |a: &&DVec2, b: &&DVec2| a.distance(centre).total_cmp(&b.distance(centre));
        let farthest = *places.iter().max_by(farther).expect("a place");
        centre += (farthest - centre) / (k + 1) as f64;
    }
    centre
}

/// What holding does to a verb at a point.
struct Held {
    /// Root mean square and largest distance of joints, metres.
    moved: [f64; 2],
    /// The same, of the least that can be done.
    least: [f64; 2],
    slide: f64,
    /// How much lower the lowest ball is.
    sink: f64,
    /// By how much the part of the time falls in which some foot stands.
    support: f64,
}

fn held(verb: &Verb, point: &[f32], fps: f64) -> Held {
    let steps = (Setting::new(verb, point).duration().0 * fps).round() as usize;
    let [free, held]: [Played; 2] = [false, true].map(|held| played(verb, point, 1, steps, held));
    let joints = free.frames[0].len();
    let each = || free.frames.iter().flatten().zip(held.frames.iter().flatten());
    let squares: f64 = each().map(|(a, b)| a.distance_squared(*b)).sum();
    let most = each().map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
    let count = (joints * free.frames.len()) as f64;
    if let Some((i, j, d)) = (0..free.frames.len()).flat_map(|i| (0..joints).map(move |j| (i, j))).map(|(i, j)| (i, j, free.frames[i][j].distance(held.frames[i][j]))).max_by(|a, b| a.2.total_cmp(&b.2)) {
        println!("    {:.1} mm {} frame {i}/{steps} held {:?} prev {:?}", 1e3 * d, verb.skeleton().joints()[j].name, held.standing[i], held.standing[i.saturating_sub(10)]);
    }
    let (mut least_squares, mut least, mut slide) = (0.0, 0.0f64, 0.0f64);
    let all = stances(&free.frames, &free.balls, fps);
    for Stance { foot, from, to } in all.iter().filter_map(|stance| stance.trimmed(steps, fps)) {
        let places: Vec<DVec2> = (from..=to).map(|i| over(free.balls[i][foot])).collect();
        let centre = centre(&places);
        // Ball and toes move, nothing else.
        let away = places.iter().map(|place| (place.distance(centre) - 0.5 * CIRCLE_M).max(0.0));
        least_squares += away.clone().map(|away| 2.0 * away * away).sum::<f64>();
        least = away.fold(least, f64::max);
        let kept: Vec<DVec2> = (from..=to).map(|i| over(held.balls[i][foot])).collect();
        for a in &kept {
            slide = kept.iter().map(|b| a.distance(*b)).fold(slide, f64::max);
        }
    }
    let lowest = |played: &Played| played.balls.iter().flatten().map(|p| p.y).fold(f64::INFINITY, f64::min);
    Held {
        moved: [(squares / count).sqrt(), most],
        least: [(least_squares / count).sqrt(), least],
        slide,
        sink: lowest(&free) - lowest(&held),
        support: carried(&free, fps) - carried(&held, fps),
    }
}

#[test]
fn holding_feet_moves_little_else() {
    for real in [real::styles_over_four_adverbs(), real::turns(), real::speeds()] {
        let fps = real.definition.motions[0].fps();
        let verb = &real.built.verb;
        for (e, example) in verb.examples().iter().enumerate() {
            let secs = Setting::new(verb, &example.at).duration().0;
            for foot in verb.feet() {
                for phase in &foot.phases {
                    let p = &phase[e];
                    let len = |v: [f64; 2]| v[0].hypot(v[1]);
                    print!("  {}: {:.2}-{:.2} ({:.2} s) settle {:.0} mm arriving {:.2} leaving {:.2} m/s;", verb.skeleton().joint(foot.ball).name, p.from, p.to, (p.to - p.from) * secs, 1e3 * len(p.settle), len(p.arriving) / secs, len(p.leaving) / secs);
                }
            }
            println!();
            let Held { moved, least, slide, sink, support } = held(verb, &example.at, fps);
            let [rms, most] = moved.map(|m| 1e3 * m);
            let [r, m] = least.map(|m| 1e3 * m);
            let over = if rms > f64::max(3.0, 1.3 * r) || most > f64::max(20.0, 1.3 * m) { "OVER" } else { "" };
            println!(
                "{:16} rms {rms:5.1} ({r:4.1}) max {most:5.1} ({m:4.1}) slide {:5.1} sink {:5.1} support -{support:.2} {over}",
                example.name, 1e3 * slide, 1e3 * sink
            );
        }
        let all: Vec<f64> = points_of_the_hull(verb, 40).iter().map(|p| held(verb, p, fps).slide).collect();
        let sliding = all.iter().filter(|s| **s > CIRCLE_M).count();
        println!("  hull: {sliding} of {} slide, {:.1} mm at most", all.len(), 1e3 * all.iter().fold(0.0, |a: f64, b| a.max(*b)));
    }
}
