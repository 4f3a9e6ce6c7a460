//! Progress on anything longer than a second: what is being done, on standard error.

use std::borrow::Cow;
use std::io::{IsTerminal, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Says the present step once it has taken a second. Quiet if asked to be.
#[derive(Clone)]
pub struct Progress {
    state: Option<Arc<Mutex<State>>>,
    verbose: bool,
}

#[derive(Default)]
struct State {
    step: String,
    /// Counts the steps, so that a late thread knows its own is over.
    number: u64,
    shown: bool,
}

impl Progress {
    pub fn new(quiet: bool, verbose: bool) -> Self {
        Self { state: (!quiet).then(Arc::default), verbose }
    }

    /// Whether everything is to be told in full.
    pub fn is_verbose(&self) -> bool {
        self.verbose
    }

    /// A new step begins.
    pub fn step(&self, what: impl Into<String>) {
        self.finish();
        let Some(state) = &self.state else { return };
        let mut now = lock(state);
        now.step = what.into();
        let number = now.number;
        let state = state.clone();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_secs(1));
            let mut then = lock(&state);
            if then.number == number {
                then.shown = true;
                let end = if std::io::stderr().is_terminal() { "" } else { "\n" };
                say(format_args!("{} …{end}", visible(&then.step)));
            }
        });
    }

    /// The present step is over; its line is cleared from a terminal.
    pub fn finish(&self) {
        let Some(state) = &self.state else { return };
        let mut now = lock(state);
        now.number += 1;
        if std::mem::take(&mut now.shown) && std::io::stderr().is_terminal() {
            say(format_args!("\r\x1b[K"));
        }
    }

    /// A line for the person at the terminal.
    pub fn note(&self, line: impl std::fmt::Display) {
        if self.state.is_some() {
            self.finish();
            say(format_args!("{}\n", visible(&line.to_string())));
        }
    }

    /// What was written, and what there is to say about it.
    pub fn wrote(&self, what: impl std::fmt::Display) {
        self.note(format_args!("wrote {what}"));
    }
}

/// Text in which nothing but line ends and tabs commands a terminal: files may name things as they like.
pub fn visible(text: &str) -> Cow<'_, str> {
    let commands = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if !text.contains(commands) {
        return text.into();
    }
    let shown = |c: char| if commands(c) { c.escape_unicode().to_string() } else { c.into() };
    text.chars().map(shown).collect::<String>().into()
}

/// On standard error. Whether anybody can hear it changes nothing about the work: `eprint!` would end it.
pub fn say(what: std::fmt::Arguments) {
    let mut errors = std::io::stderr();
    let _ = errors.write_fmt(what).and_then(|()| errors.flush());
}

fn lock(state: &Mutex<State>) -> std::sync::MutexGuard<'_, State> {
    state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}
