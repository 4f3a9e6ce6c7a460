//! What holds of any script.

use adverb_author::clip::Clip;
use adverb_author::formats::bvh;
use adverb_author::import::{ImportOptions, import};
use adverb_author::script::{Happening, Moment};
use glam::DVec3;

use super::made::{pack, played, played_on};

/// From verb to verb with knobs that turn, gestures, points to look at and to reach for.
const BUSY: &str = r#"
secs = 6.5
[[at]]
time = 0
adverbs = { happiness = 0.5 }
place = { x = 1, z = 2, heading = 90 }
[[at]]
time = 1.013
request = "run"
adverbs = { happiness = -0.4, turn = 20 }
[[at]]
time = 2
gesture = "wave"
look = [3, 1, 1]
[[at]]
time = 3.27
request = "walk"
reach = { hand = "RightHand", to = [4, 1.2, 2] }
[[at]]
time = 3.4
request = "run"
[[at]]
time = 4.9
request = "walk"
look = "ahead"
reach = { hand = "RightHand", to = "none" }
"#;

fn frame(clip: &Clip, frame: usize) -> Vec<DVec3> {
    clip.world(clip.frame(frame)).iter().map(|joint| joint.translation).collect()
}

fn farthest(a: &[DVec3], b: &[DVec3]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max)
}

fn of_kind<'m>(moments: &'m [Moment], kind: &str) -> Vec<&'m Moment> {
    moments.iter().filter(|moment| moment.what.kind() == kind).collect()
}

#[test]
fn frames_and_moments_do_not_depend_on_the_rate() {
    let (slow, quick) = (played(BUSY, 24.0), played(BUSY, 120.0));
    assert_eq!(slow.take.clip.frame_count(), 6 * 24 + 12 + 1);
    for f in 0..slow.take.clip.frame_count() {
        assert_eq!(slow.take.clip.frame(f), quick.take.clip.frame(5 * f), "{f}");
    }
    assert_eq!(slow.moments, quick.moments);
    assert!(of_kind(&slow.moments, "leaves").len() >= 3, "{:?}", slow.moments);
}

#[test]
fn entries_take_effect_at_their_times() {
    let performance = played(BUSY, 30.0);
    assert!(performance.warnings.is_empty(), "{:?}", performance.warnings);
    let leaves = of_kind(&performance.moments, "leaves");
    assert!((leaves[0].secs - 1.013).abs() < 1e-4, "{leaves:?}");
    assert_eq!(leaves[0].transition.as_deref(), Some("walk → run"));
    let waves = of_kind(&performance.moments, "gesture");
    assert_eq!((waves[0].secs, waves[0].what.name()), (2.0, Some("wave")));
    assert!(performance.moments.windows(2).all(|pair| pair[0].secs <= pair[1].secs + 1e-9));
    let last = of_kind(&performance.moments, "plays").pop().expect("it plays");
    assert_eq!(last.verb, "walk");
}

#[test]
fn what_stands_at_time_zero_is_how_it_begins() {
    let turned = "[[at]]\ntime = 0\nadverbs = { happiness = 1, energy = 0.5 }\n";
    let [plain, begins] = ["secs = 1", turned].map(|text| played(text, 30.0).take.clip);
    let happy = pack().verb_named("walk").expect("a verb");
    let source = adverb_author::pack::source(pack());
    let point: Vec<f32> = happy
        .adverbs()
        .iter()
        .map(|adverb| match adverb.name.as_str() {
            "happiness" => 1.0,
            "energy" => 0.5,
            _ => adverb.default,
        })
        .collect();
    let rate = adverb_author::sample::Rate::Exactly(30.0);
    let sampled = adverb_author::sample::sample_verb(happy, &point, 1, rate, true, source).expect("a clip");
    let off = |f: usize| farthest(&frame(&begins, f), &frame(&sampled.clip, f));
    assert!(off(0) < 1e-4 && off(10) < 1e-3, "{} {}", off(0), off(10));
    assert!(farthest(&frame(&begins, 0), &frame(&plain, 0)) > 0.01);
}

