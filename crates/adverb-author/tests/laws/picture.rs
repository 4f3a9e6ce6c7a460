//! Laws of pictures: they hold whatever is drawn, however broken.

use adverb_author::clip::{Clip, ClipJoint, Format, Source, Transform, Up};
use adverb_author::gait::{Style, styles, synthesise};
use adverb_author::picture::{
    AnimationOptions, Chart, Exposure, ExposureOptions, Figure, Palette, Panel, Picture, Scene, Series,
    Subject, View, animation, curves, exposure, in_a_row, sheet,
};
use adverb_author::root;
use adverb_author::sides::Side;
use glam::{DQuat, DVec3};

const VIEWS: [View; 5] = [
    View::ThreeQuarter,
    View::Side,
    View::Front,
    View::Above,
    View::Free { yaw_deg: 200.0, pitch_deg: -20.0 },
];

fn walk() -> Clip {
    let style: Style = styles().into_iter().next().expect("there is a style");
    synthesise(&style).clip
}

/// A clip from names, parents and, per frame, one translation per joint.
fn clip(joints: &[(&str, Option<usize>)], frames: &[&[DVec3]]) -> Clip {
    let local = |&translation: &DVec3| Transform { translation, rotation: DQuat::IDENTITY };
    let joint = |(i, &(name, parent)): (usize, &(&str, Option<usize>))| {
        let rest = frames.first().map_or(Transform::IDENTITY, |frame| local(&frame[i]));
        ClipJoint { name: name.to_owned(), parent, rest, end: false }
    };
    let source = Source {
        file: "made.bvh".to_owned(),
        format: Format::Bvh,
        unit_m: 1.0,
        up: Up::Y,
        warnings: Vec::new(),
        assumptions: Vec::new(),
    };
    Clip {
        joints: joints.iter().enumerate().map(joint).collect(),
        fps: 30.0,
        locals: frames.iter().flat_map(|frame| frame.iter().map(local)).collect(),
        source,
    }
}

/// Numbers are numbers, tags are closed, every reference has exactly one definition.
fn assert_sound(picture: &Picture) {
    let svg = picture.svg();
    for word in ["NaN", "inf"] {
        assert!(!svg.replace("infinite", "").contains(word), "{word} in the picture");
    }
    assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
    for reference in svg.split("url(#").skip(1) {
        let id = reference.split(')').next().unwrap_or_default();
        assert_eq!(svg.matches(&format!("id=\"{id}\"")).count(), 1, "{id}");
    }
    assert!(picture.width_px > 0.0 && picture.height_px > 0.0);
}

fn drawn(subject: Subject, view: View) -> Picture {
    let picture = exposure(&Scene::of(subject).titled("A title"), &ExposureOptions::seen(view));
    picture.expect("something can be drawn")
}

#[test]
fn a_motion_without_frames_gives_an_error_not_a_panic() {
    let empty = clip(&[("Hips", None)], &[]);
    for count in [0, 1, 10] {
        let error = Subject::of(&empty, count).expect_err("there is nothing to draw");
        assert!(error.to_string().contains("made.bvh"), "{error}");
    }
    assert!(Subject::of(&clip(&[], &[]), 3).is_err());
    assert!(Subject::shown(&empty, View::Side).is_err());
    assert!(Subject::at_times(&walk(), &[]).is_err());
    assert!(exposure(&Scene::default(), &ExposureOptions::default()).is_err());
    assert!(animation(&Scene::default(), &AnimationOptions::default()).is_err());
    let mut subject = Subject::of(&walk(), 2).expect("a walk can be drawn");
    subject.exposures.clear();
    assert!(exposure(&Scene::of(subject), &ExposureOptions::default()).is_err());
}

#[test]
fn same_input_same_text() {
    for view in VIEWS {
        let picture = || drawn(Subject::shown(&walk(), view).expect("a walk can be drawn"), view).svg();
        assert_eq!(picture(), picture());
    }
}

#[test]
fn every_view_of_every_style_is_sound() {
    for style in styles() {
        let clip = synthesise(&style).clip;
        for view in VIEWS {
            assert_sound(&drawn(Subject::of(&clip, 4).expect("a walk can be drawn"), view));
        }
    }
}

