//! `cargo xtask demo`: builds the built-in character, draws it and shows it on a page of this machine.
//!
//! Everything comes from the `adverb` command, as a user would call it; the tables below are all there is to change when
//! there is more to show.

use std::path::Path;
use std::{env, fs};

use crate::adverb::Adverb;
use crate::command::{program, succeeds_within};
use crate::page::{Figure, Link, Page};
use crate::serve::Server;

/// The folder of the project, relative to the page.
const PROJECT: &str = "hero";

/// One picture: `adverb render PROJECT MOTION OPTIONS -o FILE`.
struct Picture {
    motion: &'static str,
    options: &'static str,
    file: &'static str,
    caption: &'static str,
}

const fn picture(
    motion: &'static str,
    options: &'static str,
    file: &'static str,
    caption: &'static str,
) -> Picture {
    Picture { motion, options, file, caption }
}

const HERO: Picture = picture("neutral", "--animate --title=", "walk.svg", "The neutral walk, as it goes.");

const STYLES: [Picture; 6] = [
    picture("neutral", "--animate --title=", "style-neutral.svg", "Neutrally"),
    picture("happy", "--animate --title=", "style-happy.svg", "Happily"),
    picture("sad", "--animate --title=", "style-sad.svg", "Sadly"),
    picture("angry", "--animate --title=", "style-angry.svg", "Angrily"),
    picture("tired", "--animate --title=", "style-tired.svg", "Tiredly"),
    picture("sneaky", "--animate --title=", "style-sneaky.svg", "Sneakily"),
];

const PICTURES: [Picture; 6] = [
    picture("neutral", "--view side", "side.svg", "From the side: one stride of the neutral walk."),
    picture("neutral", "--view front", "front.svg", "From the front."),
    picture("turn-left", "--view above", "above.svg", "Turning left, seen from above."),
    picture("run", "--view side", "run.svg", "The run: between two steps neither foot touches the ground."),
    picture("sneaky", "--view side", "sneaky.svg", "Sneaking: the knees stay bent, the body low."),
    picture("neutral", "--curves", "curves.svg", "The curves behind the walk, with its key-times."),
];

/// Files to take away: `adverb motion PROJECT MOTION -o FILE`.
const FILES: [(&str, &str); 4] =
    [("neutral", "walk.bvh"), ("neutral", "walk.glb"), ("happy", "happy.glb"), ("run", "run.glb")];

/// Makes everything; serves it until Ctrl-C, unless `once`.
pub fn run(once: bool) -> Result<(), String> {
    println!("building the adverb command");
    let adverb = Adverb::built(true, "demo")?;
    make(&adverb)?;
    let folder = adverb.folder;
    let page = folder.join("index.html");
    fs::write(&page, html(&folder)).map_err(|e| format!("{}: {e}", page.display()))?;

    println!("\nmade {}", page.display());
    if once {
        return Ok(());
    }
    let server = Server::new(&folder).map_err(|e| format!("no port to serve the page on: {e}"))?;
    let address = server.address().map_err(|e| format!("no port to serve the page on: {e}"))?;
    let address = format!("http://{address}/");
    println!("\n    {address}\n\nCtrl-C ends it.");
    open_browser(&address);
    server.run()
}

/// The project, the pictures and the files.
fn make(adverb: &Adverb) -> Result<(), String> {
    let call = |line: &str| {
        println!("adverb {line}");
        adverb.call(line)
    };
    call(&format!("demo {PROJECT}"))?;
    for Picture { motion, options, file, .. } in [&HERO].into_iter().chain(&STYLES).chain(&PICTURES) {
        call(&format!("render {PROJECT} {motion} {options} -o {file}"))?;
    }
    for (motion, file) in FILES {
        call(&format!("motion {PROJECT} {motion} -o {file}"))?;
    }
    Ok(())
}

fn html(folder: &Path) -> String {
    let figure = |p: &Picture| Figure { file: p.file, caption: p.caption };
    let project = format!("{PROJECT}/adverb.toml");
    let mut links: Vec<Link> = FILES.iter().map(|&(_, file)| Link { file, label: file }).collect();
    if folder.join(&project).is_file() {
        links.push(Link { file: &project, label: "adverb.toml, the project" });
    }
    Page {
        hero: figure(&HERO),
        styles: STYLES.iter().map(figure).collect(),
        pictures: PICTURES.iter().map(figure).collect(),
        links,
    }
    .html()
}

/// Only where there is a desktop to open it on; the address is printed in any case.
fn open_browser(address: &str) {
    let desktop = ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| env::var_os(name).is_some());
    if desktop {
        succeeds_within(&mut program("xdg-open", address), std::time::Duration::from_secs(5));
    }
}
