//! ASF and AMC: what they mean, on a made figure and on CMU's, and what damage becomes.

use adverb::body::Part;
use adverb_author::Error;
use adverb_author::clip::{Clip, Format, Transform};
use adverb_author::figure::height_m;
use adverb_author::finding::{Criterion, Finding};
use adverb_author::import::{ImportOptions, import, import_with};
use adverb_author::project::Project;
use adverb_author::sides::Side;
use adverb_testdata::acclaim::{MOTION, SKELETON};
use glam::DVec3;

fn read_with(skeleton: &str, motion: &[u8]) -> Result<Clip, Error> {
    adverb_author::formats::acclaim::read("made.amc", motion, &Default::default(), &mut |name| {
        (name == "made.asf").then(|| skeleton.into())
    })
}

fn read(motion: &str) -> Result<Clip, Error> {
    read_with(SKELETON, motion.as_bytes())
}

fn at(clip: &Clip, frame: usize, joint: &str) -> DVec3 {
    clip.world(clip.frame(frame))[clip.joint_named(joint).unwrap()].translation
}

#[test]
fn bones_turn_about_their_upper_ends_in_the_order_of_their_dofs() {
    let clip = read(MOTION).unwrap();
    assert_eq!((clip.joints.len(), clip.frame_count(), clip.fps), (6, 3, 120.0));
    assert_eq!(clip.joints[2].name, "head");
    let near = |frame, joint, x, y, z| {
        let (found, wanted) = (at(&clip, frame, joint), DVec3::new(x, y, z));
        assert!(found.distance(wanted) < 1e-12, "{joint}: {found}");
    };
    near(0, "root", 1.0, 2.0, 3.0);
    near(0, "head", 1.0, 12.0, 3.0);
    near(0, "head_End", 1.0, 15.0, 3.0);
    near(0, "lfoot_End", 1.0, 2.0, 5.0);
    // The root turns about x, then about z: z goes to −y and on to x, y to z.
    near(1, "lfoot_End", 3.0, 2.0, 3.0);
    // The spine turns y to z within that: out along x.
    near(1, "head", 11.0, 2.0, 3.0);
    // The head's own x axis is y: turning about it leaves it straight.
    near(1, "head_End", 14.0, 2.0, 3.0);
}

#[test]
fn angles_may_be_radians() {
    let motion = MOTION.replace("DEGREES", "RADIANS").replace("90", "1.5707963267948966");
    let (degrees, radians) = (read(MOTION).unwrap(), read(&motion).unwrap());
    assert!(at(&degrees, 1, "head_End").distance(at(&radians, 1, "head_End")) < 1e-9);
}

#[test]
fn the_skeleton_is_found_beside_the_motion_and_missed_by_name() {
    for (file, found) in [
        ("made.amc", "made.asf"),
        ("dir/07_12.amc", "07.asf"),
        ("charleston1.amc", "charleston.asf"),
        ("other.amc", "made.asf"),
    ] {
        let clip = import_with(file, MOTION.as_bytes(), &ImportOptions::default(), &mut |name| {
            (name == found).then(|| SKELETON.into())
        })
        .unwrap();
        assert!(clip.source.assumptions[0].said().contains(found), "{:?}", clip.source.assumptions);
    }
    let error = import("dir/07_12.amc", MOTION.as_bytes(), &ImportOptions::default()).unwrap_err();
    assert!(error.to_string().contains("put the .asf beside it as 07_12.asf"), "{error}");
}

#[test]
fn the_rate_is_assumed_aloud_and_can_be_given() {
    let load = |motion: &str, rate| {
        let options = ImportOptions { rate, ..Default::default() };
        import_with("made.amc", motion.as_bytes(), &options, &mut |_| Some(SKELETON.into()))
    };
    let clip = load(MOTION, None).unwrap();
    assert!(
        clip.source.assumptions.iter().any(|a| a.said().contains("rate: 120")),
        "{:?}",
        clip.source.assumptions
    );
    assert_eq!(load(MOTION, Some(60.0)).unwrap().fps, 60.0);
    let said = MOTION.replace(":DEGREES", ":DEGREES\n:SAMPLES-PER-SECOND 100");
    assert_eq!(load(&said, None).unwrap().fps, 100.0);
    assert!(load(MOTION, Some(f64::NAN)).is_err());
}

#[test]
fn a_skeleton_alone_has_its_rest_pose_and_says_what_is_missing() {
    let clip = import("made.asf", SKELETON.as_bytes(), &ImportOptions::default()).unwrap();
    assert_eq!((clip.source.format, clip.frame_count(), clip.joints.len()), (Format::Asf, 0, 6));
    assert!(clip.source.warnings.iter().any(|w| w.said().contains(".amc")), "{:?}", clip.source.warnings);
}

