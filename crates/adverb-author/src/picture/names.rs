//! What a joint's name says about it: which part of a body it begins, and on which side.

use super::figure::Side;

/// The part of a body that begins at a joint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Pelvis,
    Spine,
    Neck,
    Head,
    Clavicle,
    UpperArm,
    Forearm,
    Hand,
    Finger,
    Thigh,
    Shin,
    Foot,
    Toe,
    Other,
}

/// Words of joint names in all usual rigs, lower case. The first that fits decides, so longer words come first.
const WORDS: [(&str, Role); 49] = [
    ("thumb", Role::Finger),
    ("finger", Role::Finger),
    ("index", Role::Finger),
    ("middle", Role::Finger),
    ("ring", Role::Finger),
    ("pinky", Role::Finger),
    ("little", Role::Finger),
    ("toe", Role::Toe),
    ("ball", Role::Toe),
    ("foot", Role::Foot),
    ("ankle", Role::Foot),
    ("upleg", Role::Thigh),
    ("upperleg", Role::Thigh),
    ("thigh", Role::Thigh),
    ("femur", Role::Thigh),
    ("leg", Role::Shin),
    ("shin", Role::Shin),
    ("calf", Role::Shin),
    ("knee", Role::Shin),
    ("tibia", Role::Shin),
    ("hand", Role::Hand),
    ("wrist", Role::Hand),
    ("palm", Role::Hand),
    ("forearm", Role::Forearm),
    ("lowerarm", Role::Forearm),
    ("lowarm", Role::Forearm),
    ("elbow", Role::Forearm),
    ("radius", Role::Forearm),
    ("ulna", Role::Forearm),
    ("shoulder", Role::Clavicle),
    ("clavicle", Role::Clavicle),
    ("collar", Role::Clavicle),
    ("arm", Role::UpperArm),
    ("humerus", Role::UpperArm),
    ("head", Role::Head),
    ("skull", Role::Head),
    ("neck", Role::Neck),
    ("spine", Role::Spine),
    ("chest", Role::Spine),
    ("torso", Role::Spine),
    ("thorax", Role::Spine),
    ("abdomen", Role::Spine),
    ("back", Role::Spine),
    ("waist", Role::Spine),
    ("trunk", Role::Spine),
    ("pelvis", Role::Pelvis),
    ("hips", Role::Pelvis),
    ("hipjoint", Role::Pelvis),
    ("hip", Role::Pelvis),
];

/// The role a name speaks of, if it is one of the usual words. Rig prefixes such as `mixamorig:` do not matter.
pub(super) fn role(name: &str) -> Role {
    let name = own_name(name).to_lowercase().replace(|c: char| !c.is_alphanumeric(), "");
    if name.contains("armature") {
        return Role::Other;
    }
    WORDS.iter().find(|(word, _)| name.contains(word)).map_or(Role::Other, |&(_, role)| role)
}

/// The side a name speaks of: the words left and right, or an L or R that stands alone or before a known word.
pub(super) fn side(name: &str) -> Side {
    let name = own_name(name);
    let lower = name.to_lowercase();
    match (lower.contains("left"), lower.contains("right")) {
        (true, false) => return Side::Left,
        (false, true) => return Side::Right,
        _ => {}
    }
    for token in tokens(name) {
        match token.to_lowercase().as_str() {
            "l" => return Side::Left,
            "r" => return Side::Right,
            _ => {}
        }
    }
    // `lfemur`, `rhand`: the letter goes and a word begins.
    let begins_a_word = |rest: &str| WORDS.iter().any(|(word, _)| rest.starts_with(word));
    match (lower.strip_prefix('l'), lower.strip_prefix('r')) {
        (Some(rest), _) if begins_a_word(rest) => Side::Left,
        (_, Some(rest)) if begins_a_word(rest) => Side::Right,
        _ => Side::Middle,
    }
}

/// A joint that only holds a rig together, by its name.
pub(super) fn is_scaffold(name: &str) -> bool {
    let name = own_name(name).to_lowercase();
    ["root", "reference", "armature", "world", "scene", "origin"].iter().any(|word| name.contains(word))
}

/// The name without the rig's or the namespace's.
fn own_name(name: &str) -> &str {
    name.rsplit([':', '|']).next().unwrap_or(name)
}

/// The words of `UpperArm_L`, `upper_arm.L`, `LHipJoint`, `b_LeftLeg01`.
fn tokens(name: &str) -> Vec<String> {
    let mut tokens = vec![String::new()];
    let chars: Vec<char> = name.chars().collect();
    for (i, &c) in chars.iter().enumerate() {
        let before = i.checked_sub(1).map(|k| chars[k]);
        let camel = c.is_uppercase()
            && (before.is_some_and(char::is_lowercase) || chars.get(i + 1).is_some_and(|n| n.is_lowercase()));
        if camel || !c.is_alphabetic() {
            tokens.push(String::new());
        }
        if let (true, Some(token)) = (c.is_alphabetic(), tokens.last_mut()) {
            token.push(c);
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_names_tell_their_side() {
        for name in ["LeftUpLeg", "mixamorig:LeftArm", "UpperArm_L", "hand.L", "LHipJoint", "lfemur", "L_Foot", "foot_l"] {
            assert_eq!(side(name), Side::Left, "{name}");
        }
        for name in ["RightUpLeg", "Shoulder_R", "RThumb", "rradius", "upper_arm.R", "b_RightLeg01_019"] {
            assert_eq!(side(name), Side::Right, "{name}");
        }
        for name in ["Hips", "LowerBack", "Spine1", "Root", "Neck", "Leg", "lumbar", "Reference"] {
            assert_eq!(side(name), Side::Middle, "{name}");
        }
    }

    #[test]
    fn usual_names_tell_their_role() {
        let cases = [
            ("LeftUpLeg", Role::Thigh),
            ("LowerLeg_R", Role::Shin),
            ("LeftLeg", Role::Shin),
            ("LeftToeBase", Role::Toe),
            ("LeftForeArm", Role::Forearm),
            ("UpperArm_L", Role::UpperArm),
            ("LeftShoulder", Role::Clavicle),
            ("LeftHandIndex1", Role::Finger),
            ("LowerBack", Role::Spine),
            ("Neck1", Role::Neck),
            ("Hips", Role::Pelvis),
            ("Tail", Role::Other),
            ("Armature", Role::Other),
        ];
        for (name, expected) in cases {
            assert_eq!(role(name), expected, "{name}");
        }
    }
}
