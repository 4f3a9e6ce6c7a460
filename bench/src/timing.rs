//! Times by alternation: every side is measured again and again, in turn, so that all meet the same machine.
//!
//! The clock is the thread's own, which stands still while another program has the processor.

use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// A piece of work, done so many times.
pub type Work<'a> = Box<dyn FnMut(usize) + 'a>;

/// One measurement of one side, in nanoseconds per call.
pub type Measure<'a> = Box<dyn FnMut() -> f64 + 'a>;

/// How often every side is measured.
pub const ALTERNATIONS: usize = 101;
/// How long one measurement takes at least.
pub const MEASUREMENT: Duration = Duration::from_millis(1);

/// A piece of work that is done by calling something once.
pub fn repeated<'a>(mut once: impl FnMut() + 'a) -> Work<'a> {
    Box::new(move |calls| (0..calls).for_each(|_| once()))
}

/// Measures a piece of work by as many calls as fill the time of a measurement.
pub fn measured(mut work: Work<'_>) -> Measure<'_> {
    let mut nanos = move |calls: usize| {
        let start = thread_nanos();
        work(calls);
        thread_nanos() - start
    };
    let mut calls = 1;
    while nanos(calls) < MEASUREMENT.as_nanos() as f64 {
        calls *= 2;
    }
    Box::new(move || {
        // Whoever comes after a pause or another side finds the caches cold; that is not what is asked.
        nanos(calls);
        nanos(calls) / calls as f64
    })
}

fn thread_nanos() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 * 1e9 + now.tv_nsec as f64
}

/// The median of each side.
pub fn medians(sides: &mut [Measure<'_>]) -> Vec<f64> {
    medians_of(ALTERNATIONS, sides)
}

/// The median of each side, measured so often.
pub fn medians_of(alternations: usize, sides: &mut [Measure<'_>]) -> Vec<f64> {
    let mut nanos = vec![Vec::with_capacity(alternations); sides.len()];
    for _ in 0..alternations {
        sides.iter_mut().zip(&mut nanos).for_each(|(side, nanos)| nanos.push(side()));
    }
    let median = |mut nanos: Vec<f64>| {
        nanos.sort_by(f64::total_cmp);
        nanos[nanos.len() / 2]
    };
    nanos.into_iter().map(median).collect()
}
