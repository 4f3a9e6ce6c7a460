//! Walks in place go where they went: travel from feet, on recordings whose travel is taken away.

use std::collections::BTreeMap;
use std::sync::Arc;

use adverb::{Placement, Skeleton, VerbTime};
use adverb_author::annotate::annotate;
use adverb_author::finding::{Criterion, Verdict};
use adverb_author::import::{ImportOptions, import};
use adverb_author::motion::Recording;
use adverb_author::project::Project;
use adverb_author::{Clip, demo, rig, travel};
use adverb_testdata::mixamo::{Figure, Move};
use adverb_testdata::recordings_dir;

use crate::support::recordings::{Take, are_real, gaits, recordings};

fn recorded(clip: &Clip) -> (Arc<Skeleton>, Recording) {
    let skeleton = Arc::new(rig::skeleton_of(clip).unwrap());
    let recording = Recording::raw(&skeleton, clip).unwrap();
    (skeleton, recording)
}

/// The ways in which recordings are in place.
#[derive(Debug, Clone, Copy)]
enum InPlace {
    /// Its way from start to end is taken away, evenly.
    Even,
    /// Hips do not move over the ground.
    Pinned,
}

impl InPlace {
    fn of(self, recording: &Recording) -> Recording {
        let own = recording.places();
        let (first, last) = (own[0], own[own.len() - 1]);
        let steps = (own.len() - 1) as f32;
        let still = own.iter().enumerate().map(|(f, place)| {
            let part = f as f32 / steps;
            let [x, z] = match self {
                Self::Even => [place.x - part * (last.x - first.x), place.z - part * (last.z - first.z)],
                Self::Pinned => [first.x, first.z],
            };
            Placement { x, z, ..*place }
        });
        recording.placed(&still.collect::<Vec<_>>())
    }
}

/// By how much the speed differs, as a part, and how far apart two ways are after a cycle of so many frames: usually.
fn apart(own: &[Placement], found: &[Placement], cycle: usize) -> (f64, f64) {
    let cycle = cycle.min(own.len() - 1);
    let (mut ways, mut far) = ([0.0; 2], Vec::new());
    for from in (0..own.len() - cycle).step_by(1 + cycle / 4) {
        let way = |places: &[Placement]| places[from].inverse().compose(places[from + cycle]);
        let (a, b) = (way(own), way(found));
        far.push(f64::from((a.x - b.x).hypot(a.z - b.z)));
        ways[0] += f64::from(a.x.hypot(a.z));
        ways[1] += f64::from(b.x.hypot(b.z));
    }
    far.sort_by(f64::total_cmp);
    (ways[1] / ways[0] - 1.0, far[far.len() / 2])
}

/// The walks and runs, also those without notes.
fn takes() -> Vec<Take> {
    let more = ["143_01", "143_32"].map(|name| format!("everyday/{name}.bvh"));
    let more =
        recordings_dir().into_iter().flat_map(|dir| more.clone().map(|name| Take::of(&dir.join(name))));
    gaits().into_iter().chain(more).collect()
}

/// By how much speed and way differ of all takes whose names have one of these parts, put in place in each way.
fn told(parts: &[&str]) -> Vec<(String, f64, f64)> {
    let mut told = Vec::new();
    for take in takes().iter().filter(|take| parts.iter().any(|part| take.name.contains(part))) {
        let mut clip = take.clip();
        // CMU's have an added T-pose.
        let skipped = if clip.fps > 100.0 { 3 } else { 0 };
        clip.locals.drain(..clip.joints.len() * skipped);
        let (skeleton, recording) = recorded(&clip);
        // From one foot-down to the next of the same foot.
        let downs = take.notes["foot_down"]["L"].as_array().into_iter().flatten();
        let downs: Vec<u64> = downs.filter_map(|f| f.as_u64()).collect();
        let cycle = if downs.len() > 1 { (downs[1] - downs[0]) as usize } else { clip.fps.round() as usize };
        for way in [InPlace::Even, InPlace::Pinned] {
            let found = travel::from_feet(&skeleton, &way.of(&recording)).unwrap();
            let (speed, far) = apart(&recording.places(), &found.places(), cycle);
            let name = take.name.rsplit('/').next().unwrap_or_default();
            let what = format!("{name} {way:?}: {:+.2} %, {:.1} cm", 100.0 * speed, 100.0 * far);
            println!("{what}");
            told.push((what, speed, far));
        }
    }
    told
}

#[test]
fn walks_in_place_go_where_they_went() {
    // Straight walks of CMU's, and all that are called walks.
    let told =
        told(&["07_01", "07_04", "07_12", "16_11", "16_13", "16_15", "104_02", "143_32", "walk-", "walk_"]);
    assert!(told.len() >= if are_real() { 2 * 37 } else { 6 }, "{} walks", told.len());
    for (what, speed, far) in told {
        // Its feet slide: its root was straightened to a cycle.
        let slides = what.starts_with("dataset-1_walk-back_normal");
        assert!(speed.abs() < 0.021, "{what}");
        assert!(far < if slides { 0.05 } else { 0.03 }, "{what}");
    }
}

