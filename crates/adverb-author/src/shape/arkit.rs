//! The 52 features that face trackers give (ARKit's blend shape locations), and which features of a face they are.

/// Their names, in the order of ARKit's documentation.
pub const ARKIT: [&str; 52] = [
    "eyeBlinkLeft",
    "eyeLookDownLeft",
    "eyeLookInLeft",
    "eyeLookOutLeft",
    "eyeLookUpLeft",
    "eyeSquintLeft",
    "eyeWideLeft",
    "eyeBlinkRight",
    "eyeLookDownRight",
    "eyeLookInRight",
    "eyeLookOutRight",
    "eyeLookUpRight",
    "eyeSquintRight",
    "eyeWideRight",
    "jawForward",
    "jawLeft",
    "jawRight",
    "jawOpen",
    "mouthClose",
    "mouthFunnel",
    "mouthPucker",
    "mouthLeft",
    "mouthRight",
    "mouthSmileLeft",
    "mouthSmileRight",
    "mouthFrownLeft",
    "mouthFrownRight",
    "mouthDimpleLeft",
    "mouthDimpleRight",
    "mouthStretchLeft",
    "mouthStretchRight",
    "mouthRollLower",
    "mouthRollUpper",
    "mouthShrugLower",
    "mouthShrugUpper",
    "mouthPressLeft",
    "mouthPressRight",
    "mouthLowerDownLeft",
    "mouthLowerDownRight",
    "mouthUpperUpLeft",
    "mouthUpperUpRight",
    "browDownLeft",
    "browDownRight",
    "browInnerUp",
    "browOuterUpLeft",
    "browOuterUpRight",
    "cheekPuff",
    "cheekSquintLeft",
    "cheekSquintRight",
    "noseSneerLeft",
    "noseSneerRight",
    "tongueOut",
];

/// For each of the 52, the features of a face that it drives: the one of its name however it is spelled (`eyeBlink_L`,
/// `EyeBlinkLeft`, `blendShape.eyeBlinkLeft`), or both sides where the face has them apart (`browInnerUp_L` and `_R`).
#[must_use]
pub fn arkit(features: &[String]) -> Vec<(&'static str, Vec<usize>)> {
    let own: Vec<String> = features.iter().map(|name| plain(name)).collect();
    let named = |name: &str| own.iter().position(|own| *own == plain(name));
    let of = |name: &'static str| {
        let turned = match named(name) {
            Some(one) => vec![one],
            None => ["Left", "Right"].iter().filter_map(|side| named(&format!("{name}{side}"))).collect(),
        };
        (name, turned)
    };
    ARKIT.into_iter().map(of).collect()
}

/// A name in one spelling: without prefix, case and separators, with sides spelled out.
fn plain(name: &str) -> String {
    let name = name.rsplit(['.', ':']).next().unwrap_or(name);
    let sided =
        [("_L", "Left"), ("_R", "Right"), ("-L", "Left"), ("-R", "Right"), (" L", "Left"), (" R", "Right")];
    let spelled = sided.iter().find_map(|(short, long)| Some(format!("{}{long}", name.strip_suffix(short)?)));
    let spelled = spelled.unwrap_or_else(|| name.to_string());
    spelled.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
