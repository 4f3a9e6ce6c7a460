//! Symmetric verbs: left and right are exact mirror images of each other; and cycles that begin with the other foot are in step.

use std::sync::Arc;

use adverb::graph::{FootId, KnobId, VerbId};
use adverb::kinematics::world_transforms;
use adverb::{Actor, CanonicalTime, Graph, JointId, Placement, Skeleton, Verb, VerbTime};
use adverb_author::check::check;
use adverb_author::finding::{Criterion, Verdict};
use adverb_author::motion::{self, Motion, cycle, mirror, rephase};
use adverb_author::project::Project;
use adverb_author::verb::Built;
use glam::{Affine3A, Vec3};

use crate::support::hero;

/// The motions of the built-in character, and these verbs.
fn project(verbs: &str) -> Project {
    hero::load(|own| {
        let (motions, _) = own.split_once("[verbs.walk]").expect("motions before verbs");
        format!("{motions}{verbs}")
    })
    .unwrap_or_else(|e| panic!("{e}"))
}

fn complaint(verbs: &str) -> String {
    let loaded = hero::load(|own| {
        let (motions, _) = own.split_once("[verbs.walk]").expect("motions before verbs");
        format!("{motions}{verbs}")
    });
    loaded.and_then(|project| project.build(&project.verbs[0])).expect_err("a mistake").to_string()
}

/// A limp, an upright walk and a turn to one side; the limp on the plane.
const WALK: &str = r#"
[verbs.walk]
adverbs = { energy = [-1, 1], turn = [-45, 45] }
symmetric = ["turn"]
cycle = true
pseudo = [{ from = { energy = 0.2, turn = 20 }, to = { energy = 0.3, turn = 30 } }]
[[verbs.walk.examples]]
motion = "neutral"
at = { energy = 0 }
[[verbs.walk.examples]]
motion = "tired"
at = { energy = -1 }
[[verbs.walk.examples]]
motion = "happy"
at = { energy = 0.7, turn = 10 }
[[verbs.walk.examples]]
motion = "turn-left"
at = { turn = 45 }
"#;

/// Measured, so corrected in between.
const RUN: &str = r#"
[verbs.run]
adverbs = { speed = { measure = "speed" }, turn = { measure = "turn" } }
symmetric = ["turn"]
cycle = true
[[verbs.run.examples]]
motion = "run"
[[verbs.run.examples]]
motion = "run-slow"
[[verbs.run.examples]]
motion = "run-slow-left"
[[verbs.run.examples]]
motion = "run-fast"
[[verbs.run.examples]]
motion = "run-fast-left"
"#;

fn built(text: &str) -> Built {
    let project = project(text);
    let built = project.build(&project.verbs[0]).unwrap_or_else(|e| panic!("{e}"));
    assert!(built.warnings.is_empty(), "{:#?}", built.warnings);
    built
}

/// Points all over the ranges, and where the mirror has them.
fn points(verb: &Verb, mirrored: &[&str]) -> Vec<[Vec<f32>; 2]> {
    let share = |k: usize, a: usize| (0.37 + 0.618_034 * (k * (a + 1)) as f32 + 0.13 * a as f32).fract();
    let one = |k: usize| {
        let at = |(a, adverb): (usize, &adverb::verb::Adverb)| {
            let [low, high] = adverb.range;
            low + (high - low) * share(k, a)
        };
        let point: Vec<f32> = verb.adverbs().iter().enumerate().map(at).collect();
        let sign = |name: &String| if mirrored.contains(&name.as_str()) { -1.0 } else { 1.0 };
        let image = verb.adverbs().iter().zip(&point).map(|(adverb, x)| sign(&adverb.name) * x).collect();
        [point, image]
    };
    (0..24).map(one).collect()
}

fn positions(skeleton: &Skeleton, dofs: &[f32]) -> Vec<Vec3> {
    let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
    world_transforms(skeleton, dofs, &mut world);
    world.into_iter().map(|joint| joint.translation.into()).collect()
}

