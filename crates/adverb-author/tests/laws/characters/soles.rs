//! The skin of a foot: it stays above the ground, and what of it stands does not slide.

use std::sync::Arc;

use adverb_author::{Clip, rig};
use glam::DVec3;

use super::real::{WALKS, mesh, recording, stands};
use super::skin::Skin;

/// How the feet of a mesh go, in the mesh's unit.
#[derive(Debug, Default)]
struct Trodden {
    /// The lowest that any vertex comes.
    lowest: f64,
    /// The highest that the lowest vertex of a foot is while it stands.
    floats: f64,
    /// How far the skin on the ground goes while a foot stands.
    slide: f64,
}

/// `near` is how close to the ground skin is on it.
fn trodden(skin: &Skin, clip: &Clip, feet: &[usize], stands: &[Vec<(usize, usize)>], near: f64) -> Trodden {
    let frames: Vec<Vec<DVec3>> = (0..clip.frame_count()).map(|f| skin.at(clip, f)).collect();
    let lowest_of =
        |frame: &[DVec3], of: &[usize]| of.iter().map(|&v| frame[v].y).fold(f64::INFINITY, f64::min);
    let mut trodden = Trodden {
        lowest: frames.iter().flatten().map(|p| p.y).fold(f64::INFINITY, f64::min),
        ..Trodden::default()
    };
    for (&foot, stands) in feet.iter().zip(stands) {
        let sole = skin.below(clip, foot);
        for &(from, to) in stands {
            let mut way = DVec3::ZERO;
            for f in from..=to {
                let low = lowest_of(&frames[f], &sole);
                trodden.floats = trodden.floats.max(low);
                if f == from {
                    continue;
                }
                let before = lowest_of(&frames[f - 1], &sole);
                let on = |v: &&usize| frames[f][**v].y < low + near && frames[f - 1][**v].y < before + near;
                let on: Vec<usize> = sole.iter().filter(on).copied().collect();
                let step: DVec3 = on.iter().map(|&v| frames[f][v] - frames[f - 1][v]).sum();
                way += step.with_y(0.0) / (on.len() as f64).max(1.0);
                trodden.slide = trodden.slide.max(way.length());
            }
        }
    }
    trodden
}

#[test]
fn no_skin_sinks_into_the_ground_and_none_slides_while_it_stands() {
    for name in WALKS {
        let Some((clip, skeleton)) = recording(name) else { return };
        for file in ["CesiumMan.glb", "RiggedFigure.glb"] {
            let Some((character, bytes)) = mesh(file) else { return };
            let driven = character.driven(&skeleton, &clip, &[], &[]).unwrap().clip;
            let feet = ["leg_joint_L_3", "leg_joint_R_3"].map(|name| driven.joint_named(name).unwrap());
            let skin = Skin::of(&bytes, &driven);
            let trodden = trodden(&skin, &driven, &feet, &stands(&clip, &skeleton), 0.01);
            println!("{name} {file}: {trodden:.4?}");
            assert!(trodden.lowest > -0.002, "{name} {file} sinks to {:.1} mm", 1000.0 * trodden.lowest);
            assert!(trodden.floats < 0.002, "{name} {file} stands {:.1} mm up", 1000.0 * trodden.floats);
            assert!(trodden.slide < 0.006, "{name} {file} slides {:.1} mm", 1000.0 * trodden.slide);
        }
    }
}

#[test]
fn the_fox_walks_on_four_paws_and_each_stands() {
    for name in WALKS {
        let Some((clip, skeleton)) = recording(name) else { return };
        let Some((fox, bytes)) = mesh("Fox.glb") else { return };
        let driven = fox.driven(&skeleton, &clip, &[], &[]).unwrap().clip;
        let names = ["b_LeftFoot01_017", "b_RightFoot01_021", "b_LeftHand_011", "b_RightHand_08"];
        let feet = names.map(|name| driven.joint_named(name).unwrap());
        let [left, right] = <[_; 2]>::try_from(stands(&clip, &skeleton)).unwrap();
        // Each foreleg steps as the leg across.
        let stands = [left.clone(), right.clone(), right, left];
        let skin = Skin::of(&bytes, &driven);
        let trodden = trodden(&skin, &driven, &feet, &stands, 1.0);
        println!("{name} Fox.glb: {trodden:.4?}");
        // It is about 80 of its units high.
        assert!(trodden.lowest > -0.3, "{name}: it sinks to {}", trodden.lowest);
        assert!(trodden.floats < 0.3, "{name}: it stands {} up", trodden.floats);
        assert!(trodden.slide < 0.6, "{name}: it slides {}", trodden.slide);
    }
}

#[test]
fn a_larger_four_legged_skeleton_lets_the_fox_walk_as_it_does() {
    let Some((clip, skeleton)) = recording(WALKS[0]) else { return };
    let Some((fox, bytes)) = mesh("Fox.glb") else { return };
    let mut large = fox.driven(&skeleton, &clip, &[], &[]).unwrap().clip;
    large.joints.iter_mut().for_each(|joint| joint.rest.translation *= 1.3);
    large.locals.iter_mut().for_each(|local| local.translation *= 1.3);
    let of_large = Arc::new(rig::skeleton_of(&large).unwrap());
    let driven = fox.driven(&of_large, &large, &[], &[]).unwrap();
    assert!(driven.warnings.is_empty(), "{:?}", driven.warnings);
    let names = ["b_LeftFoot01_017", "b_RightFoot01_021", "b_LeftHand_011", "b_RightHand_08"];
    let feet = names.map(|name| driven.clip.joint_named(name).unwrap());
    let [left, right] = <[_; 2]>::try_from(stands(&clip, &skeleton)).unwrap();
    // What certainly stands: phases of other feet begin and end a little otherwise.
    let middle = |spans: &Vec<(usize, usize)>| -> Vec<(usize, usize)> {
        spans.iter().map(|(from, to)| (from + (to - from) / 5, to - (to - from) / 5)).collect()
    };
    let stands = [middle(&left), middle(&right), middle(&right), middle(&left)];
    let trodden = trodden(&Skin::of(&bytes, &driven.clip), &driven.clip, &feet, &stands, 1.0);
    println!("a fox by a larger one: {trodden:.3?}");
    assert!(trodden.lowest > -0.3 && trodden.floats < 0.5 && trodden.slide < 0.8, "{trodden:?}");
}
