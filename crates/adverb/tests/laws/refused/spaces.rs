use adverb::space::{Affine, Axis, Extrapolation, Hull, Parts, Table, TableError};

use super::try_each;
use crate::packs::made;

/// Of the made walk: a line and a circle, three kernels, a hull in one dimension.
fn of() -> (Parts, impl Fn(Parts) -> Result<(), TableError>) {
    (made::pack(6).verbs()[0].parts().space.clone(), |parts| Table::new(parts).map(|_| ()))
}

fn hull(dimension: usize, vertices: &[f64]) -> Hull {
    Hull::new(dimension, vertices.to_vec()).expect("whole vertices")
}

#[test]
fn counts_of_a_space_agree() {
    let (parts, make) = of();
    try_each(
        &parts,
        make,
        &[
            ("as it is", |_| ()),
            ("no metric", |parts| parts.embedding.affine = None),
            ("no slopes", |parts| parts.coefficients.truncate(4 * 3)),
            ("a slope for every coordinate", |parts| parts.coefficients.extend([0.0; 2 * 3])),
        ],
        &[
            ("no examples", |parts| parts.examples = 0),
            ("a coefficient more", |parts| parts.coefficients.push(0.0)),
            ("fewer rows than kernels", |parts| parts.coefficients.truncate(3 * 3)),
            ("more slopes than coordinates", |parts| parts.coefficients.extend([0.0; 3 * 3])),
            ("a centre too few", |parts| parts.centres.truncate(8)),
            ("a centre too many", |parts| parts.centres.push(0.0)),
            ("a metric of another size", |parts| {
                parts.embedding.affine = Some(Affine { matrix: vec![1.0; 4], offset: vec![0.0] });
            }),
            ("an offset of another size", |parts| {
                parts.embedding.affine = Some(Affine { matrix: vec![1.0], offset: vec![0.0; 2] });
            }),
            ("a hull of another dimension", |parts| {
                parts.extrapolation = Extrapolation::Held { hull: hull(2, &[0.0; 4]) };
            }),
            ("65 coordinates", |parts| {
                parts.embedding.axes = vec![Axis::Straight { origin: 0.0, scale: 1.0 }; 65];
            }),
            ("4097 rows", |parts| parts.coefficients = vec![0.0; 3 * 4097]),
        ],
    );
}

#[test]
fn a_metric_needs_a_line() {
    let (mut parts, make) = of();
    parts.embedding.axes = vec![Axis::Periodic { origin: 0.0, period: 1.0, radius: 1.0 }];
    (parts.centres, parts.extrapolation) = (vec![0.0; 6], Extrapolation::Free);
    parts.embedding.affine = Some(Affine { matrix: vec![], offset: vec![] });
    assert_eq!(make(parts.clone()), Err(TableError::Counts));
    parts.embedding.affine = None;
    assert_eq!(make(parts), Ok(()));
}

#[test]
fn numbers_of_a_space_keep_to_their_ranges() {
    let (parts, make) = of();
    try_each(
        &parts,
        make,
        &[
            ("the largest coefficient", |parts| parts.coefficients[0] = -1e30),
            ("the farthest centre", |parts| parts.centres[3] = 1e30),
            ("the smallest radius", |parts| parts.radii[0] = 1e-60),
            ("the largest radius", |parts| parts.radii[0] = 1e30),
            ("a circle that does not matter", |parts| {
                parts.embedding.axes[1] = Axis::Periodic { origin: 0.0, period: 360.0, radius: 0.0 };
            }),
            ("the longest reach", |parts| {
                parts.extrapolation = Extrapolation::Damped { reach: 1e30, hull: hull(1, &[0.0, 1.0]) };
            }),
        ],
        &[
            ("a coefficient too large", |parts| parts.coefficients[0] = 1.1e30),
            ("a coefficient that is none", |parts| parts.coefficients[4] = f64::NAN),
            ("a centre too far", |parts| parts.centres[3] = -1.1e30),
            ("a radius too small", |parts| parts.radii[0] = 0.9e-60),
            ("a radius too large", |parts| parts.radii[0] = 1.1e30),
            ("an origin nowhere", |parts| {
                parts.embedding.axes[0] = Axis::Straight { origin: f64::INFINITY, scale: 1.0 };
            }),
            ("a scale of nothing", |parts| {
                parts.embedding.axes[0] = Axis::Straight { origin: 0.0, scale: 0.0 };
            }),
            ("a scale without end", |parts| {
                parts.embedding.axes[0] = Axis::Straight { origin: 0.0, scale: f64::INFINITY };
            }),
            ("a phase from nowhere", |parts| {
                parts.embedding.axes[1] = Axis::Periodic { origin: f64::NAN, period: 1.0, radius: 1.0 };
            }),
            ("a period of nothing", |parts| {
                parts.embedding.axes[1] = Axis::Periodic { origin: 0.0, period: 0.0, radius: 1.0 };
            }),
            ("a circle inside out", |parts| {
                parts.embedding.axes[1] = Axis::Periodic { origin: 0.0, period: 1.0, radius: -1.0 };
            }),
            ("a circle too large", |parts| {
                parts.embedding.axes[1] = Axis::Periodic { origin: 0.0, period: 1.0, radius: 1.1e30 };
            }),
            ("a metric too large", |parts| {
                parts.embedding.affine = Some(Affine { matrix: vec![1.1e30], offset: vec![0.0] });
            }),
            ("an offset too large", |parts| {
                parts.embedding.affine = Some(Affine { matrix: vec![1.0], offset: vec![f64::NAN] });
            }),
            ("a hull too far", |parts| {
                parts.extrapolation = Extrapolation::Held { hull: hull(1, &[0.0, 1.1e30]) };
            }),
            ("a damped hull too far", |parts| {
                parts.extrapolation = Extrapolation::Damped { reach: 1.0, hull: hull(1, &[0.0, -1.1e30]) };
            }),
            ("a reach of nothing", |parts| {
                parts.extrapolation = Extrapolation::Damped { reach: 0.0, hull: hull(1, &[0.0, 1.0]) };
            }),
            ("a reach too long", |parts| {
                parts.extrapolation = Extrapolation::Damped { reach: 1.1e30, hull: hull(1, &[0.0, 1.0]) };
            }),
        ],
    );
}

#[test]
fn a_hull_has_whole_vertices() {
    for (dimension, count, sound) in [
        (2, 4, true),
        (64, 64, true),
        (0, 0, true),
        (2, 3, false),
        (2, 0, false),
        (0, 1, false),
        (65, 65, false),
    ] {
        assert_eq!(Hull::new(dimension, vec![0.0; count]).is_ok(), sound, "{count} numbers in {dimension}");
    }
}