#[test]
fn what_is_not_finite_is_left_out() {
    for bad in [f64::NAN, f64::INFINITY, 1e300] {
        let mut subject = Subject::of(&walk(), 3).expect("a walk can be drawn");
        subject.exposures[1].points[2].y = bad;
        subject.exposures[2].points.iter_mut().for_each(|p| *p = DVec3::splat(bad));
        subject.exposures[0].strength = bad;
        subject.path[0].x = bad;
        subject.footprints.iter_mut().for_each(|f| f.at.z = bad);
        for view in VIEWS {
            assert_sound(&drawn(subject.clone(), view));
        }
        let options = ExposureOptions {
            width_px: bad,
            height_px: bad,
            pixels_per_m: Some(bad),
            forward: Some(DVec3::splat(bad)),
            footprints: true,
            view: View::Free { yaw_deg: bad, pitch_deg: bad },
            ..ExposureOptions::default()
        };
        assert_sound(&exposure(&Scene::of(subject.clone()), &options).expect("one exposure is whole"));
        subject.exposures.iter_mut().flat_map(|e| &mut e.points).for_each(|p| p.x = bad);
        assert!(exposure(&Scene::of(subject), &ExposureOptions::default()).is_err());
    }
}

#[test]
fn recordings_with_broken_frames_are_drawn_without_them() {
    let mut clip = walk();
    let n = clip.joints.len();
    clip.locals[n + 3].translation = DVec3::NAN;
    clip.locals[2 * n].rotation = DQuat::from_xyzw(f64::NAN, 0.0, 0.0, 1.0);
    let times: Vec<f64> = (0..4).map(|f| f as f64 / clip.fps).collect();
    assert_sound(&drawn(Subject::at_times(&clip, &times).expect("other frames are whole"), View::Side));
    clip.fps = f64::NAN;
    assert_sound(&drawn(Subject::of(&clip, 4).expect("a frame is there"), View::Side));
}

#[test]
fn degenerate_figures_are_drawn() {
    let zero = DVec3::ZERO;
    let one = clip(&[("Hips", None)], &[&[zero], &[DVec3::X]]);
    let heap = clip(&[("Hips", None), ("Spine", Some(0)), ("Head", Some(1))], &[&[zero, zero, zero]]);
    let speck = clip(&[("a", None), ("b", Some(0))], &[&[zero, DVec3::splat(1e-9)]]);
    let giant = clip(&[("a", None), ("b", Some(0))], &[&[zero, DVec3::new(0.0, 9e4, 0.0)]]);
    for clip in [one, heap, speck, giant] {
        for view in VIEWS {
            assert_sound(&drawn(Subject::of(&clip, 3).expect("it has a joint"), view));
            assert_sound(&drawn(Subject::shown(&clip, view).expect("it has a joint"), view));
        }
    }
    let figure = Figure::sticks(&[None, Some(0), Some(1)], 0.02);
    let points = vec![zero, DVec3::Y, DVec3::new(1.0, 1.0, 0.0)];
    let mut subject = Subject::of(&walk(), 1).expect("a walk can be drawn");
    subject.figure = figure;
    subject.exposures = vec![Exposure { points, strength: 1.0, colours: Vec::new() }];
    assert_sound(&drawn(subject, View::Side));
}

#[test]
fn an_idle_root_is_not_drawn() {
    let hips = |z: f64| [DVec3::ZERO, DVec3::new(0.0, 1.0, z), DVec3::new(0.0, 0.5, 0.0)];
    let frames = [hips(0.0), hips(1.0), hips(2.0)];
    let frames: Vec<&[DVec3]> = frames.iter().map(|f| &f[..]).collect();
    let clip = clip(&[("anchor", None), ("Hips", Some(0)), ("Spine", Some(1))], &frames);
    let figure = Figure::of(&clip);
    assert_eq!(figure.root, 1);
    assert!(figure.parts.iter().flat_map(|p| &p.balls).all(|b| b.point != 0));
}

