//! `cargo xtask book`: the manual in docs/ as a book, laid out by book.toml.

use crate::command::{program, root, run as must, target_dir};
use crate::setup;

/// Builds the book and prints where it is.
pub fn run() -> Result<(), String> {
    let mdbook = setup::mdbook()?;
    let book = target_dir().join("book");
    must(program(&mdbook, "build --dest-dir").arg(&book).arg(root()))?;
    println!("{}", book.join("index.html").display());
    Ok(())
}
