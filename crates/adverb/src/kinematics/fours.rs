//! Four ball joints placed at a time, one per lane.

use glam::{Affine3A, Mat3A, Vec3A, Vec4};

use super::place;
use crate::rotation::lanes;
use crate::skeleton::Skeleton;
use crate::skeleton::steps::FourBalls;

impl FourBalls {
    /// Places the four.
    #[inline]
    pub(super) fn place(&self, skeleton: &Skeleton, dofs: &[f32], world: &mut [Affine3A]) {
        let values: &[f32; 12] = dofs[self.first_dof as usize..].first_chunk().expect("one value per DOF");
        let axis = |i: usize| Vec4::new(values[i], values[i + 3], values[i + 6], values[i + 9]);
        let vectors = [axis(0), axis(1), axis(2)];
        let square = lanes::quarter_square(vectors);
        if !square.cmple(Vec4::splat(lanes::WHOLE_TURN)).all() {
            return self.place_one_by_one(skeleton, dofs, world);
        }
        let turns = lanes::exp(vectors, square);
        let columns = lanes::columns(lanes::product(self.references, turns));
        self.place_lane::<0>(&columns, world);
        self.place_lane::<1>(&columns, world);
        self.place_lane::<2>(&columns, world);
        self.place_lane::<3>(&columns, world);
    }

    #[inline]
    fn place_lane<const LANE: usize>(&self, columns: &[[Vec4; 3]; 3], world: &mut [Affine3A]) {
        let parent = &world[self.parents[LANE].index()];
        world[self.joints[LANE].index()] = below::<LANE>(parent, columns, self.offsets[LANE]);
    }

    #[cold]
    #[inline(never)]
    fn place_one_by_one(&self, skeleton: &Skeleton, dofs: &[f32], world: &mut [Affine3A]) {
        self.joints.iter().for_each(|&joint| place(skeleton, joint, dofs, world));
    }
}

/// A joint below its parent, with the columns of its matrix in one lane of four joints' and its splat translation: the sums
/// and products of `Affine3A`'s operator, which would have to take matrices out of their lanes and put them into lanes again.
#[inline]
pub(super) fn below<const LANE: usize>(
    parent: &Affine3A,
    columns: &[[Vec4; 3]; 3],
    translation: [Vec3A; 3],
) -> Affine3A {
    let m = &parent.matrix3;
    let turned = |[x, y, z]: [Vec3A; 3]| m.x_axis * x + m.y_axis * y + m.z_axis * z;
    let number = |v: Vec4| Vec3A::splat(v.to_array()[LANE]);
    let column = |[x, y, z]: [Vec4; 3]| turned([number(x), number(y), number(z)]);
    let [x, y, z] = [column(columns[0]), column(columns[1]), column(columns[2])];
    Affine3A { matrix3: Mat3A::from_cols(x, y, z), translation: turned(translation) + parent.translation }
}
