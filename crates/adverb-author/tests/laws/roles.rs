//! Joint roles in the naming schemes in use.

use adverb::body::{Finger, Part, Roles, digits};
use adverb_author::sides::{Side, exchanged};

/// Checks the roles that matter, given names in the order of [`PARTS`], with `*` where the side goes.
fn check(scheme: &str, names: [&str; 13], left: &str, right: &str) {
    use Part::*;
    let unsided = [Hips, Spine, Neck, Head];
    let sided = [UpLeg, Knee, Foot, Toe, Shoulder, Arm, Elbow, Hand];
    let mut all: Vec<String> = vec![names[0].into()];
    all.extend(names[1..5].iter().map(ToString::to_string));
    for mark in [left, right] {
        all.extend(names[5..].iter().filter(|n| !n.is_empty()).map(|n| n.replace('*', mark)));
    }
    let roles = Roles::by_name(all.iter().map(String::as_str));
    let named = |part, side| roles.joint(part, side).map_or("", |j| &all[j]);
    for (part, name) in unsided.into_iter().zip(&names[1..5]) {
        assert_eq!(named(part, None), *name, "{scheme}: {part:?}");
    }
    for (side, mark) in [(Side::Left, left), (Side::Right, right)] {
        for (part, name) in sided.into_iter().zip(&names[5..]) {
            assert_eq!(named(part, Some(side)), name.replace('*', mark), "{scheme}: {side:?} {part:?}");
        }
    }
}

#[test]
fn the_usual_naming_schemes_are_understood() {
    let cmu = [
        "LHipJoint",
        "Hips",
        "LowerBack",
        "Neck",
        "Head",
        "*UpLeg",
        "*Leg",
        "*Foot",
        "*ToeBase",
        "*Shoulder",
        "*Arm",
        "*ForeArm",
        "*Hand",
    ];
    check("CMU", cmu, "Left", "Right");
    let spine = cmu.map(|n| if n == "LowerBack" { "Spine" } else { n });
    let mixamo = spine.map(|n| format!("mixamorig:{n}"));
    check("Mixamo", mixamo.each_ref().map(String::as_str), "Left", "Right");
    let lower = spine.map(str::to_lowercase);
    check("all lower case", lower.each_ref().map(String::as_str), "left", "right");
    let spaced = spine.map(|n| format!("My {n}"));
    check("with spaces", spaced.each_ref().map(String::as_str), "Left", "Right");
    check(
        "Bandai-Namco",
        [
            "joint_Root",
            "Hips",
            "Spine",
            "Neck",
            "Head",
            "UpperLeg_*",
            "LowerLeg_*",
            "Foot_*",
            "Toes_*",
            "Shoulder_*",
            "UpperArm_*",
            "LowerArm_*",
            "Hand_*",
        ],
        "L",
        "R",
    );
    check(
        "Blender",
        [
            "Armature",
            "hips",
            "spine",
            "neck",
            "head",
            "thigh.*",
            "shin.*",
            "foot.*",
            "toe.*",
            "shoulder.*",
            "upper_arm.*",
            "forearm.*",
            "hand.*",
        ],
        "L",
        "R",
    );
    check(
        "Unreal",
        [
            "root",
            "pelvis",
            "spine_01",
            "neck_01",
            "head",
            "thigh_*",
            "calf_*",
            "foot_*",
            "ball_*",
            "clavicle_*",
            "upperarm_*",
            "lowerarm_*",
            "hand_*",
        ],
        "l",
        "r",
    );
    check(
        "Biped",
        [
            "Bip01",
            "Bip01 Pelvis",
            "Bip01 Spine",
            "Bip01 Neck",
            "Bip01 Head",
            "Bip01 * Thigh",
            "Bip01 * Calf",
            "Bip01 * Foot",
            "Bip01 * Toe0",
            "Bip01 * Clavicle",
            "Bip01 * UpperArm",
            "Bip01 * Forearm",
            "Bip01 * Hand",
        ],
        "L",
        "R",
    );
    check(
        "DAZ",
        [
            "figure", "hip", "abdomen", "neck", "head", "*Thigh", "*Shin", "*Foot", "", "*Collar", "*Shldr",
            "*ForeArm", "*Hand",
        ],
        "l",
        "r",
    );
    check(
        "SMPL",
        [
            "root",
            "Pelvis",
            "Spine1",
            "Neck",
            "Head",
            "*_Hip",
            "*_Knee",
            "*_Ankle",
            "*_Foot",
            "*_Collar",
            "*_Shoulder",
            "*_Elbow",
            "*_Hand",
        ],
        "L",
        "R",
    );
    check(
        "VRM",
        [
            "Root",
            "J_Bip_C_Hips",
            "J_Bip_C_Spine",
            "J_Bip_C_Neck",
            "J_Bip_C_Head",
            "J_Bip_*_UpperLeg",
            "J_Bip_*_LowerLeg",
            "J_Bip_*_Foot",
            "J_Bip_*_ToeBase",
            "J_Bip_*_Shoulder",
            "J_Bip_*_UpperArm",
            "J_Bip_*_LowerArm",
            "J_Bip_*_Hand",
        ],
        "L",
        "R",
    );
    check(
        "glTF's rigged figure",
        [
            "Z_UP",
            "torso_joint_1",
            "torso_joint_2",
            "neck_joint_1",
            "neck_joint_2",
            "leg_joint_*_1",
            "leg_joint_*_2",
            "leg_joint_*_3",
            "leg_joint_*_5",
            "",
            "arm_joint_*_1",
            "arm_joint_*_2",
            "arm_joint_*_3",
        ],
        "L",
        "R",
    );
    check(
        "glTF's fox",
        [
            "_rootJoint",
            "b_Hip_01",
            "b_Spine01_02",
            "b_Neck_04",
            "b_Head_05",
            "b_*Leg01_015",
            "b_*Leg02_016",
            "b_*Foot01_017",
            "",
            "",
            "b_*UpperArm_09",
            "b_*ForeArm_010",
            "b_*Hand_011",
        ],
        "Left",
        "Right",
    );
}

