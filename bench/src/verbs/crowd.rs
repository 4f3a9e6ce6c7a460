//! Crowds: many characters at different points of one verb, one after another on one core, into one pose.

use std::path::Path;

use super::frames;
use super::plot::{Line, Panel, draw};
use crate::timing::{Measure, measured, medians_of};

const CHARACTERS: [usize; 3] = [1000, 3000, 10_000];
const EXAMPLES: [usize; 4] = [3, 8, 20, 40];
/// A frame of a large crowd takes long; fewer measurements do.
const ALTERNATIONS: usize = 41;

/// Of one crowd, without and with feet held.
struct Row {
    characters: usize,
    examples: usize,
    /// Nanoseconds of a frame of all.
    nanos: [f64; 2],
}

/// All crowds in turn, so that how they grow does not depend on when each was measured.
fn measure() -> Vec<Row> {
    let sizes: Vec<_> = EXAMPLES.iter().flat_map(|e| CHARACTERS.map(|c| (c, *e))).collect();
    let sides = |(c, e): &(usize, usize)| [false, true].map(|feet| measured(frames(*c, *e, feet)));
    let mut sides: Vec<Measure> = sizes.iter().flat_map(sides).collect();
    let nanos = medians_of(ALTERNATIONS, &mut sides);
    let rows = sizes.iter().zip(nanos.as_chunks().0);
    rows.map(|(&(characters, examples), &nanos)| Row { characters, examples, nanos }).collect()
}

fn print(rows: &[Row]) {
    println!("\n## Crowds, one core\n");
    println!(
        "| examples | characters | ms per frame | poses per second | with feet, ms | poses per second |"
    );
    println!("|---|---|---|---|---|---|");
    for Row { characters, examples, nanos } in rows {
        let [plain, feet] = nanos.map(|n| (n / 1e6, *characters as f64 / n * 1e9));
        println!(
            "| {examples} | {characters} | {:.2} | {:.0} | {:.2} | {:.0} |",
            plain.0, plain.1, feet.0, feet.1
        );
    }
}

pub fn time() -> Result<(), String> {
    print(&measure());
    Ok(())
}

/// Measures, prints, and draws how time grows with characters and with examples.
pub fn picture(file: &Path) -> Result<(), String> {
    let rows = measure();
    print(&rows);
    let of_examples = |examples: usize| Line {
        name: format!("{examples} examples"),
        points: rows
            .iter()
            .filter(|r| r.examples == examples)
            .map(|r| (r.characters as f64, r.nanos[0] / 1e6))
            .collect(),
    };
    let largest = CHARACTERS[CHARACTERS.len() - 1];
    let of_feet = |(side, name): (usize, &str)| Line {
        name: name.into(),
        points: rows
            .iter()
            .filter(|r| r.characters == largest)
            .map(|r| (r.examples as f64, r.nanos[side] / largest as f64 / 1000.0))
            .collect(),
    };
    let panels = [
        Panel {
            title: "a frame of all, ms".into(),
            across: "characters".into(),
            lines: EXAMPLES.map(of_examples).into(),
        },
        Panel {
            title: format!("a pose, µs, among {largest}"),
            across: "examples".into(),
            lines: [(0, "feet free"), (1, "feet held")].map(of_feet).into(),
        },
    ];
    std::fs::write(file, draw(&panels)).map_err(|e| format!("{}: {e}", file.display()))
}
