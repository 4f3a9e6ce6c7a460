//! The right arm of the built-in figure over build, shoulder, elbow and wrist: eight forms, made in their poses as a designer would,
//! with flesh that keeps its volume where joints bend and a muscle that swells.
//!
//! The arm lies along −x, from the shoulder at the origin. It is a tube of rings; where a joint bends, the middle line goes round a
//! smooth corner, which no blend of two transforms does (figure 6 of shape-by-example).

use adverb::rotation;
use glam::{DQuat, DVec3, Mat3, Mat4, Quat, Vec3};

use crate::clip::{Clip, ClipJoint, Source, Transform};
use crate::mesh::{self, Influences, Joint, Mesh};

/// Rings along the arm, and vertices around each; then one vertex at the tip.
const RINGS: usize = 46;
const AROUND: usize = 29;
/// From shoulder to elbow, to wrist, to the tip of the hand, as the built-in figure has them.
const BONES_M: [f32; 3] = [0.285, 0.25, 0.17];
/// Before the shoulder, a piece that belongs to it.
const STUB_M: f32 = 0.06;
/// How far around a joint flesh bends.
const CORNER_M: [f32; 3] = [0.05, 0.055, 0.03];
/// The joints, as the built-in figure calls them.
pub const JOINTS: [&str; 4] = ["RightShoulder", "RightArm", "RightForeArm", "RightHand"];
/// How far shoulder, elbow and wrist are turned in the forms that turn them, in radians by the right hand: the shoulder about z, which
/// lifts it, elbow and wrist about y, which bends them forward.
pub const TURNS: [f32; 3] = [-1.0, 2.1, 0.9];

/// A form and its point.
pub struct Form {
    /// Its name.
    pub name: &'static str,
    /// 0 slender to 1 strong.
    pub build: f32,
    /// Shoulder up, elbow bent, wrist bent, each 0 or 1.
    pub pose: [f32; 3],
}

/// The eight forms.
pub const FORMS: [Form; 8] = [
    Form { name: "slender", build: 0.0, pose: [0.0, 0.0, 0.0] },
    Form { name: "slender-up", build: 0.0, pose: [1.0, 0.0, 0.0] },
    Form { name: "slender-bent", build: 0.0, pose: [0.0, 1.0, 0.0] },
    Form { name: "slender-wrist", build: 0.0, pose: [0.0, 0.0, 1.0] },
    Form { name: "strong", build: 1.0, pose: [0.0, 0.0, 0.0] },
    Form { name: "strong-up", build: 1.0, pose: [1.0, 0.0, 0.0] },
    Form { name: "strong-bent", build: 1.0, pose: [0.0, 1.0, 0.0] },
    Form { name: "strong-wrist", build: 1.0, pose: [0.0, 0.0, 1.0] },
];

impl Form {
    /// Its mesh, in its pose.
    pub fn mesh(&self) -> Mesh {
        let line = Line::bent(self.pose);
        let mut positions = Vec::with_capacity(RINGS * AROUND + 1);
        for ring in 0..RINGS {
            let along = along(ring);
            let (middle, turn) = line.at(along);
            for k in 0..AROUND {
                let angle = std::f32::consts::TAU * k as f32 / AROUND as f32;
                positions.push(middle + turn * self.flesh(along, angle));
            }
        }
        positions.push(line.at(along(RINGS - 1) + 0.012).0);
        let triangles = triangles();
        let same: Vec<u32> = (0..positions.len() as u32).collect();
        let normals = crate::mesh::normals(&positions, triangles.iter().copied(), &same);
        Mesh {
            file: format!("arm_{}.ply", self.name),
            name: self.name.into(),
            positions,
            normals: Some(normals),
            faces: triangles.into_iter().collect(),
            ..Mesh::default()
        }
    }

    /// The joints in its pose, `world_from_joint`.
    pub fn joints(&self) -> Vec<Mat4> {
        joints_at(self.pose)
    }

    /// From the middle line to the skin, in the frame of the line: y up, z forward.
    fn flesh(&self, along: f32, angle: f32) -> Vec3 {
        let bump = |at: f32, width: f32| libm::expf(-((along - at) / width) * ((along - at) / width));
        let [upper, fore, _] = BONES_M;
        let strong = self.build;
        let mut radius = 0.036 + 0.011 * strong;
        radius += (0.012 + 0.016 * strong) * bump(0.0, 0.09);
        radius += (0.004 + 0.008 * strong) * bump(upper + 0.07, 0.07);
        radius -= 0.012 * bump(upper + fore, 0.06);
        // The hand is flat and ends.
        let hand = ((along - upper - fore - 0.03) / 0.05).clamp(0.0, 1.0);
        let tip = ((along - upper - fore) / BONES_M[2]).clamp(0.0, 1.0);
        radius *= 1.0 - 0.75 * tip * tip * tip * tip;
        // The biceps lies in front, which is where the elbow bends to, and swells as it bends; the triceps behind.
        let front = libm::cosf(angle);
        let swell = (0.010 + 0.016 * strong) * (0.35 + 0.65 * self.pose[1]);
        radius += swell * bump(0.55 * upper, 0.075) * front.max(0.0) * front.max(0.0);
        radius += (0.004 + 0.010 * strong) * bump(0.45 * upper, 0.08) * front.min(0.0) * front.min(0.0);
        // The deltoid rises with the arm.
        radius += (0.004 + 0.008 * strong) * self.pose[0] * bump(0.01, 0.05) * libm::sinf(angle).max(0.0);
        Vec3::new(
            0.0,
            radius * libm::sinf(angle) * (1.0 + 0.1 * hand),
            radius * libm::cosf(angle) * (1.0 - 0.45 * hand),
        )
    }
}

