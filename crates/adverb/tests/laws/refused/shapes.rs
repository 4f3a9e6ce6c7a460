use adverb::shape::{Attribute, Interpolation, Parts, Shape, ShapeError};

use super::try_each;
use crate::packs::made;

fn of() -> (Parts, impl Fn(Parts) -> Result<(), ShapeError>) {
    (made::shaped(6).shapes()[0].parts().clone(), |parts| Shape::new(parts).map(|_| ()))
}

#[test]
fn counts_of_a_shape_agree() {
    let (parts, make) = of();
    try_each(
        &parts,
        make,
        &[
            ("as it is", |_| ()),
            ("no seams", |parts| parts.points.clear()),
            ("no skin", |parts| parts.skin = None),
            ("positions alone", |parts| parts.channels.truncate(1)),
            ("the last vertex", |parts| parts.triangles.push([0, 1, 11])),
        ],
        &[
            ("an adjective less", |parts| parts.adjectives.truncate(1)),
            ("an example less", |parts| parts.examples.truncate(2)),
            ("an example's point of more values", |parts| parts.examples[0].at.push(0.0)),
            ("no attributes", |parts| parts.channels.clear()),
            ("no positions", |parts| drop(parts.channels.remove(0))),
            ("attributes out of order", |parts| parts.channels.swap(2, 3)),
            ("an attribute twice", |parts| parts.channels[3] = parts.channels[2].clone()),
            ("a vertex more", |parts| parts.vertices = 13),
            ("a corner that is not there", |parts| parts.triangles[4][1] = 12),
            ("a seam too few", |parts| parts.points.truncate(11)),
            ("a seam to nowhere", |parts| parts.points[3] = 12),
            ("a skin of fewer vertices", |parts| {
                if let Some(skin) = &mut parts.skin {
                    skin.vertex_joints.truncate(11);
                }
            }),
            ("a joint of the skin that is not there", |parts| {
                if let Some(skin) = &mut parts.skin {
                    skin.vertex_joints[2][1] = 2;
                }
            }),
            ("a skin of fewer weights", |parts| {
                if let Some(skin) = &mut parts.skin {
                    skin.vertex_weights.truncate(11);
                }
            }),
            ("a skin of fewer bind poses", |parts| {
                if let Some(skin) = &mut parts.skin {
                    skin.inverse_bind.truncate(1);
                }
            }),
        ],
    );
}

#[test]
fn numbers_of_a_shape_keep_to_their_ranges() {
    let (parts, make) = of();
    try_each(
        &parts,
        make,
        &[
            ("the widest adjective", |parts| parts.adjectives[0].range = [f32::MIN, f32::MAX]),
            ("an adjective that stands still", |parts| parts.adjectives[0].range = [1.0, 1.0]),
        ],
        &[
            ("a range the wrong way round", |parts| parts.adjectives[0].range = [2.0, -1.0]),
            ("a range without beginning", |parts| parts.adjectives[0].range[0] = f32::NEG_INFINITY),
            ("a range without end", |parts| parts.adjectives[0].range[1] = f32::INFINITY),
            ("a default that is none", |parts| parts.adjectives[0].default = f32::NAN),
        ],
    );
}

#[test]
fn attributes_are_computed_as_they_can_be() {
    let (parts, make) = of();
    let directions = [Attribute::Normal, Attribute::Tangent];
    for (number, channel) in parts.channels.iter().enumerate() {
        let attribute = channel.attribute;
        for (interpolation, sound) in [
            (Interpolation::Fixed, true),
            (Interpolation::Linear, true),
            (Interpolation::Other, true),
            (Interpolation::Normalised, directions.contains(&attribute)),
            (Interpolation::Spherical, directions.contains(&attribute)),
            (Interpolation::Recomputed { every: 1 }, attribute == Attribute::Normal),
            (Interpolation::Recomputed { every: 0 }, false),
        ] {
            let mut parts = parts.clone();
            parts.channels[number].interpolation = interpolation;
            assert_eq!(make(parts).is_ok(), sound, "{attribute:?} {interpolation:?}");
        }
    }
}
