//! A web server for one folder on this machine alone: GET, HTTP/1.1, a thread per connection.
//!
//! The names that can be asked for are listed once at the start, so no request can reach any other file, however it
//! spells its path.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The port that is taken if nobody else has it.
const PORT: u16 = 4173;
/// A request line and headers larger than this are not from a browser.
const LARGEST_REQUEST: u64 = 16 * 1024;
const PATIENCE: Duration = Duration::from_secs(10);

/// A folder and a port, ready to serve.
pub struct Server {
    listener: TcpListener,
    /// From `/name` to the file.
    files: BTreeMap<String, PathBuf>,
}

impl Server {
    /// Lists the folder and takes a free port.
    pub fn new(folder: &Path) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, PORT))
            .or_else(|_| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)))?;
        let mut files = BTreeMap::new();
        list(folder, "", &mut files)?;
        if let Some(index) = files.get("/index.html").cloned() {
            files.insert("/".into(), index);
        }
        Ok(Self { listener, files })
    }

    /// Where it listens.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers until the program ends.
    pub fn run(self) -> ! {
        let files = Arc::new(self.files);
        loop {
            // A connection that broke before it was taken is the visitor's loss.
            let Ok((stream, _)) = self.listener.accept() else { continue };
            let files = Arc::clone(&files);
            std::thread::spawn(move || {
                // Likewise one that breaks while it is answered: browsers do that when a page is left.
                let _ = answer(&stream, &files);
            });
        }
    }
}

/// All files below a folder, links left out: they could lead elsewhere.
fn list(folder: &Path, prefix: &str, files: &mut BTreeMap<String, PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}/{}", entry.file_name().to_string_lossy());
        let kind = entry.file_type()?;
        if kind.is_dir() {
            list(&entry.path(), &name, files)?;
        } else if kind.is_file() {
            files.insert(name, entry.path());
        }
    }
    Ok(())
}

fn answer(stream: &TcpStream, files: &BTreeMap<String, PathBuf>) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(stream.take(LARGEST_REQUEST)).lines();
    let request = lines.next().unwrap_or_else(|| Ok(String::new()))?;
    // The headers say nothing that is needed here, but closing before they are read would look like an error.
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let mut words = request.split(' ');
    let (status, kind, body) = match (words.next(), words.next()) {
        (Some("GET"), Some(path)) => {
            let name = path.split(['?', '#']).next().unwrap_or_default();
            match files.get(name).map(|file| (file, fs::read(file))) {
                Some((file, Ok(body))) => ("200 OK", content_type(file), body),
                _ => {
                    ("404 Not Found", "text/plain; charset=utf-8", b"There is no such file here.\n".to_vec())
                }
            }
        }
        _ => ("405 Method Not Allowed", "text/plain; charset=utf-8", b"Only GET is understood.\n".to_vec()),
    };
    let mut stream = stream;
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-store\r\n\
         X-Content-Type-Options: nosniff\r\nAllow: GET\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    stream.write_all(&body)
}

fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("glb") => "model/gltf-binary",
        Some("wasm") => "application/wasm",
        Some("bvh" | "toml" | "txt" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(address: SocketAddr, request: &[u8]) -> String {
        let mut stream = TcpStream::connect(address).expect("the server listens");
        stream.write_all(request).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers and closes");
        answer
    }

    #[test]
    fn only_files_of_the_folder_are_served() {
        let outside = std::env::temp_dir().join(format!("adverb-serve-{}", std::process::id()));
        let folder = outside.join("served");
        fs::create_dir_all(folder.join("hero")).expect("a folder");
        fs::write(outside.join("secret.txt"), "secret").expect("a file beside it");
        fs::write(folder.join("index.html"), "<h1>here</h1>").expect("a page");
        fs::write(folder.join("hero/walk.svg"), "<svg/>").expect("a picture");
        #[cfg(unix)]
        std::os::unix::fs::symlink(outside.join("secret.txt"), folder.join("link.txt")).expect("a link");
        let server = Server::new(&folder).expect("it starts");
        let address = server.address().expect("it has an address");
        assert!(address.ip().is_loopback());
        std::thread::spawn(move || server.run());
        let get = |path: &str| ask(address, format!("GET {path} HTTP/1.1\r\nHost: x\r\n\r\n").as_bytes());

        let page = get("/");
        assert!(page.starts_with("HTTP/1.1 200 OK") && page.contains("text/html") && page.contains("here"));
        assert!(get("/hero/walk.svg?again").contains("image/svg+xml"));
        let secret = outside.join("secret.txt");
        let secret = secret.to_str().expect("a plain path");
        for path in
            ["/../secret.txt", "/%2e%2e/secret.txt", "/hero/../../secret.txt", "/link.txt", secret, ""]
        {
            let answer = get(path);
            assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
        }
        assert!(ask(address, b"POST / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405"));
        assert!(ask(address, b"\r\n\r\n").starts_with("HTTP/1.1 405"));
        fs::remove_dir_all(&outside).expect("it goes again");
    }
}
