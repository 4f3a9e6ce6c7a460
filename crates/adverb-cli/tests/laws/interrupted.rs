//! Whatever interrupts a command, its project is the old one or the new one, complete.
//!
//! As SQLite tests it: the calls that a command makes to the system are recorded. For every number of them the disk is rebuilt as it
//! would be had the command been killed then, had the power failed, or had only names reached the disk; and every call fails once.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::call::{errors, fine, text};
use crate::support::folder::{folder, three_walks, written};

/// The calls that change a disk.
const CALLS: &str =
    "openat,write,fsync,fdatasync,fchmod,rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat";

/// Files by their names.
type Files = BTreeMap<PathBuf, Vec<u8>>;

/// A call that changes the disk below a folder.
#[derive(Debug, Clone)]
enum Call {
    Create(PathBuf),
    Write(PathBuf, usize),
    Sync(PathBuf),
    Rename(PathBuf, PathBuf),
    Link(PathBuf, PathBuf),
    Remove(PathBuf),
    /// Of a folder, or of who may read a file: nothing that contents depend on.
    Other,
}

/// A recorded call, and the how many'th of its name it is in its process.
struct Recorded {
    call: Call,
    name: String,
    number: usize,
}

/// Runs a command and records its calls.
fn recorded(words: &[&str], below: &Path) -> Vec<Recorded> {
    let log = below.with_extension("calls");
    let output = traced(&[&format!("trace={CALLS}")], &log, words);
    assert_eq!(output.status.code(), Some(0), "{words:?}: {}", errors(&output));
    let text = std::fs::read_to_string(&log).expect("a log");
    let first = text.split(' ').next().expect("a process").to_string();
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut calls = Vec::new();
    // Only the first thread writes.
    for line in text.lines().filter_map(|line| line.strip_prefix(&first)) {
        let Some((name, rest)) = line.trim().split_once('(') else { continue };
        let number = numbers.entry(name.into()).and_modify(|number| *number += 1).or_insert(1);
        if let Some(call) = call(name, rest).filter(|call| is_below(call, below)) {
            calls.push(Recorded { call, name: name.into(), number: *number });
        }
    }
    calls
}

fn traced(expressions: &[&str], log: &Path, words: &[&str]) -> Output {
    let mut strace = Command::new("strace");
    strace.args(["-f", "-y", "-o", text(log)]);
    for expression in expressions {
        strace.args(["-e", expression]);
    }
    strace.arg(env!("CARGO_BIN_EXE_adverb")).args(words).output().expect("strace starts")
}

/// Whether calls can be recorded here.
fn can_trace() -> bool {
    let works = Command::new("strace").args(["-o", "/dev/null", "true"]).output();
    let works = works.is_ok_and(|output| output.status.success());
    if !works {
        adverb_testdata::note_skip("strace cannot record system calls");
    }
    works
}

fn call(name: &str, rest: &str) -> Option<Call> {
    let named: Vec<PathBuf> = rest.split('"').skip(1).step_by(2).map(PathBuf::from).collect();
    let opened = || Some(PathBuf::from(rest.split_once('<')?.1.split_once('>')?.0));
    let [first, second] = [0, 1].map(|place| named.get(place).cloned());
    let succeeded = !rest.contains(" = -1 ");
    match name {
        _ if !succeeded => None,
        "openat" if rest.contains("O_CREAT") => Some(Call::Create(first?)),
        "write" => Some(Call::Write(opened()?, rest.rsplit_once("= ")?.1.trim().parse().ok()?)),
        "fsync" | "fdatasync" => Some(Call::Sync(opened()?)),
        "rename" | "renameat" | "renameat2" => Some(Call::Rename(first?, second?)),
        "link" | "linkat" => Some(Call::Link(first?, second?)),
        "unlink" | "unlinkat" => Some(Call::Remove(first?)),
        "mkdir" | "mkdirat" | "fchmod" => Some(Call::Other),
        _ => None,
    }
}

fn is_below(call: &Call, folder: &Path) -> bool {
    match call {
        Call::Create(path) | Call::Sync(path) | Call::Remove(path) => path.starts_with(folder),
        Call::Write(path, _) => path.starts_with(folder),
        Call::Rename(_, path) | Call::Link(_, path) => path.starts_with(folder),
        Call::Other => true,
    }
}

/// A file's contents: what has been written, and how much of it has reached the disk.
#[derive(Clone, Default)]
struct Contents {
    whole: Vec<u8>,
    written: usize,
    synced: usize,
}

/// A disk as the calls so far have left it.
#[derive(Clone)]
struct Disk {
    contents: Vec<Contents>,
    names: BTreeMap<PathBuf, usize>,
    /// The names that are on the disk, too.
    synced: BTreeMap<PathBuf, usize>,
}

impl Disk {
    fn of(files: &Files) -> Self {
        let contents = files.values().map(|bytes| Contents {
            whole: bytes.clone(),
            written: bytes.len(),
            synced: bytes.len(),
        });
        let names: BTreeMap<_, _> = files.keys().cloned().zip(0..).collect();
        Self { contents: contents.collect(), synced: names.clone(), names }
    }