#[test]
fn what_cannot_be_meant_is_an_error_with_its_line() {
    for (from, to, at, words) in [
        ("spine head", "spine heed", 45, "`heed`"),
        ("spine head", "spine head\nspine head", 46, "already, in line 45"),
        ("root spine lfoot", "root lfoot", 16, "`spine` does not hang"),
        ("root spine lfoot", "root lfoot\nhead spine", 16, "`spine` does not hang"),
        ("name head", "name spine", 29, "two bones"),
        ("name head", "name root", 29, "cannot be"),
        ("dof rx\n", "dof rx rq\n", 33, "unknown dof `rq`"),
        ("dof rx\n", "dof rx rx\n", 33, "twice"),
        ("dof rx\n", "dgf rx\n", 33, "unexpected `dgf`"),
        ("direction 0 1 0\n    length 3", "direction 0 1\n    length 3", 30, "needs a number"),
        ("    length 3\n", "", 27, "`head` has no length"),
        ("axis 0 0 90 XYZ", "axis 0 0 90 XYX", 32, "not an order of axes"),
        ("length 0.45", "length -1", 6, "not a valid length"),
        ("angle deg", "angle grad", 7, "`grad`"),
        ("order TX TY TZ RX RY RZ", "", 46, ":root has no `order`"),
        (":root", ":rood", 46, ":root is missing"),
        ("direction 0 0 1", "direction 0 0 0", 35, "is zero"),
    ] {
        let skeleton = SKELETON.replacen(from, to, 1);
        assert_ne!(skeleton, SKELETON, "{from}");
        match read_with(&skeleton, MOTION.as_bytes()) {
            Err(Error::Text { file, line, problem }) => {
                assert!(
                    file == "made.asf" && line == at && problem.contains(words),
                    "{to}: {line}: {problem}"
                );
            }
            other => panic!("{to}: {other:?}"),
        }
    }
    for (from, to, at, words) in [
        ("head 0\n2", "heed 0\n2", 7, "no bone `heed` in the skeleton made.asf"),
        ("head 0\n2", "head zero\n2", 7, "`zero` of `head` is not a number"),
        ("head 0\n2", "head 0\nhead 0\n2", 8, "twice in frame 1"),
        ("1\nroot", "root", 4, "number of the first frame"),
    ] {
        match read(&MOTION.replacen(from, to, 1)) {
            Err(Error::Text { file, line, problem }) => {
                assert!(
                    file == "made.amc" && line == at && problem.contains(words),
                    "{to}: {line}: {problem}"
                );
            }
            other => panic!("{to}: {other:?}"),
        }
    }
    assert!(read("").unwrap_err().to_string().contains("without frames"));
}

#[test]
fn what_can_be_repaired_is_reported() {
    for (from, to, frames, words) in [
        ("spine 90 0 0", "spine 90 0", 3, "line 10, spine, frame 1: 2 values instead of the 3"),
        ("spine 90 0 0", "spine 90 nan 0", 3, "line 10, spine, frame 1: a value is not finite"),
        ("spine 90 0 0\n", "", 3, "spine, frame 1: no values before this line"),
        ("head 90\n3", "head 90\n7", 3, "frame 7 follows frame 2"),
        ("spine 0 0 0\nhead 0\n", "", 3, "spine: no values before frame 1"),
    ] {
        let clip = read(&MOTION.replacen(from, to, 1)).unwrap();
        assert_eq!(clip.frame_count(), frames, "{to}");
        assert!(
            clip.source.warnings.iter().any(|w| w.said().contains(words)),
            "{to}: {:?}",
            clip.source.warnings
        );
    }
    let held = read(&MOTION.replace("spine 90 0 0", "spine 90 nan 0")).unwrap();
    assert!(
        held.frame(1)[1].rotation.angle_between(glam::DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2))
            < 1e-9
    );
    let cut = MOTION.strip_suffix("head 0\n").unwrap();
    let clip = read(cut).unwrap();
    assert_eq!(clip.frame_count(), 2);
    assert!(
        clip.source.warnings.iter().any(|w| w.said().contains("within frame 3")),
        "{:?}",
        clip.source.warnings
    );
}

/// An error, or a clip that is finite throughout.
fn check(skeleton: &[u8], motion: &[u8]) -> Option<Clip> {
    let clip =
        import_with("made.amc", motion, &ImportOptions::default(), &mut |_| Some(skeleton.to_vec())).ok()?;
    assert!(clip.locals.iter().all(|l| l.translation.is_finite() && l.rotation.is_normalized()));
    Some(clip)
}

