//! Bounds of what is read and written, for all formats.
//!
//! What is beyond them is damage or malice far more often than a recording, and would cost memory out of proportion to the file. Whoever has
//! such recordings raises them: `adverb --limit depth=4000,output=2000`.

use std::sync::OnceLock;

/// Longer names are damage.
pub(crate) const MAX_NAME_BYTES: usize = 1024;
/// Larger lengths and angles are not measurements, and their products would overflow.
pub(crate) const MAX_VALUE: f64 = 1e9;
/// Joints have numbers of 16 bits.
const MOST_JOINTS: usize = u16::MAX as usize;

static CURRENT: OnceLock<Limits> = OnceLock::new();

/// The bounds of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The most bytes of a file.
    pub input_bytes: usize,
    /// The most bytes of what is no file of the disk, such as a pipe: some never end.
    pub stream_bytes: usize,
    /// The most joints of a figure; 65,535 cannot be raised.
    pub joints: usize,
    /// The most joints or nodes one below another.
    pub depth: usize,
    /// The most frames of a recording.
    pub frames: usize,
    /// The most memory of a motion that is computed to be written, in bytes.
    pub output_bytes: usize,
    /// Whether a file may name files outside of its folder.
    pub outside: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            input_bytes: 1 << 30,
            stream_bytes: 64 << 20,
            joints: MOST_JOINTS,
            depth: 1024,
            frames: 10_000_000,
            output_bytes: 256 << 20,
            outside: false,
        }
    }
}

impl Limits {
    /// The bounds that hold.
    pub fn current() -> Self {
        CURRENT.get().copied().unwrap_or_default()
    }

    /// Sets the bounds of this process, once, before anything is read.
    ///
    /// # Errors
    /// Returns the bounds that were set before.
    pub fn set(self) -> Result<(), Self> {
        let bounded = Self { joints: self.joints.min(MOST_JOINTS), ..self };
        CURRENT.set(bounded).map_err(|_| Self::current())
    }
}
