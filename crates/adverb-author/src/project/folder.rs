//! Where the files of a project come from.

/// The folder of a project. A closure that opens a file, given its path from that folder, is one.
///
/// There are two kinds of files because the person who writes a project chooses its files, but a file that a stranger made names
/// others by itself: whoever opens those may want to look where links lead.
pub trait Folder {
    /// A file that the project names, by its path from the project's folder; or why it cannot be read.
    fn named(&mut self, file: &str) -> Result<Vec<u8>, String>;

    /// A file that `file` names (a `.gltf` its buffers, an `.amc` its skeleton), by its path from the folder of `file`.
    fn beside(&mut self, file: &str, path: &str) -> Result<Vec<u8>, String>;
}

impl<F: FnMut(&str) -> Result<Vec<u8>, String>> Folder for F {
    fn named(&mut self, file: &str) -> Result<Vec<u8>, String> {
        self(file)
    }

    fn beside(&mut self, file: &str, path: &str) -> Result<Vec<u8>, String> {
        let folder = file.rfind('/').map_or("", |at| &file[..=at]);
        self(&format!("{folder}{path}"))
    }
}
