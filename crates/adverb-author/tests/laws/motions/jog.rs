//! The jog of thesis 6.1: three examples from two recordings (figure 6.7), on runs of CMU, as the thesis has it: by hand.

use adverb::VerbTime;
use adverb_author::project::Project;
use adverb_testdata::data_dir;

/// A run ahead and a run that veers left; the run to the right is the latter mirrored, made cyclic, repeated and cut so that it
/// begins with the left foot again.
const JOG: &str = r#"
[motions.ahead]
file = "16_35.bvh"
keys = [{ left-down = 4 }, { right-down = 52 }, { left-down = 101 }]
[motions.left]
file = "16_37.bvh"
keys = [{ left-down = 37 }, { right-down = 82 }, { left-down = 128 }]
[motions.mirrored]
mirror = "left"
[motions.turned]
cycle = "mirrored"
[motions.twice]
concatenate = ["turned", "turned"]
[motions.right]
clip = "twice"
from = 0.25
to = 0.75
[verbs.jog]
adverbs = { turn = [-27, 27] }
cycle = true
[[verbs.jog.examples]]
motion = "ahead"
at = { turn = 0 }
[[verbs.jog.examples]]
motion = "left"
at = { turn = 27 }
[[verbs.jog.examples]]
motion = "right"
at = { turn = -27 }
[motions.half-right]
verb = "jog"
at = { turn = -13.5 }
[motions.half-left]
verb = "jog"
at = { turn = 13.5 }
"#;

#[test]
fn a_jog_to_both_sides_comes_from_two_recordings() {
    let Some(data) = data_dir() else { return };
    let mut read = |name: &str| std::fs::read(data.join("motion/cmu").join(name)).map_err(|e| e.to_string());
    let project = Project::load("adverb.toml", JOG, &mut read).expect("a project");
    let names = |motion: &str| -> Vec<String> {
        project.motions[motion].key_times().iter().map(|(name, _)| name.to_string()).collect()
    };
    assert_eq!(names("mirrored"), ["right-down", "left-down", "right-down"], "the wrong foot first");
    assert_eq!(names("right"), names("ahead"), "the right foot first");
    let turn = |motion: &str| {
        let motion = &project.motions[motion];
        let heading = |time: VerbTime| motion.pose(time)[adverb::Skeleton::HEADING.index()];
        (heading(motion.duration()) - heading(VerbTime::ZERO)).to_degrees()
    };
    let [right, half_right, half_left] = ["right", "half-right", "half-left"].map(turn);
    println!("turns a cycle: right {right:.1}°, half {half_right:.1}°; half left {half_left:.1}°");
    assert!(right < -20.0 && half_right < -6.0 && half_left > 6.0);
    assert!((half_right + half_left).abs() < 6.0, "about as far to either side");
}
