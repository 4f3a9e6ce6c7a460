//! The page within the program; `build.rs` says where it comes from.

/// A file of the page.
pub struct File {
    /// What is asked for.
    pub path: &'static str,
    /// Its MIME type.
    pub kind: &'static str,
    /// Its contents.
    pub bytes: &'static [u8],
}

macro_rules! file {
    ($path:literal, $name:literal, $kind:literal) => {
        File { path: $path, kind: $kind, bytes: include_bytes!(concat!("../../page/", $name)) }
    };
}

/// All of it.
pub const FILES: [File; 5] = [
    file!("/", "index.html", "text/html; charset=utf-8"),
    file!("/studio.js", "studio.js", "text/javascript; charset=utf-8"),
    file!("/studio.css", "studio.css", "text/css; charset=utf-8"),
    file!("/adverb_wasm_bg.wasm", "adverb_wasm_bg.wasm", "application/wasm"),
    file!("/notices.txt", "notices.txt", "text/plain; charset=utf-8"),
];
