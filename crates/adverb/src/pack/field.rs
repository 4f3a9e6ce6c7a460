//! How values stand in the description of a pack: numbers little-endian, counts and indices as `u32`, text as UTF-8 after its
//! length, lists after their length, choices after a byte that says which.
//!
//! A list takes memory as its entries are read, each of which takes at least a byte; a length that claims more than there is
//! ends in an error, not in a reservation. Coefficients stand in the numbers of the pack, each verb's after those of the one
//! before, so only their count is here.

use std::sync::Arc;

use glam::{Quat, Vec2, Vec3};

use super::PackError;
use crate::numbers::Numbers;

/// A value that can be written to a pack and read back, bit for bit.
pub(crate) trait Field: Sized {
    fn write(&self, to: &mut Writer);
    fn read(from: &mut Reader) -> Result<Self, PackError>;
}

/// The two sections of a pack in the making.
#[derive(Default)]
pub(crate) struct Writer {
    pub(crate) description: Vec<u8>,
    pub(crate) numbers: Vec<f32>,
}

impl Writer {
    pub(crate) fn count(&mut self, count: usize) {
        u32::try_from(count).expect("fewer than four thousand million of anything").write(self);
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
    pub(crate) fn finish(&self) -> Result<(), PackError> {
        match (self.description.is_empty(), self.numbers_read == self.numbers.len()) {
            (true, true) => Ok(()),
            (false, _) => Err(inconsistent("its description goes on after its end")),
            (_, false) => Err(inconsistent("it holds numbers that nothing uses")),
        }
    }

    fn bytes(&mut self, count: usize) -> Result<&'a [u8], PackError> {
        let (own, rest) = self
            .description
            .split_at_checked(count)
            .ok_or_else(|| inconsistent("its description ends too early"))?;
        self.description = rest;
        Ok(own)
    }

    /// A choice that this version does not know.
    pub(crate) fn unknown<T>(&self, choice: u8, of: &str) -> Result<T, PackError> {
        Err(inconsistent(&format!("it holds a {of} of an unknown kind, {choice}")))
    }
}

fn inconsistent(what: &str) -> PackError {
    PackError::Inconsistent(what.into())
}

macro_rules! number {
    ($($type:ty),*) => {$(
        impl Field for $type {
            fn write(&self, to: &mut Writer) {
                to.description.extend(self.to_le_bytes());
            }
            fn read(from: &mut Reader) -> Result<Self, PackError> {
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
    fn read(from: &mut Reader) -> Result<Self, PackError> {
        Ok(u32::read(from)? as usize)
    }
}

impl Field for bool {
    fn write(&self, to: &mut Writer) {
        u8::from(*self).write(to);
    }
    fn read(from: &mut Reader) -> Result<Self, PackError> {
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
        to.description.extend(self.as_bytes());
    }
    fn read(from: &mut Reader) -> Result<Self, PackError> {
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
    fn read(from: &mut Reader) -> Result<Self, PackError> {
        let count = usize::read(from)?;
        (0..count).map(|_| T::read(from)).collect()
    }
}

impl<T: Field> Field for Option<T> {
    fn write(&self, to: &mut Writer) {
        self.is_some().write(to);
        self.iter().for_each(|value| value.write(to));
    }
    fn read(from: &mut Reader) -> Result<Self, PackError> {
        bool::read(from)?.then(|| T::read(from)).transpose()
    }
}

impl<T: Field + Copy + Default, const N: usize> Field for [T; N] {
    fn write(&self, to: &mut Writer) {
        self.iter().for_each(|value| value.write(to));
    }
    fn read(from: &mut Reader) -> Result<Self, PackError> {
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
    fn read(from: &mut Reader) -> Result<Self, PackError> {
        Ok((A::read(from)?, B::read(from)?))
    }
}

impl Field for Vec2 {
    fn write(&self, to: &mut Writer) {
        self.to_array().write(to);
    }
    fn read(from: &mut Reader) -> Result<Self, PackError> {
        Ok(Self::from_array(<[f32; 2]>::read(from)?))
    }
}

impl Field for Vec3 {
    fn write(&self, to: &mut Writer) {
        self.to_array().write(to);
    }
    fn read(from: &mut Reader) -> Result<Self, PackError> {
        Ok(Self::from_array(<[f32; 3]>::read(from)?))
    }
}

impl Field for Quat {
    fn write(&self, to: &mut Writer) {
        self.to_array().write(to);
    }
    fn read(from: &mut Reader) -> Result<Self, PackError> {
        Ok(Self::from_array(<[f32; 4]>::read(from)?))
    }
}

impl Field for Numbers {
    fn write(&self, to: &mut Writer) {
        to.count(self.len());
        to.numbers.extend(self.iter());
    }
    fn read(from: &mut Reader) -> Result<Self, PackError> {
        let count = usize::read(from)?;
        if count > from.numbers.len() - from.numbers_read {
            return Err(inconsistent("a list of numbers ends after the last of all numbers"));
        }
        let start = from.numbers_read;
        from.numbers_read += count;
        Ok(Self::new(from.numbers.clone(), start..from.numbers_read))
    }
}