#[test]
fn every_prefix_is_an_error_or_a_reported_repair() {
    for length in 0..SKELETON.len() {
        let whole = SKELETON[length..].trim() == "";
        let clip = check(&SKELETON.as_bytes()[..length], MOTION.as_bytes());
        assert_eq!(clip.is_some(), whole, "{length}");
    }
    for length in 0..MOTION.len() {
        let clip = check(SKELETON.as_bytes(), &MOTION.as_bytes()[..length]);
        assert!(clip.is_none_or(|clip| !clip.source.warnings.is_empty()), "{length}");
    }
}

#[test]
fn every_changed_or_missing_byte_is_an_error_or_a_clip() {
    let changed = |text: &str, at: usize, byte: u8| {
        let mut bytes = text.as_bytes().to_vec();
        bytes[at] = byte;
        bytes
    };
    let without = |text: &str, at: usize| [&text.as_bytes()[..at], &text.as_bytes()[at + 1..]].concat();
    for at in 0..SKELETON.len() {
        check(&without(SKELETON, at), MOTION.as_bytes());
        (0..=255).for_each(|byte| drop(check(&changed(SKELETON, at, byte), MOTION.as_bytes())));
    }
    for at in 0..MOTION.len() {
        check(SKELETON.as_bytes(), &without(MOTION, at));
        (0..=255).for_each(|byte| drop(check(SKELETON.as_bytes(), &changed(MOTION, at, byte))));
    }
}

#[test]
fn a_hundred_thousand_frames_are_read_and_empty_ones_cannot_ask_for_the_memory() {
    let mut motion = String::from(":DEGREES\n");
    for frame in 1..=100_000 {
        motion += &format!("{frame}\nroot 1 2 3 0 0 0\nspine 0 0 0\nhead 0\n");
    }
    assert_eq!(read(&motion).unwrap().frame_count(), 100_000);
    let deep: String = (0..3000)
        .map(|b| format!("begin\nname b{b}\ndirection 0 1 0\nlength 1\naxis 0 0 0 XYZ\ndof rx\nend\n"))
        .collect();
    let links = |parent: fn(usize) -> usize| -> String {
        let link =
            |b: usize| format!("{} b{b}\n", if b == 0 { "root".into() } else { format!("b{}", parent(b)) });
        (0..3000).map(link).collect()
    };
    let skeleton =
        |links: String| format!(":root\norder RX\n:bonedata\n{deep}:hierarchy\nbegin\n{links}end\n");
    let frames: String = (1..100_000).map(|f| format!("{f}\n")).collect();
    let error = read_with(&skeleton(links(|_| 0)), frames.as_bytes()).unwrap_err();
    assert!(error.to_string().contains("out of all proportion"), "{error}");
    let error = read_with(&skeleton(links(|b| b - 1)), b"1\nroot 0\n").unwrap_err();
    assert!(error.to_string().contains("deeper than"), "{error}");
}

#[test]
fn a_project_takes_them() {
    let text = "[project]\nrate = 60\n[motions.nod]\nfile = \"clips/made.amc\"\nframes = [0, 2]\n";
    let mut read = |file: &str| match file {
        "clips/made.amc" => Ok(MOTION.into()),
        "clips/made.asf" => Ok(SKELETON.into()),
        _ => Err("no such file".to_string()),
    };
    let project = Project::load("adverb.toml", text, &mut read).unwrap();
    assert_eq!(project.motions["nod"].fps(), 60.0);
    assert_eq!(project.skeleton.joints().len(), 6);
}

/// A file of the data folder, with its neighbours.
fn load(data: &std::path::Path, file: &str) -> Result<Clip, Error> {
    let path = data.join(file);
    let bytes = std::fs::read(&path).unwrap();
    import_with(file, &bytes, &ImportOptions::default(), &mut |name| {
        std::fs::read(path.with_file_name(name)).ok()
    })
}

#[test]
fn the_corrupt_files_give_their_line_or_a_reported_repair() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let skeleton = std::fs::read(data.join("motion/asf-amc/backflip.asf")).unwrap();
    let corrupt = |file: &str| {
        let bytes = std::fs::read(data.join("formats/corrupt").join(file)).unwrap();
        import_with(file, &bytes, &ImportOptions::default(), &mut |_| Some(skeleton.clone()))
    };
    let error = corrupt("s_cut.asf").unwrap_err().to_string();
    assert!(error.contains("s_cut.asf:") && error.contains("the file ends inside a bone"), "{error}");
    let error = corrupt("s_unknown_bone.amc").unwrap_err().to_string();
    assert!(error.contains("there is no bone"), "{error}");
    let clip = corrupt("s_cut.amc").unwrap();
    assert!(
        clip.source.warnings.iter().any(|w| w.said().contains("is left out")),
        "{:?}",
        clip.source.warnings
    );
    assert_eq!(clip.frame_count(), 35);
}

