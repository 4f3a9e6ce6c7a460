//! A figure: a body in the pose that it was drawn in, upright and facing z.
//!
//! A skeleton's aligned axes are the world's in one pose of a figure that stands and faces z; a mesh has such a pose too, the one
//! that it was bound in. A mesh may lie in its file (one with Z up does) or face anywhere, and a mirrored one may be called left
//! where it is right: feet point ahead, so they tell.

use glam::{DQuat, DVec3};

use super::anatomy::{ARM, Anatomy, LEG, Tree};
use super::bearing::{Bearing, length};
use super::fingers::{Digit, digits};
use super::flesh;
use super::rigid::{Transform, about_y, is_turned_more, shortest};
use super::roles::Part;
use super::sides::Side;
use super::sole;
use crate::skeleton::Skeleton;

/// Axes that are turned by less than this from the rest pose's are its own.
const AT_REST: f32 = 1e-4;
/// A trunk that rises by less than this part of its length lies.
const LEVEL: f64 = 0.6;
/// Legs are stretched if they go on as the trunk does by more than this cosine.
const STRETCHED: f64 = 0.8;
/// A head that is turned farther than this from where its file has it at rest, in radians, on average, tells nothing by that.
const STRAIGHT_RAD: f64 = 0.7;
/// Legs whose lengths differ by more than this part are not those of one body that stands on both.
const UNLIKE: f64 = 0.1;
/// A joint of the foot that lies this steeply below the ankle is not its ball.
const STEEP: f64 = 0.8;
/// Feet that point back by more than this part of their length tell that left and right are exchanged.
const BACKWARDS: f64 = 0.5;

/// A vertex of a skin.
#[derive(Debug, Clone, PartialEq)]
pub struct Vertex {
    /// Where it is in the pose in which the skin was bound.
    pub place: DVec3,
    /// The joints that hold it, and how much.
    pub held_by: Vec<(usize, f64)>,
}

/// A body in the pose that it was drawn in.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// Its joints.
    pub tree: Tree,
    /// Where they are: x left, y up, z ahead.
    pub places: Vec<DVec3>,
    /// How they are turned there.
    pub axes: Vec<DQuat>,
    /// Each below its parent, as the body itself has it.
    pub rest: Vec<Transform>,
    /// How each is turned from its parent where its file has it at rest: not at all in a pose that somebody drew.
    pub(super) at_rest: Vec<DQuat>,
    /// The axes that its joints have in its file, where aligned ones are the world's.
    pub(super) file_axes: Vec<DQuat>,
    /// The joint that travels.
    pub(super) root: usize,
    /// Its skin there, if it has one.
    pub skin: Vec<Vertex>,
    /// Somebody drew the pose; otherwise it is the mean of what the body does.
    pub is_drawn: bool,
    /// It lay in its file and was turned upright.
    pub was_lying: bool,
    /// Its names call left what is right.
    pub was_exchanged: bool,
    /// How it stands, as its motions show.
    pub bearing: Option<Bearing>,
    pub(super) anatomy: Anatomy,
}

impl Figure {
    /// The figure of a skeleton in aligned axes.
    #[must_use]
    pub fn of(skeleton: &Skeleton) -> Self {
        let joints = skeleton.joints();
        let tree = Tree {
            names: joints.iter().map(|j| j.name.clone()).collect(),
            parents: joints.iter().map(|j| j.parent.map(|p| p.index())).collect(),
            ends: joints.iter().map(|j| j.end).collect(),
        };
        let mut places: Vec<DVec3> = Vec::with_capacity(joints.len());
        for joint in joints {
            places.push(match joint.parent {
                Some(parent) => places[parent.index()] + joint.offset.as_dvec3(),
                None => DVec3::ZERO,
            });
        }
        let rest = joints
            .iter()
            .map(|j| Transform { translation: j.offset.as_dvec3(), rotation: DQuat::IDENTITY })
            .collect();
        let turned = |j: &&crate::skeleton::Joint| !j.end && j.parent.is_some();
        let mut figure = Self {
            anatomy: Anatomy::of(&tree, &places),
            axes: vec![DQuat::IDENTITY; joints.len()],
            rest,
            at_rest: joints.iter().map(|j| j.rest.as_dquat().normalize()).collect(),
            file_axes: joints.iter().map(|j| j.rig_axes.as_dquat().normalize()).collect(),
            root: skeleton.root().index(),
            skin: Vec::new(),
            is_drawn: joints.iter().filter(turned).all(|j| j.rest.xyz().length() < AT_REST),
            was_lying: false,
            was_exchanged: false,
            bearing: None,
            tree,
            places,
        };
        figure.anatomy.see_shape(&figure.tree, &figure.places);
        // x is left, whatever names say.
        let hips = Side::BOTH.map(|side| figure.anatomy.joint(Part::UpLeg, Some(side)));
        if let [Some(left), Some(right)] = hips
            && figure.places[left].x < figure.places[right].x
        {
            figure.exchange_sides();
        }
        figure
    }

