//! A made pack that holds every kind of field: a cyclic verb with knobs, feet and a gaze, an open one with a hull, and a plain
//! motion; a graph with every kind of transition, a gesture, events, usage and constraints. Its numbers come from whole numbers alone, so that it is the same on every machine.

use std::sync::Arc;

use adverb::Verb;
use adverb::graph::{
    self, Blend, Claim, Constraint, Deed, Enter, Event, Gesture, Graph, Hand, HandId, Leave, Mode,
    Transition, Usage, VerbId, VerbUsage,
};
use adverb::ik::two_bone::Limb;
use adverb::key_times::TimeMap;
use adverb::pack::{Pack, Source, Up};
use adverb::screw::Screw;
use adverb::shape::{
    self, Adjective, Attribute, Channel, Features, Interpolation, PoseAxis, Shape, Skin, Turn,
};
use adverb::skeleton::{DofId, JointId, Skeleton};
use adverb::space::{self, Affine, Axis, Embedding, Extrapolation, Hull, Kernel};
use adverb::verb::{
    AT_THE_SEAM, Adverb, ClearArm, Clearance, Coefficients, Example, Foot, Frame, Gaze, Goal, Parts, Phase,
    Task, Variations,
};

use crate::made::skeleton;

/// Between −0.5 and 0.5.
fn number(i: usize) -> f64 {
    (i * 7919 % 1009) as f64 / 1009.0 - 0.5
}

pub fn pack(control_points: usize) -> Pack {
    of(control_points, Variations::default(), |_| ())
}

/// The same with a walk whose rounds differ: the second example has no other cycles.
pub fn varied(control_points: usize) -> Pack {
    let (counts, dofs) = (vec![3, 0, 4], skeleton().dofs().len());
    let cycles = counts.iter().sum();
    let deviation = |k: usize, i: usize, d: usize| match k {
        ..AT_THE_SEAM => 0.0,
        _ => 0.1 * number(k + 5 * i + 3 * d) as f32,
    };
    let coefficients = Coefficients::of([control_points, cycles, dofs], deviation);
    let intervals = (0..2 * cycles).map(|i| 0.1 * number(3 * i + 1)).collect();
    of(control_points, Variations { counts, intervals, coefficients }, |_| ())
}

/// The same; its walk knows how high feet stand and how clear of the body hands stay, and has goals.
pub fn careful(control_points: usize) -> Pack {
    let varied = varied(control_points).verbs()[0].parts().variations.clone();
    of(control_points, varied, |walk| {
        let phases: usize = walk.feet.iter().map(|foot| foot.phases.len()).sum();
        let count = walk.examples.len();
        let height = |k: usize| std::array::from_fn(|j| 0.02 * number(j + 7 * k).abs() as f32);
        walk.heights = (0..phases * count).map(height).collect();
        let limb = walk.feet[0].limb;
        let near = |k: usize| std::array::from_fn(|j| 0.1 * number(j + 3 * k).abs() as f32);
        let arm = |k: usize| ClearArm {
            limb,
            hinge: [1.0, 0.0, 0.0],
            hip: limb.upper,
            knee: limb.middle,
            nearest: (0..count).map(|i| near(i + k)).collect(),
        };
        walk.clearance = Some(Clearance { chest: JointId(0), arms: vec![arm(0), arm(5)] });
        let (task, frame) = (Task::Turn { joint: limb.end, to: [0.0, 0.0, 0.0, 1.0] }, Frame::Body);
        walk.goals = vec![Goal { task, frame, during: [0.2, 0.6], ease_secs: 0.1, weight: 0.5 }];
    })
}

fn of(control_points: usize, variations: Variations, change: impl Fn(&mut Parts)) -> Pack {
    let skeleton = Arc::new(skeleton());
    let verb = |parts: Parts| Verb::new(skeleton.clone(), parts).expect("parts that fit together");
    let mut walk = Parts { variations, ..walk(&skeleton, control_points) };
    change(&mut walk);
    let verbs = [walk, reach(&skeleton, control_points), nod(&skeleton)].map(verb);
    let source = Source { unit_m: 0.01, up: Up::Z, fps: 60.0 };
    let verbs: Arc<[Verb]> = verbs.into();
    let graph = Graph::new(verbs.clone(), graph(&skeleton)).expect("a sound graph");
    Pack::new("made".into(), skeleton.clone(), source, verbs, vec![graph]).expect("a sound pack")
}

