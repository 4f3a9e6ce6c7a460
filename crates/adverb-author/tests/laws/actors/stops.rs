//! Stops and starts, from every phase: feet that stand do not slide, feet that move are lifted, nothing starts harder than what was
//! recorded, no foot comes below the floor.

use std::collections::BTreeMap;

use adverb::graph::{Blend, Parts, Transition, VerbId};
use adverb::{Actor, CanonicalTime, Graph};
use adverb_author::project::Project;
use adverb_testdata::recordings_dir;
use glam::DVec3;

use super::measure::world;
use super::stage;
use crate::support::recordings::Take;

/// Frames per second of what is looked at; accelerations are second differences at 30 of them.
const FPS: usize = 120;
const STRIDE: usize = FPS / 30;
const PHASES: usize = 40;

/// The second differences of where each joint is, by name, sorted.
type Differences = BTreeMap<String, Vec<f64>>;

struct Frame {
    at: Vec<DVec3>,
    planted: Vec<bool>,
}

impl Frame {
    fn of(graph: &Graph, actor: &Actor) -> Self {
        let at = world(graph.skeleton(), actor.dofs());
        let planted = graph.foot_ids().map(|foot| actor.is_planted(foot)).collect();
        Self { at: at.iter().map(|joint| joint.translation.as_dvec3()).collect(), planted }
    }
}

fn second_differences(of: impl Fn(usize) -> DVec3, count: usize, stride: usize) -> Vec<f64> {
    let at = |i: usize| (of(i) - 2.0 * of(i - stride) + of(i - 2 * stride)).length();
    (2 * stride..count).map(at).collect()
}

/// What every example of every verb of a graph does when it plays alone, and how low its standing feet are.
fn played(graph: &Graph) -> (Differences, Vec<f64>) {
    let mut all = Differences::new();
    let mut lowest = vec![f64::INFINITY; graph.feet().len()];
    for id in graph.nodes() {
        for example in graph.verb(id).examples() {
            let alone = Graph::of_verb(graph.verb(id).clone());
            let mut actor = Actor::new(alone.clone(), 0);
            for (knob, value) in example.at.iter().enumerate() {
                actor.set_knob(adverb::graph::KnobId(knob), *value);
            }
            actor.snap_knobs();
            let frames = play(&alone, &mut actor, 4 * FPS);
            collect(graph, &frames, &mut all);
            for (lowest, foot) in lowest.iter_mut().zip(graph.feet()) {
                let heights = frames.iter().map(|frame| frame.at[foot.ball.index()].y);
                *lowest = heights.fold(*lowest, f64::min);
            }
        }
    }
    all.values_mut().for_each(|own| own.sort_by(f64::total_cmp));
    (all, lowest)
}

fn collect(graph: &Graph, frames: &[Frame], all: &mut Differences) {
    for (j, joint) in graph.skeleton().joints().iter().enumerate() {
        let own = second_differences(|i| frames[i].at[j], frames.len(), STRIDE);
        all.entry(joint.name.clone()).or_default().extend(own);
    }
}

fn play(graph: &Graph, actor: &mut Actor, count: usize) -> Vec<Frame> {
    let step = |_| {
        actor.step(1.0 / FPS as f64, &mut ());
        Frame::of(graph, actor)
    };
    (0..count).map(step).collect()
}

/// What was measured of all transitions from one verb to another.
#[derive(Debug, Default)]
struct Measured {
    /// Stances as they are seen, and how many of them slide by more than 5 mm.
    stances: usize,
    slides: usize,
    /// How high feet are lifted that make a step of more than 3 cm to where they stand still, at least; metres.
    least_lift_m: f64,
    /// The part of second differences above the 99.9th percentile of the reference, and the largest as a multiple of its largest.
    above: f64,
    largest: f64,
    /// The largest acceleration, metres per second per second.
    peak: f64,
    /// How far any ball comes below its lowest in any verb.
    sinks_m: f64,
}

