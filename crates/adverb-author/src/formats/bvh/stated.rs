//! The unit and the up axis of a BVH file, which the format has no place for, where no other reader looks: in blanks.
//!
//! A comment would be an error to every common reader, wherever it stood: BVH has none, and Blender takes all that follows the header for
//! numbers. But blanks at the end of a line of `CHANNELS` are familiar (the recordings of CMU have one), and readers skip them. So the
//! first such line ends with 64 blanks: the unit in metres as the bits of an f64, from the highest, a tab for one and a space for zero.
//! The unit is negative if Z points up.

use crate::clip::{Stated, UNITS_M, Up};

const BITS: usize = 64;

/// The blanks that state a unit and an up axis.
pub(super) fn blanks(own: Stated) -> String {
    let signed = if own.up == Up::Z { -own.unit_m } else { own.unit_m };
    let bits = signed.to_bits();
    (0..BITS).rev().map(|bit| if bits >> bit & 1 == 1 { '\t' } else { ' ' }).collect()
}

/// What a file states, if adverb wrote it and no editor has trimmed its lines since.
pub(crate) fn stated(bytes: &[u8]) -> Option<Stated> {
    let begins = |line: &[u8], word: &str| {
        line.trim_ascii_start().get(..word.len()).is_some_and(|own| own.eq_ignore_ascii_case(word.as_bytes()))
    };
    let mut lines = bytes.split(|byte| matches!(byte, b'\n' | b'\r'));
    let line = lines.find(|line| begins(line, "CHANNELS") || begins(line, "MOTION"))?;
    let blanks = &line[line.trim_ascii_end().len()..];
    if blanks.len() != BITS {
        return None;
    }
    let bits = blanks.iter().fold(0, |bits: u64, blank| bits << 1 | u64::from(*blank == b'\t'));
    let signed = f64::from_bits(bits);
    let up = if signed.is_sign_negative() { Up::Z } else { Up::Y };
    Some(Stated { unit_m: signed.abs(), up }).filter(|own| UNITS_M.contains(&own.unit_m))
}