#[test]
fn what_cannot_be_is_told_and_changes_nothing() {
    let asked = "[[at]]\ntime = 1\nrequest = \"sneak\"\n";
    let on = "[[at]]\ntime = 2.5\nrequest = \"walk\"\ngesture = \"kick\"\n";
    let plain = played(&format!("start = \"run\"\nsecs = 4\n{asked}"), 30.0);
    let vain = played(&format!("start = \"run\"\nsecs = 4\n{asked}{on}"), 30.0);
    assert_eq!(plain.take, vain.take);
    assert!(plain.warnings.is_empty(), "{:?}", plain.warnings);
    let words = [
        "script.toml:8 (at 2.50 s): in sneak: cannot go to walk: no way leads from sneak to walk",
        "gesture refused: kick needs the same joints",
    ];
    for (warning, words) in vain.warnings.iter().zip(words) {
        assert!(warning.told().contains(words), "{warning}");
    }
    assert_eq!(vain.warnings.len(), 2);
}

#[test]
fn a_gesture_that_conflicts_with_another_is_refused_and_says_with_which() {
    let text = "[[at]]\ntime = 1\ngesture = \"wave\"\n[[at]]\ntime = 1.2\ngesture = \"point\"\n[[at]]\ntime = 1.4\nend-gesture = \"wave\"\n[[at]]\ntime = 2.5\ngesture = \"point\"";
    let performance = played(text, 30.0);
    let refused = of_kind(&performance.moments, "refused");
    let why =
        Happening::Refused("point".into(), "point needs the same joints as wave, which came first".into());
    assert_eq!(refused.iter().map(|m| &m.what).collect::<Vec<_>>(), [&why]);
    let over = of_kind(&performance.moments, "over");
    assert_eq!(over[0].what.name(), Some("wave"));
    assert!(over[0].secs > 1.5 && over[0].secs < 2.0, "{over:?}");
    assert_eq!(of_kind(&performance.moments, "gesture").len(), 2);
}

#[test]
fn events_are_told_once_each() {
    for fps in [7.0, 60.0] {
        let performance = played("secs = 5", fps);
        let steps: Vec<f64> =
            of_kind(&performance.moments, "event").iter().map(|moment| moment.secs).collect();
        let cycle = steps[2] - steps[0];
        assert!(steps.windows(3).all(|s| (s[2] - s[0] - cycle).abs() < 1e-6), "{steps:?}");
        assert_eq!(steps.len(), (2.0 * 5.0 / cycle).ceil() as usize, "{steps:?}");
    }
}

#[test]
fn events_of_gestures_are_told_with_their_verb() {
    for fps in [7.0, 60.0] {
        let performance = played("secs = 5\n[[at]]\ntime = 1\ngesture = \"wave\"\n", fps);
        let events = of_kind(&performance.moments, "event");
        let said: Vec<f64> =
            events.iter().filter(|m| m.what.name() == Some("hush")).map(|moment| moment.secs).collect();
        assert!(said.len() > 1 && said[0] > 1.0, "{said:?}");
        assert!(said.windows(3).all(|s| (s[2] - 2.0 * s[1] + s[0]).abs() < 1e-6), "once a round: {said:?}");
        assert!(events.iter().all(|m| (m.verb == "sneak") == (m.what.name() == Some("hush"))));
    }
}

#[test]
fn chance_follows_the_seed() {
    let of = |seed: u32| {
        let text = format!("seed = {seed}\nsecs = 20\n[[at]]\ntime = 0\nidle = true\n");
        played_on("loose", &text, 5.0)
    };
    let all: Vec<_> = (0..4).map(|seed| of(seed).moments).collect();
    assert_eq!(of(0).moments, all[0]);
    assert!(all[0].iter().any(|moment| moment.verb == "pace"), "{:?}", all[0]);
    assert!(all.iter().any(|moments| *moments != all[0]), "four seeds are four ways");
}

#[test]
fn a_written_file_is_what_was_played() {
    let clip = played(BUSY, 60.0).take.clip;
    let text = bvh::write(&clip, &bvh::WriteOptions::default());
    let back = import("play.bvh", text.as_bytes(), &ImportOptions::default()).expect("it can be read");
    assert_eq!(back.frame_count(), clip.frame_count());
    assert!((back.fps - 60.0).abs() < 1e-3);
    for f in (0..clip.frame_count()).step_by(13) {
        let places = |clip: &Clip| -> Vec<(String, DVec3)> {
            let world = frame(clip, f);
            let joints = clip.joints.iter().zip(world).filter(|(joint, _)| !joint.end);
            joints.map(|(joint, at)| (joint.name.clone(), at)).collect()
        };
        assert_eq!(places(&clip).len(), places(&back).len());
        for ((name, a), (other, b)) in places(&clip).iter().zip(&places(&back)) {
            assert_eq!(name, other);
            assert!(a.distance(*b) < 1e-4, "{name} in frame {f}: {a} {b}");
        }
    }
}
