//! Every command that writes, where there is no room to: a message that names the file, exit code 1, and what was there before is
//! there after, whole.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Output};

use crate::support::call::{adverb, errors, fine, text};
use crate::support::folder::{folder, written};

/// A project, its pack and a script, and every command that writes a file of them: its arguments, in which OUT stands for the file
/// without its ending.
fn writers(here: &Path) -> Vec<String> {
    let hero = here.join("hero");
    fine(&["demo", text(&hero)]);
    let pack = here.join("hero.adverb");
    fine(&["build", text(&hero), "-o", text(&pack)]);
    let script = written(here.join("play.toml"), "secs = 2\n");
    let walk = hero.join("walk_sad.bvh");
    let spelled = |line: &str| {
        let places = [("HERO", &hero), ("PACK", &pack), ("WALK", &walk), ("SCRIPT", &script)];
        places.iter().fold(line.to_string(), |line, (word, path)| line.replace(word, text(path)))
    };
    let lines = [
        "convert WALK -o OUT.glb",
        "convert WALK -o OUT.bvh",
        "motion HERO run -o OUT.bvh",
        "motion HERO run --usage -o OUT.svg",
        "render WALK -o OUT.png",
        "render HERO run -o OUT.svg",
        "render HERO run --curves -o OUT.png",
        "render HERO run --animate -o OUT.svg",
        "sample PACK walk -o OUT.png",
        "sample PACK walk --phases OUT.json -o OUT.bvh",
        "sheet PACK walk --x happiness -o OUT.png",
        "report HERO pace -o OUT.html",
        "play PACK SCRIPT -o OUT.svg",
        "play PACK SCRIPT --phases OUT.json -o OUT.glb",
        "build HERO -o OUT.adverb",
        "graph show PACK -o OUT.svg",
        "space HERO walk --x happiness -o OUT.png",
    ];
    lines.iter().map(|line| spelled(line)).collect()
}

/// The words of a line, and the files that it is to write.
fn aimed<'l>(line: &'l str, out: &'l str) -> (Vec<String>, Vec<String>) {
    let words: Vec<String> = line.split(' ').map(|word| word.replace("OUT", out)).collect();
    let files = words.iter().filter(|word| word.starts_with(out)).cloned().collect();
    (words, files)
}

/// Whatever was told before, the last words are that a file cannot be written; one of these, if there are any.
#[track_caller]
fn refused_at_the_end(output: &Output, files: &[String]) {
    let said = errors(output);
    assert_eq!(output.status.code(), Some(1), "{files:?}: {said}");
    let last = said.lines().last().unwrap_or_default();
    assert!(last.contains("error: ") && last.contains("cannot be written: "), "{files:?}: {said}");
    assert!(files.is_empty() || files.iter().any(|file| last.contains(file)), "{files:?}: {said}");
}

/// The command after some shell that makes the world a worse place; `$0` is what is given.
fn after(preparation: &str, given: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{preparation}\nexec \"$@\""), given, env!("CARGO_BIN_EXE_adverb")]);
    command.args(arguments).output().expect("a shell")
}

