//! On recordings, against the notes beside them, which somebody else's method made (gait.json).

use adverb_author::annotate::{Annotation, Kind, Measures, annotate};
use adverb_author::finding::Criterion;
use adverb_author::sides::Side;
use serde_json::Value;

use crate::support::recordings as data;

/// A recording's notes and what was found in it.
struct Compared {
    name: String,
    fps: f64,
    notes: Value,
    found: Annotation,
}

/// All walks and runs whose feet alternate in the notes.
fn compared() -> Vec<Compared> {
    let compared = |take: data::Take| {
        let clip = take.clip();
        let found = annotate(&clip).expect("a good recording");
        Compared { name: take.name, fps: clip.fps, notes: take.notes, found }
    };
    let all = data::gaits().into_iter().map(compared);
    all.filter(|compared| compared.notes["events_alternate"] == true).collect()
}

impl Compared {
    fn noted_downs(&self, side: Side) -> Vec<f64> {
        let letter = if side == Side::Left { "L" } else { "R" };
        let frames = self.notes["foot_down"][letter].as_array().expect("frames");
        frames.iter().map(|frame| frame.as_f64().expect("a frame") / self.fps).collect()
    }

    fn found_downs(&self, side: Side) -> Vec<f64> {
        let own = self.found.contacts.iter().filter(|(other, _)| *other == side);
        own.flat_map(|(_, contacts)| contacts)
            .filter_map(|[down, _]| Some((*down)? as f64 / self.fps))
            .collect()
    }

    /// Frames from and to of every window that was found and begins with a foot.
    fn windows(&self, side: &str) -> Vec<[f64; 2]> {
        let begins = if side == "L" { "left-down" } else { "right-down" };
        let chosen = self.found.measures.map(|_| &self.found.keys);
        let keys = chosen.into_iter().chain(self.found.others.iter().map(|window| &window.keys));
        keys.filter(|keys| keys[0].0 == begins)
            .map(|keys| [keys[0].1, keys[keys.len() - 1].1].map(|frame| frame as f64))
            .collect()
    }
}

/// The seconds between a time and the nearest of others.
fn off(secs: f64, others: &[f64]) -> f64 {
    let offs = others.iter().map(|other| other - secs);
    offs.min_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(f64::INFINITY)
}

#[test]
fn foot_downs_agree_with_the_notes_within_70_ms() {
    let all = compared();
    let (mut offs, mut invented, mut found) = (Vec::new(), 0, 0);
    for file in &all {
        for side in Side::BOTH {
            let (noted, own) = (file.noted_downs(side), file.found_downs(side));
            let here: Vec<f64> = noted.iter().map(|&secs| 1000.0 * off(secs, &own)).collect();
            let extra: Vec<f64> =
                own.iter().copied().filter(|&secs| off(secs, &noted).abs() > 0.07).collect();
            if here.iter().any(|ms| ms.abs() > 70.0) || !extra.is_empty() {
                println!("{} {side:?}: {here:.0?} ms, not in the notes: {extra:.2?} s", file.name);
            }
            (invented, found) = (invented + extra.len(), found + own.len());
            offs.extend(here);
        }
    }
    let within = offs.iter().filter(|ms| ms.abs() <= 70.0).count();
    offs.sort_by(f64::total_cmp);
    let share = |part: f64| offs[(part * (offs.len() - 1) as f64) as usize];
    println!(
        "{} files: {within} of {} foot-downs within 70 ms, {:.1} %; 5 %, 50 %, 95 % at {:.0}, {:.0}, {:.0} ms; {invented} of \
         {found} not in the notes",
        all.len(),
        offs.len(),
        100.0 * within as f64 / offs.len() as f64,
        share(0.05),
        share(0.5),
        share(0.95)
    );
    let least = if data::are_real() { [51, 501] } else { [15, 60] };
    assert!([all.len(), offs.len()] >= least, "{} files, {} foot-downs", all.len(), offs.len());
    assert!(within as f64 >= 0.95 * offs.len() as f64);
    // As many are not made up.
    assert!(invented as f64 <= 0.05 * found as f64);
}

