//! What runs every frame takes no memory, and a character little.
//!
//! A program of its own: the allocator counts for the whole of it, each thread for itself.
#![allow(unsafe_code)] // an allocator cannot be written without

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::f64::consts::TAU;

use std::sync::Arc;

use adverb::body::{Figure, Transform, Tree, Wearer, bind};
use adverb::glam::{Affine3A, DQuat, DVec3, Quat, Vec3};
use adverb::graph::{
    self, Blend, Claim, Constraint, Deed, Enter, Event, FootId, Gesture, GestureId, Hand, HandId, KnobId,
    Leave, Mode, ObjectId, Transition, Usage, VerbId,
};
use adverb::ik::two_bone::Limb;
use adverb::key_times::TimeMap;
use adverb::kinematics::world_transforms;
use adverb::screw::Screw;
use adverb::skeleton::{DofId, JointId, JointSpec, ROTATION_VECTOR, UNLIMITED};
use adverb::space::{Axis, Embedding, Extrapolation, Hull, Kernel, Parts, Table};
use adverb::verb::{self, Adverb, ClearArm, Clearance, Coefficients, Example, Foot, Gaze, Phase, Variations};
use adverb::{Actor, Crowd, Graph, Skeleton, Verb, WorldTransform};

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
    static BYTES: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        BYTES.with(|bytes| bytes.set(bytes.get() + layout.size()));
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(work: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

/// All that was asked for, given back or not.
fn allocated_bytes(work: impl FnOnce()) -> usize {
    let before = BYTES.get();
    work();
    BYTES.get() - before
}

/// Two straight axes and a ring, with arbitrary coefficients.
fn table(kernel: Kernel, examples: usize, extrapolation: Extrapolation) -> Table {
    let axes = vec![
        Axis::Straight { origin: 0.0, scale: 1.0 },
        Axis::Periodic { origin: 0.0, period: 360.0, radius: TAU.recip() },
        Axis::Straight { origin: 0.5, scale: 2.0 },
    ];
    let number = |i: usize| (i * 7919 % 1009) as f64 / 1009.0;
    let (coordinates, slopes) = (4, 2);
    let parts = Parts {
        embedding: Embedding { axes, affine: None },
        extrapolation,
        kernel,
        centres: (0..examples * coordinates).map(number).collect(),
        radii: vec![1.5; examples],
        examples,
        coefficients: (0..(1 + slopes + examples) * examples).map(number).collect(),
    };
    Table::new(parts).expect("parts that fit together")
}

#[test]
fn weights_allocate_nothing() {
    assert!(allocations(|| drop(std::hint::black_box(vec![0]))) > 0, "allocations are counted");
    let triangle = || Hull::new(2, vec![0.0, 0.0, 0.3, 0.0, 0.0, 0.3]).expect("whole vertices");
    let outside = [
        Extrapolation::Free,
        Extrapolation::Damped { reach: 0.5, hull: triangle() },
        Extrapolation::Held { hull: triangle() },
    ];
    // Within the hull, outside it, at an example, far away, and not a number.
    let points = [0.1, 20.0, 0.7, -3.0, 400.0, 9.0, 0.0, 0.0, 0.0, 1e30, -1e30, 1e30, f32::NAN, 0.0, 0.5];
    for kernel in Kernel::ALL {
        for examples in [1, 20, 100, 500] {
            for extrapolation in &outside {
                let table = table(kernel, examples, extrapolation.clone());
                let mut weights = vec![0.0; 5 * examples];
                let mut gradient = vec![0.0; 3 * examples];
                let count = allocations(|| {
                    table.weights_of_many(&points, &mut weights);
                    for point in points.chunks_exact(3) {
                        table.weights(point, &mut weights[..examples]);
                        table.gradient(point, &mut weights[..examples], &mut gradient);
                    }
                });
                assert_eq!(count, 0, "{kernel:?}, {examples} examples, {extrapolation:?}");
            }
        }
    }
}

#[test]
fn a_body_follows_an_actor_without_taking_memory() {
    let pack = adverb::Pack::load(include_bytes!("packs/v2.adverb")).expect("a kept pack");
    let skeleton = Figure::of_verbs(pack.skeleton(), pack.verbs());
    let joints = pack.skeleton().joints();
    let tree = Tree {
        names: joints.iter().map(|joint| joint.name.clone()).collect(),
        parents: joints.iter().map(|joint| joint.parent.map(JointId::index)).collect(),
        ends: joints.iter().map(|joint| joint.end).collect(),
    };
    // Wider: its feet have to be planted.
    let rest = joints.iter().map(|joint| Transform {
        translation: joint.offset.as_dvec3() * DVec3::new(1.5, 1.0, 1.0),
        rotation: DQuat::IDENTITY,
    });
    let body = Figure::bound(tree, rest.collect(), Vec::new());
    let mut wearer = Wearer::new(&bind(&skeleton, &body, &[]).expect("hips"));
    let mut actor = Actor::new(pack.graphs()[0].clone(), 0);
    let mut locals = vec![0.0; 7 * joints.len()];
    actor.step(1.0 / 30.0, &mut ());
    wearer.pose(&actor, &(), 1.0 / 30.0);
    let taken = allocations(|| {
        for _ in 0..120 {
            actor.step(1.0 / 30.0, &mut ());
            wearer.pose(&actor, &(), 1.0 / 30.0);
            wearer.write_locals(&mut locals);
        }
        wearer.reset();
        wearer.pose(&actor, &(), 0.0);
    });
    assert_eq!(taken, 0);
}

/// A pelvis, two legs of hip, knee, ankle and ball, a neck and a head.
/// A shape from the kept pack of the second format: every kind of attribute, features and a skin. An actor's pose turns it and moves
/// its skin.
#[test]
fn an_actor_drives_a_shape_without_taking_memory() {
    let pack = adverb::Pack::load(include_bytes!("packs/v2.adverb")).expect("a kept pack");
    let (shape, skeleton) = (&pack.shapes()[0], pack.skeleton());
    let graph = Graph::of_verb(pack.verbs()[0].clone());
    let mut actor = Actor::new(graph.clone(), 0);
    let skin = shape.parts().skin.as_ref().expect("a skin");
    assert!(shape.adjectives().iter().any(|adjective| adjective.read.is_some()), "an adjective reads poses");
    // Names are looked up once: which joint of the skeleton each joint of the skin is.
    let joint = |name: &String| skeleton.joint_named(name).map_or(0, JointId::index);
    let rows: Vec<usize> = skin.joints.iter().map(joint).collect();
    let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
    let mut shown = [f32::INFINITY, f32::NEG_INFINITY];
    let (mut point, mut weights) =
        (shape.default_point().collect::<Vec<_>>(), vec![0.0; shape.examples().len()]);
    let (mut form, features) = (shape.form(), &shape.parts().features);
    let mut expression = adverb::shape::Expression::new(features, form.positions());
    let on = vec![0.5; features.features.len()];
    let mut placed = vec![Affine3A::IDENTITY; skin.joints.len()];
    let mut palette = vec![[0.0; 16]; skin.joints.len()];
    let mut moved = vec![0.0; form.positions().len()];
    let mut sculpture = adverb::shape::Sculpture::new(shape.clone(), skeleton.clone());
    let reading = shape.adjectives().iter().position(|adjective| adjective.read.is_some()).unwrap_or(0);
    let taken = allocations(|| {
        for _ in 0..30 {
            actor.step(1.0 / 30.0, &mut ());
            sculpture.follow(actor.dofs());
            sculpture.set_knob(0, 0.25);
            sculpture.update();
            shape.read_pose(actor.dofs(), &mut point);
            shown = [shown[0].min(point[reading]), shown[1].max(point[reading])];
            world_transforms(skeleton, actor.dofs(), &mut world);
            placed.iter_mut().zip(&rows).for_each(|(to, row)| *to = world[*row]);
            shape.weights(&point, &mut weights);
            shape.blend(&weights, &mut form);
            expression.set_base(features, form.positions());
            shape.express(&on, &mut expression, &mut form);
            skin.palette(&placed, &mut palette);
            skin.positions(&palette, form.positions(), &mut moved);
            skin.directions(&palette, form.attribute(1), &mut moved);
        }
    });
    assert_eq!(taken, 0);
    assert!(shown[1] > shown[0], "the pose turns the adjective: {shown:?}");
}

fn skeleton() -> Skeleton {
    let leg = |hip: usize, x: f32| {
        [
            (0, Vec3::new(x, -0.05, 0.0)),
            (hip, Vec3::new(0.0, -0.42, 0.0)),
            (hip + 1, Vec3::new(0.0, -0.4, 0.0)),
            (hip + 2, Vec3::new(0.0, -0.06, 0.14)),
        ]
    };
    let neck = [(0, Vec3::new(0.0, 0.5, 0.0)), (9, Vec3::new(0.0, 0.1, 0.0))];
    let below = leg(1, 0.1).into_iter().chain(leg(5, -0.1)).chain(neck);
    let joint = |(index, (parent, offset)): (usize, (Option<usize>, Vec3))| JointSpec {
        name: index.to_string(),
        parent,
        offset,
        rest: Quat::IDENTITY,
        reference: Quat::IDENTITY,
        dofs: ROTATION_VECTOR.map(|kind| (kind, UNLIMITED)).to_vec(),
        end: false,
        partner: index,
        rig_axes: Quat::IDENTITY,
    };
    let joints = [(None, Vec3::ZERO)].into_iter().chain(below.map(|(parent, at)| (Some(parent), at)));
    Skeleton::new(joints.enumerate().map(joint).collect(), 0).expect("a skeleton")
}

/// A cyclic verb with two feet and a head that looks.
fn walk(examples: usize, adverbs: usize) -> Verb {
    let skeleton = Arc::new(skeleton());
    let number = |i: usize| (i * 7919 % 1009) as f64 / 1009.0;
    let axes = vec![Axis::Straight { origin: 0.0, scale: 1.0 }; adverbs];
    // The hyperplanes: all weigh alike in the middle and less or more beside it; the kernels add nothing.
    let coefficient = |i: usize| match i / examples {
        0 => 1.0 / examples as f64,
        row if row <= adverbs => 0.1 * (number(i) - 0.5),
        _ => 0.0,
    };
    let space = Parts {
        embedding: Embedding { axes, affine: None },
        extrapolation: Extrapolation::Free,
        kernel: Kernel::BSpline,
        centres: (0..examples * adverbs).map(number).collect(),
        radii: vec![0.5; examples],
        examples,
        coefficients: (0..(1 + adverbs + examples) * examples).map(coefficient).collect(),
    };
    let still = Phase { from: 0.0, to: 0.6, settle: [0.0, 0.02], arriving: [0.0, 0.1], leaving: [0.0, 0.1] };
    let foot = |hip: u16, from: f64| Foot {
        ball: JointId(hip + 3),
        limb: Limb { upper: JointId(hip), middle: JointId(hip + 1), end: JointId(hip + 2) },
        hinge: [1.0, 0.0, 0.0],
        ease_secs: 0.1,
        phases: vec![vec![Phase { from, to: from + 0.6, ..still }; examples]],
    };
    // Limbs that are near the head, so that they are taken out.
    let arm = |upper: u16| ClearArm {
        limb: Limb { upper: JointId(upper), middle: JointId(upper + 1), end: JointId(upper + 2) },
        hinge: [1.0, 0.0, 0.0],
        hip: JointId(9),
        knee: JointId(10),
        nearest: vec![[1.6; 8]; examples],
    };
    let adverb = |a: usize| Adverb { name: a.to_string(), range: [-1.0, 1.0], default: 0.0, rate: 2.0 };
    let height = |d: usize| if d == Skeleton::HEIGHT.index() { 0.85 } else { 0.0 };
    let counts = [24, examples, skeleton.dofs().len()];
    let parts = verb::Parts {
        name: "walk".into(),
        adverbs: (0..adverbs).map(adverb).collect(),
        examples: (0..examples).map(|i| Example { name: i.to_string(), at: vec![0.0; adverbs] }).collect(),
        space,
        keys: ["left", "right", "left again"].map(String::from).to_vec(),
        map: TimeMap::Smooth,
        cyclic: true,
        intervals: vec![0.5; 2 * examples],
        travel: vec![Screw { rate: 0.3, spin: 0.0, velocity: [0.0, 1.2], climb: 0.1 }; examples],
        feet: vec![foot(1, 0.0), foot(5, 0.5)],
        gaze: Some(Gaze { head: JointId(10), neck: Some(JointId(9)) }),
        control_points: 24,
        coefficients: Coefficients::of(counts, |k, i, d| height(d) + 0.1 * number(k + 31 * i + 7 * d) as f32),
        variations: Variations::default(),
        heights: Vec::new(),
        clearance: Some(Clearance { chest: JointId(0), arms: vec![arm(1), arm(5)] }),
        goals: Vec::new(),
    };
    Verb::new(skeleton, parts).expect("parts that fit together")
}

#[test]
fn playing_a_verb_allocates_nothing() {
    let verb = walk(20, 4);
    let graph = Graph::of_verb(verb);
    let verb = graph.verb(VerbId(0));
    let mut actor = Actor::new(graph.clone(), 0);
    let mut world = vec![Affine3A::IDENTITY; verb.skeleton().joints().len()];
    let (mut stood, mut finite) = ([false; 2], true);
    let count = allocations(|| {
        for frame in 0..10_000 {
            actor.set_knob(KnobId(frame % 4), ((frame * 7919 % 2003) as f32 / 1001.0) - 1.0);
            actor.look_at((frame % 500 > 100).then_some([frame as f64 * 0.01, 1.5, 5.0]));
            actor.step(1.0 / 60.0, &mut ());
            world_transforms(verb.skeleton(), actor.dofs(), &mut world);
            stood = [0, 1].map(|foot| stood[foot] || actor.is_planted(FootId(foot)));
            finite &= world.iter().all(|joint| joint.is_finite());
        }
    });
    assert_eq!(count, 0);
    assert!(stood == [true; 2] && finite, "feet stand and poses are numbers");
}

/// Three verbs that lead to each other in every way, one of which has a limb at a ball, and a gesture of the head that says
/// something.
fn busy() -> Graph {
    let named = |name: &str, examples| {
        let parts = walk(examples, 4).parts().clone();
        Verb::new(Arc::new(skeleton()), verb::Parts { name: name.into(), ..parts }).expect("a verb")
    };
    let verbs: Arc<[Verb]> = vec![named("a", 20), named("b", 5), named("c", 12)].into();
    let way = |from, to, blend| Transition {
        from: VerbId(from),
        to: VerbId(to),
        leave: Leave::AtOnce { secs: 0.4 },
        enter: Enter::Matching,
        blend,
        likelihood: 0.1,
    };
    let transitions = vec![
        way(0, 1, Blend::Sigmoid),
        way(1, 2, Blend::Inertial),
        way(2, 0, Blend::Sigmoid),
        way(1, 0, Blend::Linear),
    ];
    let head = verbs[0].skeleton().joint(JointId(10)).dofs.clone().map(DofId).collect();
    let usage = vec![Claim { during: [0.0, 1.0], usage: Usage::Required, dofs: head }];
    let gesture = Gesture {
        name: "nod".into(),
        verb: VerbId(1),
        fade_in: 0.2,
        fade_out: 0.8,
        mode: Mode::Replace,
        usage,
    };
    let event = |verb: usize| Event { verb: VerbId(verb), at: 0.5, emit: "step".into() };
    let limb = Limb { upper: JointId(5), middle: JointId(6), end: JointId(7) };
    let reach = Constraint {
        verb: VerbId(1),
        during: [0.2, 0.8],
        object: "ball".into(),
        deed: Deed::Reach(HandId(0)),
        ease_secs: 0.1,
    };
    let starts = vec![VerbId(0)];
    let parts = graph::Parts {
        starts,
        transitions,
        gestures: vec![gesture],
        events: vec![event(0), event(1)],
        hands: vec![Hand { joint: JointId(8), limb, hinge: [1.0, 0.0, 0.0] }],
        constraints: vec![reach],
        ..graph::Parts::default()
    };
    Graph::new(verbs, parts).expect("a graph")
}

#[test]
fn acting_allocates_nothing() {
    let graph = busy();
    let mut actor = Actor::new(graph.clone(), 3);
    let mut state = Vec::with_capacity(4096);
    let (mut seen, mut gestures, mut restored) = ([0; 3], 0, true);
    let count = allocations(|| {
        for frame in 0..10_000usize {
            actor.set_knob(KnobId(frame % 4), ((frame * 7919 % 2003) as f32 / 1001.0) - 1.0);
            actor.place_object(ObjectId(0), Some(WorldTransform::at([0.0, 0.5, 0.02 * frame as f64])));
            if frame % 31 == 0 {
                let _ = actor.request(VerbId(frame * 7 / 31 % 3));
            }
            gestures += usize::from(frame % 50 == 0 && actor.start_gesture(GestureId(0)).is_ok());
            if frame % 130 == 0 {
                actor.end_gesture(GestureId(0));
            }
            actor.step(if frame % 100 == 0 { 1.0 } else { 1.0 / 60.0 }, &mut ());
            seen[actor.verb().0] += 1;
            if frame % 10 == 0 {
                actor.snapshot(&mut state);
                restored &= actor.restore(&state).is_ok();
            }
        }
    });
    assert_eq!(count, 0);
    assert!(
        seen.iter().all(|count| *count > 300) && gestures > 20 && restored,
        "{seen:?}, {gestures} gestures"
    );
}

#[test]
fn an_actor_of_a_crowd_takes_under_five_kilobytes() {
    const COUNT: usize = 50;
    let graph = Arc::new(busy());
    let own = |count: usize| {
        let (mut made, mut crowd) = (0, None);
        let bytes = allocated_bytes(|| {
            made = allocations(|| crowd = Some(Crowd::new(graph.clone(), count, 0)));
        });
        assert_eq!(crowd.map(|crowd| crowd.len()), Some(count));
        [bytes, made]
    };
    let ([few, few_made], [many, many_made]) = (own(1), own(1 + COUNT));
    let (bytes, made) = ((many - few) / COUNT, (many_made - few_made) / COUNT);
    println!("{bytes} bytes in {made} allocations");
    assert!(bytes > graph.skeleton().dofs().len() * size_of::<f32>(), "its pose is counted: {bytes}");
    assert!(bytes < 5 * 1024 && made <= 24, "{bytes} bytes in {made} allocations");
}

#[test]
fn a_crowd_steps_without_taking_memory() {
    let graph = Arc::new(busy());
    let mut crowd = Crowd::new(graph, 20, 1);
    crowd.set_update_interval(3, 0.1);
    let mut heard = 0;
    let mut frame = |crowd: &mut Crowd, frame: usize| {
        let number = frame % 20;
        let _ = crowd.actor_mut(number).request(VerbId(frame / 7 % 3));
        crowd.actor_mut(number).set_knob(KnobId(frame % 4), (frame % 9) as f32 / 4.0 - 1.0);
        crowd.parts(2).for_each(|mut part| part.step(1.0 / 60.0, |_| ()));
        heard += crowd.events().count();
    };
    (0..600).for_each(|number| frame(&mut crowd, number));
    let count = allocations(|| (600..1800).for_each(|number| frame(&mut crowd, number)));
    assert_eq!(count, 0);
    assert!(heard > 100, "{heard} events");
}