#[test]
fn letters_inside_words_are_no_sides() {
    for name in [
        "Spine",
        "LowerBack",
        "Root",
        "pelvis",
        "Ribs",
        "lattice",
        "real",
        "",
        "01_leg",
        "Bip01",
        "é",
        "_",
        "123",
    ] {
        assert_eq!(exchanged(name), None, "{name}");
    }
    for name in [
        "LThumb",
        "l_thumb",
        "thumb.l",
        "Thumb L",
        "thumb_l_01",
        "LeftThumb",
        "leftthumb",
        "Rig:Right|LThumb",
    ] {
        assert_eq!(exchanged(name).map(|(_, side)| side), Some(Side::Left), "{name}");
    }
}

/// Checks the links of the fingers of both hands; `*` is the side in `hand` and in what `link` yields.
fn check_fingers(scheme: &str, marks: [&str; 2], hand: &str, link: &dyn Fn(usize, usize) -> String) {
    let (mut names, mut parents) = (vec!["Hips".to_string()], vec![None]);
    for mark in marks {
        let wrist = names.len();
        names.push(hand.replace('*', mark));
        parents.push(Some(0));
        for finger in 0..5 {
            for number in 0..3 {
                parents.push(Some(if number == 0 { wrist } else { names.len() - 1 }));
                names.push(link(finger, number).replace('*', mark));
            }
        }
    }
    let found = digits(names.iter().map(String::as_str), &parents);
    assert_eq!(found.len(), 10, "{scheme}: {found:?}");
    for (which, digit) in found.iter().enumerate() {
        let (hand, finger) = (which / 5, which % 5);
        let first = 1 + 16 * hand + 1 + 3 * finger;
        assert_eq!((digit.side, digit.finger), (Side::BOTH[hand], Finger::ALL[finger]), "{scheme}");
        assert_eq!(
            (digit.hand, &digit.links),
            (1 + 16 * hand, &vec![first, first + 1, first + 2]),
            "{scheme}"
        );
    }
}

