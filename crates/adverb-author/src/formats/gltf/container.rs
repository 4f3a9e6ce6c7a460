//! The GLB container: a 12-byte header, then chunks of which the first is JSON and the second may be binary.
//!
//! ```text
//! "glTF"  version  total length │ length "JSON" text… │ length "BIN\0" bytes…      all u32 little-endian
//! ```

use super::document::GLTF_1;
use super::fault::{Checked, Fault};
use crate::clip::Format;

const MAGIC: &[u8; 4] = b"glTF";
const JSON: u32 = u32::from_le_bytes(*b"JSON");
const BIN: u32 = u32::from_le_bytes(*b"BIN\0");

/// A file taken apart.
pub(super) struct Parts<'a> {
    pub(super) format: Format,
    pub(super) json: &'a [u8],
    pub(super) bin: Option<&'a [u8]>,
    /// How many bytes follow the end that the header states.
    pub(super) trailing: usize,
}

/// Takes a GLB or a `.gltf` apart; which of the two it is, its first bytes tell.
pub(super) fn split(bytes: &[u8]) -> Checked<Parts<'_>> {
    if bytes.is_empty() {
        return Err(Fault::at("byte 0", "the file is empty"));
    }
    if bytes.starts_with(&MAGIC[..bytes.len().min(4)]) {
        return split_glb(bytes);
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match text.iter().find(|b| !b.is_ascii_whitespace()) {
        Some(b'{') => Ok(Parts { format: Format::Gltf, json: text, bin: None, trailing: 0 }),
        _ => Err(Fault::at(
            "byte 0",
            "neither a GLB (which begins with \"glTF\") nor glTF's JSON (with \"{\")",
        )),
    }
}

fn split_glb(bytes: &[u8]) -> Checked<Parts<'_>> {
    let cut = || Fault::at(format!("byte {}", bytes.len()), "the file ends within the header of a GLB");
    let version = word(bytes, 4).ok_or_else(cut)?;
    let length = word(bytes, 8).ok_or_else(cut)? as usize;
    if version != 2 {
        let other = format!("version {version} of GLB; only version 2 is read");
        return Err(Fault::at("byte 4", if version == 1 { GLTF_1.into() } else { other }));
    }
    if length > bytes.len() {
        let problem = format!(
            "the header states {length} bytes but the file has {}: it was cut short or damaged",
            bytes.len()
        );
        return Err(Fault::at("byte 8", problem));
    }
    let (mut json, mut bin) = (None, None);
    let mut at = 12;
    while at < length {
        let damaged = || Fault::at(format!("byte {at}"), "a chunk reaches beyond the end of the file");
        let size = word(&bytes[..length], at).ok_or_else(damaged)? as usize;
        let kind = word(&bytes[..length], at + 4).ok_or_else(damaged)?;
        let end = (at + 8).checked_add(size).filter(|&end| end <= length).ok_or_else(damaged)?;
        let content = &bytes[at + 8..end];
        match (kind, json) {
            (JSON, None) => json = Some(content),
            (_, None) => {
                return Err(Fault::at(format!("byte {at}"), "the first chunk of a GLB must be JSON"));
            }
            (BIN, Some(_)) if bin.is_none() => bin = Some(content),
            _ => {} // Chunks of unknown kind are to be skipped.
        }
        at = end;
    }
    let json = json.ok_or_else(|| Fault::at("byte 12", "the GLB has no JSON chunk"))?;
    Ok(Parts { format: Format::Glb, json, bin, trailing: bytes.len() - length })
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    let word = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(word.try_into().ok()?))
}

/// Puts a GLB together.
pub(super) fn join(mut json: Vec<u8>, mut bin: Vec<u8>) -> Vec<u8> {
    json.resize(json.len().next_multiple_of(4), b' ');
    bin.resize(bin.len().next_multiple_of(4), 0);
    let bin_chunk = if bin.is_empty() { 0 } else { 8 + bin.len() };
    let total = 20 + json.len() + bin_chunk;
    let size = |n: usize| u32::try_from(n).expect("a GLB holds at most 4 GB").to_le_bytes();
    let mut glb = Vec::with_capacity(total);
    glb.extend_from_slice(MAGIC);
    glb.extend_from_slice(&2u32.to_le_bytes());
    glb.extend_from_slice(&size(total));
    for (kind, content) in [(JSON, &json), (BIN, &bin)] {
        if !content.is_empty() {
            glb.extend_from_slice(&size(content.len()));
            glb.extend_from_slice(&kind.to_le_bytes());
            glb.extend_from_slice(content);
        }
    }
    glb
}
