//! How values stand in the description of a pack, and in snapshots: numbers little-endian, counts and indices as `u32`, text as UTF-8 after its
//! length, lists after their length, choices after a byte that says which.
//!
//! A list takes memory as its entries are read, each of which takes at least a byte; a length that claims more than there is
//! ends in an error, not in a reservation. Coefficients stand in the numbers of the pack, each verb's after those of the one
//! before, so only their count is here.

use std::sync::Arc;

use glam::{Quat, Vec2, Vec3};

use crate::hash::Hash64;
use crate::numbers::Numbers;

/// What is wrong with bytes that hold no such values.
#[derive(Debug)]
pub(crate) struct Malformed(pub(crate) String);

/// A value that can be written to a pack and read back, bit for bit.
pub(crate) trait Field: Sized {
    fn write(&self, to: &mut Writer);
    fn read(from: &mut Reader) -> Result<Self, Malformed>;
}

/// Where fields are written to.
pub(crate) enum Writer {
    /// The two sections of a pack in the making.
    Bytes { description: Vec<u8>, numbers: Vec<f32> },
    /// A hash of what they would be.
    Hash(Hash64),
}

impl Writer {
    /// Onto the end of some bytes.
    pub(crate) fn onto(description: Vec<u8>) -> Self {
        Self::Bytes { description, numbers: Vec::new() }
    }

    /// The hash of what is written.
    pub(crate) fn hash(write: impl FnOnce(&mut Self)) -> u64 {
        let mut to = Self::Hash(Hash64::new());
        write(&mut to);
        match to {
            Self::Hash(hash) => hash.finish(),
            Self::Bytes { .. } => unreachable!("a hash stays one"),
        }
    }

    /// The description and the numbers.
    pub(crate) fn into_sections(self) -> (Vec<u8>, Vec<f32>) {
        match self {
            Self::Bytes { description, numbers } => (description, numbers),
            Self::Hash(_) => (Vec::new(), Vec::new()),
        }
    }

    pub(crate) fn count(&mut self, count: usize) {
        u32::try_from(count).expect("fewer than four thousand million of anything").write(self);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        match self {
            Self::Bytes { description, .. } => description.extend(bytes),
            Self::Hash(hash) => hash.bytes(bytes),
        }
    }

    fn numbers(&mut self, own: &[f32]) {
        match self {
            Self::Bytes { numbers, .. } => numbers.extend(own),
            Self::Hash(hash) => hash.numbers(own),
        }
    }
}

/// What has not been read yet of the two sections.
pub(crate) struct Reader<'a> {
    description: &'a [u8],
    numbers: Arc<[f32]>,
    numbers_read: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(description: &'a [u8], numbers: Arc<[f32]>) -> Self {
        Self { description, numbers, numbers_read: 0 }
    }

    /// All must have been read.
    pub(crate) fn finish(&self) -> Result<(), Malformed> {
        match (self.description.is_empty(), self.numbers_read == self.numbers.len()) {
            (true, true) => Ok(()),
            (false, _) => Err(inconsistent("its description goes on after its end")),
            (_, false) => Err(inconsistent("it holds numbers that nothing uses")),
        }
    }

    fn bytes(&mut self, count: usize) -> Result<&'a [u8], Malformed> {
        let (own, rest) = self
            .description
            .split_at_checked(count)
            .ok_or_else(|| inconsistent("its description ends too early"))?;
        self.description = rest;
        Ok(own)
    }

    /// A choice that this version does not know.
    pub(crate) fn unknown<T>(&self, choice: u8, of: &str) -> Result<T, Malformed> {
        Err(inconsistent(&format!("it holds a {of} of an unknown kind, {choice}")))
    }
}

fn inconsistent(what: &str) -> Malformed {
    Malformed(what.into())
}

macro_rules! number {
    ($($type:ty),*) => {$(
        impl Field for $type {
            fn write(&self, to: &mut Writer) {
                to.bytes(&self.to_le_bytes());
            }
            fn read(from: &mut Reader) -> Result<Self, Malformed> {
                let mut bytes = [0; size_of::<Self>()];
                bytes.copy_from_slice(from.bytes(size_of::<Self>())?);
                Ok(Self::from_le_bytes(bytes))
            }
        }
    )*};
}
number!(u8, u16, u32, u64, f32, f64);

impl Field for usize {
    fn write(&self, to: &mut Writer) {
        to.count(*self);
    }
    fn read(from: &mut Reader) -> Result<Self, Malformed> {
        Ok(u32::read(from)? as usize)
    }
}

impl Field for bool {
    fn write(&self, to: &mut Writer) {
        u8::from(*self).write(to);
    }
    fn read(from: &mut Reader) -> Result<Self, Malformed> {
        match u8::read(from)? {
            0 => Ok(false),
            1 => Ok(true),
            other => from.unknown(other, "truth value"),
        }
    }
}