/// DOFs as seen in a mirror.
fn mirrored(skeleton: &Skeleton, dofs: &[f32]) -> Vec<f32> {
    skeleton.dofs().iter().map(|dof| dof.kind.mirror_sign() * dofs[dof.partner.index()]).collect()
}

/// How far two motions over the ground are apart at most, once they start at the same place.
fn apart(skeleton: &Skeleton, a: &[Vec<f32>], b: &[Vec<f32>]) -> f32 {
    let to_start = Placement::reposition(Placement::of(&a[0]), Placement::of(&b[0]));
    let frames = a.iter().zip(b).flat_map(|(a, b)| {
        let mut a = a.clone();
        to_start.apply(&mut a);
        positions(skeleton, &a).into_iter().zip(positions(skeleton, b))
    });
    frames.map(|(a, b)| a.distance(b)).fold(0.0, f32::max)
}

fn poses(motion: &Motion, from: f64, rounds: f64) -> Vec<Vec<f32>> {
    let secs = motion.duration().0;
    (0..=96).map(|k| motion.pose(VerbTime(from + rounds * secs * f64::from(k) / 96.0))).collect()
}

#[test]
fn what_a_symmetric_verb_shows_to_the_left_it_shows_to_the_right_in_a_mirror() {
    for text in [WALK, RUN] {
        let built = built(text);
        let (verb, mut most, mut most_secs) = (Arc::new(built.verb), 0.0f32, 0.0f64);
        for [point, image] in points(&verb, &["turn"]) {
            let [left, right] = [&point, &image].map(|at| motion::verb(verb.clone(), at, 60.0).unwrap());
            let keys = |motion: &Motion| motion.key_times().iter().map(|(_, key)| key.0).collect::<Vec<_>>();
            let [l, r] = [keys(&left), keys(&right)];
            // A step with the left foot becomes one with the right.
            for off in [l[1] - (r[2] - r[1]), r[1] - (l[2] - l[1]), l[2] - r[2]] {
                most_secs = most_secs.max(off.abs());
            }
            let image = mirror(Arc::new(left));
            let [a, b] = [poses(&image, l[1], 2.5), poses(&right, 0.0, 2.5)];
            most = most.max(apart(verb.skeleton(), &a, &b));
        }
        println!("{}: {:.6} mm, {:.1e} s apart", verb.name(), 1e3 * most, most_secs);
        assert!(most < 1e-5, "{}: {most} m", verb.name());
        assert!(most_secs < 1e-6, "{}: {most_secs} s", verb.name());
    }
}

#[test]
fn actors_that_play_it_to_the_left_and_to_the_right_are_mirror_images() {
    for text in [WALK, RUN] {
        let built = built(text);
        let (mut most, mut stood) = (0.0f32, 0);
        for [left, right] in points(&built.verb, &["turn"]) {
            let graph = Arc::new(Graph::of_verb(built.verb.clone()));
            let plays = |at: &[f32], from: f64| {
                let mut actor = Actor::new(graph.clone(), 0);
                at.iter().enumerate().for_each(|(a, value)| actor.set_knob(KnobId(a), *value));
                actor.snap_knobs();
                actor.start(VerbId(0), CanonicalTime(from));
                let mut frames = Vec::new();
                for _ in 0..240 {
                    actor.step(1.0 / 60.0, &mut ());
                    let planted = [0, 1].map(|foot| actor.is_planted(FootId(foot)));
                    frames.push((actor.dofs().to_vec(), planted));
                }
                frames
            };
            let (left, right) = (plays(&left, 0.5), plays(&right, 0.0));
            let skeleton = built.verb.skeleton();
            for ((_, [a, b]), (_, planted)) in left.iter().zip(&right) {
                assert_eq!([*b, *a], *planted, "feet stand at the same time");
                stood += usize::from(*a);
            }
            let a: Vec<_> = left.iter().map(|(dofs, _)| mirrored(skeleton, dofs)).collect();
            let b: Vec<_> = right.into_iter().map(|(dofs, _)| dofs).collect();
            most = most.max(apart(skeleton, &a, &b));
        }
        println!("{}: actors {:.6} mm apart", built.verb.name(), 1e3 * most);
        assert!(most < 1e-4, "{}: {most} m", built.verb.name());
        assert!(stood > 500, "{stood}");
    }
}

