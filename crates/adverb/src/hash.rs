//! A 64-bit hash that is the same on every machine: it tells graphs and states apart, by accident only.

/// A hash in the making.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hash64(u64);

/// 2⁶⁴ over the golden ratio, odd.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

impl Hash64 {
    pub(crate) fn new() -> Self {
        Self(0x0bad_5eed_0ad7_e4b5)
    }

    pub(crate) fn word(&mut self, word: u64) {
        let mixed = (self.0.rotate_left(23) ^ word).wrapping_mul(MULTIPLIER);
        self.0 = mixed ^ (mixed >> 32);
    }

    /// Some bytes and how many they are.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        words.iter().for_each(|word| self.word(u64::from_le_bytes(*word)));
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        last[7] = rest.len() as u8;
        self.word(u64::from_le_bytes(last));
    }

    /// Many numbers, bit by bit.
    pub(crate) fn numbers(&mut self, numbers: &[f32]) {
        let (pairs, rest) = numbers.as_chunks::<2>();
        for [a, b] in pairs {
            self.word(u64::from(a.to_bits()) | u64::from(b.to_bits()) << 32);
        }
        rest.iter().for_each(|last| self.word(u64::from(last.to_bits())));
        self.word(numbers.len() as u64);
    }

    /// Every bit of what went in has changed half of its bits.
    pub(crate) fn finish(self) -> u64 {
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
