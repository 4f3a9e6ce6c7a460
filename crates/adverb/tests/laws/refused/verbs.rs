use adverb::skeleton::JointId;
use adverb::verb::{Coefficients, Gaze, Parts};
use adverb::{Numbers, Verb};

use super::try_each;
use crate::packs::made;

/// The made walk, which repeats, or the made reach, which does not.
fn of(verb: usize) -> (Parts, impl Fn(Parts) -> Result<(), adverb::verb::VerbError>) {
    let pack = made::pack(6);
    let skeleton = pack.skeleton().clone();
    (pack.verbs()[verb].parts().clone(), move |parts| Verb::new(skeleton.clone(), parts).map(|_| ()))
}

#[test]
fn counts_of_a_verb_agree() {
    let (walk, make) = of(0);
    try_each(
        &walk,
        make,
        &[("as it is", |_| ())],
        &[
            ("no examples", |parts| parts.examples.clear()),
            ("an example's point of more values", |parts| parts.examples[1].at.push(0.0)),
            ("an example's point of fewer values", |parts| parts.examples[2].at.truncate(1)),
            ("one key-time", |parts| parts.keys.truncate(1)),
            ("an interval more", |parts| parts.intervals.push(1.0)),
            ("the intervals of fewer examples", |parts| parts.intervals.truncate(4)),
            ("no travel of an example", |parts| parts.travel.truncate(2)),
            ("a phase of fewer examples", |parts| parts.feet[1].phases[0].truncate(2)),
            ("an adverb more", |parts| parts.adverbs.push(parts.adverbs[0].clone())),
            ("a space of fewer examples", |parts| {
                parts.space.examples = 1;
                parts.space.coefficients.truncate(5);
            }),
            ("curves of more control points", |parts| parts.control_points = 7),
            ("control points beyond all counting", |parts| parts.control_points = usize::MAX / 2),
            ("three control points", |parts| {
                let numbers = &parts.coefficients.numbers()[..parts.coefficients.numbers().len() / 2];
                (parts.control_points, parts.coefficients) =
                    (3, Coefficients(Numbers::from(numbers.to_vec())));
            }),
        ],
    );
}

#[test]
fn numbers_of_a_verb_keep_to_their_ranges() {
    let (walk, make) = of(0);
    try_each(
        &walk,
        make,
        &[
            ("the longest interval", |parts| parts.intervals[0] = 86_400.0),
            ("the shortest interval", |parts| parts.intervals[0] = 1e-9),
            ("the longest ease", |parts| parts.feet[0].ease_secs = 60.0),
            ("no ease", |parts| parts.feet[0].ease_secs = 0.0),
            ("the widest adverb", |parts| parts.adverbs[0].range = [-1e12, 1e12]),
            ("an adverb that stands still", |parts| {
                (parts.adverbs[0].range, parts.adverbs[0].default) = ([2.0, 2.0], 2.0);
            }),
            ("the farthest example", |parts| parts.examples[0].at[0] = -1e12),
            ("the fastest travel", |parts| parts.travel[1].velocity[0] = -1e6),
            ("a phase of no length", |parts| parts.feet[0].phases[0][0].to = parts.feet[0].phases[0][0].from),
            ("the earliest phase", |parts| {
                let phase = &mut parts.feet[0].phases[0][0];
                (phase.from, phase.to) = (-1.0, 0.0);
            }),
            ("the latest phase", |parts| {
                let phase = &mut parts.feet[0].phases[0][0];
                (phase.from, phase.to) = (2.0, 3.0);
            }),
        ],
        &[
            ("an interval too long", |parts| parts.intervals[1] = 86_401.0),
            ("an interval too short", |parts| parts.intervals[1] = 9e-10),
            ("an interval that is none", |parts| parts.intervals[1] = f64::NAN),
            ("an ease too long", |parts| parts.feet[1].ease_secs = 60.1),
            ("an ease back in time", |parts| parts.feet[1].ease_secs = -0.1),
            ("a hinge too short", |parts| parts.feet[1].hinge = [0.9, 0.0, 0.0]),
            ("a hinge too long", |parts| parts.feet[1].hinge = [0.8, 0.5, 0.5]),
            ("a range the wrong way round", |parts| parts.adverbs[0].range = [2.0, 0.5]),
            ("a default below the range", |parts| parts.adverbs[0].default = 0.4),
            ("a default above the range", |parts| parts.adverbs[0].default = 2.1),
            ("a range too low", |parts| parts.adverbs[0].range[0] = -1.1e12),
            ("a range too high", |parts| parts.adverbs[0].range[1] = 1.1e12),
            ("an adverb that never turns", |parts| parts.adverbs[0].rate = 0.0),
            ("an adverb that turns at once", |parts| parts.adverbs[0].rate = f32::INFINITY),
            ("an example too far", |parts| parts.examples[0].at[1] = 1.1e12),
            ("an example nowhere", |parts| parts.examples[0].at[1] = f32::NAN),
            ("travel to the side", |parts| parts.travel[2].velocity[0] = 1.1e6),
            ("travel ahead", |parts| parts.travel[2].velocity[1] = -1.1e6),
            ("travel up", |parts| parts.travel[2].climb = 1.1e6),
            ("travel round", |parts| parts.travel[2].rate = f64::NAN),
            ("all spin too fast", |parts| parts.travel.iter_mut().for_each(|travel| travel.spin = 1.1e6)),
            ("one spins otherwise", |parts| parts.travel[2].spin = 0.1),
            ("a phase back in time", |parts| parts.feet[0].phases[0][1].to = 0.0),
            ("a phase of more than a round", |parts| parts.feet[0].phases[0][1].to += 0.9),
            ("a phase too early", |parts| parts.feet[0].phases[0][1].from = -1.1),
            ("a phase too late", |parts| {
                let phase = &mut parts.feet[0].phases[0][1];
                (phase.from, phase.to) = (2.5, 3.1);
            }),
            ("settling too far", |parts| parts.feet[0].phases[0][1].settle[1] = 1.1e6),
            ("arriving too fast", |parts| parts.feet[0].phases[0][1].arriving[0] = -1.1e6),
            ("leaving too fast", |parts| parts.feet[0].phases[0][1].leaving[1] = f64::INFINITY),
            ("a curve out of sight", |parts| {
                let mut numbers = parts.coefficients.numbers().to_vec();
                numbers[5] = 1.1e6;
                parts.coefficients = Coefficients(Numbers::from(numbers));
            }),
        ],
    );
}

