//! `cargo xtask pictures`: the pictures in docs/, drawn anew from the built-in character.

use std::fs;

use crate::command::{cargo, program, root, run as must, target_dir};

/// Motions that only the pictures need: a walk cut a little too short, repeated with and without a search for its seam.
const MORE: &str = r#"
[motions.cut]
clip = "neutral"
from = 0.03
to = 0.93
[motions.before]
concatenate = ["cut", "cut", "cut"]
[motions.seamless]
cycle = "cut"
[motions.after]
concatenate = ["seamless", "seamless", "seamless"]
[motions.turn-left-mirrored]
mirror = "turn-left"
"#;

/// What follows `adverb render hero`, and the picture's name in docs/.
const PICTURES: [(&str, &str); 8] = [
    ("neutral --repeat 2", "walk.svg"),
    ("neutral --repeat 2 --view side", "walk-side.svg"),
    ("neutral --view front --moments 3", "walk-front.svg"),
    ("turn-left --repeat 2 --view above", "turn-above.svg"),
    ("turn-left turn-left-mirrored --repeat 2", "mirror.svg"),
    ("before after --layout sheet --view side --moments 13", "cycle.svg"),
    ("before after --curves --joint LeftLeg --joint RightLeg --title=Knees", "cycle-curves.svg"),
    ("neutral happy sad angry tired sneaky --layout row --view front --moments 1", "styles.svg"),
];

pub fn run() -> Result<(), String> {
    must(&mut cargo("build --quiet --release --package adverb-cli"))?;
    let adverb = target_dir().join("release").join(format!("adverb{}", std::env::consts::EXE_SUFFIX));
    let folder = target_dir().join("pictures");
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let call = |line: &str| must(program(&adverb, line).arg("--quiet").current_dir(&folder));
    call("demo hero")?;
    let project = folder.join("hero/adverb.toml");
    let text = fs::read_to_string(&project).map_err(|e| format!("{}: {e}", project.display()))?;
    fs::write(&project, text + MORE).map_err(|e| format!("{}: {e}", project.display()))?;
    for (options, file) in PICTURES {
        println!("docs/{file}");
        let out = root().join("docs").join(file);
        must(program(&adverb, &format!("render hero {options} --quiet -o")).arg(out).current_dir(&folder))?;
    }
    Ok(())
}
