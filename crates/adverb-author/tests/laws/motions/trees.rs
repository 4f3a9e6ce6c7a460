//! Laws over random trees of motions: every kind made of every other.

use std::sync::Arc;

use adverb::curve::Derivative::{Acceleration, Position, Velocity};
use adverb::graph::{Blend, Claim};
use adverb::{AnimationTime, CanonicalTime, DofId, Skeleton, VerbTime};
use adverb_author::motion::*;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::made::{self, values};

/// A tree to be made.
#[derive(Debug, Clone)]
enum Recipe {
    /// One of two recordings.
    Recording(bool),
    Mirror(Box<Recipe>),
    Clip(Box<Recipe>, f64, f64),
    Affine(Box<Recipe>, f64, f64),
    Warp(Box<Recipe>, Pace),
    Cycle(Box<Recipe>),
    Select(Box<Recipe>, Vec<(usize, Usage, [f64; 2])>),
    Concatenate(Vec<Recipe>),
    Compose(Vec<Recipe>),
    Transition(Box<[Recipe; 2]>, [[f64; 2]; 2], Blend),
}

fn pace() -> impl Strategy<Value = Pace> {
    prop_oneof![
        Just(Pace::EaseIn),
        Just(Pace::EaseOut),
        Just(Pace::EaseInOut),
        Just(Pace::Sigmoid),
        (0.1..0.9, 0.1..0.9).prop_map(|(t, u)| Pace::Through(vec![[0.0, 0.0], [t, u], [1.0, 1.0]])),
    ]
}

fn region() -> impl Strategy<Value = [f64; 2]> {
    (0.0..0.6, 0.2..0.4).prop_map(|(from, length)| [from, from + length])
}

fn usage() -> impl Strategy<Value = Usage> {
    prop_oneof![Just(Usage::Undefined), Just(Usage::Defined), Just(Usage::Required)]
}

fn recipe() -> impl Strategy<Value = Recipe> {
    let leaf = any::<bool>().prop_map(Recipe::Recording);
    leaf.prop_recursive(3, 8, 2, |inner| {
        let boxed = || inner.clone().prop_map(Box::new);
        let several = || prop::collection::vec(inner.clone(), 1..3);
        let claim = (1..15usize, usage(), region());
        let blend = prop_oneof![
            Just(Blend::Linear),
            Just(Blend::Sigmoid),
            Just(Blend::Through(vec![[0.0, 0.0], [0.4, 0.7], [1.0, 1.0]])),
        ];
        prop_oneof![
            boxed().prop_map(Recipe::Mirror),
            (boxed(), region()).prop_map(|(of, [from, to])| Recipe::Clip(of, from, to)),
            (boxed(), -1.0..2.0, 0.4..2.5)
                .prop_map(|(of, start, stretch)| Recipe::Affine(of, start, stretch)),
            (boxed(), pace()).prop_map(|(of, pace)| Recipe::Warp(of, pace)),
            boxed().prop_map(Recipe::Cycle),
            (boxed(), prop::collection::vec(claim, 1..4)).prop_map(|(of, claims)| Recipe::Select(of, claims)),
            several().prop_map(Recipe::Concatenate),
            several().prop_map(Recipe::Compose),
            (inner.clone(), inner.clone(), region(), region(), blend).prop_map(
                |(a, b, leave, enter, blend)| Recipe::Transition(Box::new([a, b]), [leave, enter], blend)
            ),
        ]
    })
}

/// The two recordings, on one skeleton.
fn recordings() -> [Arc<Motion>; 2] {
    let (first, second) = (made::clip(181, 60.0, 0.7, 0.03), made::clip(150, 60.0, -0.4, 0.01));
    let skeleton = made::skeleton(&first);
    let keys = [("left-down", 0.8), ("right-down", 1.2), ("left-down", 1.8)];
    let other = [("left-down", 0.3), ("right-down", 0.9), ("apex", 1.1), ("left-down", 1.6)];
    [made::motion(&first, &skeleton, &keys, vec![]), made::motion(&second, &skeleton, &other, vec![])]
}

impl Recipe {
    /// The motion; mirrored, one whose recordings are, and whose claims are of the other side.
    fn make(&self, recordings: &[Arc<Motion>; 2], mirrored: bool) -> Arc<Motion> {
        let make = |recipe: &Recipe| recipe.make(recordings, mirrored);
        let t = CanonicalTime;
        Arc::new(match self {
            Self::Recording(second) => {
                let own = recordings[usize::from(*second)].clone();
                return if mirrored { Arc::new(mirror(own)) } else { own };
            }
            Self::Mirror(of) => mirror(make(of)),
            Self::Clip(of, from, to) => clip(make(of), t(*from), t(*to)).expect("a clip"),
            Self::Affine(of, start, stretch) => {
                affine(make(of), AnimationTime(*start), *stretch).expect("an affine")
            }
            Self::Warp(of, pace) => warp(make(of), pace.clone()).expect("a warp"),
            Self::Cycle(of) => cycle(make(of), Search::Exact).expect("a cycle"),
            Self::Select(of, claims) => {
                let of = make(of);
                let skeleton = of.skeleton().clone();
                let claims = claims
                    .iter()
                    .map(|(joint, usage, during)| claim(&skeleton, *joint, *usage, *during, mirrored));
                selection(of, claims.collect()).expect("a selection")
            }
            Self::Concatenate(parts) => concatenation(parts.iter().map(make).collect()).expect("parts"),
            Self::Compose(parts) => composition(parts.iter().map(make).collect()).expect("parts"),
            Self::Transition(ends, regions, blend) => {
                let [a, b] = &**ends;
                let regions = regions.map(|region| region.map(t));
                transition([make(a), make(b)], regions, blend.clone()).expect("a transition")
            }
        })
    }
}

