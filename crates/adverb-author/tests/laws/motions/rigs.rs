use std::collections::BTreeMap;
use std::sync::Arc;

use adverb::Skeleton;
use adverb::curve::Derivative;
use adverb_author::finding::{Criterion, Finding};
use adverb_author::motion::{Recording, basic, mirror};
use adverb_author::sides::{Side, exchanged};
use adverb_author::{Clip, figure, rig, sample};
use glam::{DQuat, DVec3};

use super::{made, real};
use crate::support::recordings as data;

#[test]
fn names_tell_left_from_right_in_every_usual_way() {
    let pairs = [
        ("LeftArm", "RightArm"),
        ("mixamorig:LeftUpLeg", "mixamorig:RightUpLeg"),
        ("Arm_L", "Arm_R"),
        ("thigh.l", "thigh.r"),
        ("L_Foot", "R_Foot"),
        ("LHipJoint", "RHipJoint"),
        ("lShin", "rShin"),
        ("Bip01 L Foot", "Bip01 R Foot"),
        ("foot_l_01", "foot_r_01"),
        ("left-down", "right-down"),
        ("calf-left", "calf-right"),
        ("LEFT_HAND", "RIGHT_HAND"),
        ("b_LeftArm_05", "b_RightArm_05"),
    ];
    for (left, right) in pairs {
        assert_eq!(exchanged(left), Some((right.into(), Side::Left)));
        assert_eq!(exchanged(right), Some((left.into(), Side::Right)));
    }
    assert_eq!(exchanged("left-to-right"), Some(("right-to-left".into(), Side::Left)));
    for middle in [
        "upright",
        "bright",
        "LAND",
        "RUN",
        "Hips",
        "Spine1",
        "LowerBack",
        "Root",
        "Neck",
        "l",
        "R",
        "Head",
        "Ball",
        "start",
    ] {
        assert_eq!(exchanged(middle), None, "{middle}");
    }
}

#[test]
fn geometry_finds_pairs_that_names_do_not_tell() {
    let mut clip = made::clip(30, 30.0, 0.0, 0.0);
    for (j, joint) in clip.joints.iter_mut().enumerate() {
        joint.name = format!("bone{j}");
    }
    let skeleton = rig::skeleton_of(&clip).unwrap();
    for (left, right) in [(1, 5), (2, 6), (3, 7), (4, 8), (11, 13), (12, 14)] {
        assert_eq!(skeleton.joints()[left].partner.index(), right);
        assert_eq!(skeleton.joints()[right].partner.index(), left);
    }
    assert_eq!(skeleton.joints()[9].partner.index(), 9);
}

#[test]
fn the_project_has_the_last_word_on_sides() {
    let mut clip = made::clip(30, 30.0, 0.0, 0.0);
    clip.joints[11].name = "Wing_A".into();
    clip.joints[13].name = "Fin_B".into();
    let examples = [rig::Extract { clip: &clip, frames: 0..30 }];
    let skeleton = rig::skeleton(&clip, &examples, &[("Wing_A".into(), "Fin_B".into())]).unwrap();
    assert_eq!(skeleton.joints()[11].partner.index(), 13);
    let missing = rig::skeleton(&clip, &examples, &[("Wing".into(), "Fin_B".into())]).unwrap_err();
    assert!(missing.to_string().contains("Wing"), "{missing}");
}

/// However the file's axes lie, the mirrored motion is the mirror image.
#[test]
fn the_mirrored_motion_is_the_mirror_image_whatever_the_axes() {
    let plain = made::clip(60, 30.0, 0.7, 0.0);
    let mut rolled = plain.clone();
    let axes: Vec<DQuat> = (0..plain.joints.len())
        .map(|j| DQuat::from_rotation_z(j as f64) * DQuat::from_rotation_x(2.0 * j as f64))
        .collect();
    let parents: Vec<Option<usize>> = plain.joints.iter().map(|j| j.parent).collect();
    let roll = |j: usize, t: adverb_author::clip::Transform| {
        let parent = parents[j].map_or(DQuat::IDENTITY, |p| axes[p].inverse());
        adverb_author::clip::Transform {
            translation: parent * t.translation,
            rotation: parent * t.rotation * axes[j],
        }
    };
    for (j, joint) in rolled.joints.iter_mut().enumerate() {
        joint.rest = roll(j, joint.rest);
    }
    for (i, local) in rolled.locals.iter_mut().enumerate() {
        *local = roll(i % parents.len(), *local);
    }
    for clip in [&plain, &rolled] {
        assert!(mirror_error(clip) < 1e-5);
    }
}

