//! Solving many examples in levels, against one level and against SciPy's, which has one.

use std::hint::black_box;

use adverb_author::space::{Kernel, Levels, Space};

use super::made::{queries, space};
use super::peer::{Peer, Threads};
use crate::timing::{ALTERNATIONS, Measure, measured, medians, repeated};

const SIZES: [(usize, usize); 3] = [(200, 4), (1000, 3), (1000, 4)];

fn solve(space: Space) -> Measure<'static> {
    measured(repeated(move || drop(black_box(black_box(&space).solve().expect("a space")))))
}

pub fn time() {
    println!("\n## Levels: solving in milliseconds, medians of {ALTERNATIONS} alternations\n");
    let Ok(mut peer) = Peer::start(Threads::One) else {
        println!("no comparison without SciPy");
        return;
    };
    println!("| N, D | clusters | one level | in levels | SciPy, one level | in levels, of SciPy |");
    println!("|---|---|---|---|---|---|");
    for (examples, axes) in SIZES {
        let one = space(examples, axes, Kernel::BSpline);
        let many = Space { levels: Levels::Found, ..one.clone() };
        let clusters = many.solve().expect("a space").clusters.len();
        peer.take(&one, &queries(axes, 1));
        let times = medians(&mut [solve(one), solve(many), peer.measure("solve")]);
        let [one, many, theirs] = [0, 1, 2].map(|side: usize| times[side] / 1e6);
        println!(
            "| {examples}, {axes} | {clusters} | {one:.2} | {many:.2} | {theirs:.2} | {:.2} |",
            many / theirs
        );
    }
}
