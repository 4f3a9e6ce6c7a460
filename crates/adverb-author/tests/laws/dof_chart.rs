//! Charts of the DOFs of motions.

use std::sync::Arc;

use adverb_author::gait::{Style, synthesise};
use adverb_author::motion::{Recording, basic, mirror};
use adverb_author::picture::{curves, dof_chart};
use adverb_author::rig;

#[test]
fn a_chart_has_a_panel_per_joint_and_only_what_moves_beside_other_motions() {
    let clip = synthesise(&Style::NEUTRAL).clip;
    let skeleton = Arc::new(rig::skeleton_of(&clip).unwrap());
    let walk = Arc::new(
        basic::whole(skeleton.clone(), Arc::new(Recording::raw(&skeleton, &clip).unwrap())).unwrap(),
    );
    let image = Arc::new(mirror(walk.clone()));
    let named = |name: &str, motion: &Arc<_>| (name.to_string(), Arc::clone(motion));

    let all = dof_chart(&[named("walk", &walk)], &[], "walk");
    let joints = skeleton.joints().iter().filter(|j| !j.end).count();
    assert_eq!(all.panels.len(), joints + 1, "the root has a panel for its place too");

    let knees = [String::from("Leg")];
    let both = dof_chart(&[named("walk", &walk), named("image", &image)], &knees, "knees");
    let left = both.panels.iter().find(|p| p.title == "LeftLeg").unwrap();
    let names: Vec<&str> = left.series.iter().map(|s| s.name.as_str()).collect();
    assert_eq!(names, ["walk x", "image x"], "a knee bends about one axis");
    assert!(curves(&both).is_ok());
}
