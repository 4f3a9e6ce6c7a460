//! Walks on slopes climb: height travels like the place on the ground does.

use std::sync::Arc;

use adverb::curve::Derivative;
use adverb::{Actor, CanonicalTime, DPlacement, Graph, Setting, Skeleton, Verb, VerbTime};
use adverb_author::gait::{self, Gait, Style};
use adverb_author::motion::{self, Motion, Recording, Search, basic};
use adverb_author::rig;
use adverb_author::space::{Axis, Example, Space};
use adverb_author::verb::{self, Definition, Keeps, Ranges};

use super::measure::{self, at, played, sampled};

const NAMES: [&str; 3] = ["downhill", "neutral", "uphill"];

fn style(name: &str) -> Style {
    gait::styles().into_iter().find(|style| style.name == name).expect("a built-in style")
}

fn recorded(gait: &Gait, skeleton: &Arc<Skeleton>) -> Arc<Motion> {
    let recording = Arc::new(Recording::raw(skeleton, &gait.clip).expect("its own skeleton"));
    let keys = gait.keys.map(|frame| (String::new(), frame as f64 / gait.clip.fps));
    Arc::new(basic(skeleton.clone(), recording, &keys, vec![]).expect("a motion"))
}

fn recordings() -> Vec<Arc<Motion>> {
    let gaits = NAMES.map(|name| gait::synthesise(&style(name)));
    let skeleton = Arc::new(rig::skeleton_of(&gaits[0].clip).expect("a skeleton"));
    gaits.iter().map(|gait| recorded(gait, &skeleton)).collect()
}

fn walk() -> Verb {
    let example = |name: &str| Example::new(name, [style(name).slope_deg]);
    let space = Space::new(vec![Axis::new("slope", [-10.0, 10.0])], NAMES.map(example).into());
    let definition = Definition {
        name: "walk".into(),
        space: space.into(),
        measures: Vec::new(),
        motions: recordings(),
        cycle: true,
        rates: vec![None],
        keeps: Keeps::Feet,
        goals: Vec::new(),
        control_points: None,
        variations: false,
        clear_hands: true,
        ranges: Ranges::People,
    };
    let built = verb::build(&definition).expect("a verb");
    assert!(built.warnings.is_empty(), "{:?}", built.warnings);
    built.verb
}

#[test]
fn examples_on_slopes_come_back_as_they_were_recorded() {
    let verb = walk();
    for (example, recorded) in verb.examples().iter().zip(recordings()) {
        let steps = (recorded.duration().0 * recorded.fps()).round() as usize;
        let ours = played(&verb, &example.at, 1, steps, false).frames;
        let (rms, most) = measure::distance(&sampled(&recorded, steps), &ours);
        println!("{}: {:.2} mm rms, {:.1} mm at most", example.name, 1e3 * rms, 1e3 * most);
        assert!(rms < 1e-3 && most < 10e-3, "{}: {rms} m rms, {most} m", example.name);
    }
}

#[test]
fn ten_cycles_climb_ten_times_as_far_as_one() {
    let verb = walk();
    for slope in [-10.0f32, -4.0, 0.0, 7.0, 10.0] {
        let graph = Graph::of_verb(verb.clone());
        let (mut once, mut often) = (at(&graph, &[slope]), at(&graph, &[slope]));
        let secs = once.setting().duration().0;
        once.step(secs, &mut ());
        let height = |actor: &Actor| f64::from(actor.dofs()[Skeleton::HEIGHT.index()]);
        often.step(0.0, &mut ());
        let before = height(&often);
        for _ in 0..1000 {
            often.step(secs / 100.0, &mut ());
        }
        let [once, climbed] = [once.placement().y, often.placement().y];
        assert!((climbed - 10.0 * once).abs() < 1e-6, "{slope}: {climbed}");
        let rise = height(&often) - before;
        assert!((rise - climbed).abs() < 1e-4, "{slope}: the pose rises by {rise} m");
        // As steep as asked for.
        let way = often.placement().x.hypot(often.placement().z);
        let steep = climbed.atan2(way).to_degrees();
        assert!((steep - f64::from(slope)).abs() < 0.5, "asked for {slope}°, climbs {steep}°");
    }
}

