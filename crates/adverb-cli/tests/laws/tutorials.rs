//! The tutorials of the manual do what they say: their commands run in their order, print what is quoted and make the pictures that are shown.
//!
//! With `ADVERB_DOCS=write`, as `cargo xtask pictures` calls it, the pictures are replaced instead of compared.

use std::path::{Path, PathBuf};
use std::process::Command;

use adverb_cli::raster::png;
use adverb_testdata::mixamo::{Figure, Move, Part};
use resvg::tiny_skia::Pixmap;

use crate::support::folder::{folder, text_of, written};

/// A part of a page between two lines of backticks, and what it is.
struct Block<'a> {
    kind: &'a str,
    text: &'a str,
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    // Every second part is within backticks.
    let parts = page.split("```").skip(1).step_by(2);
    parts.filter_map(|part| part.split_once('\n')).map(|(kind, text)| Block { kind, text }).collect()
}

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

/// What a command of a page prints. It must succeed; the studio is asked for no more than its help, since it ends with its person.
fn printed(line: &str, here: &Path) -> String {
    let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
    let Some(("adverb", arguments)) = words.split_first().map(|(first, rest)| (*first, rest)) else {
        panic!("not a command of adverb: {line}");
    };
    let help: &[&str] = if arguments.first() == Some(&"studio") { &["--help"] } else { &[] };
    let output = Command::new(env!("CARGO_BIN_EXE_adverb"))
        .args(arguments)
        .args(help)
        .current_dir(here)
        .output()
        .expect("the command starts");
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8(said).expect("text");
    assert!(output.status.success(), "{line}: {said}");
    // Steps that take long are named on slow machines.
    said.lines().filter(|line| !line.ends_with(" …")).map(|line| format!("{line}\n")).collect()
}

/// `…` in a quotation is any number of lines.
fn is_quoted(quotation: &str, said: &str) -> bool {
    let mut rest = said;
    for (number, part) in quotation.split("…\n").enumerate() {
        match rest.find(part) {
            Some(at) if number > 0 || at == 0 => rest = &rest[at + part.len()..],
            _ => return false,
        }
    }
    rest.is_empty() || quotation.ends_with("…\n")
}

/// Whether two pictures look the same: sines may differ in their last bits from machine to machine.
fn is_alike(kept: &[u8], made: &[u8]) -> bool {
    let pixels = |bytes: &[u8]| match str::from_utf8(bytes) {
        Ok(svg) => Pixmap::decode_png(&png(svg).ok()?).ok(),
        Err(_) => Pixmap::decode_png(bytes).ok(),
    };
    let (Some(kept), Some(made)) = (pixels(kept), pixels(made)) else { return false };
    let differ: f64 = kept.data().iter().zip(made.data()).map(|(a, b)| f64::from(a.abs_diff(*b))).sum();
    (kept.width(), kept.height()) == (made.width(), made.height()) && differ < 0.2 * made.data().len() as f64
}

/// Follows a page in a folder.
fn follow(page: &str, here: &Path) {
    let text = text_of(&docs().join(page));
    let mut said = String::new();
    for block in blocks(&text) {
        match block.kind {
            "sh" => block.text.lines().for_each(|line| said = printed(line, here)),
            "text" => assert!(
                is_quoted(block.text, &said),
                "{page} quotes\n{}\nwhat is said is\n{said}",
                block.text
            ),
            "toml" => {
                let (path, table) = block.text.split_once('\n').expect("a comment that names the file");
                let path = here.join(path.trim_start_matches("# "));
                std::fs::write(&path, text_of(&path) + "\n" + table).expect("a writable file");
            }
            kind => panic!("{page}: nobody knows what to do with {kind:?}"),
        }
    }
    let pictures = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    for picture in pictures.filter(|name| name.ends_with(".svg") || name.ends_with(".png")) {
        let (made, kept) = (here.join(picture), docs().join(picture));
        let made = std::fs::read(&made).unwrap_or_else(|_| panic!("{page}: no command makes {picture}"));
        if std::env::var_os("ADVERB_DOCS").is_some_and(|what| what == "write") {
            std::fs::write(kept, made).expect("a writable folder");
        } else {
            let kept = std::fs::read(kept).unwrap_or_default();
            assert!(
                is_alike(&kept, &made),
                "{page}: {picture} is not what its command draws; cargo xtask pictures draws it anew"
            );
        }
    }
}

#[test]
fn the_first_walk_takes_five_commands() {
    follow("first-walk.md", &folder("first-walk"));
}

#[test]
fn a_character_of_ones_own_walks() {
    let here = folder("your-character");
    let figure = Figure {
        parts: &Part::ALL,
        moves: &Move::ALL,
        unit_m: 0.01,
        turned_parent: true,
        ..Figure::default()
    };
    written(here.join("hero.glb"), figure.glb());
    follow("your-character.md", &here);
}

#[test]
fn quotations_are_compared() {
    assert!(is_quoted("a\nb\n", "a\nb\n"));
    assert!(is_quoted("a\n…\nd\n", "a\nb\nc\nd\n"));
    assert!(is_quoted("a\n…\n", "a\nb\n"));
    for other in ["a\n", "a\nb\nc\n", "c\na\nb\n"] {
        assert!(!is_quoted("a\nb\n", other), "{other}");
    }
}
