//! How the skin of a shape follows a skeleton: as any character's mesh does ([`crate::character`]).

use std::sync::Arc;

use adverb::{Skeleton, VerbTime};
use glam::Mat4;

use crate::character::{Character, Drawn, Fingers};
use crate::clip::{Clip, Transform};
use crate::error::Error;
use crate::formats::nodes::listed;
use crate::mesh::{self, MeshFile};
use crate::motion::Motion;
use crate::sample::{Rate, joints, rig_locals, sample, sample_at};

/// The skin of a shape on the joints of a character.
#[derive(Debug, Clone)]
pub struct Worn {
    drawn: Drawn,
    /// For each joint of the skin, the joint of the character.
    rows: Vec<usize>,
}

impl Worn {
    /// The skin of a mesh. For the mesh that a project draws, joints follow the skeleton as the project says.
    ///
    /// # Errors
    /// If it has no skin, or several joints of one name.
    pub fn of(rest: &MeshFile, of_project: Option<&Drawn>) -> Result<Self, Error> {
        let file = rest.mesh.file.as_str();
        let mut drawn = match of_project.filter(|drawn| drawn.is_of(file)) {
            Some(drawn) => drawn.clone(),
            None => {
                let alone = MeshFile { targets: Vec::new(), animations: Vec::new(), ..rest.clone() };
                let character = Character::of(&alone)?;
                Drawn { character, joints: Vec::new() }
            }
        };
        // Forms were made with fingers as bound.
        drawn.character.fingers = Fingers::Bound;
        let all = &drawn.character.figure().joints;
        let row = |joint: &mesh::Joint| {
            let mut named = all.iter().enumerate().filter(|(_, own)| own.name == joint.name);
            named.next().filter(|_| named.next().is_none()).map(|(row, _)| row).ok_or_else(|| {
                let problem =
                    format!("several joints of its skin are called {:?}; give each its own name", joint.name);
                Error::File { file: file.into(), problem }
            })
        };
        let rows = rest.joints.iter().map(row).collect::<Result<_, Error>>()?;
        Ok(Self { drawn, rows })
    }

    /// Where the joints of the skin are (`world_from_joint`, in the unit of the mesh's file) when the skeleton is in a pose.
    ///
    /// # Errors
    /// As [`Character::driven`].
    pub fn joints(&self, skeleton: &Arc<Skeleton>, dofs: &[f32]) -> Result<Vec<Mat4>, Error> {
        let figure = self.drawn.character.figure();
        let locals = rig_locals(skeleton, dofs);
        let clip = Clip { joints: joints(skeleton), locals, ..figure.clone() };
        let driven = self.drawn.driven(skeleton, &clip, &[])?;
        Ok(self.placed(&driven.clip, 0))
    }

    /// The same at a moment of a motion: planting feet on legs of other lengths needs the motion before and after.
    ///
    /// # Errors
    /// As [`Character::driven`], and if the motion is too long to be sampled.
    pub fn joints_during(&self, motion: &Motion, time: VerbTime) -> Result<Vec<Mat4>, Error> {
        let source = self.drawn.character.figure().source.clone();
        let mut clip = sample(motion, Rate::Near(motion.fps()), source)?;
        let frame = time.0 * clip.fps;
        let nearest = (frame.round() as usize).min(clip.frame_count() - 1);
        let between = frame - nearest as f64;
        if between.abs() > 1e-6 {
            let times: Vec<VerbTime> = (0..clip.frame_count())
                .map(|f| VerbTime(((f as f64 + between) / clip.fps).clamp(0.0, motion.duration().0)))
                .collect();
            clip = sample_at(motion, &times, clip.fps, clip.source);
        }
        let driven = self.drawn.driven(motion.skeleton(), &clip, &[])?;
        Ok(self.placed(&driven.clip, nearest))
    }

    /// The pose of the skeleton for these joints of the skin, if they are its own; see [`Character::pose_of`].
    pub fn dofs(&self, skeleton: &Arc<Skeleton>, joints: &[Mat4]) -> Option<Vec<f32>> {
        let figure = self.drawn.character.figure();
        let mut world: Vec<Transform> = Vec::with_capacity(figure.joints.len());
        for (t, joint) in figure.joints.iter().enumerate() {
            let placed = self.rows.iter().position(|row| *row == t).map(|j| joints[j].as_dmat4());
            let at_rest = || joint.parent.map_or(joint.rest, |parent| world[parent].compose(joint.rest));
            world.push(placed.map_or_else(at_rest, |placed| {
                let (_, rotation, translation) = placed.to_scale_rotation_translation();
                Transform { translation, rotation: rotation.normalize() }
            }));
        }
        self.drawn.character.pose_of(skeleton, &world)
    }

    /// Where they were when the skin was bound.
    pub fn bound(&self) -> Vec<Mat4> {
        let figure = self.drawn.character.figure();
        self.placed(&Clip { locals: figure.rest(), ..figure.clone() }, 0)
    }

    /// The joints of the skin at a frame of a clip of the character's.
    fn placed(&self, clip: &Clip, frame: usize) -> Vec<Mat4> {
        let world = self.drawn.character.world(clip, frame);
        self.rows.iter().map(|&row| world[row]).collect()
    }
}

/// Where the joints of a skin are in a file, or the names of those that the file lacks.
pub fn placed(joints: &[mesh::Joint], posed: &[mesh::Joint]) -> Result<Vec<Mat4>, String> {
    let mut world: Vec<Mat4> = Vec::with_capacity(posed.len());
    for joint in posed {
        world.push(joint.parent.map_or(joint.rest, |parent| world[parent] * joint.rest));
    }
    let named = |joint: &mesh::Joint| posed.iter().position(|own| own.name == joint.name);
    let found: Option<Vec<Mat4>> = joints.iter().map(|joint| Some(world[named(joint)?])).collect();
    let missing = joints.iter().filter(|joint| named(joint).is_none()).map(|joint| joint.name.clone());
    found.ok_or_else(|| listed(missing))
}
