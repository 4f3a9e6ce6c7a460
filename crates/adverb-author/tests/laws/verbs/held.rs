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
    let (mut least_squares, mut least) = (0.0, 0.0f64);
    let all = stances(&free.frames, &free.balls, fps);
    for Stance { foot, from, to } in all.iter().filter_map(|stance| stance.trimmed(steps, fps)) {
        let places: Vec<DVec2> = (from..=to).map(|i| over(free.balls[i][foot])).collect();
        let centre = centre(&places);
        // Ball and toes move, nothing else.
        let away = places.iter().map(|place| (place.distance(centre) - 0.5 * CIRCLE_M).max(0.0));
        least_squares += away.clone().map(|away| 2.0 * away * away).sum::<f64>();
        least = away.fold(least, f64::max);
    }
    let slide = slide(verb, point, steps, fps);
    Held {
        moved: [(squares / count).sqrt(), most],
        least: [(least_squares / count).sqrt(), least],
        slide,
        support: carried(&free, fps) - carried(&held, fps),
    }
}

/// How far a ball slides in a stance, held. Two rounds are looked at, since a stance that a sample cuts off has no end.
fn slide(verb: &Verb, point: &[f32], steps: usize, fps: f64) -> f64 {
    let [free, held]: [Played; 2] = [false, true].map(|held| played(verb, point, 2, steps, held));
    let last = 2 * steps;
    let whole = |stance: &Stance| stance.from > 0 && stance.to < last;
    let all = stances(&free.frames, &free.balls, fps);
    let mut slide = 0.0f64;
    for Stance { foot, from, to } in all.into_iter().filter(whole).filter_map(|s| s.trimmed(last, fps)) {
        let kept: Vec<DVec2> = (from..=to).map(|i| over(held.balls[i][foot])).collect();
        for a in &kept {
            slide = kept.iter().map(|b| a.distance(*b)).fold(slide, f64::max);
        }
    }
    slide
}

#[test]
fn holding_feet_moves_little_else() {
    let (mut examples, mut over, mut faults) = (0, 0, Vec::new());
    for real in [real::styles_over_four_adverbs(), real::turns(), real::speeds()] {
        let fps = real.definition.motions[0].fps();
        let verb = &real.built.verb;
        for example in verb.examples() {
            let Held { moved, least, slide, support } = held(verb, &example.at, fps);
            let [rms, most, r, m] = [moved[0], moved[1], least[0], least[1]].map(|m| 1e3 * m);
            let excess = [rms - f64::max(3.0, 1.3 * r), most - f64::max(20.0, 1.3 * m)];
            let name = &example.name;
            println!(
                "{name:16} rms {rms:4.1} (at least {r:3.1}), most {most:4.1} ({m:4.1}), slide {:4.1} mm, support -{support:.2}",
                1e3 * slide
            );
            // The right foot of 16_19 stands where its cycle is closed, over a gap of 56 mm: to an onlooker of one round it is two stances.
            let seam = name == "16_19";
            if excess[0] > if seam { 4.5 } else { 1.7 } || excess[1] > if seam { 12.0 } else { 9.0 } {
                faults.push(format!("{name}: {rms:.1} mm rms, {most:.1} mm at most"));
            }
            if 1e3 * slide > 5.0 || support > 0.05 {
                faults.push(format!("{name}: slides {:.1} mm, support -{support:.2}", 1e3 * slide));
            }
            examples += 1;
            over += usize::from(excess.iter().any(|excess| *excess > 0.0));
        }
    }
    println!("{over} of {examples} beyond the goal");
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(2 * over <= examples + 2);
}

#[test]
fn feet_hardly_slide_all_over_the_hull() {
    let mut faults = Vec::new();
    let all = [real::styles(), real::styles_over_four_adverbs(), real::turns(), real::speeds()];
    for real in &all {
        let verb = &real.built.verb;
        let fps = real.definition.motions[0].fps();
        let points = points_of_the_hull(verb, 60);
        let held: Vec<Held> = points.iter().map(|point| held(verb, point, fps)).collect();
        let sliding = held.iter().filter(|held| held.slide > CIRCLE_M).count();
        let most = |of: &dyn Fn(&Held) -> f64| held.iter().map(of).fold(0.0, f64::max);
        let (slide, moved, support) = (most(&|h| h.slide), most(&|h| h.moved[1]), most(&|h| h.support));
        println!("{sliding} of 60 slide, {slide:.4} m at most; moved by {moved:.3} m, support -{support:.2}");
        if sliding > 0 || moved > 0.075 || support > 0.05 {
            faults.push(format!("{sliding} of 60, {slide} m; {moved} m, {support}"));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}