fn claim(skeleton: &Skeleton, joint: usize, usage: Usage, during: [f64; 2], mirrored: bool) -> Claim {
    let joint = &skeleton.joints()[joint % skeleton.joints().len()];
    let joint = if mirrored { skeleton.joint(joint.partner) } else { joint };
    Claim { during, usage, dofs: joint.dofs.clone().map(DofId).collect() }
}

/// Times at which a tree may step: where its parts meet, and where what it uses changes.
fn steps(motion: &Motion) -> Vec<f64> {
    let keys = motion.key_times().iter().map(|(_, key)| key.0);
    keys.chain(motion.usage_changes().into_iter().map(|t| t.0)).collect()
}

/// The same trees every time.
fn config() -> ProptestConfig {
    let rng_seed = RngSeed::Fixed(1);
    ProptestConfig { cases: 200, failure_persistence: None, rng_seed, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn times_invert_and_keys_increase(recipe in recipe()) {
        let motion = recipe.make(&recordings(), false);
        let keys: Vec<f64> = motion.key_times().iter().map(|(_, key)| key.0).collect();
        prop_assert_eq!(keys[0], 0.0);
        prop_assert_eq!(keys[keys.len() - 1], motion.duration().0);
        prop_assert!(keys.windows(2).all(|w| w[0] < w[1]), "{:?}", keys);
        for i in 0..=20 {
            let t = CanonicalTime(f64::from(i) / 20.0);
            let back = motion.canonical_time(motion.verb_time(t));
            prop_assert!((back.0 - t.0).abs() < 1e-9, "{:?} comes back as {:?}", t, back);
        }
    }

    #[test]
    fn velocity_is_the_derivative_of_position(recipe in recipe()) {
        let motion = recipe.make(&recordings(), false);
        let (h, duration) = (1e-3, motion.duration().0);
        let steps = steps(&motion);
        for i in 1..24 {
            let time = duration * f64::from(i) / 24.0;
            if steps.iter().any(|step| (step - time).abs() < 2.0 * h) || time < h || time > duration - h {
                continue;
            }
            for (of, derivative, noise) in [(Position, Velocity, 0.03), (Velocity, Acceleration, 2.0)] {
                let [a, b] = [time - h, time + h].map(|time| values(&motion, time, of));
                let [from, to] = [time - h, time + h].map(|time| values(&motion, time, derivative));
                let here = values(&motion, time, of);
                for (d, now) in values(&motion, time, derivative).into_iter().enumerate() {
                    // Where a pace changes at once, or a blend begins, it is that of one side.
                    let sides = [(here[d] - a[d]) / h as f32, (b[d] - here[d]) / h as f32];
                    let allowed = noise + (now - from[d]).abs().max((to[d] - now).abs());
                    prop_assert!(sides.iter().any(|side| (side - now).abs() < allowed),
                        "{derivative:?} of DOF {d} at {time}: {now}, by differences {sides:?}");
                }
            }
        }
    }

    #[test]
    fn mirror_commutes_with_everything(recipe in recipe()) {
        let recordings = recordings();
        let (after, before) = (Arc::new(mirror(recipe.make(&recordings, false))), recipe.make(&recordings, true));
        let named = |motion: &Motion| -> Vec<String> {
            motion.key_times().iter().map(|(name, _)| name.to_string()).collect()
        };
        prop_assert_eq!(named(&after), named(&before));
        prop_assert!((after.duration().0 - before.duration().0).abs() < 1e-9);
        for i in 0..=12 {
            let time = after.duration().0 * f64::from(i) / 12.0;
            for (derivative, allowed) in [(Position, 1e-4), (Velocity, 2e-3)] {
                for (d, (a, b)) in values(&after, time, derivative).iter().zip(values(&before, time, derivative)).enumerate() {
                    prop_assert!((a - b).abs() < allowed * (1.0 + a.abs()),
                        "{derivative:?} of DOF {d} at {time}: {a} after, {b} before");
                }
            }
            for d in 0..after.skeleton().dofs().len() {
                let dof = DofId(d as u16);
                prop_assert_eq!(after.usage(VerbTime(time), dof), before.usage(VerbTime(time), dof));
            }
        }
    }

    #[test]
    fn usage_is_the_maximum_of_its_parts(first in recipe(), second in recipe()) {
        let recordings = recordings();
        let parts = [&first, &second].map(|recipe| recipe.make(&recordings, false));
        let whole = composition(parts.to_vec()).expect("parts");
        for i in 0..24 {
            let time = VerbTime(whole.duration().0 * (f64::from(i) + 0.5) / 24.0);
            for dof in (0..whole.skeleton().dofs().len() as u16).map(DofId) {
                let of = |part: &Arc<Motion>| {
                    let inner = VerbTime(time.0 + whole.start().0 - part.start().0);
                    let under_way = inner.0 >= 0.0 && inner <= part.duration();
                    if under_way { part.usage(inner, dof) } else { Usage::Undefined }
                };
                prop_assert_eq!(Some(whole.usage(time, dof)), parts.iter().map(of).max());
            }
        }
    }
}
