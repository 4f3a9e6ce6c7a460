//! The layout of a pack: a header, the numbers, the description. All little-endian.
//!
//! ```text
//!    0  magic             "ADVERB" 0D 0A
//!    8  format version    u32: 1, or 2 where there are shapes, 3 where there are credits, 4 where verbs vary, 5 where they
//!                         know how high feet stand, or knobs call for transitions; this much is the same in all versions
//!   12  header checksum   u32: of bytes 0 to 80 without these four
//!   16  length            u64: of the whole file in bytes
//!   24  sections          u64: 2
//!   32  numbers           kind u32 = 1, checksum u32, offset u64 = 80, length u64
//!   56  description       kind u32 = 2, checksum u32, offset u64, length u64
//!   80  the numbers       f32 …: the coefficients of the verbs, one verb after another, as `verb::Coefficients` has them,
//!                         and the numbers of the shapes;
//!                         their rows begin at multiples of 16 bytes
//!    …  the description   names, skeleton, verbs, graphs, variations, heights, calls, shapes, credits: see `records.rs`
//! ```
//!
//! Sections follow one another without gaps up to the end of the file, so that every bit is under a checksum. Checksums are
//! CRC-32 (IEEE 802.3), which finds every single flipped bit.

use std::sync::Arc;

use super::PackError;
use crate::checksum::crc32;

/// The last version of the format that is read.
pub const VERSION: u32 = 5;
/// The one that is written where nothing asks for a later one: without shapes and credits.
pub(super) const FIRST: u32 = 1;
/// The first with shapes.
#[cfg(feature = "shapes")]
pub(super) const SHAPES: u32 = 2;
/// The first with credits.
#[cfg(feature = "shapes")]
pub(super) const CREDITS: u32 = 3;
/// The first with variations.
pub(super) const VARIATIONS: u32 = 4;
/// The first with heights and calls.
pub(super) const HEIGHTS: u32 = 5;

const MAGIC: [u8; 8] = *b"ADVERB\r\n";
const HEADER: usize = 80;
const SECTIONS: [(u32, &str); 2] = [(1, "numbers"), (2, "description")];

/// What a file holds.
pub(super) struct Sections<'a> {
    pub(super) version: u32,
    pub(super) numbers: Arc<[f32]>,
    pub(super) description: &'a [u8],
}

/// Reads a file whose checksums are right.
pub(super) fn read(bytes: &[u8]) -> Result<Sections<'_>, PackError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(PackError::NotAPack);
    }
    let missing = |wanted: u64| PackError::CutShort { missing: wanted - bytes.len() as u64 };
    let version = bytes.get(8..12).ok_or_else(|| missing(HEADER as u64)).map(u32_of)?;
    if version > VERSION {
        return Err(PackError::Newer(version));
    }
    let header = bytes.get(..HEADER).ok_or_else(|| missing(HEADER as u64))?;
    if u32_of(&header[12..16]) != header_checksum(header) {
        return Err(PackError::Damaged("header"));
    }
    let length = u64_of(&header[16..24]);
    if length > bytes.len() as u64 {
        return Err(missing(length));
    }
    let layout = || PackError::Inconsistent("its sections do not make up the file".into());
    let counts = [length, u64_of(&header[24..32])];
    if version < FIRST || counts != [bytes.len() as u64, SECTIONS.len() as u64] {
        return Err(layout());
    }
    let mut rest = &bytes[HEADER..];
    let mut section = |index: usize| {
        let (kind, name) = SECTIONS[index];
        let row = &header[32 + 24 * index..][..24];
        let offset = (bytes.len() - rest.len()) as u64;
        if u32_of(&row[..4]) != kind || u64_of(&row[8..16]) != offset {
            return Err(layout());
        }
        let length = usize::try_from(u64_of(&row[16..24])).map_err(|_| layout())?;
        let (own, others) = rest.split_at_checked(length).ok_or_else(layout)?;
        rest = others;
        if crc32(own) == u32_of(&row[4..8]) { Ok(own) } else { Err(PackError::Damaged(name)) }
    };
    let (numbers, description) = (section(0)?, section(1)?);
    let (numbers, left) = numbers.as_chunks::<4>();
    if !rest.is_empty() || !left.is_empty() {
        return Err(layout());
    }
    let numbers = numbers.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
    Ok(Sections { version, numbers, description })
}

/// A whole file.
pub(super) fn write(version: u32, numbers: &[f32], description: &[u8]) -> Vec<u8> {
    let numbers: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    let contents = [&numbers[..], description];
    let length = HEADER + numbers.len() + description.len();
    let mut file = Vec::with_capacity(length);
    file.extend(MAGIC);
    file.extend(version.to_le_bytes());
    file.extend([0; 4]);
    file.extend((length as u64).to_le_bytes());
    file.extend((SECTIONS.len() as u64).to_le_bytes());
    let mut offset = HEADER;
    for ((kind, _), own) in SECTIONS.iter().zip(contents) {
        file.extend(kind.to_le_bytes());
        file.extend(crc32(own).to_le_bytes());
        file.extend((offset as u64).to_le_bytes());
        file.extend((own.len() as u64).to_le_bytes());
        offset += own.len();
    }
    let checksum = header_checksum(&file);
    file[12..16].copy_from_slice(&checksum.to_le_bytes());
    contents.iter().for_each(|own| file.extend(*own));
    file
}

fn header_checksum(header: &[u8]) -> u32 {
    crc32(&[&header[..12], &header[16..]].concat())
}

fn u32_of(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |value, byte| value << 8 | u32::from(*byte))
}

fn u64_of(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
}
