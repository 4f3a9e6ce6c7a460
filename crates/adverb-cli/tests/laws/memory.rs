//! The command's peak memory, as the system counts it: at most 64 MB and 20 times the data, however much of it is nothing.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::support::call::text;
use crate::support::folder::{folder, written};

const MB: u64 = 1 << 20;

/// What a command said, its exit code, and the most memory that it took.
struct Ended {
    said: String,
    code: Option<i32>,
    peak_bytes: u64,
}

/// Calls the command with this as its standard input, and looks at it until it ends.
fn watched(arguments: &[&str], input: Stdio) -> Ended {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adverb"));
    command.args(arguments).stdin(input).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    let status = format!("/proc/{}/status", child.id());
    let mut peak_bytes = 0;
    while child.try_wait().expect("a child").is_none() {
        let status = std::fs::read_to_string(&status).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak_kb = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        peak_bytes = peak_kb.map_or(peak_bytes, |kb| 1024 * kb);
        std::thread::sleep(Duration::from_millis(1));
    }
    let ended = child.wait_with_output().expect("it has ended");
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    Ended { said, code: ended.status.code(), peak_bytes }
}

/// It must end with this code and these words, within memory for this much data.
#[track_caller]
fn within(data: u64, ended: Ended, code: i32, words: &str) {
    let Ended { said, code: ended, peak_bytes } = ended;
    assert_eq!(ended, Some(code), "{said}");
    assert!(said.contains(words), "it lacks {words:?}: {said}");
    assert!(said.len() < 2000, "{} letters are no message", said.len());
    let most = 64 * MB + 20 * data;
    assert!(peak_bytes <= most, "{} MB, of {} MB", peak_bytes / MB, most / MB);
}

/// A leg of three joints and its end, as BVH up to the rows: nine numbers and four transforms a row.
fn head(frames: usize) -> String {
    let joint =
        |name: &str| format!("{name}\n{{\nOFFSET 0 -0.4 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n");
    format!(
        "HIERARCHY\n{}{}{}End Site\n{{\nOFFSET 0 -0.1 0\n}}\n}}\n}}\n}}\nMOTION\nFrames: {frames}\nFrame Time: 0.01\n",
        joint("ROOT Hip"),
        joint("JOINT Knee"),
        joint("JOINT Ankle")
    )
}

/// A file of as many zeros, or zero bytes, behind that.
fn filled(path: PathBuf, frames: usize, row: &[u8]) -> PathBuf {
    written(path, [head(frames).as_bytes(), &row.repeat(frames)].concat())
}

/// Every command that reads a file of a motion, with its output where it has one.
fn calls<'a>(file: &'a str, walk: &'a str, project: &'a str) -> Vec<(Vec<&'a str>, &'a str)> {
    vec![
        (vec!["inspect", file], ""),
        (vec!["inspect", file, "--json"], ""),
        (vec!["convert", file], "bvh"),
        (vec!["convert", file], "glb"),
        (vec!["convert", file, "--fps", "25"], "glb"),
        (vec!["convert", walk, "--character", file], "glb"),
        (vec!["render", file], "svg"),
        (vec!["render", file, "--curves"], "svg"),
        (vec!["inspect", project], ""),
        (vec!["motion", project, "a"], "bvh"),
    ]
}

#[track_caller]
fn every_command(here: &Path, file: &Path, data: u64, ends: impl Fn(&[&str], &Ended) -> (i32, &'static str)) {
    let walk = filled(here.join("walk.bvh"), 3, b"0 0 0 0 0 0 0 0 0\n");
    let project = written(here.join("adverb.toml"), format!("[motions.a]\nfile = {:?}\n", text(file)));
    for (mut arguments, ending) in calls(text(file), text(&walk), text(&project)) {
        let out = here.join(format!("out.{ending}"));
        if !ending.is_empty() {
            arguments.extend(["-o", text(&out)]);
        }
        let ended = watched(&arguments, Stdio::null());
        eprintln!("{} MB, {:?}: {arguments:?}", ended.peak_bytes / MB, ended.code);
        let (code, words) = ends(&arguments, &ended);
        within(data, ended, code, words);
    }
}

#[test]
fn a_recording_of_zeros_takes_what_its_length_justifies() {
    let here = folder("zeros");
    let file = filled(here.join("zeros.bvh"), 700_000, b"0 0 0 0 0 0 0 0 0\n");
    let data = file.metadata().expect("a file").len();
    assert!(data > 12 * MB);
    every_command(&here, &file, data, |_, ended| (ended.code.unwrap_or(-1), ""));
}

#[test]
fn zero_bytes_take_no_more_than_they_are() {
    let here = folder("nothing");
    let rows = filled(here.join("rows.bvh"), 700_000, &[0; 18]);
    let data = rows.metadata().expect("a file").len();
    every_command(&here, &rows, data, |_, _| (1, "rows.bvh"));
    let all = written(here.join("all.bvh"), vec![0; 12 << 20]);
    every_command(&here, &all, 0, |_, _| (1, "begins with a zero byte"));
}

#[test]
fn what_is_longer_than_any_recording_is_not_read_unless_asked() {
    let here = folder("long");
    let path = filled(here.join("long.bvh"), 1, b"0 0 0 0 0 0 0 0 0\n");
    let mut file = File::options().append(true).open(&path).expect("a file");
    // A hole: it takes no place on the disk.
    file.set_len(5 << 30).expect("a file system with holes");
    let words = "longer than 1024 MB; --limit input=MB reads more";
    every_command(&here, &path, 0, |_, _| (1, words));
    file.set_len(2 * MB).expect("a shorter file");
    file.write_all(b"\n").expect("a writable file");
    let call = ["inspect", text(&path), "--limit", "input=1"];
    within(0, watched(&call, Stdio::null()), 1, "longer than 1 MB; --limit input=MB reads more");
}

#[test]
fn what_never_ends_is_given_up_early() {
    let here = folder("endless");
    let walk = filled(here.join("walk.bvh"), 3, b"0 0 0 0 0 0 0 0 0\n");
    let out = here.join("out.glb");
    for arguments in [
        &["inspect", "/dev/zero"][..],
        &["convert", "/dev/zero", "-o", text(&out)],
        &["convert", text(&walk), "--character", "/dev/zero", "-o", text(&out)],
        &["render", "/dev/zero", "-o", text(&here.join("out.svg"))],
    ] {
        within(
            0,
            watched(arguments, Stdio::null()),
            1,
            "/dev/zero: cannot be read: it begins with a zero byte",
        );
    }
    // One that begins as a recording does, and goes on.
    let begins = written(here.join("head"), head(1000));
    for (limit, data) in [("stream=64", 3 * MB), ("stream=1", 0), ("joints=9", 3 * MB)] {
        let mut endless = Command::new("sh")
            .args(["-c", "cat \"$0\"; exec yes '0 0 0 0 0 0 0 0 0'", text(&begins)])
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell");
        let pipe = endless.stdout.take().expect("a pipe");
        let ended = watched(&["inspect", "/dev/stdin", "--limit", limit], pipe.into());
        let words = if data > 0 { "longer than 64 MB; --limit stream=MB" } else { "longer than 1 MB" };
        within(data, ended, 1, words);
        // It ends when nobody reads any more.
        endless.wait().expect("a child");
    }
    let sample = ["sample", "/dev/zero", "walk", "-o", text(&out)];
    within(0, watched(&sample, Stdio::null()), 2, "/dev/zero is not a project");
}