/// The rest: the slender arm with its skin.
#[must_use]
pub fn rest() -> (Mesh, Vec<Joint>) {
    let mesh = FORMS[0].mesh();
    let mut influences = Influences::default();
    for vertex in 0..mesh.positions.len() {
        influences.push(held(along(vertex / AROUND).min(along(RINGS - 1))));
    }
    let at_rest = joints_at([0.0; 3]);
    let joints = (0..JOINTS.len()).map(|j| {
        let world = at_rest[j];
        let parent = j.checked_sub(1);
        let rest = parent.map_or(world, |p| mesh::seen_from(&at_rest[p], &world));
        Joint { name: JOINTS[j].into(), parent, rest, inverse_bind: mesh::inverse(&world) }
    });
    let joints = joints.collect();
    (Mesh { file: "arm.glb".into(), name: "arm".into(), influences: Some(influences), ..mesh }, joints)
}

/// How far along the arm a ring is: closer together where joints bend.
fn along(ring: usize) -> f32 {
    let whole = STUB_M + BONES_M.iter().sum::<f32>();
    whole * ring as f32 / (RINGS - 1) as f32 - STUB_M
}

/// Where the joints are along the arm; the first is the stub's.
fn places() -> [f32; 3] {
    [0.0, BONES_M[0], BONES_M[0] + BONES_M[1]]
}

/// The joints without the mesh, with one frame at rest: a skeleton whose poses turn the knobs. The tip shows where the hand points.
pub fn skeleton() -> Clip {
    let [upper, fore, hand] = BONES_M.map(f64::from);
    let offsets = [0.0, 0.0, upper, fore, hand];
    let names = JOINTS.into_iter().chain(["RightHand_end"]);
    let joint = |(j, (name, offset)): (usize, (&str, f64))| ClipJoint {
        name: name.into(),
        parent: j.checked_sub(1),
        rest: Transform { translation: DVec3::new(-offset, 0.0, 0.0), rotation: DQuat::IDENTITY },
        end: j == JOINTS.len(),
    };
    let joints: Vec<ClipJoint> = names.zip(offsets).enumerate().map(joint).collect();
    let locals = joints.iter().map(|joint| joint.rest).collect();
    Clip { joints, fps: 30.0, locals, source: Source::made("") }
}

/// Which joints hold a place along the arm: each side of a joint its own, a blend around it.
fn held(along: f32) -> Vec<(u32, f32)> {
    let past = |j: usize| smooth((along - places()[j]) / (2.0 * CORNER_M[j]) + 0.5);
    let (shoulder, elbow, wrist) = (past(0), past(1), past(2));
    let weights = [1.0 - shoulder, shoulder * (1.0 - elbow), elbow * (1.0 - wrist), wrist];
    weights.into_iter().enumerate().filter(|(_, w)| *w > 0.0).map(|(j, w)| (j as u32, w)).collect()
}

/// From 0 at 0 to 1 at 1, smoothly.
fn smooth(x: f32) -> f32 {
    let x = x.clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}

/// How a joint turns.
fn turned(joint: usize, by: f32) -> Quat {
    let angle = TURNS[joint] * by;
    if joint == 0 { rotation::about_z(angle) } else { rotation::about_y(angle) }
}

fn joints_at(pose: [f32; 3]) -> Vec<Mat4> {
    let mut world = vec![Mat4::IDENTITY];
    let mut before = 0.0;
    for (j, place) in places().into_iter().enumerate() {
        let offset = Vec3::new(-(place - before), 0.0, 0.0);
        let local = Mat4::from_rotation_translation(turned(j, pose[j]), offset);
        world.push(world[j] * local);
        before = place;
    }
    world
}

/// The middle line of a bent arm: straight, round a corner at each joint, straight.
struct Line {
    pose: [f32; 3],
}

impl Line {
    fn bent(pose: [f32; 3]) -> Self {
        Self { pose }
    }

    /// Where a place along the arm is, and how rings are turned there. Small steps are summed up.
    fn at(&self, along: f32) -> (Vec3, Mat3) {
        const STEP_M: f32 = 0.001;
        let start = -STUB_M;
        let steps = ((along - start) / STEP_M).round().max(0.0) as usize;
        let mut at = Vec3::new(STUB_M, 0.0, 0.0);
        for k in 0..steps {
            at += STEP_M * rotation::rotate(self.turn(start + (k as f32 + 0.5) * STEP_M), Vec3::NEG_X);
        }
        (at, Mat3::from_quat(self.turn(along)))
    }

    fn turn(&self, along: f32) -> Quat {
        let part = |j: usize| smooth((along - places()[j]) / (2.0 * CORNER_M[j]) + 0.5);
        (0..3).fold(Quat::IDENTITY, |turn, j| rotation::compose(turn, turned(j, self.pose[j] * part(j))))
    }
}

fn triangles() -> Vec<[u32; 3]> {
    let at = |ring: usize, k: usize| (ring * AROUND + k % AROUND) as u32;
    let tip = (RINGS * AROUND) as u32;
    let mut all = Vec::new();
    for ring in 0..RINGS - 1 {
        for k in 0..AROUND {
            let [a, b, c, d] = [at(ring, k), at(ring, k + 1), at(ring + 1, k + 1), at(ring + 1, k)];
            all.extend([[a, b, c], [a, c, d]]);
        }
    }
    all.extend((0..AROUND).map(|k| [at(RINGS - 1, k), at(RINGS - 1, k + 1), tip]));
    all
}