    /// `whole` is what the file of a call will hold in the end.
    fn apply(&mut self, call: &Call, whole: &[u8]) {
        match call {
            Call::Create(path) => {
                self.names.insert(path.clone(), self.contents.len());
                self.contents.push(Contents { whole: whole.to_vec(), ..Contents::default() });
            }
            Call::Write(path, count) => self.contents[self.names[path]].written += count,
            Call::Sync(path) => match self.names.get(path) {
                Some(file) => self.contents[*file].synced = self.contents[*file].written,
                None => {
                    self.synced.retain(|name, _| name.parent() != Some(path));
                    let inside = self.names.iter().filter(|(name, _)| name.parent() == Some(path));
                    self.synced.extend(inside.map(|(name, file)| (name.clone(), *file)));
                }
            },
            Call::Rename(from, to) => {
                let file = self.names.remove(from).expect("a draft");
                self.names.insert(to.clone(), file);
            }
            Call::Link(from, to) => drop(self.names.insert(to.clone(), self.names[from])),
            Call::Remove(path) => drop(self.names.remove(path)),
            Call::Other => {}
        }
    }

    /// What is there after the command was killed; after the power failed; after it failed when names were on the disk before
    /// contents were.
    fn rebuilt(&self) -> [(&'static str, Files); 3] {
        let files = |names: &BTreeMap<PathBuf, usize>, length: fn(&Contents) -> usize| -> Files {
            let bytes = |file: usize| self.contents[file].whole[..length(&self.contents[file])].to_vec();
            names.iter().map(|(name, file)| (name.clone(), bytes(*file))).collect()
        };
        [
            ("killed", files(&self.names, |file| file.written)),
            ("without power", files(&self.synced, |file| file.synced)),
            ("without contents", files(&self.names, |file| file.synced)),
        ]
    }
}

/// All files below a folder.
fn files_below(folder: &Path) -> Files {
    let mut files = Files::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.path() {
            path if path.is_dir() => files.extend(files_below(&path)),
            path => drop(files.insert(path.clone(), std::fs::read(&path).expect("a file"))),
        }
    }
    files
}

/// Makes a folder hold these files and no others.
fn restore(folder: &Path, files: &Files) {
    let _ = std::fs::remove_dir_all(folder);
    std::fs::create_dir_all(folder).expect("a writable folder");
    for (path, bytes) in files {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a writable folder");
        std::fs::write(path, bytes).expect("a writable folder");
    }
}

/// Old or new, complete. The last of `outputs` names the others; files that nobody names do no harm.
#[track_caller]
fn expect_whole(found: &Files, old: &Files, new: &Files, outputs: &[PathBuf], when: &str) {
    for output in outputs {
        let now = found.get(output);
        assert!(now == old.get(output) || now == new.get(output), "{when}: {} is neither", output.display());
    }
    let last = outputs.last().expect("an output");
    let is_new = found.get(last) == new.get(last);
    let state = if is_new { new } else { old };
    if last.ends_with("adverb.toml") {
        let lacking: Vec<_> = state.iter().filter(|(path, bytes)| found.get(*path) != Some(bytes)).collect();
        let lacking: Vec<_> = lacking.iter().map(|(path, _)| path).collect();
        assert!(lacking.is_empty(), "{when}: {} is there without {lacking:?}", last.display());
    }
}

/// Holds a command to the law. `folder` is where it writes `outputs`, the last of which names the others.
fn hold(words: &[&str], folder: &Path, outputs: &[PathBuf]) {
    let old = files_below(folder);
    let calls = recorded(words, folder);
    let new = files_below(folder);
    assert!(calls.len() > 3 && old != new, "{words:?} writes: {} calls", calls.len());
    // What a draft will hold: the file that it becomes.
    let finally = |path: &Path| {
        let becomes = calls.iter().find_map(|recorded| match &recorded.call {
            Call::Rename(from, to) | Call::Link(from, to) if from == path => Some(to.clone()),
            _ => None,
        });
        new.get(&becomes.unwrap_or(path.to_path_buf())).cloned().unwrap_or_default()
    };
    let mut disk = Disk::of(&old);
    for count in 0..=calls.len() {
        for (how, found) in disk.rebuilt() {
            expect_whole(&found, &old, &new, outputs, &format!("{words:?} {how} after {count} calls"));
        }
        let Some(Recorded { call, .. }) = calls.get(count) else { break };
        let whole = if let Call::Create(path) = call { finally(path) } else { Vec::new() };
        disk.apply(call, &whole);
    }
    let log = folder.with_extension("calls");
    for Recorded { call, name, number } in &calls {
        restore(folder, &old);
        let inject = format!("inject={name}:error=EIO:when={number}");
        let output = traced(&[&format!("trace={CALLS}"), &inject], &log, words);
        let when = format!("{words:?} where {call:?} fails: {}", errors(&output));
        let found = files_below(folder);
        expect_whole(&found, &old, &new, outputs, &when);
        match output.status.code() {
            Some(0) => outputs.iter().for_each(|path| assert_eq!(found.get(path), new.get(path), "{when}")),
            code => assert_eq!(code, Some(1), "{when}"),
        }
    }
}

