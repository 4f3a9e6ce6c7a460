//! How values stand in the description of a pack, and in snapshots: numbers little-endian, counts and indices as `u32`, text as UTF-8 after its
//! length, lists after their length, choices after a byte that says which.
//!
//! A list takes memory as its entries are read, each of which takes at least a byte; a length that claims more than there is
//! ends in an error, not in a reservation. Coefficients stand in the numbers of the pack, each verb's after those of the one
//! before, so only their count is here.
//!
//! Reading does not fail at once: the reader keeps the first problem and gives zeros from there on, until somebody asks
//! ([`Reader::check`]). Without a way out after every field, and with all numbers passing through one function, the module for the
//! browser is 20 KB smaller, compressed.

use std::sync::Arc;

use glam::{Quat, Vec2, Vec3};

use crate::hash::Hash64;
use crate::numbers::Numbers;

/// What is wrong with bytes that hold no such values.
#[derive(Debug, Clone)]
pub(crate) struct Malformed(pub(crate) String);

/// A value that can be written to a pack and read back, bit for bit.
pub(crate) trait Field: Sized {
    fn write(&self, to: &mut Writer);
    /// Some value, if the bytes have a problem.
    fn read(from: &mut Reader) -> Self;
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

    /// The lower bytes of a number.
    #[inline(never)]
    fn number(&mut self, number: u64, size: usize) {
        self.bytes(&number.to_le_bytes()[..size]);
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
    /// The first.
    problem: Option<Malformed>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(description: &'a [u8], numbers: Arc<[f32]>) -> Self {
        Self { description, numbers, numbers_read: 0, problem: None }
    }

    /// What was wrong so far.
    pub(crate) fn check(&self) -> Result<(), Malformed> {
        self.problem.clone().map_or(Ok(()), Err)
    }

    /// The same, and all must have been read.
    pub(crate) fn finish(&self) -> Result<(), Malformed> {
        self.check()?;
        match (self.description.is_empty(), self.numbers_read == self.numbers.len()) {
            (true, true) => Ok(()),
            (false, _) => Err(Malformed("its description goes on after its end".into())),
            (_, false) => Err(Malformed("it holds numbers that nothing uses".into())),
        }
    }

    /// Keeps a problem, unless there was one before; nothing more is read.
    #[cold]
    pub(crate) fn fail(&mut self, what: &str) {
        self.problem.get_or_insert_with(|| Malformed(what.into()));
        self.description = &[];
    }

    #[inline(never)]
    fn bytes(&mut self, count: usize) -> &'a [u8] {
        match self.description.split_at_checked(count) {
            Some((own, rest)) => {
                self.description = rest;
                own
            }
            None => {
                self.fail("its description ends too early");
                &[]
            }
        }
    }

    /// A number of so many bytes, at most eight.
    #[inline(never)]
    fn number(&mut self, size: usize) -> u64 {
        self.bytes(size).iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
    }

    /// One of so many choices.
    #[inline(never)]
    pub(crate) fn choice(&mut self, of: &str, count: usize) -> u8 {
        let choice = u8::read(self);
        if usize::from(choice) < count {
            return choice;
        }
        self.fail(&format!("it holds a {of} of an unknown kind, {choice}"));
        0
    }
}

macro_rules! integer {
    ($($type:ty),*) => {$(
        impl Field for $type {
            fn write(&self, to: &mut Writer) {
                to.number(u64::from(*self), size_of::<Self>());
            }
            fn read(from: &mut Reader) -> Self {
                from.number(size_of::<Self>()) as Self
            }
        }
    )*};
}
integer!(u8, u16, u32, u64);

/// Fields that are written as something else.
macro_rules! written_as {
    ($($type:ty: $to:ident, $from:ident;)*) => {$(
        impl Field for $type {
            fn write(&self, to: &mut Writer) {
                self.$to().write(to);
            }
            fn read(from: &mut Reader) -> Self {
                Self::$from(Field::read(from))
            }
        }
    )*};
}
written_as! {
    f32: to_bits, from_bits;
    f64: to_bits, from_bits;
    Vec2: to_array, from_array;
    Vec3: to_array, from_array;
    Quat: to_array, from_array;
}