    /// The figure of a skeleton in the axes of its file: `axes` are those of its joints there, `above` how joints that carry no
    /// motion stand below their parents.
    #[must_use]
    pub fn in_file_axes(skeleton: &Skeleton, above: impl Fn(usize) -> Option<Transform>) -> Self {
        let mut figure = Self::of(skeleton);
        figure.axes = figure.file_axes.clone();
        let at = |j: usize| Transform { translation: figure.places[j], rotation: figure.axes[j] };
        let rest = |j: usize| {
            let parent = figure.tree.parents[j].map_or(Transform::IDENTITY, at);
            above(j).unwrap_or_else(|| parent.inverse().compose(at(j)))
        };
        let rest = (0..figure.places.len()).map(rest).collect();
        figure.rest = rest;
        figure
    }

    /// A body in the pose in which its skin was bound: each joint below its parent (`rest`), and the skin in the world.
    #[must_use]
    pub fn bound(tree: Tree, rest: Vec<Transform>, skin: Vec<Vertex>) -> Self {
        let mut world: Vec<Transform> = Vec::with_capacity(rest.len());
        for (parent, local) in tree.parents.iter().zip(&rest) {
            world.push(parent.map_or(*local, |p| world[p].compose(*local)));
        }
        let places: Vec<DVec3> = world.iter().map(|t| t.translation).collect();
        let mut figure = Self {
            anatomy: Anatomy::of(&tree, &places),
            places,
            axes: world.iter().map(|t| t.rotation).collect(),
            at_rest: vec![DQuat::IDENTITY; rest.len()],
            file_axes: vec![DQuat::IDENTITY; rest.len()],
            root: 0,
            rest,
            skin,
            is_drawn: true,
            was_lying: false,
            was_exchanged: false,
            bearing: None,
            tree,
        };
        if let Some(upright) = figure.stood_up() {
            figure.turn(upright);
            figure.was_lying = true;
        }
        figure.turn(figure.facing());
        if figure.feet_point_back() {
            figure.exchange_sides();
            figure.turn(figure.facing());
        }
        figure
    }

    /// Its names call left what is right.
    pub fn exchange_sides(&mut self) {
        self.anatomy.exchange();
        self.was_exchanged = !self.was_exchanged;
    }

    /// Joints that are what those of another figure are; `given` are joints of this and of that one.
    pub fn take_roles(&mut self, other: &Self, given: &[(usize, usize)]) {
        let own = |joint: usize| given.iter().find(|pair| pair.1 == joint).map(|pair| pair.0);
        for (part, side, joint) in other.anatomy.parts() {
            if let Some(joint) = own(joint) {
                self.anatomy.set(part, side, joint);
            }
        }
        let chain = |joints: &[usize]| joints.iter().map(|&joint| own(joint)).collect::<Option<Vec<usize>>>();
        if let Some(trunk) = chain(&other.anatomy.trunk).filter(|trunk| !trunk.is_empty()) {
            self.anatomy.trunk = trunk;
        }
        if let Some(neck) = chain(&other.anatomy.neck).filter(|neck| !neck.is_empty()) {
            self.anatomy.neck = neck;
        }
        self.anatomy.see_shape(&self.tree, &self.places);
    }

    /// The fingers of its hands.
    #[must_use]
    pub fn digits(&self) -> Vec<Digit> {
        let names = self.tree.names.iter().zip(&self.tree.ends);
        let mut digits =
            digits(names.map(|(name, end)| if *end { "" } else { name.as_str() }), &self.tree.parents);
        for digit in digits.iter_mut().filter(|_| self.was_exchanged) {
            digit.side = digit.side.other();
        }
        digits
    }