#[test]
fn a_project_that_a_command_changes_is_the_old_one_or_the_new_one() {
    if !can_trace() {
        return;
    }
    let project = three_walks("changed");
    let take = project.with_file_name("take.bvh");
    fine(&["extract", text(&project), "walk", "--at", "happiness=5", "-o", text(&take)]);
    let output = [project.join("adverb.toml")];
    hold(&["refine", text(&project), "walk", text(&take), "--at", "happiness=5"], &project, &output);
    let run = project.with_file_name("hero").join("run.bvh");
    hold(&["annotate", text(&run), "-p", text(&project)], &project, &output);
    let made = project.with_file_name("made");
    std::fs::create_dir(&made).unwrap();
    hold(&["annotate", text(&run), "-p", text(&made)], &made, &[made.join("adverb.toml")]);
}

#[test]
fn a_project_that_a_command_makes_is_whole_or_not_there() {
    if !can_trace() {
        return;
    }
    let made = folder("made").join("shapes");
    std::fs::create_dir(&made).unwrap();
    hold(&["demo", "--shapes", text(&made)], &made, &[made.join("adverb.toml")]);
}

#[test]
fn an_output_is_the_old_one_or_the_new_one() {
    if !can_trace() {
        return;
    }
    let here = folder("output");
    let (hero, out) = (here.join("hero"), here.join("out"));
    fine(&["demo", text(&hero)]);
    std::fs::create_dir(&out).unwrap();
    let [glb, json] = ["out.glb", "out.json"].map(|name| written(out.join(name), "before"));
    hold(&["convert", text(&hero.join("walk_sad.bvh")), "-o", text(&glb)], &out, std::slice::from_ref(&glb));
    let sample = ["sample", text(&hero), "bow", "--phases", text(&json), "-o", text(&glb)];
    hold(&sample, &out, &[glb.clone(), json.clone()]);
}

#[test]
fn an_interrupted_demo_can_be_run_again() {
    let here = folder("again");
    let (whole, part) = (here.join("whole"), here.join("part"));
    fine(&["demo", "--shapes", text(&whole)]);
    let whole = files_below(&whole);
    std::fs::create_dir(&part).unwrap();
    for (path, bytes) in whole.iter().filter(|(path, _)| !path.ends_with("adverb.toml")).take(3) {
        written(part.join(path.file_name().unwrap()), &bytes[..bytes.len() / 2]);
    }
    written(part.join(".adverb-0123456789abcdef.part"), "what was written then");
    fine(&["demo", "--shapes", text(&part)]);
    for (path, bytes) in &whole {
        assert_eq!(
            &std::fs::read(part.join(path.file_name().unwrap())).unwrap(),
            bytes,
            "{}",
            path.display()
        );
    }
    // A project of one's own is never touched.
    crate::support::call::refused(&["demo", "--shapes", text(&part)], 2, &["is not empty"]);
}

#[test]
fn what_a_killed_command_left_is_swept_and_what_another_one_writes_is_not() {
    let here = folder("swept");
    let (left, held, own) =
        (".adverb-0000000000000001.part", ".adverb-0000000000000002.part", ".adverb-notes.part");
    let files = [left, held, own].map(|name| written(here.join(name), "drafted"));
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(60);
    let open = |path: &PathBuf| std::fs::File::options().write(true).open(path).unwrap();
    files.iter().for_each(|path| open(path).set_modified(long_ago).unwrap());
    let writer = open(&files[1]);
    writer.lock().unwrap();
    fine(&["demo", text(&here.join("hero"))]);
    fine(&["convert", text(&here.join("hero/bow.bvh")), "-o", text(&here.join("bow.glb"))]);
    assert_eq!(files.map(|path| path.exists()), [false, true, true]);
}

#[test]
fn links_to_nothing_long_names_pipes_and_devices_are_written_to() {
    let here = folder("through");
    fine(&["demo", text(&here.join("hero"))]);
    let bow = here.join("hero/bow.bvh");
    let convert = |out: &Path| fine(&["convert", text(&bow), "-o", text(out)]);
    let plain = here.join("plain.glb");
    convert(&plain);
    let plain = std::fs::read(plain).unwrap();
    let link = here.join("link.glb");
    std::os::unix::fs::symlink("end.glb", &link).unwrap();
    convert(&link);
    assert!(link.is_symlink());
    assert_eq!(std::fs::read(here.join("end.glb")).unwrap(), plain);
    let long = here.join(format!("{}.glb", "n".repeat(251)));
    convert(&long);
    assert_eq!(std::fs::read(long).unwrap(), plain);
    let pipe = here.join("pipe.glb");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read(pipe).unwrap()
    });
    convert(&pipe);
    assert_eq!(reader.join().unwrap(), plain);
    assert!(!std::fs::metadata(&pipe).unwrap().is_file());
    let device = here.join("full.glb");
    std::os::unix::fs::symlink("/dev/full", &device).unwrap();
    crate::support::call::refused(&["convert", text(&bow), "-o", text(&device)], 1, &["cannot be written"]);
}