impl Field for usize {
    fn write(&self, to: &mut Writer) {
        to.count(*self);
    }
    fn read(from: &mut Reader) -> Self {
        u32::read(from) as usize
    }
}

impl Field for bool {
    fn write(&self, to: &mut Writer) {
        u8::from(*self).write(to);
    }
    fn read(from: &mut Reader) -> Self {
        from.choice("truth value", 2) == 1
    }
}

impl Field for String {
    fn write(&self, to: &mut Writer) {
        to.count(self.len());
        to.bytes(self.as_bytes());
    }
    fn read(from: &mut Reader) -> Self {
        let length = usize::read(from);
        let text = core::str::from_utf8(from.bytes(length));
        text.map(Self::from).unwrap_or_else(|_| {
            from.fail("one of its names is not UTF-8 text");
            Self::new()
        })
    }
}

impl<T: Field> Field for Vec<T> {
    fn write(&self, to: &mut Writer) {
        to.count(self.len());
        self.iter().for_each(|entry| entry.write(to));
    }
    fn read(from: &mut Reader) -> Self {
        let count = usize::read(from);
        let mut all = Self::new();
        while all.len() < count && from.problem.is_none() {
            all.push(T::read(from));
        }
        all
    }
}

impl<T: Field> Field for Option<T> {
    fn write(&self, to: &mut Writer) {
        self.is_some().write(to);
        self.iter().for_each(|value| value.write(to));
    }
    fn read(from: &mut Reader) -> Self {
        bool::read(from).then(|| T::read(from))
    }
}

impl<T: Field + Copy + Default, const N: usize> Field for [T; N] {
    fn write(&self, to: &mut Writer) {
        self.iter().for_each(|value| value.write(to));
    }
    fn read(from: &mut Reader) -> Self {
        let mut all = [T::default(); N];
        all.iter_mut().for_each(|value| *value = T::read(from));
        all
    }
}

impl<A: Field, B: Field> Field for (A, B) {
    fn write(&self, to: &mut Writer) {
        self.0.write(to);
        self.1.write(to);
    }
    fn read(from: &mut Reader) -> Self {
        (A::read(from), B::read(from))
    }
}

impl Field for Numbers {
    fn write(&self, to: &mut Writer) {
        to.count(self.len());
        to.numbers(self);
    }
    fn read(from: &mut Reader) -> Self {
        let count = usize::read(from);
        let start = from.numbers_read;
        if count > from.numbers.len() - start {
            from.fail("a list of numbers ends after the last of all numbers");
            return Self::new(from.numbers.clone(), start..start);
        }
        from.numbers_read += count;
        Self::new(from.numbers.clone(), start..from.numbers_read)
    }
}

/// One list of the fields of a type, for writing and reading. Those after a semicolon stand elsewhere, and are read as their defaults.
macro_rules! records {
    ($($type:ty { $($field:tt),* $(; $elsewhere:ident)* })*) => {$(
        impl $crate::encoding::Field for $type {
            fn write(&self, to: &mut $crate::encoding::Writer) {
                $(self.$field.write(to);)*
            }
            fn read(from: &mut $crate::encoding::Reader) -> Self {
                Self {
                    $($field: $crate::encoding::Field::read(from),)*
                    $($elsewhere: Default::default(),)*
                }
            }
        }
    )*};
}

/// One list of the variants of an enum, each with the byte that says which, counted from zero.
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
            fn read(from: &mut $crate::encoding::Reader) -> Self {
                match from.choice($called, [$($code),*].len()) {
                    $($code => {
                        $(let $value = $crate::encoding::Field::read(from);)*
                        Self::$variant { $($field: $value),* }
                    })*
                    _ => unreachable!(),
                }
            }
        }
    )*};
}

pub(crate) use {choices, records};
