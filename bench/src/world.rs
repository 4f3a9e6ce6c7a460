//! World transforms of a humanoid, from local transforms and from DOFs: adverb against plain loops of glam products.

pub mod humanoid;

use std::hint::black_box;

use adverb::Skeleton;
use adverb::glam::{Affine3A, Quat, Vec3};
use adverb::kinematics::{LocalTransform, world_from_locals, world_transforms};

use crate::instructions::per_call;
use crate::timing::{Work, measured, medians, repeated};

/// Names and titles of what is compared.
const SIDES: [(&str, &str); 4] = [
    ("world-adverb", "from local transforms: `adverb::kinematics::world_from_locals`"),
    ("world-plain", "plain loop of glam products, `world[parent] * Affine3A::from_rotation_translation(…)`"),
    ("dofs-adverb", "from DOFs: `adverb::kinematics::world_transforms`"),
    ("dofs-plain", "plain loop of glam products, with `reference * Quat::from_scaled_axis(…)`"),
];

/// The plain loop that a side is compared with, the one after it or itself.
fn plain(side: usize) -> usize {
    side | 1
}

pub fn work(name: &str) -> Option<Work<'static>> {
    let skeleton = humanoid::skeleton();
    let locals = humanoid::locals(&skeleton);
    let dofs = humanoid::dofs(&skeleton);
    let mut world = vec![Affine3A::IDENTITY; humanoid::JOINTS];
    match name {
        "world-adverb" => Some(repeated(move || {
            world_from_locals(&skeleton, black_box(&locals), black_box(&mut world));
        })),
        "world-plain" => {
            let parents = humanoid::parents();
            Some(repeated(move || plain_loop(&parents, black_box(&locals), black_box(&mut world))))
        }
        "dofs-adverb" => Some(repeated(move || {
            world_transforms(&skeleton, black_box(&dofs), black_box(&mut world));
        })),
        "dofs-plain" => {
            let parents = humanoid::parents();
            Some(repeated(move || {
                plain_loop_from_dofs(&skeleton, &parents, black_box(&dofs), black_box(&mut world));
            }))
        }
        _ => None,
    }
}

/// What one writes first: build each matrix, multiply it with the parent's.
#[inline(never)]
fn plain_loop(parents: &[Option<usize>], locals: &[LocalTransform], world: &mut [Affine3A]) {
    for (joint, local) in locals.iter().enumerate() {
        let matrix = Affine3A::from_rotation_translation(local.rotation, local.translation);
        world[joint] = match parents[joint] {
            Some(parent) => world[parent] * matrix,
            None => matrix,
        };
    }
}

/// The same from DOFs: the root's seven, then three of a rotation vector for each joint.
#[inline(never)]
fn plain_loop_from_dofs(
    skeleton: &Skeleton,
    parents: &[Option<usize>],
    dofs: &[f32],
    world: &mut [Affine3A],
) {
    for (joint, at) in skeleton.joints().iter().enumerate() {
        let vector = Vec3::from_slice(&dofs[at.dofs.end as usize - 3..]);
        let turn = at.reference * Quat::from_scaled_axis(vector);
        world[joint] = match parents[joint] {
            Some(parent) => world[parent] * Affine3A::from_rotation_translation(turn, at.offset),
            None => Affine3A::from_rotation_translation(
                Quat::from_rotation_y(dofs[Skeleton::HEADING.index()]) * turn,
                Vec3::from_slice(dofs),
            ),
        };
    }
}

/// Two sides must be doing the same work for their times to be comparable.
fn check() {
    let skeleton = humanoid::skeleton();
    let (locals, dofs) = (humanoid::locals(&skeleton), humanoid::dofs(&skeleton));
    let mut plain = vec![Affine3A::IDENTITY; locals.len()];
    let mut ours = plain.clone();
    let same = |plain: &[Affine3A], ours: &[Affine3A]| {
        let same = plain.iter().zip(ours).all(|(a, b)| a.abs_diff_eq(*b, 1e-5));
        assert!(same, "the two do not compute the same transforms");
    };
    plain_loop(&humanoid::parents(), &locals, &mut plain);
    world_from_locals(&skeleton, &locals, &mut ours);
    same(&plain, &ours);
    plain_loop_from_dofs(&skeleton, &humanoid::parents(), &dofs, &mut plain);
    world_transforms(&skeleton, &dofs, &mut ours);
    same(&plain, &ours);
}

pub fn time() -> Result<(), String> {
    check();
    let mut sides: Vec<_> = SIDES.iter().filter_map(|(name, _)| work(name)).map(measured).collect();
    let nanos = medians(&mut sides);
    println!("\n## World transforms of {} joints\n", humanoid::JOINTS);
    println!("| what | ns per call | of the plain loop |\n|---|---|---|");
    for (side, (_, title)) in SIDES.iter().enumerate() {
        println!("| {title} | {:.0} | {:.2} |", nanos[side], nanos[side] / nanos[plain(side)]);
    }
    Ok(())
}

pub fn instructions() -> Result<(), String> {
    println!("\n## World transforms of {} joints\n", humanoid::JOINTS);
    println!("| what | instructions per call | per joint |\n|---|---|---|");
    for (name, title) in SIDES {
        let count = per_call(name, 1000)?;
        println!("| {title} | {count:.0} | {:.0} |", count / humanoid::JOINTS as f64);
    }
    Ok(())
}
