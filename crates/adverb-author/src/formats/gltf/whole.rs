//! A file kept whole: its JSON as it is, and all its buffers and images in one binary chunk.
//!
//! What adverb does not read (materials, textures, morph targets, cameras, extensions) is carried through untouched; only
//! where the bytes lie changes, and for a GLB with one buffer not even that.

use super::accessor;
use super::buffers::{Buffers, Place};
use super::container::{self, Parts};
use super::document::{self, Document, Wanted};
use super::fault::{Checked, Fault};
use super::output::put_list;
use crate::clip::Format;
use crate::error::Error;
use crate::formats::pixels::kind;
use crate::formats::text::clipped;
use crate::mesh::kept::Whole;
use serde_json::{Value, json};
use std::collections::HashMap;

/// Reads a file; `fetch` yields those beside it.
pub(crate) fn read(
    file: &str,
    bytes: &[u8],
    fetch: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Result<Whole, Error> {
    let mut whole = || {
        let parts = container::split(bytes)?;
        let document = document::parse(parts.format, parts.json, Wanted::Mesh)?;
        accessor::check(&document)?;
        of(&parts, &document, fetch)
    };
    whole().map_err(|fault| fault.in_file(file))
}

/// Writes a file as GLB.
///
/// # Panics
/// When it would exceed the 4 GB that GLB can hold.
pub(crate) fn write(whole: Whole) -> Vec<u8> {
    container::join(whole.json.to_string().into_bytes(), whole.bin)
}

impl Whole {
    /// A document, and the one buffer that it has.
    pub(super) fn new(format: Format, mut json: Value, bin: Vec<u8>) -> Self {
        let first = json.pointer_mut("/buffers/0").and_then(Value::as_object_mut).map(std::mem::take);
        let mut buffer = first.unwrap_or_default();
        buffer.remove("uri");
        buffer.insert("byteLength".into(), json!(bin.len()));
        let buffers = if bin.is_empty() { Vec::new() } else { vec![buffer.into()] };
        put_list(&mut json, "buffers", buffers);
        Self { format, json, bin }
    }
}

/// A file whose parts and document are read already, and checked.
pub(super) fn of(
    parts: &Parts,
    document: &Document,
    fetch: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Checked<Whole> {
    let mut json: Value =
        serde_json::from_slice(parts.json).map_err(|e| Fault::at("JSON chunk", e.to_string()))?;
    let mut bin = Vec::new();
    let mut starts = Vec::with_capacity(document.buffers.len());
    let mut buffers = Buffers::new(&document.buffers, parts.bin, fetch)?;
    // Buffers may share a file, which is taken once and whole.
    let mut taken = HashMap::new();
    for b in 0..document.buffers.len() as u32 {
        let place = buffers.place(b);
        let claimed = buffers.bytes(b)?;
        starts.push(match place {
            None => append(&mut bin, claimed),
            Some(place) => match taken.get(&place) {
                Some(&start) => start,
                None => *taken.entry(place.clone()).or_insert(append(&mut bin, buffers.at(&place))),
            },
        });
    }
    if let Some(views) = json.get_mut("bufferViews").and_then(Value::as_array_mut) {
        for (view, of) in views.iter_mut().zip(&document.buffer_views) {
            let start = starts[of.buffer as usize];
            if of.buffer > 0 {
                view["buffer"] = json!(0);
            }
            if start > 0 {
                view["byteOffset"] = json!(start as u64 + of.byte_offset);
            }
        }
    }
    embed_images(&mut json, &mut bin, fetch)?;
    Ok(Whole::new(parts.format, json, bin))
}

/// Images that lie beside the file come into it: what is written may lie elsewhere. So do those in `data:` addresses, which pages under a
/// strict policy may not open.
fn embed_images(
    json: &mut Value,
    bin: &mut Vec<u8>,
    fetch: &mut dyn FnMut(&str) -> Option<Vec<u8>>,
) -> Checked<()> {
    let mut views = Vec::new();
    // Several images may be one file.
    let mut taken: HashMap<String, (usize, &str)> = HashMap::new();
    let before = json.get("bufferViews").and_then(Value::as_array).map_or(0, Vec::len);
    for (i, image) in json.get_mut("images").and_then(Value::as_array_mut).into_iter().flatten().enumerate() {
        let Some(uri) = image.get("uri").and_then(Value::as_str) else { continue };
        let fault = |problem: String| Fault::at(format!("image {i}"), problem);
        let place = Place::of(uri).map_err(fault)?;
        let (key, is_within) = match &place {
            Place::Beside(path) => (path.clone(), false),
            Place::Within(data) => ((*data).to_string(), true),
        };
        let (view, kind) = match taken.get(&key) {
            Some(&seen) => seen,
            None => {
                let bytes = place.load(fetch).map_err(fault)?;
                let Some(kind) = kind(&bytes) else {
                    // What is in the file already may be of any kind.
                    if is_within {
                        continue;
                    }
                    return Err(fault(format!("'{}' is neither PNG nor JPEG", clipped(uri))));
                };
                let start = append(bin, &bytes);
                views.push(json!({ "buffer": 0, "byteOffset": start, "byteLength": bytes.len() }));
                *taken.entry(key).or_insert((before + views.len() - 1, kind))
            }
        };
        let Some(image) = image.as_object_mut() else { continue };
        image.remove("uri");
        image.insert("mimeType".into(), json!(kind));
        image.insert("bufferView".into(), json!(view));
    }
    if !views.is_empty() {
        match json.get_mut("bufferViews").and_then(Value::as_array_mut) {
            Some(present) => present.extend(views),
            None => json["bufferViews"] = views.into(),
        }
    }
    Ok(())
}

/// Where the bytes are now, a multiple of four.
fn append(bin: &mut Vec<u8>, bytes: &[u8]) -> usize {
    bin.resize(bin.len().next_multiple_of(4), 0);
    let start = bin.len();
    bin.extend_from_slice(bytes);
    start
}