impl Field for String {
    fn write(&self, to: &mut Writer) {
        to.count(self.len());
        to.bytes(self.as_bytes());
    }
    fn read(from: &mut Reader) -> Result<Self, Malformed> {
        let length = usize::read(from)?;
        let text = core::str::from_utf8(from.bytes(length)?);
        text.map(Self::from).map_err(|_| inconsistent("one of its names is not UTF-8 text"))
    }
}

impl<T: Field> Field for Vec<T> {
    fn write(&self, to: &mut Writer) {
        to.count(self.len());
        self.iter().for_each(|entry| entry.write(to));
    }
    fn read(from: &mut Reader) -> Result<Self, Malformed> {
        let count = usize::read(from)?;
        (0..count).map(|_| T::read(from)).collect()
    }
}

impl<T: Field> Field for Option<T> {
    fn write(&self, to: &mut Writer) {
        self.is_some().write(to);
        self.iter().for_each(|value| value.write(to));
    }
    fn read(from: &mut Reader) -> Result<Self, Malformed> {
        bool::read(from)?.then(|| T::read(from)).transpose()
    }
}

impl<T: Field + Copy + Default, const N: usize> Field for [T; N] {
    fn write(&self, to: &mut Writer) {
        self.iter().for_each(|value| value.write(to));
    }
    fn read(from: &mut Reader) -> Result<Self, Malformed> {
        let mut all = [T::default(); N];
        for value in &mut all {
            *value = T::read(from)?;
        }
        Ok(all)
    }
}

impl<A: Field, B: Field> Field for (A, B) {
    fn write(&self, to: &mut Writer) {
        self.0.write(to);
        self.1.write(to);
    }
    fn read(from: &mut Reader) -> Result<Self, Malformed> {
        Ok((A::read(from)?, B::read(from)?))
    }
}

impl Field for Vec2 {
    fn write(&self, to: &mut Writer) {
        self.to_array().write(to);
    }
    fn read(from: &mut Reader) -> Result<Self, Malformed> {
        Ok(Self::from_array(<[f32; 2]>::read(from)?))
    }
}

impl Field for Vec3 {
    fn write(&self, to: &mut Writer) {
        self.to_array().write(to);
    }
    fn read(from: &mut Reader) -> Result<Self, Malformed> {
        Ok(Self::from_array(<[f32; 3]>::read(from)?))
    }
}

impl Field for Quat {
    fn write(&self, to: &mut Writer) {
        self.to_array().write(to);
    }
    fn read(from: &mut Reader) -> Result<Self, Malformed> {
        Ok(Self::from_array(<[f32; 4]>::read(from)?))
    }
}

impl Field for Numbers {
    fn write(&self, to: &mut Writer) {
        to.count(self.len());
        to.numbers(self);
    }
    fn read(from: &mut Reader) -> Result<Self, Malformed> {
        let count = usize::read(from)?;
        if count > from.numbers.len() - from.numbers_read {
            return Err(inconsistent("a list of numbers ends after the last of all numbers"));
        }
        let start = from.numbers_read;
        from.numbers_read += count;
        Ok(Self::new(from.numbers.clone(), start..from.numbers_read))
    }
}

/// One list of the fields of a type, for writing and reading.
macro_rules! records {
    ($($type:ty { $($field:tt),* })*) => {$(
        impl $crate::encoding::Field for $type {
            fn write(&self, to: &mut $crate::encoding::Writer) {
                $(self.$field.write(to);)*
            }
            fn read(from: &mut $crate::encoding::Reader) -> Result<Self, $crate::encoding::Malformed> {
                Ok(Self { $($field: $crate::encoding::Field::read(from)?),* })
            }
        }
    )*};
}

/// One list of the variants of an enum, each with the byte that says which.
macro_rules! choices {
    ($($type:ty: $called:literal { $($code:literal => $variant:ident { $($field:tt: $value:ident),* }),* })*) => {$(
        impl $crate::encoding::Field for $type {
            fn write(&self, to: &mut $crate::encoding::Writer) {
                match self {
                    $(Self::$variant { $($field: $value),* } => {
                        u8::write(&$code, to);
                        $($value.write(to);)*
                    })*
                }
            }
            fn read(from: &mut $crate::encoding::Reader) -> Result<Self, $crate::encoding::Malformed> {
                match u8::read(from)? {
                    $($code => {
                        $(let $value = $crate::encoding::Field::read(from)?;)*
                        Ok(Self::$variant { $($field: $value),* })
                    })*
                    other => from.unknown(other, $called),
                }
            }
        }
    )*};
}

pub(crate) use {choices, records};
