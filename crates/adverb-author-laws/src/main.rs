//! Builds projects and prints every word of their packs: `adverb-author-laws [FOLDER OF RECORDINGS]`.

use std::path::PathBuf;

fn main() {
    let folder = std::env::args_os().nth(1).map(PathBuf::from);
    let mut open = |name: &str| match &folder {
        Some(folder) => std::fs::read(folder.join(name)).map_err(|why| why.to_string()),
        None => Err("no recordings".into()),
    };
    print!("{}", adverb_author_laws::report(&mut open));
}
