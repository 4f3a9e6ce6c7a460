//! Vertices that follow one another.

/// A stretch of vertices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// The first.
    pub start: u32,
    /// How many.
    pub count: u32,
}

impl Run {
    /// Where its numbers lie, this many for each vertex.
    pub(super) fn numbers(self, width: usize) -> core::ops::Range<usize> {
        let start = self.start as usize * width;
        start..start + self.count as usize * width
    }

    /// The stretches of some vertices, given in rising order.
    pub fn of(vertices: impl IntoIterator<Item = u32>) -> Vec<Self> {
        let mut runs: Vec<Self> = Vec::new();
        for vertex in vertices {
            match runs.last_mut() {
                Some(run) if run.start + run.count == vertex => run.count += 1,
                _ => runs.push(Self { start: vertex, count: 1 }),
            }
        }
        runs
    }
}

/// How many vertices runs have, if they rise without touching and end within this many vertices.
pub(super) fn counted(runs: &[Run], vertices: usize) -> Option<usize> {
    let mut end = 0;
    let mut count = 0;
    for run in runs {
        if run.count == 0 || u64::from(run.start) < end {
            return None;
        }
        end = u64::from(run.start) + u64::from(run.count);
        count += run.count as usize;
    }
    (end <= vertices as u64).then_some(count)
}