/// The same with a shape that has everything a shape can have.
pub fn shaped(control_points: usize) -> Pack {
    with_shape(pack(control_points))
}

pub fn with_shape(pack: Pack) -> Pack {
    let shape = Shape::new(arm(pack.skeleton())).expect("a sound shape");
    pack.with_shapes(vec![shape]).expect("a sound pack")
}

const VERTICES: usize = 12;

fn arm(skeleton: &Skeleton) -> shape::Parts {
    let value = |seed: usize| move |i: usize, j: usize| (number(seed + 131 * i + j) * 2.0) as f32;
    let channel = |attribute, interpolation, seed: usize| {
        // Of every third vertex examples do not differ.
        let own = |i: usize, j: usize, width: usize| {
            if (j / width).is_multiple_of(3) { value(seed)(0, j) } else { value(seed)(i, j) }
        };
        let width = Attribute::width(attribute);
        Channel::of(attribute, interpolation, [3, VERTICES], 0.0, |i, j| own(i, j, width))
    };
    let names = ["smile", "blink"].map(String::from);
    let delta = |f: usize, v: usize| {
        if v.is_multiple_of(f + 2) { [0.1, 0.2, 0.3 + number(v) as f32] } else { [0.0; 3] }
    };
    let read = PoseAxis::of(skeleton, JointId(10), Turn::Swing);
    assert!(read.is_some(), "a ball joint");
    let adjective =
        |name: &str, read| Adjective { name: name.into(), range: [-1.0, 2.0], default: 0.5, read };
    shape::Parts {
        name: "arm".into(),
        adjectives: vec![adjective("build", None), adjective("bend", read)],
        examples: [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]
            .iter()
            .map(|at| Example { name: format!("{at:?}"), at: at.to_vec() })
            .collect(),
        space: space::Parts {
            embedding: Embedding { axes: vec![Axis::Straight { origin: 0.0, scale: 1.0 }; 2], affine: None },
            extrapolation: Extrapolation::Free,
            kernel: Kernel::ThinPlate,
            centres: vec![],
            radii: vec![],
            examples: 3,
            coefficients: vec![1.0, 0.0, 0.0, -1.0, 1.0, 0.0, -1.0, 0.0, 1.0],
        },
        vertices: VERTICES,
        triangles: (0..10).map(|i| [i, i + 1, i + 2]).collect(),
        points: (0..VERTICES as u32).map(|v| if v == 11 { 0 } else { v }).collect(),
        channels: vec![
            channel(Attribute::Position, Interpolation::Linear, 0),
            channel(Attribute::Normal, Interpolation::Recomputed { every: 2 }, 1),
            channel(Attribute::Tangent, Interpolation::Spherical, 2),
            channel(Attribute::Colour, Interpolation::Fixed, 3),
            channel(Attribute::Uv, Interpolation::Other, 4),
        ],
        features: Features { clamped: true, ..Features::of(&names, VERTICES, 0.0, delta) },
        skin: Some(Skin {
            joints: vec!["upper".into(), "lower".into()],
            inverse_bind: vec![std::array::from_fn(|i| if i % 5 == 0 { 1.0 } else { 0.0 }); 2],
            vertex_joints: vec![[0, 1, 0, 0]; VERTICES],
            vertex_weights: vec![[0.75, 0.25, 0.0, 0.0]; VERTICES],
        }),
    }
}

const WALK: VerbId = VerbId(0);
const REACH: VerbId = VerbId(1);
const NOD: VerbId = VerbId(2);

