//! `adverb graph show HERO [GRAPH] -o OUT`: a verb graph as a picture, like figure 6.12 of the thesis.

use std::path::Path;

use adverb::{Graph, Pack};
use adverb_author::Error;
use adverb_author::picture::{GraphView, graph};

use crate::args;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::{files, input, output};

pub fn show(args: &args::GraphShow, progress: &Progress) -> Result<(), Failure> {
    output::extension(&args.output, "pictures", output::PICTURES)?;
    let pack = input::hero(&args.hero, progress)?.pack;
    let shown = named(&pack, &args.hero, args.name.as_deref())?;
    progress.step(format!("drawing {}", args.output.display()));
    let title = args.title.clone().unwrap_or(format!("{}: {}", pack.name(), shown.name()));
    let picture = graph(&GraphView { title, ..GraphView::of(shown) });
    files::write(&args.output, &output::picture(&picture, &args.output)?, progress)
}

/// The graph of that name, or the only one; the error offers the names there are.
fn named<'p>(pack: &'p Pack, path: &Path, name: Option<&str>) -> Result<&'p Graph, Failure> {
    let names: Vec<&str> = pack.graphs().iter().map(|graph| graph.name()).collect();
    let wrong = |problem: String| Failure::from(Error::File { file: path.display().to_string(), problem });
    match (pack.graphs(), name) {
        ([], _) => Err(wrong("it has no graph; add [graph.main] to the project".into())),
        ([only], None) => Ok(only),
        (_, None) => Err(Failure::Misuse(format!("name one of its graphs: {}", names.join(", ")))),
        (_, Some(name)) => pack
            .graph_named(name)
            .map(|graph| &**graph)
            .ok_or_else(|| Failure::unknown(path, "graph", name, &names)),
    }
}
