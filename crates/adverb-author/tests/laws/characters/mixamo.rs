//! The made character with Mixamo's joints, in all the ways in which files hold one.

use adverb_author::Clip;
use adverb_author::character::Character;
use adverb_author::clip::Up;
use adverb_author::import::{ImportOptions, import};
use adverb_testdata::keep_glb;
use adverb_testdata::mixamo::{Figure, Move, Part};
use glam::DVec3;

use super::made::{places, world};

fn variants() -> Vec<(&'static str, Figure)> {
    let whole = Figure { parts: &Part::ALL, moves: &Move::ALL, ..Figure::default() };
    vec![
        ("mixamo", whole),
        ("mixamo z up", Figure { z_up: true, ..whole }),
        ("mixamo centimetres", Figure { unit_m: 0.01, ..whole }),
        ("mixamo turned parent", Figure { turned_parent: true, ..whole }),
        ("mixamo awkward", Figure { z_up: true, unit_m: 0.01, turned_parent: true, ..whole }),
    ]
}

fn moving(figure: &Figure, of: Move) -> Clip {
    let options = ImportOptions {
        up: Some(if figure.z_up { Up::Z } else { Up::Y }),
        unit_m: Some(figure.unit_m),
        animation: Some(of.name().into()),
        ..ImportOptions::default()
    };
    import("mixamo.glb", &figure.glb(), &options).unwrap()
}

#[test]
fn a_figure_is_the_same_however_its_file_holds_it() {
    let plain = variants()[0].1;
    for (name, figure) in variants() {
        // The validator frowns at meshes below a node that is turned.
        if !figure.turned_parent {
            keep_glb(name, &figure.glb());
        }
        let character = Character::read("mixamo.glb", &figure.glb(), &mut |_| None).unwrap();
        assert_eq!(character.figure().joints.len(), 65, "{name}");
        for of in Move::ALL {
            let (own, other) = (moving(&plain, of), moving(&figure, of));
            assert_eq!((own.frame_count(), own.fps), (other.frame_count(), other.fps), "{name}: {of:?}");
            for joint in ["Head", "LeftHand", "RightToeBase", "LeftHandIndex3"] {
                let joint = format!("mixamorig:{joint}");
                let far = places(&own, &joint)
                    .iter()
                    .zip(places(&other, &joint))
                    .map(|(a, b)| a.distance(b))
                    .fold(0.0, f64::max);
                assert!(far < 1e-4, "{name}: {joint} of {of:?} is {far} m off");
            }
        }
    }
}

#[test]
fn its_animations_stay_on_the_spot_and_close() {
    for of in Move::ALL {
        let clip = moving(&Figure { moves: &Move::ALL, ..Figure::default() }, of);
        let hips = places(&clip, "mixamorig:Hips");
        assert!(hips.iter().all(|p| p.with_y(0.0).length() < 0.15), "{of:?}");
        let (first, last) = (world(&clip, 0), world(&clip, clip.frame_count() - 1));
        for (a, b) in first.iter().zip(&last) {
            assert!(a.translation.distance(b.translation) < 1e-4, "{of:?}");
        }
    }
}

#[test]
fn it_travels_as_fast_as_it_says() {
    for of in [Move::Walk, Move::Run, Move::Turn] {
        let clip = moving(&Figure { moves: &Move::ALL, in_place: false, ..Figure::default() }, of);
        let hips = places(&clip, "mixamorig:Hips");
        let way = (hips[hips.len() - 1] - hips[0]).with_y(0.0);
        let half = 0.5 * of.turn_deg().to_radians();
        let bent = if half == 0.0 { 1.0 } else { half.sin() / half };
        let speed = way.length() / bent / clip.duration_secs();
        assert!((speed / of.speed_m_s() - 1.0).abs() < 0.05, "{of:?}: {speed}");
        assert!(way.dot(DVec3::Z) > 0.0, "{of:?}");
    }
}