#[test]
fn fingers_are_known_in_the_usual_naming_schemes() {
    let words = ["Thumb", "Index", "Middle", "Ring", "Pinky"];
    let sides = ["Left", "Right"];
    check_fingers("Mixamo", sides, "mixamorig:*Hand", &|f, l| {
        format!("mixamorig:*Hand{}{}", words[f], l + 1)
    });
    check_fingers("Unreal", ["l", "r"], "hand_*", &|f, l| {
        format!("{}_0{}_*", words[f].to_lowercase(), l + 1)
    });
    let rigify = ["thumb", "f_index", "f_middle", "f_ring", "f_pinky"];
    check_fingers("Rigify", ["L", "R"], "DEF-hand.*", &|f, l| format!("DEF-{}.0{}.*", rigify[f], l + 1));
    check_fingers("Biped", ["L", "R"], "Bip01 * Hand", &|f, l| match l {
        0 => format!("Bip01 * Finger{f}"),
        link => format!("Bip01 * Finger{f}{link}"),
    });
    let bones = ["Proximal", "Medial", "Distal"];
    check_fingers("Rokoko", sides, "*Hand", &|f, l| format!("*Finger{}{}", f + 1, bones[l]));
    check_fingers("MakeHuman", ["L", "R"], "wrist.*", &|f, l| format!("finger{}-{}.*", f + 1, l + 1));
    let vrm = ["Thumb", "Index", "Middle", "Ring", "Little"];
    let phalanges = ["Proximal", "Intermediate", "Distal"];
    check_fingers("VRM", ["left", "right"], "*Hand", &|f, l| format!("*{}{}", vrm[f], phalanges[l]));
    check_fingers("VRoid", ["L", "R"], "J_Bip_*_Hand", &|f, l| format!("J_Bip_*_{}{}", vrm[f], l + 1));
    let daz = ["Thumb", "Index", "Mid", "Ring", "Pinky"];
    check_fingers("DAZ", ["l", "r"], "*Hand", &|f, l| format!("*{}{}", daz[f], l + 1));
    check_fingers("SMPL-X", ["left", "right"], "*_wrist", &|f, l| {
        format!("*_{}{}", words[f].to_lowercase(), l + 1)
    });
    let nth = ["First", "Second", "Third", "Fourth", "Fifth"];
    check_fingers("Xsens", sides, "*Hand", &|f, l| match f {
        0 => format!("*{}{}", nth[f], ["MC", "PP", "DP"][l]),
        _ => format!("*{}{}", nth[f], ["PP", "MP", "DP"][l]),
    });
}

#[test]
fn bones_of_the_palm_are_no_links_but_the_thumbs_and_faces_have_no_fingers() {
    let names = [
        "Hips",
        "LeftHand",
        "LeftInHandIndex",
        "LeftHandIndex1",
        "LeftHandIndex2",
        "LeftHandIndex3",
        "LeftHandIndex4",
        "LeftThumbMetacarpal",
        "LeftThumbProximal",
        "Head",
        "brow_middle_L",
        "LeftFoot",
        "LeftIndexToe1",
    ];
    let parents = [
        None,
        Some(0),
        Some(1),
        Some(2),
        Some(3),
        Some(4),
        Some(5),
        Some(1),
        Some(7),
        Some(0),
        Some(9),
        Some(0),
        Some(11),
    ];
    let found = digits(names, &parents);
    assert!(
        digits(["LeftHand", "LeftFingerBase"], &[None, Some(0)]).is_empty(),
        "CMU's second joint of the wrist"
    );
    let links: Vec<(Finger, usize, &[usize])> =
        found.iter().map(|d| (d.finger, d.hand, &d.links[..])).collect();
    assert_eq!(links, [(Finger::Index, 1, &[3, 4, 5][..]), (Finger::Thumb, 1, &[7, 8][..])]);
}