#[test]
fn an_example_on_the_mirror_plane_becomes_the_blend_of_both_sides() {
    let built = built(WALK);
    let table = built.space.solve().unwrap().table;
    let mut weights = vec![0.0; built.space.examples.len()];
    table.weights(&[-1.0, 0.0], &mut weights);
    let tired = built.space.examples.iter().position(|e| e.name == "tired").unwrap();
    let image = built.space.examples.iter().position(|e| e.name == "tired-mirrored").unwrap();
    assert!((weights[tired] - 0.5).abs() < 1e-6 && (weights[image] - 0.5).abs() < 1e-6, "{weights:?}");
    assert_eq!(built.space.examples[image].at, [-1.0, 0.0]);
}

#[test]
fn nearly_straight_is_straight_where_it_is_measured() {
    let built = built(RUN);
    let at = |name: &str| built.space.examples.iter().find(|e| e.name == name).unwrap().at.clone();
    assert_eq!(at("run")[1], 0.0);
    let [left, right] = [at("run-fast-left"), at("run-fast-left-mirrored")];
    assert!(left[1] > 10.0);
    assert_eq!([right[0], right[1]], [left[0], -left[1]]);
    let [low, high] = built.space.axes[1].range;
    assert_eq!(low, -high);
}

/// Walks, one of them mirrored: it begins with the other foot.
const AMONG: &str = r#"
[motions.image]
mirror = "turn-left"
[verbs.walk]
adverbs = { turn = { measure = "turn" } }
cycle = true
[[verbs.walk.examples]]
motion = "neutral"
[[verbs.walk.examples]]
motion = "turn-left"
[[verbs.walk.examples]]
motion = "image"
"#;

#[test]
fn a_mirrored_walk_is_in_step_with_the_others() {
    let project = project(AMONG);
    let keys = |motion: &str| -> Vec<String> {
        project.motions[motion].key_times().iter().map(|(name, _)| name.to_string()).collect()
    };
    assert_eq!(keys("image"), ["right-down", "left-down", "right-down"], "the mirror image as it is");
    let built = project.build(&project.verbs[0]).unwrap_or_else(|e| panic!("{e}"));
    assert!(built.warnings.is_empty(), "{:#?}", built.warnings);
    assert_eq!(built.verb.keys(), ["left-down", "right-down", "left-down"]);
    let found = check(&project);
    let told = found.iter().find(|f| f.criterion == Criterion::OutOfStep).expect("a repair");
    assert_eq!((told.verdict, told.subject.name().as_str()), (Verdict::Repaired, "image"));
    assert!(found.iter().all(|f| f.verdict < Verdict::Warning), "{found:#?}");
    // As far to the right as to the left.
    let [_, left, right] = [0, 1, 2].map(|i| built.space.examples[i].at[0]);
    assert!((left + right).abs() < 1e-3 && left > 30.0, "{left}, {right}");
}

