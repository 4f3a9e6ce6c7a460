//! Made glTF files, put together without the code under test.

use serde_json::{Value, json};

/// A GLB of a document and its binary chunk.
pub fn glb(document: &Value, bin: &[u8]) -> Vec<u8> {
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

/// f32 values as bytes.
pub fn bytes_of(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|v| v.to_le_bytes()).collect()
}

/// A binary chunk that grows, with the accessors and views of what is in it.
#[derive(Debug, Default)]
pub struct Buffer {
    bin: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Buffer {
    /// Adds f32 values of a type such as `VEC3` and returns their accessor.
    pub fn floats(&mut self, kind: &str, values: &[f32]) -> usize {
        let accessor = self.add(kind, 5126, &bytes_of(values), 4);
        // Positions and times must have bounds, others may.
        let width = width(kind);
        let bound = |pick: fn(f32, f32) -> f32| -> Vec<f32> {
            (0..width).filter_map(|c| values.iter().skip(c).step_by(width).copied().reduce(pick)).collect()
        };
        self.accessors[accessor]["min"] = json!(bound(f32::min));
        self.accessors[accessor]["max"] = json!(bound(f32::max));
        accessor
    }

    /// Adds bytes of a type such as `VEC4` and returns their accessor.
    pub fn bytes(&mut self, kind: &str, values: &[u8]) -> usize {
        self.add(kind, 5121, values, 1)
    }

    /// Adds 16-bit numbers and returns their accessor.
    pub fn shorts(&mut self, kind: &str, values: &[u16]) -> usize {
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.add(kind, 5123, &bytes, 2)
    }

    fn add(&mut self, kind: &str, component: u32, bytes: &[u8], size: usize) -> usize {
        self.bin.resize(self.bin.len().next_multiple_of(4), 0);
        let view = json!({ "buffer": 0, "byteOffset": self.bin.len(), "byteLength": bytes.len() });
        self.bin.extend(bytes);
        let count = bytes.len() / size / width(kind);
        let accessor = json!({ "bufferView": self.views.len(), "type": kind, "componentType": component, "count": count });
        self.views.push(view);
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    /// Marks what vertices (`true`) or triangles are made of, as validators wish.
    pub fn drawn(&mut self, accessor: usize, vertices: bool) -> usize {
        let view = self.accessors[accessor]["bufferView"].as_u64().unwrap_or(0) as usize;
        self.views[view]["target"] = json!(if vertices { 34962 } else { 34963 });
        accessor
    }

    /// Puts itself into a document, and both into a GLB.
    pub fn into_glb(self, mut document: Value) -> Vec<u8> {
        document["accessors"] = json!(self.accessors);
        document["bufferViews"] = json!(self.views);
        document["buffers"] = json!([{ "byteLength": self.bin.len().next_multiple_of(4) }]);
        glb(&document, &self.bin)
    }
}

fn width(kind: &str) -> usize {
    match kind {
        "MAT4" => 16,
        "VEC4" => 4,
        "VEC3" => 3,
        _ => 1,
    }
}
