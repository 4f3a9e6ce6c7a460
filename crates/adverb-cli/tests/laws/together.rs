//! Several commands change one project at once, and an editor beside them: nothing is lost.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::support::call::{fine, text};
use crate::support::folder::{folder, text_of};

/// How many commands at a time.
const COMMANDS: usize = 7;
/// How often; `cargo xtask soak` asks for more.
fn rounds() -> usize {
    std::env::var("ADVERB_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(6)
}

fn annotate(take: &Path, project: &Path) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_adverb"));
    command.args(["annotate", text(take), "-p", text(project)]);
    command.stderr(Stdio::piped()).spawn().expect("the command starts")
}

#[test]
fn commands_that_change_one_project_at_once_lose_nothing() {
    let here = folder("seven");
    let hero = here.join("hero");
    fine(&["demo", text(&hero)]);
    for round in 0..rounds() {
        // Every other round also makes the project, and its folder.
        let project = here.join(format!("project{}", round / 2));
        let takes: Vec<_> = (0..COMMANDS)
            .map(|number| {
                let take = here.join(format!("take_{round}_{number}.bvh"));
                std::fs::copy(hero.join("bow.bvh"), &take).expect("a writable folder");
                take
            })
            .collect();
        let running: Vec<Child> = takes.iter().map(|take| annotate(take, &project)).collect();
        for child in running {
            let output = child.wait_with_output().expect("it ends");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        let text = text_of(&project.join("adverb.toml"));
        for before in (round / 2 * 2)..=round {
            for number in 0..COMMANDS {
                let motion = format!("[motions.take_{before}_{number}]");
                assert!(text.contains(&motion), "round {round}: {motion} is lost");
            }
        }
    }
}

#[test]
fn a_command_that_was_killed_holds_nobody_up() {
    let here = folder("killed");
    let (hero, project) = (here.join("hero"), here.join("project"));
    fine(&["demo", text(&hero)]);
    std::fs::create_dir(&project).expect("a writable folder");
    for milliseconds in [0, 5, 20, 60] {
        let mut killed = annotate(&hero.join("bow.bvh"), &project);
        std::thread::sleep(std::time::Duration::from_millis(milliseconds));
        // It may be done already.
        let _ = killed.kill();
        killed.wait().expect("it ends");
        fine(&["annotate", text(&hero.join("nod.bvh")), "-p", text(&project)]);
        assert!(text_of(&project.join("adverb.toml")).contains("[motions.nod]"));
    }
}

#[test]
#[cfg(unix)]
fn an_editor_that_saves_meanwhile_is_noticed() {
    let here = folder("editor");
    let (hero, project) = (here.join("hero"), here.join("project"));
    fine(&["demo", text(&hero)]);
    fine(&["annotate", text(&hero.join("bow.bvh")), "-p", text(&project)]);
    // The command reads its recording from a pipe, so that it waits for the editor here.
    let pipe = here.join("take.bvh");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("a pipe").success());
    let waiting = annotate(&pipe, &project);
    let mut recording = std::fs::File::options().write(true).open(&pipe).expect("the other end is open");
    let toml = project.join("adverb.toml");
    let edited = format!("{}# edited meanwhile\n", text_of(&toml));
    std::fs::write(&toml, &edited).expect("a writable folder");
    let take = std::fs::read(hero.join("nod.bvh")).expect("a recording");
    std::io::Write::write_all(&mut recording, &take).expect("a reader");
    // A project's files are none of them pipes.
    std::fs::copy(hero.join("nod.bvh"), here.join("nod.bvh")).expect("a writable folder");
    std::fs::rename(here.join("nod.bvh"), &pipe).expect("a writable folder");
    drop(recording);
    let output = waiting.wait_with_output().expect("it ends");
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("was changed by another program meanwhile"), "{said}");
    assert_eq!(text_of(&toml), edited);
}
