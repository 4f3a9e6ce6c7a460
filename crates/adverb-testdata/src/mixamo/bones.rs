//! Mixamo's joints over those of the built-in figure.

use adverb_author::gait::humanoid;
use glam::{DQuat, DVec3};

use super::PREFIX;

/// A joint in the pose that the skin is bound in, in metres, y up.
pub(super) struct Bone {
    pub(super) name: String,
    pub(super) parent: Option<usize>,
    /// The joint of the built-in figure that it moves with.
    pub(super) source: usize,
    pub(super) place: DVec3,
    /// How its axes are turned: its y axis is along the bone.
    pub(super) axes: DQuat,
    /// Where its bone ends.
    pub(super) tip: DVec3,
}

/// Fingers: the name, and how far before the middle of the hand.
const FINGERS: [(&str, f64); 5] =
    [("Thumb", 0.04), ("Index", 0.03), ("Middle", 0.01), ("Ring", -0.01), ("Pinky", -0.03)];

/// The joints, parents before children.
pub(super) fn bones() -> Vec<Bone> {
    let figure = humanoid();
    let mut places: Vec<DVec3> = Vec::new();
    for joint in &figure {
        places.push(joint.parent.map_or(DVec3::ZERO, |p| places[p]) + joint.rest.translation);
    }
    let own = |name: &str| figure.iter().position(|joint| joint.name == name).expect("the figure has it");
    let end_of = |name: &str| {
        let above = own(name);
        figure.iter().position(|joint| joint.parent == Some(above)).expect("the figure has it")
    };
    let mut bones = Bones::default();
    bones.add("Hips", None, own("Hips"), places[own("Hips")]);
    let (spine, chest) = (places[own("Spine")], places[own("Chest")]);
    bones.add("Spine", Some("Hips"), own("Spine"), spine);
    // Mixamo's spine has a joint more.
    bones.add("Spine1", Some("Spine"), own("Spine"), spine.midpoint(chest));
    bones.add("Spine2", Some("Spine1"), own("Chest"), chest);
    bones.add("Neck", Some("Spine2"), own("Neck"), places[own("Neck")]);
    bones.add("Head", Some("Neck"), own("Head"), places[own("Head")]);
    bones.add("HeadTop_End", Some("Head"), own("Head"), places[end_of("Head")]);
    for side in ["Left", "Right"] {
        let sided = |name: &str| format!("{side}{name}");
        let mut above = "Spine2".to_string();
        for name in ["Shoulder", "Arm", "ForeArm", "Hand"].map(sided) {
            bones.add(&name, Some(&above), own(&name), places[own(&name)]);
            above = name;
        }
        let hand = sided("Hand");
        let (wrist, out) = (own(&hand), if side == "Left" { DVec3::X } else { DVec3::NEG_X });
        for (finger, before) in FINGERS {
            let mut above = hand.clone();
            for link in 1..=4 {
                let name = format!("{hand}{finger}{link}");
                let place =
                    places[wrist] + out * (0.06 + 0.025 * f64::from(link)) + DVec3::new(0.0, 0.0, before);
                bones.add(&name, Some(&above), wrist, place);
                above = name;
            }
        }
        let mut above = "Hips".to_string();
        for name in ["UpLeg", "Leg", "Foot", "ToeBase"].map(sided) {
            bones.add(&name, Some(&above), own(&name), places[own(&name)]);
            above = name;
        }
        let toes = sided("ToeBase");
        bones.add(&sided("Toe_End"), Some(&toes), own(&toes), places[end_of(&toes)]);
    }
    bones.aligned()
}

#[derive(Default)]
struct Bones(Vec<Bone>);

impl Bones {
    fn add(&mut self, name: &str, parent: Option<&str>, source: usize, place: DVec3) {
        let named = |name: &str| self.0.iter().position(|bone| bone.name[PREFIX.len()..] == *name);
        let parent = parent.and_then(named);
        let name = format!("{PREFIX}{name}");
        self.0.push(Bone { name, parent, source, place, axes: DQuat::IDENTITY, tip: place });
    }

    /// With axes along the bones; hips stand upright, and ends go on as the bones before them do.
    fn aligned(mut self) -> Vec<Bone> {
        for j in 0..self.0.len() {
            let children = || self.0.iter().filter(|bone| bone.parent == Some(j));
            let first = children().next().map(|bone| bone.place);
            let middle = children().find(|bone| bone.name.ends_with("Middle1")).map(|bone| bone.place);
            let (place, tip) = (self.0[j].place, middle.or(first));
            let along = tip.and_then(|tip| (tip - place).try_normalize());
            self.0[j].axes = match (along, self.0[j].parent) {
                (Some(along), Some(_)) => DQuat::from_rotation_arc(DVec3::Y, along),
                (None, Some(parent)) => self.0[parent].axes,
                (_, None) => DQuat::IDENTITY,
            };
            self.0[j].tip = tip.unwrap_or(place);
        }
        self.0
    }
}
