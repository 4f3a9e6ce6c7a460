//! `adverb studio [PROJECT]`: the page that plays a project's verbs, served on this machine alone.

#[cfg(page)]
mod body;
#[cfg(page)]
mod browser;
#[cfg(page)]
mod page;
#[cfg(page)]
mod server;
#[cfg(page)]
mod watch;

use crate::args;
use crate::failure::Failure;
use crate::progress::Progress;

/// Without the page there is nothing to serve.
#[cfg(not(page))]
pub fn run(_: &args::Studio, _: &Progress) -> Result<(), Failure> {
    let problem = "this adverb was built without the studio's page; released binaries and `cargo install adverb-cli` \
                   have it; in the sources `cargo xtask page` makes it, with Node, for the next build";
    Err(Failure::Misuse(problem.into()))
}

/// Builds the pack, serves it with the page and opens that.
#[cfg(page)]
pub fn run(args: &args::Studio, progress: &Progress) -> Result<(), Failure> {
    let (news, shown) = watch::begin(args.project.as_deref(), &args.animation, progress)?;
    let server = server::Server::bind(args.port)?;
    let address = format!("http://{}/", server.address);
    crate::files::print(format!("{address}\n").as_bytes())?;
    progress.note("Ctrl-C ends it");
    if !args.no_open {
        browser::open(&address);
    }
    let hear = news.subscribe();
    let progress = progress.clone();
    std::thread::spawn(move || shown.watch(&news, &progress));
    server.run(hear)
}