#[test]
fn feet_on_slopes_stay_where_they_stand() {
    let verb = walk();
    assert_eq!(verb.feet().len(), 2);
    for i in 0..=20 {
        let point = [i as f32 - 10.0];
        let played = played(&verb, &point, 2, 90, true);
        assert!(measure::supported(&played) > 0.9, "{point:?}: {}", measure::supported(&played));
        assert!(measure::slide(&played) < 3e-3, "{point:?}: {} m", measure::slide(&played));
        // Nor do they sink into the hill, or rise above it.
        let (mut up, mut since) = (0.0f64, [None; 2]);
        for (balls, standing) in played.balls.iter().zip(&played.standing) {
            for foot in 0..2 {
                let first = *since[foot].get_or_insert(balls[foot].y);
                up = if standing[foot] { up.max((balls[foot].y - first).abs()) } else { up };
                since[foot] = standing[foot].then_some(first);
            }
        }
        println!(
            "{point:?}: a standing foot slides {:.2} mm, rises {:.1} mm",
            1e3 * measure::slide(&played),
            1e3 * up
        );
        assert!(up < 0.035, "{point:?}: a standing foot rises by {up} m");
    }
}

#[test]
fn a_place_given_has_its_own_height() {
    let graph = Graph::of_verb(walk());
    let mut actor = at(&graph, &[10.0]);
    actor.step(5.0, &mut ());
    let climbed = actor.placement().y;
    assert!(climbed > 0.8, "{climbed} m");
    actor.push_to(DPlacement { x: 1.0, y: climbed, z: 2.0, heading: 0.5 });
    assert!((actor.placement().y - climbed).abs() < 1e-9);
    actor.push_to(DPlacement { y: climbed + 0.5, ..actor.placement() });
    assert!((actor.placement().y - climbed - 0.5).abs() < 1e-9);
    actor.place(DPlacement { y: 3.0, ..DPlacement::ORIGIN });
    assert_eq!(actor.placement().y, 3.0);
}

#[test]
fn cycles_and_verbs_on_slopes_are_motions_that_climb() {
    let skeleton_of_all = recordings();
    for (recorded, name) in skeleton_of_all.iter().zip(NAMES) {
        let cycle = Arc::new(motion::cycle(recorded.clone(), Search::Default).expect("a cycle"));
        let rise = style(name).slope_deg.to_radians().tan() * style(name).speed_m_s * cycle.duration().0;
        assert!((cycle.rise_m() - rise).abs() < 0.01 * rise.abs() + 1e-12, "{name}: {} m", cycle.rise_m());
        assert!(cycle.cycle_gap_m().expect("a cycle") < 0.01, "{name}");
        let twice = motion::concatenation(vec![cycle.clone(), cycle.clone()]).expect("a motion");
        let height = |motion: &Motion, secs: f64| motion.pose(VerbTime(secs))[Skeleton::HEIGHT.index()];
        for k in 0..40 {
            let secs = 0.05 * f64::from(k) * cycle.duration().0;
            let (own, joined) = (height(&cycle, secs), height(&twice, secs));
            assert!((own - joined).abs() < 1e-5, "{name} after {secs} s: {own} m, {joined} m");
        }
    }
    let verb = Arc::new(walk());
    let motion = motion::verb(verb.clone(), &[6.0], 60.0).expect("a motion");
    let setting = Setting::new(&verb, &[6.0]);
    let mut velocity = vec![0.0; verb.skeleton().dofs().len()];
    for k in 1..30 {
        let time = VerbTime(0.083 * f64::from(k));
        let mut dofs = vec![0.0; velocity.len()];
        let rounds = (time.0 / motion.duration().0).floor();
        let t = setting.timeline().canonical_time(VerbTime(time.0 - rounds * motion.duration().0));
        verb.pose(&setting, CanonicalTime(rounds + t.0), &mut dofs);
        let height = |time: VerbTime| f64::from(motion.pose(time)[Skeleton::HEIGHT.index()]);
        assert!((height(time) - f64::from(dofs[Skeleton::HEIGHT.index()])).abs() < 1e-5);
        motion.evaluate(time, Derivative::Velocity, &mut velocity);
        let slope = (height(time + 1e-3) - height(time - 1e-3)) / 2e-3;
        let own = f64::from(velocity[Skeleton::HEIGHT.index()]);
        assert!((slope - own).abs() < 0.02, "{own}, not {slope}");
    }
}

#[test]
fn level_ground_does_not_climb() {
    for style in gait::styles().into_iter().filter(|style| style.slope_deg == 0.0) {
        let gait = gait::synthesise(&style);
        let skeleton = Arc::new(rig::skeleton_of(&gait.clip).expect("a skeleton"));
        let cycle = motion::cycle(recorded(&gait, &skeleton), Search::Default).expect("a cycle");
        assert_eq!(cycle.rise_m(), 0.0, "{}", style.name);
    }
}
