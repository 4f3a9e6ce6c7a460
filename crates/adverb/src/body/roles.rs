//! The roles of joints, by their names: hips, head, left foot, right hand.
//!
//! The naming schemes in use (CMU and MotionBuilder, Mixamo, Blender, Unreal, 3ds Max's Biped, DAZ and Poser, SMPL,
//! Bandai-Namco, Acclaim, VRM, the glTF samples) agree more than they look: split into words, a name is a side, a part and
//! ornaments.

use super::sides::{self, Side};

/// A part of the body, named after the joint at its upper end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// The pelvis, from which legs and spine spring.
    Hips,
    /// The lowest joint of the back.
    Spine,
    /// The rib cage.
    Chest,
    /// The lowest joint of the neck.
    Neck,
    /// The head.
    Head,
    /// The hip joint of a leg.
    UpLeg,
    /// The knee.
    Knee,
    /// The ankle.
    Foot,
    /// The ball of the foot.
    Toe,
    /// The collar bone.
    Shoulder,
    /// The shoulder joint of an arm.
    Arm,
    /// The elbow.
    Elbow,
    /// The wrist.
    Hand,
}

/// Names for each part: whole names (`=`) or parts of names, best first.
const NAMES: &[(Part, bool, &[&str])] = &[
    (Part::Hips, false, &["=hips", "=pelvis", "=hip", "hips", "pelvis", "hip", "=torsojoint1"]),
    (Part::Spine, false, &["=lowerback", "=abdomen", "=spine", "spine", "abdomen", "=torsojoint2"]),
    (Part::Chest, false, &["=chest", "chest", "thorax", "=torsojoint3"]),
    (Part::Neck, false, &["=neck", "neck"]),
    (Part::Head, false, &["=head", "head", "=neckjoint2"]),
    (Part::UpLeg, true, &["upleg", "upperleg", "thigh", "=femur", "=hip", "hip", "=leg01", "=legjoint1"]),
    (
        Part::Knee,
        true,
        &["knee", "lowerleg", "lowleg", "calf", "shin", "=tibia", "=leg", "=leg02", "=legjoint2"],
    ),
    (Part::Foot, true, &["=ankle", "ankle", "=foot", "foot", "=legjoint3"]),
    (Part::Toe, true, &["=toebase", "=toe", "=toes", "toe", "=ball", "=legjoint5"]),
    (Part::Shoulder, true, &["collar", "clavicle", "shoulder"]),
    (Part::Arm, true, &["upperarm", "uparm", "=arm", "=humerus", "=shldr", "=armjoint1", "shoulder"]),
    (Part::Elbow, true, &["forearm", "lowerarm", "lowarm", "elbow", "=radius", "=armjoint2"]),
    (Part::Hand, true, &["=hand", "wrist", "hand", "=armjoint3"]),
];

/// The joints of a skeleton by role.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Roles {
    found: Vec<(Part, Option<Side>, usize)>,
}

impl Roles {
    /// The roles of joints with these names.
    pub fn by_name<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut words: Vec<_> = names.into_iter().map(words).collect();
        strip_common_prefix(&mut words);
        let stems: Vec<_> = words.iter().map(|words| stem(words)).collect();
        let mut found = Vec::new();
        for &(part, sided, called) in NAMES {
            let sides = if sided { &[Some(Side::Left), Some(Side::Right)][..] } else { &[None][..] };
            for &side in sides {
                let best =
                    called.iter().find_map(|call| stems.iter().position(|s| s.1 == side && fits(&s.0, call)));
                found.extend(best.map(|joint| (part, side, joint)));
            }
        }
        let mut roles = Self { found };
        for side in [Side::Left, Side::Right] {
            roles.untangle(side, &stems);
        }
        // Acclaim's hips are the root, which elsewhere is the ground.
        if roles.joint(Part::Hips, None).is_none() && stems.iter().any(|s| s.0 == "femur") {
            let root = stems.iter().position(|s| s.0 == "root");
            roles.found.extend(root.map(|joint| (Part::Hips, None, joint)));
        }
        roles
    }

    /// The joint with a role.
    pub fn joint(&self, part: Part, side: Option<Side>) -> Option<usize> {
        self.found.iter().find(|f| f.0 == part && f.1 == side).map(|f| f.2)
    }

    /// All roles that were found.
    pub fn iter(&self) -> impl Iterator<Item = (Part, Option<Side>, usize)> {
        self.found.iter().copied()
    }

    /// Two words mean different joints in different schemes: without an arm, a `shoulder` beside a collar bone is the arm; without a toe,
    /// a `foot` beside an ankle is the ball.
    fn untangle(&mut self, side: Side, stems: &[(String, Option<Side>)]) {
        let side = Some(side);
        if self.joint(Part::Shoulder, side) == self.joint(Part::Arm, side) {
            self.found.retain(|f| !(f.0 == Part::Shoulder && f.1 == side));
        }
        let ankle = self.joint(Part::Foot, side).is_some_and(|j| stems[j].0.contains("ankle"));
        if ankle && self.joint(Part::Toe, side).is_none() {
            let foot = stems.iter().position(|s| s.1 == side && fits(&s.0, "=foot"));
            self.found.extend(foot.map(|joint| (Part::Toe, side, joint)));
        }
    }
}

fn fits(stem: &str, call: &str) -> bool {
    match call.strip_prefix('=') {
        Some(exact) => stem == exact,
        None => stem.contains(call) && !(call == "foot" && stem.contains("toe")),
    }
}

/// Takes away the words with which nearly all names begin: the character's name, `Bip01`, `My`.
fn strip_common_prefix(names: &mut [Vec<String>]) {
    let count = names.iter().filter(|words| !words.is_empty()).count();
    while let Some(first) = names.iter().find_map(|words| words.first().cloned()) {
        let shared = |words: &Vec<String>| words.first() == Some(&first);
        if count < 4 || 4 * names.iter().filter(|words| shared(words)).count() < 3 * count {
            return;
        }
        for words in names.iter_mut().filter(|words| shared(words)) {
            words.remove(0);
        }
    }
}

/// A name's words without side, ornaments and gaps; and its side. Numbers stay only
/// where they are all there is to tell the joints of a limb apart (`leg_joint_L_2`, `b_LeftLeg01_015`).
fn stem(words: &[String]) -> (String, Option<Side>) {
    const ORNAMENTS: [&str; 9] = ["b", "j", "c", "bip", "biped", "skeleton", "def", "org", "mixamorig"];
    let numbered = words.iter().any(|w| w == "joint");
    let (mut stem, mut side) = (String::new(), None);
    let mut before = "";
    for word in words {
        let tells = match word.as_str() {
            "l" | "left" => Some(Side::Left),
            "r" | "right" => Some(Side::Right),
            _ => None,
        };
        let number = word.starts_with(|c: char| c.is_ascii_digit());
        if side.is_none() && tells.is_some() {
            side = tells;
        } else if (number && (numbered || before == "leg")) || !(number || ORNAMENTS.contains(&word.as_str()))
        {
            stem.push_str(word);
        }
        before = word;
    }
    (stem, side)
}

/// The words of a name without its name space, in lower case.
pub(super) fn words(name: &str) -> Vec<String> {
    let name = name.rsplit([':', '|']).next().unwrap_or(name);
    // No name needs more words than this; a hostile one would only cost memory.
    sides::words(name)
        .into_iter()
        .take(32)
        .map(|(_, word)| word.chars().take(64).collect::<String>().to_lowercase())
        .collect()
}
