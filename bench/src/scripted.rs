//! What single steps and single requests cost, counted by callgrind one by one: the worst matters, since a game waits for it.
//!
//! Steps are those of an actor on the graph of the built-in hero, by two scripts of 10,000 steps of 1/60 s. Requests are made on graphs
//! of its walk under many names.

use std::path::Path;
use std::process::Command;

use adverb::chance::Chance;
use adverb::graph::{Blend, Enter, GestureId, Graph, KnobId, Leave, Parts, Transition, VerbId};
use adverb::{Actor, Pack, Verb};
use adverb_author::demo;
use adverb_author::project::Project;

const STEPS: usize = 10_000;
const SCRIPTS: [(&str, &str); 2] = [
    ("busy", "always in a transition, or asked for one; a gesture every 50 steps"),
    ("mixed", "now and then another verb, a gesture, a knob set anew"),
];
const VERBS: [usize; 4] = [30, 120, 250, 500];
/// Transitions out of each verb, to its next neighbours.
const EXITS: usize = 8;
/// Million instructions of the same requests, before each verb was set and each transition weighed once.
const BEFORE: [f64; 4] = [1.93, 58.8, 188.6, 551.2];

/// What callgrind counts; its name is given to it.
#[unsafe(no_mangle)]
#[inline(never)]
fn counted_step(actor: &mut Actor) {
    actor.step(1.0 / 60.0, &mut ());
}

#[unsafe(no_mangle)]
#[inline(never)]
fn counted_request(actor: &mut Actor, verb: VerbId) {
    actor.request(verb).expect("a way");
}

/// One run under callgrind: `script NAME PACK`, or `requests VERBS PACK`.
pub fn run(what: &str, of: &str, pack: &str) -> Result<(), String> {
    let pack = Pack::load(&std::fs::read(pack).map_err(|e| e.to_string())?).map_err(|e| e.to_string())?;
    match what {
        "script" => script(&pack, of),
        _ => request(&pack, of.parse().map_err(|_| format!("{of} is not a number of verbs"))?),
    }
    Ok(())
}

fn script(pack: &Pack, name: &str) {
    let graph = &pack.graphs()[0];
    let verbs: Vec<VerbId> = graph.nodes().collect();
    let gestures = graph.parts().gestures.len();
    let mut actor = Actor::new(graph.clone(), 7);
    let mut chance = Chance(1);
    for step in 0..STEPS {
        let busy = name == "busy";
        let idle = actor.transition().is_none() && actor.queue().next().is_none();
        if if busy { idle } else { chance.below(60) == 0 } {
            let _ = actor.request(verbs[chance.below(verbs.len())]);
        }
        if if busy { step % 50 == 0 } else { chance.below(50) == 0 } {
            let _ = actor.start_gesture(GestureId(chance.below(gestures)));
        }
        if !busy && chance.below(40) == 0 {
            let knob = KnobId(chance.below(graph.knobs().len()));
            let [low, high] = graph.knob(knob).range;
            actor.set_knob(knob, low + (high - low) * chance.share() as f32);
        }
        counted_step(&mut actor);
    }
}

fn request(pack: &Pack, verbs: usize) {
    let walk = pack.verbs().iter().find(|verb| verb.name() == "walk").expect("the hero walks");
    let named = |i: usize| {
        let parts = adverb::verb::Parts { name: format!("walk {i}"), ..walk.parts().clone() };
        Verb::new(pack.skeleton().clone(), parts).expect("a verb")
    };
    let mut chance = Chance(5);
    let mut transitions = Vec::new();
    for from in 0..verbs {
        for step in 1..=EXITS {
            let start = chance.share();
            let region = [start, start + 0.2];
            transitions.push(Transition {
                from: VerbId(from),
                to: VerbId((from + step) % verbs),
                leave: Leave::During(region),
                enter: if step % 2 == 0 { Enter::During(region) } else { Enter::Matching },
                blend: Blend::Sigmoid,
                likelihood: 0.0,
            });
        }
    }
    let parts = Parts { name: "walks".into(), starts: vec![VerbId(0)], transitions, ..Parts::default() };
    let graph = Graph::new((0..verbs).map(named).collect(), parts).expect("a graph");
    let mut actor = Actor::new(graph, 1);
    actor.request(VerbId(1)).expect("a way");
    while actor.transition().is_none() {
        actor.step(1.0 / 60.0, &mut ());
    }
    counted_request(&mut actor, VerbId(verbs / 2));
}

/// Instructions of every call of a function in one run under callgrind, in order.
fn counted(function: &str, words: [&str; 3]) -> Result<Vec<u64>, String> {
    let folder = std::env::temp_dir().join(format!("adverb-counted-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let own = std::env::current_exe().map_err(|e| e.to_string())?;
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", &format!("--toggle-collect={function}"), &format!("--dump-after={function}")])
        .arg(format!("--callgrind-out-file={}", folder.join("counts").display()))
        .arg(own)
        .arg("scripted")
        .args(words)
        .output()
        .map_err(|e| format!("valgrind: {e}; install it with: apt-get install -y valgrind"));
    let counts = run.and_then(|run| {
        if !run.status.success() {
            return Err(String::from_utf8_lossy(&run.stderr).into_owned());
        }
        let files = std::fs::read_dir(&folder).map_err(|e| e.to_string())?;
        Ok(files.filter_map(|file| total(&file.ok()?.path())).filter(|count| *count > 0).collect())
    });
    std::fs::remove_dir_all(&folder).map_err(|e| e.to_string())?;
    counts
}

/// What one dump has counted.
fn total(file: &Path) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    text.lines().find_map(|line| line.strip_prefix("totals: ")?.trim().parse().ok())
}

pub fn instructions() -> Result<(), String> {
    let hero = std::env::temp_dir().join(format!("adverb-hero-{}.adverb", std::process::id()));
    let files: std::collections::HashMap<String, Vec<u8>> = demo::project().into_iter().collect();
    let text = String::from_utf8_lossy(&files["adverb.toml"]).into_owned();
    let mut read = |name: &str| files.get(name).cloned().ok_or_else(|| format!("{name} is missing"));
    let project = Project::load("adverb.toml", &text, &mut read).map_err(|e| e.to_string())?;
    let packed = project.pack(|_| ()).map_err(|e| e.to_string())?;
    std::fs::write(&hero, packed.pack.save()).map_err(|e| e.to_string())?;
    let measured = tables(&hero.display().to_string());
    std::fs::remove_file(&hero).map_err(|e| e.to_string())?;
    measured
}

fn tables(hero: &str) -> Result<(), String> {
    println!("\n## The worst step of {STEPS}\n");
    println!("| script | median | 99 of 100 | worst | worst / median |\n|---|---|---|---|---|");
    for (name, what) in SCRIPTS {
        let mut counts = counted("counted_step", ["script", name, hero])?;
        counts.sort_unstable();
        let [median, most, worst] = [counts.len() / 2, counts.len() * 99 / 100, counts.len() - 1].map(|i| counts[i]);
        println!("| {what} | {median} | {most} | {worst} | {:.2} |", worst as f64 / median as f64);
    }
    println!("\n## Requests\n");
    println!("| verbs | transitions | million instructions | before | part of it |\n|---|---|---|---|---|");
    for (verbs, before) in VERBS.into_iter().zip(BEFORE) {
        let counts = counted("counted_request", ["requests", &verbs.to_string(), hero])?;
        let own = counts.iter().sum::<u64>() as f64 / 1e6;
        println!("| {verbs} | {} | {own:.2} | {before:.1} | 1/{:.0} |", verbs * EXITS, before / own);
    }
    Ok(())
}
