//! How far knees are bent.

use adverb::kinematics::world_transforms;
use adverb::verb::Foot;
use adverb::{JointId, Skeleton};
use glam::{Affine3A, DVec3, Vec3};

/// How far the knee above each foot is bent in a pose, radians; less than nothing if it is straight through.
pub fn knees(skeleton: &Skeleton, feet: &[Foot], dofs: &[f32]) -> Vec<f64> {
    let mut world = vec![Affine3A::IDENTITY; skeleton.joints().len()];
    world_transforms(skeleton, dofs, &mut world);
    let at = |joint: JointId| -> DVec3 { world[joint.index()].translation.as_dvec3() };
    let bend = |foot: &Foot| {
        let [hip, knee, ankle] = [foot.limb.upper, foot.limb.middle, foot.limb.end].map(at);
        let hinge = world[foot.limb.upper.index()].transform_vector3(Vec3::from_array(foot.hinge)).as_dvec3();
        let (thigh, shank) = (knee - hip, ankle - knee);
        thigh.angle_between(shank).copysign(thigh.cross(shank).dot(hinge))
    };
    feet.iter().map(bend).collect()
}
