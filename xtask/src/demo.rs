//! `cargo xtask demo`: the built-in character in the studio.

use std::io::{Read, Write};
use std::net::TcpStream;

use crate::command::{program, run as must};
use crate::studio::{self, Running};

/// Makes everything and shows it until Ctrl-C; with `once`, only looks whether the page is served.
pub fn run(once: bool) -> Result<(), String> {
    println!("building the engine, the page and the adverb command");
    let adverb = studio::adverb(true, "demo")?;
    if !once {
        return must(&mut program(adverb.program(), "studio"));
    }
    let running = Running::start(&mut program(adverb.program(), "studio --no-open --port 0 --quiet"))?;
    page_is_served(&running.address)
}

/// Asks for the parts of the page and says how long they are.
pub fn page_is_served(address: &str) -> Result<(), String> {
    for path in ["/", "/studio.js", "/studio.css", "/adverb_wasm_bg.wasm", "/notices.txt", "/hero.adverb"] {
        let bytes = fetch(address, path)?;
        println!("{}{path} has {bytes} bytes", address.trim_end_matches('/'));
    }
    Ok(())
}

/// How long the answer to a request is.
fn fetch(address: &str, path: &str) -> Result<usize, String> {
    let host = address.trim_start_matches("http://").trim_end_matches('/');
    let problem = |e: std::io::Error| format!("{address}: {e}");
    let mut stream = TcpStream::connect(host).map_err(problem)?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").map_err(problem)?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).map_err(problem)?;
    if answer.starts_with(b"HTTP/1.1 200 ") {
        Ok(answer.len())
    } else {
        Err(format!("{address}{path}: not served"))
    }
}