/// Where no file may be longer than 512 bytes: what a full disk is like, without filling one.
fn limited(arguments: &[&str]) -> Output {
    after("ulimit -f 1", "sh", arguments)
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn a_folder_that_cannot_be_written_is_said() {
    // Nobody can write here, not even an administrator.
    for line in writers(&folder("unwritable")) {
        let (words, files) = aimed(&line, "/proc/adverb/out");
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        refused_at_the_end(&adverb(&words), &files);
    }
    refused_at_the_end(&adverb(&["demo", "/proc/adverb/hero"]), &["/proc/adverb/hero".into()]);
}

#[test]
fn a_limit_on_file_sizes_leaves_what_was_there() {
    let here = folder("limit");
    let writers = writers(&here);
    let target = here.join("target");
    std::fs::create_dir(&target).unwrap();
    for line in writers {
        let out = target.join("out");
        let (words, files) = aimed(&line, text(&out));
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        // Once with nothing there, once over something.
        refused_at_the_end(&limited(&words), &files);
        assert_eq!(names_in(&target), [""; 0], "{line}");
        files.iter().for_each(|file| drop(written(file.into(), "before")));
        refused_at_the_end(&limited(&words), &files);
        assert_eq!(names_in(&target).len(), files.len(), "{line}");
        for file in files {
            assert_eq!(std::fs::read(&file).unwrap(), b"before", "{line}");
            std::fs::remove_file(&file).unwrap();
        }
    }
    // A project is many files: all of them, or none.
    let hero = target.join("hero");
    for folder in [hero.clone(), hero.join("of/mine")] {
        refused_at_the_end(&limited(&["demo", text(&folder)]), &[]);
        assert_eq!(names_in(&target), [""; 0]);
    }
    std::fs::create_dir(&hero).unwrap();
    refused_at_the_end(&limited(&["demo", text(&hero)]), &[]);
    assert_eq!(names_in(&hero), [""; 0]);
    fine(&["demo", text(&hero)]);
}

/// A disk of one page, which nobody but the command sees.
#[test]
fn a_full_disk_leaves_what_was_there() {
    let here = folder("full");
    let disk = here.join("disk");
    std::fs::create_dir(&disk).unwrap();
    let on_disk = |before: &str, words: &[&str]| {
        let script = format!(
            "mount -t tmpfs -o size=4k adverb \"$0\" || exit 77\n{before}\n\"$@\"\nfailed=$?\n\
             for file in \"$0\"/* \"$0\"/.*; do test -f \"$file\" && echo \"$file\" && cat \"$file\"; done\nexit $failed"
        );
        let mut command = Command::new("unshare");
        command.args(["--map-root-user", "--mount", "sh", "-c", &script, text(&disk)]);
        command.arg(env!("CARGO_BIN_EXE_adverb")).args(words).output()
    };
    if !on_disk("", &["--version"]).is_ok_and(|output| output.status.success()) {
        return adverb_testdata::note_skip("no disk can be mounted");
    }
    let out = disk.join("out");
    for line in writers(&here) {
        let (words, files) = aimed(&line, text(&out));
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = on_disk("", &words).unwrap();
        refused_at_the_end(&output, &files);
        assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{line}: nothing is left");
        // The last of them takes the only page.
        let last = files.last().expect("a file");
        let output = on_disk(&format!("echo before > '{last}'"), &words).unwrap();
        refused_at_the_end(&output, &files);
        assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{last}\nbefore\n"), "{line}");
    }
    let output = on_disk("", &["demo", text(&disk.join("hero"))]).unwrap();
    refused_at_the_end(&output, &[]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
}

#[test]
fn what_is_printed_to_no_room_is_said() {
    let here = folder("printed");
    fine(&["demo", text(&here)]);
    let [hero, walk] = [&here, &here.join("walk_sad.bvh")].map(|path| text(path).to_string());
    for words in [
        &["inspect", &walk][..],
        &["inspect", &hero, "--json"],
        &["motion", &hero, "run", "--tree"],
        &["space", &hero, "walk"],
        &["completions", "bash"],
    ] {
        refused_at_the_end(&after("ulimit -f 0\nexec > \"$0\"", text(&here.join("said")), words), &[]);
        refused_at_the_end(&after("exec > /dev/full", "sh", words), &[]);
        // A reader who has seen enough is no failure.
        let piped = after("{ \"$@\"; echo $? >&2; } | :\nexit", "sh", words);
        assert_eq!(errors(&piped).lines().last(), Some("0"), "{words:?}: {}", errors(&piped));
    }
    // Nor is one who does not listen.
    let out = here.join("out.bvh");
    let convert = ["convert", &walk, "-o", text(&out)];
    assert_eq!(after("exec 2> /dev/full", "sh", &convert).status.code(), Some(0));
    assert_eq!(after("exec 2> /dev/full", "sh", &["inspect", "/nowhere.bvh"]).status.code(), Some(1));
}

#[test]
fn files_that_are_protected_linked_or_named_twice_are_kept() {
    let here = folder("kept");
    fine(&["demo", text(&here.join("hero"))]);
    let walk = here.join("hero/walk_sad.bvh");
    let kept = written(here.join("kept.glb"), "before");
    let mut permissions = std::fs::metadata(&kept).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&kept, permissions).unwrap();
    let convert = |out: &Path| adverb(&["convert", text(&walk), "-o", text(out)]);
    refused_at_the_end(&convert(&kept), &[text(&kept).into()]);
    assert_eq!(std::fs::read(&kept).unwrap(), b"before");
    let folder = here.join("folder.glb");
    std::fs::create_dir(&folder).unwrap();
    refused_at_the_end(&convert(&folder), &[text(&folder).into()]);
    // What a link leads to is written, and the link is kept.
    let (link, end) = (here.join("link.glb"), here.join("end.glb"));
    std::os::unix::fs::symlink(&end, &link).unwrap();
    written(end.clone(), "before");
    assert_eq!(convert(&link).status.code(), Some(0));
    assert!(link.is_symlink() && std::fs::read(&end).unwrap().starts_with(b"glTF"));
    // Neither what it is made from nor what it is has two meanings.
    let original = std::fs::read(&walk).unwrap();
    std::os::unix::fs::symlink(&walk, here.join("walk.bvh")).unwrap();
    for out in [&walk, &here.join("walk.bvh")] {
        assert_eq!(convert(out).status.code(), Some(2), "{}", out.display());
    }
    assert_eq!(std::fs::read(&walk).unwrap(), original);
    let (hero, out) = (here.join("hero"), here.join("out.bvh"));
    let twice = ["sample", text(&hero), "walk", "--phases", text(&out), "-o", text(&out)];
    assert_eq!(adverb(&twice).status.code(), Some(2), "{}", errors(&adverb(&twice)));
    assert!(!out.exists());
}