#[test]
fn cmus_figures_are_people_with_their_joints_known() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    for (file, frames) in [("motion/asf-amc/backflip.amc", 247), ("motion/asf-amc/pirouette.amc", 591)] {
        let clip = load(&data, file).unwrap();
        assert_eq!(clip.frame_count(), frames, "{file}");
        assert!((1.3..2.0).contains(&height_m(&clip)), "{file}: {}", height_m(&clip));
        assert!((clip.source.unit_m - 0.0254 / 0.45).abs() < 1e-12, "{:?}", clip.source.assumptions);
        let roles = clip.roles();
        assert_eq!(roles.joint(Part::Hips, None), Some(0));
        for side in Side::BOTH {
            for (part, name) in [
                (Part::UpLeg, "femur"),
                (Part::Knee, "tibia"),
                (Part::Foot, "foot"),
                (Part::Toe, "toes"),
                (Part::Arm, "humerus"),
                (Part::Elbow, "radius"),
                (Part::Hand, "hand"),
            ] {
                let letter = if side == Side::Left { "l" } else { "r" };
                let joint = roles.joint(part, Some(side)).map(|j| clip.joints[j].name.clone());
                assert_eq!(joint, Some(format!("{letter}{name}")), "{part:?}");
            }
        }
        // Hands and feet jump in the middle of the backflip: so they were recorded.
        let jumps = |own: &Finding| own.criterion == Criterion::JointJumps && file.contains("backflip");
        assert!(clip.source.warnings.iter().all(jumps), "{:?}", clip.source.warnings);
    }
}

/// The places were computed apart, with matrices.
#[test]
fn joints_are_where_matrices_have_them() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let clip = load(&data, "motion/asf-amc/pirouette.amc").unwrap();
    for (joint, place) in [
        ("rfoot", [-0.34759429, 0.12203819, 0.64395485]),
        ("lhand", [-0.38481276, 1.30465935, 1.56469296]),
        ("head", [-0.26300278, 1.51467259, 0.90626875]),
    ] {
        let found = at(&clip, 300, joint);
        assert!(found.distance(DVec3::from_array(place)) < 1e-6, "{joint}: {found}");
    }
}

/// The BVH is the same recording on the skeleton of another program, with other proportions and another rest pose. So the
/// root turns the same, and every limb points along one direction of its counterpart, but for what fitting it to that body cost.
#[test]
fn a_bvh_of_the_same_recording_moves_its_limbs_alike() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let amc = load(&data, "motion/asf-amc/pirouette.amc").unwrap();
    let bvh = load(&data, "formats/bvh/pirouette.bvh").unwrap();
    assert_eq!(bvh.frame_count(), amc.frame_count() + 1, "the BVH has a rest pose in front");
    let frames = || (0..amc.frame_count()).map(|f| (amc.world(amc.frame(f)), bvh.world(bvh.frame(f + 1))));
    assert!(frames().all(|(a, b)| a[0].rotation.angle_between(b[0].rotation) < 1e-4));
    let limbs = [
        ("femur", "tibia", "Thigh"),
        ("tibia", "foot", "Shin"),
        ("humerus", "radius", "Shldr"),
        ("radius", "wrist", "ForeArm"),
    ];
    for (side, (from, to, other)) in ["l", "r"].into_iter().flat_map(|side| limbs.map(|limb| (side, limb))) {
        let joint = |clip: &Clip, name: &str| clip.joint_named(&format!("{side}{name}")).unwrap();
        let (from, to, other) = (joint(&amc, from), joint(&amc, to), joint(&bvh, other));
        let way = |a: &[Transform]| (a[to].translation - a[from].translation).normalize();
        let mean: DVec3 = frames().map(|(a, b)| b[other].rotation.inverse() * way(&a)).sum();
        let off =
            |(a, b): (Vec<Transform>, Vec<Transform>)| (b[other].rotation * mean).angle_between(way(&a));
        let mean = (frames().map(off).sum::<f64>() / amc.frame_count() as f64).to_degrees();
        // With the angles applied in the other order, the means are 9° to 83°.
        assert!(mean < 3.0, "{}: {mean}°", amc.joints[from].name);
    }
}