#[test]
fn phases_of_what_is_played_once_lie_within_it() {
    let (reach, make) = of(1);
    try_each(
        &reach,
        make,
        &[("from its beginning to its end", |parts| {
            let phase = &mut parts.feet[0].phases[0][1];
            (phase.from, phase.to) = (0.0, 1.0);
        })],
        &[
            ("before its beginning", |parts| parts.feet[0].phases[0][1].from = -0.1),
            ("beyond its end", |parts| parts.feet[1].phases[0][1].to = 1.1),
        ],
    );
}

/// The root is joint 0; hips, knees, ankles and toes are 1 to 4 and 5 to 8, spine and head 9 and 10, and 11 hangs from nothing.
#[test]
fn feet_and_heads_hang_from_the_root_in_order() {
    let (walk, make) = of(0);
    try_each(
        &walk,
        make,
        &[
            ("a foot without toes", |parts| parts.feet[0].ball = parts.feet[0].limb.end),
            ("a head without a neck", |parts| parts.gaze = Some(Gaze { head: JointId(10), neck: None })),
            ("a neck that is the root", |parts| {
                parts.gaze = Some(Gaze { head: JointId(10), neck: Some(JointId(0)) });
            }),
        ],
        &[
            ("a ball that is not there", |parts| parts.feet[0].ball = JointId(12)),
            ("a ball of the other leg", |parts| parts.feet[0].ball = JointId(8)),
            ("a ball that hangs from nothing", |parts| parts.feet[0].ball = JointId(11)),
            ("a knee that is the ankle", |parts| parts.feet[0].limb.middle = JointId(3)),
            ("a knee of the other leg", |parts| parts.feet[0].limb.middle = JointId(6)),
            ("a hip that is the knee", |parts| parts.feet[0].limb.upper = JointId(2)),
            ("a hip of the other leg", |parts| parts.feet[0].limb.upper = JointId(5)),
            ("a hip that is the root", |parts| parts.feet[0].limb.upper = JointId(0)),
            ("a head that is not there", |parts| parts.gaze = Some(Gaze { head: JointId(12), neck: None })),
            ("a head that is the root", |parts| parts.gaze = Some(Gaze { head: JointId(0), neck: None })),
            ("a head that hangs from nothing", |parts| {
                parts.gaze = Some(Gaze { head: JointId(11), neck: None });
            }),
            ("a neck that is the head", |parts| {
                parts.gaze = Some(Gaze { head: JointId(10), neck: Some(JointId(10)) });
            }),
            ("a neck below the head", |parts| {
                parts.gaze = Some(Gaze { head: JointId(9), neck: Some(JointId(10)) });
            }),
            ("a neck of its own", |parts| {
                parts.gaze = Some(Gaze { head: JointId(10), neck: Some(JointId(1)) });
            }),
        ],
    );
}
