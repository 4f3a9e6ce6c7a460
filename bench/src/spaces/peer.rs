//! SciPy in a Python of its own, asked over a pipe (peer.py).

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use adverb_author::space::Space;

use crate::timing::{MEASUREMENT, Measure};

const SCRIPT: &str = include_str!("peer.py");
/// How long the threads of OpenBLAS look for more work before they sleep, and a little more.
const SPINNING: Duration = Duration::from_millis(50);

/// How many threads SciPy's linear algebra may use.
#[derive(Clone, Copy, PartialEq)]
pub enum Threads {
    One,
    /// As it chooses for itself.
    Any,
}

pub struct Peer {
    threads: Threads,
    /// Of SciPy and NumPy.
    pub versions: String,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    /// It ends when nobody can ask it any more.
    _python: Child,
}

impl Peer {
    /// Starts it, if there is a Python that has SciPy.
    pub fn start(threads: Threads) -> Result<Self, String> {
        let python = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
        let mut command = Command::new(&python);
        command.args(["-c", SCRIPT, &MEASUREMENT.as_nanos().to_string()]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        match threads {
            Threads::One => command.arg("one thread").env("OPENBLAS_NUM_THREADS", "1"),
            Threads::Any => command.arg("any threads").env_remove("OPENBLAS_NUM_THREADS"),
        };
        let mut child = command.spawn().map_err(|e| format!("{}: {e}", python.display()))?;
        let (Some(to), Some(from)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("Python has no pipes".into());
        };
        let mut peer =
            Self { threads, versions: String::new(), to, from: BufReader::new(from), _python: child };
        peer.versions = peer.answer();
        if peer.versions.is_empty() { Err(format!("{} has no SciPy", python.display())) } else { Ok(peer) }
    }

    /// Hands over examples and queries.
    pub fn take(&mut self, space: &Space, queries: &[f32]) {
        let mut line = format!("points {}", space.axes.len());
        let values = space.examples.iter().flat_map(|example| &example.at);
        values.for_each(|x| write!(line, " {x:?}").expect("strings grow"));
        self.ask(&line);
        line = "queries".into();
        queries.iter().for_each(|x| write!(line, " {:?}", f64::from(*x)).expect("strings grow"));
        self.ask(&line);
    }

    /// The weights at the first queries.
    pub fn weights(&mut self, count: usize) -> Vec<f64> {
        self.ask(&format!("weights {count}"))
    }

    /// Measures a task: `solve`, `query` or `batch`.
    pub fn measure<'a>(&'a mut self, task: &'a str) -> Measure<'a> {
        Box::new(move || {
            let nanos = self.ask(task)[0];
            if self.threads == Threads::Any {
                sleep(SPINNING);
            }
            nanos
        })
    }

    fn ask(&mut self, line: &str) -> Vec<f64> {
        writeln!(self.to, "{line}").expect("Python listens");
        let answer = self.answer();
        answer
            .split(' ')
            .filter(|word| !word.is_empty())
            .map(|word| word.parse().expect("a number"))
            .collect()
    }

    fn answer(&mut self) -> String {
        let mut line = String::new();
        self.from.read_line(&mut line).expect("Python answers");
        line.trim_end().into()
    }
}
