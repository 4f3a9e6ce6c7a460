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
    use std::path::Path;
    use std::process::{Child, Command, Output, Stdio};
    use std::time::{Duration, Instant};

    use crate::support::call::{fine, text};
    use crate::support::folder::{folder, text_of, written};

    /// Nothing takes as long unless it hangs.
    const PATIENCE: Duration = Duration::from_secs(120);

    struct Studio {
        child: Child,
        /// Address and port.
        host: String,
    }

    impl Studio {
        fn start() -> Self {
            Self::of(Self::spawn(&[]))
        }

        fn spawn(arguments: &[&str]) -> Child {
            let mut command = Command::new(env!("CARGO_BIN_EXE_adverb"));
            command.args(["studio", "--no-open", "--port", "0", "--quiet"]).args(arguments);
            command.stdout(Stdio::piped()).spawn().expect("the command starts")
        }

        fn of(mut child: Child) -> Self {
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

        /// Waits until the pack that is served is that of the project as it is.
        fn expect_shown(&self, project: &Path) {
            let pack = project.with_extension("adverb");
            fine(&["build", text(project), "-o", text(&pack), "--quiet"]);
            let wanted = String::from_utf8_lossy(&std::fs::read(&pack).unwrap()).into_owned();
            let begun = Instant::now();
            while !self.get("/hero.adverb").ends_with(&wanted) {
                assert!(begun.elapsed() < PATIENCE, "the change is not shown");
                std::thread::sleep(Duration::from_millis(100));
            }
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
    fn changes_are_shown_whenever_they_come_and_whatever_time_they_bear() {
        let hero = folder("changes").join("hero");
        fine(&["demo", text(&hero)]);
        let toml = hero.join("adverb.toml");
        let original = text_of(&toml);
        let renamed = |name: &str| original.replacen("name = \"hero\"", &format!("name = \"{name}\""), 1);
        assert_ne!(renamed("other"), original);
        // As editors do, so that nobody reads half a file.
        let save = |text: &str| {
            let draft = written(hero.join("draft"), text);
            std::fs::rename(draft, &toml).unwrap();
        };
        // While it is built for the first time.
        for milliseconds in [1, 60, 150] {
            save(&original);
            let child = Studio::spawn(&[text(&hero)]);
            std::thread::sleep(Duration::from_millis(milliseconds));
            save(&renamed(&format!("after{milliseconds}")));
            Studio::of(child).expect_shown(&hero);
        }
        // As a copy of the same length that keeps its time.
        let studio = Studio::of(Studio::spawn(&[text(&hero)]));
        let time = toml.metadata().unwrap().modified().unwrap();
        std::fs::write(&toml, renamed("after051")).unwrap();
        std::fs::File::options().write(true).open(&toml).unwrap().set_modified(time).unwrap();
        studio.expect_shown(&hero);
    }

    #[test]
    fn connections_that_ask_for_nothing_keep_nobody_waiting_and_are_closed() {
        let studio = Studio::start();
        let mut half_open: Vec<TcpStream> = (0..300)
            .map(|_| {
                let mut stream = TcpStream::connect(&studio.host).expect("it listens");
                write!(stream, "GET / HTTP/1.1\r\nHost: ").unwrap();
                stream
            })
            .collect();
        assert!(studio.get("/").starts_with("HTTP/1.1 200"));
        for stream in &mut half_open {
            stream.set_read_timeout(Some(PATIENCE)).unwrap();
            // It may say why before it closes.
            stream.read_to_end(&mut Vec::new()).expect("it is closed");
        }
        assert!(studio.get("/").starts_with("HTTP/1.1 200"));
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