fn graph(skeleton: &Skeleton) -> graph::Parts {
    let way = |from, to, leave, enter, blend| Transition { from, to, leave, enter, blend, likelihood: 0.5 };
    let head: Vec<DofId> = skeleton.joint(JointId(10)).dofs.clone().map(DofId).collect();
    let claim = |during, usage| Claim { during, usage, dofs: head.clone() };
    let constraint =
        |deed, during| Constraint { verb: REACH, during, object: "ball".into(), deed, ease_secs: 0.1 };
    let limb = Limb { upper: JointId(1), middle: JointId(2), end: JointId(3) };
    graph::Parts {
        name: "main".into(),
        starts: vec![WALK, NOD],
        ends: vec![NOD],
        transitions: vec![
            way(WALK, REACH, Leave::During([0.8, 1.2]), Enter::During([0.0, 0.3]), Blend::Sigmoid),
            way(REACH, WALK, Leave::During([0.7, 1.0]), Enter::During([0.1, 0.5]), Blend::Linear),
            way(WALK, WALK, Leave::AtOnce { secs: 0.2 }, Enter::Matching, Blend::Inertial),
            way(
                WALK,
                NOD,
                Leave::During([0.2, 0.4]),
                Enter::During([0.0, 0.2]),
                Blend::Through(vec![[0.0, 0.0], [0.25, 0.5], [1.0, 1.0]]),
            ),
        ],
        gestures: vec![Gesture {
            name: "nod".into(),
            verb: NOD,
            fade_in: 0.25,
            fade_out: 0.75,
            mode: Mode::Additive,
            usage: vec![claim([0.25, 0.75], Usage::Required), claim([0.0, 1.0], Usage::Defined)],
        }],
        events: vec![Event { verb: WALK, at: 0.5, emit: "schritt".into() }],
        usage: vec![VerbUsage { verb: REACH, claims: vec![claim([0.0, 0.5], Usage::Required)] }],
        hands: vec![Hand { joint: JointId(4), limb, hinge: [1.0, 0.0, 0.0] }],
        constraints: vec![
            constraint(Deed::Reach(HandId(0)), [0.2, 0.5]),
            constraint(Deed::Look, [0.0, 0.5]),
            constraint(Deed::Hold(JointId(4)), [0.5, 1.0]),
        ],
    }
}

/// Weights that sum to one: the columns of every row but the first sum to zero.
fn weights(examples: usize, rows: usize) -> Vec<f64> {
    let mut coefficients: Vec<f64> = (0..rows * examples).map(|i| 0.5 * number(i + 3)).collect();
    for (i, row) in coefficients.chunks_exact_mut(examples).enumerate() {
        let excess = (row.iter().sum::<f64>() - if i == 0 { 1.0 } else { 0.0 }) / examples as f64;
        row.iter_mut().for_each(|c| *c -= excess);
    }
    coefficients
}

/// Standing, swaying and swinging a little, differently in every example.
fn curves(skeleton: &Skeleton, control_points: usize, examples: usize) -> Coefficients {
    Coefficients::of([control_points, examples, skeleton.dofs().len()], |k, i, d| {
        let sway = 0.2 * number(31 * k + 7 * i + 101 * d) as f32;
        if d == Skeleton::HEIGHT.index() { 0.9 + 0.1 * sway } else { sway }
    })
}

fn feet(examples: usize, ease_secs: f32) -> Vec<Foot> {
    let joint = |j: u16| JointId(j);
    let foot = |hip: u16, from: f64| {
        let phase = |i: usize| {
            let pair = |scale: f64, first: usize| [first, first + 1].map(|k| scale * number(i + k));
            Phase {
                from: from + 0.02 * i as f64,
                to: from + 0.4,
                settle: pair(0.02, 0),
                arriving: pair(0.3, 2),
                leaving: pair(0.3, 4),
            }
        };
        let limb = Limb { upper: joint(hip), middle: joint(hip + 1), end: joint(hip + 2) };
        let phases = vec![(0..examples).map(phase).collect()];
        Foot { ball: joint(hip + 3), limb, hinge: [1.0, 0.0, 0.0], ease_secs, phases }
    };
    vec![foot(1, 0.1), foot(5, 0.55)]
}

