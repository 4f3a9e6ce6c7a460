//! Real characters with sculpted correctives at elbow and knee: each comes back in its pose, half bent lies between, straight limbs
//! are the plain skin's, and the joints' animation with the weights' is the same in any engine.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use adverb::glam::{Affine3A, DQuat, DVec3, Mat4, Vec3};
use adverb::shape::{PoseAxis, Turn};
use adverb::{CanonicalTime, Shape, VerbTime};
use adverb_author::character::Character;
use adverb_author::clip::{Clip, Transform};
use adverb_author::demo;
use adverb_author::formats::{self, gltf, ply};
use adverb_author::mesh::{self, Mesh, MeshFile};
use adverb_author::motion::Motion;
use adverb_author::project::Project;
use adverb_author::sample::{Rate, sample};
use adverb_author::shape::{Built, Posed, Weighted, Worn, formed, moving, stance};

/// A limb that bends: where it hangs, the joint that bends, what that moves, and the way it goes.
struct Limb {
    name: &'static str,
    joints: [&'static str; 3],
    towards: DVec3,
}

/// The right arm bends forward, the right knee backward.
fn figures() -> [(&'static str, [Limb; 2]); 2] {
    let limb = |name, joints, towards| Limb { name, joints, towards };
    let cesium = [
        limb(
            "elbow",
            ["Skeleton_arm_joint_R", "Skeleton_arm_joint_R__2_", "Skeleton_arm_joint_R__3_"],
            DVec3::Z,
        ),
        limb("knee", ["leg_joint_R_1", "leg_joint_R_2", "leg_joint_R_3"], -DVec3::Z),
    ];
    let rigged = [
        limb("elbow", ["arm_joint_R_1", "arm_joint_R_2", "arm_joint_R_3"], DVec3::Z),
        limb("knee", ["leg_joint_R_1", "leg_joint_R_2", "leg_joint_R_3"], -DVec3::Z),
    ];
    [("CesiumMan", cesium), ("RiggedFigure", rigged)]
}

/// How far limbs are bent in the pose that correctives are made in.
const BENT_RAD: f64 = 1.9;
const FRAMES: usize = 11;

/// A figure bending one limb from where it was bound, evenly.
fn bending(figure: &Clip, limb: &Limb) -> Clip {
    let index = |name: &str| figure.joints.iter().position(|j| j.name == name).expect("a joint");
    let [above, joint, below] = limb.joints.map(index);
    let world = figure.world(&figure.rest());
    let bone = (world[joint].translation - world[above].translation).normalize();
    let axis = bone.cross(limb.towards).normalize();
    assert!((world[below].translation - world[joint].translation).normalize().dot(bone) > 0.5, "straight");
    let mut locals = Vec::new();
    for frame in 0..FRAMES {
        let angle = BENT_RAD * frame as f64 / (FRAMES - 1) as f64;
        let mut rest = figure.rest();
        let turned = DQuat::from_axis_angle(axis, angle) * world[joint].rotation;
        rest[joint] = Transform { rotation: world[above].rotation.inverse() * turned, ..rest[joint] };
        locals.extend(rest);
    }
    Clip { locals, ..figure.clone() }
}

/// The flesh of a bent limb as a designer would put it: it does not cave in around the joint, and the muscle above swells on the inside.
fn sculpted(posed: &Posed, rest: &MeshFile, world: &[Mat4], limb: &Limb, place: &[usize; 3]) -> Mesh {
    let [above, joint, below] = place.map(|j| world[j].w_axis.truncate());
    let inside = ((above - joint).normalize() + (below - joint).normalize()).normalize();
    let size = above.distance(joint);
    let on_bone = |at: Vec3, end: Vec3| {
        let bone = end - joint;
        joint + bone * ((at - joint).dot(bone) / bone.length_squared()).clamp(0.0, 1.0)
    };
    let mut mesh = posed.clone().mesh(rest.mesh.clone());
    for position in &mut mesh.positions {
        // Nothing is moved that is not near: the falloff ends.
        let near =
            |middle: Vec3| ((-(position.distance(middle) / (0.3 * size)).powi(2)).exp() - 0.05).max(0.0);
        let [over, under] = [above, below].map(|end| on_bone(*position, end));
        let bone = if position.distance(over) < position.distance(under) { over } else { under };
        let outward = (*position - bone).normalize_or_zero();
        let muscle = near(joint.lerp(above, 0.5)) * outward.dot(inside).max(0.0);
        *position += outward * size * (0.1 * near(joint) + 0.12 * muscle);
    }
    (mesh.file, mesh.normals) = (format!("{}.ply", limb.name), None);
    mesh
}

struct Case {
    project: Project,
    built: Built,
    /// The forms as they were made, and the motion at whose end they were.
    forms: Vec<(String, Mesh)>,
    /// Where the joints around each limb's are among those of the skin.
    limbs: Vec<[usize; 3]>,
}

impl Case {
    fn shape(&self) -> &Shape {
        &self.built.shape
    }

    fn rest(&self) -> &MeshFile {
        &self.project.shapes[0].rest
    }

    fn worn(&self) -> Worn {
        Worn::of(self.rest(), self.project.character.as_ref()).unwrap_or_else(|e| panic!("{e}"))
    }

    /// Eq. 8 at a pose of the skeleton: as the actor has it, and by the skin alone.
    fn at(&self, dofs: &[f32]) -> [Vec<Vec3>; 2] {
        let joints = self.worn().joints(&self.project.skeleton, dofs).unwrap_or_else(|e| panic!("{e}"));
        let mut point: Vec<f32> = self.shape().default_point().collect();
        self.shape().read_pose(dofs, &mut point);
        let mut examples = vec![0.0; self.shape().examples().len()];
        self.shape().weights(&point, &mut examples);
        let plain = (0..examples.len()).map(|i| if i == 0 { 1.0 } else { 0.0 }).collect();
        [examples, plain].map(|examples| {
            let form = formed(self.shape(), &Weighted { secs: 0.0, examples, features: vec![] });
            let posed = Posed::of(self.shape(), &form, &joints).expect("a skin");
            posed.positions.chunks_exact(3).map(Vec3::from_slice).collect()
        })
    }

    fn pose(&self, motion: &str, at: f64) -> Vec<f32> {
        let motion = &self.project.motions[motion];
        motion.pose(motion.verb_time(CanonicalTime(at)))
    }
}

/// A folder of its own for each call.
fn folder(name: &str) -> PathBuf {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder =
        std::env::temp_dir().join(format!("adverb-correctives-{name}-{}-{number}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// A project of a character with correctives, in a folder.
fn case(name: &str, limbs: &[Limb; 2]) -> Option<Case> {
    let file = format!("{name}.glb");
    let bytes = std::fs::read(adverb_testdata::data_dir()?.join("mesh/gltf").join(&file)).expect("a mesh");
    let character = Character::read(&file, &bytes, &mut |_| None).unwrap_or_else(|e| panic!("{e}"));
    let folder = folder(name);
    std::fs::write(folder.join(&file), &bytes).expect("a file");
    let mut text = format!("[character]\nmesh = \"{file}\"\n");
    for limb in limbs {
        let clip = bending(character.figure(), limb);
        std::fs::write(folder.join(format!("{}.glb", limb.name)), gltf::clip::write(&clip)).expect("a file");
        text += &format!("[motions.{0}]\nfile = \"{0}.glb\"\n", limb.name);
    }
    let load = |text: &str| {
        let mut read = |file: &str| std::fs::read(folder.join(file)).map_err(|e| e.to_string());
        Project::load("adverb.toml", text, &mut read).unwrap_or_else(|e| panic!("{name}: {e}"))
    };
    // First the motions alone, to see about which axis limbs bend, and to sculpt upon.
    let bare = load(&text);
    let rest = formats::read_mesh(&file, &bytes, &mut |_| None).unwrap_or_else(|e| panic!("{e}"));
    let worn = Worn::of(&rest, bare.character.as_ref()).unwrap_or_else(|e| panic!("{e}"));
    let plain = format!("{text}[shapes.plain]\n[[shapes.plain.examples]]\nform = \"{file}\"\nat = {{}}\n");
    let plain = load(&plain);
    let plain = plain.build_shape(&plain.shapes[0]).unwrap_or_else(|e| panic!("{e}")).shape;
    let (mut axes, mut examples, mut forms, mut places) = (String::new(), String::new(), vec![], vec![]);
    for limb in limbs {
        let motion = &bare.motions[limb.name];
        let ends = [VerbTime::ZERO, motion.duration()].map(|time| motion.pose(time));
        let joint = bare.skeleton.joint_named(limb.joints[1]).expect("a joint");
        let shown = [("x", Turn::SwingX), ("y", Turn::SwingY), ("z", Turn::SwingZ)].map(|(word, turn)| {
            let axis = PoseAxis::of(&bare.skeleton, joint, turn).expect("a ball joint");
            (word, ends.each_ref().map(|dofs| axis.value(dofs)))
        });
        let (word, [from, to]) = shown
            .into_iter()
            .max_by(|a, b| (a.1[1] - a.1[0]).abs().total_cmp(&(b.1[1] - b.1[0]).abs()))
            .expect("three");
        axes += &format!(
            "\"{}.swing_{word}\" = {{ range = [{}, {}], read = \"pose\" }}, ",
            limb.joints[1],
            from.min(to) - 0.01,
            from.max(to) + 0.01
        );
        let world = worn.joints(&bare.skeleton, &ends[1]).unwrap_or_else(|e| panic!("{e}"));
        let posed = Posed::of(&plain, &plain.form(), &world).expect("a skin");
        let place = limb.joints.map(|name| rest.joints.iter().position(|j| j.name == name).expect("held"));
        let form = sculpted(&posed, &rest, &world, limb, &place);
        std::fs::write(folder.join(&form.file), ply::write(&form)).expect("a file");
        examples += &format!(
            "[[shapes.body.examples]]\nform = {:?}\npose = {{ motion = \"{}\", at = 1 }}\n",
            form.file, limb.name
        );
        forms.push((limb.name.to_string(), form));
        places.push(place);
    }
    text += &format!(
        "[shapes.body]\nrest = \"{file}\"\nthreshold = 1e-5\nadjectives = {{ {} }}\n[[shapes.body.examples]]\nform = \"{file}\"\n{examples}",
        axes.trim_end_matches(", ")
    );
    std::fs::write(folder.join("adverb.toml"), &text).expect("a file");
    let project = load(&text);
    let built = project.build_shape(&project.shapes[0]).unwrap_or_else(|e| panic!("{name}: {e}"));
    std::fs::remove_dir_all(&folder).expect("a folder");
    Some(Case { project, built, forms, limbs: places })
}

fn farthest(a: &[Vec3], b: &[Vec3]) -> f32 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f32::max)
}

/// What a closed surface encloses.
fn volume(positions: &[Vec3], mesh: &Mesh) -> f32 {
    let tetrahedron = |t: [u32; 3]| {
        let [a, b, c] = t.map(|v| positions[v as usize]);
        a.dot(b.cross(c)) / 6.0
    };
    mesh.faces.triangles().map(tetrahedron).sum()
}

#[test]
fn correctives_of_real_characters_come_back_in_their_poses() {
    for (name, limbs) in figures() {
        let Some(case) = case(name, &limbs) else { return };
        assert_eq!(case.project.worn().map(|shape| shape.name.as_str()), Some("body"));
        let size = case.rest().mesh.size();
        poses_of_points_show_the_points(&case);
        for (motion, form) in &case.forms {
            let [shown, plain] = case.at(&case.pose(motion, 1.0));
            let (off, moved) = (farthest(&shown, &form.positions), farthest(&plain, &form.positions));
            println!(
                "{name} {motion}: {:.1e} of its size beside; the skin alone {:.1e}",
                off / size,
                moved / size
            );
            assert!(off < 1e-4 * size && moved > 0.005 * size, "{name} {motion}: {off} {moved}");
            // Straight, it is the plain skin.
            let [shown, plain] = case.at(&case.pose(motion, 0.0));
            assert!(farthest(&shown, &plain) < 1e-5 * size, "{name} {motion}: straight");
            // Half bent, a vertex has gone some of its way, and no vertex has gone farther.
            let [half, plain_half] = case.at(&case.pose(motion, 0.5));
            let gone = farthest(&half, &plain_half);
            assert!((0.2 * moved..0.9 * moved).contains(&gone), "{name} {motion}: {gone} of {moved}");
            let [bent, plain_bent] = case.at(&case.pose(motion, 1.0));
            let [straight, plain_half, half, plain_bent, bent] =
                [shown, plain_half, half, plain_bent, bent].map(|at| 1e3 * volume(&at, &case.rest().mesh));
            println!(
                "{name} {motion}: {straight:.2} l straight; half bent {plain_half:.2} by the skin alone, {half:.2} with its forms; \
                 bent {plain_bent:.2} and {bent:.2}"
            );
            // Flesh that the skin alone loses is there again.
            assert!(half > plain_half && bent > plain_bent, "{name} {motion}");
        }
    }
}

/// What the adjectives read in the pose of a point is the point.
fn poses_of_points_show_the_points(case: &Case) {
    let ranges: Vec<[f32; 2]> = case.shape().adjectives().iter().map(|adjective| adjective.range).collect();
    for shares in [[0.0, 0.0], [1.0, 0.3], [0.4, 1.0], [0.7, 0.6]] {
        let point: Vec<f32> =
            ranges.iter().zip(shares).map(|([low, high], share)| low + share * (high - low)).collect();
        let made = &case.project.shapes[0].dofs;
        let dofs = stance(case.shape(), &case.project.skeleton, &point, made).expect("they read poses");
        let mut shown = vec![0.0; point.len()];
        case.shape().read_pose(&dofs, &mut shown);
        assert!(
            shown.iter().zip(&point).all(|(a, b)| (a - b).abs() < 1e-3),
            "{shown:?} instead of {point:?}"
        );
    }
}

#[test]
fn correctives_touch_only_what_is_near_their_joint() {
    for (name, limbs) in figures() {
        let Some(case) = case(name, &limbs) else { return };
        let bound = case.worn().bound();
        let (rest, skin) = (&case.rest().mesh, case.shape().parts().skin.as_ref().expect("a skin"));
        let world: Vec<Affine3A> = bound.iter().map(|joint| Affine3A::from_mat4(*joint)).collect();
        let mut palette = vec![[0.0; 16]; world.len()];
        skin.palette(&world, &mut palette);
        let moved = &case.shape().parts().channels[0].moved;
        let touched: usize = moved.iter().map(|run| run.count as usize).sum();
        println!("{name}: {touched} of {} vertices move", rest.positions.len());
        assert!(touched > 20 && touched < rest.positions.len() / 2, "{name}: {touched}");
        for vertex in moved.iter().flat_map(|run| run.start..run.start + run.count) {
            let at = Mat4::from_cols_array(&skin.blended(&palette, vertex as usize));
            let at = at.transform_point3(rest.positions[vertex as usize]);
            let near = case.limbs.iter().any(|[above, joint, _]| {
                let [above, joint] = [above, joint].map(|j| bound[*j].w_axis.truncate());
                at.distance(joint) < 1.2 * above.distance(joint)
            });
            assert!(near, "{name}: vertex {vertex}");
        }
    }
}

/// What an engine shows of a file at a frame: morph targets by their weights, then the skin, whose joints the animation of nodes moves.
fn engine(glb: &[u8], frame: usize) -> Vec<Vec3> {
    let file = formats::read_mesh("moving.glb", glb, &mut |_| None).unwrap_or_else(|e| panic!("{e}"));
    let played = gltf::clip::read("moving.glb", glb).unwrap_or_else(|e| panic!("{e}"));
    let [animation] = &file.animations[..] else { panic!("one animation of weights") };
    assert_eq!((animation.name.as_str(), animation.times.len()), ("motion", played.frame_count()));
    let world = played.world(played.frame(frame));
    let moved = |joint: &mesh::Joint| {
        let t = world[played.joints.iter().position(|own| own.name == joint.name).expect("a joint")];
        Mat4::from_rotation_translation(t.rotation.as_quat(), t.translation.as_vec3()) * joint.inverse_bind
    };
    let palette: Vec<Mat4> = file.joints.iter().map(moved).collect();
    let count = file.targets.len();
    let mut sum = file.mesh.positions.clone();
    for (target, weight) in file.targets.iter().zip(&animation.weights[frame * count..][..count]) {
        let deltas = target.dense(sum.len());
        deltas.iter().zip(&mut sum).for_each(|(delta, sum)| *sum += *weight * *delta);
    }
    let influences = file.mesh.influences.as_ref().expect("a skin");
    let skinned = |(at, held): (&Vec3, &[(u32, f32)])| {
        let all: f32 = held.iter().map(|(_, weight)| weight).sum();
        held.iter().map(|(j, w)| *w / all * palette[*j as usize].transform_point3(*at)).sum()
    };
    sum.iter().zip(influences.iter()).map(skinned).collect()
}

/// The file of a motion, as `adverb motion` writes it.
fn written(project: &Project, shape: &Shape, motion: &Motion) -> (Vec<u8>, Clip) {
    let clip = sample(motion, Rate::Near(motion.fps()), project.source.clone()).expect("a clip");
    let drawn = project.character.as_ref().expect("a character");
    let driven = drawn.driven(&project.skeleton, &clip, &[]).unwrap_or_else(|e| panic!("{e}"));
    let rest = drawn.character.animated(&driven.clip).unwrap_or_else(|e| panic!("{e}"));
    let moving = moving(shape, &rest, &project.skeleton, &clip).unwrap_or_else(|e| panic!("{e}"));
    (gltf::mesh::write(&moving).unwrap_or_else(|e| panic!("{e}")), clip)
}

#[test]
fn a_written_file_is_what_the_runtime_shows_frame_by_frame() {
    for (name, limbs) in figures() {
        let Some(case) = case(name, &limbs) else { return };
        for (motion, _) in &case.forms {
            let motion = &case.project.motions[motion];
            let (glb, clip) = written(&case.project, case.shape(), motion);
            for frame in [0, 3, 5, clip.frame_count() - 1] {
                let [own, _] = case.at(&motion.pose(VerbTime(frame as f64 / clip.fps)));
                let off = farthest(&engine(&glb, frame), &own) / case.rest().mesh.size();
                println!("{name} frame {frame}: {off:.1e}");
                assert!(off < 1e-4, "{name} frame {frame}: {off}");
            }
        }
    }
}

/// The built-in figure walks, and a mesh with joints and legs of its own walks after it, feet planted: what was sculpted at a moment of
/// that is there at that moment.
#[test]
fn a_form_comes_back_on_a_mesh_that_follows_another_skeleton() {
    let Some(data) = adverb_testdata::data_dir() else { return };
    let mesh = std::fs::read(data.join("mesh/gltf/CesiumMan.glb")).expect("a mesh");
    let hero: BTreeMap<String, Vec<u8>> = demo::project().into_iter().collect();
    let load = |shape: &str, form: Vec<u8>| {
        let text = format!(
            "[motions.walk]\nfile = \"walk_neutral.bvh\"\n[character]\nmesh = \"CesiumMan.glb\"\n[shapes.body]\n\
             rest = \"CesiumMan.glb\"\nadjectives = {{ \"RightForeArm.swing_x\" = {{ range = [-2, 2], read = \"pose\" }} }}\n\
             [[shapes.body.examples]]\nform = \"CesiumMan.glb\"\nat = {{ \"RightForeArm.swing_x\" = 0.5 }}\n{shape}"
        );
        let mut read = |file: &str| match file {
            "CesiumMan.glb" => Ok(mesh.clone()),
            "form.ply" => Ok(form.clone()),
            other => hero.get(other).cloned().ok_or_else(|| "it is not there".to_string()),
        };
        let project = Project::load("adverb.toml", &text, &mut read).unwrap_or_else(|e| panic!("{e}"));
        let shape = project.build_shape(&project.shapes[0]).unwrap_or_else(|e| panic!("{e}")).shape;
        (project, shape)
    };
    let (project, plain) = load("", Vec::new());
    let motion = &project.motions["walk"];
    let frames =
        sample(motion, Rate::Near(motion.fps()), project.source.clone()).expect("a clip").frame_count();
    let (frame, rest) = (frames / 3, &project.shapes[0].rest);
    let at = frame as f64 / (frames - 1) as f64;
    let worn = Worn::of(rest, project.character.as_ref()).unwrap_or_else(|e| panic!("{e}"));
    let time = motion.verb_time(CanonicalTime(at));
    let joints = worn.joints_during(motion, time).unwrap_or_else(|e| panic!("{e}"));
    let mut form = Posed::of(&plain, &plain.form(), &joints).expect("a skin").mesh(rest.mesh.clone());
    form.positions.iter_mut().for_each(|at| at.y += 0.01 * (40.0 * at.x).sin());
    let example =
        format!("[[shapes.body.examples]]\nform = \"form.ply\"\npose = {{ motion = \"walk\", at = {at} }}\n");
    let (project, shape) = load(&example, ply::write(&form));
    let (glb, _) = written(&project, &shape, &project.motions["walk"]);
    let off = farthest(&engine(&glb, frame), &form.positions) / form.size();
    println!("{off:.1e} of its size beside");
    assert!(off < 1e-4, "{off}");
}
