//! A body to put motions on, and the motions of others put on it.

use std::ops::Range;
use std::sync::Arc;

use adverb::Skeleton;
use adverb::body::{Binding, Figure, Follow, NoHips, Part, bind};

use super::{Performance, Standing, facing, joint_named};
use crate::clip::{Clip, ClipJoint};
use crate::error::Error;
use crate::figure::leading_outliers;
use crate::names::{key, listed};
use crate::parallel::each;
use crate::rig::Extract;

/// A body to put motions on.
pub struct Target {
    joints: Vec<ClipJoint>,
    /// How it stands.
    pub figure: Figure,
}

impl Target {
    /// The body of a clip's joints, as frames of motions of its own show; without any, as it rests. `sides` as for [`crate::rig::skeleton`].
    ///
    /// # Errors
    /// As [`crate::rig::skeleton`], and if there are no frames and its rest pose is no figure.
    pub fn of(base: &Clip, own: &[(&Clip, Range<usize>)], sides: &[(String, String)]) -> Result<Self, Error> {
        let own: Vec<_> = own.iter().filter(|(_, frames)| !frames.is_empty()).collect();
        let examples: Vec<Extract> =
            own.iter().map(|(clip, frames)| Extract { clip, frames: frames.clone() }).collect();
        let (skeleton, body) = facing::skeleton(base, &examples, sides, None, |_| ())?;
        if own.is_empty() && !body.stands() {
            let problem = "its joints at rest are no figure that stands, and it has no frames that would show one; \
                           take a file of this body with at least one frame";
            return Err(Error::File { file: base.source.file.clone(), problem: problem.into() });
        }
        let cut = |(clip, frames): &&(&Clip, Range<usize>)| {
            let n = clip.joints.len();
            let locals = clip.locals[frames.start * n..frames.end * n].to_vec();
            Performance::by(&body, &skeleton, &Clip { locals, ..(*clip).clone() }, &[])
        };
        let performances = each(&own, cut).into_iter().collect::<Result<Vec<_>, Error>>()?;
        let shown = Performance::standing(body, &performances.iter().collect::<Vec<_>>());
        // Joints above the root hold the origin, as they do in its motions.
        let stands =
            own.first().map_or_else(|| base.rest(), |(clip, frames)| clip.frame(frames.start).to_vec());
        let above = |j: usize| {
            let holds_root = skeleton.ancestors(skeleton.root()).skip(1).any(|above| above.index() == j);
            holds_root.then(|| stands[j])
        };
        let mut figure = Figure::in_file_axes(&skeleton, above);
        figure.bearing = shown.bearing;
        Ok(Self { joints: base.joints.clone(), figure })
    }

    /// The body of a file, as all of its frames show but for bad ones at the start.
    ///
    /// # Errors
    /// As [`crate::rig::skeleton`].
    pub fn of_file(clip: &Clip) -> Result<Self, Error> {
        let frames = good_frames(clip);
        Self::of(clip, &[(clip, frames)], &[])
    }
}

/// Motions of one body on another.
pub struct Put {
    /// In the order of the motions.
    pub clips: Vec<Clip>,
    /// How the one follows the other.
    pub binding: Binding,
    /// The body that made the motions.
    pub source: Figure,
}

/// Puts motions of one body, all with the same joints, on another. `joints` are names of the target's joints and of those that they
/// follow, where neither names nor anatomy decide.
///
/// # Errors
/// If hips are unknown, or a joint that is named.
pub fn put(clips: &[&Clip], target: &Target, joints: &[(String, String)]) -> Result<Put, Error> {
    let Follower { binding, source, performances, .. } = follower(clips, target, joints)?;
    let performed: Vec<(&&Clip, &Performance)> = clips.iter().zip(&performances).collect();
    let clips = each(&performed, |(clip, performance)| {
        performance.on(&binding, &target.joints, clip, Standing::AsRecorded)
    });
    Ok(Put { clips, binding, source })
}

/// A body bound to that of some motions.
pub struct Follower {
    /// How it follows.
    pub binding: Binding,
    /// The body that made the motions.
    pub source: Figure,
    skeleton: Arc<Skeleton>,
    performances: Vec<Performance>,
}

impl Follower {
    /// The body that made the motions in the axes of its file, as pictures show it.
    #[must_use]
    pub fn source_as_filed(&self) -> Figure {
        Figure::in_file_axes(&self.skeleton, |_| None)
    }
}