/// How far the mirrored motion is from the mirror image, in metres.
fn mirror_error(clip: &Clip) -> f64 {
    let skeleton = Arc::new(rig::skeleton_of(clip).unwrap());
    let recording = Arc::new(Recording::raw(&skeleton, clip).unwrap());
    let motion = Arc::new(basic::whole(skeleton.clone(), recording).unwrap());
    let image = real::frames(&mirror(motion), clip);
    let mut worst = 0.0f64;
    for f in 0..clip.frame_count() {
        let (own, there) = (clip.world(clip.frame(f)), image.world(image.frame(f)));
        let anchor = |w: &[adverb_author::clip::Transform]| w[skeleton.root().index()].translation;
        for (j, joint) in skeleton.joints().iter().enumerate().filter(|(j, _)| *j >= skeleton.root().index())
        {
            let off = own[joint.partner.index()].translation - anchor(&own);
            let expected = DVec3::new(-off.x, off.y, off.z);
            worst = worst.max((there[j].translation - anchor(&there)).distance(expected));
        }
    }
    worst
}

#[test]
fn recorded_walks_mirror_on_skeletons_whose_zero_pose_is_no_figure() {
    let Some(folder) = adverb_testdata::data_dir() else { return };
    for (file, most) in [
        ("motion/walk-styles/dataset-1_walk_happy_001.bvh", 0.002), // exact but for the file's own asymmetry
        ("motion/walk-styles/dataset-1_walk-left_sad_001.bvh", 0.002),
        ("motion/gestures/dataset-1_bow_normal_001.bvh", 0.002),
        ("motion/cmu/16_11.bvh", 0.12), // its left and right bones differ by centimetres
    ] {
        let error = mirror_error(&data::Take::of(&folder.join(file)).clip());
        println!("{file}: {error}");
        assert!(error < most, "{file}: {error}");
    }
}

/// Half a turn from its reference a rotation has two vectors, of opposite directions. References of one recording alone come that near:
/// arms that hang in one wave in another.
#[test]
fn references_over_all_recordings_of_a_body_keep_rotations_well_below_half_a_turn() {
    let mut bodies: BTreeMap<Vec<String>, Vec<Clip>> = BTreeMap::new();
    for take in data::recordings() {
        let clip = take.clip();
        bodies.entry(clip.joints.iter().map(|joint| joint.name.clone()).collect()).or_default().push(clip);
    }
    for clips in bodies.values() {
        let frames =
            |clip: &Clip| figure::leading_outliers(clip).min(clip.frame_count() - 1)..clip.frame_count();
        let whole: Vec<_> = clips.iter().map(|clip| rig::Extract { clip, frames: frames(clip) }).collect();
        let skeleton = rig::skeleton(&clips[0], &whole, &[]).unwrap();
        let axes = |j: usize| skeleton.joints()[j].rig_axes.as_dquat();
        for (j, joint) in skeleton.joints().iter().enumerate() {
            let Some(parent) =
                joint.parent.filter(|_| !joint.dofs.is_empty() && j != skeleton.root().index())
            else {
                continue;
            };
            for clip in clips {
                let turned = |f: usize| {
                    let local = axes(parent.index()) * clip.frame(f)[j].rotation * axes(j).inverse();
                    joint.reference.as_dquat().angle_between(local).to_degrees()
                };
                let most = frames(clip).map(turned).map(|angle| angle.min(360.0 - angle)).fold(0.0, f64::max);
                assert!(most < 150.0, "{} in {}: {most} degrees", joint.name, clip.source.file);
            }
        }
    }
}