#[test]
fn a_cycle_begun_elsewhere_is_the_same_cycle() {
    let project = project(AMONG);
    for name in ["turn-left", "uphill", "tired"] {
        let whole = Arc::new(cycle(project.motions[name].clone(), motion::Search::Exact).unwrap());
        let whole = if name == "tired" { Arc::new(mirror(whole)) } else { whole };
        let later = rephase(whole.clone(), 1).unwrap();
        let half = whole.key_times().iter().nth(1).unwrap().1.0;
        let secs = whole.duration().0;
        let names =
            |motion: &Motion| motion.key_times().iter().map(|(n, _)| n.to_string()).collect::<Vec<_>>();
        let [own, other] = [names(&whole), names(&later)];
        assert_eq!([&own[0], &own[1]], [&other[1], &other[0]]);
        assert_eq!(other[0], other[2]);
        assert!((later.duration().0 - secs).abs() < 1e-12);
        let lower = (whole.rise_m() * half / secs) as f32;
        for k in 0..200 {
            // Over the seam and on, without a step.
            let time = VerbTime(secs * f64::from(k) / 70.0);
            let (mut own, other) = (whole.pose(VerbTime(time.0 + half)), later.pose(time));
            own[Skeleton::HEIGHT.index()] -= lower;
            assert_eq!(own, other, "{name}: it stays where it was");
        }
        assert!((later.rise_m() - whole.rise_m()).abs() < 1e-12);
    }
    let open = project.motions["neutral"].clone();
    assert!(rephase(open, 1).is_err(), "what does not repeat begins where it begins");
}

#[test]
fn what_cannot_be_symmetric_is_refused_with_the_reason() {
    let (before, pseudo) = WALK.split_once("pseudo").expect("a pseudo-example");
    let (_, examples) = pseudo.split_once('\n').expect("examples after it");
    let without = format!("{before}{examples}")
        .replace("turn = [-45, 45]", "turn = { measure = \"turn\" }, lean = [-1, 1]");
    let measured_turn = without.replace("[\"turn\"]", "[\"lean\"]");
    let hand = "{ position = \"LeftHand\", at = \"right-down\", of = \"y\" }";
    let one_hand = without.replace("lean = [-1, 1]", &format!("hand = {{ measure = {hand} }}"));
    let cases = [
        (WALK.replace("[\"turn\"]", "[\"trun\"]"), "did you mean \"turn\"?"),
        (WALK.replace("[\"turn\"]", "[\"turn\", \"turn\"]"), "named twice"),
        (WALK.replace("[\"turn\"]", "[]"), "names no adverb"),
        (WALK.replace("[\"turn\"]", "\"turn\""), "symmetric"),
        (WALK.replace("[-45, 45]", "[-30, 45]"), "turn = [-45, 45]"),
        (RUN.replace("[\"turn\"]", "[\"speed\"]"), "speed is the same in a mirror"),
        (measured_turn, "turn changes its sign in a mirror"),
        (one_hand, "measured at one side of the body or of its steps"),
        (WALK.replace("cycle = true", "cycle = false"), "only cycles can begin elsewhere"),
        (
            WALK.replace("cycle = true", "cycle = true\nmetric = [[1, 0.3], [0.3, 1]]"),
            "the metric joins turn",
        ),
        (
            format!(
                "[motions.right]\nmirror = \"turn-left\"\n{WALK}[[verbs.walk.examples]]\nmotion = \"right\"\nat = {{ turn = -45 }}\n"
            ),
            "\"right\" is the mirror image of \"turn-left\"",
        ),
    ];
    for (text, wanted) in cases {
        let said = complaint(&text);
        println!("{said}\n");
        assert!(said.contains(wanted), "{said}\nhas no {wanted:?}");
    }
}

#[test]
fn joints_of_one_side_are_kept_on_both() {
    let keep = "constraints = [{ keep = \"LeftToeBase\", during = [0.1, 0.4] }]\ncycle = true";
    let built = built(&WALK.replace("cycle = true", keep));
    let [left, right] = built.verb.feet() else { panic!("two feet") };
    let name = |joint: JointId| built.verb.skeleton().joint(joint).name.clone();
    assert_eq!([name(left.ball), name(right.ball)], ["LeftToeBase", "RightToeBase"]);
    assert!((right.phases[0][0].from - 0.6).abs() < 1e-12 && (right.phases[0][0].to - 0.9).abs() < 1e-12);
}

