//! `adverb man DIR`: pages for man(1), one per command, from the definition that feeds the parser and the help.

use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::args::{self, Args};
use crate::failure::Failure;
use crate::files;
use crate::progress::Progress;

pub fn run(args: &args::Man, progress: &Progress) -> Result<(), Failure> {
    let folder = &args.folder;
    files::make_folder(folder)?;
    let mut command = Args::command().disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    add_pages(&command, &mut pages);
    let paths: Vec<_> = pages.iter().map(|(name, _)| folder.join(name)).collect();
    let files: Vec<_> = paths.iter().zip(&pages).map(|(path, (_, page))| (&**path, &page[..])).collect();
    files::write_all(&files)?;
    progress.wrote(format_args!("{} pages to {}", pages.len(), folder.display()));
    Ok(())
}

/// The page of a command, and those of the commands below it.
fn add_pages(command: &Command, pages: &mut Vec<(String, Vec<u8>)>) {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page).expect("memory takes all that is written to it");
    pages.push((format!("{}.1", command.get_display_name().unwrap_or("adverb")), page));
    command.get_subcommands().for_each(|below| add_pages(below, pages));
}