    /// What its joints are for.
    #[must_use]
    pub fn anatomy(&self) -> &Anatomy {
        &self.anatomy
    }

    /// Whether the trunk is level: who lies on four legs, or lies.
    pub(super) fn lies(&self) -> bool {
        self.trunk().is_some_and(|trunk| !rises(trunk))
    }

    /// From the hips to the top of the trunk.
    pub(super) fn trunk(&self) -> Option<DVec3> {
        let (hips, top) = (self.anatomy.joint(Part::Hips, None)?, *self.anatomy.trunk.last()?);
        Some(self.places[top] - self.places[hips])
    }

    /// What brings a joint of trunk or neck upright. Somebody drew it so; in a mean of what the body does it may lean, and its bone
    /// tells: it is upright who stands straight.
    pub(super) fn upright_turn(&self, joint: usize) -> DQuat {
        if self.is_drawn {
            return DQuat::IDENTITY;
        }
        let hips = self.anatomy.joint(Part::Hips, None);
        let chain: Vec<usize> =
            hips.into_iter().chain(self.anatomy.trunk.iter().chain(&self.anatomy.neck).copied()).collect();
        let Some(at) = chain.iter().position(|&own| own == joint) else { return DQuat::IDENTITY };
        let from = self.places[joint];
        let bones = chain[at + 1..].iter().map(|&next| self.places[next] - from);
        bones.filter_map(DVec3::try_normalize).next().map_or(DQuat::IDENTITY, |way| shortest(way, DVec3::Y))
    }

    /// What brings the head upright: in a mean of what the body does it may look down; it is straight where its file has it at rest on an
    /// upright neck, if that is about where it is.
    pub(super) fn straight_head(&self, head: usize) -> DQuat {
        let rest = self.at_rest[head];
        match self.tree.parents[head] {
            Some(neck)
                if !self.is_drawn && !self.lies() && !is_turned_more(rest, DQuat::IDENTITY, STRAIGHT_RAD) =>
            {
                self.upright_turn(neck) * rest
            }
            _ => DQuat::IDENTITY,
        }
    }

    /// How far the pelvis is rolled, to the right, when it stands on level ground with both legs straight: not at all where they are alike.
    pub(super) fn roll(&self) -> f64 {
        let [Some(left), Some(right)] = Side::BOTH.map(|side| self.leg(side)) else { return 0.0 };
        let [long, other] = [left, right].map(|leg| length(self, &leg));
        let across = self.places[left[0]] - self.places[right[0]];
        let (wide, longer) = (libm::hypot(across.x, across.y), long - other);
        if longer.abs() < UNLIKE * long.max(other) && longer.abs() < wide {
            libm::asin(longer / wide) - libm::atan2(across.y, across.x)
        } else {
            0.0
        }
    }

    /// Whether its pose is that of something that stands: its trunk rises, or its legs go down. Without either nobody knows.
    #[must_use]
    pub fn stands(&self) -> bool {
        let legs: DVec3 = self.legs().iter().map(|(_, leg)| self.places[leg[2]] - self.places[leg[0]]).sum();
        let is_down = legs.try_normalize().is_none_or(|legs| legs.y < -LEVEL);
        is_down || self.trunk().is_none_or(rises)
    }

    /// A known leg: hip, knee, ankle and the joint of the ball, which is the ankle's where there is none.
    #[must_use]
    pub fn leg(&self, side: Side) -> Option<[usize; 4]> {
        let [hip, knee, ankle, ball] = LEG.map(|part| self.anatomy.joint(part, Some(side)));
        let (hip, knee, ankle) = (hip?, knee?, ankle?);
        let ball = ball.filter(|&ball| !self.is_drawn || !self.is_steep(ankle, ball));
        Some([hip, knee, ankle, ball.unwrap_or(ankle)])
    }

    /// Its known legs.
    #[must_use]
    pub fn legs(&self) -> Vec<(Side, [usize; 4])> {
        Side::BOTH.into_iter().filter_map(|side| Some((side, self.leg(side)?))).collect()
    }

