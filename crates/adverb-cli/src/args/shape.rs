//! What `adverb shape` is given.

use std::path::PathBuf;

use adverb_author::picture::FormPaint;
use clap::ValueEnum;

use super::Viewpoint;
use super::values::{duration, pose, setting};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples, after `adverb demo --shapes my-shapes`:
  adverb shape my-shapes blob --at bend=0.5,thickness=0.2 -o blob.png
  adverb shape my-shapes blob --over bend,thickness -o bending.glb
  adverb shape my-shapes arm --at build=1,elbow=1.5 --pose point -o arm.png
  adverb shape my-shapes arm --pose my-shapes/arm_pose_bent.glb -o bent.obj
With a face and a body of your own:
  adverb shape mine face --features jawOpen=0.6,eyeBlinkLeft=1 -o face.glb
  adverb shape mine body --pose bend@0.5 -o bent.png     in the pose halfway through the motion bend

A .glb has all examples and features as morph targets, at the weights of the point: any viewer can turn them further.")]
pub struct Shape {
    /// A pack (.adverb), or a project
    #[arg(value_name = "HERO")]
    pub hero: PathBuf,
    /// The shape's name
    pub shape: String,
    /// Values of its adjectives; missing ones have their defaults, values beyond a range extrapolate
    #[arg(long, value_name = "ADJECTIVE=VALUE,…", value_delimiter = ',', value_parser = setting, allow_hyphen_values = true)]
    pub at: Vec<(String, f64)>,
    /// Weights of its features, by their own names or ARKit's
    #[arg(long, value_name = "FEATURE=WEIGHT,…", value_delimiter = ',', value_parser = setting, allow_hyphen_values = true)]
    pub features: Vec<(String, f64)>,
    /// The pose of its skin: rest, point (as its adjectives describe), a motion or verb and a canonical time (bend@0.5), or a posed
    /// file of its own mesh (bent.glb)
    #[arg(long, value_name = "POSE", default_value = "rest", value_parser = pose)]
    pub pose: Pose,
    /// Where to write: a .glb, .obj, .ply, .png or .svg file
    #[arg(short, long, value_name = "OUT")]
    pub output: PathBuf,
    /// Animate adjectives through their ranges and features from 0 to 1, all at once, and back (.glb)
    #[arg(long, value_name = "ADJECTIVE,FEATURE,…", value_delimiter = ',')]
    pub over: Vec<String>,
    /// How long the animation lasts
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0, value_parser = duration, requires = "over")]
    pub secs: f64,
    /// The point of view of a picture
    #[arg(long, value_enum, default_value_t = Viewpoint::ThreeQuarter)]
    pub view: Viewpoint,
    /// How to paint the surface in a picture
    #[arg(long, value_enum, default_value_t = Paint::Shaded)]
    pub paint: Paint,
}

/// Where the joints of a skinned shape are.
#[derive(Debug, Clone, PartialEq)]
pub enum Pose {
    /// As the skin was bound; forms are as they are blended.
    Rest,
    /// As the point of its adjectives describes.
    Point,
    /// As a motion or a verb has them at a canonical time.
    Moment(String, f64),
    /// As a file of the mesh has them.
    File(PathBuf),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Paint {
    /// Lit
    Shaded,
    /// Lit, with the edges of its triangles
    Wireframe,
    /// Normals as colours
    Normals,
}

impl Paint {
    /// As meant.
    pub fn paint(self) -> FormPaint<'static> {
        match self {
            Self::Shaded => FormPaint::Shaded,
            Self::Wireframe => FormPaint::Wireframe,
            Self::Normals => FormPaint::Normals,
        }
    }
}