#[test]
fn cycle_windows_overlap_those_of_the_notes() {
    let all = compared();
    let (mut overlaps, mut files_with_cycles) = (Vec::new(), 0);
    for file in &all {
        let cycles = file.notes["cycles"].as_array().expect("cycles");
        files_with_cycles += usize::from(!cycles.is_empty());
        for cycle in cycles {
            let [from, to] = ["start", "end"].map(|end| cycle[end].as_f64().expect("a frame"));
            let overlap = |&[first, last]: &[f64; 2]| {
                (to.min(last) - from.max(first)).max(0.0) / (to.max(last) - from.min(first))
            };
            let foot = cycle["foot"].as_str().expect("a foot");
            let best = file.windows(foot).iter().map(overlap).fold(0.0, f64::max);
            if best < 0.9 {
                println!("{} {foot} {from}–{to}: {:.0} %", file.name, 100.0 * best);
            }
            overlaps.push(best);
        }
    }
    let mean = overlaps.iter().sum::<f64>() / overlaps.len() as f64;
    let enough = overlaps.iter().filter(|overlap| **overlap >= 0.9).count();
    println!(
        "{} cycles of {files_with_cycles} files: {:.1} % on average, both over both; {enough} by 90 % and more",
        overlaps.len(),
        100.0 * mean
    );
    assert!(overlaps.len() > if data::are_real() { 400 } else { 40 }, "{}", overlaps.len());
    assert!(mean >= 0.9, "{mean}");
    assert!(enough as f64 >= 0.95 * overlaps.len() as f64);
}

#[test]
fn the_chosen_cycle_closes_as_well_as_the_suggested_one() {
    let all = compared();
    let mut wider = 0;
    for file in &all {
        let (Some(own), Some(cm)) =
            (file.found.measures, file.notes["suggested_cycle"]["loop_rms_cm"].as_f64())
        else {
            continue;
        };
        let speed = file.notes["suggested_cycle"]["speed_cm_s"].as_f64().expect("a speed") / 100.0;
        println!(
            "{}: {:.1} cm, suggested {cm:.1} cm; {:.2} m/s, suggested {speed:.2} m/s",
            file.name,
            100.0 * own.gap_m,
            own.speed_m_s
        );
        wider += usize::from(100.0 * own.gap_m > 1.5 * cm + 1.0);
    }
    println!("{wider} of {} close worse", all.len());
    assert!(wider as f64 <= 0.1 * all.len() as f64);
}

#[test]
fn the_chosen_cycle_is_typical_of_its_take() {
    let median = |mut all: Vec<f64>| {
        all.sort_by(f64::total_cmp);
        0.5 * (all[(all.len() - 1) / 2] + all[all.len() / 2])
    };
    let mut odd = Vec::new();
    let all: Vec<Compared> = compared().into_iter().filter(|file| file.found.others.len() > 1).collect();
    // Who walks to music repeats nothing, neither over one stride nor over two.
    let (all, restless): (Vec<_>, Vec<_>) = all.into_iter().partition(|file| file.found.measures.is_some());
    assert!(restless.iter().all(|file| file.name.contains("musical")), "{} takes", restless.len());
    for file in &all {
        let own = file.found.measures.expect("a cycle");
        let cycles = file.found.others.iter().map(|window| window.measures).chain([own]).collect::<Vec<_>>();
        let turns = cycles.iter().map(|cycle| cycle.turn_deg);
        let span = turns.clone().fold(f64::MIN, f64::max) - turns.fold(f64::MAX, f64::min);
        // Of a take that goes straight and turns, straight on is typical; turns are slower.
        let is_like = |cycle: &&Measures| span <= 45.0 || cycle.turn_deg.abs() < 15.0;
        let of = |measure: fn(&Measures) -> f64| median(cycles.iter().filter(is_like).map(measure).collect());
        let (speed, turn) = (of(|own| own.speed_m_s), of(|own| own.turn_deg));
        let faster = own.speed_m_s / speed - 1.0;
        println!(
            "{}: {:.2} m/s, {:+.0} %; turn {:.1}°, {:+.1}°",
            file.name,
            own.speed_m_s,
            100.0 * faster,
            own.turn_deg,
            own.turn_deg - turn
        );
        if faster.abs() > 0.08 || (own.turn_deg - turn).abs() > 12.0 {
            odd.push(&file.name);
        }
    }
    println!("{} of {} are not typical: {odd:?}", odd.len(), all.len());
    assert!(20 * odd.len() <= all.len(), "{odd:?}");
}

