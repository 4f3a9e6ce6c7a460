//! Made glTF files, for the tests of glTF.

/// The JSON and the binary chunk of a GLB.
pub fn taken_apart(bytes: &[u8]) -> (serde_json::Value, &[u8]) {
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    (serde_json::from_slice(&bytes[20..20 + word(12)]).unwrap(), &bytes[28 + word(12)..])
}