    /// The limbs that are forelegs of a body on four legs: shoulder, elbow, wrist and that again.
    #[must_use]
    pub fn forelegs(&self) -> Vec<(Side, [usize; 4])> {
        let foreleg = |side: Side| {
            let [shoulder, elbow, wrist] = ARM.map(|part| self.anatomy.joint(part, Some(side)));
            Some((side, [shoulder?, elbow?, wrist?, wrist?]))
        };
        Side::BOTH.into_iter().filter(|_| self.lies()).filter_map(foreleg).collect()
    }

    /// Whether a joint of the foot lies right under the ankle: nobody rolls over it.
    pub(super) fn is_steep(&self, ankle: usize, ball: usize) -> bool {
        let bone = self.places[ball] - self.places[ankle];
        bone.y <= -STEEP * bone.length()
    }

    /// How high the lowest of it is.
    pub(super) fn ground(&self) -> f64 {
        let lowest = |of: &mut dyn Iterator<Item = f64>| of.fold(f64::INFINITY, f64::min);
        match self.skin.is_empty() {
            true => lowest(&mut self.places.iter().map(|p| p.y)),
            false => lowest(&mut self.skin.iter().map(|v| v.place.y)),
        }
    }

    /// The vertices of the skin that a binding looks at: what can touch the ground, the lowest of all, and the outermost.
    #[must_use]
    pub fn touching(&self) -> Vec<usize> {
        let height = |v: &usize| self.skin[*v].place.y;
        let lowest = (0..self.skin.len()).min_by(|a, b| height(a).total_cmp(&height(b)));
        let limbs = self.legs().into_iter().chain(self.forelegs());
        let mut touching: Vec<usize> =
            limbs.flat_map(|(_, limb)| sole::touching(self, limb[2])).chain(lowest).collect();
        touching.extend(flesh::outermost(self));
        touching.sort_unstable();
        touching.dedup();
        touching
    }

    /// What turns one that lies with its legs stretched upright, as one with Z up does; who stands on four legs has them under the trunk.
    fn stood_up(&self) -> Option<DQuat> {
        let legs: DVec3 = self.legs().iter().map(|(_, leg)| self.places[leg[2]] - self.places[leg[0]]).sum();
        let trunk = self.trunk().filter(|trunk| !rises(*trunk))?;
        if trunk.normalize_or_zero().dot(legs.normalize_or_zero()) > -STRETCHED {
            return None;
        }
        let axes = [DVec3::X, DVec3::Z, DVec3::NEG_X, DVec3::NEG_Z, DVec3::NEG_Y];
        let up = axes.into_iter().max_by(|a, b| a.dot(trunk).total_cmp(&b.dot(trunk)))?;
        Some(shortest(up, DVec3::Y))
    }

    /// What turns it to face z: its left is where its left hip and arm are.
    fn facing(&self) -> DQuat {
        let across = |part| {
            let [left, right] = Side::BOTH.map(|side| self.anatomy.joint(part, Some(side)));
            Some(self.places[left?] - self.places[right?])
        };
        let lateral: DVec3 = [Part::UpLeg, Part::Arm].into_iter().filter_map(across).sum();
        match (lateral.x, lateral.z) {
            (0.0, 0.0) => DQuat::IDENTITY,
            (x, z) => about_y(libm::atan2(z, x)),
        }
    }

    /// Whether both feet point back: its names call left what is right.
    #[must_use]
    pub fn feet_point_back(&self) -> bool {
        let legs = self.legs();
        let points_back = |(_, [_, _, ankle, ball]): &(Side, [usize; 4])| {
            let foot = self.places[*ball] - self.places[*ankle];
            foot.z < -BACKWARDS * foot.length()
        };
        legs.len() == 2 && legs.iter().all(points_back)
    }

    fn turn(&mut self, by: DQuat) {
        self.places.iter_mut().for_each(|place| *place = by * *place);
        self.axes.iter_mut().for_each(|axes| *axes = (by * *axes).normalize());
        self.skin.iter_mut().for_each(|vertex| vertex.place = by * vertex.place);
    }
}

fn rises(way: DVec3) -> bool {
    way.normalize_or(DVec3::Y).y > LEVEL
}