#[test]
fn nobody_is_told_to_mirror_a_mirror_image() {
    let verb = |odd: &str| {
        let labels = ["reach_low-right", "reach_low-ahead", "reach_low-near", odd];
        let example = |(i, name): (usize, &str)| {
            format!("[[verbs.reach.examples]]\nmotion = {name:?}\nat = {{ label = {i} }}\n")
        };
        let examples: String = labels.into_iter().enumerate().map(example).collect();
        format!(
            "[motions.once]\nmirror = \"reach_low-right\"\n[motions.twice]\nmirror = \"once\"\n[motions.thrice]\n\
             mirror = \"twice\"\n[verbs.reach]\nadverbs = {{ label = [0, 3] }}\n{examples}"
        )
    };
    for odd in ["once", "thrice"] {
        let found = check(&project(&verb(odd)));
        let told = found.iter().find(|f| f.criterion == Criterion::Exchanged).expect("the other hand");
        assert_eq!(told.subject.name(), odd);
        assert!(told.remedy.contains("the motion that it is the mirror image of"), "{}", told.remedy);
        assert!(found.iter().all(|f| !f.remedy.contains("mirror =")), "{found:#?}");
    }
    let found = check(&project(&verb("twice")));
    assert!(found.iter().all(|f| f.criterion != Criterion::Exchanged), "the mirror image of a mirror image");
    // To both sides on purpose.
    let both = verb("reach_low-across").replace("label = [0, 3]", "label = [0, 3], side = [-1, 1]");
    let both = both.replace("[verbs.reach]\n", "[verbs.reach]\nsymmetric = [\"side\"]\n");
    let both =
        both.replace("label = 0 }", "label = 0, side = 1 }").replace("label = 2 }", "label = 2, side = 1 }");
    let both =
        both.replace("label = 1 }", "label = 1, side = 1 }").replace("label = 3 }", "label = 3, side = 1 }");
    let found = check(&project(&both));
    assert!(found.iter().all(|f| f.criterion != Criterion::Exchanged), "{found:#?}");
    assert!(found.iter().all(|f| !f.remedy.contains("mirror")), "{found:#?}");
}

#[test]
fn a_measure_that_is_the_same_in_a_mirror_is_refused_with_its_line() {
    let text = "[verbs.v]\nadverbs = { speed = { measure = \"speed\" } }\nsymmetric = [\"speed\"]\n";
    let mut nothing = |_: &str| Err("nothing is read".to_string());
    let said = Project::load("adverb.toml", text, &mut nothing).expect_err("it is the same").to_string();
    assert!(said.contains("adverb.toml:3:14") && said.contains("leave it out"), "{said}");
}

#[test]
fn a_skeleton_without_left_and_right_is_refused() {
    let frame = |k: usize| format!("0 {} 0 0 0 {k} {k} 0 0\n", 90 + k);
    let pole = format!(
        "HIERARCHY\nROOT Base\n{{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n\
         JOINT Middle\n{{\nOFFSET 0 40 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{{\nOFFSET 0 40 0\n}}\n}}\n}}\n\
         MOTION\nFrames: 40\nFrame Time: 0.033333\n{}",
        (0..40).map(frame).collect::<String>()
    );
    let text = "[motions.sway]\nfile = \"pole.bvh\"\n[verbs.v]\nadverbs = { lean = [-1, 1] }\nsymmetric = [\"lean\"]\n\
                [[verbs.v.examples]]\nmotion = \"sway\"\nat = { lean = 1 }\n";
    let mut read = |_: &str| Ok(pole.clone().into_bytes());
    let project = Project::load("adverb.toml", text, &mut read).unwrap_or_else(|e| panic!("{e}"));
    let said = project.build(&project.verbs[0]).expect_err("no sides").to_string();
    assert!(said.contains("no left and right") && said.contains("[sides]"), "{said}");
}