#[test]
fn left_limbs_are_left_and_bones_have_flesh() {
    let clip = walk();
    let figure = Figure::of(&clip);
    let rest = figure.points(&clip.world(&clip.rest()));
    for part in &figure.parts {
        let x = part.balls.iter().map(|b| rest[b.point].x).sum::<f64>() / part.balls.len() as f64;
        match part.side {
            Some(Side::Left) => assert!(x > 0.01, "{part:?} at {x}"),
            Some(Side::Right) => assert!(x < -0.01, "{part:?} at {x}"),
            None => assert!(x.abs() < 0.01, "{part:?} at {x}"),
        }
        assert!(part.balls.iter().all(|b| b.radius_m > 0.003 && b.radius_m < 0.2), "{part:?}");
    }
    assert_eq!(figure.soles.len(), 2);
}

#[test]
fn a_walker_always_stands_on_the_ground() {
    for style in styles().iter().filter(|s| s.name.contains("walk")) {
        let subject = Subject::of(&synthesise(style).clip, 12).expect("a walk can be drawn");
        let lowest = |exposure: &Exposure| {
            let balls = subject.figure.parts.iter().flat_map(|p| &p.balls);
            balls.map(|b| exposure.points[b.point].y - b.radius_m).fold(f64::INFINITY, f64::min)
        };
        let ground = subject.exposures.iter().map(lowest).fold(f64::INFINITY, f64::min);
        for exposure in &subject.exposures {
            assert!(lowest(exposure) - ground < 0.02, "{}: {}", style.name, lowest(exposure) - ground);
        }
    }
}

#[test]
fn a_walk_leaves_footprints_of_both_feet() {
    let subject = Subject::of(&walk(), 4).expect("a walk can be drawn");
    for side in [Side::Left, Side::Right] {
        assert!(subject.footprints.iter().any(|f| f.side == Some(side)), "{side:?}");
    }
    assert!(subject.footprints.iter().all(|f| f.forward.is_normalized()));
}

#[test]
fn twenty_exposures_take_less_than_half_a_megabyte() {
    let subject = Subject::of(&walk(), 20).expect("a walk can be drawn");
    let size = drawn(subject, View::ThreeQuarter).svg().len();
    assert!(size < 500_000, "{size} bytes");
}

#[test]
fn a_strip_and_a_row_keep_everyone_facing_the_same_way() {
    let subject = Subject::of(&walk(), 3).expect("a walk can be drawn");
    let turned = subject.clone().turned(DQuat::from_rotation_y(1.0)).moved(DVec3::new(5.0, 0.0, 3.0));
    let row = in_a_row(vec![subject.labelled("one"), turned.labelled("two")], 1.5);
    let root = |s: &Subject, e: usize| s.exposures[e].points[s.figure.root];
    assert!((root(&row[1], 0) - root(&row[0], 0) - DVec3::new(1.5, 0.0, 0.0)).length() < 1e-9);
    assert!((root(&row[1], 2) - root(&row[0], 2) - DVec3::new(1.5, 0.0, 0.0)).length() < 1e-9);
    let scene = Scene { subjects: row, ..Scene::default() };
    assert_sound(&exposure(&scene, &ExposureOptions::seen(View::Front)).expect("it can be drawn"));
}

#[test]
fn an_animation_has_a_group_for_every_moment() {
    let subject = Subject::of(&walk(), 24).expect("a walk can be drawn");
    for follow in [true, false] {
        let options = AnimationOptions { follow, ..AnimationOptions::default() };
        let picture = animation(&Scene::of(subject.clone()), &options).expect("it can be drawn");
        assert_sound(&picture);
        assert_eq!(picture.svg().matches("<g transform=\"translate(0 ").count(), 24);
    }
    let bad = AnimationOptions { duration_secs: f64::NAN, ..AnimationOptions::default() };
    assert_sound(&animation(&Scene::of(subject), &bad).expect("it can be drawn"));
}

#[test]
fn words_cannot_break_the_picture() {
    let words = "<g> & \"é\" \u{1} ]]>";
    let subject = Subject::of(&walk(), 2).expect("a walk can be drawn").labelled(words);
    let other = subject.clone().coloured(Palette::RED);
    let scene = Scene { title: words.into(), caption: words.into(), subjects: vec![subject, other] };
    let picture = exposure(&scene, &ExposureOptions::default()).expect("it can be drawn");
    assert_sound(&picture);
    let both = sheet(words, &[(picture.clone(), words), (picture, "")], 2);
    assert_sound(&both);
    assert!(!both.svg().contains("<g> &"));
}

