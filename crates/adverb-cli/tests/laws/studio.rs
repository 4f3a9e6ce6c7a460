//! `adverb studio` as a browser, and as someone who should not, asks it.

#[cfg(not(page))]
#[test]
fn without_its_page_the_studio_says_how_to_get_one() {
    let adverb = std::process::Command::new(env!("CARGO_BIN_EXE_adverb")).arg("studio").output().unwrap();
    assert_eq!(adverb.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&adverb.stderr).contains("cargo xtask page"));
}

#[cfg(page)]
mod served {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::TcpStream;
    use std::process::{Child, Command, Output, Stdio};

    struct Studio {
        child: Child,
        /// Address and port.
        host: String,
    }

    impl Studio {
        fn start() -> Self {
            let mut command = Command::new(env!("CARGO_BIN_EXE_adverb"));
            command.args(["studio", "--no-open", "--port", "0", "--quiet"]).stdout(Stdio::piped());
            let mut child = command.spawn().expect("the command starts");
            let mut address = String::new();
            let out = child.stdout.take().expect("it is piped");
            BufReader::new(out).read_line(&mut address).expect("it prints its address");
            let host = address.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
            Self { child, host }
        }

        /// What is answered to a request that names `host`, head and body.
        fn ask(&self, request: &str, host: &str) -> String {
            let mut stream = TcpStream::connect(&self.host).expect("it listens");
            write!(stream, "{request} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").unwrap();
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).expect("it answers and closes");
            String::from_utf8_lossy(&answer).into_owned()
        }

        fn get(&self, path: &str) -> String {
            self.ask(&format!("GET {path}"), &self.host)
        }
    }

    impl Drop for Studio {
        fn drop(&mut self) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }

    #[test]
    fn the_page_is_served_to_this_machine_alone() {
        let studio = Studio::start();
        assert!(studio.host.starts_with("127.0.0.1:"), "{}", studio.host);
        for (path, kind) in [
            ("/", "text/html"),
            ("/studio.js", "text/javascript"),
            ("/studio.css", "text/css"),
            ("/adverb_wasm_bg.wasm", "application/wasm"),
            ("/notices.txt", "text/plain"),
            ("/hero.adverb", "application/octet-stream"),
            ("/shapes.adverb", "application/octet-stream"),
        ] {
            let answer = studio.get(path);
            let head = answer.split("\r\n\r\n").next().unwrap_or_default().to_lowercase();
            assert!(head.starts_with("http/1.1 200"), "{path}: {head}");
            assert!(head.contains(&format!("content-type: {kind}")), "{path}: {head}");
            assert!(head.contains("content-security-policy: default-src 'none'"), "{path}: {head}");
            assert!(head.contains("cache-control: no-store"), "{path}: {head}");
        }
        let port = studio.host.rsplit(':').next().unwrap();
        assert!(studio.ask("GET /", &format!("localhost:{port}")).starts_with("HTTP/1.1 200"));
        // A name of someone else's that was made to point here.
        for host in ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:4173", ""] {
            let answer = studio.ask("GET /hero.adverb", host);
            assert!(!answer.starts_with("HTTP/1.1 200"), "{host}: {answer}");
        }
        for path in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/index.html/..", "/etc/passwd"] {
            assert!(!studio.get(path).starts_with("HTTP/1.1 200"), "{path}");
        }
        assert!(studio.ask("POST /hero.adverb", &studio.host).starts_with("HTTP/1.1 405"));
    }

    #[test]
    fn news_begin_with_the_pack_that_is_served() {
        let studio = Studio::start();
        let hero = studio.get("/hero.adverb").to_lowercase();
        let tag =
            hero.split("etag: ").nth(1).and_then(|after| after.lines().next()).expect("a tag").to_owned();
        let mut stream = TcpStream::connect(&studio.host).unwrap();
        write!(stream, "GET /events HTTP/1.1\r\nHost: {}\r\n\r\n", studio.host).unwrap();
        let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
        assert!(lines.any(|line| line == "event: pack"));
        assert_eq!(lines.next(), Some(format!("data: {tag}")));
    }

    #[test]
    fn what_cannot_be_played_is_told_at_once() {
        let adverb = |arguments: &[&str]| -> Output {
            Command::new(env!("CARGO_BIN_EXE_adverb")).arg("studio").args(arguments).output().unwrap()
        };
        let missing = adverb(&["no-such-folder", "--no-open"]);
        assert_eq!(missing.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&missing.stderr).contains("no-such-folder"));
    }
}