impl Measured {
    fn of(graph: &Graph, from: &str, to: &str, reference: &Differences, lowest: &[f64]) -> Self {
        let verb = |name: &str| graph.verb_named(name).expect("a verb");
        let mut own = Self { least_lift_m: f64::INFINITY, ..Self::default() };
        let (mut above, mut all) = (0, 0);
        for phase in 0..PHASES {
            let frames = transition(graph, [verb(from), verb(to)], (phase as f64 + 0.5) / PHASES as f64);
            for (foot, lowest) in graph.feet().iter().zip(lowest) {
                let ball = foot.ball.index();
                own.sinks_m = frames.iter().map(|f| lowest - f.at[ball].y).fold(own.sinks_m, f64::max);
            }
            for foot in 0..graph.feet().len() {
                own.look_at_foot(graph, &frames, foot, lowest[foot]);
            }
            for (j, joint) in graph.skeleton().joints().iter().enumerate() {
                let recorded = &reference[&joint.name];
                let (most, rare) = (recorded[recorded.len() - 1], recorded[recorded.len() * 999 / 1000]);
                for x in second_differences(|i| frames[i].at[j], frames.len(), STRIDE) {
                    all += 1;
                    above += usize::from(x > rare);
                    own.largest = own.largest.max(x / most);
                    own.peak = own.peak.max(x * 900.0);
                }
            }
        }
        own.above = above as f64 / all as f64;
        println!("{from} → {to}: {own:?}");
        own
    }

    fn look_at_foot(&mut self, graph: &Graph, frames: &[Frame], foot: usize, lowest: f64) {
        let (ball, root) = (graph.feet()[foot].ball.index(), graph.skeleton().root().index());
        let flat = |i: usize, joint: usize| frames[i].at[joint].with_y(0.0);
        let speed =
            |i: usize, joint: usize| flat(i + 1, joint).distance(flat(i - 1, joint)) * FPS as f64 / 2.0;
        // A stance as an independent judge sees it: the ball is low, and slow for how the body goes.
        let stands: Vec<bool> = (1..frames.len() - 1)
            .map(|i| frames[i].at[ball].y < lowest + 0.04 && speed(i, ball) < 0.15 + 0.25 * speed(i, root))
            .collect();
        let mut start = 0;
        for run in stands.chunk_by(|a, b| a == b) {
            let (from, to) = (start + 1 + FPS / 30, (start + run.len()).saturating_sub(FPS / 30));
            start += run.len();
            if !run[0] || run.len() < FPS * 8 / 100 || to <= from {
                continue;
            }
            let far = (from..to).flat_map(|i| (i..to).map(move |k| (i, k)));
            let far = far.map(|(i, k)| flat(i, ball).distance(flat(k, ball))).fold(0.0, f64::max);
            self.stances += 1;
            self.slides += usize::from(far > 0.005);
        }
        let mut start = 0;
        for run in frames.chunk_by(|a, b| a.planted[foot] == b.planted[foot]) {
            let (from, to) = (start, start + run.len());
            start = to;
            let steps = !run[0].planted[foot] && from > 0 && to < frames.len();
            if steps && flat(from, ball).distance(flat(to, ball)) > 0.03 {
                let lift = run.iter().map(|f| f.at[ball].y - lowest).fold(0.0, f64::max);
                self.least_lift_m = self.least_lift_m.min(lift);
            }
        }
    }
}

/// A transition that is asked for at a canonical time of its first verb, until a second and a half after its end.
fn transition(graph: &Graph, [from, to]: [VerbId; 2], t: f64) -> Vec<Frame> {
    let mut actor = Actor::new(graph.clone(), 0);
    actor.start(from, CanonicalTime(t));
    let mut frames = play(graph, &mut actor, 2 * STRIDE);
    actor.request(to).expect("a way");
    while actor.verb() != to || actor.transition().is_some() {
        frames.extend(play(graph, &mut actor, 1));
        assert!(frames.len() < 20 * FPS, "it never arrives");
    }
    actor.request(to).expect("it is there");
    frames.extend(play(graph, &mut actor, FPS * 3 / 2));
    // Waiting for the transition to begin is none of its matter.
    let moved = |i: &usize| frames.len() - i <= FPS * 3;
    let first = (0..frames.len()).find(moved).unwrap_or(0);
    frames.drain(..first);
    frames
}

/// The same graph whose transitions are all of another kind.
fn with_blend(graph: &Graph, blend: &Blend) -> Graph {
    let transitions = graph.parts().transitions.iter();
    let transitions = transitions.map(|own| Transition { blend: blend.clone(), ..own.clone() }).collect();
    let parts = Parts { transitions, ..graph.parts().clone() };
    Graph::new(graph.verbs().to_vec().into(), parts).expect("a graph")
}

