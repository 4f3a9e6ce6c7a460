//! `cargo xtask pictures`: the pictures in docs/, drawn anew from the built-in character, its verbs, the built-in
//! shapes and the spaces of docs/spaces.toml; those of the tutorials by the tutorials' own commands.

use std::fs;

use crate::adverb::Adverb;
use crate::command::{ALL, cargo, root, run as must};
use crate::setup;

/// Motions that only the pictures need: a walk cut a little too short, repeated with and without a search for its seam.
const MORE: &str = r#"
[motions.cut]
clip = "neutral"
from = 0.04
to = 0.9
[motions.seamless]
cycle = "cut"
[motions.turn-left-mirrored]
mirror = "turn-left"
[verbs.both-sides]
adverbs = { turn = { measure = "turn" } }
symmetric = ["turn"]
cycle = true
[[verbs.both-sides.examples]]
motion = "tired"
[[verbs.both-sides.examples]]
motion = "turn-left"
[motions.right-30]
verb = "both-sides"
at = { turn = -30 }
[motions.straight]
verb = "both-sides"
[motions.left-30]
verb = "both-sides"
at = { turn = 30 }
"#;

/// What follows `adverb render hero`, and the picture's name in docs/.
const PICTURES: [(&str, &str); 10] = [
    ("sad neutral happy --animate --view front --title=", "moods.svg"),
    ("neutral --repeat 2", "walk.svg"),
    ("neutral --repeat 2 --view side", "walk-side.svg"),
    ("neutral --view front --moments 3", "walk-front.svg"),
    ("turn-left --repeat 2 --view above", "turn-above.svg"),
    ("turn-left turn-left-mirrored --repeat 2", "mirror.svg"),
    ("right-30 straight left-30 --overhead --repeat 3 --title=", "symmetric.svg"),
    ("cut seamless --repeat 3 --seams --layout sheet --view side", "cycle.svg"),
    ("cut seamless --repeat 3 --curves --joint LeftLeg --joint RightLeg --title=Knees", "cycle-curves.svg"),
    ("neutral happy sad angry tired sneaky --layout row --view front --moments 1", "styles.svg"),
];

/// What follows `adverb space spaces.toml`, and the picture's name in docs/. The first two are figures 2 and 3 of "Shape and
/// Animation by Example", the others but the map figures 4.17, 4.18, 4.20 and 4.21 of the thesis.
const SPACES: [(&str, &str); 7] = [
    ("paper --of first", "space-basis.svg"),
    ("paper --values 0.2,0.9,0.5", "space-weights.svg"),
    ("walk", "space-map.svg"),
    ("three --values 1,3,0.5", "space-three.svg"),
    ("beside --values 1,3,3,0.5", "space-beside.svg"),
    ("levels --values 1,3,3,0.5", "space-levels.svg"),
    ("many --clusters", "space-clusters.svg"),
];

/// What follows `adverb sheet shapes`, and the picture's name in docs/: figures 4 and 9 of "Shape by Example".
const SHEETS: [(&str, &str); 2] = [
    ("blob --x bend --y thickness", "blob-sheet.png"),
    ("arm --x elbow --y build --rows 3 --view above", "arm-sheet.png"),
];

pub fn run() -> Result<(), String> {
    let adverb = Adverb::built(true, "pictures")?;
    adverb.call("demo hero")?;
    let project = adverb.folder.join("hero/adverb.toml");
    let text = fs::read_to_string(&project).map_err(|e| format!("{}: {e}", project.display()))?;
    fs::write(&project, text + MORE).map_err(|e| format!("{}: {e}", project.display()))?;
    for (options, file) in PICTURES {
        println!("docs/{file}");
        adverb.call_with(&format!("render hero {options} -o"), &root().join("docs").join(file))?;
    }
    println!("docs/verb-sheet.svg");
    let docs = root().join("docs");
    adverb.call_with("sheet hero walk --x happiness --y energy -o", &docs.join("verb-sheet.svg"))?;
    println!("docs/play.svg");
    fs::copy(docs.join("play.toml"), adverb.folder.join("play.toml"))
        .map_err(|e| format!("docs/play.toml: {e}"))?;
    adverb.call_with("play hero play.toml -o", &docs.join("play.svg"))?;
    adverb.call("demo --shapes shapes")?;
    for (options, file) in SHEETS {
        println!("docs/{file}");
        adverb.call_with(&format!("sheet shapes {options} -o"), &docs.join(file))?;
    }
    fs::copy(docs.join("spaces.toml"), adverb.folder.join("spaces.toml"))
        .map_err(|e| format!("docs/spaces.toml: {e}"))?;
    for (options, file) in SPACES {
        println!("docs/{file}");
        adverb.call_with(&format!("space spaces.toml {options} -o"), &docs.join(file))?;
    }
    println!("those of the tutorials");
    setup::nextest()?;
    must(cargo(&format!("nextest run {ALL} -E test(tutorials::)")).env("ADVERB_DOCS", "write"))
}
