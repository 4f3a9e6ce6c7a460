//! `adverb motion PROJECT NAME -o OUT`, `--tree` and `--usage`.

use std::path::Path;

use adverb_author::motion::{Motion, Node, tree};
use adverb_author::picture::{self, View};
use adverb_author::project::Project;
use adverb_author::sample::{self, Rate};

use crate::args;
use crate::character::{self, Moving};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{files, input, output};

pub fn run(args: &args::Motion, progress: &Progress) -> Result<(), Failure> {
    let Some(output) = &args.output else {
        let project = input::project(&args.project, progress)?;
        let motion = input::motion(&project, &args.project, &args.name)?;
        progress.finish();
        return files::print(in_words(&args.name, &tree(motion)).as_bytes());
    };
    if args.usage {
        return draw_usage(args, output, progress);
    }
    let is_picture = output::PICTURES.contains(&files::extension(output).as_str());
    if !is_picture {
        output::extension(output, "motions", output::MOTIONS)?;
    }
    let project = input::project(&args.project, progress)?;
    let motion = input::motion(&project, &args.project, &args.name)?;
    progress.step(format!("writing {}", output.display()));
    let rate = args.fps.map_or(Rate::Near(motion.fps()), Rate::Exactly);
    let clip = sample::sample(motion, rate, project.source.clone())?;
    let left_secs = motion.duration().0 - clip.duration_secs();
    if left_secs > 1e-6 {
        progress.note(format!(
            "note: at {} frames/s the last frame is {left_secs:.4} s before the end; leave --fps out for a cycle to close",
            clip.fps
        ));
    }
    let of_project = character::Worn::of(&project, |worn| Ok(project.build_shape(worn)?.shape))?;
    let drawn = character::drawn(&args.character, of_project, output, progress)?;
    if is_picture && drawn.is_none() {
        let (project, name) = (args.project.display(), &args.name);
        return Err(output::needs_a_character(output, &format!("{project} {name}")));
    }
    let skeleton = motion.skeleton().clone();
    // Its recordings have done their part, and may be long.
    let credits = project.credits.of_motion(&args.name);
    drop(project);
    let moving = Moving {
        skeleton: &skeleton,
        clip: &clip,
        stood: &[],
        name: &args.name,
        root: args.root.into(),
        credits: &credits,
    };
    let bytes = match drawn.as_ref().filter(|_| is_picture) {
        Some(worn) => {
            output::picture(&character::picture(worn, &moving, View::ThreeQuarter, progress)?, output)?
        }
        None => character::bytes(drawn.as_ref(), &moving, output, progress)?,
    };
    files::write(output, &bytes, progress)
}

fn draw_usage(args: &args::Motion, output: &Path, progress: &Progress) -> Result<(), Failure> {
    output::extension(output, "pictures", output::PICTURES)?;
    let project: Project = input::project(&args.project, progress)?;
    let motion: &Motion = input::motion(&project, &args.project, &args.name)?;
    let picture = picture::usage(motion, project.source.clone(), &args.name)?;
    files::write(output, &output::picture(&picture, output)?, progress)
}

/// An expression as a tree: every node with its duration and its key-times.
fn in_words(name: &str, nodes: &[Node]) -> String {
    let mut text = format!("{name}\n");
    for (i, node) in nodes.iter().enumerate() {
        // Whether another part follows at each depth above.
        let follows = |depth: usize| {
            nodes[i + 1..].iter().take_while(|other| other.depth >= depth).any(|other| other.depth == depth)
        };
        let above: String = (1..node.depth).map(|depth| if follows(depth) { "│  " } else { "   " }).collect();
        let branch = match node.depth {
            0 => "",
            depth if follows(depth) => "├─ ",
            _ => "└─ ",
        };
        let keys: Vec<String> =
            node.keys.iter().map(|(name, secs)| format!("{name} {secs:.3}").trim().to_string()).collect();
        text += &format!("{above}{branch}{} · {:.3} s · keys {}\n", node.what, node.secs, keys.join(", "));
    }
    text
}
