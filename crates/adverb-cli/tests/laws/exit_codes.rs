//! One mistake, one exit code, whatever command makes it: 1 if a file is at fault, 2 if the command line is.

use std::path::Path;

use crate::support::call::{adverb, errors, fine, text};
use crate::support::folder::{folder, written};

/// Command lines by the mistake that they make. HERO, PACK, SHAPES and WALK are good; BROKEN… are not what they should be; GONE
/// is not there; OUT is a place to write to.
const MISTAKES: [(&str, i32, &[&str]); 8] = [
    (
        "a file that is not there",
        1,
        &[
            "inspect GONE.bvh",
            "convert GONE.bvh -o OUT.glb",
            "render GONE.bvh -o OUT.png",
            "annotate GONE.bvh -p OUT",
            "sample GONE.adverb walk -o OUT.bvh",
            "sheet GONE.adverb walk --x happiness -o OUT.png",
            "play GONE.adverb GONE.toml -o OUT.glb",
            "graph show GONE.adverb -o OUT.svg",
            "shape GONE.adverb blob -o OUT.obj",
            "build GONE -o OUT.adverb",
            "check GONE",
            "report GONE walk -o OUT.html",
            "space GONE walk",
            "motion GONE run -o OUT.bvh",
            "extract GONE walk --at happiness=0 -o OUT.bvh",
            "refine GONE walk WALK",
        ],
    ),
    (
        "a file that is not what its name says",
        1,
        &[
            "inspect BROKEN.bvh",
            "convert BROKEN.bvh -o OUT.glb",
            "render BROKEN.bvh -o OUT.png",
            "annotate BROKEN.bvh -p OUT",
            "inspect BROKEN.adverb",
            "sample BROKEN.adverb walk -o OUT.bvh",
            "sheet BROKEN.adverb walk --x happiness -o OUT.png",
            "graph show BROKEN.adverb -o OUT.svg",
            "check BROKEN.toml",
            "build BROKEN.toml -o OUT.adverb",
            "report BROKEN.toml walk -o OUT.html",
            "space BROKEN.toml walk",
            "motion BROKEN.toml run -o OUT.bvh",
            "refine HERO walk BROKEN.bvh --at happiness=0.5",
        ],
    ),
    (
        "a name that the file does not have",
        2,
        &[
            "sample PACK no -o OUT.bvh",
            "sample HERO no -o OUT.bvh",
            "sheet PACK no --x happiness -o OUT.png",
            "report HERO no -o OUT.html",
            "extract HERO no --at happiness=0 -o OUT.bvh",
            "refine HERO no WALK",
            "space HERO no",
            "motion HERO no -o OUT.bvh",
            "motion HERO no --tree",
            "render HERO no -o OUT.png",
            "shape SHAPES no -o OUT.obj",
            "graph show HERO no -o OUT.svg",
        ],
    ),
    (
        "an adverb or an adjective that there is not",
        2,
        &[
            "sample PACK walk --at no=1 -o OUT.bvh",
            "sheet PACK walk --x no -o OUT.png",
            "extract HERO walk --at no=0 -o OUT.bvh",
            "refine HERO walk WALK --at no=0",
            "space HERO walk --x no -o OUT.png",
            "shape SHAPES blob --at no=1 -o OUT.obj",
        ],
    ),
    (
        "a value that is none",
        2,
        &[
            "sample PACK walk --at happiness=much -o OUT.bvh",
            "extract HERO walk --at happiness=nan -o OUT.bvh",
            "shape SHAPES blob --at bend=inf -o OUT.obj",
            "convert WALK --unit furlong -o OUT.bvh",
            "convert WALK --fps 0 -o OUT.bvh",
            "sample HERO walk --fps -1 -o OUT.bvh",
        ],
    ),
    (
        "a type of file that is not written",
        2,
        &[
            "convert WALK -o OUT.xyz",
            "sample PACK walk -o OUT.xyz",
            "render WALK -o OUT.xyz",
            "sheet PACK walk --x happiness -o OUT.xyz",
            "motion HERO run -o OUT.xyz",
            "graph show PACK -o OUT.xyz",
            "space HERO walk --x happiness -o OUT.xyz",
            "shape SHAPES blob -o OUT.xyz",
            "extract HERO walk --at happiness=0 -o OUT.xyz",
            "report HERO walk -o OUT.xyz",
            "build HERO -o OUT.xyz",
        ],
    ),
    (
        "a folder to write to that is not there",
        1,
        &[
            "convert WALK -o GONE/out.glb",
            "build HERO -o GONE/out.adverb",
            "render WALK -o GONE/out.png",
            "graph show PACK -o GONE/out.svg",
        ],
    ),
    (
        "a motion where a project belongs",
        2,
        &["check WALK", "report WALK walk -o OUT.html", "space WALK walk", "build WALK -o OUT.adverb"],
    ),
];

#[test]
fn the_same_mistake_has_the_same_exit_code_in_every_command() {
    let here = folder("codes");
    let [hero, shapes, pack, gone, broken, out] =
        ["hero", "shapes", "hero.adverb", "gone", "broken", "out"].map(|name| here.join(name));
    fine(&["demo", text(&hero)]);
    fine(&["demo", "--shapes", text(&shapes)]);
    fine(&["build", text(&hero), "-o", text(&pack)]);
    for extension in ["bvh", "adverb", "toml"] {
        written(here.join(format!("broken.{extension}")), "what is this\n");
    }
    let walk = hero.join("walk_sad.bvh");
    let words: [(&str, &Path); 7] = [
        ("HERO", &hero),
        ("PACK", &pack),
        ("SHAPES", &shapes),
        ("WALK", &walk),
        ("BROKEN", &broken),
        ("GONE", &gone),
        ("OUT", &out),
    ];
    let mut wrong = Vec::new();
    for (mistake, code, lines) in MISTAKES {
        for line in lines {
            let line =
                words.iter().fold(line.to_string(), |line, (word, path)| line.replace(word, text(path)));
            let output = adverb(&line.split(' ').collect::<Vec<_>>());
            let said = errors(&output);
            if output.status.code() != Some(code) || !said.contains("error: ") {
                wrong.push(format!("{mistake}: {line} gives {:?}, not {code}: {said}", output.status.code()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