/// Binds a body to that of some motions, without putting them on it; arguments and errors as for [`put`].
///
/// # Errors
/// As [`put`].
pub fn follower(clips: &[&Clip], target: &Target, joints: &[(String, String)]) -> Result<Follower, Error> {
    let Some(first) = clips.first() else {
        return Err(Error::Motion { problem: "there is no motion".into() });
    };
    let examples: Vec<Extract> =
        clips.iter().map(|clip| Extract { clip, frames: good_frames(clip) }).collect();
    let given = given(first, &target.figure, joints)?;
    let told = facing::told(first, &target.figure, &given);
    let roles = |figure: &mut Figure| figure.take_roles(&target.figure, &given);
    let (skeleton, body) = facing::skeleton(first, &examples, &[], told, roles)?;
    let perform = |clip: &&Clip| Performance::by(&body, &skeleton, clip, &[]);
    let performances = each(clips, perform).into_iter().collect::<Result<Vec<_>, Error>>()?;
    let source = Performance::standing(body, &performances.iter().collect::<Vec<_>>());
    let file = &first.source.file;
    let binding = bind(&source, &target.figure, &given).map_err(|none| Error::File {
        file: file.clone(),
        problem: unknown(&source, &target.figure, &none, file),
    })?;
    Ok(Follower { binding, source, skeleton, performances })
}

/// What a joint follows, in words: another, or so much of two.
#[must_use]
pub fn followed(follow: &Follow, source: &Figure) -> String {
    let name = |joint: usize| &source.tree.names[joint];
    if follow.from == follow.to {
        return name(follow.from).clone();
    }
    let percent = (100.0 * follow.part).round();
    format!("{} {} %, {} {percent} %", name(follow.from), 100.0 - percent, name(follow.to))
}

/// Without an added T-pose, or a tracker still settling.
pub(crate) fn good_frames(clip: &Clip) -> Range<usize> {
    leading_outliers(clip).min(clip.frame_count().saturating_sub(1))..clip.frame_count()
}

/// Joints of the source and of the target that belong together, by name.
///
/// # Errors
/// If there is no such joint, or if one is of an arm and the other of a leg.
fn given(source: &Clip, target: &Figure, joints: &[(String, String)]) -> Result<Vec<(usize, usize)>, Error> {
    let file = &source.source.file;
    let its: Vec<&str> = source.joints.iter().map(|joint| joint.name.as_str()).collect();
    let own: Vec<&str> = target.tree.names.iter().map(String::as_str).collect();
    let roles = source.roles();
    let pair = |(joint, followed): &(String, String)| {
        let s = joint_named(&its, followed, ["it", file])?;
        let t = joint_named(&own, joint, ["the skeleton", file])?;
        let limbs = (
            roles.iter().find_map(|part| limb(part.0).filter(|_| part.2 == s)),
            target.anatomy().parts().find_map(|part| limb(part.0).filter(|_| part.2 == t)),
        );
        // Forelegs may step as anybody's legs do.
        if let (Some(its), Some(own)) = limbs
            && its != own
            && target.forelegs().is_empty()
        {
            let problem = format!(
                "joints pairs {joint:?} of {own} with its {followed:?} of {its}; pair it with one of {own}, or leave it out"
            );
            return Err(Error::File { file: file.clone(), problem });
        }
        Ok((s, t))
    };
    joints.iter().map(pair).collect()
}

/// The limb that a part belongs to.
fn limb(part: Part) -> Option<&'static str> {
    match part {
        Part::UpLeg | Part::Knee | Part::Foot | Part::Toe => Some("a leg"),
        Part::Arm | Part::Elbow | Part::Hand => Some("an arm"),
        _ => None,
    }
}

/// Which joints nobody recognises, and the lines to write.
fn unknown(source: &Figure, target: &Figure, none: &NoHips, file: &str) -> String {
    let names = |figure: &Figure| -> Vec<String> {
        let joints = figure.tree.names.iter().zip(&figure.tree.ends).filter(|(_, end)| !**end);
        joints.map(|(name, _)| name.clone()).collect()
    };
    let said = |figure: &Figure| {
        let names = names(figure);
        listed(&names.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let guess = |figure: &Figure, known: Option<usize>| match known {
        Some(hips) => figure.tree.names[hips].clone(),
        None => names(figure).first().cloned().unwrap_or("…".into()),
    };
    let whose = match (none.source, none.target) {
        (None, None) => {
            format!("neither of its joints ({}) nor of the skeleton's ({})", said(source), said(target))
        }
        (None, _) => format!("none of its joints ({})", said(source)),
        _ => format!("none of the skeleton's joints ({})", said(target)),
    };
    let (own, its) = (guess(target, none.target), guess(source, none.source));
    format!(
        "another body, and {whose} is recognisable as the hips, which carry it; name joints that belong together: \
         [files.{file:?}] joints = {{ {} = {its:?}, … }}, or --joints {own}={its},… where there is no project",
        key(&own),
    )
}
