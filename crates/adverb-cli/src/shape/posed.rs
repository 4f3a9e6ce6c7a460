//! `--pose`: where the joints of a skinned shape are.

use std::sync::Arc;

use adverb::glam::Mat4;
use adverb::verb::Setting;
use adverb::{CanonicalTime, Pack, Skeleton, Verb};
use adverb_author::Error;
use adverb_author::character::Drawn;
use adverb_author::formats;
use adverb_author::motion::Motion;
use adverb_author::names::suggestion;
use adverb_author::project::Project;
use adverb_author::shape::{Worn, blended_pose, placed, stance};

use super::Found;
use crate::args::Pose;
use crate::failure::Failure;
use crate::files;
use crate::progress::Progress;

/// What a shape belongs to.
pub enum Hero {
    Project(Box<Project>),
    Pack(Box<Pack>),
}

impl Hero {
    fn skeleton(&self) -> &Arc<Skeleton> {
        match self {
            Self::Project(project) => &project.skeleton,
            Self::Pack(pack) => pack.skeleton(),
        }
    }

    fn drawn(&self) -> Option<&Drawn> {
        match self {
            Self::Project(project) => project.character.as_ref(),
            Self::Pack(_) => None,
        }
    }

    /// The motion of that name, or else the verb.
    fn moving(&self, name: &str) -> Result<Moving, Failure> {
        let names: Vec<&str> = match self {
            Self::Project(project) => {
                if let Some(motion) = project.motions.get(name) {
                    return Ok(Moving::Motion(motion.clone()));
                }
                if let Some(verb) = project.verbs.iter().find(|verb| verb.name == name) {
                    return Ok(Moving::Verb(Box::new(project.build(verb)?.verb)));
                }
                let verbs = project.verbs.iter().map(|verb| verb.name.as_str());
                project.motions.keys().map(String::as_str).chain(verbs).collect()
            }
            Self::Pack(pack) => {
                if let Some(verb) = pack.verb_named(name) {
                    return Ok(Moving::Verb(Box::new(verb.clone())));
                }
                pack.verbs().iter().map(Verb::name).collect()
            }
        };
        let hint = if names.is_empty() { "there are none".into() } else { suggestion(name, &names) };
        Err(Failure::Misuse(format!("there is no motion or verb named {name:?} to take a pose from; {hint}")))
    }
}

/// What a pose is taken from.
enum Moving {
    Motion(Arc<Motion>),
    /// Its adverbs are at their defaults.
    Verb(Box<Verb>),
}

impl Found {
    /// What of a pose is not known here.
    pub fn tell_unknown(&self, pose: &Pose, progress: &Progress) {
        let reads = self.shape.adjectives().iter().any(|adjective| adjective.read.is_some());
        let asked = *pose == Pose::Point && self.shape.parts().skin.is_some() && !reads;
        if asked && matches!(self.hero, Hero::Pack(_)) {
            progress.note("note: packs do not store the poses that forms were made in; use the project");
        }
    }

    /// Where the joints of the skin are, `None` being the rest pose. What adjectives read of the pose turns the point, but for those
    /// that were given.
    pub fn joints(
        &self,
        pose: &Pose,
        point: &mut [f32],
        given: &[(String, f64)],
        progress: &Progress,
    ) -> Result<Option<Vec<Mat4>>, Failure> {
        if self.shape.parts().skin.is_none() {
            return match pose {
                Pose::Rest | Pose::Point => Ok(None),
                _ => {
                    Err(Failure::Misuse(format!("{} has no skin that a pose could move", self.shape.name())))
                }
            };
        }
        match pose {
            Pose::Rest => Ok(None),
            Pose::Point => Ok(Some(self.at_point(point, progress)?)),
            Pose::Moment(name, at) => {
                let (worn, at) = (self.worn()?, CanonicalTime(*at));
                let (dofs, joints) = match self.hero.moving(name)? {
                    Moving::Motion(motion) => {
                        let time = motion.verb_time(at);
                        (motion.pose(time), worn.joints_during(&motion, time)?)
                    }
                    Moving::Verb(verb) => {
                        let setting = Setting::new(&verb, &verb.default_point().collect::<Vec<f32>>());
                        let mut dofs = vec![0.0; verb.skeleton().dofs().len()];
                        verb.pose(&setting, at, &mut dofs);
                        let joints = worn.joints(verb.skeleton(), &dofs)?;
                        (dofs, joints)
                    }
                };
                self.turn(&dofs, point, given);
                Ok(Some(joints))
            }
            Pose::File(path) => {
                progress.step(format!("reading {}", path.display()));
                let file = path.display().to_string();
                let bytes = files::read(path)?;
                let posed = files::with_files_beside(path, |fetch| formats::read_mesh(&file, &bytes, fetch))?;
                let joints = placed(&self.rest.joints, &posed.joints);
                let joints = joints.map_err(|missing| {
                    let problem = format!("it is missing joints of {}: {missing}", self.rest.mesh.file);
                    Error::File { file: file.clone(), problem }
                })?;
                if let Some(dofs) = self.worn()?.dofs(self.hero.skeleton(), &joints) {
                    self.turn(&dofs, point, given);
                }
                Ok(Some(joints))
            }
        }
    }

    /// Turns the adjectives that read the pose, but for those that were given.
    fn turn(&self, dofs: &[f32], point: &mut [f32], given: &[(String, f64)]) {
        let mut turned = point.to_vec();
        self.shape.read_pose(dofs, &mut turned);
        for (i, adjective) in self.shape.adjectives().iter().enumerate() {
            if given.iter().all(|(name, _)| *name != adjective.name) {
                point[i] = turned[i];
            }
        }
    }

    /// How its skin follows the skeleton, found out once.
    fn worn(&self) -> Result<&Worn, Error> {
        let worn = self.worn.get_or_init(|| Worn::of(&self.rest, self.hero.drawn()));
        worn.as_ref().map_err(Clone::clone)
    }

    /// As the adjectives that read a pose say, else as the forms were made.
    fn at_point(&self, point: &[f32], progress: &Progress) -> Result<Vec<Mat4>, Failure> {
        let (worn, skeleton) = (self.worn()?, self.hero.skeleton());
        if let Some(dofs) = stance(&self.shape, skeleton, point, &self.dofs) {
            let mut shown = point.to_vec();
            self.shape.read_pose(&dofs, &mut shown);
            for (adjective, (asked, shown)) in self.shape.adjectives().iter().zip(point.iter().zip(&shown)) {
                let [low, high] = adjective.range;
                if (asked.clamp(low, high) - shown).abs() > 0.01 * (high - low) {
                    progress.note(format!(
                        "note: no known pose shows {} = {asked}; the pose used shows {shown:.3}",
                        adjective.name
                    ));
                }
            }
            return Ok(worn.joints(skeleton, &dofs)?);
        }
        let mut weights = vec![0.0; self.shape.examples().len()];
        self.shape.weights(point, &mut weights);
        let made: Vec<Option<&[Mat4]>> = self.made.iter().map(Option::as_deref).collect();
        Ok(blended_pose(&self.rest.joints, &worn.bound(), &made, &weights))
    }
}
