//! Made glTF files, for the tests of glTF.

/// A GLB of a document and its binary chunk, put together without the code under test.
pub fn glb(document: &serde_json::Value, bin: &[u8]) -> Vec<u8> {
    let mut json = document.to_string().into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut bin = bin.to_vec();
    bin.resize(bin.len().next_multiple_of(4), 0);
    let words = |bytes: &mut Vec<u8>, words: &[u32]| bytes.extend(words.iter().flat_map(|w| w.to_le_bytes()));
    let mut bytes = b"glTF".to_vec();
    words(&mut bytes, &[2, (28 + json.len() + bin.len()) as u32, json.len() as u32, 0x4e4f534a]);
    bytes.extend(&json);
    words(&mut bytes, &[bin.len() as u32, 0x004e4942]);
    bytes.extend(&bin);
    bytes
}

/// The JSON and the binary chunk of a GLB.
pub fn taken_apart(bytes: &[u8]) -> (serde_json::Value, &[u8]) {
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    (serde_json::from_slice(&bytes[20..20 + word(12)]).unwrap(), &bytes[28 + word(12)..])
}

/// f32 values as bytes.
pub fn bytes_of(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}