/// Whether a rotation vector is nearer to the one before it than the same rotation would be on another sheet, a whole turn away.
fn is_on_the_nearest_sheet(before: DVec3, after: DVec3) -> bool {
    let turn = std::f64::consts::TAU * after.normalize_or_zero();
    [after - turn, after + turn].iter().all(|other| before.distance(after) <= before.distance(*other) + 1e-3)
}

/// Where a recording itself jumps, which is reported, its vectors do, too. From there on the joint may be half a turn and more from its
/// reference, where vectors change much faster than rotations: then all there is to ask is that they keep to the nearest sheet.
#[test]
fn rotation_vectors_do_not_jump_between_sheets() {
    for take in data::recordings() {
        let clip = take.clip();
        let skeleton = rig::skeleton_of(&clip).unwrap();
        let recording = Recording::raw(&skeleton, &clip).unwrap();
        let jumps: Vec<figure::Jump> = figure::jumps(&clip).filter(|jump| jump.frame >= 4).collect();
        for (d, curve) in recording.curves().iter().enumerate().skip(Skeleton::TILT.index()) {
            let Some(curve) = curve else { continue };
            let joint = skeleton.dofs()[d].joint;
            let name = &skeleton.joint(joint).name;
            let first = jumps.iter().find(|jump| jump.joint == joint.index()).map(|jump| jump.frame);
            for (frame, pair) in
                curve.coefficients().windows(2).enumerate().take(first.unwrap_or(usize::MAX)).skip(4)
            {
                let by = (pair[1] - pair[0]).abs();
                assert!(by < 1.8, "{}: {name} jumps by {by} after frame {frame}", take.name);
            }
        }
        for jump in &jumps {
            let name = &clip.joints[jump.joint].name;
            let says = |own: &Finding| {
                own.criterion == Criterion::JointJumps && own.place.joint.as_ref() == Some(name)
            };
            assert!(clip.source.warnings.iter().any(says), "{}: {name}", take.name);
            let of_joint = |d: &usize| skeleton.dofs()[*d].joint.index() == jump.joint;
            let dofs: Vec<usize> = (0..skeleton.dofs().len()).filter(of_joint).collect();
            let curves: Vec<&[f32]> =
                dofs.iter().filter_map(|d| Some(recording.curves()[*d].as_ref()?.coefficients())).collect();
            let [x, y, z] = curves[..] else { panic!("{}: {name} is no ball joint", take.name) };
            let at = |frame: usize| DVec3::new(x[frame].into(), y[frame].into(), z[frame].into());
            for frame in jump.frame..x.len() - 1 {
                let near = is_on_the_nearest_sheet(at(frame), at(frame + 1));
                assert!(near, "{}: {name} leaves its sheet after frame {frame}", take.name);
            }
        }
    }
}

#[test]
fn joints_that_share_a_name_keep_their_own_motion() {
    let mut clip = made::clip(30, 30.0, 0.0, 0.0);
    for j in [2, 6, 9, 11] {
        clip.joints[j].name = "Bone".into();
    }
    let skeleton = Arc::new(rig::skeleton_of(&clip).unwrap());
    let motion = basic::whole(skeleton.clone(), Arc::new(Recording::raw(&skeleton, &clip).unwrap())).unwrap();
    assert!(real::apart(&clip, &real::frames(&motion, &clip)).0 < 1e-4);
}

#[test]
fn partners_have_the_same_dofs_though_only_one_stretches() {
    let mut clip = made::clip(60, 30.0, 0.4, 0.0);
    let n = clip.joints.len();
    for f in 0..clip.frame_count() {
        clip.locals[f * n + 6].translation.y += 0.0005 * (f as f64).sin();
    }
    assert!(mirror_error(&clip) < 0.002);
}

