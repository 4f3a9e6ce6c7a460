//! A character as the page binds it to the skeleton: its joints in the pose that they were bound in, and the skin that can touch the
//! ground.

use adverb_author::character::{Drawn, Follows};
use serde::Serialize;

type Place = [f64; 3];
/// Joints that hold a vertex, and how much.
type Holders = Vec<(usize, f64)>;

/// The body of a character.
#[derive(Serialize)]
pub(super) struct Body {
    /// Of each joint, parents first: its node in the file, its name, its parent, and where it is below that: x y z, then a quaternion.
    joints: Vec<Joint>,
    /// Where a vertex is, and the joints that hold it with how much they do.
    skin: Vec<(Place, Holders)>,
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
    pub(super) fn of(drawn: &Drawn, follows: &Follows) -> Self {
        let (body, figure) = (drawn.character.body(), drawn.character.figure());
        let is_given = |name: &String| drawn.joints.iter().any(|(_, given)| given == name);
        let joint = |(j, &node): (usize, &u32)| {
            let own = &figure.joints[j];
            // Fingers that nothing moves follow none, and hang relaxed.
            let relaxed =
                follows.relaxed.iter().find(|(finger, _)| *finger == j).map(|(_, rotation)| *rotation);
            let name = match relaxed {
                Some(_) => String::new(),
                None if is_given(&own.name) => own.name.clone(),
                None => body.tree.names[j].clone(),
            };
            let [x, y, z] = own.rest.translation.to_array();
            let [a, b, c, d] = relaxed.unwrap_or(own.rest.rotation).to_array();
            Joint { node, name, parent: own.parent, end: own.end, rest: [x, y, z, a, b, c, d] }
        };
        let vertices = drawn.character.skin();
        Self {
            joints: drawn.character.nodes().iter().enumerate().map(|(j, node)| joint((j, node))).collect(),
            skin: body
                .touching()
                .into_iter()
                .map(|v| (vertices[v].place.to_array(), vertices[v].held_by.clone()))
                .collect(),
            given: drawn.joints.clone(),
        }
    }
}
