//! Joint roles in the naming schemes in use.

use adverb::body::{Part, Roles};
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
