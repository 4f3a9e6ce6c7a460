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

    use adverb::Pack;
    use adverb_author::import::{ImportOptions, import};

    use crate::support::call::{fine, text};
    use crate::support::folder::{folder, text_of, written};
    use crate::support::several::several;

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

        /// What is served at a path, as it is.
        fn bytes(&self, path: &str) -> Vec<u8> {
            let mut stream = TcpStream::connect(&self.host).expect("it listens");
            write!(stream, "GET {path} HTTP/1.0\r\nHost: {}\r\n\r\n", self.host).unwrap();
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).expect("it answers and closes");
            let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").expect("a head");
            answer.split_off(end + 4)
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

    /// The pack that is served for these arguments.
    fn served(arguments: &[&str]) -> (Studio, Pack) {
        let studio = Studio::of(Studio::spawn(arguments));
        let pack = Pack::load(&studio.bytes("/hero.adverb")).expect("a good pack");
        (studio, pack)
    }

    #[test]
    fn a_motion_file_is_played_as_if_it_were_a_project() {
        let here = folder("motion-file");
        fine(&["demo", text(&here)]);
        let walk = here.join("walk_sad.bvh");
        let (studio, pack) = served(&[text(&walk)]);
        let verb = pack.verb_named("walk_sad").expect("the file's motion");
        let secs: f64 = verb.parts().intervals.iter().sum();
        let clip = import("a.bvh", &std::fs::read(&walk).unwrap(), &ImportOptions::default()).unwrap();
        assert!((secs - clip.duration_secs()).abs() < 1e-6, "{secs} s of {}", clip.duration_secs());
        // It follows the file.
        let before = studio.bytes("/hero.adverb");
        std::fs::copy(here.join("run.bvh"), &walk).unwrap();
        let begun = Instant::now();
        while studio.bytes("/hero.adverb") == before {
            assert!(begun.elapsed() < PATIENCE, "the change is not shown");
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    #[test]
    fn a_file_of_several_animations_is_played_on_its_own_mesh() {
        let here = folder("several");
        fine(&["demo", text(&here)]);
        let clip = |name: &str| {
            import(name, &std::fs::read(here.join(name)).unwrap(), &ImportOptions::default()).unwrap()
        };
        let (idle, walk) = (clip("idle_neutral.bvh"), clip("walk_sad.bvh"));
        let file = written(here.join("hero.glb"), several(&[("idle", &idle), ("walk", &walk)]));
        let (studio, pack) = served(&[text(&file)]);
        assert_eq!(pack.verbs().iter().map(|verb| verb.name()).collect::<Vec<_>>(), ["idle", "walk"]);
        assert!(studio.bytes("/character.glb").starts_with(b"glTF"));
        let (_, pack) = served(&[text(&file), "--animation", "walk"]);
        assert_eq!(pack.verbs().len(), 1);
    }

    #[test]
    fn a_mesh_is_shown_as_a_shape() {
        let here = folder("mesh");
        fine(&["demo", text(&here), "--shapes"]);
        let mesh = std::fs::read_dir(&here).unwrap().map(|entry| entry.unwrap().path());
        let mesh =
            mesh.into_iter().find(|path| path.extension().is_some_and(|own| own == "ply")).expect("a form");
        let (_, pack) = served(&[text(&mesh)]);
        assert_eq!(pack.shapes().len(), 1);
    }

    #[test]
    fn what_cannot_be_played_is_told_at_once() {
        let adverb = |arguments: &[&str]| -> Output {
            Command::new(env!("CARGO_BIN_EXE_adverb")).arg("studio").args(arguments).output().unwrap()
        };
        let missing = adverb(&["no-such-folder", "--no-open"]);
        assert_eq!(missing.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&missing.stderr).contains("no-such-folder"));
        let here = folder("told");
        fine(&["demo", text(&here)]);
        let said = |arguments: &[&str], code: i32, words: &str| {
            let output = adverb(&[arguments, &["--no-open"]].concat());
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(code), "{said}");
            assert!(said.contains(words), "{said}");
        };
        let walk = here.join("walk_sad.bvh");
        said(&[text(&here.join("gone.bvh"))], 1, "cannot be read");
        said(&[text(&walk), "--animation", "wlak"], 1, "it holds one animation, without a name");
        said(&[text(&here), "--animation", "walk"], 2, "is not a motion file, which --animation is for");
        said(&[text(&folder("empty"))], 1, "there is no adverb.toml in this folder");
    }
}