/// A walk in five moods, a run, a bow as a way to stand, and one with an arm up; every transition may begin at any time.
fn recorded() -> Option<(Graph, Differences)> {
    let folder = recordings_dir()?;
    let walks = [("normal", [108, 124, 140], [0.0, 0.0]), ("happy", [101, 117, 132], [1.0, 0.5])];
    let more = [("sad", [111, 136, 160], [-1.0, -0.6]), ("angry", [68, 80, 91], [-0.7, 0.8])];
    let mut text = String::from("[project]\nskeleton = \"walk-styles/dataset-1_walk_normal_001.bvh\"\n");
    let mut examples =
        String::from("[verbs.walk]\ncycle = true\nadverbs = { happiness = [-1, 1], energy = [-1, 1] }\n");
    let mut files = Vec::new();
    for (name, [left, right, next], [happiness, energy]) in walks.into_iter().chain(more) {
        let file = format!("walk-styles/dataset-1_walk_{name}_001.bvh");
        text += &format!(
            "[motions.{name}]\nfile = {file:?}\nkeys = [{{ left-down = {left} }}, {{ right-down = {right} }}, {{ left-down = {next} }}]\n"
        );
        examples += &format!(
            "[[verbs.walk.examples]]\nmotion = {name:?}\nat = {{ happiness = {happiness}, energy = {energy} }}\n"
        );
        files.push(file);
    }
    for (name, file, keys) in [
        ("bow", "gestures/dataset-1_bow_normal_001.bvh", "keys = [{ start = 0 }, { end = 136 }]"),
        ("respond", "gestures/dataset-1_respond_normal_001.bvh", "keys = [{ start = 16 }, { end = 78 }]"),
    ] {
        text += &format!("[motions.{name}]\nfile = {file:?}\n{keys}\n");
        files.push(file.into());
    }
    text += &examples;
    text +=
        "[verbs.idle]\nmotion = \"bow\"\ncycle = true\n[verbs.stand]\nmotion = \"respond\"\ncycle = true\n";
    text += "[graph.main]\nstart = [\"idle\"]\n";
    for (from, to, secs, enter) in [
        ("walk", "idle", 0.6, "[0.0, 0.15]"),
        ("walk", "stand", 0.6, "[0.0, 0.15]"),
        ("idle", "walk", 0.5, "[0.15, 0.5]"),
        ("stand", "walk", 0.5, "[0.15, 0.5]"),
        ("idle", "stand", 0.6, "[0.0, 0.2]"),
    ] {
        text += &format!(
            "[[graph.main.transitions]]\nfrom = {from:?}\nto = {to:?}\nleave = \"any\"\nsecs = {secs}\nenter = {enter}\n"
        );
    }
    let mut read = |file: &str| std::fs::read(folder.join(file)).map_err(|e| e.to_string());
    let project = Project::load("adverb.toml", &text, &mut read).unwrap_or_else(|e| panic!("{e}"));
    let pack = project.pack(|_| ()).unwrap_or_else(|e| panic!("{e}")).pack;
    let graph = pack.graph_named("main").expect("a graph");
    files.extend([
        "run-styles/dataset-1_run_happy_001.bvh".into(),
        "walk-styles/dataset-1_walk_tired_001.bvh".into(),
    ]);
    let mut reference = Differences::new();
    for file in files {
        let clip = Take::of(&folder.join(file)).clip();
        let frames: Vec<_> = (0..clip.frame_count()).map(|frame| clip.world(clip.frame(frame))).collect();
        for (j, joint) in clip.joints.iter().enumerate() {
            let own = second_differences(|i| frames[i][j].translation, frames.len(), 1);
            reference.entry(joint.name.clone()).or_default().extend(own);
        }
    }
    reference.values_mut().for_each(|own| own.sort_by(f64::total_cmp));
    Some(((**graph).clone(), reference))
}

#[test]
fn stops_land_where_the_next_verb_stands_and_starts_are_no_harder_than_the_walk() {
    let graph = stage::hero();
    let (reference, lowest) = played(graph);
    for (from, to) in [("walk", "idle"), ("idle", "walk"), ("stretch", "walk"), ("idle", "reach")] {
        let own = Measured::of(graph, from, to, &reference, &lowest);
        assert!(20 * own.slides <= own.stances, "{from} → {to}: feet slide");
        assert!(own.least_lift_m > 0.04, "{from} → {to}: a foot shuffles");
        assert!(own.above < 0.002 && own.largest < 1.2, "{from} → {to}: too sudden");
        assert!(own.sinks_m < 0.003, "{from} → {to}: a foot sinks");
    }
}

