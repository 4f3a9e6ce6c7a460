//! Arms: bent so that hands are where they are to be.

use glam::{Quat, Vec3};

use crate::ik::two_bone::small_turns;
use crate::kinematics::{Link, links, set_local_rotation};
use crate::rotation::{compose, inverse, rotate};
use crate::skeleton::Skeleton;
use crate::verb::Hand;

/// A limb reaches this part of its length.
const LONGEST_REACH: f32 = 0.998;

/// Bends a limb so that its hand comes a share of the way to a point; how the hand is turned in the world stays as it is. What
/// is out of reach is reached for.
pub(crate) fn reach(skeleton: &Skeleton, hand: &Hand, point: Vec3, share: f32, dofs: &mut [f32]) {
    let limb = hand.limb;
    let links: [Link; 4] = links(skeleton, dofs, [limb.upper, limb.middle, limb.end, hand.joint]);
    let [shoulder, elbow, wrist, tip] = links.map(|link| link.position);
    let wrist_goal = wrist + (point - tip) * share;
    let longest = LONGEST_REACH * ((elbow - shoulder).length() + (wrist - elbow).length());
    let (way, own) = (wrist_goal - shoulder, (wrist - shoulder).length());
    let longest = if own > longest { own } else { longest };
    let length = way.length();
    let goal = if length > longest { shoulder + way * (longest / length) } else { wrist_goal };
    let hinge = rotate(links[0].rotation, Vec3::from_array(hand.hinge));
    let (upper_turn, lower_turn) = small_turns(shoulder, elbow, wrist, goal, hinge);
    let both = compose(lower_turn, upper_turn);
    let turns = [upper_turn, both, Quat::IDENTITY];
    let parent_turns = [Quat::IDENTITY, upper_turn, both];
    for i in 0..3 {
        let parent = compose(parent_turns[i], links[i].parent);
        let own = compose(turns[i], links[i].rotation);
        set_local_rotation(skeleton, links[i].joint, compose(inverse(parent), own), dofs);
    }
}