#[test]
fn travel_in_a_joint_above_the_hips_counts_as_the_hips_own() {
    // A joint that holds the origin in one recording and travels in the other.
    let below = |clip: &Clip, carried: bool| {
        let mut out = clip.clone();
        let still = adverb_author::clip::Transform::IDENTITY;
        out.joints.insert(
            0,
            adverb_author::clip::ClipJoint { name: "Root".into(), parent: None, rest: still, end: false },
        );
        for joint in out.joints.iter_mut().skip(1) {
            joint.parent = Some(joint.parent.map_or(0, |p| p + 1));
        }
        let frames = clip.locals.chunks(clip.joints.len());
        out.locals = frames
            .flat_map(|frame| {
                let (top, hips) = if carried { (frame[0], still) } else { (still, frame[0]) };
                [top, hips].into_iter().chain(frame[1..].iter().copied()).collect::<Vec<_>>()
            })
            .collect();
        out
    };
    let clip = made::clip(60, 30.0, 0.4, 0.0);
    let (held, carried) = (below(&clip, false), below(&clip, true));
    let examples = [&held, &carried].map(|clip| rig::Extract { clip, frames: 0..60 });
    let skeleton = Arc::new(rig::skeleton(&held, &examples, &[]).unwrap());
    assert_eq!(skeleton.joint(skeleton.root()).name, "Hips");
    let motions = [&held, &carried].map(|clip| {
        basic::whole(skeleton.clone(), Arc::new(Recording::raw(&skeleton, clip).unwrap())).unwrap()
    });
    for f in 0..60 {
        let time = adverb::VerbTime(f64::from(f) / 30.0);
        assert_eq!(motions[0].pose(time), motions[1].pose(time));
    }
}

#[test]
fn a_somersault_keeps_its_heading() {
    let mut clip = made::clip(121, 60.0, 0.0, 0.0);
    for f in 0..clip.frame_count() {
        let pitch = std::f64::consts::TAU * (f as f64 / 120.0);
        let wobble = 0.05 * (f as f64 / 7.0).sin();
        clip.locals[f * clip.joints.len()].rotation = DQuat::from_rotation_y(0.6 + wobble)
            * DQuat::from_rotation_x(pitch)
            * DQuat::from_rotation_z(wobble);
    }
    let skeleton = rig::skeleton_of(&clip).unwrap();
    let recording = Recording::raw(&skeleton, &clip).unwrap();
    let heading = recording.curves()[Skeleton::HEADING.index()].as_ref().unwrap();
    for f in 0..=120 {
        let value = heading.evaluate(f64::from(f) / 60.0, Derivative::Position);
        assert!((value - 0.6).abs() < 0.35, "frame {f}: {value}");
    }
    let motion = basic::whole(Arc::new(skeleton.clone()), Arc::new(recording)).unwrap();
    assert!(real::apart(&clip, &real::frames(&motion, &clip)).0 < 1e-4);
}

#[test]
fn a_second_root_rides_along_and_comes_back() {
    let mut clip = made::clip(60, 30.0, 0.7, 0.0);
    let mut prop = clip.joints[0].clone();
    prop.name = "Prop".into();
    clip.joints.push(prop);
    let n = clip.joints.len();
    clip.locals = clip
        .locals
        .chunks(n - 1)
        .flat_map(|frame| {
            let mut frame = frame.to_vec();
            frame.push(adverb_author::clip::Transform {
                translation: DVec3::new(0.5, 0.2, 3.0),
                rotation: DQuat::from_rotation_y(1.0),
            });
            frame
        })
        .collect();
    let skeleton = Arc::new(rig::skeleton_of(&clip).unwrap());
    let recording = Arc::new(Recording::raw(&skeleton, &clip).unwrap());
    let motion = basic::whole(skeleton, recording).unwrap();
    let back = sample::sample(&motion, sample::Rate::Exactly(30.0), clip.source.clone()).unwrap();
    assert!(real::apart(&clip, &back).0 < 1e-4);
}
