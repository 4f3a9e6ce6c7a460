//! The picture of two bodies of which one follows the other.

use std::collections::BTreeMap;

use adverb_author::clip::Clip;
use adverb_author::gait::{styles, synthesise};
use adverb_author::picture::{StandingBody, following};
use adverb_author::retarget::{Target, follower};

fn walk(shaped: impl Fn(&mut Clip)) -> Clip {
    let mut clip = synthesise(&styles()[0]).clip;
    shaped(&mut clip);
    clip
}

fn drawn(source: &Clip, target: &Clip) -> String {
    let body = Target::of_file(target).expect("a body");
    let bound = follower(&[source], &body, &[]).expect("it follows");
    let source = StandingBody { name: "source", clip: source, figure: &bound.source_as_filed() };
    let target = StandingBody { name: "target", clip: target, figure: &body.figure };
    following(&source, &target, &bound.binding).expect("a picture").svg()
}

/// Of the joints in a picture, how many are filled with each colour; hollow ones are white.
fn fills(svg: &str) -> BTreeMap<&str, usize> {
    let mut fills = BTreeMap::new();
    for circle in svg.split("<circle ").skip(1) {
        let fill = circle.split("fill=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a fill");
        *fills.entry(fill).or_default() += 1;
    }
    fills
}

#[test]
fn joints_have_the_colours_of_those_that_they_follow() {
    let svg = drawn(&walk(|_| {}), &walk(|_| {}));
    // Each joint and its namesake; and the legend, with a joint that follows and two that do not.
    let fills = fills(&svg);
    let joints = walk(|_| {}).joints.iter().filter(|joint| !joint.end).count();
    assert_eq!(fills["#ffffff"], 2, "{fills:?}");
    assert_eq!(fills.values().sum::<usize>(), 2 * joints + 3);
    assert_eq!(fills.values().filter(|count| *count % 2 == 1).count(), 1, "{fills:?}");
    assert!(svg.contains(">« LeftUpLeg<") && !svg.contains("NaN"), "{svg}");
}

#[test]
fn joints_that_follow_none_are_hollow_on_both_bodies() {
    let handless = walk(|clip| {
        for joint in &mut clip.joints {
            if ["Shoulder", "Arm", "Hand"]
                .iter()
                .any(|part| joint.name.starts_with("Left") && joint.name.contains(part))
            {
                joint.name = format!("tool{}", joint.name.len());
            }
        }
    });
    for (source, target) in [(handless.clone(), walk(|_| {})), (walk(|_| {}), handless)] {
        let fills = fills(&drawn(&source, &target)).get("#ffffff").copied().unwrap_or(0);
        // An arm, a forearm and a hand of either body, and two in the legend.
        assert!(fills >= 8, "{fills} are hollow");
    }
}