#[test]
fn gestures_start_arrive_leave_and_end() {
    let (mut come_back, mut count) = (0, 0);
    for take in data::gestures() {
        let found = annotate(&take.clip()).expect("a good recording");
        println!("{}: {}", take.name, found.text());
        assert!(found.measures.is_none() && found.others.is_empty(), "{}: {}", take.name, found.text());
        let names: Vec<&str> = found.keys.iter().map(|(name, _)| name.as_str()).collect();
        assert!(found.keys.is_sorted_by(|a, b| a.1 < b.1), "{}: {}", take.name, found.text());
        let stays = found.remarks.iter().any(|remark| remark.criterion == Criterion::NoReturn);
        match names[..] {
            ["start", "arrive", "leave", "end"] => assert!(!stays),
            ["start", "arrive", "end"] | ["start", "leave", "end"] => assert!(stays),
            _ => panic!("{}: {names:?}", take.name),
        }
        (come_back, count) = (come_back + usize::from(!stays), count + 1);
    }
    assert!(10 * come_back >= 8 * count, "{come_back} of {count}");
}

/// What is on the way is between keys of its own: on the plateau of a bye the hand is up all the time.
#[test]
fn a_hand_is_up_from_arriving_to_leaving() {
    let Some(folder) = adverb_testdata::data_dir() else { return };
    for style in ["normal", "happy", "sad", "angry"] {
        let clip =
            data::Take::of(&folder.join(format!("motion/gestures/dataset-1_bye_{style}_001.bvh"))).clip();
        let found = annotate(&clip).expect("a good recording");
        let frame = |name: &str| found.keys.iter().find(|(key, _)| key == name).expect("a key").1;
        let hand = clip.joint_named("Hand_R").expect("a hand");
        let height = |frame: usize| clip.world_of(clip.frame(frame), hand).translation.y;
        let (low, high) = (height(0), height((frame("arrive") + frame("leave")) / 2));
        let risen = |frame: usize| (height(frame) - low) / (high - low);
        println!("{style}: {} {:.2} {:.2}", found.text(), risen(frame("arrive")), risen(frame("leave")));
        assert!((frame("arrive")..=frame("leave")).all(|frame| risen(frame) > 0.7), "{style}");
        assert!(risen(frame("end")) < 0.3, "{style}");
    }
}

#[test]
fn waves_have_their_strokes_counted() {
    let Some(folder) = adverb_testdata::data_dir() else { return };
    for (style, strokes) in [("active", 22), ("childish", 16), ("tired", 14), ("old", 5), ("normal", 0)] {
        let file = folder.join(format!("motion/gestures/dataset-1_bye_{style}_001.bvh"));
        let found = annotate(&data::Take::of(&file).clip()).expect("a good recording");
        println!("{style}: {}", found.text());
        let own = found.strokes.map_or(0, |(joint, turns)| {
            assert!(joint.starts_with("Hand_R"), "{joint}");
            turns
        });
        assert!(own.abs_diff(strokes) <= 1, "{style}: {own}, counted by eye {strokes}");
    }
}

