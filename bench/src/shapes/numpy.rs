//! NumPy in a Python of its own, asked over a pipe (numpy.py).

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::timing::MEASUREMENT;

const SCRIPT: &str = include_str!("numpy.py");

pub struct Numpy {
    pub version: String,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    /// It ends when nobody can ask it any more.
    _python: Child,
}

impl Numpy {
    /// Starts it, if there is a Python that has NumPy.
    pub fn start() -> Option<Self> {
        let python = std::env::var_os("PYTHON").unwrap_or_else(|| "python3".into());
        let mut command = Command::new(python);
        command.args(["-c", SCRIPT, &MEASUREMENT.as_nanos().to_string()]).env("OPENBLAS_NUM_THREADS", "1");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let (to, from) = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
        let mut numpy = Self { version: String::new(), to, from, _python: child };
        numpy.version = numpy.answer();
        (!numpy.version.is_empty()).then_some(numpy)
    }

    /// Nanoseconds for forms of such a size.
    pub fn nanos(&mut self, examples: usize, width: usize) -> f64 {
        writeln!(self.to, "{examples} {width}").expect("Python listens");
        self.answer().parse().expect("a number")
    }

    fn answer(&mut self) -> String {
        let mut line = String::new();
        self.from.read_line(&mut line).expect("Python answers");
        line.trim().into()
    }
}