#[test]
fn a_sheet_holds_its_pictures() {
    let subject = Subject::of(&walk(), 2).expect("a walk can be drawn");
    let [a, b] = [View::Side, View::Above].map(|view| drawn(subject.clone(), view));
    let stacked = sheet("", &[(a.clone(), ""), (b.clone(), "")], 1);
    assert!(stacked.height_px >= a.height_px + b.height_px);
    assert!(stacked.width_px >= a.width_px.max(b.width_px));
    let beside = sheet("Two", &[(a.clone(), "side"), (b.clone(), "above")], 2);
    assert!(beside.width_px >= a.width_px + b.width_px);
    assert_sound(&stacked);
    assert_sound(&beside);
    assert_sound(&sheet("", &[(a, "")], 0));
}

fn chart(points: Vec<(f64, f64)>) -> Chart {
    let series = vec![Series { name: "x".into(), points }];
    let panel = Panel { title: "LeftKnee".into(), unit: "deg".into(), series };
    let keys = vec![("left-down".to_owned(), 0.1), ("late".to_owned(), 99.0), ("never".to_owned(), f64::NAN)];
    Chart { title: "Knee".into(), panels: vec![panel], keys }
}

#[test]
fn a_chart_draws_what_is_finite() {
    let sine: Vec<(f64, f64)> = (0..5000).map(|i| (i as f64 / 100.0, (i as f64 / 50.0).sin())).collect();
    let mut gap = sine.clone();
    gap[7].1 = f64::NAN;
    gap[9].0 = f64::INFINITY;
    gap[11].1 = 1e300;
    for points in [sine, gap, vec![(0.0, 3.0)], vec![(0.0, 3.0), (1.0, 3.0)], vec![(0.0, -1e9), (1.0, 1e9)]] {
        let picture = curves(&chart(points)).expect("something is finite");
        assert_sound(&picture);
        assert!(picture.svg().contains("LeftKnee"));
    }
    for points in [vec![], vec![(f64::NAN, 1.0)]] {
        assert!(curves(&chart(points)).is_err());
    }
    assert!(curves(&Chart::default()).is_err());
}

#[test]
fn key_times_within_the_chart_are_labelled() {
    let svg = curves(&chart(vec![(0.0, 0.0), (1.0, 1.0)])).expect("it has a curve").svg();
    assert!(svg.contains("left-down") && !svg.contains("late") && !svg.contains("never"));
}

#[test]
fn a_spike_survives_thinning() {
    let mut points: Vec<(f64, f64)> = (0..20_000).map(|i| (i as f64 / 1000.0, 0.0)).collect();
    points[12_345].1 = 40.0;
    let flat = curves(&chart(points.clone())).expect("it has a curve").svg();
    points[12_345].1 = 0.0;
    assert_ne!(flat, curves(&chart(points)).expect("it has a curve").svg());
}

#[test]
fn a_bone_that_holds_the_travel_is_not_drawn() {
    let mut walk = walk();
    for (j, joint) in walk.joints.iter_mut().enumerate() {
        joint.name = format!("Knochen {j}");
    }
    let rooted = root::with_bone(&walk, &root::travel(&walk).unwrap());
    let mut renamed = rooted;
    renamed.joints[0].name = "Bahn".into();
    let (plain, rooted) = (Figure::of(&walk), Figure::of(&renamed));
    assert_eq!(rooted.parts.len(), plain.parts.len());
    assert!(
        rooted.parts.iter().flat_map(|part| &part.balls).all(|ball| ball.point != 0),
        "none is on the ground"
    );
    // An arm that stands on the ground is all bone.
    let arm: Vec<DVec3> = [0.0, 0.5, 0.4, 0.3].map(|y| y * DVec3::Y).into();
    let joints = [("a", None), ("b", Some(0)), ("c", Some(1)), ("d", Some(2))];
    assert_eq!(Figure::of(&clip(&joints, &[&arm, &arm])).parts.len(), 3);
}
