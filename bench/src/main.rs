//! World transforms of a humanoid: adverb against a plain loop of glam products, in one run (docs/performance.md).
//!
//! `bench time` alternates the two and prints the median nanoseconds per call. `bench instructions` runs itself under
//! valgrind's callgrind and prints instructions per call, which no other program on the machine disturbs.

mod humanoid;

use std::hint::black_box;
use std::process::{Command, ExitCode};
use std::time::Instant;

use adverb::Skeleton;
use adverb::glam::Affine3A;
use adverb::kinematics::{LocalTransform, world_from_locals};

/// What is compared.
const CONTENDERS: [(&str, &str); 2] =
    [("adverb", "adverb::kinematics::world_from_locals"), ("plain", "plain loop of glam products")];

struct Course {
    skeleton: Skeleton,
    parents: Vec<Option<usize>>,
    locals: Vec<LocalTransform>,
    world: Vec<Affine3A>,
}

impl Course {
    fn new() -> Self {
        let skeleton = humanoid::skeleton();
        let locals = humanoid::locals(&skeleton);
        Self {
            locals,
            world: vec![Affine3A::IDENTITY; humanoid::JOINTS],
            parents: humanoid::parents(),
            skeleton,
        }
    }

    fn run(&mut self, contender: &str, calls: usize) {
        match contender {
            "adverb" => (0..calls).for_each(|_| {
                world_from_locals(&self.skeleton, black_box(&self.locals), black_box(&mut self.world));
            }),
            _ => (0..calls).for_each(|_| {
                plain_loop(&self.parents, black_box(&self.locals), black_box(&mut self.world));
            }),
        }
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
    let mut course = Course::new();
    course.run("plain", 1);
    let plain = course.world.clone();
    course.run("adverb", 1);
    let same = plain.iter().zip(&course.world).all(|(a, b)| a.abs_diff_eq(*b, 1e-5));
    assert!(same, "the two do not compute the same transforms");
}

fn time() {
    const CALLS: usize = 20_000;
    const ALTERNATIONS: usize = 31;
    let mut course = Course::new();
    let mut nanos = [const { Vec::new() }; CONTENDERS.len()];
    for _ in 0..ALTERNATIONS {
        for ((name, _), nanos) in CONTENDERS.iter().zip(&mut nanos) {
            let start = Instant::now();
            course.run(name, CALLS);
            nanos.push(start.elapsed().as_nanos() as f64 / CALLS as f64);
        }
    }
    println!(
        "world transforms of {} joints, median of {ALTERNATIONS} alternations of {CALLS} calls",
        humanoid::JOINTS
    );
    let medians = nanos.map(|mut nanos| {
        nanos.sort_by(f64::total_cmp);
        nanos[nanos.len() / 2]
    });
    for ((_, title), nanos) in CONTENDERS.iter().zip(medians) {
        println!("{title:40} {nanos:8.1} ns per call  {:6.2} of the plain loop", nanos / medians[1]);
    }
}

/// Two runs of different lengths, so that start and end cancel.
fn instructions() -> Result<(), String> {
    const FEW: usize = 100;
    const MANY: usize = 1100;
    println!("\ninstructions per call, by callgrind");
    for (name, title) in CONTENDERS {
        let difference = counted(name, MANY)? - counted(name, FEW)?;
        println!(
            "{title:40} {:8.1} per call  {:6.2} per joint",
            difference / 1000.0,
            difference / 1000.0 / 67.0
        );
    }
    Ok(())
}

/// Instructions of a whole run with so many calls.
fn counted(contender: &str, calls: usize) -> Result<f64, String> {
    let own = std::env::current_exe().map_err(|e| e.to_string())?;
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(own)
        .args([contender, &calls.to_string()])
        .output()
        .map_err(|e| format!("valgrind: {e}; install it with: apt-get install -y valgrind"))?;
    let text = String::from_utf8_lossy(&run.stderr);
    let total = text.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    total.ok_or_else(|| format!("valgrind did not count:\n{text}"))
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    check();
    match words[..] {
        [] | ["time"] => time(),
        ["instructions"] => {
            if let Err(problem) = instructions() {
                eprintln!("{problem}");
                return ExitCode::FAILURE;
            }
        }
        [contender, calls] if CONTENDERS.iter().any(|(name, _)| *name == contender) => {
            Course::new().run(contender, calls.parse().unwrap_or(1));
        }
        _ => {
            eprintln!("usage: bench [time | instructions | adverb CALLS | plain CALLS]");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
