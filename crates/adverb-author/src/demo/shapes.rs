//! The built-in shapes as a complete project: a blob and an arm.

use std::fmt::Write as _;

use crate::error::Error;
use crate::formats::{bvh, gltf, ply};
use crate::mesh::{self, Joint, MeshFile};
use crate::sculpt::{arm, blob};

/// Every file of the project: name and contents.
///
/// # Errors
/// None in practice: the forms come from formulas and can always be written.
pub fn shapes() -> Result<Vec<(String, Vec<u8>)>, Error> {
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    let mut text = String::from(HEAD);
    for form in &blob::FORMS {
        let mesh = form.mesh();
        let (bend, thickness) = (form.bend, form.thickness);
        let _ = writeln!(
            text,
            "[[shapes.blob.examples]]\nform = {:?}\nat = {{ bend = {bend}, thickness = {thickness} }}",
            mesh.file
        );
        files.push((mesh.file.clone(), ply::write(&mesh)));
    }
    for [from, to] in blob::PSEUDO {
        let point = |at: glam::Vec2| format!("{{ bend = {}, thickness = {} }}", at.x, at.y);
        let _ = writeln!(text, "[[shapes.blob.pseudo]]\nfrom = {}\nto = {}", point(from), point(to));
    }
    text += ARM;
    let (mesh, joints) = arm::rest();
    files.push(("arm.glb".into(), gltf::mesh::write(&skinned(&mesh, joints.clone()))?));
    files.push(("arm.bvh".into(), bvh::write(&arm::skeleton(), &bvh::WriteOptions::default()).into_bytes()));
    for form in &arm::FORMS {
        let mesh = form.mesh();
        let [shoulder, elbow, wrist] = turns(form.pose);
        let _ = writeln!(
            text,
            "[[shapes.arm.examples]]\nform = {:?}\nat = {{ build = {}, shoulder = {shoulder}, elbow = {elbow}, wrist = {wrist} }}",
            mesh.file, form.build
        );
        if let Some((name, _)) = POSES.iter().find(|(_, pose)| *pose == form.pose) {
            let _ = writeln!(text, "pose = {{ file = \"arm_pose_{name}.glb\" }}");
        }
        files.push((mesh.file.clone(), ply::write(&mesh)));
    }
    for (name, pose) in POSES {
        let world = arm::Form { name, build: 0.0, pose }.joints();
        let mut posed = joints.clone();
        for (j, joint) in posed.iter_mut().enumerate() {
            joint.rest = joint.parent.map_or(world[j], |parent| mesh::seen_from(&world[parent], &world[j]));
        }
        files.push((format!("arm_pose_{name}.glb"), gltf::mesh::write(&skinned(&mesh, posed))?));
    }
    for build in [0, 1] {
        for (knob, turn) in ["shoulder", "elbow", "wrist"].into_iter().zip(arm::TURNS) {
            let (from, to) = (0.25 * turn, 0.5 * turn);
            let _ = writeln!(
                text,
                "[[shapes.arm.pseudo]]\nfrom = {{ build = {build}, {knob} = {from} }}\nto = {{ build = {build}, {knob} = {to} }}"
            );
        }
    }
    files.push(("adverb.toml".into(), text.into_bytes()));
    Ok(files)
}

/// The poses in which forms of the arm were made.
const POSES: [(&str, [f32; 3]); 3] =
    [("up", [1.0, 0.0, 0.0]), ("bent", [0.0, 1.0, 0.0]), ("wrist", [0.0, 0.0, 1.0])];

/// How far joints are turned in a pose; none by −0.
fn turns(pose: [f32; 3]) -> [f32; 3] {
    [0, 1, 2].map(|joint| if pose[joint] == 0.0 { 0.0 } else { arm::TURNS[joint] * pose[joint] })
}

fn skinned(mesh: &crate::mesh::Mesh, joints: Vec<Joint>) -> MeshFile {
    MeshFile { joints, ..mesh.clone().into() }
}

const HEAD: &str = r#"# The built-in shapes of adverb: forms made by formulas.
# Look at them with: adverb shape . blob --at bend=0.5,thickness=0.4 -o blob.png
[project]
name = "shapes"
skeleton = "arm.bvh"                    # poses of it turn the knobs of the arm
unit = "m"                              # no arm is as large as a person

# --- a blob: thick and bent it would run into itself; pseudo-examples put a better form there
[shapes.blob]
adjectives = { bend = [-1, 1], thickness = [0, 1] }
"#;

const ARM: &str = r#"
# --- an arm with a skin: each form was made in its pose, and is brought to the rest pose by its own skinning matrices
[shapes.arm]
rest = "arm.glb"
[shapes.arm.adjectives]                 # radians, as the skeleton is posed
build = [0, 1]
shoulder = { range = [-1, 0], read = "RightArm.swing_z" }
elbow = { range = [0, 2.1], read = "RightForeArm.swing_y" }
wrist = { range = [0, 0.9], read = "RightHand.swing_y" }
"#;
