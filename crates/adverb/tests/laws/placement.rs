use adverb::Placement;
use proptest::prelude::*;

fn placement() -> impl Strategy<Value = Placement> {
    [-3.0f32..3.0, -3.0..3.0, -6.0..6.0].prop_map(|[x, z, heading]| Placement { x, z, heading })
}

fn near(a: Placement, b: Placement) -> bool {
    (a.x - b.x).abs() < 1e-5 && (a.z - b.z).abs() < 1e-5 && (a.heading - b.heading).abs() < 1e-5
}

proptest! {
    #[test]
    fn a_placement_and_its_inverse_cancel(p in placement()) {
        prop_assert!(near(p.compose(p.inverse()), Placement::ORIGIN));
        prop_assert!(near(p.inverse().compose(p), Placement::ORIGIN));
    }

    #[test]
    fn repositioning_takes_the_start_where_it_is_wanted(from in placement(), to in placement()) {
        prop_assert!(near(Placement::reposition(from, to).compose(from), to));
    }
}

#[test]
fn a_walk_along_z_given_heading_90_goes_along_x() {
    // Lines 11 and 12 of algorithm 3.2 turn the other way.
    let quarter = Placement { x: 0.0, z: 0.0, heading: core::f32::consts::FRAC_PI_2 };
    let moved =
        Placement::reposition(Placement::ORIGIN, quarter).compose(Placement { x: 0.0, z: 2.0, heading: 0.0 });
    assert!(near(moved, Placement { x: 2.0, z: 0.0, heading: quarter.heading }));
}