/// What the files hold, by their names in the database.
#[test]
fn walks_and_runs_get_cycles_and_nothing_else_does() {
    let Some(folder) = adverb_testdata::data_dir() else { return };
    let gaits = [
        "07_01", "07_04", "07_12", "09_01", "104_02", "16_11", "16_13", "16_15", "16_17", "16_19", "16_35",
        "16_37",
    ];
    let others = ["111_37", "13_01", "13_11", "14_07", "16_03", "104_11"];
    let gaits = gaits.map(|name| (format!("cmu/{name}"), true));
    let others = others.map(|name| (format!("cmu/{name}"), false));
    let everyday = [("01", true), ("02", true), ("03", false), ("23", false), ("24", false), ("25", false)];
    let more = [("29", true), ("32", true), ("41", true), ("42", true)];
    let everyday = everyday.into_iter().chain(more).map(|(name, is)| (format!("everyday/143_{name}"), is));
    // Kicks and punches along a line; who steps with each block, and sideways, repeats.
    let karate = [("04", false), ("05", false), ("07", false), ("09", false), ("10", true), ("11", true)];
    let karate = karate.map(|(name, is)| (format!("karate/135_{name}"), is));
    let mut wrong = Vec::new();
    for (name, is_gait) in gaits.into_iter().chain(others).chain(everyday).chain(karate) {
        let take = data::Take::of(&folder.join(format!("motion/{name}.bvh")));
        let found = annotate(&take.clip()).expect("a good recording");
        println!("{name}: {} {:?}", found.text(), found.moves());
        let unsure = found.remarks.iter().any(|remark| remark.criterion == Criterion::Cycle);
        if found.measures.is_some() != is_gait || (is_gait && unsure) {
            wrong.push(name);
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn a_take_that_turns_offers_its_turn() {
    use adverb_author::verb::Measure;
    let Some(folder) = adverb_testdata::data_dir() else { return };
    let turns = [("16_15", [-12.0, 12.0]), ("16_11", [25.0, 60.0]), ("16_13", [-60.0, -25.0])];
    let far = [("16_17", [60.0, 100.0]), ("16_19", [-110.0, -60.0]), ("16_37", [20.0, 60.0])];
    for (name, [least, most]) in turns.into_iter().chain(far) {
        let take = data::Take::of(&folder.join(format!("motion/cmu/{name}.bvh")));
        let found = annotate(&take.clip()).expect("a good recording");
        let spanning = found.spanning(&[Measure::Turn]);
        let all: Vec<f64> = spanning.iter().map(|window| window.measures.turn_deg).collect();
        println!("{name}: {all:.1?}, typical {:.1}", found.measures.expect("a cycle").turn_deg);
        assert!((least..most).contains(&all[0]), "{name}: {all:?}");
        // Also straight on, where the take goes straight on.
        assert!(all.iter().any(|turn| turn.abs() < 16.0), "{name}: {all:?}");
        assert_eq!(
            found.with(&spanning[0]).chosen().map(|window| window.keys),
            Some(spanning[0].keys.clone())
        );
    }
}

#[test]
fn starts_stops_and_pivots_are_found() {
    let Some(folder) = adverb_testdata::data_dir() else { return };
    let moves = |name: &str| {
        let take = data::Take::of(&folder.join(format!("motion/{name}.bvh")));
        let found = annotate(&take.clip()).expect("a good recording");
        println!("{name}: {:?}", found.moves());
        found.moves
    };
    let kinds = |name: &str| moves(name).iter().map(|own| own.kind).collect::<Vec<Kind>>();
    use Kind::{Pivot, Start, Stop};
    assert_eq!(kinds("cmu/104_02"), [Start, Stop]);
    assert_eq!(kinds("everyday/143_02"), [Stop]);
    assert_eq!(kinds("everyday/143_03"), [Start]);
    // Who paces up and down turns round at each end.
    assert_eq!(kinds("everyday/143_29"), [Start, Pivot, Pivot, Pivot, Pivot, Stop]);
    assert!(
        moves("everyday/143_29").iter().filter(|own| own.kind == Pivot).all(|own| own.turn_deg.abs() > 100.0)
    );
    assert_eq!(kinds("everyday/143_42"), [Start, Pivot, Stop]);
    // Neither jumps nor waves are walks.
    for name in ["cmu/13_11", "cmu/16_03", "cmu/111_37", "everyday/143_25"] {
        assert_eq!(kinds(name), [], "{name}");
    }
}

#[test]
fn jumps_are_no_walks_and_what_does_not_repeat_is_told() {
    let Some(folder) = adverb_testdata::data_dir() else { return };
    let found = |name: &str| {
        let found = annotate(&data::Take::of(&folder.join(format!("motion/cmu/{name}.bvh"))).clip())
            .expect("a good recording");
        println!("{name}: {} {:?}", found.text(), found.remarks);
        found
    };
    for name in ["13_11", "16_03"] {
        assert_eq!(found(name).measures, None, "{name}");
    }
    // Who spins, who goes to a stool and sits down.
    for name in ["104_11", "13_01"] {
        assert_eq!(found(name).measures, None, "{name}");
        assert!(found(name).remarks.iter().any(|remark| remark.criterion == Criterion::Cycle));
    }
}
