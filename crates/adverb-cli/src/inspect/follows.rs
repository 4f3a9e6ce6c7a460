//! `adverb inspect FILE --onto BODY`: which joint of another body would follow which, in words, as JSON or as a picture.

use std::path::Path;

use adverb::body::Follow;
use adverb_author::picture::{StandingBody, following};
use adverb_author::retarget::{self, Follower, Target, followed};
use serde::Serialize;

use crate::args;
use crate::failure::Failure;
use crate::onto::Onto;
use crate::printing::{print, round};
use crate::progress::Progress;
use crate::{files, input, output};

pub fn run(args: &args::Inspect, onto: &Path, progress: &Progress) -> Result<(), Failure> {
    if let Some(out) = &args.output {
        output::extension(out, "pictures", output::PICTURES)?;
    }
    if input::is_project(&args.file) || input::is_pack(&args.file) {
        let problem = "name a motion file, and its project as the body: `adverb inspect FILE --onto PROJECT`";
        return Err(Failure::Misuse(format!("{}: {problem}", args.file.display())));
    }
    let Onto { body, target, clip, joints } =
        Onto::read(&args.file, &args.import, onto, &args.onto, &args.joints, progress)?;
    let follower = retarget::follower(&[&clip], &target, &joints)?;
    let (file, onto) = (name(&args.file), name(onto));
    if let Some(out) = &args.output {
        progress.step(format!("drawing {}", out.display()));
        let source = StandingBody { name: &file, clip: &clip, figure: &follower.source_as_filed() };
        let own = StandingBody { name: &onto, clip: &body, figure: &target.figure };
        let picture = following(&source, &own, &follower.binding)?;
        files::write(out, &output::picture(&picture, out)?, progress)?;
    }
    progress.finish();
    print(&FollowReport::of(file, onto, &follower, &target), args.json, FollowReport::text)
}

/// Without its folders, which a picture has no room for.
fn name(path: &Path) -> String {
    files::real(path).file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// The JSON of two bodies. Fields stay once they are here.
#[derive(Debug, Serialize)]
struct FollowReport {
    file: String,
    onto: String,
    /// By what lengths are scaled.
    scale: f64,
    /// Of the body.
    joints: Vec<JointReport>,
    /// Joints of the file that none follows.
    unfollowed: Vec<String>,
    /// Those of them that are of limbs.
    lost: Vec<String>,
}

#[derive(Debug, Serialize)]
struct JointReport {
    name: String,
    follows: Option<String>,
    /// The next joint of its chain, and how much of the way to it.
    next: Option<String>,
    part: f64,
    /// A joint that follows none and goes along with none.
    open: bool,
    #[serde(skip)]
    said: String,
}

impl FollowReport {
    fn of(file: String, onto: String, follower: &Follower, target: &Target) -> Self {
        let Follower { binding, source, .. } = follower;
        let (own, its) = (&target.figure.tree, &source.tree);
        let open: Vec<usize> = binding.map.open(&target.figure).collect();
        let joint = |t: usize| {
            let follow: Option<Follow> = binding.joints[t].follows;
            let between = follow.filter(|follow| follow.from != follow.to);
            JointReport {
                name: own.names[t].clone(),
                follows: follow.map(|follow| its.names[follow.from].clone()),
                next: between.map(|follow| its.names[follow.to].clone()),
                part: round(between.map_or(0.0, |follow| follow.part), 4),
                open: open.contains(&t),
                said: match follow {
                    Some(follow) => format!("← {}", followed(&follow, source)),
                    None if open.contains(&t) => "follows none, and stays at rest".into(),
                    None => "goes along".into(),
                },
            }
        };
        let is_followed = |s: usize| {
            let mut follows = binding.joints.iter().filter_map(|joint| joint.follows);
            follows.any(|follow| follow.from == s || follow.to == s)
        };
        let names = |joints: &[usize]| joints.iter().map(|&s| its.names[s].clone()).collect();
        let unfollowed: Vec<usize> =
            (0..its.names.len()).filter(|&s| !its.ends[s] && !is_followed(s)).collect();
        Self {
            file,
            onto,
            scale: round(binding.proportions.scale, 4),
            joints: (0..own.names.len()).filter(|&t| !own.ends[t]).map(joint).collect(),
            unfollowed: names(&unfollowed),
            lost: names(&binding.map.lost),
        }
    }

    fn text(&self) -> String {
        let mut text = format!("{} on the body of {}: lengths times {}\n", self.file, self.onto, self.scale);
        let widest = self.joints.iter().map(|joint| joint.name.chars().count()).max().unwrap_or(0);
        for joint in &self.joints {
            text += &format!("  {:widest$}  {}\n", joint.name, joint.said);
        }
        if !self.unfollowed.is_empty() {
            text += &format!("followed by none: {}\n", self.unfollowed.join(", "));
        }
        if !self.lost.is_empty() {
            text += &format!("of these, joints of limbs: {}\n", self.lost.join(", "));
        }
        text
    }
}
