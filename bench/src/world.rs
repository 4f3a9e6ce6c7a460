//! World transforms of a humanoid: adverb against a plain loop of glam products.

mod humanoid;

use std::hint::black_box;

use adverb::glam::Affine3A;
use adverb::kinematics::{LocalTransform, world_from_locals};

use crate::instructions::per_call;
use crate::timing::{Work, measured, medians, repeated};

/// Names and titles of what is compared.
const SIDES: [(&str, &str); 2] = [
    ("world-adverb", "`adverb::kinematics::world_from_locals`"),
    ("world-plain", "plain loop of glam products, `world[parent] * Affine3A::from_rotation_translation(…)`"),
];

pub fn work(name: &str) -> Option<Work<'static>> {
    let skeleton = humanoid::skeleton();
    let locals = humanoid::locals(&skeleton);
    let mut world = vec![Affine3A::IDENTITY; humanoid::JOINTS];
    match name {
        "world-adverb" => Some(repeated(move || {
            world_from_locals(&skeleton, black_box(&locals), black_box(&mut world));
        })),
        "world-plain" => {
            let parents = humanoid::parents();
            Some(repeated(move || plain_loop(&parents, black_box(&locals), black_box(&mut world))))
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

/// Both must be doing the same work for their times to be comparable.
fn check() {
    let skeleton = humanoid::skeleton();
    let locals = humanoid::locals(&skeleton);
    let mut plain = vec![Affine3A::IDENTITY; locals.len()];
    let mut ours = plain.clone();
    plain_loop(&humanoid::parents(), &locals, &mut plain);
    world_from_locals(&skeleton, &locals, &mut ours);
    let same = plain.iter().zip(&ours).all(|(a, b)| a.abs_diff_eq(*b, 1e-5));
    assert!(same, "the two do not compute the same transforms");
}

pub fn time() -> Result<(), String> {
    check();
    let mut sides: Vec<_> = SIDES.iter().filter_map(|(name, _)| work(name)).map(measured).collect();
    let nanos = medians(&mut sides);
    println!("\n## World transforms of {} joints\n", humanoid::JOINTS);
    println!("| what | ns per call | of the plain loop |\n|---|---|---|");
    for ((_, title), side) in SIDES.iter().zip(&nanos) {
        println!("| {title} | {side:.0} | {:.2} |", side / nanos[1]);
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