#[test]
fn runs_in_place_go_as_fast_as_they_did() {
    let told = told(&["run_", "dash_", "09_01", "16_35", "16_37", "143_01"]);
    assert!(told.len() >= if are_real() { 2 * 24 } else { 2 }, "{} runs", told.len());
    for (what, speed, _) in told {
        assert!(speed.abs() < 0.025, "{what}");
    }
}

#[test]
fn how_a_recording_was_put_in_place_does_not_matter() {
    for pair in told(&["07_12", "walk_happy", "run_happy", "run_tired"]).chunks(2) {
        let [even, pinned] = pair else { panic!("each in both ways") };
        assert!(
            (even.1 - pinned.1).abs() < 0.002 && (even.2 - pinned.2).abs() < 0.003,
            "{even:?} {pinned:?}"
        );
    }
}

#[test]
fn a_made_figure_in_place_goes_as_fast_as_it_says_and_turns() {
    for (of, speed_within, turn_within) in
        [(Move::Walk, 0.02, 0.5), (Move::Turn, 0.05, 5.0), (Move::Run, 0.1, 1.0)]
    {
        let figure = Figure { moves: &[Move::Walk, Move::Turn, Move::Run], ..Figure::default() };
        let options = ImportOptions { animation: Some(of.name().into()), ..ImportOptions::default() };
        let (skeleton, recording) = recorded(&import("mixamo.glb", &figure.glb(), &options).unwrap());
        let (found, speed) = travel::of_one_in_place(&skeleton, &recording).unwrap().expect("it is in place");
        let off = speed / of.speed_m_s() - 1.0;
        let at = found.places();
        let turn = f64::from(at[at.len() - 1].heading - at[0].heading).to_degrees();
        println!("{of:?}: {:+.2} %, {turn:.1}° for {}°", 100.0 * off, of.turn_deg());
        assert!(off.abs() < speed_within, "{of:?}: {speed} m/s for {}", of.speed_m_s());
        assert!((turn - of.turn_deg()).abs() < turn_within, "{of:?}: {turn}° for {}°", of.turn_deg());
    }
}

#[test]
fn what_travels_or_stands_is_not_in_place() {
    for take in recordings() {
        let (skeleton, recording) = recorded(&take.clip());
        let found = travel::of_one_in_place(&skeleton, &recording).unwrap();
        assert_eq!(found.map(|(_, speed)| speed), None, "{}", take.name);
    }
    let figure = Figure { moves: &[Move::Idle], ..Figure::default() };
    let (skeleton, recording) =
        recorded(&import("mixamo.glb", &figure.glb(), &ImportOptions::default()).unwrap());
    assert!(travel::of_one_in_place(&skeleton, &recording).unwrap().is_none(), "an idle");
}

/// A project with the built-in files and a walk in place.
fn loaded(text: &str) -> Result<Project, adverb_author::Error> {
    let files: BTreeMap<String, Vec<u8>> = demo::project().into_iter().collect();
    let walk = Figure { moves: &[Move::Walk], ..Figure::default() }.glb();
    let mut read = |name: &str| match name {
        "walk.glb" => Ok(walk.clone()),
        _ => files.get(name).cloned().ok_or_else(|| "no such file".to_string()),
    };
    Project::load("adverb.toml", text, &mut read)
}

/// How far a motion goes.
fn way_m(project: &Project, name: &str) -> f32 {
    let motion = &project.motions[name];
    let [from, to] = [VerbTime::ZERO, motion.duration()].map(|time| Placement::of(&motion.pose(time)));
    (to.x - from.x).hypot(to.z - from.z)
}

#[test]
fn a_project_finds_walks_in_place_and_says_so() {
    let project = loaded(
        "[motions.found]\nfile = \"walk.glb\"\n\
         [motions.told]\nfile = \"walk.glb\"\ntravel = \"from-feet\"\n\
         [motions.kept]\nfile = \"walk.glb\"\ntravel = \"as-recorded\"\n",
    )
    .unwrap();
    let told: Vec<_> = project.warnings.iter().filter(|own| own.criterion == Criterion::InPlace).collect();
    assert_eq!(told.len(), 1, "{:?}", project.warnings);
    assert_eq!(told[0].verdict, Verdict::Note);
    assert!(told[0].told().contains("walk.glb: it walks in place"), "{}", told[0].told());
    let [found, asked, kept] = ["found", "told", "kept"].map(|name| way_m(&project, name));
    assert_eq!(found, asked);
    assert!(found > 1.0 && kept < 0.01, "{found} {kept}");
}

#[test]
fn a_travel_that_is_none_is_refused_with_its_line() {
    let error = loaded("[motions.a]\nfile = \"walk.glb\"\ntravel = \"forwards\"\n").unwrap_err().to_string();
    assert!(error.contains("adverb.toml:3") && error.contains("from-feet, as-recorded"), "{error}");
}

#[test]
fn annotations_show_the_steps_of_a_walk_in_place() {
    let figure = Figure { moves: &[Move::Walk], ..Figure::default() };
    let clip = import("mixamo.glb", &figure.glb(), &ImportOptions::default()).unwrap();
    let annotation = annotate(&clip).unwrap();
    assert!(annotation.contacts.iter().all(|(_, contacts)| !contacts.is_empty()), "{annotation:?}");
    let speed = annotation.measures.expect("a cycle").speed_m_s;
    assert!((speed / Move::Walk.speed_m_s() - 1.0).abs() < 0.03, "{speed}");
}
