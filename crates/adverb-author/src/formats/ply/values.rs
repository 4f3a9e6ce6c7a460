//! The values of a PLY file, one after the other, from words or from bytes.

use crate::formats::text::{clipped, decimal_hint, number};

/// The type of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Kind {
    pub(super) fn of(word: &str) -> Option<Self> {
        Some(match word {
            "char" | "int8" => Self::I8,
            "uchar" | "uint8" => Self::U8,
            "short" | "int16" => Self::I16,
            "ushort" | "uint16" => Self::U16,
            "int" | "int32" => Self::I32,
            "uint" | "uint32" => Self::U32,
            "float" | "float32" => Self::F32,
            "double" | "float64" => Self::F64,
            _ => return None,
        })
    }

    fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::F64 => 8,
        }
    }

    /// What stands for 1 in a colour.
    pub(super) fn whole(self) -> f64 {
        match self {
            Self::I8 | Self::U8 => 255.0,
            Self::I16 | Self::U16 => 65535.0,
            Self::I32 | Self::U32 => 4294967295.0,
            Self::F32 | Self::F64 => 1.0,
        }
    }
}

/// What follows the header.
pub(super) struct Source<'a> {
    rest: &'a [u8],
    form: Form,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Ascii,
    LittleEndian,
    BigEndian,
}

impl<'a> Source<'a> {
    pub(super) fn ascii(rest: &'a [u8]) -> Self {
        Self { rest, form: Form::Ascii }
    }

    pub(super) fn little_endian(rest: &'a [u8]) -> Self {
        Self { rest, form: Form::LittleEndian }
    }

    pub(super) fn big_endian(rest: &'a [u8]) -> Self {
        Self { rest, form: Form::BigEndian }
    }

    /// How many bytes are left.
    pub(super) fn left(&self) -> usize {
        self.rest.len()
    }

    /// How many bytes a value takes at least: of text, a digit and a blank.
    pub(super) fn least(&self, kind: Kind) -> u64 {
        if self.form == Form::Ascii { 2 } else { kind.size() as u64 }
    }

    /// The length of a list, if what is left may hold it.
    pub(super) fn count(&mut self, count_kind: Kind, kind: Kind) -> Result<usize, String> {
        let count = self.value(count_kind)?;
        let most = (self.left() as u64 + 1) / self.least(kind);
        if count >= 0.0 && count <= most as f64 && count.fract() == 0.0 {
            Ok(count as usize)
        } else {
            Err(format!("a list claims {count} values, but there are {} bytes left", self.left()))
        }
    }

    /// The next value; finite or not.
    pub(super) fn value(&mut self, kind: Kind) -> Result<f64, String> {
        const CUT: &str = "the file ends within it; it is truncated";
        if self.form == Form::Ascii {
            let start = self.rest.trim_ascii_start();
            let length = start.iter().position(u8::is_ascii_whitespace).unwrap_or(start.len());
            let (word, rest) = start.split_at(length);
            self.rest = rest;
            let word = if word.is_empty() { Err(CUT)? } else { String::from_utf8_lossy(word) };
            // As f32 where it is one, so that what was written comes back bit by bit.
            let value = match kind {
                Kind::F32 => word.parse::<f32>().ok().map(f64::from),
                _ => word.parse::<f64>().ok(),
            };
            return value
                .or_else(|| number(&word))
                .ok_or_else(|| format!("'{}' is not a number{}", clipped(&word), decimal_hint(&word)));
        }
        let (value, rest) = self.rest.split_at_checked(kind.size()).ok_or(CUT)?;
        self.rest = rest;
        let mut bytes = [0; 8];
        bytes[..value.len()].copy_from_slice(value);
        if self.form == Form::BigEndian {
            bytes[..value.len()].reverse();
        }
        let [a, b, c, d, ..] = bytes;
        Ok(match kind {
            Kind::I8 => f64::from(a as i8),
            Kind::U8 => f64::from(a),
            Kind::I16 => f64::from(i16::from_le_bytes([a, b])),
            Kind::U16 => f64::from(u16::from_le_bytes([a, b])),
            Kind::I32 => f64::from(i32::from_le_bytes([a, b, c, d])),
            Kind::U32 => f64::from(u32::from_le_bytes([a, b, c, d])),
            Kind::F32 => f64::from(f32::from_le_bytes([a, b, c, d])),
            Kind::F64 => f64::from_le_bytes(bytes),
        })
    }
}
