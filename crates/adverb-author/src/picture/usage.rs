//! The usage of joints over a motion: a time lapse as in figure 3.31.

use adverb::skeleton::{DofId, JointId, Skeleton};
use adverb::{VerbTime, graph::Usage};

use super::camera::View;
use super::colour::Rgb;
use super::exposure::{ExposureOptions, exposure};
use super::scene::{Scene, Subject};
use super::svg::Picture;
use crate::clip::Source;
use crate::error::Error;
use crate::motion::Motion;
use crate::sample::{self, Rate};

/// The number of figures.
const MOMENTS: usize = 9;
/// From one figure to the next, as a part of a body's height.
const APART: f64 = 0.62;

/// The colours of the thesis's figures 3.29 to 3.31.
fn colour(usage: Usage) -> Rgb {
    match usage {
        Usage::Required => Rgb(238, 190, 58),
        Usage::Defined => Rgb(204, 72, 66),
        Usage::Undefined => Rgb(186, 192, 202),
    }
}

/// A motion as a strip of figures, evenly spread over its time, each joint in the colour of its usage then, with the time below.
pub fn usage(motion: &Motion, source: Source, title: &str) -> Result<Picture, Error> {
    let clip = sample::sample(motion, Rate::Near(motion.fps()), source)?;
    let duration = motion.duration().0;
    let times: Vec<f64> = (0..MOMENTS).map(|i| duration * i as f64 / (MOMENTS - 1) as f64).collect();
    let mut subjects: Vec<Subject> = Vec::new();
    let first = Subject::at_times(&clip, &[0.0])?;
    let (right, size) = (View::Front.axes(first.forward())[0], first.size_m());
    for (i, time) in times.iter().enumerate() {
        let mut subject = Subject::at_times(&clip, &[*time])?.labelled(&format!("{time:.2} s"));
        let root = subject.exposures[0].points[subject.figure.root];
        let exposure = &mut subject.exposures[0];
        exposure.colours =
            motion.skeleton().joint_ids().map(|j| colour(strongest(motion, *time, j))).collect();
        // In place, beside one another: what they do should be distinguishable, not where they go.
        let moved = right * (i as f64 * APART * size) - glam::DVec3::new(root.x, 0.0, root.z);
        exposure.points.iter_mut().for_each(|point| *point += moved);
        subject.path.clear();
        subject.footprints.clear();
        subjects.push(subject);
    }
    let caption = "yellow: required, red: defined, grey: undefined".to_string();
    let scene = Scene { title: title.into(), caption, subjects };
    let options = ExposureOptions {
        forward: Some(first.forward()),
        path: false,
        scale_bar: false,
        ..ExposureOptions::seen(View::Front)
    };
    exposure(&scene, &options)
}

/// Of a joint's DOFs the usage that counts; of one that has none, that of the joint which carries it.
fn strongest(motion: &Motion, time: f64, joint: JointId) -> Usage {
    let skeleton: &Skeleton = motion.skeleton();
    let own = |joint: JointId| skeleton.joint(joint).dofs.clone().map(DofId);
    let carrier = skeleton.ancestors(joint).find(|joint| own(*joint).next().is_some()).unwrap_or(joint);
    own(carrier).map(|dof| motion.usage(VerbTime(time), dof)).max().unwrap_or(Usage::Undefined)
}
