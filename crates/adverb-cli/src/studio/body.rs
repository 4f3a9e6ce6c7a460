//! A character as the page binds it to the skeleton: its joints in the pose that they were bound in, and the skin that can touch the
//! ground.

use adverb_author::character::Drawn;
use serde::Serialize;

/// The body of a character.
#[derive(Serialize)]
pub(super) struct Body {
    /// Of each joint, parents first: its node in the file, its name, its parent, and where it is below that: x y z, then a quaternion.
    joints: Vec<Joint>,
    /// Where a vertex is, and the joints that hold it with how much they do.
    skin: Vec<([f64; 3], Vec<(usize, f64)>)>,
    /// Joints of the skeleton and of the mesh that belong together, by name.
    given: Vec<(String, String)>,
}

#[derive(Serialize)]
struct Joint {
    node: u32,
    name: String,
    parent: Option<usize>,
    end: bool,
    rest: [f64; 7],
}

impl Body {
    pub(super) fn of(drawn: &Drawn) -> Self {
        let (body, figure) = (drawn.character.body(), drawn.character.figure());
        let joint = |(own, &node): (&adverb_author::clip::ClipJoint, &u32)| {
            let ([x, y, z], [a, b, c, d]) = (own.rest.translation.to_array(), own.rest.rotation.to_array());
            let rest = [x, y, z, a, b, c, d];
            Joint { node, name: own.name.clone(), parent: own.parent, end: own.end, rest }
        };
        let vertices = drawn.character.skin();
        Self {
            joints: figure.joints.iter().zip(drawn.character.nodes()).map(joint).collect(),
            skin: body
                .touching()
                .into_iter()
                .map(|v| (vertices[v].place.to_array(), vertices[v].held_by.clone()))
                .collect(),
            given: drawn.joints.clone(),
        }
    }
}