fn walk(skeleton: &Skeleton, control_points: usize) -> Parts {
    let adverb =
        |name: &str, range: [f32; 2], default, rate| Adverb { name: name.into(), range, default, rate };
    let example = |name: &str, at: [f32; 2]| Example { name: name.into(), at: at.into() };
    Parts {
        name: "walk".into(),
        adverbs: vec![adverb("speed", [0.5, 2.0], 1.0, 3.0), adverb("wind", [0.0, 360.0], 0.0, 720.0)],
        examples: vec![
            example("slow", [0.5, 0.0]),
            example("fast", [2.0, 90.0]),
            example("schräg", [1.0, 200.0]),
        ],
        space: space::Parts {
            embedding: Embedding {
                axes: vec![
                    Axis::Straight { origin: 0.5, scale: 1.5 },
                    Axis::Periodic { origin: 0.0, period: 360.0, radius: 0.16 },
                ],
                affine: Some(Affine { matrix: vec![1.1], offset: vec![0.01] }),
            },
            extrapolation: Extrapolation::Damped {
                reach: 0.5,
                hull: Hull::new(1, vec![0.1, 0.9]).expect("whole vertices"),
            },
            kernel: Kernel::Wendland,
            centres: (0..9).map(number).collect(),
            radii: vec![1.5, 2.0, 1.7],
            examples: 3,
            coefficients: weights(3, 5),
        },
        keys: ["left-down", "right-down", "left-down"].map(String::from).into(),
        map: TimeMap::Smooth,
        cyclic: true,
        intervals: vec![0.6, 0.55, 0.4, 0.41, 0.5, 0.52],
        travel: (0..3)
            .map(|i| i as f64)
            .map(|i| Screw { rate: 0.1 * i, spin: 0.0, velocity: [0.01, 1.0 + 0.4 * i], climb: 0.05 * i })
            .collect(),
        feet: feet(3, 0.1),
        gaze: Some(Gaze { head: JointId(10), neck: Some(JointId(9)) }),
        control_points,
        coefficients: curves(skeleton, control_points, 3),
        variations: Variations::default(),
        heights: Vec::new(),
        clearance: None,
        goals: Vec::new(),
    }
}

fn reach(skeleton: &Skeleton, control_points: usize) -> Parts {
    let adverb = |name: &str| Adverb { name: name.into(), range: [-1.0, 1.0], default: 0.0, rate: 4.0 };
    let corners = [[-1.0, -1.0], [1.0, -1.0], [0.0, 1.0]];
    Parts {
        name: "reach".into(),
        adverbs: vec![adverb("across"), adverb("up")],
        examples: corners.iter().map(|at| Example { name: format!("{at:?}"), at: at.to_vec() }).collect(),
        space: space::Parts {
            embedding: Embedding { axes: vec![Axis::Straight { origin: 0.0, scale: 2.0 }; 2], affine: None },
            extrapolation: Extrapolation::Held {
                hull: Hull::new(2, vec![-0.5, -0.5, 0.5, -0.5, 0.0, 0.5]).expect("whole vertices"),
            },
            kernel: Kernel::ThinPlate,
            centres: vec![-0.5, -0.5, 0.5, -0.5, 0.0, 0.5],
            radii: vec![2.0; 3],
            examples: 3,
            coefficients: weights(3, 6),
        },
        keys: vec!["".into(), "".into()],
        map: TimeMap::Linear,
        cyclic: false,
        intervals: vec![0.7, 0.8, 0.9],
        travel: vec![Screw { rate: 0.3, spin: 0.0, velocity: [0.2, 0.0], climb: 0.0 }; 3],
        feet: feet(3, 0.0),
        gaze: None,
        control_points,
        coefficients: curves(skeleton, control_points, 3),
        variations: Variations::default(),
        heights: Vec::new(),
        clearance: None,
        goals: Vec::new(),
    }
}

fn nod(skeleton: &Skeleton) -> Parts {
    Parts {
        name: "nod".into(),
        adverbs: Vec::new(),
        examples: vec![Example { name: "nod".into(), at: Vec::new() }],
        space: space::Parts {
            embedding: Embedding { axes: Vec::new(), affine: None },
            extrapolation: Extrapolation::Free,
            kernel: Kernel::BSpline,
            centres: Vec::new(),
            radii: Vec::new(),
            examples: 1,
            coefficients: vec![1.0],
        },
        keys: vec!["start".into(), "end".into()],
        map: TimeMap::Smooth,
        cyclic: false,
        intervals: vec![1.5],
        travel: vec![Screw::default()],
        feet: Vec::new(),
        gaze: Some(Gaze { head: JointId(10), neck: None }),
        control_points: 4,
        coefficients: curves(skeleton, 4, 1),
        variations: Variations::default(),
        heights: Vec::new(),
        clearance: None,
        goals: Vec::new(),
    }
}
