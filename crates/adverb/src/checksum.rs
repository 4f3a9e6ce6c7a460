//! CRC-32 (IEEE 802.3), eight bytes at a time.
//!
//! The tables are computed when they are first needed. Kept as data they would add 8 KB to the module for the browser, which do not
//! compress.

use std::sync::LazyLock;

/// The polynomial, its bits reversed.
const POLYNOMIAL: u32 = 0xedb8_8320;

/// What a byte does to the checksum when 0 … 7 others follow it.
static TABLES: LazyLock<[[u32; 256]; 8]> = LazyLock::new(|| {
    let mut tables = [[0; 256]; 8];
    for byte in 0..=255 {
        let by_bit = |sum: u32, _| sum >> 1 ^ if sum & 1 == 1 { POLYNOMIAL } else { 0 };
        let mut sum = (0..8).fold(byte, by_bit);
        for table in &mut tables {
            table[byte as usize] = sum;
            sum = (0..8).fold(sum, by_bit);
        }
    }
    tables
});

/// The checksum of some bytes.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    let tables = &*TABLES;
    let (eights, rest) = bytes.as_chunks::<8>();
    let sum = eights.iter().fold(!0, |sum, eight| {
        let word = u64::from_le_bytes(*eight) ^ u64::from(sum);
        (0..8).fold(0, |sum, i| sum ^ tables[7 - i][(word >> (8 * i)) as usize & 255])
    });
    !rest.iter().fold(sum, |sum, byte| sum >> 8 ^ tables[0][(sum ^ u32::from(*byte)) as usize & 255])
}

#[cfg(test)]
mod tests {
    #[test]
    fn checksums_are_those_of_the_standard() {
        let bytes: Vec<u8> = (0..1000_u32).map(|i| (i * i % 251) as u8).collect();
        for length in (0..40).chain([999, 1000]) {
            assert_eq!(super::crc32(&bytes[..length]), crc32fast::hash(&bytes[..length]), "{length} bytes");
        }
        assert_eq!(super::crc32(b"123456789"), 0xcbf4_3926);
    }
}