#[test]
fn recorded_walks_stop_and_start_as_people_do() {
    let Some((graph, reference)) = recorded() else { return };
    let (_, lowest) = played(&graph);
    for (from, to) in
        [("walk", "idle"), ("walk", "stand"), ("idle", "walk"), ("stand", "walk"), ("idle", "stand")]
    {
        let own = Measured::of(&graph, from, to, &reference, &lowest);
        assert!(own.least_lift_m > 0.04, "{from} → {to}: a foot shuffles");
        assert!(own.above < 0.002 && own.largest < 1.2, "{from} → {to}: too sudden");
        assert!(own.sinks_m < 0.005, "{from} → {to}: a foot sinks");
        if from == "walk" || from == "stand" {
            assert!(20 * own.slides <= own.stances, "{from} → {to}: feet slide");
        }
    }
}

#[test]
fn feet_stay_above_the_floor_after_a_cut() {
    let hero = with_blend(stage::hero(), &Blend::Inertial);
    let (reference, lowest) = played(&hero);
    for (from, to) in [("walk", "idle"), ("idle", "walk"), ("walk", "run"), ("run", "walk")] {
        let own = Measured::of(&hero, from, to, &reference, &lowest);
        assert!(own.sinks_m < 0.005, "{from} → {to}: a foot sinks");
    }
    let Some((graph, reference)) = recorded() else { return };
    let graph = with_blend(&graph, &Blend::Inertial);
    let (_, lowest) = played(&graph);
    for (from, to) in [("walk", "idle"), ("walk", "stand"), ("idle", "walk")] {
        let own = Measured::of(&graph, from, to, &reference, &lowest);
        assert!(own.sinks_m < 0.005, "{from} → {to}: a foot sinks");
    }
}

/// Who waits turns by as much as the knob says, on feet that step, and waits again.
#[test]
fn a_knob_turns_who_waits() {
    let graph = stage::hero();
    let (reference, lowest) = played(graph);
    let knob = graph.knob_named("angle").expect("a knob");
    let idle = graph.verb_named("idle").expect("a verb");
    for degrees in [60.0f32, -35.0, 90.0, 5.0] {
        let mut actor = Actor::new(graph.clone(), 0);
        let mut frames = play(graph, &mut actor, FPS / 2);
        let before = actor.placement().heading;
        actor.set_knob(knob, degrees);
        while actor.verb() == idle && frames.len() < 2 * FPS {
            frames.extend(play(graph, &mut actor, 1));
        }
        assert_eq!(actor.verb() == idle && actor.transition().is_none(), degrees.abs() < 10.0, "{degrees}°");
        actor.request(idle).expect("it comes back");
        while actor.verb() != idle || actor.transition().is_some() {
            frames.extend(play(graph, &mut actor, 1));
            assert!(frames.len() < 20 * FPS, "it never comes back");
        }
        frames.extend(play(graph, &mut actor, FPS));
        let turned = (actor.placement().heading - before).to_degrees();
        let wanted = if degrees.abs() < 10.0 { 0.0 } else { f64::from(degrees) };
        println!("{degrees}°: turned by {turned:.1}°");
        assert!((turned - wanted).abs() < 4.0, "it turned by {turned}°, not {wanted}°");
        let mut own = Measured { least_lift_m: f64::INFINITY, ..Measured::default() };
        (0..graph.feet().len()).for_each(|foot| own.look_at_foot(graph, &frames, foot, lowest[foot]));
        assert!(own.slides == 0 && own.least_lift_m > 0.04, "{degrees}°: {own:?}");
        for (j, joint) in graph.skeleton().joints().iter().enumerate() {
            let recorded = &reference[&joint.name];
            let own = second_differences(|i| frames[i].at[j], frames.len(), STRIDE);
            let most = own.into_iter().fold(0.0, f64::max);
            assert!(most < 1.2 * recorded[recorded.len() - 1], "{degrees}°: {} is too sudden", joint.name);
        }
    }
}
